"""Pictures of every page and state of every game: python -m tests.gallery FOLDER [--game SLUG] [--language CODE]

Phone (390 x 844) and board (1024 x 768), light and dark, each as a PNG, and sheets of many small ones to look through.
The language `nl` is the one of `tests.pseudo`: sentences that are longer by two fifths.
"""

from __future__ import annotations

import argparse
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import waitress
from PIL import Image, ImageDraw
from playwright.sync_api import BrowserContext, Page, sync_playwright

from companion.games import all_games
from companion.web.languages import COOKIE, LANGUAGES
from tests import pseudo
from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.table import BOARD, PHONE
from tests.served import Device, Served
from tests.states import game_states

SIZES = {"phone": PHONE, "board": BOARD}
SCHEMES = ("light", "dark")
TALLEST = 6000
TILES = {"phone": (10, 390, 1000), "board": (5, 780, 900)}
"""Pictures of a sheet in a row; width and greatest height of each before the sheet is made smaller by half."""

SUBMIT = """([action, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}"""


LAY_DOWN = """() => {
  for (const one of document.body.querySelectorAll("*"))
    if (["fixed", "sticky"].includes(getComputedStyle(one).position)) one.style.position = "static";
}"""


@dataclass(frozen=True)
class Shot:
    """A page to be opened by a device; then `send` is sent as a form, or `script` runs in it."""

    name: str
    device: Device
    path: str
    side: str
    send: tuple[str, dict[str, Any]] | None = None
    script: str = ""


@contextmanager
def serving(served: Served) -> Iterator[str]:
    """The address at which the app can be opened by browsers."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    listener = socket.create_server(("127.0.0.1", 0))  # stays open as long as the server's thread looks at it
    server = waitress.create_server(served.app, sockets=[listener], threads=64)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        served.bus.close()


# ---- what is to be seen --------------------------------------------------------------------------------------------


def shell_shots(served: Served) -> Iterator[Shot]:
    board, ann, stranger = served.board, served.device("ann"), served.device("stranger")

    def both(name: str, device: Device, path: str, **more: Any) -> Iterator[Shot]:
        for side in SIZES:
            yield Shot(f"shell-{name}", device, path, side, **more)

    yield from both("home-empty", board, "/")
    code = board.post("/tables", {"game": "zoo_police"}).headers["Location"].split("/")[1]
    lobby = f"/{code}/board"
    yield Shot("shell-lobby-empty", board, lobby, "board")
    yield from both("join-first", stranger, f"/{code}")
    ann.post(f"/{code}/join", {"name": "Ann"})
    yield Shot("shell-lobby-of-one", ann, f"/{code}/seat", "phone")
    for name in ("Bartholomäus", "Cem"):
        board.post(f"/{code}/seats", {"add": name})
    yield Shot("shell-lobby", board, lobby, "board")
    yield Shot("shell-lobby", ann, f"/{code}/seat", "phone")
    yield Shot("shell-join", stranger, f"/{code}", "phone")
    yield Shot("shell-name-taken", stranger, f"/{code}", "phone", send=(f"/{code}/join", {"name": "ann"}))
    yield from both("home", board, "/")
    yield from both("home-of-a-phone", ann, "/")
    yield from both("help", board, "/help")
    yield from both("no-such-code", stranger, "/ZZZZ")
    yield from both("no-such-page", stranger, "/nowhere")
    yield from both("not-yours", stranger, lobby)
    for game in all_games().values():
        if game.quick is not None:
            yield from both(f"score-{game.slug}", board, f"/score/{game.slug}")
        if game.judge is not None:
            yield from both(f"judge-{game.slug}", board, f"/judge/{game.slug}")
        opened = board.post("/tables", {"game": game.slug}).headers["Location"]
        script = "document.querySelector('#options').open = true"
        yield Shot(f"shell-house-rules-{game.slug}", board, opened, "board", script=script)
    yield from running_shots(served)


def running_shots(served: Served) -> Iterator[Shot]:
    people = ("Ann", "Bartholomäus", "Cem")
    table = served.play("zoo_police", *people, phones=("Ann",))
    ann, board = table.phones["Ann"], served.board
    seat, shared = f"/{table.code}/seat", f"/{table.code}/board"
    open_all = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    for device, path, side in ((ann, seat, "phone"), (board, shared, "board")):
        yield Shot("shell-all-folds-open", device, path, side, script=open_all)
        yield Shot("shell-lost", device, path, side, script="document.getElementById('lost').hidden = false")
    told = {"token": ann.form_token(table.code), "id": "gallery-1"}
    late = {**told, "seen": "77", "do": "draw_crimes", "extra": "1"}
    yield Shot("shell-refused", ann, seat, "phone", send=(f"{seat}/do", late))
    table.submit("Ann", "draw_crimes", extra=1)
    table.submit(None, "all_placed")
    twice = {**told, "seen": str(table.version), "do": "guess", "owner": "Cem", "row": "1", "number": "2", "shown": "2"}
    table.submit("Ann", "guess", owner="Cem", row=1, number=3, shown=2)
    out_of_turn = {**twice, "seen": str(table.version)}
    yield Shot("shell-doubt", ann, seat, "phone", send=(f"{seat}/do", out_of_turn))
    for device, path, side in ((ann, seat, "phone"), (board, shared, "board")):
        yield Shot("shell-log", device, f"{path}/log", side)
        yield Shot("shell-mending", device, f"{path}/log?version=3", side)


def game_shots(served: Served, slug: str) -> Iterator[Shot]:
    for state in game_states(served, slug):
        yield Shot(state.name, state.device, state.path, state.side)
        if state.side == "phone" and "sheet" in state.device.get(state.path).text and state.look.undo is None:
            yield Shot(f"{state.name}-open", state.device, state.path, "phone", script=OPEN_FOLDS)


OPEN_FOLDS = "document.querySelectorAll('.game details').forEach((one) => { one.open = true; })"


# ---- taking the pictures -------------------------------------------------------------------------------------------


@dataclass
class Camera:
    folder: Path
    root: str
    language: str
    contexts: dict[tuple[str, str], BrowserContext]
    taken: dict[str, list[Path]] = field(default_factory=lambda: {side: [] for side in SIZES})

    def take(self, shot: Shot) -> None:
        for scheme in SCHEMES:
            context = self.contexts[shot.side, scheme]
            context.clear_cookies()
            key = shot.device.served.app.config["DEVICE_COOKIE"]
            cookies = {key: shot.device.token, COOKIE: self.language}
            context.add_cookies([{"name": name, "value": value, "url": self.root} for name, value in cookies.items()])
            page = context.pages[0]
            page.set_viewport_size(SIZES[shot.side])
            page.goto(self.root + shot.path, wait_until="load")
            if shot.send is not None:
                action, fields = shot.send
                code = action.split("/")[1]
                with page.expect_navigation():
                    page.evaluate(SUBMIT, [action, {"token": shot.device.form_token(code), **fields}])
            if shot.script:
                page.evaluate(shot.script)
            name = shot.name if shot.side in shot.name else f"{shot.name}-{shot.side}"
            self.taken[shot.side].append(self.whole(page, f"{name}-{scheme}"))
            page.goto("about:blank")  # before it hears of the next state and opens that

    def whole(self, page: Page, name: str) -> Path:
        """The window keeps its size, which pages look at; what sticks to its edges is laid down in the page."""
        page.evaluate(LAY_DOWN)
        height = page.evaluate("document.documentElement.scrollHeight")
        width = page.viewport_size["width"] if page.viewport_size else 0
        path = self.folder / f"{name}.png"
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)}
        page.screenshot(path=path, full_page=True, clip=clip)  # type: ignore[arg-type]
        return path


def sheets(folder: Path, side: str, pictures: list[Path]) -> None:
    """Many pictures on one, by half their size, each with its name."""
    columns, width, height = TILES[side]
    ordered = sorted(pictures)
    for first in range(0, len(ordered), columns):
        row = ordered[first : first + columns]
        tiles = []
        for path in row:
            with Image.open(path) as picture:
                shown = picture.convert("RGB")
                shown.thumbnail((width, 10_000))
                tiles.append(shown.crop((0, 0, shown.width, min(shown.height, height * 2))))
        tall = max(tile.height for tile in tiles) + 24
        sheet = Image.new("RGB", ((width + 8) * columns, tall), "#888")
        draw = ImageDraw.Draw(sheet)
        for at, (tile, path) in enumerate(zip(tiles, row, strict=True)):
            sheet.paste(tile, (at * (width + 8), 24))
            draw.text((at * (width + 8) + 4, 4), path.stem[-60:], fill="#fff")
        sheet.resize((sheet.width // 2, sheet.height // 2)).save(folder / f"sheet-{side}-{first // columns:03}.png")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--game", choices=[*all_games(), "shell"], default="")
    asked.add_argument("--language", choices=[*LANGUAGES, pseudo.CODE], default="en")
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        served = stack.enter_context(Served())
        pseudo.teach(served.app)
        root = stack.enter_context(serving(served))
        engine = stack.enter_context(sync_playwright())
        browser = engine.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        contexts = {}
        for side, size in SIZES.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": size["width"], "height": size["height"]},
                    color_scheme=scheme,
                    reduced_motion="reduce",
                    has_touch=side == "phone",
                )
                context.new_page()
                contexts[side, scheme] = context
        camera = Camera(given.folder, root, given.language, contexts)
        if given.game in ("", "shell"):
            for shot in shell_shots(served):
                camera.take(shot)
        if given.game != "shell":
            for shot in game_shots(served, given.game):
                camera.take(shot)
        for side, pictures in camera.taken.items():
            sheets(given.folder, side, pictures)
            print(f"{side}: {len(pictures)} pictures")
        browser.close()


if __name__ == "__main__":
    main()
