"""One award decided without a table."""

from __future__ import annotations

import pytest

from companion.core.game import Refused
from companion.games.zoo_king.deciding import hear


def asked(award: str, *counts: tuple[str, str], **more: str) -> dict[str, str]:
    told = {"award": award, **more}
    for number, (value, tie) in enumerate(counts, start=1):
        told |= {f"name.{number}": f"P{number}", f"count.{number}": value, f"tie.{number}": tie}
    return told


def outcome(*told: object, **more: str) -> tuple[str, tuple[str, ...]]:
    verdict = hear(asked(*told, **more)).verdict  # type: ignore[arg-type]
    assert verdict is not None
    return verdict.outcome, tuple(verdict.seats)


def test_the_most_wins_and_a_tie_asks_those_who_tied() -> None:
    assert outcome("High Flyer", ("3", ""), ("2", "")) == ("won", ("P1",))
    assert outcome("High Flyer", ("2", ""), ("2", ""), ("1", "")) == ("ask", ("P1", "P2"))
    assert outcome("High Flyer", ("2", "5"), ("2", "4")) == ("won", ("P1",))


def test_a_tie_goes_to_the_bottom_and_is_shared_when_drawn_again() -> None:
    assert outcome("High Flyer", ("2", "5"), ("2", "5")) == ("returned", ())
    assert outcome("High Flyer", ("2", "5"), ("2", "5"), again="on") == ("shared", ("P1", "P2"))
    assert outcome("Most Profitable Zoo", ("900", ""), ("900", "")) == ("returned", ())


def test_nothing_is_decided_before_two_have_counted() -> None:
    assert hear({}).verdict is None
    assert hear(asked("High Flyer", ("2", ""))).verdict is None


@pytest.mark.parametrize(
    ("told", "code"),
    [
        (asked("Fattest Hippo", ("1", "")), "award-unknown"),
        (asked("High Flyer", ("9", ""), ("1", "")), "count-out-of-range"),
        (asked("High Flyer", ("5", ""), ("5", "")), "counts-impossible"),
        (asked("High Flyer", ("two", ""), ("1", "")), "count-not-a-number"),
        (asked("Most Profitable Zoo", ("250", ""), ("100", "")), "not-hundreds"),
        ({**asked("High Flyer", ("1", ""), ("2", "")), "name.2": "P1"}, "name-taken"),
    ],
)
def test_what_cannot_be_is_refused(told: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        hear(told)
    assert refused.value.code == code
