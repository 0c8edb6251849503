"""The rules of the house that no type checker knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, nodes

from companion.core.codec import name_of
from companion.games import AnyGame, all_games

HOUSE = Path(__file__).parent.parent
MODULES = sorted((HOUSE / "companion").rglob("*.py"))
TEMPLATES = sorted((HOUSE / "templates").rglob("*.html"))
GAMES = list(all_games().values())

MAY_IMPORT: dict[str, set[str]] = {
    "core": {"core"},
    "deduction": {"deduction", "core"},
    "games": {"core", "deduction"},  # and the game's own folder
    "storage": {"storage"},
    "live": {"live"},
    "referee": {"referee", "core", "games", "storage", "live"},
    "web": {"web", "core", "live", "referee", "games"},  # of games only which there are
}
"""Rooms not named here may import everything: app, cli, and what the start needs."""

START = {"app", "cli", "config", "doctor", "network", "terminal", "__main__", "__init__"}
PURE = {"core", "deduction", "games"}
PURE_STDLIB = {
    "__future__", "abc", "collections", "dataclasses", "enum", "fractions", "functools", "heapq", "itertools", "json",
    "math", "operator", "pkgutil", "re", "string", "types", "typing", "unicodedata", "urllib.parse", "bisect",
}  # fmt: skip
"""No files, no clock, no network; importlib and pkgutil only where the games are found."""

module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE / "companion")))
template = pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(HOUSE / "templates")))
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def parts(path: Path) -> tuple[str, ...]:
    return path.relative_to(HOUSE / "companion").with_suffix("").parts


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            yield node.module or ""


# ---- modules ------------------------------------------------------------------------------------------------------


@module
def test_a_module_says_what_room_it_is(path: Path) -> None:
    docstring = ast.get_docstring(tree(path)) or ""
    assert docstring.strip()
    if parts(path)[0] in PURE:
        assert docstring.startswith("PURE. ")


@module
def test_rooms_import_only_whom_they_may(path: Path) -> None:
    room, *rest = parts(path)
    if room not in MAY_IMPORT:
        assert room in START, f"{room} is no room of the house"
        return
    for name in imported(path):
        if not name.startswith("companion."):
            continue
        _, other, *inside = name.split(".")
        if room == "games" and other == "games" and len(rest) > 1:
            assert inside, "a game knows nothing of the others"
            assert inside[0] == rest[0], f"{rest[0]} imports {name}"
        else:
            assert other in MAY_IMPORT[room], f"{room} imports {name}"
        assert not (room == "web" and other == "games" and inside), "pages know no single game"


@module
def test_pure_rooms_use_the_allowed_part_of_the_standard_library(path: Path) -> None:
    if parts(path)[0] not in PURE:
        return
    for name in imported(path):
        if name.split(".")[0] == "companion":
            continue
        if name == "random":
            assert parts(path) == ("core", "dice"), "chance comes from core/dice.py alone"
        elif name in ("importlib", "pkgutil"):
            assert parts(path) == ("games", "__init__")
        else:
            assert name in PURE_STDLIB or name.split(".")[0] in PURE_STDLIB - {"urllib.parse"}, name
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input", "eval", "exec", "__import__"), node.lineno


@module
def test_secrets_are_opened_by_rules_alone(path: Path) -> None:
    room, *rest = parts(path)
    if room not in ("games", "deduction", "web", "referee"):
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "open":
            if node.args:
                continue  # a table is opened with something; a secret with nothing
            assert room == "games", f"line {node.lineno}"
            assert "rules" in rest[-1], f"line {node.lineno}"
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("Secret.open", "Secret._value"):
            raise AssertionError(f"line {node.lineno}")
        assert not (isinstance(node, ast.Attribute) and node.attr == "_value"), f"line {node.lineno}"


@module
def test_no_module_outside_a_game_names_one(path: Path) -> None:
    if parts(path)[0] == "games" and len(parts(path)) > 2:
        return
    slugs = set(all_games())
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in slugs:
            raise AssertionError(f"line {node.lineno} names {node.value}")


@template
def test_no_template_outside_a_game_names_one(path: Path) -> None:
    if path.relative_to(HOUSE / "templates").parts[0] == "games" or path.name == "patterns.html":
        return
    for slug in all_games():
        assert slug not in path.read_text(encoding="utf-8")


@module
def test_no_code_runs_text_or_asserts_what_users_say(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec"), node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup" and node.args:
            assert not isinstance(node.args[0], ast.JoinedStr), f"line {node.lineno}: markup made of pieces"


@pytest.mark.parametrize("word", ["TODO", "FIXME", "XXX", "HACK", "NotImplemented"])
def test_nothing_is_left_half_done(word: str) -> None:
    here = Path(__file__)
    for path in [*MODULES, *TEMPLATES, *(p for p in (HOUSE / "tests").rglob("*.py") if p != here)]:
        assert not re.search(rf"\b{word}\b", path.read_text(encoding="utf-8")), path


def test_the_files_stay_short() -> None:
    """300 lines are an alarm; what is longer says why in this list."""
    allowed = {"referee/door.py", "referee/lobby.py", "games/zoo_police/model.py", "cli.py"}
    long = {str(p.relative_to(HOUSE / "companion")) for p in MODULES if len(p.read_text().splitlines()) > 300}
    assert long <= allowed


# ---- templates ----------------------------------------------------------------------------------------------------


@template
def test_templates_hold_no_script_and_no_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=[\"']|javascript:", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
    if path.name == "patterns.html":
        return  # shows markup by hand, and never to players
    assert "|safe" not in text.replace(" ", "")
    assert "http://" not in re.sub(r"<strong>http://</strong>", "", text).replace("http://www.w3.org", "")


@cache
def macros(path: Path) -> frozenset[str]:
    loader = FileSystemLoader(HOUSE / "templates")
    environment = Environment(loader=loader, autoescape=True, extensions=["jinja2.ext.i18n"])
    parsed = environment.parse(path.read_text(encoding="utf-8"))
    return frozenset(macro.name for macro in parsed.find_all(nodes.Macro))


def words_of(slug: str) -> frozenset[str]:
    return macros(HOUSE / "templates" / "games" / slug / "words.html")


@every_game
@pytest.mark.parametrize("name", ["phone.html", "board.html", "words.html", "options.html"])
def test_every_game_has_its_templates(game: AnyGame, name: str) -> None:
    assert (HOUSE / "templates" / "games" / game.slug / name).is_file()


@every_game
def test_every_game_has_its_stylesheet(game: AnyGame) -> None:
    assert (HOUSE / "static" / "css" / "games" / f"{game.slug}.css").is_file()


@every_game
def test_every_event_and_command_has_its_words(game: AnyGame) -> None:
    wanted = {f"say_{name_of(event)}" for event in game.events} | {
        f"do_{name_of(command)}" for command in game.commands
    }
    assert wanted - words_of(game.slug) == set()
    assert {"now", "rules"} <= words_of(game.slug)


def codes(path: Path) -> set[str]:
    """Every refusal or doubt raised here: the texts in the first argument; where a variable is handed over, all texts
    of the module that are shaped like a code."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("refuse", "doubt", "Refused", "NameProblem"):
            told = {n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
            found |= told or shaped_like_codes(path)
    return found


def shaped_like_codes(path: Path) -> set[str]:
    texts = {str(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)}
    return {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", text) and text != "link-local"}


@every_game
def test_every_refusal_of_a_game_has_its_words(game: AnyGame) -> None:
    raised = set().union(*(codes(path) for path in (HOUSE / "companion" / "games" / game.slug).rglob("*.py")))
    assert raised
    known = words_of(game.slug) | macros(HOUSE / "templates" / "words.html")
    assert {code for code in raised if "refuse_" + code.replace("-", "_") not in known} == set()


def test_all_that_can_be_wrong_with_a_record_has_its_words() -> None:
    raised = {
        node.args[1].value
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "RecordError"
        and isinstance(node.args[1], ast.Constant)
    }
    assert len(raised) > 15
    known = macros(HOUSE / "templates" / "words.html")
    assert {code for code in raised if "record_" + str(code).replace("-", "_") not in known} == set()


def test_every_refusal_of_the_shell_has_its_words() -> None:
    rooms = ("core", "referee", "web", "deduction")
    raised = set().union(*(codes(path) for path in MODULES if parts(path)[0] in rooms))
    known = macros(HOUSE / "templates" / "words.html")
    assert {code for code in raised if "refuse_" + code.replace("-", "_") not in known} == set()


@every_game
def test_a_game_has_words_for_nothing_that_it_never_says(game: AnyGame) -> None:
    modules = [path for path in MODULES if parts(path)[0] == "core" or parts(path)[:2] == ("games", game.slug)]
    raised = set().union(*(shaped_like_codes(path) | codes(path) for path in modules))
    kinds = {f"say_{name_of(event)}" for event in game.events} | {f"hush_{name_of(event)}" for event in game.events}
    kinds |= {f"do_{name_of(command)}" for command in game.commands}
    kinds |= {"refuse_" + code.replace("-", "_") for code in raised}
    assert {name for name in words_of(game.slug) if re.match(r"(refuse|say|hush|do)_", name)} - kinds == set()


# ---- what is handed on --------------------------------------------------------------------------------------------


def test_a_built_copy_carries_templates_and_static_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    for folder in ("templates", "static"):
        for path in (HOUSE / folder).rglob("*"):
            if path.is_file():
                assert f"companion/{path.relative_to(HOUSE)}" in names
    assert {f"companion/{path.relative_to(HOUSE / 'companion')}" for path in MODULES} <= names
    assert not any(name.startswith(("tests/", "companion/tests")) for name in names)
