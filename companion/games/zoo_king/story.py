"""PURE. How a game of Zoo King is told when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.secret import Seat
from companion.core.story import Story
from companion.games.zoo_king.model import State


def sources(state: State) -> Mapping[Seat, Sequence[tuple[str, int]]]:
    return {zoo.seat: [(award, 1) for award in zoo.awards] for zoo in state.zoos}


def standing(state: State) -> Mapping[Seat, int]:
    return {zoo.seat: len(zoo.awards) for zoo in state.zoos}


STORY: Story[State] = Story(sources=sources, standing=standing, clock=lambda state: state.turn)
