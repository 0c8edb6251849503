"""Two games that differ in one seat's secret alone look the same to everybody else: pages, data, streams."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import pytest

from companion.cli import printed
from companion.core.codec import name_of, tagged, to_plain
from companion.core.dice import Dice
from companion.core.game import Refused, Ruling
from companion.core.secret import Seat, Secret, Viewer, seal_for
from companion.games import AnyGame, all_games
from tests.games.random_play import PEOPLE, Watched
from tests.served import Served, Table

LAWFUL = {
    "zoo_police": {"suspect_turned", "own_turned", "placement_dropped"},
    "zoogitives": {
        "marker_reported", "marker_announced", "card_turned", "question_answered", "cards_clashed", "asking_ended",
        "game_ended",
    },
    "zoo_king": {"award_decided", "tiebreak_asked", "counts_impossible"},
}  # fmt: skip
"""Events by which a secret comes to light: there two games may part."""

SECRETIVE = sorted(
    slug
    for slug, game in all_games().items()
    if any("Secret[" in str(field.type) for kind in game.commands for field in fields(kind))
)
OPTIONS: dict[str, dict[str, Any]] = {
    "zoo_police": {"assist": "odds", "innocent_variant": True},
    "zoogitives": {"assist": "logic"},
}
STEPS = 15
TRIES = 6


@dataclass(frozen=True)
class Fork:
    """Two games: the same `before` and `after`, and between them one command with two different secrets."""

    game: AnyGame
    seats: int
    seed: int
    options: dict[str, Any]
    before: tuple[tuple[Viewer, Any], ...]
    who: Seat
    commands: tuple[Any, Any]
    after: tuple[tuple[Viewer, Any], ...]
    others: tuple[Viewer, ...]
    """Whom the secret does not concern."""


def open_part(command: Any) -> Any:
    """What is not secret of a command."""
    return type(command), [
        "secret" if isinstance(value := getattr(command, f.name), Secret) else value for f in fields(command)
    ]


def confidants(command: Any) -> set[Any]:
    """Who is told a secret because it names them: the one who is asked."""
    secrets = [value for f in fields(command) if isinstance(value := getattr(command, f.name), Secret)]
    return {secret.open() for secret in secrets if secret.open() in PEOPLE}


def twins(offered: list[Any]) -> Iterator[tuple[Any, Any]]:
    for one in offered:
        if any(isinstance(getattr(one, f.name), Secret) for f in fields(one)):
            yield from ((one, other) for other in offered if other != one and open_part(one) == open_part(other))


def decided(table: Watched, who: Viewer, command: Any) -> tuple[Any, ...] | str:
    """The events, or the code of the refusal."""
    ruling = Ruling(Dice(table.seed, len(table.moves) + 1))
    try:
        return tuple(table.game.decide(table.state, who, command, ruling))
    except Refused as refused:
        return refused.code


def parted(game: AnyGame, one: Any, other: Any, listeners: tuple[Viewer, ...]) -> bool:
    """Whether two outcomes differ to somebody. Fails when they do so through an event that tells no secret."""
    for viewer in listeners:
        heard, also = (tuple(seal_for(e, viewer) for e in events) for events in (one, other))
        if heard != also:
            where = next((i for i, (a, b) in enumerate(zip(heard, also, strict=False)) if a != b), -1)
            kinds = {name_of(type(events[where])) for events in (heard, also) if events}
            assert kinds & LAWFUL[game.slug], f"{game.slug}: {viewer or 'the board'} hears a secret through {kinds}"
            return True
    return False


def step(tables: tuple[Watched, Watched], who: Seat, listeners: tuple[Viewer, ...], chance: random.Random) -> Any:
    """A move that both games can make without parting, already made; `None` when there is none."""
    one, other = tables
    viewers = chance.sample(one.viewers, len(one.viewers))
    for viewer in viewers:
        offered = one.offers(viewer)
        for command in chance.sample(offered, min(TRIES, len(offered))):
            outcomes = decided(one, viewer, command), decided(other, viewer, command)
            if isinstance(outcomes[0], str) or isinstance(outcomes[1], str):
                assert outcomes[0] == outcomes[1] or viewer == who, f"{viewer} is told of a secret by a refusal"
                continue
            if not parted(one.game, *outcomes, listeners):
                for table in tables:
                    table.play(viewer, command)
                return viewer, command
    return None


def forks(slug: str, seats: int, seed: int, options: dict[str, Any]) -> Iterator[Fork]:
    """Plays at random; wherever a seat has the choice between two secrets, both are tried. Yields after comparing
    what everyone else knows, step by step."""
    game, chance = all_games()[slug], random.Random(seed)
    table = Watched(game, seats, seed, **options)
    played: list[tuple[Viewer, Any]] = []
    tried: dict[tuple[str, Seat], int] = {}
    while not table.over and len(played) < 200:
        for who in table.seats:
            pairs = list(twins(table.offers(who)))
            kind = (name_of(type(pairs[0][0])) if pairs else "", who)
            if pairs and tried.get(kind, 0) < 1:
                tried[kind] = tried.get(kind, 0) + 1
                fork = _follow(game, seats, seed, options, tuple(played), who, chance.choice(pairs), chance)
                if fork is not None:
                    yield fork
        moved = False
        for viewer in chance.sample(table.viewers, len(table.viewers)):
            if offered := table.offers(viewer):
                command = chance.choice(offered)
                table.play(viewer, command)
                played.append((viewer, command))
                moved = True
                break
        if not moved:
            return


def _follow(
    game: AnyGame,
    seats: int,
    seed: int,
    options: dict[str, Any],
    before: tuple[tuple[Viewer, Any], ...],
    who: Seat,
    commands: tuple[Any, Any],
    chance: random.Random,
) -> Fork | None:
    one, other = (Watched(game, seats, seed, **options) for _ in range(2))
    for table in (one, other):
        for viewer, command in before:
            table.play(viewer, command)
    concerned = {who, *confidants(commands[0]), *confidants(commands[1])}
    listeners = tuple(viewer for viewer in one.viewers if viewer not in concerned)
    outcomes = decided(one, who, commands[0]), decided(other, who, commands[1])
    if isinstance(outcomes[0], str) or isinstance(outcomes[1], str):
        return None  # refused for what the sender knows; checked by the contract suite
    if parted(game, *outcomes, listeners):
        return None
    one.play(who, commands[0])
    other.play(who, commands[1])
    after: list[tuple[Viewer, Any]] = []
    while True:
        for viewer in listeners:
            same_knowledge(one, other, viewer)
        if one.over or len(after) >= STEPS:
            break
        if (move := step((one, other), who, listeners, chance)) is None:
            break
        after.append(move)
    return Fork(game, seats, seed, options, before, who, commands, tuple(after), listeners)


def same_knowledge(one: Watched, other: Watched, viewer: Viewer) -> None:
    game, state, twin = one.game, one.states[viewer], other.states[viewer]
    assert state == twin
    assert to_plain(game.view_for(state, viewer)) == to_plain(game.view_for(twin, viewer))
    assert list(game.legal(state, viewer)) == list(game.legal(twin, viewer))
    assert game.score(state) == game.score(twin)


# ---- what everybody knows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("slug", SECRETIVE)
def test_nobody_learns_of_a_secret_before_the_rules_open_it(slug: str, seed: int) -> None:
    seats = all_games()[slug].seats[-1 if seed % 2 else 1]
    compared = list(forks(slug, seats, seed, OPTIONS.get(slug, {})))
    assert compared, f"{slug}: no secret was ever told"
    assert any(fork.after for fork in compared)


def test_all_games_with_secrets_are_compared() -> None:
    assert set(SECRETIVE) == set(LAWFUL)


def test_a_leak_would_be_found() -> None:
    """The same comparison, on a Zoo Police whose events tell the numbers."""
    from companion.games.zoo_police.model import SuspectsPlaced

    who, placement = Seat("Ann"), (1, 2, 3, 4)
    told = [SuspectsPlaced(who, Secret.of(p, who, Seat("Bob"))) for p in (placement, placement[::-1])]
    with pytest.raises(AssertionError, match="hears a secret"):
        parted(all_games()["zoo_police"], told[:1], told[1:], (None, Seat("Bob")))


# ---- what everybody's screen is sent -----------------------------------------------------------------------------


class Twin:
    """One of the two games, served."""

    def __init__(self, fork: Fork) -> None:
        self.served = Served()
        self.served.referee.lobby._free_code = lambda _: "BCDF"  # type: ignore[method-assign]
        self.table: Table = self.served.play(
            fork.game.slug, *PEOPLE[: fork.seats], phones=PEOPLE[: fork.seats], seed=fork.seed, **fork.options
        )
        self.moves = 0
        self.streams: dict[Viewer, Iterator[bytes]] = {}

    def play(self, viewer: Viewer, command: Any) -> None:
        self.moves += 1
        raw = tagged(command, "do", secrets="raw")
        self.table.referee.submit("BCDF", viewer, raw, seen=self.table.version, command_id=f"m{self.moves}")

    def undo(self) -> None:
        self.moves += 1
        self.table.referee.undo("BCDF", None, seen=self.table.version, command_id=f"m{self.moves}")

    def sent(self, viewer: Viewer, parts: tuple[str, ...]) -> list[bytes]:
        """Pages as they go over the wire, the data that `companion replay` prints, and what the stream says."""
        pages = [self.table.page(viewer, part).encode() for part in parts]
        told = printed(self.table.look(viewer), self.served.app.extensions["words"])
        pages.append(json.dumps(told).encode())
        if viewer not in self.streams:
            self.streams[viewer] = self.table.hear(viewer)
        return [*pages, next(self.streams[viewer])]

    def close(self) -> None:
        self.served.bus.close()
        for stream in self.streams.values():
            stream.close()  # type: ignore[attr-defined]
        self.served.store.close()


@pytest.mark.parametrize("slug", SECRETIVE)
def test_everyone_else_is_sent_the_same_bytes(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda count=16: "0" * 2 * count)
    seats = all_games()[slug].seats[1]
    found = sorted(forks(slug, seats, 4, OPTIONS.get(slug, {})), key=lambda fork: -len(fork.after))
    for fork in {name_of(type(fork.commands[0])): fork for fork in reversed(found)}.values():
        _compare_bytes(fork)


def _compare_bytes(fork: Fork) -> None:
    twins = Twin(fork), Twin(fork)
    try:
        for twin, command in zip(twins, fork.commands, strict=True):
            for move in (*fork.before, (fork.who, command)):
                twin.play(*move)
        for number, move in enumerate([None, *fork.after[:6], None]):
            for twin in twins:
                if move is not None:
                    twin.play(*move)
                elif number:
                    twin.undo()
            often = ("/live",) if number % 4 else ("", "/live", "/log")
            for viewer in fork.others:
                one, other = (twin.sent(viewer, often) for twin in twins)
                assert one == other
    finally:
        for twin in twins:
            twin.close()
