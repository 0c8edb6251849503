"""PURE. The rules of Cops 'n' Robbers: turns, the arrest, and what is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import assert_never

from companion.core.dice import Dice
from companion.core.game import Refused, Ruling, Score, refuse
from companion.core.secret import Seat, Seats, Viewer
from companion.core.turns import next_seat
from companion.games.cops_n_robbers.hideouts import COLOURS, TYPES
from companion.games.cops_n_robbers.model import (
    Arrest,
    ArrestFailed,
    CardsReshuffled,
    Command,
    Event,
    FinalReached,
    MessageRead,
    MoveSetAside,
    NextTurn,
    Options,
    Radio,
    Reshuffle,
    Roll,
    Rolled,
    State,
    Step,
    SuspectCaught,
    SuspectMoved,
    SuspectStayed,
    TurnCame,
)
from companion.games.cops_n_robbers.radio import (
    KINDS,
    check_message,
    read_message,
    reshuffle,
    reshuffle_turns,
    reshuffled,
    turned,
    turns_colour,
    turns_type,
)


def setup(seats: Seats, options: Options) -> State:
    """The first seat listed begins; the die has decided that at the table (C2)."""
    return State(seats, options, turn=seats[0])


def begin(_state: State, _ruling: Ruling) -> Sequence[Event]:
    return ()


# ---- what is accepted --------------------------------------------------------------------------------------------


def decide(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> Sequence[Event]:
    if state.caught_by is not None:
        refuse("game-over", seat=state.caught_by)
    who = seat or state.turn
    match command:
        case Radio():
            check_message(state, command)
            # Whoever drives out after a failed arrest may come to a telephone (C23).
            taken = () if who in state.tried else _take_turn(state, who, ruling)
            return (*taken, *read_message(state, who, command))
        case Reshuffle():
            return reshuffle(state, who, command, ruling)
        case Roll():
            return _roll(state, who, command, ruling)
        case Arrest():
            return _arrest(state, who, command, ruling)
        case NextTurn():
            if state.car < state.options.cars:
                return (TurnCame(state.turn, state.car + 1),)
            return (TurnCame(next_seat(state.seats, state.turn)),)
        case _:
            assert_never(command)


def _take_turn(state: State, who: Seat, ruling: Ruling) -> tuple[Event, ...]:
    """Overruled, the turn goes to whoever acts: somebody forgot to pass it on."""
    if who == state.turn:
        return ()
    ruling.doubt("not-your-turn", seat=state.turn)
    return (TurnCame(who),)


def _check_die(die: int | None) -> None:
    if die is not None and not 1 <= die <= 6:
        refuse("die-out-of-range", die=die)


def _roll(state: State, who: Seat, command: Roll, ruling: Ruling) -> Sequence[Event]:
    _check_die(command.die)
    taken = _take_turn(state, who, ruling)
    if who in state.tried:
        ruling.doubt("tried-already", seat=who)
    if state.die is not None and not taken:
        ruling.doubt("rolled-already", die=state.die)
    return (*taken, Rolled(who, ruling.dice.roll() if command.die is None else command.die))


def _arrest(state: State, who: Seat, command: Arrest, ruling: Ruling) -> Sequence[Event]:
    """The throw on the square outside the hideout: a 1 arrests, anything else drives the car away (C19, C24)."""
    _check_die(command.roll)
    hideout = state.piles.hideout
    if not hideout.exact:
        refuse("hideout-unknown")
    waiting = state.options.arrest_if_already_there and state.moved
    taken = () if waiting or who in state.tried else _take_turn(state, who, ruling)
    if who in state.tried:
        ruling.doubt("tried-already", seat=who)
    roll = ruling.dice.roll() if command.roll is None else command.roll
    return (*taken, SuspectCaught(who, roll, hideout) if roll == 1 else ArrestFailed(who, roll))


# ---- what is recorded --------------------------------------------------------------------------------------------


def apply(state: State, event: Event) -> State:
    match event:
        case MessageRead(seat, kind, note, player):
            step = Step(seat, "message", state.piles.hideout, kind, note=note, player=player)
            return _radio_used(state, step)
        case SuspectMoved(seat, kind, hideout, type_, colour, note):
            step = Step(seat, "moved", hideout, kind, type_, colour, note)
            return replace(_radio_used(state, step), piles=turned(state.piles, type_, colour), moved=True)
        case SuspectStayed(seat, kind, hideout, again, note):
            step = Step(seat, "stayed", hideout, kind, note=note)
            return replace(_radio_used(state, step), draw_again=again)
        case MoveSetAside(seat, kind, note):
            told = _told(state, Step(seat, "set-aside", state.piles.hideout, kind, note=note))
            return replace(told, left=state.left - 1, aside=state.aside + 1, draw_again=True)
        case CardsReshuffled(seat, rule, _, hideout, type_, colour):
            step = Step(seat, "reshuffled", hideout, type=type_, colour=colour, rule=rule)
            return _told(reshuffled(state, event), step)
        case Rolled(_, die):
            return replace(state, die=die)
        case ArrestFailed(seat, roll):
            told = _told(state, Step(seat, "arrest-failed", state.piles.hideout, roll=roll))
            return replace(told, tried=(*state.tried, seat))
        case SuspectCaught(seat, roll, hideout):
            return replace(_told(state, Step(seat, "caught", hideout, roll=roll)), caught_by=seat)
        case TurnCame(seat, car):
            return replace(state, turn=seat, car=car, die=None, tried=(), moved=False, draw_again=False)
        case FinalReached():
            return state
        case _:
            assert_never(event)


def _told(state: State, step: Step) -> State:
    return replace(state, history=(*state.history, step))


def _radio_used(state: State, step: Step) -> State:
    return replace(_told(state, step), used=state.used + 1, left=state.left - 1, draw_again=False)


# ---- what is offered ---------------------------------------------------------------------------------------------


def legal(state: State, viewer: Viewer) -> Iterable[Command]:
    return (command for command in _thinkable(state) if accepts(state, viewer, command))


def accepts(state: State, seat: Seat | None, command: Command) -> bool:
    """Whether the table would record the command without a question."""
    try:
        decide(state, seat, command, Ruling(Dice(0, 0)))
    except Refused:
        return False
    return True


def _thinkable(state: State) -> Iterator[Command]:
    for kind in KINDS:
        types = state.piles.types_left if turns_type(state, kind) else (None,)
        colours = state.piles.colours_left if turns_colour(state, kind) else (None,)
        yield from (Radio(kind, *cards) for cards in product(types, colours))
    wants_type, wants_colour = reshuffle_turns(state)
    yield from (
        Reshuffle(*cards) for cards in product(TYPES if wants_type else (None,), COLOURS if wants_colour else (None,))
    )
    yield from (Roll(die) for die in (None, *range(1, 7)))
    yield from (Arrest(roll) for roll in (None, *range(1, 7)))
    yield NextTurn()


def score(state: State) -> Score:
    """No points: whoever arrests the suspect wins."""
    if state.caught_by is None:
        return Score({})
    return Score({}, True, (state.caught_by,))
