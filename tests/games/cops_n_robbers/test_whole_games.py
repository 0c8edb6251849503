"""Random whole games against the invariants of section 7b."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.core.codec import to_plain
from companion.games.cops_n_robbers import GAME
from tests.games.table import Table


def check(table: Table) -> dict[str, Any]:
    view: dict[str, Any] = to_plain(GAME.view_for(table.state, None))
    hunted, fingered = 5 - len(view["types_left"]), 5 - len(view["colours_left"])
    assert view["candidates"] == (1 if hunted else 5) * (1 if fingered else 5)
    assert view["can_arrest"] == (hunted > 0 and fingered > 0 and view["caught_by"] is None)
    assert view["final"] == (hunted == fingered == 5)
    assert view["radio_used"] + view["radio_left"] + view["radio_aside"] == 45
    assert view["radio_aside"] == 0 or view["frozen"]
    assert sum(place["now"] for place in view["places"]) == view["candidates"]
    for chances in view["chances"].values():
        assert sum(Fraction(1, chance["one_in"]) for chance in chances) == 1
        assert len({(c["type"], c["colour"]) for c in chances}) == len(chances)
    moves = [s for s in view["history"] if s["what"] == "moved"]
    if not any(step["rule"] for step in view["history"]):
        assert hunted + fingered == len(moves) + sum(
            step["kind"] == "both" and bool(step["type"] and step["colour"]) for step in moves
        )
        exact = [step["hideout"] for step in moves if None not in step["hideout"].values()]
        assert len(exact) <= 9
        assert all(a != b for a, b in pairwise(exact)), "every move changes the hideout"
    return view


def play(table: Table, random: Random, patience: int) -> None:
    """At first nobody arrests, so that the piles run out."""
    known = False
    for step in range(4000):
        if GAME.score(table.state).final:
            return
        viewer = random.choice([None, *table.seats])
        commands = list(GAME.legal(table.state, viewer))
        if step < patience:
            commands = [c for c in commands if type(c).__name__ != "Arrest"]
        kind = random.choice(sorted({type(command).__name__ for command in commands}))
        table.play(viewer, random.choice([c for c in commands if type(c).__name__ == kind]))
        view = check(table)
        assert view["can_arrest"] or view["caught_by"] or not known, "once known, never unknown again"
        known = known or view["can_arrest"]
    raise AssertionError("the hunt found no end")


@pytest.mark.parametrize("seed", range(16))
def test_a_random_hunt_keeps_the_invariants_and_ends_with_an_arrest(seed: int) -> None:
    random = Random(seed)
    seats = " ".join(["Ann", "Bob", "Cat", "Dee", "Eve", "Fay"][: random.randint(2, 6)])
    table = Table(
        GAME,
        seats,
        seed=seed,
        cars=random.randint(1, 3),
        extend_game=seed % 2 == 0,
        redraw_dead_move=random.random() < 0.5,
        arrest_if_already_there=random.random() < 0.5,
    )
    check(table)
    play(table, random, patience=random.choice([0, 60, 200]))
    score = table.score()
    assert score.winners == (table.view()["caught_by"],)
    assert all(table.view(seat) == table.view() for seat in table.seats), "nothing is hidden"
    assert table.state == table.state_for_all()


def test_random_hunts_reach_the_second_pass_and_the_frozen_suspect() -> None:
    table = Table(GAME, "Ann Bob", seed=1, extend_game=True)
    random = Random(1)
    rules = set()
    while len(rules) < 3:
        commands = [c for c in GAME.legal(table.state, None) if type(c).__name__ in ("Radio", "Reshuffle")]
        table.play(None, random.choice(commands))
        check(table)
        rules = {step.rule for step in table.state.history if step.rule}
    assert rules == {"extended", "frozen", "again"}
