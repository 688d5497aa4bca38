"""Contest servers that are stopped or killed during matches."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from bench.contest import process_tree

from tests.contest.contest_server import ContestServer, connected_pair
from tests.contest.joueur_client import FatalError, MatchOver


def have_exited(processes: list[int], within: float = 30.0) -> bool:
    """Returns whether none of these processes is running any more."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        if not any(Path(f"/proc/{process}").exists() for process in processes):
            return True
        time.sleep(0.1)
    return False


def test_clients_are_notified_when_the_server_stops(tmp_path: Path) -> None:
    with ContestServer(tmp_path) as contest, connected_pair(contest) as (first, second), contest.client() as waiting:
        waiting.join("Ash", "new")
        first.receive_until("order")
        members = process_tree(contest.process.pid)
        contest.process.terminate()
        for client in (first, second, waiting):
            with pytest.raises((FatalError, MatchOver)):
                client.receive_until(None)
        assert contest.stop() == 0
        assert have_exited(members)
        assert "Traceback" not in contest.log.read_text()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are counted in /proc")
def test_a_killed_server_leaves_no_processes(tmp_path: Path) -> None:
    with (
        ContestServer(tmp_path) as contest,
        connected_pair(contest) as (first, _),
        connected_pair(contest) as (third, _),
    ):
        first.receive_until("order")
        third.receive_until("order")
        members = process_tree(contest.process.pid)
        assert len(members) > 1
        contest.process.kill()
        contest.process.wait()
        assert have_exited(members)
