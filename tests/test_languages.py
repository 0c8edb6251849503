"""Every sentence in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Message
from jinja2 import Environment, nodes

from companion.games import all_games
from companion.web.languages import COOKIE, LANGUAGES
from tests.games.golden import records
from tests.languages import HOUSE, compiled, path_of, read, sources
from tests.pseudo import WORD, teach, unspoken
from tests.served import Served
from tests.states import states_of

TEMPLATES = HOUSE / "templates"
CODES = [code for code in LANGUAGES if code != "en"]
FACT = re.compile(r"%\(\w+\)[sd]|%%|</?\w+[^>]*>")
NAMES = frozenset(("Companion", "Zoo", "Police", "Zoogitives", "Panic", "Cops", "Robbers", "King"))

each_language = pytest.mark.parametrize("code", CODES)
each_template = pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)


def key(message: Message) -> tuple[Any, Any]:
    return message.context, message.id


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


# ---- the catalogues ------------------------------------------------------------------------------------------------


@each_language
def test_a_catalogue_holds_just_the_sentences_of_the_sources(code: str) -> None:
    """Otherwise: python -m tests.languages, and translate what is new."""
    assert {key(m) for m in read(code)} == {key(m) for m in sources()}


@each_language
def test_every_sentence_is_translated(code: str) -> None:
    assert [m.id for m in read(code) if m.id and (m.fuzzy or not all(strings(m)))] == []


@each_language
def test_a_translation_keeps_the_facts_and_the_tags_of_its_sentence(code: str) -> None:
    lost = []
    for message in read(code):
        if not message.id:
            continue
        ids = (message.id,) if isinstance(message.id, str) else message.id
        wanted = sorted(set(FACT.findall(ids[-1])) - {"%(num)s"})
        for told in strings(message):
            if sorted(set(FACT.findall(told)) - {"%(num)s"}) != wanted and not _singular_may_drop(ids, told):
                lost.append((message.id, told))
    assert lost == []


def _singular_may_drop(ids: tuple[str, ...], told: str) -> bool:
    """The singular of a sentence may leave out what its own original leaves out."""
    return len(ids) == 2 and set(FACT.findall(told)) - {"%(num)s"} == set(FACT.findall(ids[0])) - {"%(num)s"}


@each_language
def test_a_translation_breaks_no_page(code: str) -> None:
    """Sentences stand in attributes, too, and are not escaped."""
    strange = []
    for message in read(code):
        original = "".join(message.id)
        for told in strings(message) if message.id else ():
            bare = re.sub(r"</?\w+>", "", told)
            strange += [told for sign in '"<>' if sign in bare and sign not in re.sub(r"</?\w+>", "", original)]
    assert strange == []


@each_language
def test_what_is_served_is_what_was_translated(code: str) -> None:
    assert path_of(code, "mo").read_bytes() == compiled(read(code))


@each_language
def test_the_plurals_are_those_of_the_language(code: str) -> None:
    catalogue = read(code)
    several = [m for m in catalogue if m.id and not isinstance(m.id, str)]
    assert several
    assert all(len(strings(m)) == catalogue.num_plurals for m in several)


# ---- no sentence beside the catalogues -----------------------------------------------------------------------------


def words_in(path: Path) -> Iterator[str]:
    """What stands between the tags, all branches one after the other."""
    tree = Environment(extensions=["jinja2.ext.i18n"]).parse(path.read_text(encoding="utf-8"))
    for block in tree.find_all(nodes.Block):
        if block.name.endswith("_class"):
            block.body = []
    text = " ".join(part.data for part in tree.find_all(nodes.TemplateData))
    text = re.sub(r'<[^<>]*>|&\w+;|\b[\w-]+="[^"]*"', " ", text)
    yield from (word for word in WORD.findall(text) if word not in NAMES)


@each_template
def test_a_template_says_nothing_past_the_translators(path: Path) -> None:
    if path.name == "patterns.html":  # a page for those who build screens
        return
    assert list(words_in(path)) == []


@pytest.mark.parametrize("slug", list(all_games()))
def test_a_running_game_says_nothing_past_the_translators(slug: str) -> None:
    with Served() as served:
        cookie = teach(served.app)
        seen: set[tuple[Any, ...]] = set()
        found: dict[str, str] = {}
        for path in records():
            if path.parent.parent.name != slug:
                continue
            for state in states_of(served, path, seen, phones=True):
                for name, value in cookie.items():
                    state.device.client.set_cookie(name, value)
                answer = state.device.get(state.path)
                assert answer.status_code == 200
                names = {word for seat in state.look.seats for word in WORD.findall(seat.name)}
                for words in unspoken(answer.text, {*names, *NAMES, state.look.code, "en", "of"}):
                    found.setdefault(words, state.name)
        assert seen
        assert found == {}


@pytest.mark.parametrize("slug", list(all_games()))
def test_the_way_to_a_game_says_nothing_past_the_translators(slug: str) -> None:
    with Served() as served:
        cookie = teach(served.app)
        for name, value in cookie.items():
            served.board.client.set_cookie(name, value)
        code = served.referee.lobby.open(slug, "somebody")
        stranger = served.device("stranger")
        stranger.client.set_cookie(*next(iter(cookie.items())))
        started = served.board.post("/tables", {"game": slug})
        lobby = started.headers["Location"]
        pages = {
            "home": served.board.get("/"),
            "help": served.board.get("/help"),
            "join": stranger.get(f"/{code}"),
            "lobby": served.board.get(lobby),
            "no such code": stranger.get("/ZZZZ"),
            "not yours": stranger.get(f"/{code}/board"),
            "no such page": stranger.get("/nowhere"),
            "score": served.board.get(f"/score/{slug}"),
            "judge": served.board.get(f"/judge/{slug}"),
        }
        pages = {name: page for name, page in pages.items() if page.status_code != 302}
        known = {*NAMES, code, lobby.split("/")[1], *LANGUAGES.values(), "Nobody", "ZZZZ", "en", "of"}
        assert {name: words for name, page in pages.items() if (words := unspoken(page.text, known))} == {}


# ---- speaking ------------------------------------------------------------------------------------------------------


def test_each_device_hears_its_own_language_at_one_table() -> None:
    with Served() as served:
        table = served.play("zoo_police", "Ann", "Bob", "Cem", phones=("Ann", "Bob", "Cem"))
        table.phones["Bob"].client.set_cookie(COOKIE, "de")
        table.phones["Cem"].client.set_cookie(COOKIE, "fr")
        pages = {name: table.page(name) for name in table.phones}
        assert {name: re.findall(r'<html lang="(\w+)"', page) for name, page in pages.items()} == {
            "Ann": ["en"], "Bob": ["de"], "Cem": ["fr"],
        }  # fmt: skip
        told = {name: re.findall(r'class="now-text">(.*?)</p>', page)[0] for name, page in pages.items()}
        assert len(set(told.values())) == 3


@each_language
def test_what_one_has_heard_does_not_stay_for_the_next(code: str) -> None:
    """Sentences and parts are kept ready; each language has its own."""

    def lasting(page: str) -> str:
        return re.sub(r'value="[0-9a-f]{24}"', "", page)

    with Served() as served:
        table = served.play("zoo_police", "Ann", "Bob", "Cem", phones=("Ann",))
        english = lasting(table.page("Ann"))
        table.phones["Ann"].client.set_cookie(COOKIE, code)
        other = lasting(table.page("Ann"))
        assert other != english
        table.phones["Ann"].client.set_cookie(COOKIE, "en")
        assert lasting(table.page("Ann")) == english
