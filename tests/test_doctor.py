from __future__ import annotations

import http.server
import os
import sqlite3
import tempfile
import threading
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion import doctor
from companion.config import SERVER_IDENT, Settings
from companion.doctor import Finding, check_address, check_clock, check_data, check_file, check_port, examine, report
from companion.network import Address, listen_at

HOME = Address("192.168.1.20", "wlan0", "home", True)
VPN = Address("10.8.0.6", "tun0", "vpn", False)
LOOPBACK = Address("127.0.0.1", "lo", "loopback", False)
NOW = 1_790_000_000.0


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    with closing(listen_at("127.0.0.1", 0)) as probe:
        return Settings(port=probe.getsockname()[1], host="127.0.0.1", data=tmp_path)


def make_database(path: Path, schema: str | None = "3", *, wal: bool = False) -> Path:
    with closing(sqlite3.connect(path)) as database:
        if wal:
            database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        if schema is not None:
            database.execute("INSERT INTO meta VALUES ('schema', ?)", (schema,))
        database.commit()
    return path


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, findings
    return findings[0]


# --- the whole --------------------------------------------------------------------------------------------------------


def test_a_healthy_machine_gets_a_clean_report(settings: Settings) -> None:
    make_database(settings.database)
    findings = examine(settings, 3, lambda _: [Finding(True, "Tables", "2 tables open.")], [HOME, LOOPBACK])
    assert [f.topic for f in findings] == ["Address", "Port", "Data folder", "Disk", "Clock", "Database", "Tables"]
    assert all(f.ok for f in findings)
    said = report(findings)
    assert "BAD" not in said
    assert said.endswith("Everything is in order.\n")


def test_examining_changes_nothing(settings: Settings) -> None:
    for wal in (False, True):
        path = make_database(settings.data / f"{wal}.db", wal=wal)
        before = {p.name: p.read_bytes() for p in settings.data.iterdir()}
        check_file(path, 3)
        examine(settings, 3, None, [HOME])
        assert {p.name: p.read_bytes() for p in settings.data.iterdir()} == before


def test_the_report_counts_what_is_wrong() -> None:
    good, bad = Finding(True, "Port", "Port 8000 is free."), Finding(False, "Data folder", "Nothing can be written.")
    assert report([good, bad]).splitlines() == [
        "ok   Port         Port 8000 is free.",
        "BAD  Data folder  Nothing can be written.",
        "",
        "1 thing to put right, marked BAD.",
    ]
    assert "2 things to put right" in report([bad, bad])


# --- address ----------------------------------------------------------------------------------------------------------


def at(host: str) -> Settings:
    return Settings(port=8000, host=host, data=Path("unused"))


def test_the_address_for_phones_is_named() -> None:
    found = only(check_address(at("0.0.0.0"), [HOME, LOOPBACK]))
    assert found == Finding(True, "Address", "Phones in the same network open http://192.168.1.20:8000/ (wlan0).")


def test_a_vpn_beside_the_wifi_is_mentioned_as_a_possible_cause() -> None:
    findings = check_address(at("0.0.0.0"), [HOME, VPN, LOOPBACK])
    assert [f.ok for f in findings] == [True, True]
    assert "A VPN is on (tun0)" in findings[1].words


def test_an_address_of_a_vpn_alone_is_bad() -> None:
    found = only(check_address(at("0.0.0.0"), [VPN, LOOPBACK]))
    assert not found.ok
    assert "10.8.0.6 (tun0) belongs to a VPN. Connect it to the wifi" in found.words


def test_no_network_at_all_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "addresses", lambda: [LOOPBACK])
    for nothing in ([], [LOOPBACK]):
        found = only(check_address(at("0.0.0.0"), nothing))
        assert not found.ok
        assert "no address in a network" in found.words


def test_a_network_of_ipv6_alone_is_told_how_to_be_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "addresses", lambda: [Address("fd00::5", "eth0", "home", True), LOOPBACK])
    assert "Start with --host ::" in only(check_address(at("0.0.0.0"), [LOOPBACK])).words


def test_listening_on_loopback_alone_is_bad() -> None:
    found = only(check_address(at("127.0.0.1"), [LOOPBACK]))
    assert not found.ok
    assert "Only this machine can open 127.0.0.1" in found.words


# --- port -------------------------------------------------------------------------------------------------------------


@contextmanager
def serving(port: int, name: str) -> Iterator[None]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def version_string(self) -> str:
            return name

        def do_HEAD(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None: ...

    server = http.server.HTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_free_port_is_well(settings: Settings) -> None:
    assert check_port(settings) == Finding(True, "Port", f"Port {settings.port} is free.")


def test_a_companion_that_serves_already_is_well(settings: Settings) -> None:
    with serving(settings.port, SERVER_IDENT):
        found = check_port(settings)
    assert found.ok
    assert "A Companion is serving" in found.words


def test_another_program_on_the_port_is_bad(settings: Settings) -> None:
    with serving(settings.port, "Other/1.0"):
        found = check_port(settings)
    assert not found.ok
    assert "taken by another program" in found.words


def test_a_program_that_does_not_speak_http_is_another_program(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_serves_companion", lambda _: False)
    with closing(listen_at("127.0.0.1", settings.port)):
        assert not check_port(settings).ok


def test_a_host_that_is_not_this_machine_is_bad() -> None:
    found = check_port(at("203.0.113.77"))
    assert not found.ok
    assert "not an address of this machine" in found.words


# --- data folder ------------------------------------------------------------------------------------------------------


def test_a_writable_folder_is_well(tmp_path: Path) -> None:
    folder, disk = check_data(tmp_path)
    assert folder == Finding(True, "Data folder", f"{tmp_path} can be written to.")
    assert disk.ok


def test_a_folder_that_does_not_exist_yet_is_well_and_stays_so(tmp_path: Path) -> None:
    folder, _ = check_data(tmp_path / "a" / "b")
    assert folder.ok
    assert "the first start creates it" in folder.words
    assert not (tmp_path / "a").exists()


def test_a_file_in_place_of_the_folder_or_above_it_is_bad(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "inside"):
        found = only(check_data(folder))
        assert not found.ok
        assert "is a file, not a folder" in found.words


def test_a_folder_that_cannot_be_written_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    found = only(check_data(tmp_path))
    assert not found.ok
    assert f"Nothing can be written to {tmp_path} (Read-only file system)." in found.words


def test_a_full_disk_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage(10**9, 10**9 - 3_000_000, 3_000_000))
    _, disk = check_data(tmp_path)
    assert not disk.ok
    assert "Only 3 MB are free" in disk.words


# --- clock ------------------------------------------------------------------------------------------------------------


def test_the_clock_of_this_machine_is_well(settings: Settings) -> None:
    assert only(check_clock(settings, time.time())).ok


def test_a_year_that_cannot_be_is_bad(settings: Settings) -> None:
    found = only(check_clock(settings, 12_345.0))
    assert not found.ok
    assert "says the year 1970" in found.words


def test_a_database_written_in_the_future_shows_a_clock_set_back(settings: Settings) -> None:
    make_database(settings.database)
    os.utime(settings.database, (NOW + 3 * 86400, NOW + 3 * 86400))
    found = only(check_clock(settings, NOW))
    assert not found.ok
    assert "3 days in the future" in found.words


def test_a_disk_with_another_clock_is_bad(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    real = tempfile.NamedTemporaryFile

    def from_elsewhere(*args: object, **named: object) -> object:
        file = real(*args, **named)  # type: ignore[call-overload]
        os.utime(file.name, (time.time() - 7300, time.time() - 7300))
        return file

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", from_elsewhere)
    found = only(check_clock(settings, time.time()))
    assert not found.ok
    assert "2 hours apart" in found.words


# --- database ---------------------------------------------------------------------------------------------------------


def test_no_database_yet_is_well(tmp_path: Path) -> None:
    assert check_file(tmp_path / "none", 3).ok


def test_a_database_as_the_first_start_may_leave_it_is_well(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert check_file(tmp_path / "empty", 3).ok


def test_a_database_of_today_and_an_earlier_one_are_well(tmp_path: Path) -> None:
    path = make_database(tmp_path / "d#b ?%20é")
    assert check_file(path, 3) == Finding(True, "Database", f"{path} is sound.")
    assert "the next start brings it up to 4" in check_file(path, 4).words
    assert check_file(path, 4).ok


def test_a_database_that_is_being_written_to_is_read_to_its_last_entry(tmp_path: Path) -> None:
    path = make_database(tmp_path / "db", "3", wal=True)
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("UPDATE meta SET value = '9'")
        writer.commit()
        assert "newer Companion" in check_file(path, 3).words


def test_a_database_of_a_newer_version_is_bad(tmp_path: Path) -> None:
    found = check_file(make_database(tmp_path / "db", "7"), 3)
    assert not found.ok
    assert "made by a newer Companion (version 7; this one knows 3). Update Companion" in found.words


def test_garbage_is_bad(tmp_path: Path) -> None:
    path = tmp_path / "db"
    path.write_bytes(b"\x00\xffgarbage" * 1000)
    found = check_file(path, 3)
    assert not found.ok
    assert "is not a database. Move it away" in found.words


def test_a_database_with_a_damaged_page_is_bad(tmp_path: Path) -> None:
    path = make_database(tmp_path / "db")
    with closing(sqlite3.connect(path)) as database:
        database.executemany("INSERT INTO meta VALUES (?, ?)", [(f"k{n}", "x" * 500) for n in range(200)])
        database.commit()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * 20_000 + whole[28_192:])
    found = check_file(path, 3)
    assert not found.ok
    assert "is damaged" in found.words


def test_a_truncated_database_is_bad(tmp_path: Path) -> None:
    path = make_database(tmp_path / "db")
    path.write_bytes(path.read_bytes()[:1500])
    found = check_file(path, 3)
    assert not found.ok
    assert "is damaged" in found.words


def test_another_programs_database_is_bad(tmp_path: Path) -> None:
    path = tmp_path / "db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE songs (title TEXT)")
        database.commit()
    found = check_file(path, 3)
    assert not found.ok
    assert "belongs to another program" in found.words


@pytest.mark.parametrize("schema", [None, "three", ""])
def test_a_database_without_a_version_is_bad(tmp_path: Path, schema: str | None) -> None:
    found = check_file(make_database(tmp_path / "db", schema), 3)
    assert not found.ok
    assert "does not say which version" in found.words


def test_a_read_only_database_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_database(tmp_path / "db")
    monkeypatch.setattr(os, "access", lambda *_: False)
    found = check_file(path, 3)
    assert not found.ok
    assert "is read-only" in found.words


def test_a_locked_database_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(_: Path) -> tuple[str, object]:
        raise sqlite3.OperationalError("database is locked")

    path = make_database(tmp_path / "db")
    monkeypatch.setattr(doctor, "_read", locked)
    assert "locked by another program" in check_file(path, 3).words


def test_a_folder_in_place_of_the_database_is_bad(tmp_path: Path) -> None:
    assert not check_file(tmp_path, 3).ok


def test_what_the_further_check_finds_or_stumbles_over_is_reported(settings: Settings) -> None:
    def stumbles(_: Path) -> list[Finding]:
        raise RuntimeError("no such game: chess")

    make_database(settings.database)
    last = examine(settings, 3, stumbles, [HOME])[-1]
    assert not last.ok
    assert "could not be examined further: no such game: chess" in last.words


def test_a_damaged_database_is_not_examined_further(settings: Settings) -> None:
    settings.database.write_bytes(b"garbage" * 100)
    asked: list[Path] = []

    def further(path: Path) -> list[Finding]:
        asked.append(path)
        return []

    assert not examine(settings, 3, further, [HOME])[-1].ok
    assert asked == []
