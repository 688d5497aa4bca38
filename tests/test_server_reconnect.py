"""Lost connections: cut at every decision, no line is lost or doubled, and every answer counts once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from parlour.kernel.record import ANSWER, UNDO, effective_entries, read_record
from tests.server_harness import ServerUnderTest, legal_actions, running_server

pytestmark = pytest.mark.long
ABNORMAL_CLOSE, SERVICE_RESTART = 1006, 1012
BONES = {"options": {"tutorial": False}}


class ServerLocation:
    """The current port of the server; it may change."""

    def __init__(self, game_server: ServerUnderTest) -> None:
        self.server = game_server
        self.cuts = 0
        self.answers = 0
        self.repeated_receipts = 0


class ReconnectingClient:
    """A player or a watcher whose connection breaks at the worst moments."""

    def __init__(self, location: ServerLocation, table: str, seat: int | None, token: str | None) -> None:
        self.location, self.table, self.seat, self.token = location, table, seat, token
        self.rng = random.Random(f"{table} {seat}")
        self.connection: ClientConnection | None = None
        self.update: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.chat_lines: list[dict[str, Any]] = []
        self.answers: list[str] = []
        self.undone = 0

    # Connection.

    async def connect(self) -> None:
        """Connects with the number of the last line received, and reads the rest; waits for a server that restarts."""
        assert self.connection is None or self.connection.close_code in (None, ABNORMAL_CLOSE, SERVICE_RESTART)
        while True:
            url = f"ws://127.0.0.1:{self.location.server.port}/api/tables/{self.table}/socket"
            try:
                self.connection = await connect(url, compression=None, max_queue=None, open_timeout=120)
                await self.send(
                    "hello", seat=self.seat, token=self.token, since=len(self.lines), heard=len(self.chat_lines)
                )
                await self.receive_until(lambda message: message["type"] == "update")
                return
            except (OSError, WebSocketException, TableMoved):
                await asyncio.sleep(0.05)

    async def drop_connection(self) -> None:
        """Drops the connection with all messages in transit."""
        assert self.connection is not None
        self.connection.transport.abort()
        self.location.cuts += 1
        await self.connect()

    async def send(self, type: str, **fields: Any) -> None:
        assert self.connection is not None
        await self.connection.send(json.dumps({"type": type, **fields}))

    async def receive_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        assert self.connection is not None
        async with asyncio.timeout(600):
            while True:
                message: dict[str, Any] = json.loads(await self.connection.recv())
                self.receive(message)
                if wanted(message):
                    return message

    def receive(self, message: dict[str, Any]) -> None:
        """Receives a message; no line may be missing or doubled."""
        if message["type"] == "update":
            for line in message["lines"]:
                assert line["number"] == len(self.lines) + 1, (line, len(self.lines))
                self.lines.append(line)
            self.update = message
        elif message["type"] == "chat":
            assert message["number"] == len(self.chat_lines) + 1, message
            self.chat_lines.append(message)
        elif message["type"] == "refused" and message["code"] == "storage":
            raise TableMoved

    async def request(self, type: str, **fields: Any) -> dict[str, Any]:
        """Sends a request until there is a reply, however often the connection is lost."""
        while True:
            try:
                await self.send(type, id="asked", **fields)
                return await self.receive_until(lambda message: message.get("id") == "asked")
            except (ConnectionClosed, TableMoved):
                await self.connect()

    # Match.

    async def play(self) -> None:
        await self.connect()
        while self.update["result"] is None:
            question = self.update["question"]
            if question is not None and self.seat is not None:
                await self.decide(question)
                continue
            try:
                await self.receive_until(lambda message: message["type"] == "update")
                if self.seat is None:
                    await self.drop_connection()
            except (ConnectionClosed, TableMoved):
                await self.connect()
        assert self.connection is not None
        await self.connection.close()

    async def decide(self, question: dict[str, Any]) -> None:
        """Answers once; the connection is cut before it, right after it, or after its receipt."""
        number, action = question["number"], self.rng.choice(legal_actions(question)[:6])
        words = {"question": number, "action": action}
        if self.rng.random() < 0.1:
            await self.chat(number)
        when = self.rng.randrange(3)
        if when == 0:
            await self.drop_connection()
            assert self.update["question"] == question
        elif when == 1:
            await self.send_and_drop("answer", **words)
        else:
            receipt = await self.request("answer", **words)
            assert receipt["type"] == "receipt", receipt
            await self.drop_connection()
        receipt = await self.request("answer", **words)
        assert receipt["type"] == "receipt", receipt
        assert when == 1 or receipt["again"] == (when == 2) or self.location.server.context is None
        self.location.repeated_receipts += receipt["again"]
        self.answers.append(action)
        self.location.answers += 1
        await self.wait_for_next_question(number)
        if self.rng.random() < 0.1:
            await self.undo(number)

    async def undo(self, number: int) -> None:
        """Takes the answer back if possible; a repeated request is applied once."""
        await self.send_and_drop("undo", question=number)
        reply = await self.request("undo", question=number)
        if reply["type"] == "receipt":
            self.answers.pop()
            self.undone += 1
            await self.wait_for_next_question(number)
        else:
            assert reply["code"] in ("undo", "stale", "over"), reply

    async def wait_for_next_question(self, number: int) -> None:
        """Reads until another question is open."""
        while (self.update["question"] or {}).get("number") == number and self.update["result"] is None:
            try:
                await self.receive_until(lambda message: message["type"] == "update")
            except (ConnectionClosed, TableMoved):
                await self.connect()

    async def send_and_drop(self, type: str, **fields: Any) -> None:
        """Sends a message and drops the connection before any reply."""
        with contextlib.suppress(ConnectionClosed):
            await self.send(type, id="unheard", **fields)
            if self.rng.random() < 0.5:
                await asyncio.sleep(0)
        await self.drop_connection()

    async def chat(self, number: int) -> None:
        text = f"{self.seat} says {number}"
        if self.rng.random() < 0.5:
            await self.send_and_drop("chat", text=text)
            return
        with contextlib.suppress(ConnectionClosed, TableMoved):
            await self.send("chat", id="asked", text=text)
            await self.receive_until(lambda message: message.get("id") == "asked")
        await self.drop_connection()


class TableMoved(Exception):
    """The table is moving to another process; connect again."""


def seat_people(
    game_server: ServerUnderTest, location: ServerLocation, game: str, seats: list[str], watched: bool, **rest: Any
) -> list[ReconnectingClient]:
    table, tokens = game_server.create_full_table(game, seats, **rest)
    places = [number for number, player in enumerate(seats) if player == "open"]
    people = [ReconnectingClient(location, table, seat, token) for seat, token in zip(places, tokens, strict=True)]
    return [*people, ReconnectingClient(location, table, None, None)] if watched else people


async def check_log_and_record(match: list[ReconnectingClient]) -> None:
    """Checks that everybody has the whole log and chat, and that the record holds exactly the given answers."""
    for person in match:
        again = ReconnectingClient(person.location, person.table, person.seat, person.token)
        await again.connect()
        assert person.lines == again.lines
        spoken = [{**line, "id": None} for line in person.chat_lines]
        whole = [{**line, "id": None} for line in again.chat_lines]
        assert spoken == whole[: len(spoken)]  # others may have chatted on after this client's end
        assert max(Counter(line["text"] for line in whole).values(), default=0) <= 1
        assert again.connection is not None
        await again.connection.close()
    answer = match[0].location.server.http("GET", f"/api/records/{match[0].table}")
    assert answer.status == 200
    record = read_record(answer.body)
    for person in match:
        if person.seat is not None:
            stored = [e.text for e in effective_entries(record.entries) if e.kind == ANSWER and e.seat == person.seat]
            assert stored == person.answers
            assert sum(e.kind == UNDO and e.seat == person.seat for e in record.entries) == person.undone


async def play_all(matches: list[list[ReconnectingClient]], at_once: int) -> None:
    turn = asyncio.Semaphore(at_once)

    async def one(match: list[ReconnectingClient]) -> None:
        async with turn, asyncio.TaskGroup() as group:
            for person in match:
                group.create_task(person.play())

    async with asyncio.TaskGroup() as group:
        for match in matches:
            group.create_task(one(match))


SEATINGS: list[tuple[int, str, list[str]]] = [
    (30, "bones", ["open"]),
    (54, "magpie", ["open", "greedy"]),
    (50, "magpie", ["random", "open", "thrifty"]),
    (30, "magpie", ["open", "open"]),
    (18, "magpie", ["open", "random", "open"]),
    (8, "magpie", ["open", "open", "open"]),
    (6, "magpie", ["open", "open", "open", "open", "open"]),
    (4, "magpie", ["open", "open", "open", "open"]),
]


def matches_of(
    game_server: ServerUnderTest, location: ServerLocation, share: int = 1
) -> list[list[ReconnectingClient]]:
    found = []
    for count, game, seats in SEATINGS:
        for number in range(count // share):
            rest = BONES if game == "bones" else {}
            found.append(seat_people(game_server, location, game, seats, number % 12 == 0, **rest))
    random.Random(1).shuffle(found)
    return found


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_socket_is_cut_at_every_decision_of_200_matches(tmp_path: Path, share: int) -> None:
    """With a share of 4, it is cut in every fourth match."""
    with running_server(f"sqlite:///{tmp_path / 'parlour.db'}") as game_server:
        location = ServerLocation(game_server)
        matches = matches_of(game_server, location, share)
        assert len(matches) >= 190 // share

        async def evening() -> None:
            await play_all(matches, 100)
            for match in matches:
                await check_log_and_record(match)

        asyncio.run(evening())
    assert location.cuts >= location.answers > 2400 // share
    assert location.repeated_receipts > location.answers / 4


@pytest.mark.parametrize("restarts", [2])
def test_the_server_starts_anew_in_the_middle(tmp_path: Path, restarts: int) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    with contextlib.ExitStack() as running:
        location = ServerLocation(running.enter_context(running_server(db)))
        matches = matches_of(location.server, location, 4)
        location.server = location.server._replace(context=None)

        def restart() -> None:
            running.close()
            location.server = running.enter_context(running_server(db))._replace(context=None)

        async def moving() -> None:
            share = sum(len(match) for match in matches) * 12 // (restarts + 1)
            for number in range(restarts):
                while location.answers < share * (number + 1) * 0.8:
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(restart)

        async def evening() -> None:
            async with asyncio.TaskGroup() as group:
                group.create_task(moving())
                group.create_task(play_all(matches, 100))
            for match in matches:
                await check_log_and_record(match)

        asyncio.run(evening())
