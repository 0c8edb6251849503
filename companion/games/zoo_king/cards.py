"""PURE. What the rulebook prints: staff, facilities, events, awards, habitats, types and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from companion.core.game import refuse

Kind = Literal["animal", "staff", "facility"]
Source = Literal["market", "deck", "discard"]

STAFF: Mapping[str, int] = MappingProxyType({
    "Curator": 2,
    "Groundskeeper": 1,
    "Investor": 1,
    "Security": 1,
    "Tour Guide": 2,
    "Trainer": 2,
    "Veterinarian": 1,
    "Volunteer": 1,
    "Zookeeper": 2,
})
FACILITIES: Mapping[str, int] = MappingProxyType({
    "Animal Shelter": 2,
    "Aviary": 1,
    "Carousel": 1,
    "Conservation Center": 1,
    "Gift Shop": 2,
    "Ice Cream Stand": 2,
    "Safari Grille": 2,
})
COPIES: Mapping[str, int] = MappingProxyType({**STAFF, **FACILITIES})

ONE_TIME = ("Curator", "Groundskeeper", "Investor", "Tour Guide", "Gift Shop")
LIKELY_PERPETUAL = tuple(name for name in COPIES if name not in ONE_TIME)
"""The rulebook does not list the perpetual cards; this is read from their wording (K10)."""

EVENTS: Mapping[str, int] = MappingProxyType({
    "Ad Campaign": 1,
    "Admission": 7,
    "Animal Checkups": 1,
    "Animal Escape": 1,
    "Animal Rescue": 2,
    "Animal Show": 2,
    "Bad Publicity": 2,
    "Corporate Sponsor": 1,
    "Donation Drive": 2,
    "Exhibit Exchange": 3,
    "Government Stimulus": 1,
    "Made for TV": 1,
})
"""As the appendix counts them: 24 of the 27 cards in the box (K1)."""
UNLISTED = "unlisted"
TARGETED = ("Animal Rescue", "Bad Publicity", "Donation Drive", "Exhibit Exchange")
EVENT_CARDS = 27
EVENTS_IN_DECK = 24

PRESTIGIOUS = "Most Prestigious Zoo"
PROFITABLE = "Most Profitable Zoo"
ANIMALS = "Most Animals"
DIVERSE = "Most Diverse"
THEMED = "Best-Themed"
CONSERVATIONIST = "Top Conservationist"
BIG_CAT = "Big Cat King"
HIGH_FLYER = "High Flyer"
DANGEROUS = "Most Dangerous"
STAFF_OF_YEAR = "Staff of the Year"
AWARDS = (PRESTIGIOUS, PROFITABLE, ANIMALS, DIVERSE, THEMED, CONSERVATIONIST, BIG_CAT, HIGH_FLYER, DANGEROUS,
          STAFF_OF_YEAR)  # fmt: skip
TYPE_AWARDS: Mapping[str, str] = MappingProxyType(
    {CONSERVATIONIST: "Endangered", BIG_CAT: "Felines", HIGH_FLYER: "Birds", DANGEROUS: "Dangerous"}
)

HABITATS: Mapping[str, int] = MappingProxyType(
    {"Savanna": 15, "Jungle": 12, "Mountain": 9, "Water": 9, "Desert": 3, "Polar": 2}
)
TYPES: Mapping[str, int] = MappingProxyType(
    {"Dangerous": 21, "Endangered": 17, "Show": 16, "Felines": 9, "Birds": 8, "Reptiles": 5}
)
ANIMAL_CARDS = 47
MOST_STARS = 1000
"""More than any zoo can show; catches slips of the finger."""
MOST_MONEY = 100_000

PAIRS: tuple[tuple[str, ...], ...] = (
    ("Alligator",), ("Grizzly Bear",), ("Zebra",), ("Lion",), ("Tiger",), ("Black Panther", "Leopard"),
)  # fmt: skip

START_MONEY = (500, 200, 200, 100)
LONGEST_CARD = 40


def kind_of(card: str) -> Kind:
    return "staff" if card in STAFF else "facility" if card in FACILITIES else "animal"


def is_pair_animal(card: str) -> bool:
    return any(card in group for group in PAIRS)


def named(raw: str, names: Iterable[str]) -> str | None:
    """The name among `names` that `raw` means, whatever its capitals and blanks."""
    key = _key(raw)
    return next((name for name in names if _key_kept(name) == key), None)


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


_key_kept = lru_cache(maxsize=4096)(_key)
"""For the names that there are. What people type is of any length."""


def event_named(raw: str) -> str:
    found = named(raw, (*EVENTS, UNLISTED))
    return found if found is not None else refuse("event-unknown", event=raw[:LONGEST_CARD])


def award_named(raw: str) -> str:
    found = named(raw, AWARDS)
    return found if found is not None else refuse("award-unknown", award=raw[:LONGEST_CARD])


def habitat_named(raw: str) -> str:
    found = named(raw, HABITATS)
    return found if found is not None else refuse("habitat-unknown", habitat=raw[:LONGEST_CARD])


def type_named(raw: str) -> str:
    """Knows the plural of the rulebook's key concepts and the singular of its awards list."""
    found = named(raw, TYPES) or named(raw + "s", TYPES)
    return found if found is not None else refuse("type-unknown", type=raw[:LONGEST_CARD])


def card_named(raw: str, known: Iterable[str]) -> str:
    """An animal not known yet is taken at its word."""
    name = " ".join(raw.split())
    if not name or len(name) > LONGEST_CARD or not name.isprintable():
        refuse("card-name", card=name[:LONGEST_CARD])
    return named(name, (*COPIES, *(animal for group in PAIRS for animal in group), *known)) or name


def check_money(amount: int) -> int:
    """All amounts in the box are whole hundreds."""
    if amount % 100 or abs(amount) > MOST_MONEY:
        refuse("not-hundreds", amount=amount)
    return amount


def check_stars(stars: int) -> int:
    if not 0 <= stars <= 20:
        refuse("stars-out-of-range", stars=stars)
    return stars
