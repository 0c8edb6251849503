"""The private sheets: what a player has marked. Never part of the table's log; one history a seat."""

from __future__ import annotations

from companion.core.game import refuse
from companion.storage import Store

LONGEST_MARK = 2000
MOST_MARKS = 5000


class Sheets:
    def __init__(self, store: Store) -> None:
        self._store = store

    def marks(self, seat_id: int) -> dict[str, str]:
        """What stands on the sheet now, by the name of the cell."""
        with self._store.reading() as connection:
            told = {key: value for _, _, key, value in self._store.marks(connection, seat_id)}
        return {key: value for key, value in told.items() if value}

    def mark(self, seat_id: int, mark_id: str, key: str, value: str) -> None:
        """Kept once however often it is sent. Raises `Refused`."""
        if not 0 < len(key) <= 80 or not 0 < len(mark_id) <= 64:
            refuse("mark-not-understood")
        if len(value) > LONGEST_MARK:
            refuse("mark-too-long", most=LONGEST_MARK)
        with self._store.writing() as connection:
            if len(self._store.marks(connection, seat_id)) >= MOST_MARKS:
                refuse("sheet-full")
            self._store.add_mark(connection, seat_id, mark_id, key, value)

    def undo(self, seat_id: int) -> None:
        """Takes back the last mark that stands; nothing when there is none."""
        with self._store.writing() as connection:
            marks = self._store.marks(connection, seat_id)
            if marks:
                self._store.undo_mark(connection, seat_id, marks[-1][0])
