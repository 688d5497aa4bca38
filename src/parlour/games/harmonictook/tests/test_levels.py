"""Stronger bots win more: small samples with loose bounds; the README has the large ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from parlour.games.harmonictook import GAME
from tests import win_rates


def wins(bot: str, others: Sequence[str], games: int) -> float:
    return win_rates.win_rate(GAME, bot, others, games, 4)


@pytest.mark.long
@pytest.mark.parametrize(("above", "below"), [("thoughtful", "random"), ("impatient", "random")])
def test_s18_whoever_takes_landmarks_beats_random(above: str, below: str) -> None:
    assert wins(above, [below], 20) >= 0.75  # the original: 96 and 99 %
    assert wins(above, [below] * 3, 16) >= 0.55  # 84 and 92 %


@pytest.mark.long
def test_the_impatient_beats_the_thoughtful() -> None:
    assert wins("impatient", ["thoughtful"], 24) >= 0.6


@pytest.mark.long
def test_s18_ev_alone_beats_one_random_player() -> None:
    assert wins("ev", ["random"], 16) >= 0.6  # the original: 91 %


def test_nobody_wins_by_passing() -> None:
    assert wins("pass", ["random"], 6) == 0


@pytest.mark.long
@pytest.mark.parametrize(("below", "above"), list(pairwise(GAME.coach.levels)))
def test_each_level_beats_the_one_below(below: str, above: str) -> None:
    assert tuple(GAME.coach.levels) == ("easy", "medium", "hard", "expert")
    assert wins(above, [below], 100) >= 0.55  # 64 % and more, measured
