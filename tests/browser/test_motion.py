"""What moves explains one change, once; nothing moves for those who don't like it. And one voice says it, once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games import all_games
from tests.browser.table import Screen, Table, record_lines
from tests.games.golden import records

MOVES = {"reduced_motion": "no-preference"}
LISTEN = """() => {
  window.moves = [];
  for (const kind of ["animationstart", "transitionrun"]) document.addEventListener(kind, (event) => {
    const one = event.target, what = event.animationName || event.propertyName;
    if (one.closest("#live") && !one.matches(".button, .choice-mark"))
      window.moves.push(`${what} ${one.getAttribute("class")} ${one.textContent}`.trim());
  });
}"""
SPOKEN = """() => {
  window.spoken = [];
  new MutationObserver((changes) => {
    const said = new Set();
    for (const { target } of changes) {
      const live = (target.closest ? target : target.parentElement).closest("[role=status], [role=alert], [aria-live]");
      if (live && live.innerText.trim()) said.add(`${live.id || live.className}: ${live.innerText.trim()}`);
    }
    window.spoken.push(...said);
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true,
                              attributeFilter: ["hidden"] });
}"""


def moves(screen: Screen) -> list[str]:
    screen.page.wait_for_timeout(300)
    found: list[str] = screen.page.evaluate("window.moves.splice(0)")
    return found


def refreshed(screen: Screen) -> None:
    """Asks for the page's part again, as after every news of the stream."""
    with screen.page.expect_response("**/live"):
        screen.page.evaluate("htmx.trigger(document.getElementById('live'), 'refresh')")


def lines_of(slug: str) -> list[dict[str, Any]]:
    longest = max((path for path in records() if path.parent.parent.name == slug), key=lambda path: path.stat().st_size)
    return record_lines(slug, longest.stem)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_nothing_moves_when_nothing_has_changed(table: Table, slug: str) -> None:
    lines = lines_of(slug)
    table.open_record(lines[: len(lines) // 2], **MOVES)
    phone = table.take_over(lines[0]["seats"][0], **MOVES)
    table.all_settled()
    for screen in (table.board, phone):
        screen.page.wait_for_timeout(1500)
        screen.page.evaluate(LISTEN)
        refreshed(screen)
        assert moves(screen) == [], slug


def guessing(table: Table, **context: Any) -> None:
    lines = record_lines("zoo_police", "whole_game_of_three")
    table.open_record([*lines[:2], {"seat": None, "do": "all_placed"}], **context)
    for name in ("Ann", "Bob", "Cat"):
        table.take_over(name, **context)
    table.all_settled()
    for screen in table.screens:
        screen.page.wait_for_timeout(500)
        screen.page.evaluate(LISTEN)


def test_a_card_is_seen_turning_and_no_other_moves(table: Table) -> None:
    guessing(table, **MOVES)
    table.act("Ann", "guess", owner="Bob", row=2, number=1, shown=4)
    for screen in (table.board, table.phones["Ann"], table.phones["Cat"]):  # Bob's shows something to do instead
        turned = [move for move in moves(screen) if "playing-card" in move]
        assert len(turned) == 1
        assert turned[0].startswith("transform")
        assert "4" in turned[0]


def test_each_point_flies_once(table: Table) -> None:
    guessing(table, **MOVES)
    for row in (1, 2):
        who = table.board.page.locator("#now").inner_text().split()[0]
        table.act(who, "guess", owner="Cat", row=row, number=row, shown=row)
        for screen in table.screens:
            assert sum(move.startswith("fly") for move in moves(screen)) == 1, row


def test_nothing_at_all_moves_for_those_who_want_no_motion(table: Table) -> None:
    guessing(table)
    table.act("Ann", "guess", owner="Bob", row=2, number=3, shown=3)
    for screen in table.screens:
        assert moves(screen) == []


def test_a_change_is_spoken_once_and_not_the_whole_page(table: Table) -> None:
    guessing(table)
    bob = table.phones["Bob"].page
    bob.evaluate(SPOKEN)
    table.act("Ann", "guess", owner="Bob", row=2, number=1, shown=4)
    bob.wait_for_timeout(300)
    said = bob.evaluate("window.spoken.splice(0)")
    assert sum(line.startswith("now:") for line in said) == 1, said
    assert all(len(line) < 200 for line in said), said
    assert len(said) <= 2, said
    refreshed(table.phones["Bob"])
    bob.wait_for_timeout(300)
    assert bob.evaluate("window.spoken.splice(0)") == []


def test_the_focus_stays_when_others_play(table: Table) -> None:
    guessing(table)
    bob = table.phones["Bob"].page
    cell = bob.locator("[data-cell]").nth(3)
    key = cell.get_attribute("data-cell")
    cell.focus()
    table.act("Ann", "guess", owner="Bob", row=2, number=1, shown=4)
    assert bob.evaluate("document.activeElement.dataset.cell") == key
    bob.locator("#log > summary").focus()
    table.board.send("/undo")
    expect(bob.locator('[aria-label="Bob, row 2: face down"]')).to_be_visible()
    assert bob.evaluate("document.activeElement.parentNode.id") == "log"
