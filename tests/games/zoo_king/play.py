"""Tables of Zoo King for tests. The animals' figures are made up; the box's own are not in the rulebook."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.secret import Seat, seal_for
from companion.games.zoo_king import GAME
from companion.games.zoo_king.deck import events_left
from tests.games.table import Table as PlainTable


class Table(PlainTable):
    """Goes on folding a viewer's state from where it was last asked for."""

    def __init__(self, *told: Any, **options: Any) -> None:
        super().__init__(*told, **options)
        self._states: dict[str | None, tuple[list[Any], Any]] = {}

    def state_of(self, viewer: str | None) -> Any:
        moves, state = self._states.get(viewer, ([], None))
        known = state is not None and moves == self.moves[: len(moves)]
        if not known:
            moves, state = [], self.game.setup(self.seats, self.options)
        for events in self.moves[len(moves) :]:
            for event in events:
                state = self.game.apply(state, seal_for(event, None if viewer is None else Seat(viewer)))
        self._states[viewer] = (list(self.moves), state)
        return state


def card(
    name: str, price: int | None = 300, stars: int | None = 2, habitats: str = "Savanna", types: str = "", **more: Any
) -> dict[str, Any]:
    return {
        "name": name,
        "price": price,
        "stars": stars,
        "habitats": habitats.split(),
        "types": types.split(),
        **more,
    }


STAFF_PRICES = [
    card("Curator", 200, 1, ""),
    card("Groundskeeper", 200, 1, ""),
    card("Investor", 300, 2, ""),
    card("Security", 200, 1, ""),
    card("Tour Guide", 200, 1, ""),
    card("Trainer", 300, 2, "", grey=400),
    card("Veterinarian", 300, 2, "", grey=400),
    card("Volunteer", 0, 1, ""),
    card("Zookeeper", 200, 1, ""),
    card("Animal Shelter", 200, 1, ""),
    card("Aviary", 300, 2, ""),
    card("Carousel", 400, 3, "", grey=500),
    card("Conservation Center", 300, 3, ""),
    card("Gift Shop", 200, 1, ""),
    card("Ice Cream Stand", 300, 2, "", grey=400),
    card("Safari Grille", 300, 2, ""),
]
ANIMALS = [
    card("Lion", 400, 4, "Savanna", "Dangerous Felines"),
    card("Tiger", 500, 5, "Jungle", "Dangerous Endangered Show Felines"),
    card("Zebra", 200, 2, "Savanna", "Show"),
    card("Alligator", 200, 2, "Water", "Dangerous Reptiles"),
    card("Grizzly Bear", 300, 3, "Mountain", "Dangerous"),
    card("Black Panther", 400, 4, "Jungle", "Dangerous Felines"),
    card("Leopard", 400, 3, "Savanna Jungle", "Dangerous Felines Endangered"),
    card("Toucan", 100, 1, "Jungle", "Birds"),
    card("Flamingo", 300, 2, "Water", "Birds Show"),
    card("Eagle", 200, 3, "Mountain", "Birds Endangered"),
    card("Penguin", 200, 2, "Polar", "Birds Show"),
    card("Meerkat", 100, 1, "Desert", "Show"),
    card("Gecko", None, 1, "Desert", "Reptiles"),
    card("Elephant", 500, 5, "Savanna", "Endangered Show"),
    card("Giraffe", 400, 4, "Savanna", ""),
    card("Snow Leopard", 400, 5, "Mountain", "Dangerous Felines Endangered"),
    card("Otter", 100, 1, "Water", "Show"),
]
CATALOGUE = STAFF_PRICES + ANIMALS

QUIET = ("Carousel", "Safari Grille", "Safari Grille", "Security")
"""Starters that change little; the Carousel is the fourth player's."""

AWARDS = (
    "Most Prestigious Zoo", "Most Profitable Zoo", "Most Animals", "Most Diverse", "Best-Themed", "Top Conservationist",
    "Big Cat King", "High Flyer", "Most Dangerous", "Staff of the Year",
)  # fmt: skip


def awards_table(seats: str = "Ann Bob Cat", **options: Any) -> Table:
    return Table(GAME, seats, mode="awards", **options)


def zoos(seats: str = "Ann Bob Cat", starters: tuple[str, ...] = QUIET, **options: Any) -> Table:
    """A tracked table on which the first seat listed is the first player. `starters` in choosing order: the first
    seat's is the last one."""
    options.setdefault("catalogue", CATALOGUE)
    table = Table(GAME, seats, **options)
    choosing = [*table.seats[1:], table.seats[0]]
    for seat, name in zip(choosing, starters[-len(choosing) :], strict=True):
        table.do(seat, "choose_starter", card=name)
    return table


def give(table: Table, seat: str, *cards: str) -> None:
    """Cards by hand, without what making pairs pays."""
    for name in cards:
        before = cash(table, seat)
        table.do(seat, "gain", card=name)
        set_cash(table, seat, before)


def cash(table: Table, seat: str) -> int:
    amount: int = table.state.zoo(seat).cash
    return amount


def set_cash(table: Table, seat: str, amount: int) -> None:
    change = amount - cash(table, seat)
    if change:
        table.do(seat, "money", amount=change)


def turn(table: Table, event: str = "Admission", **fields: Any) -> None:
    """A whole turn of whoever's turn it is."""
    table.do(None, "draw_event", event=event, **fields)
    table.do(None, "end_turn")


def to_awards(table: Table) -> None:
    """Turns without anything in them, until the next card is an award."""
    while table.state.piles[0].kind == "event":
        left = [name for name, cards in events_left(table.state).items() if cards]
        if table.state.tracked or not left:
            table.do(None, "draw_event", event="unlisted", overrule=("event-used-up",))
            table.do(None, "end_turn")
        else:
            turn(table, left[0])


def count(table: Table, award: str, **counts: int | tuple[int, int]) -> None:
    """Draws the award; every seat named tells its count, or count and tie-break."""
    table.do(table.state.first, "draw_award", award=award)
    for seat, told in counts.items():
        if isinstance(told, tuple):
            table.do(seat, "count", value=told[0], tiebreak=told[1])
        else:
            table.do(seat, "count", value=told)


def a_move(table: Table, random: Random) -> tuple[Any, Any]:
    """Who does what next: a legal command of some seat or the board, each kind of command equally likely."""
    viewers = [None, *table.seats]
    random.shuffle(viewers)
    for viewer in viewers:
        kinds: dict[str, list[Any]] = {}
        for command in table.legal(viewer):
            kinds.setdefault(type(command).__name__, []).append(command)
        if kinds:
            return viewer, random.choice(kinds[random.choice(sorted(kinds))])
    raise AssertionError(f"nobody can do anything: {table.view()['phase']}")


def play_out(table: Table, seed: int, check: Any = lambda _table: None, most: int = 3000) -> None:
    """Random legal commands of all seats and the board until the game is over."""
    random = Random(seed)
    for _ in range(most):
        if table.score().final:
            return
        who, command = a_move(table, random)
        table.play(who, command)
        check(table)
    raise AssertionError("the game does not end")
