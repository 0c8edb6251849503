"""The command `companion`: serve (the default), replay, export, import, backup, doctor."""

from __future__ import annotations

import ctypes
import json
import logging
import signal
import sqlite3
import sys
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import click
import waitress

from companion.app import create_app
from companion.config import SERVER_IDENT, ConfigError, Settings, read_settings
from companion.core.codec import to_plain
from companion.core.game import Refused
from companion.core.record import RecordError
from companion.core.secret import Seat, Viewer
from companion.doctor import Finding, examine
from companion.doctor import report as doctors_report
from companion.live import Bus
from companion.network import NetworkError, addresses, free_port, is_this_machine
from companion.referee import Look, NoSuchTable, RecordRefused, Referee
from companion.referee.records import import_record, replay
from companion.storage import DatabaseTrouble, Store
from companion.storage.migrations import LATEST
from companion.terminal import greeting, terminal_of
from companion.web.screens import JoinAddress
from companion.web.words import Words

M_ARENA_MAX = -8
"""The number by which glibc's mallopt knows the number of heaps."""

BAD_FILE, BAD_LINE = 2, 3
"""Exit codes of replay and import: no record; a line that can't be played."""

F = TypeVar("F", bound=Callable[..., Any])


def stop(words: str, code: int = 1) -> None:
    """Says it in one line, whatever was quoted from a file."""
    click.echo("".join(c if c.isprintable() else " " for c in words), err=True)
    sys.exit(code)


data_option = click.option("--data", type=click.Path(path_type=Path), help="Folder for the database.")


def settings_options(command: F) -> F:
    for option in (
        data_option,
        click.option("--host", help="Address to listen on (all by default)."),
        click.option("--port", help="Port to listen on (8000 by default)."),
    ):
        command = option(command)
    return command


def settings_or_stop(port: str | None, host: str | None, data: Path | None, *, create: bool = True) -> Settings:
    try:
        return read_settings(port=port, host=host, data=data, create=create)
    except ConfigError as problem:
        stop(str(problem))
        raise


def store_or_stop(settings: Settings) -> Store:
    try:
        return Store(settings.database)
    except DatabaseTrouble as problem:
        stop(str(problem))
        raise


@click.group(invoke_without_command=True)
@settings_options
@click.option("--open/--no-open", "browse", default=False, help="Open the board in this device's browser.")
@click.version_option(package_name="tabletop-companion", prog_name="companion")
@click.pass_context
def main(context: click.Context, port: str | None, host: str | None, data: Path | None, browse: bool) -> None:
    """A companion and referee for physical tabletop games. Without a command it serves the table."""
    context.obj = (port, host, data)
    if context.invoked_subcommand is None:
        run_server(settings_or_stop(port, host, data), browse)


@main.command()
@settings_options
@click.option("--open/--no-open", "browse", default=False, help="Open the board in this device's browser.")
@click.pass_context
def serve(context: click.Context, port: str | None, host: str | None, data: Path | None, browse: bool) -> None:
    """Serve the table on the home network."""
    outer = context.obj
    run_server(settings_or_stop(port or outer[0], host or outer[1], data or outer[2]), browse)


def share_heaps() -> None:
    """glibc gives every thread a heap of its own; with this many threads that is a lot of memory for nothing."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def run_server(settings: Settings, browse: bool) -> None:
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    share_heaps()
    store = store_or_stop(settings)
    try:
        listener, port = free_port(settings.host, settings.port)
    except NetworkError as problem:
        stop(str(problem))
        return
    bus = Bus()
    app = create_app(
        store,
        bus=bus,
        streams=settings.most_streams,
        addresses=lambda: home_addresses(settings.host, port),
        is_this_machine=is_this_machine,
        extra_hosts=settings.hosts,
    )
    server = waitress.create_server(
        app,
        sockets=[listener],
        ident=SERVER_IDENT,
        threads=settings.threads,
        channel_request_lookahead=1,
        channel_timeout=60,
        connection_limit=1000,
    )
    click.echo(
        greeting(
            addresses(host=settings.host),
            port,
            moved_from=settings.port if port != settings.port else None,
            terminal=terminal_of(sys.stdout),
        )
    )
    if browse:
        webbrowser.open(f"http://127.0.0.1:{port}/")

    def leave(*_: object) -> None:
        bus.close()
        raise SystemExit(0)

    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)
    try:
        server.run()
    finally:
        bus.close()
        with suppress(OSError):
            server.close()
        store.close()


def home_addresses(host: str, port: int) -> list[JoinAddress]:
    """The plausible addresses, best first; the least bad one when none is."""
    found = addresses(host=host)
    good = [address for address in found if address.plausible] or found[:1]
    return [JoinAddress(f"{address.url(port).rstrip('/')}/", address.name) for address in good]


# ---- records -----------------------------------------------------------------------------------------------------


def words_of(store: Store) -> Words:
    words: Words = create_app(store).extensions["words"]
    return words


def read_or_stop(file: Path) -> str:
    try:
        return (data := file.read_bytes()).decode("utf-8")
    except OSError as problem:
        stop(f"line 1: {file.name} can't be read: {problem.strerror}", BAD_FILE)
        raise
    except UnicodeDecodeError as problem:
        stop(f"line {data.count(10, 0, problem.start) + 1}: this is not plain text", BAD_FILE)
        raise


def stop_at_record(problem: RecordError) -> None:
    told = words_of(Store(None)).record(problem).unescape()
    stop(f"line {problem.line}: {told}", BAD_FILE)


def stop_at_line(problem: RecordRefused) -> None:
    refusal = problem.refusal
    told = str(words_of(Store(None)).refusal(problem.slug, refusal).unescape())
    line = {"line": problem.line, "refused": refusal.code, "doubt": refusal.doubt, "words": told}
    stop(json.dumps(line, ensure_ascii=False), BAD_LINE)


@main.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "name", default="board", help="Whose look to print: a name, or board.")
@click.option("--upto", type=click.IntRange(min=0), help="Play only this many lines after the first.")
def replay_file(file: Path, name: str, upto: int | None) -> None:
    """Play a record and print what one viewer may know at its end, as JSON."""
    viewer: Viewer = None if name == "board" else Seat(name)
    try:
        referee, code = replay(read_or_stop(file), viewer, upto)
    except RecordError as problem:
        stop_at_record(problem)
        return
    except RecordRefused as problem:
        stop_at_line(problem)
        return
    told = printed(referee.look(code, viewer), words_of(Store(None)))
    click.echo(json.dumps(told, ensure_ascii=False, indent=2))


def printed(look: Look, words: Words) -> dict[str, Any]:
    """A look as `replay` prints it."""
    log = [
        {"version": line.version, "seat": line.seat, "retracted": line.retracted, "words": sentence.unescape()}
        for line in look.log
        for sentence in words.line(look, line)
    ]
    score = {
        "points": dict(look.score.points),
        "final": look.score.final,
        "winners": list(look.score.winners),
    }
    return {"game": look.slug, "version": look.version, "view": to_plain(look.view), "score": score, "log": log}


def referee_of(context: click.Context, data: Path | None) -> tuple[Store, Referee]:
    port, host, outer = context.obj
    store = store_or_stop(settings_or_stop(port, host, data or outer))
    return store, Referee(store, Bus())


@main.command("export")
@click.argument("code")
@click.option("--to", type=click.Path(path_type=Path), help="File to write; printed otherwise.")
@data_option
@click.pass_context
def export_table(context: click.Context, code: str, to: Path | None, data: Path | None) -> None:
    """Write a table as a record. It holds everyone's secrets."""
    _, referee = referee_of(context, data)
    try:
        text = referee.record(code.upper())
    except NoSuchTable:
        stop(f"There is no table {code.upper()} here.")
        return
    except Refused:
        stop(f"The game at table {code.upper()} has not begun yet.")
        return
    click.echo("This record holds the secrets of every player. Keep it from people who still play.", err=True)
    if to is None:
        click.echo(text, nl=False)
        return
    try:
        to.write_text(text, encoding="utf-8")
    except OSError as problem:
        stop(f"{to} can't be written: {problem.strerror}")


@main.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@click.pass_context
def import_file(context: click.Context, file: Path, data: Path | None) -> None:
    """Open a table from a record and print its code. All of it or nothing."""
    text = read_or_stop(file)
    _, referee = referee_of(context, data)
    try:
        click.echo(import_record(referee, text))
    except RecordError as problem:
        stop_at_record(problem)
    except RecordRefused as problem:
        stop_at_line(problem)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@click.pass_context
def backup(context: click.Context, file: Path, data: Path | None) -> None:
    """Copy the database to FILE, also while the table is being played."""
    port, host, outer = context.obj
    settings = settings_or_stop(port, host, data or outer)
    if file.exists():
        stop(f"{file} exists already; choose another name.")
    if not settings.database.exists():
        stop("There is nothing to back up yet.")
    try:
        with closing(sqlite3.connect(settings.database)) as source, closing(sqlite3.connect(file)) as target:
            source.backup(target)
    except sqlite3.Error as problem:
        stop(f"The backup could not be written: {problem}")
    click.echo(f"Copied to {file}.")


@main.command()
@settings_options
@click.pass_context
def doctor(context: click.Context, port: str | None, host: str | None, data: Path | None) -> None:
    """Check address, port, data folder, clock and database, and say what is wrong."""
    outer = context.obj
    settings = settings_or_stop(port or outer[0], host or outer[1], data or outer[2], create=False)
    findings: list[Finding] = examine(settings, LATEST)
    click.echo(doctors_report(findings))
    sys.exit(0 if all(finding.ok for finding in findings) else 1)


if __name__ == "__main__":
    main()
