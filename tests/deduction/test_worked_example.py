"""ZG-6: Paris (Lemon, hacking), Beijing (Bone, combat), Sydney (Berry, safes); the other dice are on tickets."""

from __future__ import annotations

import pytest

from companion.deduction import Fact, Problem, conflict, count, shares

LEMON, BONE, MURPHY, BROWN, AMBER, BERRY = range(6)
SAFES, THEFT, HACKING, DISGUISES, COMBAT, GETAWAYS = range(6)
RIO, SAN_FRANCISCO, BEIJING, PARIS, SYDNEY, JOHANNESBURG = range(6)

B0 = (frozenset({LEMON, BONE, BERRY}), frozenset({HACKING, COMBAT, SAFES}), frozenset({PARIS, BEIJING, SYDNEY}))
MURPHY_IN_PARIS = (
    frozenset({MURPHY, BONE, BERRY}),
    frozenset({DISGUISES, COMBAT, SAFES}),
    frozenset({PARIS, BEIJING, SYDNEY}),
)
ALL_LIT = (LEMON, HACKING, PARIS)
NONE_LIT = (MURPHY, THEFT, RIO)


def seen_by(cards: tuple[int, int, int], *facts: Fact) -> Problem:
    holders = ("me", *dict.fromkeys(fact.holder for fact in facts))
    return Problem(holders, (6, 6, 6), (Fact.all_("my cards", "me", cards), *facts))


def shows(holder: str, total: int) -> Fact:
    return Fact.count(f"{holder} shows {total}", holder, B0, total)


def then_shows(holder: str, total: int) -> Fact:
    return Fact.count(f"{holder} then shows {total}", holder, MURPHY_IN_PARIS, total)


@pytest.mark.parametrize(
    ("cards", "triples"), [(ALL_LIT, (27, 54, 36, 8)), (NONE_LIT, (8, 36, 54, 27))], ids=["all lit", "none lit"]
)
def test_triples_left_for_an_opponent_by_marker(cards: tuple[int, int, int], triples: tuple[int, ...]) -> None:
    assert tuple(count(seen_by(cards, shows("X", marker))) for marker in range(4)) == triples


@pytest.mark.parametrize(("x", "y", "pairs"), [(3, 3, 8), (0, 3, 216), (3, 2, 72)])
def test_two_opponents_share_out_what_is_lit(x: int, y: int, pairs: int) -> None:
    assert count(seen_by(ALL_LIT, shows("X", x), shows("Y", y))) == pairs


@pytest.mark.parametrize(("before", "after", "triples"), [(1, 2, 20), (1, 1, 32), (0, 1, 12), (1, 0, 0)])
def test_triples_left_after_a_change_of_face(before: int, after: int, triples: int) -> None:
    assert count(seen_by(ALL_LIT, shows("X", before), then_shows("X", after))) == triples


def test_who_holds_what_the_die_lost_knows_that_the_marker_cannot_go_back() -> None:
    impossible = seen_by(ALL_LIT, shows("X", 1), then_shows("X", 0))
    assert conflict(impossible) == ("my cards", "X shows 1", "X then shows 0")


@pytest.mark.parametrize(("players", "joint"), [(3, 8_000), (4, 216_000), (5, 1_728_000), (6, 1_728_000)])
def test_joint_possibilities_before_anything_is_announced(players: int, joint: int) -> None:
    holders = ("me", *"VWXYZ"[: players - 1])
    assert count(Problem(holders, (6, 6, 6), (Fact.all_("my cards", "me", ALL_LIT),))) == joint


def test_shares_when_two_opponents_show_all_three() -> None:
    table = shares(seen_by(ALL_LIT, shows("X", 3), shows("Y", 3)))
    assert table.worlds == 8
    assert table.counts["X"] == ((0, 4, 0, 0, 0, 4), (4, 0, 0, 0, 4, 0), (0, 0, 4, 0, 4, 0))
    assert table.odds["Y"][0] == (0, 0.5, 0, 0, 0, 0.5)
    assert table.verdict("me", 0, LEMON) is True
    assert table.verdict("X", 0, LEMON) is False
    assert table.verdict("X", 0, BONE) is None
