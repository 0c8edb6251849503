"""Every code, event, command and phase has its words."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from companion.core.codec import name_of
from companion.games.zoo_police import GAME
from companion.games.zoo_police.model import COMMANDS, EVENTS
from tests.games.words import codes_named, words_of
from tests.games.zoo_police.play import THREE, Police

WORDS = words_of("zoo_police")


def codes() -> set[str]:
    return codes_named("zoo_police") | {"card-open", "card-back"}


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_refusal_has_its_sentence(code: str) -> None:
    assert hasattr(WORDS, "refuse_" + code.replace("-", "_"))


def test_no_sentence_is_left_without_its_refusal() -> None:
    told = {name.removeprefix("refuse_").replace("_", "-") for name in vars(WORDS) if name.startswith("refuse_")}
    assert told == codes()


def test_every_event_and_every_command_has_its_words() -> None:
    assert all(hasattr(WORDS, "say_" + name_of(kind)) for kind in EVENTS)
    assert all(hasattr(WORDS, "do_" + name_of(kind)) for kind in COMMANDS)


@pytest.mark.parametrize("options", [{"innocent_variant": True}, {"mode": "tally"}, {"fifth_card_blind": True}])
def test_a_whole_game_can_be_told(options: dict[str, Any]) -> None:
    table = Police(THREE, **options)
    chance = random.Random(3)
    lines: list[str] = []
    while True:
        for viewer in (None, "Ann"):
            view = GAME.view_for(table.state_of(viewer), viewer)
            lines += [WORDS.now(view, viewer), WORDS.rules(view)]
        if table.state.phase == "over":
            break
        moves = [(who, c) for who in (None, *table.seats) for c in GAME.legal(table.state_of(who), who)]
        who, command = chance.choice(moves)
        lines.append(getattr(WORDS, "do_" + name_of(type(command)))(command))
        for event in table.play(who, command):
            lines.append(getattr(WORDS, "say_" + name_of(type(event)))(event))
            if GAME.hushed(table.state, event):
                hushed = getattr(WORDS, "hush_" + name_of(type(event)))(event)
                assert not re.search(r"said|right|point|Innocent \d", hushed)
    assert all(str(line).strip() for line in lines)
    assert not any("Secret" in str(line) or "None" in str(line) for line in lines)


@pytest.mark.parametrize(
    ("seat", "do", "fields", "words"),
    [
        ("Bob", "draw_crimes", {"extra": 1}, "The player with the marker draws the crimes, and that is Ann."),
        ("Ann", "draw_crimes", {"extra": 9}, "There is no row 9. The rows are 1 to 4."),
        (
            "Ann",
            "all_placed",
            {},
            "This belongs to another moment (laying out the Suspects). The table is at drawing the Crime cards.",
        ),
    ],
)
def test_refusals_say_what_is_wrong_and_what_to_do(seat: str, do: str, fields: dict[str, Any], words: str) -> None:
    refused = Police().refused(seat, do, **fields)
    assert str(getattr(WORDS, "refuse_" + refused.code.replace("-", "_"))(refused.facts)) == words


def test_the_result_is_told_row_by_row() -> None:
    table = Police()
    table.deal("5123", "5412", "3251")
    table.miss_all()
    (*_, assigned) = table.moves[-1]
    assert str(WORDS.say_rows_assigned(assigned)) == (
        "Round 1: row 1 to Cat (2 Crime cards), equal: Ann and Bob; row 2 to Bob (1 Crime card); "
        "row 3 to Cat (1 Crime card); row 4 to Ann (1 Crime card)."
    )
