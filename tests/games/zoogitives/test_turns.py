"""Investigations, announcements, the token."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.zoogitives.play import B0, THREE, Zoo


def hunting(seats: str = THREE, dice: str = B0, **options: Any) -> Zoo:
    table = Zoo(seats, **options)
    table.start(dice)
    return table


def test_a_face_change_moves_some_markers_and_hides_one_gain_and_one_loss() -> None:
    table = hunting(on_phone=THREE)
    table.move("Ann", 1, None, "Murphy disguises")
    assert [table.view(seat)["change"] for seat in table.seats] == ["back", "forward", "same"]
    assert [table.view(seat)["marker"] for seat in table.seats] == [2, 3, 1]
    table.tell_all()
    said = table.view()["history"][1]["said"]
    assert {seat: (told["marker"], told["change"]) for seat, told in said.items()} == {
        "Ann": (2, "back"),
        "Bob": (3, "forward"),
        "Cat": (1, "same"),
    }


def test_a_second_lemon_lights_only_the_hideout() -> None:
    table = hunting(dealt={"Cat": "Lemon disguises Rio"}, on_phone="Cat")
    table.move("Ann", 4, "Rio", "Lemon theft")
    assert table.view("Cat")["change"] == "forward"
    table.tell_all()
    table.move("Bob", 1, "ticket")
    assert table.view("Cat")["change"] == "same"
    assert table.view("Cat")["marker"] == 2


def test_a_die_from_a_ticket_may_keep_its_face() -> None:
    table = hunting()
    table.move("Ann", 4, "Rio")
    assert table.view()["dice"][3] == {"crook": "Amber", "expertise": "theft", "at": "Rio"}


def test_the_history_tells_what_was_moved() -> None:
    table = hunting()
    table.move("Ann", 1, "ticket")
    step = table.view()["history"][1]
    assert (step["seat"], step["die"]) == ("Ann", 1)
    assert step["before"]["at"] == "Paris"
    assert step["after"]["at"] == "ticket"
    assert step["said"] == {"Ann": None, "Bob": None, "Cat": None}


@pytest.mark.parametrize(
    ("die", "to", "face", "code", "doubt"),
    [
        (4, "Paris", "", "city-occupied", False),
        (1, "Rio", "", "city-to-city", True),
        (1, "Beijing", "", "city-occupied", False),
        (1, None, "", "face-unchanged", True),
        (1, "Paris", "", "face-unchanged", True),
        (1, None, "Lemon hacking", "face-unchanged", True),
        (1, "ticket", "Bone", "ticket-keeps-face", True),
        (4, None, "Bone", "die-on-ticket", True),
        (4, "ticket", "", "die-on-ticket", True),
        (0, "Rio", "", "no-such-die", False),
        (7, "Rio", "", "no-such-die", False),
        (4, "London", "", "field-not-among", False),
        (1, None, "Dog", "field-not-among", False),
    ],
)
def test_moves_that_are_no_investigation(die: int, to: str | None, face: str, code: str, doubt: bool) -> None:
    turned = dict(zip(("crook", "expertise"), face.split(), strict=False))
    refused = hunting().refused("Ann", "investigate", die=die, to=to, **turned)
    assert (refused.code, refused.doubt) == (code, doubt)


@pytest.mark.parametrize(
    ("die", "to", "code"), [(1, "Rio", "city-to-city"), (1, None, "face-unchanged"), (4, None, "die-on-ticket")]
)
def test_a_breach_can_be_recorded_and_the_game_goes_on(die: int, to: str | None, code: str) -> None:
    table = hunting(on_phone=THREE)
    table.move("Ann", die, to, overrule=(code,))
    table.tell_all()
    assert table.view()["active"] == "Bob"


def test_with_six_tickets_a_die_always_finds_a_free_one_with_three_it_does_not() -> None:
    assert hunting(tickets=3).refused("Ann", "investigate", die=1, to="ticket").code == "tickets-full"
    table = hunting(tickets=3)
    table.move("Ann", 4, "Rio")
    table.tell_all()
    table.move("Bob", 1, "ticket")
    assert table.view()["empty_tickets"] == 0


def test_the_board_names_the_player_who_moves() -> None:
    assert hunting().refused(None, "investigate", die=1, to="ticket").code == "needs-a-seat"


# ---- turns -------------------------------------------------------------------------------------------------------


def test_the_token_goes_on_when_everyone_has_announced() -> None:
    table = hunting()
    table.move("Ann", 1, "ticket")
    assert table.view()["investigated"]
    for seat in ("Cat", "Bob"):
        table.tell(seat)
    assert (table.view()["active"], table.view()["waiting"]) == ("Ann", ["Ann"])
    table.tell("Ann")
    assert (table.view()["active"], table.view()["waiting"]) == ("Bob", ["Bob"])


def test_a_round_ends_when_each_had_a_turn_and_the_first_player_stays_the_same() -> None:
    table = hunting()
    for expected in ("Ann", "Bob", "Cat", "Ann", "Bob", "Cat"):
        assert table.view()["active"] == expected
        table.turn()
    assert (table.view()["round"], table.view()["active"]) == (3, "Ann")


def test_there_is_no_passing_and_only_the_active_player_moves() -> None:
    table = hunting()
    assert "investigate" in table.offered("Ann")
    assert "investigate" not in table.offered("Bob")
    refused = table.refused("Bob", "investigate", die=1, to="ticket")
    assert (refused.code, refused.doubt, dict(refused.facts)) == ("not-your-turn", True, {"active": "Ann"})


def test_a_turn_taken_out_of_order_counts_and_the_others_still_come() -> None:
    table = hunting()
    table.move("Cat", 1, "ticket", overrule=("not-your-turn",))
    table.tell_all()
    assert table.view()["active"] == "Ann"
    table.move("Ann", 1, "Paris")
    table.tell_all()
    assert table.view()["active"] == "Bob"
    table.move("Bob", 2, "ticket")
    table.tell_all()
    assert (table.view()["round"], table.view()["active"]) == (2, "Ann")


def test_the_next_die_waits_for_all_announcements() -> None:
    table = hunting()
    table.move("Ann", 1, "ticket")
    table.tell("Ann")
    refused = table.refused("Bob", "investigate", die=2, to="ticket")
    assert (refused.code, refused.doubt, refused.facts["seats"]) == ("announcements-missing", True, ("Bob", "Cat"))
    table.move("Bob", 2, "ticket", overrule=("announcements-missing",))
    assert table.view()["active"] == "Bob"
    table.tell_all()
    assert table.view()["active"] == "Cat"
    table.do(None, "correct", of="Cat", announcement=1, marker=1)
    assert table.view()["history"][1]["said"]["Cat"]["marker"] == 1
    assert table.view()["history"][1]["said"]["Bob"] is None


def test_a_round_can_end_with_announcements_missing() -> None:
    table = hunting()
    table.turn()
    table.turn()
    table.move("Cat", 1, "ticket")
    table.move("Ann", 2, "ticket", overrule=("announcements-missing",))
    assert (table.view()["round"], table.view()["active"]) == (2, "Ann")


# ---- announcements -----------------------------------------------------------------------------------------------


def test_announcements_come_in_any_order_once_each_and_only_after_a_move() -> None:
    table = hunting()
    assert table.refused("Ann", "announce", marker=3).code == "nothing-to-announce"
    table.move("Ann", 1, "ticket")
    table.tell("Cat")
    assert table.refused("Cat", "announce", marker=1).code == "already-announced"
    table.tell("Ann")
    assert table.view()["markers"] == {"Ann": 2, "Bob": 2, "Cat": 0}
    assert table.view()["waiting"] == ["Bob"]


def test_a_change_that_the_move_cannot_make_is_doubted() -> None:
    table = hunting()
    table.move("Ann", 1, "ticket")
    refused = table.refused("Bob", "announce", marker=3)
    assert (refused.code, refused.doubt) == ("marker-impossible", True)
    assert dict(refused.facts) == {"seat": "Bob", "marker": 3, "was": 2}
    table.do("Bob", "announce", marker=3, overrule=("marker-impossible",))
    assert table.view()["markers"]["Bob"] == 3


def test_the_phone_announces_for_those_who_entered_cards() -> None:
    table = hunting(on_phone="Ann Cat")
    table.move("Ann", 1, "ticket")
    table.do("Cat", "announce")
    assert table.view()["markers"]["Cat"] == 0
    assert table.refused("Bob", "announce").code == "marker-needed"
    assert table.refused("Ann", "announce", marker=1).code == "marker-not-your-cards"


def test_what_can_be_announced_is_reckoned_from_what_all_can_see() -> None:
    table = hunting(on_phone="Ann")
    table.move("Ann", 1, "ticket")
    assert table.view("Bob")["possible"] == {"Ann": [0, 1, 2, 3], "Bob": [0, 1, 2], "Cat": [0, 1]}
    assert {command.marker for command in table.legal("Bob") if hasattr(command, "marker")} >= {0, 1, 2}


# ---- corrections -------------------------------------------------------------------------------------------------


def test_an_announcement_is_corrected_and_the_later_ones_become_unsure() -> None:
    table = hunting()
    table.turn()
    table.turn()
    said = table.view()["history"]
    report = said[0]["said"]["Cat"]["marker"]
    table.do("Cat", "correct", of="Cat", announcement=0, marker=report + 1)
    told = [step["said"]["Cat"] for step in table.view()["history"]]
    assert told[0]["marker"] == report + 1
    assert [one["corrected"] for one in told] == [True, False, False]
    assert [one["unsure"] for one in told] == [False, True, True]
    table.do(None, "correct", of="Cat", announcement=2, marker=told[2]["marker"] + 1, overrule=("marker-impossible",))
    told = [step["said"]["Cat"] for step in table.view()["history"]]
    assert [one["unsure"] for one in told] == [False, True, False]
    assert table.view()["markers"]["Cat"] == told[2]["marker"]


@pytest.mark.parametrize(
    ("seat", "of", "announcement", "marker", "code"),
    [
        ("Ann", "Bob", 0, 1, "not-your-announcement"),
        ("Bob", "Bob", 0, 2, "nothing-to-correct"),
        ("Bob", "Bob", 2, 1, "no-such-announcement"),
        ("Bob", "Bob", 1, 1, "no-such-announcement"),
        ("Bob", "Bob", -1, 1, "no-such-announcement"),
        (None, "Zoe", 0, 1, "no-such-seat"),
        (None, "Bob", 0, 4, "field-not-among"),
    ],
)
def test_corrections_that_are_none(seat: str | None, of: str, announcement: int, marker: int, code: str) -> None:
    table = hunting()
    table.move("Ann", 1, "ticket")
    refused = table.refused(seat, "correct", of=of, announcement=announcement, marker=marker)
    assert refused.code == code


def test_an_own_correction_is_held_against_the_entered_cards_but_not_the_boards() -> None:
    table = hunting(on_phone="Ann")
    assert table.refused("Ann", "correct", of="Ann", announcement=0, marker=2).code == "marker-not-your-cards"
    table.do(None, "correct", of="Ann", announcement=0, marker=2)
    assert table.view()["markers"]["Ann"] == 2
