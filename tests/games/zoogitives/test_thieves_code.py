"""False information: the penalty, who chooses, what it does to the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.zoogitives.play import FOUR, THREE, Zoo

WRONG = "Amber theft Paris"


def hunting(seats: str = THREE, **options: Any) -> Zoo:
    table = Zoo(seats, **options)
    table.start()
    return table


def test_the_others_choose_a_face_down_card_of_the_offender() -> None:
    table = hunting()
    table.do(None, "penalty", offender="Bob", card="hideout", value="Beijing")
    view = table.view()
    assert view["face_up"]["Bob"] == {"hideout": "Beijing"}
    assert view["chances"]["Bob"] == 2
    assert view["revealed"]["Bob"] == 1


def test_the_app_knows_the_cards_that_were_entered() -> None:
    table = hunting(on_phone="Bob")
    table.do(None, "penalty", offender="Bob", card="crook")
    assert table.face_up("Bob") == {"crook": "Bone"}
    assert table.refused(None, "penalty", offender="Cat", card="crook").code == "value-needed"


@pytest.mark.parametrize(
    ("offender", "card", "value", "code"),
    [
        ("Zoe", "crook", "Bone", "no-such-seat"),
        ("Bob", "crook", "Beijing", "value-of-another-card"),
        ("Bob", "hideout", "Beijing", "card-lies-open"),
        ("Cat", "hideout", "Beijing", "open-elsewhere"),
        ("Bob", "dog", "Beijing", "field-not-among"),
    ],
)
def test_penalties_that_cannot_be(offender: str, card: str, value: str, code: str) -> None:
    table = hunting()
    table.do(None, "penalty", offender="Bob", card="hideout", value="Beijing")
    assert table.refused(None, "penalty", offender=offender, card=card, value=value).code == code


def test_without_a_face_down_card_there_is_no_penalty() -> None:
    table = hunting(on_phone="Bob")
    for kind in ("crook", "expertise", "hideout"):
        table.do(None, "penalty", offender="Bob", card=kind)
    assert table.refused(None, "penalty", offender="Bob", card="crook").code == "no-card-to-lose"
    assert table.refused("Bob", "capture", card="crook").code == "no-card-left"
    assert "investigate" in table.offered("Ann")


def test_when_they_cannot_agree_the_token_decides_or_the_next_to_the_left_of_an_offending_holder() -> None:
    table = hunting(FOUR, on_phone=FOUR)
    assert table.view()["deciders"] == {"Ann": "Bob", "Bob": "Ann", "Cat": "Ann", "Dee": "Ann"}
    refused = table.refused("Cat", "penalty", offender="Bob", card="crook")
    assert (refused.code, refused.doubt, dict(refused.facts)) == ("not-the-decider", True, {"decider": "Ann"})
    assert table.refused("Bob", "penalty", offender="Bob", card="crook").doubt
    table.do("Ann", "penalty", offender="Bob", card="crook")
    table.do("Bob", "penalty", offender="Ann", card="crook")
    table.turn()
    assert table.view()["deciders"]["Bob"] == "Cat"


def test_a_penalty_can_fall_during_the_report_but_not_before() -> None:
    table = Zoo(on_phone="Bob")
    assert table.refused(None, "penalty", offender="Bob", card="crook", value="Bone").code == "not-now"
    table.start(report=False)
    table.do(None, "penalty", offender="Bob", card="crook")
    assert table.face_up("Bob") == {"crook": "Bone"}


def test_the_card_under_the_chip_stays_when_another_can_be_turned() -> None:
    table = hunting()
    table.do("Bob", "capture", card="crook")
    table.do(None, "penalty", offender="Bob", card="hideout", value="Beijing")
    assert table.view()["unturned"] == ["Bob"]


def brink(**options: Any) -> Zoo:
    """ZG-10: two cards open, the third under the chip and lost as well."""
    table = hunting(on_phone="Ann", **options)
    table.do(None, "penalty", offender="Ann", card="crook")
    table.do(None, "penalty", offender="Ann", card="expertise")
    table.do("Ann", "capture", card="hideout")
    table.do(None, "penalty", offender="Ann", card="hideout")
    table.round()
    return table


def test_the_capture_of_this_round_still_takes_place() -> None:
    table = brink()
    assert (table.view()["phase"], table.view()["asking"]) == ("check", ["Ann"])
    table.ask_and_hear("Ann", "Bob")
    table.ask_and_hear("Ann", "Cat")
    assert table.score().winners == ("Ann",)
    assert table.view()["revealed"]["Ann"] == 3


def test_otherwise_that_was_the_last_chance() -> None:
    table = brink()
    table.ask_and_hear("Ann", "Bob", WRONG)
    assert table.view()["phase"] == "hunt"
    assert table.refused("Ann", "capture", card="hideout").code == "no-card-left"


def test_a_card_lost_under_the_chip_counts_like_any_captured_one() -> None:
    assert brink(penalty_counts=False).view()["revealed"]["Ann"] == 1


def test_an_unnamed_card_under_the_chip_is_the_last_one_left() -> None:
    table = hunting()
    table.do("Ann", "capture")
    for kind, value in (("crook", "Lemon"), ("expertise", "combat"), ("hideout", "Sydney")):
        table.do(None, "penalty", offender="Ann", card=kind, value=value)
    assert table.view()["unturned"] == []


def test_penalties_alone_can_end_the_game() -> None:
    table = hunting("Ann Bob", on_phone="Ann Bob")
    for seat in table.seats:
        for kind in ("crook", "expertise", "hideout"):
            table.do(None, "penalty", offender=seat, card=kind)
    assert (table.view()["phase"], table.score().winners) == ("over", ())


def test_a_penalty_during_the_check_leaves_the_check_as_it_is() -> None:
    table = hunting()
    table.round("Ann crook")
    table.do(None, "penalty", offender="Bob", card="crook", value="Bone")
    table.ask_and_hear("Ann", "Bob", WRONG)
    table.turn_up("Ann", "crook")
    assert table.view()["round"] == 2


@pytest.mark.parametrize("on_phone", ["", "Ann", THREE])
@pytest.mark.parametrize("named", [True, False])
def test_a_check_in_which_every_card_comes_to_lie_open_still_ends_the_game(on_phone: str, named: bool) -> None:
    table = hunting(on_phone=on_phone)
    table.turn()
    table.turn()
    table.do("Ann", "capture", **({"card": "crook"} if named else {}))
    table.turn()
    for seat in table.seats:
        for kind in ("hideout", "expertise", "crook"):
            value = None if seat in table.on_phone else getattr(table.dealt[seat], kind)
            table.do(None, "penalty", offender=seat, card=kind, value=value)
    assert table.view()["waiting"] == ["Ann"]
    assert "ask" in table.offered("Ann")
    assert table.ask_and_hear("Ann", "Bob")
    table.ask_and_hear("Ann", "Cat", WRONG)
    assert (table.view()["phase"], table.score().winners) == ("over", ())


def test_open_cards_tick_themselves_in_the_check_where_agreed() -> None:
    table = hunting(on_phone=THREE, auto_tick_revealed=True)
    table.round("Ann crook")
    for seat in ("Bob", "Cat"):
        for kind in ("crook", "expertise", "hideout"):
            assert table.view()["phase"] == "check"
            table.do(None, "penalty", offender=seat, card=kind)
    assert (table.view()["phase"], table.score().winners) == ("over", ("Ann",))
