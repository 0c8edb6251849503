"""PURE. When a capture, a question, an answer and a card turned up are legal, from what the sender knows."""

from __future__ import annotations

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat, Seats
from companion.games.zoogitives.card_rules import (
    asked_by,
    chip_card,
    entered,
    known_seat,
    may_ask,
    only_in,
    ticks,
    to_answer,
)
from companion.games.zoogitives.model import Answer, Ask, Capture, Kind, Penalty, State, Value
from companion.games.zoogitives.settle_rules import decider
from companion.games.zoogitives.worldmap import kind_of


def check_capture(state: State, seat: Seat, command: Capture, ruling: Ruling) -> None:
    if state.phase not in ("hunt", "check"):
        refuse("not-now", phase=state.phase, belongs="hunt")
    player = state.player(seat)
    if player.chip is not None:
        refuse("chip-lies-already")
    if not player.hidden:
        refuse("no-card-left")
    if command.card is not None and not command.card.sealed and command.card.open() not in player.hidden:
        refuse("card-lies-open", card=command.card.open())
    if state.phase == "check" and (state.finished or any(q.round == state.round for q in state.questions)):
        ruling.doubt("capture-too-late")
    if state.options.capture_own_turn_only and seat not in _on_turn(state):
        ruling.doubt("capture-in-own-turn")


def _on_turn(state: State) -> Seats:
    """A turn lasts until the next die is moved; whoever is to move it may capture as well."""
    just_ended = state.acted or state.between or state.phase == "check"
    last = (state.moves[-1].seat,) if just_ended else ()
    active = (state.active,) if state.phase == "hunt" else ()
    return tuple(seat for seat in last + active if seat is not None)


# ---- check hypotheses --------------------------------------------------------------------------------------------


def check_ask(state: State, seat: Seat, command: Ask) -> None:
    if state.phase != "check" and not (state.phase == "hunt" and state.between and seat in state.captures):
        refuse("not-now", phase=state.phase, belongs="check")
    if seat not in state.captures:
        refuse("not-taking-part")
    opponent = known_seat(state, command.opponent.open())
    if opponent == seat:
        refuse("ask-an-opponent")
    if any(question.yes is None for question in asked_by(state, seat)):
        refuse("answer-pending")
    if opponent in ticks(state, seat):
        refuse("already-ticked", opponent=opponent)
    if opponent not in may_ask(state, seat):
        refuse("asked-enough")


def check_answer(state: State, seat: Seat, command: Answer) -> None:
    asker = known_seat(state, command.to)
    asked = next((question for question in to_answer(state, seat) if question.asker == asker), None)
    if asked is None:
        refuse("no-such-question", asker=asker)
    shown = state.player(seat).face_up
    fits = all(asked.hypothesis.of(card.kind) == card.value for card in shown)
    if command.yes.open() and not fits:
        refuse("open-cards-say-no")
    if not command.yes.open() and fits and not state.player(seat).hidden:
        refuse("open-cards-say-yes")


def check_turn_up(state: State, seat: Seat, value: Value, ruling: Ruling) -> None:
    only_in(state, "check")
    player = state.player(seat)
    if player.chip is None:
        refuse("not-taking-part")
    if player.chip.turned:
        refuse("turned-already")
    if len(state.finished) < len(state.captures):
        ruling.doubt("others-still-ask")
    kind, known = kind_of(value), chip_card(player)
    _may_lie_open(state, seat, kind, value, ruling)
    if known is not None and kind != known:
        ruling.doubt("other-card-under-chip", card=known)
    cards = entered(state, seat)
    if cards is not None and cards.of(kind) != value:
        ruling.doubt("not-the-card-entered", card=kind)


def _may_lie_open(state: State, seat: Seat, kind: Kind, value: Value | None, ruling: Ruling) -> None:
    if kind not in state.player(seat).hidden:
        refuse("card-lies-open", card=kind)
    for player in state.players:
        if value is not None and any(card.value == value for card in player.face_up):
            ruling.doubt("open-elsewhere", value=value, seat=player.seat)


# ---- Thieves' Code -----------------------------------------------------------------------------------------------


def check_penalty(state: State, seat: Seat | None, command: Penalty, ruling: Ruling) -> None:
    only_in(state, "hunt", "report", "check")
    offender = known_seat(state, command.offender)
    player = state.player(offender)
    if not player.hidden:
        refuse("no-card-to-lose", offender=offender)
    if command.value is not None and kind_of(command.value) != command.card:
        refuse("value-of-another-card", value=command.value, card=command.card)
    _may_lie_open(state, offender, command.card, command.value, ruling)
    if command.value is None and player.cards is None:
        refuse("value-needed", offender=offender)
    if seat is not None and seat != decider(state, offender):
        ruling.doubt("not-the-decider", decider=decider(state, offender))
