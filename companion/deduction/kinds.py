"""PURE. Values that nothing tells apart are one kind, and hands are made of kinds: this keeps exact counting small."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from companion.deduction.holdings import Fact, Lit, Problem

Hands = int
"""A set of hands, one bit each. A hand is one kind of every category; its number reads the kinds as digits."""

Stock = int
"""How many values of each kind are still to be had: a field of `width` bits each, its top bit a spare guard."""


class Kinds:
    """The coarsest partition of each category's values in which every lit set of `patterns` is a union of kinds."""

    members: tuple[tuple[tuple[int, ...], ...], ...]
    """Category -> kind -> the values of that kind."""
    shifts: list[range]
    """Category -> kind -> where its field begins in a stock."""
    units: list[dict[int, Stock]]
    """Category -> value -> one of its kind."""
    with_kind: list[list[Hands]]
    """Category -> kind -> the hands that have it."""
    strides: list[int]
    """Category -> what one step of that digit adds to the number of a hand."""

    def __init__(self, sizes: Sequence[int], patterns: Iterable[Lit]) -> None:
        distinct = set(patterns)
        self.members = tuple(
            _partition(size, {lit[category] for lit in distinct if category < len(lit)})
            for category, size in enumerate(sizes)
        )
        self.width = max(sizes).bit_length() + 1
        self.shifts, self.units, self.strides = [], [], []
        self.stock: Stock = 0
        self.guards: Stock = 0
        end = 0
        for kinds in self.members:
            self.shifts.append(range(end, end + self.width * len(kinds), self.width))
            self.units.append({})
            end = self.shifts[-1].stop
            for shift, values in zip(self.shifts[-1], kinds, strict=True):
                self.units[-1].update(dict.fromkeys(values, 1 << shift))
                self.stock |= len(values) << shift
                self.guards |= 1 << shift + self.width - 1
        number = 1
        for kinds in reversed(self.members):
            self.strides.insert(0, number)
            number *= len(kinds)
        self.every_hand: Hands = (1 << number) - 1
        self.with_kind = []
        for stride, kinds in zip(self.strides, self.members, strict=True):
            block = (1 << stride) - 1
            period = stride * len(kinds)
            every = self.every_hand // ((1 << period) - 1) * block
            self.with_kind.append([every << kind * stride for kind in range(len(kinds))])
        self._by_total: dict[Lit, Mapping[int, Hands]] = {}

    def hands_by_total(self, lit: Lit) -> Mapping[int, Hands]:
        """Number of lit values -> the hands with that many. `lit` must be one of the patterns."""
        known = self._by_total.get(lit)
        if known is None:
            known = {0: 1}
            for category in reversed(range(len(self.members))):
                lit_values = lit[category] if category < len(lit) else ()
                grown: dict[int, Hands] = {}
                for kind, values in enumerate(self.members[category]):
                    step = values[0] in lit_values
                    place = kind * self.strides[category]
                    for total, hands in known.items():
                        grown[total + step] = grown.get(total + step, 0) | hands << place
                known = grown
            self._by_total[lit] = known
        return known

    def hands_with(self, category: int, kind: int, hands: Hands) -> Hands:
        """Those of the hands that have the kind, numbered as if it was the first of its category."""
        return (hands & self.with_kind[category][kind]) >> kind * self.strides[category]

    def hands_that_fit(self, fact: Fact) -> Hands:
        fitting = 0
        for total, hands in self.hands_by_total(fact.lit).items():
            if total in fact.totals:
                fitting |= hands
        return fitting

    def example(self, hand: int) -> tuple[int, ...]:
        """The first values of which hand number `hand` can be made."""
        values: list[int] = []
        for stride, kinds in zip(self.strides, self.members, strict=True):
            kind, hand = divmod(hand, stride)
            values.append(kinds[kind][0])
        return tuple(values)

    def taken_by(self, values: Sequence[int]) -> Stock:
        """What a holder of these values takes out of the stock."""
        return sum(units[value] for value, units in zip(values, self.units, strict=True))


def _partition(size: int, sets: AbstractSet[frozenset[int]]) -> tuple[tuple[int, ...], ...]:
    marks = [0] * size
    for bit, values in enumerate(sets):
        for value in values:
            marks[value] |= 1 << bit
    kinds: dict[int, list[int]] = {}
    for value, mark in enumerate(marks):
        kinds.setdefault(mark, []).append(value)
    return tuple(map(tuple, kinds.values()))


def kinds_of(problem: Problem, *patterns: Lit) -> Kinds:
    return Kinds(problem.sizes, [*(fact.lit for fact in problem.facts), *patterns])


def hands_of_holders(problem: Problem, kinds: Kinds) -> list[Hands]:
    """For each holder the hands that its own facts allow."""
    hands = dict.fromkeys(problem.holders, kinds.every_hand)
    for fact in problem.facts:
        hands[fact.holder] &= kinds.hands_that_fit(fact)
    return list(hands.values())
