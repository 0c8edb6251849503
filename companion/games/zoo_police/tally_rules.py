"""PURE. Which tallies and choices of types are accepted."""

from __future__ import annotations

from companion.core.game import refuse
from companion.core.secret import Seat
from companion.games.zoo_police.model import (
    DECK,
    INNOCENTS,
    LONGEST_TYPE,
    MOST_KEPT,
    MOST_OF_ONE,
    MOST_TYPES,
    CrimesTallied,
    CrimeType,
    Glasses,
    Keep,
    Player,
    State,
    Tally,
    TypesKept,
)


def clean_type(raw: str) -> str:
    """One space between words. Raises `Refused`."""
    name = " ".join(raw.split())
    if not name or len(name) > LONGEST_TYPE or not name.replace("\u200d", "").replace("\ufe0f", "").isprintable():
        refuse("type-name", name=raw[:40], longest=LONGEST_TYPE)
    return name


def tallied_seat(state: State, seat: Seat | None, named: Seat | None) -> Seat:
    """Whose tally it is: the board names a seat, a seat speaks for itself."""
    if named is not None and named not in state.seats:
        refuse("no-such-seat", name=named[:40])
    if seat is None:
        return named if named is not None else refuse("tally-for-whom")
    if named is not None and named != seat:
        refuse("not-your-tally", name=named)
    return seat


def check_tally(state: State, seat: Seat | None, command: Tally) -> CrimesTallied:
    owner = tallied_seat(state, seat, command.for_)
    types = _types(command)
    if state.options.mode == "tally":
        pile = _amount("pile", command.pile, MOST_OF_ONE)
        innocents = _amount("innocents", command.innocents or 0, INNOCENTS)
        crimes = _amount("crimes", command.crimes, DECK)
        _check_sums(state, owner, crimes, innocents)
        return CrimesTallied(owner, _won(types, crimes), pile, innocents, crimes)
    for name, given in (("pile", command.pile), ("innocents", command.innocents), ("crimes", command.crimes)):
        if given is not None:
            refuse("counted-already", field=name)
    crimes = state.player(owner).crimes
    won = _won(types, crimes)
    if crimes == 0:
        refuse("nothing-to-tally", name=owner)
    return CrimesTallied(owner, won)


def _types(command: Tally) -> tuple[CrimeType, ...]:
    if len(command.types) > MOST_TYPES:
        refuse("too-many-types", most=MOST_TYPES)
    types: list[CrimeType] = []
    for raw, glasses in command.types.items():
        name = clean_type(raw)
        if name.casefold() in {kind.name.casefold() for kind in types}:
            refuse("type-twice", name=name)
        types.append(_type(name, glasses))
    return tuple(types)


def _type(name: str, glasses: Glasses) -> CrimeType:
    for number in (glasses.neutral, glasses.own):
        if not 0 <= number <= MOST_OF_ONE:
            refuse("glasses-off", name=name, number=number, most=MOST_OF_ONE)
    return CrimeType(name, glasses.neutral, glasses.own)


def _won(types: tuple[CrimeType, ...], crimes: int) -> tuple[CrimeType, ...]:
    """A form sends every type it shows: those without glasses only count as far as there are cards for them."""
    if len(types) > crimes:
        types = tuple(kind for kind in types if kind.value)
    if len(types) > crimes:
        refuse("more-types-than-crimes", types=len(types), crimes=crimes)
    return types


def _amount(name: str, number: int | None, most: int) -> int:
    if number is None:
        refuse("tally-missing", field=name)
    if not 0 <= number <= most:
        refuse("tally-off", field=name, number=number, most=most)
    return number


def _check_sums(state: State, owner: Seat, crimes: int, innocents: int) -> None:
    others = [player for player in state.players if player.seat != owner]
    left = DECK - sum(player.crimes for player in others)
    if crimes > left:
        refuse("more-crimes-than-exist", crimes=crimes, left=left, deck=DECK)
    left = INNOCENTS - sum(player.innocents for player in others)
    if innocents > left:
        refuse("more-innocents-than-exist", innocents=innocents, left=left)


def check_keep(player: Player, command: Keep) -> TypesKept:
    if player.types is None:
        refuse("tally-first")
    if len(command.types) > MOST_KEPT:
        refuse("keep-too-many", most=MOST_KEPT)
    tallied = {kind.name.casefold(): kind.name for kind in player.types}
    kept: list[str] = []
    for raw in command.types:
        name = tallied.get(clean_type(raw).casefold())
        if name is None:
            refuse("keep-unknown", name=raw[:40])
        if name in kept:
            refuse("keep-twice", name=name)
        kept.append(name)
    return TypesKept(player.seat, tuple(kept))
