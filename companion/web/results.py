"""An ended game: what its page draws with, and the picture to share."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import cast

from babel.dates import format_date
from flask import Blueprint, Flask, Response, current_app, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.core.game import refuse
from companion.referee import Look
from companion.web.drawing import bars, by_clock, chart, each_counts_one
from companion.web.identity import place, referee
from companion.web.languages import region
from companion.web.picture import HEIGHT, WIDTH, can_paint, painted, room, shapes
from companion.web.screens import private

pages = Blueprint("results", __name__)


def picture_kind() -> str:
    return "png" if can_paint() else "svg"


@pages.get("/<code:code>/<any(board,seat):side>/result.<any(png,svg):kind>")
def picture(code: str, side: str, kind: str) -> AnyResponse:
    """Nothing stands in it that the page does not show."""
    found = place(code, side)
    look = referee().look(code, None if side == "board" else found.seat)
    if not look.ended:
        refuse("picture-later")
    static = cast(Path, current_app.config["STATIC"])
    context = {"look": look, "bars": bars(look), "day": _day(look), "shapes": shapes(static), **room()}
    svg = render_template("play/picture.svg", width=WIDTH, height=HEIGHT, **context)
    if kind == "svg" or not can_paint():
        return private(Response(svg, mimetype="image/svg+xml"))
    return private(Response(painted(svg, static), mimetype="image/png"))


def _day(look: Look) -> str:
    """When the last entry was made, in the words of the language."""
    at = look.log[-1].at if look.log and look.log[-1].at else look.opened_at
    return format_date(datetime.fromtimestamp(at or time.time()).date(), format="long", locale=region())


def install(app: Flask, static: Path) -> None:
    app.config["STATIC"] = static
    app.register_blueprint(pages)
    app.jinja_env.globals.update(
        drawn_bars=bars,
        drawn_chart=chart,
        by_clock=by_clock,
        each_counts_one=each_counts_one,
        picture_kind=picture_kind,
    )
