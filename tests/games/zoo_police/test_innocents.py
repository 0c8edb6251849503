"""The variant with Innocent cards in the last round (P20-P25, ZP-11)."""

from __future__ import annotations

from tests.games.zoo_police.play import FOUR, THREE, Police

ROUND = {3: ("5234", "1235", "2153"), 4: ("5234", "1235", "2153", "3512")}


def in_round_five(seats: str = FOUR, **options: object) -> Police:
    table = Police(seats, innocent_variant=True, **options)
    for _ in range(4):
        assert table.view()["innocent"] is None
        table.round(*ROUND[len(table.seats)])
        table.do(None, "next_round")
    return table


def test_innocents_are_dealt_before_the_fifth_round_begins() -> None:
    for seats, stock in ((THREE, 7), (FOUR, 6)):
        table = in_round_five(seats)
        assert table.view()["phase"] == "draw"
        assert table.view()["innocent"] == {"stock": stock, "holding": list(table.seats), "claimable": []}


def test_a_claim_adds_the_innocent_to_the_pile_and_draws_another() -> None:
    table = in_round_five()
    table.deal(*ROUND[4])
    guesser = table.turn
    assert guesser == "Ann"
    table.hit("Bob", 1)
    assert table.view("Ann")["pile"] == 1
    assert table.view("Ann")["innocent"]["claimable"] == ["Ann"]
    assert table.view()["innocent"]["claimable"] == ["Ann"]
    assert table.view("Bob")["innocent"]["claimable"] == []
    assert "claim_innocent" in table.offered("Ann")
    (event,) = table.do("Ann", "claim_innocent")
    assert (event.number, event.drew) == (1, True)
    view = table.view("Ann")
    assert view["pile"] == 2
    assert view["innocent"] == {"stock": 5, "holding": list(table.seats), "claimable": []}
    assert table.refused("Ann", "claim_innocent").code == "no-hit-to-claim"


def test_a_hit_without_a_claim_is_one_point_and_the_claim_ends_with_the_next_own_turn() -> None:
    table = in_round_five()
    table.deal(*ROUND[4])
    table.hit("Bob", 1)
    table.miss("Ann", 1)
    assert table.view("Ann")["innocent"]["claimable"] == ["Ann"]
    table.miss("Ann", 2)
    table.miss("Ann", 3)
    table.miss("Bob", 2)
    assert table.refused("Ann", "claim_innocent").code == "no-hit-to-claim"
    assert table.refused("Cat", "claim_innocent").code == "no-hit-to-claim"
    assert table.view("Ann")["pile"] == 1


def test_the_last_guess_of_the_round_may_still_be_claimed() -> None:
    table = in_round_five(THREE)
    table.deal("1234", "2345", "3451")
    assert table.view()["order"] == ["Bob", "Cat", "Ann"]
    table.misses("A1 B1 C1 A2 B2 C2 A3 B3 C3 C4 A4")
    table.hit("Bob", 4)
    assert table.view()["phase"] == "assign"
    table.do("Ann", "claim_innocent")
    assert table.view("Ann")["pile"] == 2
    assert table.refused(None, "claim_innocent").code == "needs-a-seat"


def test_before_round_five_and_without_the_variant_there_is_nothing_to_claim() -> None:
    for variant in (True, False):
        table = Police(innocent_variant=variant)
        table.deal("1234", "2345", "3451")
        table.hit("Bob", 1)
        assert table.refused("Ann", "claim_innocent").code == "no-innocents"
        assert "claim_innocent" not in table.offered("Ann")


def test_when_the_stock_is_out_nobody_draws() -> None:
    table = in_round_five()
    table.deal(*ROUND[4])
    claims, drew, without = 0, 0, ""
    while table.view()["phase"] == "identify":
        view = table.view()
        seat = view["turn"]
        if not view["targets"]:
            table.turn_own()
            continue
        owners = [target["owner"] for target in view["targets"]]
        owner = max(owners, key=owners.count)
        table.hit(owner, next(t["row"] for t in view["targets"] if t["owner"] == owner))
        if seat in view["innocent"]["holding"]:
            drew += table.do(seat, "claim_innocent")[0].drew
            claims += 1
        else:
            without = seat
            assert table.refused(seat, "claim_innocent").code == "no-innocent-left"
        now = table.view()["innocent"]
        assert claims + len(now["holding"]) + now["stock"] == 10
    assert (claims, drew) == (10, 6)
    assert without
