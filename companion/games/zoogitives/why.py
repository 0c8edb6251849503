"""PURE. Why an automatic mark stands on the sheet: the smallest set of evidence, ready for a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.core.game import refuse
from companion.core.secret import Seat, Viewer
from companion.games.zoogitives import assist
from companion.games.zoogitives.assist import Evidence, place_of, problem_of, reckon
from companion.games.zoogitives.model import KINDS, Cards, Die, Kind, Marker, State, Value
from companion.games.zoogitives.worldmap import VALUES, lit


@dataclass(frozen=True)
class Reason:
    """`announcement` counts from 0, the report. `was` is where the same marker stood just before, when that is a
    reason too; then `gone` and `come` are what went dark and what lit up between the two. Otherwise `lit` is all that
    was lit."""

    kind: Literal["announcement", "own", "open", "answer"]
    of: Seat
    announcement: int | None = None
    marker: Marker | None = None
    was: Marker | None = None
    mover: Seat | None = None
    before: Die | None = None
    after: Die | None = None
    lit: tuple[Value, ...] = ()
    gone: tuple[Value, ...] = ()
    come: tuple[Value, ...] = ()
    card: Kind | None = None
    value: Value | None = None
    hypothesis: Cards | None = None
    yes: bool | None = None


@dataclass(frozen=True)
class Explanation:
    opponent: Seat
    kind: Kind
    value: Value
    holds: bool
    reasons: tuple[Reason, ...]


def why(state: State, viewer: Viewer, question: Mapping[str, str]) -> Explanation:
    """`question` names opponent, kind and value. Raises `Refused` for what is not marked."""
    opponent = next((seat for seat in state.seats if seat == question.get("opponent")), None)
    kind = next((kind for kind in KINDS if kind == question.get("kind")), None)
    if viewer is None or opponent in (None, viewer) or kind is None or state.options.assist == "off":
        refuse("nothing-to-explain")
    assert opponent is not None
    value = next((value for value in VALUES[kind] if value == question.get("value")), None)
    if value is None:
        refuse("nothing-to-explain")
    holds = reckon(problem_of(state, viewer)).verdict(opponent, KINDS.index(kind), place_of(kind, value))
    if holds is None:
        refuse("not-certain", opponent=opponent, value=value)
    found = assist.why(state, viewer, opponent, kind, value)
    return Explanation(opponent, kind, value, holds, tuple(_reasons(state, found)))


def _reasons(state: State, found: tuple[Evidence, ...]) -> Iterator[Reason]:
    """Announcements of one player stand together, in the order they were made."""
    said = {(one.of, one.announcement): one.marker for one in found if one.kind == "announcement"}
    for one in found:
        if one.kind != "announcement":
            yield Reason(one.kind, one.of, card=one.card, value=one.value, hypothesis=one.hypothesis, yes=one.yes)
    for of, index in sorted(said, key=lambda key: (state.seats.index(key[0]), key[1] or 0)):
        assert index is not None
        yield _announcement(state, of, index, said[of, index], said.get((of, index - 1)))


def _announcement(state: State, of: Seat, index: int, marker: Marker | None, was: Marker | None) -> Reason:
    move = state.moves[index]
    now = _lit(state, index)
    earlier = now if was is None else _lit(state, index - 1)
    return Reason(
        "announcement",
        of,
        announcement=index,
        marker=marker,
        was=was,
        mover=move.seat,
        before=move.before,
        after=move.dice[move.die - 1] if move.die is not None else None,
        lit=now if was is None else (),
        gone=tuple(value for value in earlier if value not in now),
        come=tuple(value for value in now if value not in earlier),
    )


def _lit(state: State, index: int) -> tuple[Value, ...]:
    lights = lit(state.moves[index].dice)
    return tuple(value for kind in KINDS for value in VALUES[kind] if value in lights[kind])
