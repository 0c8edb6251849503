"""A tale in numbers for drawing: bars in percent, lines in a field of fixed height."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.story import Step, Tale
from companion.referee import Look, SeatLook

PATTERNS = 6
"""So many ways to fill a part of a bar are told apart; see `pattern` in `macros/charts.html`."""

WIDTH, HEIGHT, MARGIN = 1000, 200, 12
"""Of the field in which the lines run; its width is stretched."""
NEAREST_MARKS = 26
MOST_TICKS, MOST_LEVELS = 8, 4
STRIDES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


# ---- bars --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """`start` and `width` in percent of the bar. `pattern` belongs to the source, or when there are more sources than
    patterns to the place in the bar."""

    name: str
    amount: int
    start: float
    width: float
    pattern: int


@dataclass(frozen=True)
class Bar:
    """`width` in percent of the longest bar."""

    seat: SeatLook
    total: int
    winner: bool
    width: float
    parts: tuple[Part, ...]


def bars(look: Look) -> tuple[Bar, ...]:
    """The winners first, then by total. None when nobody got anything."""
    tale = look.tale
    if tale is None or not tale.names:
        return ()
    totals = {seat: sum(source.amount for source in parts) for seat, parts in tale.sources.items()}
    longest = max(totals.values())
    found = [_bar(tale, seat, seat.name in look.score.winners, longest) for seat in look.seats]
    return tuple(sorted(found, key=lambda bar: (not bar.winner, -bar.total)))


def _bar(tale: Tale, seat: SeatLook, winner: bool, longest: int) -> Bar:
    sources = next(parts for name, parts in tale.sources.items() if name == seat.name)
    total, before = sum(source.amount for source in sources), 0
    parts: list[Part] = []
    for at, source in enumerate(sources):
        start, width = 100 * before / total, 100 * source.amount / total
        pattern = tale.names.index(source.name) if len(tale.names) <= PATTERNS else at
        parts.append(Part(source.name, source.amount, start, width, pattern % PATTERNS))
        before += source.amount
    return Bar(seat, total, winner, 100 * total / longest, tuple(parts))


def each_counts_one(tale: Tale) -> bool:
    """Nothing is gained by telling the amounts."""
    return all(source.amount == 1 for parts in tale.sources.values() for source in parts)


# ---- lines -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """`seat` is `None` for the table's own line; `mark` is the height at which the sign at its end stands."""

    seat: SeatLook | None
    path: str
    dash: int
    value: int
    mark: float


@dataclass(frozen=True)
class Chart:
    """`levels`: heights and their values; `ticks`: where, in percent, the game's clock moved on, and to what."""

    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    ticks: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT


def chart(look: Look) -> Chart | None:
    """`None` when there is no course worth a line."""
    tale = look.tale
    if tale is None or len(tale.course) < 3:
        return None
    top = max(max(step.values) for step in tale.course)
    if top <= 0:
        return None
    seats = {seat.name: seat for seat in look.seats}
    ends = _apart([_height(value, top) for value in tale.course[-1].values])
    lines = tuple(
        Line(seats[tale.lines[at]] if tale.lines else None, _path(tale, at, top), at, value, ends[at])
        for at, value in enumerate(tale.course[-1].values)
    )
    stride = _stride(top, MOST_LEVELS)
    levels = tuple((_height(value, top), value) for value in range(0, top + 1, stride))
    return Chart(lines, levels, _ticks(tale))


def _height(value: int, top: int) -> float:
    return MARGIN + (1 - value / top) * (HEIGHT - 2 * MARGIN)


def _counted_at_the_end(tale: Tale) -> bool:
    """With the last entry a value grew so much that it is a count, not a part of the course."""
    before, last = tale.course[-2].values, tale.course[-1].values
    return 3 * max(value - was for value, was in zip(last, before, strict=True)) > max(last)


def _place(tale: Tale, step: Step) -> float:
    """From 0 to 1. A final count takes a tenth of the width."""
    if step is tale.course[-1]:
        return 1
    return step.at / tale.entries * (0.9 if _counted_at_the_end(tale) else 1)


def _path(tale: Tale, at: int, top: int) -> str:
    """Steps: a value holds until the next entry; up to a final count it slopes. Lines that run together lie side by
    side."""
    beside = 3 * (at - (len(tale.course[0].values) - 1) / 2)
    *course, last = tale.course
    parts: list[str] = []
    value: int | None = None
    for step in course:
        if step.values[at] != value:
            value = step.values[at]
            x, y = round(_place(tale, step) * WIDTH), _height(value, top) + beside
            parts.append(f"H{x}V{y:g}" if parts else f"M{x} {y:g}")
    end = _height(last.values[at], top) + beside
    if _counted_at_the_end(tale):
        return "".join((*parts, f"H{0.9 * WIDTH:g}L{WIDTH} {end:g}"))
    return "".join((*parts, f"H{WIDTH}V{end:g}"))


def _apart(heights: list[float]) -> list[float]:
    """Moved so that no two are too near to each other, in the same order, within the field where there is room."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed: list[float] = []
    for at in order:
        placed.append(max(heights[at], placed[-1] + NEAREST_MARKS if placed else MARGIN))
    limit = float(HEIGHT - MARGIN)
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - NEAREST_MARKS
    return [height for _, height in sorted(zip(order, placed, strict=True))]


def _stride(most: int, pieces: int) -> int:
    return next(stride for stride in (*STRIDES, most) if most / stride <= pieces)


def _ticks(tale: Tale) -> tuple[tuple[float, int], ...]:
    """Round numbers of the clock, not too near to each other nor to the end."""
    stride = _stride(max(1, tale.course[-1].clock), MOST_TICKS)
    ticks: list[tuple[float, int]] = []
    seen: set[int] = set()
    for step in tale.course:
        place = 100 * _place(tale, step)
        due = step.clock and step.clock % stride == 0 and step.clock not in seen
        seen.add(step.clock)
        if due and place < 98 and (not ticks or place - ticks[-1][0] >= 100 / (MOST_TICKS + 2)):
            ticks.append((place, step.clock))
    return tuple(ticks)


def by_clock(course: Iterable[Step]) -> tuple[Step, ...]:
    """For a table: the last step of each round, or whatever the clock counts, in which something changed."""
    last = {step.clock: step for step in course}
    kept: list[Step] = []
    for step in last.values():
        if not kept or step.values != kept[-1].values:
            kept.append(step)
    return tuple(kept)
