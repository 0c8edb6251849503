"""One Chromium and one real server for all browser tests, which run after all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.server import DidNotStart, Server, running_server
from tests.browser.table import Table

HERE = Path(__file__).parent


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
    path = chromium_path()
    if not path.exists():
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
    try:
        with running_server(tmp_path_factory.mktemp("companion"), COMPANION_HOSTS="table.test") as running:
            yield running
    except DidNotStart as problem:
        pytest.fail(f"The server did not start:\n{problem}")


@pytest.fixture
def table(chromium: Browser, server: Server) -> Iterator[Table]:
    """Nobody sits there yet. Whatever a screen or the server complained of fails the test at its end."""
    table = Table(chromium, server)
    yield table
    table.close()
    assert table.complaints() == []
