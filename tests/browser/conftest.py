"""One Chromium and one real server for all browser tests, which run after all others."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.table import Server, Table

HERE = Path(__file__).parent
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 30.0
"""Seconds that a server may take to start on a busy machine."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium; runs last")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as engine:
        yield engine


@pytest.fixture(scope="session")
def launch(playwright: Playwright) -> Iterator[Callable[..., Browser]]:
    """Starts a Chromium with further flags."""
    path = shutil.which("chromium") or "/usr/bin/chromium"
    if not Path(path).exists():
        pytest.fail(f"The browser tests need Chromium, and there is none at {path}: apt-get install chromium")
    started: list[Browser] = []

    def start(*flags: str) -> Browser:
        started.append(playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags]))
        return started[-1]

    yield start
    for browser in started:
        browser.close()


@pytest.fixture(scope="session")
def chromium(launch: Callable[..., Browser]) -> Browser:
    return launch()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("companion")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    told = (folder / "told.txt").open("w")
    command = [sys.executable, "-m", "companion", "--data", str(folder / "data"), "--port", str(port)]
    env = {**os.environ, "COMPANION_HOSTS": "table.test", "COMPANION_HOST": ""}
    running = subprocess.Popen(command, cwd=HERE.parent.parent, env=env, stdout=told, stderr=subprocess.STDOUT)
    try:
        wait_for(port, running, folder / "told.txt")
        yield Server(port, running.pid, folder / "told.txt")
    finally:
        running.terminate()
        running.wait(10)
        told.close()


def wait_for(port: int, running: subprocess.Popen[bytes], told: Path) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)):
                return
        except OSError:
            if running.poll() is not None or time.monotonic() > end:
                pytest.fail(f"The server did not start:\n{told.read_text()}")
            time.sleep(0.05)


@pytest.fixture
def table(chromium: Browser, server: Server) -> Iterator[Table]:
    """Nobody sits there yet. Whatever a screen complained of fails the test at its end."""
    table = Table(chromium, server)
    yield table
    table.close()
    assert table.complaints() == []
