"""PURE. The ten awards: what a zoo counts for each, what can be counted at all, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.core.secret import Seat, Seats
from companion.games.zoo_king.cards import (
    ANIMAL_CARDS,
    ANIMALS,
    DIVERSE,
    HABITATS,
    MOST_MONEY,
    MOST_STARS,
    PRESTIGIOUS,
    PROFITABLE,
    STAFF,
    STAFF_OF_YEAR,
    THEMED,
    TYPE_AWARDS,
    TYPES,
)
from companion.games.zoo_king.catalogue import Facts
from companion.games.zoo_king.model import STAR_TOTAL, Reckoning, State, Zoo

NO_TIEBREAK = (PROFITABLE, STAR_TOTAL)


# ---- what can be counted ---------------------------------------------------------------------------------------


def most_value(title: str) -> int:
    """The highest count one zoo can have."""
    if title in TYPE_AWARDS:
        return TYPES[TYPE_AWARDS[title]]
    return {
        PROFITABLE: MOST_MONEY, ANIMALS: ANIMAL_CARDS, DIVERSE: len(HABITATS), THEMED: max(HABITATS.values()),
        STAFF_OF_YEAR: len(STAFF),
    }.get(title, MOST_STARS)  # fmt: skip


def least_value(title: str) -> int:
    """Bad Publicity can push the stars below zero (K49)."""
    return -MOST_STARS if title in (PRESTIGIOUS, STAR_TOTAL) else 0


def most_together(title: str) -> int | None:
    """The highest count of all zoos together; `None` where the box sets none."""
    if title in TYPE_AWARDS:
        return TYPES[TYPE_AWARDS[title]]
    return {ANIMALS: ANIMAL_CARDS, STAFF_OF_YEAR: sum(STAFF.values()), THEMED: sum(HABITATS.values())}.get(title)


def most_tiebreak(title: str) -> int:
    return {DIVERSE: TYPES["Reptiles"], PRESTIGIOUS: ANIMAL_CARDS}.get(title, MOST_STARS)


# ---- what a tracked zoo counts ---------------------------------------------------------------------------------


def animals_of(state: State, zoo: Zoo) -> tuple[Facts, ...]:
    return tuple(state.facts(card) for card in zoo.animals)


def stars_of(cards: Iterable[Facts]) -> int | None:
    """`None` when a card's stars are not known; so in all sums here."""
    total = 0
    for card in cards:
        if card.stars is None:
            return None
        total += card.stars
    return total


def of_type(cards: Iterable[Facts], kind: str) -> tuple[Facts, ...] | None:
    found = []
    for card in cards:
        if card.types is None:
            return None
        found += [card] if kind in card.types else []
    return tuple(found)


def habitat_counts(cards: Iterable[Facts]) -> Counter[str] | None:
    """Animals of two habitats count for both (Key Concepts)."""
    counts: Counter[str] = Counter()
    for card in cards:
        if card.habitats is None:
            return None
        counts.update(card.habitats)
    return counts


def largest_habitat(cards: Iterable[Facts]) -> int | None:
    counts = habitat_counts(cards)
    return None if counts is None else max(counts.values(), default=0)


def prestige(state: State, zoo: Zoo) -> int | None:
    """All cards and the Ad Campaign's stars, less two for each Bad Publicity (K61)."""
    stars = stars_of(state.facts(card) for card in (*zoo.animals, *zoo.staff, *zoo.facilities))
    return None if stars is None else stars + zoo.ads - 2 * zoo.bad_publicity


def reckon(state: State, title: str) -> tuple[Reckoning, ...]:
    """What the zoos tell, in seat order; nothing when they are not tracked."""
    if not state.tracked:
        return ()
    return tuple(Reckoning(zoo.seat, *figures(state, zoo, title)) for zoo in state.zoos)


def figures(state: State, zoo: Zoo, title: str) -> tuple[int | None, int | None]:
    """The count and its tie-break (Awards List)."""
    animals = animals_of(state, zoo)
    if title in TYPE_AWARDS:
        return _counted(of_type(animals, TYPE_AWARDS[title]))
    if title == PRESTIGIOUS:
        stars = [card.stars for card in animals]
        return prestige(state, zoo), None if None in stars else stars.count(5)
    if title == STAR_TOTAL:
        return prestige(state, zoo), None
    if title == PROFITABLE:
        return zoo.cash, None
    if title == ANIMALS:
        return _counted(animals)
    if title == STAFF_OF_YEAR:
        return _counted(tuple(state.facts(card) for card in zoo.staff))
    counts = habitat_counts(animals)
    if title == THEMED:
        return largest_habitat(animals), _theme_stars(animals, counts, state.options.themed_any_habitat)
    return None if counts is None else len(counts), _counted(of_type(animals, "Reptiles"))[0]


def _counted(cards: tuple[Facts, ...] | None) -> tuple[int | None, int | None]:
    return (None, None) if cards is None else (len(cards), stars_of(cards))


def _theme_stars(animals: Sequence[Facts], counts: Counter[str] | None, any_habitat: bool) -> int | None:
    """Of the habitats that reach the zoo's own maximum, or of any (K59)."""
    if counts is None:
        return None
    top = max(counts.values(), default=0)
    groups = [habitat for habitat, count in counts.items() if any_habitat or count == top]
    totals = [stars_of(card for card in animals if habitat in (card.habitats or ())) for habitat in groups]
    known = [total for total in totals if total is not None]
    return max(known, default=0) if len(known) == len(totals) else None


# ---- who wins --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """With outcome "ask", `seats` have tied and must still tell their tie-break."""

    outcome: Literal["won", "shared", "returned", "nobody", "ask"]
    seats: Seats = ()


def judge(title: str, counts: Sequence[Reckoning], *, again: bool = False, needs_one: bool = False) -> Verdict:
    """One award from all counts, none of which may be `None`; needs no table. `again`: it was returned before.
    `needs_one`: the `award_needs_one` house rule (K52)."""
    best = max(count.value or 0 for count in counts)
    tied = [count for count in counts if count.value == best]
    if len(tied) > 1 and title not in NO_TIEBREAK:
        open_ = tuple(count.seat for count in tied if count.tiebreak is None)
        if open_:
            return Verdict("ask", open_)
        highest = max(count.tiebreak or 0 for count in tied)
        tied = [count for count in tied if count.tiebreak == highest]
    seats: tuple[Seat, ...] = tuple(count.seat for count in tied)
    if len(seats) == 1:
        return Verdict("won", seats)
    if not again:
        return Verdict("returned")
    return Verdict("nobody") if needs_one and best <= 0 else Verdict("shared", seats)
