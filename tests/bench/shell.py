"""How quick and how light the table is. Run: python -m tests.bench.shell

Taps, pages and bytes are measured on a real server in a process of its own; looks by processor time in this one.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from companion.core.secret import Seat, Viewer
from companion.live import Bus
from companion.referee import Referee
from companion.referee.records import import_record
from companion.storage import Store
from tests.bench.screens import Device, Watcher, tap
from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.server import HOUSE, Server, running_server
from tests.browser.table import PHONE, flat
from tests.browser.wire import Wire

RECORD = HOUSE / "tests/games/zoo_police/records/whole_game_of_four_with_innocents.jsonl"
HEADER, *GAME = [json.loads(line) for line in RECORD.read_text().splitlines()]
MANY = 300
BATCHES, TAPS = 5, 40
LIMIT = 45_000


@dataclass(frozen=True)
class Result:
    what: str
    target: str
    measured: str
    good: bool


def below(what: str, limit: float, measured: float, unit: str, digits: int = 1) -> Result:
    return Result(what, f"< {limit:g} {unit}", f"{measured:.{digits}f} {unit}", measured < limit)


def written(lines: list[dict[str, Any]], **header: Any) -> str:
    return "".join(json.dumps(line) + "\n" for line in [{**HEADER, **header}, *lines])


# ---- the game of the benchmark -------------------------------------------------------------------------------------

MIDDLE = [at for at, line in enumerate(GAME) if line.get("do") == "draw_crimes"][2]
"""Lines before the third round."""

LINES = [line for line in GAME[MIDDLE:] if line.get("do") not in (None, "tally", "keep")]


def padded(lines: list[dict[str, Any]], many: int) -> list[dict[str, Any]]:
    """The next move is entered and taken back until there are so many entries."""
    told = list(lines)
    while len(told) < many:
        told += [GAME[len(lines)], {"undo": True}]
    return told


def many_that_stand() -> list[dict[str, Any]]:
    """Nothing is taken back: one player counts again and again."""
    types = {"pink": {"neutral": 3, "own": 1}, "brown": {"neutral": 1, "own": 2}}
    tally = {"seat": None, "do": "tally", "for": HEADER["seats"][0], "types": types, "crimes": 4}
    return [{**tally, "pile": at % 20} for at in range(MANY)]


# ---- taps ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tap:
    """Milliseconds until all other seven screens had their new part; bytes of the largest part; the server's work."""

    took: float
    size: int
    work: float
    memory: float


def sit_down(server: Server) -> tuple[str, dict[str | None, Device], list[Watcher]]:
    """Eight screens: the board, four phones, a second tab of the board and of two phones."""
    board = Device(server.port)
    board.get("/")
    code = board.upload("/import", written(padded(GAME[:MIDDLE], 100))).split("/")[1]
    devices: dict[str | None, Device] = {None: board}
    for seat, name in board.seats(code):
        devices[name] = Device(server.port)
        devices[name].get(f"/{code}")
        devices[name].post(f"/{code}/join", seat=seat)
        devices[name].get(f"/{code}/seat")
    board.get(f"/{code}/board")
    screens = [(device, "seat" if name else "board") for name, device in devices.items()]
    return code, devices, [Watcher(device, code, side) for device, side in [*screens, *screens[:3]]]


def taps(server: Server) -> Iterator[Tap]:
    code, devices, watchers = sit_down(server)
    page = devices[None].get(f"/{code}/board")
    for at, line in enumerate(LINES[:TAPS]):
        device, side = devices[line["seat"]], "seat" if line["seat"] else "board"
        fields = flat({name: value for name, value in line.items() if name not in ("seat", "overrule")})
        seen = re.findall(r'name="seen" value="(\d+)"', page)[-1]
        fields |= {"token": device.token, "seen": seen, "id": f"tap-{code}-{at}"}
        own = next(watcher for watcher in watchers if watcher.device is device)
        others = [watcher for watcher in watchers if watcher is not own]
        own.await_news()
        worked = server.worked
        page, took = tap(device, f"/{code}/{side}/do", fields, others)
        own.catch_up()
        yield Tap(took, max(watcher.size for watcher in others), server.worked - worked, server.memory)
        time.sleep(0.03)
    for watcher in watchers:
        watcher.close()


def tapping(server: Server) -> list[Result]:
    told = [one for _ in range(BATCHES) for one in taps(server)]
    times = sorted(one.took for one in told)
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    work = sum(one.work for one in told) / len(told)
    return [
        below("tap to all 7 other screens, 100 entries and more, p50", 15, p50, "ms"),
        below(f"the same, p99 of {len(times)}", 50, p99, "ms"),
        Result("the same, the server's processor time", "", f"{work:.1f} ms", True),
        below("later update, the largest of them", 6000, max(one.size for one in told), "bytes", 0),
        below("memory of the server with 8 screens", 90, max(one.memory for one in told), "MB"),
    ]


# ---- looks ---------------------------------------------------------------------------------------------------------


def milliseconds(job: Callable[[], Any]) -> float:
    """Processor time, since the machine may be busy with other things."""
    begun = time.process_time()
    job()
    return 1000 * (time.process_time() - begun)


def looking(folder: Path) -> Iterator[Result]:
    pairs = written(padded(GAME[:MIDDLE], MANY))
    counts = written(many_that_stand(), options={"mode": "tally"})
    for what, text in (("moves and undos", pairs), ("counts", counts)):
        store = Store(folder / f"{what}.sqlite3")
        code = import_record(Referee(store, Bus()), text)
        for who, viewer in (("board", None), ("seat", Seat(HEADER["seats"][1]))):
            yield from looks(store, code, viewer, f"look at {MANY} {what}, {who}")
        store.close()


def looks(store: Store, code: str, viewer: Viewer, what: str) -> Iterator[Result]:
    """Of a referee who has just come, and of one who was there before."""
    cold = [milliseconds(lambda: Referee(store, Bus()).look(code, viewer)) for _ in range(7)]
    yield below(f"{what}, the first time", 10, median(cold), "ms", 2)
    referee = Referee(store, Bus())
    referee.look(code, viewer)
    yield below(
        f"{what}, again", 10, median(milliseconds(lambda: referee.look(code, viewer)) for _ in range(15)), "ms", 2
    )


def part_of_a_long_game(server: Server) -> Result:
    board = Device(server.port)
    board.get("/")
    code = board.upload("/import", written(padded(GAME[:MIDDLE], MANY))).split("/")[1]
    times = []
    for _ in range(20):
        begun = time.perf_counter()
        board.get(f"/{code}/board/live")
        times.append(1000 * (time.perf_counter() - begun))
    return Result(f"the board's part of {MANY} entries, asked for over http", "", f"{median(times):.1f} ms", True)


# ---- first visits --------------------------------------------------------------------------------------------------


def first_visits(server: Server) -> Iterator[Result]:
    """All bytes, heads of answers too, that come to a phone that was never here."""
    with sync_playwright() as engine, ExitStack() as stack:
        browser = engine.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        stack.callback(browser.close)
        board = Device(server.port)
        board.get("/")
        running = board.upload("/import", written(GAME[:MIDDLE])).split("/")[1]
        board.get("/")
        lobby = board.post("/tables", game="zoo_police").split("/")[1]
        for what, code, form in (
            ("first visit: scan, name, lobby", lobby, "name"),
            ("first visit: scan, take over a seat, the running game", running, "seat"),
        ):
            wire = Wire(server.port)
            context = browser.new_context(viewport=PHONE, has_touch=True)
            page = context.new_page()
            page.goto(f"{wire.url}/{code}")
            if form == "name":
                page.locator('input[name="name"]').fill("Ann")
            page.locator(f'form[action$="/join"]:has(input[name="{form}"]) button').last.click()
            page.wait_for_url("**/seat")
            page.wait_for_timeout(1000)
            yield below(what, LIMIT, len(wire.heard), "bytes", 0)
            context.close()
            wire.close()


def starting() -> Result:
    times = []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
            times.append(server.start)
    return below("start to first page", 1.5, median(times), "s", 2)


def main() -> None:
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    results = [starting()]
    with tempfile.TemporaryDirectory() as folder:
        with running_server(Path(folder)) as server:
            results += tapping(server)
            results.append(part_of_a_long_game(server))
            results += first_visits(server)
        results += looking(Path(folder))
    width = max(len(result.what) for result in results)
    for r in results:
        print(f"{r.what:<{width}}  {r.target:>13}  {r.measured:>13}  {'' if r.good else 'MISSED'}")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
