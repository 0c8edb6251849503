"""PURE. What a command tells the app about a card, what the app still needs to know, and what the box holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat
from companion.games.zoo_king.cards import (
    ANIMAL_CARDS,
    COPIES,
    HABITATS,
    TYPES,
    Source,
    check_money,
    check_stars,
    habitat_named,
    is_pair_animal,
    kind_of,
    type_named,
)
from companion.games.zoo_king.catalogue import MOST_CARDS, Facts
from companion.games.zoo_king.happened import CardTaught
from companion.games.zoo_king.ledger import Draft
from companion.games.zoo_king.model import State
from companion.games.zoo_king.prices import Quote, list_price, missing, quote


def learn(draft: Draft, card: str, ruling: Ruling, *, price: int | None = None, **told: Any) -> None:
    """Takes over what a command tells beside. `price` is the one that counts at this table."""
    grey = kind_of(card) != "animal" and len(draft.state.seats) == 4
    if grey:
        teach(draft, card, ruling, grey=price, **told)
    else:
        teach(draft, card, ruling, price=price, **told)


def teach(
    draft: Draft,
    card: str,
    ruling: Ruling | None,
    *,
    price: int | None = None,
    grey: int | None = None,
    stars: int | None = None,
    habitats: tuple[str, ...] | None = None,
    types: tuple[str, ...] | None = None,
) -> None:
    """A contradiction to what is known is a doubt (with a ruling) or a correction (without)."""
    for money in (price, grey):
        if money is not None and check_money(money) < 0:
            refuse("not-hundreds", amount=money)
    if habitats is not None:
        habitats = tuple(dict.fromkeys(map(habitat_named, _words(habitats)))) or None
    told: dict[str, Any] = {
        "price": price,
        "grey": grey,
        "stars": None if stars is None else check_stars(stars),
        "habitats": habitats,
        "types": None if types is None else tuple(dict.fromkeys(map(type_named, _words(types)))),
    }
    known = _bare(draft.state.facts(card))
    changed = {field: value for field, value in told.items() if value is not None and value != getattr(known, field)}
    for field in changed:
        if ruling and getattr(known, field) is not None:
            ruling.doubt("card-known-otherwise", card=card, field=field, known=_plain(getattr(known, field)))
    if changed:
        if len(draft.state.known) >= MOST_CARDS and known not in draft.state.known:
            refuse("catalogue-too-big", most=MOST_CARDS)
        draft.add(CardTaught(replace(known, **changed)))


def _words(told: tuple[str, ...]) -> tuple[str, ...]:
    """Forms send "none" or "" for an empty list."""
    return tuple(word for word in told if word.strip().casefold() not in ("", "none"))


def _bare(facts: Facts) -> Facts:
    """Staff and facilities have neither habitats nor types."""
    return facts if kind_of(facts.name) == "animal" else replace(facts, habitats=(), types=())


def _plain(value: object) -> int | str:
    return ", ".join(value) if isinstance(value, tuple) else value if isinstance(value, int) else str(value)


def price_of(state: State, seat: Seat, card: str, source: Source) -> Quote:
    """Refuses with price-unknown or types-unknown when the app needs to be told first."""
    facts, has = state.facts(card), state.zoo(seat).has
    code = missing(facts, has, len(state.seats))
    return quote(facts, source, has, len(state.seats)) if code is None else refuse(code, card=card)


# ---- what the box holds ----------------------------------------------------------------------------------------


def check_new(state: State, seat: Seat, card: str, ruling: Ruling) -> None:
    """Whether the seat may have this card at all, before it is added."""
    if state.zoo(seat).has(card):
        refuse("already-owned", seat=seat, card=card)
    everywhere = [owned for zoo in state.zoos for owned in zoo.animals]
    if kind_of(card) == "animal" and card in everywhere and not is_pair_animal(card):
        ruling.doubt("animal-owned-already", card=card)


def check_totals(state: State, card: str) -> None:
    """Whether there can be so many, after the card was added or taught."""
    animals = [state.facts(owned) for zoo in state.zoos for owned in zoo.animals]
    if kind_of(card) != "animal":
        owned = sum(zoo.has(card) for zoo in state.zoos)
        if owned > COPIES[card]:
            refuse("no-more-copies", card=card, copies=COPIES[card])
        return
    if len(animals) > ANIMAL_CARDS:
        refuse("too-many-animals", most=ANIMAL_CARDS)
    for kind in state.facts(card).types or ():
        if sum(kind in (facts.types or ()) for facts in animals) > TYPES[kind]:
            refuse("too-many-of-type", type=kind, most=TYPES[kind])
    for habitat in state.facts(card).habitats or ():
        if sum(habitat in (facts.habitats or ()) for facts in animals) > HABITATS[habitat]:
            refuse("too-many-of-habitat", habitat=habitat, most=HABITATS[habitat])


def list_price_known(state: State, card: str) -> bool:
    return list_price(state.facts(card), len(state.seats)) is not None
