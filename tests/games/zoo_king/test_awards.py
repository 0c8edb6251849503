"""Zoo King: counting, deciding, returning and sharing the awards, and the end of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.secret import Seat
from companion.games.zoo_king.award_rules import check_end
from companion.games.zoo_king.awards import judge
from companion.games.zoo_king.ledger import Draft, with_zoo
from companion.games.zoo_king.model import Reckoning
from tests.games.zoo_king.play import (
    AWARDS,
    CATALOGUE,
    Table,
    awards_table,
    card,
    count,
    give,
    set_cash,
    to_awards,
    zoos,
)

FOUR = "Ann Bob Cat Dee"
LATE = ("Cat", "Dee", "Bob")
"""Who wins the first three awards of the last phase."""


def phase(seats: str = "Ann Bob Cat", **options: Any) -> Table:
    """The first award is next."""
    table = awards_table(seats, **options)
    to_awards(table)
    return table


def won(table: Table, award: str, winner: str) -> None:
    """A plain award, counted 1 by the winner and 0 by the others (or in hundreds)."""
    unit = 100 if award == "Most Profitable Zoo" else 1
    count(table, award, **{seat: unit * (seat == winner) for seat in table.seats})


def tied(table: Table, award: str, *seats: str, best: int = 2) -> None:
    told = {seat: (best, 5) if seat in seats else (0, 0) for seat in table.seats}
    count(table, award, **told)


def shelf(table: Table) -> dict[str, int]:
    return {seat: len(titles) for seat, titles in table.view()["awards"].items()}


# ---- counting --------------------------------------------------------------------------------------------------


def test_an_award_is_decided_when_the_last_seat_has_counted() -> None:
    table = phase()
    table.do("Ann", "draw_award", award="High Flyer")
    table.do("Cat", "count", value=3)
    table.do("Ann", "count", value=1)
    award = table.view()["award"]
    assert (award["waiting"], award["counted"], award["counts"]) == (["Bob"], ["Cat", "Ann"], {})
    table.do("Bob", "count", value=2)
    award = table.view()["award"]
    assert (award["title"], award["outcome"], award["winners"]) == ("High Flyer", "won", ["Cat"])
    assert award["counts"] == {"Ann": 1, "Bob": 2, "Cat": 3}
    assert table.view()["awards"]["Cat"] == ["High Flyer"]


def test_no_count_is_seen_before_all_have_counted() -> None:
    table = phase()
    table.do("Ann", "draw_award", award="Most Profitable Zoo")
    table.do("Ann", "count", value=700)
    for viewer in (None, "Bob"):
        assert table.view(viewer)["award"]["counts"] == {}
        assert table.view(viewer)["award"]["own"] is None
    assert table.view("Ann")["award"]["own"]["value"] == 700


def test_a_count_may_be_changed_until_all_have_counted() -> None:
    table = phase()
    table.do("Ann", "draw_award", award="Most Animals")
    table.do("Ann", "count", value=3)
    table.do("Ann", "count", value=4)
    table.do("Bob", "count", value=1)
    table.do("Cat", "count", value=1)
    assert table.view()["award"]["counts"]["Ann"] == 4
    assert table.refused("Ann", "count", value=4).code == "no-award-open"


def test_the_tie_break_is_asked_only_of_the_tied() -> None:
    table = phase()
    count(table, "Most Dangerous", Ann=4, Bob=2, Cat=4)
    award = table.view()["award"]
    assert (award["asked"], award["waiting"], award["outcome"]) == (["Ann", "Cat"], ["Ann", "Cat"], None)
    assert award["counts"] == {"Ann": 4, "Bob": 2, "Cat": 4}
    assert table.refused("Bob", "count", tiebreak=3).code == "count-not-asked"
    assert table.refused("Ann", "count", value=4).code == "tiebreak-needed"
    assert table.refused("Ann", "count", value=5, tiebreak=9).code == "count-differs"
    table.do("Ann", "count", value=4, tiebreak=9)
    table.do("Cat", "count", tiebreak=11)
    award = table.view()["award"]
    assert (award["outcome"], award["winners"], award["tiebreaks"]) == ("won", ["Cat"], {"Ann": 9, "Cat": 11})


def test_value_and_tie_break_may_come_together_and_only_the_tied_ones_are_told() -> None:
    table = phase()
    count(table, "Big Cat King", Ann=(2, 5), Bob=(1, 9), Cat=(2, 7))
    award = table.view()["award"]
    assert award["winners"] == ["Cat"]
    assert award["tiebreaks"] == {"Ann": 5, "Cat": 7}


def test_a_tied_seat_that_told_its_tie_break_is_not_asked_again() -> None:
    table = phase()
    count(table, "Big Cat King", Ann=(2, 5), Bob=2, Cat=0)
    assert table.view()["award"]["asked"] == ["Bob"]
    table.do("Bob", "count", tiebreak=4)
    assert table.view()["award"]["winners"] == ["Ann"]


@pytest.mark.parametrize(
    ("award", "told", "code"),
    [
        ("High Flyer", {"value": 9}, "count-out-of-range"),
        ("Big Cat King", {"value": 10}, "count-out-of-range"),
        ("Most Diverse", {"value": 7}, "count-out-of-range"),
        ("Most Diverse", {"value": 5, "tiebreak": 6}, "count-out-of-range"),
        ("Staff of the Year", {"value": 10}, "count-out-of-range"),
        ("Best-Themed", {"value": 16}, "count-out-of-range"),
        ("Most Animals", {"value": 48}, "count-out-of-range"),
        ("Most Animals", {"value": -1}, "count-out-of-range"),
        ("Most Profitable Zoo", {"value": -100}, "count-out-of-range"),
        ("Most Profitable Zoo", {"value": 250}, "not-hundreds"),
        ("Most Profitable Zoo", {"value": 100, "tiebreak": 1}, "no-tiebreak"),
        ("Most Animals", {"tiebreak": 3}, "value-needed"),
    ],
)
def test_counts_that_cannot_be_are_refused(award: str, told: dict[str, int], code: str) -> None:
    table = phase()
    table.do("Ann", "draw_award", award=award)
    assert table.refused("Ann", "count", **told).code == code


def test_stars_may_fall_below_zero() -> None:
    table = phase()
    count(table, "Most Prestigious Zoo", Ann=-4, Bob=-2, Cat=-6)
    assert table.view()["award"]["winners"] == ["Bob"]


def test_more_birds_than_the_box_holds_are_counted_again_by_all() -> None:
    table = phase()
    count(table, "High Flyer", Ann=4, Bob=3, Cat=2)
    award = table.view("Ann")["award"]
    assert (award["miscounted"], award["waiting"], award["own"]) == (True, ["Ann", "Bob", "Cat"], None)
    for seat, birds in (("Ann", 4), ("Bob", 2), ("Cat", 2)):
        table.do(seat, "count", value=birds)
    assert table.view()["award"]["winners"] == ["Ann"]


def test_the_board_counts_for_nobody() -> None:
    table = phase()
    table.do(None, "draw_award", award="High Flyer")
    assert table.refused(None, "count").code == "who-counts"


# ---- which award -----------------------------------------------------------------------------------------------


def test_an_award_is_not_drawn_twice_and_not_by_a_stranger() -> None:
    table = phase()
    assert table.refused("Ann", "draw_award", award="Cutest Panda").code == "award-unknown"
    other = table.refused("Bob", "draw_award", award="High Flyer")
    assert (other.code, other.doubt, other.facts["first"]) == ("first-player-draws", True, "Ann")
    won(table, "High Flyer", "Ann")
    again = table.refused("Ann", "draw_award", award="High Flyer")
    assert (again.code, again.doubt) == ("award-gone", False)
    table.do("Ann", "draw_award", award="most animals")
    assert table.refused("Ann", "draw_award", award="Big Cat King").code == "award-open"
    assert table.refused("Ann", "draw_event", event="Admission").code == "award-open"


def test_a_returned_award_waits_at_the_bottom_and_keeps_its_place_in_the_queue() -> None:
    """K58."""
    table = phase("Ann Bob")
    tied(table, "High Flyer", "Ann", "Bob")
    tied(table, "Big Cat King", "Ann", "Bob")
    assert table.refused("Ann", "draw_award", award="High Flyer").code == "returned-later"
    won(table, "Most Animals", "Ann")
    to_awards(table)
    rest = [title for title in AWARDS if title not in ("High Flyer", "Big Cat King", "Most Animals")]
    assert table.view()["deck"]["left"] == 9
    for number, title in enumerate(rest[:5]):
        won(table, title, "Bob" if number % 2 else "Ann")
        if table.score().final:
            return
    raise AssertionError("somebody has four awards")


def test_returned_awards_are_drawn_last_in_their_order() -> None:
    """K56, K58."""
    table = phase("Ann Bob", award_needs_one=True)
    for title in ("High Flyer", "Big Cat King"):
        tied(table, title, "Ann", "Bob", best=0)
    won(table, "Most Animals", "Ann")
    to_awards(table)
    for title, winner in zip(
        ("Most Diverse", "Best-Themed", "Most Dangerous", "Staff of the Year", "Top Conservationist"),
        "ABBAB", strict=True,
    ):  # fmt: skip
        won(table, title, "Ann" if winner == "A" else "Bob")
    tied(table, "Most Prestigious Zoo", "Ann", "Bob")
    count(table, "Most Profitable Zoo", Ann=300, Bob=300)
    queue = ["High Flyer", "Big Cat King", "Most Prestigious Zoo", "Most Profitable Zoo"]
    assert table.view()["returned"] == queue
    assert table.view()["awards_left"] == ["High Flyer"]
    assert table.refused("Ann", "draw_award", award="Big Cat King").facts["first"] == "High Flyer"
    tied(table, "High Flyer", "Ann", "Bob", best=0)
    assert table.view()["award"]["outcome"] == "nobody"
    won(table, "Big Cat King", "Bob")
    assert table.score().winners == ("Bob",)


def test_a_tie_goes_to_the_bottom_and_a_second_tie_is_shared() -> None:
    """ZK-9."""
    table = phase(FOUR)
    won(table, "Most Animals", "Ann")
    count(table, "High Flyer", Ann=(2, 5), Bob=(2, 5), Cat=(0, 0), Dee=(1, 3))
    assert table.view()["award"]["outcome"] == "returned"
    won(table, "Big Cat King", "Dee")
    deck = table.view()["deck"]
    assert deck["left"] == 16
    assert deck["piles"] == [["event", 4], ["award", 3], ["event", 4], ["award", 5]]
    to_awards(table)
    for title, winner in (("Most Diverse", "Ann"), ("Best-Themed", "Cat"), ("Most Dangerous", "Bob")):
        won(table, title, winner)
    to_awards(table)
    for title, winner in zip(("Staff of the Year", "Top Conservationist", "Most Prestigious Zoo"), LATE, strict=True):
        won(table, title, winner)
    count(table, "Most Profitable Zoo", Ann=200, Bob=200, Cat=0, Dee=100)
    assert table.view()["returned"] == ["High Flyer", "Most Profitable Zoo"]
    table.do("Ann", "draw_award", award="High Flyer")
    assert table.view()["award"]["again"]
    assert "last-chance" in table.view()["notes"]
    for seat, told in (("Ann", (2, 5)), ("Bob", (2, 5)), ("Cat", (0, 0)), ("Dee", (1, 3))):
        table.do(seat, "count", value=told[0], tiebreak=told[1])
    assert table.view()["decided"][-1]["outcome"] == "shared"
    assert shelf(table) == {"Ann": 3, "Bob": 3, "Cat": 2, "Dee": 2}
    assert table.score().winners == ("Ann", "Bob")


def test_the_second_draw_is_open_to_all() -> None:
    """K57."""
    told = [Reckoning(Seat(name), *figures) for name, figures in (("Ann", (2, 1)), ("Bob", (3, 4)), ("Cat", (3, 4)))]
    verdict = judge("High Flyer", told, again=True)
    assert (verdict.outcome, verdict.seats) == ("shared", ("Bob", "Cat"))


def test_nobody_has_a_bird_at_both_draws() -> None:
    """ZK-10, K52."""
    nothing = [Reckoning(Seat(name), 0, 0) for name in ("Ann", "Bob", "Cat")]
    assert judge("High Flyer", nothing).outcome == "returned"
    shared = judge("High Flyer", nothing, again=True)
    assert (shared.outcome, len(shared.seats)) == ("shared", 3)
    assert judge("High Flyer", nothing, again=True, needs_one=True).outcome == "nobody"
    table = phase()
    count(table, "High Flyer", Ann=(0, 0), Bob=(0, 0), Cat=(0, 0))
    assert "all-zero" in table.view()["notes"]


def test_a_tie_in_money_is_returned_once_and_then_shared() -> None:
    """K63."""
    equal = [Reckoning(Seat(name), 500) for name in ("Ann", "Bob")]
    assert judge("Most Profitable Zoo", equal).outcome == "returned"
    assert judge("Most Profitable Zoo", equal, again=True).outcome == "shared"


# ---- the end ---------------------------------------------------------------------------------------------------


def test_the_third_award_ends_the_game_at_once() -> None:
    """ZK-11."""
    table = phase(FOUR)
    for title in ("High Flyer", "Big Cat King", "Most Animals"):
        assert not table.score().final
        won(table, title, "Ann")
    assert table.view()["phase"] == "over"
    assert table.view()["deck"]["left"] == 15
    assert table.score().winners == ("Ann",)
    assert table.refused("Ann", "draw_event", event="Admission").code == "game-over"
    table.undo()
    assert table.view()["phase"] == "count"


def last_phase(**options: Any) -> Table:
    """Three players: Ann and Bob have 2, Cat 1, and High Flyer lies at the bottom (ZK-11)."""
    table = phase(**options)
    tied(table, "High Flyer", "Ann", "Bob")
    won(table, "Most Animals", "Ann")
    won(table, "Most Diverse", "Bob")
    to_awards(table)
    for title, winner in (("Best-Themed", "Ann"), ("Most Dangerous", "Bob"), ("Big Cat King", "Cat")):
        won(table, title, winner)
    to_awards(table)
    assert shelf(table) == {"Ann": 2, "Bob": 2, "Cat": 1}
    return table


def test_the_first_to_reach_three_wins_in_the_middle_of_a_phase() -> None:
    """ZK-11."""
    table = last_phase()
    won(table, "Staff of the Year", "Cat")
    tied(table, "Top Conservationist", "Ann", "Bob")
    assert table.view()["returned"] == ["High Flyer", "Top Conservationist"]
    won(table, "Most Prestigious Zoo", "Ann")
    assert table.score().winners == ("Ann",)
    assert table.view()["deck"]["left"] == 3


def two_at_three(**options: Any) -> Table:
    """ZK-12: the redrawn High Flyer brings Ann and Bob to three."""
    table = last_phase(**options)
    won(table, "Staff of the Year", "Cat")
    for title in ("Top Conservationist", "Most Prestigious Zoo"):
        tied(table, title, "Ann", "Bob")
    count(table, "Most Profitable Zoo", Ann=100, Bob=100, Cat=0)
    tied(table, "High Flyer", "Ann", "Bob")
    return table


def test_two_who_reach_three_on_a_shared_award_win_together() -> None:
    """ZK-12, K54."""
    table = two_at_three()
    assert table.score().winners == ("Ann", "Bob")
    assert shelf(table) == {"Ann": 3, "Bob": 3, "Cat": 2}


def test_drawing_on_until_one_leads() -> None:
    table = two_at_three(double_win="draw_on")
    assert not table.score().final
    tied(table, "Top Conservationist", "Ann", "Bob")
    assert not table.score().final
    won(table, "Most Prestigious Zoo", "Bob")
    assert table.score().winners == ("Bob",)


def test_drawing_on_to_the_last_card_is_a_shared_win() -> None:
    table = two_at_three(double_win="draw_on")
    for title in ("Top Conservationist", "Most Prestigious Zoo"):
        tied(table, title, "Ann", "Bob")
    count(table, "Most Profitable Zoo", Ann=100, Bob=100, Cat=0)
    assert table.score().winners == ("Ann", "Bob")


def test_most_stars_break_a_double_win() -> None:
    table = two_at_three(double_win="most_stars")
    award = table.view()["award"]
    assert (award["title"], award["waiting"]) == ("Star total", ["Ann", "Bob"])
    assert table.refused("Cat", "count", value=30).code == "count-not-asked"
    table.do("Ann", "count", value=24)
    table.do("Bob", "count", value=25)
    assert table.score().winners == ("Bob",)


def test_the_phase_may_be_finished_first() -> None:
    """K53."""
    table = phase(FOUR, finish_phase=True)
    for title in ("High Flyer", "Big Cat King"):
        won(table, title, "Ann")
    to = table.view()["deck"]["piles"][0]
    assert to == ["award", 1]
    won(table, "Most Animals", "Ann")
    assert table.score().winners == ("Ann",)
    table = last_phase(finish_phase=True)
    won(table, "Staff of the Year", "Ann")
    assert not table.score().final
    won(table, "Top Conservationist", "Bob")
    won(table, "Most Prestigious Zoo", "Bob")
    won(table, "Most Profitable Zoo", "Cat")
    assert not table.score().final
    won(table, "High Flyer", "Cat")
    assert table.score().winners == ("Bob",)


def test_without_two_awards_there_may_be_no_winner() -> None:
    """ZK-16."""
    table = phase(FOUR, award_needs_one=True)
    tied(table, "High Flyer", "Ann", "Bob", best=0)
    tied(table, "Big Cat King", "Ann", "Bob", best=0)
    won(table, "Most Animals", "Ann")
    to_awards(table)
    for title, winner in (("Most Diverse", "Ann"), ("Best-Themed", "Cat"), ("Most Dangerous", "Bob")):
        won(table, title, winner)
    to_awards(table)
    for title, winner in zip(("Staff of the Year", "Top Conservationist", "Most Prestigious Zoo"), LATE, strict=True):
        won(table, title, winner)
    won(table, "Most Profitable Zoo", "Dee")
    for title in ("High Flyer", "Big Cat King"):
        count(table, title, **dict.fromkeys(table.seats, (0, 0)))
    score = table.score()
    assert (score.final, score.winners) == (True, ())
    assert set(score.points.values()) == {2}


# ---- tracked zoos ----------------------------------------------------------------------------------------------


def tracked(seats: str = "Ann Bob", cards: dict[str, list[dict[str, Any]]] | None = None, **options: Any) -> Table:
    """The first award is next; the animals named are in the zoos."""
    mine = cards or {}
    table = zoos(seats, catalogue=[*CATALOGUE, *(one for some in mine.values() for one in some)], **options)
    to_awards(table)
    for seat, some in mine.items():
        give(table, seat, *(one["name"] for one in some))
    return table


def habitat(prefix: str, stars: str, where: str) -> list[dict[str, Any]]:
    return [card(f"{prefix} {number}", 300, int(star), where) for number, star in enumerate(stars)]


THEMED = {
    "Ann": habitat("S", "2222", "Savanna") + habitat("J", "555", "Jungle"),
    "Bob": habitat("M", "3222", "Mountain"),
}


@pytest.mark.parametrize(("any_habitat", "winner"), [(False, "Bob"), (True, "Ann")])
def test_the_tie_break_of_the_theme(any_habitat: bool, winner: str) -> None:
    """ZK-7, K59."""
    table = tracked(cards=THEMED, themed_any_habitat=any_habitat)
    table.do("Ann", "draw_award", award="Best-Themed")
    award = table.view()["award"]
    assert award["winners"] == [winner]
    assert award["counts"] == {"Ann": 4, "Bob": 4}
    assert award["tiebreaks"] == {"Ann": 15 if any_habitat else 8, "Bob": 9}


DUAL = habitat("S", "3214", "Savanna") + habitat("J", "223", "Jungle") + habitat("D", "5", "Savanna Jungle")


def test_an_animal_of_two_habitats_counts_for_both() -> None:
    """ZK-7, K60."""
    table = tracked(cards={"Ann": DUAL})
    assert table.view()["zoos"]["Ann"]["habitats"] == {"Savanna": 5, "Jungle": 4}
    for award, figure in (("Best-Themed", 5), ("Most Diverse", 2), ("Most Animals", 8)):
        table.do("Ann", "draw_award", award=award)
        assert table.view()["award"]["counts"] == {"Ann": figure, "Bob": 0}


def stars(table: Table, seat: str, goal: int, fives: int) -> None:
    """Animals, `fives` of them with five stars, that bring the zoo to `goal` stars."""
    left = goal - table.view()["zoos"][seat]["stars"] - 5 * fives
    figures = [5] * fives + [4] * (left // 4) + ([left % 4] if left % 4 else [])
    for number, figure in enumerate(figures):
        table.do(seat, "gain", card=f"{seat} {number}", stars=figure, types=[], habitats=["Savanna"])


def test_prestige_less_bad_publicity_and_its_tie_break() -> None:
    """ZK-8, K61, K62."""
    for ann, outcome in ((24, "Ann"), (23, "Ann")):
        table = zoos("Ann Bob")
        stars(table, "Ann", ann, 2)
        stars(table, "Bob", 25, 1)
        table.do("Ann", "draw_event", event="Bad Publicity", target="Bob")
        assert table.view()["zoos"]["Bob"]["stars"] == 23
        table.do("Ann", "end_turn")
        to_awards(table)
        table.do("Ann", "draw_award", award="Most Prestigious Zoo")
        award = table.view()["award"]
        assert award["winners"] == [outcome]
        assert award["tiebreaks"] == ({} if ann == 24 else {"Ann": 2, "Bob": 1})


def test_bad_publicity_never_counts_in_a_tie_break() -> None:
    """ZK-8."""
    table = zoos("Ann Bob")
    for seat, figures in (("Ann", "33222"), ("Bob", "33322")):
        for number, figure in enumerate(figures):
            table.do(seat, "gain", card=f"{seat} {number}", stars=int(figure), types=[], habitats=["Savanna"])
    table.do("Ann", "draw_event", event="Bad Publicity", target="Bob")
    table.do("Ann", "end_turn")
    to_awards(table)
    table.do("Ann", "draw_award", award="Most Animals")
    award = table.view()["award"]
    assert (award["winners"], award["tiebreaks"]) == (["Bob"], {"Ann": 12, "Bob": 13})


def test_money_comes_to_light_only_with_its_award() -> None:
    """K65."""
    table = tracked()
    set_cash(table, "Ann", 700)
    set_cash(table, "Bob", 400)
    assert table.view()["cash"] is None
    assert table.view("Bob")["cash"] == 400
    table.do("Ann", "draw_award", award="Most Profitable Zoo")
    assert table.view()["award"]["counts"] == {"Ann": 700, "Bob": 400}


@pytest.mark.parametrize(
    ("award", "ann", "bob"),
    [
        ("Top Conservationist", 3, 1), ("Big Cat King", 2, 0), ("High Flyer", 1, 2), ("Most Dangerous", 2, 1),
        ("Staff of the Year", 2, 1), ("Most Diverse", 2, 4), ("Most Animals", 4, 4),
    ],
)  # fmt: skip
def test_what_the_tracked_zoos_count(award: str, ann: int, bob: int) -> None:
    table = tracked()
    give(table, "Ann", "Leopard", "Tiger", "Elephant", "Toucan", "Trainer", "Curator")
    give(table, "Bob", "Alligator", "Eagle", "Penguin", "Gecko", "Zookeeper")
    for seat in ("Ann", "Bob"):
        for name in table.view()["zoos"][seat]["staff"][:]:
            if name == "Security":
                table.do(seat, "lose", card=name)
    table.do("Ann", "draw_award", award=award)
    assert table.view()["award"]["counts"] == {"Ann": ann, "Bob": bob}


def test_what_a_zoo_does_not_tell_is_counted_by_its_owner() -> None:
    table = tracked()
    give(table, "Ann", "Toucan")
    table.do("Bob", "gain", card="Yak")
    table.do("Ann", "draw_award", award="High Flyer")
    award = table.view()["award"]
    assert (award["waiting"], award["counts"]) == (["Bob"], {"Ann": 1})
    assert table.refused("Ann", "count", value=1).code == "count-not-asked"
    table.do("Bob", "count", value=1)
    assert table.view()["award"]["asked"] == ["Bob"]
    table.do("Bob", "count", tiebreak=2)
    assert table.view()["award"]["winners"] == ["Bob"]


def test_most_stars_are_read_from_the_zoos() -> None:
    table = tracked(double_win="most_stars", award_needs_one=True)
    give(table, "Ann", "Lion")
    give(table, "Bob", "Otter")
    state = table.state
    for zoo in state.zoos:
        state = with_zoo(state, replace(zoo, awards=("a", "b", "c", "d")))
    draft = Draft(state)
    check_end(draft)
    assert draft.state.winners == ("Ann",)
