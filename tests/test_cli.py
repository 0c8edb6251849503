"""The command line: records in and out to the letter, backups, the doctor, and the port."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion import cli
from companion.cli import main
from companion.core.codec import to_plain
from companion.core.secret import Seat
from companion.storage import Store
from tests.games.golden import records
from tests.running import Browser, Running, free_port
from tests.served import Served

HEADER = {"record": 1, "game": "zoo_police", "seats": ["Ann", "Bob", "Cat"], "options": {}, "seed": 7}
LINES: list[dict[str, Any]] = [
    {"seat": "Ann", "do": "draw_crimes", "extra": 2},
    {"seat": "Bob", "do": "place", "numbers": [4, 1, 2, 3]},
    {"seat": None, "do": "all_placed"},
    {"seat": "Ann", "do": "guess", "owner": "Bob", "row": 1, "number": 4},
    {"undo": True},
    {"seat": "Bob", "do": "guess", "owner": "Cat", "row": 1, "number": 4, "shown": 5, "overrule": ["not-your-turn"]},
]


@pytest.fixture(autouse=True)
def words_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every call compiles all templates."""
    monkeypatch.setattr(cli, "words_of", lambda _store: WORDS)


def written(folder: Path, *lines: Any, header: Any = None, name: str = "game.jsonl") -> Path:
    rows = [HEADER if header is None else header, *lines]
    path = folder / name
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


WORDS = cli.words_of(Store(None))


def run(*arguments: Any, data: Path | None = None) -> Result:
    given = [*(["--data", str(data)] if data is not None else []), *map(str, arguments)]
    result = CliRunner().invoke(main, given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def replayed(path: Path, *arguments: Any) -> dict[str, Any]:
    result = run("replay", path, *arguments)
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


# ---- replay -------------------------------------------------------------------------------------------------------


def test_replay_prints_what_the_board_may_know(tmp_path: Path) -> None:
    told = replayed(written(tmp_path, *LINES))
    assert list(told) == ["game", "version", "view", "score", "log"]
    assert (told["game"], told["version"]) == ("zoo_police", 6)
    assert told["view"]["phase"] == "identify"
    assert told["view"]["placement"] is None
    assert told["score"] == {"points": {}, "final": False, "winners": []}
    assert "Ann drew the crimes of round 1; the fifth went to row 2." in [line["words"] for line in told["log"]]
    assert any(line["retracted"] for line in told["log"])


def test_replay_prints_what_a_seat_may_know(tmp_path: Path) -> None:
    path = written(tmp_path, *LINES)
    assert replayed(path, "--as", "Bob")["view"]["placement"] == [4, 1, 2, 3]
    assert replayed(path, "--as", "Ann")["view"]["placement"] is None
    assert replayed(path, "--as", "board") == replayed(path)


def test_replay_stops_after_so_many_lines(tmp_path: Path) -> None:
    path = written(tmp_path, *LINES)
    assert [replayed(path, "--upto", n)["version"] for n in (0, 1, 5, 6, 99)] == [0, 1, 5, 6, 6]
    assert replayed(path, "--upto", 0)["view"]["phase"] == "draw"
    assert replayed(path, "--upto", 4)["view"]["last"]["hit"] is True
    assert replayed(path, "--upto", 5)["view"]["last"] is None


def test_lines_after_the_last_one_asked_for_need_not_be_playable(tmp_path: Path) -> None:
    path = written(tmp_path, *LINES, {"seat": "Ann", "do": "nothing_known"})
    assert replayed(path, "--upto", len(LINES))["version"] == 6


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = written(tmp_path, *LINES)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert replayed(path)["version"] == 6


def line_refused(result: Result) -> dict[str, Any]:
    """Exit 3, and standard error is one line of JSON."""
    assert result.exit_code == 3, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    told: dict[str, Any] = json.loads(result.stderr)
    assert list(told) == ["line", "refused", "doubt", "words"]
    return told


def test_a_line_that_cannot_be_played_is_named(tmp_path: Path) -> None:
    told = line_refused(run("replay", written(tmp_path, *LINES[:3], {**LINES[3], "owner": "Ann"})))
    assert (told["line"], told["refused"], told["doubt"]) == (5, "own-card", False)
    assert "own card" in told["words"]


def test_an_impossible_command_in_line_40_is_named(tmp_path: Path) -> None:
    undone = [LINES[0], {"undo": True}] * 19
    told = line_refused(run("replay", written(tmp_path, *undone, {"seat": "Ann", "do": "draw_crimes", "extra": 9})))
    assert (told["line"], told["refused"]) == (40, "no-such-row")


def test_a_doubt_that_nobody_overruled_is_named_as_a_doubt(tmp_path: Path) -> None:
    told = line_refused(run("replay", written(tmp_path, {**LINES[0], "seat": "Bob"})))
    assert (told["line"], told["refused"], told["doubt"]) == (2, "not-first-player", True)
    assert "Ann" in told["words"]


BAD_LINES: list[tuple[dict[str, Any], str]] = [
    ({"seat": "Ann", "do": "fly"}, "command-unknown"),
    ({"seat": "Ann", "do": "draw_crimes"}, "field-missing"),
    ({"seat": "Ann", "do": "draw_crimes", "extra": 1, "more": 2}, "field-unknown"),
    ({"seat": "Ann", "do": "draw_crimes", "extra": "1"}, "not-a-whole-number"),
    ({"seat": "Ann", "do": "draw_crimes", "extra": 1.5}, "not-a-whole-number"),
    ({"seat": "Ann", "do": "draw_crimes", "extra": True}, "not-a-whole-number"),
    ({"seat": "Ann", "do": "draw_crimes", "extra": 10**30}, "number-too-big"),
    ({"seat": "Ann", "do": "draw_crimes", "extra": None}, "field-missing"),
    ({"seat": "Ann", "do": "draw_crimes", "extra": [1]}, "not-a-whole-number"),
    ({"seat": None, "do": "place", "numbers": [1, 2, 3, 4]}, "board-holds-no-secrets"),
    ({"seat": "Ann", "do": "tally", "types": []}, "field-not-understood"),
    ({"undo": True}, "nothing-to-undo"),
]


@pytest.mark.parametrize(("line", "code"), BAD_LINES, ids=[f"{code}-{n}" for n, (_, code) in enumerate(BAD_LINES)])
def test_lines_with_odd_fields_are_refused_in_words(tmp_path: Path, line: dict[str, Any], code: str) -> None:
    told = line_refused(run("replay", written(tmp_path, line)))
    assert (told["line"], told["refused"]) == (2, code)
    assert code not in told["words"], "a sentence, not a code"


def test_unknown_house_rules_are_refused(tmp_path: Path) -> None:
    for options in ({"no_such_rule": 1}, {"mode": "chess"}, {"innocent_variant": "yes"}):
        told = line_refused(run("replay", written(tmp_path, header={**HEADER, "options": options})))
        assert told["line"] == 1


BAD_FILES: list[tuple[str, list[Any], int, str]] = [
    ("empty", [""], 1, "empty"),
    ("only-blank-lines", ["\n\n"], 1, "empty"),
    ("not-json", ["hello\n"], 1, "JSON"),
    ("truncated", [HEADER, LINES[0], '{"seat": "Ann", "do": "gu'], 3, "JSON"),
    ("a-list", ["[1, 2]\n"], 1, "object"),
    ("a-line-that-is-a-number", [HEADER, "7\n"], 2, "object"),
    ("a-blank-line-within", [HEADER, "\n", LINES[0]], 2, "JSON"),
    ("no-version", [{k: v for k, v in HEADER.items() if k != "record"}], 1, "record"),
    ("other-version", [{**HEADER, "record": 2}], 1, "record"),
    ("no-game", [{k: v for k, v in HEADER.items() if k != "game"}], 1, "game"),
    ("unknown-game", [{**HEADER, "game": "chess"}], 1, "chess"),
    ("no-seats", [{k: v for k, v in HEADER.items() if k != "seats"}], 1, "seats"),
    ("too-few-seats", [{**HEADER, "seats": ["Ann"]}], 1, "3 to 4"),
    ("too-many-seats", [{**HEADER, "seats": list("ABCDE")}], 1, "3 to 4"),
    ("one-name-twice", [{**HEADER, "seats": ["Ann", "ann ", "Bob"]}], 1, "called"),
    ("no-name", [{**HEADER, "seats": ["Ann", " ", "Bob"]}], 1, "name"),
    ("a-long-name", [{**HEADER, "seats": ["Ann", "x" * 25, "Bob"]}], 1, "long"),
    ("a-name-of-two-lines", [{**HEADER, "seats": ["Ann", "x\n" * 25, "Bob"]}], 1, "long"),
    ("names-that-are-numbers", [{**HEADER, "seats": [1, 2, 3]}], 1, "names"),
    ("odd-options", [{**HEADER, "options": []}], 1, "options"),
    ("odd-seed", [{**HEADER, "seed": "x"}], 1, "seed"),
    ("huge-seed", [{**HEADER, "seed": 10**40}], 1, "seed"),
    ("odd-header", [{**HEADER, "colour": "red"}], 1, "colour"),
    ("unknown-seat", [HEADER, {**LINES[0], "seat": "Zoe"}], 2, "Zoe"),
    ("seat-that-is-a-list", [HEADER, {**LINES[0], "seat": ["Ann"]}], 2, "called"),
    ("nothing-to-do", [HEADER, {"seat": "Ann"}], 2, "do"),
    ("odd-undo", [HEADER, {"undo": 1, "seat": "Ann"}], 2, "undo"),
    ("odd-overrule", [HEADER, {**LINES[0], "overrule": "x"}], 2, "overrule"),
    ("half-a-character", [HEADER, '{"seat": "Ann", "do": "\\ud800"}\n'], 2, "character"),
    ("deeply-nested", [HEADER, "[" * 100_000], 2, "JSON"),
]


@pytest.mark.parametrize(("lines", "at", "said"), [b[1:] for b in BAD_FILES], ids=[b[0] for b in BAD_FILES])
def test_a_file_that_is_no_record_is_named_by_its_line(tmp_path: Path, lines: list[Any], at: int, said: str) -> None:
    for command in ("replay", "import"):
        result = run(command, written(tmp_path, *lines[1:], header=lines[0]), data=tmp_path / "data")
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith(f"line {at}:")
        assert said in result.stderr


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    result = run("replay", tmp_path / "nothing.jsonl")
    assert result.exit_code == 2
    assert result.stderr.startswith("line 1:")
    assert "nothing.jsonl" in result.stderr
    bad = written(tmp_path, *LINES)
    bad.write_bytes(bad.read_bytes().replace(b'"guess"', b'"gu\xffss"'))
    result = run("replay", bad)
    assert result.exit_code == 2
    assert result.stderr.startswith("line 5:")
    assert run("replay", tmp_path).exit_code == 2


@pytest.mark.parametrize("name", ["Zoe", "", "ann"])
def test_who_does_not_sit_there_sees_nothing(tmp_path: Path, name: str) -> None:
    result = run("replay", written(tmp_path, *LINES), "--as", name)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "nobody at this table" in result.stderr


@pytest.mark.parametrize("upto", ["-1", "x", "1.5"])
def test_a_number_of_lines_that_cannot_be_is_refused(tmp_path: Path, upto: str) -> None:
    assert run("replay", written(tmp_path, *LINES), "--upto", upto).exit_code == 2


@pytest.mark.parametrize("record", records()[::4], ids=lambda path: path.stem)
def test_golden_records_replay_from_the_command_line(record: Path) -> None:
    assert replayed(record)["game"] == record.parts[-3]


# ---- export and import --------------------------------------------------------------------------------------------


def imported(path: Path, data: Path) -> str:
    result = run("import", path, data=data)
    assert result.exit_code == 0, result.output
    code = result.stdout.strip()
    assert len(code) == 4
    return code


@pytest.mark.parametrize(("said", "quoted"), [(True, "“true”"), (1.5, "“1.5”")])
def test_a_value_is_quoted_as_the_record_writes_it(tmp_path: Path, said: Any, quoted: str) -> None:
    result = run("replay", written(tmp_path, {"seat": "Ann", "do": "draw_crimes", "extra": said}))
    assert result.exit_code == 3
    assert quoted in json.loads(result.stderr)["words"]


def test_the_data_folder_may_be_named_before_or_after_the_command(tmp_path: Path) -> None:
    data = tmp_path / "data"
    code = run("import", written(tmp_path, *LINES), "--data", data).stdout.strip()
    before, after = run("export", code, data=data), run("export", code, "--data", data)
    assert before.exit_code == after.exit_code == 0
    assert before.stdout == after.stdout
    assert run("backup", tmp_path / "copy", "--data", data).exit_code == 0


def test_what_is_imported_comes_out_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    code = imported(written(tmp_path, *LINES), data)
    result = run("export", code.lower(), data=data)
    assert result.exit_code == 0
    assert "secrets" in result.stderr
    rows = [json.loads(row) for row in result.stdout.splitlines()]
    assert rows[0]["seats"] == HEADER["seats"]
    assert rows[1:] == LINES
    to = tmp_path / "out.jsonl"
    assert run("export", code, "--to", to, data=data).exit_code == 0
    assert to.read_text(encoding="utf-8") == result.stdout
    for viewer in ("board", "Ann", "Bob", "Cat"):
        one, other = (replayed(path, "--as", viewer) for path in (tmp_path / "game.jsonl", to))
        assert one == other


def test_an_imported_table_goes_on_where_the_record_ends(tmp_path: Path) -> None:
    data = tmp_path / "data"
    code = imported(written(tmp_path, *LINES), data)
    with Served(data / "companion.sqlite3") as house:
        look = house.referee.look(code, Seat("Bob"))
        assert look.version == 6
        assert to_plain(look.view)["placement"] == [4, 1, 2, 3]
        assert not any(seat.has_phone for seat in look.seats)
        assert house.referee.undo(code, None, seen=6, command_id="u") == 7


def test_an_imported_finished_game_is_listed_as_finished(tmp_path: Path) -> None:
    record = next(path for path in records() if path.match("zoo_police/records/whole_game_of_three.jsonl"))
    code = imported(record, tmp_path)
    with Served(tmp_path / "companion.sqlite3") as house:
        (line,) = house.referee.tables(None)
        assert (line.code, line.stage, line.winners) == (code, "ended", ("Ann",))


def test_import_is_all_or_nothing(tmp_path: Path) -> None:
    told = line_refused(run("import", written(tmp_path, *LINES, {"seat": "Ann", "do": "next_round"}), data=tmp_path))
    assert told["line"] == 8
    with Served(tmp_path / "companion.sqlite3") as house:
        assert house.referee.tables(None) == []


def test_what_cannot_be_exported_is_explained(tmp_path: Path) -> None:
    with Served(tmp_path / "companion.sqlite3") as house:
        lobby = house.referee.lobby.open("zoo_police", "board")
    for code, said in (("ZZZZ", "no table ZZZZ"), (lobby, "has not begun"), ("", "no table")):
        result = run("export", code, data=tmp_path)
        assert result.exit_code == 1
        assert said in result.stderr
        assert result.stdout == ""
    code = imported(written(tmp_path, *LINES), tmp_path)
    result = run("export", code, "--to", tmp_path / "nowhere" / "x", data=tmp_path)
    assert result.exit_code == 1
    assert "can't be written" in result.stderr


# ---- backup and doctor --------------------------------------------------------------------------------------------


def test_a_backup_is_a_whole_database_also_while_the_table_is_played(tmp_path: Path) -> None:
    with Served(tmp_path / "companion.sqlite3") as house:
        table = house.play("zoo_police", "Ann", "Bob", "Cat")
        table.submit("Ann", "draw_crimes", extra=1)
        copy = tmp_path / "copy.sqlite3"
        result = run("backup", copy, data=tmp_path)
        assert result.exit_code == 0
        assert str(copy) in result.stdout
        table.submit(None, "all_placed")
    with Served(copy) as house:
        assert house.referee.look(table.code, None).version == 1


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    with Served(tmp_path / "companion.sqlite3") as house:
        house.play("zoo_police", "Ann", "Bob", "Cat")
    there = written(tmp_path, *LINES)
    before = there.read_text(encoding="utf-8")
    result = run("backup", there, data=tmp_path)
    assert (result.exit_code, there.read_text(encoding="utf-8")) == (1, before)
    assert "exists already" in result.stderr


def test_a_backup_of_nothing_or_to_nowhere_is_explained(tmp_path: Path) -> None:
    result = run("backup", tmp_path / "copy", data=tmp_path / "data")
    assert result.exit_code == 1
    assert "nothing to back up" in result.stderr
    assert not (tmp_path / "copy").exists()
    with Served(tmp_path / "companion.sqlite3") as house:
        house.play("zoo_police", "Ann", "Bob", "Cat")
    result = run("backup", tmp_path / "nowhere" / "copy", data=tmp_path)
    assert result.exit_code == 1
    assert "could not be written" in result.stderr


def test_the_doctor_says_in_sentences_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_bytes(b"garbage" * 1000)
    result = run("doctor", "--port", free_port(), "--host", "127.0.0.1", data=tmp_path)
    assert result.exit_code == 1
    assert "BAD  Database" in result.stdout
    assert "BAD  Address" in result.stdout, "phones can't reach loopback"


# ---- settings, database and port at the start ---------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [("--port", "x"), ("--port", "70000"), ("--host", "http://x"), ("--port", "")])
def test_settings_that_cannot_be_stop_with_a_sentence(tmp_path: Path, arguments: tuple[str, str]) -> None:
    result = run(*arguments, "serve", data=tmp_path)
    assert result.exit_code == 1
    assert arguments[0] in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_database_that_cannot_be_used_stops_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_bytes(b"garbage" * 1000)
    for command in (("serve",), ("import", written(tmp_path, *LINES)), ("export", "BCDF")):
        result = run(*command, data=tmp_path)
        assert result.exit_code == 1
        assert "damaged" in result.stderr
    with closing(sqlite3.connect(tmp_path / "newer.sqlite3")) as database:
        database.execute("CREATE TABLE meta (key TEXT, value TEXT)")
        database.execute("INSERT INTO meta VALUES ('schema', '99')")
        database.commit()
    (tmp_path / "newer.sqlite3").rename(tmp_path / "companion.sqlite3")
    result = run("export", "BCDF", data=tmp_path)
    assert (result.exit_code, "newer version" in result.stderr) == (1, True)


def test_a_taken_port_moves_on_and_says_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with Running(tmp_path, port) as server:
            assert server.port > port
            assert Browser(server).ask("GET", "/")[0] == 200
            assert server.interrupt() < 2
            assert re.search(rf"{port} .*taken", server.said)
