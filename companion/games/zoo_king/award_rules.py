"""PURE. The award phase: drawing, counting in secret, deciding, and the end of the game."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat, Seats, Secret, Viewer
from companion.games.zoo_king.awards import (
    NO_TIEBREAK,
    judge,
    least_value,
    most_tiebreak,
    most_together,
    most_value,
    reckon,
)
from companion.games.zoo_king.cards import PROFITABLE, award_named, check_money
from companion.games.zoo_king.commands import Count, DrawAward
from companion.games.zoo_king.deck import awards_left, needed, next_card
from companion.games.zoo_king.happened import (
    AwardDecided,
    AwardDrawn,
    Counted,
    CountsImpossible,
    GameEnded,
    StarsAsked,
    TiebreakAsked,
)
from companion.games.zoo_king.ledger import Draft
from companion.games.zoo_king.model import STAR_TOTAL, Deciding, Reckoning, SealedCount, State
from companion.games.zoo_king.turn_rules import end_turn


def draw_award(draft: Draft, seat: Seat | None, command: DrawAward, ruling: Ruling) -> None:
    state = draft.state
    title = award_named(command.award)
    if state.award is not None:
        refuse("award-open", award=state.award.title)
    if state.open and state.active:
        ruling.doubt("turn-not-ended", turn=state.active)
        end_turn(draft, state.active, ruling)
    if next_card(state) != "award":
        refuse("event-next", left=state.piles[0].left)
    choices = awards_left(state)
    if title not in choices:
        if title in state.returned:
            refuse("returned-later", award=title, first=state.returned[0])
        refuse("award-gone", award=title)
    if seat not in (None, state.first):
        ruling.doubt("first-player-draws", first=state.first)
    draft.add(AwardDrawn(state.first, title, title in state.returned, reckon(state, title)))
    conclude(draft)


# ---- counting --------------------------------------------------------------------------------------------------


def known_of(award: Deciding, seat: Seat) -> Reckoning:
    return next((known for known in award.known if known.seat == seat), Reckoning(seat))


def sealed_of(award: Deciding, seat: Seat) -> SealedCount:
    return next((count for count in award.sealed if count.seat == seat), SealedCount(seat, None, None))


def waiting(award: Deciding) -> Seats:
    """Seats that must still count, or tell their tie-break."""
    if award.asked:
        return tuple(seat for seat in award.asked if sealed_of(award, seat).tiebreak is None)
    return tuple(
        seat for seat in award.seats if known_of(award, seat).value is None and sealed_of(award, seat).value is None
    )


def count(draft: Draft, seat: Seat | None, command: Count) -> None:
    if seat is None:
        refuse("who-counts")
    draft.add(checked_count(draft.state, seat, command))
    award = draft.state.award
    if award is not None and not waiting(award):
        conclude(draft)


def checked_count(state: State, seat: Seat, command: Count) -> Counted:
    """Looks at nothing but the sender's own figures."""
    award = state.award
    if award is None:
        refuse("no-award-open")
    own, known = sealed_of(award, seat), known_of(award, seat)
    if seat not in (award.asked or award.seats) or (not award.asked and known.value is not None):
        refuse("count-not-asked", award=award.title)
    value = _checked_value(award, seat, own, command)
    if command.tiebreak is not None:
        if award.title in NO_TIEBREAK:
            refuse("no-tiebreak", award=award.title)
        _within(command.tiebreak.open(), 0, most_tiebreak(award.title))
    elif award.asked:
        refuse("tiebreak-needed", award=award.title)
    return Counted(seat, value, command.tiebreak)


def _checked_value(award: Deciding, seat: Seat, own: SealedCount, command: Count) -> Secret[int] | None:
    if command.value is None:
        return own.value if award.asked else refuse("value-needed", award=award.title)
    value = command.value.open()
    if award.asked:
        public = next(count.value for count in award.public if count.seat == seat)
        return own.value if value == public else refuse("count-differs", count=public)
    if award.title == PROFITABLE:
        check_money(value)
    _within(value, least_value(award.title), most_value(award.title))
    return command.value


def _within(number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        refuse("count-out-of-range", number=number, least=least, most=most)


def own_count(state: State, viewer: Viewer) -> Reckoning | None:
    """What the viewer has told and only they may see."""
    if state.award is None or viewer is None:
        return None
    own = sealed_of(state.award, viewer)
    told = [None if secret is None or secret.sealed else secret.open() for secret in (own.value, own.tiebreak)]
    return None if told == [None, None] else Reckoning(viewer, *told)


# ---- deciding --------------------------------------------------------------------------------------------------


def conclude(draft: Draft) -> None:
    """Decides the award as soon as the counts allow it."""
    award = draft.state.award
    if award is None or waiting(award):
        return
    counts = tuple(_opened(award, seat) for seat in award.seats)
    most = most_together(award.title)
    if award.sealed and most is not None and sum(count.value or 0 for count in counts) > most:
        draft.add(CountsImpossible(award.title, most))
        return
    verdict = judge(award.title, counts, again=award.again, needs_one=draft.state.options.award_needs_one)
    best = max(count.value or 0 for count in counts)
    if award.title == STAR_TOTAL:
        draft.add(GameEnded(tuple(count.seat for count in counts if count.value == best)))
    elif verdict.outcome == "ask":
        public = tuple(replace(count, tiebreak=None) for count in counts)
        draft.add(TiebreakAsked(award.title, verdict.seats, public))
    else:
        several = sum(count.value == best for count in counts) > 1
        shown = tuple(c if several and c.value == best else replace(c, tiebreak=None) for c in counts)
        draft.add(AwardDecided(award.title, verdict.outcome, verdict.seats, shown))
        check_end(draft)


def _opened(award: Deciding, seat: Seat) -> Reckoning:
    """What the zoo does not tell, the seat has told."""
    own, known = sealed_of(award, seat), known_of(award, seat)
    value = known.value if own.value is None else own.value.open()
    return Reckoning(seat, value, known.tiebreak if own.tiebreak is None else own.tiebreak.open())


def check_end(draft: Draft) -> None:
    """After every single award (K53), or after the phase with `finish_phase`."""
    state = draft.state
    if state.options.finish_phase and next_card(state) == "award":
        return
    most = max(len(zoo.awards) for zoo in state.zoos)
    leaders = tuple(zoo.seat for zoo in state.zoos if len(zoo.awards) == most)
    if most < needed(len(state.seats)):
        if not state.piles:
            draft.add(GameEnded(()))
    elif len(leaders) == 1 or state.options.double_win == "shared":
        draft.add(GameEnded(leaders))
    elif state.options.double_win == "most_stars":
        known = tuple(count for count in reckon(state, STAR_TOTAL) if count.seat in leaders)
        draft.add(StarsAsked(leaders, known))
        conclude(draft)
    elif not state.piles:
        draft.add(GameEnded(leaders))
