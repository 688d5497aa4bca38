"""The executor that plays matches on a Ray cluster. Ray itself runs only in a driver process of its own."""

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

BATCH_SECONDS = 1.0  # target length: a Ray task costs some milliseconds in four processes
CONNECT_TIMEOUT = 5.0  # seconds
STARTUP_TIMEOUT = 60.0  # seconds until the driver has to be connected
POLL_SECONDS = 1.0  # without a message, after which the head is checked
HEAD_LOST_SECONDS = 20.0  # without an answer, after which the head counts as lost
AUTO = "auto"  # the cluster that this machine is a node of
DRIVER_CODE = "from parlour.arena.ray_driver import main; main()"
GRPC_FRAME_SIZE, GRPC_SETTINGS_FRAME = (
    9,
    b"\x04",
)  # a head speaks gRPC, so it first sends a frame of this type


class RayExecutor:
    """Plays batches of matches on all processors of a Ray cluster, whose nodes may come and go."""

    target_seconds = BATCH_SECONDS

    def __init__(self, game: Game, spec: MatchSpec, address: str) -> None:
        self.parallelism = 1
        self.game = game
        self.spec = spec
        self.head = self.address = address
        self.in_flight: dict[int, Batch] = {}  # by ticket
        self.tickets = 0
        self.driver_answered = False
        self.hash_files = lru_cache(maxsize=256)(hash_bot_files)
        if find_spec("ray") is None:
            raise Problem("Ray is not installed; install it with `pip install 'parlour[ray]'`.")
        if address != AUTO:
            _check_head(address)
        self.connection, theirs = Pipe()
        with block_interrupts(), theirs:
            self.process = _start_driver(theirs)
        self._send((address, pack_context(game.home, spec)))

    def wait_until_ready(self) -> None:
        """Waits until the driver process is connected to the Ray cluster; raises a Problem if the cluster refuses or
        does not answer."""
        if not self.connection.poll(STARTUP_TIMEOUT):
            raise Problem(f"The Ray cluster at {self.address} does not answer; check it with `ray status`.")
        self.driver_answered = True
        try:
            kind, what, capacity = self.connection.recv()
        except (EOFError, OSError):
            raise Problem(self._head_lost_text()) from None
        if kind == "refused":
            raise Problem(what)
        self.head, self.parallelism = what, capacity

    def submit(self, batch: Batch) -> None:
        self.tickets += 1
        self.in_flight[self.tickets] = batch
        files = self.hash_files((batch.spec or self.spec).bots)
        packed_batch = pickle.dumps((batch, files), pickle.HIGHEST_PROTOCOL)
        self._send((self.tickets, packed_batch))

    def _send(self, what: object) -> None:
        with suppress(OSError):  # the driver died: result() reports it
            self.connection.send(what)

    def result(self) -> BatchResult | BatchFailure:
        while True:
            kind, what, more = self._next_message()
            if kind == "capacity":
                self.parallelism = what
                continue
            batch = self.in_flight.pop(what)
            if kind != "done":
                return BatchFailure(batch, more if kind == "failed" else self._batch_lost_text(batch, more))
            done: BatchResult | BatchFailure = pickle.loads(more)
            return done._replace(batch=batch)  # results come back without their spec

    def _next_message(self) -> tuple[str, Any, Any]:
        """Returns the next message of the Ray driver process; raises a Problem if it or the cluster's head is lost."""
        seen = time.monotonic()
        while not self.connection.poll(POLL_SECONDS):
            try:
                _check_head(self.head)
                seen = time.monotonic()
            except Problem:
                if time.monotonic() > seen + HEAD_LOST_SECONDS:
                    raise Problem(self._head_lost_text()) from None
        try:
            message: tuple[str, Any, Any] = self.connection.recv()
        except (EOFError, OSError):
            raise Problem(self._head_lost_text()) from None
        return message

    def _head_lost_text(self) -> str:
        return (
            f"The head of the Ray cluster at {self.head} is lost, and with it all batches in progress."
            " Restart the cluster, then this command."
        )

    def _batch_lost_text(self, batch: Batch, message: str) -> str:
        last = batch.first + batch.size - 1
        return (
            f"Matches {batch.first} to {last} of {self.game.title} were lost on the Ray cluster {RETRIES + 1} times; "
            f"a bot crashed, or memory ran out. {message}"
        )

    def shutdown(self) -> None:
        """Ends the Ray driver process, and with it the batches in flight; does not wait if it is still connecting."""
        self.connection.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(SHUTDOWN_SECONDS if self.driver_answered else 0)
        self.process.kill()
        self.process.wait()


def _start_driver(connection: Connection) -> subprocess.Popen[bytes]:
    """Starts the driver process that talks to the Ray cluster; it imports neither the command line nor a game."""
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER_CODE, str(connection.fileno())],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(place) for place in sys.path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[connection.fileno()],
    )


def _check_head(address: str) -> None:
    """Connects to the head of a Ray cluster for a moment; raises a Problem if it cannot be reached."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536 or "/" in host:
        raise Problem(f"Give --ray the HOST:PORT of the cluster's head, or auto on one of its nodes, not {address!r}.")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT) as connection:
            if (
                os.environ.get("RAY_USE_TLS", "0") == "0"
                and connection.recv(GRPC_FRAME_SIZE, socket.MSG_WAITALL)[3:4] != GRPC_SETTINGS_FRAME
            ):
                raise Problem(
                    f"What listens at {address} is not the head of a Ray cluster; give --ray the head's HOST:PORT."
                )
    except TimeoutError:
        raise Problem(f"Nothing answers at {address}; check that the head of a Ray cluster runs there.") from None
    except OSError:
        raise Problem(f"Nothing listens at {address}; `ray start --head --port=PORT` starts a Ray cluster.") from None


@contextmanager
def open_ray_executor(game: Game, spec: MatchSpec, address: str) -> Iterator[RayExecutor]:
    """Opens an executor that plays matches on the Ray cluster at this address; cancels all its tasks at the end."""
    executor = RayExecutor(game, spec, address)
    try:
        executor.wait_until_ready()
        yield executor
    finally:
        executor.shutdown()
