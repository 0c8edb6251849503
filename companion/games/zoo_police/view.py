"""PURE. What one viewer sees of Zoo Police."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.secret import Seat, Seats, Viewer
from companion.games.zoo_police.lineup import (
    face_down,
    first_of_round,
    order,
    own_targets,
    possible,
    rows_down,
    targets,
    turn_of,
)
from companion.games.zoo_police.model import (
    BANK,
    CRIME_TYPES,
    DECK,
    ROWS,
    Card,
    CrimeType,
    Options,
    Phase,
    Placement,
    Player,
    RowResult,
    State,
    Turn,
)
from companion.games.zoo_police.rules import own_placement
from companion.games.zoo_police.scoring import Breakdown, Reason, breakdown, infiltrator, kept_types, places, reason
from companion.games.zoo_police.scoring import to_tally as still_to_tally
from companion.games.zoo_police.scoring import winners as best_seats


@dataclass(frozen=True)
class RowView:
    crimes: int
    suspects: Mapping[Seat, Card]


@dataclass(frozen=True)
class Target:
    owner: Seat
    row: int
    shown_known: bool
    """The owner entered the card, so that nobody need say what it was."""


@dataclass(frozen=True)
class InnocentView:
    stock: int
    holding: Seats
    claimable: Seats
    """Who may claim now, as far as `viewer` need know: itself; for the board, the one who has just guessed."""


@dataclass(frozen=True, kw_only=True)
class View:
    round: int
    phase: Phase
    first: Seat | None
    turn: Seat | None
    rows: tuple[RowView, ...]
    crimes: Mapping[Seat, int]
    pile: int | Mapping[Seat, int] | None
    assigned: tuple[RowResult, ...]
    kept: Mapping[Seat, tuple[str, ...]]
    infiltrators: Seats
    possible: Mapping[Seat, Mapping[str, tuple[int, ...]]] | None
    odds: Mapping[Seat, Mapping[str, Mapping[str, float]]] | None
    seats: Seats
    order: Seats
    """Clockwise from the first player of the round."""
    options: Options
    deck: int
    extra: int | None
    """The row that got the fifth card of this round."""
    waiting: Seats
    """Whom the table waits for."""
    placed: Seats
    """Whose cards the referee knows this round."""
    placement: Placement | None
    targets: tuple[Target, ...]
    own_targets: tuple[int, ...]
    face_down: int
    seen: Mapping[Seat, tuple[int, ...]]
    """Numbers that cannot be face down any more, as far as they lie open; all of them under assist."""
    last: Turn | None
    innocent: InnocentView | None
    bank_empty: bool
    tallies: Mapping[Seat, tuple[CrimeType, ...]]
    type_names: tuple[str, ...]
    breakdown: Mapping[Seat, Breakdown]
    """Everybody's when the game is over; before that a seat's own, once it has tallied."""
    winners: Seats
    places: Mapping[Seat, int]
    reason: Reason | None


def view_for(state: State, viewer: Viewer) -> View:
    tally_mode = state.options.mode == "tally"
    scoring = state.phase in ("score", "over")
    over = state.phase == "over"
    tallied = [player for player in state.players if player.types is not None]
    return View(
        round=state.round,
        phase=state.phase,
        first=None if tally_mode else first_of_round(state),
        turn=turn_of(state),
        rows=tuple(_row(state, row) for row in ROWS),
        crimes={player.seat: player.crimes for player in state.players},
        pile=_pile(state, viewer),
        assigned=state.assigned,
        kept={player.seat: kept_types(player) for player in tallied},
        infiltrators=tuple(p.seat for p in (tallied if tally_mode else state.players) if scoring and infiltrator(p)),
        possible=_possible(state, viewer) if state.options.assist != "off" else None,
        odds=_odds(state, viewer) if state.options.assist == "odds" else None,
        seats=state.seats,
        order=order(state),
        options=state.options,
        deck=0 if tally_mode else DECK - 5 * (state.round - (state.phase == "draw")),
        extra=state.extra,
        waiting=_waiting(state),
        placed=tuple(player.seat for player in state.players if player.placement is not None),
        placement=own_placement(state, viewer),
        targets=_targets(state, viewer),
        own_targets=_own_targets(state, viewer),
        face_down=face_down(state),
        seen={player.seat: _seen(state, player) for player in state.players},
        last=state.last,
        innocent=_innocent(state, viewer),
        bank_empty=not tally_mode and sum(player.points for player in state.players) > BANK,
        tallies={player.seat: player.types or () for player in tallied},
        type_names=CRIME_TYPES,
        breakdown={p.seat: breakdown(p) for p in state.players if over or (p.seat == viewer and p in tallied)},
        winners=best_seats(state) if over else (),
        places=places(state) if over else {},
        reason=reason(state) if over else None,
    )


def _row(state: State, row: int) -> RowView:
    return RowView(state.rows[row - 1], {p.seat: p.cards[row - 1] for p in state.players if p.cards})


def _pile(state: State, viewer: Viewer) -> int | Mapping[Seat, int] | None:
    if state.options.open_scores or state.phase == "over":
        return {player.seat: player.pile for player in state.players}
    return None if viewer is None else state.player(viewer).pile


def _others(state: State, viewer: Viewer) -> tuple[Player, ...]:
    return tuple(player for player in state.players if player.seat != viewer)


def _possible(state: State, viewer: Viewer) -> Mapping[Seat, Mapping[str, tuple[int, ...]]]:
    return {p.seat: {str(row): possible(p) for row in rows_down(p)} for p in _others(state, viewer)}


def _odds(state: State, viewer: Viewer) -> Mapping[Seat, Mapping[str, Mapping[str, float]]]:
    """All numbers left are as likely as each other: which one stayed in hand nobody knows."""
    return {
        seat: {row: {str(number): 1 / len(numbers) for number in numbers} for row, numbers in rows.items()}
        for seat, rows in _possible(state, viewer).items()
    }


def _waiting(state: State) -> Seats:
    turn = turn_of(state)
    if turn is not None:
        return (turn,)
    if state.phase == "place":
        return tuple(player.seat for player in state.players if player.placement is None)
    return still_to_tally(state)


def _pointing(state: State, viewer: Viewer) -> Seat | None:
    """The one whose cards to point at this screen shows: itself, or on the board the seat whose turn it is."""
    turn = turn_of(state) if state.phase == "identify" else None
    return turn if viewer in (None, turn) else None


def _targets(state: State, viewer: Viewer) -> tuple[Target, ...]:
    seat = _pointing(state, viewer)
    if seat is None:
        return ()
    return tuple(Target(owner, row, state.player(owner).placement is not None) for owner, row in targets(state, seat))


def _own_targets(state: State, viewer: Viewer) -> tuple[int, ...]:
    seat = _pointing(state, viewer)
    return () if seat is None else own_targets(state, seat)


def _seen(state: State, player: Player) -> tuple[int, ...]:
    lying = player.seen if state.options.assist != "off" else (c for c in player.cards if isinstance(c, int))
    return tuple(sorted(lying))


def _innocent(state: State, viewer: Viewer) -> InnocentView | None:
    if state.stock is None:
        return None
    watched = viewer if viewer is not None else state.last.seat if state.last is not None else None
    open_now = state.phase in ("identify", "assign")
    return InnocentView(
        stock=state.stock,
        holding=tuple(player.seat for player in state.players if player.holds_innocent),
        claimable=tuple(
            player.seat
            for player in state.players
            if open_now and player.seat == watched and player.holds_innocent and player.fresh_hit is not None
        ),
    )
