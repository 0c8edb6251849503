"""Where tables are kept: one database, rows in and rows out. Knows no game and no secret's owner."""

from companion.storage.store import DatabaseTrouble, EntryRow, NotKept, SeatRow, Store, TableRow

__all__ = ["DatabaseTrouble", "EntryRow", "NotKept", "SeatRow", "Store", "TableRow"]
