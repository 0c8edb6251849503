"""PURE. What every event leaves behind in the state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from companion.core.secret import Seat
from companion.games.zoo_police.model import (
    ROUNDS,
    ROWS,
    Card,
    CrimesDrawn,
    CrimesTallied,
    Event,
    GameEnded,
    InnocentClaimed,
    InnocentsDealt,
    OwnTurned,
    PlacementDropped,
    Player,
    RoundBegun,
    RowResult,
    RowsAssigned,
    ScoringOpened,
    State,
    SuspectsDown,
    SuspectsPlaced,
    SuspectTurned,
    Turn,
    TypesKept,
)


def apply(state: State, event: Event) -> State:
    match event:
        case CrimesDrawn(extra=extra):
            rows = _rows([size + 1 + (row == extra) for row, size in zip(ROWS, state.rows, strict=True)])
            return replace(state, rows=rows, extra=extra, phase="place")
        case SuspectsPlaced(seat, numbers):
            return _with(state, seat, placement=numbers)
        case SuspectsDown():
            cards: tuple[Card, ...] = ("down", "down", "down", "down")
            return replace(_everyone(state, cards=cards), phase="identify")
        case SuspectTurned(seat, owner, row, said, shown, hit):
            return _turned(state, Turn(seat, owner, row, said, shown, hit))
        case OwnTurned(seat, row, shown):
            return _turned(state, Turn(seat, seat, row, None, shown, hit=False))
        case PlacementDropped(seat):
            return _with(state, seat, placement=None)
        case RowsAssigned(rows=results):
            return _assigned(state, results)
        case InnocentClaimed(seat, _, drew):
            return _claimed(state, seat, drew)
        case RoundBegun(round=number):
            cleared = _everyone(state, cards=(), seen=(), turns=0, fresh_hit=None, placement=None)
            return replace(cleared, round=number, phase="draw", extra=None, last=None)
        case InnocentsDealt(stock):
            return replace(_everyone(state, holds_innocent=True), stock=stock)
        case ScoringOpened():
            return replace(state, round=ROUNDS, phase="score")
        case CrimesTallied():
            return _tallied(state, event)
        case TypesKept(seat, types):
            return _with(state, seat, keep=types)
        case GameEnded():
            return replace(state, phase="over")
        case _:
            assert_never(event)


def _with(state: State, seat: Seat, **changes: Any) -> State:
    return replace(state, players=tuple(replace(p, **changes) if p.seat == seat else p for p in state.players))


def _everyone(state: State, **changes: Any) -> State:
    return replace(state, players=tuple(replace(p, **changes) for p in state.players))


def _rows(sizes: list[int]) -> tuple[int, int, int, int]:
    one, two, three, four = sizes
    return one, two, three, four


def _turned(state: State, turn: Turn) -> State:
    return replace(state, players=tuple(_after_turn(player, turn) for player in state.players), last=turn)


def _after_turn(player: Player, turn: Turn) -> Player:
    changes: dict[str, Any] = {}
    if player.seat == turn.owner:
        left: Card = "back" if turn.hit else turn.shown
        changes["cards"] = tuple(left if row == turn.row else c for row, c in zip(ROWS, player.cards, strict=True))
        changes["seen"] = (*player.seen, turn.shown)
    if player.seat == turn.seat:
        changes["turns"] = player.turns + 1
        changes["points"] = player.points + turn.hit
        changes["fresh_hit"] = turn.shown if turn.hit else None
    return replace(player, **changes) if changes else player


def _assigned(state: State, results: tuple[RowResult, ...]) -> State:
    for result in results:
        if result.to is not None:
            state = _with(state, result.to, crimes=state.player(result.to).crimes + result.crimes)
    rows = _rows([size if result.to is None else 0 for size, result in zip(state.rows, results, strict=True)])
    return replace(state, rows=rows, assigned=results, phase="assign")


def _claimed(state: State, seat: Seat, drew: bool) -> State:
    innocents = state.player(seat).innocents + 1
    state = _with(state, seat, innocents=innocents, holds_innocent=drew, fresh_hit=None)
    return replace(state, stock=(state.stock or 0) - drew)


def _tallied(state: State, event: CrimesTallied) -> State:
    counted = {"points": event.points, "innocents": event.innocents, "crimes": event.crimes}
    given = {name: number for name, number in counted.items() if number is not None}
    return _with(state, event.seat, types=event.types, keep=None, **given)
