"""PURE. The games: every folder here that holds a `GAME` is one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from companion.core.game import Game

AnyGame = Game[Any, Any, Any, Any, Any]


@cache
def all_games() -> dict[str, AnyGame]:
    """By slug, in alphabetical order."""
    found = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg)
    games: dict[str, AnyGame] = {module.GAME.slug: module.GAME for module in found}
    return dict(sorted(games.items()))
