"""PURE. How a game is told when it is over: points by source, its course, and where it turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, Literal, TypeVar, cast

from companion.core.secret import Seat, Seats

State = TypeVar("State")

MOST_TURNINGS = 5

TurningKind = Literal["lead", "gain", "fall", "rise", "decided", "tie-break", "end"]
"""Somebody alone in front for the first time since another was; the biggest gain of all; the biggest fall and rise of
the table's number; from here on the winners stayed in front; equal at the end; the end of a game without a race."""


@dataclass(frozen=True, kw_only=True)
class Story(Generic[State]):
    """Functions of the state as everybody knows it: no secret comes out, so that a game that ended by mistake can go
    on. What their names and numbers mean stands in the game's `results.html`."""

    sources: Callable[[State], Mapping[Seat, Sequence[tuple[str, int]]]]
    """At the end: where each seat's points come from, each source once. They add up to its points, where the game has
    any."""
    standing: Callable[[State], Mapping[Seat, int] | int | None]
    """At any moment, a number of each seat or one of the whole table; `None` while there is none."""
    clock: Callable[[State], int]
    """What the game counts its time in: rounds, turns, messages. Never goes back."""


@dataclass(frozen=True)
class Source:
    name: str
    amount: int


@dataclass(frozen=True)
class Step:
    """After the entry `version`, the `at`-th that counts; one value a line."""

    version: int
    at: int
    clock: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Turning:
    """What was special about an entry; `amount` belongs to "gain", "fall" and "rise"."""

    kind: TurningKind
    version: int
    clock: int
    seats: Seats = ()
    amount: int = 0


@dataclass(frozen=True)
class Tale:
    """`lines`: whose values the steps hold; empty when there is one for the whole table. `entries`: how many count.
    `names`: of all sources, those that gave most first; the sources of a seat stand in the same order."""

    names: tuple[str, ...]
    sources: Mapping[Seat, tuple[Source, ...]]
    lines: Seats
    course: tuple[Step, ...]
    entries: int
    turnings: tuple[Turning, ...]


def tell(story: Story[Any], seats: Seats, moments: Iterable[tuple[int, Any]], winners: Seats) -> Tale:
    """`moments`: the state at the start (version 0) and after each entry that counts, with the entry's version."""
    steps: list[Step] = []
    lines = seats
    at, state = 0, None
    for at, (version, state) in enumerate(moments):
        told = story.standing(state)
        if told is None:
            continue
        if isinstance(told, int):
            lines = ()
        values = (told,) if isinstance(told, int) else tuple(told[seat] for seat in seats)
        steps.append(Step(version, at, story.clock(state), values))
    course = _without_repeats(steps)
    gave = story.sources(state)
    sums = Counter({name: 0 for parts in gave.values() for name, _ in parts})
    for parts in gave.values():
        sums.update(dict(parts))
    names = tuple(name for name, amount in sums.most_common() if amount)
    sources = {seat: _told(dict(gave[seat]), names) for seat in seats}
    return Tale(names, sources, lines, course, at, turnings(course, lines, winners))


def _told(amounts: Mapping[str, int], names: Sequence[str]) -> tuple[Source, ...]:
    return tuple(Source(name, amounts[name]) for name in names if amounts.get(name))


def _without_repeats(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The first step, the last one, and those with which something changed."""
    kept = [step for before, step in pairwise(steps) if (step.values, step.clock) != (before.values, before.clock)]
    ends = [step for step in steps[-1:] if not kept or kept[-1] is not step]
    return (*steps[:1], *kept, *(ends if len(steps) > 1 else ()))


# ---- where it turned ---------------------------------------------------------------------------------------------


def turnings(course: Sequence[Step], lines: Seats, winners: Seats) -> tuple[Turning, ...]:
    """At most five, in their order: what decided the game and the biggest gain, then the latest changes of the lead."""
    if len(course) < 2:
        return ()
    if not lines:
        return tuple(sorted(_of_the_table(course), key=lambda turning: turning.version))
    found = [*_decided(course, lines, winners), *_gain(course, lines)]
    decided = {turning.version for turning in found if turning.kind == "decided"}
    found += [turning for turning in reversed(_leads(course, lines)) if turning.version not in decided]
    versions = list(dict.fromkeys(turning.version for turning in found))[:MOST_TURNINGS]
    order: tuple[TurningKind, ...] = ("lead", "decided", "gain", "tie-break")
    kept = (turning for turning in found if turning.version in versions)
    return tuple(sorted(kept, key=lambda turning: (turning.version, order.index(turning.kind))))


def _leaders(step: Step, lines: Seats) -> Seats:
    best = max(step.values)
    return tuple(seat for seat, value in zip(lines, step.values, strict=True) if value == best)


def _leads(course: Sequence[Step], lines: Seats) -> list[Turning]:
    """The very first lead is no change."""
    found: list[Turning] = []
    last: Seat | None = None
    for step in course:
        leaders = _leaders(step, lines)
        if len(leaders) > 1 or leaders[0] == last:
            continue
        if last is not None:
            found.append(Turning("lead", step.version, step.clock, leaders))
        last = leaders[0]
    return found


def _gain(course: Sequence[Step], lines: Seats) -> list[Turning]:
    """Only when no other gain was as big; what several seats got at once is none, like a final count."""
    gains: list[Turning] = []
    for before, step in pairwise(course):
        grown = [(s, v - w) for s, v, w in zip(lines, step.values, before.values, strict=True) if v > w]
        if len(grown) == 1:
            gains.append(Turning("gain", step.version, step.clock, (grown[0][0],), grown[0][1]))
    most = max((gain.amount for gain in gains), default=0)
    biggest = [gain for gain in gains if gain.amount == most]
    return biggest if len(biggest) == 1 and len(gains) > 1 else []


def _decided(course: Sequence[Step], lines: Seats, winners: Seats) -> list[Turning]:
    last, wanted = course[-1], set(winners)
    if not wanted:
        return []
    if set(_leaders(last, lines)) != wanted:
        level = wanted < set(_leaders(last, lines))
        return [Turning("tie-break", last.version, last.clock, winners)] if level else []
    first = last
    for step in reversed(course):
        if set(_leaders(step, lines)) != wanted:
            break
        first = step
    return [Turning("decided", first.version, first.clock, winners)] if first.version else []


def _of_the_table(course: Sequence[Step]) -> list[Turning]:
    """The biggest fall and the biggest rise, of equal ones the first, and the end."""
    last = course[-1]
    changes = [(step.values[0] - before.values[0], step) for before, step in pairwise(course)]
    found: list[Turning] = []
    for kind, sign in (("fall", -1), ("rise", 1)):
        amount, step = max(((sign * change, step) for change, step in changes), key=lambda change: change[0])
        if amount > 0 and step is not last:
            found.append(Turning(cast(TurningKind, kind), step.version, step.clock, (), amount))
    return [*found, Turning("end", last.version, last.clock)]
