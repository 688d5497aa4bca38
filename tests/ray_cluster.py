"""A real Ray cluster for tests. Its nodes are 127.0.0.2, 127.0.0.3 and so on, each in its own process session, so that
it can be killed at once. `ray stop` is not used, because it would also stop other clusters."""

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
RAY_SETTINGS = {  # dead nodes are detected within about two seconds, slow ones are tolerated
    "RAY_raylet_start_wait_time_s": str(int(TIMEOUT)),
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "10000",
    "RAY_health_check_failure_threshold": "3",
}
OBJECT_STORE_BYTES = 100_000_000  # on each node


class RayTestCluster:
    """A cluster protected by a token."""

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
        """Returns the environment variables that nodes and drivers need."""
        return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": self.token}

    def start_node(self, host: str, cores: int = 1, source: Path = SOURCE) -> None:
        """Starts a node with the Parlour from that folder; the first node is the head."""
        role = ["--head", f"--port={self.port}", f"--temp-dir={self.folder}", "--include-dashboard=false"]
        if self.nodes:
            role = [f"--address={self.address}"]
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
            *role,
            *words,
        ]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)  # so that Ray is compiled to bytecode only once
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
        """Waits until the node has joined the cluster."""
        begun = time.monotonic()
        while b"Ray runtime started" not in self.node_log(host).read_bytes():
            alive = self.nodes[host].poll() is None and time.monotonic() < begun + TIMEOUT
            assert alive, self.node_log(host).read_text()
            time.sleep(0.05)

    def kill_node(self, host: str) -> None:
        """Kills all processes of the node at once."""
        node = self.nodes.pop(host)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(node.pid, signal.SIGKILL)
            node.wait(TIMEOUT)
            limit = time.monotonic() + TIMEOUT
            while time.monotonic() < limit:
                os.killpg(node.pid, 0)  # raises ProcessLookupError when no process is left
                time.sleep(0.02)


def missing_requirement() -> str | None:
    """Returns the reason why no cluster can run on this machine."""
    if find_spec("ray") is None:
        return "Ray is not installed"
    if not sys.platform.startswith("linux"):
        return "only on Linux every address of 127.0.0.0/8 is this machine"
    return None


@contextlib.contextmanager
def running_ray_cluster(*others: str, cores: int = 1) -> Iterator[RayTestCluster]:
    """Runs a head and nodes at these addresses; skips the test where Ray cannot run."""
    reason = missing_requirement()
    if reason is not None:
        if os.environ.get("PARLOUR_REQUIRE") == "all":
            pytest.fail(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="ray-"))  # short, because the paths of sockets are limited
    cluster = RayTestCluster(folder)
    try:
        for host in (HEAD_ADDRESS, *others):
            cluster.start_node(host, cores)
        for host in (HEAD_ADDRESS, *others):
            cluster.wait_for_node(host)
        yield cluster
    finally:
        for host in list(cluster.nodes):
            cluster.kill_node(host)
        shutil.rmtree(folder, ignore_errors=True)
