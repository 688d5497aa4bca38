"""Whole matches of Magpie, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.magpie import GAME
from tests.golden import Match, compare

MATCHES = {
    "thrifty": Match(["thrifty"] * 3, {"stones": 15}, 7),
    "random": Match(["random"] * 2, {"stones": 6}, 3),
}


def test_golden_matches() -> None:
    compare(GAME, Path(__file__).parent / "golden", MATCHES)
