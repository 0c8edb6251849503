"""PURE. What only one seat sees of Zoogitives: its own cards and questions, and what the app concludes for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar, overload

from companion.core.secret import Seat, Seats
from companion.core.turns import others
from companion.games.zoogitives.assist import advice, erring, place_of, problem_of, reckon
from companion.games.zoogitives.card_rules import (
    Shown,
    chip_card,
    entered,
    may_ask,
    own_cards,
    shown_to,
    ticks,
    to_answer,
)
from companion.games.zoogitives.model import KINDS, Cards, Crook, Expertise, Hideout, Kind, Marker, Place, State, Value
from companion.games.zoogitives.worldmap import VALUES, marker_of

T = TypeVar("T")
Change = Literal["forward", "back", "same"]
Mark = Literal["yes", "no", "open"]
Sheet = Mapping[Seat, Mapping[Kind, Mapping[Value, T]]]
"""Opponent -> kind -> value."""


@dataclass(frozen=True)
class Asked:
    """A hypothesis of the viewer's own, or one that the viewer was shown."""

    asker: Seat
    opponent: Seat
    crook: Crook
    expertise: Expertise
    hideout: Hideout
    round: int
    yes: bool | None


@dataclass(frozen=True)
class Best:
    die: int
    to: Place | None
    crook: Crook | None
    expertise: Expertise | None
    bits: float


class Later(Sequence[Best]):
    """Reckoned when somebody looks at it: ranking takes longer than a tap may wait."""

    def __init__(self, find: Callable[[], tuple[Best, ...]]) -> None:
        self._find = find

    @cached_property
    def _found(self) -> tuple[Best, ...]:
        return self._find()

    @overload
    def __getitem__(self, place: int) -> Best: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Best, ...]: ...
    def __getitem__(self, place: int | slice) -> Best | tuple[Best, ...]:
        return self._found[place]

    def __len__(self) -> int:
        return len(self._found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Later) and self._found == other._found

    def __hash__(self) -> int:
        return hash(self._found)


@dataclass(frozen=True)
class Suspicion:
    """An announcement that may be the wrong one; named as the command `correct` wants it."""

    of: Seat
    announcement: int
    marker: Marker


def change(was: Marker, now: Marker) -> Change:
    return "forward" if now > was else "back" if now < was else "same"


@dataclass(frozen=True)
class Own:
    cards: Cards | None = None
    marker: Marker | None = None
    change: Change | None = None
    ticks: Seats | None = None
    questions: tuple[Asked, ...] | None = None
    may_ask: Seats = ()
    to_answer: tuple[Asked, ...] = ()
    chip_card: Kind | None = None
    answer_pending: bool = False
    must_ask_on: bool = False


NOBODY = Own()


def own_view(state: State, seat: Seat) -> Own:
    cards = own_cards(state, seat)
    marker = marker_of(cards, state.dice) if cards and state.dice else None
    before = marker_of(cards, state.moves[-2].dice) if cards and len(state.moves) > 1 else None
    questions = tuple(shown_to(state, seat))
    now = [q for q in questions if q.asker == seat and q.round == state.round and state.phase == "check"]
    may = may_ask(state, seat)
    return Own(
        cards=entered(state, seat),
        marker=marker,
        change=change(before, marker) if before is not None and marker is not None else None,
        ticks=ticks(state, seat),
        questions=tuple(map(_asked, questions)),
        may_ask=may,
        to_answer=tuple(map(_asked, to_answer(state, seat))),
        chip_card=chip_card(state.player(seat)),
        answer_pending=any(q.yes is None for q in now),
        must_ask_on=bool(may) and any(q.yes for q in now),
    )


def _asked(shown: Shown) -> Asked:
    guess = shown.hypothesis
    return Asked(shown.asker, shown.opponent, guess.crook, guess.expertise, guess.hideout, shown.round, shown.yes)


# ---- assist ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aid:
    """Everything is `None` where the table plays without."""

    worlds: int | None = None
    notebook: Sheet[Mark] | None = None
    odds: Sheet[float] | None = None
    best: Sequence[Best] | None = None
    conflict: tuple[Suspicion, ...] | None = None


NO_AID = Aid()


def aid_for(state: State, seat: Seat) -> Aid:
    if state.options.assist == "off":
        return NO_AID
    shares = reckon(problem_of(state, seat))
    marks: dict[bool | None, Mark] = {True: "yes", False: "no", None: "open"}
    odds = shares.odds if state.options.assist == "odds" else None
    return Aid(
        worlds=shares.worlds,
        notebook=_sheet(state, seat, lambda *cell: marks[shares.verdict(*cell)]),
        odds=None if odds is None else _sheet(state, seat, lambda holder, kind, value: odds[holder][kind][value]),
        best=None if odds is None else Later(lambda: _best(state, seat)),
        conflict=() if shares.worlds else _suspicions(state, seat),
    )


def _sheet(state: State, seat: Seat, cell: Callable[[Seat, int, int], T]) -> Sheet[T]:
    return {
        other: {
            kind: {value: cell(other, KINDS.index(kind), place_of(kind, value)) for value in VALUES[kind]}
            for kind in KINDS
        }
        for other in others(state.seats, seat)
    }


def _best(state: State, seat: Seat) -> tuple[Best, ...]:
    """While a die is to be moved, whoever is to move it: the others think ahead."""
    if state.phase != "hunt" or state.missing:
        return ()
    found = ((one.investigation, one.bits) for one in advice(state, seat))
    return tuple(Best(i.die, i.to, i.crook, i.expertise, bits) for i, bits in found)


def _suspicions(state: State, seat: Seat) -> tuple[Suspicion, ...]:
    return tuple(
        Suspicion(one.of, one.announcement, one.marker)
        for one in erring(state, seat)
        if one.announcement is not None and one.marker is not None
    )
