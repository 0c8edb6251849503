"""Zoogitives on real screens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games.zoogitives.model import Cards, Die
from companion.games.zoogitives.worldmap import marker_of
from tests.browser.table import PHONE, Screen, Table, record_lines, serious_faults, settled

GAME = "zoogitives"
NAMES = "Ann Bob Cat Dee"
HANDS = {
    "Ann": Cards("Lemon", "combat", "Sydney"),
    "Bob": Cards("Bone", "disguises", "Beijing"),
    "Cat": Cards("Murphy", "hacking", "Rio"),
    "Dee": Cards("Brown", "getaways", "Paris"),
}
DICE = (
    Die("Lemon", "hacking", "Paris"),
    Die("Bone", "combat", "Beijing"),
    Die("Berry", "safes", "Sydney"),
    Die("Murphy", "disguises", "ticket"),
    Die("Brown", "getaways", "ticket"),
    Die("Amber", "theft", "ticket"),
)


def hand(name: str) -> dict[str, Any]:
    cards = HANDS[name]
    return {"crook": cards.crook, "expertise": cards.expertise, "hideout": cards.hideout}


class Play:
    """Dee counts in the head, all others let the phone count."""

    def __init__(self, table: Table) -> None:
        self.table, self.dice = table, list(DICE)

    def lay(self) -> None:
        dice = [{"crook": die.crook, "expertise": die.expertise, "at": die.at} for die in self.dice]
        self.table.act(None, "set_dice", dice=dice)

    def tell(self, do: str) -> None:
        """All at once, as people do."""
        before = int(self.table.board.revision)
        for name in NAMES.split():
            fields = {"marker": str(marker_of(HANDS[name], tuple(self.dice)))} if name == "Dee" else {}
            self.table.phones[name].command(do, fields)
        self.table.all_settled(str(before + len(HANDS)))

    def begin(self, **options: str) -> None:
        self.table.start(GAME, NAMES, options or None, readable=True)
        for name in NAMES.split()[:3]:
            self.table.act(name, "take_cards", **hand(name))
        self.lay()
        self.tell("report")

    def move(self, name: str, number: int, to: Any) -> None:
        die = self.dice[number - 1]
        self.table.act(name, "investigate", die=number, to=to)
        self.dice[number - 1] = Die(die.crook, die.expertise, to)
        self.tell("announce")

    def ask(self, asker: str, opponent: str) -> None:
        self.table.act(asker, "ask", opponent=opponent, **hand(opponent))


def says(screen: Screen, words: str) -> None:
    expect(screen.page.locator(".now")).to_contain_text(words)


def test_four_phones_play_to_a_shared_victory_one_without_its_cards(table: Table) -> None:
    play = Play(table)
    play.begin()
    ann, bob, cat, dee = (table.phones[name] for name in NAMES.split())
    says(ann, "Your turn")
    play.move("Ann", 4, "Rio")
    table.act("Ann", "capture", card="crook")
    play.move("Bob", 1, "ticket")
    play.move("Cat", 5, "Johannesburg")
    table.act("Dee", "capture", card="hideout")
    play.move("Dee", 4, "ticket")

    for opponent in ("Bob", "Cat"):
        play.ask("Ann", opponent)
        says(ann, "Yes! You must ask the next opponent")
    play.ask("Ann", "Dee")
    says(dee, "Ann asks you: is it Brown, getaways, Paris?")
    table.act("Dee", "answer", to="Ann", yes="yes")
    for opponent in ("Ann", "Bob", "Cat"):
        play.ask("Dee", opponent)
    says(dee, "Turn up the card under your chip.")
    table.act("Dee", "turn_up", value="Paris")

    for screen in table.screens:
        says(screen, "Ann and Dee share the victory!")
    assert b"asks: is this you?" in dee.wire.heard
    for screen in (bob, cat, table.board):
        assert b"asks: is this you?" not in screen.wire.heard


def test_a_whole_check_is_played_at_the_board_alone(table: Table) -> None:
    lines = record_lines(GAME, "zg_7_two_checks")
    first = next(at for at, line in enumerate(lines) if line.get("do") == "ask")
    after = next(at for at, line in enumerate(lines) if at > first and line["do"] == "investigate")
    table.open_record(lines[:first])
    board = table.board.page
    expect(board.locator(".curtain")).to_contain_text("Pass the tablet to")
    for line in lines[first:after]:
        said = {"as": line["seat"], "yes": "yes" if line["yes"] else "no"} if line["do"] == "answer" else {}
        table.act(**{**line, **said})
    says(table.board, "Ann’s turn")


def test_a_hypothesis_half_tapped_survives_what_others_do_and_is_gone_once_shown(table: Table) -> None:
    lines = record_lines(GAME, "zg_7_two_checks")
    asked = next(at for at, line in enumerate(lines) if line.get("do") == "ask")
    moved = max(at for at in range(asked) if lines[at].get("do") == "investigate")
    chips = [{"seat": seat, "do": "capture"} for seat in ("Bob", "Cat")]
    table.open_record([*lines[:moved], *chips, *lines[moved:asked]])
    bob = table.take_over("Bob")
    table.take_over("Cat")
    curtain = table.board.page.locator(".curtain", has_text="Ann")
    curtain.locator("summary").click()
    taps = (
        (table.board, curtain.locator('form:has(input[name="do"][value="ask"])'), "Cat"),
        (bob, bob.page.locator('form:has(input[name="do"][value="ask"])'), "Ann"),
    )
    for _, form, opponent in taps:
        form.locator(f'label:has(input[name="opponent"][value="{opponent}"])').click()
        for value in ("Amber", "theft"):
            form.locator(f'label:has(input[value="{value}"])').click()
    table.act("Cat", "ask", opponent="Bob", crook="Amber", expertise="theft", hideout="Rio")
    for screen, form, _ in taps:
        expect(form.locator("input:checked")).to_have_count(3)
        before = screen.revision
        form.locator('label:has(input[value="Paris"])').click()
        form.locator("button").last.click()
        settled(screen.page, before, changed=True)
        table.all_settled(screen.revision)
    expect(curtain).not_to_have_attribute("open", "")
    expect(table.board.page.locator('form:has(input[name="do"][value="ask"]) input:checked')).to_have_count(0)


def test_what_is_certain_explains_itself_with_and_without_script(table: Table) -> None:
    table.open_record(record_lines(GAME, "zg_6_after_the_report"))
    ann = table.take_over("Ann")
    mark = ann.page.locator('a[aria-label="Bob, Lemon: impossible. Why?"]')
    where = mark.get_attribute("href")
    mark.click()
    expect(ann.page.locator("#why")).to_contain_text("Bob can’t have Lemon")
    expect(ann.page.locator("#why")).to_contain_text("You have Lemon yourself.")
    ann.goto(str(where))
    expect(ann.page.locator("#why")).to_contain_text("You have Lemon yourself.")
    ann.page.get_by_text("Back to the game").last.click()
    says(ann, "Your turn")


def test_the_best_investigations_come_on_demand(table: Table) -> None:
    table.open_record(record_lines(GAME, "zg_6_after_the_report"))
    ann = table.take_over("Ann")
    expect(ann.page.locator(".zg-best")).to_have_count(0)
    ann.page.locator("#later a").click()
    expect(ann.page.locator(".zg-best > li")).to_have_count(5)
    ann.page.locator(".zg-best button").first.click()
    says(ann, "Announce your marker")


def test_a_tap_goes_from_cross_to_question_mark_to_tick(table: Table) -> None:
    table.open_record(record_lines(GAME, "zg_6_after_the_report"))
    cat = table.take_over("Cat")
    cell = cat.cell("0/crook/Lemon")
    for mark in ("out", "ask", "check", "", "out"):
        cell.click()
        expect(cell).to_have_attribute("data-mark", mark)
    cat.page.wait_for_load_state("networkidle")
    cat.page.reload()
    expect(cell).to_have_attribute("data-mark", "out")


def test_when_nothing_fits_the_sheet_names_what_must_be_wrong_and_it_is_put_right(table: Table) -> None:
    table.open_record(record_lines(GAME, "zg_6_someone_erred"))
    ann, bob = table.take_over("Ann"), table.take_over("Bob")
    expect(ann.page.locator(".notice-doubt")).to_contain_text("Somebody erred")
    expect(ann.page.locator("#sheet .zg-correct")).to_have_count(2)
    expect(ann.page.locator("#sheet .zg-correct legend")).to_contain_text(["Bob said 3", "Bob said 2"])
    table.act("Bob", "correct", of="Bob", announcement=1, marker=3)
    expect(ann.page.locator(".notice-doubt")).to_have_count(0)
    expect(bob.page.locator("#history")).to_contain_text("corrected")


def test_the_others_turn_up_a_card_of_whoever_broke_the_code(table: Table) -> None:
    table.open_record(record_lines(GAME, "zg_6_someone_erred"))
    bob = table.take_over("Bob")
    expect(bob.page.locator("#thieves-code summary")).to_contain_text(["Thieves’ Code", "Ann turns up", "Cat turns up"])
    table.act("Bob", "penalty", offender="Ann", card="hideout")
    expect(table.board.page.locator(".zg-player", has_text="Ann")).to_contain_text("Paris")
    expect(table.board.page.locator(".zg-player", has_text="Ann")).to_contain_text("2 chances")
    table.act("Bob", "penalty", offender="Cat", card="crook", value="Bone")
    expect(table.board.page.locator(".zg-player", has_text="Cat")).to_contain_text("Bone")


def test_a_die_is_moved_and_cards_are_entered_without_script(table: Table) -> None:
    table.open(GAME)
    bare = table.screen(PHONE, java_script_enabled=False)
    bare.goto(f"/{table.code}")
    bare.page.locator('input[name="name"]').fill("Ann")
    bare.page.locator('form[action$="/join"] button').last.click()
    table.join("Bob")
    expect(table.board.page.locator("[data-seat]")).to_have_count(2)
    first = table.board.page.locator("[data-seat]", has_text="Ann").get_attribute("data-seat")
    table.board.send("/board/start", first=first)
    expect(table.phones["Bob"].page.locator("section.game")).to_be_visible()
    bare.goto(f"/{table.code}/seat")
    bare.tap_command({"do": "take_cards", **hand("Ann")})
    says(bare, "Deal everyone")
    table.phones["Ann"] = bare
    dice = [{"crook": die.crook, "expertise": die.expertise, "at": die.at} for die in DICE]
    table.board.command("set_dice", {f"dice.{n}.{k}": v for n, die in enumerate(dice, 1) for k, v in die.items()})
    expect(table.phones["Bob"].page.locator(".zg-earth")).to_be_visible()
    bare.goto(f"/{table.code}/seat")
    bare.tap_command({"do": "report"})
    table.phones["Bob"].command("report", {"marker": "2"})
    says(table.phones["Bob"], "Ann’s turn")
    bare.goto(f"/{table.code}/seat")
    bare.tap_command({"do": "investigate", "die": 4, "to": "Rio", "crook": "Amber"})
    says(bare, "Announce your marker")


@pytest.mark.parametrize("name", ["zg_6_after_the_report", "zg_6_someone_erred", "zg_8_shared_victory"])
def test_axe_finds_nothing_serious(table: Table, name: str) -> None:
    table.open_record(record_lines(GAME, name))
    for screen in (table.take_over("Ann"), table.board):
        screen.page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        assert serious_faults(screen.page) == []
