"""PURE. A smallest set that has a member in common with each of many sets. Sets are integers, one bit a member."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import count as numbers
from operator import and_, or_


def smallest_hitting_set(sets: Iterable[int], least: int = 0) -> int:
    """Of the smallest ones any; `least` is a number of members that it is known to need. No set may be empty."""
    hard = _without_supersets(sets)
    useful = _useful_members(hard)
    hard = sorted((some & useful for some in hard), key=int.bit_count)
    return next(found for size in numbers(least) if (found := _hit(hard, size)) is not None)


def _without_supersets(sets: Iterable[int]) -> list[int]:
    """What hits a set hits its supersets."""
    kept: list[int] = []
    for some in sorted(set(sets), key=int.bit_count):
        if not any(other & some == other for other in kept):
            kept.append(some)
    return kept


def _useful_members(sets: Sequence[int]) -> int:
    """Enough to choose from: each other member is only in sets that one of these is in as well."""
    member_by_sets: dict[int, int] = {}
    for bit in range(reduce(or_, sets, 0).bit_length()):
        within = sum(1 << number for number, some in enumerate(sets) if some >> bit & 1)
        member_by_sets.setdefault(within, 1 << bit)
    kept: list[int] = []
    for within in sorted(member_by_sets, key=int.bit_count, reverse=True):
        if not any(within & other == within for other in kept):
            kept.append(within)
    return sum(member_by_sets[within] for within in kept)


def _hit(sets: Sequence[int], spare: int) -> int | None:
    """A set of at most `spare` members that hits all sets, if there is one."""
    if not sets:
        return 0
    if spare == 1:
        common = reduce(and_, sets)
        return common & -common or None
    apart, united = 0, 0
    for some in sets:
        if not some & united:
            apart, united = apart + 1, united | some
    if apart > spare:
        return None
    choice = min(sets, key=int.bit_count)
    while choice:
        member = choice & -choice
        found = _hit([some for some in sets if not some & member], spare - 1)
        if found is not None:
            return found | member
        # No such set has this member.
        choice ^= member
        sets = [some & ~member for some in sets]
    return None
