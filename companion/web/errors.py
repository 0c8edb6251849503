"""What went wrong, in a sentence with a next step."""

from __future__ import annotations

import logging

from flask import Flask, make_response, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.core.game import Refused
from companion.referee import NoSuchTable, NotKept, TableDamaged
from companion.web.identity import NotYours, TooManyMisses
from companion.web.pass_round import is_passed
from companion.web.screens import htmx, private, words

log = logging.getLogger("companion")


def page(kind: str, status: int, **facts: str) -> Response:
    """For htmx the whole page is loaded: an error page never lands in the middle of another."""
    if htmx and request.method == "GET":
        return _reload()
    part = "errors/part.html" if htmx else "errors/page.html"
    return private(make_response(render_template(part, kind=kind, facts=facts), status))


def _reload() -> Response:
    response = make_response("", 204)
    response.headers["HX-Refresh"] = "true"
    return response


def install(app: Flask) -> None:
    @app.errorhandler(NoSuchTable)
    def unknown_code(problem: NoSuchTable) -> Response:
        return page("no-table", 404, code=str(problem))

    @app.errorhandler(TableDamaged)
    def damaged(problem: TableDamaged) -> Response:
        log.error("damaged table %s: %s", problem, type(problem.__cause__).__name__)
        return page("damaged", 500, code=str(problem))

    @app.errorhandler(TooManyMisses)
    def slow_down(_problem: TooManyMisses) -> Response:
        return page("too-many", 429)

    @app.errorhandler(NotYours)
    def not_yours(problem: NotYours) -> Response:
        code, side = str((request.view_args or {}).get("code", "")), problem.side
        if htmx:  # the page goes, not just a part of it
            response = make_response("", 204)
            response.headers["HX-Redirect"] = url_for("play.screen", code=code, side=side)
            return private(response)
        kind = "passed" if is_passed(side) else "moved" if side == "seat" else "no-board"
        return page(kind, 403, code=code)

    @app.errorhandler(Refused)
    def refused(problem: Refused) -> Response:
        code = str((request.view_args or {}).get("code", ""))
        return page("refused", 422, words=words().refusal("", problem), code=code)

    @app.errorhandler(NotKept)
    def not_kept(problem: NotKept) -> Response:
        log.error("not kept: %s", problem)
        return page("not-kept", 503, why=problem.code)

    @app.errorhandler(HTTPException)
    def http(problem: HTTPException) -> Response:
        return page("http", problem.code or 500, number=str(problem.code))

    @app.errorhandler(Exception)
    def unforeseen(problem: Exception) -> Response:
        log.error("unforeseen: %s %s: %s", request.method, request.endpoint, type(problem).__name__, exc_info=problem)
        return page("unforeseen", 500)
