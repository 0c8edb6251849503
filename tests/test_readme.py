"""What the README promises is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.games import all_games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", re.findall(r"!\[[^]]*\]\(([^)]+)\)", README))
def test_every_picture_is_there(path: str) -> None:
    assert (ROOT / path).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`companion ([a-z]+)", README))))
def test_every_command_is_there(command: str) -> None:
    assert command in main.commands


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?:companion|templates|static|tests)/[\w./]*", README))))
def test_every_place_of_the_map_is_there(path: str) -> None:
    if not re.search(r"/x(\.css)?$", path):
        assert (ROOT / path.rstrip(".")).exists()


@pytest.mark.parametrize("module", sorted(set(re.findall(r"-m\s+(tests\.[\w.]*\w)", README))))
def test_every_bench_is_there(module: str) -> None:
    assert (ROOT / f"{module.replace('.', '/')}.py").exists()


def test_every_game_is_named() -> None:
    assert [game.title for game in all_games().values() if f"| {game.title} |" not in README] == []
