"""In-process fan-out: who publishes a table's revision wakes everyone who listens to that table."""

from __future__ import annotations

import threading
from collections import defaultdict


class Subscription:
    """Holds the newest revision not yet taken; older ones are of no use to anyone."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._revision: int | None = None
        self.closed = False

    def tell(self, revision: int) -> None:
        with self._news:
            self._revision = max(revision, self._revision or 0)
            self._news.notify()

    def close(self) -> None:
        with self._news:
            self.closed = True
            self._news.notify()

    def wait(self, seconds: float) -> int | None:
        """The newest revision, or `None` when nothing came in time or the bus has closed."""
        with self._news:
            if self._revision is None and not self.closed:
                self._news.wait(seconds)
            revision, self._revision = self._revision, None
            return revision


class Bus:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, set[Subscription]] = defaultdict(set)
        self.closed = False

    def publish(self, code: str, revision: int) -> None:
        with self._lock:
            listeners = tuple(self._open.get(code, ()))
        for listener in listeners:
            listener.tell(revision)

    def subscribe(self, code: str) -> Subscription:
        subscription = Subscription()
        with self._lock:
            subscription.closed = self.closed
            self._open[code].add(subscription)
        return subscription

    def leave(self, code: str, subscription: Subscription) -> None:
        with self._lock:
            self._open[code].discard(subscription)
            if not self._open[code]:
                del self._open[code]

    def close(self) -> None:
        """Ends every stream."""
        with self._lock:
            self.closed = True
            listeners = [listener for group in self._open.values() for listener in group]
        for listener in listeners:
            listener.close()
