"""PURE. What a viewer sees of Zoo King: everything but the others' money and counts not yet opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoo_king.award_rules import own_count, waiting
from companion.games.zoo_king.awards import NO_TIEBREAK, habitat_counts, most_tiebreak, most_value, prestige
from companion.games.zoo_king.awards import animals_of as facts_of_animals
from companion.games.zoo_king.cards import COPIES, EVENT_CARDS, EVENTS_IN_DECK, START_MONEY, TARGETED, Source
from companion.games.zoo_king.catalogue import CatalogueCard, card_of
from companion.games.zoo_king.deck import (
    awards_left,
    chances,
    events_left,
    needed,
    next_card,
    piles_for,
    turn_of,
    turns_until_awards,
    unlisted_cards,
)
from companion.games.zoo_king.hands import targets, unprotected, volunteers
from companion.games.zoo_king.model import Decided, Drawn, Reckoning, State, Task, Zoo
from companion.games.zoo_king.options import Options
from companion.games.zoo_king.prices import Quote, missing, quote
from companion.games.zoo_king.turn_rules import choosing_order, expected, next_chooser

Phase = Literal["starters", "draw", "actions", "award", "count", "over"]


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


@dataclass(frozen=True)
class View:
    """`turns_until_awards`: events each seat still draws before. `events_left`: cards of a kind not seen yet, in the
    deck or among the three in the box. `chances`: of the next event, null while `unlisted` cards of the box are not
    known by kind. `targets`: whom the events can reach if `turn` draws them. `volunteers`: who may have the exchange
    redone; `volunteer_hands`: what the opponent picks from then. `prices`: for the viewer, or on the board for whose
    turn it is. `notes`: codes of things to point out. `award`: the one being decided, or decided last."""

    mode: Literal["referee", "awards"]
    phase: Phase
    seats: Seats
    order: Seats
    first: Seat
    turn: Seat | None
    turn_number: int
    next: Seat | None
    choosing: Seats
    starters: Seats
    perpetual: tuple[str, ...]
    start_money: tuple[int, ...]
    actions: int
    turns_until_awards: Mapping[Seat, int]
    deck: DeckView
    seen: Mapping[str, int]
    events_left: Mapping[str, int]
    unlisted: int
    chances: Mapping[str, ChanceView] | None
    event: Drawn | None
    targets: Mapping[str, Seats]
    tasks: tuple[Task, ...]
    volunteers: Seats
    volunteer_hands: Mapping[Seat, tuple[str, ...]]
    awards: Mapping[Seat, tuple[str, ...]]
    award: AwardView | None
    awards_left: tuple[str, ...]
    decided: tuple[Decided, ...]
    returned: tuple[str, ...]
    needed: int
    bad_publicity: Mapping[Seat, int]
    zoos: Mapping[Seat, ZooView]
    cash: int | None
    prices: Mapping[str, PriceView]
    discards: Mapping[str, str | None]
    cards_left: Mapping[str, int]
    catalogue: tuple[CatalogueCard, ...]
    winners: Seats
    notes: tuple[str, ...]
    options: Options


def view_for(state: State, viewer: Viewer) -> View:
    turn = _turn(state)
    return View(
        mode=state.options.mode,
        phase=phase_of(state),
        seats=state.seats,
        order=state.order,
        first=state.first,
        turn=turn,
        turn_number=state.turn,
        next=turn_of(state, state.turn + 1) if state.turn < EVENTS_IN_DECK and state.stage == "turns" else None,
        choosing=choosing_order(state),
        starters=state.starters,
        perpetual=state.options.perpetual,
        start_money=START_MONEY,
        actions=state.actions,
        turns_until_awards=turns_until_awards(state),
        deck=_deck(state),
        seen=MappingProxyType(dict(Counter(state.seen))),
        events_left=events_left(state),
        unlisted=unlisted_cards(state),
        chances=_chances(state),
        event=state.event,
        targets=MappingProxyType({event: targets(state, turn, event) if turn else () for event in TARGETED}),
        tasks=state.tasks,
        volunteers=volunteers(state),
        volunteer_hands=MappingProxyType({seat: _hand_before(state, seat) for seat in volunteers(state)}),
        awards=MappingProxyType({zoo.seat: zoo.awards for zoo in state.zoos}),
        award=_award(state, viewer),
        awards_left=awards_left(state) if next_card(state) == "award" and state.award is None else (),
        decided=state.decided,
        returned=state.returned,
        needed=needed(len(state.seats)),
        bad_publicity=MappingProxyType({zoo.seat: zoo.bad_publicity for zoo in state.zoos}),
        zoos=MappingProxyType({zoo.seat: _zoo(state, zoo) for zoo in state.zoos} if state.tracked else {}),
        cash=state.zoo(viewer).cash if viewer and state.tracked else None,
        prices=_prices(state, viewer or turn),
        discards=MappingProxyType({"animals": _top(state.animal_pile), "staff": _top(state.staff_pile)}),
        cards_left=MappingProxyType({"animals": state.decks.animals, "staff": state.decks.staff}),
        catalogue=tuple(map(card_of, state.known)),
        winners=state.winners,
        notes=_notes(state),
        options=state.options,
    )


def phase_of(state: State) -> Phase:
    if state.stage != "turns":
        return state.stage
    if state.award is not None:
        return "count"
    if state.open:
        return "actions"
    return "award" if next_card(state) == "award" else "draw"


def _turn(state: State) -> Seat | None:
    if state.stage == "over":
        return None
    return next_chooser(state) if state.stage == "starters" else expected(state)


def _top(pile: tuple[str, ...]) -> str | None:
    """`None` for an empty pile, "" for a card that nobody named."""
    return pile[-1] if pile else None


def _deck(state: State) -> DeckView:
    players = len(state.seats)
    layout = piles_for(players, players == 2 and state.options.layout == "four_player")
    return DeckView(
        left=sum(pile.left for pile in state.piles),
        next=next_card(state),
        piles=tuple((pile.kind, pile.left) for pile in state.piles),
        layout=tuple((pile.kind, pile.left) for pile in layout),
    )


def _chances(state: State) -> Mapping[str, ChanceView] | None:
    known = chances(state)
    if known is None:
        return None
    return MappingProxyType(
        {event: ChanceView(chance.left, chance.of, chance.left / chance.of) for event, chance in known.items()}
    )


def _hand_before(state: State, seat: Seat) -> tuple[str, ...]:
    swap = state.swap
    if swap is None:
        return ()
    before = swap.seat_before if seat == swap.seat else swap.opponent_before
    return unprotected(state, seat, before) or before


def _award(state: State, viewer: Viewer) -> AwardView | None:
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


def _zoo(state: State, zoo: Zoo) -> ZooView:
    habitats = habitat_counts(facts_of_animals(state, zoo))
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


def _prices(state: State, buyer: Seat | None) -> Mapping[str, PriceView]:
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


def _notes(state: State) -> tuple[str, ...]:
    """all-zero: the award that has just gone to the bottom had no count above zero (K52); last-chance: it is drawn for
    the second time; unlisted: three cards of the box are not known by kind; volunteer: an exchange may be redone."""
    latest = state.latest
    zero = latest is not None and latest.outcome == "returned" and all(not count.value for count in latest.counts)
    told = {
        "all-zero": zero,
        "last-chance": state.award is not None and state.award.again,
        "unlisted": unlisted_cards(state) > 0 and len(state.seen) < EVENT_CARDS,
        "volunteer": bool(volunteers(state)),
    }
    return tuple(note for note, holds in told.items() if holds)
