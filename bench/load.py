"""Measures a server under load with scripted players on 127.0.0.1; prints one JSON document.

    python bench/load.py [--tables 1000] [--rates 200,400,800] [--seconds 20] [--db URL]

Every table has two Magpie players, each with a WebSocket. Answers are sent at a steady rate, one rate after the other,
until the slowest hundredth of the answers takes more than 100 ms. A time runs from sending an answer until both players
have the update after it. If all tables wait for the server, so does the next answer, and it is counted as late. A new
match replaces each that ends. The processor time is that of the server's process, with all its threads."""

from __future__ import annotations

import argparse
import asyncio
import gzip
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

import uvloop
from websockets.asyncio.client import ClientConnection, connect

import parlour

DIST_FOLDER = Path(parlour.__file__).parent / "web" / "dist"
SETTLE_SECONDS = 3.0  # wait before memory is measured
SETUP_BATCH = 50  # tables created at the same time
LATE_SECONDS = 0.1  # an answer sent so long after its time is late
SLOW_MS = 100  # the 99th percentile of a server that has too much to do
ASSET_PATTERN = re.compile(
    r"""(?:from|import|src=|href=|url\()\s*["']?\.?/?(?:assets/)?([\w.-]+\.(?:js|css|woff2|svg))"""
)


NewTable = tuple[str, str, list[str]]  # its id, its own client address, and the tokens of its seats


class LoadPlayer:
    """A scripted player of a load test: keeps the question it must answer and counts the server's updates."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.updates = 0
        self.question: dict[str, Any] | None = None
        self.over = False
        self.updated = asyncio.Event()
        self.listener = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for raw in self.connection:
            message = json.loads(raw)
            if message["type"] == "update":
                self.updates += 1
                self.question, self.over = message["question"], message["result"] is not None
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
        self.rng = random.Random(1)
        self.tables_created = 0
        self.ready: asyncio.Queue[list[LoadPlayer]] = asyncio.Queue()  # the players of tables that wait for an answer

    def request(self, method: str, path: str, body: Any, address: str) -> Any:
        headers = {"content-type": "application/json", "x-forwarded-for": address}
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def create_table(self, number: int) -> NewTable:
        """Creates a Magpie table with two players; returns its id, its own client address, and the seat tokens."""
        address = f"10.{number // 62500 % 250}.{number // 250 % 250}.{number % 250 + 1}"
        table = self.request("POST", "/api/tables", {"game": "magpie", "seats": ["open", "open"]}, address)["id"]
        names = ("Ann", "Bob")
        tokens = [
            self.request("POST", f"/api/tables/{table}/seats", {"name": name}, address)["token"] for name in names
        ]
        return table, address, tokens

    async def create_tables(self, count: int) -> list[NewTable]:
        created: list[NewTable] = []
        while len(created) < count:
            batch = min(SETUP_BATCH, count - len(created))
            numbers = range(self.tables_created, self.tables_created + batch)
            self.tables_created += batch
            created += await asyncio.gather(*(asyncio.to_thread(self.create_table, number) for number in numbers))
        return created

    async def seat_players(self, table: str, address: str, tokens: list[str]) -> None:
        """Connects both players of a table, which then waits for its first answer."""
        players = []
        for number, token in enumerate(tokens):
            url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
            headers = {"x-forwarded-for": address}
            connection = await connect(url, additional_headers=headers, compression=None, ping_interval=None)
            await connection.send(json.dumps({"type": "hello", "seat": number, "token": token}))
            players.append(LoadPlayer(connection))
            await players[-1].wait_for_updates(1)
        self.ready.put_nowait(players)

    async def seat_all(self, created: list[NewTable]) -> None:
        for start in range(0, len(created), SETUP_BATCH):
            await asyncio.gather(*(self.seat_players(*table) for table in created[start : start + SETUP_BATCH]))

    async def send_answer(self, players: list[LoadPlayer], times: list[float]) -> None:
        """Sends one player's answer and waits until both have the update; notes how many seconds that took. A table
        whose match is over is replaced by a new one."""
        asked = next(player for player in players if player.question is not None)
        assert asked.question is not None
        question, asked.question = asked.question, None
        legal = [choice["action"] for choice in question["choices"] if choice["reason"] is None]
        counts = [player.updates + 1 for player in players]
        body = {"type": "answer", "question": question["number"], "action": self.rng.choice(legal[:3])}
        begun = time.perf_counter()
        await asked.connection.send(json.dumps(body))
        await asyncio.gather(*(each.wait_for_updates(count) for each, count in zip(players, counts, strict=True)))
        times.append(time.perf_counter() - begun)
        if asked.over:
            for player in players:
                player.listener.cancel()
                await player.connection.close()
            await self.seat_all(await self.create_tables(1))
        else:
            self.ready.put_nowait(players)

    async def send_answers(self, rate: float, seconds: float) -> tuple[list[float], int]:
        """Sends answers at this rate; returns how many seconds each took, and how many were sent too late."""
        begun, late = time.perf_counter(), 0
        times: list[float] = []
        running: set[asyncio.Task[None]] = set()
        for number in range(int(rate * seconds)):
            wait = begun + number / rate - time.perf_counter()
            await asyncio.sleep(max(wait, 0))
            players = await self.ready.get()
            late += time.perf_counter() > begun + number / rate + LATE_SECONDS
            task = asyncio.create_task(self.send_answer(players, times))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
        return times, late


def private_kilobytes(pid: int) -> float:
    """Returns how much memory a process shares with no other process, in kilobytes."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(float(found) for found in re.findall(r"^Private_\w+:\s+(\d+)", text, re.M))


def processor_seconds(pid: int) -> float:
    """Returns the processor time that a process has used so far, with all its threads, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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


async def measure(port: int, pid: int, tables: int, rates: list[float], seconds: float) -> dict[str, Any]:
    load = ServerLoad(port)
    await load.create_tables(20)
    await asyncio.sleep(SETTLE_SECONDS)
    empty = private_kilobytes(pid)
    created = await load.create_tables(tables)
    await asyncio.sleep(SETTLE_SECONDS)
    idle = private_kilobytes(pid)
    await load.seat_all(created)
    await asyncio.sleep(SETTLE_SECONDS)
    seated = private_kilobytes(pid)
    runs: list[dict[str, Any]] = []
    for rate in rates:
        runs.append(await measure_rate(load, pid, rate, seconds))
        print(json.dumps(runs[-1]), file=sys.stderr)
        if runs[-1]["milliseconds"]["p99"] > SLOW_MS:
            break
    return {
        "tables": tables,
        "sockets": 2 * tables,
        "runs": runs,
        "kilobytes_per_idle_table": round((idle - empty) / tables, 1),
        "kilobytes_per_table_with_two_sockets": round((seated - empty) / tables, 1),
        "kilobytes_to_load": transfer_sizes(),
    }


async def measure_rate(load: ServerLoad, pid: int, rate: float, seconds: float) -> dict[str, Any]:
    before, began, machine_load = processor_seconds(pid), time.perf_counter(), os.getloadavg()[0]
    times, late = await load.send_answers(rate, seconds)
    lasted, used = time.perf_counter() - began, processor_seconds(pid) - before
    return {
        "answers": len(times),
        "answers_per_second_wanted": rate,
        "answers_per_second": round(len(times) / lasted, 1),
        "processor_ms_per_answer": round(used / len(times) * 1000, 2),
        "milliseconds": {
            "p50": percentile_ms(times, 0.5),
            "p90": percentile_ms(times, 0.9),
            "p99": percentile_ms(times, 0.99),
            "p999": percentile_ms(times, 0.999),
            "worst": percentile_ms(times, 1.0),
        },
        "late": late,
        "machine_load": [round(machine_load, 2), round(os.getloadavg()[0], 2)],  # before and after
    }


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rates", default="200", help="answers per second, separated by commas")
    parser.add_argument("--seconds", type=float, default=20, help="for each rate")
    parser.add_argument("--db")
    arguments = parser.parse_args()
    rates = [float(rate) for rate in arguments.rates.split(",")]
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--proxy", "127.0.0.1"]
        command += ["--db", arguments.db] if arguments.db else []
        environment = {**os.environ, "PARLOUR_HOME": home}
        with open(os.path.join(home, "log"), "w") as log:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert server.stdout is not None
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        try:
            document = uvloop.run(measure(port, server.pid, arguments.tables, rates, arguments.seconds))
        finally:
            server.terminate()
            server.wait(30)
    print(json.dumps(document, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
