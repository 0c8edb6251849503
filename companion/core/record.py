"""PURE. A game written down as commands, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.codec import tagged
from companion.core.log import Entry
from companion.core.names import NameProblem, clean_name
from companion.core.secret import Seat, Seats

LONGEST_RECORD = 10_000_000
MOST_LINES = 5_000


class RecordError(Exception):
    """The text is no record. `line` counts from 1; `code` and `facts` say what is wrong."""

    def __init__(self, line: int, code: str, **facts: object) -> None:
        super().__init__(f"line {line}: {code}")
        self.line, self.code, self.facts = line, code, facts


@dataclass(frozen=True)
class Line:
    """One command or undo. `number` is its line in the file, the header being line 1; `do` is `None` for an undo."""

    number: int
    seat: Seat | None
    do: Mapping[str, Any] | None
    overrule: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Record:
    game: str
    seats: Seats
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    lines: tuple[Line, ...] = ()


def read_record(text: str) -> Record:
    """Raises `RecordError`. Whether the game exists and the commands can be played is the referee's business."""
    if len(text) > LONGEST_RECORD:
        raise RecordError(1, "file-too-big")
    rows = text.removeprefix("\ufeff").split("\n")
    while rows and not rows[-1].strip():
        rows.pop()
    if not rows:
        raise RecordError(1, "file-empty")
    if len(rows) > MOST_LINES:
        raise RecordError(MOST_LINES, "too-many-lines")
    header = _object(1, rows[0])
    seats = _seats(header)
    lines = tuple(_line(number, row, seats) for number, row in enumerate(rows[1:], start=2))
    return Record(header["game"], seats, header.get("options", {}), header.get("seed", 0), lines)


def _object(number: int, row: str) -> dict[str, Any]:
    try:
        told = json.loads(row)
    except (ValueError, RecursionError):
        raise RecordError(number, "no-json") from None
    if "\\u" in row and not _writable(told):
        raise RecordError(number, "half-a-character")
    if not isinstance(told, dict):
        raise RecordError(number, "no-object")
    return told


def _writable(told: Any) -> bool:
    """JSON can name halves of characters, which no file and no screen can show."""
    try:
        json.dumps(told, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


def _seats(header: dict[str, Any]) -> Seats:
    if header.get("record") != 1 or isinstance(header["record"], bool):
        raise RecordError(1, "no-version")
    if not isinstance(header.get("game"), str):
        raise RecordError(1, "no-game")
    if not isinstance(header.get("options", {}), dict):
        raise RecordError(1, "odd-options")
    seed = header.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) >= 2**63:
        raise RecordError(1, "odd-seed")
    unknown = set(header) - {"record", "game", "seats", "options", "seed"}
    if unknown:
        raise RecordError(1, "unknown-field", field=min(unknown))
    names = header.get("seats")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError(1, "odd-seats")
    seats: list[Seat] = []
    for name in names:
        try:
            seats.append(clean_name(name, taken=seats, letters=False))
        except NameProblem as problem:
            raise RecordError(1, "odd-name", name=name[:40], why=problem.code) from None
    return tuple(seats)


def _line(number: int, row: str, seats: Seats) -> Line:
    told = _object(number, row)
    overrule = told.pop("overrule", [])
    if not isinstance(overrule, list) or not all(isinstance(code, str) for code in overrule):
        raise RecordError(number, "odd-overrule")
    if "undo" in told:
        if told != {"undo": True}:
            raise RecordError(number, "odd-undo")
        return Line(number, None, None)
    if not isinstance(told.get("do"), str):
        raise RecordError(number, "nothing-to-do")
    seat = told.pop("seat", None)
    if seat is not None:
        seat = seat.strip() if isinstance(seat, str) else seat
        if seat not in seats:
            raise RecordError(number, "unknown-seat", seat=str(seat)[:40])
    return Line(number, seat, told, frozenset(overrule))


def write_record(game: str, seats: Seats, options: Any, seed: int, entries: Iterable[Entry]) -> str:
    """Secrets are written out: a record is the owners' own copy."""
    rows: list[dict[str, Any]] = [
        {"record": 1, "game": game, "seats": list(seats), "options": options, "seed": seed}
    ]
    for entry in entries:
        if entry.retracts is not None:
            rows.append({"undo": True})
            continue
        row = {"seat": entry.seat, **tagged(entry.command, "do", secrets="raw")}
        if entry.overruled:
            row["overrule"] = sorted(entry.overruled)
        rows.append(row)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
