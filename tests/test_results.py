"""The end of a game as people see it: bars, lines, turns, and the picture to share."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageFont

from companion.referee.records import import_record
from companion.web import picture
from companion.web.drawing import HEIGHT, MARGIN, NEAREST_MARKS, Part, bars, chart
from companion.web.identity import digest
from tests.games.golden import expected, records
from tests.served import Served, Table

HOUSE = Path(__file__).parent.parent
ENDED = [path for path in records() if expected(path)["board"]["score"]["final"]]
ended = pytest.mark.parametrize("record", ENDED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as house:
        yield house


def opened(served: Served, record: Path) -> Table:
    code = import_record(served.referee, record.read_text(encoding="utf-8"), digest(served.board.token))
    return Table(served, code, {})


def record(name: str) -> Path:
    return next(path for path in records() if f"{path.parts[-3]}/{path.stem}" == name)


def texts(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def rows(table: str) -> list[list[str]]:
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall("<tr>.*?</tr>", table)]
    return [[texts(cell) for cell in row] for row in cells]


def tallied(served: Served, *people: str, **types: dict[str, dict[str, int]]) -> Table:
    """A game of Zoo Police that was only counted; everybody else has nothing."""
    table = served.play("zoo_police", *people, mode="tally")
    for name in people:
        table.submit(name, "tally", types=types.get(name, {}), pile=3, innocents=0, crimes=5 if name in types else 1)
    return table


# ---- the page -----------------------------------------------------------------------------------------------------


@ended
def test_the_page_of_an_ended_game_tells_how_it_went(served: Served, record: Path) -> None:
    table = opened(served, record)
    look, page = table.look(), table.page()
    assert look.tale is not None
    (part,) = re.findall(r'<section class="tale".*?</section>', page, re.DOTALL)
    assert part.count('role="img"') == sum(bool(bar.parts) for bar in bars(look)) + (chart(look) is not None)
    for bar in bars(look):
        assert f'<b class="figure tale-total">{bar.total}</b>' in part
    for turning in look.tale.turnings:
        line = next(line for line in look.log if line.version == turning.version)
        with served.app.test_request_context():
            told = [str(sentence) for sentence in served.app.extensions["words"].line(look, line)]
        assert all(sentence in part for sentence in told)
    assert "css/results.css" in page
    assert 'style="' not in part


@pytest.mark.parametrize("record", [path for path in records() if path not in ENDED], ids=lambda path: path.stem)
def test_a_running_game_says_nothing_of_its_results(served: Served, record: Path) -> None:
    table = opened(served, record)
    page = table.page()
    assert "tale" not in page
    assert "results.css" not in page
    assert "share.js" not in page
    for kind in ("png", "svg"):
        answer = table.board.get(f"/{table.code}/board/result.{kind}")
        assert answer.status_code == 409 or answer.status_code == 422
        assert "There is a picture once the game is over." in texts(answer.text)


def test_what_is_drawn_stands_in_a_table_too(served: Served) -> None:
    page = opened(served, record("zoo_police/whole_game_of_three")).page()
    (numbers,) = re.findall(r'<details class="fold" id="numbers".*?</details>', page, re.DOTALL)
    sources, course = map(rows, re.findall(r"<table.*?</table>", numbers.replace("\n", "")))
    assert sources[0] == ["", "Ann", "Cat", "Bob"]
    assert sources[-1] == ["Total", "29", "25", "22"]
    assert [sum(int(cell) for cell in column) for column in list(zip(*sources[1:-1], strict=True))[1:]] == [29, 25, 22]
    assert course[0] == ["Round", "Ann", "Bob", "Cat"]
    assert course[-1] == ["5", "29", "22", "25"]


def test_everybody_gets_the_same_results_on_the_phone(served: Served) -> None:
    path = record("zoogitives/zg_8_shared_victory")
    table = opened(served, path)
    (board,) = re.findall(r'<section class="tale".*?</section>', table.page(), re.DOTALL)
    seat = served.referee.lobby.seats(table.code)[2]
    phone = served.device("Cat")
    served.referee.lobby.take_free_seat(table.code, seat.id, digest(phone.token))
    (own,) = re.findall(r'<section class="tale".*?</section>', phone.get(f"/{table.code}/seat").text, re.DOTALL)
    assert own.replace("/seat/", "/board/") == board
    assert phone.get(f"/{table.code}/seat/result.png").status_code == 200
    assert phone.get(f"/{table.code}/board/result.png").status_code in (302, 303, 403)


def test_a_game_without_numbers_shows_no_empty_boxes(served: Served) -> None:
    table = tallied(served, "Ann", "Bob", "Cat", Ann={"pink": {"neutral": 4, "own": 0}})
    page = table.page()
    assert "tale-bars" in page
    assert "tale-chart" not in page
    nobody = opened(served, record("zoogitives/zg_9_nobody_wins")).page()
    assert "tale-bars" not in nobody
    assert "tale-chart" not in nobody
    assert 'id="numbers"' not in nobody


# ---- bars and lines ----------------------------------------------------------------------------------------------


@ended
def test_bars_are_as_long_as_their_totals(served: Served, record: Path) -> None:
    found = bars(opened(served, record).look())
    longest = max((bar.total for bar in found), default=0)
    for bar in found:
        assert bar.width == pytest.approx(100 * bar.total / longest)
        assert sum(part.width for part in bar.parts) == pytest.approx(100 if bar.total else 0)
        assert len({part.pattern for part in bar.parts}) == len(bar.parts)
    assert [bar.winner for bar in found] == sorted((bar.winner for bar in found), reverse=True)


@ended
def test_lines_run_from_the_left_to_the_right_and_their_signs_keep_apart(served: Served, record: Path) -> None:
    drawn = chart(opened(served, record).look())
    if drawn is None:
        return
    for line in drawn.lines:
        assert line.path.startswith("M0 ")
        assert re.search(r"[HL]1000[V ]", line.path)
        assert MARGIN <= line.mark <= HEIGHT - MARGIN
    marks = sorted(line.mark for line in drawn.lines)
    assert all(b - a >= NEAREST_MARKS - 0.01 for a, b in pairwise(marks))
    places = [place for place, _ in drawn.ticks]
    assert all(b - a >= 10 for a, b in pairwise(places))


# ---- the picture ---------------------------------------------------------------------------------------------------


@ended
def test_the_picture_is_a_png_of_its_size_with_something_on_it(served: Served, record: Path) -> None:
    table = opened(served, record)
    answer = table.board.get(f"/{table.code}/board/result.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "no-store"
    with Image.open(io.BytesIO(answer.data)) as image:
        assert image.size == (1200, 630)
        colours = {colour for _, colour in image.convert("RGB").getcolors(1_000_000) or []}
    for bar in bars(table.look()):
        fill = tuple(bytes.fromhex(picture.SEATS[bar.seat.colour][0][1:]))
        assert fill in colours


@ended
def test_the_picture_is_well_formed_and_names_everybody(served: Served, record: Path) -> None:
    table = opened(served, record)
    answer = table.board.get(f"/{table.code}/board/result.svg")
    assert answer.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(answer.text)
    told = {(text.text or "").strip() for text in root.iter(f"{SVG}text")}
    look = table.look()
    assert look.title in told
    if bars(look):
        assert {seat.name for seat in look.seats} <= told
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r"url\(#([^)]+)\)", answer.text))
    assert used <= set(ids)


def test_names_and_types_that_look_like_markup_stay_words(served: Served) -> None:
    odd, type_ = '<b>&"A', "R&B <i>"
    table = tallied(served, odd, "Bob", "نور", **{odd: {type_: {"neutral": 4, "own": 1}}})
    answer = table.board.get(f"/{table.code}/board/result.svg")
    told = {(text.text or "").strip() for text in ElementTree.fromstring(answer.text).iter(f"{SVG}text")}
    assert {odd, "نور", f"{odd} wins"} <= told
    assert f"Glasses: {type_}: 5" in told
    page = table.page()
    assert "<b>&" not in page
    assert "&amp;amp;" not in page
    assert "<i>" not in page
    assert table.board.get(f"/{table.code}/board/result.png").status_code == 200


def test_the_longest_names_of_a_full_table_stay_inside(served: Served) -> None:
    people = [f"{letter * 23}{number}" for number, letter in enumerate("WMQGDB", start=1)]
    table = served.play("cops_n_robbers", *people)
    table.submit(people[0], "radio", kind="both", type="church", colour="red")
    table.submit(people[0], "arrest", roll=1)
    answer = table.board.get(f"/{table.code}/board/result.svg")
    bold = str(HOUSE / "static" / picture.FONTS[1])
    for text in ElementTree.fromstring(answer.text).iter(f"{SVG}text"):
        words, size = (text.text or "").strip(), float(text.get("font-size", 0))
        wide = ImageFont.truetype(bold, 100).getlength(words) * size / 100
        start = float(text.get("x", 0)) - (wide if text.get("text-anchor") == "end" else 0)
        assert start >= 40, words
        assert start + wide <= 1160, words


@pytest.mark.parametrize(
    "words", ["Correct guesses: 12", "Messages that moved the suspect", "WAWAWA", "Größe, Łódź", "m.i.l"]
)
def test_words_take_no_more_room_than_was_reckoned(words: str) -> None:
    for name in picture.FONTS:
        measured = ImageFont.truetype(str(HOUSE / "static" / name), 100).getlength(words)
        assert measured <= picture.width_of(words, 100) <= 1.5 * measured


def test_a_legend_stands_under_its_parts_or_in_two_lines() -> None:
    def parts(*amounts: int) -> list[Part]:
        return [Part("x", amount, 100 * at / len(amounts), 100 / len(amounts), at) for at, amount in enumerate(amounts)]

    few = picture.legend(parts(1, 2), lambda part: f"part {part.amount}", 64, 1136, 1000)
    assert [(entry.x, entry.line) for entry in few.entries] == [(64, 0), (564, 0)]
    many = picture.legend(parts(*range(10)), lambda _: "a source with a long name", 64, 1136, 1000)
    assert {entry.line for entry in many.entries} >= {0, 1}
    for legend in (few, many):
        for line in {entry.line for entry in legend.entries}:
            row = [entry for entry in legend.entries if entry.line == line]
            ends = [entry.x + picture.SAMPLE + 6 + picture.width_of(entry.text, legend.size) for entry in row]
            assert all(end <= entry.x for end, entry in zip(ends, row[1:], strict=False))
            assert max(ends) <= 1136


def test_the_picture_has_the_colours_of_the_seats() -> None:
    tokens = (HOUSE / "static/css/tokens.css").read_text(encoding="utf-8")
    for name, (fill, sign) in picture.SEATS.items():
        assert f"--{name}: {fill};" in tokens
        (which,) = re.findall(rf"\.seat-{name} {{.*--on-seat: var\(--(\w+)-sign\)", tokens)
        assert f"--{which}-sign: {sign};" in tokens


def test_the_picture_is_painted_at_once(served: Served) -> None:
    table = opened(served, record("zoo_police/whole_game_of_four_with_innocents"))
    table.board.get(f"/{table.code}/board/result.png")
    svg = table.board.get(f"/{table.code}/board/result.svg").text
    began = time.thread_time()
    picture.painted(svg + " ", HOUSE / "static")
    assert time.thread_time() - began < 0.3


def test_without_a_painter_the_svg_is_offered(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "svg_to_bytes", None)
    table = opened(served, record("zoo_panic/zn_1_five_cages"))
    assert "result.svg" in table.page()
    assert "result.png" not in table.page()
    answer = table.board.get(f"/{table.code}/board/result.png")
    assert answer.mimetype == "image/svg+xml"


def test_strangers_get_no_picture(served: Served) -> None:
    table = opened(served, record("zoo_panic/zn_1_five_cages"))
    stranger = served.device("stranger")
    for side in ("board", "seat"):
        for kind in ("png", "svg"):
            answer = stranger.get(f"/{table.code}/{side}/result.{kind}", environ_base={"REMOTE_ADDR": "192.168.1.9"})
            assert answer.mimetype == "text/html"
            assert "P2 wins" not in answer.text
