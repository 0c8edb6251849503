"""PURE. Which car token may be taken from and put back on which blue space (A11 to A14)."""

from __future__ import annotations

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat
from companion.games.zoo_panic.model import MOST_BLUE_SPACES, State


def check_space(state: State, space: int) -> None:
    most = state.options.blue_spaces or MOST_BLUE_SPACES
    if not 1 <= space <= most:
        refuse("no-such-blue-space", space=space, most=most)


def car_at(state: State, space: int, ruling: Ruling) -> int:
    """The place in `cars` of the car that is taken from `space`."""
    standing = [n for n, car in enumerate(state.cars) if car.holder is None]
    if not standing:
        refuse("both-cars-taken")
    for n in standing:
        if state.cars[n].space == space:
            return n
    # Nobody has told the app where the cars were put at the start: it learns from the first one taken. Two cars never
    # share a space, so the other one is not where a car was just taken from.
    emptied = {car.taken_from for car in state.cars}
    for n in standing:
        if not state.cars[n].told and space not in emptied:
            return n
    ruling.doubt("no-car-there", space=space, spaces=tuple(state.cars[n].space or 0 for n in standing))
    return standing[0]


def forbidden_spaces(state: State, seat: Seat) -> tuple[int, ...]:
    """Blue spaces that the seat's car may not go back to. Empty when the board leaves no other choice (A13)."""
    held = state.held_by(seat)
    if not held:
        return ()
    origin = state.cars[held[0]].taken_from
    taken = {car.space for car in state.cars if car.space is not None} | {origin}
    spaces = state.options.blue_spaces
    if spaces is not None and all(space in taken for space in range(1, spaces + 1)):
        return ()
    return tuple(sorted(space for space in taken if space is not None))


def car_to_return(state: State, who: Seat, space: int, ruling: Ruling) -> int:
    """The place in `cars` of the car that `who` may put on `space`."""
    held = state.held_by(who)
    if not held:
        refuse("no-car-to-return", seat=who)
    check_space(state, space)
    car = held[0]
    about_to_deliver = who == state.turn and state.die is not None and who in state.carrying
    if who not in state.owing and not about_to_deliver:
        ruling.doubt("car-kept-until-delivery", seat=who)
    if space in forbidden_spaces(state, who):
        code = "car-back-to-same-space" if space == state.cars[car].taken_from else "car-stands-there"
        ruling.doubt(code, space=space)
    return car
