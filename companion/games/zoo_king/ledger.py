"""PURE. Writes events into the state, and collects the events of one command."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from companion.core.secret import Seat
from companion.games.zoo_king.cards import Source, kind_of
from companion.games.zoo_king.deck import with_bottom_award, without_top
from companion.games.zoo_king.happened import (
    ActionsSpent,
    AdStarsBought,
    AnimalExchanged,
    AnimalRescued,
    AnimalsSwapped,
    AwardDecided,
    AwardDrawn,
    BadPublicityGiven,
    CardBought,
    CardGained,
    CardLost,
    CardTaught,
    ChoiceRedone,
    Counted,
    CountsImpossible,
    DeckShuffled,
    DrawnCardDiscarded,
    Event,
    EventDrawn,
    GameEnded,
    LotDrawn,
    MoneyMoved,
    OtherCardLaid,
    ShelterPlaced,
    StarsAsked,
    StarterChosen,
    SwapClosed,
    TaskClosed,
    TaskSet,
    TiebreakAsked,
    TurnEnded,
)
from companion.games.zoo_king.model import (
    STAR_TOTAL,
    Decided,
    Deciding,
    Drawn,
    SealedCount,
    Side,
    State,
    Stock,
    Swap,
    Task,
    Zoo,
)


class Draft:
    """The events of one command so far, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = apply(self.state, event)


def apply(state: State, event: Event) -> State:
    match event:
        case LotDrawn(seat, order):
            return replace(state, chooser=seat, order=order)
        case StarterChosen():
            return _starter(state, event)
        case CardTaught(facts):
            others = [known for known in state.known if known.name != facts.name]
            return replace(state, known=tuple(sorted([*others, facts], key=lambda known: known.name)))
        case EventDrawn() | MoneyMoved() | AdStarsBought() | BadPublicityGiven() | ActionsSpent() | TurnEnded():
            return _turn(state, event)
        case TaskSet() | TaskClosed() | SwapClosed() | ShelterPlaced():
            return _tasks(state, event)
        case CardBought() | CardGained() | OtherCardLaid() | CardLost() | DrawnCardDiscarded() | DeckShuffled():
            return _cards(state, event)
        case AnimalExchanged() | AnimalRescued() | AnimalsSwapped() | ChoiceRedone():
            return _animals(state, event)
        case AwardDrawn() | StarsAsked() | Counted() | TiebreakAsked() | CountsImpossible() | AwardDecided():
            return _award(state, event)
        case GameEnded(winners):
            return replace(state, stage="over", winners=winners, award=None)
        case _:
            assert_never(event)


def _starter(state: State, event: StarterChosen) -> State:
    zoo = state.zoo(event.seat)
    return replace(
        with_zoo(state, replace(with_card(zoo, event.card), cash=zoo.cash - event.price)),
        chooser=state.chooser or event.seat,
        starters=(*state.starters, event.seat),
        order=event.order,
        stage="turns" if event.begins else state.stage,
    )


Turning = EventDrawn | MoneyMoved | AdStarsBought | BadPublicityGiven | ActionsSpent | TurnEnded


def _turn(state: State, event: Turning) -> State:
    match event:
        case EventDrawn(seat, name, target, replayed):
            state = replace(state, event=Drawn(name, seat, target, replayed), latest=None)
            return state if replayed else replace(
                state, stage="turns", turn=state.turn + 1, open=True, active=seat, actions=2, dropped=(),
                seen=(*state.seen, name), piles=without_top(state.piles),
            )  # fmt: skip
        case MoneyMoved(why, lines):
            for line in lines:
                zoo = state.zoo(line.seat)
                state = with_zoo(state, replace(zoo, cash=zoo.cash + line.amount))
            drawn = state.event
            if drawn and drawn.event == why:
                state = replace(state, event=replace(drawn, lines=drawn.lines + lines))
            return state
        case AdStarsBought(seat, stars):
            return with_zoo(state, replace(state.zoo(seat), ads=state.zoo(seat).ads + stars))
        case BadPublicityGiven(seat):
            return with_zoo(state, replace(state.zoo(seat), bad_publicity=state.zoo(seat).bad_publicity + 1))
        case ActionsSpent():
            return replace(state, actions=0)
        case TurnEnded():
            return replace(state, open=False, active=None, actions=0, tasks=(), swap=None, event=None,
                           market=event.market, decks=event.decks)  # fmt: skip


def _tasks(state: State, event: TaskSet | TaskClosed | SwapClosed | ShelterPlaced) -> State:
    match event:
        case TaskSet(seat, task, with_rescue):
            return replace(state, tasks=(*state.tasks, Task(seat, task, with_rescue)))
        case TaskClosed(seat, task):
            left = tuple(open_ for open_ in state.tasks if (open_.seat, open_.task) != (seat, task))
            return replace(state, tasks=left)
        case SwapClosed():
            return replace(state, swap=None)
        case ShelterPlaced(seat, habitat, instead_of):
            kept = tuple(old for old in state.zoo(seat).sheltered if old != instead_of)
            return with_zoo(state, replace(state.zoo(seat), sheltered=(*kept, habitat)))


Carding = CardBought | CardGained | OtherCardLaid | CardLost | DrawnCardDiscarded | DeckShuffled


def _cards(state: State, event: Carding) -> State:
    match event:
        case CardBought(seat, card, source, price, actions):
            zoo = state.zoo(seat)
            state = with_zoo(state, replace(with_card(zoo, card), cash=zoo.cash - price))
            return replace(taken_from(state, card, source), actions=actions)
        case CardGained(seat, card, source):
            state = with_zoo(state, with_card(state.zoo(seat), card))
            return taken_from(state, card, source) if source else state
        case OtherCardLaid(seat, card, where):
            if where != "discard":
                return state
            return on_pile(taken_from(state, "", "deck"), seat, card)
        case CardLost(seat, card):
            return on_pile(with_zoo(state, without_card(state.zoo(seat), card)), seat, card)
        case DrawnCardDiscarded(seat, card, actions):
            return replace(on_pile(taken_from(state, card, "deck"), seat, card), actions=actions)
        case DeckShuffled(side, cards):
            decks = _more(state.decks, side, cards)
            return replace(state, decks=decks, **{_PILE[side]: ()})  # type: ignore[arg-type]


def _animals(state: State, event: AnimalExchanged | AnimalRescued | AnimalsSwapped | ChoiceRedone) -> State:
    match event:
        case AnimalExchanged(seat, given, taken, source, actions):
            state = with_zoo(state, with_card(without_card(state.zoo(seat), given), taken))
            return replace(on_pile(taken_from(state, taken, source), seat, given), actions=actions)
        case AnimalRescued(seat, owner, card):
            return moved(state, owner, seat, card)
        case AnimalsSwapped(seat, opponent, given, taken, volunteer):
            swap = Swap(seat, opponent, given, taken, state.zoo(seat).animals, state.zoo(opponent).animals)
            state = moved(moved(state, seat, opponent, given), opponent, seat, taken)
            return replace(state, swap=swap if volunteer else None)
        case ChoiceRedone(seat, opponent, back, instead):
            return moved(moved(state, opponent, seat, back), seat, opponent, instead)


Awarding = AwardDrawn | StarsAsked | Counted | TiebreakAsked | CountsImpossible | AwardDecided


def _award(state: State, event: Awarding) -> State:
    award = state.award
    match event:
        case AwardDrawn(_, title, again, known):
            left = tuple(other for other in state.returned if other != title)
            fresh = Deciding(title, again, state.seats, known)
            return replace(state, piles=without_top(state.piles), returned=left, award=fresh, latest=None)
        case StarsAsked(seats, known):
            return replace(state, award=Deciding(STAR_TOTAL, False, seats, known))
        case AwardDecided(title, outcome, winners, counts):
            return _decided(state, Decided(title, outcome, winners, counts))
    if award is None:
        return state
    match event:
        case Counted(seat, value, tiebreak):
            others = tuple(count for count in award.sealed if count.seat != seat)
            award = replace(award, sealed=(*others, SealedCount(seat, value, tiebreak)), miscounted=False)
        case TiebreakAsked(_, seats, public):
            award = replace(award, asked=seats, public=public)
        case CountsImpossible():
            award = replace(award, sealed=(), asked=(), public=(), miscounted=True)
    return replace(state, award=award)


def _decided(state: State, decided: Decided) -> State:
    state = replace(state, award=None, latest=decided, decided=(*state.decided, decided))
    if decided.outcome == "returned":
        return replace(
            state, returned=(*state.returned, decided.title), piles=with_bottom_award(state.piles)
        )
    for seat in decided.winners:
        zoo = state.zoo(seat)
        state = with_zoo(state, replace(zoo, awards=(*zoo.awards, decided.title)))
    return state


# ---- zoos and piles --------------------------------------------------------------------------------------------

_PILE: dict[Side, str] = {"animals": "animal_pile", "staff": "staff_pile"}
_PLACE = {"animal": "animals", "staff": "staff", "facility": "facilities"}


def side_of(card: str) -> Side:
    return "animals" if kind_of(card) == "animal" else "staff"


def with_zoo(state: State, zoo: Zoo) -> State:
    return replace(state, zoos=tuple(zoo if old.seat == zoo.seat else old for old in state.zoos))


def with_card(zoo: Zoo, card: str) -> Zoo:
    place = _PLACE[kind_of(card)]
    changed: dict[str, Any] = {place: (*getattr(zoo, place), card)}
    return replace(zoo, **changed)


def without_card(zoo: Zoo, card: str) -> Zoo:
    """One copy of it. A Shelter takes its habitat along."""
    place = _PLACE[kind_of(card)]
    left = list(getattr(zoo, place))
    left.remove(card)
    changed: dict[str, Any] = {place: tuple(left)}
    if card == "Animal Shelter":
        changed["sheltered"] = zoo.sheltered[:-1]
    return replace(zoo, **changed)


def moved(state: State, giver: Seat, taker: Seat, card: str) -> State:
    state = with_zoo(state, without_card(state.zoo(giver), card))
    return with_zoo(state, with_card(state.zoo(taker), card))


def on_pile(state: State, seat: Seat, card: str) -> State:
    pile = _PILE[side_of(card)]
    changed: dict[str, Any] = {pile: (*getattr(state, pile), card)}
    return replace(state, dropped=(*state.dropped, (seat, card)), **changed)


def taken_from(state: State, card: str, source: Source) -> State:
    side = side_of(card)
    match source:
        case "market":
            return replace(state, market=_more(state.market, side, -1))
        case "deck":
            return replace(state, decks=_more(state.decks, side, -1))
        case "discard":
            changed: dict[str, Any] = {_PILE[side]: without_last(state.pile(side), card)}
            return replace(state, **changed)


def without_last(pile: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Without the topmost copy of the card, or without the top card when it is not listed."""
    place = max((at for at, name in enumerate(pile) if name == card), default=len(pile) - 1)
    return pile[:place] + pile[place + 1 :] if pile else pile


def _more(stock: Stock, side: Side, cards: int) -> Stock:
    animals, staff = (cards, 0) if side == "animals" else (0, cards)
    return Stock(max(0, stock.animals + animals), max(0, stock.staff + staff))


