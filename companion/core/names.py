"""PURE. What may be the name of a seat."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.core.secret import Seat

LONGEST_NAME = 24


class NameProblem(Exception):
    """`code` is one of name-empty, name-unspeakable, name-long, name-taken, name-reserved."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_name(raw: str, taken: Iterable[str] = (), *, letters: bool = True) -> Seat:
    """The name as it will be shown: composed, trimmed, one space between words, without control characters or
    direction marks (emoji keep their joiners). With `letters` it must hold a letter or digit, so that it can be read
    out. Raises `NameProblem`."""
    composed = unicodedata.normalize("NFC", raw)
    kept = "".join(" " if c.isspace() else c for c in composed if c.isspace() or _visible(c))
    name = " ".join(kept.split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise NameProblem("name-empty")
    if letters and not any(unicodedata.category(c)[0] in "LN" for c in name):
        raise NameProblem("name-unspeakable")
    if len(name) > LONGEST_NAME:
        raise NameProblem("name-long")
    if _key(name) == "board":
        raise NameProblem("name-reserved")
    if _key(name) in {_key(other) for other in taken}:
        raise NameProblem("name-taken")
    return Seat(name)


def _visible(char: str) -> bool:
    return char in "\u200d\ufe0f" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
