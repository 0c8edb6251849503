"""A length of cable between one browser and the server, on which every byte and every open stream can be seen."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress


class Wire:
    """`url` leads to the server at `port`. `heard` is all that came back, `sent` all that was asked."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.heard, self.sent = bytearray(), bytearray()
        self.open_streams = 0
        self._work = [threading.Thread(target=self._serve)]
        self._work[0].start()

    def forget(self) -> None:
        self.heard.clear()
        self.sent.clear()

    def close(self) -> None:
        """After the browser has left."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        for thread in self._work:
            thread.join(5)

    def _serve(self) -> None:
        with self._door, suppress(OSError):
            while True:
                near, _ = self._door.accept()
                self._work.append(threading.Thread(target=self._carry, args=(near,)))
                self._work[-1].start()

    def _carry(self, near: socket.socket) -> None:
        streaming = False
        with near, suppress(OSError), socket.create_connection(("127.0.0.1", self._to)) as far:
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                for end in select.select([near, far], [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        self.open_streams -= streaming
                        return
                    if end is near:
                        self.sent += data
                        if not streaming and b"/stream HTTP" in data.split(b"\r\n", 1)[0]:
                            streaming = True
                            self.open_streams += 1
                        far.sendall(data)
                    else:
                        self.heard += data
                        near.sendall(data)
