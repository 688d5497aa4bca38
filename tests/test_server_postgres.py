"""Several servers on one PostgreSQL: they serve the same tables, and take over the tables of a server that is gone."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed

from parlour import games
from parlour.kernel.record import read_record
from parlour.store import server_rows
from parlour.store.database import open_engine
from parlour.store.schema import keepers, tables
from parlour.store.server_rows import PLAYING
from parlour.table.verify import verify
from tests.postgres_cluster import PostgresCluster, running_postgres
from tests.scripted_clients import (
    HttpClient,
    ScriptedPlayer,
    SeatClaim,
    SilentPlayer,
    make_clients,
    recorded_answers,
    start_table,
    take_seat,
    wait_until,
)
from tests.server_harness import ServerProcess, legal_actions

LOCAL_CLIENT = HttpClient("127.0.0.1")


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresCluster]:
    with running_postgres() as found:
        yield found


class ServerPair:
    """Two processes on one database, A and B."""

    def __init__(self, db: str, home: Path) -> None:
        self.db, self.home = db, home
        self.processes: dict[str, ServerProcess] = {}
        self.killed = 0

    def start(self, *names: str) -> None:
        """Starts several servers at the same time."""
        threads = [threading.Thread(target=self._start, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(self.processes) >= set(names)

    def _start(self, name: str) -> None:
        self.processes[name] = ServerProcess(
            self.home / f"{name}{len(list(self.home.glob(f'{name}*')))}", "--db", self.db
        )

    def kill(self, name: str) -> None:
        killed = self.processes.pop(name)
        self.killed += 1
        killed.kill()
        killed.__exit__()

    def port(self, name: str) -> int | None:
        """Returns the port for clients of this server: the other one's while it is down."""
        found = self.processes.get(name) or next(iter(self.processes.values()), None)
        return None if found is None else found.server.port

    def __getitem__(self, name: str) -> ServerProcess:
        return self.processes[name]

    def query(self, read: Any) -> Any:
        engine = open_engine(self.db)
        try:
            with engine.connect() as connection:
                return read(connection)
        finally:
            engine.dispose()

    def table_keepers(self, places: Sequence[SeatClaim]) -> set[str | None]:
        """Returns the keeper (server process) of every table in play."""
        mine = tables.c.id.in_([place.table for place in places])
        chosen = select(tables.c.keeper).where(mine, tables.c.state == PLAYING)
        return self.query(lambda db: set(db.scalars(chosen)))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def shared_server_pair(postgres: PostgresCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerPair]:
    """Starts both servers at the same time on an empty database."""
    server_pair = ServerPair(postgres.empty_database(), tmp_path_factory.mktemp("server_pair"))
    try:
        server_pair.start("A", "B")
        yield server_pair
        for process in server_pair.processes.values():
            assert process.stop() == 0
            assert "Traceback" not in process.log.read_text()
        assert server_pair.query(lambda db: db.scalar(select(func.count()).select_from(keepers))) == server_pair.killed
        holders = select(tables.c.keeper).where(tables.c.state == PLAYING)
        assert server_pair.query(lambda db: set(db.scalars(holders))) <= {None}
    finally:
        for process in server_pair.processes.values():
            process.__exit__()


@pytest.fixture
def server_pair(shared_server_pair: ServerPair) -> ServerPair:
    shared_server_pair.start(*({"A", "B"} - set(shared_server_pair.processes)))
    return shared_server_pair


def check_records(server_pair: ServerPair, players: Sequence[ScriptedPlayer]) -> None:
    """Checks that no acknowledged answer is lost or doubled, and that the dice verify."""
    assert [fault for player in players for fault in player.faults] == []
    for player in players:
        assert player.result is not None
        text = "\n".join(server_pair.query(partial(server_rows.record_lines, table=player.claim.table))) + "\n"
        verdict = verify(games.find, read_record(text))
        assert verdict.over
        assert verdict.dice
        if player.claim.seat is not None:
            answered = dict([*player.answered.items(), *filter(None, [player.unacknowledged])])
            assert dict(enumerate(recorded_answers(text.splitlines(), player.claim.seat), 1)) == answered


async def check_received_lines(players: Sequence[ScriptedPlayer]) -> None:
    """Checks that players received over all their connections what a newcomer receives at the end."""
    late = [SilentPlayer(player.claim, player.ports) for player in players]
    await asyncio.gather(*(each.play() for each in late))
    assert [each.lines for each in late] == [player.lines for player in players]
    assert [each.chats for each in late] == [player.chats for player in players]


async def play_all(players: Sequence[ScriptedPlayer]) -> None:
    async with asyncio.timeout(600):
        await asyncio.gather(*(player.play() for player in players))


# One table, two processes.


def test_two_that_start_at_once_on_an_empty_database_share_it(server_pair: ServerPair) -> None:
    a, b = server_pair["A"].server, server_pair["B"].server
    assert (a.http("GET", "/healthz").status, b.http("GET", "/healthz").status) == (200, 200)
    taken = a.http("POST", f"/api/tables/{a.create_table('bones', ['open'])}/seats", {"name": "Ann"})
    table = taken.body["table"]["id"]
    mine = b.http("GET", f"/api/tables/{table}/mine", cookie=taken.cookie())  # signed with the same key
    assert mine.body == [{"seat": 0, "token": taken.body["token"]}]
    assert server_pair.query(lambda db: db.scalar(select(func.count()).select_from(keepers))) == 2


def test_a_table_of_one_process_is_fully_usable_through_the_other(
    server_pair: ServerPair,
) -> None:
    a, b = server_pair["A"].server, server_pair["B"].server
    table = a.create_table("magpie", ["open", "open", "greedy"], options={"stones": 30})
    assert b.http("GET", "/api/tables").body[0]["id"] == table
    assert b.http("GET", f"/api/tables/{table}").body == a.http("GET", f"/api/tables/{table}").body
    ann, bob = take_seat(LOCAL_CLIENT, a.port, table, "Ann"), take_seat(LOCAL_CLIENT, b.port, table, "Bob")
    assert (ann.seat, bob.seat) == (0, 1)
    third = b.http("POST", f"/api/tables/{table}/seats", {"name": "Cid"})
    assert (third.status, third.body["code"]) == (409, "begun")
    claimed = b.http("POST", f"/api/tables/{table}/claim", {"seat": 1, "token": bob.token})
    assert claimed.status == 200
    mine = b.http("GET", f"/api/tables/{table}/mine", cookie=claimed.cookie())
    assert mine.body == [{"seat": 1, "token": bob.token}]
    assert len(server_pair.table_keepers([ann])) == 1
    players = [
        ScriptedPlayer(ann, lambda: a.port, chats_too=True),
        ScriptedPlayer(bob, lambda: b.port, chats_too=True),
        ScriptedPlayer(SeatClaim(LOCAL_CLIENT, table), lambda: b.port),
        SilentPlayer(bob, lambda: a.port),
    ]

    async def evening() -> None:
        await play_all(players)
        await check_received_lines(players)

    asyncio.run(evening())
    check_records(server_pair, players[:2])
    assert len({tuple(player.chats) for player in players[:2]}) == 1
    assert sorted(players[1].chats) == ["0 says 1", "1 says 1"]
    assert players[1].lines == players[3].lines
    assert b.http("GET", f"/api/records/{table}").body == a.http("GET", f"/api/records/{table}").body
    film = b.http("GET", f"/api/records/{table}/film")
    assert film.status == 200
    assert len(film.body["frames"]) > 12
    again = b.http("POST", f"/api/tables/{table}/rematch", {}, cookie=claimed.cookie())
    assert again.status == 201
    follow = a.http("GET", f"/api/tables/{again.body['table']}")
    assert [seat["player"] for seat in follow.body["seats"]] == ["open", "human", "greedy"]


def test_a_whole_match_through_one_process(server_pair: ServerPair) -> None:
    b = server_pair["B"].server
    player = ScriptedPlayer(
        start_table(LOCAL_CLIENT, b.port, "bones", ["open"], clock={"bank": 3600, "increment": 0})[0], lambda: b.port
    )
    asyncio.run(play_all([player]))
    check_records(server_pair, [player])
    assert b.http("GET", "/healthz").body == {"ok": True}


def test_refusals_come_through_with_their_codes(server_pair: ServerPair) -> None:
    a, b = server_pair["A"].server, server_pair["B"].server
    (place, other) = start_table(LOCAL_CLIENT, a.port, "magpie", ["open", "open"])

    async def forge() -> None:
        async with b.connect(place.table, 0, other.token) as client:
            assert (await client.next("refused"))["code"] == "token"
        async with b.connect("nowhere", 0, "x") as client:
            assert (await client.next("refused"))["code"] == "missing"
        async with b.connect(place.table) as watcher:
            await watcher.next("update")
            assert (await watcher.request("answer", question=1, action="bid 1"))["code"] == "watcher"
        async with b.connect(place.table, 0, place.token) as client:
            question = await client.wait_for_question()
            number = question["number"]
            no = await client.request("answer", question=number, action="bid 16")
            assert (no["type"], no["code"], no["rule"]) == ("refused", "illegal", "2")
            assert (await client.request("answer", question=number, action="dance"))["code"] == "illegal"
            assert (await client.request("answer", question=number + 1, action="bid 1"))["code"] == "stale"
            assert (await client.request("vote", seat=1, yes=True))["type"] in ("refused", "receipt")
            hints = await client.request("hint", question=number)
            assert hints["hints"][0]["action"] in legal_actions(question)
            assert (await client.request("answer", question=number, action="bid 3"))["again"] is False
            assert (await client.request("answer", question=number, action="bid 3"))["again"] is True
            assert (await client.request("undo", question=number))["type"] == "receipt"
            await client.send("ping")
            await client.next("pong")
            await client.connection.send("nonsense")
            assert (await client.next("refused"))["code"] == "malformed"
            assert (await client.request("chat", text="x" * 301))["code"] == "malformed"

    asyncio.run(forge())
    assert b.http("GET", "/api/tables/nowhere").status == 404
    taken = b.http("POST", f"/api/tables/{place.table}/claim", {"seat": 0, "token": "x"})
    assert (taken.status, taken.body["code"]) == (403, "token")
    saved = b.http("POST", f"/api/tables/{place.table}/saves", {"name": "Mine"})
    assert (saved.status, saved.body["code"]) == (403, "unsavable")


def test_long_messages_travel_in_parts(server_pair: ServerPair) -> None:
    """The log, board and pages of a solitaire, and a chat line whose three hundred characters take more bytes."""
    a, b = server_pair["A"].server, server_pair["B"].server
    (place,) = start_table(LOCAL_CLIENT, a.port, "bones", ["open"])
    stops = 60  # answers
    sizes: list[int] = []

    async def play_on() -> None:
        async with b.connect(place.table, 0, place.token) as client:
            question = await client.wait_for_question()
            for _ in range(stops):
                reply = await client.request("answer", question=question["number"], action=legal_actions(question)[-1])
                assert reply["type"] == "receipt", reply
                update = next((m for m in reversed(client.received) if m["type"] == "update"), None)
                while update is None or (update["question"] or question)["number"] == question["number"]:
                    update = await client.next("update")
                    if update["result"] is not None:
                        return
                question = update["question"]
            for _ in range(4):
                answered = await client.request("chat", text="\u2603\U0001f3b2\u00e9" * 100)
                assert answered["text"] == "\u2603\U0001f3b2\u00e9" * 100

    async def compare() -> None:
        for port in (a, b):
            async with port.connect(place.table, 0, place.token) as client:
                await client.next("update")
                pages = await client.request("pages")
                messages = [m for m in client.received if m["type"] in ("update", "chat")]
                sizes.append(max(len(str(message)) for message in (*messages, pages)))
                seen.append([messages, pages["pages"]])

    seen: list[Any] = []
    asyncio.run(play_on())
    asyncio.run(compare())
    assert seen[0] == seen[1]
    assert sizes[0] > 8_000


# One of two servers is down.


def players_at_both(server_pair: ServerPair, each: int) -> tuple[list[ScriptedPlayer], list[str]]:
    """Starts tables on both servers, each with clients on both; returns the players and the keepers."""
    found, homes = [], []
    neighbours = make_clients(2 * each)
    for number in range(2 * each):
        home, away = ("A", "B") if number % 2 else ("B", "A")
        port = server_pair.port(home)
        assert port is not None
        seats = ["open", "open", "random"] if number % 3 else ["open", "open"]
        clock = {"bank": 3600, "increment": 1} if number % 2 else None
        first, second = start_table(neighbours[number], port, "magpie", seats, clock=clock)
        found.append(ScriptedPlayer(first, partial(server_pair.port, home), chats_too=True))
        found.append(ScriptedPlayer(second, partial(server_pair.port, away)))
        found.append(ScriptedPlayer(SeatClaim(neighbours[number], first.table), partial(server_pair.port, away)))
        homes += [home] * 3
    return found, homes


def test_when_one_is_killed_its_tables_move_to_the_other(server_pair: ServerPair) -> None:
    players, homes = players_at_both(server_pair, 10)
    places = [player.claim for player in players]

    def answers() -> int:
        return sum(len(player.answered) for player in players)

    async def lose(name: str, at: int) -> None:
        (dead,) = server_pair.table_keepers([place for place, home in zip(places, homes, strict=True) if home == name])
        await wait_until(lambda: answers() >= at, players)
        before = answers()
        server_pair.kill(name)
        assert len(server_pair.table_keepers(places) & {dead}) == 1
        await wait_until(lambda: dead not in server_pair.table_keepers(places) and answers() > before, players)

    async def evening() -> None:
        async with asyncio.timeout(900), asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            await lose("A", 60)
            await asyncio.gather(*tasks)

    asyncio.run(evening())
    check_records(server_pair, players)
    asyncio.run(check_received_lines(players))
    server_pair.start("A")  # and the other way round
    players, homes = players_at_both(server_pair, 10)
    places = [player.claim for player in players]

    async def another() -> None:
        async with asyncio.timeout(900), asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            await lose("B", 60)
            await asyncio.gather(*tasks)
        await check_received_lines(players)

    asyncio.run(another())
    check_records(server_pair, players)


def test_a_frozen_process_does_not_fork_history(server_pair: ServerPair) -> None:
    """A is frozen for longer than its lease; B takes over its table; when A wakes up, its clients are disconnected."""
    a, b = server_pair["A"].server, server_pair["B"].server
    ann, bob = start_table(LOCAL_CLIENT, a.port, "magpie", ["open", "open"])
    quiet = start_table(LOCAL_CLIENT, a.port, "magpie", ["open", "open"])[0]  # without any activity
    (before,) = server_pair.table_keepers([ann, quiet])

    async def evening() -> None:
        async with a.connect(ann.table, 0, ann.token) as stuck, a.connect(quiet.table) as watcher:
            question = await stuck.wait_for_question()
            await watcher.next("update")
            server_pair["A"].process.send_signal(signal.SIGSTOP)
            try:
                await stuck.send("answer", id="frozen", question=question["number"], action="bid 7")
                players = [ScriptedPlayer(place, lambda: b.port) for place in (ann, bob)]
                tasks = [asyncio.create_task(player.play()) for player in players]
                await wait_until(lambda: len(players[1].answered) >= 3, players)
                await wait_until(lambda: before not in server_pair.table_keepers([ann, quiet]), players)
            finally:
                server_pair["A"].process.send_signal(signal.SIGCONT)
            for client in (stuck, watcher):
                with pytest.raises(ConnectionClosed) as gone:
                    await client.next("receipt")
                assert gone.value.rcvd is not None
                assert gone.value.rcvd.code == 1012
            await asyncio.gather(*tasks)
        await check_received_lines(players)
        check_records(server_pair, players)

    asyncio.run(evening())
    info = a.http("GET", f"/api/tables/{ann.table}")
    assert (info.status, info.body["state"]) == (200, "over")


# The database goes down and comes back.


def test_postgresql_restarts_under_the_servers(server_pair: ServerPair, postgres: PostgresCluster) -> None:
    players, _ = players_at_both(server_pair, 4)

    def answers() -> int:
        return sum(len(player.answered) for player in players)

    def health(status: int) -> bool:
        return all(
            process.server.http("GET", "/healthz").status == status for process in server_pair.processes.values()
        )

    async def evening() -> None:
        async with asyncio.timeout(900), asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            await wait_until(lambda: answers() >= 30, players)
            await asyncio.to_thread(postgres.stop)
            try:
                assert await asyncio.to_thread(health, 503)
                missing = await asyncio.to_thread(
                    server_pair["A"].server.http, "GET", f"/api/tables/{players[0].claim.table}x"
                )
                assert (missing.status, missing.body["code"]) == (503, "storage")
                assert any(player.result is None for player in players)
            finally:
                await asyncio.to_thread(postgres.start)
            while not await asyncio.to_thread(health, 200):
                await asyncio.sleep(0.1)
            await asyncio.gather(*tasks)
        await check_received_lines(players)

    asyncio.run(evening())
    check_records(server_pair, players)


def test_broken_database_connections_lose_nothing(server_pair: ServerPair, postgres: PostgresCluster) -> None:
    """All connections to the database are cut repeatedly: those for writing, notifying and listening."""
    players, _ = players_at_both(server_pair, 4)

    def answers() -> int:
        return sum(len(player.answered) for player in players)

    def cut() -> int:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        with psycopg.connect(postgres.dsn, autocommit=True) as connection:
            return len(connection.execute(f"{others} AND pid <> pg_backend_pid()".encode()).fetchall())

    async def evening() -> None:
        async with asyncio.timeout(900), asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            for at in range(20, 140, 20):
                await wait_until(lambda at=at: answers() >= at, players)  # type: ignore[misc]
                assert await asyncio.to_thread(cut) >= 4
            await asyncio.gather(*tasks)
        await check_received_lines(players)

    asyncio.run(evening())
    check_records(server_pair, players)
