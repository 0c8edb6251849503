"""Zoo Police on real screens."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image, ImageFilter
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import (
    OFFLINE,
    PHONE,
    SIGNED_OUT,
    USED_LINK,
    Table,
    flat,
    lasting,
    record_lines,
    serious_faults,
    settled,
)

GAME = "zoo_police"
NAMES = "Ann Bob Cat"


def game_in_turn() -> list[dict[str, Any]]:
    """The golden record; where somebody was out of turn, the two turns change places, since phones offer buttons in
    their turn only."""
    lines = record_lines(GAME, "whole_game_of_three")
    for at, line in enumerate(lines):
        if line.pop("overrule", None):
            del line["shown"]  # its owner has entered it
            lines[at], lines[at + 1] = lines[at + 1], line
    return lines


HEADER, *WHOLE_GAME = game_in_turn()
POINTS = {"Ann": "29", "Bob": "22", "Cat": "25"}
UNTIL = {
    do: next(at for at, line in enumerate(WHOLE_GAME) if line["do"] == do)
    for do in ("draw_crimes", "place", "guess", "next_round", "tally")
}
"""How many lines of the whole game come before the first of that name."""


def begun(until: str, more: int = 0) -> list[dict[str, Any]]:
    return [HEADER, *WHOLE_GAME[: UNTIL[until] + more]]


# ---- a whole game --------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played_on_one_board_and_three_phones(table: Table) -> None:
    table.start(GAME, NAMES, readable=True)
    for screen in table.screens:
        screen.page.evaluate("window.neverReloaded = true")
    ann = table.phones["Ann"]
    table.play(WHOLE_GAME[:1])
    ann.mark("r1/1/1/1", "ring-of-ann")  # no button offers it, and no screen may stumble over it
    ann.mark("r1/1/1/by-ann", "out")
    table.play(WHOLE_GAME[1:])
    for screen in table.screens:
        for name, points in POINTS.items():
            expect(screen.page.locator("section.game tr", has_text=name).first).to_contain_text(points)
        expect(screen.page.locator("#live")).to_contain_text("win")
        assert screen.page.evaluate("window.neverReloaded")
    assert b"by-ann" in ann.wire.sent
    for screen in (table.board, table.phones["Bob"], table.phones["Cat"]):
        assert b"text/event-stream" in screen.wire.heard
        assert b"of-ann" not in screen.wire.heard
        assert b"by-ann" not in screen.wire.heard


def test_what_one_player_enters_changes_nothing_on_any_other_screen(table: Table) -> None:
    """The same moves with other secrets: all other screens hear the same, byte for byte, beside versions and tokens."""
    table.start(GAME, NAMES, {"assist": "odds"}, readable=True)
    table.act("Ann", "draw_crimes", extra=1)
    others = (table.board, table.phones["Bob"], table.phones["Cat"])
    told: list[list[str]] = []
    own: list[str] = []
    for numbers, mark in (([5, 3, 1, 2], "out"), ([1, 2, 4, 5], "ring")):
        for screen in table.screens:
            screen.wire.forget()
        table.phones["Ann"].mark("r1/1/2/3", mark)
        table.act("Ann", "place", numbers=numbers)
        told.append([lasting(screen.wire.heard.decode()) for screen in others])
        own.append(lasting(table.phones["Ann"].wire.heard.decode()))
        table.phones["Ann"].send("/undo")
        table.all_settled(str(int(table.board.revision) + 1))
    assert "entering the Suspects" in told[0][0]
    assert own[0] != own[1]
    assert told[0] == told[1]


# ---- joining -------------------------------------------------------------------------------------------------------


def codes_on(page: Page, scale: float) -> list[str]:
    """What a phone's camera reads off the whole screen, from so far away that it is `scale` times as large."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
    size = (round(picture.width * scale), round(picture.height * scale))
    seen = picture.resize(size, Image.Resampling.BILINEAR).filter(ImageFilter.GaussianBlur(0.4))
    return [code.text for code in zxingcpp.read_barcodes(seen)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_reads_the_code_off_the_board_and_lands_in_the_lobby(table: Table, scheme: str) -> None:
    table.open(GAME, color_scheme=scheme)
    code = table.board.page.locator(".qr svg, svg.qr-code").first
    width = (code.bounding_box() or {})["width"]
    address = ""
    for pixels in (width, 150, 100, 75):
        found = codes_on(table.board.page, pixels / width)
        assert len(found) == 1, f"{pixels} pixels wide in {scheme}"
        address = found[0]
    there = urlsplit(address.lower())
    assert (there.scheme, there.port) == ("http", table.server.port)
    assert there.hostname not in ("localhost", "0.0.0.0")
    phone = table.screen(PHONE)
    phone.goto(urlsplit(address).path)
    assert phone.page.url.endswith(f"/{table.code}")
    phone.send("/join", name="Zoë")
    expect(table.board.page.locator("[data-seat]")).to_contain_text("Zoë")


def test_everything_works_without_script(table: Table) -> None:
    """One phone and two people without, to the end of a round, by plain forms and reloading."""
    table.open(GAME, java_script_enabled=False)
    board = table.board
    ann = table.join("Ann", java_script_enabled=False)
    for name in ("Bob", "Cat"):
        board.page.reload()
        board.tap("/board/seats", add=name)
    first = board.page.locator("[data-seat]").first.get_attribute("data-seat") or ""
    board.tap("/board/start", first=first)
    end = next(at for at, line in enumerate(WHOLE_GAME) if line["do"] == "next_round")
    placed = {line["seat"]: line["numbers"] for line in WHOLE_GAME[:end] if line["do"] == "place"}
    for line in WHOLE_GAME[: end + 1]:
        if line["do"] == "place" and line["seat"] != "Ann":
            continue
        if line["do"] == "guess" and line["owner"] == "Cat":
            line = {**line, "shown": placed["Cat"][line["row"] - 1]}
        screen = ann if line["seat"] == "Ann" else board
        screen.page.reload()
        screen.tap_command(line)
        if line["do"] == "all_placed":
            ann.page.reload()
            ann.page.locator("[data-cell]").first.click()
            expect(ann.page.locator("[data-cell]").first).to_have_attribute("data-mark", "out")
    ann.page.reload()
    expect(ann.page.locator("#live")).to_contain_text("Round 2")


def test_a_plain_http_name_is_enough(table: Table, launch: Callable[..., Browser]) -> None:
    """Without a secure context there is neither wake lock nor clipboard, and everything else goes on."""
    browser = launch("--host-resolver-rules=MAP table.test 127.0.0.1")
    table.open_record(begun("place"))
    phone = table.take_over("Ann", browser=browser, host="table.test")
    assert phone.page.evaluate("window.isSecureContext") is False
    table.all_settled()
    table.act("Ann", "place", numbers=[5, 2, 4, 3])
    table.act(None, "all_placed")
    phone.page.locator("[data-cell]").first.click()
    expect(phone.page.locator("[data-cell]").first).to_have_attribute("data-mark", "out")
    expect(phone.page.locator('form:has(input[name="do"][value="guess"])')).to_be_visible()


def test_house_rules_ticked_just_before_the_beginning_count(table: Table) -> None:
    table.open(GAME)
    for name in NAMES.split():
        table.board.send("/board/seats", add=name)
        expect(table.board.page.locator("[data-seat]").filter(has_text=name)).to_be_visible()
    table.board.page.locator("#options > summary").click()
    table.board.page.locator('input[name="open_scores"]').check()
    table.board.send("/board/start", first=table.board.page.locator("[data-seat]").first.get_attribute("data-seat"))
    expect(table.board.page.locator("section.game")).to_contain_text("0 points")


# ---- phones that come and go ---------------------------------------------------------------------------------------


def test_marks_made_without_a_connection_arrive_and_the_present_state_is_there_on_return(table: Table) -> None:
    table.open_record(begun("guess"))
    ann, _ = table.take_over("Ann"), table.take_over("Bob")
    table.all_settled()
    ann.excused = OFFLINE
    ann.context.set_offline(True)
    expect(ann.page.locator("#lost")).to_be_visible()
    cells = ann.page.locator("[data-cell]")
    keys = [cells.nth(at).get_attribute("data-cell") or "" for at in (0, 7)]
    for key in (*keys, keys[1]):
        ann.cell(key).click()
    expect(ann.cell(keys[0])).to_have_attribute("data-mark", "out")
    expect(ann.cell(keys[1])).to_have_attribute("data-mark", "ring")
    before = table.board.revision
    table.board.send("/undo")
    settled(table.board.page, before, changed=True)
    settled(table.phones["Bob"].page, table.board.revision)
    assert ann.revision == before
    ann.context.set_offline(False)
    table.all_settled(table.board.revision)
    expect(ann.page.locator("#lost")).to_be_hidden()
    deadline = time.monotonic() + 20
    while ann.page.evaluate("localStorage.length") and time.monotonic() < deadline:
        ann.page.wait_for_timeout(50)
    elsewhere = ann.tab()
    elsewhere.goto(ann.page.url)
    for key, mark in zip(keys, ("out", "ring"), strict=True):
        expect(elsewhere.locator(f'[data-cell="{key}"]')).to_have_attribute("data-mark", mark)


def test_a_phone_that_reloads_in_its_turn_has_the_same_seat_and_sheet(table: Table) -> None:
    table.open_record(begun("guess"))
    ann = table.take_over("Ann")
    cell = ann.page.locator("[data-cell]").first
    cell.click()
    expect(cell).to_have_attribute("data-mark", "out")
    ann.page.goto("about:blank")
    ann.page.go_back()
    ann.page.reload()
    expect(cell).to_have_attribute("data-mark", "out")
    expect(ann.page.locator("#now")).to_contain_text("Your turn")
    table.act(**WHOLE_GAME[UNTIL["guess"]] | {"shown": 4})


def test_a_hidden_page_closes_its_stream_and_shows_the_present_state_when_it_comes_back(table: Table) -> None:
    table.open_record(begun("guess"))
    ann = table.take_over("Ann")
    table.all_settled()
    assert ann.wire.open_streams == 1
    ann.hide(True)
    expect(ann.page.locator("html")).to_be_attached()
    ann.until(lambda: ann.wire.open_streams == 0)
    before = ann.revision
    table.board.send("/undo")
    settled(table.board.page, before, changed=True)
    assert ann.revision == before
    ann.hide(False)
    settled(ann.page, table.board.revision)
    ann.until(lambda: ann.wire.open_streams == 1)


def test_a_seat_moves_to_another_phone_by_its_private_link_and_the_old_phone_says_so_by_itself(table: Table) -> None:
    table.open_record(begun("guess"))
    old = table.take_over("Ann")
    table.all_settled()
    seat = table.board.page.locator('form[action$="/board/link"]:has(input[name="seat"])').first
    table.board.send("/board/link", seat=seat.locator('input[name="seat"]').get_attribute("value"))
    table.board.page.wait_for_url("**/link")
    link = urlsplit(codes_on(table.board.page, 1)[0])
    table.board.page.go_back()
    old.excused = SIGNED_OUT
    new = table.phones["Ann"] = table.screen(PHONE)
    new.goto(link.path)
    new.send(link.path)
    new.page.wait_for_url("**/seat")
    expect(old.page.locator("main")).to_contain_text("moved to another phone")
    expect(old.page.locator('form:has(input[name="do"])')).to_have_count(0)
    late = table.screen(PHONE)
    late.excused = USED_LINK
    late.goto(link.path)
    expect(late.page.locator("main")).to_contain_text("works once")
    expect(late.page.locator("form[method=post]")).to_have_count(0)
    expect(new.page.locator("#now")).to_contain_text("Your turn")
    before = table.board.revision
    new.command("guess", {"owner": "Bob", "row": "4", "number": "4", "shown": "4"})
    settled(table.board.page, before, changed=True)


def test_two_tabs_of_one_seat_both_follow(table: Table) -> None:
    table.open_record(begun("guess"))
    ann = table.take_over("Ann")
    second = ann.tab()
    second.goto(ann.page.url)
    table.act(**WHOLE_GAME[UNTIL["guess"]])
    settled(second, table.board.revision)
    key = second.locator("[data-cell]").first.get_attribute("data-cell") or ""
    second.locator(f'[data-cell="{key}"]').click()
    expect(ann.cell(key)).to_have_attribute("data-mark", "out")


def test_a_half_filled_count_survives_somebody_elses_count(table: Table) -> None:
    table.open_record(begun("tally"))
    ann, bob = table.take_over("Ann"), table.take_over("Bob")
    table.all_settled()
    typed = ann.page.locator('input[name="types.pink.neutral"]')
    typed.fill("6")
    stepper = ann.page.locator('[data-stepper]:has(input[name="types.brown.own"])')
    stepper.locator('[data-step="1"]').click()
    bob_line = next(line for line in WHOLE_GAME if line["do"] == "tally" and line["seat"] == "Bob")
    table.act(**bob_line)
    expect(typed).to_have_value("6")
    expect(ann.page.locator('input[name="types.brown.own"]')).to_have_value("1")
    assert bob.revision == ann.revision
    table.act(**next(line for line in WHOLE_GAME if line["do"] == "tally" and line["seat"] == "Ann"))


# ---- for everybody -------------------------------------------------------------------------------------------------


def test_axe_finds_nothing_serious_on_home_join_and_lobby(table: Table) -> None:
    table.open(GAME)
    phone = table.screen(PHONE)
    for path in ("/", f"/{table.code}", "/help", f"/score/{GAME}"):
        phone.goto(path)
        assert serious_faults(phone.page) == [], path
    ann = table.join("Ann")
    expect(table.board.page.locator("[data-seat]")).to_have_count(1)
    assert serious_faults(ann.page) == []
    assert serious_faults(table.board.page) == []


@pytest.mark.parametrize("phase", [*UNTIL, "end"])
def test_axe_finds_nothing_serious_in_any_phase(table: Table, phase: str) -> None:
    table.open_record([HEADER, *WHOLE_GAME] if phase == "end" else begun(phase))
    ann = table.take_over("Ann")
    table.all_settled()
    ann.page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert serious_faults(ann.page) == []
    assert serious_faults(table.board.page) == []


# ---- one tablet for all ---------------------------------------------------------------------------------------------


def pass_to(table: Table, name: str) -> None:
    page = table.board.page
    page.locator('a[href*="/pass-"]', has_text=name).click()
    expect(page.locator("h2")).to_contain_text(f"{name}, take the tablet")
    expect(page.locator("#live")).to_have_count(0)
    page.locator("#uncover button").click()
    expect(page.locator("#done")).to_be_visible()


def test_a_round_is_played_on_one_tablet_that_is_passed_round(table: Table) -> None:
    """Cards entered behind the curtain answer the guesses; reloading, the back key and putting it away cover again."""
    table.open_record(begun("place"))
    board, page = table.board, table.board.page
    first, second = UNTIL["draw_crimes"] + 1, UNTIL["next_round"]
    placed = {line["seat"]: line["numbers"] for line in WHOLE_GAME[first:second] if line["do"] == "place"}
    for name in NAMES.split():
        pass_to(table, name)
        numbers = placed.get(name, [1, 2, 3, 4])
        page.locator("details.cover > summary").first.click()
        board.command("place", flat({"numbers": numbers}))
        expect(page.locator('details[id^="mine-"]')).to_have_count(1)
        page.locator("#done").click()
        expect(page.locator("#screen")).to_have_attribute("data-side", "board")
        expect(page.locator('details[id^="mine-"]')).to_have_count(0)
    expect(page.locator("#now")).to_contain_text("points at a card")
    pass_to(table, "Ann")
    page.locator("[data-cell]").first.click()
    expect(page.locator("[data-cell]").first).to_have_attribute("data-mark", "out")
    page.reload()
    expect(page.locator("#uncover")).to_be_visible()
    expect(page.locator("[data-cell]")).to_have_count(0)
    page.locator("#uncover button").click()
    expect(page.locator("[data-cell]").first).to_have_attribute("data-mark", "out")
    page.locator("#done").click()
    expect(page.locator("#screen")).to_have_attribute("data-side", "board")
    page.go_back()
    expect(page.locator("#uncover")).to_be_visible()
    page.locator("#uncover button").click()
    expect(page.locator("#done")).to_be_visible()
    board.hide(True)
    expect(page.locator("#uncover")).to_be_visible()
    board.hide(False)
    page.locator('#screen a[href$="/board"]').click()
    while (form := page.locator('form:has(input[name="do"][value="guess"])')).count():
        before = board.revision
        form.locator('input[name="also"]').first.check(force=True)
        form.locator('input[name="number"]').first.check(force=True)
        form.locator(".guess-known button").click()
        settled(page, before, changed=True)
    expect(page.locator("section.game")).to_contain_text("takes all Suspects back")


def test_a_private_page_nobody_taps_covers_itself_and_a_phone_ends_it(table: Table) -> None:
    table.open_record(begun("guess"))
    page = table.board.page
    table.board.excused = (*SIGNED_OUT, "htmx:error: timeout")  # a clock that leaps hurries the network, too
    page.clock.install()
    pass_to(table, "Bob")
    page.clock.run_for(50_000)
    page.locator("#now").click()
    page.clock.run_for(50_000)
    expect(page.locator("#done")).to_be_visible()
    page.clock.run_for(11_000)
    expect(page.locator("#uncover")).to_be_visible()
    expect(page.locator("#done")).to_have_count(0)
    page.locator("#uncover button").click()
    expect(page.locator("#done")).to_be_visible()
    table.take_over("Bob")
    page.clock.run_for(1_000)
    expect(page.locator("main")).to_contain_text("a phone of its own")
    expect(page.locator("#live")).to_have_count(0)
