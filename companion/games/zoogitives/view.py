"""PURE. What one viewer sees of Zoogitives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoogitives.legality_rules import may_announce
from companion.games.zoogitives.model import (
    Cards,
    Die,
    Kind,
    Marker,
    Options,
    Phase,
    Place,
    State,
    Value,
)
from companion.games.zoogitives.private_view import (
    NO_AID,
    NOBODY,
    Asked,
    Best,
    Change,
    Mark,
    Sheet,
    Suspicion,
    aid_for,
    change,
    own_view,
)
from companion.games.zoogitives.settle_rules import decider, revealed, unturned
from companion.games.zoogitives.worldmap import empty_cities, empty_tickets

T = TypeVar("T")


@dataclass(frozen=True)
class Said:
    """`change` is `None` for the report, and after something that was not heard."""

    marker: Marker
    change: Change | None
    corrected: bool
    unsure: bool


@dataclass(frozen=True)
class Step:
    """The report (without `seat`) or an investigation, and what was announced; `None` is still to come or was not
    heard."""

    index: int
    seat: Seat | None
    die: int | None
    before: Die | None
    after: Die | None
    said: Mapping[Seat, Said | None]


@dataclass(frozen=True)
class View:
    """For the board everything from `cards` on is `None` or empty."""

    seats: Seats
    options: Options
    phase: Phase
    round: int
    first: Seat
    active: Seat
    turn: Seat | None
    """Who is to act now, first of all the viewer; `None` when several are, or the board."""
    dice: tuple[Die, ...]
    empty_cities: tuple[Place, ...]
    empty_tickets: int
    markers: Mapping[Seat, Marker | None]
    face_up: Mapping[Seat, Mapping[Kind, Value]]
    chances: Mapping[Seat, int]
    """Cards still face down."""
    revealed: Mapping[Seat, int]
    """Cards that count in a tie."""
    captures: Seats
    complete: Seats
    winners: Seats
    entered: Seats
    """Who entered cards; the app reckons and answers for them."""
    clash: tuple[Kind, ...]
    investigated: bool
    """The active player has moved a die, and not everyone has announced."""
    between: bool
    """The last turn of a round without a check is just over: who has a chip may ask before the next die is moved."""
    waiting: Seats
    """Whom the table waits for."""
    unturned: Seats
    """Who has a chip on a face-down card."""
    asking: Seats
    """Who still takes part in the check."""
    deciders: Mapping[Seat, Seat]
    """Offender -> who chooses the card when the others cannot agree."""
    possible: Mapping[Seat, tuple[Marker, ...]]
    """Where the markers of those who have yet to announce can stand, as everybody can reckon."""
    history: tuple[Step, ...]
    cards: Cards | None
    marker: Marker | None
    """The place of the own marker by the entered cards."""
    change: Change | None
    ticks: Seats | None
    questions: tuple[Asked, ...] | None
    may_ask: Seats
    to_answer: tuple[Asked, ...]
    chip_card: Kind | None
    """What lies under the own chip."""
    answer_pending: bool
    must_ask_on: bool
    """After a yes."""
    worlds: int | None
    notebook: Sheet[Mark] | None
    odds: Sheet[float] | None
    best: Sequence[Best] | None
    conflict: tuple[Suspicion, ...] | None


def view_for(state: State, viewer: Viewer) -> View:
    own = own_view(state, viewer) if viewer is not None else NOBODY
    aid = aid_for(state, viewer) if viewer is not None else NO_AID
    history = _history(state)
    return View(
        seats=state.seats,
        options=state.options,
        phase=state.phase,
        round=state.round,
        first=state.seats[0],
        active=state.active,
        turn=_turn(state, viewer, own.to_answer != () or (own.may_ask != () and state.phase == "check")),
        dice=state.dice,
        empty_cities=empty_cities(state.dice) if state.dice else (),
        empty_tickets=empty_tickets(state.dice, state.options.tickets),
        markers=_of_all(state, lambda seat: _last(history, seat)),
        face_up={p.seat: {card.kind: card.value for card in p.face_up} for p in state.players},
        chances=_of_all(state, lambda seat: len(state.player(seat).hidden)),
        revealed=_of_all(state, lambda seat: revealed(state, seat)),
        captures=state.captures,
        complete=state.complete,
        winners=state.winners,
        entered=tuple(p.seat for p in state.players if p.cards is not None),
        clash=state.clashed,
        investigated=state.phase == "hunt" and bool(state.missing),
        between=state.between,
        waiting=_waiting(state),
        unturned=unturned(state),
        asking=_asking(state),
        deciders=_of_all(state, lambda seat: decider(state, seat)),
        possible={seat: may_announce(state, seat, len(state.moves) - 1) for seat in state.missing},
        history=history,
        cards=own.cards,
        marker=own.marker,
        change=own.change,
        ticks=own.ticks,
        questions=own.questions,
        may_ask=own.may_ask,
        to_answer=own.to_answer,
        chip_card=own.chip_card,
        answer_pending=own.answer_pending,
        must_ask_on=own.must_ask_on,
        worlds=aid.worlds,
        notebook=aid.notebook,
        odds=aid.odds,
        best=aid.best,
        conflict=aid.conflict,
    )


def _of_all(state: State, what: Callable[[Seat], T]) -> Mapping[Seat, T]:
    return {seat: what(seat) for seat in state.seats}


# ---- the table ---------------------------------------------------------------------------------------------------


def _history(state: State) -> tuple[Step, ...]:
    steps: list[Step] = []
    for index, move in enumerate(state.moves):
        said: dict[Seat, Said | None] = {}
        for seat, told in zip(state.seats, move.told, strict=True):
            earlier = steps[-1].said[seat] if steps else None
            moved_to = change(earlier.marker, told.marker) if earlier and told else None
            said[seat] = Said(told.marker, moved_to, told.corrected, told.unsure) if told else None
        moved = move.dice[move.die - 1] if move.die is not None else None
        steps.append(Step(index, move.seat, move.die, move.before, moved, said))
    return tuple(steps)


def _last(history: tuple[Step, ...], seat: Seat) -> Marker | None:
    told = (step.said[seat] for step in reversed(history))
    return next((said.marker for said in told if said is not None), None)


def _asking(state: State) -> Seats:
    if state.phase != "check":
        return ()
    return tuple(seat for seat in state.captures if seat not in state.finished)


def _turn(state: State, viewer: Viewer, asked: bool) -> Seat | None:
    waiting = _waiting(state)
    if viewer is not None and (asked or (viewer in waiting and state.phase != "check")):
        return viewer
    if state.phase == "check" and viewer in waiting and not _asking(state):
        return viewer
    return waiting[0] if len(waiting) == 1 else None


def _waiting(state: State) -> Seats:
    match state.phase:
        case "hunt":
            return state.missing or (state.active,)
        case "check":
            return _asking(state) or unturned(state)
        case _:
            return state.missing
