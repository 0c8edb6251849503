"""PURE. The words of who-holds-what: holders with one value in each category, and what is known about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Lit = tuple[frozenset[int], ...]
"""For each category the indexes of its lit values; categories past the end have none."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The number of the holder's values that are lit is one of `totals`.

    Facts with the same label are one piece of evidence: they are believed or doubted together.
    """

    label: str
    holder: str
    lit: Lit
    totals: frozenset[int]

    @classmethod
    def count(cls, label: str, holder: str, lit: Lit, total: int) -> Fact:
        """Exactly `total` of the holder's values are lit."""
        return cls(label, holder, lit, frozenset({total}))

    @classmethod
    def is_(cls, label: str, holder: str, category: int, value: int) -> Fact:
        return cls(label, holder, _only(category, value), frozenset({1}))

    @classmethod
    def is_not(cls, label: str, holder: str, category: int, value: int) -> Fact:
        return cls(label, holder, _only(category, value), frozenset({0}))

    @classmethod
    def all_(cls, label: str, holder: str, values: tuple[int, ...]) -> Fact:
        """The holder has exactly these values, one of each category: a confirmed hypothesis."""
        return cls(label, holder, tuple(frozenset({value}) for value in values), frozenset({len(values)}))

    @classmethod
    def not_all(cls, label: str, holder: str, values: tuple[int, ...]) -> Fact:
        """At least one of these values is wrong: a denied hypothesis."""
        return cls(label, holder, tuple(frozenset({value}) for value in values), frozenset(range(len(values))))


def _only(category: int, value: int) -> Lit:
    return (*(frozenset[int]() for _ in range(category)), frozenset({value}))


@dataclass(frozen=True, slots=True)
class Problem:
    """Every holder has one value of each category, and no value is held twice; `sizes` are the values in each category.

    Raises ValueError when a fact speaks of a holder or a value that is not there, or when the values can't go round.
    """

    holders: tuple[str, ...]
    sizes: tuple[int, ...]
    facts: tuple[Fact, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.holders)) != len(self.holders):
            raise ValueError("two holders of one name")
        if any(size < max(1, len(self.holders)) for size in self.sizes):
            raise ValueError("fewer values than holders")
        for fact in self.facts:
            if fact.holder not in self.holders:
                raise ValueError(f"{fact.label}: no holder {fact.holder}")
            check_lit(fact.label, fact.lit, self.sizes)


def check_lit(label: object, lit: Lit, sizes: tuple[int, ...]) -> None:
    """Raises ValueError when `lit` names a category or a value that is not there."""
    if len(lit) > len(sizes):
        raise ValueError(f"{label}: only {len(sizes)} categories")
    for values, size in zip(lit, sizes, strict=False):
        if values and not 0 <= min(values) <= max(values) < size:
            raise ValueError(f"{label}: no such value")


@dataclass(frozen=True, slots=True)
class Shares:
    """In how many `worlds` (joint deals that fit) each holder has each value: holder -> category -> value."""

    worlds: int
    counts: Mapping[str, tuple[tuple[int, ...], ...]]

    @property
    def odds(self) -> Mapping[str, tuple[tuple[float, ...], ...]]:
        """`counts` as shares of all worlds, 0 to 1; all zero when no world is left."""
        worlds = self.worlds or 1
        return {
            holder: tuple(tuple(count / worlds for count in values) for values in categories)
            for holder, categories in self.counts.items()
        }

    def verdict(self, holder: str, category: int, value: int) -> bool | None:
        """True: certainly holds it. False: certainly not. None: open, or no world is left."""
        count = self.counts[holder][category][value]
        if self.worlds == 0 or 0 < count < self.worlds:
            return None
        return count > 0
