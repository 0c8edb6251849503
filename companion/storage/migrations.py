"""Steps from one schema version to the next, as named functions; each runs once, in one transaction."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, inspect, select

from companion.storage import schema

NEWER = "This database was written by a newer version of Companion. Please update Companion; nothing was changed."


class TooNew(Exception):
    """The database is from a newer version."""


def create_first_tables(connection: Connection) -> None:
    schema.metadata.create_all(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (create_first_tables,)
LATEST = len(STEPS)


def schema_version(connection: Connection) -> int:
    if not inspect(connection).has_table("meta"):
        return 0
    value = connection.scalar(select(schema.meta.c.value).where(schema.meta.c.key == "schema"))
    return int(value) if value is not None else 0


def migrate(connection: Connection) -> None:
    """Raises `TooNew`."""
    version = schema_version(connection)
    if version > LATEST:
        raise TooNew(NEWER)
    if version == LATEST:
        return
    for step in STEPS[version:]:
        step(connection)
    connection.execute(schema.meta.delete().where(schema.meta.c.key == "schema"))
    connection.execute(schema.meta.insert().values(key="schema", value=str(LATEST)))
