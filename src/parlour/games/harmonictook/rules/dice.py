"""The chances of every total when one die or two are rolled (15.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ROW_LENGTH: Final[i64] = 16  # a row of chances by total; no card fires on the last place
ONE_DIE: Final = vec[float]([0.0] + [1 / 6] * 6 + [0.0] * 9)
TWO_DICE: Final = vec[float]([max(0, 6 - abs(total - 7)) / 36 for total in range(16)])
LOWEST: Final[i64] = 1
HIGHEST: Final[i64] = 12  # before a harbor adds to it
LOW_MASK: Final[i64] = 127  # a mask of the totals up to 6
ONE_BY_MASK: Final = vec[float]([bin(mask >> 1).count("1") / 6 for mask in range(128)])
LOW_BY_MASK: Final = vec[float](
    [sum(TWO_DICE[total] * (mask >> total & 1) for total in range(7)) for mask in range(128)]
)
HIGH_BY_MASK: Final = vec[float](
    [sum(TWO_DICE[total + 7] * (mask >> total & 1) for total in range(6)) for mask in range(64)]
)
P_DOUBLE: Final = 1 / 6
EXTRA_TURNS: Final = 1.2  # R40: mean turns in a row with an amusement park and two dice, 1 / (1 - P_DOUBLE)
MEAN_FACE: Final = 3.5  # the mean of a die


def p_hits(hits: i64, dice: i64) -> float:
    """Returns the chance to roll one of the totals in a bit mask with one die or two."""
    low = hits & LOW_MASK
    if dice == 1:
        return ONE_BY_MASK[low]
    high = (hits >> 7) & 63
    return LOW_BY_MASK[low] + HIGH_BY_MASK[high]


def totals_mask(totals: Iterable[int]) -> i64:
    """Returns these dice totals as a bit mask."""
    mask: i64 = 0
    for total in totals:
        mask |= 1 << total
    return mask
