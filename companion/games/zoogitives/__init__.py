"""PURE. Zoogitives: the table of contents."""

from __future__ import annotations

from companion.core.game import Game
from companion.games.zoogitives.events import EVENTS, Event, apply
from companion.games.zoogitives.model import (
    COMMANDS,
    Announce,
    Ask,
    Capture,
    Command,
    Options,
    Report,
    State,
    TakeCards,
    TurnUp,
)
from companion.games.zoogitives.rules import begin, decide, legal, score, setup
from companion.games.zoogitives.story import STORY
from companion.games.zoogitives.view import View, view_for
from companion.games.zoogitives.why import why

# Not Answer: on an old page the question may be another one than the asker has shown since.
GAME: Game[Options, State, Command, Event, View] = Game(
    slug="zoogitives",
    title="Zoogitives",
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
    why=why,
    anytime=(TakeCards, Report, Announce, Capture, Ask, TurnUp),
    story=STORY,
)
