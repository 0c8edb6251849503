"""The end of a game on real screens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, record_lines, serious_faults

CAN_SHARE = """
  navigator.canShare = () => true;
  navigator.share = async (what) => { window.shared = what.files.map((file) => [file.name, file.type, file.size]); };
"""
CANNOT_SHARE = "navigator.canShare = undefined"
GAMES = {
    "zoo_police": "whole_game_of_three",
    "zoogitives": "whole_game_to_a_shared_victory",
    "zoo_king": "whole_game_of_four",
    "zoo_panic": "whole_game_three_players",
    "cops_n_robbers": "cr_9_arrest",
}


def one_before_the_end(table: Table) -> dict[str, Any]:
    header, *lines = record_lines("zoo_panic", "zn_1_five_cages")
    table.open_record([header, *lines[:-1]])
    return {name: value for name, value in lines[-1].items() if value is not None}


def test_the_results_come_with_their_looks_when_the_game_ends_on_an_open_screen(table: Table) -> None:
    last = one_before_the_end(table)
    phone = table.take_over("P1")
    for screen in table.screens:
        screen.page.evaluate("window.stayed = true")
        expect(screen.page.locator(".tale")).to_have_count(0)
    table.play([last])
    for screen in (table.board, phone):
        tale = screen.page.locator(".tale")
        expect(tale).to_be_visible()
        expect(tale).to_have_css("display", "grid")
        expect(tale.locator(".tale-total")).to_have_text(["3", "2"])
        assert screen.page.evaluate("window.stayed")
    table.board.page.locator("#undo button").click()
    for screen in (table.board, phone):
        expect(screen.page.locator(".tale")).to_have_count(0)


def test_the_picture_is_saved_and_where_the_device_can_shared(table: Table) -> None:
    last = one_before_the_end(table)
    table.board.context.add_init_script(CAN_SHARE)
    table.board.page.reload()
    table.play([last])
    board = table.board.page
    board.locator("[data-share]").click()
    table.board.until(lambda: bool(board.evaluate("window.shared")))
    ((name, kind, size),) = board.evaluate("window.shared")
    assert (name, kind) == ("Zoo Panic.png", "image/png")
    assert size > 10_000
    with board.expect_download() as saved:
        board.get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == "Zoo Panic.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_sharing_is_not_offered_where_the_device_cannot(table: Table) -> None:
    last = one_before_the_end(table)
    table.board.context.add_init_script(CANNOT_SHARE)
    table.board.page.reload()
    table.play([last])
    expect(table.board.page.get_by_role("link", name="Save the picture")).to_be_visible()
    expect(table.board.page.locator("[data-share]")).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_results_have_no_serious_faults_and_fit_the_screen(table: Table, game: str) -> None:
    lines = record_lines(game, GAMES[game])
    table.open_record(lines)
    phone = table.take_over(lines[0]["seats"][0])
    for screen in (table.board, phone):
        expect(screen.page.locator(".tale")).to_be_visible()
        screen.page.locator("#numbers > summary").click()
        assert serious_faults(screen.page) == []
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
