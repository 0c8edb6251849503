"""PURE. What happens in Zoogitives, and what every event leaves behind in the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, assert_never, get_args

from companion.core.secret import Seat, Secret
from companion.games.zoogitives.model import (
    Cards,
    Chip,
    Dice,
    Die,
    FaceUp,
    Kind,
    Marker,
    Move,
    Question,
    State,
    Told,
    Value,
)


@dataclass(frozen=True)
class DiceLaid:
    """`rolls`: how often the app rolled all six; 0 when the table did."""

    dice: Dice
    rolls: int = 0


@dataclass(frozen=True)
class CardsTaken:
    seat: Seat
    cards: Secret[Cards]


@dataclass(frozen=True)
class CardsClashed:
    """All have entered cards and two of a kind are the same: everyone's cards and reports are void."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class MarkerReported:
    seat: Seat
    marker: Marker


@dataclass(frozen=True)
class RoundBegun:
    """`between`: the round before ended without a check."""

    round: int
    seat: Seat
    between: bool = False


@dataclass(frozen=True)
class Investigated:
    seat: Seat
    die: int
    before: Die
    after: Die


@dataclass(frozen=True)
class MarkerAnnounced:
    """`was` is the marker's place before, where it is known."""

    seat: Seat
    marker: Marker
    was: Marker | None


@dataclass(frozen=True)
class TurnPassed:
    to: Seat


@dataclass(frozen=True)
class ChipPlaced:
    seat: Seat
    card: Secret[Kind] | None


@dataclass(frozen=True)
class CheckBegun:
    round: int
    first: Seat


@dataclass(frozen=True)
class QuestionAsked:
    asker: Seat
    opponent: Secret[Seat]
    hypothesis: Secret[Cards]


@dataclass(frozen=True)
class QuestionAnswered:
    """`question` counts all questions of the game from 0."""

    question: int
    yes: Secret[bool]


@dataclass(frozen=True)
class AskingEnded:
    """Heard a no, or everyone is ticked: which of the two is nobody else's business."""

    seat: Seat


@dataclass(frozen=True)
class CardTurned:
    """`chip`: it was the card under the poker chip."""

    seat: Seat
    kind: Kind
    value: Value
    penalty: bool = False
    chip: bool = False


@dataclass(frozen=True)
class MarkerCorrected:
    """`was` is `None` when nothing had been announced."""

    seat: Seat
    announcement: int
    was: Marker | None
    marker: Marker


@dataclass(frozen=True)
class GameEnded:
    """Without `complete` players nobody wins."""

    complete: tuple[Seat, ...]
    winners: tuple[Seat, ...]


Event = (
    DiceLaid
    | CardsTaken
    | CardsClashed
    | MarkerReported
    | RoundBegun
    | Investigated
    | MarkerAnnounced
    | TurnPassed
    | ChipPlaced
    | CheckBegun
    | QuestionAsked
    | QuestionAnswered
    | AskingEnded
    | CardTurned
    | MarkerCorrected
    | GameEnded
)
EVENTS: tuple[type[Event], ...] = get_args(Event)


def apply(state: State, event: Event) -> State:
    match event:
        case DiceLaid(dice):
            return replace(state, dice=dice, moves=(_unheard(state, dice),), phase="report")
        case CardsTaken(seat, cards):
            return _with(state, seat, cards=cards)
        case CardsClashed(kinds):
            moves = tuple(_unheard(state, move.dice) for move in state.moves)
            return replace(_everyone(state, cards=None), moves=moves, clashed=kinds)
        case MarkerReported(seat, marker):
            return _told(state, len(state.moves) - 1, seat, Told(marker))
        case RoundBegun(number, seat, between):
            fresh = _everyone(state, chip=None)
            return replace(
                fresh, phase="hunt", round=number, active=seat, acted=(), finished=(), between=between, clashed=()
            )
        case Investigated():
            return _investigated(state, event)
        case MarkerAnnounced(seat, marker):
            return _told(state, len(state.moves) - 1, seat, Told(marker))
        case TurnPassed(to):
            return replace(state, active=to)
        case ChipPlaced(seat, card):
            return _with(state, seat, chip=Chip(card))
        case CheckBegun(number, first):
            return replace(state, phase="check", round=number, active=first, acted=(), between=False)
        case QuestionAsked(asker, opponent, hypothesis):
            asked = Question(asker, opponent, hypothesis, state.round)
            return replace(state, questions=(*state.questions, asked))
        case QuestionAnswered(number, yes):
            answered = replace(state.questions[number], yes=yes)
            return replace(state, questions=_put(state.questions, number, answered))
        case AskingEnded(seat):
            return replace(state, finished=(*state.finished, seat))
        case CardTurned():
            return _turned(state, event)
        case MarkerCorrected():
            return _corrected(state, event)
        case GameEnded(complete, winners):
            return replace(state, phase="over", complete=complete, winners=winners)
        case _:
            assert_never(event)


def _with(state: State, seat: Seat, **changes: Any) -> State:
    return replace(state, players=tuple(replace(p, **changes) if p.seat == seat else p for p in state.players))


def _everyone(state: State, **changes: Any) -> State:
    return replace(state, players=tuple(replace(p, **changes) for p in state.players))


def _put(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    return (*things[:place], thing, *things[place + 1 :])


def _unheard(state: State, dice: Dice) -> Move:
    return Move(dice, (None,) * len(state.players))


def _told(state: State, index: int, seat: Seat, told: Told) -> State:
    move = state.moves[index]
    heard = replace(move, told=_put(move.told, state.seats.index(seat), told))
    return replace(state, moves=_put(state.moves, index, heard))


def _investigated(state: State, event: Investigated) -> State:
    dice = _put(state.dice, event.die - 1, event.after)
    move = replace(_unheard(state, dice), seat=event.seat, die=event.die, before=event.before)
    acted = (*state.acted, event.seat)
    return replace(state, dice=dice, moves=(*state.moves, move), active=event.seat, acted=acted, between=False)


def _turned(state: State, event: CardTurned) -> State:
    player = state.player(event.seat)
    card = FaceUp(event.kind, event.value, event.penalty and not event.chip)
    chip = replace(player.chip, turned=True, lost=event.penalty) if event.chip and player.chip else player.chip
    return _with(state, event.seat, face_up=(*player.face_up, card), chip=chip)


def _corrected(state: State, event: MarkerCorrected) -> State:
    state = _told(state, event.announcement, event.seat, Told(event.marker, corrected=True))
    place = state.seats.index(event.seat)
    for index in range(event.announcement + 1, len(state.moves)):
        told = state.moves[index].told[place]
        if told is not None and not told.corrected:
            state = _told(state, index, event.seat, replace(told, unsure=True))
    return state
