"""The golden records of Zoo Police and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.zoo_police import GAME
from tests.games.table import Table
from tests.games.table import replayed as replayed_file

RECORDS = Path(__file__).parent / "records"


def replayed(name: str) -> Table:
    return replayed_file(RECORDS / f"{name}.jsonl", GAME)


@pytest.mark.parametrize(
    ("name", "points", "winners"),
    [
        ("best_three_types", [21, 0, 0], "Ann"),
        ("infiltrator_tie", [28, 28, 0], "Bob"),
        ("leftovers", [5, 2, 0, 0], "Ann"),
        ("whole_game_of_three", [29, 22, 25], "Ann"),
        ("whole_game_of_four_with_innocents", [28, 28, 18, 22], "Ann"),
    ],
)
def test_recorded_games_end_as_they_did(name: str, points: list[int], winners: str) -> None:
    score = replayed(name).score()
    assert score.final
    assert list(score.points.values()) == points
    assert score.winners == tuple(winners.split())


@pytest.mark.parametrize(
    ("name", "to", "sizes"),
    [
        ("carry_over", [None, "Cat", None, "Bob"], [4, 1, 2, 1]),
        ("equal_numbers", ["Cat", None, "Cat", "Dan"], [0, 1, 0, 0]),
        ("forced_reveal", ["Cat", "Cat", "Cat", "Bob"], [0, 0, 0, 0]),
        ("three_guesses", [], [2, 1, 1, 1]),
    ],
)
def test_recorded_rounds_go_to_whom_they_went(name: str, to: list[str | None], sizes: list[int]) -> None:
    view = replayed(name).view()
    assert [result["to"] for result in view["assigned"]] == to
    assert [row["crimes"] for row in view["rows"]] == sizes
