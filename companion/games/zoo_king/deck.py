"""PURE. The event deck: its piles, whose turns they hold, and what may come next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.core.secret import Seat, Seats
from companion.core.turns import from_seat
from companion.games.zoo_king.cards import AWARDS, EVENT_CARDS, UNLISTED
from companion.games.zoo_king.model import Pile, State

LAYOUTS: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {4: (16, 3, 4, 3, 4, 4), 3: (18, 3, 3, 3, 3, 4), 2: (20, 3, 4, 7)}
)
"""By number of players: events and awards in turn, from the top (Game Setup - Event Deck)."""


def piles_for(players: int, four_player: bool) -> tuple[Pile, ...]:
    sizes = LAYOUTS[4 if four_player else players]
    return tuple(Pile("award" if place % 2 else "event", left) for place, left in enumerate(sizes))


def needed(players: int) -> int:
    """Awards to win; depends on the players, not on the layout (K4)."""
    return 4 if players == 2 else 3


def order_from_chooser(seats: Seats, chooser: Seat) -> Seats:
    """Starters are chosen clockwise from the chooser; play goes exactly the other way round (K6)."""
    return tuple(reversed(from_seat(seats, chooser)))


def order_from_first(seats: Seats, first: Seat) -> Seats:
    ring = from_seat(seats, first)
    return (ring[0], *reversed(ring[1:]))


def without_top(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    top = piles[0]
    return piles[1:] if top.left == 1 else (replace(top, left=top.left - 1), *piles[1:])


def with_bottom_award(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    if piles and piles[-1].kind == "award":
        return (*piles[:-1], replace(piles[-1], left=piles[-1].left + 1))
    return (*piles, Pile("award", 1))


def next_card(state: State) -> str | None:
    return state.piles[0].kind if state.piles else None


def turn_of(state: State, turn: int) -> Seat:
    """`turn` counts from 1 to 24."""
    return state.order[(turn - 1) % len(state.order)]


def turns_until_awards(state: State) -> Mapping[Seat, int]:
    """Events each seat still draws before the next awards."""
    left = state.piles[0].left if next_card(state) == "event" else 0
    coming = Counter(turn_of(state, state.turn + ahead) for ahead in range(1, left + 1))
    return MappingProxyType({seat: coming[seat] for seat in state.order})


def awards_left(state: State) -> tuple[str, ...]:
    """Titles that the next award card can bear: those not drawn yet, and only then the first returned one (K58)."""
    gone = {decided.title for decided in state.decided} | {state.award.title if state.award else ""}
    fresh = tuple(title for title in AWARDS if title not in gone)
    return fresh or state.returned[:1]


@dataclass(frozen=True)
class Chance:
    """`left` of `of` unseen cards."""

    left: int
    of: int


def unlisted_cards(state: State) -> int:
    return EVENT_CARDS - sum(state.options.event_counts.values())


def surplus(seen: tuple[str, ...], state: State) -> int:
    """Cards seen that the counts do not list."""
    counts = state.options.event_counts
    return sum(max(0, number - counts.get(event, 0)) for event, number in Counter(seen).items())


def events_left(state: State) -> Mapping[str, int]:
    """Cards of each kind not seen yet, in the deck or among the three in the box."""
    seen = Counter(state.seen)
    listed = {event: max(0, count - seen[event]) for event, count in state.options.event_counts.items()}
    unlisted = max(0, unlisted_cards(state) - surplus(state.seen, state))
    return MappingProxyType({**listed, **({UNLISTED: unlisted} if unlisted_cards(state) else {})})


def chances(state: State) -> Mapping[str, Chance] | None:
    """Exact, for the next event card: any unseen card is as likely, since three were removed unseen (K2). `None` when
    the counts do not add up to 27 (K1), or no event is left."""
    counts_known = unlisted_cards(state) == 0 and surplus(state.seen, state) == 0
    if not counts_known or not any(pile.kind == "event" for pile in state.piles):
        return None
    unseen = EVENT_CARDS - len(state.seen)
    return MappingProxyType({event: Chance(left, unseen) for event, left in events_left(state).items() if left})
