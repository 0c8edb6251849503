"""Whose row it is once all Suspects are turned (ZP-2)."""

from __future__ import annotations

import pytest

from companion.core.secret import Seat
from companion.games.zoo_police.lineup import row_winner
from tests.games.zoo_police.play import FOUR, Police


@pytest.mark.parametrize(
    ("lying", "winner", "returned"),
    [
        ("R5 B5 G3", "G", "RB"),
        ("R4 B4 G4", None, "RBG"),
        ("R5 B5 G2 Y2", None, "RBGY"),
        ("R5 B5 G5 Y1", "Y", "RBG"),
        ("R5 B4 G4 Y1", "R", "BG"),
        ("R1", "R", ""),
        ("", None, ""),
        ("R5 B5 G3 Y3", None, "RBGY"),
    ],
)
def test_equal_numbers_cancel_and_then_the_highest_wins(lying: str, winner: str | None, returned: str) -> None:
    cards = {Seat(card[0]): int(card[1]) for card in lying.split()}
    assert row_winner(cards) == (winner, tuple(returned))


def test_equal_numbers_cancel_even_when_they_are_not_the_highest() -> None:
    table = Police(FOUR)
    table.round("5123", "4512", "4351", "1234")
    assert table.view()["assigned"][0] == {"row": 1, "to": "Ann", "crimes": 2, "returned": ["Bob", "Cat"]}


def test_a_guessed_card_does_not_count_for_its_row() -> None:
    table = Police()
    table.deal("5123", "4512", "3451")
    table.miss("Bob", 1)
    table.hit("Ann", 1)
    table.miss_all()
    view = table.view()
    assert view["rows"][0]["suspects"] == {"Ann": "back", "Bob": 4, "Cat": 3}
    assert view["assigned"][0]["to"] == "Bob"


def test_a_row_from_which_everybody_was_guessed_away_keeps_its_crimes() -> None:
    table = Police()
    table.deal("1234", "2345", "3451")
    table.hit("Bob", 1)
    table.hit("Cat", 1)
    table.hit("Ann", 1)
    table.miss_all()
    view = table.view()
    assert view["assigned"][0] == {"row": 1, "to": None, "crimes": 2, "returned": []}
    assert view["rows"][0]["crimes"] == 2


def test_the_final_lying_stays_in_sight_until_the_next_round_and_the_result_until_the_next_result() -> None:
    table = Police()
    table.round("5123", "4512", "3451")
    shown = table.view()
    assert [row["crimes"] for row in shown["rows"]] == [0, 0, 0, 0]
    assert shown["rows"][0]["suspects"] == {"Ann": 5, "Bob": 4, "Cat": 3}
    table.do(None, "next_round")
    later = table.view()
    assert [row["suspects"] for row in later["rows"]] == [{}, {}, {}, {}]
    assert later["assigned"] == shown["assigned"]


def test_crimes_left_over_are_joined_by_the_new_ones() -> None:
    """ZP-5."""
    table = Police()
    table.round("1234", "1435", "1532")
    view = table.view()
    assert [result["to"] for result in view["assigned"]] == [None, "Cat", None, "Bob"]
    assert table.sizes() == [2, 0, 1, 0]
    table.do("Cat", "next_round")
    assert table.view()["deck"] == 20
    table.do("Bob", "draw_crimes", extra=1)
    view = table.view()
    assert table.sizes() == [4, 1, 2, 1]
    assert view["deck"] == 15
    assert sum(table.sizes()) + sum(view["crimes"].values()) == 10
