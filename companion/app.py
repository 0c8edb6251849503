"""The one module that knows every room: puts store, bus, referee and pages together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, request
from jinja2 import StrictUndefined
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

from companion.live import Bus, StreamGate
from companion.referee import Referee
from companion.referee.lobby import CODE_LETTERS
from companion.storage import Store
from companion.web import assets, errors, home, identity, languages, lobby, macros, paper, play, results, screens
from companion.web.identity import new_token
from companion.web.pass_round import Answered, SideConverter, is_passed, side_of
from companion.web.words import Words

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
LARGEST_POST = 2_500_000


class CodeConverter(BaseConverter):
    """A join code, in capitals or not."""

    regex = f"[{CODE_LETTERS}{CODE_LETTERS.lower()}]{{4}}"
    part_isolating = True

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value.upper()


def folder(name: str) -> Path:
    """`templates` and `static` lie beside the package in a checkout, inside it once installed."""
    inside = Path(__file__).parent / name
    return inside if inside.is_dir() else Path(__file__).parent.parent / name


def create_app(
    store: Store,
    *,
    bus: Bus | None = None,
    streams: int = 56,
    addresses: Callable[[], list[screens.JoinAddress]] | None = None,
    is_this_machine: Callable[[str], bool] = lambda ip: ip in ("127.0.0.1", "::1"),
    extra_hosts: frozenset[str] = frozenset(),
) -> Flask:
    app = Flask("companion", template_folder=str(folder("templates")), static_folder=None)
    bus = bus or Bus()
    app.config.update(
        SECRET_KEY=store.keep("secret_key", new_token()),
        DEVICE_COOKIE="companion_" + store.keep("data_id", new_token()[:10]),
        ADDRESSES=addresses,
        IS_THIS_MACHINE=is_this_machine,
        EXTRA_HOSTS=extra_hosts,
        MAX_CONTENT_LENGTH=LARGEST_POST,
        MAX_FORM_MEMORY_SIZE=LARGEST_POST,
        MAX_FORM_PARTS=2000,
    )
    app.url_map.converters.update(code=CodeConverter, side=SideConverter)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.tests["passed"] = is_passed
    app.jinja_env.globals["pass_side"] = side_of
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    languages.install(app)
    macros.install(app.jinja_env)
    app.extensions["bus"] = bus
    app.extensions["gate"] = StreamGate(streams)
    app.extensions["referee"] = Referee(store, bus)
    app.extensions["words"] = Words(app.jinja_env)
    app.extensions["misses"] = identity.Misses()
    app.extensions["answered"] = Answered()
    screens.htmx.init_app(app)
    for room in (identity, home, lobby, play, paper, errors):
        room.install(app)
    assets.install(app, folder("static"))
    results.install(app, folder("static"))
    screens.install(app)
    app.after_request(_guard)
    return app


def _guard(response: Response) -> Response:
    if request.endpoint == "asset":  # headers cost more than some of the files
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    headers: dict[str, Any] = {
        "Content-Security-Policy": CSP,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "X-Frame-Options": "DENY",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }
    if request.is_secure:  # elsewhere browsers ignore it and complain
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    response.vary.add("HX-Request")
    return response
