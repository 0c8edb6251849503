"""A real server in a process of its own, on all interfaces, as people start it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

HOUSE = Path(__file__).parent.parent.parent
PATIENCE = 30.0
"""Seconds that a server may take to start on a busy machine."""


class DidNotStart(Exception):
    """Its text is what the server printed."""


@dataclass(frozen=True)
class Server:
    """`told` is the file that holds what it printed; `start` how many seconds passed until it answered."""

    port: int
    pid: int
    told: Path
    start: float

    @property
    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    @property
    def worked(self) -> float:
        """Milliseconds of processor time so far."""
        times = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return 1000 * (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_server(folder: Path, **environment: str) -> Iterator[Server]:
    """`python -m companion` on a free port, its tables under `folder`. Raises `DidNotStart`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "companion", "--data", str(folder / "data"), "--port", str(port)]
    environ = {**os.environ, "COMPANION_HOST": "", **environment}
    begun, told = time.monotonic(), folder / "told.txt"
    with told.open("w") as out:
        process = subprocess.Popen(command, cwd=HOUSE, env=environ, stdout=out, stderr=subprocess.STDOUT)
    try:
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > begun + PATIENCE:
                raise DidNotStart(told.read_text())
            time.sleep(0.005)
        yield Server(port, process.pid, told, time.monotonic() - begun)
    finally:
        process.terminate()
        process.wait(10)


def _answers(port: int) -> bool:
    try:
        with closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)) as answer:
            return bool(answer.read())
    except OSError:
        return False
