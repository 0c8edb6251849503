"""The dice, the markers and the investigations, as the worked examples have them."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.games.zoogitives.model import CROOKS, EXPERTISES, HIDEOUTS, Cards, Die
from companion.games.zoogitives.worldmap import (
    empty_cities,
    empty_tickets,
    investigations,
    kind_of,
    marker_of,
    possible_markers,
    valid_threes,
)
from tests.games.zoogitives.play import B0, board, cards

MURPHY_IN_PARIS = B0.replace("Lemon hacking Paris", "Murphy disguises Paris")
LEMON_IN_RIO = B0.replace("Amber theft ticket", "Lemon theft Rio")
LEMON_ONLY_IN_RIO = LEMON_IN_RIO.replace("Paris", "ticket")
NONE_IN_PARIS = B0.replace("Paris", "ticket")

EVERYONE = tuple(Cards(*hand) for hand in product(CROOKS, EXPERTISES, HIDEOUTS))


@pytest.mark.parametrize(
    ("hand", "at_start", "after_the_face_change", "without_paris"),
    [
        ("Lemon combat Sydney", 3, 2, 2),
        ("Lemon hacking Paris", 3, 1, 0),
        ("Bone disguises Beijing", 2, 3, 2),
        ("Murphy hacking Rio", 1, 1, 0),
        ("Lemon disguises Rio", 1, 1, 0),
        ("Brown getaways Rio", 0, 0, 0),
    ],
)
def test_a_marker_counts_crook_expertise_and_hideout(
    hand: str, at_start: int, after_the_face_change: int, without_paris: int
) -> None:
    assert marker_of(cards(hand), board()) == at_start
    assert marker_of(cards(hand), board(MURPHY_IN_PARIS)) == after_the_face_change
    assert marker_of(cards(hand), board(NONE_IN_PARIS)) == without_paris


def test_the_same_animal_on_two_dice_counts_once() -> None:
    hand = cards("Lemon disguises Rio")
    assert marker_of(hand, board(LEMON_IN_RIO)) == 2
    assert marker_of(hand, board(LEMON_ONLY_IN_RIO)) == 2
    assert marker_of(cards("Lemon hacking Paris"), board(LEMON_ONLY_IN_RIO)) == 1


def test_dice_on_plane_tickets_do_not_count() -> None:
    assert marker_of(cards("Amber theft Rio"), board()) == 0


def test_at_the_start_of_216_hands_27_show_nothing_and_27_everything() -> None:
    assert Counter(marker_of(hand, board()) for hand in EVERYONE) == {0: 27, 1: 81, 2: 81, 3: 27}


def faces(text: str) -> list[tuple[str, str]]:
    return [tuple(face.split()) for face in text.split(",")]  # type: ignore[misc]


def test_valid_threes_repeat_neither_animal_nor_colour() -> None:
    rolled = faces("Lemon safes,Lemon combat,Bone combat,Amber hacking,Berry safes,Brown hacking")
    threes = valid_threes(rolled)  # type: ignore[arg-type]
    assert len(threes) == 6
    assert not any({0, 1} <= set(three) for three in threes)


def test_two_animals_alone_must_be_rolled_again() -> None:
    rolled = faces("Lemon safes,Lemon combat,Bone theft,Bone hacking,Lemon disguises,Bone getaways")
    assert valid_threes(rolled) == ()  # type: ignore[arg-type]


def test_what_a_marker_can_do_after_each_kind_of_action() -> None:
    """From what everybody sees; a face change may hide one gain and one loss."""
    dice = board()
    assert possible_markers(dice, None, ()) == (0, 1, 2, 3)
    assert possible_markers(board(NONE_IN_PARIS), (dice, 0), ()) == (0,)
    assert possible_markers(board(NONE_IN_PARIS), (dice, 3), ()) == (0, 1, 2, 3)
    assert possible_markers(board(LEMON_IN_RIO), (dice, 0), ()) == (0, 1, 2)
    assert possible_markers(board(LEMON_IN_RIO), (dice, 3), ()) == (3,)
    assert possible_markers(board(MURPHY_IN_PARIS), (dice, 1), ()) == (0, 1, 2, 3)
    assert possible_markers(board(MURPHY_IN_PARIS), (dice, 0), ()) == (0, 1, 2)


def test_possible_markers_are_just_those_that_some_hand_shows() -> None:
    for investigation in list(investigations(board(), 6))[::29]:
        place = investigation.die - 1
        old = board()[place]
        new = Die(
            investigation.crook or old.crook, investigation.expertise or old.expertise, investigation.to or old.at
        )
        dice = (*board()[:place], new, *board()[place + 1 :])
        for before in (0, 1, 2, 3):
            hands = [hand for hand in EVERYONE if marker_of(hand, board()) == before]
            seen = sorted({marker_of(hand, dice) for hand in hands})
            assert list(possible_markers(dice, (board(), before), ())) == seen


def test_all_investigations_of_the_first_board() -> None:
    found = list(investigations(board(), 6))
    turned = [one for one in found if one.to is None]
    to_tickets = [one for one in found if one.to == "ticket"]
    to_cities = [one for one in found if one.to not in (None, "ticket")]
    assert (len(turned), len(to_tickets), len(to_cities)) == (3 * 35, 3, 3 * 3 * 36)
    assert not [one for one in investigations(board(), 3) if one.to == "ticket"]


def test_an_investigation_is_always_possible() -> None:
    for tickets in (3, 6):
        for in_cities in range(7):
            dice = tuple(Die(CROOKS[n], EXPERTISES[n], HIDEOUTS[n] if n < in_cities else "ticket") for n in range(6))
            assert any(investigations(dice, tickets))


def test_places_are_counted() -> None:
    assert empty_cities(board()) == ("Rio", "San Francisco", "Johannesburg")
    assert empty_tickets(board(), 6) == 3
    assert [kind_of(value) for value in ("Berry", "theft", "Rio")] == ["crook", "expertise", "hideout"]
