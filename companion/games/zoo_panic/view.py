"""PURE. What everybody sees of Zoo Panic: nothing in it is secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoo_panic.animals import picture_of
from companion.games.zoo_panic.cars import forbidden_spaces
from companion.games.zoo_panic.model import Car, State


@dataclass(frozen=True)
class Cage:
    """Cage and animal number `number`; `holds` is what lies in the cage."""

    number: int
    name: str
    picture: str
    holds: Literal["card", "nothing", "animal"]
    with_: Seat | None
    """Who carries this animal."""


@dataclass(frozen=True)
class CarBack:
    """A car that has to go back: never to the spaces `not_to`."""

    seat: Seat
    not_to: tuple[int, ...]


@dataclass(frozen=True)
class LastCard:
    cage: int
    animal: int


@dataclass(frozen=True)
class View:
    """`unseen` and `last_card` are told under `assist` alone; `exact` says that the whole roll must be moved."""

    phase: Literal["roll", "move", "over"]
    turn: Seat | None
    next: Seat | None
    die: int | None
    allowance: int | None
    doubled: bool
    exact: bool
    trophies: Mapping[Seat, int]
    carrying: Mapping[Seat, int]
    home: tuple[int, ...]
    face_down: tuple[int, ...]
    empty: tuple[int, ...]
    cars: tuple[Mapping[str, int | str], ...]
    cars_back: tuple[CarBack, ...]
    finished: Seats
    pawns_leave: bool
    winners: Seats
    cages: tuple[Cage, ...]
    findable: tuple[int, ...]
    """The animals of which one may turn up next: what a screen offers to choose from."""
    blue_spaces: int | None
    unseen: tuple[int, ...] | None
    last_card: LastCard | None


def view_for(state: State, _viewer: Viewer) -> View:
    helps = state.options.helps
    best = max(state.trophies.values())
    last = len(state.face_down) == 1
    return View(
        phase="over" if state.over else "roll" if state.die is None else "move",
        turn=None if state.over else state.turn,
        next=None if state.over else _next(state),
        die=state.die,
        allowance=state.allowance,
        doubled=state.die is not None and state.allowance != state.die,
        exact=state.options.exact_move,
        trophies=state.trophies,
        carrying=state.carrying,
        home=state.home,
        face_down=state.face_down,
        empty=_empty(state),
        cars=tuple(_car(car) for car in state.cars),
        cars_back=tuple(CarBack(seat, forbidden_spaces(state, seat)) for seat in state.owing),
        finished=state.finished,
        pawns_leave=not state.options.leave_finished_pawn,
        winners=tuple(s for s in state.seats if state.trophies[s] == best) if state.over else (),
        cages=tuple(_cage(state, number) for number in range(1, state.options.cages + 1)),
        findable=state.unseen,
        blue_spaces=state.options.blue_spaces,
        unseen=state.unseen if helps else None,
        last_card=LastCard(state.face_down[0], state.unseen[0]) if helps and last else None,
    )


def _next(state: State) -> Seat:
    ring = state.seats[state.seats.index(state.turn) + 1 :] + state.seats
    return next((seat for seat in ring if seat not in state.finished), state.turn)


def _empty(state: State) -> tuple[int, ...]:
    full = {*state.face_down, *state.home}
    return tuple(n for n in range(1, state.options.cages + 1) if n not in full)


def _car(car: Car) -> Mapping[str, int | str]:
    if car.holder is not None:
        return MappingProxyType({"with": car.holder})
    return MappingProxyType({"space": car.space or 0})


def _cage(state: State, number: int) -> Cage:
    name = state.options.name(number)
    lies: Literal["card", "nothing", "animal"] = (
        "card" if number in state.face_down else "animal" if number in state.home else "nothing"
    )
    carrier = next((seat for seat, animal in state.carrying.items() if animal == number), None)
    return Cage(number, name, picture_of(name), lies, carrier)
