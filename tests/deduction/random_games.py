"""Evidence as it comes up at a table: random deals, boards, moves, announcements and denied hypotheses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from companion.deduction import Fact, Lit, Move, Problem

Face = tuple[int, int]
Board = dict[int, Face]
"""City -> the crook and the expertise that the die there shows."""

Change = tuple[int, Face | None]
"""The face that a city shows from now on, or no die."""

FACES = tuple((crook, expertise) for crook in range(6) for expertise in range(6))

SIZES = (6, 6, 6)
"""Crooks, expertises, hideouts."""


def lit(board: Board) -> Lit:
    return (
        frozenset(crook for crook, _ in board.values()),
        frozenset(expertise for _, expertise in board.values()),
        frozenset(board),
    )


@dataclass(frozen=True)
class Game:
    """What one seat knows (the first holder) and, in `deal`, what it does not."""

    problem: Problem
    deal: dict[str, tuple[int, ...]]
    board: Board

    def changes(self) -> list[Change]:
        """Every legal investigation: a die leaves a city, shows another face, or comes to an empty city."""
        changes: list[Change] = [(city, None) for city in self.board]
        changes += [(city, face) for city, shown in self.board.items() for face in FACES if face != shown]
        if len(self.board) < 6:
            changes += [(city, face) for city in range(6) if city not in self.board for face in FACES]
        return changes

    def board_after(self, change: Change) -> Board:
        changed, face = change
        board = {city: shown for city, shown in self.board.items() if city != changed}
        return board if face is None else board | {changed: face}

    def investigations(self) -> list[Move]:
        return [Move(change, lit(self.board_after(change))) for change in self.changes()]

    def after(self, change: Change, turn: int) -> Game:
        return replace(self, board=self.board_after(change))._announced(turn)

    def _announced(self, turn: int) -> Game:
        now = lit(self.board)
        announced = tuple(
            Fact.count(f"{holder} at {turn}", holder, now, sum(v in s for v, s in zip(hand, now, strict=True)))
            for holder, hand in self.deal.items()
            if holder != "me"
        )
        return self.knowing(*announced)

    def knowing(self, *facts: Fact) -> Game:
        return replace(self, problem=replace(self.problem, facts=self.problem.facts + facts))


def game_of(players: int, rng: Random) -> Game:
    """A deal, the first board, and the first announcements."""
    holders = ("me", *"BCDEF"[: players - 1])
    deal = dict(zip(holders, zip(*(rng.sample(range(6), players) for _ in SIZES), strict=True), strict=True))
    own = tuple(Fact.is_(f"own card {category}", "me", category, value) for category, value in enumerate(deal["me"]))
    columns = [rng.sample(range(6), 3) for _ in SIZES]
    board = {city: (crook, expertise) for crook, expertise, city in zip(*columns, strict=True)}
    return Game(Problem(holders, SIZES, own), deal, board)._announced(0)


def random_game(players: int, turns: int, rng: Random, denied: int = 0) -> Game:
    game = game_of(players, rng)
    for turn in range(1, turns + 1):
        game = game.after(rng.choice(game.changes()), turn)
    for number in range(denied):
        game = game.knowing(false_guess(game, f"guess {number}", rng))
    return game


def false_guess(game: Game, label: str, rng: Random) -> Fact:
    holder = rng.choice(game.problem.holders[1:])
    guess = game.deal[holder]
    while guess == game.deal[holder]:
        guess = tuple(rng.randrange(size) for size in SIZES)
    return Fact.not_all(label, holder, guess)
