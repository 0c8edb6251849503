"""PURE. What everybody sees of the hunt: nothing in it is secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.secret import Seat, Viewer
from companion.games.cops_n_robbers.hideouts import COLOURS, TYPES, Chance, Colour, Hideout, Piles, Type
from companion.games.cops_n_robbers.model import Kind, ReshuffleRule, State, Step
from companion.games.cops_n_robbers.radio import KINDS, reshuffle_turns, turns_colour, turns_type


@dataclass(frozen=True)
class Place:
    """One of the 25. `now`: the suspect may be here; `been`: he was known to be here earlier in this pass."""

    type: Type
    colour: Colour
    now: bool
    been: bool


@dataclass(frozen=True)
class Chances:
    """Where the suspect is now, and where he will be after a message of each moving kind. How many of each kind are
    among the radio cards only the box knows, so the three are not added up."""

    now: tuple[Chance, ...]
    type: tuple[Chance, ...]
    colour: tuple[Chance, ...]
    both: tuple[Chance, ...]


@dataclass(frozen=True)
class Message:
    """A kind of radio message, the cards that it can turn up, and what it does; `steps` are to be done by hand."""

    kind: Kind
    types: tuple[Type, ...]
    colours: tuple[Colour, ...]
    effect: Literal["moves", "stays", "set-aside", "message"]
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Reshuffling:
    """The radio pile is used up. `types` and `colours`: which cards may be turned up now, if any."""

    rule: ReshuffleRule
    types: tuple[Type, ...]
    colours: tuple[Colour, ...]
    steps: tuple[str, ...]


@dataclass(frozen=True)
class WayOut:
    """After a failed arrest: who has to drive away, and how many squares."""

    seat: Seat
    steps: int


@dataclass(frozen=True)
class View:
    """`steps` name what to do by hand after the latest entry. `moved`: the suspect has moved in this turn; `tried`:
    whoever is at turn has made the arrest throw."""

    phase: Literal["hunt", "over"]
    turn: Seat | None
    car: int
    cars: int
    die: int | None
    hideout: Hideout
    candidates: int
    types_left: tuple[Type, ...]
    colours_left: tuple[Colour, ...]
    final: bool
    radio_used: int
    radio_left: int
    radio_aside: int
    frozen: bool
    caught_by: Seat | None
    history: tuple[Step, ...]
    places: tuple[Place, ...]
    chances: Chances
    messages: tuple[Message, ...]
    reshuffle: Reshuffling | None
    draw_again: bool
    can_arrest: bool
    moved: bool
    tried: bool
    way_out: WayOut | None
    steps: tuple[str, ...]
    phone_pass: bool
    arrest_if_already_there: bool


def view_for(state: State, _viewer: Viewer) -> View:
    hideout = state.piles.hideout
    chances = _chances(state)
    return View(
        phase="hunt" if state.caught_by is None else "over",
        turn=state.turn if state.caught_by is None else None,
        car=state.car,
        cars=state.options.cars,
        die=state.die,
        hideout=hideout,
        candidates=len(chances.now),
        types_left=state.piles.types_left,
        colours_left=state.piles.colours_left,
        final=state.piles.final,
        radio_used=state.used,
        radio_left=state.left,
        radio_aside=state.aside,
        frozen=state.frozen,
        caught_by=state.caught_by,
        history=state.history,
        places=_places(state, chances.now),
        chances=chances,
        messages=tuple(_message(state, kind) for kind in KINDS),
        reshuffle=_reshuffling(state),
        draw_again=state.draw_again,
        can_arrest=hideout.exact and state.caught_by is None,
        moved=state.moved,
        tried=state.turn in state.tried,
        way_out=_way_out(state),
        steps=_steps(state),
        phone_pass=state.options.phone_pass,
        arrest_if_already_there=state.options.arrest_if_already_there,
    )


def _chances(state: State) -> Chances:
    piles: Piles = state.piles
    free = not state.frozen
    return Chances(
        now=piles.chances(),
        type=piles.chances(new_type=free),
        colour=piles.chances(new_colour=free),
        both=piles.chances(new_type=free, new_colour=free),
    )


def _places(state: State, now: tuple[Chance, ...]) -> tuple[Place, ...]:
    possible = {(chance.type, chance.colour) for chance in now}
    been: set[Hideout] = set()
    for step in state.history:
        if step.rule == "extended":
            been.clear()
        been.add(step.hideout)
    been.discard(state.piles.hideout)
    return tuple(
        Place(kind, colour, (kind, colour) in possible, Hideout(kind, colour) in been)
        for kind in TYPES
        for colour in COLOURS
    )


def _message(state: State, kind: Kind) -> Message:
    types = state.piles.types_left if turns_type(state, kind) else ()
    colours = state.piles.colours_left if turns_colour(state, kind) else ()
    turn = (*(("turn-type",) if types else ()), *(("turn-colour",) if colours else ()))
    if kind in ("assignment", "other"):
        return Message(kind, (), (), "message", ("follow-card", "card-to-used"))
    if state.frozen:
        return Message(kind, (), (), "set-aside", ("card-out-of-game", "draw-next"))
    if not turn:
        again = ("draw-next",) if state.options.redraw_dead_move else ()
        return Message(kind, (), (), "stays", ("card-to-used", *again))
    return Message(kind, types, colours, "moves", (*turn, "card-to-used"))


def _reshuffling(state: State) -> Reshuffling | None:
    if state.left or not state.used or state.caught_by is not None:
        return None
    wants_type, wants_colour = reshuffle_turns(state)
    steps = ["shuffle-radio"]
    if state.reshuffle_rule == "extended":
        steps += ["shuffle-types", "shuffle-colours"]
    steps += ["turn-type"] * wants_type + ["turn-colour"] * wants_colour
    if state.reshuffle_rule != "extended":
        steps.append("moves-aside")
    return Reshuffling(state.reshuffle_rule, TYPES if wants_type else (), COLOURS if wants_colour else (), tuple(steps))


def _way_out(state: State) -> WayOut | None:
    last = state.history[-1] if state.history else None
    if last is None or last.what != "arrest-failed" or last.by not in state.tried:
        return None
    return WayOut(last.by, last.roll or 0)


def _put(card: str, turned: tuple[str, ...]) -> str:
    """The first card turned of a pile has none below it."""
    return f"{'cover' if len(turned) > 1 else 'lay'}-{card}"


def _steps(state: State) -> tuple[str, ...]:
    again = _reshuffling(state)
    last = state.history[-1] if state.history else None
    steps: tuple[str, ...] = ()
    if last is None:
        steps = ("patrol",)
    elif last.what == "moved":
        steps = (
            *((_put("type", state.piles.types),) if last.type else ()),
            *((_put("colour", state.piles.colours),) if last.colour else ()),
            "card-to-used",
        )
    elif last.what == "message":
        steps = ("follow-card", "card-to-used")
    elif last.what == "set-aside":
        steps = ("card-out-of-game",)
    elif last.what == "stayed":
        steps = ("card-to-used",)
    elif last.what == "arrest-failed" and last.by in state.tried:
        steps = ("drive-away", "telephone-on-the-way-out")
    if again is not None:
        steps += again.steps
    return (*steps, "draw-next") if state.draw_again and (state.left or again) else steps
