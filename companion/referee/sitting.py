"""A table's log, decoded, and the states that follow from it for each viewer. Kept between requests, never changed
from outside; built anew when an entry is retracted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.core.codec import read_options, read_stored, tagged
from companion.core.log import Entry, fold, standing
from companion.core.secret import Seat, Seats, Viewer, seal_for
from companion.core.story import Tale, tell
from companion.games import AnyGame
from companion.referee.look import LogLine, SeatLook, look_of
from companion.storage import EntryRow, SeatRow, TableRow

EVERYTHING = object()
"""Stands for the one who may see all: the rules themselves."""


class Sitting:
    def __init__(self, game: AnyGame, table: TableRow, seats: Seats) -> None:
        self.game, self.seats, self.seed = game, seats, table.seed
        self.options = read_options(game.options, table.options)
        self.opening = tuple(read_stored(game.events, raw, "event") for raw in table.opening or ())
        self.entries: list[Entry] = []
        self.revision = -1
        """The table's revision up to which the log was read."""
        self._people: tuple[int, tuple[SeatLook, ...]] = (-1, ())
        self.decided_again: set[int] = set()
        """Versions that only a correction of something earlier took away, and the rows that took them."""
        self.standing: tuple[Entry, ...] = ()
        self._states: dict[Any, Any] = {}
        self._sealed: dict[Viewer, list[Entry]] = {}
        self._logs: dict[Viewer, tuple[LogLine, ...]] = {}
        self._repeated: set[tuple[Viewer, int]] = set()
        """What a viewer heard again, just the same, after a correction: entries never change, so that stays so."""
        self._tale: tuple[int, Tale] | None = None
        """At which version it was told, and the tale."""
        self.lock = threading.RLock()

    @property
    def version(self) -> int:
        return len(self.entries)

    def people(self, revision: int, seats: Callable[[], list[SeatRow]]) -> tuple[SeatLook, ...]:
        """Who sits here and on what, asked for once a revision."""
        with self.lock:
            if self._people[0] != revision:
                self._people = (revision, tuple(map(look_of, seats())))
            return self._people[1]

    def read(self, rows: list[EntryRow]) -> None:
        """Takes in the rows that follow the last one read."""
        with self.lock:
            self._logs.clear()
            entries = [self._entry(row) for row in rows if row.version > self.version]
            self.entries.extend(entries)
            again = [row for row in rows if row.retracts is not None and row.content is not None]
            self.decided_again |= {version for row in again for version in (row.version, row.retracts or 0)}
            self.standing = standing(self.entries)
            if any(entry.retracts is not None for entry in entries):
                self._states.clear()
                return
            for viewer, state in self._states.items():
                heard = self.heard(viewer)[-len(entries) :] if entries else ()
                self._states[viewer] = fold(self.game, state, (event for entry in heard for event in entry.events))

    def _entry(self, row: EntryRow) -> Entry:
        seat = Seat(row.seat) if row.seat is not None else None
        if seat is not None and seat not in self.seats:
            raise LookupError("an entry of somebody who has no seat")
        if row.retracts is not None or row.content is None:
            return Entry(row.version, seat, retracts=row.retracts, at=row.at)
        return Entry(
            row.version,
            seat,
            read_stored(self.game.commands, row.content["command"], "do"),
            tuple(read_stored(self.game.events, raw, "event") for raw in row.content["events"]),
            frozenset(row.content.get("overruled", ())),
            at=row.at,
        )

    def heard(self, viewer: Any) -> Sequence[Entry]:
        """All entries as `viewer` hears them. Each is sealed once: entries never change."""
        if viewer is EVERYTHING:
            return self.entries
        with self.lock:
            told = self._sealed.setdefault(viewer, [])
            for entry in self.entries[len(told) :]:
                events = tuple(seal_for(event, viewer) for event in entry.events)
                told.append(replace(entry, command=seal_for(entry.command, viewer), events=events))
            return told

    def state(self, viewer: Any) -> Any:
        """The state as a seat, the board (`None`) or `EVERYTHING` knows it."""
        with self.lock:
            if viewer not in self._states:
                self._states[viewer] = self.state_before(viewer, len(self.standing))
            return self._states[viewer]

    def state_before(self, viewer: Any, keep: int) -> Any:
        """The state that the first `keep` standing entries lead to, as `viewer` knows it."""
        with self.lock:
            opening = self.opening if viewer is EVERYTHING else [seal_for(event, viewer) for event in self.opening]
            heard = self.heard(viewer)
            events = [event for entry in self.standing[:keep] for event in heard[entry.version - 1].events]
            return fold(self.game, self.game.setup(self.seats, self.options), [*opening, *events])

    def tale(self) -> Tale | None:
        """How a game that is over went; from what the board heard, so the same for everybody."""
        if self.game.story is None:
            return None
        with self.lock:
            if self._tale is None or self._tale[0] != self.version:
                winners = self.game.score(self.state(None)).winners
                self._tale = (self.version, tell(self.game.story, self.seats, self._moments(), winners))
            return self._tale[1]

    def _moments(self) -> Iterator[tuple[int, Any]]:
        """What the board knew at the start and after each entry that counts."""
        state, heard = self.state_before(None, 0), self.heard(None)
        yield 0, state
        for entry in self.standing:
            state = fold(self.game, state, heard[entry.version - 1].events)
            yield entry.version, state

    def _line(self, entry: Entry, state: Any, *, latest: bool, retracted: bool) -> LogLine:
        """`entry` and `state` as the same viewer heard them."""
        hushed = tuple(not latest and self.game.hushed(state, event) for event in entry.events)
        return LogLine(
            entry.version,
            entry.seat,
            entry.command,
            entry.events,
            hushed,
            entry.overruled,
            entry.retracts,
            retracted,
            entry.at,
        )

    def log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """Oldest first, with what was taken back and who did it."""
        with self.lock:
            if viewer not in self._logs:
                self._logs[viewer] = self._log(viewer)
            return self._logs[viewer]

    def _log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        state = self.state(viewer)
        counts = {entry.version for entry in self.standing}
        last = self.standing[-1].version if self.standing else 0
        heard = self.heard(viewer)
        return tuple(
            self._line(e, state, latest=e.version == last, retracted=e.retracts is None and e.version not in counts)
            for e in heard
            if e.version not in self.decided_again or self._came_out_otherwise(e, heard, viewer)
        )

    def _came_out_otherwise(self, gone: Entry, heard: Sequence[Entry], viewer: Viewer) -> bool:
        """An entry that a correction decided again with another result stays in the log: it had been seen."""
        if gone.retracts is not None or (viewer, gone.version) in self._repeated:
            return False
        same = (gone.seat, gone.command, gone.events)
        if all((e.seat, e.command, e.events) != same for e in heard[gone.version :]):
            return True
        self._repeated.add((viewer, gone.version))
        return False

    def undoable(self, viewer: Viewer) -> LogLine | None:
        """The last entry that counts, when `viewer` may take it back: a seat its own, the board any."""
        if not self.standing:
            return None
        last = self.standing[-1]
        if viewer is not None and last.seat != viewer:
            return None
        heard = self.heard(viewer)[last.version - 1]
        return self._line(heard, self.state(viewer), latest=True, retracted=False)


def content_of(entry: Entry) -> dict[str, Any]:
    """What is stored of an accepted command."""
    content: dict[str, Any] = {
        "command": tagged(entry.command, "do", secrets="mark"),
        "events": [tagged(event, "event", secrets="mark") for event in entry.events],
    }
    if entry.overruled:
        content["overruled"] = sorted(entry.overruled)
    return content
