"""Suspects entered on a phone: sealed, optional, and worth less than the card on the table."""

from __future__ import annotations

import pytest

from companion.core.codec import name_of
from companion.games.zoo_police import GAME
from tests.games.zoo_police.play import Police


def placing() -> Police:
    table = Police()
    table.do("Ann", "draw_crimes", extra=1)
    return table


def test_when_the_last_phone_has_placed_the_cards_are_down_by_themselves() -> None:
    table = placing()
    table.do("Cat", "place", numbers=[1, 2, 3, 4])
    table.do("Ann", "place", numbers=[5, 4, 3, 2])
    assert table.view()["phase"] == "place"
    assert table.view()["placed"] == ["Ann", "Cat"]
    table.do("Bob", "place", numbers=[2, 3, 4, 5])
    view = table.view()
    assert view["phase"] == "identify"
    assert all(set(row["suspects"].values()) == {"down"} for row in view["rows"])


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ([1, 1, 2, 3], "placement-twice"),
        ([0, 1, 2, 3], "placement-off"),
        ([1, 2, 3, 6], "placement-off"),
        ([1, 2, 3], "field-wrong-length"),
        ([1, 2, 3, 4, 5], "field-wrong-length"),
        ([1, 2, 3, "x"], "not-a-whole-number"),
    ],
)
def test_a_placement_is_four_different_suspects(numbers: list[object], code: str) -> None:
    assert placing().refused("Ann", "place", numbers=numbers).code == code


def test_a_placement_is_made_once_a_round_by_a_seat() -> None:
    table = placing()
    assert table.refused(None, "place", numbers=[1, 2, 3, 4]).code == "board-holds-no-secrets"
    table.do("Ann", "place", numbers=[1, 2, 3, 4])
    assert table.refused("Ann", "place", numbers=[2, 3, 4, 5]).code == "already-placed"


def test_a_placement_is_seen_by_its_owner_alone() -> None:
    table = placing()
    table.do("Ann", "place", numbers=[5, 2, 3, 1])
    assert table.view("Ann")["placement"] == [5, 2, 3, 1]
    assert table.view("Bob")["placement"] is None
    assert table.view()["placement"] is None


def test_other_placements_change_nothing_that_others_see() -> None:
    looks = []
    for numbers in ([1, 2, 3, 4], [5, 4, 3, 2]):
        table = placing()
        table.do("Ann", "place", numbers=numbers)
        table.do(None, "all_placed")
        looks.append([(table.view(who), table.legal(who)) for who in (None, "Bob", "Cat")])
    assert looks[0] == looks[1]


def test_the_number_may_be_left_out_when_the_owner_has_placed() -> None:
    table = placing()
    table.do("Bob", "place", numbers=[5, 2, 3, 1])
    table.do(None, "all_placed")
    assert table.view("Ann")["targets"][0]["shown_known"] is True
    (event,) = table.do("Ann", "guess", owner="Bob", row=1, number=5)
    assert (event.shown, event.hit) == (5, True)
    assert table.view("Ann")["pile"] == 1


def test_the_card_on_the_table_beats_the_entry_and_the_entry_is_dropped() -> None:
    table = placing()
    table.do("Bob", "place", numbers=[5, 2, 3, 1])
    table.do("Cat", "place", numbers=[5, 2, 3, 1])
    table.do(None, "all_placed")
    events = table.do("Ann", "guess", owner="Bob", row=1, number=4, shown=4)
    assert [name_of(type(event)) for event in events] == ["suspect_turned", "placement_dropped"]
    assert table.view()["placed"] == ["Cat"]
    assert table.view("Bob")["placement"] is None
    assert table.refused("Cat", "guess", owner="Bob", row=2, number=4).code == "shown-missing"
    table.do("Bob", "guess", owner="Cat", row=1, number=4)
    table.do("Cat", "guess", owner="Bob", row=2, number=4, shown=5)
    assert table.view()["rows"][1]["suspects"]["Bob"] == 5


def test_the_entry_stays_when_the_number_said_agrees() -> None:
    table = placing()
    table.do("Bob", "place", numbers=[5, 2, 3, 1])
    table.do(None, "all_placed")
    assert len(table.do("Ann", "guess", owner="Bob", row=1, number=4, shown=5)) == 1
    assert table.view()["placed"] == ["Bob"]


def test_a_wrong_entry_is_dropped_in_the_last_turn_too_and_gone_in_the_next_round() -> None:
    table = placing()
    for seat in table.seats:
        table.do(seat, "place", numbers=[1, 2, 3, 4])
    last: tuple[object, ...] = ()
    while table.view()["phase"] == "identify":
        view = table.view()
        shown = {"shown": 5} if view["face_down"] == 1 else {}
        if view["targets"]:
            target = view["targets"][0]
            last = table.do(view["turn"], "guess", owner=target["owner"], row=target["row"], number=1, **shown)
        else:
            last = table.do(view["turn"], "turn_own", row=view["own_targets"][0], **shown)
    assert [name_of(type(event)) for event in last][1:] == ["placement_dropped", "rows_assigned"]
    table.do(None, "next_round")
    assert table.view()["placed"] == []


def test_stale_pages_may_place_tally_and_choose() -> None:
    assert [name_of(kind) for kind in GAME.anytime] == ["place", "tally", "keep"]
