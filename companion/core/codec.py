"""PURE. Commands, events and options from and to plain JSON values, guided by their type hints.

A field named `for_` is written `for`; a class `DrawCrimes` is written `draw_crimes`.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.core.game import Refused, refuse
from companion.core.secret import Seat, Secret

T = TypeVar("T")

LONGEST_TEXT = 4000
"""Characters of any one text inside a command."""


@cache
def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def name_of(kind: type[Any]) -> str:
    return _snake(kind.__name__)


def written(field: Field[Any]) -> str:
    return field.name.rstrip("_")


@cache
def hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _fields_of(kind: Any) -> dict[str, tuple[Field[Any], Any]]:
    """Field and type by the name it is written with."""
    return {written(f): (f, hints(kind)[f.name]) for f in fields(kind)}


@cache
def _by_name(kinds: tuple[type[Any], ...]) -> dict[str, type[Any]]:
    return {name_of(kind): kind for kind in kinds}


# ---- outward -----------------------------------------------------------------------------------------------------


def to_plain(thing: Any, *, secrets: Literal["hide", "raw", "mark"] = "hide") -> Any:
    """Plain JSON values. Secrets become null ("hide"), their bare value ("raw", for records) or
    `{"secret": value, "for": [seats]}` ("mark", for storage)."""
    if isinstance(thing, Secret):
        if secrets == "hide":
            return None
        value = to_plain(thing.open(), secrets=secrets)
        return value if secrets == "raw" else {"secret": value, "for": sorted(thing.owners)}
    if is_dataclass(thing) and not isinstance(thing, type):
        return {written(f): to_plain(getattr(thing, f.name), secrets=secrets) for f in fields(thing)}
    if isinstance(thing, Mapping):
        return {str(key): to_plain(value, secrets=secrets) for key, value in thing.items()}
    if isinstance(thing, Sequence) and not isinstance(thing, str):
        return [to_plain(part, secrets=secrets) for part in thing]
    if isinstance(thing, (set, frozenset)):
        return sorted(to_plain(part, secrets=secrets) for part in thing)
    return thing


def tagged(thing: Any, tag: str, *, secrets: Literal["hide", "raw", "mark"] = "hide") -> dict[str, Any]:
    """`to_plain` with the name of the class under `tag`; fields that hold their default are left out."""
    told = {
        written(f): to_plain(getattr(thing, f.name), secrets=secrets)
        for f in fields(thing)
        if f.default is MISSING or getattr(thing, f.name) != f.default
    }
    return {tag: name_of(type(thing)), **told}


# ---- inward ------------------------------------------------------------------------------------------------------


class _Reader:
    """Reads plain values into typed ones.

    `sender` seals the secrets of a command. `form` accepts what HTML forms send: numbers as text, lists by
    repetition, "" for nothing, "on" for yes. `stored` reads the marks that `to_plain(secrets="mark")` wrote.
    """

    def __init__(self, *, sender: Seat | None = None, form: bool = False, stored: bool = False) -> None:
        self.sender, self.form, self.stored = sender, form, stored

    def value(self, kind: Any, raw: Any, name: str) -> Any:
        if kind is int or kind is str:  # most are
            return self._scalar(kind, raw, name)
        if isinstance(kind, NewType):
            kind = kind.__supertype__
        origin = get_origin(kind)
        if origin in (Union, types.UnionType):
            return self._union(kind, raw, name)
        if origin is Literal:
            return self._literal(kind, raw, name)
        if origin is Secret:
            return self._secret(get_args(kind)[0], raw, name)
        if origin is tuple:
            return self._tuple(get_args(kind), raw, name)
        if origin in (frozenset, set):
            return frozenset(self._tuple((get_args(kind)[0], ...), raw, name))
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(get_args(kind)[1], raw, name)
        if is_dataclass(kind):
            return self.record(kind, raw, name)
        return self._scalar(kind, raw, name)

    def record(self, kind: Any, raw: Any, name: str) -> Any:
        if not isinstance(raw, Mapping):
            refuse("field-not-understood", field=name, got=_quote(raw))
        known = _fields_of(kind)
        for given in raw:
            if given not in known:
                refuse("field-unknown", field=str(given)[:40])
        filled: dict[str, Any] = {}
        for told, (f, hint) in known.items():
            if told in raw:
                filled[f.name] = self.value(hint, raw[told], told)
            elif self.form and hint is bool:
                filled[f.name] = False
            elif f.default is MISSING and f.default_factory is MISSING:
                refuse("field-missing", field=told)
        return kind(**filled)

    def _union(self, kind: Any, raw: Any, name: str) -> Any:
        choices = [choice for choice in get_args(kind) if choice is not type(None)]
        if raw is None or (self.form and raw == ""):
            if type(None) in get_args(kind):
                return None
            refuse("field-missing", field=name)
        for choice in choices[:-1]:
            try:
                return self.value(choice, raw, name)
            except Refused:
                continue
        return self.value(choices[-1], raw, name)

    def _literal(self, kind: Any, raw: Any, name: str) -> Any:
        for choice in get_args(kind):
            same = raw == choice and isinstance(raw, bool) == isinstance(choice, bool)
            if same or (self.form and raw == str(choice)):
                return choice
        refuse("field-not-among", field=name, got=_quote(raw), choices=", ".join(str(c) for c in get_args(kind)))
        return None

    def _secret(self, kind: Any, raw: Any, name: str) -> Secret[Any]:
        if self.stored:
            return Secret.of(self.value(kind, raw["secret"], name), *map(Seat, raw["for"]))
        if self.sender is None:
            refuse("board-holds-no-secrets")
        return Secret.of(self.value(kind, raw, name), self.sender)

    def _tuple(self, args: tuple[Any, ...], raw: Any, name: str) -> tuple[Any, ...]:
        if self.form and isinstance(raw, Mapping):
            raw = [raw[key] for key in sorted(raw, key=lambda k: (len(k), k))]
        if self.form and isinstance(raw, str):
            raw = [raw] if raw else []
        if not isinstance(raw, (list, tuple)) or len(raw) > 500:
            refuse("field-not-understood", field=name, got=_quote(raw))
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(self.value(args[0], part, name) for part in raw)
        if len(raw) != len(args):
            refuse("field-wrong-length", field=name, wanted=len(args), got=len(raw))
        return tuple(self.value(kind, part, name) for kind, part in zip(args, raw, strict=True))

    def _mapping(self, kind: Any, raw: Any, name: str) -> Mapping[str, Any]:
        if not isinstance(raw, Mapping) or len(raw) > 500:
            refuse("field-not-understood", field=name, got=_quote(raw))
        return types.MappingProxyType(
            {self._scalar(str, key, name): self.value(kind, part, str(key)[:40]) for key, part in raw.items()}
        )

    def _scalar(self, kind: Any, raw: Any, name: str) -> Any:
        if raw is None:
            refuse("field-missing", field=name)
        if kind is bool:
            return self._bool(raw, name)
        if kind is int:
            return self._int(raw, name)
        if kind is float and isinstance(raw, (int, float)) and not isinstance(raw, bool):
            return float(raw)
        if kind is str and isinstance(raw, str) and len(raw) <= LONGEST_TEXT:
            return raw
        if kind is Any:
            return raw
        refuse("field-not-understood", field=name, got=_quote(raw))
        return None

    def _bool(self, raw: Any, name: str) -> bool:
        if isinstance(raw, bool):
            return raw
        if self.form and raw in ("on", "true", "yes", "1", "off", "false", "no", "0", ""):
            return raw in ("on", "true", "yes", "1")
        refuse("field-not-understood", field=name, got=_quote(raw))
        return None

    def _int(self, raw: Any, name: str) -> int:
        if isinstance(raw, int) and not isinstance(raw, bool):
            if abs(raw) > 10**12:
                refuse("number-too-big", field=name)
            return raw
        if self.form and isinstance(raw, str):
            text = raw.strip()
            if re.fullmatch(r"[+-]?[0-9]{1,12}", text):
                return int(text)
            refuse("field-missing", field=name) if not text else None
        refuse("not-a-whole-number", field=name, got=_quote(raw))
        return None


def _quote(raw: Any) -> str:
    text = str(raw).lower() if isinstance(raw, bool) else str(raw)
    return text if len(text) <= 40 else text[:39] + "…"


def read_command(kinds: tuple[type[T], ...], raw: Mapping[str, Any], sender: Seat | None, *, form: bool = False) -> T:
    """The command under "do" with its fields; secrets are sealed to `sender`. Raises `Refused`."""
    do = raw.get("do")
    kind = _by_name(kinds).get(do) if isinstance(do, str) else None
    if kind is None:
        refuse("command-unknown", do=_quote(do))
    rest = {key: value for key, value in raw.items() if key != "do"}
    command: T = _Reader(sender=sender, form=form).record(kind, rest, str(do))
    return command


def read_options(kind: type[T], raw: Any, *, form: bool = False) -> T:
    """House rules; unknown ones are refused. Raises `Refused`."""
    options: T = _Reader(form=form).record(kind, raw, "options")
    return options


def read_stored(kinds: tuple[type[T], ...], raw: Mapping[str, Any], tag: str) -> T:
    """What `tagged(secrets="mark")` wrote."""
    rest = {key: value for key, value in raw.items() if key != tag}
    thing: T = _Reader(stored=True).record(_by_name(kinds)[raw[tag]], rest, raw[tag])
    return thing


def unfold(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Form fields as nested values: `types.purple.neutral=3` nests, a repeated name becomes a list, and a field
    named `also` carries further fields in its own value (`owner=Cat&row=1`), so that one tap can say several
    things."""
    from urllib.parse import parse_qsl

    flat: list[tuple[str, str]] = []
    for name, value in pairs:
        flat.extend(parse_qsl(value, keep_blank_values=True) if name == "also" else [(name, value)])
    told: dict[str, Any] = {}
    for name, value in flat:
        *path, last = name.split(".")
        here = told
        for step in path[:4]:
            here = here.setdefault(step, {})
            if not isinstance(here, dict):
                refuse("field-not-understood", field=name[:40], got=_quote(value))
        if last not in here:
            here[last] = value
        elif isinstance(here[last], list):
            here[last].append(value)
        else:
            here[last] = [here[last], value]
    return told
