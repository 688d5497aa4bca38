"""Tests of bench/throughput.py, which measures Parlour beside other libraries."""

from __future__ import annotations

import re

import pytest
from bench import throughput


@pytest.mark.long
def test_throughput_measures_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    throughput.main(["--seconds", "0.001", "--rounds", "1", "--only", "Parlour"])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| Parlour | ")]
    assert len(rows) == 15
    assert all(re.search(r"\| [\d,]{3,} \|$", row) for row in rows)
