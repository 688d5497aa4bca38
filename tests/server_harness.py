"""Real servers for tests, and clients that speak docs/protocol.md over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from parlour.server.app import make_app
from parlour.server.app_context import AppContext
from parlour.server.rate_limits import Limits
from parlour.server.run_server import MAX_SOCKET_MESSAGE
from parlour.server.services import SystemInputs, Timings
from parlour.server.web_connections import web_config
from parlour.server.worker_pool import WorkerPool

ROOT = Path(__file__).resolve().parent.parent
HIGH_LIMITS = Limits(
    messages_per_second=1e6,
    messages_burst=1_000_000,
    tables_per_address=100_000,
    tables_per_minute=1_000_000,
    requests_per_minute=10_000_000,
    sockets_per_address=100_000,
)


class HttpAnswer(NamedTuple):
    status: int
    body: Any
    headers: Mapping[str, str]

    def cookie(self) -> str:
        """Returns the cookie that a browser would send back."""
        return self.headers.get("set-cookie", "").split(";")[0]


class ServerUnderTest(NamedTuple):
    """A server under test: its port and, if it runs in this process, its AppContext."""

    port: int
    context: AppContext | None = None

    def http(self, method: str, path: str, body: Any = None, **headers: str) -> HttpAnswer:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {
            "content-type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, named, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return HttpAnswer(answer.status, _parse_body(answer.read()), headers_dict(answer.headers))
        except urllib.error.HTTPError as error:
            return HttpAnswer(error.code, _parse_body(error.read()), headers_dict(error.headers))

    def create_table(self, game: str, seats: list[str], **rest: Any) -> str:
        answer = self.http("POST", "/api/tables", {"game": game, "seats": seats, **rest})
        assert answer.status == 201, answer
        return str(answer.body["id"])

    def take_seat(self, table: str, name: str, **rest: Any) -> tuple[int, str]:
        answer = self.http("POST", f"/api/tables/{table}/seats", {"name": name, **rest})
        assert answer.status == 201, answer
        return answer.body["seat"], answer.body["token"]

    def create_full_table(self, game: str, seats: list[str], **rest: Any) -> tuple[str, list[str]]:
        """Creates a table with a person on every open seat, and returns its id and their tokens."""
        table = self.create_table(game, seats, **rest)
        people = [seat for seat in seats if seat == "open"]
        return table, [self.take_seat(table, f"Player {number + 1}")[1] for number in range(len(people))]

    def ratings(self, game: str, matches: int) -> dict[str, dict[str, Any]]:
        """Returns the ratings by player, once at least this many matches in total are counted."""
        for _ in range(3000):
            rated = {row["player"]: row for row in self.http("GET", f"/api/ratings?game={game}").body}
            if sum(row["matches"] for row in rated.values()) >= matches:
                break
            threading.Event().wait(0.1)
        return rated

    @contextlib.asynccontextmanager
    async def connect(self, table: str, seat: int | None = None, token: str | None = None, since: int = 0,
                     heard: int = 0, **headers: str) -> AsyncIterator[SocketClient]:  # fmt: skip
        """Connects a client and sends its hello."""
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        async with connect(url, additional_headers=headers, compression=None, max_queue=None) as connection:
            client = SocketClient(connection)
            await client.send("hello", seat=seat, token=token, since=since, heard=heard)
            yield client


class SocketClient:
    """The client end of a socket; records all messages that it receives."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.received: list[dict[str, Any]] = []

    async def send(self, type: str, **fields: Any) -> None:
        await self.connection.send(json.dumps({"type": type, **fields}))

    async def next(self, *types: str, within: float = 300.0) -> dict[str, Any]:
        """Returns the next message of one of these types, or of any type."""
        async with asyncio.timeout(within):
            while True:
                message: dict[str, Any] = json.loads(await self.connection.recv())
                self.received.append(message)
                if not types or message["type"] in types:
                    return message

    async def request(self, type: str, **fields: Any) -> dict[str, Any]:
        """Sends a message with an id, and returns the reply to it."""
        await self.send(type, id="request", **fields)
        while True:
            message = await self.next()
            if message.get("id") == "request":
                return message

    async def wait_for_question(self) -> dict[str, Any]:
        """Waits for an update with a question and returns the question."""
        while True:
            update = await self.next("update")
            if update["question"] is not None:
                found: dict[str, Any] = update["question"]
                return found


def legal_actions(question: Mapping[str, Any]) -> list[str]:
    return [choice["action"] for choice in question["choices"] if choice["reason"] is None]


def _parse_body(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return body.decode("utf-8", "replace")


def headers_dict(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@contextlib.contextmanager
def running_server(
    db: str,
    limits: Limits = HIGH_LIMITS,
    times: Timings | None = None,
    inputs: SystemInputs | None = None,
    pool: WorkerPool | None = None,
    port: int = 0,
) -> Iterator[ServerUnderTest]:
    """Runs a server in this process, on its own thread and on a free port or the given one."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(2048)
    app = make_app(db, limits, times, inputs, pool)
    config = web_config(app, MAX_SOCKET_MESSAGE, log_config=None, timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    game_server = ServerUnderTest(listening.getsockname()[1])
    for _ in range(600):
        if server.started or not thread.is_alive():
            break
        threading.Event().wait(0.05)
    assert server.started, "the server did not start"
    try:
        yield game_server._replace(context=app.state.context)
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive(), "the server did not stop"


class ServerProcess:
    """`parlour serve` as a user starts it."""

    def __init__(self, home: Path, *words: str) -> None:
        environment = {**os.environ, "PARLOUR_HOME": str(home)}
        if "PYTHONPATH" not in environment:
            environment["PYTHONPATH"] = str(ROOT / "src")
        self.log = home / f"serve-{len(list(home.glob('serve-*')))}.log"
        home.mkdir(parents=True, exist_ok=True)
        with self.log.open("w") as log:
            command = [sys.executable, "-m", "parlour", "serve", "--port", "0", *words]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "open at" in line, (line, self.log.read_text())
        self.server = ServerUnderTest(int(line.rsplit(":", 1)[1]))

    def kill(self) -> None:
        """Kills the process with SIGKILL, as the system does when it is out of memory."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()
