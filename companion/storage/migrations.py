"""Steps from one schema version to the next, as named functions; each runs once, in one transaction."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, inspect, select

from companion.storage import schema

NEWER = "This database was written by a newer version of Companion. Please update Companion; nothing was changed."


FOREIGN = "This database is another program's. Give Companion a folder of its own with --data; nothing was changed."


class TooNew(Exception):
    """The database is from a newer version."""


class NotOurs(Exception):
    """The database is another program's."""


def create_first_tables(connection: Connection) -> None:
    schema.metadata.create_all(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (create_first_tables,)
LATEST = len(STEPS)


def schema_version(connection: Connection) -> int:
    """0 for a new database. Raises `NotOurs`."""
    there = inspect(connection).get_table_names()
    if not there:
        return 0
    value = None
    if "meta" in there:
        value = connection.scalar(select(schema.meta.c.value).where(schema.meta.c.key == "schema"))
    if value is None or not value.isdecimal():
        raise NotOurs(FOREIGN)
    return int(value)


def migrate(connection: Connection) -> None:
    """Raises `TooNew`, `NotOurs`."""
    version = schema_version(connection)
    if version > LATEST:
        raise TooNew(NEWER)
    if version == LATEST:
        return
    for step in STEPS[version:]:
        step(connection)
    connection.execute(schema.meta.delete().where(schema.meta.c.key == "schema"))
    connection.execute(schema.meta.insert().values(key="schema", value=str(LATEST)))
