"""Before the game, and around it: opening tables, taking seats, house rules, boards and moving a seat to another
phone. `device` is always the digest of a device's token."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from companion.core.codec import read_options, tagged, to_plain, unfold
from companion.core.dice import Dice
from companion.core.game import Refused, Ruling, Score, refuse
from companion.core.names import NameProblem, clean_name
from companion.core.record import Record
from companion.core.secret import Seat, Viewer
from companion.games import AnyGame, all_games
from companion.live import Bus
from companion.referee.look import LobbyLook, NoSuchTable, SeatLook, TableDamaged, look_of
from companion.storage import EntryRow, SeatRow, Store, TableRow

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word comes out; nothing that looks like a digit."""


@dataclass(frozen=True)
class Place:
    """Where a device stands at a table."""

    table_id: int
    board: bool
    seat_id: int | None
    seat: Viewer


def game_of(slug: str) -> AnyGame:
    game = all_games().get(slug)
    if game is None:
        refuse("game-unknown", game=slug[:40])
    return game


def outcome(score: Score) -> dict[str, Any]:
    """What the table's own row says of its end."""
    return {"ended": int(score.final), "winners": list(score.winners) if score.final else None}


def _kept(game: AnyGame, text: str) -> dict[str, Any]:
    return {game.kept.option: to_plain(game.kept.read(text))} if game.kept is not None and text.strip() else {}


class Lobby:
    def __init__(self, store: Store, bus: Bus) -> None:
        self._store, self._bus = store, bus

    # ---- tables and who is where --------------------------------------------------------------------------------

    def open(self, slug: str, device: str, options: dict[str, Any] | None = None) -> str:
        """A new table; `device` becomes its board. Returns the join code."""
        game = game_of(slug)
        kept = to_plain(read_options(game.options, options or {}))
        with self._store.writing() as connection:
            code = self._free_code(connection)
            table_id = self._store.add_table(connection, code, slug, kept, secrets.randbits(53))
            self._store.add_board(connection, table_id, device)
        return code

    def open_recorded(
        self, record: Record, entries: Sequence[EntryRow] = (), device: str | None = None, score: Score | None = None
    ) -> str:
        """A running table as a record tells it, with all its entries or not at all. Nobody there has a phone."""
        kept = to_plain(read_options(game_of(record.game).options, dict(record.options)))
        with self._store.writing() as connection:
            code = self._free_code(connection)
            table_id = self._store.add_table(connection, code, record.game, kept, record.seed)
            for place, (name, colour) in enumerate(zip(record.seats, COLOURS, strict=False)):
                self._store.add_seat(connection, table_id, place, name, colour, None)
            self.begin(connection, self.table(connection, code), record.seats)
            self._store.append(connection, table_id, entries)
            self._store.change_table(connection, table_id, **outcome(score or Score({})))
            if device is not None:
                self._store.add_board(connection, table_id, device)
        return code

    def open_seated(self, slug: str, device: str, options: dict[str, Any], people: Sequence[tuple[str, str]]) -> str:
        """A running table with the people so named, each with a colour, or none at all. Raises `Refused`."""
        kept = to_plain(read_options(game_of(slug).options, options))
        with self._store.writing() as connection:
            code = self._free_code(connection)
            table_id = self._store.add_table(connection, code, slug, kept, secrets.randbits(53))
            names: list[Seat] = []
            for place, (name, colour) in enumerate(people):
                names.append(self._name(name, list(names)))
                self._store.add_seat(connection, table_id, place, names[-1], colour, None)
            self.begin(connection, self.table(connection, code), tuple(names))
            self._store.add_board(connection, table_id, device)
        return code

    def _free_code(self, connection: Connection) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            if self._store.table(connection, code) is None:
                return code

    def table(self, connection: Connection, code: str) -> TableRow:
        """Raises `NoSuchTable`, `TableDamaged`."""
        try:
            row = self._store.table(connection, code)
        except ValueError as problem:
            raise TableDamaged(code) from problem
        if row is None:
            raise NoSuchTable(code)
        return row

    def place(self, code: str, device: str) -> Place:
        """Raises `NoSuchTable`."""
        with self._store.reading() as connection:
            table = self.table(connection, code)
            mine = [seat for seat in self._store.seats(connection, table.id) if seat.device == device]
            board = self._store.is_board(connection, table.id, device)
        return Place(table.id, board, mine[0].id if mine else None, Seat(mine[0].name) if mine else None)

    def started(self, code: str) -> bool:
        with self._store.reading() as connection:
            return self.table(connection, code).opening is not None

    def revision(self, code: str) -> int:
        with self._store.reading() as connection:
            return self.table(connection, code).revision

    def make_board(self, code: str, device: str) -> None:
        with self._store.writing() as connection:
            self._store.add_board(connection, self.table(connection, code).id, device)

    def seats(self, code: str) -> tuple[SeatLook, ...]:
        with self._store.reading() as connection:
            return tuple(map(look_of, self._store.seats(connection, self.table(connection, code).id)))

    def look(self, code: str, viewer: Viewer) -> LobbyLook:
        with self._store.reading() as connection:
            table = self.table(connection, code)
            seats = self._store.seats(connection, table.id)
        game = game_of(table.game)
        taken = {seat.colour for seat in seats}
        obstacle = "too-few-seats" if len(seats) < game.seats.start else ""
        return LobbyLook(
            code=code,
            slug=game.slug,
            title=game.title,
            me=viewer,
            seats=tuple(map(look_of, seats)),
            seats_allowed=game.seats,
            options=read_options(game.options, table.options),
            free_colours=tuple(colour for colour in COLOURS if colour not in taken),
            revision=table.revision,
            obstacle=obstacle,
        )

    # ---- sitting down -------------------------------------------------------------------------------------------

    def join(self, code: str, name: str, colour: str | None, device: str | None) -> Seat:
        """A new seat at the end of the row; `device` `None`: somebody without a phone. Raises `Refused`."""
        with self._store.writing() as connection:
            table = self._before_start(connection, code)
            seats = self._store.seats(connection, table.id)
            if device is not None and any(seat.device == device for seat in seats):
                refuse("seated-already")
            if len(seats) >= game_of(table.game).seats.stop - 1:
                refuse("table-full", seats=len(seats))
            seat = self._name(name, [row.name for row in seats])
            colour = self._colour(colour, seats)
            self._store.add_seat(connection, table.id, len(seats), seat, colour, device)
            self._touch(connection, table)
        self._tell(code)
        return seat

    def _name(self, raw: str, taken: list[str]) -> Seat:
        try:
            return clean_name(raw[:400], taken)
        except NameProblem as problem:
            refuse(problem.code, name=" ".join(raw.split())[:24])

    def _colour(self, colour: str | None, seats: list[SeatRow]) -> str:
        free = [c for c in COLOURS if c not in {seat.colour for seat in seats}]
        if not colour:
            return free[0]
        if colour not in COLOURS:
            refuse("colour-unknown")
        if colour not in free:
            refuse("colour-taken", colour=colour)
        return colour

    def change_seat(self, code: str, seat_id: int, *, name: str | None = None, colour: str | None = None) -> None:
        with self._store.writing() as connection:
            table = self._before_start(connection, code)
            seats = self._store.seats(connection, table.id)
            seat, rest = self._split(seats, seat_id)
            values: dict[str, Any] = {}
            if name is not None:
                values["name"] = self._name(name, [row.name for row in rest])
            if colour is not None and colour != seat.colour:
                values["colour"] = self._colour(colour, rest)
            if values:
                self._store.change_seat(connection, seat_id, **values)
            self._touch(connection, table)
        self._tell(code)

    def _split(self, seats: list[SeatRow], seat_id: int) -> tuple[SeatRow, list[SeatRow]]:
        found = [seat for seat in seats if seat.id == seat_id]
        if not found:
            refuse("seat-gone")
        return found[0], [seat for seat in seats if seat.id != seat_id]

    def remove_seat(self, code: str, seat_id: int) -> None:
        with self._store.writing() as connection:
            table = self._before_start(connection, code)
            _, rest = self._split(self._store.seats(connection, table.id), seat_id)
            self._store.remove_seat(connection, seat_id)
            self._arrange(connection, rest)
            self._touch(connection, table)
        self._tell(code)

    def _arrange(self, connection: Connection, seats: list[SeatRow]) -> None:
        for place, seat in enumerate(seats):
            if seat.place != place:
                self._store.change_seat(connection, seat.id, place=place)

    def move_seat(self, code: str, seat_id: int, to: int) -> None:
        """`to` counts from 0, clockwise; out-of-range places mean the nearest end."""
        with self._store.writing() as connection:
            table = self._before_start(connection, code)
            seat, rest = self._split(self._store.seats(connection, table.id), seat_id)
            rest.insert(max(0, min(to, len(rest))), seat)
            self._arrange(connection, rest)
            self._touch(connection, table)
        self._tell(code)

    def set_options(self, code: str, pairs: list[tuple[str, str]], kept: str = "") -> None:
        """House rules as an HTML form sends them; what the form does not show stays. `kept`: the text of the one that
        is kept as a file, or nothing. Raises `Refused`."""
        with self._store.writing() as connection:
            table = self._before_start(connection, code)
            unticked = {name: value for name, value in table.options.items() if not isinstance(value, bool)}
            game = game_of(table.game)
            options = read_options(game.options, {**unticked, **unfold(pairs), **_kept(game, kept)}, form=True)
            self._store.change_table(connection, table.id, options=to_plain(options))
        self._tell(code)

    def start(self, code: str, first: int | None) -> None:
        """`first` is the id of the seat that begins; `None` lets chance choose. Raises `Refused`."""
        with self._store.writing() as connection:
            table = self._before_start(connection, code)
            seats = self._store.seats(connection, table.id)
            game = game_of(table.game)
            if len(seats) not in game.seats:
                refuse("too-few-seats", fewest=game.seats.start)
            index = secrets.randbelow(len(seats))
            if first is not None:
                index = seats.index(self._split(seats, first)[0])
            seats = seats[index:] + seats[:index]
            self._arrange(connection, seats)
            self.begin(connection, table, tuple(Seat(seat.name) for seat in seats))
        self._tell(code)

    def begin(self, connection: Connection, table: TableRow, seats: tuple[Seat, ...]) -> None:
        game = game_of(table.game)
        state = game.setup(seats, read_options(game.options, table.options))
        events = game.begin(state, Ruling(Dice(table.seed, 0)))
        opening = [tagged(event, "event", secrets="mark") for event in events]
        self._store.change_table(connection, table.id, opening=opening)

    def _before_start(self, connection: Connection, code: str) -> TableRow:
        table = self.table(connection, code)
        if table.opening is not None:
            raise Refused("started-already")
        return table

    # ---- phones -------------------------------------------------------------------------------------------------

    def take_free_seat(self, code: str, seat_id: int, device: str) -> None:
        """A late-comer takes a seat that has no phone."""
        with self._store.writing() as connection:
            table = self.table(connection, code)
            seats = self._store.seats(connection, table.id)
            seat, rest = self._split(seats, seat_id)
            if any(other.device == device for other in rest):
                refuse("seated-already")
            if seat.device not in (None, device):
                refuse("seat-has-phone", seat=seat.name)
            self._store.change_seat(connection, seat_id, device=device, link=None)
            self._touch(connection, table)
        self._tell(code)

    def free_seat(self, code: str, seat_id: int) -> None:
        """The seat has no phone any more; the board plays for it."""
        with self._store.writing() as connection:
            table = self.table(connection, code)
            self._split(self._store.seats(connection, table.id), seat_id)
            self._store.change_seat(connection, seat_id, device=None, link=None)
            self._touch(connection, table)
        self._tell(code)

    def set_link(self, code: str, seat_id: int, link: str) -> None:
        """`link` is the digest of a new private link; the seat's earlier one is void."""
        with self._store.writing() as connection:
            table = self.table(connection, code)
            self._split(self._store.seats(connection, table.id), seat_id)
            self._store.change_seat(connection, seat_id, link=link)

    def seat_behind(self, link: str) -> tuple[str, Seat] | None:
        """Code and seat of an unused private link."""
        with self._store.reading() as connection:
            found = self._store.seat_of_link(connection, link)
        return (found[0].code, Seat(found[1].name)) if found else None

    def use_link(self, link: str, device: str) -> str:
        """Moves the seat to `device`; works once. Returns the code of the table. Raises `Refused`."""
        with self._store.writing() as connection:
            found = self._store.seat_of_link(connection, link)
            if found is None:
                refuse("link-used")
            table, seat = found
            rest = [row for row in self._store.seats(connection, table.id) if row.id != seat.id]
            if any(row.device == device for row in rest):
                refuse("seated-already")
            self._store.change_seat(connection, seat.id, device=device, link=None)
            self._touch(connection, table)
        self._tell(table.code)
        return table.code

    # ---- again --------------------------------------------------------------------------------------------------

    def play_again(self, code: str, kept: str = "") -> str:
        """A new table with the same people, phones, boards and house rules, one of them as `kept` tells. Asked twice it
        is the same table."""
        with self._store.writing() as connection:
            table = self.table(connection, code)
            if table.next_code is not None:
                return table.next_code
            new = self._free_code(connection)
            options = {**table.options, **_kept(game_of(table.game), kept)}
            new_id = self._store.add_table(connection, new, table.game, options, secrets.randbits(53))
            for seat in self._store.seats(connection, table.id):
                self._store.add_seat(connection, new_id, seat.place, seat.name, seat.colour, seat.device)
            for device in self._store.boards(connection, table.id):
                self._store.add_board(connection, new_id, device)
            self._store.change_table(connection, table.id, next_code=new)
        self._tell(code)
        return new

    def _touch(self, connection: Connection, table: TableRow) -> None:
        self._store.change_table(connection, table.id)

    def _tell(self, code: str) -> None:
        self._bus.publish(code, self.revision(code))
