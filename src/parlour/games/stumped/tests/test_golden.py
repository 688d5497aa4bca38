"""Golden matches: all texts of whole matches, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.stumped import GAME
from parlour.kernel.game import prepare_options
from parlour.kernel.options import Value
from tests.golden_matches import GoldenMatch, compare_with_files

SMALL: dict[str, Value] = {
    "width": 10, "height": 6, "trees_max": 4, "cattails_max": 2, "turns": 26, "lodges": 2, "free_beavers": 2,
}  # fmt: skip


def match(seed: int, profile: str) -> GoldenMatch:
    """Plays random bots, so that changes of other bots do not change the text."""
    return GoldenMatch(["random"] * 2, prepare_options(GAME, 2, {**SMALL, "profile": profile}), seed)


MATCHES = {"document": match(23, "document"), "server": match(37, "server")}


def test_golden_matches() -> None:
    compare_with_files(GAME, Path(__file__).parent / "golden", MATCHES)
