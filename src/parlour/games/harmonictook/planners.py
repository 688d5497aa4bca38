"""Bots of harmonictook that calculate."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.citizens import Citizen
from parlour.games.harmonictook.rules import Harmonictook
from parlour.games.harmonictook.strategy import best_option, score_options


class Calculator(Citizen):
    """EVBot: whatever adds most to the income of a round; the horizon scales all alike (R45)."""

    def __init__(self, horizon: float) -> None:
        super().__init__()
        self.horizon = horizon

    def build(self, town: Harmonictook, seat: i64) -> i64:
        options: vec[i64] = town.legal(seat)[1:]
        almanac = self.open(town)
        return best_option(almanac, options, score_options(almanac, seat, options, self.horizon))
