from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.deduction import Fact, Problem, conflict, count, explain, shares
from tests.deduction.brute_force import deals, smaller_sets, with_labels
from tests.deduction.random_games import Game, random_game

Question = tuple[str, int, int]


def certainties(game: Game) -> list[Question]:
    """The marks that a sheet of the opponents can have."""
    table = shares(game.problem)
    return [
        (holder, category, value)
        for holder in game.problem.holders[1:]
        for category in range(3)
        for value in range(6)
        if table.verdict(holder, category, value) is not None
    ]


def follows(problem: Problem, question: Question) -> bool:
    return shares(problem).verdict(*question) is not None


def without(labels: tuple[str, ...], label: str) -> tuple[str, ...]:
    return tuple(other for other in labels if other != label)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_explanation_suffices_and_needs_every_fact_it_names(players: int) -> None:
    rng = Random(players)
    for _ in range(25):
        game = random_game(players, rng.randrange(1, 10), rng, rng.randrange(3))
        questions = certainties(game)
        for question in rng.sample(questions, min(4, len(questions))):
            labels = explain(game.problem, *question)
            assert follows(with_labels(game.problem, labels), question)
            assert not any(follows(with_labels(game.problem, without(labels, label)), question) for label in labels)


@pytest.mark.parametrize(("players", "turns", "denied"), [(3, 2, 0), (3, 4, 1), (4, 2, 1), (6, 1, 1)])
def test_no_explanation_has_fewer_facts(players: int, turns: int, denied: int) -> None:
    rng = Random(players * turns)
    for _ in range(12):
        game = random_game(players, turns, rng, denied)
        questions = certainties(game)
        for question in rng.sample(questions, min(3, len(questions))):
            labels = explain(game.problem, *question)
            fewer = smaller_sets(game.problem, min(len(labels), 4))
            assert not any(follows(with_labels(game.problem, some), question) for some in fewer)


def test_brute_force_sees_the_same_in_an_explanation() -> None:
    rng = Random(7)
    for _ in range(10):
        game = random_game(3, 5, rng)
        holder, category, value = rng.choice(certainties(game))
        kept = with_labels(game.problem, explain(game.problem, holder, category, value))
        seat = kept.holders.index(holder)
        kept = replace(kept, facts=(*kept.facts, *game.problem.facts[:3]))
        assert len({deal[seat][category] == value for deal in deals(kept)}) == 1


@pytest.mark.parametrize(("players", "searched"), [(3, 4), (4, 3), (6, 3)])
def test_a_wrong_announcement_is_caught_in_a_smallest_conflict(players: int, searched: int) -> None:
    rng = Random(players)
    conflicts = 0
    for _ in range(40):
        game = random_game(players, rng.randrange(2, 9 - players), rng)
        problem = _with_an_error(game.problem, rng)
        labels = conflict(problem)
        assert (labels == ()) == (count(problem) > 0)
        if labels:
            conflicts += 1
            assert count(with_labels(problem, labels)) == 0
            assert all(count(with_labels(problem, without(labels, label))) for label in labels)
            assert all(count(with_labels(problem, some)) for some in smaller_sets(problem, min(len(labels), searched)))
    assert conflicts > 5


def _with_an_error(problem: Problem, rng: Random) -> Problem:
    """One announcement, after the facts about one's own cards, is wrong."""
    at = rng.randrange(3, len(problem.facts))
    [right] = problem.facts[at].totals
    wrong = replace(problem.facts[at], totals=frozenset({rng.choice([total for total in range(4) if total != right])}))
    return replace(problem, facts=(*problem.facts[:at], wrong, *problem.facts[at + 1 :]))


def test_only_one_die_left_and_the_marker_stayed() -> None:
    before = (frozenset({0, 1}), frozenset({2}), frozenset({3}))
    after = (frozenset({1}), frozenset({2}), frozenset({3}))
    problem = Problem(
        ("Ann", "Bob"),
        (6, 6, 6),
        (
            Fact.is_("Ann has 5", "Ann", 0, 5),
            Fact.count("Bob at 1", "Bob", before, 1),
            Fact.count("Ann at 1", "Ann", before, 0),
            Fact.count("Bob at 2", "Bob", after, 1),
        ),
    )
    assert explain(problem, "Bob", 0, 0) == ("Bob at 1", "Bob at 2")
    assert explain(problem, "Bob", 0, 5) == ("Ann has 5",)
    assert explain(problem, "Ann", 0, 5) == ("Ann has 5",)


def test_facts_with_one_label_count_as_one() -> None:
    answered = tuple(Fact.is_("Bob said yes", "Bob", category, 4) for category in range(3))
    others = tuple(Fact.is_not(f"not {value}", "Bob", 0, value) for value in (0, 1, 2, 3, 5))
    problem = Problem(("Ann", "Bob"), (6, 6, 6), (*others, *answered))
    assert explain(problem, "Bob", 0, 4) == ("Bob said yes",)
    assert explain(problem, "Ann", 2, 4) == ("Bob said yes",)
    assert explain(replace(problem, facts=others), "Bob", 0, 4) == tuple(fact.label for fact in others)


def test_what_follows_from_no_two_holders_having_the_same_needs_no_fact() -> None:
    assert explain(Problem(("A",), (1,)), "A", 0, 0) == ()


def test_what_does_not_follow_cannot_be_explained() -> None:
    with pytest.raises(ValueError, match="does not follow"):
        explain(Problem(("A", "B"), (6, 6, 6)), "A", 0, 0)


def test_contradictions_explain_nothing() -> None:
    problem = Problem(("A", "B"), (6,), (Fact.is_("x", "A", 0, 1), Fact.is_("y", "B", 0, 1)))
    with pytest.raises(ValueError, match="contradict"):
        explain(problem, "A", 0, 1)
    assert conflict(problem) == ("x", "y")
