"""Games written down: played through the referee, and opened from a file."""

from __future__ import annotations

import secrets

from companion.core.game import Refused
from companion.core.record import Record, RecordError, read_record
from companion.core.secret import Viewer
from companion.games import all_games
from companion.live import Bus
from companion.referee.door import Referee
from companion.storage import Store


class RecordRefused(Exception):
    """Line `line` of a record can't be played."""

    def __init__(self, line: int, slug: str, refusal: Refused) -> None:
        super().__init__(f"line {line}: {refusal.code}")
        self.line, self.slug, self.refusal = line, slug, refusal


def read_game_record(text: str) -> Record:
    """`read_record`, and the game, its seats and options exist. Raises `RecordError`."""
    record = read_record(text)
    game = all_games().get(record.game)
    if game is None:
        raise RecordError(1, "unknown-game", game=record.game[:40], known=", ".join(all_games()))
    if len(record.seats) not in game.seats:
        fewest, most = game.seats.start, game.seats.stop - 1
        raise RecordError(1, "number-of-seats", game=game.title, fewest=fewest, most=most, got=len(record.seats))
    return record


def play_lines(referee: Referee, code: str, record: Record, upto: int | None = None) -> None:
    """Plays the first `upto` lines after the header, all by default. Raises `RecordRefused`."""
    version = 0
    for line in record.lines[:upto]:
        identity = secrets.token_hex(8)
        try:
            if line.do is None:
                version = referee.undo(code, None, seen=version, command_id=identity)
            else:
                version = referee.submit(
                    code,
                    line.seat,
                    line.do,
                    seen=version,
                    command_id=identity,
                    overrule=line.overrule,
                )
        except Refused as refusal:
            raise RecordRefused(line.number, record.game, refusal) from None


def replay(text: str, viewer: Viewer, upto: int | None = None) -> tuple[Referee, str]:
    """An in-memory referee with the played table, and the table's code. Raises `RecordError`, `RecordRefused`."""
    record = read_game_record(text)
    if viewer is not None and viewer not in record.seats:
        raise RecordError(1, "unknown-seat", seat=viewer[:40])
    referee = Referee(Store(None), Bus())
    try:
        code = referee.lobby.open_recorded(record)
    except Refused as refusal:
        raise RecordRefused(1, record.game, refusal) from None
    play_lines(referee, code, record, upto)
    return referee, code


def import_record(referee: Referee, text: str, device: str | None = None) -> str:
    """Opens a table from a record and returns its code. It is played in memory first, then kept all at once."""
    played, code = replay(text, None)
    score = played.look(code, None).score
    return referee.lobby.open_recorded(read_game_record(text), played.entry_rows(code), device, score)
