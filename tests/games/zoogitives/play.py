"""A Zoogitives table with its printed cards: the tests say who does what, the cards say what is announced."""

from __future__ import annotations

import random
from typing import Any

from companion.core.log import fold
from companion.core.secret import seal_for
from companion.games.zoogitives import GAME
from companion.games.zoogitives.model import CROOKS, EXPERTISES, HIDEOUTS, Cards, Die
from companion.games.zoogitives.worldmap import marker_of
from tests.games.table import Table

THREE = "Ann Bob Cat"
FOUR = "Ann Bob Cat Dee"
SIX = "Ann Bob Cat Dee Eva Fay"

B0 = (
    "Lemon hacking Paris; Bone combat Beijing; Berry safes Sydney; "
    "Amber theft ticket; Brown disguises ticket; Murphy getaways ticket"
)
"""The board of the worked examples. Die 1 lies on Paris, 2 on Beijing, 3 on Sydney, 4 to 6 on tickets."""

DEALT = {
    "Ann": "Lemon combat Sydney",
    "Bob": "Bone disguises Beijing",
    "Cat": "Murphy hacking Rio",
    "Dee": "Brown getaways Johannesburg",
    "Eva": "Amber theft Paris",
    "Fay": "Berry safes San Francisco",
}


def cards(text: str) -> Cards:
    crook, expertise, hideout = text.split(maxsplit=2)
    return Cards(crook, expertise, hideout)  # type: ignore[arg-type]


def fields(text: str) -> dict[str, str]:
    known = cards(text)
    return {"crook": known.crook, "expertise": known.expertise, "hideout": known.hideout}


def laid(text: str) -> list[dict[str, str | None]]:
    """ "Lemon hacking Paris; ..." as the command wants it; "?" for no place."""
    dice = [die.split(maxsplit=2) for die in text.split(";")]
    return [
        {"crook": c, "expertise": e, "at": None if at == "?" else at} for c, e, at in (map(str.strip, d) for d in dice)
    ]


def board(text: str = B0) -> tuple[Die, ...]:
    return tuple(Die(**die) for die in laid(text))  # type: ignore[arg-type]


class Zoo(Table):
    """`on_phone`: who has entered their cards."""

    def __init__(
        self,
        seats: str = THREE,
        *,
        on_phone: str = "",
        dealt: dict[str, str] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        super().__init__(GAME, seats, seed, **options)
        self.dealt = {seat: cards((DEALT | (dealt or {}))[seat]) for seat in self.seats}
        self.on_phone = on_phone.split()
        self._known: dict[str | None, tuple[int, Any]] = {}

    def state_of(self, viewer: str | None) -> Any:
        """Carried on from the last look, for whole games take thousands."""
        seen, state = self._known.get(viewer, (0, None))
        if state is None or seen > len(self.moves):
            seen, state = 0, GAME.setup(self.seats, self.options)
        fresh = [seal_for(event, viewer) for events in self.moves[seen:] for event in events]  # type: ignore[arg-type]
        state = fold(GAME, state, fresh)
        self._known[viewer] = (len(self.moves), state)
        return state

    def undo(self) -> None:
        super().undo()
        self._known.clear()

    def start(self, dice: str = B0, *, report: bool = True) -> None:
        self.do(None, "set_dice", dice=laid(dice))
        for seat in self.on_phone:
            self.take(seat)
        if report:
            self.report()

    def take(self, seat: str, text: str | None = None) -> tuple[Any, ...]:
        known = cards(text) if text else self.dealt[seat]  # type: ignore[index]
        return self.do(seat, "take_cards", crook=known.crook, expertise=known.expertise, hideout=known.hideout)

    def truth(self, seat: str) -> int:
        return marker_of(self.dealt[seat], self.state.dice)  # type: ignore[index]

    def tell(self, seat: str, do: str = "announce", **more: Any) -> tuple[Any, ...]:
        if seat in self.on_phone:
            return self.do(seat, do, **more)
        return self.do(seat, do, marker=self.truth(seat), **more)

    def report(self) -> None:
        for seat in self.state.missing:
            self.tell(seat, "report")

    def move(self, seat: str, die: int, to: str | None = None, face: str = "", **more: Any) -> tuple[Any, ...]:
        turned = dict(zip(("crook", "expertise"), face.split(), strict=False))
        return self.do(seat, "investigate", die=die, to=to, **turned, **more)

    def tell_all(self) -> None:
        for seat in self.state.missing:
            self.tell(seat)

    def turn(self, seat: str | None = None) -> None:
        """Some investigation, and all announce."""
        who = seat or self.state.active
        die = self.state.dice[0]
        self.move(
            who, 1, None if die.at != "ticket" else "Paris", "Bone safes" if die.crook == "Lemon" else "Lemon hacking"
        )
        self.tell_all()

    def round(self, *captures: str) -> None:
        """Everyone's turn; in the last one the captures, as "Ann crook"."""
        for _ in self.seats[:-1]:
            self.turn()
        for capture in captures:
            seat, card = capture.split()
            self.do(seat, "capture", card=card)
        self.turn()

    def ask(self, asker: str, opponent: str, text: str | None = None) -> tuple[Any, ...]:
        """The truth, unless something else is said."""
        guess = cards(text) if text else self.dealt[opponent]  # type: ignore[index]
        return self.do(
            asker, "ask", opponent=opponent, crook=guess.crook, expertise=guess.expertise, hideout=guess.hideout
        )

    def ask_and_hear(self, asker: str, opponent: str, text: str | None = None) -> bool:
        """Asks; the opponent answers honestly, or the app does."""
        self.ask(asker, opponent, text)
        yes = text is None or cards(text) == self.dealt[opponent]  # type: ignore[index]
        if opponent not in self.on_phone:
            self.do(opponent, "answer", to=asker, yes=yes)
        return yes

    def turn_up(self, seat: str, kind: str) -> tuple[Any, ...]:
        return self.do(seat, "turn_up", value=getattr(self.dealt[seat], kind))  # type: ignore[index]

    def face_up(self, seat: str) -> dict[str, str]:
        shown: dict[str, str] = self.view()["face_up"][seat]
        return shown


def dealt_at_random(seats: str, chance: random.Random) -> dict[str, str]:
    names = seats.split()
    decks = [chance.sample(deck, len(names)) for deck in (CROOKS, EXPERTISES, HIDEOUTS)]
    return {name: " ".join(hand) for name, hand in zip(names, zip(*decks, strict=True), strict=True)}


def play_fairly(table: Zoo, seed: int, rounds: int = 3) -> None:
    """Rolled dice, the cards that were dealt, and investigations by chance, each announced truly."""
    chance = random.Random(seed)
    table.do(None, "roll_dice")
    for seat in table.on_phone:
        table.take(seat)
    table.report()
    for _ in range(rounds * len(table.seats)):
        active = table.state.active
        moves = [c for c in table.legal(active) if type(c).__name__ == "Investigate"]
        table.play(active, chance.choice(moves))
        table.tell_all()


def play_randomly(table: Table, seed: int, most: int = 3000) -> list[str | None]:
    """Legal commands by chance, every kind as likely as the others, until the end; returns who acted."""
    chance = random.Random(seed)
    acted: list[str | None] = []
    for _ in range(most):
        if table.state.phase == "over":
            return acted
        who = chance.choice([None, *table.seats])
        by_kind: dict[str, list[Any]] = {}
        for command in table.legal(who):
            by_kind.setdefault(type(command).__name__, []).append(command)
        for rare in ("Penalty", "Correct"):
            if chance.random() < 0.9:
                by_kind.pop(rare, None)
        if by_kind:
            table.play(who, chance.choice(by_kind[chance.choice(sorted(by_kind))]))
            acted.append(who)
    raise AssertionError("the game does not come to an end")
