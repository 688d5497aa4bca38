"""Measures a server under load with scripted players on 127.0.0.1; prints one JSON document.

    python bench/load.py [--tables 1000] [--rate 200] [--seconds 20] [--db URL]

Every table has two Magpie players, each with a WebSocket. Answers are sent at a steady rate, even if the server is
slower. A time runs from sending an answer until both players have the update after it."""

from __future__ import annotations

import argparse
import asyncio
import gzip
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import parlour

DIST_FOLDER = Path(parlour.__file__).parent / "web" / "dist"
SETTLE_SECONDS = 3.0  # wait before memory is measured
SETUP_BATCH = 50  # tables created at the same time
ASSET_PATTERN = re.compile(
    r"""(?:from|import|src=|href=|url\()\s*["']?\.?/?(?:assets/)?([\w.-]+\.(?:js|css|woff2|svg))"""
)


class LoadPlayer:
    """A scripted player of a load test: keeps the question it must answer and counts the server's updates."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.updates = 0
        self.question: dict[str, Any] | None = None
        self.updated = asyncio.Event()

    async def listen(self) -> None:
        async for raw in self.connection:
            message = json.loads(raw)
            if message["type"] == "update":
                self.updates += 1
                self.question = message["question"]
                self.updated.set()
            elif message["type"] == "refused":
                raise SystemExit(f"The server refused: {message}")

    async def wait_for_updates(self, count: int) -> None:
        while self.updates < count:
            self.updated.clear()
            await self.updated.wait()


class ServerLoad:
    def __init__(self, port: int) -> None:
        self.port = port
        self.times: list[float] = []
        self.late = 0

    def request(self, method: str, path: str, body: Any, address: str) -> Any:
        headers = {"content-type": "application/json", "x-forwarded-for": address}
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def create_table(self, number: int) -> tuple[str, str, list[str]]:
        """Creates a Magpie table with two players; returns its id, its own client address, and the seat tokens."""
        address = f"10.{number // 62500 % 250}.{number // 250 % 250}.{number % 250 + 1}"
        table = self.request("POST", "/api/tables", {"game": "magpie", "seats": ["open", "open"]}, address)["id"]
        names = ("Ann", "Bob")
        tokens = [
            self.request("POST", f"/api/tables/{table}/seats", {"name": name}, address)["token"] for name in names
        ]
        return table, address, tokens

    async def create_tables(self, count: int, first: int = 0) -> list[tuple[str, str, list[str]]]:
        created = []
        for start in range(first, first + count, SETUP_BATCH):
            numbers = range(start, min(start + SETUP_BATCH, first + count))
            created += await asyncio.gather(*(asyncio.to_thread(self.create_table, number) for number in numbers))
        return created

    async def connect_players(self, table: str, address: str, tokens: list[str]) -> list[LoadPlayer]:
        seats = []
        for number, token in enumerate(tokens):
            url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
            headers = {"x-forwarded-for": address}
            connection = await connect(url, additional_headers=headers, compression=None, ping_interval=None)
            await connection.send(json.dumps({"type": "hello", "seat": number, "token": token}))
            seat = LoadPlayer(connection)
            seats.append(seat)
            listener_tasks.add(asyncio.create_task(seat.listen()))
            await seat.wait_for_updates(1)
        return seats

    async def send_answer(self, seats: list[LoadPlayer], rng: random.Random) -> None:
        """Sends one player's answer and waits until both players have the update; stores how many seconds that took."""
        asked = next((seat for seat in seats if seat.question is not None), None)
        if asked is None or asked.question is None:
            return
        question, asked.question = asked.question, None
        legal = [choice["action"] for choice in question["choices"] if choice["reason"] is None]
        counts = [seat.updates + 1 for seat in seats]
        action = rng.choice(legal[:3])
        begun = time.perf_counter()
        await asked.connection.send(json.dumps({"type": "answer", "question": question["number"], "action": action}))
        await asyncio.gather(*(seat.wait_for_updates(count) for seat, count in zip(seats, counts, strict=True)))
        self.times.append(time.perf_counter() - begun)

    async def play_turn(self, seats: list[LoadPlayer], rng: random.Random, busy: set[int]) -> None:
        await self.send_answer(seats, rng)
        busy.discard(id(seats))

    async def send_answers(self, tables: list[list[LoadPlayer]], rate: float, seconds: float) -> None:
        rng = random.Random(1)
        order = itertools.cycle(rng.sample(tables, len(tables)))
        begun = time.perf_counter()
        running: set[asyncio.Task[None]] = set()
        busy: set[int] = set()
        for number in range(int(rate * seconds)):
            wait = begun + number / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            elif wait < -1:
                self.late += 1
            seats = next(order)
            while id(seats) in busy:
                seats = next(order)
            busy.add(id(seats))
            task = asyncio.create_task(self.play_turn(seats, rng, busy))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)


listener_tasks: set[asyncio.Task[None]] = set()


def private_kilobytes(pid: int) -> float:
    """Returns how much memory a process shares with no other process, in kilobytes."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(float(found) for found in re.findall(r"^Private_\w+:\s+(\d+)", text, re.M))


def percentile_ms(times: list[float], part: float) -> float:
    return round(sorted(times)[min(int(len(times) * part), len(times) - 1)] * 1000, 2) if times else 0.0


def transfer_sizes() -> dict[str, float]:
    """Returns the compressed kilobytes that a browser loads for the first page and for the board of each game."""
    if not (DIST_FOLDER / "index.html").is_file():
        return {}
    seen: set[Path] = set()
    wanted = [DIST_FOLDER / "index.html", *(DIST_FOLDER / "assets").glob("lobby-page*")]
    while wanted:
        path = wanted.pop()
        if path not in seen:
            seen.add(path)
            wanted += [
                found
                for name in ASSET_PATTERN.findall(_read_text(path))
                if (found := DIST_FOLDER / "assets" / name).is_file()
            ]
    found = {"shell": sum(wire_size(path) for path in seen)}
    for board in sorted((DIST_FOLDER.parent.parent / "games").glob("*/web/board.js")):
        found[f"board {board.parent.parent.name}"] = wire_size(board)
    return {name: round(size / 1000, 1) for name, size in found.items()}


def _read_text(path: Path) -> str:
    return path.read_text() if path.suffix in (".html", ".css", ".js") else ""


def wire_size(path: Path) -> int:
    body = path.read_bytes()
    return len(body) if path.suffix == ".woff2" else len(gzip.compress(body, 9))


async def measure(port: int, pid: int, arguments: argparse.Namespace) -> dict[str, Any]:
    load = ServerLoad(port)
    await load.create_tables(20)
    await asyncio.sleep(SETTLE_SECONDS)
    empty = private_kilobytes(pid)
    created = await load.create_tables(arguments.tables, 20)
    await asyncio.sleep(SETTLE_SECONDS)
    idle = private_kilobytes(pid)
    tables: list[list[LoadPlayer]] = []
    for start in range(0, len(created), SETUP_BATCH):
        tables += await asyncio.gather(
            *(load.connect_players(*table) for table in created[start : start + SETUP_BATCH])
        )
    await asyncio.sleep(SETTLE_SECONDS)
    seated = private_kilobytes(pid)
    await load.send_answers(tables, arguments.rate, arguments.seconds)
    document = {
        "tables": arguments.tables,
        "sockets": 2 * arguments.tables,
        "answers": len(load.times),
        "answers_per_second": arguments.rate,
        "milliseconds": {
            "p50": percentile_ms(load.times, 0.5),
            "p90": percentile_ms(load.times, 0.9),
            "p99": percentile_ms(load.times, 0.99),
            "p999": percentile_ms(load.times, 0.999),
            "worst": percentile_ms(load.times, 1.0),
        },
        "load_generator_late": load.late,
        "kilobytes_per_idle_table": round((idle - empty) / arguments.tables, 1),
        "kilobytes_per_table_with_two_sockets": round((seated - empty) / arguments.tables, 1),
        "kilobytes_to_load": transfer_sizes(),
    }
    for task in listener_tasks:
        task.cancel()
    return document


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--db")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--proxy", "127.0.0.1"]
        command += ["--db", arguments.db] if arguments.db else []
        environment = {**os.environ, "PARLOUR_HOME": home}
        with open(os.path.join(home, "log"), "w") as log:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert server.stdout is not None
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        try:
            document = asyncio.run(measure(port, server.pid, arguments))
        finally:
            server.terminate()
            server.wait(30)
    print(json.dumps(document, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
