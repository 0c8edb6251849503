"""The referee: every command goes in here, every look comes out here."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.core.codec import name_of, read_command, to_plain
from companion.core.dice import Dice
from companion.core.game import Ruling, Score, refuse
from companion.core.log import Entry, fold
from companion.core.record import write_record
from companion.core.secret import Seat, Viewer, seal_for
from companion.games import all_games
from companion.live import Bus
from companion.referee.lobby import Lobby, game_of, outcome
from companion.referee.look import Look, TableDamaged, TableLine
from companion.referee.mending import mended
from companion.referee.sheets import Sheets
from companion.referee.sitting import EVERYTHING, Sitting, content_of
from companion.storage import EntryRow, Store, TableRow

SITTINGS_KEPT = 40


class Referee:
    """Raises `Refused` for what is not recorded, `NoSuchTable` for unknown codes, `TableDamaged` for what can't be
    read, `storage.NotKept` when the disk says no. After any of them nothing has changed."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store, self._bus = store, bus
        self.lobby = Lobby(store, bus)
        self.sheets = Sheets(store)
        self._sittings: OrderedDict[int, Sitting] = OrderedDict()
        self._lock = threading.RLock()

    # ---- looking ------------------------------------------------------------------------------------------------

    def one_moment(self) -> AbstractContextManager[object]:
        """What is looked at inside is as it was at one moment."""
        return self._store.reading()

    def look(self, code: str, viewer: Viewer) -> Look:
        with self._store.reading() as connection:
            table = self.lobby.table(connection, code)
            sitting = self._sitting(connection, table)
            seats = sitting.people(table.revision, lambda: self._store.seats(connection, table.id))
        with sitting.lock:  # or somebody else's entry could come in between the parts of the look
            game, state = sitting.game, sitting.state(viewer)
            version, log, undo = sitting.version, sitting.log(viewer), sitting.undoable(viewer)
            score = game.score(state)
            tale = sitting.tale() if score.final else None
        return Look(
            code=code,
            slug=game.slug,
            title=game.title,
            me=viewer,
            seats=seats,
            options=sitting.options,
            version=version,
            revision=table.revision,
            view=game.view_for(state, viewer),
            offers=lambda: tuple(game.legal(state, viewer)),
            log=log,
            score=score,
            undo=undo,
            tale=tale,
            next_code=table.next_code,
            opened_at=table.opened_at,
        )

    def why(self, code: str, viewer: Viewer, question: Mapping[str, str]) -> Any:
        """What the game answers when the viewer wants a conclusion explained; from nothing but the viewer's state."""
        with self._store.reading() as connection:
            sitting = self._sitting(connection, self.lobby.table(connection, code))
        if sitting.game.why is None:
            refuse("nothing-to-explain")
        return sitting.game.why(sitting.state(viewer), viewer, question)

    def _sitting(self, connection: Connection, table: TableRow) -> Sitting:
        if table.opening is None:
            refuse("not-started")
        with self._lock:
            try:
                sitting = self._sittings.get(table.id) or self._opened(connection, table)
                self._sittings.move_to_end(table.id)
                if sitting.revision != table.revision:  # it grows with every entry
                    rows = self._store.entries(connection, table.id, after=sitting.version)
                    if rows:
                        sitting.read(rows)
                    sitting.revision = table.revision
                sitting.state(EVERYTHING)  # what is stored must also lead somewhere
            except DBAPIError:
                raise
            except Exception as problem:
                self._sittings.pop(table.id, None)
                raise TableDamaged(table.code) from problem
            return sitting

    def _opened(self, connection: Connection, table: TableRow) -> Sitting:
        names = tuple(Seat(seat.name) for seat in self._store.seats(connection, table.id))
        sitting = self._sittings[table.id] = Sitting(game_of(table.game), table, names)
        while len(self._sittings) > SITTINGS_KEPT:
            self._sittings.popitem(last=False)
        return sitting

    def record(self, code: str) -> str:
        """The table written down, secrets and all. Raises `Refused` before the start."""
        with self._store.reading() as connection:
            sitting = self._sitting(connection, self.lobby.table(connection, code))
        options = to_plain(sitting.options)
        return write_record(sitting.game.slug, sitting.seats, options, sitting.seed, sitting.entries)

    def entry_rows(self, code: str) -> list[EntryRow]:
        """The stored log of a table, to be kept by another store."""
        with self._store.reading() as connection:
            return self._store.entries(connection, self.lobby.table(connection, code).id)

    def tables(self, device: str | None) -> list[TableLine]:
        """Newest first: all tables, or those of one device. A damaged table is named, not hidden."""
        with self._store.reading() as connection:
            return [self._line(connection, row) for row in self._store.tables(connection, device)]

    def _line(self, connection: Connection, row: TableRow) -> TableLine:
        names = tuple(seat.name for seat in self._store.seats(connection, row.id))
        stage = "lobby" if row.opening is None else "ended" if row.ended else "running"
        game = all_games().get(row.game)
        title, damaged = (game.title, row.damaged) if game is not None else (row.game, True)
        return TableLine(row.code, row.game, title, names, stage, tuple(row.winners or ()), row.touched_at, damaged)

    # ---- commands -----------------------------------------------------------------------------------------------

    def submit(
        self,
        code: str,
        viewer: Viewer,
        raw: Mapping[str, Any],
        *,
        seat: Viewer = None,
        seen: int | None,
        command_id: str,
        overrule: frozenset[str] = frozenset(),
        form: bool = False,
    ) -> int:
        """Records a command and returns the table's version.

        `viewer` is who sends it; the board may act for `seat`. `seen` is the version the sender saw. The same
        `command_id` again is absorbed.
        """
        try:
            with self._store.writing() as connection:
                table = self.lobby.table(connection, code)
                sitting = self._sitting(connection, table)
                actor = viewer if viewer is not None else self._acting(connection, table, seat)
                if (known := self._known(sitting, connection, table, command_id, actor, raw)) is not None:
                    return known
                entry = self._decide(sitting, actor, raw, seen, overrule, form)
                row = EntryRow(sitting.version + 1, command_id, actor, None, content_of(entry), time.time())
                self._store.append(connection, table.id, [row])
                self._close(connection, table, sitting, sitting.state(EVERYTHING), [entry])
        except IntegrityError:  # another process was quicker
            refuse("table-moved-on")
        return self._tell(code)

    def _acting(self, connection: Connection, table: TableRow, seat: Viewer) -> Viewer:
        if seat is None:
            return None
        found = [row for row in self._store.seats(connection, table.id) if row.name == seat]
        if not found:
            refuse("seat-gone")
        if found[0].device is not None:
            refuse("seat-has-phone", seat=seat)
        return seat

    def _known(
        self,
        sitting: Sitting,
        connection: Connection,
        table: TableRow,
        command_id: str,
        actor: Viewer,
        raw: Mapping[str, Any],
    ) -> int | None:
        """The present version when this very command is in the log already."""
        _check_id(command_id)
        if not self._store.knows_command(connection, table.id, command_id):
            return None
        row = next(row for row in self._store.entries(connection, table.id) if row.command_id == command_id)
        same = row.seat == actor and row.content is not None and row.content["command"].get("do") == raw.get("do")
        if not same:
            refuse("table-moved-on")
        return sitting.version

    def _decide(
        self,
        sitting: Sitting,
        actor: Viewer,
        raw: Mapping[str, Any],
        seen: int | None,
        overrule: frozenset[str],
        form: bool,
    ) -> Entry:
        game = sitting.game
        anytime = any(raw.get("do") == name_of(kind) for kind in game.anytime)
        if seen != sitting.version and not anytime:
            refuse("table-moved-on")
        command = read_command(game.commands, raw, actor, form=form)
        ruling = Ruling(Dice(sitting.seed, len(sitting.standing) + 1), overrule)
        events = tuple(game.decide(sitting.state(EVERYTHING), actor, command, ruling))
        return Entry(sitting.version + 1, actor, command, events, frozenset(ruling.passed))

    def _close(
        self, connection: Connection, table: TableRow, sitting: Sitting, before: Any, entries: list[Entry]
    ) -> None:
        """The table's own row after `entries` on top of the state `before`."""
        state = fold(sitting.game, before, (event for entry in entries for event in entry.events))
        self._store.change_table(connection, table.id, **outcome(sitting.game.score(state)))

    # ---- taking back and mending --------------------------------------------------------------------------------

    def undo(self, code: str, viewer: Viewer, *, seen: int | None, command_id: str) -> int:
        """Retracts the last entry that counts: the board any, a seat its own. Returns the version."""
        _check_id(command_id)
        try:
            with self._store.writing() as connection:
                table = self.lobby.table(connection, code)
                sitting = self._sitting(connection, table)
                if self._store.knows_command(connection, table.id, command_id):
                    return sitting.version
                if seen != sitting.version:
                    refuse("table-moved-on")
                if not sitting.standing:
                    refuse("nothing-to-undo")
                last = sitting.undoable(viewer)
                if last is None:
                    refuse("not-yours-to-undo")
                row = EntryRow(sitting.version + 1, command_id, viewer, last.version, None, time.time())
                self._store.append(connection, table.id, [row])
                self._store.change_table(connection, table.id, **outcome(Score({})))
        except IntegrityError:
            refuse("table-moved-on")
        return self._tell(code)

    def correct(
        self,
        code: str,
        viewer: Viewer,
        version: int,
        raw: Mapping[str, Any] | None,
        *,
        seen: int | None,
        command_id: str,
        overrule: frozenset[str] = frozenset(),
        form: bool = False,
    ) -> int:
        """Puts another command in the place of entry `version` (or, with `raw` `None`, strikes it out) and decides
        everything after it again. A clash refuses the whole correction and names the entry that clashes."""
        _check_id(command_id)
        try:
            with self._store.writing() as connection:
                table = self.lobby.table(connection, code)
                sitting = self._sitting(connection, table)
                if self._store.knows_command(connection, table.id, command_id):
                    return sitting.version
                if seen != sitting.version:
                    refuse("table-moved-on")
                keep = next((i for i, e in enumerate(sitting.standing) if e.version == version), None)
                if keep is None:
                    refuse("entry-gone")
                wrong, *later = sitting.standing[keep:]
                if viewer is not None and wrong.seat != viewer:
                    refuse("not-yours-to-undo")
                replacement = None
                if raw is not None:
                    command = read_command(sitting.game.commands, raw, wrong.seat, form=form)
                    self._not_for_phones(connection, table, viewer, wrong.seat, command)
                    replacement = Entry(0, wrong.seat, command, overruled=wrong.overruled | overrule)
                decided = mended(sitting, viewer, keep, replacement)
                rows = self._rewrite(sitting, viewer, [*reversed(later), wrong], decided, command_id)
                self._store.append(connection, table.id, rows)
                self._close(connection, table, sitting, sitting.state_before(EVERYTHING, keep), decided)
        except IntegrityError:
            refuse("table-moved-on")
        return self._tell(code)

    def _not_for_phones(
        self, connection: Connection, table: TableRow, viewer: Viewer, seat: Viewer, command: Any
    ) -> None:
        """The board writes nobody a secret who has a phone to do it with."""
        if viewer is None and seat is not None and command != seal_for(command, None):
            self._acting(connection, table, seat)

    def _rewrite(
        self, sitting: Sitting, viewer: Viewer, gone: list[Entry], decided: list[Entry], command_id: str
    ) -> list[EntryRow]:
        now, version = time.time(), sitting.version
        rows: list[EntryRow] = []
        for index, entry in enumerate(gone):
            version += 1
            told = command_id if index == 0 else None
            content = {"again": True} if entry is not gone[-1] else None
            rows.append(EntryRow(version, told, viewer, entry.version, content, now))
        for entry in decided:
            version += 1
            rows.append(EntryRow(version, None, entry.seat, None, content_of(entry), now))
        return rows

    def _tell(self, code: str) -> int:
        """After the commit, never before."""
        with self._store.reading() as connection:
            table = self.lobby.table(connection, code)
            version = self._sitting(connection, table).version
        self._bus.publish(code, table.revision)
        return version


def _check_id(command_id: str) -> None:
    if not 0 < len(command_id) <= 64:
        refuse("page-too-old")
