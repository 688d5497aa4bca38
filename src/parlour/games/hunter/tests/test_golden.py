"""Whole matches of Hunter & Apprentice, line by line."""

from __future__ import annotations

from pathlib import Path

from parlour.games.hunter import GAME
from parlour.kernel.game import prepare_options
from parlour.kernel.options import Value
from tests.golden_matches import GoldenMatch, compare_with_files


def match(seats: int, seed: int, **options: Value) -> GoldenMatch:
    """A match of random players, so that changes of bots do not change the text."""
    return GoldenMatch(["random"] * seats, prepare_options(GAME, seats, options), seed)


MATCHES = {
    "default": match(3, 106, weapons="Katana,Knife,Whip", max_rounds=7),
    "classic": match(2, 92, rules="classic", finish="first", weapons="Axe,Gloves", max_rounds=9),
    "later": match(4, 56, rules="2026", weapons="Bat,Rifle,Chain,Sword", max_rounds=5),
}


def test_golden_matches() -> None:
    compare_with_files(GAME, Path(__file__).parent / "golden", MATCHES)
