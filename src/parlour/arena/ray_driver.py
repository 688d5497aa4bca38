"""The driver process of a Ray cluster. It is separate because Ray kills the process whose cluster is lost and prints
too much. It only passes on packed batches and results, and imports little but Ray, so that it starts quickly."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from concurrent.futures import Future
from functools import partial
from importlib import import_module
from queue import SimpleQueue
from typing import Any, BinaryIO

from parlour.workers.worker import from_line, take_over_pipes, to_line, write_line

RETRIES = 3  # of a batch whose worker or node died
HEAD_TIMEOUT = 8  # seconds
CAPACITY_POLL_SECONDS = 2.0  # between two counts of the processors
MAX_ERROR_LENGTH = 300  # characters of Ray's message
CORES_PER_SPARE_BATCH = 8  # one batch waits ready for so many processors
RAY_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_gcs_server_request_timeout_seconds": str(HEAD_TIMEOUT),
    "RAY_gcs_rpc_server_reconnect_timeout_s": "60",  # RayExecutor gives up long before
    "RAY_NUM_REDIS_GET_RETRIES": "3",
    "RAY_task_oom_retries": str(RETRIES),
}


def run_driver() -> None:
    """Connects to a Ray cluster, receives batches of matches and sends results until stdin closes; then cancels what
    is in flight. This is the main function of the driver process."""
    requests, replies = take_over_pipes()
    _prepare_environment()
    address, context = from_line(requests.readline())
    try:
        ray = _load_ray()
        ray.init(address=address, log_to_driver=False, configure_logging=False, logging_level=logging.CRITICAL)
        reason = None if _usable_nodes() else "No node of the Ray cluster has a processor (CPU) for tasks."
    except Exception as error:
        reason = _describe_connect_error(address, error)
    if reason is not None:
        write_line(replies, to_line(("refused", reason, None)))
        return
    driver = RayDriver(replies, context)
    driver.accept_batches(requests)
    driver.shutdown()


def _load_ray() -> Any:
    """Imports and returns the Ray library, which only the driver process and the nodes of the cluster need."""
    return import_module("ray")


def _prepare_environment() -> None:
    """Sets Ray's environment variables and leaves the current folder: Ray would make the nodes look for modules
    where its driver runs."""
    os.environ.update(RAY_SETTINGS)
    sys.argv = [""]
    os.chdir("/")


def _describe_connect_error(address: str, error: Exception) -> str:
    """Returns the reason why a Ray cluster refused the connection, in one sentence."""
    message = " ".join(f"{error} {error.__cause__ or ''}".split())
    if "authentication token" in message.lower():
        return f"The Ray cluster at {address} rejected the token; set RAY_AUTH_MODE and RAY_AUTH_TOKEN as it has them."
    if "Version mismatch" in message:
        return f"The Ray cluster at {address} has another Ray or Python than this machine: {message[:MAX_ERROR_LENGTH]}"
    if "any running Ray instance" in message:
        return "No Ray cluster runs on this machine; start one with `ray start --head`."
    if "No node info found" in message:
        return (
            f"This machine is not a node of the Ray cluster at {address}; "
            f"make it one with `ray start --address={address}`."
        )
    return f"The Ray cluster at {address} refused the connection: {_last_line(error.__cause__ or error)}"


def _usable_nodes() -> list[dict[str, Any]]:
    """Returns the living nodes of the Ray cluster that have at least one processor."""
    return [node for node in _load_ray().nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]


def _batch_capacity() -> int:
    """Returns how many batches of matches to keep in flight on the Ray cluster: one per processor, and some more, so
    that no processor waits."""
    cores = int(sum(node["Resources"]["CPU"] for node in _usable_nodes()))
    return cores + max(1, cores // CORES_PER_SPARE_BATCH)


def _last_line(error: BaseException) -> str:
    """Returns the last line of an error message, without the traceback."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:MAX_ERROR_LENGTH] if lines else type(error).__name__


def play_batch_task(context: bytes, packed_batch: bytes) -> bytes:
    """Plays a packed batch of matches as a task on a node of the Ray cluster, and returns the packed result."""
    done: bytes = import_module("parlour.arena.ray_node").play_packed_batch(
        context, packed_batch, _load_ray().util.get_node_ip_address()
    )
    return done


def _describe_node(error: Exception) -> str:
    """Returns words that name the Ray node where an error happened; some kinds of Ray errors do not tell it."""
    address = getattr(error, "ip", None)
    return f"The node {address}" if address else "A node of the Ray cluster"


def _task_result(future: Future[bytes]) -> tuple[str, Any]:
    """Returns how a Ray task ended: the result of its batch of matches, the reason why a node could not play it, or
    that it was lost after all retries."""
    error = future.exception()
    if error is None:
        return "done", future.result()
    if isinstance(error, _load_ray().exceptions.RayTaskError):
        return "failed", f"{_describe_node(error)} cannot play: {_last_line(error)}."
    return "lost", _last_line(error)


class RayDriver:
    """The batches of matches in flight on a Ray cluster. One thread accepts batches, one watches the cluster, one
    sends messages."""

    def __init__(self, replies: int, context: bytes) -> None:
        ray = _load_ray()
        self.replies = replies  # descriptor
        self.task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_batch_task)
        self.context_ref = ray.put(context)
        self.in_flight: dict[int, Any] = {}  # by ticket
        self.outbox: SimpleQueue[tuple[str, Any, Any]] = SimpleQueue()
        self.outbox.put(("ready", ray.get_runtime_context().gcs_address, _batch_capacity()))
        for work in (self.send_messages, self.watch_capacity):
            threading.Thread(target=work, daemon=True).start()

    def accept_batches(self, requests: BinaryIO) -> None:
        """Starts a Ray task for each batch of matches that arrives, until no more can come."""
        for line in requests:
            ticket, packed_batch = from_line(line)
            ref = self.in_flight[ticket] = self.task.remote(self.context_ref, packed_batch)
            ref.future().add_done_callback(partial(self.on_task_done, ticket))

    def on_task_done(self, ticket: int, future: Future[bytes]) -> None:
        """Puts a finished Ray task into the queue of outgoing messages. Ray calls this from its own thread, so it
        must not block."""
        self.outbox.put(("done", ticket, future))

    def watch_capacity(self) -> None:
        """Reports every few seconds how many batches of matches the Ray cluster can play, as nodes come and go."""
        while True:
            time.sleep(CAPACITY_POLL_SECONDS)
            self.outbox.put(("capacity", _batch_capacity(), None))

    def send_messages(self) -> None:
        while True:
            kind, what, more = self.outbox.get()
            if kind == "done":
                del self.in_flight[what]
                kind, more = _task_result(more)
            write_line(self.replies, to_line((kind, what, more)))

    def shutdown(self) -> None:
        """Cancels the Ray tasks in flight. Without any, ends this process at once: the cluster's head notices it."""
        if not self.in_flight:
            os._exit(0)
        for ref in list(self.in_flight.values()):
            _load_ray().cancel(ref, force=True)
        _load_ray().shutdown()
