"""Zoo King: the event deck, the order of play and what may come next."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Refused
from companion.games.zoo_king import GAME
from tests.games.zoo_king.play import Table, awards_table, count, to_awards, turn

KNOWN = {"Admission": 9, "Exhibit Exchange": 4}
"""Counts that add up to 27."""


@pytest.mark.parametrize(
    ("seats", "options", "sizes"),
    [
        ("Ann Bob", {}, [20, 3, 4, 7]),
        ("Ann Bob", {"layout": "four_player"}, [16, 3, 4, 3, 4, 4]),
        ("Ann Bob Cat", {}, [18, 3, 3, 3, 3, 4]),
        ("Ann Bob Cat Dan", {}, [16, 3, 4, 3, 4, 4]),
        ("Ann Bob Cat Dan", {"layout": "four_player"}, [16, 3, 4, 3, 4, 4]),
    ],
)
def test_the_piles_of_every_layout(seats: str, options: dict[str, Any], sizes: list[int]) -> None:
    view = awards_table(seats, **options).view()
    assert view["deck"]["piles"] == [["award" if at % 2 else "event", size] for at, size in enumerate(sizes)]
    assert view["deck"]["layout"] == view["deck"]["piles"]
    assert view["deck"]["left"] == 34
    assert sum(sizes[::2]) == 24
    assert sum(sizes[1::2]) == 10
    assert all(size % len(seats.split()) == 0 for size in sizes[::2])
    assert view["needed"] == (4 if seats == "Ann Bob" else 3)


def test_three_players_cannot_build_the_four_player_deck() -> None:
    with pytest.raises(Refused) as caught:
        awards_table("Ann Bob Cat", layout="four_player")
    assert caught.value.code == "layout-for-two"


def test_the_kind_of_every_card_of_three_players() -> None:
    """ZK-1."""
    table = awards_table()
    kinds = [kind for kind, left in table.view()["deck"]["layout"] for _ in range(left)]
    assert (kinds[18], kinds[21], kinds[33]) == ("award", "event", "award")
    for title, kind in zip([None] * 18 + ["High Flyer", "Big Cat King", "Most Animals"], kinds, strict=False):
        assert table.view()["deck"]["next"] == kind
        if title is None:
            to_one = next(name for name, left in table.view()["events_left"].items() if left)
            turn(table, to_one)
        else:
            count(table, title, Ann=1, Bob=2 * (title == "High Flyer"), Cat=0)
    assert table.view()["deck"]["piles"] == [["event", 3], ["award", 3], ["event", 3], ["award", 4]]
    assert table.view()["awards"] == {"Ann": ["Big Cat King", "Most Animals"], "Bob": ["High Flyer"], "Cat": []}


def test_play_goes_counter_clockwise_from_the_first_seat_without_starters() -> None:
    assert awards_table("Ann Bob Cat Dee").view()["order"] == ["Ann", "Dee", "Cat", "Bob"]
    assert awards_table("Ann Bob").view()["order"] == ["Ann", "Bob"]


def test_who_chooses_last_plays_first_and_play_reverses_the_choosing() -> None:
    """ZK-2."""
    table = Table(GAME, "Ann Bob Cat Dan")
    for seat, card in zip(["Bob", "Cat", "Dan", "Ann"], ["Trainer", "Trainer", "Aviary", "Zookeeper"], strict=True):
        assert table.view()["turn"] in (None, seat)
        table.do(seat, "choose_starter", card=card, price=300)
    view = table.view()
    assert view["choosing"] == ["Bob", "Cat", "Dan", "Ann"]
    assert view["order"] == ["Ann", "Dan", "Cat", "Bob"]
    assert view["first"] == view["turn"] == "Ann"
    turns = []
    while table.view()["deck"]["next"] == "event":
        turns.append(table.view()["turn"])
        table.do(None, "draw_event", event="unlisted", overrule=("event-used-up",))
        table.do(None, "end_turn")
    assert len(turns) == 16
    assert turns[15] == "Bob"
    assert table.view()["turn"] == "Ann"


def test_turns_until_the_awards_are_counted_for_each_player() -> None:
    table = awards_table("Ann Bob Cat Dee")
    assert table.view()["turns_until_awards"] == {"Ann": 4, "Dee": 4, "Cat": 4, "Bob": 4}
    table.do("Ann", "draw_event", event="Admission")
    assert table.view()["turns_until_awards"] == {"Ann": 3, "Dee": 4, "Cat": 4, "Bob": 4}
    to_awards_from_open(table)
    assert set(table.view()["turns_until_awards"].values()) == {0}
    for title in ("High Flyer", "Big Cat King", "Most Animals"):
        count(table, title, Ann=1, Bob=0, Cat=0, Dee=2 if title == "High Flyer" else 0)
    assert table.view()["turns_until_awards"] == {"Ann": 1, "Dee": 1, "Cat": 1, "Bob": 1}
    assert table.view()["turn"] == "Ann"


def to_awards_from_open(table: Table) -> None:
    table.do(None, "end_turn")
    to_awards(table)


def test_a_turn_is_draw_event_to_end_turn() -> None:
    table = awards_table()
    assert table.refused("Ann", "end_turn").code == "no-turn-open"
    assert table.refused("Bob", "draw_event", event="Admission").facts["turn"] == "Ann"
    table.do("Ann", "draw_event", event="Admission")
    assert table.refused("Cat", "end_turn").code == "not-your-turn"
    again = table.refused("Cat", "draw_event", event="Admission")
    assert (again.code, again.doubt) == ("turn-not-ended", True)
    table.do("Cat", "draw_event", event="Admission", overrule=("turn-not-ended",))
    assert table.view()["turn_number"] == 2
    assert table.view()["turn"] == "Cat"


def test_a_thirteenth_kind_of_event_does_not_exist() -> None:
    table = awards_table()
    assert table.refused("Ann", "draw_event", event="Earthquake").code == "event-unknown"
    table.do("Ann", "draw_event", event="  made FOR tv ")
    assert table.view()["event"]["event"] == "Made for TV"


def test_a_seventeenth_event_before_the_first_award_of_four_players_is_refused() -> None:
    table = awards_table("Ann Bob Cat Dee")
    to_awards(table)
    refused = table.refused("Ann", "draw_event", event="Bad Publicity")
    assert (refused.code, refused.doubt) == ("award-next", False)


def test_an_award_before_its_time_is_refused() -> None:
    table = awards_table()
    refused = table.refused("Ann", "draw_award", award="High Flyer")
    assert (refused.code, refused.facts["left"]) == ("event-next", 18)


def test_an_award_during_an_open_turn_ends_that_turn_when_the_table_says_so() -> None:
    table = awards_table()
    while table.view()["deck"]["left"] > 16:
        name = next(name for name, left in table.view()["events_left"].items() if left)
        table.do(None, "draw_event", event=name)
        if table.view()["deck"]["next"] == "event":
            table.do(None, "end_turn")
    assert table.refused("Ann", "draw_award", award="High Flyer").code == "turn-not-ended"
    table.do("Ann", "draw_award", award="High Flyer", overrule=("turn-not-ended",))
    assert table.view()["phase"] == "count"


def test_listed_counts_are_never_taken_for_the_whole_truth() -> None:
    """K1: 24 of 27 events are listed; three more of any kind may come."""
    table = awards_table()
    view = table.view()
    assert view["chances"] is None
    assert view["unlisted"] == 3
    assert view["events_left"]["unlisted"] == 3
    assert "unlisted" in view["notes"]
    for _ in range(7):
        turn(table, "Admission")
    assert table.view()["events_left"]["Admission"] == 0
    turn(table, "Admission")
    assert table.view()["events_left"]["unlisted"] == 2
    turn(table, "unlisted")
    turn(table, "Animal Escape")
    turn(table, "Animal Escape")
    assert table.view()["events_left"]["unlisted"] == 0
    refused = table.refused(None, "draw_event", event="Admission")
    assert (refused.code, refused.doubt) == ("event-used-up", True)
    turn(table, "Donation Drive")


def test_the_chance_of_the_next_event_counts_the_three_cards_in_the_box() -> None:
    table = awards_table(event_counts=KNOWN)
    view = table.view()
    assert view["unlisted"] == 0
    assert "unlisted" not in view["events_left"]
    assert view["chances"]["Admission"] == {"left": 9, "of": 27, "share": 9 / 27}
    turn(table, "Admission")
    turn(table, "Made for TV")
    view = table.view()
    assert view["chances"]["Admission"] == {"left": 8, "of": 25, "share": 8 / 25}
    assert "Made for TV" not in view["chances"]
    assert sum(chance["left"] for chance in view["chances"].values()) == 25
    assert view["seen"] == {"Admission": 1, "Made for TV": 1}


def test_no_chance_is_told_when_no_event_is_left() -> None:
    table = awards_table("Ann Bob", event_counts=KNOWN)
    for phase in (3, 7):
        to_awards(table)
        if phase == 7:
            assert table.view()["chances"] is None
            return
        for title, winner in zip(("High Flyer", "Most Diverse", "Most Animals"), "ABA", strict=True):
            count(table, title, Ann=int(winner == "A"), Bob=int(winner == "B"))


@pytest.mark.parametrize(
    ("counts", "code"),
    [({"Admission": 11}, "event-counts"), ({"Admission": -1}, "event-counts"), ({"Quiz": 1}, "event-unknown"),
     ({"unlisted": 3}, "event-unknown")],
)  # fmt: skip
def test_event_counts_fit_the_box(counts: dict[str, int], code: str) -> None:
    with pytest.raises(Refused) as caught:
        awards_table(event_counts=counts)
    assert caught.value.code == code


def test_lots_decide_who_chooses_when_nobody_knows() -> None:
    table = Table(GAME, "Ann Bob Cat", seed=3)
    table.do(None, "draw_lots")
    chooser = table.view()["turn"]
    assert chooser in table.seats
    assert table.refused(None, "draw_lots").code == "chooser-known"
    other = next(seat for seat in table.seats if seat != chooser)
    assert table.refused(other, "choose_starter", card="Trainer", price=300).code == "not-your-choice"
    table.do(chooser, "choose_starter", card="Trainer", price=300)
    assert table.view()["order"][-1] == chooser


def test_starters_are_mandatory_and_bought_once() -> None:
    """K12."""
    table = Table(GAME, "Ann Bob")
    assert table.refused(None, "choose_starter", card="Trainer", price=300).code == "who-chooses"
    assert table.refused("Ann", "choose_starter", card="Trainer").code == "price-unknown"
    assert table.refused("Ann", "choose_starter", card="Lion", price=300).code == "starter-kind"
    assert table.refused("Ann", "choose_starter", card="Trainer", price=1100).code == "cash-short"
    assert table.refused("Ann", "choose_starter", card="Curator", price=200).code == "not-perpetual"
    table.do("Ann", "choose_starter", card="Trainer", price=300)
    assert table.refused("Ann", "choose_starter", card="Aviary", price=300).code == "starter-chosen"
    early = table.refused("Bob", "draw_event", event="Admission")
    assert (early.code, early.doubt, early.facts["missing"]) == ("starters-first", True, 1)
    table.do("Bob", "choose_starter", card="Trainer")
    assert table.view("Bob")["cash"] == 700
    table.do("Bob", "draw_event", event="Admission")
    assert table.refused("Bob", "choose_starter", card="Aviary", price=300).code == "starters-over"


def test_two_players_may_take_equal_starters_but_no_third() -> None:
    """K11."""
    table = Table(GAME, "Ann Bob Cat")
    table.do("Ann", "choose_starter", card="Trainer", price=300)
    table.do("Bob", "choose_starter", card="Trainer")
    assert table.refused("Cat", "choose_starter", card="Trainer").code == "no-more-copies"


def test_four_players_pay_the_grey_price_everywhere() -> None:
    """K8."""
    card = {"name": "Trainer", "price": 300, "grey": 400, "stars": 2, "habitats": [], "types": []}
    table = Table(GAME, "Ann Bob Cat Dee", catalogue=[card])
    table.do("Ann", "choose_starter", card="Trainer")
    assert table.view("Ann")["cash"] == 600
    table.do("Bob", "choose_starter", card="Aviary", price=500)
    assert table.view("Bob")["cash"] == 500
    assert next(c for c in table.view()["catalogue"] if c["name"] == "Aviary")["grey"] == 500


def test_a_board_that_skips_the_starters_plays_from_the_first_seat() -> None:
    table = Table(GAME, "Ann Bob Cat")
    table.do(None, "draw_event", event="Admission", overrule=("starters-first",))
    assert table.view()["order"] == ["Ann", "Cat", "Bob"]
    assert table.view("Bob")["cash"] == 1100
