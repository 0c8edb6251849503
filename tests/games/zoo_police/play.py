"""A Zoo Police table with its printed cards: the tests say who points where, the cards say what is shown."""

from __future__ import annotations

import random
from typing import Any

from companion.core.secret import Seat
from companion.games.zoo_police import GAME
from companion.games.zoo_police.lineup import own_targets, targets, turn_of
from tests.games.table import Table

THREE = "Ann Bob Cat"
FOUR = "Ann Bob Cat Dan"


class Police(Table):
    def __init__(self, seats: str = THREE, seed: int = 0, **options: Any) -> None:
        super().__init__(GAME, seats, seed, **options)
        self.cards: dict[str, tuple[int, ...]] = {}

    def deal(self, *cards: str, extra: int = 1) -> None:
        """Draws the crimes and lays the Suspects: for each seat four digits, rows 1 to 4."""
        self.do(self.turn, "draw_crimes", extra=extra)
        self.cards = {
            seat: tuple(map(int, row))
            for seat, row in zip(self.seats, cards or ("1234",) * len(self.seats), strict=True)
        }
        self.do(None, "all_placed")

    def guess(self, owner: str, row: int, number: int, seat: str | None = None, **more: Any) -> tuple[Any, ...]:
        shown = self.cards[owner][row - 1]
        return self.do(seat or self.turn, "guess", owner=owner, row=row, number=number, shown=shown, **more)

    def hit(self, owner: str, row: int) -> tuple[Any, ...]:
        return self.guess(owner, row, self.cards[owner][row - 1])

    def miss(self, owner: str, row: int) -> tuple[Any, ...]:
        return self.guess(owner, row, self.cards[owner][row - 1] % 5 + 1)

    def misses(self, cards: str) -> None:
        """In turn, cards as initial and row: "B1 A2"."""
        for initial, row in cards.split():
            self.miss(next(seat for seat in self.seats if seat[0] == initial), int(row))

    @property
    def turn(self) -> Seat:
        return turn_of(self.state) or Seat("")

    def miss_all(self) -> None:
        """Every card that is still face down is turned without a point."""
        while self.state.phase == "identify":
            cards = targets(self.state, self.turn)
            if not cards:
                self.turn_own()
                continue
            # the colour with most cards left first, so that hardly anybody is left with own ones
            owners = [owner for owner, _ in cards]
            owner = max(owners, key=owners.count)
            self.miss(owner, next(row for whose, row in cards if whose == owner))

    def turn_own(self) -> None:
        row = own_targets(self.state, self.turn)[0]
        self.do(self.turn, "turn_own", row=row, shown=self.cards[self.turn][row - 1])

    def round(self, *cards: str, extra: int = 1) -> None:
        self.deal(*cards, extra=extra)
        self.miss_all()

    def sizes(self) -> list[int]:
        return [row["crimes"] for row in self.view()["rows"]]


def play_randomly(table: Table, seed: int, upto: str = "over") -> list[str | None]:
    """Legal commands by chance until that phase; returns who acted."""
    chance = random.Random(seed)
    acted: list[str | None] = []
    while table.state.phase != upto:
        who = chance.choice([None, *table.seats])
        commands = list(GAME.legal(table.state_of(who), who))
        if commands:
            table.play(who, chance.choice(commands))
            acted.append(who)
    return acted
