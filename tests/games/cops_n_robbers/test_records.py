"""The golden records of Cops 'n' Robbers end as the rules page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.cops_n_robbers import GAME
from tests.games.table import Table
from tests.games.table import replayed as replayed_file

RECORDS = Path(__file__).parent / "records"


def replayed(name: str) -> Table:
    return replayed_file(RECORDS / f"{name}.jsonl", GAME)


@pytest.mark.parametrize(
    ("name", "kind", "colour"),
    [
        ("cr_1_to_2_green_boat", "boat", "green"),
        ("cr_3_colour_first", "cafe", "red"),
        ("cr_5_dead_type", "boat", "purple"),
        ("cr_6_final", "warehouse", "purple"),
        ("cr_7_frozen", "boat", "purple"),
        ("cr_8_extended", "church", "yellow"),
    ],
)
def test_the_suspect_ends_in_this_hideout(name: str, kind: str, colour: str) -> None:
    assert replayed(name).view()["hideout"] == {"type": kind, "colour": colour}


@pytest.mark.parametrize(("name", "winner"), [("cr_9_arrest", "Cat"), ("whole_hunt_four_players", "Bob")])
def test_the_hunt_ends_with_an_arrest(name: str, winner: str) -> None:
    assert replayed(name).score().winners == (winner,)
