"""Who knows what: piles, returned numbers, aids."""

from __future__ import annotations

from companion.games.zoo_police import GAME
from companion.games.zoo_police.model import InnocentClaimed, OwnTurned, RowsAssigned, SuspectTurned
from tests.games.zoo_police.play import Police


def after_a_hit(**options: object) -> Police:
    table = Police(**options)
    table.deal("1234", "2345", "3451")
    table.hit("Bob", 1)
    return table


def test_a_pile_is_its_owners_business() -> None:
    table = after_a_hit()
    assert table.view("Ann")["pile"] == 1
    assert table.view("Bob")["pile"] == 0
    assert table.view()["pile"] is None
    assert table.score().points == {}
    assert table.score("Ann").points == {}
    assert table.view("Ann")["breakdown"] == {}


def test_open_scores_show_all_piles_to_all() -> None:
    table = after_a_hit(open_scores=True)
    for viewer in (None, "Ann", "Bob"):
        assert table.view(viewer)["pile"] == {"Ann": 1, "Bob": 0, "Cat": 0}
    assert table.score().points == {"Ann": 1, "Bob": 0, "Cat": 0}
    assert not table.score().final


def test_without_assist_a_returned_number_is_to_be_remembered() -> None:
    table = after_a_hit()
    view = table.view("Cat")
    assert view["seen"]["Bob"] == []
    assert view["possible"] is None
    assert view["odds"] is None
    assert view["last"]["shown"] == 2
    table.miss("Ann", 1)
    assert table.view("Cat")["last"]["owner"] == "Ann"
    assert table.view("Cat")["seen"] == {"Ann": [1], "Bob": [], "Cat": []}


def test_logic_strikes_out_what_was_seen_and_odds_add_the_chances() -> None:
    logic = after_a_hit(assist="logic").view("Cat")
    assert logic["possible"]["Bob"] == {row: [1, 3, 4, 5] for row in "234"}
    assert set(logic["possible"]) == {"Ann", "Bob"}
    assert logic["seen"]["Bob"] == [2]
    assert logic["odds"] is None
    odds = after_a_hit(assist="odds")
    assert odds.view("Cat")["odds"]["Ann"]["1"] == dict.fromkeys("12345", 0.2)
    assert set(odds.view()["odds"]) == {"Ann", "Bob", "Cat"}


def test_guesses_and_claims_are_hushed_until_the_end_unless_the_table_agreed_otherwise() -> None:
    table = after_a_hit()
    guess = table.moves[-1][0]
    assert isinstance(guess, SuspectTurned)
    assert GAME.hushed(table.state, guess)
    assert GAME.hushed(table.state, InnocentClaimed(guess.seat, 2, drew=True))
    assert not GAME.hushed(table.state, OwnTurned(guess.seat, 1, 2))
    assert not GAME.hushed(table.state, RowsAssigned(1, ()))
    for options in ({"assist": "logic"}, {"assist": "odds"}, {"open_scores": True}):
        assert not GAME.hushed(after_a_hit(**options).state, guess)


def test_the_board_offers_no_claim_that_tells_of_an_earlier_hit() -> None:
    table = Police(innocent_variant=True)
    for _ in range(4):
        table.round("5234", "1235", "2153")
        table.do(None, "next_round")
    table.deal("1234", "2345", "3451")
    table.hit("Cat", 1)
    table.miss("Ann", 1)
    assert table.view()["innocent"]["claimable"] == []
    assert table.view("Cat")["innocent"]["claimable"] == []
    assert table.view("Bob")["innocent"]["claimable"] == ["Bob"]
