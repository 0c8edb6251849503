"""PURE. The rules of Zoo Police: what is allowed, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from companion.core.dice import Dice
from companion.core.game import Refused, Ruling, Score, refuse
from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoo_police.lineup import face_down, first_of_round, own_targets, row_results, targets, turn_of
from companion.games.zoo_police.model import (
    INNOCENTS,
    NUMBERS,
    ROUNDS,
    ROWS,
    AllPlaced,
    ClaimInnocent,
    Command,
    CrimesDrawn,
    CrimesTallied,
    DrawCrimes,
    Event,
    GameEnded,
    Guess,
    InnocentClaimed,
    InnocentsDealt,
    Keep,
    NextRound,
    Options,
    OwnTurned,
    Phase,
    Place,
    Placement,
    PlacementDropped,
    Player,
    RoundBegun,
    RowsAssigned,
    ScoringOpened,
    State,
    SuspectsDown,
    SuspectsPlaced,
    SuspectTurned,
    Tally,
    TurnOwn,
    TypesKept,
)
from companion.games.zoo_police.offers import offers
from companion.games.zoo_police.record_events import apply
from companion.games.zoo_police.scoring import breakdown, to_tally, winners
from companion.games.zoo_police.tally_rules import check_keep, check_tally

BELONGS: dict[type[Command], tuple[Phase, ...]] = {
    DrawCrimes: ("draw",),
    Place: ("place",),
    AllPlaced: ("place",),
    Guess: ("identify",),
    TurnOwn: ("identify",),
    ClaimInnocent: ("identify", "assign"),
    NextRound: ("assign",),
    Tally: ("score", "over"),
    Keep: ("score", "over"),
}
"""The phases in which a command has its place."""


def setup(seats: Seats, options: Options) -> State:
    state = State(players=tuple(Player(seat=seat) for seat in seats), options=options)
    return apply(state, ScoringOpened()) if options.mode == "tally" else state


def begin(_state: State, _ruling: Ruling) -> Sequence[Event]:
    return ()


# ---- what is allowed ---------------------------------------------------------------------------------------------


def check(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> None:
    """Raises `Refused`. Opens nothing but what the sender placed just now."""
    if state.phase not in BELONGS[type(command)]:
        refuse("not-now", phase=state.phase, belongs=BELONGS[type(command)][0])
    match command:
        case DrawCrimes(extra):
            _check_row(extra)
            if _acting(seat) != first_of_round(state):
                ruling.doubt("not-first-player", first=first_of_round(state))
        case Place(numbers):
            _check_placement(state.player(_acting(seat)), numbers.open())
        case Guess():
            _check_guess(state, _acting(seat), command)
            _check_turn(state, seat, ruling)
        case TurnOwn():
            _check_own(state, _acting(seat), command)
            _check_turn(state, seat, ruling)
        case ClaimInnocent():
            _check_claim(state, state.player(_acting(seat)))
        case Tally():
            check_tally(state, seat, command)
        case Keep():
            check_keep(state.player(_acting(seat)), command)
        case AllPlaced() | NextRound():
            pass
        case _:
            assert_never(command)


def _acting(seat: Seat | None) -> Seat:
    return refuse("needs-a-seat") if seat is None else seat


def _check_row(row: int) -> None:
    if row not in ROWS:
        refuse("no-such-row", row=row)


def _check_number(number: int) -> None:
    if number not in NUMBERS:
        refuse("number-off", number=number)


def _check_turn(state: State, seat: Seat | None, ruling: Ruling) -> None:
    turn = turn_of(state)
    if seat != turn:
        ruling.doubt("not-your-turn", turn=turn)


def _check_placement(player: Player, numbers: Placement) -> None:
    if player.placement is not None:
        refuse("already-placed")
    if any(number not in NUMBERS for number in numbers):
        refuse("placement-off")
    if len(set(numbers)) < len(numbers):
        refuse("placement-twice")


def _check_guess(state: State, seat: Seat, guess: Guess) -> None:
    if guess.owner not in state.seats:
        refuse("no-such-seat", name=guess.owner[:40])
    _check_row(guess.row)
    _check_number(guess.number)
    if guess.owner == seat:
        refuse("own-card")
    owner = state.player(guess.owner)
    if (guess.owner, guess.row) not in targets(state, seat):
        code = "card-back" if owner.cards[guess.row - 1] == "back" else "card-open"
        refuse(code, owner=guess.owner, row=guess.row)
    _check_shown(owner, guess.shown)


def _check_own(state: State, seat: Seat, command: TurnOwn) -> None:
    _check_row(command.row)
    if targets(state, seat):
        refuse("others-face-down")
    player = state.player(seat)
    if command.row not in own_targets(state, seat):
        code = "card-back" if player.cards[command.row - 1] == "back" else "card-open"
        refuse(code, owner=seat, row=command.row)
    _check_shown(player, command.shown)


def _check_shown(owner: Player, shown: int | None) -> None:
    """What is on the table counts: it is never compared with the owner's sealed placement here."""
    if shown is None:
        if owner.placement is None:
            refuse("shown-missing", owner=owner.seat)
        return
    _check_number(shown)
    if shown in owner.seen:
        refuse("shown-seen", owner=owner.seat, shown=shown)


def _check_claim(state: State, player: Player) -> None:
    if state.stock is None:
        refuse("no-innocents", round=ROUNDS, variant=state.options.innocent_variant)
    if not player.holds_innocent:
        refuse("no-innocent-left")
    if player.fresh_hit is None:
        refuse("no-hit-to-claim")


def legal(state: State, viewer: Viewer) -> Iterable[Command]:
    """What `viewer` may do without a doubt; for the board what needs no seat."""
    ruling = Ruling(Dice(0, 0))
    for command in offers(state, viewer):
        try:
            check(state, viewer, command, ruling)
        except Refused:
            continue
        yield command


# ---- what follows ------------------------------------------------------------------------------------------------


def decide(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> Sequence[Event]:
    check(state, seat, command, ruling)
    match command:
        case DrawCrimes(extra):
            return (CrimesDrawn(_acting(seat), state.round, extra),)
        case Place(numbers):
            return _placed(state, SuspectsPlaced(_acting(seat), numbers))
        case AllPlaced():
            return (SuspectsDown(),)
        case Guess(owner, row, number, given):
            shown = _truth(state.player(owner), row, given)
            turned = SuspectTurned(_acting(seat), owner, row, number, shown, hit=number == shown)
            return _after_turn(state, turned, state.player(owner))
        case TurnOwn(row, given):
            player = state.player(_acting(seat))
            return _after_turn(state, OwnTurned(player.seat, row, _truth(player, row, given)), player)
        case ClaimInnocent():
            player = state.player(_acting(seat))
            return (InnocentClaimed(player.seat, player.fresh_hit or 0, drew=bool(state.stock)),)
        case NextRound():
            return _next_round(state)
        case Tally():
            return _reckoned(state, check_tally(state, seat, command))
        case Keep():
            return _reckoned(state, check_keep(state.player(_acting(seat)), command))
        case _:
            assert_never(command)


def _placed(state: State, event: SuspectsPlaced) -> Sequence[Event]:
    """Once every colour has been entered, all cards are down by themselves."""
    everyone = all(player.placement is not None for player in apply(state, event).players)
    return (event, SuspectsDown()) if everyone else (event,)


def _truth(owner: Player, row: int, given: int | None) -> int:
    if given is not None:
        return given
    return owner.placement.open()[row - 1] if owner.placement is not None else refuse("shown-missing")


def _after_turn(state: State, turned: SuspectTurned | OwnTurned, owner: Player) -> Sequence[Event]:
    """After the last card the rows are assigned at once (section 4)."""
    events: list[Event] = [turned]
    if owner.placement is not None and owner.placement.open()[turned.row - 1] != turned.shown:
        events.append(PlacementDropped(owner.seat))
    after = apply(state, turned)
    if not face_down(after):
        events.append(RowsAssigned(state.round, row_results(after)))
    return tuple(events)


def _next_round(state: State) -> Sequence[Event]:
    if state.round == ROUNDS:
        return _ended(state, ScoringOpened())
    begun = RoundBegun(state.round + 1, state.seats[state.round % len(state.seats)])
    if begun.round == ROUNDS and state.options.innocent_variant:
        return (begun, InnocentsDealt(INNOCENTS - len(state.seats)))
    return (begun,)


def _reckoned(state: State, event: CrimesTallied | TypesKept) -> Sequence[Event]:
    """A correction after the end names the winners anew."""
    if state.phase == "over":
        return (event, GameEnded(winners(apply(state, event))))
    return _ended(state, event) if isinstance(event, CrimesTallied) else (event,)


def _ended(state: State, event: ScoringOpened | CrimesTallied) -> Sequence[Event]:
    after = apply(state, event)
    return (event,) if to_tally(after) else (event, GameEnded(winners(after)))


# ---- who knows what ----------------------------------------------------------------------------------------------


def own_placement(state: State, viewer: Viewer) -> Placement | None:
    """What `viewer` entered this round, from the state as `viewer` knows it."""
    placement = None if viewer is None else state.player(viewer).placement
    return None if placement is None or placement.sealed else placement.open()


def hushed(state: State, event: Event) -> bool:
    """Points and returned numbers are to be remembered, not read (section 3): until the end, or unless the table
    agreed otherwise."""
    told = state.options.open_scores or state.options.assist != "off" or state.phase == "over"
    return isinstance(event, SuspectTurned | InnocentClaimed) and not told


def score(state: State) -> Score:
    if state.phase == "over":
        return Score({p.seat: breakdown(p).total for p in state.players}, final=True, winners=winners(state))
    if state.options.open_scores:
        return Score({player.seat: player.pile for player in state.players})
    return Score({})
