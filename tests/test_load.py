"""The load test of the server: it sends every answer, with fewer tables than answers at once and matches that end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench import load

from tests.server_harness import ServerProcess


def test_one_table_takes_more_answers_than_a_match_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "SETTLE_SECONDS", 0.0)
    with ServerProcess(tmp_path, "--proxy", "127.0.0.1") as served:
        measuring = load.measure(served.server.port, served.process.pid, tables=1, rates=[1000.0], seconds=0.06)
        document = asyncio.run(asyncio.wait_for(measuring, 300))
        assert served.stop() == 0
    (run,) = document["runs"]
    assert run["answers"] == 60  # a match has 24
    assert run["processor_ms_per_answer"] >= 0
    assert set(run["milliseconds"]) == {"p50", "p90", "p99", "p999", "worst"}
