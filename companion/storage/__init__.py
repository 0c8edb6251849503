"""Where tables are kept: one database, rows in and rows out. Knows no game and no secret's owner."""

from companion.storage.rows import EntryRow, SeatRow, TableRow
from companion.storage.store import DatabaseTrouble, NotKept, Store

__all__ = ["DatabaseTrouble", "EntryRow", "NotKept", "SeatRow", "Store", "TableRow"]
