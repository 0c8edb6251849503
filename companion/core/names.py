"""PURE. What may be the name of a seat."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.core.secret import Seat

LONGEST_NAME = 24


class NameProblem(Exception):
    """`code` is one of name-empty, name-unspeakable, name-long, name-taken, name-reserved; `words` say it."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code, self.words = code, words


def clean_name(raw: str, taken: Iterable[str] = (), *, letters: bool = True) -> Seat:
    """The name as it will be shown: composed, trimmed, one space between words, without control characters or
    direction marks (emoji keep their joiners). With `letters` it must hold a letter or digit, so that it can be read
    out. Raises `NameProblem`."""
    composed = unicodedata.normalize("NFC", raw)
    kept = "".join(" " if c.isspace() else c for c in composed if c.isspace() or _visible(c))
    name = " ".join(kept.split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise NameProblem("name-empty", "Please type a name.")
    if letters and not any(unicodedata.category(c)[0] in "LN" for c in name):
        raise NameProblem("name-unspeakable", "Please use at least one letter, so that the name can be read out.")
    if len(name) > LONGEST_NAME:
        raise NameProblem("name-long", f"That name is too long: {LONGEST_NAME} letters at most.")
    if _key(name) == "board":
        raise NameProblem("name-reserved", "“Board” is the shared screen. Please take another name.")
    if _key(name) in {_key(other) for other in taken}:
        raise NameProblem("name-taken", f"Somebody here is called {name} already. Add a letter to tell you apart.")
    return Seat(name)


def _visible(char: str) -> bool:
    return char in "\u200d\ufe0f" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
