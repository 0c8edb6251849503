"""PURE. The only source of chance. The same table at the same place in its log always rolls the same."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Chance for one command.

    `seed` is the table's, `place` the number of entries that stand before the command: a roll that is taken back
    and made again comes out the same.
    """

    def __init__(self, seed: int, place: int) -> None:
        self._random = Random(f"{seed}/{place}")
        self.used = False

    def _below(self, limit: int) -> int:
        self.used = True
        return self._random.randrange(limit)

    def roll(self, sides: int = 6) -> int:
        return self._below(sides) + 1

    def pick(self, things: Sequence[T]) -> T:
        return things[self._below(len(things))]

    def draw(self, things: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` different places of `things`, in random order."""
        left = list(things)
        return tuple(left.pop(self._below(len(left))) for _ in range(count))

    def shuffle(self, things: Sequence[T]) -> tuple[T, ...]:
        return self.draw(things, len(things))
