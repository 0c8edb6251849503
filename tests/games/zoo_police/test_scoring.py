"""The final count: glasses, the best three types, infiltrators and ties."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.zoo_police import GAME
from tests.games.zoo_police.play import FOUR, Police


def types(text: str) -> dict[str, dict[str, int]]:
    """ "purple 5+1, brown 5" as the fields of a tally."""
    told = {}
    for part in text.split(", ") if text else []:
        name, glasses = part.rsplit(" ", 1)
        neutral, _, own = glasses.partition("+")
        told[name] = {"neutral": int(neutral), "own": int(own or 0)}
    return told


def scored(**cards: tuple[str, int, int]) -> Police:
    """A finished game, per seat: types, pile, crimes."""
    table = Police(" ".join(cards), mode="tally")
    for seat, (text, pile, crimes) in cards.items():
        table.do(seat, "tally", types=types(text), pile=pile, crimes=crimes)
    return table


NOBODY = ("", 0, 0)


def test_the_rulebooks_score() -> None:
    """ZP-6."""
    table = scored(Cat=("purple 7+1, brown 5+1, pink 5, light blue 1, orange 1", 5, 12), Ann=NOBODY, Bob=NOBODY)
    assert table.score().points["Cat"] == 24
    assert table.view()["breakdown"]["Cat"]["glasses"] == 19


def test_the_best_three_types_count_both_kinds_of_glasses() -> None:
    """ZP-7, P14: the naive choice by neutral glasses gives 20."""
    red = "purple 5+1, brown 5, pink 4+2, light blue 6, orange 1+4"
    table = scored(Ann=(red, 3, 9), Bob=NOBODY, Cat=NOBODY)
    assert table.view()["kept"]["Ann"] == ["purple", "pink", "light blue"]
    assert table.score().points["Ann"] == 21
    table.do("Ann", "keep", types=["light blue", "purple", "brown"])
    assert table.score().points["Ann"] == 20
    assert table.view()["kept"]["Ann"] == ["light blue", "purple", "brown"]
    assert table.view()["breakdown"]["Ann"]["best"] == ["purple", "pink", "light blue"]


def test_a_tie_goes_to_the_bigger_pile_before_it_is_multiplied() -> None:
    """ZP-8, P17."""
    table = scored(Ann=("", 7, 0), Bob=("pink 20", 8, 5), Cat=NOBODY)
    assert table.score().points == {"Ann": 28, "Bob": 28, "Cat": 0}
    assert table.score().winners == ("Bob",)
    view = table.view()
    assert (view["reason"], view["places"], view["winners"]) == ("pile", {"Ann": 2, "Bob": 1, "Cat": 3}, ["Bob"])
    assert view["infiltrators"] == ["Ann", "Cat"]


@pytest.mark.parametrize(("rule", "winners"), [("shared", ("Ann", "Bob")), ("most_crimes", ("Bob",))])
def test_an_equal_pile_shares_the_victory_unless_the_table_counts_crimes(rule: str, winners: tuple[str, ...]) -> None:
    """ZP-8, P18."""
    table = Police(mode="tally", final_tie=rule)
    table.do("Ann", "tally", types={}, pile=7, crimes=0)
    table.do("Bob", "tally", types=types("pink 21"), pile=7, crimes=5)
    table.do("Cat", "tally", types={}, pile=0, crimes=0)
    assert table.score().winners == winners
    view = table.view()
    assert view["reason"] == ("crimes" if rule == "most_crimes" else "shared")
    assert view["places"] == {"Ann": 1 if rule == "shared" else 2, "Bob": 1, "Cat": 3}


def test_who_won_a_worthless_crime_is_no_infiltrator() -> None:
    """ZP-9, P15."""
    table = scored(Cat=("pink 0", 9, 1), Ann=NOBODY, Bob=NOBODY)
    assert table.score().points["Cat"] == 9
    assert table.view()["kept"]["Cat"] == ["pink"]
    assert "Cat" not in table.view()["infiltrators"]


def leftovers(**options: Any) -> Police:
    """Five rounds in which Cat and Dan win nothing and rows 2 and 3 are never won."""
    table = Police(FOUR, **options)
    for _ in range(5):
        table.round("5231", "1234", "2143", "2143")
        table.do(None, "next_round")
    return table


def test_leftovers_of_the_last_round_belong_to_nobody() -> None:
    """ZP-10, P11."""
    table = leftovers()
    view = table.view()
    assert view["phase"] == "score"
    assert view["crimes"] == {"Ann": 10, "Bob": 5, "Cat": 0, "Dan": 0}
    assert table.sizes() == [0, 5, 5, 0]
    assert view["infiltrators"] == ["Cat", "Dan"]
    assert view["waiting"] == ["Ann", "Bob"]


def test_keeping_fewer_than_three_types_is_fine() -> None:
    """ZP-12, P12."""
    table = scored(Ann=("brown 4, orange 3", 2, 4), Bob=NOBODY, Cat=NOBODY)
    assert table.view()["kept"]["Ann"] == ["brown", "orange"]
    assert table.score().points["Ann"] == 9
    table.do("Ann", "keep", types=["brown"])
    assert table.score().points["Ann"] == 6
    table.do("Ann", "keep", types=[])
    assert table.score().points["Ann"] == 2


def test_innocents_count_one_and_four_for_an_infiltrator() -> None:
    """ZP-11, P23."""
    for crimes, total in ((0, 32), (1, 8)):
        table = Police(mode="tally", innocent_variant=True)
        table.do("Ann", "tally", types={}, pile=6, innocents=2, crimes=crimes)
        for seat in ("Bob", "Cat"):
            table.do(seat, "tally", types={}, pile=0, crimes=0)
        assert table.score().points["Ann"] == total
        assert table.view()["pile"]["Ann"] == 8


def test_scoring_ends_when_every_seat_with_crimes_has_tallied() -> None:
    table = leftovers()
    assert not table.score().final
    table.do("Ann", "tally", types=types("pink 3+2"))
    assert table.view("Ann")["breakdown"].keys() == {"Ann"}
    assert table.view()["breakdown"] == {}
    assert table.view()["tallies"] == {"Ann": [{"name": "pink", "neutral": 3, "own": 2}]}
    table.do(None, "tally", types=types("pink 1, brown 1"), **{"for": "Bob"})
    assert table.view()["phase"] == "over"
    assert table.score().final
    assert table.score().points == {"Ann": 5, "Bob": 2, "Cat": 0, "Dan": 0}


def test_when_nobody_won_a_crime_the_game_ends_at_once_and_all_are_infiltrators() -> None:
    table = Police()
    for _ in range(5):
        table.round("1234", "1234", "1234")
        table.do(None, "next_round")
    assert table.view()["phase"] == "over"
    assert table.view()["infiltrators"] == ["Ann", "Bob", "Cat"]
    assert table.view()["reason"] == "shared"


def test_a_tally_given_again_replaces_and_forgets_the_choice_even_after_the_end() -> None:
    table = scored(Ann=("brown 4, orange 3", 2, 4), Bob=("pink 5", 3, 2), Cat=NOBODY)
    assert table.score().winners == ("Ann",)
    table.do("Ann", "keep", types=["orange"])
    assert table.score().winners == ("Bob",)
    (_, ended) = table.do("Ann", "tally", types=types("brown 6, orange 3"), pile=2, crimes=4)
    assert ended.winners == ("Ann",)
    assert table.view()["kept"]["Ann"] == ["brown", "orange"]
    assert table.score().points["Ann"] == 11


def test_what_may_be_kept() -> None:
    table = leftovers()
    assert table.refused("Ann", "keep", types=["pink"]).code == "tally-first"
    assert table.refused(None, "keep", types=["pink"]).code == "needs-a-seat"
    table.do("Ann", "tally", types=types("purple 1, brown 1, pink 1, orange 1"))
    assert table.refused("Ann", "keep", types=["purple", "brown", "pink", "orange"]).code == "keep-too-many"
    assert table.refused("Ann", "keep", types=["light blue"]).code == "keep-unknown"
    assert table.refused("Ann", "keep", types=["pink", " Pink"]).code == "keep-twice"
    table.do("Ann", "keep", types=["orange"])
    assert table.view()["kept"] == {"Ann": ["orange"]}


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"types": types("pink -1")}, "glasses-off"),
        ({"types": types("pink 0+-1")}, "glasses-off"),
        ({"types": types("pink 100")}, "glasses-off"),
        ({"types": types("pink 1000000000")}, "glasses-off"),
        ({"types": {"pink": {"neutral": 1.5, "own": 0}}}, "not-a-whole-number"),
        ({"types": {"pink": {"neutral": "x", "own": 0}}}, "not-a-whole-number"),
        ({"types": {"pink": {"neutral": 1}}}, "field-missing"),
        ({"types": {"pink": {}}}, "field-missing"),
        ({"types": {"pink": 3}}, "field-not-understood"),
        ({"types": {" ": {"neutral": 1, "own": 0}}}, "type-name"),
        ({"types": {"x" * 25: {"neutral": 1, "own": 0}}}, "type-name"),
        ({"types": {"pink\u202e": {"neutral": 1, "own": 0}}}, "type-name"),
        ({"types": types("pink 1, Pink 2")}, "type-twice"),
        ({"types": {f"type {i}": {"neutral": 0, "own": 0} for i in range(13)}}, "too-many-types"),
        ({"types": types("a 1, b 1, c 1, d 1, e 1, f 1")}, "more-types-than-crimes"),
        ({"types": {}, "pile": 3}, "counted-already"),
        ({"types": {}, "crimes": 3}, "counted-already"),
        ({"types": {}, "innocents": 0}, "counted-already"),
        ({"types": {}, "for": "Ann"}, "not-your-tally"),
        ({"types": {}, "for": "Eve"}, "no-such-seat"),
    ],
)
def test_a_tally_that_cannot_be_is_refused(told: dict[str, Any], code: str) -> None:
    assert LEFT.refused("Bob", "tally", **told).code == code


LEFT = leftovers()


def test_the_board_says_whose_tally_it_is_and_infiltrators_have_none() -> None:
    assert LEFT.refused(None, "tally", types={}).code == "tally-for-whom"
    assert LEFT.refused(None, "tally", types={}, **{"for": "Eve"}).code == "no-such-seat"
    assert LEFT.refused("Cat", "tally", types={}).code == "nothing-to-tally"
    assert LEFT.refused("Cat", "tally", types=types("pink 1")).code == "more-types-than-crimes"


def test_types_that_a_form_sends_without_glasses_do_not_count_as_won() -> None:
    table = Police(mode="tally")
    table.do("Ann", "tally", types=types("purple 0, brown 2+1, pink 0, orange 0"), pile=0, crimes=1)
    table.do("Bob", "tally", types=types("purple 0, brown 0"), pile=1, crimes=0)
    assert table.view()["kept"] == {"Ann": ["brown"], "Bob": []}
    assert table.view()["infiltrators"] == ["Bob"]


def test_guesses_are_told_once_the_game_is_over() -> None:
    table = Police()
    table.deal("1234", "1234", "1234")
    (guess,) = table.hit("Bob", 1)
    assert GAME.hushed(table.state, guess)
    table.miss_all()
    for _ in range(4):
        table.do(None, "next_round")
        table.round("1234", "1234", "1234")
    table.do(None, "next_round")
    assert table.score().points == {"Ann": 4, "Bob": 0, "Cat": 0}
    assert table.view()["reason"] == "points"
    assert not GAME.hushed(table.state, guess)
