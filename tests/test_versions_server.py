"""Tests of a rule change in every game on a server with 200 tables, saves and rated matches: nothing is lost."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from parlour import games
from parlour.cli import run
from parlour.kernel.options import Options
from parlour.kernel.record import read_record
from parlour.server.services import Timings
from parlour.store.database import open_engine
from parlour.store.schema import counted, lines, metadata, ratings, tables
from parlour.table.verify import verify
from tests.rule_changes import KINDS, RARE_OPTIONS, RELEASE, SWITCH, install_next_versions, old_game
from tests.server_harness import HttpAnswer, ServerUnderTest, legal_actions, running_server
from tests.test_versions import SMALL

pytestmark = pytest.mark.long
PATIENT_TIMES = Timings(bot_timeout=120.0)  # films of an uncompiled build on a busy machine

RUNNING = {
    "bones": 15,
    "harmonictook": 15,
    "hunter": 15,
    "magpie": 141,
    "stumped": 15,
}  # tables; one of Magpie is finished
LADDERS = (("harmonictook", False), ("hunter", False), ("magpie", False), ("magpie", True), ("stumped", False))
LADDER_GAMES = 64  # one wave
EVERY_RARE = 5  # one table of so many meets the new rule of a version that replays
RIVALS = {"harmonictook": "pass", "hunter": "stage", "magpie": "greedy", "stumped": "builder"}  # of `random`
NAMES = {name: old_game(name).title for name in RUNNING}


class HeldTable(NamedTuple):
    """A running table with a person at seat 0, and what that person last saw under the old rules."""

    id: str
    token: str
    game: str
    rare: bool
    update: dict[str, Any]

    def seen(self) -> tuple[Any, ...]:
        return self.update["view"], self.update["question"], self.texts()

    def texts(self) -> list[str]:
        return [line["text"] for line in self.update["lines"]]


class OldStore(NamedTuple):
    """The folder of a server's database under the old rules, and its tables."""

    folder: Path
    held: list[HeldTable]
    waiting: list[str]  # ids of tables that wait for two players
    fork: str  # id of a table that waits for a player to continue a finished match
    over: dict[str, list[str]]  # ids, by game; the last one is of a match with a rare option
    guest: str  # cookie of the browser that has a save of every game


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'parlour.db'}"


def all_rows(folder: Path, name: str) -> list[dict[str, Any]]:
    engine = open_engine(database(folder))
    try:
        with engine.connect() as connection:
            return sorted((dict(row) for row in connection.execute(select(metadata.tables[name])).mappings()), key=repr)
    finally:
        engine.dispose()


def records(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in sorted(all_rows(folder, lines.name), key=lambda row: (row["table_id"], row["number"])):
        found.setdefault(row["table_id"], []).append(row["text"])
    return found


def table_options(game: str, rare: bool) -> Options:
    return {**SMALL[game], **(RARE_OPTIONS[game] if rare else {})}


async def answer_once(server: ServerUnderTest, table: str, token: str) -> dict[str, Any]:
    """Answers the open question with the last choice; returns the update with the next question or the result."""
    async with server.connect(table, 0, token) as client:
        asked = await client.wait_for_question()
        reply = await client.request("answer", question=asked["number"], action=legal_actions(asked)[-1])
        assert reply["type"] == "receipt", reply
        while True:
            update = await client.next("update")
            if update["result"] is not None:
                return update
            if update["question"] is not None and update["question"]["number"] != asked["number"]:
                return update


async def first_update(server: ServerUnderTest, table: str, token: str) -> dict[str, Any]:
    """Returns the first update in which no bot must answer, so that the match stays as it is, with all lines so far."""
    async with server.connect(table, 0, token) as client:
        told: list[dict[str, Any]] = []
        while True:
            update = await client.next("update")
            told += update["lines"]
            if update["lights"] in ([], [0]):
                return {**update, "lines": told}


def start_running_tables(server: ServerUnderTest) -> list[HeldTable]:
    begun: list[tuple[str, str, str, bool]] = []
    for game, count in RUNNING.items():
        for number in range(count):
            rare = number % EVERY_RARE == 0
            seats = ["open"] if game == "bones" else ["open", "random"]
            table, (token,) = server.create_full_table(game, seats, options=table_options(game, rare))
            begun.append((table, token, game, rare))

    async def play() -> list[HeldTable]:
        await asyncio.gather(*(answer_once(server, table, token) for table, token, *_ in begun))
        seen = await asyncio.gather(*(first_update(server, table, token) for table, token, *_ in begun))
        return [HeldTable(*each, update) for each, update in zip(begun, seen, strict=True)]

    return asyncio.run(play())


def save_every_game(server: ServerUnderTest) -> str:
    """Saves one match of every game as one guest; returns the guest's cookie."""
    guest = ""
    for game in RUNNING:
        options = {"tutorial": False} if game == "bones" else table_options(game, rare=False)
        table = server.create_table(game, ["open"] if game == "bones" else ["open", "random"], options=options)
        seat = server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}).cookie()
        saved = server.http("POST", f"/api/tables/{table}/saves", {"name": game}, cookie=f"{seat}; {guest}")
        assert saved.status == 201, saved
        guest = guest or saved.cookie()
    return guest


@pytest.fixture(scope="module")
def old_store(tmp_path_factory: pytest.TempPathFactory) -> OldStore:
    """Returns the store of a server that has played every game, and was stopped in the middle."""
    folder = tmp_path_factory.mktemp("old")
    for game, rare in LADDERS:
        options = [f"--option={name}={value}" for name, value in table_options(game, rare).items()]
        assert play_ladder(folder, game, rare, LADDER_GAMES, *options) == 0
    with running_server(database(folder), times=PATIENT_TIMES) as server:
        over = {
            game: [
                server.create_table(
                    game,
                    ["random"] if game == "bones" else ["random", RIVALS[game]],
                    options=table_options(game, rare),
                )
                for rare in (False, False, True)
            ]
            for game in RUNNING
        }
        held = start_running_tables(server)
        waiting = [server.create_table(game, ["open", "open"]) for game in RUNNING if game != "bones"]
        ended = next(each for each in held if each.game == "magpie" and not each.rare)
        asyncio.run(finish(server, ended))
        held.remove(ended)
        fork = server.http("POST", f"/api/records/{ended.id}/tables", {"at": 5}).body["id"]
        guest = save_every_game(server)
        for game in RUNNING:
            rated_seats = 3 if game == "bones" else 6
            ladders = sum(played == game for played, _ in LADDERS)
            server.ratings(game, rated_seats + 2 * LADDER_GAMES * ladders)
    states = {row["id"]: row["state"] for row in all_rows(folder, tables.name)}
    assert {states[table] for some in over.values() for table in some} == {"over"}
    assert rebuild_check(folder) == 0
    return OldStore(folder, held, waiting, fork, over, guest)


def play_ladder(folder: Path, game: str, rare: bool, games: int, *options: str) -> int:
    words = ["ladder", game, "--entrants", f"random,{RIVALS[game]}", "--jobs", "1", "--games", str(games), *options]
    return run([*words, "--name", ladder_name(game, rare), "--db", database(folder), "--json"])


def ladder_name(game: str, rare: bool) -> str:
    return f"{game}-{'rare' if rare else 'usual'}"


def rebuild_check(folder: Path) -> int:
    return run(["ratings", "rebuild", "--check", "--db", database(folder)])


class Upgrade(NamedTuple):
    """The kind of a rule change in every game, and a server of the new release on a copy of the old store."""

    kind: str
    store: OldStore
    server: ServerUnderTest


def copy_store(old_store: OldStore, folder: Path) -> OldStore:
    shutil.copytree(old_store.folder, folder)
    return old_store._replace(folder=folder)


@pytest.fixture(scope="module")
def kind(
    request: pytest.FixtureRequest, old_store: OldStore, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Changes a rule of every game in this way."""
    found: str = request.param
    with pytest.MonkeyPatch.context() as patch:
        install_next_versions(tmp_path_factory.mktemp("versions"), patch, found)
        yield found


@pytest.fixture
def store(kind: str, old_store: OldStore, tmp_path: Path) -> OldStore:
    return copy_store(old_store, tmp_path / "store")


@pytest.fixture(scope="module")
def upgrade(kind: str, old_store: OldStore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgrade]:
    store = copy_store(old_store, tmp_path_factory.mktemp(kind) / "store")
    with running_server(database(store.folder), times=PATIENT_TIMES) as server:
        yield Upgrade(kind, store, server)


def kinds(*some: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("kind", some, indirect=True, scope="module")


def look_at(server: ServerUnderTest, held: list[HeldTable]) -> list[HeldTable]:
    """Returns the tables as their players see them now."""

    async def look() -> list[dict[str, Any]]:
        return await asyncio.gather(*(first_update(server, each.id, each.token) for each in held))

    return [each._replace(update=update) for each, update in zip(held, asyncio.run(look()), strict=True)]


def check_refusal(answer: HttpAnswer, game: str) -> None:
    assert answer.status == 410, answer
    assert answer.body["code"] == "closed"
    assert f"of the older version {old_game(game).version} of {NAMES[game]}" in answer.body["sentence"]
    assert answer.body["sentence"].endswith(f"; open it with {RELEASE}.")


def began(game: str) -> str:
    return f"This match began under version {old_game(game).version} of {NAMES[game]}."


def check_nothing_deleted(store: OldStore, before: dict[str, list[str]]) -> None:
    after = records(store.folder)
    for table, record in before.items():
        assert after[table][: len(record)] == record


# Tables.


@kinds(*KINDS)
def test_ratings_are_identical_after_the_upgrade(
    store: OldStore, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {name: all_rows(store.folder, name) for name in (ratings.name, counted.name)}
    capsys.readouterr()
    assert rebuild_check(store.folder) == 0
    said = capsys.readouterr().out
    assert "The ratings agree with the records exactly." in said
    total = len(before[counted.name])
    stored = {"switched": 0, "dropped": total}.get(kind)
    if stored is None:
        stored = total - int(said.split()[0])
        assert 0 < stored <= total / 2
    assert f"{total - stored} matches were replayed" in said
    assert (f"{stored} are of games or versions" in said) == (stored > 0)
    assert run(["ratings", "rebuild", "--db", database(store.folder)]) == 0
    assert {name: all_rows(store.folder, name) for name in before} == before


@kinds("switched")
def test_with_a_switch_every_table_goes_on_by_its_rules(upgrade: Upgrade) -> None:
    store, server = upgrade.store, upgrade.server
    before = records(store.folder)
    now = look_at(server, store.held)
    for each, again in zip(store.held, now, strict=True):
        notice = f"{began(each.game)} It is played by the rules of then."
        view, question, texts = each.seen()
        assert again.seen() == (view, question, [*texts, notice])
    asyncio.run(play_on(server, store.held))
    finish_some(server, store)
    check_nothing_deleted(store, before)
    for game, (finished, *_) in store.over.items():
        assert server.http("GET", f"/api/records/{finished}/film?viewer=0").body["version"] == old_game(game).version
        info = server.http("POST", f"/api/records/{finished}/tables", {"at": 2}).body
        assert info["options"][SWITCH] is True, game
    assert rebuild_check(store.folder) == 0


async def play_on(server: ServerUnderTest, held: list[HeldTable]) -> None:
    await asyncio.gather(*(answer_once(server, each.id, each.token) for each in held))


async def finish(server: ServerUnderTest, held: HeldTable) -> None:
    while (await answer_once(server, held.id, held.token))["result"] is None:
        pass


def finish_some(server: ServerUnderTest, store: OldStore) -> None:
    """Plays some tables of Magpie to the end, which then count for the ratings."""
    some = [each for each in store.held if each.game == "magpie" and not each.rare][:4]
    rated = sum(row["matches"] for row in server.http("GET", "/api/ratings?game=magpie").body)

    async def finish_all() -> None:
        await asyncio.gather(*(finish(server, each) for each in some))

    asyncio.run(finish_all())
    assert "people" in server.ratings("magpie", rated + 2 * len(some))
    for each in some:
        text = server.http("GET", f"/api/records/{each.id}").body
        record = read_record(text)
        assert record.header.version == old_game(each.game).version
        verify(lambda name: old_game(name), record)


@kinds("replayed")
def test_with_a_replay_tables_go_on_by_the_new_rules_or_are_kept(upgrade: Upgrade) -> None:
    store, server = upgrade.store, upgrade.server
    before = records(store.folder)
    usual, rare = ([each for each in store.held if each.rare is wanted] for wanted in (False, True))
    for each, again in zip(usual, look_at(server, usual), strict=True):
        notice = f"{began(each.game)} It goes on by newer rules."
        assert again.seen() == (*each.seen()[:2], [*each.texts(), notice])
    asyncio.run(play_on(server, usual))
    finish_some(server, store)
    refused = 0
    for each in rare:
        answer = server.http("GET", f"/api/tables/{each.id}")
        if answer.status != 200:
            check_refusal(answer, each.game)
            refused += 1
    assert refused >= RUNNING["magpie"] / EVERY_RARE
    for game, (*_, rare_one) in store.over.items():
        check_refusal(server.http("GET", f"/api/records/{rare_one}/film?viewer=0"), game)
        assert server.http("GET", f"/api/records/{rare_one}").status == 200
    check_nothing_deleted(store, before)
    assert rebuild_check(store.folder) == 0


@kinds("dropped")
def test_without_either_every_table_is_kept_for_a_release_that_plays_it(store: OldStore, kind: str) -> None:
    before = records(store.folder)
    states = {row["id"]: row["state"] for row in all_rows(store.folder, tables.name)}
    with running_server(database(store.folder), times=PATIENT_TIMES) as server:
        for each in store.held:
            check_refusal(server.http("GET", f"/api/tables/{each.id}"), each.game)
        for game, (finished, *_) in store.over.items():
            check_refusal(server.http("GET", f"/api/records/{finished}/film?viewer=0"), game)
            assert server.http("GET", f"/api/records/{finished}").status == 200
    assert records(store.folder) == before
    assert {row["id"]: row["state"] for row in all_rows(store.folder, tables.name)} == states
    with pytest.MonkeyPatch.context() as patch:
        for game in RUNNING:
            patch.setitem(games.BUILT_IN, game, f"parlour.games.{game}")
        with running_server(database(store.folder), times=PATIENT_TIMES) as server:
            for each, again in zip(store.held, look_at(server, store.held), strict=True):
                assert again.seen() == each.seen()
            asyncio.run(play_on(server, store.held))


@kinds(*KINDS)
def test_a_table_that_waits_begins_by_the_new_rules(upgrade: Upgrade) -> None:
    store, server = upgrade.store, upgrade.server
    for table in store.waiting:
        for name in ("Ann", "Bob"):
            server.take_seat(table, name)
        assert server.http("GET", f"/api/tables/{table}").body["state"] == "playing"
    begun = records(store.folder)
    for row in all_rows(store.folder, tables.name):
        if row["id"] in store.waiting:
            header = read_record("\n".join(begun[row["id"]]) + "\n").header
            assert header.version == row["version"] == old_game(header.game).version + 1
            assert json.loads(row["options"]) == header.options
            assert header.options.get(SWITCH, False) is False


@kinds(*KINDS)
def test_a_table_that_waits_to_continue_a_match_keeps_its_rules(upgrade: Upgrade) -> None:
    kind, store, server = upgrade
    if kind == "dropped":
        check_refusal(server.http("GET", f"/api/tables/{store.fork}"), "magpie")
        check_refusal(server.http("GET", f"/api/tables/{store.fork}/game"), "magpie")
        return
    _, token = server.take_seat(store.fork, "Ann")
    asyncio.run(answer_once(server, store.fork, token))
    record = read_record("\n".join(records(store.folder)[store.fork]) + "\n")
    assert (record.header.version, record.header.given) == (old_game("magpie").version + 1, 5)
    assert record.header.options.get(SWITCH, False) is (kind == "switched")
    verify(games.find, record)


# Saves, records and ladders.


@kinds(*KINDS)
def test_saves_are_continued_or_kept(upgrade: Upgrade) -> None:
    kind, store, server = upgrade
    saves = server.http("GET", "/api/saves", cookie=store.guest).body
    assert {row["name"] for row in saves} == set(RUNNING)
    for game in RUNNING:
        loaded = server.http("POST", f"/api/saves/{game}/tables", {}, cookie=store.guest)
        if kind == "dropped":
            assert (loaded.status, loaded.body["code"]) == (400, "setup")
            assert loaded.body["sentence"].endswith(f"open it with {RELEASE}.")
            continue
        table, token = loaded.body["table"]["id"], loaded.body["seats"][0]["token"]
        assert server.http("GET", f"/api/tables/{table}/game").status == 200
        asyncio.run(answer_once(server, table, token))
        assert read_record("\n".join(records(store.folder)[table]) + "\n").header.version == old_game(game).version
    assert server.http("GET", "/api/saves", cookie=store.guest).body == saves


@kinds(*KINDS)
def test_records_of_ladders_are_shown_or_refused(upgrade: Upgrade) -> None:
    kind, server = upgrade.kind, upgrade.server
    for game, rare in LADDERS:
        found = server.http("GET", f"/api/records/{ladder_name(game, rare)}-1")
        if kind == "dropped" or (kind == "replayed" and rare):
            check_refusal(found, game)
        else:
            record = read_record(found.body)
            assert record.header.version == old_game(game).version
            assert verify(lambda name: old_game(name), record).over


@kinds(*KINDS)
def test_a_ladder_goes_on_by_its_rules_or_says_why_not(
    store: OldStore, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = ladder_name("magpie", rare=False)
    capsys.readouterr()
    code = play_ladder(store.folder, "magpie", False, 2 * LADDER_GAMES)
    said = capsys.readouterr()
    if kind == "dropped":
        assert code == 2
        assert f"The ladder {name} is of the older version {old_game('magpie').version} of Magpie" in said.err
        assert f"open it with {RELEASE}, or start another ladder with --name." in said.err
    else:
        document = json.loads(said.out)
        assert document["totals"]["games"] == 2 * LADDER_GAMES
        assert document["options"].get(SWITCH, False) is (kind == "switched")
    assert rebuild_check(store.folder) == 0
