"""Everybody can read it and tell the seats apart: contrast in both themes, and the six colours as others see them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from companion.referee.lobby import COLOURS

HOUSE = Path(__file__).parent.parent
SHEETS = [
    *(HOUSE / "static" / "css" / name for name in ("base.css", "components.css", "pass.css")),
    *sorted((HOUSE / "static" / "css" / "games").glob("*.css")),
]
TEXT, GRAPHIC = 4.5, 3.0
"""WCAG 2.2: 1.4.3 for text of any size, 1.4.11 for what a control or a picture needs to be seen."""

Colour = tuple[float, float, float]
"""Linear light of red, green and blue, 0 to 1."""

# ---- colours as numbers ---------------------------------------------------------------------------------------------


def of_hex(text: str) -> Colour:
    digits = text.lstrip("#")
    if len(digits) < 6:
        digits = "".join(2 * digit for digit in digits)
    assert len(digits) == 6, f"{text} lets shine through what lies below"
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def luminance(colour: Colour) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


Matrix = tuple[Colour, Colour, Colour]


def times(matrix: Matrix, colour: Colour) -> Colour:
    first, second, third = (sum(m * c for m, c in zip(row, colour, strict=True)) for row in matrix)
    return first, second, third


# Björn Ottosson, "A perceptual color space for image processing" (2020).
TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
FROM_OKLAB: Matrix = (
    (1, 0.3963377774, 0.2158037573),
    (1, -0.1055613458, -0.0638541728),
    (1, -0.0894841775, -1.2914855480),
)
FROM_CONES: Matrix = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


def oklab(colour: Colour) -> Colour:
    red, green, blue = times(TO_CONES, colour)
    return times(TO_OKLAB, (max(red, 0) ** (1 / 3), max(green, 0) ** (1 / 3), max(blue, 0) ** (1 / 3)))


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """As `color-mix(in oklab, one, other part)`."""
    there = [a + (b - a) * part for a, b in zip(oklab(one), oklab(other), strict=True)]
    long, middle, short = times(FROM_OKLAB, (there[0], there[1], there[2]))
    red, green, blue = (min(max(c, 0), 1) for c in times(FROM_CONES, (long**3, middle**3, short**3)))
    return red, green, blue


def difference(one: Colour, other: Colour) -> float:
    return sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) ** 0.5


# ---- the tokens -----------------------------------------------------------------------------------------------------


def rules(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Selector and declarations of each rule; what is for print or for forced colours is left out."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    text = re.sub(r"@media (?:print|\(forced-colors)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text):
        pairs = (part.split(":", 1) for part in body.split(";") if ":" in part)
        yield " ".join(selector.split()), {name.strip(): value.strip() for name, value in pairs}


@cache
def tokens(theme: str) -> dict[str, str]:
    blocks = [told for selector, told in rules(HOUSE / "static" / "css" / "tokens.css") if selector.endswith(":root")]
    light, dark = (block for block in blocks if "--table" in block)
    return light if theme == "light" else {**light, **dark}


SEAT = {
    "seat-edge": "color-mix(in oklab, var(--seat), var(--seat-shade) var(--seat-shade-part))",
    "seat-wash": "color-mix(in oklab, var(--paper), var(--seat) 16%)",
    "seat-turn": "var(--seat)",
    "on-turn": "var(--on-seat)",
}
DARK_SEAT = {"seat-turn": "color-mix(in oklab, var(--paper), var(--seat) 30%)", "on-turn": "var(--ink)"}


def context(theme: str, seat: str = "", **more: str) -> dict[str, str]:
    """All custom properties by name without dashes, as they stand in an element of a seat."""
    told = {name[2:]: value for name, value in tokens(theme).items() if name.startswith("--")}
    if seat:
        on = next(t["--on-seat"] for s, t in rules(HOUSE / "static/css/tokens.css") if s == f".seat-{seat}")
        told |= {**SEAT, **(DARK_SEAT if theme == "dark" else {}), "seat": f"var(--{seat})", "on-seat": on}
    return told | more


def value(text: str, known: dict[str, str]) -> Colour:
    """A colour as the style sheets write it."""
    text = text.strip()
    if text.startswith("#"):
        return of_hex(text)
    if found := re.fullmatch(r"var\(--([\w-]+)(?:, (.*))?\)", text):
        name, other = found.groups()
        return value(known.get(name, other), known)
    found = re.fullmatch(r"color-mix\(in oklab, ([^,]+), (.+?) (var\(--[\w-]+\)|[\d.]+%)\)", text)
    assert found, f"not understood: {text}"
    part = found[3]
    if part.startswith("var"):
        part = known[part[6:-1]]
    return mixed(value(found[1], known), value(found[2], known), float(part.rstrip("%")) / 100)


# ---- contrast -------------------------------------------------------------------------------------------------------

READ = {
    "ink": ["table", "paper", "sunk", "kraft", "spot-wash", "bad-wash", "doubt-wash", "good-wash"],
    "ink-soft": ["table", "paper", "sunk", "spot-wash", "bad-wash", "good-wash"],
    "spot": ["table", "paper", "sunk", "spot-wash"],
    "bad": ["table", "paper", "sunk", "bad-wash"],
    "doubt": ["doubt-wash"],
    "good": ["table", "paper", "good-wash"],
    "on-spot": ["spot"],
    "paper": ["ink", "good"],
    "dark-sign": ["yellow"],
}
"""Which ink is read on which ground."""

SEEN = {
    "line": ["table", "paper"],
    "edge": ["table", "paper"],
    "focus": ["table", "paper", "sunk"],
    "pen": ["paper", "sunk"],
    "spot": ["table", "paper", "sunk"],
}
"""Outlines and strokes without which something could not be found."""

themes = pytest.mark.parametrize("theme", ["light", "dark"])


def faint(wanted: dict[str, list[str]], least: float, theme: str) -> list[str]:
    known = context(theme)
    found = []
    for ink, grounds in wanted.items():
        for ground in grounds:
            if (measured := contrast(value(f"var(--{ink})", known), value(f"var(--{ground})", known))) < least:
                found.append(f"{ink} on {ground}: {measured:.2f}")
    return found


@themes
def test_every_text_is_read_on_every_ground_it_stands_on(theme: str) -> None:
    assert faint(READ, TEXT, theme) == []


@themes
def test_outlines_strokes_and_the_focus_are_seen(theme: str) -> None:
    assert faint(SEEN, GRAPHIC, theme) == []


@themes
@pytest.mark.parametrize("seat", COLOURS)
def test_a_seats_name_sign_and_edge_are_seen(theme: str, seat: str) -> None:
    known = context(theme, seat)
    read = {"on-seat": ["seat"], "on-turn": ["seat-turn"], "ink": ["seat-wash"], "ink-soft": ["seat-wash"]}
    for ink, grounds in read.items():
        for ground in grounds:
            measured = contrast(value(f"var(--{ink})", known), value(f"var(--{ground})", known))
            assert measured >= TEXT, f"{ink} on {ground}: {measured:.2f}"
    for ground in ("table", "paper"):
        assert contrast(value("var(--seat-edge)", known), value(f"var(--{ground})", known)) >= GRAPHIC, ground


def own_pairs() -> Iterator[tuple[str, str, str]]:
    """Where a rule sets its ground: where it stands, text, ground. Hatching counts by the ground under it; on a mixed
    ground the text is ink, if nothing else is said."""
    for path in SHEETS:
        for selector, told in rules(path):
            ground = told.get("background", told.get("background-color", "")).split(") ")[-1]
            ground = told.get("background", "") if "color-mix(in oklab" in told.get("background", "") else ground
            ink = told.get("color", "var(--ink)" if ground.startswith("color-mix(in oklab") else "transparent")
            if re.match(r"var|#|color-mix\(in oklab", ground) and ink != "transparent":
                yield f"{path.name} {selector}", ink, ground


def faces() -> list[dict[str, str]]:
    """What a game paints in colours of its own: a mark and its ground."""
    sheet = HOUSE / "static" / "css" / "games" / "zoogitives.css"
    return [{"face": t["--face"], "on-face": t["--on-face"]} for _, t in rules(sheet) if "--on-face" in t]


@themes
def test_whatever_a_rule_writes_on_its_own_ground_is_read(theme: str) -> None:
    pairs = list(own_pairs())
    assert len(pairs) > 30
    found = []
    for where, ink, ground in pairs:
        seats = COLOURS if re.search(r"--(on-)?(seat|turn)", ink + ground) else ("",)
        painted = faces() if "face" in ink + ground else [{}]
        for known in (context(theme, seat, **face) for seat in seats for face in painted):
            measured = contrast(value(ink, known), value(ground, known))
            if measured < TEXT:
                found.append(f"{where}: {measured:.2f}")
    assert found == []


def test_a_faint_text_would_be_found() -> None:
    assert faint({"edge": ["table"]}, TEXT, "light") == ["edge on table: 3.43"]
    assert contrast(of_hex("#000"), of_hex("#fff")) == pytest.approx(21)
    assert contrast(of_hex("#777777"), of_hex("#ffffff")) == pytest.approx(4.48, abs=0.005)


# ---- six seats, seen by everybody -----------------------------------------------------------------------------------

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE TVCG 15 (2009), severity 1.0, for linear light.
SEEING: dict[str, Matrix] = {
    "normally": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
}
APART = {"normally": 0.15, "protanopia": 0.11, "deuteranopia": 0.11, "tritanopia": 0.11}
"""Least difference of two seats in OKLab; 0.02 is about what is just seen side by side."""


def as_seen(seat: str, how: str) -> Colour:
    red, green, blue = (min(max(part, 0), 1) for part in times(SEEING[how], value(f"var(--{seat})", context("light"))))
    return red, green, blue


def nearest(how: str) -> tuple[float, str, str]:
    pairs = combinations(COLOURS, 2)
    return min((difference(as_seen(one, how), as_seen(other, how)), one, other) for one, other in pairs)


@pytest.mark.parametrize("how", APART)
def test_no_two_seats_look_alike(how: str) -> None:
    measured, one, other = nearest(how)
    assert measured >= APART[how], f"{one} and {other}: {measured:.3f}"


def test_a_simulation_keeps_grey_grey() -> None:
    for how, matrix in SEEING.items():
        assert times(matrix, (0.5, 0.5, 0.5)) == pytest.approx((0.5, 0.5, 0.5), abs=0.001), how


def test_red_and_green_would_be_found_alike() -> None:
    """The comparison sees what it is for: a usual red and green are one colour with deuteranopia."""
    red, green = of_hex("#c0504d"), of_hex("#7f8a3a")
    assert difference(red, green) > APART["normally"]
    seen = [times(SEEING["deuteranopia"], colour) for colour in (red, green)]
    assert difference(seen[0], seen[1]) < APART["deuteranopia"]


# Without any colour red and blue are the same grey: the sign and the name tell them apart, so they always stand by.


def test_grey_alone_would_not_do() -> None:
    assert nearest("achromatopsia")[0] < 0.02


def test_every_seat_has_a_sign_of_its_own() -> None:
    icons = (HOUSE / "templates" / "macros" / "icons.html").read_text()
    signs = dict(re.findall(r'"(\w+)": "([\w-]+)"', icons[icons.index("SIGNS") : icons.index("macro sign")]))
    assert set(signs) == set(COLOURS)
    assert len(set(signs.values())) == len(COLOURS)
    drawn = (HOUSE / "static" / "icons" / "icons.svg").read_text()
    shapes = {name: re.search(rf'id="sign-{name}"[^>]*>(.*?)</symbol>', drawn, re.DOTALL) for name in signs.values()}
    assert all(shapes.values())
    assert len({shape[1] for shape in shapes.values() if shape}) == len(COLOURS)


def test_a_seat_never_goes_by_its_colour_alone() -> None:
    """The macros that paint a seat's ground draw the sign; the badge has the name, a token its own or one beside it."""
    text = (HOUSE / "templates" / "macros" / "seats.html").read_text()
    for name in ("seat", "seat_token"):
        body = re.search(rf"macro {name}\(.*?endmacro", text, re.DOTALL)
        assert body
        assert "sign(colour)" in body[0], name
        assert "{{ name }}" in body[0], name
    for row in re.findall(r'class="seat-token[^"]*">.*', text):
        assert "sign(" in row
        assert "|capitalize" in row or "colour_name" in row
    cards = (HOUSE / "templates" / "macros" / "play.html").read_text()
    for state in ("open", "down", "back"):
        line = next(line for line in cards.splitlines() if f'state == "{state}"' in line)
        assert "sign(colour)" in line, state
