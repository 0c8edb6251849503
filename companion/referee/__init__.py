"""The single door between the outside and the games: open a table, submit a command, undo, look."""

from companion.referee.door import Referee
from companion.referee.lobby import COLOURS
from companion.referee.look import LobbyLook, LogLine, Look, NoSuchTable, SeatLook, TableDamaged, TableLine
from companion.referee.records import RecordRefused
from companion.storage import NotKept

__all__ = [
    "COLOURS",
    "LobbyLook",
    "LogLine",
    "Look",
    "NoSuchTable",
    "NotKept",
    "RecordRefused",
    "Referee",
    "SeatLook",
    "TableDamaged",
    "TableLine",
]
