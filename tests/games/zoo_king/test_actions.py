"""Zoo King: buying, discarding, exchanging and the benefits that come with a purchase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.zoo_king.model import Stock
from tests.games.zoo_king.play import CATALOGUE, GAME, QUIET, Table, cash, give, set_cash, zoos

MARKET: dict[str, Any] = {"from": "market"}
DECK: dict[str, Any] = {"from": "deck"}
PILE: dict[str, Any] = {"from": "discard"}


def in_turn(starters: tuple[str, ...] = QUIET, money: int = 2000, **options: Any) -> Table:
    """Ann has drawn an event and may act."""
    table = zoos(starters=starters, **options)
    table.do("Ann", "draw_event", event="unlisted")
    set_cash(table, "Ann", money)
    return table


def zoo(table: Table, seat: str = "Ann") -> dict[str, Any]:
    found: dict[str, Any] = table.view()["zoos"][seat]
    return found


def test_up_to_two_actions_may_be_taken() -> None:
    """K13."""
    table = in_turn()
    assert table.view()["actions"] == 2
    table.do("Ann", "buy", card="Lion", **MARKET)
    assert table.view()["actions"] == 1
    table.do("Ann", "buy", card="Giraffe", **MARKET)
    third = table.refused("Ann", "buy", card="Otter", **MARKET)
    assert (third.code, third.doubt) == ("no-actions-left", True)
    table.do("Ann", "end_turn")
    assert zoo(table)["animals"] == ["Lion", "Giraffe"]


def test_actions_wait_for_the_event_and_for_the_turn() -> None:
    table = zoos()
    assert table.refused("Ann", "buy", card="Lion", **MARKET).code == "event-first"
    table.do("Ann", "draw_event", event="unlisted")
    assert table.refused("Bob", "buy", card="Lion", **MARKET).code == "not-your-turn"
    table.do("Bob", "buy", card="Lion", overrule=("not-your-turn",), **MARKET)
    assert zoo(table, "Bob")["animals"] == ["Lion"]


def test_a_second_tour_guide_is_refused() -> None:
    table = in_turn()
    table.do("Ann", "buy", card="Tour Guide", **MARKET)
    refused = table.refused("Ann", "buy", card="Tour Guide", **DECK)
    assert (refused.code, refused.doubt) == ("already-owned", False)
    table.do("Ann", "discard", card="Tour Guide")
    assert table.view()["discards"]["staff"] == "Tour Guide"


def test_there_are_no_more_copies_than_the_box_holds() -> None:
    table = in_turn()
    table.do("Bob", "gain", card="Aviary")
    assert table.refused("Ann", "buy", card="Aviary", **MARKET).code == "no-more-copies"


@pytest.mark.parametrize(("price", "code"), [(250, "not-hundreds"), (-100, "not-hundreds")])
def test_prices_come_in_whole_hundreds(price: int, code: str) -> None:
    table = in_turn()
    assert table.refused("Ann", "buy", card="Yak", price=price, **MARKET).code == code
    assert table.refused("Ann", "money", amount=250).code == "not-hundreds"


def test_unknown_values_never_block_play() -> None:
    table = in_turn(starters=("Security", "Aviary", "Trainer"), catalogue=CATALOGUE)
    assert table.refused("Ann", "buy", card="Yak", **MARKET).code == "price-unknown"
    assert table.refused("Ann", "buy", card="Yak", price=300, **MARKET).code == "types-unknown"
    table.do("Ann", "buy", card="Yak", price=300, types=["show"], habitats=["Mountain"], **MARKET)
    assert cash(table, "Ann") == 1800
    yak = next(card for card in table.view()["catalogue"] if card["name"] == "Yak")
    assert yak == {"name": "Yak", "price": 300, "stars": None, "habitats": ["Mountain"], "types": ["Show"],
                   "grey": None}  # fmt: skip
    assert zoo(table)["stars"] is None
    assert zoo(table)["stars_unknown"] == ["Yak"]


def test_a_price_that_contradicts_the_catalogue_is_doubted() -> None:
    table = in_turn()
    told = table.refused("Ann", "buy", card="Lion", price=300, **MARKET)
    assert (told.code, told.facts["known"]) == ("card-known-otherwise", 400)
    table.do("Ann", "buy", card="Lion", price=300, overrule=("card-known-otherwise",), **MARKET)
    assert cash(table, "Ann") == 1700


def test_teaching_a_card_needs_no_turn_and_corrects() -> None:
    table = zoos()
    table.do("Bob", "teach_card", card="Yak", price=0, stars=3, habitats=["mountain"], types=[])
    table.do(None, "teach_card", card="yak", price=200)
    yak = next(card for card in table.view()["catalogue"] if card["name"] == "Yak")
    assert (yak["price"], yak["stars"], yak["habitats"]) == (200, 3, ["Mountain"])
    table.do(None, "teach_card", card="Ibex", types=["none"], habitats=[""])
    ibex = next(card for card in table.view()["catalogue"] if card["name"] == "Ibex")
    assert (ibex["price"], ibex["types"], ibex["habitats"]) == ("unknown", [], [])
    assert table.refused("Bob", "teach_card", card="Yak").code == "nothing-taught"
    assert table.refused("Bob", "teach_card", card="Yak", habitats=["Moon"]).code == "habitat-unknown"
    assert table.refused("Bob", "teach_card", card="Yak", types=["Fish"]).code == "type-unknown"
    assert table.refused("Bob", "teach_card", card="Yak", stars=99).code == "stars-out-of-range"
    assert table.refused("Bob", "teach_card", card=" ", stars=1).code == "card-name"


def test_a_ninth_bird_is_refused() -> None:
    table = in_turn()
    for number in range(8):
        table.do("Bob", "gain", card=f"Bird {number}", types=["Birds"], habitats=["Water"])
    refused = table.refused("Ann", "buy", card="Toucan", **MARKET)
    assert (refused.code, refused.facts["most"]) == ("too-many-of-type", 8)
    table.do("Ann", "buy", card="Yak", price=100, **MARKET)
    assert table.refused("Ann", "teach_card", card="Yak", types=["Birds"]).code == "too-many-of-type"


def test_a_second_animal_that_is_no_pair_is_doubted() -> None:
    table = in_turn()
    give(table, "Bob", "Toucan")
    assert table.refused("Ann", "buy", card="Toucan", **MARKET).code == "animal-owned-already"


def test_cash_never_falls_below_zero() -> None:
    table = in_turn(money=200)
    assert table.refused("Ann", "money", amount=-300).code == "cash-short"
    assert table.refused("Ann", "money", amount=0).code == "no-amount"
    table.do("Ann", "money", amount=-200)
    assert cash(table, "Ann") == 0


# ---- discard piles ---------------------------------------------------------------------------------------------


def test_only_the_top_card_of_a_discard_pile_is_for_sale_at_100_off() -> None:
    table = in_turn()
    assert table.refused("Ann", "buy", card="Lion", **PILE).code == "not-on-top"
    table.do("Ann", "discard", card="Lion")
    table.do("Ann", "discard", card="Giraffe")
    table.do("Ann", "end_turn")
    table.do("Cat", "draw_event", event="unlisted")
    below = table.refused("Cat", "buy", card="Lion", **PILE)
    assert (below.code, below.facts["top"]) == ("not-on-top", "Giraffe")
    before = cash(table, "Cat")
    table.do("Cat", "buy", card="Giraffe", **PILE)
    assert cash(table, "Cat") == before - 300
    assert table.view()["discards"]["animals"] == "Lion"


def test_an_own_discard_cannot_be_had_back_in_the_same_turn() -> None:
    table = in_turn()
    table.do("Ann", "discard", card="Lion")
    own = table.refused("Ann", "buy", card="Lion", **PILE)
    assert (own.code, own.doubt) == ("own-discard", True)
    for _ in range(3):
        table.do(None, "end_turn")
        table.do(None, "draw_event", event="Admission")
    assert table.view()["turn"] == "Ann"
    table.do("Ann", "buy", card="Lion", **PILE)


def test_cards_move_between_the_market_the_decks_and_the_piles() -> None:
    """K14: the market is filled up only after the turn."""
    table = in_turn()
    assert table.view()["cards_left"] == {"animals": 42, "staff": 16}
    table.do("Ann", "buy", card="Lion", **MARKET)
    assert table.state.market.animals == 4
    assert table.view()["cards_left"]["animals"] == 42
    table.do("Ann", "buy", card="Gift Shop", **DECK)
    table.do("Ann", "money", amount=200)
    table.do("Ann", "end_turn")
    assert table.state.market.animals == 5
    assert table.view()["cards_left"] == {"animals": 41, "staff": 15}


def empty_decks(reshuffle: bool) -> Table:
    table = in_turn(reshuffle_discards=reshuffle)
    table.do("Ann", "discard", card="Lion")
    table.state = replace(table.state, decks=Stock(0, 5))
    return table


def test_a_deck_that_runs_out_is_made_of_the_discard_pile() -> None:
    """K15."""
    table = empty_decks(reshuffle=True)
    table.do("Ann", "discard", card="Otter")
    assert table.state.animal_pile == ("Otter",)
    assert table.state.decks.animals == 0
    table = empty_decks(reshuffle=True)
    table.do("Ann", "buy", card="Giraffe", **MARKET)
    table.do("Ann", "end_turn")
    assert table.state.market.animals == 5
    assert table.state.animal_pile == ()


def test_without_reshuffling_the_market_shrinks() -> None:
    table = empty_decks(reshuffle=False)
    assert table.refused("Ann", "discard", card="Otter").code == "nothing-there"
    table.do("Ann", "buy", card="Giraffe", **MARKET)
    table.do("Ann", "end_turn")
    assert table.state.market.animals == 4
    assert table.state.animal_pile == ("Lion",)


# ---- exchanging ------------------------------------------------------------------------------------------------

OLD = {"name": "Old", "price": 300, "stars": 2, "habitats": ["Polar"], "types": []}


@pytest.mark.parametrize(
    ("price", "stars", "fine"), [(400, 2, True), (300, 5, True), (400, 3, False), (None, 5, True), (200, 1, True)]
)
def test_an_exchange_is_for_equal_or_less_of_price_or_stars(price: int | None, stars: int, fine: bool) -> None:
    """ZK-6."""
    new = {"name": "New", "price": price, "stars": stars, "habitats": ["Polar"], "types": []}
    table = in_turn(catalogue=[*CATALOGUE, OLD, new])
    give(table, "Ann", "Old")
    if fine:
        table.do("Ann", "exchange", give="Old", take="New", **MARKET)
        assert zoo(table)["animals"] == ["New"]
        assert table.view()["discards"]["animals"] == "Old"
        assert table.view()["actions"] == 1
    else:
        refused = table.refused("Ann", "exchange", give="Old", take="New", **MARKET)
        assert (refused.code, refused.doubt) == ("exchange-too-good", True)


def test_what_was_just_given_cannot_be_taken_back() -> None:
    """ZK-6, K20."""
    table = in_turn(catalogue=[*CATALOGUE, OLD])
    give(table, "Ann", "Old")
    table.do("Ann", "exchange", give="Old", take="Otter", **MARKET)
    assert table.refused("Ann", "exchange", give="Otter", take="Old", **PILE).code == "own-discard"
    table = in_turn(catalogue=[*CATALOGUE, OLD], exchange_back=True)
    give(table, "Ann", "Old")
    table.do("Ann", "exchange", give="Old", take="Zebra", **MARKET)
    table.do("Ann", "exchange", give="Zebra", take="Old", **PILE)
    assert zoo(table)["animals"] == ["Old"]
    assert table.state.animal_pile == ("Zebra",)


def test_an_exchange_can_make_a_pair_but_a_swap_inside_a_pair_does_not() -> None:
    """K22."""
    table = in_turn()
    give(table, "Ann", "Lion", "Giraffe")
    table.do("Ann", "exchange", give="Giraffe", take="Lion", **MARKET)
    assert cash(table, "Ann") == 2100
    give(table, "Ann", "Leopard", "Black Panther")
    table.do("Ann", "exchange", give="Black Panther", take="Leopard", **MARKET)
    assert cash(table, "Ann") == 2100


def test_an_exchange_asks_for_the_number_it_needs() -> None:
    table = in_turn()
    give(table, "Ann", "Otter")
    assert table.refused("Ann", "exchange", give="Otter", take="Yak", **MARKET).code == "price-unknown"
    assert table.refused("Ann", "exchange", give="Otter", take="Yak", price=300, **MARKET).code == "stars-unknown"
    table.do("Ann", "exchange", give="Otter", take="Yak", price=300, stars=1, **MARKET)
    assert table.refused("Ann", "exchange", give="Eagle", take="Lion", **MARKET).code == "not-in-zoo"
    assert table.refused("Ann", "exchange", give="Yak", take="Trainer", **MARKET).code == "exchange-animals-only"


# ---- benefits that come once -----------------------------------------------------------------------------------


def test_a_tour_guide_pays_for_every_habitat() -> None:
    table = in_turn()
    give(table, "Ann", "Leopard", "Otter")
    table.do("Ann", "buy", card="Tour Guide", **MARKET)
    assert cash(table, "Ann") == 2000 - 200 + 300
    table = in_turn()
    table.do("Ann", "gain", card="Yak")
    assert table.refused("Ann", "buy", card="Tour Guide", **MARKET).code == "habitat-count-unknown"
    table.do("Ann", "buy", card="Tour Guide", count=1, **MARKET)
    assert cash(table, "Ann") == 1900


def test_the_curator_takes_one_of_two_animals_for_free() -> None:
    """K28."""
    table = in_turn()
    table.do("Ann", "buy", card="Curator", **MARKET)
    table.do("Ann", "gain", card="Tiger", other="Otter")
    assert zoo(table)["animals"] == ["Tiger"]
    assert table.view()["actions"] == 1
    assert cash(table, "Ann") == 1800
    assert table.view()["discards"]["animals"] == "Otter"
    assert table.view()["cards_left"]["animals"] == 40
    table = in_turn(curator_other="bottom")
    table.do("Ann", "buy", card="Curator", **MARKET)
    table.do("Ann", "gain", card="Tiger")
    assert table.view()["discards"]["animals"] is None
    assert table.view()["cards_left"]["animals"] == 41


def test_the_gift_shop_gives_200_or_an_animal_of_exactly_100() -> None:
    """K29."""
    table = in_turn()
    table.do("Ann", "buy", card="Gift Shop", **MARKET)
    assert table.refused("Ann", "buy", card="Lion", **MARKET).code == "task-open"
    assert table.refused("Ann", "gain", card="Gecko").code == "gift-price"
    assert table.refused("Ann", "gain", card="Zebra").code == "gift-price"
    assert table.refused("Ann", "gain", card="Yak").code == "price-unknown"
    table.do("Ann", "gain", card="Otter")
    assert cash(table, "Ann") == 1800
    assert table.view()["tasks"] == []
    table = in_turn()
    table.do("Ann", "buy", card="Gift Shop", **MARKET)
    table.do("Ann", "money", amount=200)
    assert cash(table, "Ann") == 2000
    assert table.view()["tasks"] == []


def test_the_investor_may_discard_itself() -> None:
    """K30."""
    table = in_turn()
    table.do("Ann", "buy", card="Investor", **MARKET)
    table.do("Ann", "discard", card="Investor")
    assert cash(table, "Ann") == 2000 - 300 + 500
    assert table.view()["actions"] == 1
    assert table.view()["discards"]["staff"] == "Investor"
    table = in_turn(investor_self=False)
    table.do("Ann", "buy", card="Investor", **MARKET)
    assert table.refused("Ann", "discard", card="Investor").code == "investor-itself"
    table.do("Ann", "discard", card="Security")
    assert cash(table, "Ann") == 2200


def test_an_unused_offer_lapses_with_the_next_action() -> None:
    table = in_turn()
    table.do("Ann", "buy", card="Investor", **MARKET)
    table.do("Ann", "buy", card="Otter", **MARKET)
    assert table.view()["tasks"] == []
    assert table.refused("Ann", "discard", card="Investor").code == "no-actions-left"


def test_the_groundskeeper_replays_an_event_for_free() -> None:
    """ZK-13, K34: the replaying player counts as the drawer."""
    table = zoos(starters=("Ice Cream Stand", "Ice Cream Stand", "Safari Grille"))
    table.do("Ann", "draw_event", event="Admission")
    table.do("Ann", "end_turn")
    table.do("Cat", "draw_event", event="unlisted")
    table.do("Cat", "end_turn")
    table.do("Bob", "draw_event", event="unlisted")
    table.do("Bob", "end_turn")
    table.do("Ann", "draw_event", event="unlisted")
    before = {seat: cash(table, seat) for seat in table.seats}
    table.do("Ann", "buy", card="Groundskeeper", **MARKET)
    assert table.refused("Ann", "draw_event", event="Animal Show").code == "event-not-seen"
    table.do("Ann", "draw_event", event="Admission")
    assert table.view()["event"]["replayed"] is True
    assert table.view()["actions"] == 1
    assert {seat: cash(table, seat) - before[seat] for seat in table.seats} == {"Ann": 0, "Bob": 200, "Cat": 200}
    assert table.view()["deck"]["left"] == 30
    assert table.view()["events_left"]["Admission"] == 6


def test_a_replayed_rescue_takes_both_actions() -> None:
    """ZK-13, K32."""
    def ready() -> Table:
        table = zoos(starters=("Security", "Trainer", "Aviary"))
        table.do("Ann", "draw_event", event="Animal Rescue")
        give(table, "Bob", "Lion")
        set_cash(table, "Ann", 2000)
        return table

    table = ready()
    table.do("Ann", "buy", card="Groundskeeper", **MARKET)
    table.do("Ann", "draw_event", event="Animal Rescue", target="Bob")
    assert table.view()["actions"] == 0
    assert zoo(table)["animals"] == ["Lion"]
    table = ready()
    table.do("Ann", "buy", card="Otter", **MARKET)
    table.do("Ann", "buy", card="Groundskeeper", **MARKET)
    assert table.refused("Ann", "draw_event", event="Animal Rescue", target="Bob").code == "rescue-needs-both"
    assert not any(getattr(command, "event", "") == "Animal Rescue" for command in table.legal("Ann"))


def test_the_carousel_pays_from_the_turn_after_the_purchase() -> None:
    table = in_turn()
    table.do("Ann", "buy", card="Carousel", **MARKET)
    assert cash(table, "Ann") == 1600
    for _ in range(3):
        table.do(None, "end_turn")
        table.do(None, "draw_event", event="Admission")
    assert table.view()["turn"] == "Ann"
    assert cash(table, "Ann") == 1600 + 3 * 100 + 100


# ---- the shelter -----------------------------------------------------------------------------------------------


def test_a_shelter_is_placed_once_under_an_own_animal() -> None:
    """K9, K47."""
    table = in_turn(starters=("Security", "Aviary", "Animal Shelter"))
    assert table.refused("Ann", "place_shelter", habitat="Savanna").code == "no-animal-there"
    assert table.refused("Bob", "place_shelter", habitat="Savanna").code == "no-shelter"
    give(table, "Ann", "Leopard", "Otter")
    table.do("Ann", "place_shelter", habitat="Jungle")
    assert zoo(table)["protected"] == ["Leopard"]
    assert table.refused("Ann", "place_shelter", habitat="Water").code == "shelter-stays"
    table.do("Ann", "lose", card="Leopard")
    assert zoo(table)["sheltered"] == ["Jungle"]
    table = in_turn(starters=("Security", "Aviary", "Animal Shelter"), shelter_movable=True)
    give(table, "Ann", "Leopard", "Otter")
    table.do("Ann", "place_shelter", habitat="Jungle")
    table.do("Ann", "place_shelter", habitat="Water")
    assert zoo(table)["sheltered"] == ["Water"]


def test_without_tracked_zoos_there_is_nothing_to_buy() -> None:
    table = Table(GAME, "Ann Bob", mode="awards")
    table.do("Ann", "draw_event", event="Admission")
    for do, fields in (("buy", {"card": "Lion", **MARKET}), ("money", {"amount": 100}), ("lose", {"card": "Lion"})):
        assert table.refused("Ann", do, **fields).code == "zoos-not-tracked"
    assert table.view("Ann")["cash"] is None
    assert table.view()["zoos"] == {}
