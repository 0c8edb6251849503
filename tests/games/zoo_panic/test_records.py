"""The golden records of Zoo Panic end as the rules page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.zoo_panic import GAME
from tests.games.table import Table
from tests.games.table import replayed as replayed_file

RECORDS = Path(__file__).parent / "records"


def replayed(name: str) -> Table:
    return replayed_file(RECORDS / f"{name}.jsonl", GAME)


@pytest.mark.parametrize(
    ("name", "trophies", "winners"),
    [
        ("zn_1_five_cages", {"P1": 2, "P2": 3}, ("P2",)),
        ("zn_6_shared_victory", {"A": 6, "B": 6, "C": 5, "D": 5}, ("A", "B")),
        ("whole_game_three_players", {"Ann": 9, "Bob": 7, "Cat": 6}, ("Ann",)),
    ],
)
def test_a_whole_game_ends_with_these_trophies(name: str, trophies: dict[str, int], winners: tuple[str, ...]) -> None:
    score = replayed(name).score()
    assert (dict(score.points), score.winners, score.final) == (trophies, winners, True)


def test_zn_3_the_car_stands_on_another_blue_space() -> None:
    assert replayed("zn_3_the_car").view()["cars"] == [{"space": 1}, {"space": 3}]


def test_zn_5_the_car_is_kept_and_doubles_again() -> None:
    table = replayed("zn_5_own_cage_with_car")
    assert {"with": "P"} in table.view()["cars"]
    table.do("P", "roll", die=5)
    assert table.view()["allowance"] == 10
