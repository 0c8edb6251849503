"""PURE. What follows by itself: the turn passes, a round ends, a card is turned up, the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.secret import Seat, Seats
from companion.core.turns import others
from companion.games.zoogitives.card_rules import asked_by, chip_card, entered, ticks
from companion.games.zoogitives.events import (
    AskingEnded,
    CardsClashed,
    CardTurned,
    CheckBegun,
    Event,
    GameEnded,
    RoundBegun,
    TurnPassed,
    apply,
)
from companion.games.zoogitives.model import KINDS, Kind, State


def settle(state: State, events: Iterator[Event]) -> Iterator[Event]:
    """These events and, one by one, all that they bring about."""
    for event in events:
        state = apply(state, event)
        yield event
    while (follows := _next(state)) is not None:
        state = apply(state, follows)
        yield follows


def _next(state: State) -> Event | None:
    if state.phase in ("report", "hunt") and not state.captures and all_open(state):
        return GameEnded((), ())
    match state.phase:
        case "setup":
            return _clash(state)
        case "report":
            return _clash(state) or (None if state.missing else RoundBegun(1, state.seats[0]))
        case "hunt":
            done = state.active in state.acted and not state.missing
            return pass_on(state) if done else None
        case "check":
            return _check(state)
        case "over":
            return None


def _clash(state: State) -> Event | None:
    """Compared only when all have entered their cards: before, the answer would betray somebody's card."""
    hands = [entered(state, seat) for seat in state.seats]
    known = [hand for hand in hands if hand is not None]
    if len(known) < len(hands):
        return None
    kinds: tuple[Kind, ...] = tuple(k for k in KINDS if len({hand.of(k) for hand in known}) < len(known))
    return CardsClashed(kinds) if kinds else None


def pass_on(state: State) -> TurnPassed | CheckBegun | RoundBegun:
    """What comes after the turn of the seat with the token."""
    for seat in others(state.seats, state.active):
        if seat not in state.acted:
            return TurnPassed(seat)
    first = state.seats[0]
    if state.captures:
        return CheckBegun(state.round, first)
    return RoundBegun(state.round + 1, first, between=True)


def _check(state: State) -> Event | None:
    for seat in state.captures:
        if seat not in state.finished and (_all_ticked(state, seat) or _heard_no(state, seat)):
            return AskingEnded(seat)
    if len(state.finished) < len(state.captures):
        return None
    waiting = unturned(state)
    for seat in waiting:
        kind, cards = chip_card(state.player(seat)), entered(state, seat)
        if kind is not None and cards is not None:
            return CardTurned(seat, kind, cards.of(kind), chip=True)
    return None if waiting else _closed(state)


def _all_ticked(state: State, seat: Seat) -> bool:
    return len(ticks(state, seat)) == len(state.players) - 1


def _heard_no(state: State, seat: Seat) -> bool:
    return any(question.round == state.round and question.yes is False for question in asked_by(state, seat))


def unturned(state: State) -> Seats:
    """Whose card under the chip still lies face down."""
    return tuple(p.seat for p in state.players if p.chip is not None and not p.chip.turned)


def all_open(state: State) -> bool:
    return not any(player.hidden for player in state.players)


def _closed(state: State) -> GameEnded | RoundBegun:
    complete = tuple(seat for seat in state.captures if _all_ticked(state, seat))
    if complete:
        fewest = min(revealed(state, seat) for seat in complete)
        return GameEnded(complete, tuple(seat for seat in complete if revealed(state, seat) == fewest))
    if all_open(state):
        return GameEnded((), ())
    return RoundBegun(state.round + 1, state.seats[0])


def revealed(state: State, seat: Seat) -> int:
    """Cards that count in a tie (End of the Game)."""
    counts = state.options.penalty_counts
    return sum(counts or not card.penalty for card in state.player(seat).face_up)


def decider(state: State, offender: Seat) -> Seat:
    """Who chooses when the others cannot agree (Thieves' Code)."""
    return state.active if state.active != offender else others(state.seats, offender)[0]
