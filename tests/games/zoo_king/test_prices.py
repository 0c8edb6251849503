"""Zoo King: what cards cost."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.zoo_king.catalogue import Facts
from companion.games.zoo_king.prices import missing, quote
from tests.games.zoo_king.play import cash, give, set_cash, zoos


@pytest.mark.parametrize("base", [0, 100, 200, 300, 500])
@pytest.mark.parametrize("source", ["market", "deck", "discard"])
def test_every_combination_of_discounts(base: int, source: str) -> None:
    kinds = ("Show", "Endangered", "Birds")
    for owned, types in product(product([False, True], repeat=3), product([False, True], repeat=3)):
        has = dict(zip(("Trainer", "Conservation Center", "Aviary"), owned, strict=True))
        shown = tuple(kind for kind, there in zip(kinds, types, strict=True) if there)
        facts = Facts("Animal", base, None, 2, ("Polar",), shown)
        told = quote(facts, source, lambda card, has=has: has.get(card, False), 3)  # type: ignore[arg-type, misc]
        off = 100 * (source == "discard") + 100 * (owned[0] and types[0]) + 100 * (owned[1] and types[1])
        free = base == 0 or (owned[2] and types[2])
        assert told.price == (0 if free else max(0, base - off))
        assert sum(line.amount for line in told.lines) == told.price >= 0


def test_the_tiger_of_the_rulebook_costs_200() -> None:
    """ZK-3."""
    facts = Facts("Tiger", 500, None, 5, ("Jungle",), ("Show", "Endangered"))
    told = quote(facts, "discard", lambda card: card in ("Trainer", "Conservation Center"), 2)
    assert [(line.reason, line.amount) for line in told.lines] == [
        ("list price", 500), ("discard pile", -100), ("Trainer", -100), ("Conservation Center", -100),
    ]  # fmt: skip
    assert told.price == 200


def test_birds_are_free_with_an_aviary_and_nothing_is_refunded() -> None:
    """ZK-3."""
    assert quote(Facts("Toucan", 300, types=("Birds",)), "market", lambda card: card == "Aviary", 3).price == 0
    assert quote(Facts("Otter", 100, types=("Show",)), "discard", lambda card: card == "Trainer", 3).price == 0
    assert quote(Facts("Gecko", 0, types=()), "discard", lambda _card: False, 3).price == 0


def test_discounts_for_animals_do_not_touch_staff() -> None:
    facts = Facts("Volunteer", 200, 300, 1, (), ())
    assert quote(facts, "market", lambda _card: True, 3).price == 200
    grey = quote(facts, "discard", lambda _card: True, 4)
    assert [(line.reason, line.amount) for line in grey.lines] == [("grey price", 300), ("discard pile", -100)]


def test_what_the_app_does_not_know_it_asks_for() -> None:
    assert missing(Facts("Yak"), lambda _card: False, 3) == "price-unknown"
    assert missing(Facts("Yak", 300), lambda _card: False, 3) is None
    assert missing(Facts("Yak", 300), lambda card: card == "Trainer", 3) == "types-unknown"
    assert missing(Facts("Yak", 0), lambda card: card == "Trainer", 3) is None


def test_buying_spells_the_price_out_for_its_buyer() -> None:
    table = zoos(starters=("Security", "Aviary", "Trainer"))
    table.do("Ann", "draw_event", event="unlisted")
    offer = table.view("Ann")["prices"]["Tiger"]["offers"]["discard"]
    assert offer["price"] == 300
    assert [line["reason"] for line in offer["lines"]] == ["list price", "discard pile", "Trainer"]
    assert table.view("Cat")["prices"]["Toucan"]["offers"]["market"]["price"] == 0
    assert table.view()["prices"]["Zebra"]["offers"]["market"]["price"] == 100


def test_the_pair_is_paid_after_the_price() -> None:
    """ZK-5."""
    table = zoos()
    give(table, "Ann", "Lion")
    table.do("Ann", "draw_event", event="unlisted")
    set_cash(table, "Ann", 300)
    refused = table.refused("Ann", "buy", card="Lion", **{"from": "market"})
    assert (refused.code, refused.facts["price"], refused.doubt) == ("cash-short", 400, False)
    set_cash(table, "Ann", 400)
    table.do("Ann", "buy", card="Lion", **{"from": "market"})
    assert cash(table, "Ann") == 100
    set_cash(table, "Ann", 400)
    table.do("Ann", "buy", card="lion", **{"from": "deck"})
    assert cash(table, "Ann") == 0


def test_a_pair_remade_is_paid_again_but_not_a_trio_that_shrinks() -> None:
    """K24, K25."""
    table = zoos()
    table.do("Ann", "gain", card="Zebra")
    start = cash(table, "Ann")
    table.do("Ann", "gain", card="Zebra")
    assert cash(table, "Ann") == start + 100
    table.do("Ann", "lose", card="Zebra")
    table.do("Ann", "gain", card="Zebra")
    assert cash(table, "Ann") == start + 200
    table.do("Ann", "gain", card="Zebra")
    table.do("Ann", "lose", card="Zebra")
    table.do("Ann", "gain", card="Zebra")
    assert cash(table, "Ann") == start + 200


def test_black_panther_and_leopard_are_one_pair() -> None:
    """K26."""
    table = zoos()
    table.do("Ann", "gain", card="Leopard")
    start = cash(table, "Ann")
    table.do("Ann", "gain", card="Black Panther")
    assert cash(table, "Ann") == start + 100
    table.do("Ann", "gain", card="Leopard")
    assert cash(table, "Ann") == start + 100
