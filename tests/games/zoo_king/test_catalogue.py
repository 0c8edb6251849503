"""Zoo King: the cards a table has taught, as a file and as an option."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.game import Refused
from companion.games.zoo_king import GAME
from companion.games.zoo_king.catalogue import CatalogueCard, card_of, read_catalogue, write_catalogue
from tests.games.zoo_king.play import CATALOGUE, Table, card


def code_of(text: str) -> str:
    with pytest.raises(Refused) as caught:
        read_catalogue(text)
    return caught.value.code


def test_a_catalogue_comes_back_as_it_was_written() -> None:
    cards = read_catalogue(json.dumps(CATALOGUE))
    assert read_catalogue(write_catalogue(cards)) == cards
    priced = tuple(one for one in cards if one.price != 0)
    assert tuple(card_of(one.facts()) for one in priced) == priced


def test_capitals_blanks_and_singulars_do_not_matter() -> None:
    (lion,) = read_catalogue(json.dumps([card(" black  panther ", types="feline ENDANGERED", habitats="jungle")]))
    assert (lion.name, lion.types, lion.habitats) == ("Black Panther", ("Felines", "Endangered"), ("Jungle",))


def test_a_card_without_a_price_is_free_and_one_with_an_unknown_price_is_not() -> None:
    free, unknown = read_catalogue(json.dumps([card("A", None), card("B", price="unknown")]))  # type: ignore[arg-type]
    assert free.facts().price == 0
    assert unknown.facts().price is None
    assert card_of(unknown.facts()) == unknown


@pytest.mark.parametrize("field", ["name", "price", "stars", "habitats", "types"])
def test_a_missing_field_is_named(field: str) -> None:
    lion = card("Lion")
    del lion[field]
    with pytest.raises(Refused) as caught:
        read_catalogue(json.dumps([card("Tiger"), lion]))
    assert caught.value.code == "catalogue-field-missing"
    assert (caught.value.facts["number"], caught.value.facts["field"]) == (2, field)


def test_staff_and_facilities_need_neither_habitats_nor_types() -> None:
    trainer = {"name": "Trainer", "price": 300, "stars": 1}
    (read,) = read_catalogue(json.dumps([trainer]))
    assert read == CatalogueCard("Trainer", 300, 1, (), ())
    table = Table(GAME, "Ann Bob", catalogue=[trainer])
    assert table.view()["catalogue"][0]["name"] == "Trainer"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"price": 250}, "not-hundreds"),
        ({"price": -100}, "not-hundreds"),
        ({"price": "dear"}, "catalogue-field-wrong"),
        ({"price": True}, "catalogue-field-wrong"),
        ({"price": 10**9 * 100}, "not-hundreds"),
        ({"stars": 99}, "stars-out-of-range"),
        ({"stars": "5"}, "catalogue-field-wrong"),
        ({"name": ""}, "card-name"),
        ({"name": "x" * 41}, "card-name"),
        ({"name": 5}, "catalogue-field-wrong"),
        ({"habitats": "Savanna"}, "catalogue-field-wrong"),
        ({"habitats": ["Moon"]}, "habitat-unknown"),
        ({"habitats": [["Savanna"]]}, "catalogue-field-wrong"),
        ({"types": ["Fish"]}, "type-unknown"),
        ({"types": 3}, "catalogue-field-wrong"),
        ({"colour": "red"}, "catalogue-field-unknown"),
    ],
)
def test_a_bad_value_is_named(change: dict[str, Any], code: str) -> None:
    assert code_of(json.dumps([{**card("Lion"), **change}])) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "catalogue-not-json"),
        ("[", "catalogue-not-json"),
        ("[" * 100_000, "catalogue-not-json"),
        ("{}", "catalogue-not-a-list"),
        ("[1]", "catalogue-not-a-list"),
        ("null", "catalogue-not-a-list"),
        (json.dumps([card("Lion"), card(" LION ")]), "catalogue-duplicate"),
        (json.dumps([card(f"Animal {number}") for number in range(201)]), "catalogue-too-big"),
        ("[" + " " * 10_000_000 + "]", "catalogue-too-big"),
    ],
)
def test_a_file_that_is_no_catalogue(text: str, code: str) -> None:
    assert code_of(text) == code


def test_the_option_knows_the_same_rules() -> None:
    for cards, code in (
        ([card("Lion"), card("lion")], "catalogue-duplicate"),
        ([{"name": "Lion"}], "field-missing"),
        ([{"name": "Lion", "price": 400, "stars": 4, "types": []}], "catalogue-fact-missing"),
        ([{"name": "Lion", "price": 400, "stars": 4, "habitats": []}], "catalogue-fact-missing"),
        ([card("Lion", 250)], "not-hundreds"),
        ([card(f"Animal {number}") for number in range(201)], "catalogue-too-big"),
    ):
        with pytest.raises(Refused) as caught:
            Table(GAME, "Ann Bob", catalogue=cards)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"ad_price": 50}, "not-hundreds"),
        ({"sponsor_amount": -100}, "not-hundreds"),
        ({"perpetual": ["Lion"]}, "card-unknown"),
        ({"mode": "solo"}, "field-not-among"),
        ({"zoovenirs": True}, "field-unknown"),
    ],
)
def test_house_rules_that_cannot_be(options: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        Table(GAME, "Ann Bob", **options)
    assert caught.value.code == code
