"""What holds for every game, whatever its rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.core.codec import name_of, read_command, read_options, read_stored, tagged, to_plain
from companion.core.dice import Dice
from companion.core.game import Refused, Ruling
from companion.core.record import Record, read_record
from companion.core.secret import Seat, Viewer
from companion.games import AnyGame, all_games
from companion.live import Bus
from companion.referee import Referee
from companion.referee.records import replay
from companion.storage import Store
from tests.games.golden import expectation_of, expected, looks, records
from tests.games.random_play import MOST_MOVES, PEOPLE, Watched, choose, moves

GAMES = list(all_games().values())
SEEDS = (1, 2)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_seat_count = pytest.mark.parametrize(
    ("game", "seats"), [pytest.param(game, n, id=f"{game.slug}-{n}") for game in GAMES for n in game.seats]
)
few_and_many = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, n, id=f"{game.slug}-{n}") for game in GAMES for n in (game.seats[0], game.seats[-1])],
)


@cache
def a_whole_game(slug: str, seats: int, seed: int) -> tuple[Watched, tuple[tuple[Viewer, Any], ...]]:
    table = Watched(all_games()[slug], seats, seed)
    return table, tuple(moves(table, seed))


@cache
def halfway(slug: str, seats: int, seed: int = 1) -> tuple[tuple[Viewer, Any], ...]:
    played = a_whole_game(slug, seats, seed)[1]
    return played[: max(1, len(played) // 2)]


def moments(table: Watched, most: int) -> Iterator[tuple[int, Any, dict[Viewer, Any]]]:
    """Up to so many moments of a game, spread over it, its end included: how many moves came before, the whole state,
    and what every viewer knew."""
    every = [*table.history, (table.state, table.states)]
    for place in sorted({0, len(every) - 1, *range(0, len(every), max(1, len(every) // most))}):
        yield place, *every[place]


# ---- what a game is made of --------------------------------------------------------------------------------------


@every_game
def test_a_game_is_called_as_its_folder(game: AnyGame) -> None:
    assert (Path(__file__).parent.parent / "companion" / "games" / game.slug / "__init__.py").is_file()
    assert game.title.strip()


@every_game
def test_commands_and_events_have_names_of_their_own(game: AnyGame) -> None:
    for kinds in (game.commands, game.events):
        names = [name_of(kind) for kind in kinds]
        assert len(set(names)) == len(names)
        assert all(is_dataclass(kind) and kind.__dataclass_params__.frozen for kind in kinds)  # type: ignore[attr-defined]
    assert set(game.anytime) <= set(game.commands)


@every_game
def test_house_rules_have_defaults_and_unknown_ones_are_refused(game: AnyGame) -> None:
    options = read_options(game.options, {})
    assert read_options(game.options, json.loads(json.dumps(to_plain(options)))) == options
    with pytest.raises(Refused):
        read_options(game.options, {"no_such_rule": True})


@every_seat_count
def test_the_same_seats_rules_and_seed_open_the_same_table(game: AnyGame, seats: int) -> None:
    one, other = Watched(game, seats, 7), Watched(game, seats, 7)
    assert one.opening == other.opening
    assert one.state == other.state


# ---- play ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@every_seat_count
def test_who_plays_only_what_is_offered_reaches_the_end(game: AnyGame, seats: int, seed: int) -> None:
    table, _ = a_whole_game(game.slug, seats, seed)
    assert table.over or len(table.moves) == MOST_MOVES


@every_seat_count
def test_what_is_offered_is_accepted(game: AnyGame, seats: int) -> None:
    chance = random.Random(seats)
    table, _ = a_whole_game(game.slug, seats, 1)
    for place, state, states in moments(table, 12):
        for viewer, known in states.items():
            offered = list(game.legal(known, viewer))
            for command in chance.sample(offered, min(len(offered), 8)):
                assert game.decide(state, viewer, command, Ruling(Dice(table.seed, place + 1))) is not None


@few_and_many
def test_commands_survive_being_written_down(game: AnyGame, seats: int) -> None:
    for who, command in a_whole_game(game.slug, seats, 1)[1]:
        record = json.loads(json.dumps(tagged(command, "do", secrets="raw")))
        stored = json.loads(json.dumps(tagged(command, "do", secrets="mark")))
        assert read_command(game.commands, record, who) == command
        assert read_stored(game.commands, stored, "do") == command


@few_and_many
def test_taking_back_leads_to_the_very_state_there_was(game: AnyGame, seats: int) -> None:
    """`Watched.undo` compares the states of all viewers with those that were there before."""
    chance = random.Random(seats)
    table = Watched(game, seats, 11)
    while not table.over and len(table.history) < 30:
        table.play(*choose(table, chance))
        if chance.random() < 0.2:
            for _ in range(chance.randint(1, min(3, len(table.moves)))):
                table.undo()
            if chance.random() < 0.1:
                break


@few_and_many
def test_a_command_taken_back_and_made_again_comes_out_the_same(game: AnyGame, seats: int) -> None:
    table = Watched(game, seats, 1)
    for number, (who, command) in enumerate(halfway(game.slug, seats, 1)):
        events = table.play(who, command)
        if number % 5 == 0:
            table.undo()
            assert table.play(who, command) == events


# ---- looking ------------------------------------------------------------------------------------------------------


@few_and_many
def test_every_viewer_can_look_at_every_step(game: AnyGame, seats: int) -> None:
    table, _ = a_whole_game(game.slug, seats, 2)
    for _, _, states in moments(table, 60):
        for viewer, known in states.items():
            view = game.view_for(known, viewer)
            assert is_dataclass(view)
            told = to_plain(view)
            assert json.loads(json.dumps(told, allow_nan=False)) == json.loads(json.dumps(told))


@few_and_many
def test_what_a_viewer_knows_adds_up_to_what_is_known_of_the_whole_log(game: AnyGame, seats: int) -> None:
    table, _ = a_whole_game(game.slug, seats, 1)
    assert table.state_for_all() == table.state
    for viewer in table.viewers:
        assert table.state_of(viewer) == table.states[viewer]


@few_and_many
def test_scores_name_seats_and_winners_only_at_the_end(game: AnyGame, seats: int) -> None:
    table, _ = a_whole_game(game.slug, seats, 2)
    for _, state, states in moments(table, 100):
        for known in states.values():
            score = game.score(known)
            assert set(score.points) <= set(table.seats)
            assert set(score.winners) <= set(table.seats)
            assert score.final or not score.winners
            assert score.final == game.score(state).final


@every_game
def test_the_log_can_be_told_to_everyone(game: AnyGame) -> None:
    table, _ = a_whole_game(game.slug, game.seats.start, 1)
    for viewer in table.viewers:
        for events in table.moves:
            assert all(game.hushed(table.states[viewer], event) in (True, False) for event in events)


# ---- records ------------------------------------------------------------------------------------------------------

every_record = pytest.mark.parametrize(
    "record", [pytest.param(path, id=f"{path.parts[-3]}-{path.stem}") for path in records()]
)


def test_there_are_golden_records_of_every_game() -> None:
    assert {path.parts[-3] for path in records()} == set(all_games())


@every_record
def test_a_golden_record_replays_to_what_every_viewer_saw(record: Path) -> None:
    """A view may have grown since; what it told then it must tell now."""
    assert expectation_of(record).exists(), f"python -m tests.games.golden {record.stem}"
    found, wanted = looks(record), expected(record)
    assert found.keys() == wanted.keys()
    for viewer, look in wanted.items():
        for part, told in look.items():
            assert {key: found[viewer][part].get(key) for key in told} == told, (viewer, part)


@every_record
def test_a_golden_record_is_read_as_it_stands(record: Path) -> None:
    assert read_record(record.read_text(encoding="utf-8")).game == record.parts[-3]


def everything(referee: Referee, code: str, viewer: Viewer) -> dict[str, Any]:
    """All of a look that does not belong to one table alone."""
    look = referee.look(code, viewer)
    log = [
        {"events": [tagged(e, "event") for e in line.events], "hushed": line.hushed, "seat": line.seat}
        | {"command": line.command and tagged(line.command, "do"), "retracts": line.retracts}
        for line in look.log
    ]
    legal = [tagged(command, "do") for command in look.legal]
    return {"view": to_plain(look.view), "score": look.score, "legal": legal, "log": log, "version": look.version}


@few_and_many
def test_an_exported_table_replays_to_the_same_looks(game: AnyGame, seats: int) -> None:
    referee = Referee(Store(None), Bus())
    people = tuple(Seat(name) for name in PEOPLE[:seats])
    code = referee.lobby.open_recorded(Record(game.slug, people, {}, seed=1))
    version = 0
    for number, (who, command) in enumerate(halfway(game.slug, seats)):
        raw = tagged(command, "do", secrets="raw")
        version = referee.submit(code, who, raw, seen=version, command_id=f"a{number}")
        if number % 5 == 4:
            version = referee.undo(code, None, seen=version, command_id=f"b{number}")
            version = referee.submit(code, who, raw, seen=version, command_id=f"c{number}")
    again, other = replay(referee.record(code), None)
    for viewer in (None, *people):
        assert everything(again, other, viewer) == everything(referee, code, viewer)
