"""One tablet for everybody: the private page of somebody without a phone stands behind a curtain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.cli import printed
from companion.core.codec import name_of, tagged
from companion.core.secret import Viewer
from companion.referee.records import import_record
from tests.games.random_play import PEOPLE
from tests.served import Device, Served, Table, digest, token_of
from tests.test_non_interference import OPTIONS, SECRETIVE, Fork, forks

RECORDS = Path(__file__).parent / "games"
ROWS = {"numbers.1": "5", "numbers.2": "2", "numbers.3": "4", "numbers.4": "3"}
DICE = [("Lemon", "hacking", "Paris"), ("Bone", "combat", "Beijing"), ("Berry", "safes", "Sydney"),
        ("Amber", "theft", "ticket"), ("Brown", "disguises", "ticket"), ("Murphy", "getaways", "ticket")]  # fmt: skip


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as served:
        yield served


class Passed:
    """The tablet in one person's hands."""

    def __init__(self, table: Table, name: str, device: Device | None = None) -> None:
        self.table, self.device = table, device or table.board
        seat = next(seat for seat in table.referee.lobby.seats(table.code) if seat.name == name)
        self.id, self.path = seat.id, f"/{table.code}/pass-{seat.id}"
        self._ids = (f"{name}-{number}" for number in range(10**6))

    def curtain(self, part: str = "", *, htmx: bool = False) -> TestResponse:
        return self.device.get(self.path + part, htmx=htmx)

    def opened(self, part: str = "", *, htmx: bool = True) -> TestResponse:
        return self.device.post(self.path + part, {"id": next(self._ids)}, htmx=htmx)

    def post(self, part: str, *, htmx: bool = True, **fields: Any) -> TestResponse:
        told = {"seen": self.table.version, "id": next(self._ids), **fields}
        return self.device.post(self.path + part, told, htmx=htmx)

    def do(self, do: str, **fields: Any) -> TestResponse:
        return self.post("/do", do=do, **fields)


def placing(served: Served, *phones: str, **options: Any) -> Table:
    table = served.play("zoo_police", "Ann", "Bob", "Cat", phones=phones, **options)
    table.submit("Ann", "draw_crimes", extra=1)
    return table


def is_covered(answer: TestResponse) -> bool:
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    covered = "take the tablet. Others look away." in unescape(answer.text)
    assert covered != ('id="undo"' in answer.text)
    return covered


# ---- what is shown, and when -------------------------------------------------------------------------------------


def test_a_board_passes_itself_to_those_without_a_phone_alone(served: Served) -> None:
    table = placing(served, "Bob")
    page = table.page()
    for name, wanted in (("Ann", True), ("Bob", False), ("Cat", True)):
        assert (f'href="{Passed(table, name).path}"' in page) == wanted, name
    assert "pass-" not in table.page("Bob")


@pytest.mark.parametrize("slug", ["zoo_panic", "cops_n_robbers"])
def test_where_nothing_is_private_nothing_is_passed_round(served: Served, slug: str) -> None:
    assert "/pass-" not in served.play(slug, "Ann", "Bob", "Cat").page()


def test_asking_for_the_page_shows_the_curtain_and_only_a_form_opens_it(served: Served) -> None:
    table = placing(served, assist="odds")
    ann = Passed(table, "Ann")
    assert ann.do("place", **ROWS).status_code == 200
    for part in ("", "/live", "/later", "/why?opponent=Bob&kind=row&value=1"):
        for htmx in (False, True):
            assert is_covered(ann.curtain(part, htmx=htmx)), part
    for htmx in (True, False):
        page = ann.opened(htmx=htmx)
        assert not is_covered(page)
        assert "My cards" in page.text
        assert 'name="mark" value="r1/1/1/1=out"' in page.text
        assert f'href="/{table.code}/board" id="done"' in page.text
    assert not is_covered(ann.opened("/live"))
    assert "My cards" not in ann.curtain().text


def test_a_form_that_a_reload_sends_again_shows_the_curtain(served: Served) -> None:
    table = placing(served)
    ann = Passed(table, "Ann")
    form = {"id": "opened-once"}
    assert not is_covered(table.board.post(ann.path, form))
    assert is_covered(table.board.post(ann.path, form))
    assert is_covered(table.board.post(ann.path, {}))
    assert is_covered(table.board.post(ann.path, {"id": "x" * 65})), "what is remembered stays small"


def test_without_script_an_entry_leads_back_behind_the_curtain(served: Served) -> None:
    table = placing(served)
    ann = Passed(table, "Ann")
    answer = ann.post("/do", htmx=False, do="place", **ROWS)
    assert (answer.status_code, answer.location) == (303, ann.path)
    assert table.look("Ann").view.placement == (5, 2, 4, 3)
    wrong = {"do": "place", **ROWS, "numbers.1": "3", "seen": table.version, "id": "wrong"}
    refused = table.board.post(f"{ann.path}/do", wrong)
    assert refused.status_code == 422
    assert "data-uncovered" in refused.text
    assert is_covered(table.board.post(f"{ann.path}/do", wrong))


def test_before_the_game_there_is_no_private_page(served: Served) -> None:
    code = served.referee.lobby.open("zoo_police", digest(served.board.token))
    served.referee.lobby.join(code, "Ann", None, None)
    (seat,) = served.referee.lobby.seats(code)
    assert served.board.get(f"/{code}/pass-{seat.id}").location == f"/{code}/board"
    assert "data-uncovered" not in served.board.post(f"/{code}/pass-{seat.id}", {"id": "x"}).text


# ---- who may --------------------------------------------------------------------------------------------------------

FORMS = ("", "/live", "/do", "/undo", "/sheet", "/later", "/why")


def nothing_private(answer: TestResponse) -> bool:
    return (
        answer.status_code in (204, 303, 403) and "data-uncovered" not in answer.text and "My cards" not in answer.text
    )


@pytest.mark.parametrize("who", ["Bob", "stranger"])
def test_only_the_board_passes_anything_round(served: Served, who: str) -> None:
    table = placing(served, "Bob")
    ann = Passed(table, "Ann", table.phones.get(who) or served.device(who))
    before = table.version
    for part in FORMS:
        for htmx in (True, False):
            answer = ann.post(part, htmx=htmx, do="place", mark="r1/1/1/1=out", **ROWS)
            assert nothing_private(answer), part
    assert ann.curtain().status_code == 403
    assert ann.curtain("/stream").status_code == 403
    assert table.version == before
    assert table.referee.sheets.marks(ann.id) == {}


def test_it_ends_as_soon_as_a_phone_takes_the_seat(served: Served) -> None:
    table = placing(served)
    ann = Passed(table, "Ann")
    ann.do("place", **ROWS)
    assert not is_covered(ann.opened())
    table.referee.lobby.take_free_seat(table.code, ann.id, digest(token_of("Ann")))
    before = table.version
    for part in FORMS:
        for htmx in (True, False):
            answer = ann.post(part, htmx=htmx, do="place", mark="r1/1/1/1=out", **ROWS)
            assert nothing_private(answer), part
    gone = ann.opened("/live")
    assert gone.headers["HX-Redirect"] == ann.path
    told = table.board.get(ann.path)
    assert told.status_code == 403
    assert "It has a phone of its own now" in told.text
    assert table.version == before
    assert ann.path not in table.page()


def test_a_seat_of_another_table_is_not_passed_round_here(served: Served) -> None:
    other, table = placing(served), placing(served)
    stray = f"/{table.code}/pass-{Passed(other, 'Ann').id}"
    assert served.board.get(stray).status_code == 403
    assert nothing_private(served.board.post(stray, {"id": "x"}))
    assert served.board.get(f"/{table.code}/pass-0").status_code == 404


def test_what_is_not_the_seats_own_is_not_behind_its_curtain(served: Served) -> None:
    """The log with its mending, private links and leaving belong to boards and phones."""
    table = placing(served)
    ann = Passed(table, "Ann")
    assert table.board.get(f"{ann.path}/log").status_code == 404
    for part in ("/correct", "/link", "/leave"):
        assert table.board.post(ann.path + part, {}).status_code in (404, 422)
    page = ann.opened().text
    assert "/log" not in page
    assert "/link" not in page


# ---- entries and marks ----------------------------------------------------------------------------------------------


def entries(table: Table) -> list[Any]:
    return [(row.seat, row.retracts, row.content) for row in table.referee.entry_rows(table.code)]


def test_the_log_is_the_same_as_with_a_phone(served: Served) -> None:
    passed, phoned = placing(served), placing(served, "Ann")
    ann = Passed(passed, "Ann")
    assert ann.do("place", **ROWS).status_code == 200
    assert phoned.do("Ann", "place", **ROWS).status_code == 303
    assert ann.post("/undo").status_code == 200
    assert phoned.undo("Ann").status_code == 303
    assert entries(passed) == entries(phoned)
    assert entries(passed)[-1][:2] == ("Ann", 2)


def test_behind_the_curtain_only_the_own_last_entry_is_taken_back(served: Served) -> None:
    table = placing(served)
    ann, bob = Passed(table, "Ann"), Passed(table, "Bob")
    bob.do("place", **ROWS)
    answer = ann.post("/undo")
    assert answer.status_code == 422
    assert "somebody else" in answer.text
    assert table.look("Bob").view.placement
    assert bob.post("/undo").status_code == 200
    assert not table.look("Bob").view.placement


def test_nobody_acts_for_somebody_else_behind_a_curtain(served: Served) -> None:
    table = placing(served)
    Passed(table, "Ann").do("place", **ROWS, **{"as": "Bob"})
    assert table.look("Bob").view.placement is None
    assert table.look("Ann").view.placement == (5, 2, 4, 3)


def test_marks_are_on_the_seats_own_sheet_and_move_with_it_to_a_phone(served: Served) -> None:
    table = placing(served)
    ann, bob = Passed(table, "Ann"), Passed(table, "Bob")
    assert ann.post("/sheet", mark="r1/1/2/3=ring").status_code == 200
    assert ann.post("/sheet", mark="r1/1/2/4=out", quiet="1").status_code == 204
    assert 'data-mark="ring"' in ann.opened().text
    assert 'data-mark="ring"' not in bob.opened().text
    shelves = {f'data-sheet="{table.code}-pass-{one.id}"' in one.opened().text for one in (ann, bob)}
    assert shelves == {True}, "marks that wait for the network must not land on the next one's sheet"
    table.referee.lobby.take_free_seat(table.code, ann.id, digest(token_of("Ann")))
    table.phones["Ann"] = served.device("Ann")
    assert 'data-mark="ring"' in table.page("Ann")


# ---- the games ------------------------------------------------------------------------------------------------------


def test_zoo_police_knows_what_lies_there_once_it_was_entered_on_the_tablet(served: Served) -> None:
    table = placing(served)
    for name in ("Ann", "Bob"):
        assert Passed(table, name).do("place", **ROWS).status_code == 200
    assert "Entered in secret" in table.page()
    table.do(None, "all_placed")
    assert table.do("Ann", "guess", owner="Bob", row="1", number="5").status_code == 303
    assert table.look().view.last.hit


def test_zoogitives_counts_and_answers_for_who_entered_the_cards_on_the_tablet(served: Served) -> None:
    table = served.play("zoogitives", "Ann", "Bob", "Cat", assist="logic")
    table.submit(None, "set_dice", dice=[{"crook": c, "expertise": e, "at": at} for c, e, at in DICE])
    bob = Passed(table, "Bob")
    assert "Enter your three cards" in bob.opened().text
    assert bob.do("take_cards", crook="Bone", expertise="theft", hideout="Rio").status_code == 200
    assert "Report: 1" in bob.opened().text
    assert bob.do("report").status_code == 200
    assert table.look().view.history[0].said["Bob"].marker == 1


def test_zoogitives_explains_itself_behind_the_curtain_alone(served: Served) -> None:
    table = served.play("zoogitives", "Ann", "Bob", "Cat", assist="logic")
    table.submit(None, "set_dice", dice=[{"crook": c, "expertise": e, "at": at} for c, e, at in DICE])
    table.submit("Ann", "take_cards", crook="Bone", expertise="theft", hideout="Rio")
    for name, marker in (("Ann", None), ("Bob", 0), ("Cat", 1)):
        table.submit(name, "report", **({} if marker is None else {"marker": marker}))
    ann = Passed(table, "Ann")
    page = ann.opened().text
    assert "hx-get=" not in page
    (where,) = set(
        re.findall(r'href="([^"]*/why[^"]*kind=crook[^"]*value=Bone)"', unescape(page).replace("&amp;", "&"))[:1]
    )
    part = where.removeprefix(ann.path)
    assert is_covered(ann.curtain(part))
    told = ann.opened(part)
    assert told.status_code == 200
    assert 'id="why"' in told.text


def test_zoo_king_seals_a_count_made_on_the_tablet(served: Served) -> None:
    lines = (RECORDS / "zoo_king/records/double_win.jsonl").read_text().splitlines(keepends=True)
    end = next(at for at, line in enumerate(lines) if "Most Profitable Zoo" in line)
    code = import_record(served.referee, "".join(lines[: end + 1]), digest(served.board.token))
    table = Table(served, code, {})
    assert Passed(table, "Ann").path in table.page()
    ann = Passed(table, "Ann")
    assert ann.do("count", value="12300").status_code == 200
    assert "12300" in ann.opened().text or "12,300" in ann.opened().text
    assert "123" not in str(table.look().view.award)


# ---- the board stays without secrets --------------------------------------------------------------------------------


class Tablet:
    """A table without any phone, served."""

    def __init__(self, fork: Fork) -> None:
        self.served = Served()
        self.served.referee.lobby._free_code = lambda _: "BCDF"  # type: ignore[method-assign]
        self.table = self.served.play(fork.game.slug, *PEOPLE[: fork.seats], seed=fork.seed, **fork.options)
        self.stream = self.table.hear()

    def play(self, viewer: Viewer, command: Any) -> None:
        raw, number = tagged(command, "do", secrets="raw"), self.table.version
        self.table.referee.submit("BCDF", viewer, raw, seen=number, command_id=f"m{number}")

    def sent(self, *behind: Viewer) -> list[bytes]:
        """All that the board is sent without opening a curtain, and what stands behind those of `behind`."""
        passed = [Passed(self.table, name) for name in self.names()]
        told = [self.table.page(None, part).encode() for part in ("", "/live", "/log")]
        told += [
            one.curtain(part, htmx=htmx).data for one in passed for part in ("", "/live") for htmx in (True, False)
        ]
        told += [one.opened().data for one, name in zip(passed, self.names(), strict=True) if name in behind]
        told.append(json.dumps(printed(self.table.look(), self.served.app.extensions["words"])).encode())
        return [*told, next(self.stream)]

    def names(self) -> list[str]:
        return [seat.name for seat in self.table.look().seats]

    def close(self) -> None:
        self.served.bus.close()
        self.stream.close()  # type: ignore[attr-defined]
        self.served.store.close()


@pytest.mark.parametrize("slug", SECRETIVE)
def test_board_curtains_and_other_peoples_pages_are_the_same_whatever_one_enters(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda count=16: "0" * 2 * count)
    found = {name_of(type(fork.commands[0])): fork for fork in forks(slug, 3, 4, OPTIONS.get(slug, {}))}
    assert found
    for fork in found.values():
        tablets = Tablet(fork), Tablet(fork)
        try:
            for tablet, command in zip(tablets, fork.commands, strict=True):
                for move in (*fork.before, (fork.who, command)):
                    tablet.play(*move)
            others = [viewer for viewer in fork.others if viewer is not None]
            assert tablets[0].sent(*others) == tablets[1].sent(*others)
        finally:
            for tablet in tablets:
                tablet.close()
