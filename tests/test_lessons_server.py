"""Lessons on a server: played over a socket, kept across restarts, sent to the learner alone, never rated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from parlour import games
from parlour.kernel.record import read_record
from parlour.server.film import build_film
from parlour.table.verify import verify
from tests.server_harness import (
    HIGH_LIMITS,
    ServerProcess,
    ServerUnderTest,
    SocketClient,
    legal_actions,
    running_server,
)

SCRIPT_ANSWERS = {4: "bid 5", 6: "bid 0", 8: "bid 6"}  # by page of the lesson


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'parlour.db'}"


def start_lesson(game_server: ServerUnderTest, name: str = "Lea") -> tuple[str, str]:
    """Creates a lesson and returns its table and the learner's token."""
    answer = game_server.http("POST", "/api/games/magpie/lessons/first/tables", {"name": name})
    assert answer.status == 201, answer
    assert "seats" in answer.cookie()
    return answer.body["table"]["id"], answer.body["seats"][0]["token"]


class LessonClient:
    """Reads and answers as the coach says."""

    def __init__(self, client: SocketClient) -> None:
        self.client = client
        self.update: dict[str, Any] = {}

    async def wait_for_page(self, page: int | None) -> dict[str, Any]:
        """Waits until the lesson is at this page in the learner's turn; None waits for its end."""
        while True:
            lesson = self.update.get("lesson")
            ready = lesson and (lesson["next"] or lesson["allow"])
            if self.update and (lesson["step"] if lesson and ready else lesson) == page:
                return self.update
            self.update = await self.client.next("update")

    async def read_pages(self, first: int, last: int) -> None:
        """Reads from one page to another, until the page after the last is shown."""
        for page in range(first, last + 1):
            update = await self.wait_for_page(page)
            if update["lesson"]["next"]:
                reply = await self.request("lesson", step=page)
            else:
                question = update["question"]
                assert SCRIPT_ANSWERS[page] in legal_actions(question) == update["lesson"]["allow"]
                reply = await self.request("answer", question=question["number"], action=SCRIPT_ANSWERS[page])
            assert reply["type"] == "receipt", reply

    async def request(self, type: str, **fields: Any) -> dict[str, Any]:
        before = len(self.client.received)
        reply = await self.client.request(type, **fields)
        for message in self.client.received[before:]:
            if message["type"] == "update":
                self.update = message
        return reply


@asynccontextmanager
async def lesson_client(game_server: ServerUnderTest, table: str, token: str) -> AsyncIterator[LessonClient]:
    async with game_server.connect(table, 0, token) as client:
        yield LessonClient(client)


def test_a_whole_lesson_over_a_socket(db: str) -> None:
    async def play(game_server: ServerUnderTest) -> None:
        table, token = start_lesson(game_server)
        async with lesson_client(game_server, table, token) as lea:
            first = await lea.wait_for_page(1)
            assert first["question"] is None
            assert first["lights"] == []
            await lea.read_pages(1, 10)
            free = await lea.wait_for_page(None)
            assert free["state"] == "playing"
            assert free["question"]["hint"] is True
            assert legal_actions(free["question"]) == [f"bid {stones}" for stones in range(11)]
            texts = [line["text"] for message in lea.client.received for line in message.get("lines", ())]
            assert "Lea buys a silver spoon for 5." in texts
            assert "The lesson is over. From here on luck is luck, and every choice is yours." in texts

    with running_server(db) as game_server:
        asyncio.run(play(game_server))


def test_each_answer_of_the_script_is_an_update_of_its_own(db: str) -> None:
    async def play(game_server: ServerUnderTest) -> None:
        table, token = start_lesson(game_server)
        async with lesson_client(game_server, table, token) as lea:
            await lea.read_pages(1, 4)
            await lea.wait_for_page(5)
            lights = [message["lights"] for message in lea.client.received if message["type"] == "update"]
            assert lights[-3:] == [[0, 1], [1], []]

    with running_server(db) as game_server:
        asyncio.run(play(game_server))


def test_a_lesson_survives_the_servers_end(tmp_path: Path) -> None:
    async def some(game_server: ServerUnderTest, table: str, token: str, first: int, last: int) -> None:
        async with lesson_client(game_server, table, token) as lea:
            await lea.read_pages(first, last)

    with ServerProcess(tmp_path) as process:
        table, token = start_lesson(process.server)
        asyncio.run(some(process.server, table, token, 1, 4))
        process.kill()
    with ServerProcess(tmp_path) as process:
        asyncio.run(some(process.server, table, token, 5, 10))


def test_only_the_learner_gets_the_lesson_pages(db: str) -> None:
    async def play(game_server: ServerUnderTest) -> None:
        table, token = start_lesson(game_server)
        async with lesson_client(game_server, table, token) as lea, game_server.connect(table) as wim:
            await lea.read_pages(1, 3)
            seen = await wim.next("update")
            assert seen["lesson"] is None
            refused = await wim.request("lesson", step=1)
            assert (refused["code"], refused["rule"]) == ("watcher", "server")
            await lea.wait_for_page(4)
            stale = await lea.request("lesson", step=9)
            assert (stale["code"], stale["rule"]) == ("stale", "lesson")
            early = await lea.request("lesson", step=4)
            assert (early["code"], early["sentence"]) == (
                "illegal",
                "The lesson waits for an answer here; answer the question.",
            )

    with running_server(db) as game_server:
        asyncio.run(play(game_server))


def test_no_lesson_is_given_at_other_tables(db: str) -> None:
    async def play(game_server: ServerUnderTest) -> None:
        table, (token,) = game_server.create_full_table("magpie", ["open", "easy"])
        async with game_server.connect(table, 0, token) as ann:
            assert (await ann.next("update"))["lesson"] is None
            assert (await ann.request("lesson", step=1))["code"] == "stale"
        waiting = game_server.create_table("magpie", ["open", "open"])
        _, token = game_server.take_seat(waiting, "Ann")
        async with game_server.connect(waiting, 0, token) as ann:
            assert (await ann.request("lesson", step=1))["code"] == "waiting"

    with running_server(db) as game_server:
        asyncio.run(play(game_server))


def test_a_lesson_played_to_the_end_of_its_match_counts_for_nobody_and_can_be_proved(db: str) -> None:
    async def play(game_server: ServerUnderTest, table: str, token: str) -> None:
        async with lesson_client(game_server, table, token) as lea:
            await lea.read_pages(1, 3)
            await lea.wait_for_page(4)
            assert (await lea.request("lesson", step=4, leave=True))["type"] == "receipt"
            update = lea.update
            while update["result"] is None:
                if update["question"] is not None:
                    action = legal_actions(update["question"])[0]
                    await lea.client.send("answer", question=update["question"]["number"], action=action)
                update = await lea.client.next("update")

    with running_server(db, HIGH_LIMITS) as game_server:
        table, token = start_lesson(game_server)
        assert game_server.http("GET", "/api/tables").body == []
        asyncio.run(play(game_server, table, token))
        assert game_server.http("GET", "/api/ratings").body == []
        assert game_server.http("GET", "/api/records").body == []
        text = game_server.http("GET", f"/api/records/{table}").body
        assert game_server.http("GET", f"/api/records/{table}/film").body["dealer"]["given"] == 1
    record = read_record(text)
    assert verify(games.find, record).summary() == "holds, begun as the lesson first"
    assert build_film(record, games.find("magpie"), None, "x")["dealer"]["given"] == 1


def test_a_lesson_that_was_saved_is_a_lesson_when_it_is_loaded(db: str) -> None:
    async def some(game_server: ServerUnderTest, table: str, token: str, first: int, last: int) -> None:
        async with lesson_client(game_server, table, token) as lea:
            await lea.read_pages(first, last)

    with running_server(db) as game_server:
        begun = game_server.http("POST", "/api/games/magpie/lessons/first/tables", {})
        table, token = begun.body["table"]["id"], begun.body["seats"][0]["token"]
        asyncio.run(some(game_server, table, token, 1, 4))
        saved = game_server.http("POST", f"/api/tables/{table}/saves", {"name": "halfway"}, cookie=begun.cookie())
        assert saved.status == 201, saved
        loaded = game_server.http("POST", "/api/saves/halfway/tables", cookie=saved.cookie())
        again, token = loaded.body["table"]["id"], loaded.body["seats"][0]["token"]
        assert again != table
        asyncio.run(some(game_server, again, token, 5, 10))


def test_impossible_lessons_are_refused(db: str) -> None:
    with running_server(db) as game_server:
        for path, status, code in (
            ("/api/games/chess/lessons/first/tables", 404, "missing"),
            ("/api/games/magpie/lessons/last/tables", 404, "missing"),
            ("/api/games/bones/lessons/first/tables", 404, "missing"),
        ):
            answer = game_server.http("POST", path, {})
            assert (answer.status, answer.body["code"]) == (status, code)
        answer = game_server.http("POST", "/api/games/magpie/lessons/first/tables", {"name": "Robin"})
        assert (answer.status, answer.body["code"]) == (400, "setup")
        assert "Another player in this lesson is called Robin" in answer.body["sentence"]
        assert game_server.http("POST", "/api/games/magpie/lessons/first/tables", {"name": "x" * 30}).status == 400
        assert game_server.http("POST", "/api/games/magpie/lessons/first/tables", {"name": 7}).status == 400
