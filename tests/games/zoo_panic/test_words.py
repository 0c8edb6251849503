"""Every refusal, event and command of Zoo Panic has its words."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from random import Random
from typing import Any

import pytest

from companion.core.codec import name_of
from companion.core.game import Refused
from companion.games.zoo_panic import GAME
from companion.games.zoo_panic.animals import PAW, PICTURES, STANDARD_ANIMALS
from companion.web import languages
from tests.games.table import Table
from tests.games.words import codes_named, words_of


def words() -> Any:
    return words_of("zoo_panic")


def codes() -> set[str]:
    return {*codes_named("zoo_panic"), "car-back-to-same-space", "car-stands-there"}


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_code_has_its_sentence(code: str) -> None:
    assert hasattr(words(), "refuse_" + code.replace("-", "_"))


def test_every_event_and_command_has_its_words() -> None:
    for event in GAME.events:
        assert hasattr(words(), "say_" + name_of(event))
    for command in GAME.commands:
        assert hasattr(words(), "do_" + name_of(command))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_told_without_a_gap(seed: int) -> None:
    told, random = words(), Random(seed)
    table = Table(GAME, "Ann Bob Cat", seed=seed, cages=9, exact_move=bool(seed))
    while not GAME.score(table.state).final:
        viewer = random.choice([None, *table.seats])
        commands = table.legal(viewer)
        if commands:
            command = random.choice(commands)
            events = table.play(viewer, command)
            assert getattr(told, "do_" + name_of(type(command)))(command).strip()
            assert all(isinstance(getattr(told, "say_" + name_of(type(e)))(e), str) for e in events)
        for me in (None, *table.seats):
            view = GAME.view_for(table.state_of(me), me)
            assert told.now(view, me).strip()
            assert "<small>" in told.rules(view)


def test_refusals_find_their_facts() -> None:
    told, table = words(), Table(GAME, "Ann Bob", cages=5, animals=("A<b>pe",))
    table.do("Ann", "roll", die=3)
    table.do("Ann", "open", cage=2, animal=1)
    table.do("Bob", "roll", die=3)
    table.do("Bob", "take_car", space=2)
    wrong = [
        ("Ann", "roll", {"die": 9}),
        ("Ann", "roll", {}),
        ("Ann", "open", {"cage": 3, "animal": 4}),
        ("Ann", "deliver", {}),
        ("Ann", "deliver", {"found": 2, "cage": 3}),
        ("Bob", "deliver", {}),
        ("Bob", "open", {"cage": 2, "animal": 4}),
        ("Bob", "open", {"cage": 3, "animal": 1}),
        ("Bob", "open", {"cage": 3, "animal": 2}),
        ("Bob", "open", {"cage": 7, "animal": 2}),
        ("Bob", "open", {"cage": 3, "animal": 7}),
        ("Ann", "take_car", {"space": 99}),
        ("Ann", "return_car", {"space": 1}),
        ("Bob", "return_car", {"space": 1}),
    ]
    heard = set()
    for seat, do, fields in wrong:
        try:
            table.do(seat, do, **fields)
        except Refused as no:
            text = getattr(told, "refuse_" + no.code.replace("-", "_"))(no.facts)
            assert "<b>" not in text
            heard.add(text)
    assert len(heard) >= 12


def test_zn_4_the_card_reminds_of_occupied_spaces() -> None:
    table = Table(GAME, "Ann Bob")
    table.do("Ann", "roll", die=1)
    assert "stop just before it" in words().rules(GAME.view_for(table.state, None))


class Loud(NullTranslations):
    """A language in which animals are written in capitals."""

    def pgettext(self, context: str, message: str) -> str:
        return message.upper() if context == "animal" else message


@pytest.fixture
def loud() -> Iterator[None]:
    before = languages._spoken.set(("en", Loud()))
    yield
    languages._spoken.reset(before)


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize("name", sorted({*STANDARD_ANIMALS, *(name.capitalize() for name in PICTURES)}))
def test_a_proposed_animal_is_called_in_the_viewers_language(name: str) -> None:
    assert words().called(f"{PICTURES[name.lower()]} {name}") == f"{PICTURES[name.lower()]} {name.upper()}"


@pytest.mark.usefixtures("loud")
def test_what_the_table_typed_is_shown_as_typed() -> None:
    assert words().called(f"{PAW} Simba") == f"{PAW} Simba"
    assert words().called(f"{PAW} 100% <b>ape") == f"{PAW} 100% &lt;b&gt;ape"
    table = Table(GAME, "Ann Bob", cages=3, animals=("Simba", "Tiger"))
    table.do("Ann", "roll", die=3)
    (taken, *_) = table.do("Ann", "open", cage=2, animal=1)
    assert str(words().say_animal_taken(taken)) == f"Ann looked into the cage of 🐯 TIGER and found {PAW} Simba."
