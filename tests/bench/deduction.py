"""How long exact deduction takes, and how long general solvers take for the same. Run: python -m tests.bench.deduction

The solvers are optional: ortools and python-constraint2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time
from typing import Any

from companion.deduction import Fact, Problem, conflict, count, explain, rank_moves, shares
from tests.deduction.brute_force import deals
from tests.deduction.random_games import Game, random_game

try:
    from ortools.sat.python import cp_model
except ImportError:
    cp_model = None
try:
    import constraint
except ImportError:
    constraint = None

GAMES = 40
REPORT, ROUND, LATE = 0, 6, 18
"""Investigations since the Police Report; the first hypothesis is checked after a round of them."""


def milliseconds(job: Callable[[], Any]) -> float:
    """Processor time, since the machine may be busy with other things."""
    begun = process_time()
    job()
    return 1000 * (process_time() - begun)


def questions(game: Game) -> list[tuple[str, int, int]]:
    table = shares(game.problem)
    return [
        (holder, category, value)
        for holder in game.problem.holders[1:]
        for category in range(3)
        for value in range(6)
        if table.verdict(holder, category, value) is not None
    ]


def with_an_error(game: Game) -> Problem:
    *others, last = game.problem.facts
    return replace(game.problem, facts=(*others, replace(last, totals=frozenset({3 - max(last.totals)}))))


def time_games(players: int, turns: int, denied: int, job: Callable[[Game, Random], Callable[[], Any]]) -> list[float]:
    times = []
    for seed in range(GAMES):
        rng = Random(seed)
        game = random_game(players, turns, rng, denied)
        times.append(milliseconds(job(game, rng)))
    return sorted(times)


def shares_job(game: Game, _: Random) -> Callable[[], Any]:
    return lambda: shares(game.problem)


def ranking_job(game: Game, _: Random) -> Callable[[], Any]:
    moves = game.investigations()
    return lambda: rank_moves(game.problem, moves)


def explanation_job(game: Game, rng: Random) -> Callable[[], Any]:
    question = rng.choice(questions(game))
    return lambda: explain(game.problem, *question)


def conflict_job(game: Game, _: Random) -> Callable[[], Any]:
    problem = with_an_error(game)
    return lambda: conflict(problem)


def print_timings() -> None:
    goals: dict[int, str]
    print(f"Milliseconds, {GAMES} random games each{'median':>30}{'worst':>9}{'must':>7}")
    for name, turns, denied, job, goals in (
        ("counts and shares, after the report", REPORT, 0, shares_job, {3: "1", 6: "5"}),
        ("counts and shares, two denials at once", REPORT, 2, shares_job, {}),
        ("counts and shares, after 6 moves", ROUND, 2, shares_job, {}),
        ("all moves ranked, after the report", REPORT, 0, ranking_job, {6: "150"}),
        ("all moves ranked, two denials at once", REPORT, 2, ranking_job, {}),
        ("all moves ranked, after 6 moves", ROUND, 2, ranking_job, {6: "150"}),
        ("an explanation, after 6 moves", ROUND, 1, explanation_job, {6: "100"}),
        ("an explanation, after 18 moves", LATE, 2, explanation_job, {6: "100"}),
        ("a conflict named, after 18 moves", LATE, 0, conflict_job, {6: "100"}),
    ):
        for players in (3, 4, 6):
            times = time_games(players, turns, denied, job)
            print(f"{players} players: {name:<50}{median(times):9.2f}{times[-1]:9.2f}{goals.get(players, ''):>7}")


def by_brute_force(problem: Problem) -> int:
    return sum(1 for _ in deals(problem))


def by_cp_sat(problem: Problem) -> int:
    model = cp_model.CpModel()
    has = {
        (holder, category, value): model.new_bool_var("")
        for holder in problem.holders
        for category, size in enumerate(problem.sizes)
        for value in range(size)
    }
    for category, size in enumerate(problem.sizes):
        for holder in problem.holders:
            model.add_exactly_one(has[holder, category, value] for value in range(size))
        for value in range(size):
            model.add_at_most_one(has[holder, category, value] for holder in problem.holders)
    for fact in problem.facts:
        lit = [has[fact.holder, category, value] for category, values in enumerate(fact.lit) for value in values]
        model.add_linear_expression_in_domain(sum(lit), cp_model.Domain.from_values(sorted(fact.totals)))

    class Counter(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    counter, solver = Counter(), cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, counter)
    return counter.found


def by_python_constraint(problem: Problem) -> int:
    solver = constraint.Problem()
    for category, size in enumerate(problem.sizes):
        variables = [(holder, category) for holder in problem.holders]
        solver.addVariables(variables, range(size))
        solver.addConstraint(constraint.AllDifferentConstraint(), variables)
    for fact in problem.facts:
        variables = [(fact.holder, category) for category, lit in enumerate(fact.lit) if lit]
        solver.addConstraint(lit_counter(fact), variables)
    return sum(1 for _ in solver.getSolutionIter())


def lit_counter(fact: Fact) -> Callable[..., bool]:
    sets = [lit for lit in fact.lit if lit]
    return lambda *values: sum(value in lit for value, lit in zip(values, sets, strict=True)) in fact.totals


def print_ratios() -> None:
    print("\nThe same deals counted by others: how many times as long (both build their model from the facts)")
    others = {"brute force": by_brute_force}
    if cp_model:
        others["OR-Tools CP-SAT"] = by_cp_sat
    if constraint:
        others["python-constraint"] = by_python_constraint
    for players, turns in ((3, REPORT), (4, REPORT), (6, REPORT), (6, 3)):
        problem = random_game(players, turns, Random(11)).problem
        ours = median(milliseconds(lambda: count(problem)) for _ in range(20))  # noqa: B023
        print(f"{players} players, move {turns}: {count(problem):>7} deals in {ours:.2f} ms", end="")
        for name, other in others.items():
            assert other(problem) == count(problem)
            theirs = milliseconds(lambda: other(problem))  # noqa: B023
            print(f"; {name} x {theirs / ours:,.0f}", end="", flush=True)
        print()


if __name__ == "__main__":
    print_timings()
    print_ratios()
