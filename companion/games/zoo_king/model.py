"""PURE. The words of Zoo King: the state of a table (commands.py: what may be asked; happened.py: what happens)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.secret import Seat, Seats, Secret
from companion.games.zoo_king.cards import START_MONEY
from companion.games.zoo_king.catalogue import Facts
from companion.games.zoo_king.options import Options

Side = Literal["animals", "staff"]
"""Of the market: the animals, or staff & facilities together."""

Outcome = Literal["won", "shared", "returned", "nobody"]

TaskName = Literal[
    "Animal Checkups", "Animal Escape", "Curator", "Gift Shop", "Investor", "Groundskeeper"
]
"""What a seat may or must still do: discard an animal (the first two), take an animal, take 200 or an animal, discard a
staff card, replay an event."""

MUST: tuple[TaskName, ...] = ("Animal Checkups", "Animal Escape", "Gift Shop")
"""These do not lapse unnoticed; the others are offers."""

STAR_TOTAL = "Star total"
"""Counted like an award when `double_win` is "most_stars" and the zoos do not tell."""


@dataclass(frozen=True)
class Zoo:
    """`sheltered` are habitats; `ads` stars bought with the Ad Campaign; `bad_publicity` cards, two stars each."""

    seat: Seat
    cash: int = sum(START_MONEY)
    animals: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    facilities: tuple[str, ...] = ()
    sheltered: tuple[str, ...] = ()
    ads: int = 0
    bad_publicity: int = 0
    awards: tuple[str, ...] = ()

    def has(self, card: str) -> bool:
        return card in self.staff or card in self.facilities


@dataclass(frozen=True)
class Pile:
    kind: Literal["event", "award"]
    left: int


@dataclass(frozen=True)
class Stock:
    """How many cards, animals and staff & facilities."""

    animals: int
    staff: int


@dataclass(frozen=True)
class Line:
    """Money for (or, below zero, from) one seat, and why."""

    seat: Seat
    amount: int
    reason: str


@dataclass(frozen=True)
class Drawn:
    """The event that lies open, and the money it moved."""

    event: str
    seat: Seat
    target: Seat | None = None
    replayed: bool = False
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Task:
    """`with_rescue`: the Groundskeeper was the first action, so that an Animal Rescue can still take both (K32)."""

    seat: Seat
    task: TaskName
    with_rescue: bool = False


@dataclass(frozen=True)
class Swap:
    """An Exhibit Exchange that a Volunteer may still have redone. `before`: the animals before it."""

    seat: Seat
    opponent: Seat
    given: str
    taken: str
    seat_before: tuple[str, ...]
    opponent_before: tuple[str, ...]


@dataclass(frozen=True)
class Reckoning:
    """One seat's figures for an award; `None` = not known."""

    seat: Seat
    value: int | None = None
    tiebreak: int | None = None


@dataclass(frozen=True)
class SealedCount:
    seat: Seat
    value: Secret[int] | None
    tiebreak: Secret[int] | None


@dataclass(frozen=True)
class Deciding:
    """`seats` compete; `known` follows from the zoos; `public` is what all may see; `asked` must tell the tie-break."""

    title: str
    again: bool
    seats: Seats
    known: tuple[Reckoning, ...]
    sealed: tuple[SealedCount, ...] = ()
    asked: Seats = ()
    public: tuple[Reckoning, ...] = ()
    miscounted: bool = False


@dataclass(frozen=True)
class Decided:
    title: str
    outcome: Outcome
    winners: Seats
    counts: tuple[Reckoning, ...]


@dataclass(frozen=True)
class State:
    """`order` is the order of play. `turn` counts the turns begun; `open` = one of them is going on, `active`'s.
    `dropped`: cards discarded this turn, by whom. The piles' last card is their top one; "" is a card nobody
    named. `latest`: the award decided last, until another card is drawn."""

    seats: Seats
    options: Options
    order: Seats
    stage: Literal["starters", "turns", "over"]
    zoos: tuple[Zoo, ...]
    known: tuple[Facts, ...]
    piles: tuple[Pile, ...]
    decks: Stock
    market: Stock = Stock(5, 5)
    animal_pile: tuple[str, ...] = ()
    staff_pile: tuple[str, ...] = ()
    chooser: Seat | None = None
    starters: Seats = ()
    turn: int = 0
    open: bool = False
    active: Seat | None = None
    actions: int = 0
    seen: tuple[str, ...] = ()
    event: Drawn | None = None
    tasks: tuple[Task, ...] = ()
    swap: Swap | None = None
    dropped: tuple[tuple[Seat, str], ...] = ()
    award: Deciding | None = None
    decided: tuple[Decided, ...] = ()
    latest: Decided | None = None
    returned: tuple[str, ...] = ()
    winners: Seats = ()

    @property
    def tracked(self) -> bool:
        return self.options.mode == "referee"

    @property
    def first(self) -> Seat:
        return self.order[0]

    def zoo(self, seat: Seat) -> Zoo:
        return self.zoos[self.seats.index(seat)]

    def facts(self, card: str) -> Facts:
        return next((facts for facts in self.known if facts.name == card), Facts(card))

    def task(self, seat: Seat, *names: TaskName) -> Task | None:
        return next((task for task in self.tasks if task.seat == seat and task.task in names), None)

    def pile(self, side: Side) -> tuple[str, ...]:
        return self.animal_pile if side == "animals" else self.staff_pile
