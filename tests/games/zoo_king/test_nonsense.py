"""Zoo King: whatever is sent, the table answers in its own words and stays sound."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Refused
from companion.games.zoo_king import rules
from companion.games.zoo_king.cards import AWARDS, COPIES, EVENTS, _key_kept, named
from tests.games.zoo_king.play import ANIMALS, CATALOGUE, GAME, Table

DOUBTS = tuple(
    sorted(
        {
            code
            for path in Path(rules.__file__).parent.glob("*.py")
            for code in re.findall(r'doubt\(\s*"([a-z-]+)"', path.read_text())
        }
    )
)
CONTRACT = {
    "order", "turn", "turns_until_awards", "deck", "events_left", "awards", "award", "returned", "needed", "zoos",
    "cash",
}  # fmt: skip


def anything(chance: random.Random) -> tuple[str | None, dict[str, Any]]:
    animal = lambda: chance.choice([*(card["name"] for card in ANIMALS), "Yak", ""])  # noqa: E731
    any_card = lambda: chance.choice([animal(), *COPIES])  # noqa: E731
    seat = chance.choice([None, "Ann", "Bob", "Cat"])
    target = chance.choice([None, "Ann", "Bob", "Cat", "Zoe"])
    number = chance.choice([-100, 0, 1, 2, 100, 200, 250, 10**9])
    facts = chance.choice([{}, {"price": 300, "stars": 2, "types": ["Show"], "habitats": ["Polar"]}])
    details = {key: animal() for key in ("animal", "given", "taken") if chance.random() < 0.3} | {
        key: number for key in ("stars", "price", "count", "amount") if chance.random() < 0.3
    }
    source = chance.choice(["market", "deck", "discard"])
    kinds: list[dict[str, Any]] = [
        {"do": "draw_lots"},
        {"do": "choose_starter", "card": any_card(), "price": 200},
        {"do": "draw_event", "event": chance.choice([*EVENTS, "unlisted"]), "target": target, "details": details},
        {"do": "buy", "card": any_card(), "from": source, "count": 1, **facts},
        {"do": "discard", "card": any_card()},
        {"do": "discard", "card": "Volunteer", "pick": animal()},
        {"do": "exchange", "give": animal(), "take": animal(), "from": chance.choice(["market", "discard"]), **facts},
        {"do": "gain", "card": any_card(), "other": chance.choice([None, animal()])},
        {"do": "lose", "card": any_card()},
        {"do": "money", "amount": number},
        {"do": "place_shelter", "habitat": chance.choice(["Savanna", "Moon"])},
        {"do": "teach_card", "card": any_card(), "stars": number},
        {"do": "end_turn"},
        {"do": "draw_award", "award": chance.choice(AWARDS)},
        *({"do": "count", "value": value} for value in (0, 1, number) if seat),
        *({"do": "count", "tiebreak": value} for value in (0, 1) if seat),
    ]
    return seat, chance.choice(kinds)


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_is_refused_and_never_breaks_the_table(seed: int) -> None:
    chance = random.Random(seed)
    table = Table(GAME, "Ann Bob Cat", seed=seed, catalogue=CATALOGUE if seed % 2 else [], mode="referee")
    accepted = 0
    for _ in range(400):
        seat, told = anything(chance)
        do = told.pop("do")
        try:
            table.do(seat, do, overrule=DOUBTS if chance.random() < 0.8 else (), **told)
            accepted += 1
        except Refused:
            continue
        assert all(zoo.cash >= 0 for zoo in table.state.zoos)
        assert sum(pile.left for pile in table.state.piles if pile.kind == "event") == 24 - table.state.turn
        assert accepted % 10 or set(table.view(seat)) >= CONTRACT
    assert accepted > 40
    assert table.state == table.state_for_all()


def test_of_what_people_type_nothing_stays_in_memory() -> None:
    assert named(" curator ", COPIES) == "Curator"
    kept = _key_kept.cache_info().currsize
    assert named("c" * 100_000, COPIES) is None
    assert _key_kept.cache_info().currsize == kept
