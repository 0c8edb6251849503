"""PURE. The words of Zoo Panic: options, state, commands and events.

An animal is named by the number of the cage where it belongs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.core.game import refuse
from companion.core.secret import Seat, Seats
from companion.games.zoo_panic.animals import PICTURES, STANDARD_ANIMALS, picture_of

FEWEST_CAGES, MOST_CAGES = 2, 60
MOST_BLUE_SPACES = 30
LONGEST_ANIMAL = 30
"""Characters of an animal's name."""


@dataclass(frozen=True)
class Options:
    """House rules, by the names of the rules page.

    `animals` names the animals of the cages 1, 2, 3 ...; a missing or empty name becomes a number, names beyond the
    last cage wait for a bigger zoo. `blue_spaces` is how many car spaces the board has; `None`: nobody has counted.
    """

    cages: int = 22
    exact_move: bool = False
    own_cage_returns_car: bool = False
    leave_finished_pawn: bool = False
    assist: bool | Literal["off", "logic"] = False
    animals: tuple[str, ...] = STANDARD_ANIMALS
    blue_spaces: int | None = None

    def __post_init__(self) -> None:
        if not FEWEST_CAGES <= self.cages <= MOST_CAGES:
            refuse("cages-out-of-range", cages=self.cages, fewest=FEWEST_CAGES, most=MOST_CAGES)
        if self.blue_spaces is not None and not 2 <= self.blue_spaces <= MOST_BLUE_SPACES:
            refuse("blue-spaces-out-of-range", spaces=self.blue_spaces, most=MOST_BLUE_SPACES)
        known: set[str] = set()
        for number in range(1, self.cages + 1):
            name = self.name(number)
            if len(name) > LONGEST_ANIMAL:
                refuse("animal-name-long", name=name[:LONGEST_ANIMAL], most=LONGEST_ANIMAL)
            if name.casefold() in known:
                refuse("animals-alike", name=name)
            known.add(name.casefold())

    def name(self, animal: int) -> str:
        given = self.animals[animal - 1].strip() if animal <= len(self.animals) else ""
        return given or f"Animal {animal}"

    def label(self, animal: int) -> str:
        """Picture and name."""
        name = self.name(animal)
        return f"{picture_of(name)} {name}"

    @property
    def pictured(self) -> tuple[str, ...]:
        """Names of animals that have a picture."""
        return tuple(name.capitalize() for name in PICTURES)

    @property
    def helps(self) -> bool:
        return self.assist is True or self.assist == "logic"


@dataclass(frozen=True)
class Car:
    """A car token: on a blue space, or with a player who took it from one.

    `told` is whether the table has said where it stands: at the start the two cars are only assumed on 1 and 2.
    """

    space: int | None
    holder: Seat | None = None
    taken_from: int | None = None
    told: bool = False


@dataclass(frozen=True)
class Late:
    """What the player who has just moved may still add before the next roll."""

    seat: Seat
    what: Literal["move", "car"]


@dataclass(frozen=True)
class State:
    """`face_down` are cages, `seen` and `home` animals (a home animal lies in the cage of its own number);
    `owing` are the players who have to put their car back."""

    seats: Seats
    options: Options
    turn: Seat
    face_down: tuple[int, ...]
    carrying: Mapping[Seat, int]
    trophies: Mapping[Seat, int]
    cars: tuple[Car, ...] = (Car(1), Car(2))
    seen: tuple[int, ...] = ()
    home: tuple[int, ...] = ()
    die: int | None = None
    allowance: int | None = None
    owing: tuple[Seat, ...] = ()
    late: Late | None = None
    over: bool = False

    @property
    def unseen(self) -> tuple[int, ...]:
        return tuple(n for n in range(1, self.options.cages + 1) if n not in self.seen)

    @property
    def finished(self) -> Seats:
        """Nothing carried and nothing left to turn over (A16, A17)."""
        return () if self.face_down else tuple(seat for seat in self.seats if seat not in self.carrying)

    def held_by(self, seat: Seat) -> tuple[int, ...]:
        """The places in `cars` of the cars that `seat` has."""
        return tuple(n for n, car in enumerate(self.cars) if car.holder == seat)


# ---- commands ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Roll:
    die: int | None = None


@dataclass(frozen=True)
class Open:
    cage: int
    animal: int


@dataclass(frozen=True)
class Deliver:
    """`found` is the animal whose card lay in the cage; `cage` may say where the pawn stands, to be checked."""

    found: int | None = None
    cage: int | None = None


@dataclass(frozen=True)
class TakeCar:
    space: int


@dataclass(frozen=True)
class ReturnCar:
    space: int


@dataclass(frozen=True)
class Pass:
    pass


Command = Roll | Open | Deliver | TakeCar | ReturnCar | Pass
COMMANDS: tuple[type[Command], ...] = (Roll, Open, Deliver, TakeCar, ReturnCar, Pass)


# ---- events (labels are picture and name, so that the log needs no table of animals) --------------------------------


@dataclass(frozen=True)
class Rolled:
    seat: Seat
    die: int
    allowance: int
    car: bool = False


@dataclass(frozen=True)
class AnimalTaken:
    seat: Seat
    cage: int
    animal: int
    cage_label: str
    animal_label: str


@dataclass(frozen=True)
class OwnCageFound:
    seat: Seat
    cage: int
    label: str


@dataclass(frozen=True)
class AnimalDelivered:
    seat: Seat
    animal: int
    label: str
    found: int | None = None
    found_label: str = ""


@dataclass(frozen=True)
class CarTaken:
    """`car` is its place in `State.cars`."""

    seat: Seat
    car: int
    space: int


@dataclass(frozen=True)
class CarDue:
    seat: Seat


@dataclass(frozen=True)
class CarReturned:
    seat: Seat
    car: int
    space: int


@dataclass(frozen=True)
class NothingHappened:
    """`beside`: said after another action of the same turn."""

    seat: Seat
    beside: bool = False


@dataclass(frozen=True)
class PlayersFinished:
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class TurnCame:
    seat: Seat
    late: Late | None = None


@dataclass(frozen=True)
class AllHome:
    winners: tuple[Seat, ...]
    trophies: int


Event = (
    Rolled
    | AnimalTaken
    | OwnCageFound
    | AnimalDelivered
    | CarTaken
    | CarDue
    | CarReturned
    | NothingHappened
    | PlayersFinished
    | TurnCame
    | AllHome
)
EVENTS: tuple[type[Event], ...] = (
    Rolled,
    AnimalTaken,
    OwnCageFound,
    AnimalDelivered,
    CarTaken,
    CarDue,
    CarReturned,
    NothingHappened,
    PlayersFinished,
    TurnCame,
    AllHome,
)
