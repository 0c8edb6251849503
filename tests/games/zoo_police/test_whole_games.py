"""Random whole games: what is offered is accepted, the counts of the box always add up, and every game ends."""

from __future__ import annotations

import random

import pytest

from companion.core.codec import to_plain
from companion.core.game import Refused
from companion.games.zoo_police import GAME
from companion.games.zoo_police.lineup import face_down, possible, rows_down, targets, turn_of
from companion.games.zoo_police.model import BANK, State
from tests.games.zoo_police.play import FOUR, THREE, Police

GAMES = [
    (THREE, {}),
    (FOUR, {"innocent_variant": True, "assist": "odds"}),
    (FOUR, {"open_scores": True, "final_tie": "most_crimes", "fifth_card_blind": True}),
    (THREE, {"innocent_variant": True, "assist": "logic"}),
    (THREE, {"mode": "tally"}),
]


@pytest.mark.parametrize("seats", ["Ann", "Ann Bob", "Ann Bob Cat Dan Eve"])
def test_only_three_or_four_can_play(seats: str) -> None:
    """P1."""
    assert len(seats.split()) not in GAME.seats


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_random_games_keep_the_counts_of_the_box_and_end(seats: str, options: dict[str, object]) -> None:
    table = Police(seats, **options)
    chance = random.Random(11)
    turns: list[str] = []
    for _ in range(2000):
        if table.state.phase == "over":
            break
        who = chance.choice([None, *table.seats, *[turn_of(table.state)] * 6])
        own = table.state_of(who)
        commands = list(GAME.legal(own, who))
        to_plain(GAME.view_for(own, who))
        if commands:
            before = table.state
            table.play(who, chance.choice(commands))
            if face_down(before) > face_down(table.state):
                turns.append(str(who))
            check_counts(table.state)
    assert table.score().final
    assert set(table.score().points) == set(table.seats)
    if table.options.mode == "referee":
        assert len(turns) == 5 * 4 * len(table.seats)
        assert all(turns.count(seat) == 20 for seat in table.seats)
    assert table.state == table.state_for_all()


def check_counts(state: State) -> None:
    """Section b of the rules."""
    if state.options.mode == "tally":
        return
    drawn = state.round - (state.phase == "draw")
    assert sum(state.rows) + sum(p.crimes for p in state.players) == 5 * drawn
    assert len(state.rows) == 4
    assert all(size <= 2 * state.round for size in state.rows)
    if state.phase in ("place", "identify"):
        assert all(state.rows)
    if state.round == 1 and state.phase == "place":
        assert sorted(state.rows) == [1, 1, 1, 2]
    if state.phase in ("identify", "assign"):
        assert sum(p.turns for p in state.players) == 4 * len(state.players) - face_down(state)
    for player in state.players:
        assert player.pile <= 4 * state.round + 4
        assert player.points <= 4 * state.round
        assert len(set(player.seen)) == len(player.seen)
        if player.cards:
            assert len(player.cards) == 4
            # a face-down card is never certain
            assert len(possible(player)) == len(rows_down(player)) + 1
    if state.phase == "assign":
        assert all(sum(p.seen) + possible(p)[0] == 15 for p in state.players)
        assert all(sum(isinstance(c, str) and c == "down" for c in p.cards) == 0 for p in state.players)
    if state.stock is not None:
        assert state.stock + sum(p.innocents + p.holds_innocent for p in state.players) == 10


@pytest.mark.parametrize("options", [{}, {"innocent_variant": True}])
def test_everything_offered_is_accepted_by_the_referee(options: dict[str, object]) -> None:
    table = Police(THREE, **options)
    chance = random.Random(5)
    while table.state.phase != "over":
        offered = [(who, list(GAME.legal(table.state_of(who), who))) for who in (None, *table.seats)]
        for who, commands in offered:
            for command in chance.sample(commands, min(4, len(commands))):
                try:
                    before = table.state
                    table.play(who, command)
                except Refused as refused:
                    raise AssertionError(f"{command} was offered to {who}, then {refused.code}") from None
                table.moves.pop()
                table.state = before
        who, commands = chance.choice([(who, commands) for who, commands in offered if commands])
        table.play(who, chance.choice(commands))


def test_when_more_points_are_made_than_the_box_has_the_screens_say_so() -> None:
    """P19."""
    table = Police(FOUR)
    while table.state.round < 5 or table.state.phase != "assign":
        if table.state.phase == "assign":
            table.do(None, "next_round")
        table.deal("1234", "2345", "3451", "4512")
        while table.state.phase == "identify":
            owners = [owner for owner, _ in targets(table.state, table.turn)]
            if not owners:
                table.turn_own()
                continue
            owner = max(owners, key=owners.count)
            table.hit(owner, rows_down(table.state.player(owner))[0])
            points = sum(player.points for player in table.state.players)
            assert GAME.view_for(table.state, None).bank_empty == (points > BANK)
    assert table.view()["bank_empty"]
    assert max(player.points for player in table.state.players) <= 20
