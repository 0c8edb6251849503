"""Mending an old entry: another command in its place, or none, and everything after it decided again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.codec import name_of
from companion.core.dice import Dice
from companion.core.game import Refused, Ruling, refuse
from companion.core.log import Entry
from companion.core.secret import Viewer
from companion.referee.sitting import EVERYTHING, Sitting


class Stopped(Exception):
    """The command at index `place` can't be decided again: because of `refusal`, or (`None`) because that takes
    secrets of others."""

    def __init__(self, place: int, refusal: Refused | None) -> None:
        super().__init__(place)
        self.place, self.refusal = place, refusal


def mended(sitting: Sitting, viewer: Viewer, keep: int, replacement: Entry | None) -> list[Entry]:
    """What stands from place `keep` on when `viewer` mends the entry there: `replacement`, or nothing, and all that
    followed. Raises `Refused`; a clash names the entry that clashes.

    Whether it clashes may hang on what others have entered in secret, and a try leaves no trace in the log. So a
    phone mends only what looks into nobody else's secrets. The board may, since everybody sees it, but is not told
    what clashes.
    """
    _, *later = sitting.standing[keep:]
    new = [] if replacement is None else [replacement]
    stop, foreseen = _foreseen(sitting, viewer, keep, new)
    if viewer is not None and not foreseen:
        refuse("correction-unseen")
    try:
        if stop is not None and foreseen:
            raise stop
        return decided_again(sitting, keep, [*new, *later], strikes=not new)
    except Stopped as why:
        if why.refusal is None:
            raise
        if why.place < len(new) or why.refusal.code == "correction-rolls-again":
            raise why.refusal from None
        if not foreseen:
            refuse("correction-clashes-unseen")
        clash = later[why.place - len(new)]
        refuse("correction-clashes", entry=clash.version, seat=clash.seat, do=name_of(type(clash.command)))


def decided_again(
    sitting: Sitting, keep: int, tail: Sequence[Entry], *, viewer: object = EVERYTHING, strikes: bool = False
) -> list[Entry]:
    """`tail` on top of the first `keep` standing entries, as far as `viewer` can decide it. Raises `Stopped`."""
    game, state = sitting.game, sitting.state_before(viewer, keep)
    decided: list[Entry] = []
    for place, entry in enumerate(tail):
        dice = Dice(sitting.seed, keep + place + 1)
        ruling = Ruling(dice, entry.overruled)
        try:
            events = tuple(game.decide(state, entry.seat, entry.command, ruling))
            if strikes and dice.used:  # they would fall differently, one place earlier in the log
                refuse("correction-rolls-again")
            for event in events:
                state = game.apply(state, event)
        except Refused as no:
            raise Stopped(place, no) from None
        except Exception:
            if viewer is EVERYTHING:
                raise
            raise Stopped(place, None) from None
        decided.append(Entry(0, entry.seat, entry.command, events, frozenset(ruling.passed)))
    return decided


def _foreseen(sitting: Sitting, viewer: Viewer, keep: int, new: list[Entry]) -> tuple[Stopped | None, bool]:
    """Where the mending stops for one who knows no more than `viewer`, and whether that follows from the mending:
    what stops there already unmended does so for want of others' secrets."""
    heard = sitting.heard(viewer)
    wrong, *later = [heard[entry.version - 1] for entry in sitting.standing[keep:]]
    stop = _stop(sitting, viewer, keep, [*new, *later], strikes=not new)
    if stop is None:
        return None, True
    unmended = _stop(sitting, viewer, keep, [wrong, *later], strikes=False)
    first = unmended is None or stop.place + 1 - len(new) < unmended.place
    return stop, first and stop.refusal is not None


def _stop(sitting: Sitting, viewer: Viewer, keep: int, tail: list[Entry], *, strikes: bool) -> Stopped | None:
    try:
        decided_again(sitting, keep, tail, viewer=viewer, strikes=strikes)
    except Stopped as stop:
        return stop
    return None
