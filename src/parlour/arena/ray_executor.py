"""The executor that plays matches on a Ray cluster. Ray itself runs only in a driver process of its own."""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec
from parlour.arena.executors import SHUTDOWN_SECONDS
from parlour.arena.ray_driver import RETRIES, run_driver
from parlour.arena.ray_node import hash_bot_files, pack_context
from parlour.kernel.extras import missing_package
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.workers.worker import MAX_REPLY_BYTES, from_line, to_line
from parlour.workers.worker_process import NoAnswer, WorkerProcess, python_command

BATCH_SECONDS = 1.0  # target length: a Ray task costs some milliseconds in four processes
CONNECT_TIMEOUT = 5.0  # seconds
STARTUP_TIMEOUT = 60.0  # seconds until the driver has to be connected
POLL_SECONDS = 1.0  # without a message, after which the head is checked
HEAD_LOST_SECONDS = 20.0  # without an answer, after which the head counts as lost
AUTO = "auto"  # the cluster that this machine is a node of
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
            raise missing_package("--ray", "ray")
        if address != AUTO:
            _check_head(address)
        command = python_command(run_driver)
        self.driver = WorkerProcess(command, MAX_REPLY_BYTES, foreign=False, stderr=subprocess.DEVNULL)
        self.driver.send(to_line((address, pack_context(game.home, spec))))

    def wait_until_ready(self) -> None:
        """Waits until the driver process is connected to the Ray cluster; raises a Problem if the cluster refuses or
        does not answer."""
        message = self.receive_message(STARTUP_TIMEOUT)
        if message is None:
            raise Problem(f"The Ray cluster at {self.address} does not answer; check it with `ray status`.")
        self.driver_answered = True
        kind, what, capacity = message
        if kind == "refused":
            raise Problem(what)
        self.head, self.parallelism = what, capacity

    def submit(self, batch: Batch) -> None:
        self.tickets += 1
        self.in_flight[self.tickets] = batch
        files = self.hash_files((batch.spec or self.spec).bots)
        packed_batch = pickle.dumps((batch, files), pickle.HIGHEST_PROTOCOL)
        self.driver.send(to_line((self.tickets, packed_batch)))

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
        while (message := self.receive_message(POLL_SECONDS)) is None:
            try:
                _check_head(self.head)
                seen = time.monotonic()
            except Problem:
                if time.monotonic() > seen + HEAD_LOST_SECONDS:
                    raise Problem(self._head_lost_text()) from None
        return message

    def receive_message(self, seconds: float) -> tuple[str, Any, Any] | None:
        """Returns the next message of the Ray driver process, None if there is none in time.

        Raises a Problem if the driver process has ended."""
        try:
            line = self.driver.receive(seconds)
        except NoAnswer:
            raise Problem(self._head_lost_text()) from None
        message: tuple[str, Any, Any] | None = None if line is None else from_line(line)
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
        self.driver.terminate(SHUTDOWN_SECONDS if self.driver_answered else 0.0)


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
                    f"The program that listens at {address} is not the head of a Ray cluster; give --ray the head's "
                    "HOST:PORT."
                )
    except TimeoutError:
        raise Problem(f"No Ray cluster answers at {address}; check that the head of one runs there.") from None
    except OSError:
        raise Problem(f"No Ray cluster listens at {address}; start one with `ray start --head --port=PORT`.") from None


@contextmanager
def open_ray_executor(game: Game, spec: MatchSpec, address: str) -> Iterator[RayExecutor]:
    """Opens an executor that plays matches on the Ray cluster at this address; cancels all its tasks at the end."""
    executor = RayExecutor(game, spec, address)
    try:
        executor.wait_until_ready()
        yield executor
    finally:
        executor.shutdown()
