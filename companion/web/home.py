"""The first page: start a table, join one, open one again; help when phones can't join."""

from __future__ import annotations

import os
from contextlib import closing

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.core.game import Refused
from companion.core.record import RecordError
from companion.games import all_games
from companion.referee import COLOURS, RecordRefused
from companion.referee.lobby import CODE_LETTERS
from companion.web.identity import device, referee
from companion.web.languages import colour_name, gettext
from companion.web.screens import join_addresses, qr_svg, seen_from_here, words

pages = Blueprint("home", __name__)

LARGEST_UPLOAD = 2_000_000


@pages.get("/")
def index(problem: str = "", code: str = "", status: int = 200) -> tuple[str, int]:
    here = seen_from_here()
    tables = referee().tables(None if here else device())
    html = render_template(
        "home/index.html",
        games=list(all_games().values()),
        tables=tables,
        mine={line.code for line in referee().tables(device())} if here else {line.code for line in tables},
        here=here,
        problem=problem,
        code=code,
    )
    return html, status


@pages.post("/tables")
def start_table() -> Response:
    code = referee().lobby.open(request.form.get("game", ""), device())
    return redirect(url_for("play.screen", code=code, side="board"), 303)


@pages.post("/open")
def open_board() -> Response | tuple[str, int]:
    """The device that serves the tables may open the board of any of them."""
    code = request.form.get("code", "").upper()
    if not seen_from_here():
        return index(gettext("Only the device that serves this table can open its board here."), status=403)
    referee().lobby.make_board(code, device())
    return redirect(url_for("play.screen", code=code, side="board"), 303)


@pages.get("/join")
def join() -> Response | tuple[str, int]:
    """The code typed by hand."""
    typed = "".join(c for c in request.args.get("code", "").upper() if c.isalnum())
    if len(typed) != 4 or any(letter not in CODE_LETTERS for letter in typed):
        problem = gettext("Please type the four letters of the join code.")
        if typed:
            problem = gettext(
                "“%(typed)s” can't be a join code. A code has four letters, and no A, E, I, O, U or Y.",
                typed=typed[:12],
            )
        return index(problem, typed[:4], 422)
    return redirect(url_for("lobby.join", code=typed))


@pages.get("/help")
def help_page() -> str:
    return render_template("home/help.html", addresses=join_addresses())


@pages.get("/patterns")
def patterns() -> str:
    """Every component on one page, for those who build screens; `?screen=board` shows them at the board's size."""
    if os.environ.get("COMPANION_PATTERNS") != "1":
        abort(404)
    screen = "board" if request.args.get("screen") == "board" else "phone"
    return render_template("patterns.html", screen=screen, qr=qr_svg("HTTP://192.168.1.23:8000/BCDF"))


@pages.get("/score/<slug>")
def score(slug: str, problem: str = "", status: int = 200) -> tuple[str, int] | Response:
    game = all_games().get(slug)
    if game is None or game.quick is None:
        return redirect(url_for("home.index"))
    names = {colour: request.form.get(f"name.{colour}", "") for colour in COLOURS}
    most = game.seats.stop - 1
    return render_template("home/score.html", game=game, names=names, most=most, problem=problem), status


@pages.post("/score/<slug>")
def score_start(slug: str) -> Response | tuple[str, int]:
    """Just score a finished game: a table with the named players, started at once."""
    game = all_games().get(slug)
    if game is None or game.quick is None:
        return redirect(url_for("home.index"), 303)
    named = [(c, request.form.get(f"name.{c}", "")) for c in COLOURS if request.form.get(f"plays.{c}")]
    if len(named) not in game.seats:
        fewest, most = game.seats.start, game.seats.stop - 1
        problem = gettext("Tick who played: %(fewest)s to %(most)s players.", fewest=fewest, most=most)
        answer = score(slug, problem, 422)
        assert isinstance(answer, tuple)
        return answer
    try:
        people = [(name.strip() or colour_name(colour), colour) for colour, name in named]
        code = referee().lobby.open_seated(slug, device(), dict(game.quick), people)
    except Refused as refused:
        answer = score(slug, words().refusal("", refused), 422)
        assert isinstance(answer, tuple)
        return answer
    return redirect(url_for("play.screen", code=code, side="board"), 303)


@pages.get("/judge/<slug>")
def judge(slug: str) -> tuple[str, int] | Response:
    """Decides something of a game that has no table: its own page, filled in by the address alone."""
    game = all_games().get(slug)
    if game is None or game.judge is None:
        return redirect(url_for("home.index"))
    decided, problem = None, ""
    try:
        decided = game.judge.decide(request.args)
    except Refused as refused:
        problem = words().refusal(slug, refused)
    html = render_template(f"games/{slug}/judge.html", game=game, asked=request.args, decided=decided, problem=problem)
    return html, 422 if problem else 200


@pages.post("/import")
def open_record() -> Response | tuple[str, int]:
    """A table from a record file."""
    from companion.referee.records import import_record

    file = request.files.get("record")
    if file is None or not file.filename:
        return index(gettext("Choose a record file first."), status=422)
    try:
        with closing(file):
            sent = file.read(LARGEST_UPLOAD + 1)
        if len(sent) > LARGEST_UPLOAD:
            return index(gettext("That file is too big for a game record."), status=422)
        code = import_record(referee(), sent.decode("utf-8"), device())
    except UnicodeDecodeError:
        return index(gettext("That file is no game record: it is not plain text."), status=422)
    except RecordError as problem:
        told = Markup(gettext("That file is no game record. Line %(line)s: %(problem)s."))
        return index(told % {"line": problem.line, "problem": words().record(problem)}, status=422)
    except RecordRefused as problem:
        why = words().refusal(problem.slug, problem.refusal)
        told = Markup(gettext("That game can't be opened. Line %(line)s: %(why)s"))
        return index(told % {"line": problem.line, "why": why}, status=422)
    return redirect(url_for("play.screen", code=code, side="board"), 303)


def install(app: Flask) -> None:
    app.register_blueprint(pages)
