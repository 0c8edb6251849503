"""PURE. Deals that break few facts: each one shows that the facts it does not break are not enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import islice

from companion.deduction.counting import Node, all_ways, arrive, lay_out, ways
from companion.deduction.holdings import Fact, Problem
from companion.deduction.kinds import Hands, Kinds, Stock, hands_of_holders, kinds_of

Labels = int
"""A set of labels, one bit each."""

Choice = tuple[int, Labels, Stock, Stock]
"""A hand: how many labels it breaks, which, and what it takes of the finest kinds and of the kinds of few facts."""

Beginning = tuple[int, Labels, Stock, Stock]
"""A deal to some holders: how many labels it breaks, which, and what it leaves of either stock."""

BEAM = 8
"""How many beginnings are kept side by side: more find nearer deals and take longer."""


class NearDeals:
    """For every holder all hands by the labels they break; what `denial` says is never broken."""

    def __init__(self, problem: Problem, denial: Fact | None, labels: Sequence[str]) -> None:
        bits = {label: 1 << bit for bit, label in enumerate(labels)}
        self.kinds = kinds = kinds_of(problem, *([denial.lit] if denial else []))
        examples = [kinds.example(hand) for hand in range(kinds.every_hand.bit_length())]
        self.taken = {values: kinds.taken_by(values) for values in examples}
        self.hands: list[list[tuple[int, Labels, tuple[int, ...]]]] = []
        for holder in problem.holders:
            allowed = kinds.hands_that_fit(denial) if denial and denial.holder == holder else kinds.every_hand
            broken_by = {0: allowed}
            for fact in problem.facts:
                if fact.holder == holder:
                    broken_by = _split(broken_by, kinds.hands_that_fit(fact), bits[fact.label])
            self.hands.append(
                sorted(
                    (broken.bit_count(), broken, values)
                    for broken, hands in broken_by.items()
                    for hand, values in enumerate(examples)
                    if hands >> hand & 1
                )
            )

    def keeping(self, core: Labels, few: Problem) -> list[Labels]:
        """What some deals break that break none of the `core`; nothing when every deal breaks one of those.

        `few` are the facts of the core and the denial. They tell few values apart, so counting the ways to go on under
        them is quick, and shows which beginnings can be finished: the search never has to go back.
        """
        kinds = kinds_of(few)
        hands = hands_of_holders(few, kinds)
        order = sorted(range(len(hands)), key=lambda seat: hands[seat].bit_count())
        start, *after_each = lay_out(kinds, [hands[seat] for seat in order])
        if not all_ways(kinds, start):
            return []
        taken = {values: kinds.taken_by(values) for values in self.taken}
        beam: list[Beginning] = [(0, 0, self.kinds.stock | self.kinds.guards, kinds.stock)]
        for seat, node in zip(order, after_each, strict=True):
            choices = [
                (cost, broken, self.taken[values], taken[values])
                for cost, broken, values in self.hands[seat]
                if not broken & core
            ]
            longer = {after for before in beam for after in islice(self._longer(before, choices, node, kinds), BEAM)}
            beam = nsmallest(BEAM, longer)
        return [broken for _, broken, _, _ in beam]

    def _longer(self, before: Beginning, choices: Sequence[Choice], node: Node, few: Kinds) -> Iterator[Beginning]:
        """The beginnings that one more hand makes of this one and that can be finished; the least broken first."""
        guards, field = self.kinds.guards, (1 << few.width) - 1
        cost, broken, stock, few_stock = before
        for more, labels, take, few_take in choices:
            left = stock - take
            # A field that had nothing borrows from its guard.
            if left & guards == guards and ways(node, arrive(node, few_stock - few_take, field), field):
                yield cost + more, broken | labels, left, few_stock - few_take


def _split(broken_by: dict[Labels, Hands], fitting: Hands, label: Labels) -> dict[Labels, Hands]:
    """Labels -> the hands that break just these, when those that are not `fitting` break one more label."""
    split: dict[Labels, Hands] = {}
    for broken, hands in broken_by.items():
        split[broken] = split.get(broken, 0) | hands & fitting
        split[broken | label] = split.get(broken | label, 0) | hands & ~fitting
    return {broken: hands for broken, hands in split.items() if hands}
