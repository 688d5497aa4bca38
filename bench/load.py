"""A server under load: real sockets on 127.0.0.1, scripted players, figures as one JSON document.

    python bench/load.py [--tables 1000] [--rate 200] [--seconds 20] [--db URL]

Every table has two people of Magpie, each on a socket of their own. Answers come at a steady rate, whether the server
keeps up or not; the time runs from sending an answer until every player of that table has the view after it."""

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
SETTLE_SECONDS = 3.0  # seconds before memory is read
SETUP_BATCH = 50  # tables set up at a time
ASSET_PATTERN = re.compile(
    r"""(?:from|import|src=|href=|url\()\s*["']?\.?/?(?:assets/)?([\w.-]+\.(?:js|css|woff2|svg))"""
)


class LoadPlayer:
    """A player: knows the question it is asked, and counts what it is told."""

    def __init__(self, wire: ClientConnection) -> None:
        self.connection = wire
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
        """A table from an address of its own, both seats taken."""
        address = f"10.{number // 62500 % 250}.{number // 250 % 250}.{number % 250 + 1}"
        table = self.request("POST", "/api/tables", {"game": "magpie", "seats": ["open", "open"]}, address)["id"]
        names = ("Ann", "Bob")
        tokens = [
            self.request("POST", f"/api/tables/{table}/seats", {"name": name}, address)["token"] for name in names
        ]
        return table, address, tokens

    async def create_tables(self, count: int, first: int = 0) -> list[tuple[str, str, list[str]]]:
        found = []
        for start in range(first, first + count, SETUP_BATCH):
            numbers = range(start, min(start + SETUP_BATCH, first + count))
            found += await asyncio.gather(*(asyncio.to_thread(self.create_table, number) for number in numbers))
        return found

    async def connect_players(self, table: str, address: str, tokens: list[str]) -> list[LoadPlayer]:
        seats = []
        for number, token in enumerate(tokens):
            url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
            headers = {"x-forwarded-for": address}
            wire = await connect(url, additional_headers=headers, compression=None, ping_interval=None)
            await wire.send(json.dumps({"type": "hello", "seat": number, "token": token}))
            seat = LoadPlayer(wire)
            seats.append(seat)
            listener_tasks.add(asyncio.create_task(seat.listen()))
            await seat.wait_for_updates(1)
        return seats

    async def send_answer(self, seats: list[LoadPlayer], rng: random.Random) -> None:
        """One answer at a table, until both have seen what came of it."""
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

    async def send_answers(self, company: list[list[LoadPlayer]], rate: float, seconds: float) -> None:
        rng = random.Random(1)
        order = itertools.cycle(rng.sample(company, len(company)))
        begun = time.perf_counter()
        underway: set[asyncio.Task[None]] = set()
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
            underway.add(task)
            task.add_done_callback(underway.discard)
        await asyncio.gather(*underway)


listener_tasks: set[asyncio.Task[None]] = set()


def private_kilobytes(pid: int) -> float:
    """Kilobytes of a process that are its own."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(float(found) for found in re.findall(r"^Private_\w+:\s+(\d+)", text, re.M))


def percentile_ms(times: list[float], part: float) -> float:
    return round(sorted(times)[min(int(len(times) * part), len(times) - 1)] * 1000, 2) if times else 0.0


def transfer_sizes() -> dict[str, float]:
    """Kilobytes over the wire: all that the first page loads, and each board."""
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


async def measure(port: int, pid: int, words: argparse.Namespace) -> dict[str, Any]:
    load = ServerLoad(port)
    await load.create_tables(20)
    await asyncio.sleep(SETTLE_SECONDS)
    empty = private_kilobytes(pid)
    found = await load.create_tables(words.tables, 20)
    await asyncio.sleep(SETTLE_SECONDS)
    idle = private_kilobytes(pid)
    company: list[list[LoadPlayer]] = []
    for start in range(0, len(found), SETUP_BATCH):
        company += await asyncio.gather(*(load.connect_players(*table) for table in found[start : start + SETUP_BATCH]))
    await asyncio.sleep(SETTLE_SECONDS)
    seated = private_kilobytes(pid)
    await load.send_answers(company, words.rate, words.seconds)
    document = {
        "tables": words.tables,
        "sockets": 2 * words.tables,
        "answers": len(load.times),
        "answers_per_second": words.rate,
        "milliseconds": {
            "p50": percentile_ms(load.times, 0.5),
            "p90": percentile_ms(load.times, 0.9),
            "p99": percentile_ms(load.times, 0.99),
            "p999": percentile_ms(load.times, 0.999),
            "worst": percentile_ms(load.times, 1.0),
        },
        "load_generator_late": load.late,
        "kilobytes_per_idle_table": round((idle - empty) / words.tables, 1),
        "kilobytes_per_table_with_two_sockets": round((seated - empty) / words.tables, 1),
        "kilobytes_to_load": transfer_sizes(),
    }
    for task in listener_tasks:
        task.cancel()
    return document


def main() -> int:
    reader = argparse.ArgumentParser()
    reader.add_argument("--tables", type=int, default=1000)
    reader.add_argument("--rate", type=float, default=200)
    reader.add_argument("--seconds", type=float, default=20)
    reader.add_argument("--db")
    words = reader.parse_args()
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--proxy", "127.0.0.1"]
        command += ["--db", words.db] if words.db else []
        environment = {**os.environ, "PARLOUR_HOME": home}
        with open(os.path.join(home, "log"), "w") as log:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert server.stdout is not None
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        try:
            document = asyncio.run(measure(port, server.pid, words))
        finally:
            server.terminate()
            server.wait(30)
    print(json.dumps(document, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
