"""PURE. One award decided without a table, from what its page's form says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.core.game import refuse
from companion.core.names import NameProblem, clean_name
from companion.core.secret import Seat
from companion.games.zoo_king.awards import (
    NO_TIEBREAK,
    Verdict,
    judge,
    least_value,
    most_tiebreak,
    most_together,
    most_value,
)
from companion.games.zoo_king.cards import AWARDS, PROFITABLE, award_named, check_money
from companion.games.zoo_king.model import Reckoning

MOST_PLAYERS = 4


@dataclass(frozen=True)
class Hearing:
    """`title` is empty while no award is chosen, and `verdict` null while not everything is told."""

    awards: tuple[str, ...]
    title: str
    again: bool
    has_tiebreak: bool
    most: int
    most_tiebreak: int
    counts: tuple[Reckoning, ...]
    verdict: Verdict | None
    values: Mapping[str, int]
    tiebreaks: Mapping[str, int]


def hear(asked: Mapping[str, str]) -> Hearing:
    """`award`, `again`, and `name.1`, `count.1`, `tie.1` ... for up to four players."""
    title = award_named(asked["award"]) if asked.get("award") else ""
    counts = _counts(asked, title) if title else ()
    verdict = judge(title, counts, again=bool(asked.get("again"))) if len(counts) > 1 else None
    told = verdict is not None and verdict.outcome != "ask"
    tied = [count for count in counts if count.value == max(c.value or 0 for c in counts)]
    return Hearing(
        awards=AWARDS,
        title=title,
        again=bool(asked.get("again")),
        has_tiebreak=title not in NO_TIEBREAK,
        most=most_value(title) if title else 0,
        most_tiebreak=most_tiebreak(title) if title else 0,
        counts=counts,
        verdict=verdict,
        values=MappingProxyType({count.seat: count.value or 0 for count in counts}),
        tiebreaks=MappingProxyType(
            {c.seat: c.tiebreak for c in tied if c.tiebreak is not None} if told and len(tied) > 1 else {}
        ),
    )


def _counts(asked: Mapping[str, str], title: str) -> tuple[Reckoning, ...]:
    counts: list[Reckoning] = []
    for number in range(1, MOST_PLAYERS + 1):
        value = _number(asked.get(f"count.{number}", ""), least_value(title), most_value(title))
        if value is None:
            continue
        if title == PROFITABLE:
            check_money(value)
        tie = _number(asked.get(f"tie.{number}", ""), 0, most_tiebreak(title)) if title not in NO_TIEBREAK else None
        name = _name(asked.get(f"name.{number}", ""), number, [count.seat for count in counts])
        counts.append(Reckoning(name, value, tie))
    most = most_together(title)
    if most is not None and sum(count.value or 0 for count in counts) > most:
        refuse("counts-impossible", award=title, most=most)
    return tuple(counts)


def _name(raw: str, number: int, taken: list[Seat]) -> Seat:
    try:
        return clean_name(raw[:400] if raw.strip() else f"Player {number}", taken)
    except NameProblem as problem:
        refuse(problem.code, name=" ".join(raw.split())[:24])


def _number(text: str, least: int, most: int) -> int | None:
    """`None` for an empty field."""
    digits = text.strip().replace("−", "-")
    if not digits:
        return None
    if not digits.removeprefix("-").isdecimal() or len(digits) > 7:
        refuse("count-not-a-number", number=text[:12])
    number = int(digits)
    if not least <= number <= most:
        refuse("count-out-of-range", number=number, least=least, most=most)
    return number
