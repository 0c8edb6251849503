"""The event stream of one screen: revisions and heartbeats, nothing private, and never more streams than threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from companion.live.bus import Bus

HEARTBEAT = 8.0
"""Seconds between heartbeats. They are events, since scripts don't hear comments."""

LOOK_ROUND = 1.0
"""Seconds after which a stream checks whether its screen is still there."""


class StreamGate:
    """Counts open streams, so that they never use up the threads that answer posts."""

    def __init__(self, limit: int) -> None:
        self._room = threading.Semaphore(limit)

    def enter(self) -> bool:
        return self._room.acquire(blocking=False)

    def leave(self) -> None:
        self._room.release()


def stream(
    bus: Bus,
    code: str,
    revision: Callable[[], int],
    gone: Callable[[], bool] = lambda: False,
    beat: Callable[[], int] = lambda: 0,
    heartbeat: float = HEARTBEAT,
) -> Iterator[bytes]:
    """Server-sent events `revision` (the number) and `beat` (a number that changes when the table's address does).
    Subscribes first and then tells the present revision,
    so that nothing falls between."""
    subscription = bus.subscribe(code)
    try:
        yield b"retry: 1000\n\n" + _event("revision", revision())
        quiet = 0.0
        while not (subscription.closed or gone()):
            news = subscription.wait(LOOK_ROUND)
            if news is not None:
                quiet = 0.0
                yield _event("revision", news)
                continue
            quiet += LOOK_ROUND
            if quiet >= heartbeat:
                quiet = 0.0
                yield _event("beat", beat())
    finally:
        bus.leave(code, subscription)


def _event(name: str, number: int) -> bytes:
    return f"event: {name}\ndata: {number}\n\n".encode()
