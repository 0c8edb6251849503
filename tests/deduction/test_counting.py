from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.deduction import Fact, Problem, count, shares
from tests.deduction.brute_force import value_counts
from tests.deduction.random_games import random_game

seeds = st.integers(0, 2**32)


@st.composite
def small_problems(draw: st.DrawFn) -> Problem:
    """Any shape and any facts, also such as contradict each other."""
    sizes = tuple(draw(st.lists(st.integers(2, 4), min_size=1, max_size=3)))
    holders = tuple("ABCD"[: draw(st.integers(1, min(sizes)))])
    lit = st.tuples(*(st.frozensets(st.integers(0, size - 1)) for size in sizes))
    values = st.tuples(*(st.integers(0, size - 1) for size in sizes))
    holder = st.sampled_from(holders)
    fact = st.one_of(
        st.builds(Fact.count, st.just("count"), holder, lit, st.integers(0, len(sizes))),
        st.builds(Fact.not_all, st.just("not all"), holder, values),
        st.builds(lambda who, what: Fact.is_("is", who, len(what) - 1, what[-1]), holder, values),
        st.builds(lambda who, what: Fact.is_not("is not", who, 0, what[0]), holder, values),
    )
    return Problem(holders, sizes, tuple(draw(st.lists(fact, max_size=5))))


def assert_exact(problem: Problem) -> None:
    worlds, counts = value_counts(problem)
    table = shares(problem)
    assert table.worlds == worlds == count(problem)
    assert table.counts == counts


@given(small_problems())
@settings(max_examples=300, deadline=None)
def test_any_small_problem_agrees_with_brute_force(problem: Problem) -> None:
    assert_exact(problem)


@given(seeds, st.integers(0, 6), st.integers(0, 3))
@settings(max_examples=300, deadline=None)
def test_three_players_agree_with_brute_force(seed: int, turns: int, denied: int) -> None:
    assert_exact(random_game(3, turns, Random(seed), denied).problem)


@given(seeds, st.integers(1, 6), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_four_players_agree_with_brute_force(seed: int, turns: int, denied: int) -> None:
    assert_exact(random_game(4, turns, Random(seed), denied).problem)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whatever_is_certain_is_true_of_the_real_deal(players: int) -> None:
    rng = Random(players)
    certain = 0
    for _ in range(600):
        game = random_game(players, rng.randrange(12), rng, rng.randrange(4))
        table = shares(game.problem)
        assert table.worlds > 0
        for holder, hand in game.deal.items():
            for category, held in enumerate(hand):
                verdicts = [table.verdict(holder, category, value) for value in range(6)]
                certain += sum(verdict is not None for verdict in verdicts)
                assert verdicts[held] is not False
                assert all(verdict is not True for value, verdict in enumerate(verdicts) if value != held)
    assert certain > 20_000


@pytest.mark.parametrize("players", [3, 6])
def test_everyone_has_one_of_each_category_and_no_value_is_held_twice(players: int) -> None:
    rng = Random(players)
    for _ in range(50):
        table = shares(random_game(players, rng.randrange(6), rng, 1).problem)
        for category in range(3):
            rows = [counts[category] for counts in table.counts.values()]
            assert all(sum(row) == table.worlds for row in rows)
            held = [sum(column) for column in zip(*rows, strict=True)]
            assert all(total <= table.worlds for total in held)
            assert players < 6 or set(held) == {table.worlds}


def test_a_denied_hypothesis_takes_away_just_that_triple() -> None:
    free = Problem(("A", "B"), (6, 6, 6))
    denied = Problem(("A", "B"), (6, 6, 6), (Fact.not_all("no", "A", (0, 1, 2)),))
    assert count(free) - count(denied) == 5**3


def test_when_nothing_fits_there_are_no_odds_and_no_verdict() -> None:
    table = shares(Problem(("A", "B"), (2,), (Fact.is_("x", "A", 0, 1), Fact.is_("y", "B", 0, 1))))
    assert table.worlds == 0
    assert table.odds["A"] == ((0, 0),)
    assert table.verdict("A", 0, 1) is None


def test_more_holders_and_values_than_any_game_has() -> None:
    assert count(Problem(tuple("ABCDEFGHIJ"), (12, 10))) == 239_500_800 * 3_628_800


@pytest.mark.parametrize(
    ("holders", "sizes", "facts", "complaint"),
    [
        (("A", "A"), (6,), (), "two holders"),
        (("A", "B"), (6, 1), (), "fewer values"),
        (("A",), (6,), (Fact.is_("x", "B", 0, 0),), "no holder B"),
        (("A",), (6,), (Fact.is_("x", "A", 0, 6),), "no such value"),
        (("A",), (6,), (Fact.is_("x", "A", 0, -1),), "no such value"),
        (("A",), (6,), (Fact.is_("x", "A", 1, 0),), "only 1 categories"),
    ],
)
def test_nonsense_is_refused(
    holders: tuple[str, ...], sizes: tuple[int, ...], facts: tuple[Fact, ...], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Problem(holders, sizes, facts)
