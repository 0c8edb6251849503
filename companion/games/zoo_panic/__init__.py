"""PURE. Zoo Panic: bring every animal back to its own cage."""

from companion.core.game import Game
from companion.games.zoo_panic.model import COMMANDS, EVENTS, Command, Event, Options, State
from companion.games.zoo_panic.rules import apply, begin, decide, legal, score, setup
from companion.games.zoo_panic.story import STORY
from companion.games.zoo_panic.view import View, view_for

GAME: Game[Options, State, Command, Event, View] = Game(
    slug="zoo_panic",
    title="Zoo Panic",
    seats=range(2, 5),
    options=Options,
    commands=COMMANDS,
    events=EVENTS,
    setup=setup,
    begin=begin,
    decide=decide,
    apply=apply,
    legal=legal,
    view_for=view_for,
    score=score,
    story=STORY,
)
