"""Lost connections: cut at every decision, nothing is lost, nothing comes twice, and every answer counts once."""

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
from tests.servers import House, here, legal

TORN, RESTART = 1006, 1012
BONES = {"options": {"tutorial": False}}


class Hall:
    """Where the server is now; it may move."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cuts = 0
        self.answers = 0
        self.again = 0


class Person:
    """A player, or a watcher, whose connection breaks whenever it hurts."""

    def __init__(self, hall: Hall, table: str, seat: int | None, token: str | None) -> None:
        self.hall, self.table, self.seat, self.token = hall, table, seat, token
        self.dice = random.Random(f"{table} {seat}")
        self.wire: ClientConnection | None = None
        self.update: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.talk: list[dict[str, Any]] = []
        self.answers: list[str] = []
        self.undone = 0

    # The wire.

    async def come(self) -> None:
        """Connects, names the last line it has, and hears the rest; waits for a server that starts anew."""
        assert self.wire is None or self.wire.close_code in (None, TORN, RESTART)
        while True:
            url = f"ws://127.0.0.1:{self.hall.house.port}/api/tables/{self.table}/socket"
            try:
                self.wire = await connect(url, compression=None, max_queue=None, open_timeout=120)
                await self.say("hello", seat=self.seat, token=self.token, since=len(self.lines), heard=len(self.talk))
                await self.until(lambda message: message["type"] == "update")
                return
            except (OSError, WebSocketException, Moved):
                await asyncio.sleep(0.05)

    async def cut(self) -> None:
        """The cable is torn out, and whatever was on its way is gone."""
        assert self.wire is not None
        self.wire.transport.abort()
        self.hall.cuts += 1
        await self.come()

    async def say(self, type: str, **fields: Any) -> None:
        assert self.wire is not None
        await self.wire.send(json.dumps({"type": type, **fields}))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        assert self.wire is not None
        async with asyncio.timeout(600):
            while True:
                message: dict[str, Any] = json.loads(await self.wire.recv())
                self.hear(message)
                if wanted(message):
                    return message

    def hear(self, message: dict[str, Any]) -> None:
        """No line may be missing, none may come twice."""
        if message["type"] == "update":
            for line in message["lines"]:
                assert line["number"] == len(self.lines) + 1, (line, len(self.lines))
                self.lines.append(line)
            self.update = message
        elif message["type"] == "chat":
            assert message["number"] == len(self.talk) + 1, message
            self.talk.append(message)
        elif message["type"] == "refused" and message["code"] == "storage":
            raise Moved

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Says it until there is a reply, however often the connection is lost."""
        while True:
            try:
                await self.say(type, id="asked", **fields)
                return await self.until(lambda message: message.get("id") == "asked")
            except (ConnectionClosed, Moved):
                await self.come()

    # The match.

    async def play(self) -> None:
        await self.come()
        while self.update["result"] is None:
            question = self.update["question"]
            if question is not None and self.seat is not None:
                await self.decide(question)
                continue
            try:
                await self.until(lambda message: message["type"] == "update")
                if self.seat is None:
                    await self.cut()
            except (ConnectionClosed, Moved):
                await self.come()
        assert self.wire is not None
        await self.wire.close()

    async def decide(self, question: dict[str, Any]) -> None:
        """One answer; the connection is cut before it, right after it, or after its receipt."""
        number, action = question["number"], self.dice.choice(legal(question)[:6])
        words = {"question": number, "action": action}
        if self.dice.random() < 0.1:
            await self.chat(number)
        when = self.dice.randrange(3)
        if when == 0:
            await self.cut()
            assert self.update["question"] == question
        elif when == 1:
            await self.unheard("answer", **words)
        else:
            receipt = await self.ask("answer", **words)
            assert receipt["type"] == "receipt", receipt
            await self.cut()
        receipt = await self.ask("answer", **words)
        assert receipt["type"] == "receipt", receipt
        assert when == 1 or receipt["again"] == (when == 2) or self.hall.house.front is None
        self.hall.again += receipt["again"]
        self.answers.append(action)
        self.hall.answers += 1
        await self.passed(number)
        if self.dice.random() < 0.1:
            await self.undo(number)

    async def undo(self, number: int) -> None:
        """Taken back, if it is not too late; said twice, it is done once."""
        await self.unheard("undo", question=number)
        reply = await self.ask("undo", question=number)
        if reply["type"] == "receipt":
            self.answers.pop()
            self.undone += 1
            await self.passed(number)
        else:
            assert reply["code"] in ("undo", "stale", "over"), reply

    async def passed(self, number: int) -> None:
        """Reads until this question is not the one on the screen any more."""
        while (self.update["question"] or {}).get("number") == number and self.update["result"] is None:
            try:
                await self.until(lambda message: message["type"] == "update")
            except (ConnectionClosed, Moved):
                await self.come()

    async def unheard(self, type: str, **fields: Any) -> None:
        """Said, and the connection lost before any reply."""
        with contextlib.suppress(ConnectionClosed):
            await self.say(type, id="unheard", **fields)
            if self.dice.random() < 0.5:
                await asyncio.sleep(0)
        await self.cut()

    async def chat(self, number: int) -> None:
        text = f"{self.seat} says {number}"
        if self.dice.random() < 0.5:
            await self.unheard("chat", text=text)
            return
        with contextlib.suppress(ConnectionClosed, Moved):
            await self.say("chat", id="asked", text=text)
            await self.until(lambda message: message.get("id") == "asked")
        await self.cut()


class Moved(Exception):
    """The table is being moved; connect again."""


def seat_people(house: House, hall: Hall, game: str, seats: list[str], watched: bool, **rest: Any) -> list[Person]:
    table, tokens = house.seated(game, seats, **rest)
    places = [number for number, player in enumerate(seats) if player == "open"]
    people = [Person(hall, table, seat, token) for seat, token in zip(places, tokens, strict=True)]
    return [*people, Person(hall, table, None, None)] if watched else people


async def check(match: list[Person]) -> None:
    """What everybody has is the whole log and the whole talk; the record holds what was answered, and no more."""
    for person in match:
        again = Person(person.hall, person.table, person.seat, person.token)
        await again.come()
        assert person.lines == again.lines
        spoken = [{**line, "id": None} for line in person.talk]
        whole = [{**line, "id": None} for line in again.talk]
        assert spoken == whole[: len(spoken)]  # somebody may have talked on after this one's end
        assert max(Counter(line["text"] for line in whole).values(), default=0) <= 1
        assert again.wire is not None
        await again.wire.close()
    answer = match[0].hall.house.http("GET", f"/api/records/{match[0].table}")
    assert answer.status == 200
    record = read_record(answer.body)
    for person in match:
        if person.seat is not None:
            kept = [e.text for e in effective_entries(record.entries) if e.kind == ANSWER and e.seat == person.seat]
            assert kept == person.answers
            assert sum(e.kind == UNDO and e.seat == person.seat for e in record.entries) == person.undone


async def play_all(matches: list[list[Person]], at_once: int) -> None:
    turn = asyncio.Semaphore(at_once)

    async def one(match: list[Person]) -> None:
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


def matches_of(house: House, hall: Hall, share: int = 1) -> list[list[Person]]:
    found = []
    for count, game, seats in SEATINGS:
        for number in range(count // share):
            rest = BONES if game == "bones" else {}
            found.append(seat_people(house, hall, game, seats, number % 12 == 0, **rest))
    random.Random(1).shuffle(found)
    return found


@pytest.mark.long
def test_the_socket_is_cut_at_every_decision_of_200_matches(tmp_path: Path) -> None:
    with here(f"sqlite:///{tmp_path / 'parlour.db'}") as house:
        hall = Hall(house)
        matches = matches_of(house, hall)
        assert len(matches) == 200

        async def evening() -> None:
            await play_all(matches, 100)
            for match in matches:
                await check(match)

        asyncio.run(evening())
    assert hall.cuts >= hall.answers > 2400
    assert hall.again > hall.answers / 4


@pytest.mark.parametrize("restarts", [2])
def test_the_server_starts_anew_in_the_middle(tmp_path: Path, restarts: int) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    with contextlib.ExitStack() as running:
        hall = Hall(running.enter_context(here(db)))
        matches = matches_of(hall.house, hall, 4)
        hall.house = hall.house._replace(front=None)

        def restart() -> None:
            running.close()
            hall.house = running.enter_context(here(db))._replace(front=None)

        async def moving() -> None:
            share = sum(len(match) for match in matches) * 12 // (restarts + 1)
            for number in range(restarts):
                while hall.answers < share * (number + 1) * 0.8:
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(restart)

        async def evening() -> None:
            async with asyncio.TaskGroup() as group:
                group.create_task(moving())
                group.create_task(play_all(matches, 100))
            for match in matches:
                await check(match)

        asyncio.run(evening())
