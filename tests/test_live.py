"""Telling every open screen: the bus, the stream, and a real server under many screens."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.live import Bus, StreamGate, stream
from companion.storage import NotKept
from tests.running import Browser, Running, heard
from tests.served import Served, Table


@pytest.fixture
def table() -> Iterator[Table]:
    with Served(streams=2) as house:
        yield house.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann", "Bob"))
        house.bus.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("companion.live.stream"), "LOOK_ROUND", 0.01)


def numbers(text: bytes) -> list[tuple[str, int]]:
    """Events and their numbers."""
    blocks = [block.split("\n") for block in text.decode().split("\n\n") if block.startswith("event:")]
    return [(lines[0].removeprefix("event: "), int(lines[1].removeprefix("data: "))) for lines in blocks]


# ---- the bus ------------------------------------------------------------------------------------------------------


def test_whoever_listens_hears_the_newest_revision_of_its_own_table() -> None:
    bus = Bus()
    here, there = bus.subscribe("BCDF"), bus.subscribe("GHJK")
    for revision in (1, 2, 3):
        bus.publish("BCDF", revision)
    assert here.wait(0) == 3
    assert here.wait(0) is None
    assert there.wait(0) is None


def test_an_older_revision_never_replaces_a_newer_one() -> None:
    bus = Bus()
    here = bus.subscribe("BCDF")
    bus.publish("BCDF", 5)
    bus.publish("BCDF", 4)
    assert here.wait(0) == 5


def test_a_listener_is_woken_at_once() -> None:
    bus = Bus()
    here = bus.subscribe("BCDF")
    threading.Timer(0.05, bus.publish, ("BCDF", 1)).start()
    began = time.monotonic()
    assert here.wait(10) == 1
    assert time.monotonic() - began < 2


def test_a_closed_bus_ends_all_who_listen_and_all_who_come_later() -> None:
    bus = Bus()
    here = bus.subscribe("BCDF")
    bus.close()
    assert here.closed
    assert bus.subscribe("BCDF").closed
    assert list(stream(bus, "BCDF", lambda: 7)) == [b"retry: 1000\n\nevent: revision\ndata: 7\n\n"]


def test_nothing_is_left_of_streams_that_have_ended() -> None:
    bus = Bus()
    open_stream = stream(bus, "BCDF", lambda: 1)
    next(open_stream)
    assert bus._open
    open_stream.close()  # type: ignore[attr-defined]
    assert not bus._open


# ---- the stream ---------------------------------------------------------------------------------------------------


def test_a_stream_tells_the_present_revision_first_and_then_each_new_one() -> None:
    bus = Bus()
    told = stream(bus, "BCDF", lambda: 41)
    assert numbers(next(told).split(b"\n\n", 1)[1]) == [("revision", 41)]
    bus.publish("BCDF", 42)
    assert numbers(next(told)) == [("revision", 42)]


def test_what_happens_while_the_present_revision_is_looked_up_is_not_lost() -> None:
    bus = Bus()

    def looked_up() -> int:
        bus.publish("BCDF", 2)
        return 1

    told = stream(bus, "BCDF", looked_up)
    next(told)
    assert numbers(next(told)) == [("revision", 2)]


@pytest.mark.usefixtures("quick")
def test_a_quiet_stream_beats() -> None:
    told = stream(Bus(), "BCDF", lambda: 1, beat=lambda: 9, heartbeat=0.03)
    next(told)
    assert numbers(next(told)) == [("beat", 9)]
    assert numbers(next(told)) == [("beat", 9)]


@pytest.mark.usefixtures("quick")
def test_a_stream_ends_when_its_screen_is_gone() -> None:
    bus = Bus()
    assert len(list(stream(bus, "BCDF", lambda: 1, gone=lambda: True))) == 1
    assert not bus._open


def test_the_gate_lets_in_as_many_as_there_is_room_for() -> None:
    gate = StreamGate(2)
    assert [gate.enter(), gate.enter(), gate.enter()] == [True, True, False]
    gate.leave()
    assert gate.enter()


# ---- the stream of a screen ---------------------------------------------------------------------------------------


def test_every_screen_hears_of_every_entry_after_it_is_kept(table: Table) -> None:
    streams = {who: table.hear(who) for who in (None, "Ann")}
    first = {who: next(told) for who, told in streams.items()}
    assert first[None] == first["Ann"]
    table.do("Ann", "draw_crimes", extra="1")
    news = {who: numbers(next(told)) for who, told in streams.items()}
    assert news[None] == news["Ann"] == [("revision", table.look().revision)]


def test_a_publication_follows_the_commit(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        table = house.play("zoo_police", "Ann", "Bob", "Cat")
        found: list[int] = []

        class Listening(Bus):
            def publish(self, code: str, revision: int) -> None:
                del revision
                other = Served(tmp_path / "db")  # another connection sees only what is committed
                found.append(other.referee.look(code, None).version)
                other.store.close()

        house.referee._bus = Listening()
        table.submit("Ann", "draw_crimes", extra=1)
        assert found == [1]


def test_what_was_refused_or_not_kept_is_not_published(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(table.served.bus, "publish", lambda _code, revision: told.append(revision))
    assert table.do("Ann", "draw_crimes", extra="9").status_code == 422

    def full(*_: object) -> None:
        raise NotKept("The disk is full.")

    monkeypatch.setattr(table.served.store, "append", full)
    assert table.do("Ann", "draw_crimes", extra="1").status_code == 503
    assert told == []


def test_a_stream_holds_numbers_and_nothing_else(table: Table) -> None:
    told = table.hear("Bob")
    got = next(told)
    table.do("Ann", "draw_crimes", extra="1")
    got += next(told)
    table.do("Ann", "place", numbers__1="5", numbers__2="1", numbers__3="2", numbers__4="3")
    got += next(told)
    for line in got.decode().splitlines():
        assert line == "" or line.split(": ")[0] in ("retry", "event", "data")
        assert not line.startswith("data") or line.split(": ")[1].isdecimal()


def test_beyond_the_limit_a_screen_is_told_to_ask_by_itself(table: Table) -> None:
    streams = [table.hear(None), table.hear("Ann")]
    refused = table.phones["Bob"].get(f"/{table.code}/seat/stream")
    assert (refused.status_code, refused.data) == (204, b"")
    assert refused.headers["Cache-Control"] == "no-store"
    streams.pop().close()  # type: ignore[attr-defined]


def test_a_stream_that_ends_makes_room_for_another(table: Table) -> None:
    for _ in range(5):
        answer = table.board.get(f"/{table.code}/board/stream", buffered=False)
        assert answer.status_code == 200
        answer.close()


def test_a_stream_is_not_for_strangers(table: Table) -> None:
    assert table.served.device("new").get(f"/{table.code}/seat/stream").status_code == 403
    assert table.served.device("new").get(f"/{table.code}/board/stream").status_code == 403


# ---- a real server ------------------------------------------------------------------------------------------------


def test_with_200_open_streams_posts_get_through_and_ctrl_c_ends_it_all(tmp_path: Path) -> None:
    with Running(tmp_path) as server:
        browser = Browser(server)
        code = browser.open_table()
        token = browser.token(f"/{code}/board")
        streams = [browser.stream(code) for _ in range(200)]
        first = [heard(one, b"\r\n\r\n", 10).split(b"\r\n")[0] for one in streams]
        let_in = [one for one, line in zip(streams, first, strict=True) if b" 200 " in line]
        assert len(let_in) == 56
        assert sum(b" 204 " in line for line in first) == 144
        began = time.monotonic()
        for name in ("Ann", "Bob", "Cat"):
            status, _, _ = browser.ask("POST", f"/{code}/board/seats", {"add": name, "token": token})
            assert status == 303
        assert time.monotonic() - began < 2
        assert all(b"event: revision" in heard(one, b"data: 3") for one in let_in)
        assert server.interrupt() < 2
        assert server.process.returncode == 0
        for one in streams:
            one.close()
        assert "Traceback" not in server.said


def test_screens_that_went_away_make_room(tmp_path: Path) -> None:
    with Running(tmp_path) as server:
        browser = Browser(server)
        code = browser.open_table()
        for _ in range(2):
            streams = [browser.stream(code) for _ in range(56)]
            assert all(b" 200 " in heard(one, b"\r\n\r\n") for one in streams)
            for one in streams:
                one.close()
            time.sleep(1.5)
