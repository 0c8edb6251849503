"""PURE. A value that only some seats may know, and the sealing of whole structures for one viewer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, NewType, TypeVar

Seat = NewType("Seat", str)
"""A seat's name: 1 to 24 characters, unique at its table, fixed once the game has begun."""

Viewer = Seat | None
"""Who looks: a seat, or `None` for the board."""

Seats = tuple[Seat, ...]
"""All seats of a table, clockwise; the first one begins."""

T = TypeVar("T")


class SealedError(Exception):
    """Somebody tried to open a secret that is not theirs."""


class _Sealed:
    """What a sealed secret holds instead of its value."""


_SEALED = _Sealed()


class Secret(Generic[T]):
    """A value for the eyes of `owners` alone; sealed, it holds no value at all, nor whose it is.

    Never shows its value in `repr`, `str`, JSON or a template. Two secrets are equal when they have the same
    owners and hold equal values, or are both sealed.
    """

    __slots__ = ("_value", "owners")
    owners: frozenset[Seat]

    def __init__(self, value: T | _Sealed, owners: frozenset[Seat]) -> None:
        self._value = value
        self.owners = owners

    @classmethod
    def of(cls, value: T, *owners: Seat) -> Secret[T]:
        return cls(value, frozenset(owners))

    @property
    def sealed(self) -> bool:
        return isinstance(self._value, _Sealed)

    def open(self) -> T:
        """Raises `SealedError` when sealed."""
        if isinstance(self._value, _Sealed):
            raise SealedError("this secret is sealed")
        return self._value

    def share(self, *more: Seat) -> Secret[T]:
        """The same value, for more eyes."""
        return Secret(self._value, self.owners | frozenset(more))

    def seal(self) -> Secret[T]:
        return Secret(_SEALED, frozenset())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret) or self.owners != other.owners:
            return False
        if self.sealed or other.sealed:
            return self.sealed and other.sealed
        return bool(self._value == other._value)

    def __hash__(self) -> int:
        return hash(self.owners)

    def __repr__(self) -> str:
        return "Secret(sealed)"


def seal_for(thing: T, viewer: Viewer) -> T:
    """A copy of an event, command or any plain structure in which every secret not meant for `viewer` is sealed."""
    return _seal(thing, viewer)  # type: ignore[no-any-return]


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


def _seal(thing: Any, viewer: Viewer) -> Any:
    if thing is None or isinstance(thing, (str, int, float)):
        return thing
    if isinstance(thing, Secret):
        return thing if viewer in thing.owners else thing.seal()
    if is_dataclass(thing) and not isinstance(thing, type):
        changed = {
            name: sealed
            for name in _names(type(thing))
            if (sealed := _seal(value := getattr(thing, name), viewer)) is not value
        }
        return replace(thing, **changed) if changed else thing
    if isinstance(thing, tuple):
        parts = tuple(_seal(part, viewer) for part in thing)
        return parts if any(a is not b for a, b in zip(parts, thing, strict=True)) else thing
    if isinstance(thing, Mapping):
        items = {key: _seal(value, viewer) for key, value in thing.items()}
        return MappingProxyType(items) if any(items[k] is not thing[k] for k in thing) else thing
    return thing
