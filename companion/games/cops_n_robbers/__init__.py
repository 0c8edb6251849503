"""PURE. Cops 'n' Robbers: track the suspect through 25 hideouts and arrest him."""

from companion.core.game import Game
from companion.games.cops_n_robbers.model import COMMANDS, EVENTS, Command, Event, Options, State
from companion.games.cops_n_robbers.rules import apply, begin, decide, legal, score, setup
from companion.games.cops_n_robbers.story import STORY
from companion.games.cops_n_robbers.view import View, view_for

GAME: Game[Options, State, Command, Event, View] = Game(
    slug="cops_n_robbers",
    title="Cops ’n’ Robbers",
    seats=range(2, 7),
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
