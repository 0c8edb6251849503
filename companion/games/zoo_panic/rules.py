"""PURE. The rules of Zoo Panic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from companion.core.dice import Dice
from companion.core.game import Refused, Ruling, Score, refuse
from companion.core.secret import Seat, Seats, Viewer
from companion.core.turns import next_seat
from companion.games.zoo_panic.cars import car_at, car_to_return, check_space
from companion.games.zoo_panic.model import (
    AllHome,
    AnimalDelivered,
    AnimalTaken,
    CarDue,
    CarReturned,
    CarTaken,
    Command,
    Deliver,
    Event,
    Late,
    NothingHappened,
    Open,
    Options,
    OwnCageFound,
    Pass,
    PlayersFinished,
    ReturnCar,
    Roll,
    Rolled,
    State,
    TakeCar,
    TurnCame,
)


def setup(seats: Seats, options: Options) -> State:
    """The first seat listed is the youngest player (A21)."""
    return State(
        seats=seats,
        options=options,
        turn=seats[0],
        face_down=tuple(range(1, options.cages + 1)),
        carrying=MappingProxyType({}),
        trophies=MappingProxyType(dict.fromkeys(seats, 0)),
    )


def begin(_state: State, _ruling: Ruling) -> Sequence[Event]:
    return ()


# ---- what is accepted --------------------------------------------------------------------------------------------


def decide(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> Sequence[Event]:
    if state.over and not isinstance(command, ReturnCar):
        refuse("game-over")
    who = seat or _meant(state, command)
    match command:
        case Roll():
            return _roll(state, who, command, ruling)
        case Open():
            return _open(state, who, command, ruling)
        case Deliver():
            return _deliver(state, who, command, ruling)
        case TakeCar():
            return _take_car(state, who, command, ruling)
        case ReturnCar():
            return (CarReturned(who, car_to_return(state, who, command.space, ruling), command.space),)
        case Pass():
            _check_turn(state, who, command, ruling)
            beside = _is_late(state, who, command)
            return _conclude(state, (NothingHappened(who, beside),), who, command)
        case _:
            assert_never(command)


def _meant(state: State, command: Command) -> Seat:
    """Whom the board acts for when it names no seat."""
    if isinstance(command, ReturnCar) and state.owing:
        return state.owing[0]
    if state.late is not None and _is_late(state, state.late.seat, command):
        return state.late.seat
    return state.turn


def _is_late(state: State, who: Seat, command: Command) -> bool:
    """Taking a car ends the turn, yet the table may say what else happened in it, or that nothing did; and the other
    way round. No rule is touched: nobody has rolled since."""
    if state.late is None or state.late.seat != who or state.die is not None:
        return False
    return isinstance(command, TakeCar if state.late.what == "car" else Open | Deliver | Pass)


def _check_turn(state: State, who: Seat, command: Command, ruling: Ruling) -> None:
    if _is_late(state, who, command):
        return
    if who != state.turn:
        ruling.doubt("not-your-turn", seat=state.turn)
    if state.die is None and not isinstance(command, Roll):
        ruling.doubt("roll-first", seat=who)


def _roll(state: State, who: Seat, command: Roll, ruling: Ruling) -> Sequence[Event]:
    if command.die is not None and not 1 <= command.die <= 6:
        refuse("die-out-of-range", die=command.die)
    _check_turn(state, who, command, ruling)
    if state.die is not None and who == state.turn:
        ruling.doubt("rolled-already", die=state.die)
    if who in state.owing:
        ruling.doubt("car-to-put-back", seat=who)
    die = ruling.dice.roll() if command.die is None else command.die
    # A car taken in this turn doubles the next one; every car held at the roll was taken earlier (A4, A11).
    car = bool(state.held_by(who)) and who not in state.owing
    return (Rolled(who, die, die * 2 if car else die, car),)


def _open(state: State, who: Seat, command: Open, ruling: Ruling) -> Sequence[Event]:
    label = state.options.label
    _check_cage(state, command.cage)
    if who in state.carrying:
        refuse("carrying-already", seat=who, animal=label(state.carrying[who]))
    if command.cage not in state.face_down:
        refuse("cage-opened-already", cage=label(command.cage))
    _check_unseen(state, command.animal)
    _check_turn(state, who, command, ruling)
    if command.cage == command.animal:
        return _conclude(state, (OwnCageFound(who, command.cage, label(command.cage)),), who, command)
    taken = AnimalTaken(who, command.cage, command.animal, label(command.cage), label(command.animal))
    return _conclude(state, (taken,), who, command)


def _deliver(state: State, who: Seat, command: Deliver, ruling: Ruling) -> Sequence[Event]:
    label = state.options.label
    animal = state.carrying.get(who)
    if animal is None:
        refuse("nothing-to-deliver", seat=who)
    if command.cage is not None and command.cage != animal:
        _check_cage(state, command.cage)
        refuse("foreign-cage", animal=label(animal), cage=label(command.cage))
    if command.found is None and animal in state.face_down:
        refuse("card-lies-there", cage=label(animal))
    if command.found is not None:
        if animal not in state.face_down:
            refuse("cage-is-empty", cage=label(animal))
        _check_unseen(state, command.found)
    _check_turn(state, who, command, ruling)
    found = "" if command.found is None else label(command.found)
    return _conclude(state, (AnimalDelivered(who, animal, label(animal), command.found, found),), who, command)


def _take_car(state: State, who: Seat, command: TakeCar, ruling: Ruling) -> Sequence[Event]:
    check_space(state, command.space)
    _check_turn(state, who, command, ruling)
    if state.held_by(who):
        ruling.doubt("one-car-each", seat=who)
    taken = CarTaken(who, car_at(state, command.space, ruling), command.space)
    return _conclude(state, (taken,), who, command)


def _check_cage(state: State, cage: int) -> None:
    if not 1 <= cage <= state.options.cages:
        refuse("no-such-cage", cage=cage, cages=state.options.cages)


def _check_unseen(state: State, animal: int) -> None:
    if not 1 <= animal <= state.options.cages:
        refuse("no-such-animal", animal=animal, cages=state.options.cages)
    if animal in state.seen:
        refuse("animal-seen-already", animal=state.options.label(animal))


def _conclude(state: State, events: tuple[Event, ...], who: Seat, command: Command) -> Sequence[Event]:
    """What follows from an action: cars to put back, players who are finished, the next turn or the end."""
    after = _after(state, events)
    finished = tuple(seat for seat in after.finished if seat not in state.finished)
    if finished:
        events += (PlayersFinished(finished),)
    if len(after.home) == state.options.cages:
        best = max(after.trophies.values())
        winners = tuple(seat for seat in state.seats if after.trophies[seat] == best)
        return (*events, AllHome(winners, best))
    returns = isinstance(command, Deliver) or (len(after.home) > len(state.home) and state.options.own_cage_returns_car)
    # A finished player needs no car any more; others may.
    due = (*((who,) if returns else ()), *finished)
    events += tuple(CarDue(s) for s in dict.fromkeys(due) if after.held_by(s) and s not in after.owing)
    if _is_late(state, who, command):
        gone = state.turn in after.finished
        turn = next_seat(state.seats, state.turn, lambda s: s in after.finished) if gone else state.turn
        return (*events, TurnCame(turn))
    turn = next_seat(state.seats, who, lambda s: s in after.finished)
    late = Late(who, "move" if isinstance(command, TakeCar) else "car")
    return (*events, TurnCame(turn, late))


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = apply(state, event)
    return state


# ---- what is recorded --------------------------------------------------------------------------------------------


def apply(state: State, event: Event) -> State:
    match event:
        case Rolled(seat, die, allowance):
            return replace(state, turn=seat, die=die, allowance=allowance, late=None)
        case AnimalTaken(seat, cage, animal):
            opened = replace(state, face_down=_without(state.face_down, cage), seen=(*state.seen, animal))
            return _carry(opened, seat, animal)
        case OwnCageFound(seat, cage):
            opened = replace(state, face_down=_without(state.face_down, cage), seen=(*state.seen, cage))
            return _home(opened, seat, cage)
        case AnimalDelivered(seat, animal, _, found):
            left = replace(_home(state, seat, animal), face_down=_without(state.face_down, animal))
            seen = left.seen if found is None else (*left.seen, found)
            return _carry(replace(left, seen=seen), seat, found)
        case CarTaken(seat, car, space):
            moved = replace(state.cars[car], space=None, holder=seat, taken_from=space, told=True)
            return replace(state, cars=(*state.cars[:car], moved, *state.cars[car + 1 :]))
        case CarDue(seat):
            return replace(state, owing=(*state.owing, seat))
        case CarReturned(seat, car, space):
            moved = replace(state.cars[car], space=space, holder=None, taken_from=None, told=True)
            owing = tuple(other for other in state.owing if other != seat)
            return replace(state, cars=(*state.cars[:car], moved, *state.cars[car + 1 :]), owing=owing)
        case NothingHappened() | PlayersFinished():
            return state
        case TurnCame(seat, late):
            return replace(state, turn=seat, die=None, allowance=None, late=late)
        case AllHome():
            return replace(state, over=True, die=None, allowance=None, late=None)
        case _:
            assert_never(event)


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(n for n in numbers if n != number)


def _carry(state: State, seat: Seat, animal: int | None) -> State:
    carrying = {other: n for other, n in state.carrying.items() if other != seat}
    if animal is not None:
        carrying[seat] = animal
    return replace(state, carrying=MappingProxyType(carrying))


def _home(state: State, seat: Seat, animal: int) -> State:
    trophies = {**state.trophies, seat: state.trophies[seat] + 1}
    return replace(state, home=tuple(sorted((*state.home, animal))), trophies=MappingProxyType(trophies))


# ---- what is offered ---------------------------------------------------------------------------------------------


def legal(state: State, viewer: Viewer) -> Iterable[Command]:
    return (command for command in _thinkable(state, viewer) if accepts(state, viewer, command))


def accepts(state: State, seat: Seat | None, command: Command) -> bool:
    """Whether the table would record the command without a question."""
    try:
        decide(state, seat, command, Ruling(Dice(0, 0)))
    except Refused:
        return False
    return True


def _thinkable(state: State, viewer: Viewer) -> Iterator[Command]:
    if viewer is None or viewer in state.owing:
        spaces = range(1, (state.options.blue_spaces or 5) + 1)
        yield from (ReturnCar(space) for space in spaces)
    if viewer not in (None, state.turn):
        return
    if state.die is None:
        yield Roll()
        yield from (Roll(die) for die in range(1, 7))
        return
    if state.turn not in state.carrying:
        yield from (Open(cage, animal) for cage in state.face_down for animal in state.unseen)
    elif state.carrying[state.turn] in state.face_down:
        yield from (Deliver(found) for found in state.unseen)
    else:
        yield Deliver()
    yield from (TakeCar(car.space) for car in state.cars if car.space is not None)
    yield Pass()


def score(state: State) -> Score:
    if not state.over:
        return Score(state.trophies)
    best = max(state.trophies.values())
    return Score(state.trophies, True, tuple(seat for seat in state.seats if state.trophies[seat] == best))
