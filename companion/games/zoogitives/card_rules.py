"""PURE. What a player's own secrets say. Everything here opens only what the given seat may know; a secret that is
sealed for it counts as unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.game import refuse
from companion.core.secret import Seat, Seats
from companion.core.turns import others
from companion.games.zoogitives.model import CARDS, Cards, Kind, Phase, Player, State


@dataclass(frozen=True)
class Shown:
    """A hypothesis that the viewer made or was shown; `number` counts all questions of the game from 0."""

    number: int
    asker: Seat
    opponent: Seat
    hypothesis: Cards
    round: int
    yes: bool | None


def only_in(state: State, *phases: Phase) -> None:
    if state.phase not in phases:
        refuse("not-now", phase=state.phase, belongs=phases[0])


def known_seat(state: State, name: str) -> Seat:
    if name not in state.seats:
        refuse("no-such-seat", name=name)
    return Seat(name)


def entered(state: State, seat: Seat) -> Cards | None:
    """The cards as taken; what lies face up goes before what was entered."""
    player = state.player(seat)
    if player.cards is None or player.cards.sealed:
        return None
    shown = {card.kind: card.value for card in player.face_up}
    return replace(player.cards.open(), **shown)  # type: ignore[arg-type]


def own_cards(state: State, seat: Seat) -> Cards | None:
    """Known when they were entered or all three lie face up."""
    player = state.player(seat)
    if player.hidden:
        return entered(state, seat)
    return Cards(**{card.kind: card.value for card in player.face_up})  # type: ignore[arg-type]


def chip_card(player: Player) -> Kind | None:
    """The kind of the card under the chip, as far as it is known."""
    if player.chip is None or player.chip.card is None or player.chip.card.sealed:
        return player.hidden[0] if player.chip and not player.chip.turned and len(player.hidden) == 1 else None
    return player.chip.card.open()


def shown_to(state: State, seat: Seat) -> Iterator[Shown]:
    """The questions that this seat asked or was asked."""
    for number, question in enumerate(state.questions):
        if question.hypothesis.sealed or seat not in question.hypothesis.owners:
            continue
        yes = None if question.yes is None else question.yes.open()
        yield Shown(number, question.asker, question.opponent.open(), question.hypothesis.open(), question.round, yes)


def asked_by(state: State, seat: Seat) -> tuple[Shown, ...]:
    return tuple(question for question in shown_to(state, seat) if question.asker == seat)


def ticks(state: State, seat: Seat) -> Seats:
    """Opponents whose three cards are found, clockwise from the seat's left."""
    found = {question.opponent for question in asked_by(state, seat) if question.yes}
    return tuple(
        other
        for other in others(state.seats, seat)
        if other in found or (state.options.auto_tick_revealed and _open_before(state, other))
    )


def _open_before(state: State, seat: Seat) -> bool:
    """Cards turned up at the end of the present check come too late for it."""
    player = state.player(seat)
    chip = player.chip if state.phase == "check" else None
    fresh = chip is not None and chip.turned and not chip.lost
    return len(player.face_up) - fresh == CARDS


def may_ask(state: State, seat: Seat) -> Seats:
    """Opponents whom the seat may ask now."""
    checking = state.phase == "check" or (state.phase == "hunt" and state.between)
    waiting = any(question.yes is None for question in asked_by(state, seat))
    if not checking or seat not in state.captures or seat in state.finished or waiting:
        return ()
    ticked = ticks(state, seat)
    return tuple(other for other in others(state.seats, seat) if other not in ticked)


def to_answer(state: State, seat: Seat) -> tuple[Shown, ...]:
    return tuple(q for q in shown_to(state, seat) if q.opponent == seat and q.yes is None)
