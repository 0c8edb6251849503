"""The whole app on a table, with phones and boards that keep their cookies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.core.record import Record
from companion.core.secret import Seat, Viewer
from companion.live import Bus
from companion.referee import Referee
from companion.referee.lobby import CODE_LETTERS
from companion.storage import Store
from companion.web.identity import digest, form_token


def token_of(name: str) -> str:
    return f"token-of-{name}".ljust(43, "x")


class Compiled(BytecodeCache):
    """Templates are compiled once for all tests."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key + bucket.checksum in self._code:
            bucket.bytecode_from_string(self._code[bucket.key + bucket.checksum])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key + bucket.checksum] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Served:
    def __init__(self, path: Path | None = None, **settings: Any) -> None:
        self.store, self.bus = Store(path), Bus()
        self.store.keep("secret_key", "key".ljust(43, "x"))
        self.store.keep("data_id", "house")
        self.app = create_app(self.store, bus=self.bus, **settings)
        self.app.jinja_env.bytecode_cache = COMPILED
        self.referee: Referee = self.app.extensions["referee"]
        self.board = self.device("board")

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.store.close()

    def device(self, name: str) -> Device:
        return Device(self, name)

    def play(self, game: str, *people: str, phones: tuple[str, ...] = (), seed: int = 0, **options: Any) -> Table:
        """A running table; `phones` names those who have one."""
        record = Record(game, tuple(Seat(name) for name in people), options, seed)
        code = self.referee.lobby.open_recorded(record, device=digest(self.board.token))
        for seat in self.referee.lobby.seats(code):
            if seat.name in phones:
                self.referee.lobby.take_free_seat(code, seat.id, digest(token_of(seat.name)))
        return Table(self, code, {name: self.device(name) for name in phones})


class Device:
    """A browser. `post` adds the form's token unless one is given."""

    def __init__(self, served: Served, name: str) -> None:
        self.served, self.name, self.token = served, name, token_of(name)
        self.client = served.app.test_client()
        self.client.set_cookie(served.app.config["DEVICE_COOKIE"], self.token)

    def form_token(self, code: str = "") -> str:
        cookie = f"{self.served.app.config['DEVICE_COOKIE']}={self.token}"
        with self.served.app.test_request_context(headers={"Cookie": cookie}):
            return form_token(code)

    def get(self, path: str, *, htmx: bool = False, **more: Any) -> TestResponse:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.get(path, headers={**headers, **more.pop("headers", {})}, **{"buffered": True, **more})

    def post(self, path: str, fields: Any = (), *, htmx: bool = False, **more: Any) -> TestResponse:
        code = found[1].upper() if (found := re.match(rf"/([{CODE_LETTERS}]{{4}})(/|$)", path, re.IGNORECASE)) else ""
        pairs = list(fields.items() if isinstance(fields, dict) else fields)
        if not any(name == "token" for name, _ in pairs):
            pairs.append(("token", self.form_token(code)))
        data: dict[str, list[Any]] = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.post(path, data=data, headers={**headers, **more.pop("headers", {})}, buffered=True, **more)


class Table:
    def __init__(self, served: Served, code: str, phones: dict[str, Device]) -> None:
        self.served, self.code, self.phones = served, code, phones
        self.referee, self.board = served.referee, served.board
        self._ids = (f"id-{number}" for number in range(10**6))

    @property
    def version(self) -> int:
        return self.referee.look(self.code, None).version

    def side(self, who: Viewer | str) -> tuple[Device, str]:
        return (self.phones[who], "seat") if who in self.phones else (self.board, "board")

    def look(self, who: str | None = None) -> Any:
        return self.referee.look(self.code, None if who is None else Seat(who))

    def do(self, who: str | None, do: str, *, htmx: bool = False, **fields: Any) -> TestResponse:
        """As the form on the screen of `who` sends it, or the board's for those without a phone."""
        device, side = self.side(who)
        told: dict[str, Any] = {"seen": self.version, "id": next(self._ids), "do": do}
        if side == "board" and who is not None:
            told["as"] = who
        told.update({name.replace("__", "."): value for name, value in fields.items()})
        pairs = [(k, part) for k, v in told.items() for part in (v if isinstance(v, list) else [v])]
        return device.post(f"/{self.code}/{side}/do", pairs, htmx=htmx)

    def undo(self, who: str | None = None, **fields: Any) -> TestResponse:
        device, side = self.side(who)
        told = {"seen": self.version, "id": next(self._ids), **fields}
        return device.post(f"/{self.code}/{side}/undo", told)

    def submit(self, who: str | None, do: str, *, seen: int | None = -1, **fields: Any) -> int:
        """Past the pages, straight to the referee."""
        told = {name.rstrip("_"): value for name, value in fields.items()}
        return self.referee.submit(
            self.code,
            None if who is None else Seat(who),
            {"do": do, **told},
            seen=self.version if seen == -1 else seen,
            command_id=next(self._ids),
        )

    def page(self, who: str | None = None, part: str = "") -> str:
        device, side = self.side(who)
        answer = device.get(f"/{self.code}/{side}{part}")
        assert answer.status_code == 200, (answer.status, answer.text)
        return answer.text

    def hear(self, who: str | None = None) -> Iterator[bytes]:
        """The stream as it comes in."""
        device, side = self.side(who)
        answer = device.get(f"/{self.code}/{side}/stream", buffered=False)
        assert answer.status_code == 200
        return iter(answer.response)  # type: ignore[arg-type]
