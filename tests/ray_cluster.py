"""A real Ray cluster for tests: nodes on 127.0.0.2, 127.0.0.3 and so on, each a session of its own, so that one
can be killed at one stroke. `ray stop` is never used: it would end the clusters of others too."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import parlour

TIMEOUT = 180.0  # seconds
HEAD_ADDRESS = "127.0.0.2"
SOURCE = Path(parlour.__file__).parent.parent
RAY_SETTINGS = {  # a dead node is found out within about two seconds, a slow one may take its time
    "RAY_raylet_start_wait_time_s": str(int(TIMEOUT)),
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "10000",
    "RAY_health_check_failure_threshold": "3",
}
OBJECT_STORE_BYTES = 100_000_000  # bytes for objects, on each node


class RayTestCluster:
    """A cluster that only those who know the token may enter."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.token = secrets.token_hex(32)
        self.nodes: dict[str, subprocess.Popen[bytes]] = {}  # by address
        with socket.socket() as free:
            free.bind((HEAD_ADDRESS, 0))
            self.port = free.getsockname()[1]
        self.address = f"{HEAD_ADDRESS}:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """What everybody's environment must hold."""
        return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": self.token}

    def start_node(self, host: str, cores: int = 1, source: Path = SOURCE) -> None:
        """One more node, with the Parlour from that folder; the first is the head."""
        place = ["--head", f"--port={self.port}", f"--temp-dir={self.folder}", "--include-dashboard=false"]
        if self.nodes:
            place = [f"--address={self.address}"]
        settings = {
            "node-ip-address": host,
            "num-cpus": cores,
            "object-store-memory": OBJECT_STORE_BYTES,
            "min-worker-port": 0,
            "max-worker-port": 0,
            "dashboard-agent-listen-port": 0,
            "include-log-monitor": "false",
        }
        words = [f"--{name}={value}" for name, value in settings.items()]
        command = [
            str(Path(sys.executable).with_name("ray")),
            "start",
            "--block",
            "--disable-usage-stats",
            *place,
            *words,
        ]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)  # many processes load the same large library: once is enough
        kept.setdefault("PYTHONPYCACHEPREFIX", str(self.folder / "bytecode"))
        environment = {
            **kept,
            **RAY_SETTINGS,
            **self.environment,
            "PYTHONPATH": f"{source}{os.pathsep}{SOURCE.parent}",
        }
        with self.node_log(host).open("wb") as log:
            self.nodes[host] = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def node_log(self, host: str) -> Path:
        return self.folder / f"{host}.log"

    def wait_for_node(self, host: str) -> None:
        """Waits until the node is one of the cluster's."""
        begun = time.monotonic()
        while b"Ray runtime started" not in self.node_log(host).read_bytes():
            alive = self.nodes[host].poll() is None and time.monotonic() < begun + TIMEOUT
            assert alive, self.node_log(host).read_text()
            time.sleep(0.05)

    def kill_node(self, host: str) -> None:
        """The node's raylet, its workers and all else of it, as if somebody had pulled the plug."""
        node = self.nodes.pop(host)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(node.pid, signal.SIGKILL)
            node.wait(TIMEOUT)
            limit = time.monotonic() + TIMEOUT
            while time.monotonic() < limit:
                os.killpg(node.pid, 0)  # until nobody of them is left
                time.sleep(0.02)


def missing_requirement() -> str | None:
    """Why there can be no such cluster here."""
    if find_spec("ray") is None:
        return "Ray is not installed"
    if not sys.platform.startswith("linux"):
        return "only on Linux every address of 127.0.0.0/8 is this machine"
    return None


@contextlib.contextmanager
def running_ray_cluster(*others: str, cores: int = 1) -> Iterator[RayTestCluster]:
    """A head, and nodes at these addresses, all gone afterwards; a test is skipped where there is no Ray."""
    reason = missing_requirement()
    if reason is not None:
        if os.environ.get("PARLOUR_REQUIRE") == "all":
            pytest.fail(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="ray-"))  # the names of sockets in it must stay short
    rays = RayTestCluster(folder)
    try:
        for host in (HEAD_ADDRESS, *others):
            rays.start_node(host, cores)
        for host in (HEAD_ADDRESS, *others):
            rays.wait_for_node(host)
        yield rays
    finally:
        for host in list(rays.nodes):
            rays.kill_node(host)
        shutil.rmtree(folder, ignore_errors=True)
