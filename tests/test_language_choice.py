"""Which language a device speaks, and how it is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from companion.web.languages import COOKIE, LANGUAGES, language
from tests.served import Device, Served


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as house:
        yield house


def spoken(device: Device, asked: str | None = None, path: str = "/") -> str:
    """The language that a page says it is in."""
    answer = device.get(path, headers={} if asked is None else {"Accept-Language": asked})
    found = re.search(r'<html lang="([^"]*)"', answer.text)
    assert found
    return found[1]


def chooser(html: str) -> dict[str, str]:
    """The fields of the one form that chooses the language; the languages offered stand in `offered`."""
    forms = re.findall(
        r'<form class="[^"]*" id="language" method="post" action="/language">(.*?)</form>', html, re.DOTALL
    )
    assert len(forms) == 1
    hidden = dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)">', forms[0]))
    offered = dict(re.findall(r'<option value="(\w+)" lang="\1"(?: selected)?>([^<]+)</option>', forms[0]))
    chosen = re.findall(r'<option value="(\w+)" lang="\w+" selected>', forms[0])
    assert '<select class="input" id="speak" name="language"' in forms[0]
    assert "<label" in forms[0]
    assert "<button" in forms[0], "without scripts there is a button"
    assert offered == LANGUAGES, "by the languages' own names"
    return {**hidden, "chosen": ",".join(chosen)}


@pytest.mark.parametrize(
    ("asked", "spoken_then"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("FR-ca", "fr"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("en;q=0.2,sv;q=0.7,da;q=0.5", "sv"),
        ("pl,it;q=0.4", "it"),
        ("pl-PL,pl;q=0.9", "en"),
        ("no", "nb"),
        ("nn-NO", "nb"),
        ("nb-NO,en;q=0.5", "nb"),
        ("*", "en"),
        ("de;q=0,es;q=0.3", "es"),
        ("<script>,;;q=x," + "z" * 3000, "en"),
    ],
)
def test_a_device_hears_the_language_that_its_browser_prefers(
    served: Served, asked: str | None, spoken_then: str
) -> None:
    assert spoken(served.board, asked) == spoken_then
    assert chooser(served.board.get("/", headers={"Accept-Language": asked or "en"}).text)["chosen"] == spoken_then


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_was_chosen_wins_over_the_browser_and_stays(served: Served, code: str) -> None:
    answer = served.board.post("/language", {"language": code, "back": "/"})
    assert (answer.status_code, answer.location) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert f"{COOKIE}={code};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert int(re.findall(r"Max-Age=(\d+)", cookie)[0]) > 300 * 24 * 3600
    assert spoken(served.board, "fr" if code != "fr" else "de") == code
    assert spoken(served.device("other")) == "en", "each device for itself"


def test_a_cookie_with_a_language_that_is_not_offered_counts_for_nothing(served: Served) -> None:
    for wrong in ("tlh", "", "de ", "DE", "../en", "x" * 4000):
        served.board.client.set_cookie(COOKIE, wrong)
        assert spoken(served.board, "it") == "it"


@pytest.mark.parametrize("code", ["tlh", "", "DE", "de-DE", "<b>x</b>"])
def test_a_language_that_is_not_offered_is_refused_in_words(served: Served, code: str) -> None:
    answer = served.board.post("/language", {"language": code, "back": "/"})
    assert answer.status_code == 422
    assert "This language is not offered here." in unescape(answer.text)
    assert COOKIE not in str(answer.headers)
    assert "<b>x" not in answer.text
    assert spoken(served.board) == "en"


def test_only_our_own_pages_choose(served: Served) -> None:
    assert served.board.post("/language", {"language": "de", "token": "wrong"}).status_code == 422
    answer = served.board.post("/language", {"language": "de"}, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert spoken(served.board) == "en"


@pytest.mark.parametrize("back", ["/", "/BCDF", "/BCDF/seat", "/help", "/BCDF/board?x=1#y"])
def test_the_way_back_leads_to_the_page_it_was_asked_on(served: Served, back: str) -> None:
    assert served.board.post("/language", {"language": "de", "back": back}).location == back


@pytest.mark.parametrize(
    "back",
    [
        "//elsewhere.example/",
        "/\\elsewhere.example",
        "\\\\elsewhere.example",
        "http://elsewhere.example/",
        "https:elsewhere.example",
        "javascript:alert(1)",
        "elsewhere.example",
        "",
        " //elsewhere.example",
        "/\t/elsewhere.example",
        "/\n/elsewhere.example",
        "/\r\n/elsewhere.example",
        "\t//elsewhere.example",
        "/\x0b//elsewhere.example",
        "/\r\nSet-Cookie: a=b",
    ],
)
def test_the_way_back_never_leaves_the_site(served: Served, back: str) -> None:
    """Browsers drop tabs and line ends from addresses before they read them."""
    answer = served.board.post("/language", {"language": "de", "back": back})
    assert answer.status_code == 303
    assert answer.location == "/"
    assert "a=b" not in str(answer.headers)


def test_who_says_no_way_back_comes_to_the_first_page(served: Served) -> None:
    assert served.board.post("/language", {"language": "de"}).location == "/"


def test_the_language_can_be_chosen_at_home_and_when_sitting_down(served: Served) -> None:
    code = served.board.post("/tables", {"game": "zoo_police"}).location.split("/")[1]
    guest = served.device("guest")
    for path in ("/", f"/{code}"):
        fields = chooser(guest.get(path).text)
        assert fields["back"] == path
        answer = guest.post("/language", {"language": "sv", "back": fields["back"], "token": fields["token"]})
        assert (answer.status_code, answer.location) == (303, path)
        assert spoken(guest, path=path) == "sv"
        assert chooser(guest.get(path).text)["chosen"] == "sv"


def test_the_language_can_be_chosen_in_the_middle_of_a_game(served: Served) -> None:
    table = served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",), seed=7)
    for who, side in ((None, "board"), ("Ann", "seat")):
        fields = chooser(table.page(who))
        assert fields["back"] == f"/{table.code}/{side}"
        answer = table.side(who)[0].post(
            "/language", {name: fields[name] for name in ("token", "back")} | {"language": "da"}
        )
        assert (answer.status_code, answer.location) == (303, f"/{table.code}/{side}")
        assert chooser(table.page(who))["chosen"] == "da"
    assert '<html lang="da"' in table.page("Ann")
    assert table.version == 0, "the table has heard nothing of it"


def test_errors_speak_the_language_too(served: Served) -> None:
    served.board.post("/language", {"language": "es"})
    assert spoken(served.board, path="/BCDF") == "es"
    assert spoken(served.board, path="/no/such/page") == "es"


def test_what_is_said_outside_of_a_request_is_english_whoever_asked_before(served: Served) -> None:
    assert spoken(served.board, "de") == "de"
    assert language() == "en"
