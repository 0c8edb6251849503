"""A real server in a process of its own, and a small browser to talk to it."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from urllib.parse import urlencode

HOUSE = Path(__file__).parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Running:
    """`said` is what it printed when it was up; `port` where it really listens."""

    def __init__(self, data: Path, port: int | None = None) -> None:
        wanted = port or free_port()
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(wanted)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*command, "--data", str(data)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=HOUSE,
            env=environment,
        )  # fmt: skip
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise AssertionError(self.said)

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def interrupt(self) -> float:
        """Ctrl-C; the seconds until it has ended."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=10)
        took = time.monotonic() - began
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        return took


class Browser:
    def __init__(self, running: Running) -> None:
        self.port, self.cookie = running.port, ""

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, body and Location."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        asked.request(method, path, urlencode(fields or {}), headers)
        answer = asked.getresponse()
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        told = answer.status, answer.read().decode(), answer.headers.get("Location", "")
        asked.close()
        return told

    def open_table(self, game: str = "zoo_police") -> str:
        token = self.token("/")
        status, _, location = self.ask("POST", "/tables", {"game": game, "token": token})
        assert status == 303
        return location.split("/")[1]

    def token(self, path: str) -> str:
        found = re.search(r'name="token" value="(\w+)"', self.ask("GET", path)[1])
        assert found
        return found[1]

    def stream(self, code: str, side: str = "board") -> socket.socket:
        """A stream that has been asked for; nothing of it is read yet."""
        opened = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        host, path = f"127.0.0.1:{self.port}", f"/{code}/{side}/stream"
        opened.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        return opened


def heard(stream: socket.socket, wanted: bytes, seconds: float = 5.0) -> bytes:
    """Reads until `wanted` has come."""
    got, until = b"", time.monotonic() + seconds
    while wanted not in got and time.monotonic() < until:
        stream.settimeout(max(0.01, until - time.monotonic()))
        try:
            part = stream.recv(4096)
        except TimeoutError:
            break
        if not part:
            break
        got += part
    return got
