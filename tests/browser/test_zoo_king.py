"""Zoo King on real screens."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.table import PHONE, Table, record_lines, serious_faults

GAME = "zoo_king"
OPEN = """document.querySelectorAll('.game details:not(.king-row, .king-kind, #catalogue, #decided), #row-new')
.forEach((one) => { one.open = true })"""
EIGHTEEN = (
    *["Admission"] * 7, *["Exhibit Exchange"] * 3, *["Animal Show"] * 2, *["Donation Drive"] * 2, "Made for TV",
    "Government Stimulus", "Animal Escape", "Ad Campaign",
)  # fmt: skip
HEADER = {"record": 1, "game": GAME, "seats": ["Ann", "Bob", "Cat"], "options": {"mode": "awards"}, "seed": 1}


def before_the_awards() -> list[dict[str, Any]]:
    """Three players, eighteen turns: the next card is the first award."""
    turns = [[{"do": "draw_event", "seat": None, "event": e}, {"do": "end_turn", "seat": None}] for e in EIGHTEEN]
    return [HEADER, *[line for turn in turns for line in turn]]


def zoo(lines: int) -> list[dict[str, Any]]:
    return record_lines(GAME, "whole_game_of_three")[: lines + 1]


def count(table: Table, award: str, counts: dict[str, int], ties: dict[str, int] | None = None) -> None:
    """With `ties`, those who are asked tell their tie-break afterwards."""
    table.act("Ann", "draw_award", award=award)
    for seat, value in counts.items():
        table.act(seat, "count", value=value)
    for seat, tiebreak in (ties or {}).items():
        table.act(seat, "count", tiebreak=tiebreak)


def turns(table: Table, *events: str) -> None:
    for seat, event in zip(("Ann", "Cat", "Bob"), events, strict=True):
        table.act(seat, "draw_event", event=event)
        table.act(seat, "end_turn")


def test_three_phones_and_a_board_give_the_awards_of_all_phases(table: Table) -> None:
    table.open_record(before_the_awards())
    board = table.board.page
    for name in ("Ann", "Bob", "Cat"):
        table.take_over(name)
    bob = table.phones["Bob"].page

    expect(board.locator(".king-next")).to_contain_text("award")
    table.act("Ann", "draw_award", award="Most Animals")
    for name in ("Ann", "Bob", "Cat"):
        expect(table.phones[name].page.locator("#now.now-yours")).to_contain_text("count your animals")
    table.act("Ann", "count", value=7)
    expect(table.phones["Ann"].page.locator("#now.now-yours")).to_have_count(0)
    expect(bob.locator(".king-waiting li", has_text="Ann")).to_contain_text("counted")
    expect(bob.locator(".king-waiting")).not_to_contain_text("7")
    for seat, value in (("Bob", 5), ("Cat", 4)):
        table.act(seat, "count", value=value)
    expect(board.locator(".king-verdict").first).to_contain_text("7 animals: the most of all.")

    count(table, "Big Cat King", {"Ann": 1, "Bob": 3, "Cat": 3}, {"Bob": 9, "Cat": 7})
    expect(bob.locator(".king-verdict").first).to_contain_text("decides: 9 for Bob")

    table.act("Ann", "draw_award", award="High Flyer")
    table.act("Ann", "count", value=2)
    table.act("Cat", "count", value=0)
    table.act("Bob", "count", value=2)
    expect(bob.locator('form:has([name="tiebreak"])').first).to_be_visible()
    expect(table.phones["Cat"].page.locator('form:has([name="do"][value="count"])')).to_have_count(0)
    table.act("Bob", "count", tiebreak=5)
    table.act("Ann", "count", tiebreak=5)
    expect(board.locator(".king-verdict").first).to_contain_text("goes to the bottom of the event deck")
    expect(board.locator(".king-coming")).to_contain_text("High Flyer")

    turns(table, "Animal Rescue", "Animal Checkups", "Corporate Sponsor")
    count(table, "Staff of the Year", {"Ann": 1, "Bob": 0, "Cat": 2})
    count(table, "Most Profitable Zoo", {"Ann": 900, "Bob": 400, "Cat": 300})
    count(table, "Most Dangerous", {"Ann": 1, "Bob": 4, "Cat": 2})
    turns(table, "Animal Rescue", "unlisted", "unlisted")
    count(table, "Most Diverse", {"Ann": 2, "Bob": 2, "Cat": 2}, {"Ann": 1, "Bob": 1, "Cat": 1})
    count(table, "Top Conservationist", {"Ann": 1, "Bob": 1, "Cat": 6})
    expect(board.locator(".king-points")).to_have_text(["2 of 3"] * 3)
    count(table, "Best-Themed", {"Ann": 3, "Bob": 3, "Cat": 1}, {"Ann": 8, "Bob": 8})
    count(table, "Most Prestigious Zoo", {"Ann": 20, "Bob": 20, "Cat": -1}, {"Ann": 2, "Bob": 2})
    expect(board.locator('[name="award"]')).to_have_count(0)
    expect(table.phones["Ann"].page.locator('[name="award"]')).to_contain_text("drawn again: a tie is shared")
    count(table, "High Flyer", {"Ann": 2, "Bob": 2, "Cat": 0}, {"Ann": 5, "Bob": 5})
    for screen in table.screens:
        expect(screen.page.locator(".king-shared").first).to_contain_text("share it")
        expect(screen.page.locator(".state-won")).to_contain_text("Shared victory!")


def test_a_new_animal_is_bought_once_with_its_facts_and_then_in_two_taps(table: Table) -> None:
    table.open_record(zoo(4))
    board = table.board.page
    name = board.locator("#now").inner_text().split()[0]
    phone = table.take_over(name).page
    table.act(name, "draw_event", event="Government Stimulus")
    phone.locator("#buy-fold > summary").click()
    phone.locator("#row-new > summary").click()
    fresh = phone.locator("form:has(#buy-new-card)")
    fresh.locator("#buy-new-card").fill("Okapi")
    for field, value in (
        ("price", "100"),
        ("stars", "3"),
        ("habitats", "Jungle"),
        ("types", "none"),
        ("from", "market"),
    ):
        fresh.locator(f'[name="{field}"][value="{value}"]').check(force=True)
    fresh.get_by_role("button", name="Buy it").click()
    expect(board.locator(".king-zoo", has_text=name)).to_contain_text("Okapi")
    phone.locator("#row-Zebra > summary").click()
    expect(phone.locator("#row-Zebra")).to_contain_text("200 list price")
    phone.locator("#row-Zebra button").first.click()
    expect(board.locator(".king-zoo", has_text=name)).to_contain_text("Zebra")
    expect(phone.locator("#money .cover-body")).to_be_hidden()
    expect(board.locator("#money")).to_have_count(0)


def test_names_are_added_one_after_the_other_without_a_tap(table: Table) -> None:
    table.open(GAME)
    board = table.board.page
    board.locator('[name="add"]').click()
    for name in ("Ann", "Bob", "Cat"):
        board.keyboard.type(name)
        board.keyboard.press("Enter")
        expect(board.locator("[data-seat]", has_text=name)).to_be_visible()
        expect(board.locator('[name="add"]')).to_have_value("")
    expect(board.locator("[data-seat]")).to_have_count(3)


def test_a_set_up_step_stays_ticked_when_somebody_else_acts(table: Table) -> None:
    table.open_record(zoo(0))
    board = table.board.page
    tick = board.locator("#did-pile-1")
    tick.check(force=True)
    table.act(None, "draw_lots")
    expect(tick).to_be_checked()


def test_an_award_is_decided_without_a_table(table: Table) -> None:
    page = table.board_screen().page
    page.goto(table.board.root + "/")
    page.get_by_role("link", name="who wins an award?").click()
    page.locator("#award").select_option("High Flyer")
    for number, name in enumerate(("Ann", "Bob"), start=1):
        page.locator(f"#name-{number}").fill(name)
        page.locator(f"#count-{number}").fill("2")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator(".notice")).to_contain_text("A tie. Still needed of Ann and Bob")
    page.locator("#tie-1").fill("5")
    page.locator("#tie-2").fill("4")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator(".king-verdict").first).to_contain_text("Ann wins it")
    assert serious_faults(page) == []


def test_the_card_list_is_pasted_saved_and_handed_on(table: Table) -> None:
    table.open(GAME)
    for name in ("Ann", "Bob"):
        table.board.send("/seats", add=name)
        expect(table.board.page.locator("[data-seat]", has_text=name)).to_be_visible()
    okapi = '[{"name": "Okapi", "price": 100, "stars": 3, "habitats": ["Jungle"], "types": []}]'
    table.board.send("/board/options", mode="referee", kept=okapi)
    expect(table.board.page.locator("#rules-catalogue > summary")).to_contain_text("(1 card)")
    table.board.send("/board/start", first=table.board.page.locator("[data-seat]").first.get_attribute("data-seat"))
    expect(table.board.page.locator("#catalogue > summary")).to_contain_text("Card list (1)")
    table.act(None, "teach_card", card="Zebra", stars=2)
    expect(table.board.page.locator("#catalogue > summary")).to_contain_text("Card list (2)")
    saved = table.board.page.request.get(f"{table.board.root}/{table.code}/board/kept")
    assert [card["name"] for card in saved.json()] == ["Okapi", "Zebra"]


def test_the_screens_of_the_zoo_kings_have_no_serious_faults(table: Table) -> None:
    table.open_record(zoo(4))
    name = table.board.page.locator("#now").inner_text().split()[0]
    table.take_over(name)
    table.act(name, "draw_event", event="Admission")
    for screen in table.screens:
        screen.page.evaluate(OPEN)
        for find in screen.page.locator("#find-buy").all():
            find.fill("zebra")
        assert serious_faults(screen.page) == []


def test_what_a_card_allows_comes_before_the_end_of_the_turn(table: Table) -> None:
    cards = [{"name": name, "price": 200, "stars": 1} for name in ("Security", "Trainer", "Gift Shop")]
    starters = [{"seat": "Bob", "do": "choose_starter", "card": "Security"}]
    starters += [{"seat": "Ann", "do": "choose_starter", "card": "Trainer"}]
    table.open_record([HEADER | {"seats": ["Ann", "Bob"], "options": {"catalogue": cards}}, *starters])
    phone = table.take_over("Ann").page
    table.act("Ann", "draw_event", event="Admission")
    ending = 'form:has([name="do"][value="end_turn"])'
    expect(phone.locator(f".actions {ending} .button-primary")).to_be_visible()
    table.act("Ann", "buy", card="Gift Shop")
    expect(phone.locator(f".actions {ending}")).to_have_count(0)
    expect(phone.locator(f"{ending} .button-primary")).to_have_count(0)
    expect(phone.locator(f"{ending} .button")).to_be_visible()


def test_the_awards_are_played_without_script(table: Table) -> None:
    table.open_record(before_the_awards())
    bare = table.screen(PHONE, java_script_enabled=False)
    bare.goto(f"/{table.code}")
    bare.page.locator('form:has-text("Ann") button').last.click()
    bare.page.wait_for_url("**/seat")
    with bare.page.expect_navigation():
        bare.page.locator('button[name="award"][value="High Flyer"]').click()
    with bare.page.expect_navigation():
        bare.page.locator('button[name="value"][value="3"]').click()
    expect(bare.page.locator(".king-waiting li", has_text="Ann")).to_contain_text("counted")
