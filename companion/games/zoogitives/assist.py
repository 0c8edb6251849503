"""PURE. What one seat can conclude for certain, and what it should look into next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from companion.core.secret import Seat
from companion.deduction import Fact, Lit, Move, Problem, Shares, rank_moves, shares
from companion.deduction import conflict as engine_conflict
from companion.deduction import explain as engine_explain
from companion.games.zoogitives import worldmap
from companion.games.zoogitives.card_rules import asked_by, entered
from companion.games.zoogitives.model import KINDS, Cards, Dice, Investigate, Kind, Marker, State, Value
from companion.games.zoogitives.worldmap import VALUES, after, investigations

SIZES = tuple(len(VALUES[kind]) for kind in KINDS)
BEST = 5


@dataclass(frozen=True)
class Evidence:
    """A reason, to be put into words: an announcement (`announcement` is its index, the report being 0, and `marker`
    what was said), a card of the seat's own, a card that lies open, or the answer to the seat's own question."""

    kind: Literal["announcement", "own", "open", "answer"]
    of: Seat
    announcement: int | None = None
    marker: Marker | None = None
    card: Kind | None = None
    value: Value | None = None
    hypothesis: Cards | None = None
    yes: bool | None = None


@dataclass(frozen=True)
class Advice:
    investigation: Investigate
    bits: float


def evidence_of(state: State, seat: Seat) -> tuple[tuple[Evidence, Fact], ...]:
    """All that the seat knows. Labels are the evidence's place in this list."""
    reasons = (*_own(state, seat), *_open(state), *_announcements(state, seat), *_answers(state, seat))
    return tuple((reason, _fact(state, str(place), reason)) for place, reason in enumerate(reasons))


def _own(state: State, seat: Seat) -> Iterator[Evidence]:
    cards = entered(state, seat)
    for kind in state.player(seat).hidden if cards else ():
        yield Evidence("own", seat, card=kind, value=cards.of(kind) if cards else None)


def _open(state: State) -> Iterator[Evidence]:
    for player in state.players:
        for card in player.face_up:
            yield Evidence("open", player.seat, card=card.kind, value=card.value)


def _announcements(state: State, seat: Seat) -> Iterator[Evidence]:
    """Whoever knows the own cards learns nothing from the own announcements."""
    knows = entered(state, seat) is not None
    for index, move in enumerate(state.moves):
        for of, told in zip(state.seats, move.told, strict=True):
            if told is not None and not (knows and of == seat):
                yield Evidence("announcement", of, announcement=index, marker=told.marker)


def _answers(state: State, seat: Seat) -> Iterator[Evidence]:
    for question in asked_by(state, seat):
        if question.yes is not None:
            yield Evidence("answer", question.opponent, hypothesis=question.hypothesis, yes=question.yes)


def _fact(state: State, label: str, reason: Evidence) -> Fact:
    if reason.announcement is not None and reason.marker is not None:
        return Fact.count(label, reason.of, lit_of(state.moves[reason.announcement].dice), reason.marker)
    if reason.hypothesis is not None:
        hand = tuple(place_of(kind, reason.hypothesis.of(kind)) for kind in KINDS)
        return (Fact.all_ if reason.yes else Fact.not_all)(label, reason.of, hand)
    assert reason.card is not None
    assert reason.value is not None
    return Fact.is_(label, reason.of, KINDS.index(reason.card), place_of(reason.card, reason.value))


def place_of(kind: Kind, value: Value) -> int:
    return VALUES[kind].index(value)


def lit_of(dice: Dice) -> Lit:
    lights = worldmap.lit(dice)
    return tuple(frozenset(place_of(kind, value) for value in lights[kind]) for kind in KINDS)


def problem_of(state: State, seat: Seat) -> Problem:
    return Problem(state.seats, SIZES, tuple(fact for _, fact in evidence_of(state, seat)))


_conflict = lru_cache(maxsize=128)(engine_conflict)


@lru_cache(maxsize=128)
def reckon(problem: Problem) -> Shares:
    return shares(problem)


def erring(state: State, seat: Seat) -> tuple[Evidence, ...]:
    """When nothing fits: a smallest set of announcements of which one must be wrong, given everything else; or, when
    the rest contradicts itself already, a smallest set of that."""
    known = evidence_of(state, seat)
    rest = [fact for reason, fact in known if reason.kind != "announcement"]
    labels = _conflict(Problem(state.seats, SIZES, tuple(rest)))
    if not labels:
        # Every announcement brings all the rest along, so that only announcements are counted.
        facts: list[Fact] = []
        for place, (reason, fact) in enumerate(known):
            if reason.kind == "announcement":
                facts += [fact, *(Fact(str(place), one.holder, one.lit, one.totals) for one in rest)]
        labels = _conflict(Problem(state.seats, SIZES, tuple(facts)))
    return tuple(known[int(label)][0] for label in labels)


def why(state: State, seat: Seat, opponent: Seat, kind: Kind, value: Value) -> tuple[Evidence, ...]:
    """A smallest set of evidence from which the automatic mark follows. Raises ValueError when there is no mark."""
    known = evidence_of(state, seat)
    problem = Problem(state.seats, SIZES, tuple(fact for _, fact in known))
    labels = engine_explain(problem, opponent, KINDS.index(kind), place_of(kind, value))
    return tuple(known[int(label)][0] for label in labels)


def advice(state: State, seat: Seat) -> tuple[Advice, ...]:
    """The investigations that tell this seat most; those that light up the same are named once."""
    chances: dict[Lit, Investigate] = {}
    for command in investigations(state.dice, state.options.tickets):
        place = command.die - 1
        moved = (*state.dice[:place], after(state.dice[place], command), *state.dice[place + 1 :])
        chances.setdefault(lit_of(moved), command)
    moves = tuple(Move(command, lights) for lights, command in chances.items())
    return _ranked(problem_of(state, seat), moves)


@lru_cache(maxsize=128)
def _ranked(problem: Problem, moves: tuple[Move, ...]) -> tuple[Advice, ...]:
    found: list[Advice] = []
    for move, bits in rank_moves(problem, moves, best=BEST):
        assert isinstance(move.key, Investigate)
        found.append(Advice(move.key, bits))
    return tuple(found)
