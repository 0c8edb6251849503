"""A table without storage or network: commands in, looks out. What the tests of a game play on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.codec import name_of, read_command, read_options, read_stored, tagged, to_plain
from companion.core.dice import Dice
from companion.core.game import Game, Refused, Ruling, Score
from companion.core.log import fold, state_for
from companion.core.record import read_record
from companion.core.secret import Seat


class Table:
    """`do` plays one command as a record would; every event makes a round trip through JSON on its way."""

    def __init__(self, game: Game[Any, Any, Any, Any, Any], seats: str, seed: int = 0, **options: Any) -> None:
        self.game, self.seed = game, seed
        self.seats = tuple(Seat(name) for name in seats.split())
        self.options = read_options(game.options, options)
        start = game.setup(self.seats, self.options)
        self.opening = self._through_json(game.begin(start, Ruling(Dice(seed, 0))))
        self.state = fold(game, start, self.opening)
        self.moves: list[tuple[Any, ...]] = []

    def _through_json(self, events: Any) -> tuple[Any, ...]:
        told = [tagged(event, "event", secrets="mark") for event in events]
        again = tuple(read_stored(self.game.events, raw, "event") for raw in told)
        assert again == tuple(events)
        return again

    def do(self, seat: str | None, do: str, *, overrule: tuple[str, ...] = (), **fields: Any) -> tuple[Any, ...]:
        """Returns the events. Raises `Refused`, and then nothing has changed."""
        who = None if seat is None else Seat(seat)
        command = read_command(self.game.commands, {"do": do, **fields}, who)
        return self.play(who, command, overrule)

    def play(self, who: Seat | None, command: Any, overrule: tuple[str, ...] = ()) -> tuple[Any, ...]:
        ruling = Ruling(Dice(self.seed, len(self.moves) + 1), frozenset(overrule))
        events = self._through_json(self.game.decide(self.state, who, command, ruling))
        self.state = fold(self.game, self.state, events)
        self.moves.append(events)
        return events

    def refused(self, seat: str | None, do: str, **fields: Any) -> Refused:
        """The refusal or doubt that the command meets."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(seat, do, **fields)
        assert self.state == before
        return caught.value

    def undo(self) -> None:
        self.moves.pop()
        self.state = self.state_for_all()

    def state_for_all(self) -> Any:
        return fold(self.game, self.game.setup(self.seats, self.options), self._events())

    def _events(self) -> list[Any]:
        return [event for events in [self.opening, *self.moves] for event in events]

    def state_of(self, viewer: str | None) -> Any:
        return state_for(
            self.game, self.seats, self.options, self._events(), None if viewer is None else Seat(viewer)
        )

    def view(self, viewer: str | None = None) -> dict[str, Any]:
        """What that viewer may know, as plain JSON values."""
        seat = None if viewer is None else Seat(viewer)
        plain: dict[str, Any] = to_plain(self.game.view_for(self.state_of(viewer), seat))
        return plain

    def score(self, viewer: str | None = None) -> Score:
        return self.game.score(self.state_of(viewer))

    def legal(self, viewer: str | None = None) -> list[Any]:
        return list(self.game.legal(self.state_of(viewer), None if viewer is None else Seat(viewer)))

    def offered(self, viewer: str | None = None) -> set[str]:
        """Names of the commands offered to that viewer."""
        return {name_of(type(command)) for command in self.legal(viewer)}


def replayed(file: Path, game: Game[Any, Any, Any, Any, Any], kind: type[Table] = Table) -> Table:
    """The table at the end of a golden record."""
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.game == game.slug
    table = kind(game, " ".join(record.seats), record.seed, **record.options)
    for line in record.lines:
        if line.do is None:
            table.undo()
            continue
        fields = {key: value for key, value in line.do.items() if key != "do"}
        table.do(line.seat, line.do["do"], overrule=tuple(line.overrule), **fields)
    return table
