"""What can be printed: join cards, deduction and score sheets, set-up cards, on A4 and Letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Flask, abort, current_app, render_template, request, url_for
from jinja2 import TemplateNotFound
from werkzeug.wrappers import Response

from companion.core.codec import read_options
from companion.core.secret import Seat
from companion.games import AnyGame, all_games
from companion.referee.lobby import Place
from companion.web.identity import form_token, place, referee
from companion.web.languages import gettext
from companion.web.lobby import private_link
from companion.web.screens import join_addresses, join_url, private, qr_svg

pages = Blueprint("paper", __name__)

PAPERS = ("a4", "letter")
LETTER = ("US", "CA")
"""Where Letter lies in the printer."""
KINDS = ("deduction", "score", "setup")
"""The macros that a game's `paper.html` may have."""
SIZES = (8, 4)
"""Join cards on one sheet of paper."""


@dataclass(frozen=True)
class Person:
    """A place to write a name where `name` is ""."""

    name: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Sheet:
    """What a game's macro is given. `me`: whose sheet it is, `None` for one that belongs to no one yet. `view`: of a
    game that has not begun; of a `filled` sheet the owner's, with the owner's `marks`."""

    game: AnyGame
    people: tuple[Person, ...]
    options: Any
    view: Any
    me: Person | None = None
    filled: bool = False
    marks: Mapping[str, str] = field(default_factory=dict)

    @property
    def others(self) -> tuple[Person, ...]:
        """Everybody but the owner, in the order of seats."""
        owner = self.me or self.people[0]
        return tuple(person for person in self.people if person is not owner)


@dataclass(frozen=True)
class JoinCard:
    person: Person
    address: str
    svg: str


def kinds_of(slug: str) -> tuple[str, ...]:
    """What there is to print of a game; nothing without a `paper.html`."""
    try:
        offered = current_app.jinja_env.get_template(f"games/{slug}/paper.html").module
    except TemplateNotFound:
        return ()
    return tuple(kind for kind in KINDS if hasattr(offered, kind))


def paper() -> str:
    """The size asked for, or what lies in printers where this browser comes from."""
    asked = request.values.get("paper", "")
    if asked in PAPERS:
        return asked
    first = next(iter(request.accept_languages.values()), "").replace("_", "-")
    return "letter" if first.rpartition("-")[2].upper() in LETTER else "a4"


def _game(slug: str, kind: str) -> AnyGame:
    game = all_games().get(slug)
    if game is None or kind not in kinds_of(slug):
        abort(404)
    return game


def _before(game: AnyGame, people: tuple[Person, ...], options: Any, me: Person | None = None) -> Sheet:
    """A sheet of a game that has not begun, with what the board would see of it."""
    seats = tuple(Seat(str(number)) for number in range(1, len(people) + 1))
    return Sheet(game, people, options, game.view_for(game.setup(seats, options), None), me)


def _printed(kind: str, game: AnyGame, sheets: Sequence[Sheet], back: str, players: int = 0) -> Response:
    """`players`: the number chosen, where there is a choice."""
    html = render_template(
        "paper/sheets.html", kind=kind, game=game, sheets=sheets, back=back, players=players, paper=paper()
    )
    return private(Response(html, mimetype="text/html"))


# ---- without a table ---------------------------------------------------------------------------------------------


@pages.get("/paper")
def index() -> str:
    games = [game for game in all_games().values() if kinds_of(game.slug)]
    return render_template("paper/index.html", games=games, paper=paper())


@pages.get("/paper/<slug>/<any(deduction,score,setup):kind>")
def blank(slug: str, kind: str) -> Response:
    game = _game(slug, kind)
    asked = request.args.get("players", "")
    players = int(asked) if asked.isdecimal() and len(asked) < 3 and int(asked) in game.seats else game.seats[-1]
    if kind == "setup":
        sheets = [sheet for number in game.seats for sheet in _set_ups(game, number)]
    else:
        sheets = [_before(game, _nobody(players), game.options())]
    return _printed(kind, game, sheets, url_for("paper.index", paper=paper()), 0 if kind == "setup" else players)


def _nobody(players: int) -> tuple[Person, ...]:
    return tuple(Person() for _ in range(players))


def _set_ups(game: AnyGame, players: int) -> list[Sheet]:
    """The usual one for so many players, and the one under other house rules where the game has such."""
    other = game.other_setups.get(players)
    ways = [game.options(), *([read_options(game.options, dict(other))] if other is not None else [])]
    return [_before(game, _nobody(players), options) for options in ways]


# ---- of a table --------------------------------------------------------------------------------------------------


def _people(code: str, game: AnyGame) -> tuple[Person, ...]:
    """Who sits there, and empty places up to the fewest that can play."""
    seats = tuple(Person(seat.name, seat.colour) for seat in referee().lobby.seats(code))
    return seats + _nobody(max(0, game.seats[0] - len(seats)))


def _of_table(code: str, me: Person | None = None) -> Sheet:
    look = referee().lobby.look(code, None)
    game = all_games()[look.slug]
    people = _people(code, game)
    mine = next((person for person in people if me is not None and person.name == me.name), None)
    return _before(game, people, look.options, mine)


@pages.get("/<code:code>/board/paper")
def table(code: str, problem: str = "", status: int = 200) -> Response:
    """What there is to print of a table. Only the board prints private links, since each opens a seat."""
    place(code, "board")
    look = referee().lobby.look(code, None)
    html = render_template(
        "paper/table.html", code=code, look=look, token=form_token(code), kinds=kinds_of(look.slug), sizes_of=SIZES,
        paper=paper(), problem=problem,
    )  # fmt: skip
    return private(Response(html, status, mimetype="text/html"))


@pages.get("/<code:code>/board/paper/<any(deduction,score,setup):kind>")
def of_table(code: str, kind: str) -> Response:
    place(code, "board")
    sheet = _of_table(code)
    _game(sheet.game.slug, kind)
    sheets = [sheet]
    if kind == "deduction":
        sheets = [_of_table(code, person) for person in sheet.people if person.name] or sheets
    return _printed(kind, sheet.game, sheets, url_for("paper.table", code=code, paper=paper()))


@pages.get("/<code:code>/board/paper/tent")
def tent(code: str) -> Response:
    """The join code to stand on the table: nothing in it is secret."""
    place(code, "board")
    address = join_addresses()[0]
    html = render_template(
        "paper/tent.html", code=code, look=referee().lobby.look(code, None), address=address.url,
        svg=qr_svg(join_url(address, code)), paper=paper(),
    )  # fmt: skip
    return private(Response(html, mimetype="text/html"))


@pages.post("/<code:code>/board/paper/cards")
def cards(code: str) -> Response:
    """A card with a private link for each seat that was ticked. A link has no end but its use; a seat's new one makes
    the older one void."""
    place(code, "board")
    wanted = set(request.form.getlist("seat"))
    seats = [seat for seat in referee().lobby.seats(code) if str(seat.id) in wanted]
    if not seats:
        return table(code, gettext("Tick the seats that get a card."), 422)
    printed = []
    for seat in seats:
        address = private_link(code, seat.id)
        printed.append(JoinCard(Person(seat.name, seat.colour), address, qr_svg(address)))
    html = render_template(
        "paper/cards.html", code=code, look=referee().lobby.look(code, None), cards=printed, paper=paper(),
        size=SIZES[1] if request.form.get("size") == str(SIZES[1]) else SIZES[0], address=join_addresses()[0].url,
    )  # fmt: skip
    return private(Response(html, mimetype="text/html"))


# ---- of a seat ---------------------------------------------------------------------------------------------------


@pages.get("/<code:code>/seat/paper")
def own(code: str) -> Response:
    """The owner's deduction sheet as it stands, for this seat's own phone alone."""
    found = place(code, "seat")
    assert found.seat is not None
    sheet = _of_table(code, Person(found.seat))
    _game(sheet.game.slug, "deduction")
    if referee().lobby.started(code):
        sheet = _filled(code, found, sheet)
    return _printed("deduction", sheet.game, [sheet], url_for("play.screen", code=code, side="seat"))


def _filled(code: str, found: Place, sheet: Sheet) -> Sheet:
    assert found.seat_id is not None
    look = referee().look(code, found.seat)
    return replace(sheet, view=look.view, filled=True, marks=referee().sheets.marks(found.seat_id))


def install(app: Flask) -> None:
    app.register_blueprint(pages)
    app.jinja_env.globals["kinds_of"] = kinds_of
