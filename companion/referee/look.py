"""What leaves the referee: frozen, and already sealed for one viewer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.core.game import Score
from companion.core.secret import Viewer
from companion.core.story import Tale
from companion.storage import SeatRow


class NoSuchTable(Exception):
    """No table has this code."""


class TableDamaged(Exception):
    """What is stored of a table can't be read. The other tables are not concerned."""


@dataclass(frozen=True)
class SeatLook:
    """`id` addresses the seat in the lobby's forms; it opens nothing."""

    id: int
    name: str
    colour: str
    has_phone: bool


def look_of(seat: SeatRow) -> SeatLook:
    return SeatLook(seat.id, seat.name, seat.colour, seat.device is not None)


@dataclass(frozen=True)
class LogLine:
    """One entry as the viewer may read it.

    `hushed` holds, event by event, whether its particulars are no longer told. A retraction has `retracts` and no
    command; `retracted` marks an entry that no longer counts.
    """

    version: int
    seat: Viewer
    command: Any
    events: tuple[Any, ...]
    hushed: tuple[bool, ...]
    overruled: frozenset[str]
    retracts: int | None
    retracted: bool
    at: float


@dataclass(frozen=True)
class Look:
    """Everything one viewer may know of a running or ended game. `undo` is the entry the viewer may take back; `tale`
    how an ended game went."""

    code: str
    slug: str
    title: str
    me: Viewer
    seats: tuple[SeatLook, ...]
    options: Any
    version: int
    revision: int
    view: Any
    offers: Callable[[], tuple[Any, ...]] = field(repr=False, compare=False)
    log: tuple[LogLine, ...]
    score: Score
    undo: LogLine | None
    tale: Tale | None
    next_code: str | None
    opened_at: float

    @property
    def legal(self) -> tuple[Any, ...]:
        """The commands offered to the viewer, reckoned when a screen asks."""
        return self.offers()

    @property
    def ended(self) -> bool:
        return self.score.final

    def seat(self, name: str) -> SeatLook:
        return next(seat for seat in self.seats if seat.name == name)


@dataclass(frozen=True)
class LobbyLook:
    """A table at which people are still sitting down. `me` is the name of the viewer's seat, `None` for the board.
    `obstacle` is the code of what keeps the game from starting, or "" when it may start."""

    code: str
    slug: str
    title: str
    me: Viewer
    seats: tuple[SeatLook, ...]
    seats_allowed: range
    options: Any
    free_colours: tuple[str, ...]
    revision: int
    obstacle: str


@dataclass(frozen=True)
class TableLine:
    """A table in the list of tables."""

    code: str
    slug: str
    title: str
    names: tuple[str, ...]
    stage: str
    """ "lobby", "running" or "ended"."""
    winners: tuple[str, ...]
    touched_at: float
    damaged: bool = False
