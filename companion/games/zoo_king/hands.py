"""PURE. Animals that change hands in an event: who is protected, whom it reaches, what is picked from a hidden hand."""

from __future__ import annotations

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat, Seats
from companion.core.turns import from_seat
from companion.games.zoo_king.cards import card_named
from companion.games.zoo_king.commands import Details
from companion.games.zoo_king.happened import (
    ActionsSpent,
    AnimalRescued,
    AnimalsSwapped,
    CardLost,
    ChoiceRedone,
    TaskClosed,
)
from companion.games.zoo_king.ledger import Draft
from companion.games.zoo_king.model import State
from companion.games.zoo_king.turn_rules import close_swap, pair_bonus

# ---- who is protected ------------------------------------------------------------------------------------------


def in_play_order(state: State, seat: Seat) -> Seats:
    return from_seat(state.order, seat)


def opponents(state: State, seat: Seat) -> Seats:
    return in_play_order(state, seat)[1:]


def unprotected(state: State, seat: Seat, animals: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Animals without a habitat that the seat's Shelter covers (K46); one whose habitat nobody knows counts as
    unprotected."""
    zoo = state.zoo(seat)
    sheltered = set(zoo.sheltered)
    owned = zoo.animals if animals is None else animals
    return tuple(card for card in owned if not sheltered & set(state.facts(card).habitats or ()))


def targets(state: State, seat: Seat, event: str) -> Seats:
    """Opponents whom the event can reach (K42, K43)."""
    rivals = opponents(state, seat)
    if not state.tracked or event in ("Bad Publicity", "Donation Drive"):
        return rivals
    open_ = tuple(rival for rival in rivals if unprotected(state, rival))
    if event == "Animal Rescue":
        return tuple(rival for rival in open_ if not state.zoo(rival).has("Zookeeper"))
    if event == "Exhibit Exchange":
        return open_ if unprotected(state, seat) else ()
    return ()


def target_of(state: State, seat: Seat, event: str, target: Seat | None) -> Seat:
    """The only possible opponent needs no naming."""
    choices = targets(state, seat, event)
    if target is None:
        return choices[0] if len(choices) == 1 else refuse("target-needed", event=event)
    return target


def owned_animal(state: State, seat: Seat, raw: str) -> str:
    card = card_named(raw, state.zoo(seat).animals)
    return card if card in state.zoo(seat).animals else refuse("not-in-zoo", seat=seat, card=card)


def from_zoo(draft: Draft, seat: Seat, raw: str, event: str, ruling: Ruling) -> None:
    """The seat answers an event with one of its animals. Shelters do not help at checkups (K38)."""
    card = owned_animal(draft.state, seat, raw)
    if event == "Animal Escape" and card not in unprotected(draft.state, seat):
        ruling.doubt("sheltered", card=card)
    draft.add(CardLost(seat, card))
    draft.add(TaskClosed(seat, "Animal Escape" if event == "Animal Escape" else "Animal Checkups"))


def shield(state: State, drawer: Seat, seat: Seat, event: str) -> str | None:
    """What keeps the event from this seat: a card, or "no animals"."""
    zoo = state.zoo(seat)
    if event == "Animal Checkups":
        if not state.options.checkups_all and seat != drawer:
            return None
        return "Veterinarian" if zoo.has("Veterinarian") else None
    guard = {"Animal Escape": "Security", "Animal Rescue": "Zookeeper"}.get(event)
    if (event == "Animal Escape") != (seat == drawer) and event != "Exhibit Exchange":
        return None
    if not zoo.animals:
        return "no animals"
    if guard and zoo.has(guard):
        return guard
    return None if unprotected(state, seat) else "Animal Shelter"


# ---- picked from a hand ----------------------------------------------------------------------------------------


def rescue(draft: Draft, seat: Seat, target: Seat | None, details: Details, ruling: Ruling) -> None:
    state = draft.state
    choices = targets(state, seat, "Animal Rescue")
    if details.declined:
        if choices and not state.options.rescue_optional:
            ruling.doubt("rescue-mandatory")
        return
    if not choices:
        return
    owner = target_of(state, seat, "Animal Rescue", target)
    hand = _hand(state, owner, "Zookeeper", ruling)
    animal = _picked(state, owner, hand, details.animal, ruling)
    before = state.zoo(seat).animals
    draft.add(AnimalRescued(seat, owner, animal), ActionsSpent(seat))
    pair_bonus(draft, seat, before)


def _hand(state: State, owner: Seat, guard: str, ruling: Ruling) -> tuple[str, ...]:
    """The animals from which one is picked."""
    zoo = state.zoo(owner)
    if not zoo.animals:
        refuse("no-animals", seat=owner)
    hand = unprotected(state, owner)
    if zoo.has(guard) or not hand:
        ruling.doubt("target-protected", seat=owner)
    return hand or zoo.animals


def _picked(state: State, owner: Seat, hand: tuple[str, ...], raw: str | None, ruling: Ruling) -> str:
    if raw is None:
        return ruling.dice.pick(hand)
    card = owned_animal(state, owner, raw)
    if card not in hand:
        ruling.doubt("sheltered", card=card)
    return card


def swap_animals(draft: Draft, seat: Seat, target: Seat | None, details: Details, ruling: Ruling) -> None:
    state = draft.state
    if not targets(state, seat, "Exhibit Exchange"):
        return
    rival = target_of(state, seat, "Exhibit Exchange", target)
    given = _picked(state, seat, _hand(state, seat, "", ruling), details.given, ruling)
    taken = _picked(state, rival, _hand(state, rival, "", ruling), details.taken, ruling)
    volunteer = any(state.zoo(side).has("Volunteer") for side in (seat, rival))
    before = {side: state.zoo(side).animals for side in (seat, rival)}
    draft.add(AnimalsSwapped(seat, rival, given, taken, volunteer))
    if volunteer:
        return
    for side, animals in before.items():
        pair_bonus(draft, side, animals)


def redo_choice(draft: Draft, seat: Seat, raw: str | None, ruling: Ruling) -> None:
    """The Volunteer: the opponent picks again from the hand as it was before the exchange (K44)."""
    state = draft.state
    swap = state.swap
    if swap is None or seat not in volunteers(state):
        refuse("no-exchange-to-redo")
    mine = seat == swap.seat
    before = swap.seat_before if mine else swap.opponent_before
    back = swap.given if mine else swap.taken
    hand = unprotected(state, seat, before) or before
    instead = ruling.dice.pick(hand) if raw is None else card_named(raw, before)
    if instead not in before:
        refuse("not-in-zoo", seat=seat, card=instead)
    if instead not in hand:
        ruling.doubt("sheltered", card=instead)
    draft.add(CardLost(seat, "Volunteer"))
    draft.add(ChoiceRedone(seat, swap.opponent if mine else swap.seat, back, instead))
    close_swap(draft)


def volunteers(state: State) -> Seats:
    """Who may have the choice from them redone now."""
    swap = state.swap
    return tuple(s for s in (swap.seat, swap.opponent) if state.zoo(s).has("Volunteer")) if swap else ()
