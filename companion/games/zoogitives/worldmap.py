"""PURE. The dice on the world map: what they light up, which three may begin, where each may go. Holds no secret."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

from companion.games.zoogitives.model import (
    CROOKS,
    EXPERTISES,
    HIDEOUTS,
    IN_CITIES,
    KINDS,
    MARKERS,
    Cards,
    Crook,
    Dice,
    Die,
    Expertise,
    FaceUp,
    Hideout,
    Investigate,
    Kind,
    Marker,
    Value,
)

VALUES: dict[Kind, tuple[Value, ...]] = {"crook": CROOKS, "expertise": EXPERTISES, "hideout": HIDEOUTS}

Face = tuple[Crook, Expertise]
Lit = dict[Kind, frozenset[Value]]
"""The values that earn a yes."""


def kind_of(value: Value) -> Kind:
    return next(kind for kind in KINDS if value in VALUES[kind])


def valid_threes(faces: Sequence[Face]) -> tuple[tuple[int, ...], ...]:
    """Places of three dice that repeat neither crook nor expertise (Setup 2)."""
    return tuple(
        three
        for three in combinations(range(len(faces)), IN_CITIES)
        if all(len({faces[place][side] for place in three}) == IN_CITIES for side in (0, 1))
    )


def lit(dice: Dice) -> Lit:
    """Only dice in cities count, not those on plane tickets."""
    out = [die for die in dice if die.at != "ticket"]
    return {
        "crook": frozenset(die.crook for die in out),
        "expertise": frozenset(die.expertise for die in out),
        "hideout": frozenset(die.at for die in out if die.at != "ticket"),
    }


def marker_of(cards: Cards, dice: Dice) -> Marker:
    lights = lit(dice)
    return MARKERS[sum(cards.of(kind) in lights[kind] for kind in KINDS)]


def possible_markers(dice: Dice, was: tuple[Dice, Marker] | None, face_up: Iterable[FaceUp]) -> tuple[Marker, ...]:
    """What someone with these cards face up can announce, having announced before what `was` says."""
    now, before = lit(dice), lit(was[0] if was else dice)
    shown = {card.kind: card.value for card in face_up}
    pairs: list[set[tuple[bool, bool]]] = []
    for kind in KINDS:
        values = (shown[kind],) if kind in shown else VALUES[kind]
        pairs.append({(value in before[kind], value in now[kind]) for value in values})
    found = {
        sum(after for _, after in hand)
        for hand in product(*pairs)
        if was is None or sum(earlier for earlier, _ in hand) == was[1]
    }
    return tuple(marker for marker in MARKERS if marker in found)


def empty_cities(dice: Dice) -> tuple[Hideout, ...]:
    taken = {die.at for die in dice}
    return tuple(city for city in HIDEOUTS if city not in taken)


def empty_tickets(dice: Dice, tickets: int) -> int:
    return tickets - sum(die.at == "ticket" for die in dice)


def after(die: Die, command: Investigate) -> Die:
    return Die(command.crook or die.crook, command.expertise or die.expertise, command.to or die.at)


def investigations(dice: Dice, tickets: int) -> Iterable[Investigate]:
    """All that the rulebook's three kinds allow: for a face every part that changes is named, and no other."""
    cities = empty_cities(dice)
    for number, die in enumerate(dice, start=1):
        if die.at != "ticket":
            yield from (Investigate(number, None, *face) for face in _faces(die) if face != (None, None))
            if empty_tickets(dice, tickets) > 0:
                yield Investigate(number, "ticket")
        else:
            yield from (Investigate(number, city, *face) for city in cities for face in _faces(die))


def _faces(die: Die) -> Iterable[tuple[Crook | None, Expertise | None]]:
    for crook, expertise in product(CROOKS, EXPERTISES):
        yield (crook if crook != die.crook else None), (expertise if expertise != die.expertise else None)
