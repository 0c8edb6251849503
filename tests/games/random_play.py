"""Whole games of any kind, played by chance from what is offered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.core.log import fold
from companion.core.secret import Viewer, seal_for
from companion.games import AnyGame
from tests.games.table import Table

PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Eva", "Fay")
MOST_MOVES = 400


class Watched(Table):
    """A table that keeps the state of every viewer as it grows, and every earlier one."""

    def __init__(self, game: AnyGame, seats: int, seed: int = 0, **options: Any) -> None:
        super().__init__(game, " ".join(PEOPLE[:seats]), seed, **options)
        self.viewers: tuple[Viewer, ...] = (None, *self.seats)
        self.states = {viewer: self.state_of(viewer) for viewer in self.viewers}
        self.history: list[tuple[Any, dict[Viewer, Any]]] = []

    def play(self, who: Viewer, command: Any, overrule: tuple[str, ...] = ()) -> tuple[Any, ...]:
        before = (self.state, dict(self.states))
        events = super().play(who, command, overrule)
        self.history.append(before)
        for viewer, state in self.states.items():
            self.states[viewer] = fold(self.game, state, (seal_for(event, viewer) for event in events))
        return events

    def undo(self) -> None:
        super().undo()
        expected, states = self.history.pop()
        assert self.state == expected
        self.states = {viewer: self.state_of(viewer) for viewer in self.viewers}
        assert self.states == states

    def offers(self, viewer: Viewer) -> list[Any]:
        return list(self.game.legal(self.states[viewer], viewer))

    @property
    def over(self) -> bool:
        return bool(self.game.score(self.state).final)


def choose(table: Watched, chance: random.Random, viewers: tuple[Viewer, ...] | None = None) -> tuple[Viewer, Any]:
    """Somebody who may do something, and one of the things. Fails when nobody may do anything."""
    for who in chance.sample(viewers or table.viewers, len(viewers or table.viewers)):
        offered = table.offers(who)
        if offered:
            return who, chance.choice(offered)
    raise AssertionError(f"{table.game.slug}: nobody may do anything, and the game is not over")


def moves(table: Watched, seed: int, most: int = MOST_MOVES) -> Iterator[tuple[Viewer, Any]]:
    """Plays and tells each move, until the end."""
    chance = random.Random(seed)
    while not table.over and len(table.moves) < most:
        who, command = choose(table, chance)
        table.play(who, command)
        yield who, command
