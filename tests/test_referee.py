"""The door between the outside and the games: submit, doubt, undo, correct, and what happens when things collide."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Refused
from companion.core.secret import Seat
from companion.games import all_games
from companion.live import Bus
from companion.referee import NoSuchTable, Referee
from companion.storage import Store
from tests.served import Served, Table

HOUSE = Path(__file__).parent.parent


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as house:
        yield house


@pytest.fixture
def table(served: Served) -> Table:
    """Three people at Zoo Police; Ann and Bob have phones."""
    return served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann", "Bob"), seed=7)


def guessing(table: Table) -> Table:
    table.submit("Ann", "draw_crimes", extra=1)
    table.submit(None, "all_placed")
    return table


def refused(act: Callable[[], Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Runs all in the same instant; returns results and refusals' codes."""
    barrier, told = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            told[place] = act()
        except Refused as no:
            told[place] = no.code  # type: ignore[call-overload]

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


# ---- commands -----------------------------------------------------------------------------------------------------


def test_an_accepted_command_is_the_next_entry_for_everyone(table: Table) -> None:
    assert table.submit("Ann", "draw_crimes", extra=2) == 1
    for viewer in (None, "Ann", "Bob", "Cat"):
        look = table.look(viewer)
        assert (look.version, look.view.phase, look.view.extra) == (1, "place", 2)
        assert [line.seat for line in look.log] == ["Ann"]


def test_a_refused_command_changes_nothing(table: Table) -> None:
    before = table.look()
    assert refused(lambda: table.submit("Ann", "draw_crimes", extra=9)).code == "no-such-row"
    assert table.look() == before


def test_a_doubt_passes_only_once_the_table_has_overruled_it(table: Table) -> None:
    no = refused(lambda: table.submit("Bob", "draw_crimes", extra=1))
    assert (no.code, no.doubt) == ("not-first-player", True)
    raw = {"do": "draw_crimes", "extra": 1}

    def again(*codes: str) -> int:
        return table.referee.submit(table.code, Seat("Bob"), raw, seen=0, command_id="x", overrule=frozenset(codes))

    assert refused(lambda: again("something-else")).code == "not-first-player"
    assert again("not-first-player") == 1
    assert table.look("Cat").log[0].overruled == {"not-first-player"}


def test_the_same_tap_sent_twice_counts_once(table: Table) -> None:
    def tap() -> int:
        return table.referee.submit(
            table.code, Seat("Ann"), {"do": "draw_crimes", "extra": 1}, seen=0, command_id="tap"
        )

    assert tap() == tap() == 1
    assert table.version == 1
    table.submit(None, "all_placed")
    assert tap() == 2, "a late retry is told the present version"


def test_a_used_id_with_another_command_or_sender_is_no_double_tap(table: Table) -> None:
    send = table.referee.submit
    send(table.code, Seat("Ann"), {"do": "draw_crimes", "extra": 1}, seen=0, command_id="tap")
    for who, do in (("Ann", "all_placed"), ("Bob", "draw_crimes")):
        no = refused(lambda who=who, do=do: send(table.code, Seat(who), {"do": do}, seen=1, command_id="tap"))
        assert no.code == "table-moved-on"
    assert table.version == 1


@pytest.mark.parametrize("command_id", ["", "x" * 65])
def test_nothing_is_recorded_without_an_id(table: Table, command_id: str) -> None:
    guessing(table)
    send, code = table.referee, table.code
    for act in (
        lambda: send.submit(code, Seat("Ann"), {"do": "next_round"}, seen=2, command_id=command_id),
        lambda: send.undo(code, None, seen=2, command_id=command_id),
        lambda: send.correct(code, None, 1, None, seen=2, command_id=command_id),
    ):
        assert refused(act).code == "page-too-old"
    assert table.version == 2


@pytest.mark.parametrize("seen", [None, 0, 99])
def test_a_stale_page_is_told_that_the_table_has_moved_on(table: Table, seen: int | None) -> None:
    table.submit("Ann", "draw_crimes", extra=1)
    assert refused(lambda: table.submit(None, "all_placed", seen=seen)).code == "table-moved-on"
    assert refused(lambda: table.referee.undo(table.code, None, seen=seen, command_id="u")).code == "table-moved-on"
    assert table.version == 1


def test_placements_count_from_stale_pages_too(table: Table) -> None:
    table.submit("Ann", "draw_crimes", extra=1)
    table.submit("Ann", "place", numbers=[1, 2, 3, 4], seen=1)
    table.submit("Bob", "place", numbers=[5, 4, 3, 2], seen=1)
    table.submit("Cat", "place", numbers=[5, 4, 3, 1], seen=None)
    assert table.look().view.phase == "identify"


@pytest.mark.parametrize("do", [None, 7, ["place", "guess"], {"place": "1"}, "", "no_such_thing"])
def test_what_is_no_command_is_refused(table: Table, do: Any) -> None:
    raw = {"do": do} if do is not None else {}
    no = refused(lambda: table.referee.submit(table.code, Seat("Ann"), raw, seen=0, command_id="x"))
    assert no.code == "command-unknown"


def test_an_unknown_code_is_no_table(served: Served) -> None:
    with pytest.raises(NoSuchTable):
        served.referee.look("ZZZZ", None)
    with pytest.raises(NoSuchTable):
        served.referee.submit("ZZZZ", None, {"do": "x"}, seen=0, command_id="x")


# ---- two phones in the same instant -------------------------------------------------------------------------------


def test_of_two_phones_in_the_same_instant_one_counts_and_the_other_is_told(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        table = guessing(house.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann", "Bob")))
        told = at_once(
            lambda: table.submit("Ann", "guess", owner="Bob", row=1, number=1, shown=2, seen=2),
            lambda: table.submit("Ann", "guess", owner="Cat", row=1, number=1, shown=2, seen=2),
        )
        assert sorted(map(str, told)) == ["3", "table-moved-on"]
        assert table.version == 3


def test_everyone_who_places_in_the_same_instant_has_placed(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        table = house.play("zoo_police", "Ann", "Bob", "Cat", "Dan")
        table.submit("Ann", "draw_crimes", extra=1)
        places = [
            lambda who=who: table.submit(who, "place", numbers=[1, 2, 3, 4], seen=1) for who in table.look().view.seats
        ]
        at_once(*places)
        assert table.version == 5
        assert table.look().view.phase == "identify"


def test_one_tap_sent_twice_in_the_same_instant_counts_once(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        table = house.play("zoo_police", "Ann", "Bob", "Cat")

        def tap() -> int:
            raw = {"do": "draw_crimes", "extra": 1}
            return table.referee.submit(table.code, Seat("Ann"), raw, seen=0, command_id="tap")

        assert at_once(*[tap] * 6) == [1] * 6


def test_looks_taken_while_others_act_are_of_one_moment(tmp_path: Path) -> None:
    """As many lines in the log as the version says, and a state that fits them."""
    with Served(tmp_path / "db") as house:
        table = house.play("zoo_police", "Ann", "Bob", "Cat")
        wrong: list[Any] = []
        done = threading.Event()

        def watch(viewer: str | None) -> None:
            while not done.is_set():
                look = table.look(viewer)
                standing = sum(not line.retracted and line.retracts is None for line in look.log)
                if len(look.log) != look.version or (look.view.phase == "draw") != (standing == 0):
                    wrong.append(look)

        watchers = [threading.Thread(target=watch, args=(viewer,)) for viewer in (None, "Ann")]
        for watcher in watchers:
            watcher.start()
        for _ in range(15):
            table.submit("Ann", "draw_crimes", extra=1)
            table.referee.undo(table.code, None, seen=table.version, command_id=os.urandom(8).hex())
        done.set()
        for watcher in watchers:
            watcher.join()
        assert not wrong


def test_nothing_is_written_while_a_reading_goes_on_that_would_not_see_it(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        table = house.play("zoo_police", "Ann", "Bob", "Cat")
        with table.referee.one_moment(), pytest.raises(RuntimeError):
            table.submit("Ann", "draw_crimes", extra=1)
        table.submit("Ann", "draw_crimes", extra=1)
        assert table.version == 1


def test_two_referees_on_one_database_see_each_others_entries(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        table = house.play("zoo_police", "Ann", "Bob", "Cat")
        other_store = Store(tmp_path / "db")
        other = Referee(other_store, Bus())
        assert other.look(table.code, None).version == 0
        table.submit("Ann", "draw_crimes", extra=1)
        assert other.look(table.code, None).version == 1
        assert other.undo(table.code, None, seen=1, command_id="u") == 2
        assert table.look().view.phase == "draw"
        other_store.close()


# ---- taking back --------------------------------------------------------------------------------------------------


def test_a_seat_takes_back_its_own_last_entry_and_the_log_says_so(table: Table) -> None:
    table.submit("Ann", "draw_crimes", extra=1)
    assert table.referee.undo(table.code, Seat("Ann"), seen=1, command_id="u") == 2
    look = table.look("Bob")
    assert (look.version, look.view.phase) == (2, "draw")
    assert [(line.retracts, line.seat) for line in look.log] == [(None, "Ann"), (1, "Ann")]
    assert [line.retracted for line in look.log] == [True, False], "the taking back itself stands"


def test_a_seat_may_not_take_back_what_somebody_else_entered(table: Table) -> None:
    table.submit("Ann", "draw_crimes", extra=1)
    assert table.look("Bob").undo is None
    no = refused(lambda: table.referee.undo(table.code, Seat("Bob"), seen=1, command_id="u"))
    assert no.code == "not-yours-to-undo"
    assert table.version == 1


def test_the_board_takes_back_anything_down_to_the_first_entry(table: Table) -> None:
    guessing(table)
    for number in range(2):
        assert table.look().undo is not None
        table.referee.undo(table.code, None, seen=table.version, command_id=f"u{number}")
    assert table.look().view.phase == "draw"
    assert table.look().undo is None
    no = refused(lambda: table.referee.undo(table.code, None, seen=4, command_id="u2"))
    assert no.code == "nothing-to-undo"


def test_an_undo_sent_twice_takes_back_one_entry(table: Table) -> None:
    guessing(table)
    for _ in range(2):
        assert table.referee.undo(table.code, None, seen=2, command_id="u") == 3
    assert table.look().view.phase == "place"


def test_a_roll_taken_back_and_made_again_comes_out_the_same(served: Served) -> None:
    table = served.play("zoo_panic", "Ann", "Bob", seed=11)
    table.submit("Ann", "roll")
    before = table.look()
    table.referee.undo(table.code, None, seen=1, command_id="u")
    table.submit("Ann", "roll")
    again = table.look()
    assert again.view == before.view
    assert again.log[-1].events == before.log[0].events


def finished(table: Table) -> Table:
    """In mode "tally" three counts end the game."""
    for who, pile in (("Ann", 3), ("Bob", 5), ("Cat", 1)):
        table.submit(who, "tally", types={}, pile=pile, crimes=0, innocents=0)
    return table


def test_the_end_is_taken_back_like_anything_else(served: Served) -> None:
    table = finished(served.play("zoo_police", "Ann", "Bob", "Cat", mode="tally"))
    assert table.look().ended
    assert table.look().score.winners == ("Bob",)
    assert [line.stage for line in served.referee.tables(None)] == ["ended"]
    table.referee.undo(table.code, None, seen=3, command_id="u")
    assert not table.look().ended
    assert [line.stage for line in served.referee.tables(None)] == ["running"]
    table.submit("Cat", "tally", types={}, pile=9, crimes=0, innocents=0)
    assert table.look().score.winners == ("Cat",)


# ---- mending an old entry -----------------------------------------------------------------------------------------


def correct(table: Table, version: int, raw: dict[str, Any] | None, who: str | None = None) -> int:
    viewer = None if who is None else Seat(who)
    return table.referee.correct(table.code, viewer, version, raw, seen=table.version, command_id=os.urandom(8).hex())


def test_an_old_entry_is_mended_and_what_follows_is_reckoned_again(table: Table) -> None:
    guessing(table)
    table.submit("Ann", "guess", owner="Bob", row=1, number=2, shown=3)
    table.submit("Bob", "guess", owner="Cat", row=2, number=2, shown=3)
    assert table.look("Ann").view.pile == 0
    raw = {"do": "guess", "owner": "Bob", "row": 1, "number": 3, "shown": 3}
    correct(table, 3, raw)
    look = table.look("Ann")
    assert look.view.pile == 1, "the mended guess is a hit"
    assert look.view.last.seat == "Bob", "the later guess still stands"
    assert look.view.rows[1].suspects["Cat"] == 3
    told = [(line.seat, line.retracted) for line in look.log if line.command is not None]
    assert told == [("Ann", False), (None, False), ("Ann", True), ("Ann", False), ("Bob", False)]


def test_what_came_again_just_the_same_is_looked_for_once(table: Table) -> None:
    """A log after many corrections is put together anew with each entry: that must not search all of it each time."""

    class Searched(list[Any]):
        times = 0

        def __getitem__(self, at: Any) -> Any:
            Searched.times += isinstance(at, slice)
            return super().__getitem__(at)

    guessing(table)
    table.submit("Ann", "guess", owner="Bob", row=1, number=2, shown=3)
    for _ in range(4):
        first = next(line for line in table.look().log if not line.retracted and line.command is not None)
        correct(table, first.version, {"do": "draw_crimes", "extra": 1})
    (sitting,) = table.referee._sittings.values()
    sitting._sealed[None] = Searched(sitting.heard(None))
    before = table.look().log
    table.submit("Bob", "guess", owner="Cat", row=2, number=2, shown=3)
    told = table.look().log
    assert [line.version for line in told[:-1]] == [line.version for line in before]
    assert Searched.times < 4, "once to hear the new entry, and for what is not there again"


def test_a_correction_that_clashes_changes_nothing_and_names_the_entry(table: Table) -> None:
    guessing(table)
    table.submit("Ann", "guess", owner="Bob", row=1, number=2, shown=3)
    table.submit("Bob", "guess", owner="Cat", row=2, number=2, shown=3)
    before = table.look()
    no = refused(lambda: correct(table, 3, {"do": "guess", "owner": "Cat", "row": 2, "number": 2, "shown": 1}))
    assert no.code == "correction-clashes"
    assert no.facts == {"entry": 4, "seat": "Bob", "do": "guess"}
    assert table.look() == before


def test_striking_out_an_entry_on_which_others_stand_names_the_clash(table: Table) -> None:
    guessing(table)
    table.submit("Ann", "guess", owner="Bob", row=1, number=2, shown=3)
    assert refused(lambda: correct(table, 2, None)).facts["entry"] == 3
    correct(table, 3, None)
    assert table.look().view.last is None


def test_a_correction_that_is_itself_impossible_says_why(table: Table) -> None:
    table.submit("Ann", "draw_crimes", extra=1)
    assert refused(lambda: correct(table, 1, {"do": "draw_crimes", "extra": 8})).code == "no-such-row"
    assert refused(lambda: correct(table, 9, None)).code == "entry-gone"


def test_a_seat_mends_its_own_entries_only(table: Table) -> None:
    guessing(table)
    assert refused(lambda: correct(table, 1, None, who="Bob")).code == "not-yours-to-undo"
    correct(table, 1, {"do": "draw_crimes", "extra": 4}, who="Ann")
    assert table.look().view.extra == 4
    assert table.look().view.phase == "identify"


def placed(table: Table) -> Table:
    """Everybody has entered their cards; Ann has pointed at Bob's first card, Bob at Cat's second."""
    table.submit("Ann", "draw_crimes", extra=1)
    for who, numbers in (("Ann", [1, 2, 3, 4]), ("Bob", [2, 3, 4, 5]), ("Cat", [3, 4, 5, 1])):
        table.submit(who, "place", numbers=numbers)
    table.submit("Ann", "guess", owner="Bob", row=1, number=2)
    table.submit("Bob", "guess", owner="Cat", row=2, number=2)
    return table


@pytest.mark.parametrize(
    ("version", "raw"),
    [
        (5, {"do": "guess", "owner": "Bob", "row": 2, "number": 3}),
        (5, {"do": "guess", "owner": "Cat", "row": 2, "number": 3}),
        (5, None),
        (1, {"do": "draw_crimes", "extra": 2}),
    ],
)
def test_a_phone_mends_nothing_that_would_look_into_others_secrets(
    table: Table, version: int, raw: dict[str, Any] | None
) -> None:
    placed(table)
    before = table.look("Ann")
    assert refused(lambda: correct(table, version, raw, who="Ann")).code == "correction-unseen"
    assert table.look("Ann") == before


def test_the_board_may_since_everyone_sees_it(table: Table) -> None:
    placed(table)
    correct(table, 5, {"do": "guess", "owner": "Bob", "row": 2, "number": 3})
    assert table.look().view.rows[1].suspects["Bob"] == "back"
    assert table.look().view.rows[0].suspects["Bob"] == "down"


def test_what_a_correction_would_bring_to_light_is_not_told_by_its_clash(served: Served) -> None:
    """Cat says what Bob's first card is. Whether that still fits tells what the second one is."""
    told = []
    for numbers in ([2, 3, 4, 5], [2, 4, 3, 5]):
        table = served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann", "Bob"))
        table.submit("Ann", "draw_crimes", extra=1)
        table.submit("Bob", "place", numbers=numbers)
        table.submit(None, "all_placed")
        table.submit("Ann", "guess", owner="Bob", row=4, number=1)
        table.submit("Bob", "guess", owner="Cat", row=1, number=1, shown=2)
        table.submit("Cat", "guess", owner="Bob", row=1, number=1, shown=3)
        raw = {"do": "guess", "owner": "Bob", "row": 2, "number": 1}
        no = refused(lambda table=table, raw=raw: correct(table, 4, raw, who="Ann"))  # type: ignore[misc]
        told.append((no.code, dict(no.facts)))
    assert told == [("correction-unseen", {})] * 2
    no = refused(lambda: correct(table, 4, {**raw, "row": 1}))
    assert (no.code, dict(no.facts)) == ("correction-clashes-unseen", {}), "the board is not told which one either"


def test_a_phone_is_told_of_a_clash_that_it_could_have_known(table: Table) -> None:
    guessing(table)
    table.submit("Ann", "guess", owner="Bob", row=1, number=2, shown=3)
    table.submit("Bob", "guess", owner="Cat", row=2, number=2, shown=3)
    raw = {"do": "guess", "owner": "Cat", "row": 2, "number": 2, "shown": 1}
    assert refused(lambda: correct(table, 3, raw, who="Ann")).facts == {"entry": 4, "seat": "Bob", "do": "guess"}
    correct(table, 3, {**raw, "row": 1}, who="Ann")
    assert table.look().view.rows[0].suspects["Cat"] == 1


def test_the_board_writes_no_secret_for_somebody_with_a_phone(table: Table) -> None:
    placed(table)
    assert refused(lambda: correct(table, 3, {"do": "place", "numbers": [5, 4, 3, 2]})).code == "seat-has-phone"
    assert table.look("Bob").view.placement == (2, 3, 4, 5)


def test_striking_out_an_entry_never_throws_later_dice_again(served: Served) -> None:
    table = served.play("zoo_panic", "Ann", "Bob", seed=3)
    table.submit("Ann", "roll", die=1)
    table.submit("Ann", "pass")
    table.submit("Bob", "roll")
    table.submit("Bob", "pass")
    rolled = table.look().log[2].events
    assert refused(lambda: correct(table, 1, None)).code in ("correction-clashes", "correction-rolls-again")
    correct(table, 1, {"do": "roll", "die": 2})
    assert table.look().log[-2].events == rolled


def test_only_doubts_that_were_raised_are_written_down_as_overruled(table: Table) -> None:
    guessing(table)
    overrule = frozenset({"not-your-turn", "made-up", "card-open"})
    raw = {"do": "guess", "owner": "Bob", "row": 1, "number": 2, "shown": 3}
    for who, told in (("Cat", {"not-your-turn"}), ("Ann", set())):
        raw = {**raw, "row": raw["row"] + 1, "shown": raw["shown"] + 1}  # type: ignore[operator]
        table.referee.submit(table.code, Seat(who), raw, seen=table.version, command_id=f"by {who}", overrule=overrule)
        assert table.look().log[-1].overruled == told


def test_what_came_out_otherwise_before_a_correction_stays_in_the_log(served: Served) -> None:
    """Bob's cards answer another investigation: what they had answered before had been seen."""
    table = served.play("zoogitives", "Ann", "Bob", "Cat", phones=("Ann", "Bob", "Cat"), seed=4)
    table.submit(None, "roll_dice")
    cards = {
        "Ann": ("Lemon", "safes", "Rio"),
        "Bob": ("Bone", "theft", "Paris"),
        "Cat": ("Murphy", "hacking", "Sydney"),
    }
    for who, (crook, expertise, hideout) in cards.items():
        table.submit(who, "take_cards", crook=crook, expertise=expertise, hideout=hideout)
    for who in cards:
        table.submit(who, "report")
    version = table.submit("Ann", "investigate", die=1, to=None, crook="Bone", expertise="theft")
    for who in cards:
        table.submit(who, "announce")
    raw = {"do": "investigate", "die": 1, "to": None, "crook": "Amber", "expertise": "combat"}
    assert refused(lambda: correct(table, version, raw, who="Ann")).code == "correction-unseen"
    correct(table, version, raw)
    said = [(e.seat, e.retracted) for e in table.look("Cat").log if type(e.command).__name__ == "Announce"]
    assert ("Bob", True) in said
    assert said[-3:] == [("Ann", False), ("Bob", False), ("Cat", False)]


def test_a_mended_table_is_written_down_as_it_stands(table: Table) -> None:
    from companion.referee.records import replay

    guessing(table)
    correct(table, 1, {"do": "draw_crimes", "extra": 4})
    again, code = replay(table.referee.record(table.code), None)
    assert again.look(code, None).view == table.look().view
    assert again.look(code, None).version == table.version


def test_the_end_follows_from_a_correction(served: Served) -> None:
    table = finished(served.play("zoo_police", "Ann", "Bob", "Cat", mode="tally"))
    correct(table, 1, {"do": "tally", "types": {}, "pile": 50, "crimes": 0, "innocents": 0})
    assert table.look().score.winners == ("Ann",)


# ---- sitting down -------------------------------------------------------------------------------------------------


def test_six_who_join_in_the_same_second_are_all_in(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        lobby = house.referee.lobby
        code = lobby.open("zoogitives", "board")
        names = ["Ann", "Bob", "Cat", "Dan", "Eva", "Fay"]
        joined = at_once(*[lambda name=name: lobby.join(code, name, None, f"device of {name}") for name in names])
        assert sorted(joined) == names
        seats = lobby.seats(code)
        assert sorted(seat.name for seat in seats) == names
        assert len({seat.colour for seat in seats}) == 6


def test_of_two_who_take_one_colour_or_one_name_in_the_same_second_one_is_told(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        lobby = house.referee.lobby
        code = lobby.open("zoogitives", "board")
        told = at_once(lambda: lobby.join(code, "Ann", "red", "a"), lambda: lobby.join(code, "Bob", "red", "b"))
        assert "colour-taken" in told
        told = at_once(lambda: lobby.join(code, "Cat", "blue", "c"), lambda: lobby.join(code, "cat", "green", "d"))
        assert "name-taken" in told
        assert len(lobby.seats(code)) == 2


def test_the_last_seat_goes_to_one(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        lobby = house.referee.lobby
        code = lobby.open("zoo_police", "board")
        told = at_once(*[lambda n=n: lobby.join(code, f"P{n}", None, f"d{n}") for n in range(6)])
        assert told.count("table-full") == 2
        assert len(lobby.seats(code)) == 4


def test_the_chosen_one_begins_and_the_others_follow_clockwise(served: Served) -> None:
    lobby = served.referee.lobby
    code = lobby.open("zoo_police", "board")
    for name in ("Ann", "Bob", "Cat"):
        lobby.join(code, name, None, None)
    lobby.move_seat(code, lobby.seats(code)[0].id, 9)
    assert [seat.name for seat in lobby.seats(code)] == ["Bob", "Cat", "Ann"]
    lobby.start(code, next(seat.id for seat in lobby.seats(code) if seat.name == "Ann"))
    assert served.referee.look(code, None).view.order == ("Ann", "Bob", "Cat")
    for late in (
        lambda: lobby.join(code, "Dan", None, None),
        lambda: lobby.start(code, None),
        lambda: lobby.set_options(code, []),
        lambda: lobby.remove_seat(code, 1),
    ):
        assert refused(late).code == "started-already"


def test_too_few_people_cannot_begin(served: Served) -> None:
    lobby = served.referee.lobby
    code = lobby.open("zoo_police", "board")
    lobby.join(code, "Ann", None, None)
    assert lobby.look(code, None).obstacle == "too-few-seats"
    assert refused(lambda: lobby.start(code, None)).code == "too-few-seats"


def test_house_rules_that_a_form_does_not_show_stay(served: Served) -> None:
    lobby = served.referee.lobby
    code = lobby.open("zoo_police", "board", {"mode": "tally", "open_scores": True})
    lobby.set_options(code, [("assist", "odds")])
    options = lobby.look(code, None).options
    assert (options.mode, options.assist) == ("tally", "odds")
    assert not options.open_scores, "an empty checkbox is not sent"


def test_play_again_is_one_new_table_with_the_same_people(served: Served) -> None:
    table = finished(served.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",), mode="tally"))
    again = table.referee.lobby.play_again(table.code)
    assert table.referee.lobby.play_again(table.code) == again
    assert table.look("Ann").next_code == again
    seats = table.referee.lobby.seats(again)
    assert [(seat.name, seat.has_phone) for seat in seats] == [("Ann", True), ("Bob", False), ("Cat", False)]
    assert not table.referee.lobby.started(again)
    assert table.look().ended, "the game that was played stays"


def test_a_seat_moves_with_its_sheet_and_its_secrets(table: Table) -> None:
    lobby, sheets = table.referee.lobby, table.referee.sheets
    ann = next(seat.id for seat in lobby.seats(table.code) if seat.name == "Ann")
    sheets.mark(ann, "m1", "r1/1/1/1", "out")
    lobby.set_link(table.code, ann, "digest of a link")
    assert lobby.seat_behind("digest of a link") == (table.code, "Ann")
    assert lobby.use_link("digest of a link", "another phone") == table.code
    assert refused(lambda: lobby.use_link("digest of a link", "a third phone")).code == "link-used"
    assert lobby.place(table.code, "another phone").seat == "Ann"
    assert sheets.marks(ann) == {"r1/1/1/1": "out"}


# ---- the private sheet --------------------------------------------------------------------------------------------


def test_a_sheet_has_its_own_undo_which_is_not_the_tables(table: Table) -> None:
    sheets = table.referee.sheets
    ann, bob = (seat.id for seat in table.referee.lobby.seats(table.code) if seat.has_phone)
    sheets.mark(ann, "m1", "a", "out")
    sheets.mark(ann, "m1", "a", "ring")
    sheets.mark(ann, "m2", "a", "ring")
    sheets.mark(bob, "m1", "a", "out")
    assert (sheets.marks(ann), sheets.marks(bob)) == ({"a": "ring"}, {"a": "out"})
    table.submit("Ann", "draw_crimes", extra=1)
    table.referee.undo(table.code, None, seen=1, command_id="u")
    assert sheets.marks(ann) == {"a": "ring"}, "the table's undo leaves the sheet alone"
    sheets.undo(ann)
    assert (sheets.marks(ann), sheets.marks(bob)) == ({"a": "out"}, {"a": "out"})
    sheets.undo(ann)
    sheets.undo(ann)
    assert sheets.marks(ann) == {}
    assert table.version == 2


# ---- what was acknowledged survives -------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from companion.core.record import Record
from companion.live import Bus
from companion.referee import Referee
from companion.storage import Store

referee = Referee(Store(Path(sys.argv[1])), Bus())
code = referee.lobby.open_recorded(Record("zoo_panic", ("Ann", "Bob"), {}, 1))
print(code, flush=True)
version = 0
while True:
    version = referee.submit(code, "Ann", {"do": "roll"}, seen=version, command_id=f"r{version}")
    print(version, flush=True)
    version = referee.undo(code, None, seen=version, command_id=f"u{version}")
    print(version, flush=True)
"""


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path / "db")], stdout=subprocess.PIPE, text=True, cwd=HOUSE
    )
    assert writer.stdout is not None
    code = writer.stdout.readline().strip()
    for _ in range(25):
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    left = writer.stdout.read().split()
    writer.stdout.close()
    writer.wait()
    acknowledged = max([acknowledged, *map(int, left)])
    store = Store(tmp_path / "db")
    look = Referee(store, Bus()).look(code, None)
    assert acknowledged <= look.version <= acknowledged + 1
    assert [line.version for line in look.log] == list(range(1, look.version + 1))
    store.close()


def test_a_table_opened_a_day_later_is_where_it_was(tmp_path: Path) -> None:
    with Served(tmp_path / "db") as house:
        table = guessing(house.play("zoo_police", "Ann", "Bob", "Cat", phones=("Ann",)))
        looks = {who: table.look(who) for who in (None, "Ann", "Bob")}
    with Served(tmp_path / "db") as house:
        for who, look in looks.items():
            assert house.referee.look(table.code, who) == look
        assert house.device("Ann").get(f"/{table.code}/seat").status_code == 200


def test_every_game_opens_from_the_lobby(served: Served) -> None:
    lobby = served.referee.lobby
    for slug, game in all_games().items():
        code = lobby.open(slug, "board")
        for number in range(game.seats.start):
            lobby.join(code, f"Player {number}", None, None)
        lobby.start(code, None)
        assert served.referee.look(code, None).slug == slug
