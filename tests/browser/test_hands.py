"""For thumbs, for tired eyes, for phones on their side: every main page of every game, measured."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.games import all_games
from tests.browser.hands import bars, faults
from tests.browser.table import BOARD, PHONE
from tests.gallery import serving
from tests.served import Device, Served
from tests.states import State, game_states

ON_ITS_SIDE = {"width": 844, "height": 390}
LARGE_TEXT = "--blink-settings=defaultFontSize=32"
"""Text of 200 %, as somebody sets it for all pages."""

Sizes = tuple[Any, ...]
SIZES: dict[str, Sizes] = {"phone": (PHONE, ON_ITS_SIDE), "board": (BOARD,)}
every_game = pytest.mark.parametrize("slug", sorted(all_games()))


EVERY_STATE = "EVERY_STATE" in os.environ
"""All of them, also the phones out of turn and the boards of tables without phones: that takes minutes."""

ENOUGH = 6
"""States of a game that are measured otherwise."""


def main_states(served: Served, slug: str) -> Iterator[State]:
    """One of each phase, in turn and not, on phone and board, with and without phones at the table."""
    seen = set()
    for state in game_states(served, slug, alone=EVERY_STATE):
        view, alone = state.look.view, state.name.endswith("alone")
        turn = getattr(view, "turn", None)
        if not EVERY_STATE and state.side == "phone" and turn not in (None, state.look.me):
            continue
        sign = (state.side, alone, getattr(view, "phase", ""), turn == state.look.me)
        if (sign, state.look.ended) not in seen:
            seen.add((sign, state.look.ended))
            yield state
        if len(seen) >= ENOUGH and not EVERY_STATE:
            return


class Eyes:
    """Pages of all sizes, each device with its cookie."""

    def __init__(self, browser: Browser, served: Served, root: str) -> None:
        self.browser, self.served, self.root = browser, served, root
        self.pages: dict[str, Page] = {}

    def open(self, device: Device, path: str) -> Page:
        if device.name not in self.pages:
            context = self.browser.new_context(has_touch=True, reduced_motion="reduce")
            cookie = self.served.app.config["DEVICE_COOKIE"]
            context.add_cookies([{"name": cookie, "value": device.token, "url": self.root}])
            self.pages[device.name] = context.new_page()
        page = self.pages[device.name]
        page.goto(self.root + path)
        return page

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()


def looked_at(
    browser: Browser, slug: str, sizes: dict[str, Sizes], check: Callable[[Page, State], list[str]]
) -> list[str]:
    """What `check` finds on all main pages of a game, in these sizes, with where it was found."""
    found: list[str] = []
    with Served() as served, serving(served) as root:
        eyes = Eyes(browser, served, root)
        for state in main_states(served, slug):
            page = eyes.open(state.device, state.path)
            for size in sizes[state.side]:
                page.set_viewport_size(size)
                found += [f"{state.name}, {size['width']} wide: {fault}" for fault in check(page, state)]
        eyes.close()
    return found


@every_game
def test_everything_is_easily_tapped_and_nothing_is_cut_off(chromium: Browser, slug: str) -> None:
    places: dict[str, set[tuple[int, int]]] = {}

    def check(page: Page, state: State) -> list[str]:
        told = bars(page)
        found = [f"only {told.gap:.0f} px to the undo bar"] if told.gap < 8 else []
        found += [f"bars leave {told.free:.0%}"] if told.free < 0.5 else []
        places.setdefault(f"{state.side} {page.viewport_size}", set()).add(told.place)
        return found + faults(page)

    assert looked_at(chromium, slug, SIZES, check) == []
    assert {size: len(found) for size, found in places.items()} == dict.fromkeys(places, 1), "the undo bar wanders"


@every_game
def test_with_text_twice_as_large_buttons_grow_and_nothing_is_cut_off(
    launch: Callable[..., Browser], slug: str
) -> None:
    def check(page: Page, _state: State) -> list[str]:
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") in ("32px", "36px"), "no large text"
        told = bars(page)
        found = ["something is under the undo bar"] if told.gap < 0 else []
        found += [f"bars leave {told.free:.0%}"] if told.free < 0.4 else []
        return found + faults(page)

    sizes: dict[str, Sizes] = {"phone": (PHONE,), "board": (BOARD,) if EVERY_STATE else ()}
    assert looked_at(launch(LARGE_TEXT), slug, sizes, check) == []


@pytest.mark.parametrize("large", [False, True])
def test_the_pages_around_the_games_too(launch: Callable[..., Browser], large: bool) -> None:
    found: list[str] = []
    with Served() as served, serving(served) as root:
        board, ann, stranger = served.board, served.device("ann"), served.device("stranger")
        code = board.post("/tables", {"game": "zoo_police"}).headers["Location"].split("/")[1]
        ann.post(f"/{code}/join", {"name": "Ann"})
        for name in ("Bartholomäus", "Cem"):
            board.post(f"/{code}/board/seats", {"add": name})
        table = served.play("zoo_police", "Ann", "Bob", "Cat")
        table.submit("Ann", "draw_crimes", extra=1)
        passed = f"/{table.code}/pass-{served.referee.lobby.seats(table.code)[0].id}"
        pages = [(ann, f"/{code}/seat"), (stranger, f"/{code}"), (ann, "/"), (stranger, "/help"), (board, passed),
                 (stranger, "/score/zoo_police"), (board, f"/{table.code}/board/log?version=1")]  # fmt: skip
        eyes = Eyes(launch(*[LARGE_TEXT] if large else []), served, root)
        boards = [(board, f"/{code}/board"), (board, "/"), *pages[4:]]
        for size, there in ((PHONE, pages), (ON_ITS_SIDE, pages), (BOARD, boards)):
            for device, path in there:
                page = eyes.open(device, path)
                page.set_viewport_size(size)
                found += [f"{path}, {size['width']} wide: {fault}" for fault in faults(page)]
        eyes.close()
    assert found == []


def test_bars_stay_clear_of_notch_and_home_line(chromium: Browser) -> None:
    insets = {"top": 0, "bottom": 34, "left": 47, "right": 47}
    with Served() as served, serving(served) as root:
        table = served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",))
        table.submit("Ann", "draw_crimes", extra=1)
        eyes = Eyes(chromium, served, root)
        page = eyes.open(table.phones["Ann"], f"/{table.code}/seat")
        page.set_viewport_size(ON_ITS_SIDE)
        plain = page.locator("button.undo").bounding_box()
        page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        undo, now = page.locator("button.undo").bounding_box(), page.locator("#now > *").first.bounding_box()
        tool, actions = page.locator(".topbar .tool").first.bounding_box(), page.locator(".actions").bounding_box()
        eyes.close()
    assert plain is not None
    assert undo is not None
    assert plain["y"] - undo["y"] == pytest.approx(insets["bottom"], abs=1)
    assert undo["x"] - plain["x"] == pytest.approx(insets["left"], abs=1)
    for box in (now, tool, actions):
        assert box is not None
        assert box["x"] >= insets["left"]


def test_faults_would_be_found(chromium: Browser) -> None:
    page = chromium.new_page(viewport=PHONE)
    page.set_content("""<style>* { box-sizing: border-box } .b { width: 30px; height: 30px; padding: 0 }</style>
      <button class="b">a</button><button class="b">b</button> <input value="x" style="font-size: 13px; height: 50px">
      <p style="width: 50px; overflow: hidden; white-space: nowrap">much too long</p><div style="width: 999px">w</div>
      <p style="width: 20px">incredible</p>
      <button style="position: absolute; top: 200px; width: 60px; height: 60px">c</button>
      <button style="position: absolute; top: 240px; width: 60px; height: 60px">d</button>""")
    found = " ".join(faults(page))
    page.context.close()
    for kind in (
        "small: button.b",
        "zooms when tapped: input",
        "cut off: p",
        "runs over its edge: p",
        "scrolls sideways",
        "one over the other",
    ):
        assert re.search(kind, found), kind
