"""Every refusal, event and command of Cops 'n' Robbers has its words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.codec import name_of
from companion.core.game import Refused
from companion.games.cops_n_robbers import GAME
from tests.games.table import Table
from tests.games.words import codes_named, words_of


def words() -> Any:
    return words_of("cops_n_robbers")


def codes() -> set[str]:
    return {*codes_named("cops_n_robbers"), "radio-pile-empty", "radio-cards-gone"}


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_code_has_its_sentence(code: str) -> None:
    assert hasattr(words(), "refuse_" + code.replace("-", "_"))


def test_every_event_and_command_has_its_words() -> None:
    for event in GAME.events:
        assert hasattr(words(), "say_" + name_of(event))
    for command in GAME.commands:
        assert hasattr(words(), "do_" + name_of(command))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_hunt_is_told_without_a_gap(seed: int) -> None:
    told, random = words(), Random(seed)
    table = Table(GAME, "Ann Bob Cat", seed=seed, cars=1 + seed, extend_game=bool(seed), redraw_dead_move=True)
    for step in range(1000):
        viewer = random.choice([None, *table.seats])
        commands = [c for c in GAME.legal(table.state, viewer) if step > 150 or name_of(type(c)) != "arrest"]
        kind = random.choice(sorted({name_of(type(c)) for c in commands}))
        command = random.choice([c for c in commands if name_of(type(c)) == kind])
        events = table.play(viewer, command)
        assert getattr(told, "do_" + kind)(command).strip()
        assert all(isinstance(getattr(told, "say_" + name_of(type(e)))(e), str) for e in events)
        for me in (None, *table.seats):
            view = GAME.view_for(table.state, me)
            assert told.now(view, me).strip()
            assert told.where(view).strip()
            assert "<small>" in told.rules(view)
            steps = [s for m in view.messages for s in m.steps] + list(view.steps)
            steps += view.reshuffle.steps if view.reshuffle else ()
            assert all(getattr(told, "step_" + s.replace("-", "_"))() for s in steps)
        if GAME.score(table.state).final:
            return
    raise AssertionError("the hunt found no end")


def test_the_line_says_how_far_the_move_has_come() -> None:
    told, table = words(), Table(GAME, "Ann Bob")
    table.do("Ann", "radio", kind="both", type="cafe", colour="green")
    heard = [told.now(GAME.view_for(table.state, "Ann"), "Ann")]
    for do, fields in (("roll", {"die": 4}), ("arrest", {"roll": 5}), ("radio", {"kind": "type", "type": "boat"})):
        table.do("Ann", do, **fields)
        heard.append(told.now(GAME.view_for(table.state, "Ann"), "Ann"))
    assert [" ".join(str(text).split()) for text in heard] == [
        "You roll and drive. The suspect is in the green café. Race!",
        "You drive 4. The suspect is in the green café. Race!",
        "You drive away 5 squares. At a telephone: take a message.",
        "Your move is over. The suspect is in the green boat. Race!",
    ]


def test_what_it_means_now_is_one_plain_sentence() -> None:
    told, table = words(), Table(GAME, "Ann Bob")
    heard = [told.where(GAME.view_for(table.state, None))]
    for fields in ({"kind": "type", "type": "cafe"}, {"kind": "colour", "colour": "green"}):
        table.do("Ann", "radio", **fields)
        heard.append(told.where(GAME.view_for(table.state, None)))
    table.do("Ann", "arrest", roll=1)
    heard.append(told.where(GAME.view_for(table.state, None)))
    assert [str(text) for text in heard] == [
        "Nobody knows where the suspect is. Find a telephone!",
        "The suspect is in one of the five cafés. The colour is still unknown.",
        "The suspect is in the green café. Race!",
        "Ann caught the suspect in the green café!",
    ]


def test_refusals_find_their_facts() -> None:
    told, table = words(), Table(GAME, "Ann Bob")
    table.do("Ann", "radio", kind="type", type="site")
    wrong = [
        ("Ann", "roll", {"die": 9}),
        ("Bob", "roll", {}),
        ("Ann", "arrest", {"roll": 1}),
        ("Ann", "radio", {"kind": "type", "type": "site"}),
        ("Ann", "radio", {"kind": "type"}),
        ("Ann", "radio", {"kind": "colour", "colour": "red", "type": "boat"}),
        ("Ann", "radio", {"kind": "assignment", "player": "<b>"}),
        ("Ann", "radio", {"kind": "other", "note": "x" * 400}),
        ("Ann", "reshuffle", {"colour": "red"}),
    ]
    heard = set()
    for seat, do, fields in wrong:
        try:
            table.do(seat, do, **fields)
        except Refused as no:
            text = getattr(told, "refuse_" + no.code.replace("-", "_"))(no.facts)
            assert "<b>" not in text
            heard.add(text)
    assert len(heard) == len(wrong)
