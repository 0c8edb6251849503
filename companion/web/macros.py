"""Macros that are drawn once: a card, a seat's badge or an icon looks the same whenever it is asked for the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from companion.web.languages import language

DRAWN_ONCE = re.compile(r"macros/.*|(.*/)?words\.html")
"""These templates are pure: what a macro draws depends on its arguments and the language alone."""

KEPT = 6000
PLAIN = frozenset({str, Markup, int, float, bool, type(None)})


class _NotPlain(Exception):
    pass


def _key(value: Any) -> Any:
    """Equal only for what looks the same: with its type, for ready markup equals the same text that is none."""
    kind = type(value)
    if kind in PLAIN:
        return kind, value
    if kind is dict:
        return kind, tuple([(name, _key(part)) for name, part in value.items()])
    if kind is tuple or kind is list:
        return kind, tuple([_key(part) for part in value])
    raise _NotPlain


class _Call:
    """The arguments of a macro, and the language it speaks; hashed and compared by key."""

    __slots__ = ("args", "hashed", "key", "named")

    def __init__(self, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.args, self.named = args, named
        by_name = tuple([(name, _key(arg)) for name, arg in named.items()])
        self.key = (language(), tuple([_key(arg) for arg in args]), by_name)
        self.hashed = hash(self.key)

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Call) and self.key == other.key


def drawn_once(macro: Callable[..., Any]) -> Callable[..., Any]:
    """The macro with a memory. What has a caller or anything but plain values is drawn each time."""

    @lru_cache(maxsize=KEPT)
    def draw(call: _Call) -> Any:
        return macro(*call.args, **call.named)

    def remembered(*args: Any, **named: Any) -> Any:
        try:
            call = _Call(args, named)
        except _NotPlain:
            return macro(*args, **named)
        return draw(call)

    return remembered


class _Remembering(Template):
    def _get_default_module(self, _ctx: Context | None = None) -> TemplateModule:
        """Jinja asks at every import whether the importing page has globals of its own; no page of ours has."""
        if self._module is None:
            self._module = self.make_module()
        return self._module

    def make_module(
        self, vars: Mapping[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> TemplateModule:
        module = super().make_module(dict(vars) if vars is not None else None, shared, locals)
        if vars is None and DRAWN_ONCE.fullmatch(self.name or ""):
            for name, part in list(vars_of(module).items()):
                if isinstance(part, Macro):
                    setattr(module, name, drawn_once(part))
        return module


def vars_of(module: TemplateModule) -> dict[str, Any]:
    return module.__dict__


def install(environment: Environment) -> None:
    environment.template_class = _Remembering
