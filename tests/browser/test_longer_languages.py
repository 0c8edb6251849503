"""No screen breaks when its sentences are longer by two fifths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.core.record import read_record
from companion.games import all_games
from companion.web.languages import COOKIE
from tests import pseudo
from tests.browser.table import BOARD, PHONE
from tests.gallery import serving
from tests.served import Device, Served
from tests.states import play, screens_of

RECORDS = Path(__file__).parent.parent / "games"

MOMENTS = {
    "zoo_police": {"carry_over": ("draw", "identify", "assign"), "best_three_types": ("score", "over")},
    "zoogitives": {"two_equal_cards": ("setup", "report", "hunt"), "zg_8_fewest_cards": ("check", "over")},
    "zoo_king": {"whole_game_of_three": 4},
    "zoo_panic": {"whole_game_three_players": 3},
    "cops_n_robbers": {"cr_9_arrest": 3},
}
"""The phases of a record whose first moments are looked at; or how many moments, spread over the whole of it."""

BOXES = "button, .button, label, summary, legend, .choice, .segment, .seat, .notice, .playing-card, .step"
"""What is to hold its words."""

FAULTS = """(boxes) => {
  const found = [], root = document.documentElement, wide = root.clientWidth;
  const said = (e) => e.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const name = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")} "${said(e)}"`;
  if (root.scrollWidth > wide) {
    const over = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > wide + 1);
    found.push(`scrolls sideways: ${over.slice(-2).map(name)}`);
  }
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1
    && !e.closest(".unseen, [hidden], svg, select");
  const wider = (e) => e.clientWidth > 2 && e.scrollWidth > e.clientWidth + 1;
  const higher = (e) => e.clientHeight > 2 && e.scrollHeight > e.clientHeight + 2;
  const beside = (one, box) => one.width > 1 && (one.left < box.left - 1 || one.right > box.right + 1
    || one.top < box.top - 3 || one.bottom > box.bottom + 3);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let text; (text = texts.nextNode());) {
    const inner = text.parentElement;
    // Names of people may end in dots: they stand elsewhere in full.
    if (!text.data.trim() || !shown(inner) || inner.closest("bdi, style, script")) continue;
    for (const word of text.data.matchAll(/\\p{L}{4,}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      if (lines.size > 2) found.push(`in ${lines.size} pieces: ${word[0]} in ${name(inner)}`);
    }
    range.selectNodeContents(text);
    for (let e = inner; e !== document.body; e = e.parentElement) {
      const { overflowX } = getComputedStyle(e);
      if (/auto|scroll/.test(overflowX)) break;
      if (overflowX !== "visible" && (wider(e) || higher(e))) { found.push(`cut off: ${name(e)}`); break; }
      if (!e.matches(boxes)) continue;
      const box = e.getBoundingClientRect();
      if ([...range.getClientRects()].some((one) => beside(one, box))) found.push(`out of its box: ${name(e)}`);
      break;
    }
  }
  return [...new Set(found)];
}"""

SPOIL = """() => {
  document.querySelector(".button").style.cssText = "width: 3rem; white-space: nowrap; overflow: hidden";
  document.querySelector("h2").style.cssText = "white-space: nowrap; width: 200vw";
  const hint = document.querySelector("main p");
  hint.style.cssText = "width: 2.5rem; overflow-wrap: anywhere";
}"""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as house:
        pseudo.teach(house.app)
        yield house


@pytest.fixture(scope="module")
def root(served: Served) -> Iterator[str]:
    with serving(served) as address:
        yield address


@pytest.fixture(scope="module")
def pages(chromium: Browser) -> Iterator[dict[str, Page]]:
    """A window for each kind of screen."""
    contexts = {
        "board": chromium.new_context(viewport=BOARD, reduced_motion="reduce"),  # type: ignore[arg-type]
        "seat": chromium.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True),  # type: ignore[arg-type]
    }
    yield {side: context.new_page() for side, context in contexts.items()}
    for context in contexts.values():
        context.close()


def broken(page: Page, root: str, device: Device, path: str) -> list[str]:
    """What is wrong with the page in the longer language."""
    page.context.clear_cookies()
    cookies = {device.served.app.config["DEVICE_COOKIE"]: device.token, COOKIE: pseudo.CODE}
    page.context.add_cookies([{"name": name, "value": value, "url": root} for name, value in cookies.items()])
    answer = page.goto(root + path)
    assert answer is not None
    assert answer.ok, path
    assert pseudo.OPEN in page.inner_text("body"), f"{path} does not speak the longer language"
    page.evaluate("document.querySelectorAll('.game details').forEach((one) => { one.open = true; })")
    faults: list[str] = page.evaluate(FAULTS, BOXES)
    page.goto("about:blank")  # before it hears of what comes next
    return [f"{path.rpartition('/')[2]}: {fault}" for fault in faults]


def wanted(look: Any, at: int, steps: int, moments: Any, seen: set[str]) -> bool:
    if isinstance(moments, int):
        return at in {round(part * steps / (moments - 1)) for part in range(moments)}
    phase = str(look.view.phase)
    new = phase in moments and phase not in seen
    seen.add(phase)
    return new


@pytest.mark.parametrize(
    ("slug", "record", "moments"),
    [(slug, record, moments) for slug, found in MOMENTS.items() for record, moments in found.items()],
)
def test_a_game_holds_longer_sentences_on_the_board_and_on_a_phone(
    slug: str, record: str, moments: Any, served: Served, root: str, pages: dict[str, Page]
) -> None:
    told = read_record((RECORDS / slug / "records" / f"{record}.jsonl").read_text(encoding="utf-8"))
    table = served.play(told.game, *told.seats, phones=(told.seats[0],), seed=told.seed, **told.options)
    seen: set[str] = set()
    looked, wrong = 0, []
    for at, line in enumerate((None, *told.lines)):
        if line is not None:
            play(table, line)
        if not wanted(table.look(), at, len(told.lines), moments, seen):
            continue
        looked += 1
        for _, device, path in screens_of(table):
            faults = broken(pages[path.rpartition("/")[2]], root, device, path)
            wrong += [f"after {at} entries, {fault}" for fault in faults]
    assert looked == (moments if isinstance(moments, int) else len(moments))
    assert wrong == []


def test_every_game_is_looked_at() -> None:
    assert list(MOMENTS) == list(MOMENTS | dict.fromkeys(all_games()))


def test_the_way_to_a_game_holds_longer_sentences(served: Served, root: str, pages: dict[str, Page]) -> None:
    board, ann, stranger = served.board, served.device("ann"), served.device("stranger")
    lobby = board.post("/tables", {"game": "zoo_police"}).headers["Location"]
    code = lobby.split("/")[1]
    ann.post(f"/{code}/join", {"name": "Ann"})
    board.post(f"/{code}/seats", {"add": "Bartholomäus"})
    shown = [
        ("board", board, "/"),
        ("seat", stranger, "/"),
        ("board", board, lobby),
        ("seat", ann, f"/{code}/seat"),
        ("seat", stranger, f"/{code}"),
        ("board", board, "/score/zoo_police"),
        ("seat", board, "/judge/zoo_king"),
        ("seat", board, "/help"),
        ("seat", board, "/paper"),
    ]
    wrong = [fault for side, device, path in shown for fault in broken(pages[side], root, device, path)]
    assert wrong == []


def test_what_does_not_fit_is_found(served: Served, root: str, pages: dict[str, Page]) -> None:
    page = pages["board"]
    assert broken(page, root, served.board, "/") == []
    page.goto(root + "/")
    page.evaluate(SPOIL)
    kinds = {fault.split(":")[0] for fault in page.evaluate(FAULTS, BOXES)}
    page.goto("about:blank")
    assert {"scrolls sideways", "cut off"} <= kinds
    assert any("pieces" in kind for kind in kinds)
