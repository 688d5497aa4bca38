"""Whole matches of Baldur's Bones, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.bones import GAME
from parlour.games.bones.tests.sheets import FULL, SHORT
from tests.golden import Match, compare

MATCHES = {
    "optimal": Match(["optimal"], FULL, 8),
    "thumb": Match(["thumb"], {"tutorial": True, "boss": "Mira"}, 10),
    "random": Match(["random"], FULL, 4),
    "skipped": Match(["hold18"], SHORT, 8),
}


def test_golden_matches() -> None:
    compare(GAME, Path(__file__).parent / "golden", MATCHES)
