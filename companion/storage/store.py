"""Rows of tables, seats, entries and marks. Writes are serialised within the process and durable on return."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    Connection,
    Engine,
    Row,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from companion.storage import rows, schema
from companion.storage.migrations import NotOurs, TooNew, migrate
from companion.storage.rows import EntryRow, SeatRow, TableRow

Trouble = Literal["damaged", "read-only", "disk-full", "not-opened", "busy", "other"]


class DatabaseTrouble(Exception):
    """The database can't be opened; the message is a sentence for the person who starts the app."""


class NotKept(Exception):
    """A write failed and nothing was changed. `code` is a `Trouble`; the message says it to whoever reads the log."""

    def __init__(self, words: str, code: Trouble = "other") -> None:
        super().__init__(words)
        self.code = code


def _sqlite_engine(path: Path | None) -> Engine:
    if path is None:
        engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
        )
    else:
        engine = create_engine(
            f"sqlite:///{path}", connect_args={"timeout": 10}, pool_size=8, max_overflow=64, hide_parameters=True
        )

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun by hand, below
        cursor = connection.cursor()
        if path is not None:
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


class Store:
    """One database. `path` is a SQLite file; `None` keeps everything in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._engine = _sqlite_engine(path)
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        self._lock = threading.RLock()
        self._here = threading.local()
        try:
            with self._lock, self._writer.begin() as connection:
                if path is not None:  # a file that can be read but not written must be found out now
                    connection.exec_driver_sql("PRAGMA user_version=1")
                migrate(connection)
        except (TooNew, NotOurs) as trouble:
            self.close()
            raise DatabaseTrouble(str(trouble)) from None
        except (DBAPIError, OSError) as trouble:
            self.close()
            raise DatabaseTrouble(_why(path, trouble)) from None

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction. A reading inside another one of the same thread sees the same moment."""
        outer = getattr(self._here, "reading", None)
        if outer is not None:
            yield outer
            return
        with self._lock if self.path is None else _no_lock(), self._engine.begin() as connection:
            self._here.reading = connection
            try:
                yield connection
            finally:
                self._here.reading = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction, never inside a reading: that would go on telling how things were before. Raises `NotKept`
        when the database refuses to keep it."""
        if getattr(self._here, "reading", None) is not None:
            raise RuntimeError("a write inside a reading")
        try:
            with self._lock, self._writer.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as trouble:
            raise NotKept(_why(self.path, trouble), _kind(trouble)) from trouble

    # ---- settings that outlive a restart ------------------------------------------------------------------------

    def keep(self, key: str, default: str) -> str:
        """The value under `key`, written now if it was never set."""
        with self.writing() as connection:
            value = connection.scalar(select(schema.meta.c.value).where(schema.meta.c.key == key))
            if value is None:
                connection.execute(insert(schema.meta).values(key=key, value=default))
            return str(value) if value is not None else default

    # ---- tables -------------------------------------------------------------------------------------------------

    def add_table(self, connection: Connection, code: str, game: str, options: Any, seed: int) -> int:
        now = time.time()
        values = {"code": code, "game": game, "options": options, "seed": seed, "revision": 0, "ended": 0}
        made = connection.execute(insert(schema.tables).values(**values, opened_at=now, touched_at=now))
        key = made.inserted_primary_key
        assert key is not None
        return int(key[0])

    def table(self, connection: Connection, code: str) -> TableRow | None:
        row = connection.execute(rows.TABLE_BY_CODE, {"code": code}).one_or_none()
        return _table(row) if row else None

    def tables(self, connection: Connection, device: str | None) -> list[TableRow]:
        """Newest first: all tables, or those where `device` is a board or a seat. Of a row that can't be read only the
        plain columns are filled in."""
        plain = [column for column in rows.TABLE if not isinstance(column.type, JSON)]
        query = select(*plain).order_by(schema.tables.c.touched_at.desc(), schema.tables.c.id.desc())
        if device is not None:
            ids = select(schema.boards.c.table_id).where(schema.boards.c.device == device)
            more = select(schema.seats.c.table_id).where(schema.seats.c.device == device)
            query = query.where(schema.tables.c.id.in_(ids.union(more)))
        return [self._whole(connection, row) for row in connection.execute(query.limit(200)).all()]

    def _whole(self, connection: Connection, plain: Row[Any]) -> TableRow:
        try:
            return _table(connection.execute(select(*rows.TABLE).where(schema.tables.c.id == plain.id)).one())
        except ValueError:
            told = {**plain._asdict(), "options": {}, "opening": None, "winners": None, "ended": bool(plain.ended)}
            return TableRow(**told, damaged=True)

    def change_table(self, connection: Connection, table_id: int, **values: Any) -> None:
        """Every change raises the revision."""
        connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table_id)
            .values(revision=schema.tables.c.revision + 1, touched_at=time.time(), **values)
        )

    # ---- boards and seats ---------------------------------------------------------------------------------------

    def add_board(self, connection: Connection, table_id: int, device: str) -> None:
        if not self.is_board(connection, table_id, device):
            connection.execute(insert(schema.boards).values(table_id=table_id, device=device))

    def is_board(self, connection: Connection, table_id: int, device: str) -> bool:
        return connection.scalar(rows.IS_BOARD, {"table": table_id, "device": device}) is not None

    def boards(self, connection: Connection, table_id: int) -> list[str]:
        query = select(schema.boards.c.device).where(schema.boards.c.table_id == table_id)
        return list(connection.scalars(query))

    def seats(self, connection: Connection, table_id: int) -> list[SeatRow]:
        return [SeatRow(*row) for row in connection.execute(rows.SEATS_OF, {"table": table_id})]

    def add_seat(
        self, connection: Connection, table_id: int, place: int, name: str, colour: str, device: str | None
    ) -> int:
        values = {"table_id": table_id, "place": place, "name": name, "colour": colour, "device": device}
        made = connection.execute(insert(schema.seats).values(**values)).inserted_primary_key
        assert made is not None
        return int(made[0])

    def change_seat(self, connection: Connection, seat_id: int, **values: Any) -> None:
        connection.execute(update(schema.seats).where(schema.seats.c.id == seat_id).values(**values))

    def remove_seat(self, connection: Connection, seat_id: int) -> None:
        connection.execute(delete(schema.marks).where(schema.marks.c.seat_id == seat_id))
        connection.execute(delete(schema.seats).where(schema.seats.c.id == seat_id))

    def seat_of_link(self, connection: Connection, link: str) -> tuple[TableRow, SeatRow] | None:
        row = connection.execute(
            select(schema.seats.c.table_id, *rows.SEAT).where(schema.seats.c.link == link)
        ).one_or_none()
        if row is None:
            return None
        table = connection.execute(select(*rows.TABLE).where(schema.tables.c.id == row[0])).one()
        return _table(table), SeatRow(*row[1:])

    # ---- the log ------------------------------------------------------------------------------------------------

    def entries(self, connection: Connection, table_id: int, after: int = 0) -> list[EntryRow]:
        return [EntryRow(*row) for row in connection.execute(rows.ENTRIES_AFTER, {"table": table_id, "after": after})]

    def version(self, connection: Connection, table_id: int) -> int:
        query = select(func.max(schema.entries.c.version)).where(schema.entries.c.table_id == table_id)
        return int(connection.scalar(query) or 0)

    def knows_command(self, connection: Connection, table_id: int, command_id: str) -> bool:
        return connection.scalar(rows.KNOWN_COMMAND, {"table": table_id, "command": command_id}) is not None

    def append(self, connection: Connection, table_id: int, entries: Sequence[EntryRow]) -> None:
        """Raises SQLAlchemy's `IntegrityError` when the version or the command id is there already."""
        for row in entries:
            connection.execute(insert(schema.entries).values(table_id=table_id, **vars(row)))

    # ---- sheets -------------------------------------------------------------------------------------------------

    def marks(self, connection: Connection, seat_id: int) -> list[tuple[int, str, str, str]]:
        """(number, mark id, key, value) of the marks that stand, in the order they were made."""
        c = schema.marks.c
        query = select(c.number, c.mark_id, c.key, c.value).where(c.seat_id == seat_id, c.undone == 0)
        return [(n, i, k, v) for n, i, k, v in connection.execute(query.order_by(c.number))]

    def add_mark(self, connection: Connection, seat_id: int, mark_id: str, key: str, value: str) -> bool:
        """False when this mark was kept before."""
        c = schema.marks.c
        known = select(c.number).where(c.seat_id == seat_id, c.mark_id == mark_id)
        if connection.scalar(known) is not None:
            return False
        last = connection.scalar(select(func.max(c.number)).where(c.seat_id == seat_id)) or 0
        values = {"seat_id": seat_id, "number": last + 1, "mark_id": mark_id, "key": key, "value": value}
        connection.execute(insert(schema.marks).values(**values, undone=0))
        return True

    def undo_mark(self, connection: Connection, seat_id: int, number: int) -> None:
        c = schema.marks.c
        connection.execute(update(schema.marks).where(c.seat_id == seat_id, c.number == number).values(undone=1))


def _table(row: Any) -> TableRow:
    told = row._asdict()
    return TableRow(**{**told, "ended": bool(told["ended"])})


@contextmanager
def _no_lock() -> Iterator[None]:
    yield


def _told(trouble: Exception) -> str:
    return str(getattr(trouble, "orig", None) or trouble).lower()


def _kind(trouble: Exception) -> Trouble:
    told = _told(trouble)
    if "not a database" in told or "malformed" in told or "encrypted" in told:
        return "damaged"
    if "readonly" in told or "read-only" in told:
        return "read-only"
    if "full" in told or "disk i/o" in told:
        return "disk-full"
    if "unable to open" in told:
        return "not-opened"
    return "busy" if "locked" in told else "other"


def _why(path: Path | None, trouble: Exception) -> str:
    where = f"The database {path}" if path else "The database"
    words: dict[Trouble, str] = {
        "damaged": f"{where} is damaged or is no Companion database. Move it away and start again; it was not changed.",
        "read-only": f"{where} can't be written to. Check the permissions of the file and its folder.",
        "disk-full": "The disk is full. Nothing was changed; make some room and try again.",
        "not-opened": f"{where} can't be opened. Check that its folder exists and may be written to.",
        "busy": "The database is busy with something else. Please try again.",
        "other": f"{where} has a problem: {_told(trouble)}",
    }
    return words[_kind(trouble)]
