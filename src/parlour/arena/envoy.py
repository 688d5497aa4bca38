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
REACH = 8  # seconds for a head to answer
LOOK = 2.0  # seconds between two looks at how many processors there are
MOST = 300  # letters of what Ray says
READY = 8  # processors for each batch that lies ready
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_gcs_server_request_timeout_seconds": str(REACH),
    "RAY_gcs_rpc_server_reconnect_timeout_s": "60",  # whom we work for has given it up long before
    "RAY_NUM_REDIS_GET_RETRIES": "3",
    "RAY_task_oom_retries": str(RETRIES),
}


def main() -> None:
    """Begins as a program that is given the number of its line."""
    serve(Connection(int(sys.argv[1])))


def serve(line: Connection) -> None:
    """The life of an envoy: batches in, results out, until nobody is there any more; then all work is called off."""
    _settle()
    address, kit = line.recv()
    try:
        ray = _ray()
        ray.init(address=address, log_to_driver=False, configure_logging=False, logging_level=logging.CRITICAL)
        reason = None if _nodes() else "No node of the Ray cluster has a processor to play on."
    except Exception as error:
        reason = _complaint(address, error)
    if reason is not None:
        line.send(("refused", reason, None))
        return
    envoy = Envoy(line, kit)
    envoy.attend()
    envoy.leave()


def _ray() -> Any:
    """The library, loaded here and on the nodes alone."""
    return import_module("ray")


def _settle() -> None:
    """Ray reads these settings. It also tells the nodes to look for modules where its driver is: nowhere."""
    os.environ.update(SETTINGS)
    sys.argv = [""]
    os.chdir("/")


def _complaint(address: str, error: Exception) -> str:
    """Why Ray would not have us, in one sentence."""
    told = " ".join(f"{error} {error.__cause__ or ''}".split())
    if "authentication token" in told.lower():
        return f"The Ray cluster at {address} wants another token; RAY_AUTH_MODE and RAY_AUTH_TOKEN must be as there."
    if "Version mismatch" in told:
        return f"The Ray cluster at {address} has another Ray or Python than this machine: {told[:MOST]}"
    if "any running Ray instance" in told:
        return "No Ray cluster runs on this machine; `ray start --head` starts one."
    if "No node info found" in told:
        return (
            f"This machine is no node of the Ray cluster at {address}; `ray start --address={address}` makes it one."
        )
    return f"The Ray cluster at {address} did not let us in: {_last_words(error.__cause__ or error)}"


def _nodes() -> list[dict[str, Any]]:
    """Those that play."""
    return [node for node in _ray().nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]


def _width() -> int:
    """Batches that the nodes can play at once, and some that lie ready, so that no processor waits for the next."""
    cores = int(sum(node["Resources"]["CPU"] for node in _nodes()))
    return cores + max(1, cores // READY)


def _last_words(error: BaseException) -> str:
    """What went wrong, without the way there."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:MOST] if lines else type(error).__name__


def play_here(kit: bytes, order: bytes) -> bytes:
    """A batch, as a task of Ray."""
    done: bytes = import_module("parlour.arena.nodes").play_order(kit, order, _ray().util.get_node_ip_address())
    return done


def _place(error: Exception) -> str:
    """Where it happened; Ray hides that behind errors of some kinds."""
    address = getattr(error, "ip", None)
    return f"The node {address}" if address else "A node of the Ray cluster"


def _came_to(future: Future[bytes]) -> tuple[str, Any]:
    """What a batch came to: its result, why a node could not even begin, or that it was lost again and again."""
    error = future.exception()
    if error is None:
        return "done", future.result()
    if isinstance(error, _ray().exceptions.RayTaskError):
        return "failed", f"{_place(error)} cannot play: {_last_words(error)}."
    return "lost", _last_words(error)


class Envoy:
    """Holds what is underway. One thread takes orders, one looks at the cluster, one tells what has happened."""

    def __init__(self, line: Connection, kit: bytes) -> None:
        ray = _ray()
        self.line = line
        self.task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_here)
        self.kit = ray.put(kit)
        self.underway: dict[int, Any] = {}  # by ticket
        self.news: SimpleQueue[tuple[str, Any, Any]] = SimpleQueue()
        self.news.put(("here", ray.get_runtime_context().gcs_address, _width()))
        for work in (self.tell, self.look):
            threading.Thread(target=work, daemon=True).start()

    def attend(self) -> None:
        """Takes orders for as long as there are any."""
        while True:
            try:
                ticket, order = self.line.recv()
            except (EOFError, OSError):
                return
            ref = self.underway[ticket] = self.task.remote(self.kit, order)
            ref.future().add_done_callback(partial(self.note, ticket))

    def note(self, ticket: int, future: Future[bytes]) -> None:
        """Ray's own thread calls this: it must not wait for anybody."""
        self.news.put(("done", ticket, future))

    def look(self) -> None:
        """Nodes come and go."""
        while True:
            time.sleep(LOOK)
            self.news.put(("width", _width(), None))

    def tell(self) -> None:
        while True:
            kind, what, more = self.news.get()
            if kind == "done":
                del self.underway[what]
                kind, more = _came_to(more)
            with suppress(OSError):
                self.line.send((kind, what, more))

    def leave(self) -> None:
        """Nobody wants the rest. With nothing underway there is nothing to say: the head sees that we are gone."""
        if not self.underway:
            os._exit(0)
        for ref in list(self.underway.values()):
            _ray().cancel(ref, force=True)
        _ray().shutdown()
