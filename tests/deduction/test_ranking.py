from __future__ import annotations

from random import Random

import pytest

from companion.deduction import Fact, Move, Problem, count, rank_moves
from tests.deduction.brute_force import joint_entropy, summed_entropies
from tests.deduction.random_games import random_game


@pytest.mark.parametrize("players", [3, 4])
def test_bits_are_the_entropy_of_the_joint_announcement(players: int) -> None:
    rng = Random(players)
    for _ in range(8):
        game = random_game(players, rng.randrange(1, 4), rng, rng.randrange(3))
        ranked = rank_moves(game.problem, game.investigations(), best=None)
        for move, bits in rng.sample(ranked, 5):
            assert bits == pytest.approx(joint_entropy(game.problem, move.lit_after), abs=1e-8)


def test_adding_up_what_each_holder_tells_would_promise_too_much() -> None:
    too_much = []
    for seed in range(10):
        game = random_game(4, 2, Random(seed))
        [(move, bits)] = rank_moves(game.problem, game.investigations(), best=1)
        too_much.append(summed_entropies(game.problem, move.lit_after) - bits)
    assert min(too_much) > -1e-8
    assert max(too_much) > 0.3


@pytest.mark.parametrize("players", [3, 6])
def test_the_best_come_first_and_none_of_the_others_is_better(players: int) -> None:
    game = random_game(players, 2, Random(players))
    moves = game.investigations()
    every = rank_moves(game.problem, moves, best=None)
    assert [bits for _, bits in every] == sorted((bits for _, bits in every), reverse=True)
    assert {id(move) for move, _ in every} == {id(move) for move in moves}
    assert rank_moves(game.problem, moves) == every[:5]


def test_moves_worth_the_same_keep_their_order() -> None:
    moves = [Move(value, (frozenset({value}),)) for value in (3, 1, 4, 0)]
    ranked = rank_moves(Problem(("A", "B"), (6,)), moves)
    assert [move.key for move, _ in ranked] == [3, 1, 4, 0]
    assert len({bits for _, bits in ranked}) == 1


def test_what_is_known_already_tells_nothing() -> None:
    lit = (frozenset({0, 1}), frozenset[int]())
    problem = Problem(("A", "B"), (4, 4), (Fact.count("a", "A", lit, 1), Fact.count("b", "B", lit, 0)))
    assert rank_moves(problem, [Move("again", lit)]) == [(Move("again", lit), 0)]


def test_no_move_is_recommended_when_nothing_fits() -> None:
    problem = Problem(("A",), (2,), (Fact.is_("x", "A", 0, 0), Fact.is_("y", "A", 0, 1)))
    assert rank_moves(problem, [Move("any", (frozenset({0}),))]) == []


def test_a_move_must_say_for_every_category_what_is_lit() -> None:
    with pytest.raises(ValueError, match="every category"):
        rank_moves(Problem(("A",), (2, 2)), [Move("short", (frozenset({0}),))])
    with pytest.raises(ValueError, match="no such value"):
        rank_moves(Problem(("A",), (2,)), [Move("wrong", (frozenset({2}),))])


def test_a_move_that_splits_the_worlds_evenly_is_worth_one_bit() -> None:
    problem = Problem(("A",), (4,))
    assert count(problem) == 4
    assert rank_moves(problem, [Move("half", (frozenset({0, 3}),))])[0][1] == 1
