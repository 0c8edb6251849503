"""A language that nobody speaks: every sentence stands in brackets and is longer by two fifths. What stands outside
of brackets on a page was never given to the translators; what breaks will break in German."""

from __future__ import annotations

import re
from collections.abc import Iterable
from gettext import NullTranslations
from html.parser import HTMLParser

from flask import Flask
from flask_babel import get_domain

from companion.web.languages import COOKIE

CODE = "nl"
"""A code that Babel knows and the app has no catalogue for."""

OPEN, SHUT = "⟦", "⟧"
FILLER = "äußerst längliche Wörter, wie man sie andernorts hat, "
FOLDED = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")
HEARD = ("aria-label", "placeholder", "title", "alt", "aria-description", "label")
SILENT = {"script", "style", "svg", "bdi", "code"}
VOID = {"input", "link", "meta", "img", "br", "hr", "use", "path", "circle", "rect", "line", "wbr", "source", "col"}


def stretched(message: str) -> str:
    wanted = max(2, len(message) * 2 // 5)
    return f"{OPEN}{message} {(FILLER * (wanted // len(FILLER) + 1))[:wanted].strip()}{SHUT}"


class Pseudo(NullTranslations):
    def gettext(self, message: str) -> str:
        return stretched(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return stretched(msgid1 if n == 1 else msgid2)

    def pgettext(self, _context: str, message: str) -> str:
        return stretched(message)

    def npgettext(self, _context: str, msgid1: str, msgid2: str, n: int) -> str:
        return stretched(msgid1 if n == 1 else msgid2)


def teach(app: Flask) -> dict[str, str]:
    """The app learns the language; the cookie with which a browser asks for it."""
    app.config["LANGUAGES"] = {**app.config["LANGUAGES"], CODE: "Nobody’s"}
    with app.app_context():
        get_domain().cache[CODE, "messages"] = Pseudo()
    return {COOKIE: CODE}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self.silent:
            self.said += [value for name in HEARD if (value := given.get(name))]
        if tag in VOID:
            return
        foreign = tag in SILENT or given.get("translate") == "no" or ("lang" in given and tag != "html")
        if self.silent or foreign:
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag not in VOID:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(data)


def unspoken(html: str, known: Iterable[str]) -> set[str]:
    """What the page says outside of all brackets, apart from `known` names."""
    reader = _Reader()
    reader.feed(html)
    text, names = "\n".join(reader.said), frozenset(known)
    while FOLDED.search(text):
        text = FOLDED.sub(" ", text)
    return {" ".join(line.split()) for line in text.split("\n") if set(WORD.findall(line)) - names}
