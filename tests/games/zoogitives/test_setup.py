"""The dice of the start, the cards on the phones, the Police Report."""

from __future__ import annotations

import pytest

from companion.core.game import Refused
from companion.games.zoogitives.events import CardsClashed
from tests.games.zoogitives.play import B0, FOUR, SIX, THREE, Zoo, fields, laid

ROLLED = "Lemon safes ?; Lemon combat ?; Bone combat ?; Amber hacking ?; Berry safes ?; Brown hacking ?"


def test_the_table_enters_its_dice() -> None:
    table = Zoo()
    table.do(None, "set_dice", dice=laid(B0))
    view = table.view()
    assert view["phase"] == "report"
    assert view["dice"] == laid(B0)
    assert view["empty_cities"] == ["Rio", "San Francisco", "Johannesburg"]
    assert view["markers"] == {"Ann": None, "Bob": None, "Cat": None}


def test_the_app_chooses_the_three_and_the_cities_when_no_place_is_named() -> None:
    table = Zoo(seed=5)
    table.do(None, "set_dice", dice=laid(ROLLED))
    dice = table.view()["dice"]
    out = [die for die in dice if die["at"] != "ticket"]
    assert [{**die, "at": None} for die in dice] == laid(ROLLED)
    assert len(out) == len({die["crook"] for die in out}) == len({die["expertise"] for die in out}) == 3
    assert len({die["at"] for die in out}) == 3


@pytest.mark.parametrize("seed", range(20))
def test_the_app_rolls_until_three_dice_can_begin(seed: int) -> None:
    table = Zoo(seed=seed)
    (laid_out,) = table.do(None, "roll_dice")
    out = [die for die in laid_out.dice if die.at != "ticket"]
    assert len(laid_out.dice) == 6
    assert laid_out.rolls >= 1
    assert len(out) == len({die.crook for die in out}) == len({die.expertise for die in out}) == 3


@pytest.mark.parametrize(
    ("old", "new", "code", "doubt"),
    [
        ("Beijing", "Paris", "city-twice", False),
        ("Beijing", "ticket", "three-in-cities", True),
        ("Amber theft ticket", "Amber theft Rio", "three-in-cities", True),
        ("Bone combat", "Lemon combat", "crook-twice", True),
        ("Bone combat", "Bone hacking", "expertise-twice", True),
        ("Beijing", "?", "say-where-all-dice-lie", False),
        ("Bone", "Bome", "field-not-among", False),
        ("; Murphy getaways ticket", "", "field-wrong-length", False),
    ],
)
def test_dice_that_cannot_begin(old: str, new: str, code: str, doubt: bool) -> None:
    refused = Zoo().refused(None, "set_dice", dice=laid(B0.replace(old, new)))
    assert (refused.code, refused.doubt) == (code, doubt)


def test_more_dice_on_tickets_than_there_are_tickets() -> None:
    assert Zoo(tickets=3).refused(None, "set_dice", dice=laid(B0.replace("Paris", "ticket"))).code == "tickets-full"


def test_six_dice_without_a_valid_three_are_rolled_again() -> None:
    bad = "; ".join(f"{'Lemon' if n % 2 else 'Bone'} {e} ?" for n, e in enumerate(["safes", "theft", "hacking"] * 2))
    assert Zoo().refused(None, "set_dice", dice=laid(bad)).code == "no-valid-three"


def test_doubted_dice_can_be_recorded_anyway() -> None:
    table = Zoo()
    dice = laid(B0.replace("Bone combat", "Lemon combat"))
    table.do(None, "set_dice", dice=dice, overrule=("crook-twice",))
    assert table.view()["phase"] == "report"


def test_the_dice_are_entered_once_and_at_the_board() -> None:
    table = Zoo()
    assert table.refused("Ann", "roll_dice").doubt
    table.start(report=False)
    assert table.refused(None, "roll_dice").code == "dice-lie-already"
    assert table.refused(None, "set_dice", dice=laid(B0)).code == "dice-lie-already"


def test_nobody_reports_before_the_dice_lie() -> None:
    refused = Zoo().refused("Ann", "report", marker=1)
    assert (refused.code, dict(refused.facts)) == ("not-now", {"phase": "setup", "belongs": "report"})


# ---- cards -------------------------------------------------------------------------------------------------------


def test_entered_cards_are_seen_by_their_owner_alone() -> None:
    table = Zoo(on_phone="Ann")
    table.start(report=False)
    assert table.view("Ann")["cards"] == fields("Lemon combat Sydney")
    assert table.view("Ann")["marker"] == 3
    for other in (None, "Bob"):
        assert table.view(other)["cards"] is None
        assert table.view(other)["marker"] is None
        assert table.view(other)["entered"] == ["Ann"]


def test_cards_can_be_entered_before_the_dice_and_changed_until_the_report() -> None:
    table = Zoo()
    table.take("Ann", "Bone safes Rio")
    table.start(report=False)
    table.take("Ann")
    table.do("Ann", "report")
    assert table.view()["markers"]["Ann"] == 3
    assert table.refused("Ann", "take_cards", **fields("Bone safes Rio")).code == "cards-after-report"


def test_cards_are_not_taken_during_the_hunt() -> None:
    table = Zoo()
    table.start()
    assert table.refused("Ann", "take_cards", **fields("Lemon combat Sydney")).code == "cards-after-report"


def test_the_board_takes_no_cards() -> None:
    assert Zoo().refused(None, "take_cards", **fields("Lemon combat Sydney")).code == "board-holds-no-secrets"


def test_equal_cards_are_found_only_when_all_have_entered_theirs() -> None:
    table = Zoo()
    table.start(report=False)
    assert not clashes(table.take("Ann", "Lemon combat Sydney"))
    assert not clashes(table.take("Bob", "Lemon safes Sydney"))
    table.do("Ann", "report")
    (clash,) = clashes(table.take("Cat", "Murphy hacking Rio"))
    assert clash.kinds == ("crook", "hideout")
    view = table.view("Ann")
    assert view["clash"] == ["crook", "hideout"]
    assert view["entered"] == []
    assert view["markers"]["Ann"] is None
    assert "Lemon" not in str(table.view("Cat")["clash"])


def test_after_a_clash_everyone_enters_cards_and_reports_again() -> None:
    table = Zoo(dealt={"Bob": "Lemon safes Rio"}, on_phone="Ann Bob Cat")
    table.start(report=False)
    table.take("Ann")
    table.dealt["Bob"] = Zoo().dealt["Bob"]  # type: ignore[index]
    table.take("Bob")
    assert not clashes(table.take("Cat"))
    table.report()
    assert table.view()["phase"] == "hunt"
    assert table.view()["clash"] == []


def test_cards_that_all_have_entered_are_locked_so_that_nobody_can_try_them_out() -> None:
    table = Zoo(on_phone=THREE)
    table.start(report=False)
    assert table.refused("Ann", "take_cards", **fields("Bone combat Sydney")).code == "cards-locked"
    assert "take_cards" not in table.offered("Ann")


def test_two_of_the_same_card_stay_unnoticed_while_somebody_plays_without() -> None:
    table = Zoo(on_phone="Ann Bob", dealt={"Bob": "Lemon combat Sydney"})
    table.start()
    assert table.view()["phase"] == "hunt"


def clashes(events: tuple[object, ...]) -> list[CardsClashed]:
    return [event for event in events if isinstance(event, CardsClashed)]


# ---- the report --------------------------------------------------------------------------------------------------


def test_the_report_puts_every_marker_in_its_place() -> None:
    table = Zoo(FOUR, on_phone="Ann Cat")
    table.start(report=False)
    assert table.view()["waiting"] == list(table.seats)
    for seat in ("Cat", "Ann", "Dee"):
        table.tell(seat, "report")
    assert table.view()["phase"] == "report"
    assert table.view()["waiting"] == ["Bob"]
    table.tell("Bob", "report")
    view = table.view()
    assert view["markers"] == {"Ann": 3, "Bob": 2, "Cat": 1, "Dee": 0}
    assert (view["phase"], view["round"], view["active"]) == ("hunt", 1, "Ann")


@pytest.mark.parametrize("marker", [4, -1, "2", 1.5, True])
def test_markers_stand_at_0_to_3(marker: object) -> None:
    table = Zoo()
    table.start(report=False)
    assert table.refused("Ann", "report", marker=marker).code == "field-not-among"


def test_without_entered_cards_the_marker_must_be_said() -> None:
    table = Zoo()
    table.start(report=False)
    assert table.refused("Ann", "report").code == "marker-needed"


def test_a_report_that_does_not_fit_the_entered_cards_is_doubted_before_anyone_hears_it() -> None:
    table = Zoo(on_phone="Ann")
    table.start(report=False)
    refused = table.refused("Ann", "report", marker=2)
    assert (refused.code, refused.doubt, dict(refused.facts)) == ("marker-not-your-cards", True, {"marker": 2})
    table.do("Ann", "report", marker=2, overrule=("marker-not-your-cards",))
    assert table.view()["markers"]["Ann"] == 2


def test_one_report_each() -> None:
    table = Zoo()
    table.start(report=False)
    table.tell("Ann", "report")
    assert table.refused("Ann", "report", marker=1).code == "already-reported"
    assert table.refused(None, "report", marker=1).code == "needs-a-seat"


@pytest.mark.parametrize("seats", ["Ann Bob", THREE, SIX])
def test_two_to_six_can_sit_down(seats: str) -> None:
    table = Zoo(seats)
    table.start()
    assert table.view()["phase"] == "hunt"


def test_options_out_of_range_are_refused() -> None:
    for options in ({"tickets": 2}, {"tickets": 7}, {"assist": "all"}, {"die_faces": "any"}):
        with pytest.raises(Refused):
            Zoo(**options)
