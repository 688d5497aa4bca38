"""Scripted players: they answer at once, reconnect whenever a connection is lost, and record all messages."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server_harness import legal_actions

RECONNECT_DELAY = 0.05  # seconds before the next try
PortLookup = Callable[[], int | None]  # the server's current port, if it is running


class HttpClient(NamedTuple):
    """An HTTP client with its own address, so that no limit per address applies."""

    address: str

    def http(self, port: int, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=300, source_address=(self.address, 0))
        try:
            line.request(method, path, json.dumps(body) if body is not None else None)
            answer = line.getresponse()
            text = answer.read().decode()
            is_json = answer.headers.get_content_type() == "application/json"
            return answer.status, json.loads(text) if is_json and text else text
        finally:
            line.close()


def make_clients(count: int) -> list[HttpClient]:
    """Returns clients with different addresses on the loopback network."""
    return [HttpClient(f"127.0.{1 + number // 250}.{1 + number % 250}") for number in range(count)]


class SeatClaim(NamedTuple):
    """A seat with its token, or a watcher without a seat."""

    client: HttpClient
    table: str
    seat: int | None = None
    token: str | None = None


def start_table(person: HttpClient, port: int, game: str, seats: Sequence[str], **rest: Any) -> list[SeatClaim]:
    """Creates a table and takes all its open seats with this client."""
    status, table = person.http(port, "POST", "/api/tables", {"game": game, "seats": list(seats), **rest})
    assert status == 201, table
    return [
        take_seat(person, port, table["id"], f"Player {number + 1}")
        for number, seat in enumerate(seats)
        if seat == "open"
    ]


def take_seat(person: HttpClient, port: int, table: str, name: str, **rest: Any) -> SeatClaim:
    status, taken = person.http(port, "POST", f"/api/tables/{table}/seats", {"name": name, **rest})
    assert status == 201, taken
    return SeatClaim(person, table, taken["seat"], taken["token"])


class ScriptedPlayer:
    """One viewer of one table, from hello to the end of the match, over any number of connections."""

    def __init__(self, place: SeatClaim, ports: PortLookup, chats_too: bool = False) -> None:
        self.claim, self.ports, self.chats_too = place, ports, chats_too
        self.lines: list[str] = []
        self.chats: list[str] = []
        self.acknowledged_chats: list[str] = []
        self.answered: dict[int, str] = {}  # acknowledged answers, by question
        self.unacknowledged: tuple[int, str] | None = None  # sent, not yet acknowledged
        self.result: dict[str, Any] | None = None
        self.last: dict[str, Any] | None = None  # update
        self.faults: list[str] = []
        self.closings: list[int] = []  # close codes, one per connection
        self.connected = False
        self.rng = random.Random(f"{place.table} {place.seat}")
        self.numbers = itertools.count(1)

    async def play(self) -> None:
        """Plays until the end of the match, or until the first fault."""
        while self.result is None and not self.faults:
            port = self.ports()
            if port is not None:
                try:
                    await self._run_connection(port)
                except (OSError, InvalidHandshake, InvalidMessage, EOFError, TimeoutError):
                    pass
                except ConnectionClosed as closed:
                    self.closings.append(closed.rcvd.code if closed.rcvd else 1006)
            self.connected = False
            if self.result is None:
                await asyncio.sleep(RECONNECT_DELAY)

    async def _run_connection(self, port: int) -> None:
        url = f"ws://127.0.0.1:{port}/api/tables/{self.claim.table}/socket"
        there = (self.claim.client.address, 0)
        async with connect(url, local_addr=there, compression=None, max_queue=None, open_timeout=120) as connection:
            since, heard = len(self.lines), len(self.chats)
            hello = {"seat": self.claim.seat, "token": self.claim.token, "since": since, "heard": heard}
            await self._send(connection, type="hello", **hello)
            self.connected = True
            greeted, again = False, self.unacknowledged
            while self.result is None and not self.faults:
                message = json.loads(await connection.recv())
                await self._handle_message(connection, message)
                if message["type"] == "update" and not greeted:
                    greeted = True
                    if again is not None and self.result is None:
                        await self._answer(connection, *again)  # the server may have received it or not: send it again
                    if self.chats_too and self.result is None:
                        text = f"{self.claim.seat} says {next(self.numbers)}"
                        await self._send(connection, type="chat", id=text, text=text)

    async def _send(self, connection: ClientConnection, **message: Any) -> None:
        await connection.send(json.dumps(message))

    async def _handle_message(self, connection: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "update":
                await self._handle_update(connection, message)
            case "receipt":
                question, action = self.unacknowledged or (0, "")
                if message["id"] != f"a{question}" or message["question"] != question:
                    self.faults.append(f"a receipt for {message['id']}, not for question {question}")
                self.answered[question] = action
                self.unacknowledged = None
                await self._answer_open_question(connection)
            case "refused":
                await self._handle_refusal(connection, message)
            case "chat":
                if message["number"] != len(self.chats) + 1:
                    self.faults.append(f"chat line {message['number']} after {len(self.chats)}")
                self.chats.append(message["text"])
                if message.get("id"):
                    self.acknowledged_chats.append(message["text"])

    async def _handle_refusal(self, connection: ClientConnection, message: dict[str, Any]) -> None:
        if message["code"] == "rate":
            await asyncio.sleep(1)
            if self.unacknowledged is not None:
                await self._answer(connection, *self.unacknowledged)
        elif message["code"] == "over" and self.unacknowledged is not None:
            self.unacknowledged = None
        elif message["code"] != "storage":
            self.faults.append(f"{message['code']}: {message['sentence']}")

    async def _handle_update(self, connection: ClientConnection, update: dict[str, Any]) -> None:
        for line in update["lines"]:
            if line["number"] != len(self.lines) + 1:
                self.faults.append(f"line {line['number']} after {len(self.lines)}: {line['text']}")
            self.lines.append(line["text"])
        self.last, self.result = update, update["result"]
        await self._answer_open_question(connection)

    async def _answer_open_question(self, connection: ClientConnection) -> None:
        """Answers the open question, once the last answer is acknowledged."""
        question = self.last["question"] if self.last is not None else None
        if question is None or self.unacknowledged is not None or question["number"] in self.answered:
            return
        self.unacknowledged = question["number"], self.choose(question)
        await self._answer(connection, *self.unacknowledged)

    def choose(self, question: dict[str, Any]) -> str:
        return self.rng.choice(legal_actions(question)[:4])

    async def _answer(self, connection: ClientConnection, question: int, action: str) -> None:
        await self._send(connection, type="answer", id=f"a{question}", question=question, action=action)


class SilentPlayer(ScriptedPlayer):
    """Never answers; only watches from its seat."""

    async def _answer_open_question(self, connection: ClientConnection) -> None:
        return


def recorded_answers(lines: Sequence[str], seat: int) -> list[str]:
    """Returns the answers of a seat in the lines of a record."""
    found = [json.loads(line) for line in lines]
    return [line["answer"] for line in found if "answer" in line and line["seat"] == seat]


async def wait_until(what: Callable[[], bool], players: Sequence[ScriptedPlayer] = (), within: float = 600.0) -> None:
    """Waits for a condition; fails after a timeout or on a fault."""
    async with asyncio.timeout(within):
        while not what():
            faults = [fault for player in players for fault in player.faults]
            assert not faults, faults[:5]
            await asyncio.sleep(0.02)
