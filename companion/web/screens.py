"""What pages have in common: a look turned into a page or a fragment, the addresses in QR codes, the words."""

from __future__ import annotations

import secrets
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any, cast

import segno
from flask import Flask, current_app, make_response, redirect, render_template, request, url_for
from flask_babel import format_timedelta
from flask_htmx import HTMX
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.core.codec import name_of
from companion.core.game import Refused
from companion.core.secret import Viewer
from companion.games import all_games
from companion.referee import Look
from companion.referee.lobby import Place
from companion.web.identity import form_token, referee
from companion.web.languages import gettext
from companion.web.pass_round import Answered, is_passed
from companion.web.words import Words

htmx = HTMX()


def words() -> Words:
    return cast(Words, current_app.extensions["words"])


# ---- addresses ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JoinAddress:
    """`url` ends with a slash; `name` says which network in a word or two."""

    url: str
    name: str


def join_addresses() -> list[JoinAddress]:
    """Where phones reach this server, best first; the address this very page was opened at when it is among them."""
    find = cast("Callable[[], list[JoinAddress]] | None", current_app.config["ADDRESSES"])
    found = find() if find is not None else []
    if not found:
        return [JoinAddress(request.host_url, "")]
    return sorted(found, key=lambda address: address.url != request.host_url)


def address_mark() -> Callable[[], int]:
    """A number that changes when this server's addresses do."""
    find = cast("Callable[[], list[JoinAddress]] | None", current_app.config["ADDRESSES"])
    return lambda: zlib.crc32(" ".join(address.url for address in find()).encode()) if find is not None else 0


def seen_from_here() -> bool:
    """The page is open on the device that serves it."""
    is_this_machine = cast("Callable[[str], bool]", current_app.config["IS_THIS_MACHINE"])
    return is_this_machine(request.remote_addr or "")


@lru_cache(maxsize=200)
def qr_svg(address: str) -> Markup:
    """Dark on white with its quiet zone, whatever the page's colours. Capital letters make a smaller code; only
    scheme and host are made so, and paths that are in capitals anyway."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", svgclass="qr-code", omitsize=True))


def join_url(address: JoinAddress, code: str) -> str:
    return f"{address.url}{code}".upper()


def kept_text(code: str) -> str:
    """The house rule that the game keeps, as the running game has it by now; "" where there is none."""
    if not referee().lobby.started(code):
        return ""
    look = referee().look(code, None)
    kept = all_games()[look.slug].kept
    return kept.write(look.view) if kept is not None else ""


# ---- pages and fragments -----------------------------------------------------------------------------------------


def private(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def covered(side: str) -> bool:
    """A seat that is passed round stays behind its curtain until a form asks for it, and for the first time."""
    if not is_passed(side):
        return False
    answered = cast(Answered, current_app.extensions["answered"])
    return request.method != "POST" or not (htmx or answered.first_time(request.form.get("id", "")))


def _curtain(code: str, side: str, place: Place) -> Response:
    if not referee().lobby.started(code):
        return redirect(url_for("play.screen", code=code, side="board"))
    look = referee().lobby.look(code, None)
    seat = next(seat for seat in look.seats if seat.id == place.seat_id)
    html = render_template("play/curtain.html", code=code, side=side, token=form_token(code), look=look, seat=seat)
    return private(make_response(html))


def show(
    code: str,
    side: str,
    place: Place,
    *,
    refused: Refused | None = None,
    sent: Mapping[str, Any] | None = None,
    status: int = 200,
    live_only: bool = False,
) -> Response:
    """The screen of a board or a seat: for htmx the part that changes, otherwise the page. Before a seat that is passed
    round, its curtain."""
    if covered(side):
        return _curtain(code, side, place)
    viewer: Viewer = None if side == "board" else place.seat
    context: dict[str, Any] = {"code": code, "side": side, "token": form_token(code), "sent": sent or {}}
    context |= {"refused": refused, "addresses": join_addresses() if side == "board" else []}
    with referee().one_moment():
        if referee().lobby.started(code):
            look = referee().look(code, viewer)
            marks = referee().sheets.marks(place.seat_id) if side != "board" and place.seat_id is not None else {}
            template, context = "play/", {**context, "look": look, "marks": marks}
            revision = look.revision
        else:
            lobby = referee().lobby.look(code, viewer)
            template, context = "lobby/", {**context, "look": lobby}
            revision = lobby.revision
    part = "live.html" if live_only else "screen.html" if htmx else "page.html"
    response = make_response(render_template(template + part, **context), status)
    response.headers["X-Revision"] = str(revision)
    return private(response)


def after_post(
    code: str, side: str, place: Place, refused: Refused | None = None, sent: Mapping[str, Any] | None = None
) -> Response:
    """The answer to a form: the screen with what was refused, or the fresh screen."""
    if refused is not None:
        return show(code, side, place, refused=refused, sent=sent, status=409 if refused.doubt else 422)
    if htmx:
        return show(code, side, place)
    return redirect(url_for("play.screen", code=code, side=side), 303)


def install(app: Flask) -> None:
    """What every template may use besides its look."""

    @app.template_global()
    def new_id() -> str:
        """For the hidden field that makes a form count once, however often it is sent."""
        return secrets.token_hex(12)

    @app.template_global()
    def page_token(code: str = "") -> str:
        return form_token(code)

    @app.template_global()
    def may_act(look: Look, name: str | None) -> bool:
        """This screen acts for that seat: a phone for its own, the board for those without a phone."""
        if look.me is not None:
            return look.me == name
        return any(seat.name == name and not seat.has_phone for seat in look.seats)

    @app.template_global()
    def colour(look: Look, name: str | None) -> str:
        return next((seat.colour for seat in look.seats if seat.name == name), "")

    app.jinja_env.globals.update(qr_svg=qr_svg, join_url=join_url, words=app.extensions["words"], name_of=name_of)
    app.jinja_env.filters["ago"] = _ago


def _ago(then: float) -> str:
    minutes = max(0, int(time.time() - then)) // 60
    if minutes < 2:
        return gettext("just now")
    # A unit is used from two of it on: never "1 hour ago" for what was 50 minutes.
    return str(format_timedelta(timedelta(minutes=-minutes), add_direction=True, threshold=2))
