"""PURE. Why something is certain, or why nothing fits any more: the fewest facts that say so."""

from __future__ import annotations

from collections.abc import Sequence

from companion.deduction.counting import count
from companion.deduction.hitting import smallest_hitting_set
from companion.deduction.holdings import Fact, Problem
from companion.deduction.near_deals import Labels, NearDeals


def explain(problem: Problem, holder: str, category: int, value: int) -> tuple[str, ...]:
    """The labels of a smallest set of facts from which it follows that `holder` has the value, or has it not.

    That no value is held twice, and that everyone has one of each category, needs no fact. Raises ValueError when
    neither follows, and when the facts contradict each other, so that everything would.
    """
    denials = (Fact.is_not("", holder, category, value), Fact.is_("", holder, category, value))
    refuted = [denial for denial in denials if not count(_only(problem, problem.facts, denial))]
    if len(refuted) != 1:
        raise ValueError("the facts contradict each other" if refuted else "it does not follow from the facts")
    return _smallest_core(problem, refuted[0])


def conflict(problem: Problem) -> tuple[str, ...]:
    """The labels of a smallest set of facts that cannot all be true; none when all can."""
    return () if count(problem) else _smallest_core(problem, None)


def _only(problem: Problem, facts: Sequence[Fact], denial: Fact | None) -> Problem:
    return Problem(problem.holders, problem.sizes, (*facts, denial) if denial else tuple(facts))


def _smallest_core(problem: Problem, denial: Fact | None) -> tuple[str, ...]:
    """The labels of a smallest set of facts that rules out every deal in which the `denial` holds.

    Each such deal breaks some labels, and one of those must be in the answer. So take a smallest set of labels that
    has one of every set broken so far. Either some deal keeps them all, and shows a new set; or they are the answer,
    and nothing smaller can be, since it too would need one of each.
    """
    labels = list(dict.fromkeys(fact.label for fact in problem.facts))
    deals = NearDeals(problem, denial, labels)
    broken_sets: list[Labels] = []
    core: Labels = 0
    while True:
        core = smallest_hitting_set(broken_sets, core.bit_count())
        chosen = [label for bit, label in enumerate(labels) if core >> bit & 1]
        kept = [fact for fact in problem.facts if fact.label in chosen]
        broken = deals.keeping(core, _only(problem, kept, denial))
        if not broken:
            return tuple(chosen)
        broken_sets += broken
