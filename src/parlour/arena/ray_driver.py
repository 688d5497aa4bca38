"""Our envoy at a Ray cluster: a process of its own, because Ray ends whoever holds on to a cluster that is gone, and
talks too much. It only passes on packed batches and packed results, and loads nothing but Ray: others wait for it."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

RETRIES = 3  # of a batch whose worker or node died
HEAD_TIMEOUT = 8  # seconds for a head to answer
CAPACITY_POLL_SECONDS = 2.0  # seconds between two looks at how many processors there are
MAX_ERROR_LENGTH = 300  # letters of what Ray says
CORES_PER_SPARE_BATCH = 8  # processors for each batch that lies ready
RAY_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_gcs_server_request_timeout_seconds": str(HEAD_TIMEOUT),
    "RAY_gcs_rpc_server_reconnect_timeout_s": "60",  # whom we work for has given it up long before
    "RAY_NUM_REDIS_GET_RETRIES": "3",
    "RAY_task_oom_retries": str(RETRIES),
}


def main() -> None:
    """Begins as a program that is given the number of its line."""
    run_driver(Connection(int(sys.argv[1])))


def run_driver(line: Connection) -> None:
    """The life of an envoy: batches in, results out, until nobody is there any more; then all work is called off."""
    _prepare_environment()
    address, kit = line.recv()
    try:
        ray = _load_ray()
        ray.init(address=address, log_to_driver=False, configure_logging=False, logging_level=logging.CRITICAL)
        reason = None if _usable_nodes() else "No node of the Ray cluster has a processor to play on."
    except Exception as error:
        reason = _describe_connect_error(address, error)
    if reason is not None:
        line.send(("refused", reason, None))
        return
    envoy = RayDriver(line, kit)
    envoy.accept_batches()
    envoy.shutdown()


def _load_ray() -> Any:
    """The library, loaded here and on the nodes alone."""
    return import_module("ray")


def _prepare_environment() -> None:
    """Ray reads these settings. It also tells the nodes to look for modules where its driver is: nowhere."""
    os.environ.update(RAY_SETTINGS)
    sys.argv = [""]
    os.chdir("/")


def _describe_connect_error(address: str, error: Exception) -> str:
    """Why Ray would not have us, in one sentence."""
    told = " ".join(f"{error} {error.__cause__ or ''}".split())
    if "authentication token" in told.lower():
        return f"The Ray cluster at {address} wants another token; RAY_AUTH_MODE and RAY_AUTH_TOKEN must be as there."
    if "Version mismatch" in told:
        return f"The Ray cluster at {address} has another Ray or Python than this machine: {told[:MAX_ERROR_LENGTH]}"
    if "any running Ray instance" in told:
        return "No Ray cluster runs on this machine; `ray start --head` starts one."
    if "No node info found" in told:
        return f"This machine is no node of the Ray cluster at {address}; `ray start --address={address}` makes it one."
    return f"The Ray cluster at {address} did not let us in: {_last_line(error.__cause__ or error)}"


def _usable_nodes() -> list[dict[str, Any]]:
    """Those that play."""
    return [node for node in _load_ray().nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]


def _batch_capacity() -> int:
    """Batches that the nodes can play at once, and some that lie ready, so that no processor waits for the next."""
    cores = int(sum(node["Resources"]["CPU"] for node in _usable_nodes()))
    return cores + max(1, cores // CORES_PER_SPARE_BATCH)


def _last_line(error: BaseException) -> str:
    """What went wrong, without the way there."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:MAX_ERROR_LENGTH] if lines else type(error).__name__


def play_batch_task(kit: bytes, order: bytes) -> bytes:
    """A batch, as a task of Ray."""
    done: bytes = import_module("parlour.arena.ray_node").play_packed_batch(
        kit, order, _load_ray().util.get_node_ip_address()
    )
    return done


def _describe_node(error: Exception) -> str:
    """Where it happened; Ray hides that behind errors of some kinds."""
    address = getattr(error, "ip", None)
    return f"The node {address}" if address else "A node of the Ray cluster"


def _task_result(future: Future[bytes]) -> tuple[str, Any]:
    """What a batch came to: its result, why a node could not even begin, or that it was lost again and again."""
    error = future.exception()
    if error is None:
        return "done", future.result()
    if isinstance(error, _load_ray().exceptions.RayTaskError):
        return "failed", f"{_describe_node(error)} cannot play: {_last_line(error)}."
    return "lost", _last_line(error)


class RayDriver:
    """Holds what is underway. One thread takes orders, one looks at the cluster, one tells what has happened."""

    def __init__(self, line: Connection, kit: bytes) -> None:
        ray = _load_ray()
        self.connection = line
        self.task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_batch_task)
        self.context_ref = ray.put(kit)
        self.in_flight: dict[int, Any] = {}  # by ticket
        self.outbox: SimpleQueue[tuple[str, Any, Any]] = SimpleQueue()
        self.outbox.put(("here", ray.get_runtime_context().gcs_address, _batch_capacity()))
        for work in (self.send_messages, self.watch_capacity):
            threading.Thread(target=work, daemon=True).start()

    def accept_batches(self) -> None:
        """Takes orders for as long as there are any."""
        while True:
            try:
                ticket, order = self.connection.recv()
            except (EOFError, OSError):
                return
            ref = self.in_flight[ticket] = self.task.remote(self.context_ref, order)
            ref.future().add_done_callback(partial(self.on_task_done, ticket))

    def on_task_done(self, ticket: int, future: Future[bytes]) -> None:
        """Ray's own thread calls this: it must not wait for anybody."""
        self.outbox.put(("done", ticket, future))

    def watch_capacity(self) -> None:
        """Nodes come and go."""
        while True:
            time.sleep(CAPACITY_POLL_SECONDS)
            self.outbox.put(("width", _batch_capacity(), None))

    def send_messages(self) -> None:
        while True:
            kind, what, more = self.outbox.get()
            if kind == "done":
                del self.in_flight[what]
                kind, more = _task_result(more)
            with suppress(OSError):
                self.connection.send((kind, what, more))

    def shutdown(self) -> None:
        """Nobody wants the rest. With nothing underway there is nothing to say: the head sees that we are gone."""
        if not self.in_flight:
            os._exit(0)
        for ref in list(self.in_flight.values()):
            _load_ray().cancel(ref, force=True)
        _load_ray().shutdown()
