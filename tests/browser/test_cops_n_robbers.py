"""Cops 'n' Robbers on real screens."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import PHONE, Screen, Table, record_lines, serious_faults

GAME = "cops_n_robbers"


def message(screen: Screen, kind: str, card: str) -> None:
    """A telephone visit as people tap it: the kind of message, then the card that was turned up."""
    screen.page.locator(".hunt-kind > summary", has_text=kind).click()
    screen.page.get_by_role("button", name=card, exact=True).click()


def test_a_hunt_ends_with_an_arrest_on_a_board_and_two_phones(table: Table) -> None:
    table.start(GAME, "Ann Bob")
    ann, bob, board = table.phones["Ann"], table.phones["Bob"], table.board
    expect(board.page.get_by_role("img", name="possible, 1 in 25")).to_have_count(25)
    expect(board.page.locator("form").filter(has_text="Arrest throw")).to_have_count(0)

    table.act("Ann", "roll")
    message(ann, "New hiding place", "Church")
    for screen in table.screens:
        expect(screen.page.locator(".hunt-name")).to_have_text("Church, colour unknown")
        expect(screen.page.get_by_role("img", name="possible, 1 in 5")).to_have_count(5)
    table.act("Ann", "next_turn")
    message(bob, "New colour", "Green")
    for screen in table.screens:
        expect(screen.page.locator(".now")).to_contain_text("The suspect is in the green church. Race!")
    table.act("Bob", "next_turn")

    ann.page.locator(".hunt-kind > summary", has_text="New hiding place").click()
    left = ann.page.locator('.hunt-kind[open] button[name="type"]')
    expect(left).to_have_text(["Boat", "Construction site", "Warehouse", "Café"])
    left.first.click()
    for screen in table.screens:
        expect(screen.page.get_by_role("img", name="green boat: the suspect is here")).to_be_visible()
        expect(screen.page.get_by_role("img", name="green church: he was here before")).to_be_visible()
    table.act("Ann", "next_turn")

    table.act("Bob", "arrest", roll=5)
    for screen in table.screens:
        expect(screen.page.locator(".hunt-drama")).to_contain_text("Bob threw a 5: no arrest. Drive away 5 squares.")
    table.act("Bob", "radio", kind="other")
    expect(bob.page.locator(".now")).to_contain_text("Your move is over.")
    expect(bob.page.get_by_role("button", name="Throw on the screen")).to_have_count(0)
    expect(bob.page.get_by_role("button", name="Arrest throw!")).to_have_count(0)
    table.act("Bob", "next_turn")
    ann.page.locator("summary", has_text="own die").click()
    ann.page.locator('button[name="roll"][value="1"]').click()
    for screen in table.screens:
        expect(screen.page.locator(".hunt-drama")).to_contain_text("Ann threw a 1: arrested!")
        expect(screen.page.locator(".hunt-flight > li")).to_have_count(5)


def test_all_hideouts_are_seen_at_once_on_the_board(table: Table) -> None:
    table.start(GAME, "Ann Bob Cat")
    table.act("Ann", "radio", kind="both", type="cafe", colour="green")
    bar = table.board.page.locator(".undo-bar").bounding_box()
    last = table.board.page.locator(".hunt-city tr").last.bounding_box()
    assert bar is not None
    assert last is not None
    assert last["y"] + last["height"] <= bar["y"]


def test_a_message_that_cannot_move_him_says_why(table: Table) -> None:
    table.open_record(record_lines(GAME, "cr_6_final"))
    board = table.board.page
    expect(board.locator(".hunt-here")).to_contain_text("Final hideout.")
    board.locator(".hunt-kind > summary", has_text="New colour").click()
    expect(board.locator(".hunt-kind[open]")).to_contain_text("All five fingerprint cards are turned up")
    expect(board.locator(".hunt-kind[open] button")).to_have_text(["He stays"])


def test_the_board_alone_reshuffles_when_the_radio_pile_is_used_up(table: Table) -> None:
    header, *lines = record_lines(GAME, "cr_8_extended")
    at = next(at for at, line in enumerate(lines) if line["do"] == "reshuffle")
    table.open_record([header, *lines[:at]])
    board = table.board.page
    expect(board.locator(".hunt-reshuffle li")).to_contain_text(["radio cards", "hiding place", "fingerprint"])
    table.play(lines[at : at + 1])
    expect(board.locator(".hunt-name")).to_have_text("Yellow church")
    expect(board.locator(".hunt-count")).to_contain_text("45 left, 0 used")


def test_the_hunt_is_played_without_script(table: Table) -> None:
    lines = record_lines(GAME, "cr_1_to_2_green_boat")
    table.open_record(lines[:1])
    bare = table.screen(PHONE, java_script_enabled=False)
    name = lines[0]["seats"][0]
    bare.goto(f"/{table.code}")
    bare.page.locator(f'form:has-text("{name}") button').last.click()
    bare.page.wait_for_url("**/seat")
    bare.page.locator(".hunt-kind > summary", has_text="New hiding place").click()
    with bare.page.expect_navigation():
        bare.page.get_by_role("button", name="Church", exact=True).click()
    expect(bare.page.locator(".hunt-name")).to_have_text("Church, colour unknown")


def test_the_screens_of_the_hunt_have_no_serious_faults(table: Table) -> None:
    table.start(GAME, "Ann Bob")
    table.act("Ann", "radio", kind="both", type="site", colour="purple")
    for screen in table.screens:
        screen.page.evaluate("document.querySelectorAll('.game details').forEach((one) => { one.open = true })")
        assert serious_faults(screen.page) == []


def test_throws_are_heard_and_felt_only_where_somebody_wants_it(table: Table) -> None:
    table.start(GAME, "Ann Bob")
    for screen in table.screens:
        screen.page.evaluate("window.felt = 0; navigator.vibrate = () => { window.felt += 1; return true; }; 0")
    table.act("Ann", "roll")
    assert [screen.page.evaluate("window.felt") for screen in table.screens] == [0, 0, 0]
    table.phones["Bob"].page.locator("[data-felt]").check(force=True)
    assert table.phones["Bob"].page.evaluate("window.felt") == 1
    table.act("Ann", "next_turn")
    table.act("Bob", "roll")
    felt = {name: phone.page.evaluate("window.felt") for name, phone in table.phones.items()}
    assert felt == {"Ann": 0, "Bob": 2}
