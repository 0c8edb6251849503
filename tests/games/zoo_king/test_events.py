"""Zoo King: each event, player by player."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.core.dice import Dice
from companion.core.game import Ruling
from companion.games.zoo_king.cards import EVENTS
from companion.games.zoo_king.commands import Details, DrawEvent
from companion.games.zoo_king.hands import targets, unprotected
from companion.games.zoo_king.rules import decide
from tests.games.zoo_king.play import ANIMALS, Table, cash, give, set_cash, zoos

FOUR = "Ann Bob Cat Dee"


def drawn(table: Table, event: str, **fields: Any) -> dict[str, int]:
    """What the event changed in everybody's money."""
    before = {seat: cash(table, seat) for seat in table.seats}
    table.do("Ann", "draw_event", event=event, **fields)
    return {seat: cash(table, seat) - before[seat] for seat in table.seats}


def animals(table: Table, seat: str) -> list[str]:
    found: list[str] = table.view()["zoos"][seat]["animals"]
    return found


def test_admission_pays_everyone_with_their_own_cards() -> None:
    """ZK-4."""
    table = zoos(FOUR, starters=("Ice Cream Stand", "Volunteer", "Safari Grille", "Ice Cream Stand"))
    table.do("Ann", "gain", card="Safari Grille")
    assert drawn(table, "Admission") == {"Ann": 300, "Bob": 200, "Cat": 100, "Dee": 100}
    lines = table.view()["event"]["lines"]
    assert [(line["seat"], line["amount"], line["reason"]) for line in lines] == [
        ("Ann", 100, "Admission"), ("Ann", 100, "Ice Cream Stand"), ("Ann", 100, "Safari Grille"),
        ("Dee", 100, "Admission"), ("Cat", 100, "Admission"), ("Bob", 100, "Admission"),
        ("Bob", 100, "Ice Cream Stand"),
    ]  # fmt: skip


def test_a_donation_drive_pays_the_drawer_and_one_opponent() -> None:
    table = zoos()
    assert table.refused("Ann", "draw_event", event="Donation Drive").code == "target-needed"
    assert table.refused("Ann", "draw_event", event="Donation Drive", target="Ann").code == "target-yourself"
    assert table.refused("Ann", "draw_event", event="Donation Drive", target="Zoe").code == "seat-unknown"
    assert drawn(table, "Donation Drive", target="Cat") == {"Ann": 100, "Bob": 0, "Cat": 100}
    assert drawn(zoos("Ann Bob"), "Donation Drive") == {"Ann": 100, "Bob": 100}


def test_events_that_pay_only_the_drawer() -> None:
    table = zoos()
    give(table, "Ann", "Tiger", "Zebra", "Leopard", "Lion", "Otter")
    give(table, "Bob", "Flamingo", "Penguin")
    assert drawn(table, "Animal Show") == {"Ann": 300, "Bob": 0, "Cat": 0}
    table = zoos()
    give(table, "Ann", "Trainer", "Curator", "Aviary")
    assert drawn(table, "Government Stimulus") == {"Ann": 300, "Bob": 0, "Cat": 0}
    table = zoos()
    give(table, "Ann", "Aviary", "Carousel")
    assert drawn(table, "Corporate Sponsor") == {"Ann": 300, "Bob": 0, "Cat": 0}
    table = zoos(sponsor_amount=200)
    give(table, "Ann", "Aviary")
    assert drawn(table, "Corporate Sponsor") == {"Ann": 200, "Bob": 0, "Cat": 0}
    table = zoos()
    give(table, "Ann", "Aviary")
    assert drawn(table, "Corporate Sponsor", details={"amount": 300}) == {"Ann": 300, "Bob": 0, "Cat": 0}


def test_made_for_tv_counts_animals_of_two_habitats_for_both() -> None:
    """K50."""
    table = zoos()
    give(table, "Ann", "Lion", "Zebra", "Leopard", "Tiger")
    assert drawn(table, "Made for TV") == {"Ann": 300, "Bob": 0, "Cat": 0}


def test_an_event_asks_for_the_count_that_the_zoo_does_not_tell() -> None:
    table = zoos()
    table.do("Ann", "gain", card="Yak")
    for event in ("Animal Show", "Made for TV"):
        assert table.refused("Ann", "draw_event", event=event).code == "event-count-unknown"
        wild = table.refused("Ann", "draw_event", event=event, details={"count": 48})
        assert wild.code == "count-out-of-range"
    assert drawn(table, "Animal Show", details={"count": 2})["Ann"] == 200


def test_an_ad_campaign_sells_stars() -> None:
    """K48."""
    table = zoos()
    stars = table.view()["zoos"]["Ann"]["stars"]
    assert table.refused("Ann", "draw_event", event="Ad Campaign", details={"stars": 2}).code == "ad-price-unknown"
    short = table.refused("Ann", "draw_event", event="Ad Campaign", details={"stars": 2, "price": 5000})
    assert short.code == "cash-short"
    assert drawn(table, "Ad Campaign", details={"stars": 2, "price": 300})["Ann"] == -300
    assert table.view()["zoos"]["Ann"]["stars"] == stars + 2
    assert drawn(zoos(ad_price=100), "Ad Campaign", details={"stars": 3})["Ann"] == -300
    assert drawn(zoos(), "Ad Campaign")["Ann"] == 0


def test_bad_publicity_adds_up_and_knows_no_floor() -> None:
    """K49."""
    table = zoos()
    stars = table.view()["zoos"]["Bob"]["stars"]
    drawn(table, "Bad Publicity", target="Bob")
    table.do("Cat", "draw_event", event="Bad Publicity", target="Bob", overrule=("turn-not-ended",))
    assert table.view()["zoos"]["Bob"]["stars"] == stars - 4
    assert table.view()["bad_publicity"] == {"Ann": 0, "Bob": 2, "Cat": 0}
    assert table.view()["zoos"]["Bob"]["stars"] < 0


# ---- checkups and escape ---------------------------------------------------------------------------------------


def checkups(**options: Any) -> Table:
    """ZK-15: Ann has nothing but two animals, Bob the Veterinarian and 400, Cat 300."""
    table = zoos(starters=("Veterinarian", "Aviary", "Trainer"), **options)
    give(table, "Ann", "Lion", "Otter")
    for seat, money in (("Ann", 0), ("Bob", 400), ("Cat", 300)):
        set_cash(table, seat, money)
    return table


def test_checkups_are_paid_to_the_veterinarian_or_with_an_animal() -> None:
    """ZK-15."""
    table = checkups()
    assert drawn(table, "Animal Checkups") == {"Ann": 0, "Bob": 100, "Cat": -100}
    assert table.view()["tasks"] == [{"seat": "Ann", "task": "Animal Checkups", "with_rescue": False}]
    assert table.refused("Ann", "end_turn").code == "task-open"
    assert table.refused("Ann", "buy", card="Gecko", **{"from": "market"}).code == "task-open"
    table.do("Ann", "discard", card="Otter")
    assert animals(table, "Ann") == ["Lion"]
    assert table.view()["discards"]["animals"] == "Otter"
    assert [cash(table, seat) for seat in table.seats] == [0, 500, 200]
    assert table.view()["actions"] == 2
    own = table.refused("Ann", "buy", card="Otter", **{"from": "discard"})
    assert own.code == "own-discard"


def test_checkups_of_the_drawer_alone() -> None:
    """ZK-15, with the toggle."""
    table = checkups(checkups_all=False)
    assert drawn(table, "Animal Checkups", details={"animal": "Lion"}) == {"Ann": 0, "Bob": 0, "Cat": 0}
    assert animals(table, "Ann") == ["Otter"]


def test_checkups_without_a_veterinarian_are_paid_to_the_bank() -> None:
    """K36."""
    assert drawn(zoos(), "Animal Checkups") == {"Ann": -100, "Bob": -100, "Cat": -100}


def test_the_veterinarians_owner_draws_checkups_and_only_receives() -> None:
    """K39."""
    table = zoos(starters=("Trainer", "Aviary", "Veterinarian"))
    assert drawn(table, "Animal Checkups") == {"Ann": 200, "Bob": -100, "Cat": -100}


def test_several_discard_in_turn_order_and_shelters_do_not_help() -> None:
    """K37, K38."""
    table = zoos(starters=("Animal Shelter", "Aviary", "Trainer"))
    for seat in ("Ann", "Bob", "Cat"):
        set_cash(table, seat, 0)
    give(table, "Ann", "Lion")
    give(table, "Bob", "Giraffe")
    table.do("Bob", "place_shelter", habitat="Savanna")
    drawn(table, "Animal Checkups")
    assert [task["seat"] for task in table.view()["tasks"]] == ["Ann", "Bob"]
    assert table.refused("Bob", "discard", card="Giraffe").code == "discard-in-turn"
    table.do(None, "discard", card="Lion")
    table.do("Bob", "lose", card="Giraffe")
    assert table.view()["tasks"] == []


def test_nobody_picks_the_animal_that_escapes_but_its_owner() -> None:
    """K40."""
    table = zoos(starters=("Trainer", "Aviary", "Animal Shelter"))
    give(table, "Ann", "Lion", "Otter")
    table.do("Ann", "place_shelter", habitat="Savanna")
    drawn(table, "Animal Escape")
    assert table.refused("Ann", "discard", card="Eagle").code == "not-in-zoo"
    assert table.refused("Ann", "discard", card="Lion").code == "sheltered"
    table.do("Ann", "discard", card="Otter")
    assert animals(table, "Ann") == ["Lion"]


@pytest.mark.parametrize("guard", ["Security", "Animal Shelter", None])
def test_an_escape_without_effect(guard: str | None) -> None:
    table = zoos(starters=("Trainer", "Aviary", guard or "Trainer"))
    if guard:
        give(table, "Ann", "Lion")
    if guard == "Animal Shelter":
        table.do("Ann", "place_shelter", habitat="Savanna")
    drawn(table, "Animal Escape")
    assert table.view()["tasks"] == []


# ---- rescue ----------------------------------------------------------------------------------------------------


def rescue_table() -> Table:
    """ZK-14."""
    table = zoos(FOUR, starters=("Zookeeper", "Animal Shelter", "Aviary", "Trainer"))
    give(table, "Bob", "Giraffe")
    give(table, "Cat", "Lion", "Toucan")
    table.do("Cat", "place_shelter", habitat="Savanna")
    return table


def test_whom_a_rescue_can_reach() -> None:
    """ZK-14, K42."""
    table = rescue_table()
    assert table.view()["targets"]["Animal Rescue"] == ["Cat"]
    assert table.view()["zoos"]["Cat"]["protected"] == ["Lion"]
    assert table.view()["shields"]["Animal Rescue"] == {"Bob": "Zookeeper", "Dee": "no animals"}
    assert table.view()["shields"]["Animal Escape"] == {"Ann": "no animals"}
    assert table.refused("Ann", "draw_event", event="Animal Rescue", target="Bob").code == "target-protected"
    assert table.refused("Ann", "draw_event", event="Animal Rescue", target="Dee").code == "no-animals"
    lion = table.refused("Ann", "draw_event", event="Animal Rescue", target="Cat", details={"animal": "Lion"})
    assert lion.code == "sheltered"
    table.do("Ann", "draw_event", event="Animal Rescue")
    assert animals(table, "Ann") == ["Toucan"]
    assert animals(table, "Cat") == ["Lion"]
    assert table.view()["actions"] == 0


def test_a_rescue_that_reaches_nobody_leaves_the_actions() -> None:
    """ZK-14."""
    table = rescue_table()
    cat = replace(table.state.zoo(table.seats[2]), sheltered=("Savanna", "Jungle"))
    state = replace(table.state, zoos=tuple(cat if zoo.seat == "Cat" else zoo for zoo in table.state.zoos))
    assert unprotected(state, cat.seat) == ()
    assert targets(state, table.seats[0], "Animal Rescue") == ()
    events = decide(state, table.seats[0], DrawEvent("Animal Rescue"), Ruling(Dice(0, 0)))
    assert [type(event).__name__ for event in events] == ["EventDrawn"]
    quiet = zoos()
    drawn(quiet, "Animal Rescue")
    assert quiet.view()["actions"] == 2


def test_a_rescue_is_mandatory_unless_the_table_agreed_otherwise() -> None:
    """K41."""
    def ready(**options: Any) -> Table:
        table = zoos(starters=("Trainer", "Aviary", "Trainer"), **options)
        give(table, "Bob", "Lion")
        return table

    declined = {"declined": True}
    table = ready()
    assert table.refused("Ann", "draw_event", event="Animal Rescue", details=declined).code == "rescue-mandatory"
    table = ready(rescue_optional=True)
    table.do("Ann", "draw_event", event="Animal Rescue", details=declined)
    assert animals(table, "Bob") == ["Lion"]
    assert table.view()["actions"] == 2


def test_a_rescue_can_make_a_pair() -> None:
    table = zoos(starters=("Trainer", "Aviary", "Trainer"))
    give(table, "Ann", "Leopard")
    give(table, "Bob", "Black Panther")
    assert drawn(table, "Animal Rescue") == {"Ann": 100, "Bob": 0, "Cat": 0}


def test_random_picks_come_out_the_same_after_an_undo_and_differ_between_tables() -> None:
    picked = set()
    for seed in range(12):
        table = zoos(starters=("Trainer", "Aviary", "Trainer"), seed=seed)
        give(table, "Bob", "Lion", "Otter", "Tiger")
        for _ in range(2):
            table.do("Ann", "draw_event", event="Animal Rescue")
            found = animals(table, "Ann")
            table.undo()
        table.do("Ann", "draw_event", event="Animal Rescue")
        assert animals(table, "Ann") == found
        picked.add(found[0])
    assert picked == {"Lion", "Otter", "Tiger"}


# ---- exhibit exchange ------------------------------------------------------------------------------------------


def exchange_table(starters: tuple[str, ...] = ("Trainer", "Aviary", "Trainer")) -> Table:
    table = zoos(starters=starters)
    give(table, "Ann", "Leopard", "Otter")
    give(table, "Bob", "Black Panther", "Eagle")
    return table


def test_an_exchange_keeps_both_counts_and_pays_pairs_afterwards() -> None:
    """ZK-5, K43."""
    table = exchange_table()
    swap = {"given": "Otter", "taken": "Black Panther"}
    assert table.view()["targets"]["Exhibit Exchange"] == ["Bob"]
    assert drawn(table, "Exhibit Exchange", details=swap) == {"Ann": 100, "Bob": 0, "Cat": 0}
    assert animals(table, "Ann") == ["Leopard", "Black Panther"]
    assert animals(table, "Bob") == ["Eagle", "Otter"]
    assert table.view()["volunteers"] == []
    assert table.view()["actions"] == 2


def test_an_exchange_with_nobody_has_no_effect() -> None:
    table = zoos()
    drawn(table, "Exhibit Exchange")
    table = zoos()
    give(table, "Bob", "Lion")
    drawn(table, "Exhibit Exchange", target="Bob")
    assert animals(table, "Bob") == ["Lion"]


def test_a_sheltered_animal_stays_out_of_the_exchange() -> None:
    table = exchange_table(starters=("Trainer", "Aviary", "Animal Shelter"))
    table.do("Ann", "place_shelter", habitat="Water")
    for given, code in (("Otter", "sheltered"), ("Tiger", "not-in-zoo")):
        refused = table.refused("Ann", "draw_event", event="Exhibit Exchange", target="Bob", details={"given": given})
        assert refused.code == code
    drawn(table, "Exhibit Exchange", details={"taken": "Eagle"})
    assert animals(table, "Ann") == ["Otter", "Eagle"]


def test_a_volunteer_has_the_choice_from_its_owner_redone() -> None:
    """K44, K45: Bob had given the Black Panther and gets it back; the animal he received is not in the hand."""
    table = exchange_table(starters=("Volunteer", "Aviary", "Trainer"))
    swap = {"given": "Otter", "taken": "Black Panther"}
    assert drawn(table, "Exhibit Exchange", details=swap) == {"Ann": 0, "Bob": 0, "Cat": 0}
    view = table.view()
    assert view["volunteers"] == ["Bob"]
    assert view["volunteer_hands"] == {"Bob": ["Black Panther", "Eagle"]}
    assert "volunteer" in view["notes"]
    assert table.refused("Bob", "discard", card="Volunteer", pick="Otter").code == "not-in-zoo"
    table.do("Bob", "discard", card="Volunteer", pick="Eagle")
    assert animals(table, "Ann") == ["Leopard", "Eagle"]
    assert sorted(animals(table, "Bob")) == ["Black Panther", "Otter"]
    assert table.view()["zoos"]["Bob"]["staff"] == []
    assert cash(table, "Ann") == 700


def test_the_second_pick_may_be_the_same_and_is_final() -> None:
    """K44."""
    table = exchange_table(starters=("Trainer", "Aviary", "Volunteer"))
    drawn(table, "Exhibit Exchange", details={"given": "Otter", "taken": "Black Panther"})
    table.do("Ann", "discard", card="Volunteer", pick="Otter")
    assert animals(table, "Ann") == ["Leopard", "Black Panther"]
    assert cash(table, "Ann") == 1100
    assert table.view()["volunteers"] == []
    assert table.refused("Ann", "discard", card="Volunteer", pick="Otter").code == "no-exchange-to-redo"


def test_without_the_volunteer_the_pair_is_paid_before_the_next_action() -> None:
    table = exchange_table(starters=("Volunteer", "Aviary", "Trainer"))
    drawn(table, "Exhibit Exchange", details={"given": "Otter", "taken": "Black Panther"})
    table.do("Ann", "end_turn")
    assert cash(table, "Ann") == 800
    assert table.view()["volunteers"] == []


def test_unlisted_events_are_carried_out_by_hand() -> None:
    assert drawn(zoos(), "unlisted") == {"Ann": 0, "Bob": 0, "Cat": 0}


def test_every_event_leaves_nothing_appear_or_vanish() -> None:
    """Money moves only along the lines; animals only between zoos and the pile."""
    chance = random.Random(5)
    pairs = ("Lion", "Tiger", "Zebra")
    for _ in range(25):
        table = zoos(FOUR, starters=("Volunteer", "Animal Shelter", "Veterinarian", "Ice Cream Stand"))
        names = [card["name"] for card in ANIMALS if card["name"] not in pairs] + [*pairs, *pairs]
        chance.shuffle(names)
        for seat in table.seats:
            for _ in range(chance.randint(0, 3)):
                give(table, seat, names.pop())
            set_cash(table, seat, chance.choice([0, 100, 600]))
        start = table.state
        for event in EVENTS:
            for target in targets(start, start.first, event) or (None,):
                command = DrawEvent(event, target, Details(count=1))
                events = decide(start, start.first, command, Ruling(Dice(1, 1)))
                state = start
                for happened in events:
                    state = table.game.apply(state, happened)
                lines = [line for happened in events for line in getattr(happened, "lines", ())]
                for seat in start.seats:
                    moved = sum(line.amount for line in lines if line.seat == seat)
                    assert state.zoo(seat).cash == start.zoo(seat).cash + moved >= 0
                before = sorted(card for zoo in start.zoos for card in zoo.animals)
                after = sorted([*(card for zoo in state.zoos for card in zoo.animals), *state.animal_pile])
                assert before == after
                assert sum(pile.left for pile in state.piles) == 33
                if event == "Exhibit Exchange":
                    assert [len(zoo.animals) for zoo in state.zoos] == [len(zoo.animals) for zoo in start.zoos]
