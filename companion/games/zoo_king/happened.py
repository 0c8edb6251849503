"""PURE. What can happen at a table of Zoo King."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.secret import Seat, Seats, Secret
from companion.games.zoo_king.cards import Source
from companion.games.zoo_king.catalogue import Facts
from companion.games.zoo_king.model import Line, Outcome, Reckoning, Side, Stock, TaskName


@dataclass(frozen=True)
class LotDrawn:
    """`order`: of play, once this seat has chosen the first starter."""

    seat: Seat
    order: Seats


@dataclass(frozen=True)
class StarterChosen:
    """`order`: of play. `begins`: it was the last starter."""

    seat: Seat
    card: str
    price: int
    order: Seats
    begins: bool


@dataclass(frozen=True)
class CardTaught:
    facts: Facts


@dataclass(frozen=True)
class EventDrawn:
    seat: Seat
    card: str
    target: Seat | None = None
    replayed: bool = False


@dataclass(frozen=True)
class MoneyMoved:
    """`why` is the event, the card or "pair", "by hand"."""

    why: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class AdStarsBought:
    seat: Seat
    stars: int


@dataclass(frozen=True)
class BadPublicityGiven:
    seat: Seat
    by: Seat


@dataclass(frozen=True)
class ActionsSpent:
    """Both actions went into an Animal Rescue."""

    seat: Seat


@dataclass(frozen=True)
class CardBought:
    """`actions` are left afterwards; so in all events."""

    seat: Seat
    card: str
    source: Source
    price: int
    actions: int


@dataclass(frozen=True)
class CardGained:
    """`source` is `None` when it came by hand."""

    seat: Seat
    card: str
    source: Source | None = None


@dataclass(frozen=True)
class OtherCardLaid:
    """The card the Curator did not keep; "" when nobody named it."""

    seat: Seat
    card: str
    where: Literal["discard", "top", "bottom"]


@dataclass(frozen=True)
class CardLost:
    seat: Seat
    card: str


@dataclass(frozen=True)
class DrawnCardDiscarded:
    seat: Seat
    card: str
    actions: int


@dataclass(frozen=True)
class AnimalExchanged:
    seat: Seat
    given: str
    taken: str
    source: Literal["market", "discard"]
    actions: int


@dataclass(frozen=True)
class AnimalRescued:
    seat: Seat
    owner: Seat
    card: str


@dataclass(frozen=True)
class AnimalsSwapped:
    """`volunteer`: one of the two may still have the choice from them redone."""

    seat: Seat
    opponent: Seat
    given: str
    taken: str
    volunteer: bool = False


@dataclass(frozen=True)
class ChoiceRedone:
    """`seat` gets `back` what the `opponent` had picked, who takes `instead`."""

    seat: Seat
    opponent: Seat
    back: str
    instead: str


@dataclass(frozen=True)
class SwapClosed:
    seat: Seat


@dataclass(frozen=True)
class TaskSet:
    seat: Seat
    task: TaskName
    with_rescue: bool = False


@dataclass(frozen=True)
class TaskClosed:
    """`done` is false when it lapsed."""

    seat: Seat
    task: TaskName
    done: bool = True


@dataclass(frozen=True)
class ShelterPlaced:
    seat: Seat
    habitat: str
    instead_of: str | None = None


@dataclass(frozen=True)
class DeckShuffled:
    """`cards` from the discard pile became the deck."""

    side: Side
    cards: int


@dataclass(frozen=True)
class TurnEnded:
    """`market` and `decks` after both markets were filled up."""

    seat: Seat
    market: Stock
    decks: Stock


@dataclass(frozen=True)
class AwardDrawn:
    """`known`: what the tracked zoos tell, in seat order."""

    seat: Seat
    award: str
    again: bool
    known: tuple[Reckoning, ...]


@dataclass(frozen=True)
class StarsAsked:
    """Two or more reached the number of awards at once and the star total decides."""

    seats: Seats
    known: tuple[Reckoning, ...]


@dataclass(frozen=True)
class Counted:
    seat: Seat
    value: Secret[int] | None
    tiebreak: Secret[int] | None


@dataclass(frozen=True)
class TiebreakAsked:
    """`public`: the counts of all."""

    award: str
    seats: Seats
    public: tuple[Reckoning, ...]


@dataclass(frozen=True)
class CountsImpossible:
    """Together the counts exceed what the box holds: all count again."""

    award: str
    most: int


@dataclass(frozen=True)
class AwardDecided:
    """`counts`: of all, with the tie-breaks of those who tied."""

    award: str
    outcome: Outcome
    winners: Seats
    counts: tuple[Reckoning, ...]


@dataclass(frozen=True)
class GameEnded:
    winners: Seats


Event = (
    LotDrawn | StarterChosen | CardTaught | EventDrawn | MoneyMoved | AdStarsBought | BadPublicityGiven | ActionsSpent
    | CardBought | CardGained | OtherCardLaid | CardLost | DrawnCardDiscarded | AnimalExchanged | AnimalRescued
    | AnimalsSwapped | ChoiceRedone | SwapClosed | TaskSet | TaskClosed | ShelterPlaced | DeckShuffled | TurnEnded
    | AwardDrawn | StarsAsked | Counted | TiebreakAsked | CountsImpossible | AwardDecided | GameEnded
)  # fmt: skip
EVENT_KINDS: tuple[type[Event], ...] = (
    LotDrawn, StarterChosen, CardTaught, EventDrawn, MoneyMoved, AdStarsBought, BadPublicityGiven, ActionsSpent,
    CardBought, CardGained, OtherCardLaid, CardLost, DrawnCardDiscarded, AnimalExchanged, AnimalRescued,
    AnimalsSwapped, ChoiceRedone, SwapClosed, TaskSet, TaskClosed, ShelterPlaced, DeckShuffled, TurnEnded,
    AwardDrawn, StarsAsked, Counted, TiebreakAsked, CountsImpossible, AwardDecided, GameEnded,
)  # fmt: skip
