"""Zoo King: every code, event, command and phase has its words."""

from __future__ import annotations

import random
import re
from contextvars import ContextVar
from dataclasses import fields as dataclass_fields
from typing import Any

import pytest

from companion.core.codec import name_of
from companion.games.zoo_king import GAME
from companion.games.zoo_king.awards import NO_TIEBREAK, STAR_TOTAL, most_value
from companion.games.zoo_king.cards import AWARDS, EVENTS, FACILITIES, HABITATS, STAFF, TYPES
from companion.games.zoo_king.commands import Details
from companion.web import languages
from tests.games.words import codes_named, rules_text, words_of
from tests.games.zoo_king.play import CATALOGUE, Table, a_move, awards_table, count, give, to_awards, zoos
from tests.pseudo import OPEN, Pseudo

WORDS = words_of("zoo_king")


def codes() -> set[str]:
    return codes_named("zoo_king") | set(re.findall(r'"([a-z]+-unknown)"', rules_text("zoo_king")))


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_refusal_has_its_sentence(code: str) -> None:
    assert hasattr(WORDS, "refuse_" + code.replace("-", "_"))


def test_no_sentence_is_left_without_its_refusal() -> None:
    told = {name.removeprefix("refuse_").replace("_", "-") for name in vars(WORDS) if name.startswith("refuse_")}
    assert told == codes()


def test_every_event_command_and_note_has_its_words() -> None:
    assert all(hasattr(WORDS, "say_" + name_of(kind)) for kind in GAME.events)
    assert all(hasattr(WORDS, "do_" + name_of(kind)) for kind in GAME.commands)
    assert all(str(WORDS.note(code)).strip() for code in ("all-zero", "last-chance", "unlisted", "volunteer"))


def test_the_reference_card_knows_every_card() -> None:
    for name in (*AWARDS, *EVENTS, *STAFF, *FACILITIES):
        assert str(WORDS.about(name)).strip(), name
    assert set(WORDS.ABOUT["staff"]) == set(STAFF)
    assert set(WORDS.ABOUT["facilities"]) == set(FACILITIES)


@pytest.mark.parametrize("mode", ["awards", "referee"])
@pytest.mark.parametrize("seats", ["Ann Bob", "Ann Bob Cat Dee"])
def test_a_whole_game_can_be_told(seats: str, mode: str) -> None:
    table = Table(GAME, seats, mode=mode, catalogue=CATALOGUE, seed=4)
    chance = random.Random(4)
    lines: list[str] = []
    while True:
        for viewer in (None, "Ann"):
            view = GAME.view_for(table.state_of(viewer), viewer)
            lines += [WORDS.now(view, viewer), WORDS.rules(view)]
        if table.score().final:
            break
        who, command = a_move(table, chance)
        lines.append(getattr(WORDS, "do_" + name_of(type(command)))(command))
        quiet = ("swap_closed", "task_set", "task_closed")
        for event in table.play(who, command):
            line = getattr(WORDS, "say_" + name_of(type(event)))(event)
            lines += [] if name_of(type(event)) in quiet and not str(line).strip() else [line]
    assert all(str(line).strip() for line in lines)
    assert not any("Secret" in str(line) or "None" in str(line) for line in lines)


def said(events: tuple[Any, ...]) -> list[str]:
    return [str(getattr(WORDS, "say_" + name_of(type(event)))(event)) for event in events]


def test_an_admission_is_told_player_by_player() -> None:
    table = zoos(starters=("Ice Cream Stand", "Aviary", "Safari Grille"))
    assert said(table.do("Ann", "draw_event", event="Admission")) == [
        "Ann drew Admission.",
        "Ann +200 (Admission, Safari Grille), Bob +200 (Admission, Ice Cream Stand), Cat +100 (Admission).",
    ]


def test_a_decision_is_told_with_its_reckoning() -> None:
    table = awards_table()
    to_awards(table)
    count(table, "Big Cat King", Ann=(2, 5), Bob=(2, 7), Cat=1)
    assert said(table.moves[-1])[-1] == "Bob wins Big Cat King (Ann 2/5, Bob 2/7, Cat 1)."


@pytest.mark.parametrize(
    ("do", "fields", "words"),
    [
        ("buy", {"card": "Tiger", "from": "market"}, "Ann can’t pay 500. The money must be there before any bonus."),
        (
            "exchange",
            {"give": "Otter", "take": "Lion"},
            "Lion is both dearer and better rated than Otter. Price or stars must be equal or less.",
        ),
        ("buy", {"card": "Yak", "from": "market"}, "What is the list price of Yak? (0 if none is printed.)"),
        (
            "draw_event",
            {"event": "Quake"},
            "Zoo King has no event called “Quake”. Pick one from the list, or “unlisted”.",
        ),
    ],
)
def test_refusals_say_what_is_wrong_and_what_to_do(do: str, fields: dict[str, Any], words: str) -> None:
    table = zoos()
    give(table, "Ann", "Otter")
    table.do("Ann", "draw_event", event="unlisted")
    table.do("Ann", "money", amount=-800)
    refused = table.refused("Ann", do, **fields)
    assert str(getattr(WORDS, "refuse_" + refused.code.replace("-", "_"))(refused.facts)) == words


def test_what_is_printed_in_the_box_is_called_as_the_viewer_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_spoken", ContextVar("spoken", default=("nl", Pseudo())))
    for name in (*AWARDS, STAR_TOTAL, *EVENTS, *STAFF, *FACILITIES, *HABITATS, *TYPES):
        assert str(WORDS.called(name)).startswith(OPEN + name), name
    assert str(WORDS.called("Okapi")) == "Okapi"


def test_every_award_says_what_it_counts_and_what_breaks_its_tie() -> None:
    for title in (*AWARDS, STAR_TOTAL):
        broken = [str(say(title)) != "" for say in (WORDS.breaks_tie, WORDS.tie_label, WORDS.your_tie)]
        assert broken == [title not in NO_TIEBREAK] * 3, title
        assert all(str(say(title)) for say in (WORDS.counts_what, WORDS.your_count, WORDS.how_many)), title
        assert str(WORDS.counted(title, 3)).startswith("3 ")
        few = most_value(title) <= 9
        assert str(WORDS.how_many(title)).startswith("How many ") == few, title


def test_every_field_that_can_be_mended_has_a_name() -> None:
    fields = {f"field_{field.name.rstrip('_')}" for kind in GAME.commands for field in dataclass_fields(kind)}
    details = {f"field_details_{field.name}" for field in dataclass_fields(Details)}
    told = {name for name in vars(WORDS) if name.startswith("field_")}
    assert told == fields - {"field_details"} | details
