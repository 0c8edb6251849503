"""PURE. What lies on the table: whose turn it is, which cards may be pointed at, who wins a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.core.secret import Seat, Seats
from companion.core.turns import from_seat
from companion.games.zoo_police.model import NUMBERS, ROWS, Player, RowResult, State


def first_of_round(state: State) -> Seat:
    return state.seats[(state.round - 1) % len(state.seats)]


def order(state: State) -> Seats:
    """Clockwise from the one with the marker."""
    return from_seat(state.seats, first_of_round(state))


def turn_of(state: State) -> Seat | None:
    """The fewest turns this round, clockwise from the first player: a turn taken too early is made up for."""
    if state.phase == "draw":
        return first_of_round(state)
    if state.phase == "identify":
        return min(order(state), key=lambda seat: state.player(seat).turns)
    return None


def rows_down(player: Player) -> tuple[int, ...]:
    return tuple(row for row, card in zip(ROWS, player.cards, strict=False) if card == "down")


def targets(state: State, seat: Seat) -> tuple[tuple[Seat, int], ...]:
    """Owner and row of every face-down card of another colour."""
    return tuple((p.seat, row) for p in state.players if p.seat != seat for row in rows_down(p))


def own_targets(state: State, seat: Seat) -> tuple[int, ...]:
    """Rows in which `seat` may turn a card of its own: none while another colour is face down (section 3)."""
    return () if targets(state, seat) else rows_down(state.player(seat))


def face_down(state: State) -> int:
    return sum(len(rows_down(player)) for player in state.players)


def possible(player: Player) -> tuple[int, ...]:
    """What any face-down card of that colour can still be: always one number more than cards."""
    return tuple(number for number in NUMBERS if number not in player.seen)


def row_winner(lying: Mapping[Seat, int]) -> tuple[Seat | None, tuple[Seat, ...]]:
    """The winner of one row and those whose equal numbers go back first (section 4). Every number that occurs twice
    goes, not only the highest."""
    times = Counter(lying.values())
    returned = tuple(seat for seat, number in lying.items() if times[number] > 1)
    alone = [seat for seat in lying if seat not in returned]
    return max(alone, key=lambda seat: lying[seat], default=None), returned


def row_results(state: State) -> tuple[RowResult, ...]:
    results = []
    for row in ROWS:
        cards = {player.seat: player.cards[row - 1] for player in state.players}
        to, returned = row_winner({seat: card for seat, card in cards.items() if isinstance(card, int)})
        results.append(RowResult(row, to, state.rows[row - 1], returned))
    return tuple(results)
