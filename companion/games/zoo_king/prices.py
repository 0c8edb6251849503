"""PURE. What a card costs its buyer, line by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.zoo_king.cards import Source, kind_of
from companion.games.zoo_king.catalogue import Facts

DISCOUNTS = (("Trainer", "Show"), ("Conservation Center", "Endangered"))


@dataclass(frozen=True)
class PriceLine:
    reason: str
    amount: int


@dataclass(frozen=True)
class Quote:
    """The lines add up to `price`."""

    price: int
    lines: tuple[PriceLine, ...]


def list_price(facts: Facts, players: int) -> int | None:
    """The grey price at four players, where one is printed (K8)."""
    if kind_of(facts.name) != "animal" and players == 4 and facts.grey is not None:
        return facts.grey
    return facts.price


def missing(facts: Facts, has: Callable[[str], bool], players: int) -> str | None:
    """The code of the fact that a quote still needs."""
    base = list_price(facts, players)
    if base is None:
        return "price-unknown"
    helped = kind_of(facts.name) == "animal" and any(map(has, ("Trainer", "Conservation Center", "Aviary")))
    return "types-unknown" if base and helped and facts.types is None else None


def quote(facts: Facts, source: Source, has: Callable[[str], bool], players: int) -> Quote:
    """Discounts stack and the price never falls below zero (K16). `has` tells whether the buyer owns a staff or
    facility card. Needs the facts that `missing` asks for."""
    base = list_price(facts, players) or 0
    grey = base != (facts.price or 0) and kind_of(facts.name) != "animal"
    lines = [PriceLine("grey price" if grey else "list price", base)]
    types = facts.types or ()
    if base and "Birds" in types and has("Aviary"):
        lines.append(PriceLine("Aviary", -base))
    elif base:
        if source == "discard":
            lines.append(PriceLine("discard pile", -100))
        lines += [PriceLine(card, -100) for card, kind in DISCOUNTS if kind in types and has(card)]
    total = sum(line.amount for line in lines)
    if total < 0:
        lines.append(PriceLine("not below zero", -total))
    return Quote(max(0, total), tuple(lines))
