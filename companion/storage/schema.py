"""The tables of the database, as SQLAlchemy Core knows them. Changes to them are made by `migrations.py`."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(4), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),  # grows with every change that a screen could show
    Column("opening", JSON),  # the events of `begin`; null while people are still sitting down
    Column("ended", Integer, nullable=False),  # 1 once the score is final
    Column("winners", JSON(none_as_null=True)),  # names, once it has ended: the list of tables opens no log
    Column("next_code", String(4)),  # where the same people play again
    Column("opened_at", Float, nullable=False),
    Column("touched_at", Float, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("place", Integer, nullable=False),  # clockwise, from 0
    Column("name", String(100), nullable=False),
    Column("colour", String(20), nullable=False),
    Column("device", String(64)),  # digest of the token of the device that sits here; null: the board plays
    Column("link", String(64), unique=True),  # digest of the one private link that moves this seat
)

boards = Table(
    "boards",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("device", String(64), primary_key=True),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(64)),
    Column("seat", String(100)),
    Column("retracts", Integer),
    Column("content", JSON),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "command_id"),
)

marks = Table(
    "marks",
    metadata,
    Column("seat_id", ForeignKey("seats.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("mark_id", String(64), nullable=False),
    Column("key", String(80), nullable=False),
    Column("value", Text, nullable=False),
    Column("undone", Integer, nullable=False),
    UniqueConstraint("seat_id", "mark_id"),
)
