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
from tests.browser.table import PHONE
from tests.browser.wire import Wire
from tests.browser.server import HOUSE, Server, running_server

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

MIDDLE = max(at for at, line in enumerate(GAME[:100]) if line.get("do") == "guess")
"""Lines before a guess in the last round."""


def middle_of_the_game() -> str:
    return written(GAME[:MIDDLE])


def many_entries() -> str:
    """A whole game up to its last guesses; then the next one is entered and taken back until there are MANY."""
    lines = list(GAME[:MIDDLE])
    while len(lines) < MANY:
        lines += [GAME[MIDDLE], {"undo": True}]
    return written(lines)


def many_that_stand() -> str:
    """Nothing is taken back: one player counts again and again."""
    types = {"pink": {"neutral": 3, "own": 1}, "brown": {"neutral": 1, "own": 2}}
    tally = {"seat": None, "do": "tally", "for": HEADER["seats"][0], "types": types, "pile": 3, "crimes": 4}
    return written([{**tally, "pile": at % 20} for at in range(MANY)], options={"mode": "tally"})


# ---- taps ----------------------------------------------------------------------------------------------------------


def sit_down(server: Server) -> tuple[Device, list[Watcher], str]:
    """The board plays for the one whose turn it is; seven more screens: three phones, a second tab of each, and one
    of the board."""
    board = Device(server.port)
    board.get("/")
    code = board.upload("/import", middle_of_the_game()).split("/")[1]
    turn = GAME[MIDDLE]["seat"]
    screens = [(board, "board")]
    for seat, name in board.seats(code):
        if name != turn:
            phone = Device(server.port)
            phone.get(f"/{code}")
            phone.post(f"/{code}/join", seat=seat)
            screens += [(phone, "seat"), (phone, "seat")]
    watchers = [Watcher(device, code, side) for device, side in screens]
    assert len(watchers) == 7
    return board, watchers, code


def taps(server: Server) -> Iterator[tuple[float, int, float]]:
    """Milliseconds until all seven screens have their new part, bytes of the largest part, the server's memory."""
    board, watchers, code = sit_down(server)
    own_stream = Watcher(board, code, "board")
    guess = {name: str(value) for name, value in GAME[MIDDLE].items() if name != "seat"}
    page = board.get(f"/{code}/board")
    for at in range(TAPS):
        seen = re.findall(r'name="seen" value="(\d+)"', page)[-1]
        fields = {"token": board.token, "seen": seen, "id": f"tap-{code}-{at}"}
        if at % 2:
            page, took = tap(board, f"/{code}/board/undo", fields, watchers)
        else:
            page, took = tap(board, f"/{code}/board/do", {**fields, **guess, "as": GAME[MIDDLE]["seat"]}, watchers)
        yield took, max(watcher.size for watcher in watchers), server.memory
        time.sleep(0.03)
    for watcher in [*watchers, own_stream]:
        watcher.close()


def tapping(server: Server) -> list[Result]:
    told = [one for _ in range(BATCHES) for one in taps(server)]
    times = sorted(took for took, _, _ in told)
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    return [
        below(f"tap to all of 7 screens, {len(GAME[:MIDDLE])} entries and more, p50", 15, p50, "ms"),
        below(f"the same, p99 of {len(times)}", 50, p99, "ms"),
        below("later update, the largest of them", 6000, max(size for _, size, _ in told), "bytes", 0),
        below("memory of the server with 8 screens", 90, max(memory for _, _, memory in told), "MB"),
    ]


# ---- looks ---------------------------------------------------------------------------------------------------------


def milliseconds(job: Callable[[], Any]) -> float:
    """Processor time, since the machine may be busy with other things."""
    begun = time.process_time()
    job()
    return 1000 * (time.process_time() - begun)


def looking(folder: Path) -> Iterator[Result]:
    for what, text in (("guesses and undos", many_entries()), ("counts", many_that_stand())):
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
    code = board.upload("/import", many_entries()).split("/")[1]
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
        running = board.upload("/import", middle_of_the_game()).split("/")[1]
        board.get("/")
        lobby = board.post("/tables", game="zoo_police").split("/")[1]
        for what, code, form in (
            ("first visit: scan, name, lobby", lobby, "name"),
            ("first visit: scan, take over a seat, the running game", running, "seat"),
        ):
            wire = Wire(server.port)
            context = browser.new_context(viewport=PHONE, has_touch=True)
            page = context.new_page()
            sizes: list[tuple[int, str]] = []
            page.on(
                "requestfinished",
                lambda r: sizes.append((r.sizes()["responseBodySize"] + r.sizes()["responseHeadersSize"], r.url)),
            )
            page.goto(f"{wire.url}/{code}")
            if form == "name":
                page.locator('input[name="name"]').fill("Ann")
            page.locator(f'form[action$="/join"]:has(input[name="{form}"]) button').last.click()
            page.wait_for_url("**/seat")
            page.wait_for_timeout(1000)
            yield below(what, LIMIT, len(wire.heard), "bytes", 0)
            print(*sorted(sizes), sep="\n")
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
