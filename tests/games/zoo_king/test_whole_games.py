"""Zoo King: whole games of random play keep the numbers of section 4b."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.core.dice import Dice
from companion.core.game import Ruling
from companion.core.secret import Seat, Secret
from companion.games.zoo_king.cards import COPIES, HABITATS, TYPES
from companion.games.zoo_king.commands import Count, DrawAward
from companion.games.zoo_king.deck import awards_left, needed
from companion.games.zoo_king.model import Pile, State
from companion.games.zoo_king.options import Options
from companion.games.zoo_king.rules import apply, decide, setup
from tests.games.zoo_king.play import CATALOGUE, GAME, Table, play_out

SEATS = ("Ann Bob", "Ann Bob Cat", "Ann Bob Cat Dee")
HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"finish_phase": True, "double_win": "most_stars", "rescue_optional": True, "curator_other": "top"},
    {"double_win": "draw_on", "checkups_all": False, "shelter_movable": True, "event_counts": {"Admission": 10}},
)


def sound(table: Table) -> None:
    state: State = table.state
    awards_out = sum(pile.left for pile in state.piles if pile.kind == "award")
    open_ = state.award is not None and state.award.title != "Star total"
    given = [decided for decided in state.decided if decided.outcome != "returned"]
    assert awards_out + open_ + len(given) == 10
    assert sum(pile.left for pile in state.piles if pile.kind == "event") == 24 - state.turn
    drawn = Counter(decided.title for decided in state.decided)
    assert max(drawn.values(), default=0) <= 2
    assert len(state.decided) <= 20
    for title, outcomes in ((t, [d.outcome for d in state.decided if d.title == t]) for t in drawn):
        assert outcomes.count("returned") <= 1, title
    if state.stage != "over" and not state.options.finish_phase and state.options.double_win == "shared":
        assert max(len(zoo.awards) for zoo in state.zoos) < needed(len(state.seats))
    _zoos(state)


def _zoos(state: State) -> None:
    animals = [state.facts(card) for zoo in state.zoos for card in zoo.animals]
    for zoo in state.zoos:
        assert zoo.cash >= 0
        assert zoo.cash % 100 == 0
        assert len(set(zoo.staff)) == len(zoo.staff) <= 9
        assert len(set(zoo.facilities)) == len(zoo.facilities) <= 7
    owned = Counter(card for zoo in state.zoos for card in (*zoo.staff, *zoo.facilities))
    assert all(number <= COPIES[card] for card, number in owned.items())
    assert len(animals) <= 47
    assert all(sum(kind in (card.types or ()) for card in animals) <= most for kind, most in TYPES.items())
    assert all(sum(home in (card.habitats or ()) for card in animals) <= most for home, most in HABITATS.items())


@pytest.mark.parametrize("house", range(len(HOUSE)))
@pytest.mark.parametrize("mode", ["awards", "referee"])
@pytest.mark.parametrize("seats", SEATS)
def test_random_games_reach_their_end(seats: str, mode: str, house: int) -> None:
    table = Table(GAME, seats, seed=house, mode=mode, catalogue=CATALOGUE if house != 1 else [], **HOUSE[house])
    play_out(table, seed=house, check=sound)
    assert table.state == table.state_for_all()
    score = table.score()
    assert score.winners
    assert max(score.points.values()) == score.points[score.winners[0]] >= table.view()["needed"]


def award_game(seats: tuple[Seat, ...], chance: random.Random) -> tuple[State, list[str]]:
    """All award phases of one table without the turns between, with counts so low that ties are common."""
    state = setup(seats, Options(mode="awards"))
    layout = [pile for pile in state.piles if pile.kind == "award"]
    state = replace(state, piles=(Pile("award", sum(pile.left for pile in layout)),))
    returned: list[str] = []
    ruling = Ruling(Dice(0, 0))
    while state.stage != "over":
        title = chance.choice(awards_left(state))
        unit = 100 if title == "Most Profitable Zoo" else 1
        if title in state.returned:
            assert title == state.returned[0]
            assert len(state.decided) >= 10
        moves: list[tuple[Seat | None, Any]] = [(None, DrawAward(title))]
        for seat in seats:
            value, tie = (Secret.of(chance.randint(0, 1) * unit, seat) for _ in range(2))
            moves.append((seat, Count(value, None if unit == 100 else Secret.of(int(bool(tie.open())), seat))))
        for who, command in moves:
            for event in decide(state, who, command, ruling):
                state = apply(state, event)
        if state.latest and state.latest.outcome == "returned":
            returned.append(title)
    return state, returned


def test_award_games_have_a_winner_and_nobody_plays_on() -> None:
    chance = random.Random(11)
    for number in range(300):
        seats = tuple(Seat(name) for name in SEATS[number % 3].split())
        state, returned = award_game(seats, chance)
        goal = needed(len(seats))
        assert state.winners
        assert {len(state.zoo(winner).awards) for winner in state.winners} == {goal}
        assert all(len(zoo.awards) < goal for zoo in state.zoos if zoo.seat not in state.winners)
        assert len(set(returned)) == len(returned)
        again = [decided.title for at, decided in enumerate(state.decided) if decided.title in
                 [earlier.title for earlier in state.decided[:at]]]  # fmt: skip
        assert again == returned[: len(again)]
