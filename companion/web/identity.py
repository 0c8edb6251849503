"""Who is asking: the device's token, its place at a table, and the proof that a post comes from our own page."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import socket
import threading
import time
from collections import defaultdict, deque
from functools import lru_cache
from typing import cast

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.exceptions import BadRequest

from companion.core.game import Refused
from companion.core.secret import Seat
from companion.referee import NoSuchTable, Referee
from companion.referee.lobby import Place
from companion.web.pass_round import passed_seat, side_of

A_YEAR = 400 * 24 * 3600
MISSES_ALLOWED = 20
MISSES_FORGOTTEN = 60.0
"""Seconds after which a wrong code is forgotten."""
ADDRESSES_KEPT = 2000
"""Addresses whose wrong codes are remembered at most."""


class NotYours(Exception):
    """The device has no such place at the table: "board", "seat", or a seat passed round that has a phone now."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.side = side


class TooManyMisses(Exception):
    """This address has tried too many wrong codes."""


def referee() -> Referee:
    return cast(Referee, current_app.extensions["referee"])


def new_token() -> str:
    """An unguessable word of 256 bits, safe in addresses."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def device() -> str:
    """The digest of this device's token; a device without one gets it with the answer."""
    if "device" not in g:
        token = request.cookies.get(current_app.config["DEVICE_COOKIE"], "")
        if not 40 <= len(token) <= 80:
            token = g.new_token = new_token()
        g.device = digest(token)
    return cast(str, g.device)


def form_token(code: str = "") -> str:
    """Goes into every form; good for this device at this table only."""
    key = current_app.config["SECRET_KEY"].encode()
    return hmac.new(key, f"{device()}/{code}".encode(), hashlib.sha256).hexdigest()[:32]


def install(app: Flask) -> None:
    @app.before_request
    def check_host() -> Response | None:
        if isinstance(request.routing_exception, BadRequest):  # no name at all: no page knows its own address
            return Response(status=421)
        if not _known_host(request.host, app.config["EXTRA_HOSTS"]):
            abort(421)
        return None

    @app.before_request
    def check_post() -> None:
        if request.method != "POST":
            return
        origin = request.headers.get("Origin")
        if origin is not None and origin != request.host_url.rstrip("/"):
            abort(403)
        code = (request.view_args or {}).get("code", "")
        if not hmac.compare_digest(request.form.get("token", "").encode(), form_token(code).encode()):
            raise Refused("page-too-old")

    @app.after_request
    def give_token(response: Response) -> Response:
        if "new_token" in g:
            response.set_cookie(
                app.config["DEVICE_COOKIE"],
                g.new_token,
                max_age=A_YEAR,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure,
            )
        return response


@lru_cache(maxsize=200)
def _known_host(host: str, extra: frozenset[str]) -> bool:
    """Addresses as numbers and this machine's own names; other names would let foreign pages in by DNS rebinding."""
    name = host.rsplit(":", 1)[0] if host.count(":") == 1 or host.startswith("[") else host
    name = name.strip("[]").casefold().rstrip(".")
    try:
        ipaddress.ip_address(name.split("%")[0])
    except ValueError:
        own = socket.gethostname().casefold().split(".")[0]
        return name in {"localhost", own, *extra} or name in {f"{own}.{end}" for end in ("local", "lan", "home")}
    return True


def place(code: str, side: str) -> Place:
    """This device's place as board or seat of a table; for a seat that is passed round, that seat's. Raises `NotYours`,
    `NoSuchTable`, `TooManyMisses`."""
    found = any_place(code)
    passed = passed_seat(side)
    if not (found.seat_id is not None if side == "seat" else found.board):
        raise NotYours("seat" if side == "seat" else "board")
    return found if passed is None else _passed(code, found, passed)


def _passed(code: str, board: Place, seat_id: int) -> Place:
    """The place of a seat that the board plays for, and only as long as it does."""
    for seat in referee().lobby.seats(code):
        if seat.id == seat_id and not seat.has_phone:
            return Place(board.table_id, board=True, seat_id=seat_id, seat=Seat(seat.name))
    raise NotYours(side_of(seat_id))


class Misses:
    """Wrong codes by address."""

    def __init__(self, allowed: int = MISSES_ALLOWED, forgotten: float = MISSES_FORGOTTEN) -> None:
        self._allowed, self._forgotten = allowed, forgotten
        self._times: dict[str, deque[float]] = defaultdict(deque)
        self._lock = threading.Lock()

    def blocked(self, address: str) -> bool:
        with self._lock:
            times = self._times.get(address)
            while times and times[0] < time.monotonic() - self._forgotten:
                times.popleft()
            if times is not None and not times:
                del self._times[address]
            return times is not None and len(times) >= self._allowed

    def note(self, address: str) -> None:
        now = time.monotonic()
        with self._lock:
            if len(self._times) >= ADDRESSES_KEPT:
                fresh = {who: times for who, times in self._times.items() if times[-1] > now - self._forgotten}
                self._times = defaultdict(deque, fresh if len(fresh) < ADDRESSES_KEPT else {})
            self._times[address].append(now)


def any_place(code: str) -> Place:
    """Looks a code up; wrong ones are counted by address. Who has a place at the table is let in all the same, since
    phones may share an address. Raises `NoSuchTable`, `TooManyMisses`."""
    misses = cast(Misses, current_app.extensions["misses"])
    address = request.remote_addr or ""
    blocked = misses.blocked(address)
    try:
        found = referee().lobby.place(code, device())
    except NoSuchTable:
        if blocked:
            raise TooManyMisses from None
        misses.note(address)
        raise
    if blocked and not found.board and found.seat_id is None:
        raise TooManyMisses
    return found
