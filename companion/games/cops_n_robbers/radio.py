"""PURE. What a radio message does to the suspect, and what happens when the radio pile runs out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat
from companion.games.cops_n_robbers.hideouts import Colour, Piles, Type
from companion.games.cops_n_robbers.model import (
    CardsReshuffled,
    Event,
    FinalReached,
    Kind,
    MessageRead,
    MoveSetAside,
    Radio,
    Reshuffle,
    State,
    SuspectMoved,
    SuspectStayed,
)

KINDS: tuple[Kind, ...] = ("type", "colour", "both", "assignment", "other")


def turns_type(state: State, kind: Kind) -> bool:
    """Whether the message turns up a type card (C6, C8, C9)."""
    return kind in ("type", "both") and bool(state.piles.types_left) and not state.frozen


def turns_colour(state: State, kind: Kind) -> bool:
    return kind in ("colour", "both") and bool(state.piles.colours_left) and not state.frozen


def turned(piles: Piles, kind: Type | None, colour: Colour | None) -> Piles:
    return Piles(
        piles.types if kind is None else (*piles.types, kind),
        piles.colours if colour is None else (*piles.colours, colour),
    )


def read_message(state: State, who: Seat, command: Radio) -> Sequence[Event]:
    check_message(state, command)
    kind, note = command.kind, command.note.strip()
    if kind in ("assignment", "other"):
        return (MessageRead(who, kind, note, command.player),)
    if state.frozen:
        return (MoveSetAside(who, kind, note),)
    if command.type is None and command.colour is None:
        return (SuspectStayed(who, kind, state.piles.hideout, state.options.redraw_dead_move, note),)
    piles = turned(state.piles, command.type, command.colour)
    moved = SuspectMoved(who, kind, piles.hideout, command.type, command.colour, note)
    return (moved, FinalReached(piles.hideout)) if piles.final else (moved,)


def check_message(state: State, command: Radio) -> None:
    """Refuses cards that cannot have been turned up."""
    if state.left == 0:
        refuse("radio-pile-empty" if state.used else "radio-cards-gone")
    if command.player is not None and command.player not in state.seats:
        refuse("no-such-player", player=command.player[:40])
    kind = command.kind
    if state.frozen and kind in ("type", "colour", "both") and (command.type or command.colour):
        refuse("suspect-frozen")
    if command.type is not None:
        if kind not in ("type", "both"):
            refuse("type-not-asked")
        if not state.piles.types_left:
            refuse("type-pile-empty")
        if command.type in state.piles.types:
            refuse("type-turned-already", type=command.type)
    elif turns_type(state, kind):
        refuse("type-missing")
    if command.colour is not None:
        if kind not in ("colour", "both"):
            refuse("colour-not-asked")
        if not state.piles.colours_left:
            refuse("colour-pile-empty")
        if command.colour in state.piles.colours:
            refuse("colour-turned-already", colour=command.colour)
    elif turns_colour(state, kind):
        refuse("colour-missing")


def reshuffle_turns(state: State) -> tuple[bool, bool]:
    """Whether a reshuffle turns up a type card and a colour card (C10, C11)."""
    if state.reshuffle_rule == "extended":
        return True, True
    return not state.piles.types, not state.piles.colours


def reshuffle(state: State, who: Seat, command: Reshuffle, ruling: Ruling) -> Sequence[Event]:
    rule = state.reshuffle_rule
    if state.used == 0:
        refuse("nothing-to-reshuffle")
    wants_type, wants_colour = reshuffle_turns(state)
    if wants_type and command.type is None:
        refuse("type-missing")
    if wants_colour and command.colour is None:
        refuse("colour-missing")
    if command.type is not None and not wants_type:
        refuse("type-not-asked")
    if command.colour is not None and not wants_colour:
        refuse("colour-not-asked")
    if state.left:
        ruling.doubt("radio-cards-left", left=state.left)
    piles = turned(Piles() if rule == "extended" else state.piles, command.type, command.colour)
    cards = state.used + state.left
    return (CardsReshuffled(who, rule, cards, piles.hideout, command.type, command.colour),)


def reshuffled(state: State, event: CardsReshuffled) -> State:
    anew = event.rule == "extended"
    return replace(
        state,
        piles=turned(Piles() if anew else state.piles, event.type, event.colour),
        used=0,
        left=event.cards,
        extended=state.extended or anew,
        frozen=not anew,
    )
