"""PURE. How a hunt is told when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.secret import Seat
from companion.core.story import Story
from companion.games.cops_n_robbers.model import State

DEEDS = {
    "moved": "moving",
    "stayed": "message",
    "set-aside": "message",
    "message": "message",
    "arrest-failed": "missed",
    "caught": "caught",
}
"""What a step of the hunt counts as; the others count for nobody."""


def sources(state: State) -> Mapping[Seat, Sequence[tuple[str, int]]]:
    """Nobody has points: what everybody did."""
    done = Counter((step.by, DEEDS[step.what]) for step in state.history if step.what in DEEDS)
    deeds = tuple(dict.fromkeys(DEEDS.values()))
    return {seat: [(deed, done[seat, deed]) for deed in deeds] for seat in state.seats}


def standing(state: State) -> int:
    """In how many hideouts the suspect can be, now or after another message."""
    here, piles = state.piles.hideout, state.piles
    if state.frozen:
        return (1 if here.type else len(piles.types_left)) * (1 if here.colour else len(piles.colours_left))
    return (len(piles.types_left) + bool(here.type)) * (len(piles.colours_left) + bool(here.colour))


def messages(state: State) -> int:
    return sum(step.what in ("moved", "stayed", "set-aside", "message") for step in state.history)


STORY: Story[State] = Story(sources=sources, standing=standing, clock=messages)
