"""The worked examples ZN-1 to ZN-7 of the rules page."""

from __future__ import annotations

from companion.games.zoo_panic import GAME
from tests.games.table import Table

TOY = ("Ape", "Bear", "Cow", "Dog", "Emu")
A, B, C, D, E = range(1, 6)


def toy(**options: object) -> Table:
    return Table(GAME, "P1 P2", cages=5, animals=TOY, **options)


def turn(table: Table, do: str, *, die: int = 3, **fields: object) -> None:
    seat = table.view()["turn"]
    table.do(seat, "roll", die=die)
    table.do(seat, do, **fields)


def carried(table: Table) -> dict[str, int]:
    carrying: dict[str, int] = table.view()["carrying"]
    return carrying


def trophies(table: Table) -> tuple[int, int]:
    won = table.view()["trophies"]
    return won["P1"], won["P2"]


def play_to_step_7(table: Table) -> None:
    turn(table, "open", cage=A, animal=C)
    turn(table, "open", cage=B, animal=B)
    turn(table, "pass")
    turn(table, "open", cage=D, animal=E)
    turn(table, "deliver", found=A)
    turn(table, "pass")
    turn(table, "deliver", found=None)
    turn(table, "deliver", found=D)


def test_zn_1_every_row_of_the_table() -> None:
    table = toy()
    turn(table, "open", cage=A, animal=C)
    assert (table.view()["face_down"], carried(table), trophies(table)) == ([B, C, D, E], {"P1": C}, (0, 0))
    turn(table, "open", cage=B, animal=B)
    assert (table.view()["face_down"], table.view()["home"], trophies(table)) == ([C, D, E], [B], (0, 1))
    table.do("P1", "roll", die=3)
    assert table.refused("P1", "open", cage=D, animal=E).code == "carrying-already"
    table.do("P1", "pass")
    assert (table.view()["face_down"], carried(table)) == ([C, D, E], {"P1": C})
    turn(table, "open", cage=D, animal=E)
    assert (table.view()["face_down"], carried(table)) == ([C, E], {"P1": C, "P2": E})
    turn(table, "deliver", found=A)
    assert (table.view()["face_down"], table.view()["home"]) == ([E], [B, C])
    assert (carried(table), trophies(table)) == ({"P1": A, "P2": E}, (1, 1))
    turn(table, "pass")
    turn(table, "deliver", found=None)
    assert (table.view()["home"], carried(table), trophies(table)) == ([A, B, C], {"P2": E}, (2, 1))
    turn(table, "deliver", found=D)
    assert (table.view()["face_down"], table.view()["home"]) == ([], [A, B, C, E])
    assert (carried(table), trophies(table), table.view()["finished"]) == ({"P2": D}, (2, 2), ["P1"])
    turn(table, "deliver")
    assert (table.view()["home"], trophies(table)) == ([A, B, C, D, E], (2, 3))
    assert (table.score().final, table.score().winners) == (True, ("P2",))


def test_zn_2_not_over_while_an_animal_is_carried_although_no_card_is_face_down() -> None:
    table = toy()
    play_to_step_7(table)
    assert table.view()["face_down"] == []
    assert sum(trophies(table)) == 4
    assert not table.score().final
    assert table.view()["turn"] == "P2", "P1 is finished and skipped"


def test_zn_3_a_car_doubles_from_the_next_turn_and_goes_back_elsewhere() -> None:
    table = Table(GAME, "P Q")
    table.do("P", "roll", die=5)
    assert table.view()["allowance"] == 5
    table.do("P", "take_car", space=2)
    assert {"with": "P"} in table.view()["cars"]
    turn(table, "pass")
    table.do("P", "roll", die=4)
    assert table.view()["allowance"] == 8
    table.do("P", "open", cage=1, animal=9)
    turn(table, "pass")
    table.do("P", "roll", die=6)
    table.do("P", "deliver", found=1)
    assert table.view()["cars_back"] == [{"seat": "P", "not_to": [1, 2]}]
    assert table.refused("P", "return_car", space=2).code == "car-back-to-same-space"
    assert table.refused("P", "return_car", space=1).code == "car-stands-there"
    table.do("P", "return_car", space=3)
    assert table.view()["cars"] == [{"space": 1}, {"space": 3}]
    turn(table, "pass")
    table.do("P", "roll", die=4)
    assert table.view()["allowance"] == 4


def test_zn_5_an_own_cage_find_wins_a_trophy_and_keeps_the_car() -> None:
    table = Table(GAME, "P Q")
    turn(table, "take_car", space=1)
    turn(table, "pass")
    turn(table, "open", cage=4, animal=4)
    view = table.view()
    assert view["trophies"]["P"] == 1
    assert {"with": "P"} in view["cars"]
    assert view["cars_back"] == []
    assert table.refused("P", "return_car", space=3).code == "car-kept-until-delivery"


def test_zn_5_unless_the_table_plays_that_an_own_cage_returns_the_car() -> None:
    table = Table(GAME, "P Q", own_cage_returns_car=True)
    turn(table, "take_car", space=1)
    turn(table, "pass")
    turn(table, "open", cage=4, animal=4)
    assert table.view()["cars_back"] == [{"seat": "P", "not_to": [1, 2]}]


def test_zn_6_the_winners_share_and_all_trophies_together_are_the_cages() -> None:
    table = Table(GAME, "A B C D")
    for animal in range(1, 23):
        turn(table, "open", cage=animal, animal=animal)
        assert table.score().final == (animal == 22)
    score = table.score()
    assert dict(score.points) == {"A": 6, "B": 6, "C": 5, "D": 5}
    assert score.winners == ("A", "B")


def all_but_one_seen(**options: object) -> Table:
    table = Table(GAME, "P Q", **options)
    for animal in range(1, 22):
        turn(table, "open", cage=animal, animal=animal)
    return table


def test_zn_7_the_last_animal_is_known_by_elimination_where_the_table_wants_help() -> None:
    assert all_but_one_seen(assist=True).view()["last_card"] == {"cage": 22, "animal": 22}
    assert all_but_one_seen(assist="logic").view()["unseen"] == [22]
    assert all_but_one_seen().view()["last_card"] is None
    assert all_but_one_seen(assist="off").view()["unseen"] is None


def test_zn_7_the_last_card_of_its_own_cage_is_a_trophy_at_once() -> None:
    table = all_but_one_seen()
    turn(table, "open", cage=22, animal=22)
    assert table.score().final
