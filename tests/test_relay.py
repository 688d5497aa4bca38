"""Several processes and tables: a failure of one does not affect the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, select

from parlour.server import relay as relays
from parlour.server import table_registry as halls
from parlour.server.app_context import AppContext
from parlour.server.errors import Refused
from parlour.server.live_table import LiveTable
from parlour.server.services import SystemInputs, Timings
from parlour.server.table_registry import MAX_PARALLEL_ADOPTIONS
from parlour.store import server_rows
from parlour.store.database import Database, Transaction
from parlour.store.schema import keepers
from tests.postgres_cluster import PostgresCluster, running_postgres
from tests.server_harness import ServerUnderTest, running_server

TIMEOUT = 60.0  # seconds


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresCluster]:
    with running_postgres() as found:
        yield found


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'parlour.db'}"


def context_of(game_server: ServerUnderTest) -> AppContext:
    assert game_server.context is not None
    return game_server.context


def live_table(game_server: ServerUnderTest, table: str) -> LiveTable:
    return context_of(game_server).registry.live_tables[table]


def wait_until(holds: Callable[[], Any]) -> None:
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() < begun + TIMEOUT
        time.sleep(0.01)


@contextlib.contextmanager
def blocked_database(database: Database) -> Iterator[None]:
    """Blocks all writes during the block."""
    begun, opened = threading.Event(), threading.Event()

    def wait(_: Connection) -> None:
        begun.set()
        assert opened.wait(TIMEOUT)

    done = database.submit(wait)
    assert begun.wait(TIMEOUT)
    try:
        yield
    finally:
        opened.set()
        done.result(TIMEOUT)


def _failing_transaction(_: Connection) -> None:
    raise OSError("the disk is full")


# Heartbeats.


def test_heartbeats_continue_while_tables_are_adopted(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that open slowly: only a few are opened at a time, and all in the end."""
    with running_server(db) as game_server:
        adopted = {
            game_server.create_full_table("magpie", ["open", "open"])[0] for _ in range(2 * MAX_PARALLEL_ADOPTIONS)
        }
    gate, entered, real = threading.Event(), [], halls._restore_table

    def slow(*args: Any) -> LiveTable:
        entered.append(args)
        assert gate.wait(TIMEOUT)
        return real(*args)

    monkeypatch.setattr(halls, "_restore_table", slow)
    with running_server(db, times=Timings(heartbeat_interval=0.01)) as game_server:
        context = context_of(game_server)

        def seen() -> float:
            return float(context.services.database.read_sync(lambda db: db.scalar(select(keepers.c.seen))) or 0.0)

        try:
            wait_until(lambda: len(entered) == MAX_PARALLEL_ADOPTIONS)
            for _ in range(3):
                before = seen()
                wait_until(lambda: seen() > before)  # noqa: B023
            assert len(entered) == MAX_PARALLEL_ADOPTIONS
        finally:
            gate.set()
        wait_until(lambda: adopted <= set(context.registry.live_tables))


def test_a_table_that_cannot_be_adopted_stops_no_other(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server(db) as game_server:
        adopted = [
            game_server.create_full_table("magpie", ["open", "open"])[0] for _ in range(3 * MAX_PARALLEL_ADOPTIONS)
        ]
    real, broken = halls._restore_table, adopted[: 2 * MAX_PARALLEL_ADOPTIONS]

    def fragile(which: Any, row: server_rows.TableRow, *args: Any) -> LiveTable:
        if row.id in broken:
            raise IndexError("a fault of a game")
        return real(which, row, *args)

    monkeypatch.setattr(halls, "_restore_table", fragile)
    with running_server(db) as game_server:
        wait_until(lambda: set(context_of(game_server).registry.live_tables) == set(adopted) - set(broken))


def test_a_wrong_machine_clock_takes_no_tables(postgres: PostgresCluster) -> None:
    url = postgres.empty_database()
    with running_server(url) as a, running_server(url, inputs=SystemInputs(now=lambda: time.time() + 3_000)) as b:
        table, (ann, _) = a.create_full_table("magpie", ["open", "open"])

        async def look_on() -> None:
            async with a.connect(table, 0, ann) as client:
                question = await client.wait_for_question()
                assert b.http("GET", f"/api/tables/{table}").status == 200
                receipt = await client.request("answer", question=question["number"], action="bid 1")
                assert receipt["type"] == "receipt"

        asyncio.run(look_on())
        assert table in context_of(a).registry.live_tables
        assert table not in context_of(b).registry.live_tables


# Tables of other processes.


def test_a_client_that_attached_too_late_is_not_present(
    postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keeper is blocked for longer than the other process waits; afterwards the seat must not count as present."""
    url = postgres.empty_database()
    with running_server(url) as a, running_server(url) as b:
        table, (ann, bob) = a.create_full_table("magpie", ["open", "open"])
        live = live_table(a, table)

        async def evening() -> None:
            async with a.connect(table, 1, bob) as talker:
                await talker.wait_for_question()
                with blocked_database(context_of(a).services.database):
                    await talker.send("chat", id="asked", text="Hello")
                    wait_until(live.lock.locked)
                    monkeypatch.setattr(relays, "REPLY_TIMEOUT", 0.2)
                    async with b.connect(table, 0, ann) as late:
                        assert (await late.next())["code"] == "storage"
                    monkeypatch.undo()
                async with b.connect(table) as watcher:  # connects after her
                    welcome = await watcher.next("welcome")
                    assert [seat["here"] for seat in welcome["table"]["seats"]] == [False, True]
                    assert live.connected_seats() == {1}
                async with b.connect(table, 0, ann) as again:
                    await again.wait_for_question()
                    assert live.connected_seats() == {0, 1}
                wait_until(lambda: live.connected_seats() == {1})

        asyncio.run(evening())
        relay = context_of(a).table_router.relay
        assert relay is not None
        wait_until(lambda: not relay.remote_viewers)
        assert relay.attaching == {}


def test_remote_watchers_of_a_closed_table_are_not_counted(postgres: PostgresCluster) -> None:
    url = postgres.empty_database()
    with running_server(url) as a, running_server(url) as b:
        table, _ = a.create_full_table("magpie", ["open", "open"])
        watchers = context_of(a).services.metrics.watchers

        async def evening() -> None:
            async with b.connect(table) as watcher:
                await watcher.next("update")
                assert watchers._value.get() == 1
                live_table(a, table).unload()
                with contextlib.suppress(Exception):
                    while True:
                        await watcher.next()

        asyncio.run(evening())
        wait_until(lambda: watchers._value.get() == 0)


@pytest.mark.parametrize("notice", ["hello", "", "x y 0 0 {}", "x 1 0 0 []", "x 1 0 0 {}", "x 1 0 0 nonsense"])
def test_an_unreadable_notice_is_logged_and_the_next_one_handled(
    postgres: PostgresCluster, notice: str, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres.empty_database()
    with running_server(url) as a, running_server(url) as b:
        table = a.create_table("magpie", ["open", "open"])
        assert b.http("GET", f"/api/tables/{table}").status == 200
        name = relays.channel_name(context_of(a).services.server_id)
        with caplog.at_level(logging.ERROR), psycopg.connect(postgres.dsn, autocommit=True) as connection:
            connection.execute("SELECT pg_notify(%s, %s)", (name, notice))
            wait_until(lambda: [record for record in caplog.records if record.getMessage() == "fault"])
        assert b.http("GET", f"/api/tables/{table}").status == 200


# Tables that fail.


def test_a_table_that_fails_stops_no_other_clock(db: str, caplog: pytest.LogCaptureFixture) -> None:
    skipped = [0.0]
    with running_server(db, inputs=SystemInputs(monotonic=lambda: time.monotonic() + skipped[0])) as game_server:
        clock = {"bank": 1_000, "increment": 0}
        bad, _ = game_server.create_full_table("magpie", ["open", "open"], clock=clock)
        good, (ann, _) = game_server.create_full_table("magpie", ["open", "open"], clock=clock)

        def lapse(*_: object) -> None:
            raise IndexError("a fault of a game")

        broken = live_table(game_server, bad)
        broken.table.answer_by_default = lapse  # type: ignore[method-assign, assignment]

        async def evening() -> None:
            async with game_server.connect(good, 0, ann) as client:
                await client.wait_for_question()
                with caplog.at_level(logging.ERROR):
                    skipped[0] += 1_001
                    while "time is gone" not in str((await client.next("update"))["lines"]):
                        pass

        asyncio.run(evening())
        assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [IndexError]
        wait_until(lambda: bad not in context_of(game_server).registry.live_tables)
        assert broken.unloaded


# Tables that close while requests wait for them.


def test_an_operation_on_a_closing_table_runs_on_the_reopened_one(db: str) -> None:
    with running_server(db) as game_server:
        context, table = context_of(game_server), game_server.create_table("magpie", ["open", "open", "open"])
        ann = game_server.take_seat(table, "Ann")[1]
        live = live_table(game_server, table)
        found: list[Any] = []

        async def evening() -> None:
            async with game_server.connect(table, 0, ann) as talker:
                await talker.next("update")
                with blocked_database(context.services.database):
                    await talker.send("chat", id="asked", text="Hello")
                    wait_until(live.lock.locked)
                    sitting = asyncio.create_task(asyncio.to_thread(game_server.take_seat, table, "Bob"))
                    while not live.lock._waiters:
                        await asyncio.sleep(0.01)
                    live.unloaded = True
                found.append(await sitting)

        asyncio.run(evening())
        assert found[0][0] == 1
        assert live_table(game_server, table) is not live
        seats = game_server.http("GET", f"/api/tables/{table}").body["seats"]
        assert [seat["player"] for seat in seats] == ["human", "human", "open"]


def test_an_operation_that_could_not_be_stored_is_not_repeated(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server(db) as game_server:
        context, table = context_of(game_server), game_server.create_table("magpie", ["open", "open"])
        tried: list[Any] = []
        real = context.services.database.submit

        def begin(transaction: Transaction[Any]) -> Any:
            if getattr(transaction, "func", None) is server_rows.append_to_record:
                tried.append(transaction)
                return real(_failing_transaction)
            return real(transaction)

        monkeypatch.setattr(context.services.database, "submit", begin)
        refused = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"})
        assert (refused.status, refused.body["code"], len(tried)) == (503, "storage", 1)
        monkeypatch.undo()
        assert game_server.take_seat(table, "Ann")[0] == 0


def test_a_table_that_keeps_closing_is_refused(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server(db) as game_server:
        context, table = context_of(game_server), game_server.create_table("magpie", ["open", "open"])
        opened: list[LiveTable] = []
        real = context.registry.open_table

        async def gone(name: str) -> LiveTable | str:
            live = await real(name)
            assert isinstance(live, LiveTable)
            live.unloaded = True
            opened.append(live)
            return live

        monkeypatch.setattr(context.registry, "open_table", gone)
        with pytest.raises(Refused) as no:
            asyncio.run(context.registry.run_operation(table, "info", {}))
        assert (no.value.code, len(opened)) == ("storage", halls.MAX_TRIES)
