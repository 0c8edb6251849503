"""How games are told when they are over: sums, courses, and where they turned."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.core.codec import tagged
from companion.core.record import read_record
from companion.core.secret import Seat
from companion.core.story import Step, Story, Tale, Turning, tell, turnings
from companion.games import all_games
from companion.games.zoogitives.card_rules import ticks
from companion.referee import Look
from companion.referee.records import replay
from companion.referee.sitting import EVERYTHING
from tests.games.golden import expected, records
from tests.games.random_play import Watched, moves

ANN, BOB, CAT = SEATS = (Seat("Ann"), Seat("Bob"), Seat("Cat"))
GAMES = [game for game in all_games().values() if game.story is not None]


def course(*values: tuple[int, ...]) -> tuple[Step, ...]:
    return tuple(Step(at, at, at, told) for at, told in enumerate(values))


def turned(*values: tuple[int, ...], winners: tuple[Seat, ...] = ()) -> list[tuple[str, int]]:
    return [(turning.kind, turning.version) for turning in turnings(course(*values), SEATS, winners)]


# ---- where it turned ---------------------------------------------------------------------------------------------


def test_a_new_one_alone_in_front_is_a_turn_but_not_the_first_one() -> None:
    assert turned((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 2, 0), (2, 2, 0), (2, 3, 0)) == [("lead", 3)]


def test_the_biggest_gain_is_told_when_it_was_the_only_one_of_its_size() -> None:
    assert turned((0, 0, 0), (1, 0, 0), (1, 0, 3), (2, 0, 3)) == [("lead", 2), ("gain", 2)]
    assert turned((0, 0, 0), (2, 0, 0), (4, 0, 0)) == []


def test_what_several_get_at_once_is_nobodys_gain() -> None:
    assert turned((0, 0, 0), (1, 0, 0), (2, 0, 0), (9, 9, 5)) == []


def test_the_game_is_decided_where_the_winner_gets_in_front_for_good() -> None:
    assert turned((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0), (2, 1, 1), winners=(ANN,)) == [("decided", 3)]


def test_shared_victories_are_decided_when_the_winners_are_in_front_together() -> None:
    assert turned((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0), (2, 2, 0), winners=(ANN, BOB)) == [("decided", 4)]


def test_a_tie_break_decides_at_the_end() -> None:
    assert turned((0, 0, 0), (1, 0, 0), (1, 1, 0), winners=(BOB,)) == [("tie-break", 2)]


def test_winners_who_are_not_in_front_are_explained_by_nothing() -> None:
    assert turned((0, 0, 0), (2, 0, 0), (2, 2, 1), winners=(CAT,)) == []


def test_at_most_five_turns_are_told_the_latest_leads_first() -> None:
    up = [(0, 0, 0)]
    for at in range(16):
        ann, bob, cat = up[-1]
        up.append((ann + 2, bob, cat) if at % 2 else (ann, bob + 2, cat))
        up.append((up[-1][0], up[-1][1], cat + (at == 3)))
    told = turned(*((a + (i > 20), b, c) for i, (a, b, c) in enumerate(up)), winners=(ANN,))
    assert len({version for _, version in told}) <= 5
    assert [version for _, version in told] == sorted(version for _, version in told)
    assert "decided" in {kind for kind, _ in told}


def test_a_course_of_the_table_turns_at_its_biggest_changes_and_its_end() -> None:
    told = turnings(course((25,), (20,), (8,), (25,), (24,)), (), (ANN,))
    assert told == (Turning("fall", 2, 2, (), 12), Turning("rise", 3, 3, (), 17), Turning("end", 4, 4))
    assert turnings(course((25,), (25,), (20,)), (), (ANN,)) == (Turning("end", 2, 2),)


def test_without_a_course_nothing_turns() -> None:
    assert turnings((), SEATS, (ANN,)) == turnings(course((0, 0, 0)), SEATS, (ANN,)) == ()


# ---- the tale ------------------------------------------------------------------------------------------------------

COUNTED: Story[dict[Seat, int]] = Story(
    sources=lambda state: {seat: [("odd", value % 2), ("even", value - value % 2)] for seat, value in state.items()},
    standing=lambda state: state or None,
    clock=len,
)


def test_sources_stand_in_one_order_those_that_gave_most_first_and_nothing_is_none() -> None:
    tale = tell(COUNTED, SEATS, [(0, {}), (1, {ANN: 5, BOB: 1, CAT: 0})], (ANN,))
    assert tale.names == ("even", "odd")
    assert [(source.name, source.amount) for source in tale.sources[ANN]] == [("even", 4), ("odd", 1)]
    assert [source.name for source in tale.sources[BOB]] == ["odd"]
    assert tale.sources[CAT] == ()


def test_the_course_keeps_its_ends_and_what_changed() -> None:
    one, two = {ANN: 1, BOB: 0, CAT: 0}, {ANN: 1, BOB: 2, CAT: 0}
    moments = [(0, {}), (1, one), (2, one), (5, two), (6, two), (7, two)]
    tale = tell(COUNTED, SEATS, moments, (BOB,))
    assert [(step.version, step.at, step.values) for step in tale.course] == [
        (1, 1, (1, 0, 0)),
        (5, 3, (1, 2, 0)),
        (7, 5, (1, 2, 0)),
    ]
    assert tale.entries == 5


# ---- the games -----------------------------------------------------------------------------------------------------


@cache
def played(record: Path) -> tuple[Look, Any]:
    """The board's look at the end of a record, and the rules' state."""
    referee, code = replay(record.read_text(encoding="utf-8"), None)
    look = referee.look(code, None)
    (sitting,) = referee._sittings.values()
    return look, sitting.state(EVERYTHING)


ENDED = [path for path in records() if expected(path)["board"]["score"]["final"]]
ended = pytest.mark.parametrize("record", ENDED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")


def adds_up(tale: Tale, points: Any) -> None:
    if points:
        assert {seat: sum(source.amount for source in parts) for seat, parts in tale.sources.items()} == dict(points)
    if points and tale.course:
        assert dict(zip(tale.lines, tale.course[-1].values, strict=True)) == dict(points)
    assert all(source.amount > 0 for parts in tale.sources.values() for source in parts)
    clocks = [step.clock for step in tale.course]
    assert clocks == sorted(clocks)
    assert {turning.version for turning in tale.turnings} <= {step.version for step in tale.course}


def test_every_game_ends_in_a_record() -> None:
    assert {path.parts[-3] for path in ENDED} >= {game.slug for game in GAMES}


@ended
def test_a_record_is_told_so_that_it_adds_up(record: Path) -> None:
    look, _ = played(record)
    assert look.tale is not None
    adds_up(look.tale, look.score.points)


@pytest.mark.parametrize("record", [path for path in records() if path not in ENDED], ids=lambda path: path.stem)
def test_nothing_is_told_of_a_game_that_goes_on(record: Path) -> None:
    assert played(record)[0].tale is None


@ended
def test_everybody_is_told_the_same(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    referee, code = replay(text, None)
    tales = [referee.look(code, viewer).tale for viewer in (None, *read_record(text).seats)]
    assert all(tale is tales[0] for tale in tales)


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_games_of_chance_are_told_so_that_they_add_up(game: Any, seed: int) -> None:
    """Told from what the board knows: a story that opened a secret would fail here."""
    table = Watched(game, game.seats[seed % len(game.seats)], seed)
    for _ in moves(table, seed):
        pass
    if not table.over:
        return
    known = [*(states[None] for _, states in table.history), table.states[None]]
    score = game.score(table.states[None])
    adds_up(tell(game.story, table.seats, list(enumerate(known)), score.winners), score.points)


@pytest.mark.parametrize("record", [p for p in ENDED if p.parts[-3] == "zoogitives"], ids=lambda path: path.stem)
def test_how_many_opponents_were_found_follows_from_what_everybody_heard(record: Path) -> None:
    look, truth = played(record)
    assert look.tale is not None
    found = {seat: sum(source.amount for source in parts) for seat, parts in look.tale.sources.items()}
    assert found == {seat: len(ticks(truth, seat)) for seat in truth.seats}


def test_taken_back_entries_are_not_in_the_course() -> None:
    (record,) = (path for path in ENDED if path.stem == "whole_game_three_players")
    look, _ = played(record)
    assert look.tale is not None
    gone = {line.version for line in look.log if line.retracted or line.retracts is not None}
    assert gone
    assert gone.isdisjoint(step.version for step in look.tale.course)
    assert look.tale.entries == look.version - len(gone)


def test_a_game_whose_end_is_taken_back_is_told_when_it_ends_again() -> None:
    (record,) = (path for path in ENDED if path.stem == "zn_1_five_cages")
    referee, code = replay(record.read_text(encoding="utf-8"), None)
    before = referee.look(code, None)
    last = before.log[-1]
    version = referee.undo(code, None, seen=before.version, command_id="back")
    assert referee.look(code, None).tale is None
    referee.submit(code, last.seat, tagged(last.command, "do"), seen=version, command_id="again")
    after = referee.look(code, None).tale
    assert before.tale is not None
    assert after is not None
    assert [step.values for step in after.course] == [step.values for step in before.tale.course]
    assert after.course[-1].version == before.version + 2
