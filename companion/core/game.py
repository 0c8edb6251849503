"""PURE. What a game is: a frozen record of pure functions, and the words in which it says no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NoReturn, TypeVar

from companion.core.dice import Dice
from companion.core.secret import Seat, Seats, Viewer
from companion.core.story import Story

Options = TypeVar("Options")
State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")
View = TypeVar("View")

Plain = str | int | float | bool | None | tuple[str, ...] | tuple[int, ...]


class Refused(Exception):
    """A command that is not recorded.

    `code` names the sentence in the game's `words.html` (or the shell's); `facts` fill it in and hold nothing that
    the sender does not know. With `doubt` the table may record it all the same.
    """

    def __init__(self, code: str, *, doubt: bool = False, **facts: Plain) -> None:
        super().__init__(code)
        self.code = code
        self.doubt = doubt
        self.facts: Mapping[str, Plain] = MappingProxyType(facts)


def refuse(code: str, **facts: Plain) -> NoReturn:
    """Say no to what cannot be: arithmetic, things that do not exist."""
    raise Refused(code, doubt=False, **facts)


@dataclass(frozen=True)
class Ruling:
    """What a decision may draw on besides the state: chance, and the doubts the table has overruled."""

    dice: Dice
    overruled: frozenset[str] = frozenset()
    passed: set[str] = field(default_factory=set, compare=False)
    """The doubts that were raised and had been overruled."""

    def doubt(self, code: str, **facts: Plain) -> None:
        """Question a breach of the rules; passes silently once the table has overruled it."""
        if code not in self.overruled:
            raise Refused(code, doubt=True, **facts)
        self.passed.add(code)


@dataclass(frozen=True)
class Score:
    """`points` may be empty while they are nobody's business; `winners` only when `final`."""

    points: Mapping[Seat, int]
    final: bool = False
    winners: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Kept:
    """A house rule that outlives its table as a text: a file, and the next game's start.

    `read` gives the option's value and raises `Refused`; `write` is given the board's view.
    """

    option: str
    read: Callable[[str], object]
    write: Callable[[Any], str]


@dataclass(frozen=True)
class Judge:
    """Something of a game that can be decided without a table. `decide`: from the fields of the form in the game's
    `judge.html` to what that page shows; raises `Refused`. The macro `judge` of the game's words names it."""

    decide: Callable[[Mapping[str, str]], object]


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Options, State, Command, Event, View]):
    """A set of rules. Every function is pure; see the README for who calls which."""

    slug: str
    title: str
    seats: range
    options: type[Options]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    setup: Callable[[Seats, Options], State]
    begin: Callable[[State, Ruling], Sequence[Event]]
    decide: Callable[[State, Seat | None, Command, Ruling], Sequence[Event]]
    apply: Callable[[State, Event], State]
    legal: Callable[[State, Viewer], Iterable[Command]]
    view_for: Callable[[State, Viewer], View]
    score: Callable[[State], Score]
    anytime: tuple[type[Command], ...] = ()
    """Commands that are safe from a stale page: sealed placements, votes."""
    quick: Mapping[str, Plain] | None = None
    """House rules under which a game played without the app is just scored; `None`: there is no such thing."""
    other_setups: Mapping[int, Mapping[str, Plain]] = field(default_factory=dict)
    """By number of players: house rules under which the box is laid out in another way than usual."""
    kept: Kept | None = None
    judge: Judge | None = None
    hushed: Callable[[State, Event], bool] = field(default=lambda _state, _event: False)
    """Events whose particulars the log does not tell any more once another entry has followed, because the rules
    want them remembered, not read."""
    why: Callable[[State, Viewer, Mapping[str, str]], Any] | None = None
    """Explains to a viewer what the app concluded for it, from the viewer's own sealed state. Raises `Refused`."""
    story: Story[State] | None = None
    """How the game is told when it is over."""
