"""Dice: how likely every total is, with one die and with two (15.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ROW: Final[i64] = 16  # places of a row of totals; nothing fires on the last
ONE_DIE: Final = vec[float]([0.0] + [1 / 6] * 6 + [0.0] * 9)
TWO_DICE: Final = vec[float]([max(0, 6 - abs(total - 7)) / 36 for total in range(16)])
LOWEST: Final[i64] = 1
HIGHEST: Final[i64] = 12  # before a harbor adds to it
P_DOUBLE: Final = 1 / 6
EXTRA_TURNS: Final = 1.2  # R40: turns a turn with an amusement park and two dice, 1 / (1 - P_DOUBLE)
FACE: Final = 3.5  # the mean of a die


def p_hits(hits: i64, dice: i64) -> float:
    """How likely one of these totals, a mask of bits, is rolled with so many dice."""
    found = 0.0
    for total in range(LOWEST, HIGHEST + 1):
        if (hits >> total) & 1 == 1:
            found += ONE_DIE[total] if dice == 1 else TWO_DICE[total]
    return found


def hits_of(totals: Iterable[int]) -> i64:
    """A mask of these totals."""
    mask: i64 = 0
    for total in totals:
        mask |= 1 << total
    return mask
