"""PURE. The commands that a screen might offer, before the rules have looked at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.secret import Seat, Secret, Viewer
from companion.core.turns import others
from companion.games.zoogitives.card_rules import entered, may_ask, own_cards, to_answer
from companion.games.zoogitives.legality_rules import may_announce
from companion.games.zoogitives.model import (
    CROOKS,
    EXPERTISES,
    HIDEOUTS,
    KINDS,
    MARKERS,
    Announce,
    Answer,
    Ask,
    Capture,
    Command,
    Correct,
    LaidDie,
    Marker,
    Penalty,
    Report,
    RollDice,
    SetDice,
    State,
    TakeCards,
    TurnUp,
)
from companion.games.zoogitives.settle_rules import decider
from companion.games.zoogitives.worldmap import VALUES, investigations

EXAMPLES = 6
"""Of what has too many values to list."""


def offers(state: State, viewer: Viewer) -> Iterable[Command]:
    if viewer is None:
        return _for_the_board(state)
    return _for_a_seat(state, viewer)


def _for_the_board(state: State) -> Iterator[Command]:
    if state.phase == "setup":
        yield RollDice()
        yield SetDice(tuple(map(LaidDie, CROOKS, EXPERTISES, (*HIDEOUTS[:3], *("ticket",) * 3))))  # type: ignore[arg-type]
    for seat in state.seats:
        yield from _penalties(state, seat)
        if state.player(seat).cards is None:
            yield from _corrections(state, seat)


def _for_a_seat(state: State, seat: Seat) -> Iterator[Command]:
    match state.phase:
        case "setup":
            yield from _cards(seat)
        case "report":
            yield from _cards(seat)
            yield from map(Report, _markers(state, seat))
        case "hunt":
            yield from map(Announce, _markers(state, seat))
            if seat == state.active and seat not in state.acted:
                yield from investigations(state.dice, state.options.tickets)
        case "check":
            yield from (TurnUp(value) for kind in state.player(seat).hidden for value in VALUES[kind])
            for question in to_answer(state, seat):
                yield from (Answer(question.asker, Secret.of(yes, seat)) for yes in (True, False))
        case "over":
            return
    yield from (Capture(Secret.of(kind, seat)) for kind in KINDS)
    yield from _questions(state, seat)
    yield from _corrections(state, seat)
    for offender in others(state.seats, seat):
        if decider(state, offender) == seat:
            yield from _penalties(state, offender)


def _cards(seat: Seat) -> Iterator[Command]:
    for crook, expertise, hideout in zip(CROOKS, EXPERTISES, HIDEOUTS, strict=True):
        yield TakeCards(Secret.of(crook, seat), Secret.of(expertise, seat), Secret.of(hideout, seat))


def _markers(state: State, seat: Seat) -> tuple[Marker | None, ...]:
    """Nothing needs to be said by those whose cards are known."""
    if seat not in state.missing:
        return ()
    known = own_cards(state, seat) is not None
    return (None,) if known else may_announce(state, seat, len(state.moves) - 1)


def _questions(state: State, seat: Seat) -> Iterator[Command]:
    """Some hypotheses: nothing that lies open elsewhere or in the asker's hand, as far as that leaves any."""
    own = entered(state, seat)
    for opponent in may_ask(state, seat):
        shown = {card.kind: card.value for card in state.player(opponent).face_up}
        gone = {card.value for p in state.players if p.seat != opponent for card in p.face_up}
        gone |= {own.of(kind) for kind in KINDS} if own else set()
        left = [
            [shown[kind]] if kind in shown else [v for v in VALUES[kind] if v not in gone] or list(VALUES[kind])
            for kind in KINDS
        ]
        for number in range(EXAMPLES):
            guess = [values[number % len(values)] for values in left]
            yield Ask(Secret.of(opponent, seat), *(Secret.of(value, seat) for value in guess))  # type: ignore[arg-type]


def _corrections(state: State, seat: Seat) -> Iterator[Command]:
    """Of the last thing the seat said."""
    place = state.seats.index(seat)
    said = [index for index, move in enumerate(state.moves) if move.told[place] is not None]
    if said:
        yield from (Correct(seat, said[-1], marker) for marker in MARKERS)


def _penalties(state: State, offender: Seat) -> Iterator[Command]:
    player = state.player(offender)
    for kind in player.hidden:
        if player.cards is not None:
            yield Penalty(offender, kind)
        else:
            yield from (Penalty(offender, kind, value) for value in VALUES[kind])
