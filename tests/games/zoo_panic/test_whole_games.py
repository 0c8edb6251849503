"""Random whole games against the invariants of section 6b."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Any

import pytest

from companion.core.codec import to_plain
from companion.games.zoo_panic import GAME
from tests.games.table import Table


def check(table: Table) -> None:
    view = to_plain(GAME.view_for(table.state, None))
    cages = table.options.cages
    carrying, home, lying, empty = view["carrying"], view["home"], view["face_down"], view["empty"]
    assert len(lying) + len(carrying) + len(home) == cages
    assert sorted(lying + empty + home) == list(range(1, cages + 1))
    assert len(set(carrying.values()) | set(home)) == len(carrying) + len(home)
    assert sum(view["trophies"].values()) == len(home)
    assert GAME.score(table.state).final == (len(home) == cages)
    assert len(carrying) <= min(len(table.seats), cages - len(home))
    if not lying:
        assert set(carrying.values()) <= set(empty)
    holders = [car["with"] for car in view["cars"] if "with" in car]
    assert len(view["cars"]) == 2
    assert len(set(holders)) == len(holders)
    if view["allowance"] is not None:
        assert view["allowance"] in (view["die"], view["die"] * 2)
    assert view["turn"] not in view["finished"]


def play(table: Table, random: Random) -> list[Any]:
    played = []
    for _ in range(3000):
        if GAME.score(table.state).final:
            return played
        viewer = random.choice([None, *table.seats])
        commands = list(GAME.legal(table.state, viewer))
        if not commands:
            continue
        kind = random.choice(sorted({type(command).__name__ for command in commands}))
        command = random.choice([c for c in commands if type(c).__name__ == kind])
        table.play(viewer, command)
        played.append((viewer, command))
        check(table)
    raise AssertionError("the game found no end")


@pytest.mark.parametrize("seed", range(24))
def test_a_random_game_keeps_the_invariants_and_finds_its_end(seed: int) -> None:
    random = Random(seed)
    seats = " ".join(["Ann", "Bob", "Cat", "Dee"][: random.randint(2, 4)])
    table = Table(
        GAME,
        seats,
        seed=seed,
        cages=random.choice([2, 3, 5, 9]) if seed else 22,
        own_cage_returns_car=random.random() < 0.5,
        blue_spaces=random.choice([None, 2, 3, 5]),
        assist=random.random() < 0.5,
    )
    check(table)
    play(table, random)
    assert all(table.view(seat) == table.view() for seat in table.seats), "nothing is hidden"
    score = table.score()
    best = max(score.points.values())
    assert ceil(table.options.cages / len(table.seats)) <= best <= table.options.cages
    assert score.winners == tuple(seat for seat in table.seats if score.points[seat] == best)
    assert table.state == table.state_for_all()
    assert [c for c in table.legal(None) if type(c).__name__ != "ReturnCar"] == []
