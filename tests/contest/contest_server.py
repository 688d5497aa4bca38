"""A contest server started from the command line, and matches played on it."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from tests.contest.joueur_client import ClientOutcome, JoueurClient, TurnFunction
from tests.contest.protocol_checker import ProtocolChecker
from tests.contest.turn_strategies import random_player

ROOT = Path(__file__).resolve().parents[2]
SMALL_MAP = "mapWidth=16&mapHeight=10&randomSeed=7"
session_names = (f"s{number}" for number in itertools.count())


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in found]


class HttpPage(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class ContestServer:
    """`parlour contest stumped` on free ports; its output stays in its folder."""

    def __init__(self, home: Path, *words: str) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.port, self.web_port, self.socket_port = free_ports(3)
        self.log = home / "contest.log"
        environment = {"PYTHONPATH": str(ROOT / "src"), **os.environ, "PARLOUR_HOME": str(home)}
        ports = ("--port", str(self.port), "--web-port", str(self.web_port), "--socket-port", str(self.socket_port))
        start = [sys.executable, "-m", "parlour", "contest", "stumped", "--host", "127.0.0.1", *ports]
        with self.log.open("w") as log:
            command = [*start, "--folder", str(home / "games"), *words]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        for port in (self.port, self.web_port, self.socket_port):
            self.wait_for(port)

    def wait_for(self, port: int) -> None:
        for _ in range(1200):
            assert self.process.poll() is None, self.log.read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
                return
            time.sleep(0.05)
        raise AssertionError(f"nobody listens on {port}: {self.log.read_text()}")

    def get(self, path: str) -> HttpPage:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.web_port}{path}", timeout=30) as answer:
                headers = {name.lower(): value for name, value in answer.headers.items()}
                return HttpPage(answer.status, headers, answer.read())
        except urllib.error.HTTPError as error:
            return HttpPage(error.code, {}, error.read())

    def client(self, **rest: Any) -> JoueurClient:
        return JoueurClient("127.0.0.1", self.port, **rest)

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def __enter__(self) -> ContestServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@contextlib.contextmanager
def running_contest(home: Path, *words: str) -> Iterator[ContestServer]:
    """Runs a contest server for a whole test file, and checks at the end that it logged no errors."""
    with ContestServer(home, *words) as contest:
        yield contest
        assert contest.process.poll() is None
    assert "Traceback" not in contest.log.read_text(), contest.log.read_text()


class ClientMatch(NamedTuple):
    client: JoueurClient
    checker: ProtocolChecker
    outcome: ClientOutcome


def play_one_client(
    contest: ContestServer, turn: TurnFunction, session: str, settings: str = "", name: str = "Oak", **rest: Any
) -> ClientMatch:
    """Plays one client from its first message to the end."""
    checker = ProtocolChecker()
    with contest.client(keep=True, checker=checker) as client:
        client.join(name, session, settings, **rest)
        return ClientMatch(client, checker, client.play(turn))


def play_match(
    contest: ContestServer, *turns: TurnFunction, settings: str = SMALL_MAP, session: str = ""
) -> list[ClientMatch]:
    """Plays a whole match between two clients, each in its own thread, and asserts that both conversations have no
    faults."""
    session = session or next(session_names)
    with ThreadPoolExecutor(2) as pool:
        seats = [
            pool.submit(
                play_one_client,
                contest,
                turn,
                session,
                settings if index == 0 else "",
                f"Player {index}",
                index=index,
            )
            for index, turn in enumerate(turns)
        ]
        return [check_and_return(seat) for seat in seats]


def check_and_return(seat: Future[ClientMatch]) -> ClientMatch:
    played = seat.result(120)
    assert played.checker.faults == []
    return played


@contextlib.contextmanager
def connected_pair(
    contest: ContestServer, settings: str = SMALL_MAP, session: str = "", **rest: Any
) -> Iterator[tuple[JoueurClient, JoueurClient]]:
    """Two clients in a started match; the test sends the messages of both."""
    session = session or next(session_names)
    with (
        contest.client(checker=ProtocolChecker(), **rest) as first,
        contest.client(checker=ProtocolChecker(), **rest) as second,
    ):
        first.join("Oak", session, settings, 0)
        second.join("Elm", session, "", 1)
        first.wait_for_start()
        second.wait_for_start()
        yield first, second


@contextlib.contextmanager
def unrelated_match(contest: ContestServer) -> Iterator[None]:
    """Plays a match of other clients during the block, which must end without faults afterwards."""
    under_way, gate = threading.Event(), threading.Event()

    def turn(client: JoueurClient) -> bool:
        if client.game.current_turn >= 2:
            under_way.set()
        if client.game.current_turn == 5:
            assert gate.wait(120)
        return random_player(client.game.current_turn, 8)(client)

    with ThreadPoolExecutor(1) as pool:
        others = pool.submit(
            play_match, contest, turn, turn, settings=f"{SMALL_MAP}&maxTurns=8&playerStartingTime=600000000000"
        )
        try:
            assert under_way.wait(60), "the match of the bystanders did not begin"
            yield
        finally:
            gate.set()
        first, second = others.result(120)
    assert first.outcome.won != second.outcome.won
    assert first.outcome.turn == second.outcome.turn == 7
    assert contest.process.poll() is None
