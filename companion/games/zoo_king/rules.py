"""PURE. Zoo King's rules: set-up, decisions, what is possible, the score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import assert_never

from companion.core.dice import Dice
from companion.core.game import Refused, Ruling, Score, refuse
from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoo_king.actions import buy, discard, exchange
from companion.games.zoo_king.award_rules import checked_count, count, draw_award
from companion.games.zoo_king.cards import event_named
from companion.games.zoo_king.commands import (
    Buy,
    ChooseStarter,
    Command,
    Count,
    Discard,
    DrawAward,
    DrawEvent,
    DrawLots,
    EndTurn,
    Exchange,
    Gain,
    Lose,
    Money,
    PlaceShelter,
    TeachCard,
)
from companion.games.zoo_king.deck import order_from_first, piles_for
from companion.games.zoo_king.events import resolve
from companion.games.zoo_king.hand_rules import gain, lose, money, place_shelter, teach_card
from companion.games.zoo_king.happened import Event, EventDrawn, TaskClosed
from companion.games.zoo_king.ledger import Draft, apply
from companion.games.zoo_king.model import State, Stock, Task, Zoo
from companion.games.zoo_king.offers import offers
from companion.games.zoo_king.options import Options
from companion.games.zoo_king.turn_rules import choose_starter, draw_lots, draw_next_event, end_turn, settle

ANIMALS_AFTER_MARKET = 42
STAFF_AND_FACILITIES = 24
MARKET = 5


def setup(seats: Seats, options: Options) -> State:
    players = len(seats)
    return State(
        seats=seats,
        options=options,
        order=order_from_first(seats, seats[0]),
        stage="starters" if options.mode == "referee" else "turns",
        zoos=tuple(Zoo(seat) for seat in seats),
        known=tuple(sorted((card.facts() for card in options.catalogue), key=lambda facts: facts.name)),
        piles=piles_for(players, players == 2 and options.layout == "four_player"),
        decks=Stock(ANIMALS_AFTER_MARKET, STAFF_AND_FACILITIES - players - MARKET),
    )


def begin(state: State, _ruling: Ruling) -> Sequence[Event]:
    """Nothing happens; a layout that these players cannot have is refused here."""
    if state.options.layout == "four_player" and len(state.seats) == 3:
        refuse("layout-for-two")
    return ()


# ---- deciding --------------------------------------------------------------------------------------------------


def decide(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> Sequence[Event]:
    draft = Draft(state)
    if state.stage == "over" and not isinstance(command, TeachCard):
        refuse("game-over")
    match command:
        case DrawLots():
            draw_lots(draft, ruling)
        case DrawEvent():
            draw_event(draft, seat, command, ruling)
        case EndTurn():
            end_turn(draft, seat, ruling)
        case TeachCard():
            teach_card(draft, command)
        case DrawAward():
            draw_award(draft, seat, command, ruling)
        case Count():
            count(draft, seat, command)
        case ChooseStarter():
            choose_starter(draft, seat, command, ruling)
        case _:
            if not state.tracked:
                refuse("zoos-not-tracked")
            _with_cards(draft, seat, command, ruling)
    return draft.events


Carding = Buy | Discard | Exchange | Gain | Lose | Money | PlaceShelter


def _with_cards(draft: Draft, seat: Seat | None, command: Carding, ruling: Ruling) -> None:
    match command:
        case Buy():
            buy(draft, seat, command, ruling)
        case Discard():
            discard(draft, seat, command, ruling)
        case Exchange():
            exchange(draft, seat, command, ruling)
        case Gain():
            gain(draft, seat, command, ruling)
        case Lose():
            lose(draft, seat, command, ruling)
        case Money():
            money(draft, seat, command)
        case PlaceShelter():
            place_shelter(draft, seat, command, ruling)
        case _:
            assert_never(command)


def draw_event(draft: Draft, seat: Seat | None, command: DrawEvent, ruling: Ruling) -> None:
    state = draft.state
    keeper = state.task(state.active, "Groundskeeper") if state.active else None
    if keeper and seat in (None, keeper.seat):
        _replay(draft, keeper, command, ruling)
        return
    who = draw_next_event(draft, seat, command, ruling)
    event = draft.state.seen[-1]
    resolve(draft, who, event, command, ruling)


def _replay(draft: Draft, keeper: Task, command: DrawEvent, ruling: Ruling) -> None:
    """The Groundskeeper's owner counts as the one who draws (K34). An Animal Rescue takes both actions, so it needs
    the Groundskeeper to have been the first (K32)."""
    event = event_named(command.event)
    if event not in draft.state.seen:
        refuse("event-not-seen", event=event)
    if event == "Animal Rescue" and not keeper.with_rescue:
        ruling.doubt("rescue-needs-both")
    draft.add(TaskClosed(keeper.seat, "Groundskeeper"))
    settle(draft, ruling)
    draft.add(EventDrawn(keeper.seat, event, command.target, replayed=True))
    resolve(draft, keeper.seat, event, command, ruling)


# ---- what is possible ------------------------------------------------------------------------------------------


def legal(state: State, viewer: Viewer) -> Iterable[Command]:
    """Representative commands, each accepted without a doubt."""
    for command in offers(state, viewer):
        try:
            if isinstance(command, Count):
                if viewer is not None:
                    checked_count(state, viewer, command)
            else:
                decide(state, viewer, command, Ruling(Dice(0, 0)))
        except Refused:
            continue
        yield command


def score(state: State) -> Score:
    """A point is an award."""
    points = {zoo.seat: len(zoo.awards) for zoo in state.zoos}
    return Score(MappingProxyType(points), state.stage == "over", state.winners)


__all__ = ["apply", "begin", "decide", "legal", "score", "setup"]
