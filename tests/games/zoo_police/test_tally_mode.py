"""Mode "tally": a game that was played without the referee is only counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.zoo_police.play import Police


def test_a_finished_game_is_scored_from_the_board_alone() -> None:
    table = Police(mode="tally")
    assert table.view()["phase"] == "score"
    assert table.view()["waiting"] == ["Ann", "Bob", "Cat"]
    assert table.view()["turn"] is None
    pink = {"pink": {"neutral": 4, "own": 1}}
    table.do(None, "tally", types=pink, pile=5, crimes=3, **{"for": "Ann"})
    table.do(None, "tally", types={}, pile=2, crimes=0, **{"for": "Bob"})
    assert table.view()["infiltrators"] == ["Bob"]
    assert table.view()["crimes"] == {"Ann": 3, "Bob": 0, "Cat": 0}
    table.do(None, "tally", types={}, pile=3, innocents=1, crimes=1, **{"for": "Cat"})
    assert table.view()["phase"] == "over"
    assert table.score().points == {"Ann": 10, "Bob": 8, "Cat": 4}
    assert table.score().winners == ("Ann",)


@pytest.mark.parametrize(
    ("told", "code", "field"),
    [
        ({"crimes": 1}, "tally-missing", "pile"),
        ({"pile": 1}, "tally-missing", "crimes"),
        ({"pile": -1, "crimes": 1}, "tally-off", "pile"),
        ({"pile": 100, "crimes": 1}, "tally-off", "pile"),
        ({"pile": 10**9, "crimes": 1}, "tally-off", "pile"),
        ({"pile": 10**15, "crimes": 1}, "number-too-big", "pile"),
        ({"pile": 1.5, "crimes": 1}, "not-a-whole-number", "pile"),
        ({"pile": 1, "crimes": -1}, "tally-off", "crimes"),
        ({"pile": 1, "crimes": 26}, "tally-off", "crimes"),
        ({"pile": 1, "crimes": 1, "innocents": 11}, "tally-off", "innocents"),
        ({"pile": 1, "crimes": 1, "innocents": -1}, "tally-off", "innocents"),
    ],
)
def test_piles_and_crimes_that_cannot_be_are_refused(told: dict[str, Any], code: str, field: str) -> None:
    refused = Police(mode="tally").refused("Ann", "tally", types={}, **told)
    assert (refused.code, refused.facts["field"]) == (code, field)


def test_together_the_seats_cannot_have_more_cards_than_there_are() -> None:
    table = Police(mode="tally")
    table.do("Ann", "tally", types={}, pile=1, crimes=20, innocents=6)
    assert table.refused("Bob", "tally", types={}, pile=1, crimes=6).code == "more-crimes-than-exist"
    assert table.refused("Bob", "tally", types={}, pile=1, crimes=5, innocents=5).code == "more-innocents-than-exist"
    table.do("Ann", "tally", types={}, pile=1, crimes=2)
    table.do("Bob", "tally", types={}, pile=1, crimes=6, innocents=5)


def test_an_infiltrator_has_no_types() -> None:
    told = {"types": {"pink": {"neutral": 1, "own": 0}}, "pile": 1}
    assert Police(mode="tally").refused("Ann", "tally", crimes=0, **told).code == "more-types-than-crimes"


def test_nothing_else_is_done_in_this_mode() -> None:
    table = Police(mode="tally")
    assert table.refused("Ann", "draw_crimes", extra=1).code == "not-now"
    assert table.offered() == {"tally"}
    assert table.offered("Ann") == {"tally"}


def test_piles_stay_hidden_until_all_have_counted() -> None:
    table = Police(mode="tally")
    table.do("Ann", "tally", types={}, pile=5, crimes=1)
    assert table.view()["pile"] is None
    assert table.view("Bob")["pile"] == 0
    assert table.view("Ann")["pile"] == 5
    assert table.score().points == {}
    assert table.view("Bob")["breakdown"] == {}
