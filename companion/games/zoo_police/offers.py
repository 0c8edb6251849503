"""PURE. The commands that a screen might offer, before the rules have looked at them."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from companion.core.secret import Seat, Secret, Viewer
from companion.games.zoo_police.lineup import own_targets, possible, targets, turn_of
from companion.games.zoo_police.model import (
    CRIME_TYPES,
    MOST_KEPT,
    NUMBERS,
    ROWS,
    AllPlaced,
    ClaimInnocent,
    Command,
    DrawCrimes,
    Glasses,
    Guess,
    Keep,
    NextRound,
    Place,
    Placement,
    Player,
    State,
    Tally,
    TurnOwn,
)


def offers(state: State, viewer: Viewer) -> Iterable[Command]:
    """With a few examples of what has too many values to list."""
    match state.phase:
        case "draw":
            yield from (DrawCrimes(row) for row in ROWS)
        case "place":
            yield from _placements(viewer)
            yield AllPlaced()
        case "identify":
            yield ClaimInnocent()
            if viewer is not None and viewer == turn_of(state):
                yield from _turns(state, viewer)
        case "assign":
            yield ClaimInnocent()
            yield NextRound()
        case "score" | "over":
            yield from _tallies(state, viewer)


def _placements(viewer: Viewer) -> Iterable[Command]:
    if viewer is None:
        return
    for start in range(len(NUMBERS)):
        one, two, three, four, _ = NUMBERS[start:] + NUMBERS[:start]
        placement: Placement = (one, two, three, four)
        yield Place(Secret.of(placement, viewer))


def _turns(state: State, seat: Seat) -> Iterable[Command]:
    for owner, row in targets(state, seat):
        for shown in _shown(state.player(owner)):
            yield from (Guess(owner, row, number, shown) for number in NUMBERS)
    for row in own_targets(state, seat):
        yield from (TurnOwn(row, shown) for shown in _shown(state.player(seat)))


def _shown(owner: Player) -> tuple[int | None, ...]:
    """Nothing needs to be said of a card whose owner has entered it."""
    return possible(owner) if owner.placement is None else (None,)


def _tallies(state: State, viewer: Viewer) -> Iterable[Command]:
    full = state.options.mode == "tally"
    for player in state.players:
        if viewer not in (None, player.seat):
            continue
        named = player.seat if viewer is None else None
        for crimes in (0, 2) if full else (player.crimes,):
            types = MappingProxyType({name: Glasses(2, 1) for name in CRIME_TYPES[:crimes]})
            if full:
                yield Tally(types, pile=3, innocents=0, crimes=crimes, for_=named)
            else:
                yield Tally(types, for_=named)
    if viewer is not None:
        tallied = state.player(viewer).types or ()
        yield Keep(tuple(kind.name for kind in tallied[:MOST_KEPT]))
        yield Keep(tuple(kind.name for kind in tallied[-1:]))
