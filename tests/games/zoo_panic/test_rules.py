"""Rulings A1 to A21, wrong entries, and what a table may record all the same."""

from __future__ import annotations

import pytest

from companion.core.game import Refused
from companion.games.zoo_panic import GAME
from tests.games.table import Table


def table_of(seats: str = "Ann Bob", **options: object) -> Table:
    return Table(GAME, seats, **{"cages": 5, **options})


def rolled(seats: str = "Ann Bob", **options: object) -> Table:
    table = table_of(seats, **options)
    table.do("Ann", "roll", die=2)
    return table


def turn(table: Table, do: str, **fields: object) -> None:
    seat = table.view()["turn"]
    table.do(seat, "roll", die=3)
    table.do(seat, do, **fields)


# ---- options -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cages", [1, 0, -3, 61, 500])
def test_a_zoo_has_no_such_number_of_cages(cages: int) -> None:
    with pytest.raises(Refused) as caught:
        Table(GAME, "Ann Bob", cages=cages)
    assert caught.value.code == "cages-out-of-range"


def test_the_standard_zoo_has_22_different_animals_with_pictures() -> None:
    cages = Table(GAME, "Ann Bob").view()["cages"]
    assert len(cages) == 22
    assert len({cage["name"] for cage in cages}) == 22
    assert len({cage["picture"] for cage in cages} - {"🐾"}) == 22


def test_every_animal_can_be_replaced_and_a_bigger_zoo_numbers_the_rest() -> None:
    cages = table_of(animals=("Unicorn", " ", "Fox")).view()["cages"]
    assert [cage["name"] for cage in cages] == ["Unicorn", "Animal 2", "Fox", "Animal 4", "Animal 5"]
    assert [cage["picture"] for cage in cages[:3]] == ["🐾", "🐾", "🦊"]


@pytest.mark.parametrize(
    ("animals", "code"),
    [(("Fox", "fox"), "animals-alike"), (("x" * 31,), "animal-name-long")],
)
def test_animals_need_names_that_can_be_told_apart(animals: tuple[str, ...], code: str) -> None:
    with pytest.raises(Refused) as caught:
        table_of(animals=animals)
    assert caught.value.code == code


@pytest.mark.parametrize("spaces", [1, 31])
def test_the_board_has_at_least_two_blue_spaces(spaces: int) -> None:
    with pytest.raises(Refused) as caught:
        table_of(blue_spaces=spaces)
    assert caught.value.code == "blue-spaces-out-of-range"


# ---- the turn ----------------------------------------------------------------------------------------------------


def test_the_first_seat_is_the_youngest_and_begins_and_play_goes_clockwise() -> None:
    table = table_of("Ann Bob Cat")
    for seat in ("Ann", "Bob", "Cat", "Ann"):
        assert table.view()["turn"] == seat
        turn(table, "pass")


def test_the_app_rolls_when_no_die_is_told_and_the_same_again_after_an_undo() -> None:
    table = table_of()
    (first,) = table.do("Ann", "roll")
    assert 1 <= first.die <= 6
    table.undo()
    assert table.do("Ann", "roll") == (first,)


@pytest.mark.parametrize("die", [0, 7, -1])
def test_a_die_shows_one_to_six(die: int) -> None:
    assert table_of().refused("Ann", "roll", die=die).code == "die-out-of-range"


def test_acting_out_of_turn_is_doubted_and_can_be_recorded_all_the_same() -> None:
    table = table_of("Ann Bob Cat")
    doubt = table.refused("Bob", "roll", die=2)
    assert (doubt.code, doubt.doubt, dict(doubt.facts)) == ("not-your-turn", True, {"seat": "Ann"})
    table.do("Bob", "roll", die=2, overrule=("not-your-turn",))
    assert table.view()["turn"] == "Bob"
    table.do("Bob", "open", cage=1, animal=2)
    assert table.view()["turn"] == "Cat"


def test_a_move_before_the_roll_is_doubted() -> None:
    table = table_of()
    assert table.refused("Ann", "open", cage=1, animal=2).code == "roll-first"
    table.do("Ann", "open", cage=1, animal=2, overrule=("roll-first",))
    assert table.view()["turn"] == "Bob"


def test_a_second_roll_is_doubted() -> None:
    table = rolled()
    assert table.refused("Ann", "roll", die=6).code == "rolled-already"
    table.do("Ann", "roll", die=6, overrule=("rolled-already",))
    assert table.view()["allowance"] == 6


def test_the_board_acts_for_whoever_has_the_turn() -> None:
    table = table_of()
    table.do(None, "roll", die=2)
    table.do(None, "open", cage=1, animal=2)
    table.do(None, "roll", die=2)
    table.do(None, "open", cage=2, animal=3)
    assert table.view()["carrying"] == {"Ann": 2, "Bob": 3}


# ---- animals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cage", "animal", "code"),
    [
        (0, 1, "no-such-cage"),
        (6, 1, "no-such-cage"),
        (2, 0, "no-such-animal"),
        (2, 6, "no-such-animal"),
        (1, 3, "cage-opened-already"),
        (3, 2, "animal-seen-already"),
    ],
)
def test_a_cage_is_opened_once_and_an_animal_found_once(cage: int, animal: int, code: str) -> None:
    table = table_of()
    turn(table, "open", cage=1, animal=2)
    table.do("Bob", "roll", die=1)
    refusal = table.refused("Bob", "open", cage=cage, animal=animal)
    assert (refusal.code, refusal.doubt) == (code, False)


def test_a_player_carries_one_animal_at_a_time() -> None:
    table = table_of()
    turn(table, "open", cage=1, animal=2)
    turn(table, "pass")
    table.do("Ann", "roll", die=1)
    assert table.refused("Ann", "open", cage=3, animal=4).code == "carrying-already"


def test_an_animal_cannot_be_delivered_to_a_foreign_cage() -> None:
    table = table_of()
    turn(table, "open", cage=1, animal=2)
    turn(table, "pass")
    table.do("Ann", "roll", die=1)
    assert table.refused("Ann", "deliver", found=3, cage=4).code == "foreign-cage"
    assert table.refused("Ann", "deliver", found=3, cage=9).code == "no-such-cage"
    table.do("Ann", "deliver", found=3, cage=2)


def test_a_delivery_needs_an_animal() -> None:
    assert rolled().refused("Ann", "deliver", found=3).code == "nothing-to-deliver"


def test_the_card_that_lay_in_the_cage_must_be_taken() -> None:
    table = table_of()
    turn(table, "open", cage=1, animal=2)
    turn(table, "pass")
    table.do("Ann", "roll", die=1)
    assert table.refused("Ann", "deliver").code == "card-lies-there"
    assert table.refused("Ann", "deliver", found=2).code == "animal-seen-already"
    assert table.refused("Ann", "deliver", found=8).code == "no-such-animal"
    table.do("Ann", "deliver", found=1)
    turn(table, "pass")
    table.do("Ann", "roll", die=1)
    assert table.refused("Ann", "deliver", found=4).code == "cage-is-empty"
    table.do("Ann", "deliver")
    assert table.view()["empty"] == []


def test_after_an_own_cage_find_the_turn_ends_and_nothing_is_carried() -> None:
    table = rolled()
    table.do("Ann", "open", cage=3, animal=3)
    view = table.view()
    assert (view["turn"], view["carrying"], view["home"]) == ("Bob", {}, [3])


# ---- cars --------------------------------------------------------------------------------------------------------


def test_the_app_learns_from_the_first_taking_where_the_cars_were_put() -> None:
    table = rolled()
    assert table.view()["cars"] == [{"space": 1}, {"space": 2}]
    table.do("Ann", "take_car", space=5)
    table.do("Bob", "roll", die=1)
    table.do("Bob", "take_car", space=4)
    assert table.view()["cars"] == [{"with": "Ann"}, {"with": "Bob"}]


def test_two_cars_are_never_taken_from_one_space() -> None:
    table = rolled()
    table.do("Ann", "take_car", space=2)
    table.do("Bob", "roll", die=1)
    assert table.refused("Bob", "take_car", space=2).code == "no-car-there"


def test_nobody_takes_a_car_when_both_are_taken() -> None:
    table = rolled("Ann Bob Cat")
    table.do("Ann", "take_car", space=1)
    turn(table, "take_car", space=2)
    table.do("Cat", "roll", die=1)
    assert table.refused("Cat", "take_car", space=1).code == "both-cars-taken"


def test_one_car_each() -> None:
    table = rolled()
    table.do("Ann", "take_car", space=1)
    turn(table, "pass")
    table.do("Ann", "roll", die=1)
    doubt = table.refused("Ann", "take_car", space=2)
    assert (doubt.code, doubt.doubt) == ("one-car-each", True)
    table.do("Ann", "take_car", space=2, overrule=("one-car-each",))
    assert table.view()["cars"] == [{"with": "Ann"}, {"with": "Ann"}]


def delivering(**options: object) -> Table:
    """Ann has the car of blue space 1 and has just delivered; Bob is next."""
    table = table_of(**options)
    turn(table, "take_car", space=1)
    turn(table, "pass")
    turn(table, "open", cage=1, animal=2)
    turn(table, "pass")
    turn(table, "deliver", found=3)
    return table


def test_a_car_is_put_back_to_a_different_free_space_also_after_the_turn_has_gone_on() -> None:
    table = delivering()
    table.do("Bob", "roll", die=1)
    table.do("Ann", "return_car", space=4)
    assert table.view()["cars"] == [{"space": 4}, {"space": 2}]
    assert table.refused("Ann", "return_car", space=3).code == "no-car-to-return"


def test_the_board_puts_the_car_back_for_whoever_owes_it() -> None:
    table = delivering()
    table.do(None, "return_car", space=4)
    assert table.view()["cars_back"] == []


def test_with_two_blue_spaces_the_car_may_go_back_where_it_came_from() -> None:
    table = delivering(blue_spaces=2)
    assert table.view()["cars_back"] == [{"seat": "Ann", "not_to": []}]
    assert table.refused("Ann", "return_car", space=3).code == "no-such-blue-space"
    table.do("Ann", "return_car", space=1)


def test_the_same_space_can_be_recorded_when_the_table_insists() -> None:
    table = delivering()
    table.do("Ann", "return_car", space=1, overrule=("car-back-to-same-space",))
    assert table.view()["cars"] == [{"space": 1}, {"space": 2}]


def test_a_car_that_has_to_go_back_doubles_no_more() -> None:
    table = delivering()
    turn(table, "pass")
    assert table.refused("Ann", "roll", die=4).code == "car-to-put-back"
    table.do("Ann", "roll", die=4, overrule=("car-to-put-back",))
    assert table.view()["allowance"] == 4


def test_the_car_may_be_put_back_just_before_the_delivery_is_told() -> None:
    table = table_of()
    turn(table, "take_car", space=1)
    turn(table, "pass")
    turn(table, "open", cage=1, animal=2)
    turn(table, "pass")
    table.do("Ann", "roll", die=4)
    table.do("Ann", "return_car", space=3)
    table.do("Ann", "deliver", found=3)
    assert table.view()["cars_back"] == []


def test_a_car_that_stands_elsewhere_can_be_taken_when_the_table_insists() -> None:
    table = delivering()
    table.do("Ann", "return_car", space=4)
    turn(table, "take_car", space=2)
    table.do("Ann", "roll", die=1)
    doubt = table.refused("Ann", "take_car", space=1)
    assert (doubt.code, doubt.facts["spaces"]) == ("no-car-there", (4,))
    table.do("Ann", "take_car", space=1, overrule=("no-car-there",))
    assert table.view()["cars"] == [{"with": "Ann"}, {"with": "Bob"}]


@pytest.mark.parametrize("seat", ["Ann", None])
def test_taking_a_car_ends_the_turn_and_a_pass_after_it_changes_nothing(seat: str | None) -> None:
    table = rolled()
    table.do(seat, "take_car", space=1)
    assert table.view()["turn"] == "Bob"
    table.do(seat, "pass")
    assert table.view()["turn"] == "Bob"
    table.do("Bob", "roll", die=1)
    assert table.refused("Ann", "pass").code == "not-your-turn"


def test_a_car_may_be_told_beside_an_opened_cage() -> None:
    table = rolled()
    table.do("Ann", "open", cage=1, animal=2)
    table.do("Ann", "take_car", space=1)
    view = table.view()
    assert (view["turn"], view["carrying"], view["cars"][0]) == ("Bob", {"Ann": 2}, {"with": "Ann"})


# ---- the end -----------------------------------------------------------------------------------------------------


def test_finished_players_are_skipped_and_put_their_car_back() -> None:
    table = table_of("Ann Bob Cat", cages=2)
    turn(table, "take_car", space=1)
    turn(table, "open", cage=1, animal=1)
    turn(table, "open", cage=2, animal=2)
    assert table.score().final
    table.undo()
    table.undo()
    table.undo()
    table.undo()
    turn(table, "open", cage=1, animal=2)
    turn(table, "pass")
    turn(table, "pass")
    table.do("Bob", "roll", die=1)
    table.do("Bob", "deliver", found=1)
    view = table.view()
    assert (view["finished"], view["turn"]) == (["Ann", "Cat"], "Bob")
    assert view["cars_back"] == [{"seat": "Ann", "not_to": [1, 2]}]
    assert table.legal("Cat") == []


def test_after_the_end_nothing_more_is_recorded_and_an_undo_opens_the_game_again() -> None:
    table = table_of(cages=2)
    turn(table, "open", cage=1, animal=1)
    turn(table, "open", cage=2, animal=2)
    assert table.view()["phase"] == "over"
    assert table.score().winners == ("Ann", "Bob")
    assert table.refused("Ann", "roll", die=1).code == "game-over"
    table.undo()
    assert not table.score().final


def test_a_delivery_after_which_the_player_who_waits_is_finished_moves_the_turn_on() -> None:
    table = table_of("Ann Bob Cat", cages=2)
    turn(table, "open", cage=1, animal=2)
    turn(table, "pass")
    turn(table, "pass")
    turn(table, "take_car", space=1)
    assert table.view()["turn"] == "Bob"
    table.do("Ann", "deliver", found=1)
    view = table.view()
    assert (view["turn"], view["finished"]) == ("Ann", ["Bob", "Cat"])
