"""The pages: who gets in, what is refused and how, and that nothing breaks them."""

from __future__ import annotations

import gzip
import logging
import re
import sqlite3
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from companion.core.codec import tagged
from companion.games import all_games
from companion.storage import DatabaseTrouble, Store
from companion.web import identity
from companion.web.words import Words
from tests.games.random_play import PEOPLE, Watched, moves
from tests.served import Device, Served, Table, token_of


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as house:
        yield house


@pytest.fixture
def table(served: Served) -> Table:
    return served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann", "Bob"), seed=7)


@pytest.fixture
def lobby(served: Served) -> str:
    """The code of a table at which nobody sits yet."""
    answer = served.board.post("/tables", {"game": "zoo_police"})
    assert answer.status_code == 303
    return answer.location.split("/")[1]


def guessing(table: Table) -> Table:
    assert table.do("Ann", "draw_crimes", extra="1").status_code == 303
    assert table.do("Bob", "all_placed").status_code == 303
    return table


def text_of(html: str) -> str:
    """What people read."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


class Forms(HTMLParser):
    """The forms of a page: method, action and fields with their values."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.found.append({"method": given.get("method"), "action": given.get("action"), "fields": []})
        elif tag in ("input", "button") and given.get("name") and self.found:
            self.found[-1]["fields"].append((given["name"], given.get("value") or ""))


def join(device: Device, code: str, name: str, **fields: str) -> Any:
    return device.post(f"/{code}/join", {"name": name, "colour": "red", **fields})


# ---- a post comes from our own page -------------------------------------------------------------------------------


def test_a_post_without_token_is_refused(table: Table) -> None:
    answer = table.phones["Ann"].post(f"/{table.code}/seat/do", {"do": "draw_crimes", "extra": "1", "token": ""})
    assert answer.status_code == 422
    assert "too old" in text_of(answer.text)
    assert table.version == 0


def test_a_token_of_odd_letters_is_refused_like_any_other(table: Table) -> None:
    answer = table.phones["Ann"].post(f"/{table.code}/seat/do", {"do": "draw_crimes", "token": "ключ\0"})
    assert answer.status_code == 422
    assert table.version == 0


def test_a_post_with_another_tables_token_is_refused(served: Served, table: Table) -> None:
    other = served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",))
    ann = table.phones["Ann"]
    fields = {"do": "draw_crimes", "extra": "1", "seen": "0", "id": "x", "token": ann.form_token(other.code)}
    assert ann.post(f"/{table.code}/seat/do", fields).status_code == 422
    assert table.version == other.version == 0


def test_a_post_with_another_phones_token_is_refused(table: Table) -> None:
    ann, bob = table.phones["Ann"], table.phones["Bob"]
    fields = {"do": "draw_crimes", "extra": "1", "seen": "0", "id": "x", "token": bob.form_token(table.code)}
    assert ann.post(f"/{table.code}/seat/do", fields).status_code == 422
    assert table.version == 0


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:8000", "https://localhost"])
def test_a_post_from_a_foreign_page_is_refused(table: Table, origin: str) -> None:
    fields = {"do": "draw_crimes", "extra": "1", "seen": "0", "id": "x"}
    answer = table.phones["Ann"].post(f"/{table.code}/seat/do", fields, headers={"Origin": origin})
    assert answer.status_code == 403
    assert table.version == 0


def test_a_post_from_our_own_page_passes(table: Table) -> None:
    fields = {"do": "draw_crimes", "extra": "1", "seen": "0", "id": "x"}
    answer = table.phones["Ann"].post(f"/{table.code}/seat/do", fields, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303


def test_a_replayed_post_is_absorbed(table: Table) -> None:
    fields = {"do": "draw_crimes", "extra": "1", "seen": "0", "id": "tap"}
    for _ in range(3):
        answer = table.phones["Ann"].post(f"/{table.code}/seat/do", fields)
        assert (answer.status_code, answer.location) == (303, f"/{table.code}/seat")
    assert table.version == 1


@pytest.mark.parametrize("path", ["/tables", "/open", "/import", "/score/zoo_police", "/s/abc"])
def test_no_post_anywhere_without_its_token(served: Served, path: str) -> None:
    assert served.board.post(path, {"token": "wrong", "game": "zoo_police"}).status_code == 422
    assert served.referee.tables(None) == []


def test_every_form_of_every_page_carries_its_token(served: Served, table: Table, lobby: str) -> None:
    pages = [served.board.get(path).text for path in ("/", "/score/zoo_police", f"/{lobby}/board", f"/{lobby}")]
    pages += [table.page(), table.page("Ann"), served.device("new").get(f"/{table.code}").text]
    found = [form for page in pages for form in Forms(page).found]
    assert len(found) > 15
    for form in found:
        if form["method"] == "post":
            assert dict(form["fields"]).get("token"), form


# ---- cookies and headers ------------------------------------------------------------------------------------------


def test_the_key_to_a_seat_is_kept_from_scripts_and_other_sites(served: Served) -> None:
    answer = served.app.test_client().get("/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie, "home networks have plain http"
    value = cookie.split(";")[0].split("=", 1)[1]
    assert len(value) >= 43, "256 bits"
    secure = served.app.test_client().get("/", base_url="https://localhost")
    assert "Secure" in secure.headers["Set-Cookie"]


def test_a_device_keeps_its_key(served: Served) -> None:
    assert "Set-Cookie" not in served.board.get("/").headers


def all_kinds_of_pages(served: Served, table: Table, lobby: str) -> list[tuple[Device, str]]:
    link = re.search(r"/s/[\w-]+", table.phones["Ann"].post(f"/{table.code}/seat/link").text)
    assert link
    board, ann, new = served.board, table.phones["Ann"], served.device("new")
    own = [(ann, f"/{table.code}/seat{part}") for part in ("", "/live", "/log")]
    shared = [(board, path) for path in ("/", "/help", "/score/zoo_police", f"/{lobby}/board", f"/{table.code}/board")]
    lost = [(new, path) for path in ("/nothing", "/ZZZZ", "/ZZZZ/seat", f"/{table.code}/board", f"/{table.code}/seat")]
    return [*own, *shared, *lost, (new, link[0]), (new, "/s/used"), (new, f"/{table.code}"), (new, "/join?code=A1")]


def test_every_page_forbids_foreign_content_and_being_kept(served: Served, table: Table, lobby: str) -> None:
    for device, path in all_kinds_of_pages(served, table, lobby):
        answer = device.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store", path
        assert answer.status_code < 500, path


def test_pages_hold_nothing_that_the_policy_forbids_and_no_foreign_address(
    served: Served, table: Table, lobby: str
) -> None:
    for device, path in all_kinds_of_pages(served, table, lobby):
        html = device.get(path).text
        assert not re.search(r"<[^>]+\s(style|on\w+)=", html), path
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style", html), path
        for address in re.findall(r'(?:src|href|action)="([^"]+)"', html):
            assert address.startswith(("/", "#")), (path, address)


def test_assets_are_compressed_and_kept_for_ever(served: Served) -> None:
    html = served.board.get("/").text
    found = set(re.findall(r'"(/static/[^"#]+)', html))
    assert found
    for address in found:
        answer = served.board.get(address, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in answer.headers
        if len(answer.data) > 500 and not address.endswith(".woff2"):
            assert answer.headers["Content-Encoding"] == "gzip", address
            assert gzip.decompress(answer.data)
        plain = served.board.get(address)
        assert "Content-Encoding" not in plain.headers


def test_pages_are_compressed_for_who_can_read_that(table: Table) -> None:
    path = f"/{table.code}/seat"
    packed = table.phones["Ann"].get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data).startswith(b"<!doctype html>")
    assert table.phones["Ann"].get(path).text.startswith("<!doctype html>")


@pytest.mark.parametrize("path", ["/static/x/../../pyproject.toml", "/static/x/css/nothing.css", "/static/x/css"])
def test_there_are_no_other_files(served: Served, path: str) -> None:
    assert served.board.get(path).status_code == 404


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "10.1.1.2.evil.example", "evil.example:80"])
def test_a_foreign_name_for_this_server_is_refused(served: Served, host: str) -> None:
    answer = served.board.get("/", base_url=f"http://{host}")
    assert answer.status_code == 421
    assert "address" in text_of(answer.text)


@pytest.mark.parametrize("host", ["a..b", "..", "x" * 64, "x" * 64 + ".local"])
def test_what_is_no_name_of_any_server_is_refused_without_a_page(served: Served, host: str) -> None:
    answer = served.board.get("/", headers={"Host": host})
    assert (answer.status_code, answer.text) == (421, "")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "192.168.1.20", "[::1]:8000", "10.0.0.7:81"])
def test_this_machines_own_addresses_are_served(served: Served, host: str) -> None:
    assert served.board.get("/", base_url=f"http://{host}").status_code == 200


# ---- codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/ZZZZ", "/ZZZZ/seat", "/ZZZZ/board", "/ZZZZ/seat/log", "/ZZZZ/board/stream"])
def test_a_wrong_or_stale_code_is_said_to_be_wrong(served: Served, path: str) -> None:
    answer = served.board.get(path)
    assert answer.status_code == 404
    assert "No table ZZZZ here" in text_of(answer.text)
    assert Forms(answer.text).found[0]["action"] == "/join"


@pytest.mark.parametrize("typed", ["", "A", "ABC", "BCD", "BCDFG", "12CD", "😀😀😀😀", "<script>", "b c d"])
def test_a_code_that_cannot_be_one_is_explained(served: Served, typed: str) -> None:
    answer = served.board.get("/join", query_string={"code": typed})
    assert answer.status_code == 422
    assert "code" in text_of(answer.text)
    assert "<script>" not in answer.text


def test_a_code_may_be_typed_in_any_way(served: Served, table: Table) -> None:
    for typed in (table.code, table.code.lower(), f" {table.code[:2]}-{table.code[2:]} "):
        answer = served.device("new").get("/join", query_string={"code": typed})
        assert (answer.status_code, answer.location) == (302, f"/{table.code}")
    assert served.device("new").get(f"/{table.code.lower()}").status_code == 200


def test_who_guesses_codes_is_slowed_down_and_who_sits_at_a_table_is_not(served: Served, table: Table) -> None:
    stranger = served.device("stranger")
    told = [stranger.get("/ZZZZ").status_code for _ in range(identity.MISSES_ALLOWED + 3)]
    assert told == [404] * identity.MISSES_ALLOWED + [429] * 3
    blocked = stranger.get(f"/{table.code}")
    assert blocked.status_code == 429, "a right code is no longer told from a wrong one"
    assert "minute" in text_of(blocked.text)
    assert table.phones["Ann"].get(f"/{table.code}/seat").status_code == 200
    assert served.board.get(f"/{table.code}/board").status_code == 200


def test_wrong_codes_from_ever_new_addresses_take_no_more_room() -> None:
    misses = identity.Misses()
    for number in range(3 * identity.ADDRESSES_KEPT):
        misses.note(f"fe80::{number:x}")
    assert len(misses._times) <= identity.ADDRESSES_KEPT


def test_wrong_codes_are_forgotten_after_a_while() -> None:
    misses = identity.Misses(allowed=1, forgotten=0.0)
    misses.note("a")
    assert not misses.blocked("a")
    misses = identity.Misses(allowed=1, forgotten=60.0)
    misses.note("a")
    assert misses.blocked("a")
    assert not misses.blocked("b")


# ---- sitting down -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "type a name"),
        ("   ", "type a name"),
        ("\u200b\u202e", "type a name"),
        ("x" * 200, "too long"),
        ("é" * 25, "too long"),
        ("😀🦁", "at least one letter"),
        ("Board", "shared screen"),
        ("ann", "called ann already"),
        ("  ＡＮＮ ", "already"),
    ],
)
def test_names_that_cannot_be_are_explained_and_nothing_is_lost(
    served: Served, lobby: str, name: str, said: str
) -> None:
    assert join(served.device("Ann"), lobby, "Ann").status_code == 303
    answer = join(served.device("new"), lobby, name, colour="green")
    assert answer.status_code == 422
    assert said in text_of(answer.text)
    assert [seat.name for seat in served.referee.lobby.seats(lobby)] == ["Ann"]
    assert re.search(r'value="green"[^>]* checked', answer.text), "the colour stays chosen"


@pytest.mark.parametrize("name", ["שרה", "<script>x</script>", 'O\'Neil "&"', "Zoë 🦁", "{{ 7*7 }}", "a\u202eb"])
def test_odd_names_break_nobodys_page(served: Served, lobby: str, name: str) -> None:
    assert join(served.device("odd"), lobby, name).status_code == 303
    for number, other in enumerate(("Bob", "Cat")):
        assert join(served.device(other), lobby, other, colour=("blue", "green")[number]).status_code == 303
    odd = served.referee.lobby.seats(lobby)[0].name
    assert "\u202e" not in odd
    pages = [served.board.get(f"/{lobby}/board"), served.device("Bob").get(f"/{lobby}/seat")]
    assert served.board.post(f"/{lobby}/board/start", {"first": ""}).status_code == 303
    pages += [served.board.get(f"/{lobby}/board"), served.device("odd").get(f"/{lobby}/seat")]
    for page in pages:
        assert page.status_code == 200
        assert odd in unescape(page.text)
        assert "<script>x" not in page.text
        assert "49" not in odd


def test_a_colour_taken_a_second_before_is_named(served: Served, lobby: str) -> None:
    assert join(served.device("Ann"), lobby, "Ann").status_code == 303
    answer = join(served.device("Bob"), lobby, "Bob")
    assert answer.status_code == 422
    assert "Red has just been taken" in text_of(answer.text)
    assert 'value="Bob"' in answer.text, "the name stays typed"
    assert join(served.device("Bob"), lobby, "Bob", colour="mauve").status_code == 422


def test_joining_twice_keeps_one_seat(served: Served, lobby: str) -> None:
    for name in ("Ann", "Anna"):
        assert join(served.device("Ann"), lobby, name).location == f"/{lobby}/seat"
    assert [seat.name for seat in served.referee.lobby.seats(lobby)] == ["Ann"]
    assert served.device("Ann").get(f"/{lobby}").location == f"/{lobby}/seat"


def test_a_full_table_says_so(served: Served, lobby: str) -> None:
    for name, colour in zip(PEOPLE[:4], ("red", "blue", "green", "yellow"), strict=True):
        join(served.device(name), lobby, name, colour=colour)
    late = join(served.device("Eva"), lobby, "Eva", colour="purple")
    assert late.status_code == 422
    assert "seats are taken" in text_of(late.text)
    assert "full" in text_of(served.device("Eva").get(f"/{lobby}").text)


def test_a_latecomer_takes_a_seat_that_has_no_phone_and_no_other(served: Served, table: Table) -> None:
    seats = {seat.name: str(seat.id) for seat in table.referee.lobby.seats(table.code)}
    late = served.device("late")
    page = text_of(late.get(f"/{table.code}").text)
    assert "I am Cat" in page
    assert "I am Ann" not in page
    no = late.post(f"/{table.code}/join", {"seat": seats["Ann"]})
    assert no.status_code == 422
    assert "plays on a phone" in text_of(no.text)
    assert late.post(f"/{table.code}/join", {"seat": seats["Cat"]}).location == f"/{table.code}/seat"
    assert "You" in late.get(f"/{table.code}/seat").text or "Ann" in late.get(f"/{table.code}/seat").text
    assert late.post(f"/{table.code}/join", {"name": "New", "colour": "green"}).location == f"/{table.code}/seat"
    assert served.device("later").post(f"/{table.code}/join", {"name": "New"}).status_code == 422


@pytest.mark.parametrize("seat", ["", "0", "-1", "x", "9" * 30])
def test_a_seat_that_is_not_there_is_said_to_be_gone(served: Served, table: Table, seat: str) -> None:
    answer = served.device("late").post(f"/{table.code}/join", {"seat": seat})
    assert answer.status_code == 422
    assert "not at this table" in text_of(answer.text)


def test_the_board_arranges_the_table_without_javascript(served: Served, lobby: str) -> None:
    board, seats = served.board, served.referee.lobby.seats
    for name in ("Ann", "Bob", "Cat"):
        assert board.post(f"/{lobby}/board/seats", {"add": name}).status_code == 303
    ids = {seat.name: str(seat.id) for seat in seats(lobby)}
    for fields in ({"up": ids["Cat"]}, {"down": ids["Ann"]}, {"seat": ids["Bob"], "to": "0"}):
        assert board.post(f"/{lobby}/board/seats", fields).status_code == 303
    assert [seat.name for seat in seats(lobby)] == ["Bob", "Cat", "Ann"]
    assert (
        board.post(f"/{lobby}/board/seats", {"seat": ids["Bob"], "name": "Ben", "colour": "orange"}).status_code == 303
    )
    assert (seats(lobby)[0].name, seats(lobby)[0].colour) == ("Ben", "orange")
    assert board.post(f"/{lobby}/board/seats", {"remove": ids["Ann"]}).status_code == 303
    assert board.post(f"/{lobby}/board/start").status_code == 422
    assert board.post(f"/{lobby}/board/seats", {"add": "Dan"}).status_code == 303
    assert board.post(f"/{lobby}/board/options", {"assist": "logic", "innocent_variant": "on"}).status_code == 303
    assert board.post(f"/{lobby}/board/start", {"first": ids["Cat"]}).status_code == 303
    view = served.referee.look(lobby, None).view
    assert view.order == ("Cat", "Dan", "Ben")
    assert (view.options.assist, view.options.innocent_variant) == ("logic", True)


def test_beginning_takes_the_house_rules_as_they_stand_on_the_screen(served: Served, lobby: str) -> None:
    for name in ("Ann", "Bob", "Cat"):
        served.board.post(f"/{lobby}/board/seats", {"add": name})
    ticked = {"first": "", "house_rules": "all", "assist": "odds", "open_scores": "on"}
    assert served.board.post(f"/{lobby}/board/start", ticked | {"assist": "always"}).status_code == 422
    assert not served.referee.lobby.started(lobby)
    assert served.board.post(f"/{lobby}/board/start", ticked).status_code == 303
    options = served.referee.look(lobby, None).view.options
    assert (options.assist, options.open_scores, options.innocent_variant) == ("odds", True, False)


def test_the_fields_of_an_entry_to_mend_are_named_in_words(table: Table) -> None:
    table.submit("Ann", "draw_crimes", extra=2)
    page = text_of(table.board.get(f"/{table.code}/board/log?version=1").text)
    assert "Row of the fifth crime" in page
    assert "Extra" not in page


@pytest.mark.parametrize("action", ["seats", "options", "start", "free", "again", "link"])
def test_a_phone_cannot_use_the_boards_tools(table: Table, action: str) -> None:
    answer = table.phones["Ann"].post(f"/{table.code}/board/{action}", {"seat": "1", "add": "Dan"})
    assert answer.status_code == 403
    assert "not the board" in text_of(answer.text)
    assert table.phones["Ann"].get(f"/{table.code}/board").status_code == 403
    assert table.phones["Ann"].get(f"/{table.code}/board/record").status_code == 403
    assert table.phones["Ann"].get(f"/{table.code}/board/stream").status_code == 403


def test_a_board_is_opened_again_from_the_device_that_serves_and_from_no_other(served: Served, table: Table) -> None:
    other = served.device("tv")
    assert other.get(f"/{table.code}/board").status_code == 403
    far = other.post("/open", {"code": table.code}, environ_base={"REMOTE_ADDR": "192.168.1.50"})
    assert far.status_code == 403
    assert other.get(f"/{table.code}/board").status_code == 403
    assert other.post("/open", {"code": table.code}).location == f"/{table.code}/board"
    assert other.get(f"/{table.code}/board").status_code == 200


def test_the_first_page_lists_all_tables_here_and_elsewhere_only_ones_own(served: Served, table: Table) -> None:
    def listed(device: Device, address: str) -> bool:
        return table.code in device.get("/", environ_base={"REMOTE_ADDR": address}).text

    assert listed(served.device("new"), "127.0.0.1")
    assert not listed(served.device("new"), "192.168.1.50")
    assert listed(table.phones["Ann"], "192.168.1.50")


# ---- moving a seat ------------------------------------------------------------------------------------------------


def link_from(device: Device, table: Table, **fields: str) -> str:
    side = "board" if device is table.board else "seat"
    page = device.post(f"/{table.code}/{side}/link", fields)
    assert page.status_code == 200
    found = re.search(r"/s/[\w-]+", page.text)
    assert found
    return found[0]


def test_a_private_link_works_once_and_looking_does_not_use_it_up(served: Served, table: Table) -> None:
    link = link_from(table.phones["Ann"], table)
    new = served.device("new")
    for _ in range(3):
        page = new.get(link)
        assert page.status_code == 200
        assert "Play as Ann" in text_of(page.text)
    assert table.phones["Ann"].get(f"/{table.code}/seat").status_code == 200, "until then the old phone plays on"
    assert new.post(link).location == f"/{table.code}/seat"
    assert new.get(f"/{table.code}/seat").status_code == 200
    for late in (served.device("third").get(link), served.device("third").post(link)):
        assert late.status_code in (410, 422)
        assert "used before" in text_of(late.text)


def test_the_old_phone_is_signed_out_and_says_so(served: Served, table: Table) -> None:
    old = table.phones["Ann"]
    served.device("new").post(link_from(old, table))
    page = old.get(f"/{table.code}/seat")
    assert page.status_code == 403
    assert "The seat was moved to another phone" in text_of(page.text)
    for part in ("/live", "/log", "/stream"):
        assert old.get(f"/{table.code}/seat{part}").status_code == 403
    poll = old.get(f"/{table.code}/seat/live", htmx=True)
    assert poll.headers.get("HX-Redirect") == f"/{table.code}/seat"
    deed = old.post(f"/{table.code}/seat/do", {"do": "draw_crimes", "extra": "1", "seen": "0", "id": "x"})
    assert deed.status_code == 403
    assert table.version == 0


def test_a_newer_link_voids_the_older_one(served: Served, table: Table) -> None:
    older = link_from(table.phones["Ann"], table)
    newer = link_from(table.phones["Ann"], table)
    assert served.device("new").get(older).status_code == 410
    assert served.device("new").get(newer).status_code == 200


def test_the_board_signs_a_phone_out_and_plays_for_the_seat(served: Served, table: Table) -> None:
    ann = str(next(seat.id for seat in table.referee.lobby.seats(table.code) if seat.name == "Ann"))
    assert table.board.post(f"/{table.code}/board/free", {"seat": ann}).status_code == 303
    assert table.phones.pop("Ann").get(f"/{table.code}/seat").status_code == 403
    assert table.do("Ann", "draw_crimes", extra="1").status_code == 303
    served.device("new").post(link_from(table.board, table, seat=ann))
    assert served.device("new").get(f"/{table.code}/seat").status_code == 200


# ---- acting -------------------------------------------------------------------------------------------------------


def test_the_board_acts_for_those_without_a_phone_alone(table: Table) -> None:
    fields = {"do": "draw_crimes", "extra": "1", "seen": "0", "as": "Ann"}
    answer = table.board.post(f"/{table.code}/board/do", {**fields, "id": "a"})
    assert answer.status_code == 422
    assert "Ann plays on a phone" in text_of(answer.text)
    answer = table.board.post(f"/{table.code}/board/do", {**fields, "id": "b", "as": "Cat"})
    assert answer.status_code == 409, "out of turn, but hers to do"
    answer = table.board.post(f"/{table.code}/board/do", {**fields, "id": "c", "as": "Nobody"})
    assert answer.status_code == 422
    assert table.version == 0


def test_a_phone_acts_for_its_own_seat_whatever_it_says(table: Table) -> None:
    fields = {"do": "draw_crimes", "extra": "1", "seen": "0", "id": "a", "as": "Ann", "seat": "Ann"}
    assert table.phones["Bob"].post(f"/{table.code}/seat/do", fields).status_code == 422
    del fields["seat"]
    answer = table.phones["Bob"].post(f"/{table.code}/seat/do", fields)
    assert answer.status_code == 409
    assert "Ann" in text_of(answer.text)
    assert table.version == 0


def test_fields_of_any_name_do_not_fill_the_memory(
    served: Served, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.words.MACROS_KEPT", 3)
    words = Words(served.app.jinja_env)
    monkeypatch.setitem(served.app.extensions, "words", words)
    for number in range(4):
        answer = table.do("Ann", "draw_crimes", extra=1, **{f"strange{number}": "1"})
        assert f"“strange{number}” does not belong here." in text_of(answer.text)
    assert words._macro.cache_info().currsize <= 3


def test_a_doubt_offers_to_record_it_anyway_and_the_second_tap_does(table: Table) -> None:
    answer = table.do("Bob", "draw_crimes", extra="3")
    assert answer.status_code == 409
    form = next(form for form in Forms(answer.text).found if ("overrule", "not-first-player") in form["fields"])
    assert ("extra", "3") in form["fields"]
    again = table.phones["Bob"].post(form["action"], form["fields"])
    assert again.status_code == 303
    assert table.look().view.extra == 3
    assert "recorded all the same" in text_of(table.page("Ann"))


def test_a_stale_page_is_shown_how_the_table_stands(table: Table) -> None:
    table.do("Ann", "draw_crimes", extra="1")
    answer = table.do("Ann", "draw_crimes", extra="2", seen="0")
    assert answer.status_code == 422
    assert "moved on" in text_of(answer.text)
    assert "All cards are down" in text_of(answer.text), "the page is the present one"


BAD_GUESSES = [
    ({"owner": "Bob", "row": "1"}, "face up already"),
    ({"owner": "Ann", "row": "2"}, "own card"),
    ({"number": "0"}, "1 to 5"),
    ({"number": "6"}, "1 to 5"),
    ({"number": "x"}, "not a whole number"),
    ({"number": ""}, "missing"),
    ({"number": "2.5"}, "not a whole number"),
    ({"number": "9" * 50}, "not a whole number"),
    ({"row": "0"}, "rows are 1 to 4"),
    ({"row": "5"}, "rows are 1 to 4"),
    ({"owner": "Nobody"}, "Nobody at this table"),
    ({"owner": "<script>x"}, "Nobody at this table"),
    ({"shown": "9"}, "1 to 5"),
    ({"colour": "red"}, "does not belong here"),
    ({"number.x": "1"}, "does not fit"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD_GUESSES, ids=[str(wrong) for wrong, _ in BAD_GUESSES])
def test_bad_guesses_end_in_a_sentence_and_lose_nothing(table: Table, wrong: dict[str, str], said: str) -> None:
    guessing(table)
    assert table.do("Ann", "guess", owner="Bob", row="1", number="1", shown="2").status_code == 303
    for who in ("Bob", "Cat"):
        owner = "Cat" if who == "Bob" else "Bob"
        assert table.do(who, "guess", owner=owner, row="4", number="1", shown="5").status_code == 303
    before = table.version
    fields = {"owner": "Cat", "row": "2", "number": "3", "shown": "3", **wrong}
    answer = table.do("Ann", "guess", **{name.replace(".", "__"): value for name, value in fields.items()})
    assert answer.status_code == 422
    assert said in text_of(answer.text)
    assert table.version == before


def test_a_guess_out_of_turn_is_doubted(table: Table) -> None:
    guessing(table)
    answer = table.do("Bob", "guess", owner="Cat", row="2", number="3", shown="3")
    assert answer.status_code == 409
    assert "Ann’s turn" in text_of(answer.text)
    assert table.version == 2


@pytest.mark.parametrize("do", ["", "nothing", "guess", ["guess", "guess"]])
def test_forms_that_are_no_command_end_in_a_sentence(table: Table, do: Any) -> None:
    answer = table.do("Ann", do)
    assert answer.status_code == 422
    assert len(text_of(answer.text)) > 40


@pytest.mark.parametrize("odd", ["version", "seen"])
@pytest.mark.parametrize("value", ["9" * 6000, "-1", "x", "٣", ""])
def test_odd_numbers_in_the_shells_own_fields_end_in_a_sentence(table: Table, odd: str, value: str) -> None:
    table.do("Ann", "draw_crimes", extra="1")
    fields = {"strike": "1", "version": "1", "seen": "1", "id": "x", odd: value}
    answer = table.phones["Ann"].post(f"/{table.code}/seat/correct", fields)
    assert answer.status_code == 422
    assert table.phones["Ann"].get(f"/{table.code}/seat/log", query_string={"version": value}).status_code == 200
    assert table.version == 1


def counting(served: Served) -> Table:
    return served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",), mode="tally")


BAD_TALLIES = [
    ({"pile": "-1"}, "Enter 0 to"),
    ({"pile": str(10**9)}, "Enter 0 to"),
    ({"pile": "1" * 40}, "not a whole number"),
    ({"pile": "2.5"}, "not a whole number"),
    ({"pile": "two"}, "not a whole number"),
    ({"pile": ""}, "Fill in the points"),
    ({"crimes": ""}, "Fill in how many"),
    ({"crimes": "26"}, "Enter 0 to 25"),
    ({"innocents": "11"}, "Enter 0 to 10"),
    ({"types__purple__neutral": "-1"}, "Enter 0 to"),
    ({"types__purple__neutral": str(10**9)}, "Enter 0 to"),
    ({"types__purple__neutral": "1.5"}, "not a whole number"),
    ({"types__purple__other": "1"}, "does not belong here"),
    ({"types": "x"}, "does not fit"),
    ({"types__" + "x" * 40 + "__neutral": "1", "types__" + "x" * 40 + "__own": "1"}, "1 to 24 letters"),
    ({"crimes": "1", "types__pink__neutral": "1", "types__pink__own": "1"}, "2 types cannot come from 1"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "said"), BAD_TALLIES, ids=[str(wrong)[:40] for wrong, _ in BAD_TALLIES])
def test_bad_counts_end_in_a_sentence_and_lose_nothing(served: Served, wrong: dict[str, str], said: str) -> None:
    table = counting(served)
    right = {"pile": "3", "crimes": "2", "innocents": "0", "types__purple__neutral": "1", "types__purple__own": "1"}
    fields = {**right, **wrong} if "types" not in wrong else {"pile": "3", "crimes": "2", **wrong}
    answer = table.do("Ann", "tally", **fields)
    assert answer.status_code == 422
    assert said in text_of(answer.text)
    assert table.version == 0


def test_more_crimes_than_exist_cannot_be_counted_together(served: Served) -> None:
    table = counting(served)
    assert table.do("Ann", "tally", pile="3", crimes="15", innocents="0").status_code == 303
    answer = table.do(None, "tally", **{"for": "Bob"}, pile="3", crimes="11", innocents="0")
    assert answer.status_code == 422
    assert "only 10 are left" in text_of(answer.text)


def test_without_javascript_every_deed_is_answered_by_the_page_it_leads_to(table: Table) -> None:
    guessing(table)
    ann = table.phones["Ann"]
    assert table.undo("Bob").location == f"/{table.code}/seat"
    assert ann.post(f"/{table.code}/seat/sheet", {"mark": "r1/1/1/1=out", "id": "m"}).location == f"/{table.code}/seat"
    assert ann.post(f"/{table.code}/seat/sheet", {"undo": "1"}).status_code == 303
    mended = {"do": "draw_crimes", "extra": "2", "version": "1", "seen": str(table.version), "id": "c"}
    assert ann.post(f"/{table.code}/seat/correct", mended).location == f"/{table.code}/seat/log"
    assert table.look().view.extra == 2
    leave = ann.post(f"/{table.code}/seat/leave")
    assert leave.location == f"/{table.code}"
    assert ann.get(f"/{table.code}/seat").status_code == 403


def test_with_javascript_the_answer_is_the_fresh_part_of_the_page(table: Table) -> None:
    answer = table.do("Ann", "draw_crimes", htmx=True, extra="1")
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="screen"')
    assert int(answer.headers["X-Revision"]) == table.look().revision
    assert "HX-Request" in answer.headers["Vary"]


def test_a_sheet_is_its_owners_alone(served: Served, table: Table) -> None:
    guessing(table)
    table.phones["Ann"].post(f"/{table.code}/seat/sheet", {"mark": "r1/1/2/3=ring", "id": "m1"})
    assert "r1/1/2/3" in table.page("Ann")
    assert 'data-mark="ring"' in table.page("Ann")
    assert 'data-mark="ring"' not in table.page("Bob")
    assert 'data-mark="ring"' not in table.page()
    for fields in ({"mark": "", "id": "x"}, {"mark": "a=b", "id": ""}, {"key": "k" * 81, "value": "v", "id": "x"}):
        assert table.phones["Ann"].post(f"/{table.code}/seat/sheet", fields).status_code == 422
    assert served.device("new").post(f"/{table.code}/seat/sheet", {"mark": "a=b", "id": "x"}).status_code == 403


def test_a_finished_game_is_played_again_by_all(served: Served) -> None:
    table = counting(served)
    table.do("Ann", "tally", pile="3", crimes="0", innocents="0")
    for name in ("Bob", "Cat"):
        table.do(None, "tally", **{"for": name}, pile="1", crimes="0", innocents="0")
    assert "Ann wins" in text_of(table.page())
    answer = table.board.post(f"/{table.code}/board/again")
    again = answer.location.split("/")[1]
    assert table.phones["Ann"].get(f"/{again}/seat").status_code == 200
    assert f"/{again}/seat" in table.page("Ann")


# ---- just scoring -------------------------------------------------------------------------------------------------


def test_a_finished_game_is_scored_without_a_lobby(served: Served) -> None:
    fields = {f"plays.{c}": "on" for c in ("red", "blue", "green")} | {"name.red": "Ann", "name.blue": "Bob"}
    answer = served.board.post("/score/zoo_police", fields)
    assert answer.status_code == 303
    code = answer.location.split("/")[1]
    look = served.referee.look(code, None)
    assert [(seat.name, seat.colour) for seat in look.seats] == [("Ann", "red"), ("Bob", "blue"), ("Green", "green")]
    assert look.view.phase == "score"


@pytest.mark.parametrize("names", [("Ann", "Ann", ""), ("x" * 99, "", ""), ("😀", "", ""), ("Ann",)])
def test_wrong_names_for_scoring_leave_no_table_behind(served: Served, names: tuple[str, ...]) -> None:
    colours = ("red", "blue", "green")[: len(names)]
    fields = {f"plays.{c}": "on" for c in colours} | {f"name.{c}": n for c, n in zip(colours, names, strict=True)}
    answer = served.board.post("/score/zoo_police", fields)
    assert answer.status_code == 422
    assert served.referee.tables(None) == []


# ---- records ------------------------------------------------------------------------------------------------------

HEADER = '{"record": 1, "game": "zoo_police", "seats": ["Ann", "Bob", "Cat"]}\n'


def upload(device: Device, content: bytes) -> Any:
    head = 'Content-Disposition: form-data; name="{}"'.format
    parts = [head("token").encode(), b"", device.form_token().encode(), b"--cut"]
    parts += [head("record").encode() + b'; filename="game.jsonl"', b"", content, b"--cut--", b""]
    form = {"data": b"--cut\r\n" + b"\r\n".join(parts), "content_type": "multipart/form-data; boundary=cut"}
    return device.client.post("/import", **form)


def test_no_board_reads_the_secrets_of_a_running_game(table: Table) -> None:
    table.submit("Ann", "draw_crimes", extra=1)
    table.submit("Bob", "place", numbers=[5, 2, 1, 3])
    answer = table.board.get(f"/{table.code}/board/record")
    assert answer.status_code == 422
    assert "once the game is over" in text_of(answer.text)
    assert "5, 2, 1, 3" not in answer.text


def test_a_record_opens_as_a_table_and_comes_out_again(served: Served) -> None:
    table = served.play("zoo_police", "Ann", "Bob", "Cat", mode="tally")
    for who in ("Ann", "Bob", "Cat"):
        table.submit(who, "tally", types={}, pile=1, innocents=0, crimes=0)
    text = table.board.get(f"/{table.code}/board/record")
    assert "attachment" in text.headers["Content-Disposition"]
    answer = upload(served.board, text.data)
    assert answer.status_code == 303
    code = answer.location.split("/")[1]
    assert served.referee.record(code) == text.text
    assert served.referee.look(code, None).view == table.look().view


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Line 1"),
        (b"\xff\xfe", "not plain text"),
        (b"hello", "Line 1"),
        (b'{"record": 1, "game": "chess", "seats": ["Ann", "Bob"]}', "no game called"),
        (HEADER.encode() + b'{"seat": "Ann", "do"', "Line 2"),
        (HEADER.encode() + b'{"seat": "Ann", "do": "draw_crimes", "extra": 9}', "Line 2"),
        (HEADER.encode() + b'{"seat": "<script>x", "do": "y"}', "Line 2"),
        (b"x" * 2_100_000, "too big"),
        (HEADER.encode() + b'{"undo": true}\n' * 5_001, "too many lines"),
    ],
)
def test_files_that_are_no_record_are_explained_and_nothing_is_kept(served: Served, content: bytes, said: str) -> None:
    answer = upload(served.board, content)
    assert answer.status_code == 422
    assert said in text_of(answer.text)
    assert "<script>x" not in answer.text
    assert served.referee.tables(None) == []


def test_a_post_that_is_far_too_big_is_refused(served: Served) -> None:
    form = "application/x-www-form-urlencoded"
    answer = served.board.client.post("/import", data=b"note=" + b"x" * 3_000_000, content_type=form)
    assert answer.status_code == 413
    assert "too big" in text_of(answer.text)


def test_who_sends_too_much_to_a_table_finds_the_way_back(served: Served) -> None:
    code = served.play("zoo_police", "Ann", "Bob", "Cat").code
    form = "application/x-www-form-urlencoded"
    answer = served.board.client.post(f"/{code}/board/do", data=b"kept=" + b"x" * 3_000_000, content_type=form)
    assert answer.status_code == 413
    assert f'href="/{code}"' in answer.text


# ---- every screen of every game -----------------------------------------------------------------------------------


def walk(table: Table, seed: int, **options: Any) -> Iterator[None]:
    """A random whole game, told to the referee move by move."""
    look = table.look()
    played = Watched(all_games()[look.slug], len(look.seats), look_seed(table), **options)
    for who, command in moves(played, seed):
        raw = tagged(command, "do", secrets="raw")
        table.submit(who, raw.pop("do"), **raw)
        yield


def look_seed(table: Table) -> int:
    with table.served.store.reading() as connection:
        row = table.served.store.table(connection, table.code)
    assert row
    return row.seed


@pytest.mark.parametrize(
    "options",
    [{}, {"innocent_variant": True, "open_scores": True, "assist": "odds"}, {"mode": "tally"}],
    ids=["plain", "everything", "tally"],
)
def test_every_phase_of_zoo_police_has_its_pages(served: Served, options: dict[str, Any]) -> None:
    table = served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",), seed=3, **options)
    seen: dict[str, int] = {}
    for _ in walk(table, 5, **options):
        phase = table.look().view.phase
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] < 4 or seen[phase] % 20 == 0:
            table.page()
            table.page("Ann")
    table.page(None, "/log")
    table.page("Ann", "/log")
    assert {"score", "over"} <= set(seen)
    assert options.get("mode") == "tally" or {"draw", "place", "identify", "assign"} <= set(seen)


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_game_has_its_pages_from_the_lobby_to_the_end(served: Served, slug: str) -> None:
    seats = PEOPLE[: all_games()[slug].seats[1]]
    code = served.board.post("/tables", {"game": slug}).location.split("/")[1]
    assert served.board.get(f"/{code}/board").status_code == 200
    for name, colour in zip(seats[:-1], ("red", "blue", "green", "yellow"), strict=False):
        assert join(served.device(name), code, name, colour=colour).status_code == 303
    served.board.post(f"/{code}/board/seats", {"add": seats[-1]})
    form = next(f for f in Forms(served.board.get(f"/{code}/board").text).found if f["action"].endswith("/options"))
    assert form["fields"]
    first = next(str(seat.id) for seat in served.referee.lobby.seats(code) if seat.name == seats[0])
    assert served.board.post(f"/{code}/board/start", {"first": first}).status_code == 303
    table = Table(served, code, {name: served.device(name) for name in seats[:-1]})
    for number, _ in enumerate(walk(table, 2)):
        if number < 6 or number % 20 == 0:
            table.page()
            table.page(seats[number % (len(seats) - 1)])
    table.page()
    table.page(seats[0])
    table.page(None, "/log")


# ---- when the database gives trouble ------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Table]:
    with Served(tmp_path / "db") as house:
        yield house.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",))


def on_every_connection(table: Table, pragma: str) -> None:
    engine = table.served.store._engine
    engine.dispose()

    @event.listens_for(engine, "connect")
    def set_it(connection: Any, _record: Any) -> None:
        connection.execute(pragma)


@pytest.mark.parametrize(
    ("pragma", "said"), [("PRAGMA query_only=ON", "can’t be written to"), ("PRAGMA max_page_count=1", "disk is full")]
)
def test_what_cannot_be_saved_is_said_and_nothing_is_lost(kept: Table, pragma: str, said: str) -> None:
    before = kept.look()
    on_every_connection(kept, pragma)
    for _ in range(200):  # there may be some room left
        answer = kept.do("Ann", "draw_crimes", extra="1")
        if answer.status_code != 303:
            break
        kept.undo()
        before = kept.look()
    assert answer.status_code == 503
    assert said.replace("’", "'") in text_of(answer.text).replace("’", "'")
    assert kept.look() == before
    assert kept.page("Ann"), "looking still works"
    on_every_connection(kept, "PRAGMA query_only=OFF")
    on_every_connection(kept, "PRAGMA max_page_count=100000")
    assert kept.do("Ann", "draw_crimes", extra="1").status_code == 303


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        house.play("zoo_police", "Ann", "Bob", "Cat")
    with sqlite3.connect(tmp_path / "db") as database:
        database.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    database.close()
    with pytest.raises(DatabaseTrouble, match="newer version"):
        Store(tmp_path / "db")


@pytest.mark.parametrize("content", [b"garbage" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_garbage_in_place_of_the_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "db").write_bytes(content)
    with pytest.raises(DatabaseTrouble, match="damaged"):
        Store(tmp_path / "db")
    assert (tmp_path / "db").read_bytes() == content


@pytest.mark.parametrize("meta", ["", "CREATE TABLE meta (key TEXT, value TEXT)"])
def test_another_programs_database_is_left_alone(tmp_path: Path, meta: str) -> None:
    with sqlite3.connect(tmp_path / "db") as database:
        database.execute("CREATE TABLE songs (title TEXT)")
        database.execute(meta)
    database.close()
    with pytest.raises(DatabaseTrouble, match="another program"):
        Store(tmp_path / "db")
    with sqlite3.connect(tmp_path / "db") as database:
        names = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
    database.close()
    assert "entries" not in names


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseTrouble, match="can't be opened"):
        Store(tmp_path / "nowhere" / "db")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET options = '{broken' WHERE code = ?",
        "UPDATE tables SET game = 'chess' WHERE code = ?",
        "UPDATE tables SET options = '{\"no_such_rule\": 1}' WHERE code = ?",
        "UPDATE entries SET content = '{broken' WHERE table_id = (SELECT id FROM tables WHERE code = ?)",
        "UPDATE entries SET content = '[1]' WHERE table_id = (SELECT id FROM tables WHERE code = ?)",
        "UPDATE seats SET name = 'Zed' WHERE place = 0 AND table_id = (SELECT id FROM tables WHERE code = ?)",
    ],
)
def test_a_damaged_table_is_set_aside_and_the_others_open(tmp_path: Path, damage: str) -> None:
    with Served(tmp_path / "db") as house:
        bad = house.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",))
        good = house.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",))
        bad.submit("Ann", "draw_crimes", extra=1)
    with sqlite3.connect(tmp_path / "db") as database:
        assert database.execute(damage, (bad.code,)).rowcount == 1
    database.close()
    with Served(tmp_path / "db") as house:
        home = house.board.get("/")
        assert home.status_code == 200
        assert good.code in home.text
        assert house.device("Ann").get(f"/{good.code}/seat").status_code == 200
        page = house.device("Ann").get(f"/{bad.code}/seat")
        assert page.status_code == 500
        assert f"Table {bad.code} can’t be read" in text_of(page.text)


# ---- what is written down elsewhere -------------------------------------------------------------------------------


def test_log_lines_hold_no_secrets(kept: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    kept.do("Ann", "draw_crimes", extra="1")
    link = link_from(kept.phones["Ann"], kept)
    placing = {f"numbers__{row}": n for row, n in zip("1234", "5213", strict=True)}
    assert kept.do("Ann", "place", **placing).status_code == 303
    on_every_connection(kept, "PRAGMA query_only=ON")
    assert kept.undo("Ann").status_code == 503
    on_every_connection(kept, "PRAGMA query_only=OFF")
    with kept.served.store.writing() as connection:
        connection.exec_driver_sql("DROP TABLE marks")
        connection.exec_driver_sql("ALTER TABLE entries RENAME TO gone")
    fields = {"do": "place", "seen": "1", "id": "x", **{k.replace("__", "."): v for k, v in placing.items()}}
    assert kept.phones["Ann"].post(f"/{kept.code}/seat/do", fields).status_code >= 500
    written = caplog.text
    assert written, "something was written down"
    keys = token_of("Ann"), link.removeprefix("/s/"), kept.phones["Ann"].form_token(kept.code)
    for secret in ("5, 2, 1, 3", "5213", *keys):
        assert secret not in written
