"""PURE. The house rules of Zoo King."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from companion.core.game import refuse
from companion.games.zoo_king.cards import (
    COPIES,
    EVENT_CARDS,
    EVENTS,
    LIKELY_PERPETUAL,
    LONGEST_CARD,
    check_money,
    event_named,
    named,
)
from companion.games.zoo_king.catalogue import CatalogueCard, check_list


@dataclass(frozen=True)
class Options:
    """`event_counts`: kinds left out keep the appendix's count; what is missing to 27 counts as unlisted (K1).
    `ad_price`: price of one star of the Ad Campaign, null = told when it is drawn (K48). `sponsor_amount`: money for
    each facility (K48). `perpetual`: names of the cards that may be starters (K10)."""

    mode: Literal["referee", "awards"] = "referee"
    layout: Literal["standard", "four_player"] = "standard"
    event_counts: Mapping[str, int] = field(default_factory=lambda: EVENTS)
    catalogue: tuple[CatalogueCard, ...] = ()
    award_needs_one: bool = False
    finish_phase: bool = False
    double_win: Literal["shared", "draw_on", "most_stars"] = "shared"
    themed_any_habitat: bool = False
    checkups_all: bool = True
    rescue_optional: bool = False
    reshuffle_discards: bool = True
    exchange_back: bool = False
    curator_other: Literal["discard", "top", "bottom"] = "discard"
    investor_self: bool = True
    shelter_movable: bool = False
    ad_price: int | None = None
    sponsor_amount: int = 100
    perpetual: tuple[str, ...] = LIKELY_PERPETUAL

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "event_counts", _event_counts(self.event_counts))
        check_list(self.catalogue)
        put(self, "perpetual", tuple(dict.fromkeys(map(_staff_or_facility, self.perpetual))))
        for amount in (self.ad_price, self.sponsor_amount):
            if amount is not None and check_money(amount) < 0:
                refuse("not-hundreds", amount=amount)


def _event_counts(told: Mapping[str, int]) -> Mapping[str, int]:
    counts = dict(EVENTS)
    for raw, count in told.items():
        event = event_named(raw)
        if event not in counts:
            refuse("event-unknown", event=event)
        if not 0 <= count <= EVENT_CARDS:
            refuse("event-counts", total=count, most=EVENT_CARDS)
        counts[event] = count
    if sum(counts.values()) > EVENT_CARDS:
        refuse("event-counts", total=sum(counts.values()), most=EVENT_CARDS)
    return MappingProxyType(counts)


def _staff_or_facility(raw: str) -> str:
    return named(raw, COPIES) or refuse("card-unknown", card=raw[:LONGEST_CARD])
