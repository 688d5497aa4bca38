"""A contest that is closed, or killed, in the midst of matches."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from bench.contest import process_tree

from tests.contest.client import Fatal, Over
from tests.contest.house import Contest, pair


def gone(processes: list[int], within: float = 30.0) -> bool:
    """Whether none of these runs any more."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        if not any(Path(f"/proc/{process}").exists() for process in processes):
            return True
        time.sleep(0.1)
    return False


def test_who_plays_is_told_that_the_house_closes(tmp_path: Path) -> None:
    with Contest(tmp_path) as contest, pair(contest) as (first, second), contest.client() as waiting:
        waiting.enter("Ash", "new")
        first.hear("order")
        members = process_tree(contest.process.pid)
        contest.process.terminate()
        for client in (first, second, waiting):
            with pytest.raises((Fatal, Over)):
                client.hear(None)
        assert contest.stop() == 0
        assert gone(members)
        assert "Traceback" not in contest.log.read_text()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are counted in /proc")
def test_a_killed_house_leaves_nobody_behind(tmp_path: Path) -> None:
    with Contest(tmp_path) as contest, pair(contest) as (first, _), pair(contest) as (third, _):
        first.hear("order")
        third.hear("order")
        members = process_tree(contest.process.pid)
        assert len(members) > 1
        contest.process.kill()
        contest.process.wait()
        assert gone(members)
