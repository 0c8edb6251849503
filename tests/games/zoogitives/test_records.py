"""The golden records of Zoogitives and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.zoogitives import GAME
from tests.games.table import Table
from tests.games.table import replayed as replayed_file

RECORDS = Path(__file__).parent / "records"


def replayed(name: str) -> Table:
    return replayed_file(RECORDS / f"{name}.jsonl", GAME)


@pytest.mark.parametrize(
    ("name", "winners"),
    [
        ("zg_8_fewest_cards", "Bob"),
        ("zg_8_shared_victory", "Ann Bob"),
        ("zg_9_nobody_wins", ""),
        ("zg_10_the_brink", "Ann"),
        ("whole_game_to_a_shared_victory", "Ann Bob"),
    ],
)
def test_recorded_games_end_as_they_did(name: str, winners: str) -> None:
    score = replayed(name).score()
    assert score.final
    assert score.winners == tuple(winners.split())


def test_the_recorded_markers_are_those_of_the_worked_examples() -> None:
    """ZG-1 to ZG-4."""
    view = replayed("zg_1_to_4_markers").view()
    markers = [[said["marker"] for said in step["said"].values()] for step in view["history"]]
    assert markers[:2] == [[3, 2, 1, 0, 3, 0], [2, 3, 1, 0, 3, 0]]


def test_the_recorded_deduction_is_that_of_the_worked_example() -> None:
    """ZG-6."""
    assert replayed("zg_6_after_the_report").view("Ann")["worlds"] == 72
    erred = replayed("zg_6_someone_erred").view("Ann")
    assert erred["worlds"] == 0
    assert [(one["of"], one["announcement"]) for one in erred["conflict"]] == [("Bob", 0), ("Bob", 1)]


def test_the_recorded_check_is_that_of_the_worked_example() -> None:
    """ZG-7."""
    view = replayed("zg_7_two_checks").view("Ann")
    assert view["ticks"] == ["Bob", "Cat"]
    assert view["chances"]["Ann"] == 1


def test_the_recorded_clash_was_mended() -> None:
    view = replayed("two_equal_cards").view()
    assert view["entered"] == ["Ann", "Bob", "Cat"]
    assert (view["phase"], view["active"]) == ("hunt", "Cat")
