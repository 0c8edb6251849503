"""PURE. What may be asked of a table of Zoo King."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.secret import Seat, Secret
from companion.games.zoo_king.cards import Source


@dataclass(frozen=True)
class DrawLots:
    """Who chooses the first starter, when nobody knows who petted an animal last (K7)."""


@dataclass(frozen=True)
class ChooseStarter:
    """The first seat that chooses opens the choosing; the others follow clockwise. `price` as printed, the grey one at
    four players; may be left out when it is known."""

    card: str
    price: int | None = None
    stars: int | None = None


@dataclass(frozen=True)
class Details:
    """What an event needs beyond its target; everything may be left out where the app can know or draw it.

    `animal`: the one lost to Animal Escape or given up at Animal Checkups by the drawer, or the one picked at Animal
    Rescue (left out: picked at random). `given`, `taken`: the animals of an Exhibit Exchange as the drawer sees them
    (left out: picked at random). `stars`, `price`: bought with the Ad Campaign, and the sum paid for them. `count`:
    Show animals or largest habitat group, where the zoo does not tell. `amount`: the Corporate Sponsor's money for
    each facility. `declined`: the Animal Rescue is not used.
    """

    animal: str | None = None
    given: str | None = None
    taken: str | None = None
    stars: int | None = None
    price: int | None = None
    count: int | None = None
    amount: int | None = None
    declined: bool = False


@dataclass(frozen=True)
class DrawEvent:
    """After a Groundskeeper was bought: the event that is replayed."""

    event: str
    target: Seat | None = None
    details: Details | None = None


@dataclass(frozen=True)
class Buy:
    """`price` is the list price as printed (staff and facilities at four players: the grey one); it, `stars`,
    `habitats` and `types` are only needed while the app does not know them. `count`: different habitats, for a Tour
    Guide, where the zoo does not tell."""

    card: str
    from_: Source = "market"
    price: int | None = None
    stars: int | None = None
    habitats: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    count: int | None = None


@dataclass(frozen=True)
class Discard:
    """A card that was drawn from a deck and is not bought (an action); or an own card that an event or the Investor
    asks for; or the Volunteer, after an Exhibit Exchange: `pick` is then the animal the opponent takes instead (left
    out: at random)."""

    card: str
    pick: str | None = None


@dataclass(frozen=True)
class Exchange:
    """`give` from the zoo for `take`; the facts are those of `take`, while the app does not know them."""

    give: str
    take: str
    from_: Literal["market", "discard"] = "market"
    price: int | None = None
    stars: int | None = None
    habitats: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Gain:
    """A card for free: from the Curator, the Gift Shop, or by hand. `other` is the Curator's second card."""

    card: str
    other: str | None = None
    price: int | None = None
    stars: int | None = None
    habitats: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Lose:
    """An own card to the discard pile."""

    card: str


@dataclass(frozen=True)
class Money:
    """From the bank, or below zero to it."""

    amount: int


@dataclass(frozen=True)
class PlaceShelter:
    habitat: str


@dataclass(frozen=True)
class TeachCard:
    """What is printed on a card; what is left out stays as it is. `price` 0 = none is printed; `types` "none" = no icon
    is printed."""

    card: str
    price: int | None = None
    grey: int | None = None
    stars: int | None = None
    habitats: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None


@dataclass(frozen=True)
class EndTurn:
    pass


@dataclass(frozen=True)
class DrawAward:
    award: str


@dataclass(frozen=True)
class Count:
    """One seat's figure for the award drawn, and its tie-break; once that is asked, `value` may be left out."""

    value: Secret[int] | None = None
    tiebreak: Secret[int] | None = None


Command = (
    DrawLots | ChooseStarter | DrawEvent | Buy | Discard | Exchange | Gain | Lose | Money | PlaceShelter | TeachCard
    | EndTurn | DrawAward | Count
)  # fmt: skip
COMMANDS: tuple[type[Command], ...] = (
    DrawLots, ChooseStarter, DrawEvent, Buy, Discard, Exchange, Gain, Lose, Money, PlaceShelter, TeachCard, EndTurn,
    DrawAward, Count,
)  # fmt: skip
