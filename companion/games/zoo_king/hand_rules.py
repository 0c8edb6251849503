"""PURE. Cards and money outside the actions: benefits that follow a purchase, shelters, entries by hand, teaching."""

from __future__ import annotations

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat
from companion.games.zoo_king.actions import GIFT, GIFT_PRICE, check_source
from companion.games.zoo_king.cards import card_named, check_money, habitat_named, kind_of
from companion.games.zoo_king.commands import Gain, Lose, Money, PlaceShelter, TeachCard
from companion.games.zoo_king.hands import from_zoo
from companion.games.zoo_king.happened import (
    CardGained,
    CardLost,
    MoneyMoved,
    OtherCardLaid,
    ShelterPlaced,
    TaskClosed,
)
from companion.games.zoo_king.learning import check_new, check_totals, learn, teach
from companion.games.zoo_king.ledger import Draft
from companion.games.zoo_king.model import Line, State, Task
from companion.games.zoo_king.turn_rules import expected, pair_bonus


def concerned(state: State, seat: Seat | None) -> Seat:
    return seat or (state.tasks[0].seat if state.tasks else expected(state))


# ---- cards -----------------------------------------------------------------------------------------------------


def gain(draft: Draft, seat: Seat | None, command: Gain, ruling: Ruling) -> None:
    who = concerned(draft.state, seat)
    card = card_named(command.card, (facts.name for facts in draft.state.known))
    learn(draft, card, ruling, price=command.price, stars=command.stars, habitats=command.habitats, types=command.types)
    check_new(draft.state, who, card, ruling)
    task = draft.state.task(who, "Curator", "Gift Shop") if kind_of(card) == "animal" else None
    before = draft.state.zoo(who).animals
    if task is None:
        draft.add(CardGained(who, card))
    elif task.task == "Curator":
        _curate(draft, who, card, command.other, ruling)
    else:
        _take_gift(draft, who, card, ruling)
    check_totals(draft.state, card)
    pair_bonus(draft, who, before)


def _curate(draft: Draft, seat: Seat, card: str, other: str | None, ruling: Ruling) -> None:
    """One of the top two is free, the other one goes where the table agreed (K28)."""
    where = draft.state.options.curator_other
    check_source(draft, seat, card, "deck", ruling)
    draft.add(CardGained(seat, card, "deck"), TaskClosed(seat, "Curator"))
    if draft.state.decks.animals:
        name = card_named(other, (facts.name for facts in draft.state.known)) if other else ""
        if kind_of(name) != "animal":
            refuse("animal-needed", card=name)
        draft.add(OtherCardLaid(seat, name if where == "discard" else "", where))


def _take_gift(draft: Draft, seat: Seat, card: str, ruling: Ruling) -> None:
    """List price exactly 100, neither free nor discounted (K29)."""
    price = draft.state.facts(card).price
    if price is None:
        refuse("price-unknown", card=card)
    if price != GIFT_PRICE:
        ruling.doubt("gift-price", card=card, price=price)
    check_source(draft, seat, card, "market", ruling)
    draft.add(CardGained(seat, card, "market"), TaskClosed(seat, "Gift Shop"))


def lose(draft: Draft, seat: Seat | None, command: Lose, ruling: Ruling) -> None:
    state = draft.state
    who = concerned(state, seat)
    zoo = state.zoo(who)
    card = card_named(command.card, (*zoo.animals, *zoo.staff, *zoo.facilities))
    if card not in (*zoo.animals, *zoo.staff, *zoo.facilities):
        refuse("not-in-zoo", seat=who, card=card)
    task = state.task(who, "Animal Checkups", "Animal Escape") if card in zoo.animals else None
    if task:
        from_zoo(draft, who, card, task.task, ruling)
    else:
        draft.add(CardLost(who, card))


# ---- money and shelter -----------------------------------------------------------------------------------------


def money(draft: Draft, seat: Seat | None, command: Money) -> None:
    who = concerned(draft.state, seat)
    amount = check_money(command.amount)
    if amount == 0:
        refuse("no-amount")
    if draft.state.zoo(who).cash + amount < 0:
        refuse("cash-short", seat=who, price=-amount)
    gift: Task | None = draft.state.task(who, "Gift Shop") if amount == GIFT else None
    if gift:
        draft.add(TaskClosed(who, "Gift Shop"))
    why = "Gift Shop" if gift else "by hand"
    draft.add(MoneyMoved(why, (Line(who, amount, why),)))


def place_shelter(draft: Draft, seat: Seat | None, command: PlaceShelter, ruling: Ruling) -> None:
    """Under an animal, once (K9); it keeps its habitat when the animal leaves (K47)."""
    state = draft.state
    who = concerned(state, seat)
    zoo, habitat = state.zoo(who), habitat_named(command.habitat)
    if not zoo.has("Animal Shelter"):
        refuse("no-shelter", seat=who)
    homes = [state.facts(card).habitats for card in zoo.animals]
    if not any(home is None or habitat in home for home in homes):
        refuse("no-animal-there", habitat=habitat)
    if zoo.sheltered and not state.options.shelter_movable:
        ruling.doubt("shelter-stays", habitat=zoo.sheltered[0])
    draft.add(ShelterPlaced(who, habitat, zoo.sheltered[0] if zoo.sheltered else None))


def teach_card(draft: Draft, command: TeachCard) -> None:
    card = card_named(command.card, (facts.name for facts in draft.state.known))
    told = (command.price, command.grey, command.stars, command.habitats, command.types)
    if told == (None,) * len(told):
        refuse("nothing-taught", card=card)
    teach(
        draft, card, None, price=command.price, grey=command.grey, stars=command.stars,
        habitats=command.habitats, types=command.types,
    )  # fmt: skip
    check_totals(draft.state, card)
