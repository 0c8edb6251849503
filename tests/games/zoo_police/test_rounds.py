"""Five rounds of four phases: whose turn it is, and what may be said and done."""

from __future__ import annotations

import pytest

from tests.games.zoo_police.play import FOUR, Police


@pytest.mark.parametrize(
    ("seats", "firsts"),
    [("Ann Bob Cat", ["Ann", "Bob", "Cat", "Ann", "Bob"]), ("Cat Dan Ann Bob", ["Cat", "Dan", "Ann", "Bob", "Cat"])],
)
def test_the_marker_goes_round_and_every_round_has_four_turns_a_seat(seats: str, firsts: list[str]) -> None:
    """ZP-1, P26."""
    table = Police(seats)
    decks, met = [], []
    for number in range(1, 6):
        view = table.view()
        assert (view["round"], view["phase"], view["turn"]) == (number, "draw", view["first"])
        met.append(view["first"])
        table.deal(*["2345", "3451", "4512", "5123"][: len(table.seats)])
        decks.append(table.view()["deck"])
        turns = []
        while table.view()["phase"] == "identify":
            turns.append(table.turn)
            before = table.view()["face_down"]
            targets = table.view()["targets"]
            if targets:
                table.miss(targets[-1]["owner"], targets[-1]["row"])
            else:
                table.turn_own()
            assert table.view()["face_down"] == before - 1
        start = table.seats.index(table.view()["first"])
        assert turns == [*table.seats[start:], *table.seats[:start]] * 4
        table.do(None, "next_round")
    assert met == firsts
    assert decks == [20, 15, 10, 5, 0]
    assert table.view()["phase"] in ("score", "over")


def test_the_first_round_has_one_row_of_two() -> None:
    table = Police()
    table.do("Ann", "draw_crimes", extra=3)
    assert table.sizes() == [1, 1, 2, 1]
    assert table.view()["phase"] == "place"
    assert table.view()["turn"] is None
    assert table.view()["extra"] == 3


def test_the_crimes_are_the_first_players_to_draw() -> None:
    table = Police()
    doubt = table.refused("Bob", "draw_crimes", extra=1)
    assert (doubt.code, doubt.doubt, dict(doubt.facts)) == ("not-first-player", True, {"first": "Ann"})
    assert table.refused("Ann", "draw_crimes", extra=0).code == "no-such-row"
    assert table.refused("Ann", "draw_crimes", extra=5).code == "no-such-row"
    assert table.refused(None, "draw_crimes", extra=1).code == "needs-a-seat"
    table.do("Bob", "draw_crimes", extra=1, overrule=("not-first-player",))
    assert table.refused("Ann", "draw_crimes", extra=1).code == "not-now"


def test_the_rulebooks_example_of_three_turns() -> None:
    """ZP-3: Ann is blue, Bob red, Cat green."""
    table = Police(assist="odds", open_scores=True)
    table.deal("1234", "5132", "1234")
    table.guess("Bob", 1, 4)
    assert table.view()["rows"][0]["suspects"]["Bob"] == 5
    table.guess("Cat", 3, 3)
    table.guess("Bob", 3, 3)
    view = table.view()
    assert view["pile"] == {"Ann": 0, "Bob": 1, "Cat": 1}
    assert view["face_down"] == 9
    assert view["possible"]["Bob"] == {"2": [1, 2, 4], "4": [1, 2, 4]}
    assert view["possible"]["Cat"] == {"1": [1, 2, 4, 5], "2": [1, 2, 4, 5], "4": [1, 2, 4, 5]}
    assert view["possible"]["Ann"]["1"] == [1, 2, 3, 4, 5]
    assert view["odds"]["Cat"]["4"] == {"1": 0.25, "2": 0.25, "4": 0.25, "5": 0.25}
    assert view["turn"] == "Ann"
    table.undo()
    table.guess("Bob", 2, 1)
    assert table.view()["possible"]["Bob"] == {"3": [2, 3, 4], "4": [2, 3, 4]}


def test_only_own_cards_left_means_turning_one_up_without_a_point() -> None:
    """ZP-4, P7."""
    table = Police()
    table.deal("1234", "2345", "3451")
    table.misses("B1 A1 A2 B2 C1 A3 B3 C2 A4 B4 C3")
    view = table.view("Cat")
    assert (view["turn"], view["targets"], view["own_targets"]) == ("Cat", [], [4])
    assert table.offered("Cat") == {"turn_own"}
    assert table.refused("Cat", "guess", owner="Cat", row=4, number=1, shown=1).code == "own-card"
    assert table.refused("Cat", "turn_own", row=3, shown=1).code == "card-open"
    assert table.refused("Cat", "turn_own", row=4, shown=3).code == "shown-seen"
    table.do("Cat", "turn_own", row=4, shown=1)
    view = table.view("Cat")
    assert view["phase"] == "assign"
    assert view["rows"][3]["suspects"]["Cat"] == 1
    assert view["pile"] == 0


def test_the_last_card_must_be_guessed_when_it_is_another_players() -> None:
    """ZP-4, P6."""
    table = Police()
    table.deal("1234", "2345", "3451")
    table.misses("C1 A1 B1 C2 A2 B2 C3 A3 B3 B4 C4")
    assert table.view("Cat")["targets"] == [{"owner": "Ann", "row": 4, "shown_known": False}]
    assert table.refused("Cat", "turn_own", row=4, shown=1).code == "others-face-down"
    table.hit("Ann", 4)
    assert table.view("Cat")["pile"] == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"owner": "Ann"}, "own-card"),
        ({"owner": "Eve"}, "no-such-seat"),
        ({"row": 0}, "no-such-row"),
        ({"row": 5}, "no-such-row"),
        ({"number": 0}, "number-off"),
        ({"number": 6}, "number-off"),
        ({"number": "x"}, "not-a-whole-number"),
        ({"number": 2.5}, "not-a-whole-number"),
        ({"shown": 0}, "number-off"),
        ({"shown": 6}, "number-off"),
        ({"shown": None}, "shown-missing"),
        ({"row": 1}, "card-open"),
        ({"owner": "Cat", "row": 1}, "card-back"),
        ({"shown": 1}, "shown-seen"),
        ({"owner": "Cat", "row": 2, "shown": 1}, "shown-seen"),
    ],
)
def test_what_cannot_be_guessed_is_refused(fields: dict[str, object], code: str) -> None:
    table = Police()
    table.deal("1234", "1234", "1234")
    table.miss("Bob", 1)
    table.hit("Cat", 1)
    table.miss("Ann", 4)
    guess: dict[str, object] = {"owner": "Bob", "row": 2, "number": 2, "shown": 2, **fields}
    refused = table.refused("Ann", "guess", **guess)
    assert (refused.code, refused.doubt) == (code, False)


def test_a_number_that_was_seen_may_be_said_again() -> None:
    """P5: a miss on purpose."""
    table = Police()
    table.deal("1234", "5123", "1234")
    table.guess("Bob", 1, 1)
    table.miss("Ann", 1)
    table.miss("Ann", 2)
    assert table.view("Ann")["seen"]["Bob"] == [5]
    table.guess("Bob", 2, 5)
    assert table.view()["rows"][1]["suspects"]["Bob"] == 1


def test_an_overruled_guess_out_of_turn_heals_by_itself() -> None:
    table = Police()
    table.deal("1234", "1234", "1234")
    doubt = table.refused("Cat", "guess", owner="Bob", row=1, number=1, shown=1)
    assert (doubt.code, doubt.doubt, dict(doubt.facts)) == ("not-your-turn", True, {"turn": "Ann"})
    table.guess("Bob", 1, 2, seat="Cat", overrule=("not-your-turn",))
    order = []
    while table.view()["phase"] == "identify":
        view = table.view()
        order.append(view["turn"])
        if view["targets"]:
            table.miss(view["targets"][0]["owner"], view["targets"][0]["row"])
        else:
            table.turn_own()
    assert order == ["Ann", "Bob", *["Ann", "Bob", "Cat"] * 3]


def test_phases_do_not_run_ahead() -> None:
    table = Police()
    for do, fields in (
        ("place", {"numbers": [1, 2, 3, 4]}),
        ("all_placed", {}),
        ("guess", {"owner": "Bob", "row": 1, "number": 1, "shown": 1}),
        ("turn_own", {"row": 1, "shown": 1}),
        ("claim_innocent", {}),
        ("next_round", {}),
        ("tally", {"types": {}}),
        ("keep", {"types": []}),
    ):
        assert table.refused("Ann", do, **fields).code == "not-now"
    table.do("Ann", "draw_crimes", extra=1)
    assert table.refused("Ann", "next_round").code == "not-now"
    table.do("Ann", "all_placed")
    assert table.refused("Ann", "next_round").code == "not-now"
    assert table.refused("Ann", "place", numbers=[1, 2, 3, 4]).code == "not-now"


def test_there_is_no_sixth_round() -> None:
    table = Police(FOUR)
    for _ in range(5):
        table.round("5234", "1235", "2153", "3512")
        table.do(None, "next_round")
    assert table.view()["phase"] == "score"
    assert table.refused(None, "next_round").code == "not-now"


def test_screens_are_told_what_was_turned_last_and_whom_the_table_waits_for() -> None:
    table = Police()
    assert table.view()["waiting"] == ["Ann"]
    table.do("Ann", "draw_crimes", extra=1)
    table.do("Bob", "place", numbers=[1, 2, 3, 4])
    assert table.view()["waiting"] == ["Ann", "Cat"]
    table.do(None, "all_placed")
    table.do("Ann", "guess", owner="Bob", row=2, number=4)
    assert table.view()["last"] == {
        "seat": "Ann", "owner": "Bob", "row": 2, "said": 4, "shown": 2, "hit": False,
    }  # fmt: skip
    assert table.view()["waiting"] == ["Bob"]
    assert table.view("Bob")["targets"][0] == {"owner": "Ann", "row": 1, "shown_known": False}
    assert table.view("Cat")["targets"] == []
