"""Sitting down: joining by code, the board's list of seats, house rules, private links."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.game import Refused, refuse
from companion.referee.lobby import Lobby, Place
from companion.web.identity import any_place, device, digest, form_token, new_token, place, referee
from companion.web.screens import after_post, join_addresses, kept_text, private, qr_svg, show, words

pages = Blueprint("lobby", __name__)


def lobby() -> Lobby:
    return referee().lobby


@pages.get("/<code:code>")
def join(code: str, refused: Refused | None = None) -> Response:
    """The page behind the QR code: take a seat, or go to the one this device has."""
    found = any_place(code)
    if refused is None:
        if found.seat_id is not None:
            return redirect(url_for("play.screen", code=code, side="seat"))
        if found.board:
            return redirect(url_for("play.screen", code=code, side="board"))
    return _join_page(code, refused)


def _join_page(code: str, refused: Refused | None) -> Response:
    html = render_template(
        "lobby/join.html",
        code=code,
        token=form_token(code),
        look=lobby().look(code, None),
        started=lobby().started(code),
        refused=words().refusal("", refused) if refused else "",
        refused_code=refused.code if refused else "",
        name=request.form.get("name", "")[:60],
        colour=request.form.get("colour", ""),
    )
    return private(Response(html, 422 if refused else 200, mimetype="text/html"))


@pages.post("/<code:code>/join")
def take_seat(code: str) -> Response:
    found = any_place(code)
    try:
        if found.seat_id is None and "seat" in request.form:
            lobby().take_free_seat(code, _number("seat"), device())
        elif found.seat_id is None:
            lobby().join(code, request.form.get("name", ""), request.form.get("colour"), device())
    except Refused as refused:
        return _join_page(code, refused)
    return redirect(url_for("play.screen", code=code, side="seat"), 303)


def _number(name: str) -> int:
    value = request.form.get(name, "")
    if not value.isdecimal() or len(value) > 9:
        refuse("seat-gone")
    return int(value)


# ---- the board arranges the table --------------------------------------------------------------------------------


def _change(code: str, change: Callable[[Place], None]) -> Response:
    found = place(code, "board")
    try:
        change(found)
    except Refused as refused:
        return after_post(code, "board", found, refused, request.form)
    return after_post(code, "board", found)


@pages.post("/<code:code>/board/seats")
def seats(code: str) -> Response:
    """Adds (name), renames, recolours, removes or moves a seat: whichever the form says."""

    def change(_place: Place) -> None:
        form = request.form
        if "add" in form:
            lobby().join(code, form["add"], form.get("colour"), None)
        elif "remove" in form:
            lobby().remove_seat(code, _number("remove"))
        elif "up" in form or "down" in form:
            step = -1 if "up" in form else 1
            seat_id = _number("up" if "up" in form else "down")
            ids = [seat.id for seat in lobby().seats(code)]
            lobby().move_seat(code, seat_id, ids.index(seat_id) + step if seat_id in ids else 0)
        elif "to" in form:
            lobby().move_seat(code, _number("seat"), _number("to"))
        else:
            lobby().change_seat(code, _number("seat"), name=form.get("name"), colour=form.get("colour"))

    return _change(code, change)


@pages.post("/<code:code>/board/options")
def options(code: str) -> Response:
    return _change(code, lambda _place: _set_options(code))


def _set_options(code: str) -> None:
    form = request.form
    pairs = [pair for pair in form.items(multi=True) if pair[0] not in ("token", "house_rules", "first", "kept")]
    lobby().set_options(code, pairs, form.get("kept", ""))


@pages.post("/<code:code>/board/start")
def start(code: str) -> Response:
    """The house rules come along as they stand on the screen: what was ticked there counts without a tap of its own."""

    def begin(_place: Place) -> None:
        if "house_rules" in request.form:
            _set_options(code)
        lobby().start(code, _number("first") if request.form.get("first") else None)

    return _change(code, begin)


@pages.post("/<code:code>/board/free")
def free(code: str) -> Response:
    return _change(code, lambda _place: lobby().free_seat(code, _number("seat")))


@pages.post("/<code:code>/board/again")
def again(code: str) -> Response:
    place(code, "board")
    new = lobby().play_again(code, kept_text(code))
    return redirect(url_for("play.screen", code=new, side="board"), 303)


# ---- the phone's own seat, before the start ----------------------------------------------------------------------


@pages.post("/<code:code>/seat/self")
def own_seat(code: str) -> Response:
    found = place(code, "seat")
    assert found.seat_id is not None
    try:
        lobby().change_seat(code, found.seat_id, name=request.form.get("name"), colour=request.form.get("colour"))
    except Refused as refused:
        return after_post(code, "seat", found, refused, request.form)
    return after_post(code, "seat", place(code, "seat"))


@pages.post("/<code:code>/seat/leave")
def leave(code: str) -> Response:
    found = place(code, "seat")
    assert found.seat_id is not None
    if lobby().started(code):
        lobby().free_seat(code, found.seat_id)
    else:
        lobby().remove_seat(code, found.seat_id)
    return redirect(url_for("lobby.join", code=code), 303)


# ---- moving a seat to another phone ------------------------------------------------------------------------------


def private_link(code: str, seat_id: int) -> str:
    """A new address that opens this seat, once; the seat's earlier one is void. Raises `Refused`."""
    link = new_token()
    lobby().set_link(code, seat_id, digest(link))
    return join_addresses()[0].url + url_for("lobby.moving", link=link).lstrip("/")


@pages.post("/<code:code>/<any(board,seat):side>/link")
def make_link(code: str, side: str) -> Response:
    """Shows the private QR of a seat: the board's for any, a phone's for its own."""
    found = place(code, side)
    seat_id = _number("seat") if side == "board" else found.seat_id
    assert seat_id is not None
    url = private_link(code, seat_id)
    seat = next(seat for seat in lobby().seats(code) if seat.id == seat_id)
    html = render_template("lobby/link.html", code=code, side=side, seat=seat, url=url, svg=qr_svg(url))
    return private(Response(html, mimetype="text/html"))


@pages.get("/s/<link>")
def moving(link: str) -> Response:
    """Asks before it moves: a preview of the link must not use it up."""
    found = lobby().seat_behind(digest(link))
    if found is None:
        html = render_template("lobby/moving.html", link=link, code="", seat="", token="")
        return private(Response(html, 410, mimetype="text/html"))
    code, seat = found
    html = render_template("lobby/moving.html", link=link, code=code, seat=seat, token=form_token())
    return private(Response(html, mimetype="text/html"))


@pages.post("/s/<link>")
def move(link: str) -> Response:
    return redirect(url_for("play.screen", code=lobby().use_link(digest(link), device()), side="seat"), 303)


def install(app: Flask) -> None:
    app.register_blueprint(pages)


__all__ = ["install", "show"]
