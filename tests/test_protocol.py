"""docs/protocol.md: runs its examples in order on a real server, and checks that it names all messages, endpoints and
codes."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.inspect import type_info
from websockets.asyncio.client import ClientConnection, connect

from parlour import games
from parlour.arena.run_settings import RunSettings
from parlour.server import messages
from parlour.server.errors import HTTP_STATUS
from parlour.server.services import SystemInputs, Timings
from parlour.tournament.archive import open_database
from parlour.tournament.entrants import read_entrants
from parlour.tournament.tournament import play_tournament
from tests.server_harness import HIGH_LIMITS, ROOT, ServerUnderTest, legal_actions, running_server

PAGE = (ROOT / "docs" / "protocol.md").read_text()
SERVER = sorted((ROOT / "src" / "parlour" / "server").glob("*.py"))
BLOCK = re.compile(r"```(http|socket)\n(.*?)```", re.S)
REQUEST = re.compile(r"(?:(\w+): )?(GET|POST|DELETE|PUT) (\S+)")
WORD = re.compile(r"\b[A-Z][A-Z]+\b")
START_TIME = 1_794_744_000.0  # 15 November 2026, 12:00
WITHIN = 30.0  # seconds until a message of the server must arrive


def page_randomness() -> SystemInputs:
    """Fixes the dice and the time to those of the page."""
    count = itertools.count()

    def fresh(size: int) -> bytes:
        return hashlib.shake_128(f"page {next(count)}".encode()).digest(size)

    return SystemInputs(lambda: START_TIME, lambda: START_TIME, fresh)


class StoryStep(NamedTuple):
    """One line of the story: who does what."""

    speaker: str
    verb: str  # opens, says, hears, plays, hangs, or a method of HTTP
    text: str
    expected: str = ""
    status: int = 0


def read_story() -> Iterator[StoryStep]:
    for kind, body in BLOCK.findall(PAGE):
        if kind == "http":
            yield from (parse_exchange(part) for part in body.strip().split("\n\n"))
        else:
            for line in re.split(r"\n(?=\S)", body.strip()):
                who, verb, text = line.split(" ", 2)
                names = {">": "says", "<": "hears", "*": "plays"}
                yield StoryStep(who, names.get(verb, verb), text)


def parse_exchange(text: str) -> StoryStep:
    request, arrow, answered = text.partition("\n-> ")
    assert arrow, text
    found = REQUEST.match(request)
    assert found is not None, text
    status, _, wants = answered.partition("\n")
    sent = request[found.end() :].strip()
    return StoryStep(found[1] or "Somebody", f"{found[2]} {found[3]}", sent, wants.strip(), int(status))


class Placeholders:
    """Words in capitals stand for values that the server chose when they first appeared."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def fill(self, text: str) -> str:
        return WORD.sub(lambda word: str(self.values.get(word[0], word[0])), text)

    def mismatch(self, wanted: Any, given: Any, where: str = "") -> str | None:
        """Returns how a value differs from the page, or None if it matches."""
        if wanted == "...":
            return None
        if isinstance(wanted, str) and WORD.fullmatch(wanted):
            if self.values.setdefault(wanted, given) != given:
                return f"{where} is {given!r}, and {wanted} was {self.values[wanted]!r}"
            return None
        if isinstance(wanted, dict) and isinstance(given, dict):
            if set(wanted) != set(given):
                return f"{where} has {sorted(given)}, not {sorted(wanted)}"
            return next(
                (why for name in wanted if (why := self.mismatch(wanted[name], given[name], f"{where}.{name}"))), None
            )
        if isinstance(wanted, list) and isinstance(given, list):
            rest = bool(wanted) and wanted[-1] == "..."
            wanted = wanted[:-1] if rest else wanted
            if len(given) < len(wanted) or (len(given) > len(wanted) and not rest):
                return f"{where} has {len(given)} items: {given!r}"
            pairs = enumerate(zip(wanted, given, strict=False))
            return next((why for n, (a, b) in pairs if (why := self.mismatch(a, b, f"{where}[{n}]"))), None)
        same = wanted == given and isinstance(wanted, bool) == isinstance(given, bool)
        return None if same else f"{where} is {given!r}, not {wanted!r}"

    def matches(self, wanted: Any, given: Any) -> bool:
        """Returns whether there is no mismatch; placeholders are not filled in if there is one."""
        before = dict(self.values)
        if self.mismatch(wanted, given) is None:
            return True
        self.values = before
        return False


class StoryClient:
    """One person of the story: a client with cookies and a socket."""

    def __init__(self, game_server: ServerUnderTest, placeholders: Placeholders) -> None:
        self.server, self.placeholders = game_server, placeholders
        self.cookies: dict[str, str] = {}
        self.connection: ClientConnection | None = None
        self.unread: list[dict[str, Any]] = []
        self.update: dict[str, Any] = {}
        self.playing: asyncio.Task[None] | None = None

    async def send_request(self, step: StoryStep) -> None:
        method, path = self.placeholders.fill(step.verb).split(" ")
        body = json.loads(self.placeholders.fill(step.text)) if step.text else None
        jar = "; ".join(f"{name}={value}" for (place, name), value in self.cookies_by_path() if path.startswith(place))
        answer = await asyncio.to_thread(self.server.http, method, path, body, **({"cookie": jar} if jar else {}))
        assert answer.status == step.status, (step, answer)
        if "set-cookie" in answer.headers:
            name, _, value = answer.cookie().partition("=")
            place = re.search(r"Path=([^;]+)", answer.headers["set-cookie"])
            self.cookies[f"{place[1] if place else '/'} {name}"] = value
        if step.expected != "...":
            wanted = json.loads(step.expected) if step.expected else None
            why = self.placeholders.mismatch(wanted, answer.body)
            assert why is None, f"{step.verb}: {why}"

    def cookies_by_path(self) -> list[tuple[tuple[str, str], str]]:
        return [((key.split(" ")[0], key.split(" ")[1]), value) for key, value in self.cookies.items()]

    async def open_socket(self, table: str) -> None:
        path = f"/api/tables/{self.placeholders.fill(table)}/socket"
        jar = "; ".join(f"{name}={value}" for (place, name), value in self.cookies_by_path() if path.startswith(place))
        headers = {"cookie": jar} if jar else {}
        url = f"ws://127.0.0.1:{self.server.port}{path}"
        self.connection = await connect(url, compression=None, max_queue=None, additional_headers=headers)

    async def send(self, text: str) -> None:
        assert self.connection is not None
        await self.connection.send(self.placeholders.fill(text))

    async def expect_message(self, text: str) -> None:
        """Returns the next message that matches; messages that the story does not show are skipped."""
        if self.playing is not None:
            await self.playing
            self.playing = None
        wanted = json.loads(text)
        skipped = []
        try:
            async with asyncio.timeout(WITHIN):
                while True:
                    message = await self.receive()
                    if self.placeholders.matches(wanted, message):
                        return
                    if message["type"] == wanted["type"]:
                        skipped.append(self.placeholders.mismatch(wanted, message))
        except TimeoutError:
            pytest.fail(f"Nobody said {text}; what came instead: {skipped}")

    async def receive(self) -> dict[str, Any]:
        assert self.connection is not None
        found: dict[str, Any] = self.unread.pop(0) if self.unread else json.loads(await self.connection.recv())
        if found["type"] == "update":
            self.update = found
        return found

    def play(self, text: str) -> None:
        self.playing = asyncio.create_task(self.answer_to_end(json.loads(text)))

    async def answer_to_end(self, answer: dict[str, Any]) -> None:
        """Gives the same answer to every question until the result, or the first legal one where it is not legal."""
        done, message = 0, self.update
        while True:
            if message["type"] == "update" and message["result"] is not None:
                self.unread.insert(0, message)
                return
            question = message.get("question") if message["type"] == "update" else None
            if question is not None and question["number"] > done:
                done = question["number"]
                action = answer["action"] if answer["action"] in legal_actions(question) else legal_actions(question)[0]
                await self.send(json.dumps({**answer, "question": done, "action": action}))
            message = await self.receive()


async def run_story(game_server: ServerUnderTest) -> int:
    placeholders = Placeholders()
    people: dict[str, StoryClient] = {}
    steps = 0
    for step in read_story():
        who = people.setdefault(step.speaker, StoryClient(game_server, placeholders))
        steps += 1
        match step.verb:
            case "opens":
                await who.open_socket(step.text)
            case "says":
                await who.send(step.text)
            case "hears":
                await who.expect_message(step.text)
            case "plays":
                who.play(step.text)
            case _:
                await who.send_request(step)
    for who in people.values():
        if who.connection is not None:
            await who.connection.close()
    return steps


def play_example_tournament(db: str) -> None:
    """Plays the tournament of the page."""
    with open_database(db) as engine:
        game = games.find("magpie")
        entrants = read_entrants(game, ["random", "Magpie One=thrifty", "greedy", "Again=random"])
        play_tournament(RunSettings(game, seed=1, jobs=1), entrants, rounds=(2,), db=engine)


def test_the_examples_of_the_page_work_in_order(tmp_path: Path) -> None:
    play_example_tournament(f"sqlite:///{tmp_path / 'parlour.db'}")
    with running_server(
        f"sqlite:///{tmp_path / 'parlour.db'}", HIGH_LIMITS, Timings(unload_after=1e9), page_randomness()
    ) as game_server:
        assert asyncio.run(run_story(game_server)) > 60


# The page is complete, and nothing on it is invented.


def test_every_endpoint_is_on_the_page_and_every_one_on_the_page_exists(tmp_path: Path) -> None:
    with running_server(f"sqlite:///{tmp_path / 'parlour.db'}") as game_server:
        document = game_server.http("GET", "/docs/openapi.json").body
    there = {f"{method.upper()} {path}" for path, each in document["paths"].items() for method in each}
    shapes = {each: re.compile(re.sub(r"\\\{\w+\\\}", "[^/ ]+", re.escape(each)) + r"(\?\S*)?") for each in there}
    requests = {step.verb for step in read_story() if step.status}
    for each in requests:
        assert any(shape.fullmatch(each) for shape in shapes.values()), f"the server has no {each}"
    missing = [each for each, shape in shapes.items() if not any(shape.fullmatch(request) for request in requests)]
    assert missing == []
    for each in re.findall(r"`((?:GET|POST|DELETE) [^`\[?]+)", PAGE):
        assert any(shape.fullmatch(each.strip()) for shape in shapes.values()), f"the server has no {each}"


def message_types(verb: str) -> set[str]:
    """Returns the types of the messages that are sent, or received, in the story."""
    return {str(json.loads(step.text)["type"]) for step in read_story() if step.verb == verb}


def test_every_client_message_is_in_the_story(tmp_path: Path) -> None:
    union: Any = type_info(messages.ClientMessage)
    tags = {str(each.tag) for each in union.types}
    assert message_types("says") == tags


def test_every_server_message_is_on_the_page() -> None:
    code = "\n".join(path.read_text() for path in SERVER)
    there = set(re.findall(r'"type": "(\w+)"', code))
    assert message_types("hears") | set(re.findall(r'`\{"type": "(\w+)"', PAGE)) - message_types("says") == there
    assert there - message_types("hears") == {"closed"}  # sent only after half an hour without anybody


def test_every_code_is_in_the_table() -> None:
    table = PAGE.partition("## Codes")[2]
    rows = {code: status for code, status in re.findall(r"^\| `(\w+)` \| (\d+|) \|", table, re.M)}
    assert {code: str(status) for code, status in HTTP_STATUS.items()} | {"abandoned": ""} == rows
    code = "\n".join(path.read_text() for path in SERVER)
    raised = set(re.findall(r'(?:Refused|_error_response)\(\s*"(\w+)"', code)) | {
        "over",
        "stale",
        "illegal",
        "undo",
        "closed",
    }
    assert raised | {"abandoned"} == rows.keys()


@pytest.mark.parametrize(
    "wanted", ['{"a": 1}', '{"a": 1, "b": 2, "c": 3}', '{"a": 1, "b": "TWO"}', '{"a": true, "b": 3}']
)
def test_a_wrong_example_is_detected(wanted: str) -> None:
    placeholders = Placeholders()
    placeholders.values["TWO"] = 2
    assert placeholders.mismatch(json.loads(wanted), {"a": 1, "b": 3}) is not None
