"""What is sent of style sheets and scripts."""

import re
from pathlib import Path

import pytest

from companion.app import folder
from companion.web.assets import smaller
from tests.served import Served

STATIC = folder("static")


def test_strings_and_sums_in_style_sheets_stay_as_they_are() -> None:
    told = smaller("text/css", b'/* a */ a , b:hover { content: "a,  b: {" ;\n  width: calc(1px +  2px) }\n')
    assert told == b' a,b:hover{content:"a,  b: {";width:calc(1px + 2px)}'


def test_scripts_lose_comments_of_their_own_lines_alone() -> None:
    told = smaller("text/javascript", b"// a\nlet a = 1; // b\n\n  // c\n  let b = 'http://x';\n")
    assert told == b"let a = 1; // b\nlet b = 'http://x';"


@pytest.mark.parametrize("script", sorted(STATIC.glob("**/*.js")), ids=lambda path: path.name)
def test_no_script_holds_a_text_of_several_lines(script: Path) -> None:
    """Such a text would lose its indentation."""
    assert all(line.count("`") % 2 == 0 for line in script.read_text().splitlines())


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("css/**/*.css")), ids=lambda path: path.name)
def test_style_sheets_lose_nothing_but_space_and_comments(sheet: Path) -> None:
    def bare(text: bytes) -> bytes:
        return re.sub(rb"/\*.*?\*/|\s+", b"", text, flags=re.DOTALL)

    assert bare(smaller("text/css", sheet.read_bytes())) == bare(sheet.read_bytes())


@pytest.mark.parametrize("name", ["awake.mp4", "awake.webm"])
def test_a_film_is_sent_in_parts_as_some_browsers_ask_for_it(name: str) -> None:
    with Served() as served:
        answer = served.device("phone").get(f"/static/x/media/{name}", headers={"Range": "bytes=0-1"})
    assert answer.status_code == 206
    assert answer.data == (STATIC / "media" / name).read_bytes()[:2]
    assert answer.mimetype == "video/" + name.rsplit(".", 1)[1]
