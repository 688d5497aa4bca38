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

from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec
from parlour.arena.executors import SHUTDOWN_SECONDS, block_interrupts
from parlour.arena.ray_driver import RETRIES
from parlour.arena.ray_node import hash_bot_files, pack_context
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem

BATCH_SECONDS = 1.0  # seconds that a batch should take: a task of Ray costs some milliseconds in four processes
CONNECT_TIMEOUT = 5.0  # seconds for somebody to open at an address
STARTUP_TIMEOUT = 60.0  # seconds until the envoy has to be in
POLL_SECONDS = 1.0  # seconds without news after which we see whether the head is still there
HEAD_LOST_SECONDS = 20.0  # seconds without a head after which it counts as lost
AUTO = "auto"  # the cluster that this machine is a node of
DRIVER_CODE = "from parlour.arena.ray_driver import main; main()"
GRPC_FRAME_SIZE, GRPC_SETTINGS_FRAME = (
    9,
    b"\x04",
)  # a head speaks gRPC, and so the first thing it says is a frame of this kind


class RayExecutor:
    """A crew of all processors of a cluster; nodes may come and go."""

    target_seconds = BATCH_SECONDS

    def __init__(self, game: Game, job: MatchSpec, address: str) -> None:
        self.parallelism = 1
        self.game = game
        self.spec = job
        self.head = self.address = address
        self.in_flight: dict[int, Batch] = {}  # by ticket
        self.tickets = 0
        self.driver_answered = False  # whether the envoy has said anything
        self.hash_files = lru_cache(maxsize=256)(hash_bot_files)
        if find_spec("ray") is None:
            raise Problem("Ray is not installed here; `pip install 'parlour[ray]'` brings it.")
        if address != AUTO:
            _check_head(address)
        self.connection, theirs = Pipe()
        with block_interrupts(), theirs:
            self.process = _start_driver(theirs)
        self._send((address, pack_context(game.home, job)))

    def wait_until_ready(self) -> None:
        """Waits until the envoy is in."""
        if not self.connection.poll(STARTUP_TIMEOUT):
            raise Problem(f"The Ray cluster at {self.address} does not answer.")
        self.driver_answered = True
        try:
            kind, what, width = self.connection.recv()
        except (EOFError, OSError):
            raise Problem(self._head_lost_text()) from None
        if kind == "refused":
            raise Problem(what)
        self.head, self.parallelism = what, width

    def submit(self, batch: Batch) -> None:
        self.tickets += 1
        self.in_flight[self.tickets] = batch
        files = self.hash_files((batch.spec or self.spec).bots)
        order = pickle.dumps((batch, files), pickle.HIGHEST_PROTOCOL)
        self._send((self.tickets, order))

    def _send(self, what: object) -> None:
        with suppress(OSError):  # the envoy died: reading from it will say so
            self.connection.send(what)

    def result(self) -> BatchResult | BatchFailure:
        while True:
            kind, what, more = self._next_message()
            if kind == "width":
                self.parallelism = what
                continue
            batch = self.in_flight.pop(what)
            if kind != "done":
                return BatchFailure(batch, more if kind == "failed" else self._batch_lost_text(batch, more))
            done: BatchResult | BatchFailure = pickle.loads(more)
            return done._replace(batch=batch)  # the job did not travel back

    def _next_message(self) -> tuple[str, Any, Any]:
        """The next thing that the envoy says; a Problem if it or the head is lost."""
        seen = time.monotonic()
        while not self.connection.poll(POLL_SECONDS):
            try:
                _check_head(self.head)
                seen = time.monotonic()
            except Problem:
                if time.monotonic() > seen + HEAD_LOST_SECONDS:
                    raise Problem(self._head_lost_text()) from None
        try:
            news: tuple[str, Any, Any] = self.connection.recv()
        except (EOFError, OSError):
            raise Problem(self._head_lost_text()) from None
        return news

    def _head_lost_text(self) -> str:
        return f"The head of the Ray cluster at {self.head} is lost, and with it what was underway."

    def _batch_lost_text(self, batch: Batch, told: str) -> str:
        last = batch.first + batch.size - 1
        return (
            f"Matches {batch.first} to {last} of {self.game.title} were lost on the Ray cluster {RETRIES + 1} times; "
            f"a bot or the memory may be to blame. {told}"
        )

    def shutdown(self) -> None:
        """Calls off what is underway; an envoy that still waits to be let in is not waited for."""
        self.connection.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(SHUTDOWN_SECONDS if self.driver_answered else 0)
        self.process.kill()
        self.process.wait()


def _start_driver(line: Connection) -> subprocess.Popen[bytes]:
    """A process that loads neither our own program nor a game."""
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER_CODE, str(line.fileno())],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(place) for place in sys.path)},
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        pass_fds=[line.fileno()],
    )


def _check_head(address: str) -> None:
    """Goes to the head, or says why not."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536 or "/" in host:
        raise Problem(f"A Ray cluster is called by its head's HOST:PORT, or auto on one of its nodes, not {address!r}.")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT) as door:
            if (
                os.environ.get("RAY_USE_TLS", "0") == "0"
                and door.recv(GRPC_FRAME_SIZE, socket.MSG_WAITALL)[3:4] != GRPC_SETTINGS_FRAME
            ):
                raise Problem(f"What listens at {address} is not the head of a Ray cluster.")
    except TimeoutError:
        raise Problem(f"Nobody answers at {address}; is it the head of a Ray cluster?") from None
    except OSError:
        raise Problem(f"Nobody listens at {address}; `ray start --head --port=PORT` starts a Ray cluster.") from None


@contextmanager
def open_ray_executor(game: Game, job: MatchSpec, address: str) -> Iterator[RayExecutor]:
    """A cluster for the time of a run: no task is left behind, however it ends."""
    cluster = RayExecutor(game, job, address)
    try:
        cluster.wait_until_ready()
        yield cluster
    finally:
        cluster.shutdown()
