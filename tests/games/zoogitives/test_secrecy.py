"""Who knows what: a secret changes nothing that another viewer can see."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.codec import tagged
from companion.core.secret import seal_for
from tests.games.zoogitives.play import FOUR, THREE, Zoo, fields

# Equal markers on the first board with all dice but the first staying: the tables look the same to everybody else.
TWINS = ("Murphy hacking Rio", "Lemon disguises Rio")


def looks(table: Zoo, viewer: str | None) -> tuple[Any, ...]:
    """The view, what is offered, the score, and the log as that viewer heard it."""
    log = [
        tagged(seal_for(event, viewer), "event")  # type: ignore[arg-type]
        for events in table.moves
        for event in events
        if "Question" not in type(event).__name__
    ]
    legal = [tagged(command, "do", secrets="raw") for command in table.legal(viewer)]
    return table.view(viewer), legal, str(table.score(viewer)), log


def same_for_all_but(one: Zoo, other: Zoo, *knowing: str) -> None:
    for viewer in (None, *one.seats):
        if viewer not in knowing:
            assert looks(one, viewer) == looks(other, viewer)
    for seat in knowing:
        assert looks(one, seat) != looks(other, seat)


def tables(seats: str = THREE, **options: Any) -> tuple[Zoo, Zoo]:
    """Alike but for Cat's cards."""
    one, other = (Zoo(seats, dealt={"Cat": hand}, on_phone="Cat", **options) for hand in TWINS)
    return one, other


@pytest.mark.parametrize("assist", ["off", "odds"])
def test_entered_cards_change_nothing_for_others(assist: str) -> None:
    one, other = tables(assist=assist)
    for table in (one, other):
        table.start()
        table.move("Ann", 3, "ticket")
        table.tell_all()
    same_for_all_but(one, other, "Cat")


def test_a_hypothesis_and_its_answer_concern_two_players_alone() -> None:
    one, other = Zoo(FOUR), Zoo(FOUR)
    for table, guess in ((one, "Bone disguises Beijing"), (other, "Bone disguises Paris")):
        table.start()
        table.round("Ann crook")
        table.ask("Ann", "Bob", guess)
    same_for_all_but(one, other, "Ann", "Bob")


def test_nobody_else_hears_who_was_asked_or_whether_it_was_a_yes() -> None:
    """Cat takes part too, so that the step stays open."""
    one, other = Zoo(FOUR), Zoo(FOUR)
    for table, opponent, guess in ((one, "Bob", None), (other, "Dee", None)):
        table.start()
        table.round("Ann crook", "Cat crook")
        table.ask_and_hear("Ann", opponent, guess)
    for viewer in (None, "Cat"):
        assert looks(one, viewer) == looks(other, viewer)
    for viewer in (None, "Cat", "Dee"):
        assert one.view(viewer)["questions"] in ([], None)
        assert one.view(viewer)["asking"] == ["Ann", "Cat"]
    assert one.view("Bob")["questions"][0]["yes"] is True


def test_a_pending_question_and_an_answered_yes_look_alike_from_outside() -> None:
    one, other = Zoo(FOUR), Zoo(FOUR)
    for table in (one, other):
        table.start()
        table.round("Ann crook", "Cat crook")
    one.ask("Ann", "Bob")
    other.ask_and_hear("Ann", "Bob")
    for viewer in (None, "Cat", "Dee"):
        assert one.view(viewer) == other.view(viewer)


def test_the_kind_under_the_chip_concerns_its_owner() -> None:
    one, other = Zoo(), Zoo()
    for table, card in ((one, "crook"), (other, "hideout")):
        table.start()
        table.do("Bob", "capture", card=card)
    same_for_all_but(one, other, "Bob")


def test_ticks_stay_private_until_somebody_is_complete() -> None:
    table = Zoo(FOUR, on_phone=FOUR)
    table.start()
    table.round("Ann crook", "Bob crook")
    table.ask("Ann", "Bob")
    for viewer in (None, "Bob", "Cat"):
        assert table.view(viewer)["ticks"] in ([], None)
    for opponent in ("Cat", "Dee"):
        table.ask("Ann", opponent)
    assert table.view()["complete"] == []
    table.ask("Bob", "Ann", "Amber theft Paris")
    assert table.view()["complete"] == ["Ann"]


def test_refusals_are_the_same_whatever_others_hold() -> None:
    one, other = tables()
    for table in (one, other):
        table.start()
        table.round("Ann crook", "Bob crook")
        table.ask("Ann", "Bob", "Amber theft Paris")
    tries: list[tuple[str | None, str, dict[str, Any]]] = [
        ("Ann", "ask", {"opponent": "Cat", **fields(TWINS[0])}),
        ("Ann", "turn_up", {"value": "Murphy"}),
        ("Bob", "capture", {"card": "crook"}),
        (None, "correct", {"of": "Cat", "announcement": 0, "marker": 1}),
        (None, "penalty", {"offender": "Cat", "card": "crook", "value": "Rio"}),
    ]
    for seat, do, what in tries:
        first, second = one.refused(seat, do, **what), other.refused(seat, do, **what)
        assert (first.code, first.doubt, dict(first.facts)) == (second.code, second.doubt, dict(second.facts))


def test_the_board_cannot_try_out_an_offenders_card() -> None:
    """What the table says it saw is recorded, whatever was entered."""
    one, other = tables()
    for table in (one, other):
        table.start()
        table.do(None, "penalty", offender="Cat", card="crook", value="Brown")
    assert one.face_up("Cat") == other.face_up("Cat") == {"crook": "Brown"}
