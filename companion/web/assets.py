"""Static files by content hash, cached for ever; everything that can be is compressed."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request, send_from_directory, url_for

FOR_EVER = "public, max-age=31536000, immutable"
WORTH_COMPRESSING = 500
TYPES = ("text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml")


def install(app: Flask, folder: Path) -> None:
    @lru_cache(maxsize=500)
    def digest(name: str) -> str:
        return hashlib.sha256((folder / name).read_bytes()).hexdigest()[:10]

    paths: dict[tuple[str, str], str] = {}

    def asset(name: str) -> str:
        where = (request.root_path, name)
        if where not in paths:
            paths[where] = url_for("asset", digest=digest(name), name=name)
        return paths[where]

    @app.get("/static/<digest>/<path:name>", endpoint="asset")
    def send(digest: str, name: str) -> Response:
        del digest  # only there to make the address change with the content
        response = send_from_directory(folder, name, conditional=True)
        response.headers["Cache-Control"] = FOR_EVER
        for header in ("Content-Disposition", "Last-Modified"):  # nobody asks again for what never changes
            response.headers.pop(header, None)
        return response

    app.jinja_env.globals["asset"] = asset
    app.after_request(_compress)


CSS_PARTS = re.compile(rb"""("[^"]*"|'[^']*')|/\*.*?\*/|\s*([{};,])\s*|(:)\s+|(\s)\s*""", re.DOTALL)


def smaller(mimetype: str, body: bytes) -> bytes:
    """Style sheets and scripts without their comments and the white space that means nothing."""
    if mimetype == "text/css":
        return CSS_PARTS.sub(lambda part: part[1] or part[2] or part[3] or (b" " if part[4] else b""), body)
    if mimetype in ("text/javascript", "application/javascript"):
        lines = [line.strip() for line in body.split(b"\n")]
        return b"\n".join(line for line in lines if line and not line.startswith(b"//"))
    return body


@lru_cache(maxsize=64)
def _gzip_once(mimetype: str, body: bytes) -> bytes:
    return gzip.compress(smaller(mimetype, body), 9, mtime=0)


def _compress(response: Response) -> Response:
    if response.mimetype not in TYPES or (response.is_streamed and not response.direct_passthrough):
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.status_code in (204, 206, 304):
        return response
    static = response.direct_passthrough
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= WORTH_COMPRESSING and "Content-Encoding" not in response.headers:
        packed = _gzip_once(response.mimetype, body) if static else gzip.compress(body, 5, mtime=0)
        response.set_data(packed)
        response.headers["Content-Encoding"] = "gzip"
        if static:
            response.headers.pop("ETag", None)
    return response
