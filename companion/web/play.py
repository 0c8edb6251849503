"""The running game: the screen, its live part, commands, undo, corrections, the private sheet, the event stream."""

from __future__ import annotations

import secrets
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.codec import to_plain, unfold
from companion.core.game import Refused, refuse
from companion.core.secret import Seat, Viewer
from companion.live import Bus, StreamGate, stream
from companion.referee import LogLine
from companion.referee.lobby import Place
from companion.web.identity import form_token, place, referee
from companion.web.screens import address_mark, after_post, covered, htmx, kept_text, private, show, words

pages = Blueprint("play", __name__)

OWN = ("token", "seen", "id", "overrule", "as", "version")
"""Form fields of the shell; all others belong to the command."""


@pages.route("/<code:code>/<side:side>", methods=["GET", "POST"])
def screen(code: str, side: str) -> AnyResponse:
    return show(code, side, place(code, side))


@pages.route("/<code:code>/<side:side>/live", methods=["GET", "POST"])
def live(code: str, side: str) -> AnyResponse:
    return show(code, side, place(code, side), live_only=True)


@pages.get("/<code:code>/<side:side>/stream")
def events(code: str, side: str) -> AnyResponse:
    """Revision numbers and heartbeats. 204 when there are no threads to spare: the page then asks by itself."""
    place(code, side)
    gate, bus = cast(StreamGate, current_app.extensions["gate"]), cast(Bus, current_app.extensions["bus"])
    if not gate.enter():
        return Response(status=204)
    lobby = referee().lobby
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    told = stream(bus, code, lambda: lobby.revision(code), gone, address_mark())
    answer = Response(told, mimetype="text/event-stream")
    answer.call_on_close(gate.leave)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


# ---- commands ----------------------------------------------------------------------------------------------------


def _seen() -> int | None:
    return _number(request.form.get("seen", ""))


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _viewer(side: str, seat: Viewer) -> Viewer:
    return None if side == "board" else seat


def _seated(code: str, side: str) -> Place:
    """The place of a seat; a board has no sheet."""
    return place(code, "seat" if side == "board" else side)


def _command(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    return unfold([(name, value) for name, value in pairs if name not in OWN])


@pages.post("/<code:code>/<side:side>/do")
def do(code: str, side: str) -> AnyResponse:
    found = place(code, side)
    form = request.form
    acting = form.get("as", "")
    try:
        referee().submit(
            code,
            _viewer(side, found.seat),
            _command(list(form.items(multi=True))),
            seat=Seat(acting) if acting else None,
            seen=_seen(),
            command_id=form.get("id", ""),
            overrule=frozenset(form.getlist("overrule")),
            form=True,
        )
    except Refused as refused:
        return after_post(code, side, found, refused, form)
    return after_post(code, side, found)


@pages.post("/<code:code>/<side:side>/undo")
def undo(code: str, side: str) -> AnyResponse:
    found = place(code, side)
    try:
        referee().undo(code, _viewer(side, found.seat), seen=_seen(), command_id=request.form.get("id", ""))
    except Refused as refused:
        return after_post(code, side, found, refused)
    return after_post(code, side, found)


# ---- the whole log, and mending an old entry ---------------------------------------------------------------------


def _log_page(code: str, side: str, seat: Viewer, refused: Refused | None = None, version: int = 0) -> AnyResponse:
    look = referee().look(code, _viewer(side, seat))
    wrong = next((line for line in look.log if line.version == version and not line.retracted and line.command), None)
    html = render_template(
        "play/log.html",
        look=look,
        code=code,
        side=side,
        token=form_token(code),
        command_id=secrets.token_hex(12),
        wrong=wrong,
        fields=_fields(wrong) if wrong else [],
        refused=words().refusal(look.slug, refused) if refused else "",
        doubt=refused.code if refused and refused.doubt else "",
    )
    return private(make_response(html, 422 if refused else 200))


def _fields(line: LogLine) -> list[tuple[str, str]]:
    """The plain fields of an entry's command as form fields, nested ones by their path; secrets stay out. What the log
    no longer tells is asked for, not filled in."""

    def flat(path: str, value: Any) -> list[tuple[str, str]]:
        if isinstance(value, dict):
            return [pair for key, part in value.items() for pair in flat(f"{path}.{key}" if path else key, part)]
        if isinstance(value, list):
            return [(path, str(part)) for part in value]
        return [] if value is None else [(path, str(value))]

    told = flat("", to_plain(line.command))
    return [(path, "") for path, _ in told] if any(line.hushed) else told


@pages.get("/<code:code>/<any(board,seat):side>/log")
def log(code: str, side: str) -> AnyResponse:
    return _log_page(code, side, place(code, side).seat, version=_number(request.args.get("version", "")) or 0)


@pages.post("/<code:code>/<any(board,seat):side>/correct")
def correct(code: str, side: str) -> AnyResponse:
    """Puts the sent command in the place of entry `version`, or strikes it out when nothing but `strike` is sent."""
    found = place(code, side)
    form = request.form
    version = _number(form.get("version", "")) or 0
    pairs = [(name, value) for name, value in form.items(multi=True) if value != "" and name != "strike"]
    try:
        referee().correct(
            code,
            _viewer(side, found.seat),
            version,
            None if "strike" in form else _command(pairs),
            seen=_seen(),
            command_id=form.get("id", ""),
            overrule=frozenset(form.getlist("overrule")),
            form=True,
        )
    except Refused as refused:
        return _log_page(code, side, found.seat, refused, version)
    return redirect(url_for("play.log", code=code, side=side), 303)


@pages.route("/<code:code>/<side:side>/later", methods=["GET", "POST"])
def later(code: str, side: str) -> AnyResponse:
    """What takes a game longer to reckon than a tap may wait: for htmx the place it is asked from, otherwise a page."""
    found = _seated(code, side)
    if covered(side):
        return show(code, side, found)
    look = referee().look(code, found.seat)
    context = {"look": look, "code": code, "side": side, "token": form_token(code), "marks": {}, "sent": {}}
    return private(make_response(render_template(f"play/{'later' if htmx else 'later_page'}.html", **context)))


@pages.route("/<code:code>/<side:side>/why", methods=["GET", "POST"])
def why(code: str, side: str) -> AnyResponse:
    """Why the app is certain of something: for htmx the place under the sheet, otherwise a page."""
    found = _seated(code, side)
    if covered(side):
        return show(code, side, found)
    look = referee().look(code, found.seat)
    told, status, refused = None, 200, None
    try:
        told = referee().why(code, found.seat, request.args)
    except Refused as no:
        status, refused = 422, words().refusal(look.slug, no)
    context = {"look": look, "code": code, "side": side, "told": words().why(look, told), "refused": refused}
    return private(make_response(render_template(f"play/{'because' if htmx else 'why'}.html", **context), status))


# ---- the private sheet -------------------------------------------------------------------------------------------


@pages.post("/<code:code>/<side:side>/sheet")
def mark(code: str, side: str) -> AnyResponse:
    """One mark, or the last one taken back. Never an entry of the table's log."""
    found = _seated(code, side)
    assert found.seat_id is not None
    form = request.form
    try:
        if "undo" in form:
            referee().sheets.undo(found.seat_id)
        else:
            cell, _, value = form.get("mark", "").rpartition("=")
            key, value = (form["key"], form.get("value", "")) if "key" in form else (cell, value)
            referee().sheets.mark(found.seat_id, form.get("id", ""), key, value)
    except Refused as refused:
        return after_post(code, side, found, refused)
    if "quiet" in form:
        return private(make_response("", 204))
    return after_post(code, side, found)


@pages.get("/<code:code>/board/record")
def record(code: str) -> AnyResponse:
    """The game as a file, secrets and all; the page says so before it offers this, at the end."""
    place(code, "board")
    if not referee().look(code, None).ended:
        refuse("record-later")
    answer = Response(referee().record(code), mimetype="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{code}.jsonl"'
    return private(answer)


@pages.get("/<code:code>/board/kept")
def kept(code: str) -> AnyResponse:
    """The house rule that is kept for other tables, as a file."""
    place(code, "board")
    answer = Response(kept_text(code), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{referee().lobby.look(code, None).slug}.json"'
    return private(answer)


def install(app: Flask) -> None:
    app.register_blueprint(pages)
