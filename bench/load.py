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

WEB = Path(parlour.__file__).parent / "web" / "dist"
SETTLE = 3.0  # seconds before memory is read
GROUP = 50  # tables set up at a time
LOADS = re.compile(r"""(?:from|import|src=|href=|url\()\s*["']?\.?/?(?:assets/)?([\w.-]+\.(?:js|css|woff2|svg))""")


class Seat:
    """A player: knows the question it is asked, and counts what it is told."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.updates = 0
        self.question: dict[str, Any] | None = None
        self.news = asyncio.Event()

    async def listen(self) -> None:
        async for raw in self.wire:
            message = json.loads(raw)
            if message["type"] == "update":
                self.updates += 1
                self.question = message["question"]
                self.news.set()
            elif message["type"] == "refused":
                raise SystemExit(f"The server refused: {message}")

    async def told(self, count: int) -> None:
        while self.updates < count:
            self.news.clear()
            await self.news.wait()


class Load:
    def __init__(self, port: int) -> None:
        self.port = port
        self.times: list[float] = []
        self.late = 0

    def http(self, method: str, path: str, body: Any, address: str) -> Any:
        headers = {"content-type": "application/json", "x-forwarded-for": address}
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def set_up(self, number: int) -> tuple[str, str, list[str]]:
        """A table from an address of its own, both seats taken."""
        address = f"10.{number // 62500 % 250}.{number // 250 % 250}.{number % 250 + 1}"
        table = self.http("POST", "/api/tables", {"game": "magpie", "seats": ["open", "open"]}, address)["id"]
        names = ("Ann", "Bob")
        tokens = [self.http("POST", f"/api/tables/{table}/seats", {"name": name}, address)["token"] for name in names]
        return table, address, tokens

    async def tables(self, count: int, first: int = 0) -> list[tuple[str, str, list[str]]]:
        found = []
        for start in range(first, first + count, GROUP):
            numbers = range(start, min(start + GROUP, first + count))
            found += await asyncio.gather(*(asyncio.to_thread(self.set_up, number) for number in numbers))
        return found

    async def sit(self, table: str, address: str, tokens: list[str]) -> list[Seat]:
        seats = []
        for number, token in enumerate(tokens):
            url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
            headers = {"x-forwarded-for": address}
            wire = await connect(url, additional_headers=headers, compression=None, ping_interval=None)
            await wire.send(json.dumps({"type": "hello", "seat": number, "token": token}))
            seat = Seat(wire)
            seats.append(seat)
            tasks.add(asyncio.create_task(seat.listen()))
            await seat.told(1)
        return seats

    async def answer(self, seats: list[Seat], rng: random.Random) -> None:
        """One answer at a table, until both have seen what came of it."""
        asked = next((seat for seat in seats if seat.question is not None), None)
        if asked is None or asked.question is None:
            return
        question, asked.question = asked.question, None
        legal = [choice["action"] for choice in question["choices"] if choice["reason"] is None]
        counts = [seat.updates + 1 for seat in seats]
        action = rng.choice(legal[:3])
        begun = time.perf_counter()
        await asked.wire.send(json.dumps({"type": "answer", "question": question["number"], "action": action}))
        await asyncio.gather(*(seat.told(count) for seat, count in zip(seats, counts, strict=True)))
        self.times.append(time.perf_counter() - begun)

    async def turn(self, seats: list[Seat], rng: random.Random, busy: set[int]) -> None:
        await self.answer(seats, rng)
        busy.discard(id(seats))

    async def run(self, company: list[list[Seat]], rate: float, seconds: float) -> None:
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
            task = asyncio.create_task(self.turn(seats, rng, busy))
            underway.add(task)
            task.add_done_callback(underway.discard)
        await asyncio.gather(*underway)


tasks: set[asyncio.Task[None]] = set()


def memory(pid: int) -> float:
    """Kilobytes of a process that are its own."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(float(found) for found in re.findall(r"^Private_\w+:\s+(\d+)", text, re.M))


def share(times: list[float], part: float) -> float:
    return round(sorted(times)[min(int(len(times) * part), len(times) - 1)] * 1000, 2) if times else 0.0


def sizes() -> dict[str, float]:
    """Kilobytes over the wire: all that the first page loads, and each board."""
    if not (WEB / "index.html").is_file():
        return {}
    seen: set[Path] = set()
    wanted = [WEB / "index.html", *(WEB / "assets").glob("lobby-page*")]
    while wanted:
        path = wanted.pop()
        if path not in seen:
            seen.add(path)
            wanted += [found for name in LOADS.findall(_text(path)) if (found := WEB / "assets" / name).is_file()]
    found = {"shell": sum(wire_size(path) for path in seen)}
    for board in sorted((WEB.parent.parent / "games").glob("*/web/board.js")):
        found[f"board {board.parent.parent.name}"] = wire_size(board)
    return {name: round(size / 1000, 1) for name, size in found.items()}


def _text(path: Path) -> str:
    return path.read_text() if path.suffix in (".html", ".css", ".js") else ""


def wire_size(path: Path) -> int:
    body = path.read_bytes()
    return len(body) if path.suffix == ".woff2" else len(gzip.compress(body, 9))


async def measure(port: int, pid: int, words: argparse.Namespace) -> dict[str, Any]:
    load = Load(port)
    await load.tables(20)
    await asyncio.sleep(SETTLE)
    empty = memory(pid)
    found = await load.tables(words.tables, 20)
    await asyncio.sleep(SETTLE)
    idle = memory(pid)
    company: list[list[Seat]] = []
    for start in range(0, len(found), GROUP):
        company += await asyncio.gather(*(load.sit(*table) for table in found[start : start + GROUP]))
    await asyncio.sleep(SETTLE)
    seated = memory(pid)
    await load.run(company, words.rate, words.seconds)
    document = {
        "tables": words.tables,
        "sockets": 2 * words.tables,
        "answers": len(load.times),
        "answers_per_second": words.rate,
        "milliseconds": {"p50": share(load.times, 0.5), "p90": share(load.times, 0.9), "p99": share(load.times, 0.99),
                         "p999": share(load.times, 0.999), "worst": share(load.times, 1.0)},
        "load_generator_late": load.late,
        "kilobytes_per_idle_table": round((idle - empty) / words.tables, 1),
        "kilobytes_per_table_with_two_sockets": round((seated - empty) / words.tables, 1),
        "kilobytes_to_load": sizes(),
    }  # fmt: skip
    for task in tasks:
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
