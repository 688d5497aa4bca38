"""Whole matches of harmonictook, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.tests.card_packs import TEA_JSON
from parlour.kernel.game import prepare_options
from parlour.kernel.options import Value
from tests.golden_matches import GoldenMatch, compare_with_files


def match(bots: list[str], seed: int, **options: Value) -> GoldenMatch:
    return GoldenMatch(bots, prepare_options(GAME, len(bots), options), seed)


BOTH: dict[str, Value] = {"harbor": True, "millionaires_row": True, "random_first_player": True, "starting_coins": 12}
MATCHES = {
    "base": match(["random"] * 2, 11, landmarks_to_win=3),
    "both": match(["random"] * 4, 9, landmarks_to_win=3, **BOTH),
    "tea": match(["random"] * 3, 31, cards=f"tea.json\n{TEA_JSON}", market="hybrid", landmarks_to_win=2),
}


def test_golden_matches() -> None:
    compare_with_files(GAME, Path(__file__).parent / "golden", MATCHES)
