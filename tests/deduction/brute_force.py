"""The slow and obvious way: deal every deal, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import log2

from companion.deduction import Fact, Lit, Problem

Deal = tuple[tuple[int, ...], ...]
"""Holder -> category -> value."""


def lit_values(hand: tuple[int, ...], lit: Lit) -> int:
    return sum(value in values for value, values in zip(hand, lit, strict=False))


def holds(fact: Fact, hand: tuple[int, ...]) -> bool:
    return lit_values(hand, fact.lit) in fact.totals


def deals(problem: Problem) -> Iterator[Deal]:
    hands = [
        [
            hand
            for hand in product(*map(range, problem.sizes))
            if all(holds(fact, hand) for fact in problem.facts if fact.holder == holder)
        ]
        for holder in problem.holders
    ]

    def extend(begun: Deal) -> Iterator[Deal]:
        if len(begun) == len(hands):
            yield begun
            return
        for hand in hands[len(begun)]:
            if not any(value in taken for value, taken in zip(hand, zip(*begun, strict=True), strict=False)):
                yield from extend((*begun, hand))

    return extend(())


def value_counts(problem: Problem) -> tuple[int, dict[str, tuple[tuple[int, ...], ...]]]:
    all_deals = list(deals(problem))
    seen = Counter(
        (seat, category, value)
        for deal in all_deals
        for seat, hand in enumerate(deal)
        for category, value in enumerate(hand)
    )
    return len(all_deals), {
        holder: tuple(
            tuple(seen[seat, category, value] for value in range(size)) for category, size in enumerate(problem.sizes)
        )
        for seat, holder in enumerate(problem.holders)
    }


def joint_entropy(problem: Problem, lit: Lit) -> float:
    told = Counter(tuple(lit_values(hand, lit) for hand in deal) for deal in deals(problem))
    return entropy(told)


def summed_entropies(problem: Problem, lit: Lit) -> float:
    each = [Counter[int]() for _ in problem.holders]
    for deal in deals(problem):
        for told, hand in zip(each, deal, strict=True):
            told[lit_values(hand, lit)] += 1
    return sum(map(entropy, each))


def entropy(told: Counter[tuple[int, ...]] | Counter[int]) -> float:
    worlds = told.total()
    return sum(deals * log2(worlds / deals) for deals in told.values()) / worlds


def with_labels(problem: Problem, labels: tuple[str, ...]) -> Problem:
    return Problem(problem.holders, problem.sizes, tuple(fact for fact in problem.facts if fact.label in labels))


def smaller_sets(problem: Problem, size: int) -> Iterator[tuple[str, ...]]:
    """All sets of the problem's labels with fewer than `size` members."""
    labels = tuple(dict.fromkeys(fact.label for fact in problem.facts))
    for fewer in range(size):
        yield from combinations(labels, fewer)
