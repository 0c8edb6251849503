"""Every state of every game that people see: the golden records played step by step, on boards and on phones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.codec import name_of
from companion.core.record import Line, read_record
from companion.core.secret import Viewer
from companion.games import all_games
from companion.referee import Look
from tests.games.golden import records
from tests.served import Device, Served, Table


@dataclass(frozen=True)
class State:
    """A screen as it can be opened now; the next state may change it."""

    name: str
    device: Device
    path: str
    look: Look

    @property
    def side(self) -> str:
        return "board" if self.device.name == "board" else "phone"


def signature(look: Look) -> tuple[Any, ...]:
    """What a screen is about. Numbers and names may differ, its parts do not."""
    phase = getattr(look.view, "phase", "")
    turn = next((getattr(look.view, name) for name in ("acting", "turn", "active") if hasattr(look.view, name)), None)
    last = name_of(type(look.log[-1].command)) if look.log else ""
    return look.slug, look.me is None, phase, turn == look.me, last, look.ended


def screens_of(table: Table) -> Iterator[tuple[Viewer, Device, str]]:
    yield None, table.board, f"/{table.code}/board"
    for name, phone in table.phones.items():
        yield table.look(name).me, phone, f"/{table.code}/seat"


def play(table: Table, line: Line) -> None:
    ids: dict[str, Any] = {"seen": table.version, "command_id": f"line-{line.number}"}
    if line.do is None:
        table.referee.undo(table.code, None, **ids)
    else:
        table.referee.submit(table.code, line.seat, line.do, overrule=line.overrule, **ids)


def states_of(served: Served, path: Path, seen: set[tuple[Any, ...]], *, phones: bool) -> Iterator[State]:
    """Those states of a record that `seen` does not hold yet; it is filled in."""
    record = read_record(path.read_text(encoding="utf-8"))
    people = record.seats if phones else ()
    table = served.play(record.game, *record.seats, phones=people, seed=record.seed, **record.options)
    for line in (None, *record.lines):
        if line is not None:
            play(table, line)
        for viewer, device, address in screens_of(table):
            look = table.look(viewer)
            sign = (phones, path.stem if look.ended else "", *signature(look))
            if viewer is None and sign in seen:
                break  # nothing new for the phones either
            if sign not in seen:
                seen.add(sign)
                kind = getattr(look.view, "phase", "") or "running"
                who = "phone" if viewer else "board" if phones else "board alone"
                name = f"{look.slug} {kind} {path.stem} {line.number if line else 1} {who}"
                yield State(name.replace(" ", "-").replace("_", "-"), device, address, look)


def game_states(served: Served, slug: str = "", *, alone: bool = True) -> Iterator[State]:
    """`alone`: also boards of tables without phones."""
    seen: set[tuple[Any, ...]] = set()
    for path in records():
        if slug in ("", path.parent.parent.name):
            for phones in (True, False) if alone else (True,):
                yield from states_of(served, path, seen, phones=phones)


def games() -> list[str]:
    return list(all_games())
