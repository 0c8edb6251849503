"""`companion doctor`: looks at everything a table needs and says in sentences what is wrong and what to do."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.config import SERVER_IDENT, Settings
from companion.network import Address, addresses, is_taken, listen_at, why_not
from companion.terminal import KIND_WORDS

SANE_YEARS = range(2025, 2100)
SECONDS_OF_DRIFT = 10
LEAST_SPACE = 50_000_000
_SQLITE_HEADER = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Finding:
    ok: bool
    topic: str
    words: str


def examine(
    settings: Settings,
    current_schema: int,
    check_database: Callable[[Path], list[Finding]] | None = None,
    found: Sequence[Address] | None = None,
) -> list[Finding]:
    """Changes nothing. `check_database` is asked about a database whose file is sound; `found` are the machine's
    addresses, looked up when not given."""
    here = addresses(host=settings.host) if found is None else found
    return [
        *check_address(settings, here),
        check_port(settings),
        *check_data(settings.data),
        *check_clock(settings, time.time()),
        *_check_database(settings.database, current_schema, check_database),
    ]


def report(findings: Sequence[Finding]) -> str:
    wrong = sum(not finding.ok for finding in findings)
    width = max((len(finding.topic) for finding in findings), default=0)
    lines = [f"{'ok ' if f.ok else 'BAD'}  {f.topic:<{width}}  {f.words}" for f in findings]
    if wrong == 0:
        lines.append("\nEverything is in order.")
    else:
        lines.append(f"\n{wrong} thing{'s' if wrong > 1 else ''} to put right, marked BAD.")
    return "\n".join(lines) + "\n"


def check_address(settings: Settings, found: Sequence[Address]) -> list[Finding]:
    plausible = [a for a in found if a.plausible]
    findings = []
    if plausible:
        places = ", or ".join(f"{a.url(settings.port)} ({a.name})" for a in plausible)
        findings.append(Finding(True, "Address", f"Phones in the same network open {places}."))
    elif settings.host == "::1" or settings.host.startswith("127."):
        words = f"Only this machine can open {settings.host}. Leave --host and COMPANION_HOST out, so that phones can."
        findings.append(Finding(False, "Address", words))
    elif found and found[0].kind != "loopback":
        what = f"{found[0].ip} ({found[0].name}) belongs to {KIND_WORDS[found[0].kind]}"
        words = f"Phones can probably not open this machine: {what}. Connect it to the wifi that the phones are in."
        findings.append(Finding(False, "Address", words))
    else:
        words = "This machine has no address in a network. Connect it to the wifi that the phones are in."
        if settings.host == "0.0.0.0" and any(a.plausible for a in addresses()):
            words = "This network has IPv6 only. Start with --host :: to serve it."
        findings.append(Finding(False, "Address", words))
    for vpn in (a for a in found if a.kind == "vpn" and plausible):
        words = f"A VPN is on ({vpn.name}). If phones can't connect, switch it off: some VPNs block the home network."
        findings.append(Finding(True, "VPN", words))
    return findings


def check_port(settings: Settings) -> Finding:
    try:
        listen_at(settings.host, settings.port).close()
    except OSError as error:
        if not is_taken(error):
            return Finding(False, "Port", why_not(settings.host, settings.port, error))
        if _serves_companion(settings):
            return Finding(True, "Port", f"A Companion is serving at port {settings.port} now.")
        words = f"Port {settings.port} is taken by another program. Companion will move to the next free one."
        return Finding(False, "Port", words)
    return Finding(True, "Port", f"Port {settings.port} is free.")


def _serves_companion(settings: Settings) -> bool:
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    asked = http.client.HTTPConnection(everywhere.get(settings.host, settings.host), settings.port, timeout=2)
    with contextlib.closing(asked), contextlib.suppress(OSError, http.client.HTTPException):
        asked.request("HEAD", "/")
        return (asked.getresponse().getheader("Server") or "").startswith(SERVER_IDENT)
    return False


def check_data(folder: Path) -> list[Finding]:
    topic = "Data folder"
    existing = _nearest(folder)
    if not existing.is_dir():
        return [Finding(False, topic, f"{existing} is a file, not a folder. Move it, or give another with --data.")]
    if (problem := _write_problem(existing)) is not None:
        words = f"Nothing can be written to {existing} ({problem}). Change that, or give another folder with --data."
        return [Finding(False, topic, words)]
    state = "can be written to" if existing == folder else "does not exist yet; the first start creates it"
    return [Finding(True, topic, f"{folder} {state}."), _check_space(existing)]


def _check_space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    if free < LEAST_SPACE:
        words = f"Only {free // 1_000_000} MB are free on the disk of {folder}. Make room, or tables can't be kept."
        return Finding(False, "Disk", words)
    return Finding(True, "Disk", f"{free // 1_000_000} MB are free.")


def _nearest(folder: Path) -> Path:
    """The folder itself or the closest one above it that exists."""
    for path in (folder, *folder.parents):
        with contextlib.suppress(PermissionError):
            if path.exists():
                return path
    return Path(folder.anchor or ".")


def _write_problem(folder: Path) -> str | None:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"companion")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return None


def check_clock(settings: Settings, now: float) -> list[Finding]:
    """`now` in seconds since 1970."""
    year = time.gmtime(now).tm_year
    if year not in SANE_YEARS:
        return [Finding(False, "Clock", f"This machine's clock says the year {year}. Set its date and time.")]
    before, wall = time.monotonic(), time.time()
    time.sleep(0.02)
    if abs((time.monotonic() - before) - (time.time() - wall)) > 1:
        return [Finding(False, "Clock", "The clock jumps. Let it be set automatically, in the system's settings.")]
    if settings.database.is_file() and (ahead := settings.database.stat().st_mtime - now) > SECONDS_OF_DRIFT:
        words = f"The database was last written {_span(ahead)} in the future. Set this machine's date and time."
        return [Finding(False, "Clock", words)]
    with contextlib.suppress(OSError), tempfile.NamedTemporaryFile(dir=_nearest(settings.data)) as file:
        drift = abs(Path(file.name).stat().st_mtime - time.time())
        if drift > SECONDS_OF_DRIFT:
            words = f"The disk of {settings.data} has another clock, {_span(drift)} apart. Give a local folder."
            return [Finding(False, "Clock", words)]
    return [Finding(True, "Clock", f"It is {time.strftime('%Y-%m-%d %H:%M', time.localtime(now))}.")]


def _span(seconds: float) -> str:
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return f"{int(seconds)} seconds"


def _check_database(path: Path, current_schema: int, further: Callable[[Path], list[Finding]] | None) -> list[Finding]:
    first = check_file(path, current_schema)
    if not first.ok or further is None or not path.exists():
        return [first]
    try:
        return [first, *further(path)]
    except Exception as error:  # whatever it is, the person asked what is wrong
        return [first, Finding(False, "Database", f"{path} could not be examined further: {error}.")]


def check_file(path: Path, current_schema: int) -> Finding:
    """The database's file, read without changing it."""

    def bad(words: str) -> Finding:
        return Finding(False, "Database", words)

    aside = "Move it away (a new one will be made), or restore a backup."
    if not path.exists():
        return Finding(True, "Database", "There is none yet; the first start makes it.")
    if not path.is_file():
        return bad(f"{path} is not a file. {aside}")
    try:
        with path.open("rb") as file:
            header = file.read(len(_SQLITE_HEADER))
    except OSError as error:
        return bad(f"{path} can't be read ({error.strerror or error}). Give yourself the right to read and write it.")
    if not header:
        return Finding(True, "Database", "It is empty; the next start sets it up.")
    if header != _SQLITE_HEADER:
        return bad(f"{path} is not a database. {aside}")
    if not os.access(path, os.W_OK):
        return bad(f"{path} is read-only, so nothing new can be kept. Give yourself the right to write it.")
    try:
        health, schema = _read(path)
    except sqlite3.OperationalError as error:
        if "no such table" in str(error) or "no such column" in str(error):
            return bad(f"{path} belongs to another program. {aside}")
        if "locked" in str(error):
            return bad(f"{path} is locked by another program. Close it and try again.")
        return bad(f"{path} can't be opened: {error}. {aside}")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return bad(f"{path} is damaged: {error}. {aside}")
    if health != "ok":
        return bad(f"{path} is damaged: {health}. {aside}")
    return _judge_schema(path, schema, current_schema, aside)


def _judge_schema(path: Path, schema: object, current: int, aside: str) -> Finding:
    if not isinstance(schema, str | int) or not str(schema).isdecimal():
        return Finding(False, "Database", f"{path} does not say which version it is of. {aside}")
    if int(schema) > current:
        words = f"{path} was made by a newer Companion (version {schema}; this one knows {current})."
        return Finding(False, "Database", f"{words} Update Companion, or give another folder with --data.")
    if int(schema) < current:
        words = f"{path} is sound and of an earlier version ({schema}); the next start brings it up to {current}."
        return Finding(True, "Database", words)
    return Finding(True, "Database", f"{path} is sound.")


def _read(path: Path) -> tuple[str, object]:
    """What SQLite's quick check says, and the schema's version as it stands in the table `meta`."""
    # A database that nobody has open is read as immutable: then SQLite leaves no files of its own beside it.
    log = path.with_name(path.name + "-wal")
    uri = path.absolute().as_uri() + ("?mode=ro" if log.exists() else "?mode=ro&immutable=1")
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=2)) as database:
        health = database.execute("PRAGMA quick_check(1)").fetchone()
        schema = database.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    return str(health[0]) if health else "no answer", schema[0] if schema else None
