"""The picture of an ended game that people share: one SVG with colours of its own, and the same as PNG."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from companion.web.drawing import Part

try:
    from resvg_py import svg_to_bytes
except ImportError:  # no wheel for this platform: the SVG is offered instead
    svg_to_bytes = None  # type: ignore[assignment]

WIDTH, HEIGHT = 1200, 630
FONT = "Bitter"
FONTS = tuple(f"vendor/bitter-0.4.2/Bitter_{weight}.ttf" for weight in ("400Regular", "700Bold"))
SEATS = MappingProxyType({
    "red": ("#d11736", "#ffffff"),
    "blue": ("#2f68db", "#ffffff"),
    "green": ("#4abc86", "#221710"),
    "yellow": ("#f1ce49", "#221710"),
    "purple": ("#54208a", "#ffffff"),
    "orange": ("#fa8303", "#221710"),
})
"""Of `tokens.css`: a seat's colour and the one of the sign on it."""

KNOWN = re.compile(r"[\x00-\u017f\u2010-\u2026\u2190-\u2193×]*")
"""What the font draws; for anything else the fonts of the device are asked, which takes longer."""

ROOM_OF = {
    **dict.fromkeys("ijlIJ!'(),./:;[]`|·’ ", 0.36),
    **dict.fromkeys("frt1-?", 0.45),
    **dict.fromkeys("mwMW%@", 1.0),
}
"""Of single letters, in em."""
OTHERS, CAPITAL, SQUARE = 0.64, 0.76, 1.05
"""Of all the rest; `SQUARE` for Chinese, Japanese, Korean and pictures."""

SAMPLE, GAP = 14, 18
"""Of a legend: the side of a sample, and the room between two entries."""
BIG, SMALL = range(17, 14, -1), range(17, 12, -1)
"""Sizes of its words to try."""


def can_paint() -> bool:
    return svg_to_bytes is not None


@lru_cache(maxsize=16)
def painted(svg: str, static: Path) -> bytes:
    """The SVG as PNG. Only where `can_paint`."""
    files = [str(static / name) for name in FONTS]
    known = KNOWN.fullmatch(svg) is not None
    return svg_to_bytes(svg_string=svg, font_files=files, font_family=FONT, skip_system_fonts=known)


@lru_cache(maxsize=1)
def shapes(static: Path) -> dict[str, Markup]:
    """The inside of every symbol of the sprite, and of the app's icon as "app"."""
    sprite = (static / "icons/icons.svg").read_text(encoding="utf-8")
    found = {name: Markup(inside) for name, inside in re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', sprite)}
    icon = (static / "icons/app.svg").read_text(encoding="utf-8")
    return {**found, "app": Markup(re.sub(r"^<svg[^>]*>|</svg>\s*$", "", icon))}


# ---- how much room words take: nobody can ask the font before it draws ---------------------------------------------


def width_of(text: str, size: float) -> float:
    """Rather too much than too little."""
    return size * sum(_em(letter) for letter in text)


def _em(letter: str) -> float:
    if ord(letter) > 0x2E7F:
        return SQUARE
    return ROOM_OF.get(letter, CAPITAL if letter.isupper() else OTHERS)


def fitted(text: str, room: float, size: float) -> float:
    """The font size, at most `size`, at which the text fits."""
    return round(min(size, size * room / max(1.0, width_of(text, size))), 1)


@dataclass(frozen=True)
class Entry:
    """Of a legend: a sample of the pattern with its words, in line 0, 1 ..."""

    text: str
    pattern: int
    x: float
    line: int


@dataclass(frozen=True)
class Legend:
    size: float
    entries: tuple[Entry, ...]

    @property
    def sample(self) -> int:
        return sample(self.size)


def sample(size: float) -> int:
    """As high as capitals, and never too small for its pattern."""
    return max(SAMPLE, round(0.8 * size))


def legend(
    parts: Sequence[Part],
    say: Callable[[Part], str],
    left: float,
    right: float,
    long: float = 0,
    largest: int = BIG[0],
) -> Legend:
    """In one line if possible: each entry under its part of a bar that begins at `left` and is `long`, or one after the
    other; otherwise in two lines. `say` gives the words of a part."""
    texts = [say(part) for part in parts]
    under = [left + long * part.start / 100 for part in parts]
    packed = [left] * len(parts)
    for starts, lines, sizes in ((under, 1, range(largest, BIG[-1] - 1, -1)), (packed, 1, SMALL), (packed, 2, SMALL)):
        for size in sizes:
            entries = _placed(parts, texts, starts, right, size)
            if entries[-1].line < lines:
                return Legend(size, entries)
    return Legend(size, entries)


def _placed(
    parts: Sequence[Part], texts: Sequence[str], starts: Sequence[float], right: float, size: float
) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    free, line = starts[0], 0
    for part, text, start in zip(parts, texts, starts, strict=True):
        taken = sample(size) + 6 + width_of(text, size)
        x = max(free, min(start, right - taken))
        if x + taken > right and entries:
            line, x = line + 1, starts[0]
        entries.append(Entry(text, part.pattern, x, line))
        free = x + taken + GAP
    return tuple(entries)


def room() -> dict[str, Any]:
    """What the picture's template needs."""
    return {"seats": SEATS, "fitted": fitted, "legend": legend, "font": FONT}
