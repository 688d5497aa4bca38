"""A server that is killed, stopped or started wrongly: acknowledged answers are kept, and all tables continue."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update
from websockets.exceptions import ConnectionClosed

from parlour import games
from parlour.kernel.record import chain_line, read_record
from parlour.server.services import Timings
from parlour.store import server_rows
from parlour.store.database import open_engine
from parlour.store.schema import keepers, lines, tables
from parlour.table.dealer import commitment
from parlour.table.verify import verify
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
from tests.server_harness import ROOT, ServerProcess, legal_actions, running_server

pytestmark = pytest.mark.long
CLOCK = {"bank": 3600, "increment": 1}
LINEUPS: list[tuple[str, list[str], dict[str, Any] | None]] = [
    ("magpie", ["open", "open"], None),
    ("magpie", ["open", "greedy", "open"], CLOCK),
    ("magpie", ["open", "random"], None),
    ("bones", ["open"], None),
    ("magpie", ["open", "open", "open", "random"], CLOCK),
    ("magpie", ["greedy", "open"], CLOCK),
    ("bones", ["open"], CLOCK),
    ("magpie", ["random", "open", "thrifty"], None),
    ("bones", ["open"], None),
    ("magpie", ["open", "open", "greedy"], None),
]
TABLES = 100
KILLS = 3


def query_database(db: str, query: Callable[[Connection], Any]) -> Any:
    """Queries a database directly, whether or not a server uses it."""
    engine = open_engine(db)
    try:
        with engine.connect() as connection:
            return query(connection)
    finally:
        engine.dispose()


def check_stored(db: str, players: Sequence[ScriptedPlayer]) -> int:
    """Checks that every acknowledged answer and chat line is stored in its place; returns the number of answers."""

    def all_records(connection: Connection) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for row in connection.execute(select(lines).order_by(lines.c.table_id, lines.c.number)):
            found.setdefault(row.table_id, []).append(row.text)
        return found

    records = query_database(db, all_records)
    count = 0
    for player in players:
        if player.claim.seat is not None:
            stored = recorded_answers(records[player.claim.table], player.claim.seat)
            for question, action in player.answered.items():
                assert stored[question - 1 : question] == [action], (player.claim, question, len(stored))
            assert len(stored) - len(player.answered) in (0, 1)  # one answer may be stored and not acknowledged yet
            count += len(player.answered)
    return count


async def check_received_lines(players: Sequence[ScriptedPlayer]) -> None:
    """Checks that players received over all their connections what a newcomer receives at the end."""
    late = [SilentPlayer(player.claim, player.ports) for player in players]
    await asyncio.gather(*(each.play() for each in late))
    assert [each.lines for each in late] == [player.lines for player in players]
    assert [each.result for each in late] == [player.result for player in players]


# Kill -9.


def test_a_killed_server_loses_nothing_acknowledged(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    server: list[ServerProcess] = [ServerProcess(tmp_path)]

    def port() -> int | None:
        return server[0].server.port if server else None

    crowd = make_clients(25)
    places: list[SeatClaim] = []
    for number in range(TABLES):
        game, seats, clock = LINEUPS[number % len(LINEUPS)]
        places += start_table(crowd[number % 25], server[0].server.port, game, seats, clock=clock)
    players = [ScriptedPlayer(place, port, chats_too=number % 7 == 0) for number, place in enumerate(places)]
    watched = [place._replace(seat=None, token=None) for place in places[::20]]
    onlookers = [ScriptedPlayer(place, port) for place in watched]
    twins = [SilentPlayer(place, port) for place in places[::20]]  # a second window of each player
    everybody = [*players, *onlookers, *twins]

    def answers() -> int:
        return sum(len(player.answered) for player in players)

    async def kill_and_start_again(at: int) -> None:
        await wait_until(lambda: answers() >= at, everybody)
        assert sum(player.result is None for player in players) > TABLES / 2
        killed = server.pop()
        killed.kill()
        killed.__exit__()
        await wait_until(lambda: not any(player.connected for player in everybody), everybody)
        assert check_stored(db, players) == answers() >= at
        server.append(await asyncio.to_thread(ServerProcess, tmp_path))
        await wait_until(lambda: all(player.connected or player.result for player in everybody), everybody)

    async def evening() -> None:
        async with asyncio.timeout(900), asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in everybody]
            for kill in range(KILLS):
                await kill_and_start_again(100 + 300 * kill)
            await asyncio.gather(*tasks)
            await check_received_lines(everybody)

    try:
        asyncio.run(evening())
        assert [fault for player in everybody for fault in player.faults] == []
        check_stored(db, players)
        for table in sorted({place.table for place in places}):
            status, text = crowd[0].http(server[0].server.port, "GET", f"/api/records/{table}")
            assert status == 200
            verdict = verify(games.find, read_record(text))
            assert verdict.over
            assert verdict.dice
            for player in players:
                if player.claim.table == table and player.claim.seat is not None:
                    answered = dict([*player.answered.items(), *filter(None, [player.unacknowledged])])
                    stored = recorded_answers(text.splitlines(), player.claim.seat)
                    assert dict(enumerate(stored, 1)) == answered
        talkers = [player for player in players if player.chats_too]
        assert sum(len(player.acknowledged_chats) for player in talkers) > len(talkers)
        for player in talkers:
            stored = [row.text for row in query_database(db, partial(server_rows.chat_lines, table=player.claim.table))]
            assert [text for text in player.acknowledged_chats if text not in stored] == []
            assert len(set(stored)) == len(stored)
    finally:
        for process in server:
            assert process.stop() == 0
            process.__exit__()


def test_clocks_survive_a_restart_and_downtime_costs_nothing(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.db'}"

    def bank(table: str) -> list[float]:
        found = query_database(db, lambda connection: server_rows.find_table(connection, table))
        return list(found[0].banks)

    async def left(port: int, place: SeatClaim) -> list[float]:
        """Returns the clocks that a newcomer sees."""
        player = SilentPlayer(place._replace(seat=None, token=None), lambda: port)
        task = asyncio.create_task(player.play())
        await wait_until(lambda: player.last is not None, [player])
        task.cancel()
        assert player.last is not None
        return [clock["left"] for clock in player.last["clocks"]]

    with ServerProcess(tmp_path) as first:
        places = start_table(HttpClient("127.0.0.1"), first.server.port, "magpie", ["open", "open"], clock=CLOCK)
        table = places[0].table
        began = time.monotonic()
        asyncio.run(wait_until(lambda: bank(table)[0] <= 3598.5))  # stored without any activity
        noted = bank(table)[0]
        running = time.monotonic() - began
        first.kill()
    time.sleep(3)  # downtime
    begun = time.monotonic()
    with ServerProcess(tmp_path) as second:
        after = asyncio.run(left(second.server.port, places[0]))
        passed = time.monotonic() - begun
        assert 3600 - running - passed - 0.2 <= after[0] <= noted + 0.1
        assert second.stop() == 0
    stopped = bank(table)
    time.sleep(1)
    begun = time.monotonic()
    with ServerProcess(tmp_path) as third:
        again = asyncio.run(left(third.server.port, places[0]))
        assert stopped[0] - (time.monotonic() - begun) - 0.2 <= again[0] <= stopped[0] + 0.1


def test_a_waiting_table_waits_on_with_its_people_and_their_nonces(tmp_path: Path) -> None:
    """The heartbeat of the dead process is valid for an hour; on SQLite the next server takes over at once anyway."""
    ann, bob = make_clients(2)
    with ServerProcess(tmp_path) as first:
        wish = {"game": "magpie", "seats": ["open", "open", "greedy"], "options": {"stones": 9}}
        status, table = ann.http(first.server.port, "POST", "/api/tables", wish)
        assert status == 201
        mine = take_seat(ann, first.server.port, table["id"], "Ann", nonce="00ff" * 4)
        first.kill()
    engine = open_engine(f"sqlite:///{tmp_path / 'parlour.db'}")
    with engine.begin() as connection:
        assert connection.execute(update(keepers).values(seen=time.time() + 3_600)).rowcount == 1
    engine.dispose()
    with ServerProcess(tmp_path) as second:
        status, found = bob.http(second.server.port, "GET", f"/api/tables/{table['id']}")
        assert status == 200
        assert found["state"] == "waiting"
        assert found["commitment"] == table["commitment"]
        assert [seat["name"] for seat in found["seats"]][:2] == ["Ann", ""]
        listed = bob.http(second.server.port, "GET", "/api/tables")[1]
        assert [each["id"] for each in listed] == [table["id"]]
        theirs = take_seat(bob, second.server.port, table["id"], "Bob", nonce="ab" * 8)
        players = [ScriptedPlayer(place, lambda: second.server.port) for place in (mine, theirs)]

        async def match() -> None:
            await asyncio.gather(*(player.play() for player in players))

        asyncio.run(match())
        assert [player.faults for player in players] == [[], []]
        text = bob.http(second.server.port, "GET", f"/api/records/{table['id']}")[1]
        header = read_record(text).header
        assert header.nonces[:2] == ("00ff" * 4, "ab" * 8)
        assert header.commitment == commitment(bytes.fromhex(read_record(text).seed())) == table["commitment"]
        assert header.options["stones"] == 9


# Stopping.


def test_a_stop_asks_clients_to_reconnect_and_exits_cleanly(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    with ServerProcess(tmp_path) as first:
        places = start_table(HttpClient("127.0.0.1"), first.server.port, "magpie", ["open", "open", "mcts:500"])

        async def stay() -> int:
            place = places[0]
            async with first.server.connect(place.table, place.seat, place.token) as client:
                question = await client.wait_for_question()
                reply = await client.request("answer", question=question["number"], action=legal_actions(question)[2])
                assert reply["type"] == "receipt"
                first.process.send_signal(signal.SIGTERM)
                with pytest.raises(ConnectionClosed) as closed:
                    await client.next("never")
                assert closed.value.rcvd is not None
                return closed.value.rcvd.code

        assert asyncio.run(stay()) == 1012
        assert first.process.wait(30) == 0
        assert "Traceback" not in first.log.read_text()
    assert query_database(db, lambda connection: connection.scalar(select(func.count()).select_from(keepers))) == 0
    assert query_database(db, lambda connection: connection.scalars(select(tables.c.keeper)).all()) == [None]
    assert recorded_answers(query_database(db, partial(server_rows.record_lines, table=places[0].table)), 0) == [
        "bid 2"
    ]


# Wrong starts.


ATTEMPTS = """
import contextlib, io, json, sys
from parlour.cli import run
told = []
for words in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = run(["serve", *words])
    told.append([code, out.getvalue(), err.getvalue()])
print(json.dumps(told))
"""


def failed_starts(home: Path, *attempts: Sequence[str]) -> list[str]:
    """Returns the error output of servers that fail to start: one sentence each."""
    done = subprocess.run(
        [sys.executable, "-c", ATTEMPTS],
        env={"PYTHONPATH": str(ROOT / "src"), **os.environ, "PARLOUR_HOME": str(home)},
        input=json.dumps(attempts), capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert [(code, out) for code, out, _ in found] == [(2, "")] * len(attempts), found
    assert [len(error.strip().splitlines()) for _, _, error in found] == [1] * len(attempts), found
    return [error for _, _, error in found]


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as first:
        (error,) = failed_starts(tmp_path, ["--port", "0"])
        assert "Another server uses" in error
        assert "parlour.db" in error
        assert first.server.http("GET", "/healthz").status == 200
        first.kill()
    with ServerProcess(tmp_path) as second:  # the lock ends with its process
        assert second.server.http("GET", "/healthz").status == 200
        second.process.send_signal(signal.SIGINT)  # Ctrl-C stops it too
        assert second.process.wait(30) == 0
        assert "Traceback" not in second.log.read_text()


WRONG_STARTS: list[tuple[list[str], str]] = [
    (["--db", "mysql://127.0.0.1/parlour"], "--db names a database of the kind mysql; use sqlite or postgresql."),
    (["--db", "nonsense"], "--db is not the address of a database"),
    (["--db", "sqlite://"], "--db names no file"),
    (["--db", "sqlite:////proc/parlour/parlour.db"], "cannot be used"),
    (
        ["--db", "postgresql+psycopg://127.0.0.1:1/parlour"],
        "The database postgresql+psycopg://127.0.0.1:1/parlour cannot be used",
    ),
    (["--port", "-1"], "--port is -1; give a number from 0"),
    (["--port", "65536"], "--port is 65536; give a number from 0"),
    (["--port", "http"], "--port"),
    (["--host", "192.0.2.1"], "The server cannot listen at 192.0.2.1"),
    (["--host", "no.such.host.invalid"], "The server cannot listen at no.such.host.invalid"),
    (["--host", "x" * 70], "The server cannot listen at xxx"),
    (["--host", ""], "The server cannot listen at"),
    ([], "cannot be used: file is not a database"),
]


def test_a_wrong_start_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "parlour.db").write_text("This is no database, but somebody's diary. " * 50)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        wrong = [*WRONG_STARTS, (["--port", str(taken.getsockname()[1])], "The server cannot listen")]
        error = failed_starts(
            tmp_path, *[[*([] if "--port" in words else ["--port", "0"]), *words] for words, _ in wrong]
        )
    assert [
        (words, sentence) for (words, sentence), line in zip(wrong, error, strict=True) if sentence not in line
    ] == []
    assert (tmp_path / "parlour.db").read_text().startswith("This is no database")


# Tables that are abandoned, or cannot be played.


def test_abandoned_tables_close_after_the_stated_time(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    times = Timings(
        waiting_expiry=0.5, playing_expiry=0.5, heartbeat_interval=0.05, sweep_interval=0.05, unload_after=0.2
    )
    with running_server(db, times=times) as game_server:
        waiting = game_server.create_table("magpie", ["open", "open"])
        playing, tokens = game_server.create_full_table("magpie", ["open", "open"])
        visited, theirs = game_server.create_full_table("magpie", ["open", "open"])

        def states() -> dict[str, str]:
            found = query_database(db, lambda connection: connection.execute(select(tables.c.id, tables.c.state)).all())
            return {row.id: row.state for row in found}

        async def stay() -> None:
            async with game_server.connect(visited, 0, theirs[0]) as client:
                await client.wait_for_question()
                await wait_until(lambda: states()[waiting] == states()[playing] == "closed")
                assert (await client.request("pages"))["type"] == "pages"

        asyncio.run(stay())
        assert states()[visited] == "playing"
        assert game_server.http("GET", "/api/tables").body[0]["id"] == visited
        refusal = game_server.http("POST", f"/api/tables/{waiting}/seats", {"name": "Late"})
        assert (refusal.status, refusal.body["code"]) == (410, "closed")

        async def come_late() -> dict[str, Any]:
            async with game_server.connect(playing, 0, tokens[0]) as client:
                return await client.next("refused")

        assert asyncio.run(come_late())["code"] == "closed"


def test_a_table_of_a_missing_game_is_refused_by_name(tmp_path: Path) -> None:
    """All other tables continue, and this one is closed later like any abandoned table."""
    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    with ServerProcess(tmp_path) as first:
        crowd = make_clients(4)
        old, lost, well, over = (
            start_table(person, first.server.port, "magpie", ["open", "random"])[0] for person in crowd
        )

        played = ScriptedPlayer(over, lambda: first.server.port)
        asyncio.run(played.play())
        assert played.faults == []
        first.kill()
    engine = open_engine(db)
    with engine.begin() as connection:
        for place in (old, over):
            for number, text in enumerate(record_of_version(99, server_rows.record_lines(connection, place.table))):
                which = update(lines).where(lines.c.table_id == place.table, lines.c.number == number)
                connection.execute(which.values(text=text))
        connection.execute(update(tables).where(tables.c.id == lost.table).values(game="ludo"))
    engine.dispose()
    with ServerProcess(tmp_path) as second:
        port = second.server.port
        for place, word in ((old, "99"), (lost, "ludo"), (over, "99")):
            for method, path, body in (
                ("GET", f"/api/tables/{place.table}", None),
                ("POST", f"/api/tables/{place.table}/seats", {"name": "Late"}),
            ):
                status, no = place.client.http(port, method, path, body)
                assert (status, no["code"]) == (410, "closed"), no
                assert word in no["sentence"], no
            player = ScriptedPlayer(place, lambda: port)
            asyncio.run(player.play())
            assert [fault.partition(":")[0] for fault in player.faults] == ["closed"]
        status, film = over.client.http(port, "GET", f"/api/records/{over.table}/film")
        assert (status, film["code"]) == (410, "closed")
        assert crowd[0].http(port, "GET", "/api/tables")[0] == 200
        alive = ScriptedPlayer(well, lambda: port)
        asyncio.run(alive.play())
        assert alive.faults == []
        assert alive.result is not None
        assert second.stop() == 0
        assert "Traceback" not in second.log.read_text()
    with running_server(db, times=Timings(waiting_expiry=0.01, playing_expiry=0.01, heartbeat_interval=0.05)):

        def left() -> int:
            unfinished = select(func.count()).select_from(tables).where(tables.c.state.in_(("waiting", "playing")))
            return int(query_database(db, lambda connection: connection.scalar(unfinished)))

        asyncio.run(wait_until(lambda: left() == 0))


def record_of_version(version: int, record: Sequence[str]) -> list[str]:
    """Returns the record as if another version of the game had written it."""
    link, found = "", []
    for number, text in enumerate(record):
        body = json.loads(text)
        del body["chain"]
        line, link = chain_line(
            link, json.dumps({**body, "version": version} if number == 0 else body, separators=(",", ":"))
        )
        found.append(line)
    return found
