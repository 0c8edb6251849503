"""PURE. Who has how many points at the end, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.secret import Seat
from companion.games.zoo_police.model import MOST_KEPT, CrimeType, Player, State

INFILTRATOR = 4

Reason = Literal["points", "pile", "crimes", "shared"]
"""What decided between the first ones."""

DECIDES: tuple[Reason, ...] = ("points", "pile", "crimes")
"""In the order of `merit`."""


def best_types(types: tuple[CrimeType, ...]) -> tuple[str, ...]:
    """Up to three, best first; among equals the one that was tallied first."""
    best = sorted(types, key=lambda kind: -kind.value)[:MOST_KEPT]
    return tuple(kind.name for kind in best)


def kept_types(player: Player) -> tuple[str, ...]:
    return best_types(player.types or ()) if player.keep is None else player.keep


def infiltrator(player: Player) -> bool:
    return player.crimes == 0


@dataclass(frozen=True)
class Breakdown:
    """How a total came about: (`glasses` + `pile`) × `multiplier`; `innocents` are part of the pile."""

    types: tuple[CrimeType, ...]
    kept: tuple[str, ...]
    best: tuple[str, ...]
    glasses: int
    points: int
    innocents: int
    pile: int
    multiplier: int
    total: int


def breakdown(player: Player) -> Breakdown:
    types = player.types or ()
    kept = kept_types(player)
    glasses = sum(kind.value for kind in types if kind.name in kept)
    multiplier = INFILTRATOR if infiltrator(player) else 1
    return Breakdown(
        types=types,
        kept=kept,
        best=best_types(types),
        glasses=glasses,
        points=player.points,
        innocents=player.innocents,
        pile=player.pile,
        multiplier=multiplier,
        total=(glasses + player.pile) * multiplier,
    )


def merit(state: State, player: Player) -> tuple[int, ...]:
    """What ranks the seats: points, then the unmultiplied pile, then perhaps the crimes won."""
    crimes = player.crimes if state.options.final_tie == "most_crimes" else 0
    return breakdown(player).total, player.pile, crimes


def winners(state: State) -> tuple[Seat, ...]:
    best = max(merit(state, player) for player in state.players)
    return tuple(player.seat for player in state.players if merit(state, player) == best)


def places(state: State) -> dict[Seat, int]:
    """From 1; equals share a place and the next one is left out."""
    merits = {player.seat: merit(state, player) for player in state.players}
    return {seat: 1 + sum(other > own for other in merits.values()) for seat, own in merits.items()}


def reason(state: State) -> Reason:
    first, second = sorted((merit(state, player) for player in state.players), reverse=True)[:2]
    if first == second:
        return "shared"
    differs = next(i for i in range(3) if first[i] != second[i])
    return DECIDES[differs]


def to_tally(state: State) -> tuple[Seat, ...]:
    """Who still has to: in mode "tally" everybody, otherwise those who won crimes."""
    if state.phase != "score":
        return ()
    everybody = state.options.mode == "tally"
    return tuple(p.seat for p in state.players if p.types is None and (everybody or p.crimes))
