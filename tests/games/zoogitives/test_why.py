"""Why an automatic mark stands there, told to the one seat that it is true for."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Refused
from companion.core.secret import Seat
from companion.games.zoogitives.why import Explanation, why
from tests.games.zoogitives.play import FOUR, SIX, Zoo
from tests.games.zoogitives.test_words import WORDS


def explained(table: Zoo, me: str | None, opponent: str, kind: str, value: str) -> Explanation:
    viewer = None if me is None else Seat(me)
    return why(table.state_of(me), viewer, {"opponent": opponent, "kind": kind, "value": value})


def marks(table: Zoo, me: str) -> list[tuple[str, str, str, str]]:
    sheet: dict[str, Any] = table.view(me)["notebook"]
    rows = [(who, kind, row) for who, kinds in sheet.items() for kind, row in kinds.items()]
    return [(who, kind, value, mark) for who, kind, row in rows for value, mark in row.items()]


@pytest.mark.parametrize("seats", [FOUR, SIX])
def test_every_automatic_mark_has_a_sentence_for_each_of_its_reasons(seats: str) -> None:
    table = Zoo(seats, on_phone=seats, assist="logic")
    table.start()
    table.turn()
    table.move(table.state.active, 4, "Rio", "Amber theft")
    table.tell_all()
    me = seats.split()[-1]
    for opponent, kind, value, mark in marks(table, me)[::4]:
        if mark == "open":
            with pytest.raises(Refused, match="not-certain"):
                explained(table, me, opponent, kind, value)
            continue
        told = explained(table, me, opponent, kind, value)
        assert told.holds is (mark == "yes")
        assert all(str(WORDS.reason(reason, me)).strip() for reason in told.reasons)
        assert opponent in str(WORDS.why(told, me))


def test_two_announcements_in_a_row_are_told_as_one_move_and_what_it_changed() -> None:
    table = Zoo(SIX, on_phone="Fay", assist="logic")
    table.start()
    for seat, die, to, face in (("Ann", 1, None, "Murphy disguises"), ("Bob", 4, "Rio", "Lemon theft")):
        table.move(seat, die, to, face)
        table.tell_all()
    told = [explained(table, "Fay", *cell) for *cell, mark in marks(table, "Fay") if mark != "open"]
    moves = {str(WORDS.reason(one, "Fay")) for each in told for one in each.reasons if one.was is not None}
    went = "the die in Paris was turned from Lemon, hacking to Murphy, disguises. Ann went back from 3 to 2."
    (words,) = {words for words in moves if words.startswith("At move 1, " + went)}
    assert "Gone from the map: Lemon and hacking." in words


@pytest.mark.parametrize(
    ("me", "opponent", "kind", "value"),
    [
        (None, "Bob", "crook", "Lemon"),
        ("Ann", "Ann", "crook", "Lemon"),
        ("Ann", "Nobody", "crook", "Lemon"),
        ("Ann", "Bob", "colour", "Lemon"),
        ("Ann", "Bob", "crook", "safes"),
    ],
)
def test_nonsense_is_refused(me: str | None, opponent: str, kind: str, value: str) -> None:
    table = Zoo(on_phone="Ann", assist="logic")
    table.start()
    with pytest.raises(Refused, match="nothing-to-explain"):
        explained(table, me, opponent, kind, value)


def test_a_table_without_assist_explains_nothing() -> None:
    table = Zoo(on_phone="Ann")
    table.start()
    with pytest.raises(Refused, match="nothing-to-explain"):
        explained(table, "Ann", "Bob", "crook", "Lemon")
