"""PURE. The 25 hideouts, and the exact chances of finding the suspect in each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

Type = Literal["church", "boat", "site", "warehouse", "cafe"]
Colour = Literal["red", "orange", "yellow", "purple", "green"]
TYPES: tuple[Type, ...] = get_args(Type)
COLOURS: tuple[Colour, ...] = get_args(Colour)


@dataclass(frozen=True)
class Hideout:
    """`None` is what nobody knows yet."""

    type: Type | None = None
    colour: Colour | None = None

    @property
    def exact(self) -> bool:
        return self.type is not None and self.colour is not None


@dataclass(frozen=True)
class Chance:
    """One chance in `one_in` that the suspect is here: all possible hideouts are equally likely."""

    type: Type
    colour: Colour
    one_in: int


@dataclass(frozen=True)
class Piles:
    """The cards turned in this pass, in order; a card turned is not turned again before its pile is shuffled."""

    types: tuple[Type, ...] = ()
    colours: tuple[Colour, ...] = ()

    @property
    def types_left(self) -> tuple[Type, ...]:
        return tuple(kind for kind in TYPES if kind not in self.types)

    @property
    def colours_left(self) -> tuple[Colour, ...]:
        return tuple(colour for colour in COLOURS if colour not in self.colours)

    @property
    def hideout(self) -> Hideout:
        return Hideout(self.types[-1] if self.types else None, self.colours[-1] if self.colours else None)

    @property
    def final(self) -> bool:
        return not self.types_left and not self.colours_left

    def chances(self, *, new_type: bool = False, new_colour: bool = False) -> tuple[Chance, ...]:
        """Where the suspect may be now, or once the named piles have turned their next card (an empty pile turns
        none)."""
        types, colours = self._types(new_type), self._colours(new_colour)
        return tuple(Chance(*place, len(types) * len(colours)) for place in product(types, colours))

    def _types(self, new: bool) -> tuple[Type, ...]:
        if not self.types or (new and self.types_left):
            return self.types_left
        return self.types[-1:]

    def _colours(self, new: bool) -> tuple[Colour, ...]:
        if not self.colours or (new and self.colours_left):
            return self.colours_left
        return self.colours[-1:]
