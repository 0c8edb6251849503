"""Screens without a browser: devices that keep their cookie, and watchers that follow a table as its pages do."""

from __future__ import annotations

import gzip
import http.client
import re
import selectors
import socket
import time
from urllib.parse import urlencode

HEAD_END = b"\r\n\r\n"


class Device:
    """`get` and `post` answer with a page's text, a redirecting post with the path it leads to."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.token = port, "", ""
        self._line = http.client.HTTPConnection("127.0.0.1", port)

    def get(self, path: str) -> str:
        return self._ask("GET", path, None, {})

    def post(self, path: str, **fields: str) -> str:
        body = urlencode({"token": self.token, **fields})
        return self._ask("POST", path, body.encode(), {"Content-Type": "application/x-www-form-urlencoded"})

    def upload(self, path: str, text: str) -> str:
        parts = (
            f'--X\r\nContent-Disposition: form-data; name="token"\r\n\r\n{self.token}\r\n'
            f'--X\r\nContent-Disposition: form-data; name="record"; filename="a.jsonl"\r\n\r\n{text}\r\n--X--\r\n'
        )
        return self._ask("POST", path, parts.encode(), {"Content-Type": "multipart/form-data; boundary=X"})

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> str:
        self._line.request(method, path, body, {"Cookie": self.cookie, **headers})
        answer = self._line.getresponse()
        text = answer.read().decode()
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        if tokens := re.findall(r'name="token" value="(\w+)"', text):
            self.token = tokens[-1]
        assert answer.status in (200, 303), f"{method} {path}: {answer.status} {text[-600:]}"
        return answer.headers.get("Location", text)

    def seats(self, code: str) -> list[tuple[str, str]]:
        """Id and name of the seats without a phone."""
        page = Device(self.port).get(f"/{code}")
        return re.findall(r'name="seat" value="(\d+)".*?<bdi[^>]*>(\w+)</bdi>', page, re.DOTALL)

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\nHX-Request: true\r\n"
            f"Accept-Encoding: gzip\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        )
        return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body if body else f"{head}\r\n".encode()

    def line(self) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line


class Answer:
    """One answer as it comes in. `size` counts its head, too."""

    def __init__(self) -> None:
        self.raw = b""

    def take(self, data: bytes) -> bool:
        """Whether it is complete now."""
        assert data, f"the server has hung up: {self.raw[:300]!r}"
        self.raw += data
        head, end, body = self.raw.partition(HEAD_END)
        length = re.search(rb"\r\nContent-Length: (\d+)", head)
        return bool(end) and length is not None and len(body) >= int(length[1])

    @property
    def text(self) -> str:
        return gzip.decompress(self.raw.partition(HEAD_END)[2]).decode()

    @property
    def revision(self) -> int:
        found = re.search(rb"\r\nX-Revision: (\d+)", self.raw)
        return int(found[1]) if found else -1


class Watcher:
    """A screen with its stream and a kept-alive connection; hears of a revision and fetches its part of it."""

    def __init__(self, device: Device, code: str, side: str) -> None:
        self.device, self.stream, self.fetch = device, device.line(), device.line()
        self._ask = device.request("GET", f"/{code}/{side}/live")
        self.stream.sendall(device.request("GET", f"/{code}/{side}/stream"))
        self.heard = b""
        self.catch_up()
        self.size = 0
        self._answer: Answer | None = None

    def await_news(self) -> None:
        self.heard, self._answer, self.done = b"", None, False

    def news(self) -> None:
        self.heard += self.stream.recv(4096)
        if self._answer is None and re.search(rb"event: revision\ndata: \d+\n\n", self.heard):
            self._answer = Answer()
            self.fetch.sendall(self._ask)

    def part(self) -> None:
        assert self._answer is not None
        self.done = self._answer.take(self.fetch.recv(65536))
        self.size = len(self._answer.raw)
        self.revision = self._answer.revision

    def catch_up(self) -> None:
        """Hears of its own tap, for which it need not ask."""
        while not re.search(rb"event: revision\ndata: \d+\n\n", self.heard):
            self.heard += self.stream.recv(4096)
        self.heard = b""

    def close(self) -> None:
        self.stream.close()
        self.fetch.close()


def tap(device: Device, path: str, fields: dict[str, str], watchers: list[Watcher]) -> tuple[str, float]:
    """The part that the tapping screen got as its answer, and the milliseconds until the last watcher had its own."""
    with device.line() as line, selectors.DefaultSelector() as ears:
        ears.register(line, selectors.EVENT_READ, None)
        for watcher in watchers:
            watcher.await_news()
            ears.register(watcher.stream, selectors.EVENT_READ, watcher.news)
            ears.register(watcher.fetch, selectors.EVENT_READ, watcher.part)
        answer, answered = Answer(), False
        body = device.request("POST", path, urlencode(fields).encode())
        begun = time.perf_counter()
        line.sendall(body)
        last = begun
        while not answered or not all(watcher.done for watcher in watchers):
            for key, _ in ears.select(10):
                if key.data is None:
                    answered = answer.take(line.recv(65536))
                else:
                    key.data()
                    last = time.perf_counter()
        assert b" 200 " in answer.raw[:20], answer.raw[:300]
        shown = [watcher.revision for watcher in watchers]
        assert set(shown) == {answer.revision}, f"{shown} after {answer.revision}: {path} {fields}"
    return answer.text, 1000 * (last - begun)
