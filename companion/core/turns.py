"""PURE. Seats in a ring."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.secret import Seat, Seats


def from_seat(seats: Seats, first: Seat) -> Seats:
    """All seats, clockwise from `first`."""
    start = seats.index(first)
    return seats[start:] + seats[:start]


def next_seat(seats: Seats, seat: Seat, skip: Callable[[Seat], bool] = lambda _: False) -> Seat:
    """The next seat clockwise that is not skipped; `seat` itself when all others are."""
    for candidate in from_seat(seats, seat)[1:]:
        if not skip(candidate):
            return candidate
    return seat


def others(seats: Seats, seat: Seat) -> Seats:
    """Everyone else, clockwise from the seat's left."""
    return from_seat(seats, seat)[1:]
