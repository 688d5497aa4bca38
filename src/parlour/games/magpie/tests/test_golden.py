"""Compares whole matches of Magpie with the files in golden/, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.magpie import GAME
from tests.golden_matches import GoldenMatch, compare_with_files

MATCHES = {
    "thrifty": GoldenMatch(["thrifty"] * 3, {"stones": 15}, 7),
    "random": GoldenMatch(["random"] * 2, {"stones": 6}, 3),
}


def test_golden_matches() -> None:
    compare_with_files(GAME, Path(__file__).parent / "golden", MATCHES)
