from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.deduction.hitting import smallest_hitting_set


@given(st.lists(st.integers(1, 2**8 - 1), max_size=12))
@settings(max_examples=400, deadline=None)
def test_it_hits_every_set_and_nothing_smaller_does(sets: list[int]) -> None:
    found = smallest_hitting_set(sets)
    assert all(some & found for some in sets)
    members = [1 << bit for bit in range(8)]
    for fewer in combinations(members, max(0, found.bit_count() - 1)):
        assert found == 0 or not all(some & sum(fewer) for some in sets)


def test_no_sets_need_no_members() -> None:
    assert smallest_hitting_set([]) == 0
