"""PURE. The commands that may be worth offering; the rules sift them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.secret import Seat, Secret, Viewer
from companion.games.zoo_king.award_rules import sealed_of, waiting
from companion.games.zoo_king.awards import NO_TIEBREAK
from companion.games.zoo_king.cards import COPIES, EVENTS, HABITATS, PROFITABLE, UNLISTED, kind_of
from companion.games.zoo_king.commands import (
    Buy,
    ChooseStarter,
    Command,
    Count,
    Details,
    Discard,
    DrawAward,
    DrawEvent,
    DrawLots,
    EndTurn,
    Exchange,
    Gain,
    Money,
    PlaceShelter,
)
from companion.games.zoo_king.deck import awards_left, next_card
from companion.games.zoo_king.hands import targets, volunteers
from companion.games.zoo_king.learning import list_price_known
from companion.games.zoo_king.model import State
from companion.games.zoo_king.turn_rules import expected, next_chooser

SOME_PRICE = 100
"""Told with a staff or facility card whose price the app does not know yet."""


def offers(state: State, viewer: Viewer) -> Iterator[Command]:
    if state.award is not None:
        if viewer is not None:
            yield from _counts(state, viewer)
        return
    if state.stage == "starters":
        yield from _starters(state, viewer)
        return
    who = viewer or expected(state)
    yield from _tasks(state, viewer)
    if who != expected(state):
        return
    if state.open:
        yield EndTurn()
        if state.tracked:
            yield from _actions(state, who)
    elif next_card(state) == "event":
        yield from _events(state, who, (*EVENTS, UNLISTED))
    else:
        yield from (DrawAward(title) for title in awards_left(state))


def _counts(state: State, viewer: Seat) -> Iterator[Command]:
    award = state.award
    if award is None or viewer not in waiting(award):
        return
    step = 100 if award.title == PROFITABLE else 1
    for number in range(3):
        if award.asked:
            yield Count(sealed_of(award, viewer).value, Secret.of(number, viewer))
        else:
            yield Count(Secret.of(number * step, viewer))
            if award.title not in NO_TIEBREAK:
                yield Count(Secret.of(number, viewer), Secret.of(number, viewer))


def _starters(state: State, viewer: Viewer) -> Iterator[Command]:
    if state.chooser is None:
        yield DrawLots()
    if next_chooser(state) in (None, viewer) or viewer is None:
        for card in state.options.perpetual:
            yield ChooseStarter(card, None if list_price_known(state, card) else SOME_PRICE)


def _events(state: State, who: Seat, events: tuple[str, ...]) -> Iterator[Command]:
    for event in events:
        choices = targets(state, who, event)
        details = Details(count=1) if state.tracked and event in ("Animal Show", "Made for TV") else None
        if not choices:
            yield DrawEvent(event, details=details)
        for target in choices:
            yield DrawEvent(event, target)
        if event == "Animal Rescue" and choices and state.options.rescue_optional:
            yield DrawEvent(event, details=Details(declined=True))


def _tasks(state: State, viewer: Viewer) -> Iterator[Command]:
    """What an event or a purchase still asks of the viewer, or of anybody when the board looks."""
    for seat in volunteers(state):
        if viewer in (None, seat) and seat == (viewer or expected(state)):
            yield Discard("Volunteer")
    for task in state.tasks:
        if viewer not in (None, task.seat):
            continue
        zoo = state.zoo(task.seat)
        animals = [facts.name for facts in state.known if kind_of(facts.name) == "animal"]
        match task.task:
            case "Animal Checkups" | "Animal Escape":
                yield from (Discard(card) for card in dict.fromkeys(zoo.animals))
            case "Investor":
                yield from (Discard(card) for card in zoo.staff)
            case "Gift Shop":
                yield Money(200)
                yield from (Gain(card) for card in animals if state.facts(card).price == 100)
            case "Curator":
                yield from (Gain(card) for card in animals)
            case "Groundskeeper":
                yield from _events(state, task.seat, tuple(dict.fromkeys(state.seen)))


def _actions(state: State, who: Seat) -> Iterator[Command]:
    zoo = state.zoo(who)
    if zoo.has("Animal Shelter"):
        yield from (PlaceShelter(habitat) for habitat in HABITATS)
    taught = [facts.name for facts in state.known if kind_of(facts.name) == "animal"]
    for card in (*taught, *COPIES):
        price = SOME_PRICE if kind_of(card) != "animal" and not list_price_known(state, card) else None
        yield Buy(card, "market", price)
        if kind_of(card) == "animal":
            yield Buy(card, "deck")
    yield from (Discard(card) for card in (*taught[:1], "Curator"))
    for pile in (state.animal_pile, state.staff_pile):
        if pile and pile[-1]:
            yield Buy(pile[-1], "discard")
            yield from (Exchange(give, pile[-1], "discard") for give in dict.fromkeys(zoo.animals))
    for give in dict.fromkeys(zoo.animals):
        yield from (Exchange(give, take) for take in taught)
