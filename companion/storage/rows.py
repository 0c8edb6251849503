"""The rows that leave the database, and the questions that every tap asks, put together once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from companion.storage import schema


@dataclass(frozen=True)
class SeatRow:
    id: int
    place: int
    name: str
    colour: str
    device: str | None


@dataclass(frozen=True)
class TableRow:
    id: int
    code: str
    game: str
    options: dict[str, Any]
    seed: int
    revision: int
    opening: list[Any] | None
    ended: bool
    winners: list[str] | None
    next_code: str | None
    opened_at: float
    touched_at: float
    damaged: bool = False


@dataclass(frozen=True)
class EntryRow:
    version: int
    command_id: str | None
    seat: str | None
    retracts: int | None
    content: dict[str, Any] | None
    at: float


TABLE = tuple(schema.tables.c[name] for name in TableRow.__dataclass_fields__ if name != "damaged")
SEAT = tuple(schema.seats.c[name] for name in SeatRow.__dataclass_fields__)
ENTRY = tuple(schema.entries.c[name] for name in EntryRow.__dataclass_fields__)

TABLE_BY_CODE = select(*TABLE).where(schema.tables.c.code == bindparam("code"))
SEATS_OF = select(*SEAT).where(schema.seats.c.table_id == bindparam("table")).order_by(schema.seats.c.place)
ENTRIES_AFTER = (
    select(*ENTRY)
    .where(schema.entries.c.table_id == bindparam("table"), schema.entries.c.version > bindparam("after"))
    .order_by(schema.entries.c.version)
)
KNOWN_COMMAND = select(schema.entries.c.version).where(
    schema.entries.c.table_id == bindparam("table"), schema.entries.c.command_id == bindparam("command")
)
IS_BOARD = select(schema.boards.c.device).where(
    schema.boards.c.table_id == bindparam("table"), schema.boards.c.device == bindparam("device")
)
