"""The words of a game as its tests read them: its macros, and the codes that its rules raise."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.web.languages import speak_in

HOUSE = Path(__file__).parents[2]


@cache
def words_of(slug: str) -> Any:
    environment = Environment(
        loader=FileSystemLoader(HOUSE / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    speak_in(environment)
    return environment.get_template(f"games/{slug}/words.html").module


def rules_text(slug: str) -> str:
    """All modules of the game, one after the other."""
    return "".join(path.read_text(encoding="utf-8") for path in sorted((HOUSE / "companion/games" / slug).glob("*.py")))


def codes_named(slug: str) -> set[str]:
    """The codes of refusals and doubts that stand in the call itself."""
    return set(re.findall(r'(?:refuse|doubt)\(\s*"([a-z-]+)"', rules_text(slug)))
