"""PURE. The log of a table, and the states that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.game import Game
from companion.core.secret import Seat, Seats, Viewer, seal_for


@dataclass(frozen=True)
class Entry:
    """One accepted command with the events it caused, or the retraction of an earlier entry.

    `version` counts from 1 without gaps; `retracts` is the version that a retraction takes back, and then
    `command` is `None` and `events` are empty. `at` is seconds since the epoch, for display alone.
    """

    version: int
    seat: Seat | None
    command: Any = None
    events: tuple[Any, ...] = ()
    overruled: frozenset[str] = frozenset()
    retracts: int | None = None
    at: float = 0.0


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that count: no retractions, and nothing that was retracted."""
    gone = {entry.retracts for entry in entries if entry.retracts is not None}
    return tuple(e for e in entries if e.retracts is None and e.version not in gone)


def fold(game: Game[Any, Any, Any, Any, Any], state: Any, events: Iterable[Any]) -> Any:
    for event in events:
        state = game.apply(state, event)
    return state


def state_for(
    game: Game[Any, Any, Any, Any, Any],
    seats: Seats,
    options: Any,
    events: Iterable[Any],
    viewer: Viewer,
) -> Any:
    """The state as `viewer` knows it: every secret not meant for them is sealed before the fold."""
    return fold(game, game.setup(seats, options), (seal_for(event, viewer) for event in events))
