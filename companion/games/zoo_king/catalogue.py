"""PURE. The cards a table has taught the app: their facts, and the list in which they are kept and exchanged."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from companion.core.codec import to_plain
from companion.core.game import refuse
from companion.games.zoo_king.cards import (
    COPIES,
    LONGEST_CARD,
    card_named,
    check_money,
    check_stars,
    habitat_named,
    kind_of,
    named,
    type_named,
)

LONGEST_FILE = 200_000
MOST_CARDS = 200
_LEFT_OUT: tuple[str, ...] = ("left out",)


@dataclass(frozen=True)
class Facts:
    """What the table knows of a card. `None` = not known yet; price 0 = none is printed, the card is free. `grey` is
    the price of staff and facilities at four players."""

    name: str
    price: int | None = None
    grey: int | None = None
    stars: int | None = None
    habitats: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None


@dataclass(frozen=True)
class CatalogueCard:
    """A card as it is written in the `catalogue` option and its file.

    `price`: the list price; null = none is printed (free), "unknown" = not known yet. `stars`, `types`: null = not
    known yet. `habitats`: empty = not known yet. Staff and facilities have neither habitats nor types: only for them
    both may be left out. `grey`: null = none is printed.
    """

    name: str
    price: int | Literal["unknown"] | None
    stars: int | None
    habitats: tuple[str, ...] = _LEFT_OUT
    types: tuple[str, ...] | None = _LEFT_OUT
    grey: int | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "name", card_named(self.name, ()))
        for field in ("habitats", "types"):
            if getattr(self, field) is _LEFT_OUT:
                if kind_of(self.name) == "animal":
                    refuse("catalogue-fact-missing", card=self.name, field=field)
                put(self, field, ())
        put(self, "habitats", tuple(dict.fromkeys(map(habitat_named, self.habitats))))
        if self.types is not None:
            put(self, "types", tuple(dict.fromkeys(map(type_named, self.types))))
        for price in (self.price, self.grey):
            if isinstance(price, int) and check_money(price) < 0:
                refuse("not-hundreds", amount=price)
        if self.stars is not None:
            check_stars(self.stars)

    def facts(self) -> Facts:
        price = None if self.price == "unknown" else self.price or 0
        bare = kind_of(self.name) != "animal"
        habitats = self.habitats or (() if bare else None)
        return Facts(self.name, price, self.grey, self.stars, habitats, () if bare else self.types)


def card_of(facts: Facts) -> CatalogueCard:
    price: int | Literal["unknown"] | None = "unknown" if facts.price is None else facts.price or None
    return CatalogueCard(facts.name, price, facts.stars, facts.habitats or (), facts.types, facts.grey)


def check_list(cards: tuple[CatalogueCard, ...]) -> None:
    """Raises `Refused` with catalogue-too-big or catalogue-duplicate."""
    if len(cards) > MOST_CARDS:
        refuse("catalogue-too-big", most=MOST_CARDS)
    names: list[str] = []
    for card in cards:
        if named(card.name, names):
            refuse("catalogue-duplicate", card=card.name)
        names.append(card.name)


def read_catalogue(text: str) -> tuple[CatalogueCard, ...]:
    """A file of the catalogue. Raises `Refused`: catalogue-too-big, catalogue-not-json, and what `check_catalogue`
    raises."""
    if len(text) > LONGEST_FILE:
        refuse("catalogue-too-big", most=MOST_CARDS)
    try:
        raw = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        refuse("catalogue-not-json")
    return check_catalogue(raw)


def check_catalogue(raw: Any) -> tuple[CatalogueCard, ...]:
    """A list of plain objects. Raises `Refused`: catalogue-not-a-list, catalogue-too-big, catalogue-field-missing,
    catalogue-field-unknown, catalogue-field-wrong, catalogue-duplicate, and the codes of a card's own values. `number`
    counts from 1."""
    if not isinstance(raw, list):
        refuse("catalogue-not-a-list")
    if len(raw) > MOST_CARDS:
        refuse("catalogue-too-big", most=MOST_CARDS)
    cards = tuple(_card(number, entry) for number, entry in enumerate(raw, start=1))
    check_list(cards)
    return cards


def _card(number: int, raw: Any) -> CatalogueCard:
    if not isinstance(raw, dict):
        refuse("catalogue-not-a-list")
    name = raw.get("name")
    told = name[:LONGEST_CARD] if isinstance(name, str) else ""
    bare = named(told, COPIES) is not None
    for field in ("name", "price", "stars") if bare else ("name", "price", "stars", "habitats", "types"):
        if field not in raw:
            refuse("catalogue-field-missing", number=number, card=told, field=field)
    for field in raw:
        if field not in CatalogueCard.__dataclass_fields__:
            refuse("catalogue-field-unknown", number=number, card=told, field=field[:LONGEST_CARD])
    for field, value in raw.items():
        if not _fits(field, value):
            refuse("catalogue-field-wrong", number=number, card=told, field=field)
    lists = {field: tuple(raw[field]) for field in ("habitats", "types") if raw.get(field) is not None}
    return CatalogueCard(**{**raw, **lists})


def _fits(field: str, value: Any) -> bool:
    number = value is None or (isinstance(value, int) and not isinstance(value, bool))
    match field:
        case "name":
            return isinstance(value, str)
        case "price":
            return number or value == "unknown"
        case "stars" | "grey":
            return number
        case _:
            words = isinstance(value, list) and all(isinstance(word, str) for word in value)
            return words or (field == "types" and value is None)


def write_catalogue(cards: Iterable[CatalogueCard]) -> str:
    return json.dumps([to_plain(card) for card in cards], ensure_ascii=False, indent=1) + "\n"

