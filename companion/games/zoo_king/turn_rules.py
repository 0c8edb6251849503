"""PURE. Setting up and turning: starters, drawing events, tasks, the end of a turn."""

from __future__ import annotations

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat, Seats
from companion.core.turns import from_seat
from companion.games.zoo_king.cards import PAIRS, card_named, event_named, kind_of
from companion.games.zoo_king.commands import ChooseStarter, DrawEvent
from companion.games.zoo_king.deck import next_card, order_from_chooser, surplus, turn_of, unlisted_cards
from companion.games.zoo_king.happened import (
    DeckShuffled,
    EventDrawn,
    LotDrawn,
    MoneyMoved,
    StarterChosen,
    SwapClosed,
    TaskClosed,
    TurnEnded,
)
from companion.games.zoo_king.learning import check_totals, learn, price_of
from companion.games.zoo_king.ledger import Draft
from companion.games.zoo_king.model import MUST, Line, Side, State, Stock

MARKET = 5
PAIR_BONUS = 100


# ---- starters --------------------------------------------------------------------------------------------------


def choosing_order(state: State) -> Seats:
    """Clockwise from the first chooser; nobody while they are not known."""
    return from_seat(state.seats, state.chooser) if state.chooser else ()


def next_chooser(state: State) -> Seat | None:
    return next((seat for seat in choosing_order(state) if seat not in state.starters), None)


def draw_lots(draft: Draft, ruling: Ruling) -> None:
    if draft.state.chooser is not None or draft.state.turn:
        refuse("chooser-known", chooser=draft.state.chooser)
    chooser = ruling.dice.pick(draft.state.seats)
    draft.add(LotDrawn(chooser, order_from_chooser(draft.state.seats, chooser)))


def choose_starter(draft: Draft, seat: Seat | None, command: ChooseStarter, ruling: Ruling) -> None:
    state = draft.state
    who = seat or next_chooser(state) or refuse("who-chooses")
    if state.turn:
        refuse("starters-over")
    if who in state.starters:
        refuse("starter-chosen", seat=who)
    if state.chooser and who != next_chooser(state):
        ruling.doubt("not-your-choice", turn=next_chooser(state))
    card = card_named(command.card, ())
    if kind_of(card) == "animal":
        refuse("starter-kind", card=card)
    if card not in state.options.perpetual:
        ruling.doubt("not-perpetual", card=card)
    price = 0
    if state.tracked:
        learn(draft, card, ruling, price=command.price, stars=command.stars)
        price = price_of(draft.state, who, card, "market").price
    if price > state.zoo(who).cash:
        refuse("cash-short", seat=who, price=price)
    order = order_from_chooser(state.seats, state.chooser or who)
    draft.add(StarterChosen(who, card, price, order, len(state.starters) + 1 == len(state.seats)))
    check_totals(draft.state, card)


# ---- a turn ----------------------------------------------------------------------------------------------------


def expected(state: State) -> Seat:
    """Whose turn it is, or will be."""
    if state.open and state.active:
        return state.active
    return state.first if next_card(state) != "event" else turn_of(state, state.turn + 1)


def draw_next_event(draft: Draft, seat: Seat | None, command: DrawEvent, ruling: Ruling) -> Seat:
    """Everything up to the card lying open. Returns who drew it."""
    state = draft.state
    event = event_named(command.event)
    if state.award is not None:
        refuse("award-open", award=state.award.title)
    if state.open and state.active:
        ruling.doubt("turn-not-ended", turn=state.active)
        end_turn(draft, state.active, ruling)
    if next_card(draft.state) != "event":
        refuse("award-next")
    if state.stage == "starters" and state.tracked:
        ruling.doubt("starters-first", missing=len(state.seats) - len(state.starters))
    who = seat or expected(draft.state)
    if who != expected(draft.state):
        ruling.doubt("not-your-turn", turn=expected(draft.state))
    if surplus((*state.seen, event), state) > unlisted_cards(state):
        ruling.doubt("event-used-up", event=event)
    if state.tracked and state.zoo(who).has("Carousel"):
        draft.add(MoneyMoved("Carousel", (Line(who, 100, "Carousel"),)))
    draft.add(EventDrawn(who, event, command.target))
    return who


def end_turn(draft: Draft, seat: Seat | None, ruling: Ruling) -> None:
    state = draft.state
    if not state.open or state.active is None:
        refuse("no-turn-open")
    if seat not in (None, state.active):
        ruling.doubt("not-your-turn", turn=state.active)
    settle(draft, ruling)
    if state.tracked:
        refill(draft, "animals")
        refill(draft, "staff")
    market, decks = _filled(draft.state)
    draft.add(TurnEnded(state.active, market, decks))


def settle(draft: Draft, ruling: Ruling) -> None:
    """What is left over from the event or a purchase, before anything else is done."""
    for task in draft.state.tasks:
        if task.task in MUST:
            ruling.doubt("task-open", seat=task.seat, task=task.task)
        draft.add(TaskClosed(task.seat, task.task, done=False))
    close_swap(draft)


# ---- pairs -----------------------------------------------------------------------------------------------------


def pair_bonus(draft: Draft, seat: Seat, before: tuple[str, ...]) -> None:
    """For every group of which the zoo had one and now has two (K24, K25)."""
    after = draft.state.zoo(seat).animals
    made = [group for group in PAIRS if _of(group, before) < 2 == _of(group, after)]
    if made:
        reasons = (" and ".join(group) for group in made)
        draft.add(MoneyMoved("pair", tuple(Line(seat, PAIR_BONUS, reason) for reason in reasons)))


def _of(group: tuple[str, ...], animals: tuple[str, ...]) -> int:
    return sum(animal in group for animal in animals)


def close_swap(draft: Draft) -> None:
    """The Exhibit Exchange is finished: nobody uses a Volunteer any more, pairs are paid."""
    swap = draft.state.swap
    if swap is not None:
        draft.add(SwapClosed(swap.seat))
        pair_bonus(draft, swap.seat, swap.seat_before)
        pair_bonus(draft, swap.opponent, swap.opponent_before)


# ---- decks -----------------------------------------------------------------------------------------------------


def refill(draft: Draft, side: Side, cards: int | None = None) -> None:
    """Shuffles the discard pile into a deck that holds too few `cards` (K15); without `cards`, to fill the market."""
    state = draft.state
    wanted = MARKET - _side(state.market, side) if cards is None else cards
    pile = state.pile(side)
    if _side(state.decks, side) < wanted and pile and state.options.reshuffle_discards:
        draft.add(DeckShuffled(side, len(pile)))


def _side(stock: Stock, side: Side) -> int:
    return stock.animals if side == "animals" else stock.staff


def _filled(state: State) -> tuple[Stock, Stock]:
    if not state.tracked:
        return state.market, state.decks
    animals = min(MARKET - state.market.animals, state.decks.animals)
    staff = min(MARKET - state.market.staff, state.decks.staff)
    market = Stock(state.market.animals + animals, state.market.staff + staff)
    return market, Stock(state.decks.animals - animals, state.decks.staff - staff)
