"""PURE. Zoo King: the event deck, the zoos and the ten awards."""

from companion.core.game import Game, Judge, Kept
from companion.games.zoo_king.catalogue import read_catalogue, write_catalogue
from companion.games.zoo_king.commands import COMMANDS, Command, Count, TeachCard
from companion.games.zoo_king.deciding import hear
from companion.games.zoo_king.happened import EVENT_KINDS, Event
from companion.games.zoo_king.model import State
from companion.games.zoo_king.options import Options
from companion.games.zoo_king.rules import apply, begin, decide, legal, score, setup
from companion.games.zoo_king.story import STORY
from companion.games.zoo_king.view import View, view_for

GAME: Game[Options, State, Command, Event, View] = Game(
    slug="zoo_king",
    title="Zoo King",
    seats=range(2, 5),
    options=Options,
    commands=COMMANDS,
    events=EVENT_KINDS,
    setup=setup,
    begin=begin,
    decide=decide,
    apply=apply,
    legal=legal,
    view_for=view_for,
    score=score,
    anytime=(Count, TeachCard),
    other_setups={2: {"layout": "four_player"}},
    kept=Kept("catalogue", read_catalogue, lambda view: write_catalogue(view.catalogue)),
    judge=Judge(hear),
    story=STORY,
)
