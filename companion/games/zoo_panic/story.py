"""PURE. How a game of Zoo Panic is told when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.secret import Seat
from companion.core.story import Story
from companion.games.zoo_panic.model import State


def sources(state: State) -> Mapping[Seat, Sequence[tuple[str, int]]]:
    return {seat: [("trophies", trophies)] for seat, trophies in state.trophies.items()}


def standing(state: State) -> Mapping[Seat, int]:
    return state.trophies


STORY: Story[State] = Story(sources=sources, standing=standing, clock=lambda state: len(state.home))
