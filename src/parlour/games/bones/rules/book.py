"""The figures of Baldur's Bones that do not change in a match: the rolls of opponents, and the cost of a defeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from parlour.games.bones.study.odds.coached import CoachSolver
    from parlour.games.bones.study.odds.solver import Solver


class Book:
    """The figures of a match, shared by all its positions: by opponent, the lower of its two possible totals and the
    health that a defeat costs; and the solvers made from them."""

    def __init__(self, low: vec[i64], cost: vec[i64]) -> None:
        self.low = low  # by foe; high is low + 1
        self.cost = cost  # health, by foe; that of the match by BOSS_EVEN
        self.solver: Solver | None = None  # made at its first use
        self.coach: CoachSolver | None = None
