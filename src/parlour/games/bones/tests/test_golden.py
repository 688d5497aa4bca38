"""Compares whole matches of Baldur's Bones with the files in golden/, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.bones import GAME
from parlour.games.bones.tests.positions import WITH_TUTORIAL, WITHOUT_TUTORIAL
from tests.golden_matches import GoldenMatch, compare_with_files

MATCHES = {
    "optimal": GoldenMatch(["optimal"], WITH_TUTORIAL, 8),
    "thumb": GoldenMatch(["thumb"], {"tutorial": True, "boss": "Mira"}, 10),
    "random": GoldenMatch(["random"], WITH_TUTORIAL, 4),
    "skipped": GoldenMatch(["hold18"], WITHOUT_TUTORIAL, 8),
}


def test_golden_matches() -> None:
    compare_with_files(GAME, Path(__file__).parent / "golden", MATCHES)
