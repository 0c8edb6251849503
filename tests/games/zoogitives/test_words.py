"""Every code, event, command and moment has its words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.codec import name_of
from companion.core.secret import seal_for
from companion.games.zoogitives import GAME
from companion.games.zoogitives.events import EVENTS
from companion.games.zoogitives.model import COMMANDS
from tests.games.words import codes_named, words_of
from tests.games.zoogitives.play import FOUR, THREE, Zoo, fields

WORDS = words_of("zoogitives")
SILENT = {"turn_passed", "question_asked", "question_answered"}
"""Questions and answers are heard by two players, who see them on their phones."""


def codes() -> set[str]:
    return codes_named("zoogitives")


def sentence(table: Zoo, seat: str | None, do: str, **what: Any) -> str:
    refused = table.refused(seat, do, **what)
    return str(getattr(WORDS, "refuse_" + refused.code.replace("-", "_"))(refused.facts))


def hunting(seats: str = THREE, **options: Any) -> Zoo:
    table = Zoo(seats, **options)
    table.start()
    return table


def test_refusals_and_sentences_are_the_same_set() -> None:
    told = {name.removeprefix("refuse_").replace("_", "-") for name in vars(WORDS) if name.startswith("refuse_")}
    assert told == codes()


def test_every_event_and_every_command_has_its_words() -> None:
    assert all(hasattr(WORDS, "say_" + name_of(kind)) for kind in EVENTS)
    assert all(hasattr(WORDS, "do_" + name_of(kind)) for kind in COMMANDS)


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_can_be_told_to_everyone(seed: int) -> None:
    options: dict[str, Any] = {"penalty_counts": False, "capture_own_turn_only": True} if seed == 2 else {}
    table, chance = Zoo((THREE, "Ann Bob")[seed % 2], seed=seed, **options), random.Random(seed)
    while True:
        for viewer in (None, *table.seats):
            view = GAME.view_for(table.state_of(viewer), viewer)
            for line in (WORDS.now(view, viewer), WORDS.rules(view)):
                assert str(line).strip()
                assert "None" not in line
        if table.state.phase == "over":
            break
        moves = [(who, c) for who in (None, *table.seats) for c in table.legal(who)]
        kind = chance.choice(sorted({type(c).__name__ for _, c in moves}))
        who, command = chance.choice([(who, c) for who, c in moves if type(c).__name__ == kind])
        for viewer in (None, *table.seats):
            assert str(getattr(WORDS, "do_" + name_of(type(command)))(seal_for(command, viewer))).strip()
        for event in table.play(who, command):
            for viewer in (None, *table.seats):
                line = str(getattr(WORDS, "say_" + name_of(type(event)))(seal_for(event, viewer))).strip()
                assert bool(line) != (name_of(type(event)) in SILENT)
                assert "Secret" not in line
                assert "None" not in line


def said(table: Zoo) -> list[str]:
    return [str(getattr(WORDS, "say_" + name_of(type(event)))(event)).strip() for event in table.moves[-1]]


def test_the_log_tells_what_was_moved_and_announced() -> None:
    table = hunting()
    table.move("Ann", 1, None, "Murphy disguises")
    assert said(table) == ["Ann turned the die on Paris from Lemon, hacking to Murphy, disguises."]
    table.tell("Ann")
    assert said(table) == ["Ann: backward to 2."]
    table.tell("Cat")
    assert said(table) == ["Cat: the same, 1."]
    table.tell("Bob")
    assert said(table) == ["Bob: forward to 3.", ""]
    table.move("Bob", 4, "Rio", "Lemon")
    assert said(table) == [
        "Bob moved the die Amber, high-end theft from a ticket to Rio de Janeiro "
        "and turned it to Lemon, high-end theft."
    ]
    table.do(None, "penalty", offender="Ann", card="hideout", value="Sydney")
    assert said(table) == ["Ann turned up Sydney by the Thieves’ Code."]
    table.do(None, "correct", of="Ann", announcement=0, marker=2)
    assert said(table) == ["Ann corrects the report from 3 to 2."]


def test_refusals_say_what_is_wrong_and_what_to_do() -> None:
    table = hunting()
    assert sentence(table, "Ann", "investigate", die=4, to="Paris") == (
        "A die lies on Paris already. Choose an empty city."
    )
    assert sentence(table, "Bob", "report", marker=1) == (
        "This belongs to another moment (the Police Report). The table is at investigating."
    )
    table.move("Ann", 1, "ticket")
    assert sentence(table, "Bob", "announce", marker=3) == (
        "After this move Bob’s marker cannot stand at 3, having stood at 2. Count again; or the earlier one was wrong."
    )
    table.tell("Ann")
    assert sentence(table, "Bob", "investigate", die=1, to="Paris") == (
        "Bob and Cat still have to announce. The next die moves after that."
    )


def now(table: Zoo, viewer: str | None) -> str:
    return str(WORDS.now(GAME.view_for(table.state_of(viewer), viewer), viewer))  # type: ignore[arg-type]


def test_the_line_of_the_moment_tells_everyone_their_part() -> None:
    table = Zoo(FOUR, on_phone="Cat")
    assert now(table, None) == "Roll the six dice and enter them, or let the app roll."
    table.start(report=False)
    assert now(table, "Cat") == "Report your marker: it stands at 1."
    assert now(table, None) == "Waiting for the report of Ann, Bob, Cat and Dee."
    table.report()
    assert now(table, "Ann") == "Your turn: move or turn one die."
    assert now(table, "Bob") == "Ann’s turn to move or turn one die."
    table.move("Ann", 1, "ticket")
    assert now(table, "Cat") == "Announce your marker: backward to 0."
    table.tell_all()
    for _ in range(2):
        table.turn()
    table.do("Ann", "capture", card="crook")
    table.turn()
    assert now(table, "Ann") == "Show one opponent your hypothesis: Bob, Cat and Dee."
    assert now(table, None) == "Ann is checking hypotheses."
    table.ask("Ann", "Bob")
    assert now(table, "Bob") == "Ann asks you: is it Bone, disguises, Beijing?"
    assert now(table, "Ann") == "Your question waits for its answer."
    table.do("Bob", "answer", to="Ann", yes=True)
    assert now(table, "Ann") == "Yes! You must ask the next opponent: Cat and Dee."
    table.ask("Ann", "Cat", "Amber theft Paris")
    assert now(table, "Ann") == "Turn up the card under your chip."
    assert now(table, None) == "Waiting for Ann to turn up the card under the chip."


def test_the_end_is_told_in_full() -> None:
    table = hunting(on_phone=THREE)
    table.round("Ann crook", "Bob crook")
    for asker, others in (("Ann", "Bob Cat"), ("Bob", "Cat Ann")):
        for other in others.split():
            table.ask(asker, other)
    assert said(table)[-1] == "Ann and Bob found everyone and share the victory."
    assert now(table, "Cat") == "Ann and Bob share the victory!"


def test_a_clash_is_told_without_a_value() -> None:
    table = Zoo()
    table.start(report=False)
    for seat, hand in (("Ann", "Lemon combat Rio"), ("Bob", "Lemon safes Rio"), ("Cat", "Bone theft Paris")):
        table.do(seat, "take_cards", **fields(hand))
    assert said(table)[-1] == (
        "Two players entered the same crook and hideout. Everyone looks at the cards and enters them again."
    )
    assert "the same crook and hideout" in now(table, "Ann")
