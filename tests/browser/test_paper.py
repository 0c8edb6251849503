"""Paper as the printer gets it: what Chromium makes of every sheet, on both sizes of paper."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page

from companion.games import all_games
from companion.web.languages import COOKIE
from companion.web.paper import KINDS, PAPERS, kinds_of
from tests.browser.table import BOARD, PHONE, Table, serious_faults
from tests.gallery import serving
from tests.pseudo import CODE, teach
from tests.served import Served

BOXES = {"a4": (595, 842), "letter": (612, 792)}
"""Points."""
PEOPLE = ("Ann", "Bartholomew", "Cat", "Dan", "Eve", "Ferdinand the Great Magician")

FAULTS = """() => {
  // What does not fit the room that both papers have, or is too small to read or to write in.
  const MM = 96 / 25.4, WIDE = 190, HIGH = 259, found = [];
  for (const leaf of document.querySelectorAll(".leaf")) {
    leaf.style.width = `${WIDE}mm`;
    const box = leaf.getBoundingClientRect();
    if (box.height > HIGH * MM + 1) found.push(`a leaf is ${Math.round(box.height / MM)} mm high`);
    for (const one of leaf.querySelectorAll("*")) {
      if (one.closest(".unseen, svg, colgroup")) continue;
      const at = one.getBoundingClientRect(), style = getComputedStyle(one);
      const name = `${one.tagName} .${one.className} ${one.textContent.trim().slice(0, 30)}`;
      if (at.right > box.right + 1.5 || at.left < box.left - 1.5) found.push(`${name}: beside the paper`);
      if (parseFloat(style.fontSize) < 10 * 96 / 72 - 0.1) found.push(`${name}: letters of ${style.fontSize}`);
      const line = parseFloat(style.borderTopWidth);
      if (line && line < 0.5 * 96 / 72) found.push(`${name}: a line of ${style.borderTopWidth}`);
      if (one.matches("td, .tick") && Math.min(at.width, at.height) < 6.95 * MM)
        found.push(`${name}: ${(at.width / MM).toFixed(1)} by ${(at.height / MM).toFixed(1)} mm to write in`);
      if (one.scrollWidth > one.clientWidth + 2 && one.clientWidth && style.display !== "inline")
        found.push(`${name}: runs over by ${one.scrollWidth - one.clientWidth}`);
    }
  }
  return found;
}"""


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """The size of each page, in points."""
    boxes = re.findall(rb"/Type /Page\b.*?/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf, re.DOTALL)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as house:
        yield house


def sheets(served: Served) -> list[str]:
    """The addresses of everything blank, and of everything with the names of as many people as can play."""
    found = []
    for slug, game in all_games().items():
        table = served.play(slug, *PEOPLE[: game.seats[-1]])
        with served.app.app_context():
            kinds = kinds_of(slug)
        for kind in kinds:
            found += [f"/paper/{slug}/{kind}", f"/{table.code}/board/paper/{kind}"]
    return [*found, f"/{table.code}/board/paper/tent"]


def opened(browser: Browser, root: str, **cookies: str) -> Page:
    context = browser.new_context(viewport=BOARD, reduced_motion="reduce")
    context.add_cookies([{"name": name, "value": value, "url": root} for name, value in cookies.items()])
    return context.new_page()


def test_every_sheet_prints_a_page_for_each_leaf_on_a4_and_on_letter(chromium: Browser, served: Served) -> None:
    wrong = []
    with serving(served) as root:
        page = opened(chromium, root, **{served.app.config["DEVICE_COOKIE"]: served.board.token})
        for path in sheets(served):
            for paper in PAPERS:
                page.goto(f"{root}{path}?paper={paper}")
                leaves = page.locator(".leaf").count()
                printed = pages_of(page.pdf(prefer_css_page_size=True))
                if not leaves or printed != [BOXES[paper]] * leaves:
                    wrong.append((path, paper, leaves, printed))
        page.context.close()
    assert wrong == []


@pytest.mark.parametrize("language", ["en", CODE])
def test_nothing_is_cut_off_or_too_small_in_any_language(chromium: Browser, served: Served, language: str) -> None:
    """`CODE` is a language whose sentences are longer by two fifths."""
    pseudo = teach(served.app)
    wrong = {}
    with serving(served) as root:
        cookies = {served.app.config["DEVICE_COOKIE"]: served.board.token, **pseudo, COOKIE: language}
        page = opened(chromium, root, **cookies)
        page.emulate_media(media="print")
        for path in sheets(served):
            page.goto(root + path)
            if found := page.evaluate(FAULTS):
                wrong[path] = found
        page.context.close()
    assert wrong == {}, str(wrong)


def test_a_printed_card_is_scanned_and_opens_its_seat(table: Table) -> None:
    table.open("zoo_police")
    board = table.board
    for name in ("Ann", "Bob", "Cat"):
        board.send("/seats", add=name)
        board.page.locator("[data-seat]", has_text=name).wait_for()
    board.goto(f"/{table.code}/board/paper")
    assert serious_faults(board.page) == []
    board.page.locator("#cards button").click()
    board.page.locator(".leaf").wait_for()
    assert serious_faults(board.page) == []
    board.page.emulate_media(media="print", color_scheme="dark")
    for name, card in zip(("Ann", "Bob", "Cat"), board.page.locator(".join").all(), strict=True):
        (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(card.screenshot())).convert("L"))
        assert code.text == card.locator(".join-address").inner_text()
        phone = table.phones[name] = table.screen(PHONE)
        phone.page.goto(code.text)
        phone.page.locator("form button").last.click()
        phone.page.wait_for_url("**/seat")
        assert name in phone.live.inner_text()


@pytest.mark.parametrize("kind", KINDS)
def test_the_preview_is_a_white_sheet_that_a_phone_can_show_too(table: Table, kind: str) -> None:
    phone = table.screen(PHONE)
    phone.goto(f"/paper/zoogitives/{kind}?paper=a4")
    assert serious_faults(phone.page) == []
    leaf = phone.page.locator(".leaf").first
    box = leaf.bounding_box()
    assert box is not None
    assert box["width"] <= PHONE["width"]
    assert abs(box["height"] / box["width"] - 297 / 210) < 0.01
    assert leaf.evaluate("leaf => getComputedStyle(leaf).backgroundColor") == "rgb(255, 255, 255)"
    printed = phone.page.evaluate("""() => new Promise((done) => {
      window.print = () => done(true);
      document.querySelector("[data-print]").click();
      setTimeout(() => done(false), 2000);
    })""")
    assert printed
