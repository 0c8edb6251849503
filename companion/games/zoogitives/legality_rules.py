"""PURE. The one definition of legality: every refusal and every doubt, from what the sender knows."""

from __future__ import annotations

from typing import assert_never

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat
from companion.games.zoogitives.capture_rules import (
    check_answer,
    check_ask,
    check_capture,
    check_penalty,
    check_turn_up,
)
from companion.games.zoogitives.card_rules import known_seat, only_in, own_cards
from companion.games.zoogitives.events import CheckBegun, apply
from companion.games.zoogitives.model import (
    DICE,
    IN_CITIES,
    Announce,
    Answer,
    Ask,
    Capture,
    Command,
    Correct,
    Die,
    Investigate,
    Marker,
    Penalty,
    Report,
    RollDice,
    SetDice,
    State,
    TakeCards,
    TurnUp,
)
from companion.games.zoogitives.settle_rules import pass_on
from companion.games.zoogitives.worldmap import (
    after,
    empty_tickets,
    marker_of,
    possible_markers,
    valid_threes,
)


def check(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> None:
    """Returns when the command may be recorded."""
    if state.phase == "over":
        refuse("game-over")
    match command:
        case SetDice():
            _set_dice(state, seat, command, ruling)
        case RollDice():
            _before_the_dice(state, seat, ruling)
        case Penalty():
            check_penalty(state, seat, command, ruling)
        case Correct():
            _correct(state, seat, command, ruling)
        case _ if seat is None:
            refuse("needs-a-seat")
        case TakeCards():
            _take_cards(state, seat)
        case Report(marker):
            only_in(state, "report")
            if seat not in state.missing:
                refuse("already-reported")
            _marker(state, seat, 0, marker, ruling)
        case Investigate():
            _investigate(state, seat, command, ruling)
        case Announce(marker):
            _announce(state, seat, marker, ruling)
        case Capture():
            check_capture(state, seat, command, ruling)
        case Ask():
            check_ask(state, seat, command)
        case Answer():
            check_answer(state, seat, command)
        case TurnUp(value):
            check_turn_up(state, seat, value, ruling)
        case _:
            assert_never(command)


# ---- setup -------------------------------------------------------------------------------------------------------


def _before_the_dice(state: State, seat: Seat | None, ruling: Ruling) -> None:
    if state.phase != "setup":
        refuse("dice-lie-already")
    if seat is not None:
        ruling.doubt("for-the-board")


def _set_dice(state: State, seat: Seat | None, command: SetDice, ruling: Ruling) -> None:
    _before_the_dice(state, seat, ruling)
    places = [die.at for die in command.dice]
    if all(place is None for place in places):
        if not valid_threes([(die.crook, die.expertise) for die in command.dice]):
            refuse("no-valid-three")
        return
    if None in places:
        refuse("say-where-all-dice-lie")
    out = [die for die in command.dice if die.at != "ticket"]
    for die in out:
        if places.count(die.at) > 1:
            refuse("city-twice", city=die.at)
    if DICE - len(out) > state.options.tickets:
        refuse("tickets-full", tickets=state.options.tickets)
    if len(out) != IN_CITIES:
        ruling.doubt("three-in-cities", got=len(out))
    if len({die.crook for die in out}) < len(out):
        ruling.doubt("crook-twice")
    if len({die.expertise for die in out}) < len(out):
        ruling.doubt("expertise-twice")


def _take_cards(state: State, seat: Seat) -> None:
    if state.phase not in ("setup", "report") or (state.phase == "report" and seat not in state.missing):
        refuse("cards-after-report")
    if all(player.cards is not None for player in state.players):
        refuse("cards-locked")


# ---- markers -----------------------------------------------------------------------------------------------------


def _marker(
    state: State, seat: Seat, announcement: int, marker: Marker | None, ruling: Ruling, *, own: bool = True
) -> None:
    """`own` when it is the player who speaks: only then may the entered cards be looked at."""
    cards = own_cards(state, seat) if own else None
    dice = state.moves[announcement].dice
    if marker is None:
        if state.player(seat).cards is None and cards is None:
            refuse("marker-needed")
    elif cards is not None:
        if marker_of(cards, dice) != marker:
            ruling.doubt("marker-not-your-cards", marker=marker)
    elif marker not in may_announce(state, seat, announcement):
        was = marker_before(state, seat, announcement)
        ruling.doubt("marker-impossible", seat=seat, marker=marker, was=was)


def marker_before(state: State, seat: Seat, announcement: int) -> Marker | None:
    """Where the marker stood before; `None` when nobody said."""
    told = state.moves[announcement - 1].told[state.seats.index(seat)] if announcement else None
    return told.marker if told else None


def may_announce(state: State, seat: Seat, announcement: int) -> tuple[Marker, ...]:
    """What everybody at the table can reckon to be possible."""
    before = marker_before(state, seat, announcement)
    was = None if before is None else (state.moves[announcement - 1].dice, before)
    return possible_markers(state.moves[announcement].dice, was, state.player(seat).face_up)


def _announce(state: State, seat: Seat, marker: Marker | None, ruling: Ruling) -> None:
    only_in(state, "hunt")
    if not state.missing:
        refuse("nothing-to-announce")
    if seat not in state.missing:
        refuse("already-announced")
    _marker(state, seat, len(state.moves) - 1, marker, ruling)


def _correct(state: State, seat: Seat | None, command: Correct, ruling: Ruling) -> None:
    of, index = known_seat(state, command.of), command.announcement
    current = index == len(state.moves) - 1
    if not 0 <= index < len(state.moves) or (current and of in state.missing):
        refuse("no-such-announcement", seat=of, announcement=index)
    told = state.moves[index].told[state.seats.index(of)]
    if told is not None and told.marker == command.marker:
        refuse("nothing-to-correct", seat=of, marker=command.marker)
    if seat not in (None, of):
        ruling.doubt("not-your-announcement", seat=of)
    _marker(state, of, index, command.marker, ruling, own=seat == of)


# ---- a turn ------------------------------------------------------------------------------------------------------


def _investigate(state: State, seat: Seat, command: Investigate, ruling: Ruling) -> None:
    only_in(state, "hunt")
    if state.missing:
        ruling.doubt("announcements-missing", seats=state.missing)
        passed = pass_on(state)
        if isinstance(passed, CheckBegun):
            refuse("check-first", seats=state.captures)
        state = apply(state, passed)
    if seat != state.active:
        ruling.doubt("not-your-turn", active=state.active)
    if not 1 <= command.die <= DICE:
        refuse("no-such-die", die=command.die)
    die = state.dice[command.die - 1]
    _die_may(state, die, after(die, command), ruling)


def _die_may(state: State, before: Die, after_: Die, ruling: Ruling) -> None:
    same_face = (before.crook, before.expertise) == (after_.crook, after_.expertise)
    if before.at == after_.at:
        if before.at == "ticket":
            ruling.doubt("die-on-ticket")
        elif same_face:
            ruling.doubt("face-unchanged")
    elif after_.at == "ticket":
        if empty_tickets(state.dice, state.options.tickets) < 1:
            refuse("tickets-full", tickets=state.options.tickets)
        if not same_face:
            ruling.doubt("ticket-keeps-face")
    elif any(die.at == after_.at for die in state.dice):
        refuse("city-occupied", city=after_.at)
    elif before.at != "ticket":
        ruling.doubt("city-to-city")
