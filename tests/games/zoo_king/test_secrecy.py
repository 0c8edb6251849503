"""Zoo King: counts stay with who told them, money with its owner."""

from __future__ import annotations

import json

import pytest

from companion.core.codec import to_plain
from companion.core.secret import SealedError
from tests.games.zoo_king.play import Table, awards_table, set_cash, to_awards, zoos


def told(table: Table, viewer: str | None) -> str:
    return json.dumps([table.view(viewer), to_plain(table.state_of(viewer).award), repr(table.state_of(viewer))])


@pytest.mark.parametrize("award", ["Most Profitable Zoo", "High Flyer"])
def test_one_seats_count_changes_nothing_for_anybody_else(award: str) -> None:
    looks = []
    unit = 100 if award == "Most Profitable Zoo" else 1
    for value in (unit, 5 * unit):
        table = awards_table()
        to_awards(table)
        table.do("Ann", "draw_award", award=award)
        table.do("Ann", "count", value=value)
        table.do("Bob", "count", value=unit)
        looks.append({viewer: told(table, viewer) for viewer in (None, "Ann", "Bob", "Cat")})
    for viewer in (None, "Bob", "Cat"):
        assert looks[0][viewer] == looks[1][viewer]
    assert looks[0]["Ann"] != looks[1]["Ann"]


def test_a_count_of_another_seat_cannot_be_opened() -> None:
    table = awards_table()
    to_awards(table)
    table.do("Ann", "draw_award", award="High Flyer")
    (happened,) = table.do("Ann", "count", value=4)
    assert "4" not in repr(happened)
    with pytest.raises(SealedError):
        table.state_of("Bob").award.sealed[0].value.open()


def test_only_the_owner_sees_the_money() -> None:
    table = zoos()
    set_cash(table, "Ann", 12_300)
    assert table.view("Ann")["cash"] == 12_300
    for viewer in (None, "Bob", "Cat"):
        assert "12300" not in json.dumps(table.view(viewer))
    assert table.view()["cash"] is None


def test_a_refusal_names_no_balance() -> None:
    table = zoos()
    table.do("Ann", "draw_event", event="unlisted")
    refused = table.refused("Ann", "money", amount=-99_900)
    assert dict(refused.facts) == {"seat": "Ann", "price": 99_900}


def test_looking_does_not_depend_on_what_is_sealed() -> None:
    table = awards_table()
    to_awards(table)
    table.do("Ann", "draw_award", award="High Flyer")
    for seat in ("Ann", "Bob"):
        table.do(seat, "count", value=1)
    assert table.offered("Cat") == {"count"}
    assert table.offered("Ann") == set()
    assert table.offered(None) == set()
