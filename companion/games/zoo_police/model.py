"""PURE. The words of Zoo Police: house rules, state, commands and events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from companion.core.secret import Seat, Seats, Secret

ROWS = (1, 2, 3, 4)
NUMBERS = (1, 2, 3, 4, 5)
ROUNDS = 5
DECK = 25
INNOCENTS = 10
BANK = 65
"""Points on all Score cards of the box."""

CRIME_TYPES = ("purple", "brown", "pink", "light blue", "orange")
MOST_KEPT = 3
MOST_TYPES = 12
MOST_OF_ONE = 99
"""Glasses of one kind on one type, and points in one pile: more is a slip of the finger."""

LONGEST_TYPE = 24

Phase = Literal["draw", "place", "identify", "assign", "score", "over"]
Card = Literal["down", "back"] | int
"""A played Suspect: face down, returned to its owner, or open with its number."""

Placement = tuple[int, int, int, int]
"""The numbers in rows 1 to 4."""


@dataclass(frozen=True, kw_only=True)
class Options:
    mode: Literal["referee", "tally"] = "referee"
    innocent_variant: bool = False
    open_scores: bool = False
    assist: Literal["off", "logic", "odds"] = "off"
    final_tie: Literal["shared", "most_crimes"] = "shared"
    fifth_card_blind: bool = False


@dataclass(frozen=True)
class Glasses:
    """Magnifying glasses on all won cards of one type, each printed pair counted once."""

    neutral: int
    own: int


@dataclass(frozen=True)
class CrimeType:
    name: str
    neutral: int
    own: int

    @property
    def value(self) -> int:
        return self.neutral + self.own


@dataclass(frozen=True)
class RowResult:
    """`to` is `None` when nobody won the row; `returned` had equal numbers."""

    row: int
    to: Seat | None
    crimes: int
    returned: tuple[Seat, ...]


@dataclass(frozen=True)
class Turn:
    """The turn that was taken last. `said` is `None` for a forced own reveal."""

    seat: Seat
    owner: Seat
    row: int
    said: int | None
    shown: int
    hit: bool


@dataclass(frozen=True, kw_only=True)
class Player:
    seat: Seat
    crimes: int = 0
    points: int = 0
    innocents: int = 0
    holds_innocent: bool = False
    cards: tuple[Card, ...] = ()
    """One a row once the Suspects are down, before that none."""
    seen: tuple[int, ...] = ()
    """Numbers turned up this round, in the order of turning."""
    turns: int = 0
    fresh_hit: int | None = None
    """The number of the latest own turn, when it was a hit for which no Innocent was claimed."""
    placement: Secret[Placement] | None = None
    types: tuple[CrimeType, ...] | None = None
    """The tally; `None` before it."""
    keep: tuple[str, ...] | None = None

    @property
    def pile(self) -> int:
        """Score cards and claimed Innocents, unmultiplied."""
        return self.points + self.innocents


@dataclass(frozen=True, kw_only=True)
class State:
    players: tuple[Player, ...]
    options: Options
    round: int = 1
    phase: Phase = "draw"
    rows: tuple[int, int, int, int] = (0, 0, 0, 0)
    extra: int | None = None
    assigned: tuple[RowResult, ...] = ()
    last: Turn | None = None
    stock: int | None = None
    """Innocent cards that nobody holds; `None` before they are dealt."""

    @property
    def seats(self) -> Seats:
        return tuple(player.seat for player in self.players)

    def player(self, seat: Seat) -> Player:
        return next(player for player in self.players if player.seat == seat)


# ---- commands ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawCrimes:
    extra: int


@dataclass(frozen=True)
class Place:
    numbers: Secret[Placement]


@dataclass(frozen=True)
class AllPlaced:
    pass


@dataclass(frozen=True)
class Guess:
    owner: Seat
    row: int
    number: int
    shown: int | None = None


@dataclass(frozen=True)
class TurnOwn:
    row: int
    shown: int | None = None


@dataclass(frozen=True)
class ClaimInnocent:
    pass


@dataclass(frozen=True)
class NextRound:
    pass


@dataclass(frozen=True)
class Tally:
    types: Mapping[str, Glasses] = field(default_factory=dict)
    pile: int | None = None
    innocents: int | None = None
    crimes: int | None = None
    for_: Seat | None = None


@dataclass(frozen=True)
class Keep:
    types: tuple[str, ...] = ()


Command = DrawCrimes | Place | AllPlaced | Guess | TurnOwn | ClaimInnocent | NextRound | Tally | Keep
COMMANDS: tuple[type[Command], ...] = get_args(Command)

# ---- events ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CrimesDrawn:
    seat: Seat
    round: int
    extra: int


@dataclass(frozen=True)
class SuspectsPlaced:
    seat: Seat
    numbers: Secret[Placement]


@dataclass(frozen=True)
class SuspectsDown:
    """Every colour lies face down in every row."""


@dataclass(frozen=True)
class SuspectTurned:
    """A guess and what the card was."""

    seat: Seat
    owner: Seat
    row: int
    said: int
    shown: int
    hit: bool


@dataclass(frozen=True)
class OwnTurned:
    seat: Seat
    row: int
    shown: int


@dataclass(frozen=True)
class PlacementDropped:
    """The card on the table was another than the owner had entered: the entry no longer counts this round."""

    seat: Seat


@dataclass(frozen=True)
class RowsAssigned:
    round: int
    rows: tuple[RowResult, ...]


@dataclass(frozen=True)
class InnocentClaimed:
    seat: Seat
    number: int
    drew: bool


@dataclass(frozen=True)
class RoundBegun:
    round: int
    first: Seat


@dataclass(frozen=True)
class InnocentsDealt:
    stock: int


@dataclass(frozen=True)
class ScoringOpened:
    pass


@dataclass(frozen=True)
class CrimesTallied:
    """`points`, `innocents` and `crimes` are `None` where the referee counted them himself."""

    seat: Seat
    types: tuple[CrimeType, ...]
    points: int | None = None
    innocents: int | None = None
    crimes: int | None = None


@dataclass(frozen=True)
class TypesKept:
    seat: Seat
    types: tuple[str, ...]


@dataclass(frozen=True)
class GameEnded:
    winners: tuple[Seat, ...]


Event = (
    CrimesDrawn
    | SuspectsPlaced
    | SuspectsDown
    | SuspectTurned
    | OwnTurned
    | PlacementDropped
    | RowsAssigned
    | InnocentClaimed
    | RoundBegun
    | InnocentsDealt
    | ScoringOpened
    | CrimesTallied
    | TypesKept
    | GameEnded
)
EVENTS: tuple[type[Event], ...] = get_args(Event)
