"""What the app concludes for one seat: exact, true in the real deal, and explained."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

import pytest

from companion.core.secret import Seat
from companion.games.zoogitives.assist import Evidence, erring, why
from companion.games.zoogitives.model import CROOKS, EXPERTISES, HIDEOUTS, KINDS
from companion.games.zoogitives.worldmap import VALUES
from tests.games.zoogitives.play import B0, FOUR, SIX, THREE, Zoo, cards, dealt_at_random, play_fairly


def watching(own: str, *markers: int, seats: str = "", assist: str = "odds") -> Zoo:
    """Ann has entered her cards on the first board; the others reported these markers."""
    table = Zoo(seats or THREE, on_phone="Ann", dealt={"Ann": own}, assist=assist)
    table.start(report=False)
    table.do("Ann", "report")
    for seat, marker in zip(table.seats[1:], markers, strict=False):
        table.do(seat, "report", marker=marker)
    return table


@pytest.mark.parametrize(
    ("own", "hands"),
    [("Lemon hacking Paris", [27, 54, 36, 8]), ("Murphy theft Rio", [8, 36, 54, 27])],
)
def test_what_one_report_leaves_of_an_opponent(own: str, hands: list[int]) -> None:
    """ZG-6. With two players the worlds are the opponent's hands."""
    for marker, left in enumerate(hands):
        assert watching(own, marker, seats="Ann Bob").view("Ann")["worlds"] == left


@pytest.mark.parametrize(("markers", "worlds"), [((3, 3), 8), ((0, 3), 216), ((3, 2), 72)])
def test_two_reports_together_leave_less_than_each_for_itself(markers: tuple[int, int], worlds: int) -> None:
    assert watching("Lemon hacking Paris", *markers).view("Ann")["worlds"] == worlds


@pytest.mark.parametrize(("before", "after", "left"), [(1, 2, 20), (1, 1, 32), (0, 1, 12), (1, 0, 0)])
def test_what_the_face_change_leaves(before: int, after: int, left: int) -> None:
    table = watching("Lemon hacking Paris", before, seats="Ann Bob")
    table.move("Ann", 1, None, "Murphy disguises")
    table.do("Ann", "announce")
    table.do("Bob", "announce", marker=after)
    assert table.view("Ann")["worlds"] == left


@pytest.mark.parametrize(
    ("seats", "worlds"),
    [("Ann Bob", 125), (THREE, 8_000), (FOUR, 216_000), ("Ann Bob Cat Dee Eva", 1_728_000), (SIX, 1_728_000)],
)
def test_before_the_report_everything_is_possible(seats: str, worlds: int) -> None:
    table = Zoo(seats, on_phone="Ann", assist="logic")
    table.start(report=False)
    assert table.view("Ann")["worlds"] == worlds


def test_when_nothing_fits_the_smallest_set_of_announcements_is_named_and_can_be_corrected() -> None:
    table = watching("Lemon hacking Paris", 1, 2)
    table.move("Ann", 1, None, "Murphy disguises")
    table.do("Ann", "announce")
    table.do("Bob", "announce", marker=0)
    table.do("Cat", "announce", marker=2)
    view = table.view("Ann")
    assert view["worlds"] == 0
    assert view["conflict"] == [
        {"of": "Bob", "announcement": 0, "marker": 1},
        {"of": "Bob", "announcement": 1, "marker": 0},
    ]
    assert view["best"] == []
    assert view["notebook"]["Bob"]["crook"]["Bone"] == "open"
    table.do("Bob", "correct", of="Bob", announcement=1, marker=1)
    assert table.view("Ann")["worlds"] > 0
    assert table.view("Ann")["conflict"] == []


def test_the_smallest_set_counts_announcements_alone() -> None:
    """Three open cards and one report contradict each other: only the report can be wrong."""
    table = watching("Amber theft Rio", 3, 3, 3, seats=FOUR)
    assert table.view("Ann")["worlds"] == 6**3
    for kind, value in (("crook", "Amber"), ("expertise", "theft"), ("hideout", "Rio")):
        table.do(None, "penalty", offender="Bob", card=kind, value=value)
    assert [one["of"] for one in table.view("Cat")["conflict"]] == ["Bob"]


def test_contradictions_outside_the_announcements_name_none() -> None:
    table = Zoo(on_phone="Ann", assist="logic")
    table.start()
    table.do(None, "penalty", offender="Bob", card="crook", value="Lemon")
    view = table.view("Ann")
    assert (view["worlds"], view["conflict"]) == (0, [])
    assert {one.kind for one in erring(table.state_of("Ann"), Seat("Ann"))} == {"own", "open"}


def test_a_shown_card_a_yes_and_a_no_are_evidence() -> None:
    table = Zoo(on_phone="Ann", assist="logic")
    table.start()
    table.do(None, "penalty", offender="Cat", card="crook", value="Murphy")
    sheet = table.view("Ann")["notebook"]
    assert sheet["Cat"]["crook"] == {crook: "yes" if crook == "Murphy" else "no" for crook in CROOKS}
    assert sheet["Bob"]["crook"]["Murphy"] == "no"
    table.round("Ann crook")
    table.ask_and_hear("Ann", "Bob")
    before = table.view("Ann")["worlds"]
    assert table.view("Ann")["notebook"]["Bob"]["hideout"]["Beijing"] == "yes"
    table.ask_and_hear("Ann", "Cat", "Murphy hacking Johannesburg")
    assert table.view("Ann")["worlds"] == before - 1


def test_without_entered_cards_the_own_announcements_are_evidence_too() -> None:
    with_cards, without = Zoo(on_phone="Ann", assist="logic"), Zoo(assist="logic")
    for table in (with_cards, without):
        table.start()
    assert without.view("Ann")["worlds"] > with_cards.view("Ann")["worlds"]
    assert set(without.view("Ann")["notebook"]) == {"Bob", "Cat"}


def test_the_board_and_tables_without_assist_get_nothing() -> None:
    for options, viewer in (({}, "Ann"), ({"assist": "odds"}, None)):
        table = Zoo(**options)
        table.start()
        view = table.view(viewer)
        assert [view[key] for key in ("worlds", "notebook", "odds", "best", "conflict")] == [None] * 5


def test_logic_marks_and_odds_add_shares_and_the_best_investigations() -> None:
    logic = watching("Lemon hacking Paris", 2, 1, assist="logic").view("Ann")
    assert (logic["odds"], logic["best"]) == (None, None)
    table = watching("Lemon hacking Paris", 2, 1)
    view = table.view("Ann")
    assert view["odds"]["Bob"]["crook"]["Lemon"] == 0
    for opponent, kind in product(("Bob", "Cat"), KINDS):
        assert sum(view["odds"][opponent][kind].values()) == pytest.approx(1)
    bits = [one["bits"] for one in view["best"]]
    assert len(bits) == 5
    assert bits == sorted(bits, reverse=True)
    best = {key: value for key, value in view["best"][0].items() if key != "bits"}
    table.do("Ann", "investigate", **best)
    assert table.view("Ann")["best"] == []
    assert table.view("Bob")["best"] == []


# ---- against the truth -------------------------------------------------------------------------------------------


def worlds_by_hand(table: Zoo, me: str) -> int:
    """All deals to the others that fit what everybody announced."""
    opponents = [seat for seat in table.seats if seat != me]
    own = table.dealt[me]  # type: ignore[index]
    left = [[value for value in VALUES[kind] if value != own.of(kind)] for kind in KINDS]
    heard: list[list[tuple[list[frozenset[Any]], int]]] = []
    for opponent in opponents:
        place = table.seats.index(Seat(opponent))
        said = []
        for move in table.state.moves:
            out = [die for die in move.dice if die.at != "ticket"]
            lights = [frozenset(getattr(die, name) for die in out) for name in ("crook", "expertise", "at")]
            said.append((lights, move.told[place].marker))  # type: ignore[union-attr]
        heard.append(said)
    found = 0
    for deal in product(*(permutations(values, len(opponents)) for values in left)):
        found += all(
            sum(deal[kind][place] in lights[kind] for kind in range(3)) == marker
            for place, said in enumerate(heard)
            for lights, marker in said
        )
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_worlds_of_three_players_are_as_many_as_counted_one_by_one(seed: int) -> None:
    table = Zoo(dealt=dealt_at_random(THREE, random.Random(seed)), on_phone="Ann", seed=seed, assist="logic")
    play_fairly(table, seed, rounds=1)
    assert table.view("Ann")["worlds"] == worlds_by_hand(table, "Ann")


@pytest.mark.parametrize("seed", range(25))
def test_every_automatic_mark_is_true_in_the_real_deal(seed: int) -> None:
    seats = (THREE, FOUR, SIX)[seed % 3]
    phones = ("", "Ann", "Ann Bob")[seed % 2 + 1]
    table = Zoo(seats, dealt=dealt_at_random(seats, random.Random(seed)), on_phone=phones, seed=seed, assist="logic")
    play_fairly(table, seed)
    for me in table.seats:
        view = table.view(me)
        assert view["worlds"] >= 1
        assert view["conflict"] == []
        for opponent, kinds in view["notebook"].items():
            hand = table.dealt[opponent]
            for kind, marks in kinds.items():
                assert marks[hand.of(kind)] != "no"
                assert not [value for value, mark in marks.items() if mark == "yes" and value != hand.of(kind)]


# ---- why? --------------------------------------------------------------------------------------------------------


def test_a_mark_is_explained_by_the_announcements_that_force_it() -> None:
    """Bob went back when the only Bone on the map became a Murphy; what came between does not matter."""
    table = watching("Murphy theft Rio", 2, 2, assist="logic")
    table.move("Ann", 4, "Rio", "Bone safes")
    for seat, marker in (("Ann", None), ("Bob", 2), ("Cat", 2)):
        table.do(seat, "announce", marker=marker)
    table.move("Bob", 4, "ticket")
    table.tell("Ann")
    table.do("Bob", "announce", marker=2)
    table.do("Cat", "announce", marker=2)
    table.move("Cat", 2, None, "Murphy combat")
    table.tell("Ann")
    table.do("Bob", "announce", marker=1)
    reasons = why(table.state_of("Ann"), Seat("Ann"), Seat("Bob"), "crook", "Bone")
    assert reasons == (
        Evidence("announcement", Seat("Bob"), announcement=0, marker=2),
        Evidence("announcement", Seat("Bob"), announcement=3, marker=1),
    )
    assert table.view("Ann")["notebook"]["Bob"]["crook"]["Bone"] == "yes"


def test_own_and_open_cards_explain_too() -> None:
    table = Zoo(on_phone="Ann", assist="logic")
    table.start()
    table.do(None, "penalty", offender="Cat", card="crook", value="Murphy")
    state, ann, bob = table.state_of("Ann"), Seat("Ann"), Seat("Bob")
    assert why(state, ann, bob, "crook", "Lemon") == (Evidence("own", ann, card="crook", value="Lemon"),)
    assert why(state, ann, bob, "crook", "Murphy") == (Evidence("open", Seat("Cat"), card="crook", value="Murphy"),)
    table.round("Ann crook")
    table.ask_and_hear("Ann", "Bob")
    (reason,) = why(table.state_of("Ann"), ann, bob, "crook", "Bone")
    assert reason == Evidence("answer", bob, hypothesis=cards("Bone disguises Beijing"), yes=True)


def test_what_is_open_has_no_reason() -> None:
    table = Zoo(on_phone="Ann", assist="logic")
    table.start(B0)
    with pytest.raises(ValueError, match="does not follow"):
        why(table.state_of("Ann"), Seat("Ann"), Seat("Bob"), "crook", "Bone")


def test_all_values_are_on_the_sheet() -> None:
    table = Zoo(assist="logic")
    sheet = table.view("Ann")["notebook"]["Bob"]
    assert [tuple(sheet[kind]) for kind in KINDS] == [CROOKS, EXPERTISES, HIDEOUTS]
