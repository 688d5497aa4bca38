"""Whole matches of Baldur's Bones, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.bones import GAME
from parlour.games.bones.tests.sheets import FULL, SHORT
from tests.golden_matches import GoldenMatch, compare_with_files

MATCHES = {
    "optimal": GoldenMatch(["optimal"], FULL, 8),
    "thumb": GoldenMatch(["thumb"], {"tutorial": True, "boss": "Mira"}, 10),
    "random": GoldenMatch(["random"], FULL, 4),
    "skipped": GoldenMatch(["hold18"], SHORT, 8),
}


def test_golden_matches() -> None:
    compare_with_files(GAME, Path(__file__).parent / "golden", MATCHES)
