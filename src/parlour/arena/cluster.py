"""A crew on many machines: the nodes of a Ray cluster. Ray itself is left to an envoy, a process of its own."""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.util import find_spec
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from parlour.arena.batch import Batch, Failed, Job, Played
from parlour.arena.envoy import RETRIES
from parlour.arena.nodes import files_of, kit_for
from parlour.arena.pool import PATIENCE, interrupts_held
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem

LEISURELY = 1.0  # seconds that a batch should take: a task of Ray costs some milliseconds in four processes
KNOCK = 5.0  # seconds for somebody to open at an address
WELCOME = 60.0  # seconds until the envoy has to be in
BEAT = 1.0  # seconds without news after which we see whether the head is still there
GONE = 20.0  # seconds without a head after which it counts as lost
AUTO = "auto"  # the cluster that this machine is a node of
ENVOY = "from parlour.arena.envoy import main; main()"
FRAME, SETTINGS = 9, b"\x04"  # a head speaks gRPC, and so the first thing it says is a frame of this kind


class Cluster:
    """A crew of all processors of a cluster; nodes may come and go."""

    pace = LEISURELY

    def __init__(self, game: Game, job: Job, address: str) -> None:
        self.width = 1
        self.game = game
        self.job = job
        self.head = self.address = address
        self.underway: dict[int, Batch] = {}  # by ticket
        self.tickets = 0
        self.told = False  # whether the envoy has said anything
        self.files = lru_cache(maxsize=256)(files_of)
        if find_spec("ray") is None:
            raise Problem("Ray is not installed here; `pip install 'parlour[ray]'` brings it.")
        if address != AUTO:
            _knock(address)
        self.line, theirs = Pipe()
        with interrupts_held(), theirs:
            self.process = _send_envoy(theirs)
        self._send((address, kit_for(game.home, job)))

    def enter(self) -> None:
        """Waits until the envoy is in."""
        if not self.line.poll(WELCOME):
            raise Problem(f"The Ray cluster at {self.address} does not answer.")
        self.told = True
        try:
            kind, what, width = self.line.recv()
        except (EOFError, OSError):
            raise Problem(self._loss()) from None
        if kind == "refused":
            raise Problem(what)
        self.head, self.width = what, width

    def submit(self, batch: Batch) -> None:
        self.tickets += 1
        self.underway[self.tickets] = batch
        files = self.files((batch.job or self.job).bots)
        order = pickle.dumps((batch, files), pickle.HIGHEST_PROTOCOL)
        self._send((self.tickets, order))

    def _send(self, what: object) -> None:
        with suppress(OSError):  # the envoy died: reading from it will say so
            self.line.send(what)

    def result(self) -> Played | Failed:
        while True:
            kind, what, more = self._news()
            if kind == "width":
                self.width = what
                continue
            batch = self.underway.pop(what)
            if kind != "done":
                return Failed(batch, more if kind == "failed" else self._obituary(batch, more))
            done: Played | Failed = pickle.loads(more)
            return done._replace(batch=batch)  # the job did not travel back

    def _news(self) -> tuple[str, Any, Any]:
        """The next thing that the envoy says; a Problem if it or the head is lost."""
        seen = time.monotonic()
        while not self.line.poll(BEAT):
            try:
                _knock(self.head)
                seen = time.monotonic()
            except Problem:
                if time.monotonic() > seen + GONE:
                    raise Problem(self._loss()) from None
        try:
            news: tuple[str, Any, Any] = self.line.recv()
        except (EOFError, OSError):
            raise Problem(self._loss()) from None
        return news

    def _loss(self) -> str:
        return f"The head of the Ray cluster at {self.head} is lost, and with it what was underway."

    def _obituary(self, batch: Batch, told: str) -> str:
        last = batch.first + batch.size - 1
        return (
            f"Matches {batch.first} to {last} of {self.game.title} were lost on the Ray cluster {RETRIES + 1} times; "
            f"a bot or the memory may be to blame. {told}"
        )

    def dismiss(self) -> None:
        """Calls off what is underway; an envoy that still waits to be let in is not waited for."""
        self.line.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE if self.told else 0)
        self.process.kill()
        self.process.wait()


def _send_envoy(line: Connection) -> subprocess.Popen[bytes]:
    """A process that loads neither our own program nor a game."""
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-c", ENVOY, str(line.fileno())],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(place) for place in sys.path)},
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        pass_fds=[line.fileno()],
    )


def _knock(address: str) -> None:
    """Goes to the head, or says why not."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536 or "/" in host:
        raise Problem(
            f"A Ray cluster is called by its head's HOST:PORT, or auto on one of its nodes, not {address!r}."
        )
    try:
        with socket.create_connection((host.strip("[]"), int(port)), KNOCK) as door:
            if os.environ.get("RAY_USE_TLS", "0") == "0" and door.recv(FRAME, socket.MSG_WAITALL)[3:4] != SETTINGS:
                raise Problem(f"What listens at {address} is not the head of a Ray cluster.")
    except TimeoutError:
        raise Problem(f"Nobody answers at {address}; is it the head of a Ray cluster?") from None
    except OSError:
        raise Problem(f"Nobody listens at {address}; `ray start --head --port=PORT` starts a Ray cluster.") from None


@contextmanager
def open_cluster(game: Game, job: Job, address: str) -> Iterator[Cluster]:
    """A cluster for the time of a run: no task is left behind, however it ends."""
    cluster = Cluster(game, job, address)
    try:
        cluster.enter()
        yield cluster
    finally:
        cluster.dismiss()
