"""PURE. What each event does: who pays or gets what and why, who is protected, what must be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.core.game import Ruling, refuse
from companion.core.secret import Seat
from companion.games.zoo_king.awards import animals_of, largest_habitat, of_type
from companion.games.zoo_king.cards import LONGEST_CARD, check_money
from companion.games.zoo_king.commands import Details, DrawEvent
from companion.games.zoo_king.hands import from_zoo, in_play_order, rescue, swap_animals, target_of, unprotected
from companion.games.zoo_king.happened import (
    AdStarsBought,
    BadPublicityGiven,
    MoneyMoved,
    TaskSet,
)
from companion.games.zoo_king.ledger import Draft
from companion.games.zoo_king.model import Line, State

STEP = 100
MOST_COUNT = 47


# ---- resolving -------------------------------------------------------------------------------------------------


def resolve(draft: Draft, seat: Seat, event: str, command: DrawEvent, ruling: Ruling) -> None:
    """`seat` drew or replayed the event (K34). Without tracked zoos only Bad Publicity is noted."""
    _check_target(draft.state, seat, command.target)
    details = command.details or Details()
    if draft.state.tracked:
        RESOLVERS.get(event, _nothing)(draft, seat, command.target, details, ruling)
    elif event == "Bad Publicity" and command.target:
        draft.add(BadPublicityGiven(command.target, seat))


Resolver = Callable[[Draft, Seat, Seat | None, Details, Ruling], None]


def _nothing(_draft: Draft, _seat: Seat, _target: Seat | None, _details: Details, _ruling: Ruling) -> None:
    """The unlisted events are carried out by hand."""


def _check_target(state: State, seat: Seat, target: Seat | None) -> None:
    if target is None:
        return
    if target not in state.seats:
        refuse("seat-unknown", seat=target[:LONGEST_CARD])
    if target == seat:
        refuse("target-yourself")


def _pay(draft: Draft, event: str, *lines: Line) -> None:
    moved = tuple(line for line in lines if line.amount)
    if moved:
        draft.add(MoneyMoved(event, moved))


def _admission(draft: Draft, seat: Seat, _target: Seat | None, _details: Details, _ruling: Ruling) -> None:
    lines: list[Line] = []
    for player in in_play_order(draft.state, seat):
        zoo = draft.state.zoo(player)
        lines.append(Line(player, STEP, "Admission"))
        if zoo.has("Ice Cream Stand"):
            lines.append(Line(player, STEP, "Ice Cream Stand"))
        if player == seat and zoo.has("Safari Grille"):
            lines.append(Line(player, STEP, "Safari Grille"))
    _pay(draft, "Admission", *lines)


def _donation(draft: Draft, seat: Seat, target: Seat | None, _details: Details, _ruling: Ruling) -> None:
    other = target_of(draft.state, seat, "Donation Drive", target)
    _pay(draft, "Donation Drive", Line(seat, STEP, "Donation Drive"), Line(other, STEP, "Donation Drive"))


def _stimulus(draft: Draft, seat: Seat, _target: Seat | None, _details: Details, _ruling: Ruling) -> None:
    staff = len(draft.state.zoo(seat).staff)
    _pay(draft, "Government Stimulus", Line(seat, STEP * staff, "Government Stimulus"))


def _sponsor(draft: Draft, seat: Seat, _target: Seat | None, details: Details, _ruling: Ruling) -> None:
    amount = draft.state.options.sponsor_amount if details.amount is None else check_money(details.amount)
    facilities = len(draft.state.zoo(seat).facilities)
    _pay(draft, "Corporate Sponsor", Line(seat, max(0, amount) * facilities, "Corporate Sponsor"))


def _show(draft: Draft, seat: Seat, _target: Seat | None, details: Details, _ruling: Ruling) -> None:
    shows = of_type(animals_of(draft.state, draft.state.zoo(seat)), "Show")
    count = _number(None if shows is None else len(shows), details, "Animal Show")
    _pay(draft, "Animal Show", Line(seat, STEP * count, "Animal Show"))


def _television(draft: Draft, seat: Seat, _target: Seat | None, details: Details, _ruling: Ruling) -> None:
    largest = largest_habitat(animals_of(draft.state, draft.state.zoo(seat)))
    _pay(draft, "Made for TV", Line(seat, STEP * _number(largest, details, "Made for TV"), "Made for TV"))


def _number(known: int | None, details: Details, event: str) -> int:
    """What the zoo does not tell, the table tells."""
    if known is not None:
        return known
    if details.count is None:
        refuse("event-count-unknown", event=event)
    if not 0 <= details.count <= MOST_COUNT:
        refuse("count-out-of-range", number=details.count, least=0, most=MOST_COUNT)
    return details.count


def _advertise(draft: Draft, seat: Seat, _target: Seat | None, details: Details, _ruling: Ruling) -> None:
    stars = details.stars or 0
    if not 0 <= stars <= MOST_COUNT:
        refuse("stars-out-of-range", stars=stars)
    if not stars:
        return
    each = draft.state.options.ad_price
    price = details.price
    if price is None:
        price = refuse("ad-price-unknown") if each is None else each * stars
    if check_money(price) < 0:
        refuse("not-hundreds", amount=price)
    if price > draft.state.zoo(seat).cash:
        refuse("cash-short", seat=seat, price=price)
    _pay(draft, "Ad Campaign", Line(seat, -price, "Ad Campaign"))
    draft.add(AdStarsBought(seat, stars))


def _publicity(draft: Draft, seat: Seat, target: Seat | None, _details: Details, _ruling: Ruling) -> None:
    draft.add(BadPublicityGiven(target_of(draft.state, seat, "Bad Publicity", target), seat))


def _checkups(draft: Draft, seat: Seat, _target: Seat | None, details: Details, ruling: Ruling) -> None:
    """Nobody chooses to discard who can pay (K37); the Veterinarian's owner pays nothing (K39)."""
    state = draft.state
    everyone = in_play_order(state, seat)
    vet = next((player for player in everyone if state.zoo(player).has("Veterinarian")), None)
    lines: list[Line] = []
    for player in everyone if state.options.checkups_all else (seat,):
        if player == vet:
            continue
        if state.zoo(player).cash >= STEP:
            lines.append(Line(player, -STEP, "Animal Checkups"))
            lines += [Line(vet, STEP, "Veterinarian")] if vet else []
        elif state.zoo(player).animals:
            draft.add(TaskSet(player, "Animal Checkups"))
    _pay(draft, "Animal Checkups", *lines)
    if details.animal and draft.state.task(seat, "Animal Checkups"):
        from_zoo(draft, seat, details.animal, "Animal Checkups", ruling)


def _escape(draft: Draft, seat: Seat, _target: Seat | None, details: Details, ruling: Ruling) -> None:
    if draft.state.zoo(seat).has("Security") or not unprotected(draft.state, seat):
        return
    draft.add(TaskSet(seat, "Animal Escape"))
    if details.animal:
        from_zoo(draft, seat, details.animal, "Animal Escape", ruling)


RESOLVERS: Mapping[str, Resolver] = MappingProxyType({
    "Ad Campaign": _advertise,
    "Admission": _admission,
    "Animal Checkups": _checkups,
    "Animal Escape": _escape,
    "Animal Rescue": rescue,
    "Animal Show": _show,
    "Bad Publicity": _publicity,
    "Corporate Sponsor": _sponsor,
    "Donation Drive": _donation,
    "Exhibit Exchange": swap_animals,
    "Government Stimulus": _stimulus,
    "Made for TV": _television,
})
