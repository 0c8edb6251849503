"""The golden records of Zoo King and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.zoo_king import GAME
from tests.games.table import replayed as replayed_file
from tests.games.zoo_king.play import Table

RECORDS = Path(__file__).parent / "records"


def replayed(name: str) -> Table:
    return replayed_file(RECORDS / f"{name}.jsonl", GAME, Table)


@pytest.mark.parametrize(
    ("name", "points", "winners"),
    [
        ("tie_to_the_bottom_and_shared", [3, 3, 2, 2], "Ann Bob"),
        ("third_award_ends_the_game", [3, 0, 0, 0], "Ann"),
        ("first_to_three", [3, 2, 2], "Ann"),
        ("double_win", [3, 3, 2], "Ann Bob"),
        ("two_players_long_layout", [1, 4], "Bob"),
        ("awards_only", [0, 0, 3], "Cat"),
        ("whole_game_of_three", [1, 2, 3], "Cat"),
        ("whole_game_of_four", [6, 2, 2, 4], "Ann"),
    ],
)
def test_recorded_games_end_as_they_did(name: str, points: list[int], winners: str) -> None:
    score = replayed(name).score()
    assert score.final
    assert list(score.points.values()) == points
    assert score.winners == tuple(winners.split())


@pytest.mark.parametrize(
    ("name", "cash"),
    [
        ("starters_and_order", [800, 600, 600, 700]),
        ("tiger_from_the_discard_pile", [300, 900]),
        ("admission", [900, 800, 1100, 800]),
        ("checkups", [0, 500, 200]),
        ("volunteer", [700, 1000, 700]),
    ],
)
def test_recorded_money_comes_out_as_it_did(name: str, cash: list[int]) -> None:
    table = replayed(name)
    assert [table.view(seat)["cash"] for seat in table.seats] == cash


@pytest.mark.parametrize(
    ("name", "seat", "animals"),
    [
        ("volunteer", "Bob", ["Otter", "Black Panther"]),
        ("rescue", "Ann", ["Toucan"]),
        ("tiger_from_the_discard_pile", "Ann", ["Tiger"]),
    ],
)
def test_recorded_animals_go_where_they_went(name: str, seat: str, animals: list[str]) -> None:
    assert replayed(name).view()["zoos"][seat]["animals"] == animals


def test_the_recorded_choosing_order_makes_the_order_of_play() -> None:
    assert replayed("starters_and_order").view()["order"] == ["Ann", "Dan", "Cat", "Bob"]
