"""Zoo Panic on real screens."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.table import PHONE, Table, record_lines, serious_faults, settled

GAME = "zoo_panic"
NAMES = ("Ann", "Bob")


def seat_at_the_tablet(table: Table, **options: Any) -> None:
    """Nobody has a phone."""
    table.open(GAME)
    for name in NAMES:
        table.board.send("/seats", add=name)
        expect(table.board.page.locator("[data-seat]", has_text=name)).to_be_visible()
    expect(table.board.page.locator("#first option").first).to_have_text("The youngest begins: who?")
    before = table.board.revision
    table.board.send("/board/options", **options)
    settled(table.board.page, before, changed=True)
    table.board.send("/board/start", first=table.board.page.locator("[data-seat]").first.get_attribute("data-seat"))
    expect(table.board.page.locator("section.game")).to_be_visible()


def test_a_whole_game_is_played_on_one_tablet_by_pictures_alone(table: Table) -> None:
    seat_at_the_tablet(table, cages=3)
    board = table.board.page

    def roll(die: int) -> None:
        board.locator(f'button[name="die"][value="{die}"]').click()
        expect(board.locator(".panic-far")).to_be_visible()

    def turn_of(name: str) -> None:
        expect(board.locator(".panic-turn")).to_contain_text(name)
        expect(board.locator(".panic-far")).to_have_count(0)

    def picture(field: str, animal: str) -> None:
        board.locator(f".panic-choice:has([name={field}]), .panic-choice[name={field}]").filter(has_text=animal).click()

    turn_of("Ann")
    roll(5)
    expect(board.locator(".panic-steps > li")).to_have_count(5)
    board.locator("summary", has_text="Opened a cage").click()
    expect(board.locator(".panic-found")).to_be_hidden()
    picture("cage", "Lion")
    picture("animal", "Tiger")

    turn_of("Bob")
    expect(board.locator(".panic-player", has_text="Ann")).to_contain_text("Tiger")
    roll(2)
    board.get_by_role("button", name="Took the car on blue 2").click()

    turn_of("Ann")
    roll(1)
    board.locator("summary", has_text="Brought home: Tiger").click()
    picture("found", "Lion")
    expect(board.locator(".panic-cheer")).to_contain_text("Ann brought home: Tiger. A trophy! New in hand: Lion.")

    turn_of("Bob")
    roll(6)
    expect(board.locator(".panic-steps > li")).to_have_count(12)
    board.locator("summary", has_text="Opened a cage").click()
    picture("cage", "Elephant")
    picture("animal", "Elephant")
    expect(board.locator(".panic-cheer")).to_contain_text("Bob found Elephant at home already. A trophy!")

    board.locator('button[name="space"][value="3"]').click()
    expect(board.locator('button[name="space"]')).to_have_count(0)
    turn_of("Ann")
    roll(3)
    board.get_by_role("button", name="Brought home: Lion").click()
    expect(board.locator(".now")).to_contain_text("Ann wins! All the animals are home.")
    expect(board.locator(".panic-animal")).to_have_count(3)
    expect(board.locator(".panic-player", has_text="Ann")).to_contain_text("2")


def test_the_animals_of_the_cages_are_typed_once_and_kept_for_the_next_game(table: Table) -> None:
    table.open(GAME)
    for name in NAMES:
        table.board.send("/seats", add=name)
        expect(table.board.page.locator("[data-seat]", has_text=name)).to_be_visible()
    board = table.board.page
    board.locator("#options > summary").click()
    board.locator("#animals > summary").click()
    board.fill("#animal-1", "Polar bear")
    board.fill("#step-cages", "2")
    board.get_by_role("button", name="Use these house rules").click()
    table.board.until(lambda: board.locator(".panic-spare").count() == 20)
    table.board.send("/board/start", first="")
    expect(board.locator(".panic-cage")).to_have_text(["Polar bear", "Tiger"], use_inner_text=False)
    for line in ({"cage": 1, "animal": 1}, {"cage": 2, "animal": 2}):
        table.act(None, "roll", die=3)
        table.act(None, "open", **line)
    board.get_by_role("button", name="Play again with the same people").click()
    expect(board.locator("#animal-1")).to_have_value("Polar bear")


def test_a_car_goes_back_to_another_blue_space_only(table: Table) -> None:
    header, *lines = record_lines(GAME, "zn_3_the_car")
    at = next(at for at, line in enumerate(lines) if line["do"] == "return_car")
    table.open_record([header, *lines[:at]])
    spaces = table.board.page.locator(".panic-space")
    refused = table.board.page.locator(".panic-space:disabled")
    expect(spaces.first).to_be_visible()
    assert refused.count() == 2
    table.play([{**lines[at], "seat": lines[at]["seat"]}])
    expect(table.board.page.locator(".panic-back")).to_have_count(0)


def test_the_game_is_played_without_script(table: Table) -> None:
    header = record_lines(GAME, "zn_1_five_cages")[0]
    table.open_record([header])
    name = header["seats"][0]
    bare = table.screen(PHONE, java_script_enabled=False)
    bare.goto(f"/{table.code}")
    bare.page.locator(f'form:has-text("{name}") button').last.click()
    bare.page.wait_for_url("**/seat")
    with bare.page.expect_navigation():
        bare.page.locator('button[name="die"][value="4"]').click()
    bare.page.locator("summary", has_text="Opened a cage").click()
    bare.page.locator('[name="cage"][value="1"]').check(force=True)
    with bare.page.expect_navigation():
        bare.page.locator('button[name="animal"][value="3"]').click()
    expect(bare.page.locator(".panic-with")).to_have_count(1)


def test_the_screens_of_the_zoo_have_no_serious_faults(table: Table) -> None:
    table.start(GAME, "Ann Bob")
    table.act("Ann", "roll", die=4)
    table.act("Ann", "open", cage=1, animal=2)
    table.act("Bob", "roll", die=6)
    for screen in table.screens:
        screen.page.evaluate("document.querySelectorAll('.game details').forEach((one) => { one.open = true })")
        assert serious_faults(screen.page) == []
