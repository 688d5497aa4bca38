"""Tests of the C++ twins that bench/limit.py measures: they play the same matches, move by move."""

from __future__ import annotations

import os
import shutil

import pytest
from bench.limit import ROWS, SEATS, compare, compiled_twins, limit_text, own_digests, twin_digests

from parlour.kernel.problem import Problem


def test_the_twins_play_the_same_matches_and_are_compared_with_ours() -> None:
    if shutil.which(os.environ.get("CXX", "c++")) is None:
        if os.environ.get("PARLOUR_REQUIRE") == "all":
            pytest.fail("no C++ compiler")
        pytest.skip("no C++ compiler on this machine")
    with compiled_twins() as programs:
        for game in SEATS:
            assert twin_digests(programs[game], 20) == own_digests(game, 20), game
        rows = {row.name: compare(row, programs[row.game], 0.01) for row in ROWS}
    text = limit_text({"build": "pure", "equal_matches": 20, "rows": rows})
    assert all(f"{row.name} " in text for row in ROWS)
    assert "20 matches of each game were equal" in text


def test_without_a_cpp_compiler_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(Problem, match="no C\\+\\+ compiler"), compiled_twins():
        pass
