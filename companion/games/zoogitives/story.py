"""PURE. How a game of Zoogitives is told when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.secret import Seat
from companion.core.story import Story
from companion.games.zoogitives.model import State


def sources(state: State) -> Mapping[Seat, Sequence[tuple[str, int]]]:
    return {seat: _sources(state, seat) for seat in state.seats}


def _sources(state: State, seat: Seat) -> list[tuple[str, int]]:
    asked = _found_by_asking(state, seat)
    return [("asked", asked), ("open", _found(state, seat) - asked)]


def _found_by_asking(state: State, seat: Seat) -> int:
    """Nobody else hears the answers, but after a yes one asks on, and with a no the check ends: every question but
    the last one of a check was answered with yes."""
    questions = Counter(question.round for question in state.questions if question.asker == seat)
    yes_in_the_end = seat in state.complete and state.round in questions
    return sum(questions.values()) - len(questions) + yes_in_the_end


def _found(state: State, seat: Seat) -> int:
    """Whoever is complete has found everybody, some perhaps because all their cards lay open."""
    return len(state.players) - 1 if seat in state.complete else _found_by_asking(state, seat)


def standing(state: State) -> Mapping[Seat, int]:
    return {seat: _found(state, seat) for seat in state.seats}


STORY: Story[State] = Story(sources=sources, standing=standing, clock=lambda state: state.round)
