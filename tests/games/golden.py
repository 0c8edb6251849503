"""The golden records and what every viewer may know at their ends. `python -m tests.games.golden` writes the
expectations of all records anew, `python -m tests.games.golden NAME` those of the records so named."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from companion.core.codec import to_plain
from companion.core.record import read_record
from companion.core.secret import Viewer
from companion.referee import Look
from companion.referee.records import replay

HERE = Path(__file__).parent


def records() -> list[Path]:
    return sorted(HERE.glob("*/records/*.jsonl"))


def expectation_of(record: Path) -> Path:
    return record.with_name(record.stem + ".expected.json")


def told(look: Look) -> dict[str, Any]:
    """View and score as JSON has them."""
    points = {"points": dict(look.score.points), "final": look.score.final, "winners": look.score.winners}
    plain: dict[str, Any] = json.loads(json.dumps({"view": to_plain(look.view), "score": points}))
    return plain


def looks(record: Path) -> dict[str, dict[str, Any]]:
    """By viewer: "board" and each seat. The record is played once through the referee."""
    text = record.read_text(encoding="utf-8")
    viewers: list[Viewer] = [None, *read_record(text).seats]
    referee, code = replay(text, None)
    return {viewer or "board": told(referee.look(code, viewer)) for viewer in viewers}


def written(found: dict[str, dict[str, Any]]) -> str:
    """The board's look in full; of a seat's what differs from it. One line a viewer."""
    board = found["board"]
    lines = [f'"board": {json.dumps(board, ensure_ascii=False)}']
    for seat, look in found.items():
        if seat != "board":
            own = {part: {k: v for k, v in look[part].items() if board[part].get(k, ...) != v} for part in look}
            lines.append(f"{json.dumps(seat, ensure_ascii=False)}: {json.dumps(own, ensure_ascii=False)}")
    return "{" + ",\n ".join(lines) + "}\n"


def expected(record: Path) -> dict[str, dict[str, Any]]:
    stored = json.loads(expectation_of(record).read_text(encoding="utf-8"))
    board = stored["board"]
    return {viewer: {part: {**board[part], **look[part]} for part in look} for viewer, look in stored.items()}


if __name__ == "__main__":
    for path in records():
        if len(sys.argv) == 1 or path.stem in sys.argv[1:]:
            expectation_of(path).write_text(written(looks(path)), encoding="utf-8")
            print(expectation_of(path).relative_to(HERE))
