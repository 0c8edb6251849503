"""Lighthouse over the pages of every game, phone and board. Run: python -m tests.bench.lighthouse [PART OF A NAME]

Needs node; npx fetches Lighthouse itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.games import all_games
from tests.browser.chromium import FLAGS, chromium_path
from tests.gallery import Shot, serving
from tests.served import Served

LIGHTHOUSE = "lighthouse@12.2.3"
CATEGORIES = ("performance", "accessibility", "best-practices")
PEOPLE = ("Ann", "Bob", "Cem")


def pages(served: Served) -> Iterator[Shot]:
    board = served.board
    lobby = board.post("/tables", {"game": "zoo_police"}).headers["Location"]
    yield Shot("first page", board, "/", "phone")
    yield Shot("first page", board, "/", "board")
    yield Shot("join", served.device("stranger"), lobby.removesuffix("/board"), "phone")
    yield Shot("lobby", board, lobby, "board")
    for slug in all_games():
        table = served.play(slug, *PEOPLE, phones=PEOPLE[:1])
        yield Shot(slug, table.phones["Ann"], f"/{table.code}/seat", "phone")
        yield Shot(slug, board, f"/{table.code}/board", "board")


def report(root: str, shot: Shot, folder: Path) -> dict[str, Any]:
    out = folder / "report.json"
    cookie = f"{shot.device.served.app.config['DEVICE_COOKIE']}={shot.device.token}"
    command = ["npx", "--yes", LIGHTHOUSE, root + shot.path, "--quiet", "--output=json", f"--output-path={out}"]
    command += [f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={' '.join(FLAGS)}"]
    command += [f"--extra-headers={json.dumps({'Cookie': cookie})}"]
    if shot.side == "board":
        command.append("--preset=desktop")
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": str(chromium_path())})
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def reasons(found: dict[str, Any], category: str) -> Iterator[str]:
    """What kept the category from 100."""
    for weighed in found["categories"][category]["auditRefs"]:
        audit = found["audits"][weighed["id"]]
        if weighed["weight"] and audit["score"] is not None and audit["score"] < 1:
            yield f"{audit['id']} {audit['score']:.2f} {audit.get('displayValue', '')}".strip()


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    with Served() as served, serving(served) as root, tempfile.TemporaryDirectory() as folder:
        for shot in pages(served):
            if wanted not in f"{shot.name} {shot.side}":
                continue
            found = report(root, shot, Path(folder))
            scores = {name: round(100 * found["categories"][name]["score"]) for name in CATEGORIES}
            print(f"{shot.name:<16} {shot.side:<6}", *(f"{name} {score}" for name, score in scores.items()))
            for name, score in scores.items():
                if score < 100:
                    print("   ", "; ".join(reasons(found, name)))


if __name__ == "__main__":
    main()
