"""PURE. The parts of which a look at Zoo King is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoo_king.award_rules import own_count, waiting
from companion.games.zoo_king.awards import NO_TIEBREAK, animals_of, habitat_counts, most_tiebreak, most_value, prestige
from companion.games.zoo_king.cards import COPIES, Source
from companion.games.zoo_king.deck import chances, next_card, piles_for
from companion.games.zoo_king.hands import shield, unprotected
from companion.games.zoo_king.model import Decided, Reckoning, State, Zoo
from companion.games.zoo_king.prices import Quote, missing, quote


@dataclass(frozen=True)
class DeckView:
    """`piles`: kind and cards left, from the top. `layout`: the same for the whole deck, to build it."""

    left: int
    next: str | None
    piles: tuple[tuple[str, int], ...]
    layout: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class ChanceView:
    """`left` of `of` cards that nobody has seen."""

    left: int
    of: int
    share: float


@dataclass(frozen=True)
class AwardView:
    """`counts` and `tiebreaks` are empty until they are public. `asked`: who must break the tie. `own`: what the viewer
    has told. `most`, `most_tiebreak`: what can be told at most."""

    title: str
    again: bool
    counts: Mapping[Seat, int]
    tiebreaks: Mapping[Seat, int]
    outcome: str | None
    winners: Seats
    waiting: Seats
    asked: Seats
    counted: Seats
    own: Reckoning | None
    has_tiebreak: bool
    most: int
    most_tiebreak: int
    miscounted: bool


@dataclass(frozen=True)
class ZooView:
    """`stars` as for Most Prestigious, null when a card's stars are not known (`stars_unknown`). `protected`: animals
    in the shelter's habitat."""

    animals: tuple[str, ...]
    staff: tuple[str, ...]
    facilities: tuple[str, ...]
    stars: int | None
    stars_unknown: tuple[str, ...]
    habitats: Mapping[str, int] | None
    sheltered: tuple[str, ...]
    protected: tuple[str, ...]
    ads: int
    bad_publicity: int


@dataclass(frozen=True)
class PriceView:
    """`needs`: the code of what the app must be told before it knows the price; then there are no `offers`."""

    needs: str | None
    offers: Mapping[Source, Quote]


def shields(state: State, drawer: Seat | None) -> Mapping[str, Mapping[Seat, str]]:
    if drawer is None or not state.tracked:
        return MappingProxyType({})
    told = {
        event: {seat: shield(state, drawer, seat, event) for seat in state.seats}
        for event in ("Animal Checkups", "Animal Escape", "Animal Rescue", "Exhibit Exchange")
    }
    return MappingProxyType(
        {event: MappingProxyType({s: card for s, card in seats.items() if card}) for event, seats in told.items()}
    )


def top_card(pile: tuple[str, ...]) -> str | None:
    """`None` for an empty pile, "" for a card that nobody named."""
    return pile[-1] if pile else None


def deck_view(state: State) -> DeckView:
    players = len(state.seats)
    layout = piles_for(players, players == 2 and state.options.layout == "four_player")
    return DeckView(
        left=sum(pile.left for pile in state.piles),
        next=next_card(state),
        piles=tuple((pile.kind, pile.left) for pile in state.piles),
        layout=tuple((pile.kind, pile.left) for pile in layout),
    )


def chance_view(state: State) -> Mapping[str, ChanceView] | None:
    known = chances(state)
    if known is None:
        return None
    return MappingProxyType(
        {event: ChanceView(chance.left, chance.of, chance.left / chance.of) for event, chance in known.items()}
    )


def hand_before(state: State, seat: Seat) -> tuple[str, ...]:
    swap = state.swap
    if swap is None:
        return ()
    before = swap.seat_before if seat == swap.seat else swap.opponent_before
    return unprotected(state, seat, before) or before


def award_view(state: State, viewer: Viewer) -> AwardView | None:
    award, latest = state.award, state.latest
    if award is None:
        return None if latest is None else _latest(latest)
    counts = award.public or award.known
    return AwardView(
        title=award.title,
        again=award.again,
        counts=_told({count.seat: count.value for count in counts}),
        tiebreaks=MappingProxyType({}),
        outcome=None,
        winners=(),
        waiting=waiting(award),
        asked=award.asked,
        counted=tuple(count.seat for count in award.sealed),
        own=own_count(state, viewer),
        has_tiebreak=award.title not in NO_TIEBREAK,
        most=most_value(award.title),
        most_tiebreak=most_tiebreak(award.title),
        miscounted=award.miscounted,
    )


def _latest(decided: Decided) -> AwardView:
    return AwardView(
        title=decided.title,
        again=False,
        counts=_told({count.seat: count.value for count in decided.counts}),
        tiebreaks=_told({count.seat: count.tiebreak for count in decided.counts}),
        outcome=decided.outcome,
        winners=decided.winners,
        waiting=(),
        asked=(),
        counted=(),
        own=None,
        has_tiebreak=decided.title not in NO_TIEBREAK,
        most=most_value(decided.title),
        most_tiebreak=most_tiebreak(decided.title),
        miscounted=False,
    )


def _told(numbers: Mapping[Seat, int | None]) -> Mapping[Seat, int]:
    return MappingProxyType({seat: number for seat, number in numbers.items() if number is not None})


def zoo_view(state: State, zoo: Zoo) -> ZooView:
    habitats = habitat_counts(animals_of(state, zoo))
    open_ = unprotected(state, zoo.seat)
    return ZooView(
        animals=zoo.animals,
        staff=zoo.staff,
        facilities=zoo.facilities,
        stars=prestige(state, zoo),
        stars_unknown=tuple(
            card for card in (*zoo.animals, *zoo.staff, *zoo.facilities) if state.facts(card).stars is None
        ),
        habitats=None if habitats is None else MappingProxyType(dict(habitats)),
        sheltered=zoo.sheltered,
        protected=tuple(card for card in zoo.animals if card not in open_),
        ads=zoo.ads,
        bad_publicity=zoo.bad_publicity,
    )


def price_view(state: State, buyer: Seat | None) -> Mapping[str, PriceView]:
    if buyer is None or not state.tracked:
        return MappingProxyType({})
    has, players = state.zoo(buyer).has, len(state.seats)
    prices: dict[str, PriceView] = {}
    for card in dict.fromkeys((*(facts.name for facts in state.known), *COPIES)):
        facts = state.facts(card)
        needs = missing(facts, has, players)
        sources: tuple[Source, ...] = () if needs else ("market", "discard")
        offers = {source: quote(facts, source, has, players) for source in sources}
        prices[card] = PriceView(needs, MappingProxyType(offers))
    return MappingProxyType(prices)


