"""PURE. The two actions of a turn, and what comes with a purchase."""

from __future__ import annotations

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat
from companion.games.zoo_king.awards import animals_of, habitat_counts
from companion.games.zoo_king.cards import HABITATS, Source, card_named, kind_of
from companion.games.zoo_king.commands import Buy, Discard, Exchange
from companion.games.zoo_king.hands import from_zoo, owned_animal, redo_choice, volunteers
from companion.games.zoo_king.happened import (
    AnimalExchanged,
    CardBought,
    CardLost,
    DrawnCardDiscarded,
    MoneyMoved,
    TaskClosed,
    TaskSet,
)
from companion.games.zoo_king.learning import check_new, check_totals, learn, price_of
from companion.games.zoo_king.ledger import Draft, side_of
from companion.games.zoo_king.model import Line, State, TaskName
from companion.games.zoo_king.turn_rules import expected, pair_bonus, refill, settle

INVESTOR_PAYS = 500
GIFT = 200
GIFT_PRICE = 100


def begin_action(draft: Draft, seat: Seat | None, ruling: Ruling) -> Seat:
    """Finishes what is open and checks that the seat may act. Returns who acts."""
    state = draft.state
    who = seat or expected(state)
    if not state.open:
        ruling.doubt("event-first", turn=expected(state))
    if who != expected(state):
        ruling.doubt("not-your-turn", turn=expected(state))
    settle(draft, ruling)
    if state.open and state.actions == 0:
        ruling.doubt("no-actions-left")
    return who


def _left(state: State) -> int:
    return max(0, state.actions - 1)


# ---- buying ----------------------------------------------------------------------------------------------------


def buy(draft: Draft, seat: Seat | None, command: Buy, ruling: Ruling) -> None:
    who = begin_action(draft, seat, ruling)
    card = card_named(command.card, (facts.name for facts in draft.state.known))
    learn(draft, card, ruling, price=command.price, stars=command.stars, habitats=command.habitats, types=command.types)
    check_new(draft.state, who, card, ruling)
    check_source(draft, who, card, command.from_, ruling)
    price = price_of(draft.state, who, card, command.from_).price
    if price > draft.state.zoo(who).cash:
        refuse("cash-short", seat=who, price=price)
    before, first = draft.state.zoo(who).animals, draft.state.actions == 2
    draft.add(CardBought(who, card, command.from_, price, _left(draft.state)))
    check_totals(draft.state, card)
    pair_bonus(draft, who, before)
    _one_time(draft, who, card, command, with_rescue=first)


def check_source(
    draft: Draft, seat: Seat, card: str, source: Source, ruling: Ruling, *, own: bool = True
) -> None:
    """Whether the card can lie there. With `own` it may not be one that the seat discarded this turn."""
    state = draft.state
    side = side_of(card)
    if source == "deck":
        refill(draft, side, 1)
    left = {"market": state.market, "deck": draft.state.decks}.get(source)
    if left is not None and not (left.animals if side == "animals" else left.staff):
        ruling.doubt("nothing-there", place=source)
    if source == "discard":
        top = state.pile(side)[-1:]
        if top not in ((card,), ("",)):
            ruling.doubt("not-on-top", card=card, top=top[0] if top else None)
        if own and (seat, card) in state.dropped:
            ruling.doubt("own-discard", card=card)


def _one_time(draft: Draft, seat: Seat, card: str, command: Buy, with_rescue: bool) -> None:
    """Benefits that come once, with the purchase (Appendix)."""
    state = draft.state
    if card == "Tour Guide":
        counts = habitat_counts(animals_of(state, state.zoo(seat)))
        habitats = command.count if counts is None else len(counts)
        if habitats is None:
            refuse("habitat-count-unknown")
        if not 0 <= habitats <= len(HABITATS):
            refuse("count-out-of-range", number=habitats, least=0, most=len(HABITATS))
        if habitats:
            draft.add(MoneyMoved(card, (Line(seat, 100 * habitats, card),)))
    possible: dict[str, bool] = {
        "Curator": bool(state.decks.animals or state.animal_pile),
        "Gift Shop": True,
        "Investor": state.options.investor_self or len(state.zoo(seat).staff) > 1,
        "Groundskeeper": bool(state.seen),
    }
    tasks: tuple[TaskName, ...] = ("Curator", "Gift Shop", "Investor", "Groundskeeper")
    for task in tasks:
        if card == task and possible[task]:
            draft.add(TaskSet(seat, task, with_rescue and task == "Groundskeeper"))


# ---- discarding ------------------------------------------------------------------------------------------------


def discard(draft: Draft, seat: Seat | None, command: Discard, ruling: Ruling) -> None:
    """Answers a task where one asks for this card; else it is the action of drawing a card and not buying it."""
    state = draft.state
    who = seat or _asked(state)
    card = card_named(command.card, (*state.zoo(who).animals, *(facts.name for facts in state.known)))
    event = state.task(who, "Animal Checkups", "Animal Escape")
    if card == "Volunteer" and (command.pick or who in volunteers(state)):
        redo_choice(draft, who, command.pick, ruling)
    elif event:
        in_turn(state, who, ruling)
        from_zoo(draft, who, card, event.task, ruling)
    elif state.task(who, "Investor") and card in state.zoo(who).staff:
        if card == "Investor" and not state.options.investor_self:
            ruling.doubt("investor-itself")
        draft.add(CardLost(who, card), TaskClosed(who, "Investor"))
        draft.add(MoneyMoved("Investor", (Line(who, INVESTOR_PAYS, "Investor"),)))
    else:
        who = begin_action(draft, seat, ruling)
        check_source(draft, who, card, "deck", ruling)
        draft.add(DrawnCardDiscarded(who, card, _left(draft.state)))


def in_turn(state: State, seat: Seat, ruling: Ruling) -> None:
    """Several who must discard do so in turn order, beginning with the current player (Discard Rules)."""
    first = state.tasks[0].seat
    if seat != first:
        ruling.doubt("discard-in-turn", turn=first)


def _asked(state: State) -> Seat:
    return state.tasks[0].seat if state.tasks else expected(state)


# ---- exchanging ------------------------------------------------------------------------------------------------


def exchange(draft: Draft, seat: Seat | None, command: Exchange, ruling: Ruling) -> None:
    who = begin_action(draft, seat, ruling)
    give = owned_animal(draft.state, who, command.give)
    take = card_named(command.take, (facts.name for facts in draft.state.known))
    if kind_of(take) != "animal":
        refuse("exchange-animals-only", card=take)
    learn(draft, take, ruling, price=command.price, stars=command.stars, habitats=command.habitats, types=command.types)
    if take != give:
        check_new(draft.state, who, take, ruling)
    check_source(draft, who, take, command.from_, ruling, own=not draft.state.options.exchange_back)
    check_exchange(draft.state, give, take, ruling)
    before = draft.state.zoo(who).animals
    draft.add(AnimalExchanged(who, give, take, command.from_, _left(draft.state)))
    check_totals(draft.state, take)
    pair_bonus(draft, who, before)


def check_exchange(state: State, give: str, take: str, ruling: Ruling) -> None:
    """Equal or lesser list price or star rating; a card without a price counts 0 (K21)."""
    old, new = state.facts(give), state.facts(take)
    cheaper = _at_most(new.price, old.price)
    plainer = _at_most(new.stars, old.stars)
    if cheaper or plainer:
        return
    for code, field in (("price-unknown", "price"), ("stars-unknown", "stars")):
        for facts in (old, new):
            if getattr(facts, field) is None:
                refuse(code, card=facts.name)
    ruling.doubt("exchange-too-good", give=give, take=take)


def _at_most(new: int | None, old: int | None) -> bool:
    """A free card is never dearer, whatever the other one costs."""
    return new == 0 or (new is not None and old is not None and new <= old)
