"""Checks with a small sample that the levels are in order; the README has the large sample."""

from __future__ import annotations

from itertools import pairwise

import pytest

from parlour.bots import make_bot
from parlour.games.magpie import GAME
from parlour.kernel.match import play_out_match
from parlour.kernel.rng import match_seed
from parlour.kernel.state import winners


def win_rate(above: str, below: str, games: int) -> float:
    """Returns the share of matches that the bot above wins; the seats change after every match."""
    share = 0.0
    for index in range(games):
        seat = index % 2
        bots = [make_bot(GAME, above), make_bot(GAME, below)]
        state = GAME.start(2, {"stones": 15}, None)
        play_out_match(state, bots if seat == 0 else bots[::-1], match_seed(4, index), None)
        best = [int(winner) for winner in winners(state)]
        share += (seat in best) / max(1, len(best))
    return share / games


@pytest.mark.long
def test_each_level_beats_the_one_below() -> None:
    for below, above in pairwise(GAME.coach.levels):
        assert win_rate(above, below, 6) > 0.55
