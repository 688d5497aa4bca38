"""Measures a contest server under load: matches between two clients with random orders, on 127.0.0.1.

    python -m bench.contest [--matches 50] [--turns 500] [--light] [--workers 2] [--json]

The server is started as by the command line. Its CPU time is that of all its processes, from the first client to the
last `over`. A match of this size has about 12,000 orders, most of them refused. With `--light`, clients keep no board
but only follow their own beavers, so that the clients do not dominate the measurement. Unknown options are passed to
the server."""

from __future__ import annotations

import argparse
import json
import os
import random
import selectors
import socket
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.contest.contest_server import ContestServer
from tests.contest.joueur_client import FatalError, JoueurClient
from tests.contest.turn_strategies import GOODS, ORDERS_PER_TURN, random_player

EOT: Final = b"\x04"
MAP_SETTINGS: Final = "mapWidth=32&mapHeight=20"
READ_BYTES: Final = 1 << 16
TICKS_PER_SECOND: Final = os.sysconf("SC_CLK_TCK")
MAX_BEAVERS: Final = 10  # beavers that a light client tracks
SETTLE_SECONDS: Final = 1.5  # time for the server to finish the last match


class LoadTally(NamedTuple):
    ended: int  # clients that received `over`
    timed_out: int
    orders: int
    refused: int


class LightClient:
    """A contest client for load tests: reads the first game state and its own results, skips all other updates."""

    def __init__(self, port: int, session: str, index: int, settings: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rng = random.Random(f"{session} {index}")
        self.index = index
        self.buffer = b""
        self.orders = self.refused = self.orders_left = 0
        self.order = 0
        self.ended_by = ""
        self.beavers: list[list[str]] = []  # id and tile of each
        self.last_order: tuple[str, list[str], str] = ("", [], "")
        self.neighbours: dict[str, list[str]] = {}
        self.lodges: list[str] = []
        self.jobs: list[str] = []
        self.spawners: list[str] = []
        self.targets: list[str] = []
        request = {"gameName": "Stumped", "requestedSession": session, "clientType": "Light", "playerName": f"L{index}",
                 "playerIndex": index, "gameSettings": settings or None}  # fmt: skip
        self.send("play", request)

    def send(self, event: str, data: Any) -> None:
        self.socket.sendall(json.dumps({"event": event, "data": data}).encode() + EOT)

    def receive(self) -> None:
        piece = self.socket.recv(READ_BYTES)
        if not piece:
            raise RuntimeError("The server closed a socket without a word.")
        *whole, self.buffer = (self.buffer + piece).split(EOT)
        for text in whole:
            head = text[:32]
            if b'"delta"' in head:
                if not self.neighbours:
                    self.learn_state(json.loads(text)["data"])
            elif b'"invalid"' in head:
                self.refused += 1
            elif b'"ran"' in head:
                self.learn_result(json.loads(text).get("data"))
                self.send_next()
            elif b'"order"' in head:
                self.order = json.loads(text)["data"]["index"]
                self.orders_left = ORDERS_PER_TURN
                self.send_next()
            elif b'"over"' in head:
                self.ended_by = "over"
            elif b'"fatal"' in head:
                fatal = json.loads(text)["data"]
                if not fatal["timedOut"]:
                    raise RuntimeError(f"The server broke off: {fatal['message']}")
                self.ended_by = "timed out"

    def learn_state(self, state: dict[str, Any]) -> None:
        things = state["gameObjects"]
        sides = ("tileNorth", "tileEast", "tileSouth", "tileWest")
        for number, thing in things.items():
            kind = thing["gameObjectName"]
            if kind == "Tile":
                self.neighbours[number] = [thing[side]["id"] for side in sides if thing[side]]
            elif kind == "Job":
                self.jobs.append(number)
            elif kind == "Spawner":
                self.spawners.append(number)
            elif kind == "Beaver":
                self.targets.append(number)
                if thing["owner"] == state["players"][str(self.index)]:
                    self.beavers.append([number, thing["tile"]["id"]])

    def learn_result(self, value: Any) -> None:
        """Updates the client's own beavers and lodges from the server's result of its last order."""
        function, beaver, tile = self.last_order
        if function == "move" and value is True:
            beaver[1] = tile
        elif function == "buildLodge" and value is True:
            self.lodges.append(beaver[1])
        elif function == "recruit" and value is not None:
            self.beavers = [*self.beavers, [value["id"], tile]][-MAX_BEAVERS:]
            self.targets.append(value["id"])

    def send_next(self) -> None:
        if self.orders_left == 0:
            self.send("finished", {"orderIndex": self.order, "returned": True})
            return
        self.orders_left -= 1
        self.orders += 1
        choice = self.rng.choice
        beaver = choice(self.beavers)
        function = choice(("recruit", "buildLodge", "move", "harvest", "attack", "drop", "pickup"))
        tile = choice(self.neighbours[beaver[1]])
        caller = beaver[0]
        args: dict[str, Any] = {"tile": {"id": tile}}
        if function == "recruit":
            caller, tile = choice(self.jobs), choice(self.lodges or [beaver[1]])
            args = {"tile": {"id": tile}}
        elif function == "buildLodge":
            args = {}
        elif function == "harvest":
            args = {"spawner": {"id": choice(self.spawners)}}
        elif function == "attack":
            args = {"beaver": {"id": choice(self.targets)}}
        elif function != "move":
            args |= {"resource": choice(GOODS), "amount": self.rng.randrange(3)}
        self.last_order = (function, beaver, tile)
        self.send("run", {"caller": {"id": caller}, "functionName": function, "args": args})


def play_light(port: int, sessions: list[str], settings: str) -> LoadTally:
    """Plays both sides of these contest matches with light clients in one thread; returns the tally of orders."""
    clients = [LightClient(port, session, index, "" if index else settings) for session in sessions for index in (0, 1)]
    with selectors.DefaultSelector() as waiting:
        for client in clients:
            waiting.register(client.socket, selectors.EVENT_READ, client)
        while waiting.get_map():
            for key, _ in waiting.select():
                client = key.data
                client.receive()
                if client.ended_by:
                    waiting.unregister(client.socket)
                    client.socket.close()
    return add_tallies([
        LoadTally(int(client.ended_by == "over"), int(client.ended_by == "timed out"), client.orders, client.refused)
        for client in clients
    ])  # fmt: skip


def play_full(port: int, sessions: list[str], settings: str) -> LoadTally:
    """Plays both sides of these contest matches with clients that keep the whole board, one thread per client."""
    tallies: list[LoadTally] = []

    def seat(client: JoueurClient, seed: int) -> None:
        late = 0
        try:
            client.play(random_player(seed))
        except FatalError as fatal:
            if not fatal.timed_out:
                raise
            late = 1
        tallies.append(LoadTally(1 - late, late, client.orders, len(client.refusals)))

    clients = [JoueurClient("127.0.0.1", port, patience=600) for _ in sessions for _ in (0, 1)]
    for number, client in enumerate(clients):
        match, index = divmod(number, 2)
        client.join(f"Full {index}", sessions[match], "" if index else settings, index)
    threads = [threading.Thread(target=seat, args=(client, number)) for number, client in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return add_tallies(tallies)


def add_tallies(tallies: list[LoadTally]) -> LoadTally:
    return LoadTally(*(sum(column) for column in zip(*tallies, strict=True)))


def process_tree(process: int) -> list[int]:
    """Returns the ids of a process and of all its descendants."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [process]
    for member in found:
        found.extend(parents.get(member, []))
    return found


def cpu_seconds(process: int) -> tuple[float, float, float]:
    """Returns the CPU seconds of a contest server: of its lobby, and the user and system time of its match processes,
    also of those that have ended."""
    lobby = user = system = 0
    for member in process_tree(process):
        try:
            fields = Path(f"/proc/{member}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        own_user, own_system, ended_user, ended_system = (int(field) for field in fields[11:15])
        if member == process:
            lobby += own_user + own_system
            user, system = user + ended_user, system + ended_system
        else:
            user, system = user + own_user + ended_user, system + own_system + ended_system
    return lobby / TICKS_PER_SECOND, user / TICKS_PER_SECOND, system / TICKS_PER_SECOND


def measure(matches: int, turns: int, light: bool, workers: int, words: list[str]) -> dict[str, Any]:
    settings = f"{MAP_SETTINGS}&maxTurns={turns}&lodgesToWin=60&randomSeed="
    with tempfile.TemporaryDirectory() as home, ContestServer(Path(home), *words) as contest:
        time.sleep(SETTLE_SECONDS)
        idle = cpu_seconds(contest.process.pid)
        began = time.perf_counter()
        names = [f"load{number}" for number in range(matches)]
        shares = [names[number::workers] for number in range(min(workers, matches))]
        with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as pool:
            playing = [
                pool.submit(play_light if light else play_full, contest.port, share, f"{settings}{number}")
                for number, share in enumerate(shares)
            ]
            tally = add_tallies([each.result() for each in playing])
        wall = time.perf_counter() - began
        time.sleep(SETTLE_SECONDS)
        after = cpu_seconds(contest.process.pid)
    lobby, user, system = (now - before for now, before in zip(after, idle, strict=True))
    spent = lobby + user + system
    return {
        "matches": matches,
        "turns": turns,
        "clients": "light" if light else "full",
        "ended": tally.ended // 2,
        "time-outs": tally.timed_out,
        "orders a match": round(tally.orders / matches),
        "refused": round(tally.refused / max(1, tally.orders), 3),
        "wall seconds": round(wall, 2),
        "server CPU seconds": round(spent, 2),
        "server CPU seconds a match": round(spent / matches, 3),
        "server microseconds an order": round(spent / max(1, tally.orders) * 1e6, 1),
        "of them in the lobby": round(lobby / max(1, tally.orders) * 1e6, 1),
        "of them in matches, system": round(system / max(1, tally.orders) * 1e6, 1),
        "of them in matches, user": round(user / max(1, tally.orders) * 1e6, 1),
        "orders a second": round(tally.orders / wall),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--turns", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2, help="processes that the clients share")
    parser.add_argument("--light", action="store_true", help="clients that keep no board")
    parser.add_argument("--json", action="store_true", help="JSON only, without the table")
    words, rest = parser.parse_known_args()
    figures = measure(words.matches, words.turns, words.light, words.workers, rest)
    if not words.json:
        for name, value in figures.items():
            print(f"{name:32}{value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
