"""PURE. The rules of Zoogitives: what a command brings about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import assert_never

from companion.core.dice import Dice as Chance
from companion.core.game import Refused, Ruling, Score, refuse
from companion.core.secret import Seat, Seats, Secret, Viewer
from companion.games.zoogitives.card_rules import chip_card, entered, known_seat, own_cards
from companion.games.zoogitives.events import (
    CardsTaken,
    CardTurned,
    CheckBegun,
    ChipPlaced,
    DiceLaid,
    Event,
    Investigated,
    MarkerAnnounced,
    MarkerCorrected,
    MarkerReported,
    QuestionAnswered,
    QuestionAsked,
)
from companion.games.zoogitives.legality_rules import check, marker_before
from companion.games.zoogitives.model import (
    CROOKS,
    DICE,
    EXPERTISES,
    HIDEOUTS,
    IN_CITIES,
    Announce,
    Answer,
    Ask,
    Capture,
    Cards,
    Command,
    Correct,
    Dice,
    Die,
    Investigate,
    Kind,
    Marker,
    Options,
    Penalty,
    Player,
    Report,
    RollDice,
    SetDice,
    State,
    TakeCards,
    TurnUp,
    Value,
)
from companion.games.zoogitives.offers_rules import offers
from companion.games.zoogitives.settle_rules import pass_on, settle
from companion.games.zoogitives.worldmap import Face, after, kind_of, marker_of, valid_threes


def setup(seats: Seats, options: Options) -> State:
    return State(players=tuple(Player(seat=seat) for seat in seats), options=options, active=seats[0])


def begin(_state: State, _ruling: Ruling) -> Sequence[Event]:
    return ()


def legal(state: State, viewer: Viewer) -> Iterable[Command]:
    ruling = Ruling(Chance(0, 0))
    for command in offers(state, viewer):
        try:
            check(state, viewer, command, ruling)
        except Refused:
            continue
        yield command


def decide(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> Sequence[Event]:
    check(state, seat, command, ruling)
    return tuple(settle(state, _caused(state, seat, command, ruling)))


def _caused(state: State, seat: Seat | None, command: Command, ruling: Ruling) -> Iterator[Event]:
    match command:
        case SetDice():
            yield DiceLaid(_laid(command, ruling.dice))
        case RollDice():
            yield _rolled(ruling.dice)
        case Penalty(offender, card, value):
            yield _penalty(state, known_seat(state, offender), card, value)
        case Correct(of, announcement, marker):
            seat = known_seat(state, of)
            told = state.moves[announcement].told[state.seats.index(seat)]
            yield MarkerCorrected(seat, announcement, told.marker if told else None, marker)
        case _ if seat is None:
            refuse("needs-a-seat")
        case TakeCards(crook, expertise, hideout):
            yield CardsTaken(seat, Secret.of(Cards(crook.open(), expertise.open(), hideout.open()), seat))
        case Report(marker):
            yield MarkerReported(seat, _marker(state, seat, marker))
        case Investigate(die):
            if state.missing:
                yield pass_on(state)
            before = state.dice[die - 1]
            yield Investigated(seat, die, before, after(before, command))
        case Announce(marker):
            was = marker_before(state, seat, len(state.moves) - 1)
            yield MarkerAnnounced(seat, _marker(state, seat, marker), was)
        case Capture(card=kind):
            yield ChipPlaced(seat, kind)
        case Ask():
            yield from _asked(state, seat, command)
        case Answer(to, yes):
            yield _answered(state, seat, known_seat(state, to), yes)
        case TurnUp(value):
            yield CardTurned(seat, kind_of(value), value, chip=True)
        case _:
            assert_never(command)


# ---- the dice ----------------------------------------------------------------------------------------------------


def _laid(command: SetDice, chance: Chance) -> Dice:
    dice = tuple(Die(die.crook, die.expertise, die.at) for die in command.dice if die.at is not None)
    return dice or _placed([(die.crook, die.expertise) for die in command.dice], chance)


def _rolled(chance: Chance) -> DiceLaid:
    """All six again until three can begin (Setup 2)."""
    rolls = 0
    faces: list[Face] = []
    while not valid_threes(faces):
        rolls += 1
        faces = [(chance.pick(CROOKS), chance.pick(EXPERTISES)) for _ in range(DICE)]
    return DiceLaid(_placed(faces, chance), rolls)


def _placed(faces: Sequence[Face], chance: Chance) -> Dice:
    """A valid three on three cities, all at random (Setup 3)."""
    three = chance.pick(valid_threes(faces))
    cities = dict(zip(three, chance.draw(HIDEOUTS, IN_CITIES), strict=True))
    return tuple(Die(*face, cities.get(place, "ticket")) for place, face in enumerate(faces))


# ---- the players -------------------------------------------------------------------------------------------------


def _marker(state: State, seat: Seat, marker: Marker | None) -> Marker:
    if marker is not None:
        return marker
    cards = own_cards(state, seat)
    if cards is None:
        refuse("marker-needed")
    return marker_of(cards, state.dice)


def _asked(state: State, seat: Seat, command: Ask) -> Iterator[Event]:
    """Answered at once for those who entered their cards."""
    if state.phase == "hunt":
        yield CheckBegun(state.round - 1, state.seats[0])
    opponent = known_seat(state, command.opponent.open())
    hypothesis = Cards(command.crook.open(), command.expertise.open(), command.hideout.open())
    yield QuestionAsked(seat, Secret.of(opponent, seat, opponent), Secret.of(hypothesis, seat, opponent))
    cards = entered(state, opponent)
    if cards is not None:
        yield QuestionAnswered(len(state.questions), Secret.of(cards == hypothesis, seat, opponent))


def _answered(state: State, seat: Seat, asker: Seat, yes: Secret[bool]) -> QuestionAnswered:
    number = next(
        number
        for number, question in enumerate(state.questions)
        if question.asker == asker and question.yes is None and question.opponent.open() == seat
    )
    return QuestionAnswered(number, yes.share(asker))


def _penalty(state: State, offender: Seat, kind: Kind, value: Value | None) -> CardTurned:
    player = state.player(offender)
    cards = entered(state, offender)
    if value is None and cards is not None:
        value = cards.of(kind)
    if value is None:
        refuse("value-needed", offender=offender)
    chip = player.chip is not None and not player.chip.turned and chip_card(player) == kind
    return CardTurned(offender, kind, value, penalty=True, chip=chip)


def score(state: State) -> Score:
    """Zoogitives has no points."""
    return Score(MappingProxyType({}), state.phase == "over", state.winners)
