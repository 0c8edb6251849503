"""Rulings C1 to C27, chances, wrong entries, and what a table may record all the same."""

from __future__ import annotations

import pytest

from companion.core.codec import name_of
from companion.core.game import Refused
from companion.games.cops_n_robbers import GAME
from tests.games.table import Table


def hunt(seats: str = "Ann Bob", **options: object) -> Table:
    return Table(GAME, seats, **options)


def exhaust(table: Table) -> None:
    while table.state.left:
        table.do(None, "radio", kind="other")


# ---- options and turns -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cars", [0, 7, -1])
def test_every_player_has_a_sensible_number_of_cars(cars: int) -> None:
    with pytest.raises(Refused) as caught:
        hunt(cars=cars)
    assert caught.value.code == "cars-out-of-range"


def test_play_goes_clockwise_from_the_first_seat() -> None:
    table = hunt("Ann Bob Cat")
    turns = []
    for _ in range(4):
        turns.append(table.view()["turn"])
        table.do(None, "next_turn")
    assert turns == ["Ann", "Bob", "Cat", "Ann"]


def test_several_cars_move_in_a_fixed_order_with_one_roll_each() -> None:
    table = hunt(cars=2)
    turns = []
    for _ in range(5):
        view = table.view()
        turns.append((view["turn"], view["car"]))
        table.do(None, "roll", die=6)
        table.do(None, "next_turn")
    assert turns == [("Ann", 1), ("Ann", 2), ("Bob", 1), ("Bob", 2), ("Ann", 1)]


def test_anybody_may_pass_the_turn_on() -> None:
    table = hunt()
    table.do("Bob", "next_turn")
    assert table.view()["turn"] == "Bob"


@pytest.mark.parametrize(
    ("do", "fields"), [("radio", {"kind": "other"}), ("roll", {"die": 2}), ("arrest", {"roll": 2})]
)
def test_acting_out_of_turn_is_doubted_and_overruled_takes_the_turn(do: str, fields: dict[str, object]) -> None:
    table = hunt("Ann Bob Cat")
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    doubt = table.refused("Cat", do, **fields)
    assert (doubt.code, doubt.doubt, dict(doubt.facts)) == ("not-your-turn", True, {"seat": "Ann"})
    table.do("Cat", do, overrule=("not-your-turn",), **fields)
    assert table.view()["turn"] == "Cat"


@pytest.mark.parametrize("die", [0, 7, -2])
def test_a_die_shows_one_to_six(die: int) -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    assert table.refused("Ann", "arrest", roll=die).code == "die-out-of-range"
    assert table.refused("Ann", "roll", die=die).code == "die-out-of-range"


def test_a_six_gives_no_extra_throw() -> None:
    table = hunt()
    table.do("Ann", "roll", die=6)
    assert table.refused("Ann", "roll").code == "rolled-already"
    table.do("Ann", "roll", die=2, overrule=("rolled-already",))
    assert table.view()["die"] == 2


def test_the_app_throws_when_no_number_is_told_and_the_same_again_after_an_undo() -> None:
    table = hunt(seed=3)
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    (event,) = table.do("Ann", "arrest")
    assert 1 <= event.roll <= 6
    assert (type(event).__name__ == "SuspectCaught") == (event.roll == 1)
    table.undo()
    assert table.do("Ann", "arrest") == (event,)
    table.undo()
    (rolled,) = table.do("Ann", "roll")
    assert 1 <= rolled.die <= 6


# ---- messages ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "type"}, "type-missing"),
        ({"kind": "colour"}, "colour-missing"),
        ({"kind": "both", "type": "boat"}, "colour-missing"),
        ({"kind": "both", "colour": "red"}, "type-missing"),
        ({"kind": "type", "type": "boat", "colour": "red"}, "colour-not-asked"),
        ({"kind": "colour", "type": "boat", "colour": "red"}, "type-not-asked"),
        ({"kind": "other", "type": "boat"}, "type-not-asked"),
        ({"kind": "assignment", "colour": "red"}, "colour-not-asked"),
        ({"kind": "type", "type": "castle"}, "field-not-among"),
        ({"kind": "type", "type": "red"}, "field-not-among"),
        ({"kind": "riddle"}, "field-not-among"),
        ({"kind": "other", "note": "x" * 301}, "note-too-long"),
        ({"kind": "assignment", "player": "Zed"}, "no-such-player"),
    ],
)
def test_a_message_turns_up_what_it_says_and_nothing_else(fields: dict[str, object], code: str) -> None:
    refusal = hunt().refused("Ann", "radio", **fields)
    assert (refusal.code, refusal.doubt) == (code, False)


def test_a_message_with_type_and_colour_turns_both() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    view = table.view()
    assert view["hideout"] == {"type": "boat", "colour": "red"}
    assert view["radio_used"] == 1


def test_a_message_with_both_turns_the_one_that_is_left() -> None:
    table = hunt()
    for kind in ("church", "boat", "site", "warehouse", "cafe"):
        table.do("Ann", "radio", kind="type", type=kind)
    assert table.refused("Ann", "radio", kind="both", type="boat", colour="red").code == "type-pile-empty"
    table.do("Ann", "radio", kind="both", colour="red")
    assert table.view()["hideout"] == {"type": "cafe", "colour": "red"}


def test_an_assignment_has_a_note_and_a_player_and_moves_nobody() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="assignment", note="  Drive to the harbour ", player="Bob")
    view = table.view()
    (step,) = view["history"]
    assert (step["by"], step["note"], step["player"]) == ("Ann", "Drive to the harbour", "Bob")
    assert (view["candidates"], view["radio_used"]) == (25, 1)


def test_by_house_rule_a_dead_move_takes_the_next_card() -> None:
    table = hunt(redraw_dead_move=True)
    for colour in ("red", "orange", "yellow", "purple", "green"):
        table.do("Ann", "radio", kind="colour", colour=colour)
    table.do("Ann", "radio", kind="colour")
    view = table.view()
    assert (view["draw_again"], view["steps"]) == (True, ["card-to-used", "draw-next"])
    table.do("Ann", "radio", kind="type", type="boat")
    assert not table.view()["draw_again"]


def test_the_screen_offers_only_cards_that_can_still_turn_up() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    offered = {message["kind"]: message for message in table.view()["messages"]}
    assert offered["type"]["types"] == ["church", "site", "warehouse", "cafe"]
    assert offered["type"]["colours"] == []
    assert offered["both"]["colours"] == ["orange", "yellow", "purple", "green"]
    assert offered["other"]["effect"] == "message"


# ---- chances -----------------------------------------------------------------------------------------------------


def chances(table: Table, after: str) -> dict[tuple[str, str], int]:
    return {(c["type"], c["colour"]): c["one_in"] for c in table.view()["chances"][after]}


@pytest.mark.parametrize("after", ["now", "type", "colour", "both"])
def test_before_the_first_message_all_25_hideouts_are_equally_likely(after: str) -> None:
    assert set(chances(hunt(), after).values()) == {25}
    assert len(chances(hunt(), after)) == 25


def test_a_move_leads_to_any_card_that_was_not_turned_up_with_equal_chance() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="type", type="church")
    assert chances(table, "now") == {("church", c): 5 for c in ("red", "orange", "yellow", "purple", "green")}
    assert len(chances(table, "type")) == 20
    table.do("Ann", "radio", kind="colour", colour="green")
    table.do("Ann", "radio", kind="type", type="boat")
    assert chances(table, "now") == {("boat", "green"): 1}
    assert chances(table, "type") == {(t, "green"): 3 for t in ("site", "warehouse", "cafe")}
    assert chances(table, "colour") == {("boat", c): 4 for c in ("red", "orange", "yellow", "purple")}
    assert set(chances(table, "both").values()) == {12}


def test_a_dead_move_or_a_frozen_suspect_stays_for_sure() -> None:
    table = hunt()
    for kind in ("church", "boat", "site", "warehouse", "cafe"):
        table.do("Ann", "radio", kind="type", type=kind)
    table.do("Ann", "radio", kind="colour", colour="red")
    assert chances(table, "type") == {("cafe", "red"): 1}
    exhaust(table)
    table.do("Ann", "reshuffle")
    assert chances(table, "colour") == {("cafe", "red"): 1}


# ---- reshuffling -------------------------------------------------------------------------------------------------


def test_a_reshuffle_turns_up_what_is_still_unknown() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="type", type="boat")
    exhaust(table)
    again = table.view()["reshuffle"]
    assert (again["types"], len(again["colours"])) == ([], 5)
    assert again["steps"] == ["shuffle-radio", "turn-colour", "moves-aside"]
    assert table.refused("Ann", "reshuffle").code == "colour-missing"
    assert table.refused("Ann", "reshuffle", type="church", colour="red").code == "type-not-asked"
    table.do("Ann", "reshuffle", colour="red")
    view = table.view()
    assert (view["hideout"], view["frozen"]) == ({"type": "boat", "colour": "red"}, True)


def test_a_reshuffle_turns_up_both_when_nothing_was_known() -> None:
    table = hunt()
    exhaust(table)
    assert table.refused("Ann", "reshuffle", colour="red").code == "type-missing"
    table.do("Ann", "reshuffle", type="site", colour="red")
    assert table.view()["can_arrest"]


def test_a_reshuffle_turns_up_nothing_that_is_known() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    exhaust(table)
    assert table.refused("Ann", "reshuffle", colour="green").code == "colour-not-asked"


def test_the_new_hideout_of_an_extended_game_may_be_the_old_one() -> None:
    table = hunt(extend_game=True)
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    exhaust(table)
    table.do("Ann", "reshuffle", type="boat", colour="red")
    assert table.view()["hideout"] == {"type": "boat", "colour": "red"}


def test_reshuffling_early_is_doubted_because_the_count_may_be_wrong() -> None:
    table = hunt()
    assert table.refused("Ann", "reshuffle", type="boat", colour="red").code == "nothing-to-reshuffle"
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    doubt = table.refused("Ann", "reshuffle")
    assert (doubt.code, doubt.doubt, doubt.facts["left"]) == ("radio-cards-left", True, 44)
    table.do("Ann", "reshuffle", overrule=("radio-cards-left",))
    assert (table.view()["radio_left"], table.view()["frozen"]) == (45, True)


def test_when_every_card_was_set_aside_no_message_is_left() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    exhaust(table)
    table.do("Ann", "reshuffle")
    for _ in range(45):
        table.do("Ann", "radio", kind="type")
    assert table.refused("Ann", "radio", kind="other").code == "radio-cards-gone"
    assert table.refused("Ann", "reshuffle").code == "nothing-to-reshuffle"
    assert table.view()["reshuffle"] is None
    assert "draw-next" not in table.view()["steps"]
    table.do("Ann", "arrest", roll=1)
    assert table.score().final


# ---- the end -----------------------------------------------------------------------------------------------------


def test_an_arrest_can_be_undone() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    table.do("Ann", "arrest", roll=1)
    assert table.view()["phase"] == "over"
    assert table.legal("Ann") == []
    table.undo()
    assert (table.view()["phase"], table.view()["caught_by"], table.score().final) == ("hunt", None, False)


def test_after_the_arrest_throw_the_move_is_over_also_when_a_message_followed() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    table.do("Ann", "arrest", roll=2)
    table.do("Ann", "radio", kind="type", type="cafe")
    assert (table.view()["tried"], table.view()["way_out"]) == (True, None)
    assert table.refused("Ann", "roll").code == "tried-already"
    assert not {"roll", "arrest"} & {name_of(type(command)) for command in table.legal("Ann")}
    table.do("Ann", "next_turn")
    assert not table.view()["tried"]
    table.do("Bob", "roll", die=4)


def test_the_first_card_of_a_pile_is_laid_down_and_the_others_upon_it() -> None:
    table = hunt()
    heard = []
    for fields in ({"type": "boat"}, {"type": "cafe"}, {"colour": "red"}, {"colour": "green"}):
        table.do("Ann", "radio", kind=next(iter(fields)), **fields)
        heard.append(table.view()["steps"][0])
    assert heard == ["lay-type", "cover-type", "lay-colour", "cover-colour"]


def test_the_next_turn_brings_a_new_try() -> None:
    table = hunt()
    table.do("Ann", "radio", kind="both", type="boat", colour="red")
    table.do("Ann", "arrest", roll=2)
    table.do("Ann", "arrest", roll=1, overrule=("tried-already",))
    assert table.score().winners == ("Ann",)
    table.undo()
    table.do("Ann", "next_turn")
    table.do("Bob", "next_turn")
    table.do("Ann", "arrest", roll=1)
    assert table.score().winners == ("Ann",)
