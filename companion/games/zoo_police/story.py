"""PURE. How a game of Zoo Police is told when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.secret import Seat
from companion.core.story import Story
from companion.games.zoo_police.model import State
from companion.games.zoo_police.scoring import breakdown


def sources(state: State) -> Mapping[Seat, Sequence[tuple[str, int]]]:
    return {player.seat: _sources(state, player.seat) for player in state.players}


def _sources(state: State, seat: Seat) -> list[tuple[str, int]]:
    """What the infiltrator's multiplication adds is a source of its own."""
    told = breakdown(state.player(seat))
    glasses = [(f"type {kind.name}", kind.value) for kind in told.types if kind.name in told.kept]
    pile = [("guesses", told.points), ("innocents", told.innocents)]
    return [*glasses, *pile, ("infiltrator", told.total - told.glasses - told.pile)]


def standing(state: State) -> Mapping[Seat, int] | None:
    """The piles, and in the end the points: in between they say nothing, since the players count one by one."""
    if state.options.mode == "tally":
        return None
    over = state.phase == "over"
    return {player.seat: breakdown(player).total if over else player.pile for player in state.players}


STORY: Story[State] = Story(sources=sources, standing=standing, clock=lambda state: state.round)
