"""PURE. The words of Zoogitives: house rules, state and commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from companion.core.secret import Seat, Seats, Secret

Crook = Literal["Lemon", "Bone", "Murphy", "Brown", "Amber", "Berry"]
Expertise = Literal["safes", "theft", "hacking", "disguises", "combat", "getaways"]
Hideout = Literal["Rio", "San Francisco", "Beijing", "Paris", "Sydney", "Johannesburg"]
Kind = Literal["crook", "expertise", "hideout"]
Value = Literal[Crook, Expertise, Hideout]
Place = Literal[Hideout, "ticket"]
Marker = Literal[0, 1, 2, 3]
Phase = Literal["setup", "report", "hunt", "check", "over"]

CROOKS: tuple[Crook, ...] = get_args(Crook)
EXPERTISES: tuple[Expertise, ...] = get_args(Expertise)
HIDEOUTS: tuple[Hideout, ...] = get_args(Hideout)
KINDS: tuple[Kind, ...] = get_args(Kind)
MARKERS: tuple[Marker, ...] = get_args(Marker)
DICE = 6
IN_CITIES = 3
"""Dice on the map at the start."""
CARDS = 3
"""Cards of one player, and so the chances to capture."""


@dataclass(frozen=True, kw_only=True)
class Options:
    tickets: Literal[3, 4, 5, 6] = 6
    capture_own_turn_only: bool = False
    penalty_counts: bool = True
    auto_tick_revealed: bool = False
    assist: Literal["off", "logic", "odds"] = "off"


@dataclass(frozen=True)
class Cards:
    """The three cards of one player, or what somebody takes them to be."""

    crook: Crook
    expertise: Expertise
    hideout: Hideout

    def of(self, kind: Kind) -> Value:
        value: Value = getattr(self, kind)
        return value


@dataclass(frozen=True)
class Die:
    crook: Crook
    expertise: Expertise
    at: Place


@dataclass(frozen=True)
class LaidDie:
    """A die as it was rolled; `at` is left out when the app is to choose the cities."""

    crook: Crook
    expertise: Expertise
    at: Place | None = None


Dice = tuple[Die, ...]
Six = tuple[LaidDie, LaidDie, LaidDie, LaidDie, LaidDie, LaidDie]


@dataclass(frozen=True)
class Told:
    """`unsure`: announced after an announcement that turned out wrong."""

    marker: Marker
    corrected: bool = False
    unsure: bool = False


@dataclass(frozen=True)
class Move:
    """The dice after an investigation and what everybody, in seat order, announced then; the first one is the Police
    Report, in which nobody moved a die."""

    dice: Dice
    told: tuple[Told | None, ...]
    seat: Seat | None = None
    die: int | None = None
    before: Die | None = None


@dataclass(frozen=True)
class FaceUp:
    kind: Kind
    value: Value
    penalty: bool
    """Lost to the Thieves' Code, and not in a capture anyway."""


@dataclass(frozen=True)
class Chip:
    """`card` is `None` when the kind of the card was not entered; `lost` when it was turned by the Thieves' Code."""

    card: Secret[Kind] | None
    turned: bool = False
    lost: bool = False


@dataclass(frozen=True)
class Question:
    """A hypothesis that was shown; `yes` is `None` while it waits for the answer."""

    asker: Seat
    opponent: Secret[Seat]
    hypothesis: Secret[Cards]
    round: int
    yes: Secret[bool] | None = None


@dataclass(frozen=True, kw_only=True)
class Player:
    seat: Seat
    cards: Secret[Cards] | None = None
    face_up: tuple[FaceUp, ...] = ()
    chip: Chip | None = None
    """Announced this round."""

    @property
    def hidden(self) -> tuple[Kind, ...]:
        """Kinds of the cards that are still face down."""
        shown = {card.kind for card in self.face_up}
        return tuple(kind for kind in KINDS if kind not in shown)


@dataclass(frozen=True, kw_only=True)
class State:
    players: tuple[Player, ...]
    options: Options
    active: Seat
    """Who has the active animal token."""
    phase: Phase = "setup"
    round: int = 0
    acted: tuple[Seat, ...] = ()
    """Who has investigated this round."""
    between: bool = False
    """A round without a check has just ended and nobody has moved a die since: its last turn may still bring a
    capture."""
    dice: Dice = ()
    moves: tuple[Move, ...] = ()
    clashed: tuple[Kind, ...] = ()
    """Kinds of which two players had entered the same card when all were compared last."""
    questions: tuple[Question, ...] = ()
    finished: tuple[Seat, ...] = ()
    """Who asks no more in the present check."""
    complete: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def seats(self) -> Seats:
        return tuple(player.seat for player in self.players)

    @property
    def captures(self) -> Seats:
        """Who has a chip on a card this round."""
        return tuple(player.seat for player in self.players if player.chip is not None)

    @property
    def missing(self) -> Seats:
        """Who has yet to report or to announce the place of the marker."""
        told = self.moves[-1].told if self.moves and self.phase in ("report", "hunt") else ()
        return tuple(seat for seat, said in zip(self.seats, told, strict=False) if said is None)

    def player(self, seat: Seat) -> Player:
        return next(player for player in self.players if player.seat == seat)


@dataclass(frozen=True)
class SetDice:
    dice: Six


@dataclass(frozen=True)
class RollDice:
    pass


@dataclass(frozen=True)
class TakeCards:
    crook: Secret[Crook]
    expertise: Secret[Expertise]
    hideout: Secret[Hideout]


@dataclass(frozen=True)
class Report:
    marker: Marker | None = None


@dataclass(frozen=True)
class Investigate:
    """`to` left out: the die stays where it lies; what is left out of the face stays as it is."""

    die: int
    to: Place | None = None
    crook: Crook | None = None
    expertise: Expertise | None = None


@dataclass(frozen=True)
class Announce:
    marker: Marker | None = None


@dataclass(frozen=True)
class Capture:
    """`card` may be left out where a board speaks for a player without a phone."""

    card: Secret[Kind] | None = None


@dataclass(frozen=True)
class Ask:
    opponent: Secret[Seat]
    crook: Secret[Crook]
    expertise: Secret[Expertise]
    hideout: Secret[Hideout]


@dataclass(frozen=True)
class Answer:
    to: Seat
    yes: Secret[bool]


@dataclass(frozen=True)
class TurnUp:
    value: Value


@dataclass(frozen=True)
class Penalty:
    """`value` may be left out when the offender entered the cards."""

    offender: Seat
    card: Kind
    value: Value | None = None


@dataclass(frozen=True)
class Correct:
    of: Seat
    announcement: int
    marker: Marker


Command = (
    SetDice
    | RollDice
    | TakeCards
    | Report
    | Investigate
    | Announce
    | Capture
    | Ask
    | Answer
    | TurnUp
    | Penalty
    | Correct
)
COMMANDS: tuple[type[Command], ...] = get_args(Command)
