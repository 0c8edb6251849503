"""PURE. Zoo Police: the table of contents."""

from __future__ import annotations

from companion.core.game import Game
from companion.games.zoo_police.model import COMMANDS, EVENTS, Command, Event, Keep, Options, Place, State, Tally
from companion.games.zoo_police.record_events import apply
from companion.games.zoo_police.rules import begin, decide, hushed, legal, score, setup
from companion.games.zoo_police.story import STORY
from companion.games.zoo_police.view import View, view_for

GAME: Game[Options, State, Command, Event, View] = Game(
    slug="zoo_police",
    title="Zoo Police",
    seats=range(3, 5),
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
    anytime=(Place, Tally, Keep),
    quick={"mode": "tally"},
    hushed=hushed,
    story=STORY,
)
