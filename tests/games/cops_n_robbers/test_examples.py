"""The worked examples CR-1 to CR-10 of the rules page."""

from __future__ import annotations

import pytest

from companion.games.cops_n_robbers import GAME
from tests.games.table import Table

TYPES = ("church", "site", "warehouse", "cafe", "boat")
COLOURS = ("red", "green", "orange", "yellow", "purple")


def hunt(seats: str = "Ann Bob", **options: object) -> Table:
    return Table(GAME, seats, **options)


def radio(table: Table, kind: str, **fields: object) -> None:
    """A telephone visit by whoever has the turn, and the next turn."""
    table.do(table.state.turn, "radio", kind=kind, **fields)
    table.do(None, "next_turn")


def hideout(table: Table) -> tuple[str | None, str | None]:
    place = table.view()["hideout"]
    return place["type"], place["colour"]


def turned_up(table: Table, types: int, colours: int) -> None:
    for kind in TYPES[:types]:
        radio(table, "type", type=kind)
    for colour in COLOURS[:colours]:
        radio(table, "colour", colour=colour)


def exhaust(table: Table) -> None:
    while table.state.left:
        radio(table, "other")


def test_cr_1_from_25_candidates_to_one() -> None:
    table = hunt()
    assert table.view()["candidates"] == 25
    assert table.refused("Ann", "arrest", roll=1).code == "hideout-unknown"
    radio(table, "type", type="church")
    view = table.view()
    assert (view["candidates"], view["can_arrest"], hideout(table)) == (5, False, ("church", None))
    radio(table, "colour", colour="green")
    view = table.view()
    assert (view["candidates"], view["can_arrest"], hideout(table)) == (1, True, ("church", "green"))
    assert (len(view["types_left"]), len(view["colours_left"])) == (4, 4)


def test_cr_2_the_colour_stays_when_the_type_moves() -> None:
    table = hunt()
    radio(table, "type", type="church")
    radio(table, "colour", colour="green")
    radio(table, "type", type="boat")
    view = table.view()
    assert hideout(table) == ("boat", "green")
    assert (view["types_left"], len(view["colours_left"])) == (["site", "warehouse", "cafe"], 4)
    been = [(place["type"], place["colour"]) for place in view["places"] if place["been"]]
    assert been == [("church", "green")]


def test_cr_3_the_colour_may_be_known_first() -> None:
    table = hunt()
    radio(table, "colour", colour="red")
    view = table.view()
    assert view["candidates"] == 5
    assert {(p["type"], p["colour"]) for p in view["places"] if p["now"]} == {(kind, "red") for kind in TYPES}
    assert table.refused("Bob", "arrest", roll=1).code == "hideout-unknown"
    radio(table, "type", type="cafe")
    assert hideout(table) == ("cafe", "red")


def test_cr_4_a_card_cannot_be_turned_up_twice_in_a_pass() -> None:
    table = hunt()
    turned_up(table, 3, 1)
    refusal = table.refused("Ann", "radio", kind="type", type="church")
    assert (refusal.code, refusal.doubt) == ("type-turned-already", False)
    assert table.refused("Ann", "radio", kind="colour", colour="red").code == "colour-turned-already"


def test_cr_5_a_type_move_without_a_type_card_has_no_effect() -> None:
    table = hunt()
    turned_up(table, 5, 3)
    assert hideout(table) == ("boat", "orange")
    assert table.refused("Ann", "radio", kind="type", type="boat").code == "type-pile-empty"
    radio(table, "type")
    view = table.view()
    assert (hideout(table), view["radio_used"], view["draw_again"]) == (("boat", "orange"), 9, False)
    assert view["colours_left"] == ["yellow", "purple"]
    radio(table, "colour", colour="purple")
    assert hideout(table) == ("boat", "purple")


def test_cr_6_the_final_hideout() -> None:
    table = hunt()
    turned_up(table, 5, 4)
    assert not table.view()["final"]
    events = table.do(None, "radio", kind="colour", colour="purple")
    assert type(events[-1]).__name__ == "FinalReached"
    assert table.view()["final"]
    for kind in ("type", "colour", "both", "other"):
        radio(table, kind)
        assert hideout(table) == ("boat", "purple")
    view = table.view()
    assert (view["radio_used"], view["radio_left"]) == (14, 31)


def test_cr_7_after_the_reshuffle_the_suspect_is_frozen_and_moves_are_set_aside() -> None:
    table = hunt()
    turned_up(table, 4, 5)
    exhaust(table)
    view = table.view()
    assert (view["radio_used"], view["radio_left"]) == (45, 0)
    assert view["reshuffle"]["rule"] == "frozen"
    assert table.refused("Ann", "radio", kind="other").code == "radio-pile-empty"
    table.do(None, "reshuffle")
    view = table.view()
    assert (view["radio_used"], view["radio_left"], view["frozen"], view["final"]) == (0, 45, True, False)
    turn = view["turn"]
    assert table.refused(turn, "radio", kind="type", type="boat").code == "suspect-frozen"
    for aside in (1, 2):
        table.do(turn, "radio", kind="type")
        view = table.view()
        assert (view["draw_again"], view["radio_aside"], view["radio_left"]) == (True, aside, 45 - aside)
    table.do(turn, "radio", kind="other")
    view = table.view()
    assert (view["draw_again"], view["radio_used"], view["radio_left"]) == (False, 1, 42)
    assert hideout(table) == ("cafe", "purple")
    exhaust(table)
    table.do(None, "reshuffle")
    view = table.view()
    assert (view["radio_left"], view["radio_aside"]) == (43, 2)


def test_cr_8_the_extended_game_starts_a_new_pass_once() -> None:
    table = hunt(extend_game=True)
    turned_up(table, 3, 2)
    exhaust(table)
    again = table.view()["reshuffle"]
    assert again["rule"] == "extended"
    assert again["steps"] == ["shuffle-radio", "shuffle-types", "shuffle-colours", "turn-type", "turn-colour"]
    assert table.refused(None, "reshuffle", type="church").code == "colour-missing"
    table.do(None, "reshuffle", type="church", colour="yellow")
    view = table.view()
    assert hideout(table) == ("church", "yellow")
    assert (view["radio_used"], view["radio_left"], view["frozen"]) == (0, 45, False)
    assert (len(view["types_left"]), len(view["colours_left"])) == (4, 4)
    assert not any(place["been"] for place in view["places"])
    radio(table, "type", type="boat")
    exhaust(table)
    assert table.view()["reshuffle"]["rule"] == "frozen"
    table.do(None, "reshuffle")
    assert (table.view()["frozen"], hideout(table)) == (True, ("boat", "yellow"))


def red_cafe() -> Table:
    table = hunt("Ann Bob Cat")
    radio(table, "colour", colour="red")
    radio(table, "type", type="cafe")
    return table


def test_cr_9_a_one_arrests_the_suspect() -> None:
    table = red_cafe()
    table.do("Cat", "roll", die=4)
    table.do("Cat", "arrest", roll=1)
    assert (table.view()["caught_by"], table.score().winners, table.score().final) == ("Cat", ("Cat",), True)
    assert table.refused("Ann", "next_turn").code == "game-over"


def test_cr_9_a_failed_arrest_drives_the_car_away_maybe_to_a_telephone() -> None:
    table = red_cafe()
    table.do("Cat", "arrest", roll=5)
    view = table.view()
    assert view["way_out"] == {"seat": "Cat", "steps": 5}
    assert view["steps"] == ["drive-away", "telephone-on-the-way-out"]
    table.do("Cat", "radio", kind="type", type="boat")
    assert hideout(table) == ("boat", "red")
    assert table.view()["way_out"] is None
    doubt = table.refused("Cat", "arrest", roll=1)
    assert (doubt.code, doubt.doubt) == ("tried-already", True)


@pytest.mark.parametrize("allowed", [False, True])
def test_cr_10_a_car_that_stands_there_already_may_try_only_by_house_rule(allowed: bool) -> None:
    table = hunt(arrest_if_already_there=allowed)
    radio(table, "colour", colour="green")
    radio(table, "other")
    table.do("Ann", "radio", kind="type", type="boat")
    if not allowed:
        assert table.refused("Bob", "arrest", roll=1).code == "not-your-turn"
        return
    table.do("Bob", "arrest", roll=3)
    assert table.view()["turn"] == "Ann"
    table.do("Bob", "radio", kind="other")
    assert table.refused("Bob", "arrest", roll=1).code == "tried-already"
    table.do("Ann", "next_turn")
    table.do("Bob", "next_turn")
    assert table.refused("Bob", "arrest", roll=1).code == "not-your-turn"
