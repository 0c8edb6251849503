"""PURE. The words of Cops 'n' Robbers: options, state, commands and events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.core.game import refuse
from companion.core.secret import Seat, Seats
from companion.games.cops_n_robbers.hideouts import Colour, Hideout, Piles, Type

RADIO_CARDS = 45
MOST_CARS = 6
LONGEST_NOTE = 300
"""Characters."""

Kind = Literal["type", "colour", "both", "assignment", "other"]
"""Of a radio message: the suspect moved to a hideout of another type, of another colour, of both, or neither."""

ReshuffleRule = Literal["extended", "frozen", "again"]
"""All three piles anew (once, with `extend_game`), the suspect frozen from now on, or frozen already."""


@dataclass(frozen=True)
class Options:
    """`cars` are cars per player."""

    cars: int = 1
    extend_game: bool = False
    redraw_dead_move: bool = False
    arrest_if_already_there: bool = False
    phone_pass: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.cars <= MOST_CARS:
            refuse("cars-out-of-range", cars=self.cars, most=MOST_CARS)


@dataclass(frozen=True)
class Step:
    """One step of the hunt. `hideout` is where the suspect is after it, as far as known; `player` is who got an
    assignment."""

    by: Seat
    what: Literal["moved", "stayed", "set-aside", "message", "reshuffled", "arrest-failed", "caught"]
    hideout: Hideout
    kind: Kind | None = None
    type: Type | None = None
    colour: Colour | None = None
    note: str = ""
    player: Seat | None = None
    roll: int | None = None
    rule: ReshuffleRule | None = None


@dataclass(frozen=True)
class State:
    """`used` and `left` count radio cards, `aside` those out of the game since the suspect is frozen.
    `tried` made their arrest throw in this turn; `moved` and `draw_again` speak of this turn, too."""

    seats: Seats
    options: Options
    turn: Seat
    car: int = 1
    piles: Piles = field(default_factory=Piles)
    used: int = 0
    left: int = RADIO_CARDS
    aside: int = 0
    extended: bool = False
    frozen: bool = False
    die: int | None = None
    tried: Seats = ()
    moved: bool = False
    draw_again: bool = False
    caught_by: Seat | None = None
    history: tuple[Step, ...] = ()

    @property
    def reshuffle_rule(self) -> ReshuffleRule:
        if self.frozen:
            return "again"
        return "extended" if self.options.extend_game and not self.extended else "frozen"


# ---- commands ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Radio:
    """`type` and `colour` are the cards turned up; `player` is who gets the assignment."""

    kind: Kind
    type: Type | None = None
    colour: Colour | None = None
    note: str = ""
    player: Seat | None = None

    def __post_init__(self) -> None:
        if len(self.note) > LONGEST_NOTE:
            refuse("note-too-long", most=LONGEST_NOTE)


@dataclass(frozen=True)
class Reshuffle:
    type: Type | None = None
    colour: Colour | None = None


@dataclass(frozen=True)
class Roll:
    """The die for driving, for tables that roll on the screen."""

    die: int | None = None


@dataclass(frozen=True)
class Arrest:
    roll: int | None = None


@dataclass(frozen=True)
class NextTurn:
    pass


Command = Radio | Reshuffle | Roll | Arrest | NextTurn
COMMANDS: tuple[type[Command], ...] = (Radio, Reshuffle, Roll, Arrest, NextTurn)


# ---- events ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MessageRead:
    """A message that does not move the suspect."""

    seat: Seat
    kind: Kind
    note: str = ""
    player: Seat | None = None


@dataclass(frozen=True)
class SuspectMoved:
    """`type` and `colour` are the cards turned up, `hideout` is where the suspect is now."""

    seat: Seat
    kind: Kind
    hideout: Hideout
    type: Type | None = None
    colour: Colour | None = None
    note: str = ""


@dataclass(frozen=True)
class FinalReached:
    hideout: Hideout


@dataclass(frozen=True)
class SuspectStayed:
    """A move without effect because its pile is empty; with `again` the next radio card is taken."""

    seat: Seat
    kind: Kind
    hideout: Hideout
    again: bool = False
    note: str = ""


@dataclass(frozen=True)
class MoveSetAside:
    seat: Seat
    kind: Kind
    note: str = ""


@dataclass(frozen=True)
class CardsReshuffled:
    """`cards` is the size of the new radio pile."""

    seat: Seat
    rule: ReshuffleRule
    cards: int
    hideout: Hideout
    type: Type | None = None
    colour: Colour | None = None


@dataclass(frozen=True)
class Rolled:
    seat: Seat
    die: int


@dataclass(frozen=True)
class ArrestFailed:
    seat: Seat
    roll: int


@dataclass(frozen=True)
class SuspectCaught:
    seat: Seat
    roll: int
    hideout: Hideout


@dataclass(frozen=True)
class TurnCame:
    """`car` counts from 1 to the cars per player."""

    seat: Seat
    car: int = 1


Event = (
    MessageRead
    | SuspectMoved
    | FinalReached
    | SuspectStayed
    | MoveSetAside
    | CardsReshuffled
    | Rolled
    | ArrestFailed
    | SuspectCaught
    | TurnCame
)
EVENTS: tuple[type[Event], ...] = (
    MessageRead,
    SuspectMoved,
    FinalReached,
    SuspectStayed,
    MoveSetAside,
    CardsReshuffled,
    Rolled,
    ArrestFailed,
    SuspectCaught,
    TurnCame,
)
