"""Whole games by chance: only offered commands, the invariants after every step."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.zoogitives.card_rules import ticks
from companion.games.zoogitives.worldmap import investigations
from tests.games.zoogitives.play import FOUR, SIX, THREE, Zoo, dealt_at_random, play_fairly, play_randomly

OPTIONS: list[dict[str, Any]] = [
    {},
    {"tickets": 3},
    {"capture_own_turn_only": True},
    {"auto_tick_revealed": True, "penalty_counts": False},
]


class Watched(Zoo):
    """Looks at the invariants after every command."""

    found: dict[str, set[str]]

    def play(self, who: Any, command: Any, overrule: tuple[str, ...] = ()) -> tuple[Any, ...]:
        before = getattr(self, "found", {})
        events = super().play(who, command, overrule)
        state = self.state
        if any(type(event).__name__ in ("DiceLaid", "Investigated") for event in events):
            places = [die.at for die in state.dice]
            out = [place for place in places if place != "ticket"]
            assert len(places) == 6
            assert len(set(out)) == len(out)
            assert places.count("ticket") <= state.options.tickets
            assert any(True for _ in investigations(state.dice, state.options.tickets))
        for player in state.players:
            assert len({card.kind for card in player.face_up}) == len(player.face_up) <= 3
            assert player.chip is None or player.chip.turned or player.hidden
        if state.phase in ("hunt", "check"):
            self.found = {seat: set(ticks(state, seat)) for seat in state.seats}
            assert all(before.get(seat, set()) <= self.found[seat] for seat in state.seats)
        if state.complete:
            assert set(state.winners) <= set(state.complete) <= set(state.captures)
        assert set(state.finished) <= set(state.captures)
        for seat in state.seats:
            now = [q for q in state.questions if q.asker == seat and q.round == state.round]
            assert sum(q.yes is not None and not q.yes.open() for q in now) <= 1
        return events


@pytest.mark.parametrize("seats", ["Ann Bob", THREE, FOUR, SIX])
@pytest.mark.parametrize("seed", range(4))
def test_offered_commands_lead_to_the_end(seats: str, seed: int) -> None:
    table = Watched(seats, seed=seed, **OPTIONS[seed % len(OPTIONS)])
    acted = play_randomly(table, seed)
    assert table.score().final
    assert None in acted
    assert table.state == table.state_for_all()


@pytest.mark.parametrize("seed", range(6))
def test_honest_players_never_meet_a_doubt(seed: int) -> None:
    seats = (THREE, FOUR, SIX)[seed % 3]
    table = Watched(seats, dealt=dealt_at_random(seats, random.Random(seed)), on_phone="Ann", seed=seed)
    play_fairly(table, seed, rounds=4)
    assert table.view()["round"] == 5


def test_an_undo_takes_back_all_that_followed_by_itself() -> None:
    table = Zoo(THREE, on_phone=THREE)
    table.start()
    table.round("Ann crook")
    before = table.view()
    table.ask("Ann", "Bob", "Amber theft Paris")
    assert table.view()["round"] == 2
    table.undo()
    assert table.view() == before
