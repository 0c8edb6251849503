"""PURE. What a viewer sees of Zoo King: everything but the others' money and counts not yet opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoo_king.cards import EVENT_CARDS, EVENTS_IN_DECK, START_MONEY, TARGETED
from companion.games.zoo_king.catalogue import CatalogueCard, card_of
from companion.games.zoo_king.deck import (
    awards_left,
    events_left,
    needed,
    next_card,
    turn_of,
    turns_until_awards,
    unlisted_cards,
)
from companion.games.zoo_king.hands import targets, volunteers
from companion.games.zoo_king.looks import (
    AwardView,
    ChanceView,
    DeckView,
    PriceView,
    ZooView,
    award_view,
    chance_view,
    deck_view,
    hand_before,
    price_view,
    shields,
    top_card,
    zoo_view,
)
from companion.games.zoo_king.model import Decided, Drawn, State, Task
from companion.games.zoo_king.options import Options
from companion.games.zoo_king.turn_rules import choosing_order, expected, next_chooser

Phase = Literal["starters", "draw", "actions", "award", "count", "over"]


@dataclass(frozen=True)
class View:
    """`acting`: whom the game waits for; a viewer among several who count sees itself, all others nobody.
    `turns_until_awards`: events each seat still draws before. `events_left`: cards of a kind not seen yet, in the
    deck or among the three in the box. `chances`: of the next event, null while `unlisted` cards of the box are not
    known by kind. `targets`: whom the events can reach if `turn` draws them; `shields`: whom not, and what protects
    them (a card, or "no animals"). `volunteers`: who may have the exchange redone; `volunteer_hands`: what the opponent
    picks from then. `prices`: for the viewer, or on the board for whose turn it is. `notes`: codes of things to point
    out. `award`: the one being decided, or decided last."""

    mode: Literal["referee", "awards"]
    phase: Phase
    seats: Seats
    order: Seats
    first: Seat
    turn: Seat | None
    acting: Seat | None
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
    shields: Mapping[str, Mapping[Seat, str]]
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
        acting=_acting(state, viewer),
        turn_number=state.turn,
        next=turn_of(state, state.turn + 1) if state.turn < EVENTS_IN_DECK and state.stage == "turns" else None,
        choosing=choosing_order(state),
        starters=state.starters,
        perpetual=state.options.perpetual,
        start_money=START_MONEY,
        actions=state.actions,
        turns_until_awards=turns_until_awards(state),
        deck=deck_view(state),
        seen=MappingProxyType(dict(Counter(state.seen))),
        events_left=events_left(state),
        unlisted=unlisted_cards(state),
        chances=chance_view(state),
        event=state.event,
        targets=MappingProxyType({event: targets(state, turn, event) if turn else () for event in TARGETED}),
        shields=shields(state, turn),
        tasks=state.tasks,
        volunteers=volunteers(state),
        volunteer_hands=MappingProxyType({seat: hand_before(state, seat) for seat in volunteers(state)}),
        awards=MappingProxyType({zoo.seat: zoo.awards for zoo in state.zoos}),
        award=award_view(state, viewer),
        awards_left=awards_left(state) if next_card(state) == "award" and state.award is None else (),
        decided=state.decided,
        returned=state.returned,
        needed=needed(len(state.seats)),
        bad_publicity=MappingProxyType({zoo.seat: zoo.bad_publicity for zoo in state.zoos}),
        zoos=MappingProxyType({zoo.seat: zoo_view(state, zoo) for zoo in state.zoos} if state.tracked else {}),
        cash=state.zoo(viewer).cash if viewer and state.tracked else None,
        prices=price_view(state, viewer or turn),
        discards=MappingProxyType({"animals": top_card(state.animal_pile), "staff": top_card(state.staff_pile)}),
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


def _acting(state: State, viewer: Viewer) -> Seat | None:
    award = award_view(state, viewer)
    if state.award is not None and award is not None:
        alone = award.waiting[0] if len(award.waiting) == 1 else None
        return viewer if viewer in award.waiting else alone
    return state.tasks[0].seat if state.tasks else _turn(state)


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
