"""Captures, hypotheses, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.zoogitives.events import AskingEnded, CardTurned
from tests.games.zoogitives.play import FOUR, THREE, Zoo, fields


def hunting(seats: str = THREE, **options: Any) -> Zoo:
    table = Zoo(seats, **options)
    table.start()
    return table


def checking(seats: str = THREE, *captures: str, **options: Any) -> Zoo:
    table = hunting(seats, **options)
    table.round(*captures)
    assert table.view()["phase"] == "check"
    return table


WRONG = "Amber theft Paris"

# ---- announcing a capture ----------------------------------------------------------------------------------------


def test_a_capture_can_be_announced_at_any_time_of_the_round_by_anyone() -> None:
    table = hunting()
    table.do("Cat", "capture", card="hideout")
    table.move("Ann", 1, "ticket")
    table.do("Bob", "capture", card="crook")
    view = table.view()
    assert view["captures"] == ["Bob", "Cat"]
    assert view["phase"] == "hunt"


def test_the_kind_of_card_under_the_chip_is_the_owners_business() -> None:
    table = hunting()
    table.do("Cat", "capture", card="hideout")
    assert table.view("Cat")["chip_card"] == "hideout"
    assert table.view("Ann")["chip_card"] is None
    assert table.state_of(None).player("Cat").chip.card.sealed


def test_a_chip_cannot_be_placed_twice_or_taken_back() -> None:
    table = hunting()
    table.do("Cat", "capture", card="hideout")
    assert table.refused("Cat", "capture", card="crook").code == "chip-lies-already"
    assert "capture" not in table.offered("Cat")


def test_nobody_captures_before_the_hunt() -> None:
    table = Zoo()
    assert table.refused("Cat", "capture", card="crook").code == "not-now"
    table.start(report=False)
    assert table.refused("Cat", "capture", card="crook").code == "not-now"


def test_only_the_three_kinds_can_lie_under_a_chip() -> None:
    assert hunting().refused("Cat", "capture", card="dog").code == "field-not-among"


def test_the_house_rule_keeps_captures_to_the_own_turn() -> None:
    table = hunting(capture_own_turn_only=True)
    refused = table.refused("Cat", "capture", card="crook")
    assert (refused.code, refused.doubt) == ("capture-in-own-turn", True)
    table.turn()
    table.do("Ann", "capture", card="crook")
    table.do("Bob", "capture", card="crook")
    table.turn()
    table.turn()
    assert table.view()["phase"] == "check"
    table.do("Cat", "capture", card="crook")
    assert table.view()["captures"] == ["Ann", "Bob", "Cat"]


def test_without_captures_there_is_no_check() -> None:
    table = hunting()
    table.round()
    assert (table.view()["phase"], table.view()["round"]) == ("hunt", 2)


def test_the_last_turn_lasts_until_somebody_asks() -> None:
    table = checking(THREE, "Ann crook")
    table.do("Bob", "capture", card="crook")
    table.ask("Ann", "Bob", WRONG)
    refused = table.refused("Cat", "capture", card="crook")
    assert (refused.code, refused.doubt) == ("capture-too-late", True)
    table.do("Cat", "capture", card="crook", overrule=("capture-too-late",))
    assert table.view()["captures"] == list(table.seats)


def test_after_the_last_announcement_a_capture_may_still_be_checked_in_this_round() -> None:
    table = hunting()
    table.round()
    table.do("Cat", "capture", card="crook")
    assert table.view()["round"] == 2
    assert table.view("Cat")["may_ask"] == ["Ann", "Bob"]
    table.ask("Cat", "Ann", WRONG)
    view = table.view()
    assert (view["phase"], view["round"], view["asking"]) == ("check", 1, ["Cat"])
    table.do("Ann", "answer", to="Cat", yes=False)
    table.turn_up("Cat", "crook")
    assert (table.view()["phase"], table.view()["round"]) == ("hunt", 2)


def test_or_it_counts_for_the_new_round_once_a_die_has_moved() -> None:
    table = hunting()
    table.round()
    table.do("Cat", "capture", card="crook")
    table.turn()
    assert table.refused("Cat", "ask", opponent="Ann", **fields(WRONG)).code == "not-now"
    table.turn()
    table.turn()
    assert (table.view()["phase"], table.view()["round"]) == ("check", 2)


def test_right_after_a_check_nobody_can_ask_again() -> None:
    table = checking(THREE, "Ann crook")
    table.ask_and_hear("Ann", "Bob", WRONG)
    table.turn_up("Ann", "crook")
    table.do("Ann", "capture", card="hideout")
    assert table.refused("Ann", "ask", opponent="Bob", **fields(WRONG)).code == "not-now"


# ---- asking ------------------------------------------------------------------------------------------------------


def test_a_yes_ticks_and_obliges_to_ask_on_a_no_ends_the_asking() -> None:
    """ZG-7: Ann has ticked Bob in an earlier round."""
    table = checking(FOUR, "Ann crook")
    assert table.ask_and_hear("Ann", "Bob")
    assert not table.ask_and_hear("Ann", "Cat", WRONG)
    table.turn_up("Ann", "crook")
    table.round("Ann hideout")
    assert table.view("Ann")["may_ask"] == ["Cat", "Dee"]
    table.ask_and_hear("Ann", "Cat")
    view = table.view("Ann")
    assert view["ticks"] == ["Bob", "Cat"]
    assert view["must_ask_on"]
    assert view["may_ask"] == ["Dee"]
    table.ask_and_hear("Ann", "Dee", WRONG)
    assert table.view("Ann")["may_ask"] == []
    table.turn_up("Ann", "hideout")
    view = table.view("Ann")
    assert view["ticks"] == ["Bob", "Cat"]
    assert view["face_up"]["Ann"] == {"crook": "Lemon", "hideout": "Sydney"}
    assert view["chances"]["Ann"] == 1
    table.round("Ann expertise")
    assert table.view("Ann")["may_ask"] == ["Dee"]
    table.ask_and_hear("Ann", "Dee")
    table.turn_up("Ann", "expertise")
    assert table.score().winners == ("Ann",)


def test_who_has_not_finished_is_waited_for() -> None:
    table = checking(THREE, "Ann crook", "Bob crook")
    table.ask_and_hear("Ann", "Bob")
    table.ask_and_hear("Ann", "Cat")
    view = table.view()
    assert (view["phase"], view["asking"], view["waiting"]) == ("check", ["Bob"], ["Bob"])
    assert view["complete"] == []
    assert not table.score().final


@pytest.mark.parametrize(
    ("asker", "opponent", "code"),
    [
        ("Cat", "Ann", "not-taking-part"),
        ("Ann", "Ann", "ask-an-opponent"),
        ("Ann", "Zoe", "no-such-seat"),
        (None, "Ann", "board-holds-no-secrets"),
    ],
)
def test_questions_that_cannot_be_asked(asker: str | None, opponent: str, code: str) -> None:
    table = checking(THREE, "Ann crook")
    assert table.refused(asker, "ask", opponent=opponent, **fields(WRONG)).code == code


def test_one_question_at_a_time() -> None:
    table = checking(THREE, "Ann crook")
    table.ask("Ann", "Bob")
    assert table.view("Ann")["answer_pending"]
    assert table.refused("Ann", "ask", opponent="Cat", **fields(WRONG)).code == "answer-pending"


def test_nobody_is_asked_again_once_ticked_and_nobody_asks_on_after_a_no() -> None:
    table = checking(FOUR, "Ann crook", "Bob crook")
    table.ask_and_hear("Ann", "Bob")
    refused = table.refused("Ann", "ask", opponent="Bob", **fields(WRONG))
    assert (refused.code, dict(refused.facts)) == ("already-ticked", {"opponent": "Bob"})
    table.ask_and_hear("Ann", "Cat", WRONG)
    assert table.refused("Ann", "ask", opponent="Dee", **fields(WRONG)).code == "asked-enough"
    assert table.refused("Ann", "ask", opponent="Cat", **fields(WRONG)).code == "asked-enough"


def test_a_hypothesis_names_a_crook_an_expertise_and_a_hideout() -> None:
    table = checking(THREE, "Ann crook")
    wrong = {"crook": "theft", "expertise": "theft", "hideout": "Paris"}
    assert table.refused("Ann", "ask", opponent="Bob", **wrong).code == "field-not-among"


def test_the_asked_player_answers_only_what_was_asked() -> None:
    table = checking(THREE, "Ann crook", "Cat crook")
    assert table.refused("Bob", "answer", to="Ann", yes=True).code == "no-such-question"
    table.ask("Ann", "Bob")
    assert table.refused("Cat", "answer", to="Ann", yes=True).code == "no-such-question"
    assert table.refused("Bob", "answer", to="Cat", yes=True).code == "no-such-question"
    table.do("Bob", "answer", to="Ann", yes=True)
    assert table.refused("Bob", "answer", to="Ann", yes=True).code == "no-such-question"


def test_two_players_may_ask_the_same_one() -> None:
    table = checking(THREE, "Ann crook", "Cat crook")
    table.ask("Ann", "Bob", WRONG)
    table.ask("Cat", "Bob")
    assert [asked["asker"] for asked in table.view("Bob")["to_answer"]] == ["Ann", "Cat"]
    table.do("Bob", "answer", to="Cat", yes=True)
    table.do("Bob", "answer", to="Ann", yes=False)
    assert table.view("Cat")["ticks"] == ["Bob"]
    assert table.view("Ann")["ticks"] == []


def test_the_app_answers_for_those_who_entered_their_cards() -> None:
    table = checking(THREE, "Ann crook", on_phone="Bob Cat")
    table.ask("Ann", "Bob")
    assert table.view("Ann")["ticks"] == ["Bob"]
    table.ask("Ann", "Cat", WRONG)
    assert table.view()["asking"] == []
    assert table.view("Cat")["to_answer"] == []


def test_open_cards_answer_for_themselves() -> None:
    table = hunting()
    for kind, value in fields("Bone disguises Beijing").items():
        table.do(None, "penalty", offender="Bob", card=kind, value=value)
    table.round("Ann crook", "Cat crook")
    table.ask("Ann", "Bob")
    table.ask("Cat", "Bob", WRONG)
    assert table.refused("Bob", "answer", to="Ann", yes=False).code == "open-cards-say-yes"
    assert table.refused("Bob", "answer", to="Cat", yes=True).code == "open-cards-say-no"
    assert {c.to: c.yes.open() for c in table.legal("Bob") if hasattr(c, "to")} == {"Ann": True, "Cat": False}


def test_by_the_house_rule_an_open_opponent_is_ticked() -> None:
    table = hunting(auto_tick_revealed=True)
    for kind, value in fields("Bone disguises Beijing").items():
        table.do(None, "penalty", offender="Bob", card=kind, value=value)
    assert table.view("Ann")["ticks"] == ["Bob"]
    assert table.view("Cat")["ticks"] == ["Bob"]
    table.round("Ann crook")
    assert table.view("Ann")["may_ask"] == ["Cat"]


def test_an_opponent_who_opens_the_last_card_in_this_check_is_not_ticked_before_the_next() -> None:
    table = hunting(auto_tick_revealed=True, on_phone="Bob")
    for kind in ("crook", "expertise"):
        table.do(None, "penalty", offender="Bob", card=kind)
    table.round("Ann crook", "Bob hideout")
    table.ask_and_hear("Ann", "Cat")
    table.ask("Ann", "Bob", WRONG)
    table.ask_and_hear("Bob", "Ann", WRONG)
    table.turn_up("Ann", "crook")
    assert table.view()["phase"] == "hunt"
    assert table.view("Ann")["ticks"] == ["Bob", "Cat"]
    table.do("Ann", "capture", card="hideout")
    table.round()
    assert table.view()["asking"] == []
    table.turn_up("Ann", "hideout")
    assert table.score().winners == ("Ann",)


# ---- turning up --------------------------------------------------------------------------------------------------


def test_all_who_took_part_turn_up_their_card_when_all_have_finished() -> None:
    table = checking(THREE, "Ann crook", "Bob hideout")
    table.ask_and_hear("Ann", "Bob", WRONG)
    refused = table.refused("Ann", "turn_up", value="Lemon")
    assert (refused.code, refused.doubt) == ("others-still-ask", True)
    table.ask_and_hear("Bob", "Ann", WRONG)
    assert table.view()["unturned"] == table.view()["waiting"] == ["Ann", "Bob"]
    table.turn_up("Bob", "hideout")
    assert table.refused("Bob", "turn_up", value="Bone").code == "turned-already"
    assert table.refused("Cat", "turn_up", value="Murphy").code == "not-taking-part"
    table.turn_up("Ann", "crook")
    view = table.view()
    assert view["face_up"] == {"Ann": {"crook": "Lemon"}, "Bob": {"hideout": "Beijing"}, "Cat": {}}
    assert (view["phase"], view["round"], view["captures"]) == ("hunt", 2, [])


def test_entered_cards_turn_up_by_themselves() -> None:
    table = checking(THREE, "Ann crook", on_phone="Ann Bob")
    events = table.ask("Ann", "Bob", WRONG)
    assert AskingEnded(table.seats[0]) in events
    assert CardTurned(table.seats[0], "crook", "Lemon", chip=True) in events
    assert table.view()["phase"] == "hunt"


def test_another_card_than_the_one_announced_is_doubted() -> None:
    table = checking(THREE, "Ann crook")
    table.ask_and_hear("Ann", "Bob", WRONG)
    refused = table.refused("Ann", "turn_up", value="Sydney")
    assert (refused.code, refused.doubt) == ("other-card-under-chip", True)
    assert table.refused("Ann", "turn_up", value="London").code == "field-not-among"
    table.do("Ann", "turn_up", value="Sydney", overrule=("other-card-under-chip",))
    assert table.face_up("Ann") == {"hideout": "Sydney"}


def test_a_card_that_lies_open_can_neither_be_captured_with_nor_turned_again() -> None:
    table = checking(THREE, "Ann crook")
    table.ask_and_hear("Ann", "Bob", WRONG)
    table.turn_up("Ann", "crook")
    refused = table.refused("Ann", "capture", card="crook")
    assert (refused.code, dict(refused.facts)) == ("card-lies-open", {"card": "crook"})
    table.round("Ann hideout", "Bob crook")
    table.ask_and_hear("Ann", "Bob", WRONG)
    table.ask_and_hear("Bob", "Cat", WRONG)
    assert table.refused("Ann", "turn_up", value="Amber").code == "card-lies-open"
    assert table.refused("Bob", "turn_up", value="Lemon").code == "open-elsewhere"


def test_a_player_without_a_phone_need_not_say_which_card_lies_under_the_chip() -> None:
    table = hunting()
    table.do("Ann", "capture")
    table.round()
    table.ask_and_hear("Ann", "Bob", WRONG)
    table.do("Ann", "turn_up", value="Sydney")
    assert table.face_up("Ann") == {"hideout": "Sydney"}


def test_who_entered_other_cards_than_lie_on_the_table_is_told_so_and_the_table_counts() -> None:
    table = hunting(on_phone="Ann")
    table.do("Ann", "capture")
    table.round()
    table.ask_and_hear("Ann", "Bob", WRONG)
    assert table.refused("Ann", "turn_up", value="Paris").code == "not-the-card-entered"
    table.do("Ann", "turn_up", value="Paris", overrule=("not-the-card-entered",))
    assert table.view("Ann")["cards"]["hideout"] == "Paris"


# ---- the end -----------------------------------------------------------------------------------------------------


def complete_together(table: Zoo, *askers: str) -> None:
    for asker in askers:
        for other in table.seats:
            if other != asker:
                table.ask_and_hear(asker, other)


def fail(table: Zoo, *captures: str) -> None:
    """A round in which these ask in vain."""
    table.round(*captures)
    for capture in captures:
        seat, _ = capture.split()
        table.ask_and_hear(seat, next(other for other in table.seats if other != seat), WRONG)
    for capture in captures:
        if table.state.player(capture.split()[0]).hidden:  # type: ignore[arg-type]
            table.turn_up(*capture.split())


def test_who_finds_everyone_wins_at_the_end_of_the_step() -> None:
    table = checking(THREE, "Ann crook")
    complete_together(table, "Ann")
    assert table.view()["complete"] == []
    table.turn_up("Ann", "crook")
    view = table.view()
    assert (view["phase"], view["complete"], view["winners"]) == ("over", ["Ann"], ["Ann"])
    assert table.score().final
    assert table.score().points == {}


def test_a_tie_goes_to_the_fewest_open_cards() -> None:
    """ZG-8: Ann has two open with this round's, Bob one."""
    table = hunting(FOUR)
    fail(table, "Ann crook")
    table.round("Ann hideout", "Bob crook")
    complete_together(table, "Ann", "Bob")
    table.turn_up("Ann", "hideout")
    table.turn_up("Bob", "crook")
    assert table.view()["revealed"] == {"Ann": 2, "Bob": 1, "Cat": 0, "Dee": 0}
    assert table.view()["complete"] == ["Ann", "Bob"]
    assert table.score().winners == ("Bob",)


@pytest.mark.parametrize(("penalty_counts", "winners"), [(True, "Ann Bob"), (False, "Ann")])
def test_cards_lost_to_the_thieves_code_count_as_revealed(penalty_counts: bool, winners: str) -> None:
    """ZG-8: one capture and one penalty against two captures."""
    table = hunting(FOUR, penalty_counts=penalty_counts)
    fail(table, "Bob hideout")
    table.do(None, "penalty", offender="Ann", card="expertise", value="combat")
    table.round("Ann hideout", "Bob crook")
    complete_together(table, "Ann", "Bob")
    table.turn_up("Ann", "hideout")
    table.turn_up("Bob", "crook")
    assert table.score().winners == tuple(winners.split())


def test_when_all_cards_lie_open_and_nobody_is_complete_nobody_wins() -> None:
    """ZG-9."""
    table = hunting()
    for kind in ("crook", "expertise", "hideout"):
        assert table.view()["phase"] == "hunt"
        fail(table, *(f"{seat} {kind}" for seat in table.seats))
    view = table.view()
    assert (view["phase"], view["winners"], view["complete"]) == ("over", [], [])
    assert table.score().final
    assert table.score().winners == ()


def test_while_one_player_has_a_card_face_down_the_game_goes_on() -> None:
    table = hunting()
    fail(table, "Ann crook", "Bob crook", "Cat crook")
    fail(table, "Ann expertise", "Bob expertise", "Cat expertise")
    fail(table, "Ann hideout", "Bob hideout")
    assert table.view()["phase"] == "hunt"
    assert table.refused("Ann", "capture", card="crook").code == "no-card-left"
    assert "investigate" in table.offered("Ann")
    table.round("Cat hideout")
    complete_together(table, "Cat")
    table.turn_up("Cat", "hideout")
    assert table.score().winners == ("Cat",)


def test_after_the_end_nothing_is_recorded() -> None:
    table = checking(THREE, "Ann crook")
    complete_together(table, "Ann")
    table.turn_up("Ann", "crook")
    assert table.refused("Ann", "capture", card="hideout").code == "game-over"
    assert table.refused(None, "roll_dice").code == "game-over"
    assert not any(table.legal(viewer) for viewer in (None, *table.seats))
