"""Pages made for paper: what is on them, and who may print what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser

import pytest

from companion.games import all_games
from companion.web.identity import digest
from companion.web.paper import KINDS, kinds_of
from companion.web.screens import qr_svg
from tests.pseudo import VOID, teach, unspoken
from tests.served import Device, Served, Table

EVERY_SHEET = [(slug, kind) for slug in all_games() for kind in KINDS]
every_sheet = pytest.mark.parametrize(("slug", "kind"), EVERY_SHEET)
LINK = re.compile(r"http://localhost(/s/[\w-]{43})")
NAMES = ("Ann", "Bob", "Cat")


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as house:
        yield house


@pytest.fixture
def table(served: Served) -> Table:
    return served.play("zoo_police", *NAMES, phones=("Ann", "Bob"), seed=7, assist="logic")


def has(served: Served, slug: str, kind: str) -> bool:
    with served.app.app_context():
        return kind in kinds_of(slug)


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


class WellFormed(HTMLParser):
    """Every element ends where it should, every id is the only one of its kind."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        assert self.open == []
        assert len(set(self.ids)) == len(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, self.getpos()


# ---- without a table ----------------------------------------------------------------------------------------------


@every_sheet
def test_every_sheet_of_every_game_is_there_to_print_for_each_number_of_players(
    served: Served, slug: str, kind: str
) -> None:
    path = f"/paper/{slug}/{kind}"
    if not has(served, slug, kind):
        assert served.board.get(path).status_code == 404
        return
    for players in (*all_games()[slug].seats, 99, "x"):
        answer = served.board.get(f"{path}?players={players}&paper=letter")
        assert answer.status_code == 200
        WellFormed(answer.text)
        assert 'class="leaf' in answer.text
        assert "data-print" in answer.text
        assert "<noscript>" in answer.text
    assert f'href="{path}?paper=letter"' in served.board.get("/paper?paper=letter").text


def test_every_game_has_score_sheets_and_set_up_cards_and_some_have_deduction_sheets(served: Served) -> None:
    with served.app.app_context():
        kinds = {slug: kinds_of(slug) for slug in all_games()}
        assert kinds_of("chess") == ()
    assert all({"score", "setup"} <= set(found) for found in kinds.values())
    assert {slug for slug, found in kinds.items() if "deduction" in found} == {
        "zoo_police", "zoogitives", "cops_n_robbers"
    }  # fmt: skip
    assert served.board.get("/paper/chess/setup").status_code == 404


def test_there_is_a_set_up_card_for_each_number_of_players(served: Served) -> None:
    for game in all_games().values():
        page = served.board.get(f"/paper/{game.slug}/setup").text
        cards = re.findall(r'<article class="cut">.*?</article>', page, re.S)
        told = [int(text_of(card).removeprefix(game.title).split()[0]) for card in cards]
        assert told == sorted([*game.seats, *game.other_setups])


def test_zoo_king_builds_the_decks_of_the_rulebook(served: Served) -> None:
    html = served.board.get("/paper/zoo_king/setup").text
    decks = [
        [text_of(pile) for pile in re.findall(r'<span class="king-pile .*?</span>', deck)]
        for deck in re.findall(r'<span class="king-deck">.*?</li>', html, re.S)
    ]
    as_for_four = ["16 events", "3 awards", "4 events", "3 awards", "4 events", "4 awards"]
    assert decks == [
        ["20 events", "3 awards", "4 events", "7 awards"],
        as_for_four,
        ["18 events", "3 awards", "3 events", "3 awards", "3 events", "4 awards"],
        as_for_four,
    ]
    assert [card.split()[0] for card in re.findall(r"\d awards? wins?\.", text_of(html))] == ["4", "4", "3", "3"]


@pytest.mark.parametrize(
    ("asks", "paper"),
    [
        ("en-US,en;q=0.9", "letter"),
        ("en-CA", "letter"),
        ("fr-CA,fr", "letter"),
        ("en-GB,en-US", "a4"),
        ("de", "a4"),
        ("", "a4"),
    ],
)
def test_the_paper_is_that_of_the_browsers_country_unless_another_is_chosen(
    served: Served, asks: str, paper: str
) -> None:
    headers = {"Accept-Language": asks}
    html = served.board.get("/paper/zoo_king/score", headers=headers).text
    assert f"/css/paper-{paper}.css" in html
    other = {"a4": "letter", "letter": "a4"}[paper]
    assert f"/css/paper-{other}.css" in served.board.get(f"/paper/zoo_king/score?paper={other}", headers=headers).text
    assert f"/css/paper-{paper}.css" in served.board.get("/paper/zoo_king/score?paper=papyrus", headers=headers).text


# ---- of a table ---------------------------------------------------------------------------------------------------


def test_the_way_to_paper_leads_from_home_the_lobby_the_board_and_a_phone_with_a_sheet(
    served: Served, table: Table
) -> None:
    lobby = served.board.post("/tables", {"game": "zoo_king"}).location
    assert 'href="/paper"' in served.board.get("/").text
    assert f'href="{lobby}/paper"' in served.board.get(lobby).text
    assert f'href="/{table.code}/board/paper"' in table.page()
    assert f'href="/{table.code}/seat/paper"' in table.page("Ann")
    king = served.play("zoo_king", "Ann", "Bob", phones=("Ann",))
    assert "/seat/paper" not in king.page("Ann")
    assert king.phones["Ann"].get(f"/{king.code}/seat/paper").status_code == 404


@every_sheet
def test_a_tables_sheets_bear_its_names_before_and_after_the_start(served: Served, slug: str, kind: str) -> None:
    if not has(served, slug, kind):
        return
    names = ["Xaver", "Yvonne", "Zoë"][: all_games()[slug].seats[-1]]
    lobby = served.board.post("/tables", {"game": slug}).location
    assert served.board.get(f"{lobby}/paper/{kind}").status_code == 200, "nobody sits there yet"
    for name in names:
        served.board.post(f"{lobby}/seats", {"add": name})
    running = served.play(slug, *names)
    for path in (lobby, f"/{running.code}/board"):
        answer = served.board.get(f"{path}/paper/{kind}")
        assert answer.status_code == 200
        WellFormed(answer.text)
        if kind != "setup" and (slug, kind) != ("cops_n_robbers", "deduction"):
            assert all(f"<bdi>{name}</bdi>" in answer.text for name in names)


def test_a_tables_set_up_card_follows_its_house_rules(served: Served) -> None:
    table = served.play("zoo_king", "Ann", "Bob", layout="four_player")
    assert "16 events" in text_of(served.board.get(f"/{table.code}/board/paper/setup").text)
    zoo = served.play("zoo_panic", "Ann", "Bob", cages=7)
    assert "each of the 7 cages" in text_of(served.board.get(f"/{zoo.code}/board/paper/setup").text)


def test_the_boards_deduction_sheets_are_blank_whatever_the_phones_have_marked(table: Table) -> None:
    before = table.board.get(f"/{table.code}/board/paper/deduction").text
    mark(table.phones["Ann"], table, "r1/1/1/4", "ring")
    after = table.board.get(f"/{table.code}/board/paper/deduction").text
    assert before == after
    assert 'class="pen"' not in after
    assert after.count('class="leaf"') == len(NAMES)


# ---- join cards ---------------------------------------------------------------------------------------------------


def make_cards(device: Device, table: Table, *names: str, **fields: str) -> str:
    ids = [("seat", str(seat.id)) for seat in table.referee.lobby.seats(table.code) if seat.name in names]
    answer = device.post(f"/{table.code}/board/paper/cards", [*ids, *fields.items()])
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.text


def test_a_card_opens_the_seat_whose_name_it_bears_and_opens_it_once(served: Served, table: Table) -> None:
    html = make_cards(table.board, table, "Cat", "Ann")
    WellFormed(html)
    cards = re.findall(r"<article.*?</article>", html, re.S)
    assert [re.findall(r"<bdi>(\w+)</bdi>", card) for card in cards] == [["Ann"], ["Cat"]]
    for card, name, colour in zip(cards, ("Ann", "Cat"), ("Red", "Green"), strict=True):
        (link,) = LINK.findall(card)
        assert str(qr_svg("http://localhost" + link)) in card
        assert colour in text_of(card)
        phone = served.device(f"new-{name}")
        assert phone.get(link).status_code == 200
        assert phone.post(link).location == f"/{table.code}/seat"
        assert served.referee.lobby.place(table.code, digest(phone.token)).seat == name
        assert served.device("late").get(link).status_code == 410
    assert table.phones["Ann"].get(f"/{table.code}/seat").status_code == 403


def test_printing_again_voids_the_older_cards_of_those_seats_alone(served: Served, table: Table) -> None:
    first = LINK.findall(make_cards(table.board, table, "Ann", "Cat"))
    second = LINK.findall(make_cards(table.board, table, "Cat"))
    answers = [served.device("new").get(link).status_code for link in (*first, *second)]
    assert answers == [200, 410, 200]


def test_only_seats_without_a_phone_are_ticked_and_the_others_are_warned_of(table: Table) -> None:
    page = table.board.get(f"/{table.code}/board/paper").text
    WellFormed(page)
    ticked = re.findall(r'name="seat" value="(\d+)" checked', page)
    assert ticked == [str(seat.id) for seat in table.referee.lobby.seats(table.code) if seat.name == "Cat"]
    assert page.count("will be signed out") == 2


def test_cards_for_nobody_are_explained_and_void_nothing(served: Served, table: Table) -> None:
    (link,) = LINK.findall(make_cards(table.board, table, "Cat"))
    for fields in ({}, {"seat": "99999"}, {"seat": "x"}):
        answer = table.board.post(f"/{table.code}/board/paper/cards", fields)
        assert answer.status_code == 422
        assert "Tick the seats" in answer.text
    assert served.device("new").get(link).status_code == 200


def test_nobody_but_the_board_prints_what_opens_seats(served: Served, table: Table) -> None:
    stranger, ann = served.device("stranger"), table.phones["Ann"]
    (seat,) = [str(seat.id) for seat in table.referee.lobby.seats(table.code) if seat.name == "Cat"]
    for device in (stranger, ann):
        for part in ("", "/tent", "/deduction", "/score", "/setup"):
            assert device.get(f"/{table.code}/board/paper{part}").status_code == 403
        refused = device.post(f"/{table.code}/board/paper/cards", {"seat": seat})
        assert refused.status_code == 403
        assert not LINK.search(refused.text)
    forged = table.board.post(f"/{table.code}/board/paper/cards", {"seat": seat, "token": "wrong"})
    assert forged.status_code == 422
    assert not LINK.search(forged.text)


@pytest.mark.parametrize(("size", "sheets"), [("8", [6]), ("4", [4, 2]), ("", [6])])
def test_cards_are_eight_or_four_to_a_sheet(served: Served, size: str, sheets: list[int]) -> None:
    table = served.play("zoogitives", *"ABCDEF")
    html = make_cards(table.board, table, *"ABCDEF", size=size)
    leaves = re.findall(r'<section class="leaf.*?</section>', html, re.S)
    assert [leaf.count("<article") for leaf in leaves] == sheets


def test_the_tent_bears_the_join_code_twice(table: Table) -> None:
    html = table.board.get(f"/{table.code}/board/paper/tent").text
    WellFormed(html)
    assert html.count(str(qr_svg(f"HTTP://LOCALHOST/{table.code}"))) == 2


# ---- the owner's sheet --------------------------------------------------------------------------------------------


def mark(device: Device, table: Table, key: str, value: str) -> None:
    fields = {"id": f"{key}={value}"[:60], "key": key, "value": value, "quiet": "1"}
    answer = device.post(f"/{table.code}/seat/sheet", fields)
    assert answer.status_code == 204


def test_a_filled_sheet_holds_its_owners_marks_and_what_lies_open(table: Table) -> None:
    table.do("Ann", "draw_crimes", extra="1")
    table.do("Ann", "all_placed")
    table.do("Ann", "guess", owner="Cat", row="1", number="3", shown="4")
    for key, value in (("r1/1/2/5", "out"), ("r1/2/3/2", "ring"), ("r1/1/2/1", "out")):
        mark(table.phones["Ann"], table, key, value)
    mark(table.phones["Ann"], table, "r1/1/2/1", "")
    answer = table.phones["Ann"].get(f"/{table.code}/seat/paper")
    assert answer.headers["Cache-Control"] == "no-store"
    WellFormed(answer.text)
    rows = [row.split("</tr>")[0] for row in answer.text.split("<tr>")[2:]]
    cells = [[text_of("<td" + cell) for cell in row.split("<td")[1:11]] for row in rows[:20]]
    marked = {(row, at): said for row, line in enumerate(cells) for at, said in enumerate(line) if len(said) > 1}
    open_card, gone = {(0, 8): "4 certainly"}, {(row, 8): "4 impossible" for row in (1, 2, 3)}
    assert marked == {(1, 4): "5 crossed out", (2, 6): "2 ringed", **open_card, **gone}


def test_a_filled_sheet_is_for_nobody_but_its_owner(served: Served, table: Table) -> None:
    mark(table.phones["Ann"], table, "r1/1/2/5", "out")
    own, others = (table.phones[name].get(f"/{table.code}/seat/paper").text for name in ("Ann", "Bob"))
    assert own.count("crossed out") > others.count("crossed out") == 1, "in the legend"
    for device in (table.board, served.device("stranger")):
        assert device.get(f"/{table.code}/seat/paper").status_code == 403


def test_zoogitives_prints_marks_notes_certainties_and_the_log_for_the_owner_alone(served: Served) -> None:
    people = ("Ann", "Bob", "Cat")
    table = served.play("zoogitives", *people, phones=("Ann", "Bob"), seed=3, assist="logic")
    table.submit(None, "roll_dice")
    table.submit("Ann", "take_cards", crook="Bone", expertise="hacking", hideout="Paris")
    table.submit("Ann", "report")
    for name in people[1:]:
        table.submit(name, "report", marker=1)
    mark(table.phones["Ann"], table, "1/crook/Lemon", "ask")
    mark(table.phones["Ann"], table, "notes", "Bob <looks> at Cat")
    page = table.phones["Ann"].get(f"/{table.code}/seat/paper").text
    WellFormed(page)
    assert "Bob &lt;looks&gt; at Cat" in page
    bone = re.findall(r"Bone</th>(.*?)</tr>", page, re.S)[0]
    assert bone.count("impossible") == 2, "nobody else can have the owner's crook"
    assert "question mark" in re.findall(r"Lemon</th>(.*?)</tr>", page, re.S)[0]
    report = text_of(re.findall(r"Police Report</td>(.*?)</tr>", page, re.S)[0])
    assert report == f"{table.look('Ann').view.markers['Ann']} 1 1"
    other = table.phones["Bob"].get(f"/{table.code}/seat/paper").text
    assert "looks" not in other
    assert "impossible" not in re.findall(r"Bone</th>(.*?)</tr>", other, re.S)[0]


@pytest.mark.parametrize(("note", "leaves"), [("short", 2), ("long " * 200, 3), ("a\n" * 40, 3)])
def test_a_long_note_gets_a_leaf_of_its_own_and_is_printed_once(served: Served, note: str, leaves: int) -> None:
    table = served.play("zoogitives", "Ann", "Bob", "Cat", phones=("Ann",))
    mark(table.phones["Ann"], table, "notes", note)
    page = table.phones["Ann"].get(f"/{table.code}/seat/paper").text
    assert page.count('<section class="leaf') == leaves
    assert page.count(note.strip()) == 1


def test_cops_n_robbers_crosses_off_where_he_was(served: Served) -> None:
    table = served.play("cops_n_robbers", "Ann", "Bob", phones=("Ann",))
    for fields in ({"type": "church"}, {"colour": "green"}, {"type": "boat"}):
        table.do("Ann", "radio", kind=next(iter(fields)), **fields)
    page = table.phones["Ann"].get(f"/{table.code}/seat/paper").text
    rows = {kind: [text_of("<td" + cell) for cell in cells.split("<td")[1:]]
            for kind, cells in re.findall(r"(Church|Boat|Café)</th>(.*?)</tr>", page, re.S)}  # fmt: skip
    assert rows["Church"][:5] == ["impossible"] * 4 + ["crossed out"]
    assert rows["Boat"][:5] == ["impossible"] * 4 + ["ringed"]
    assert rows["Café"][:5] == ["impossible"] * 5


def test_before_the_start_a_phones_sheet_is_blank_with_its_name(served: Served) -> None:
    lobby = served.board.post("/tables", {"game": "zoo_police"}).location.split("/")[1]
    ann = served.device("Ann")
    ann.post(f"/{lobby}/join", {"name": "Ann", "colour": "blue"})
    page = ann.get(f"/{lobby}/seat/paper").text
    assert "<bdi>Ann</bdi>" in page
    assert 'class="pen"' not in page


# ---- languages ----------------------------------------------------------------------------------------------------


def test_paper_says_nothing_past_the_translators(served: Served, table: Table) -> None:
    cookie = teach(served.app)
    titles = {part for game in all_games().values() for part in game.title.split()}
    people = [table.board, table.phones["Ann"]]
    for device in people:
        for name, value in cookie.items():
            device.client.set_cookie(name, value)
    here = f"/{table.code}/board/paper"
    paths = ["/paper", here, f"{here}/tent", *(f"{here}/{kind}" for kind in KINDS)]
    paths += [f"/paper/{slug}/{kind}" for slug, kind in EVERY_SHEET if has(served, slug, kind)]
    pages = {path: table.board.get(path).text for path in paths}
    pages["own"] = table.phones["Ann"].get(f"/{table.code}/seat/paper").text
    pages["cards"] = make_cards(table.board, table, *NAMES)
    known = {*titles, *NAMES, "Companion", "Letter", "A4", "localhost", "http", table.code}
    assert {name: words for name, page in pages.items() if (words := unspoken(page, known))} == {}
