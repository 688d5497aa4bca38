"""A spread: how likely every number of coins is, from the lowest up."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MOST: Final[i64] = 255  # coins counted apart; whatever is more counts as this
LEAST: Final[i64] = -255


@final
class Spread:
    """Probabilities by coins; the first is that of `low` coins."""

    def __init__(self, low: i64, width: i64) -> None:
        self.low = low
        self.mass = vec[float]([0.0] * width)

    def add(self, coins: float, chance: float) -> None:
        """Coins between two whole numbers are shared between them, so that the mean stays right."""
        at = coins - float(self.low)
        last = len(self.mass) - 1
        whole = whole_below(at)
        if whole >= last:
            self.mass[last] += chance
        elif whole < 0:
            self.mass[0] += chance
        else:
            part = at - float(whole)
            after = whole + 1
            self.mass[whole] += chance * (1.0 - part)
            self.mass[after] += chance * part


def whole_below(number: float) -> i64:
    """The largest whole number not above this one."""
    whole = i64(number)
    return whole - 1 if float(whole) > number else whole


def nothing() -> Spread:
    """Surely no coins at all."""
    spread = Spread(0, 1)
    spread.mass[0] = 1.0
    return spread


def convolve(one: Spread, two: Spread, top: i64 = MOST) -> Spread:
    """The sum of two; whatever reaches the top counts as the top."""
    low = one.low + two.low
    if low > top:
        low = top
    if low < LEAST:
        low = LEAST
    high = one.low + two.low + len(one.mass) + len(two.mass) - 2
    if high > top:
        high = top
    if high < low:
        high = low
    found = Spread(low, high - low + 1)
    last = high - low
    shift = one.low + two.low - low
    for first in range(len(one.mass)):
        chance = one.mass[first]
        if chance == 0.0:
            continue
        for second in range(len(two.mass)):
            at = first + second + shift
            if at > last:
                at = last
            if at < 0:
                at = 0
            found.mass[at] += chance * two.mass[second]
    return found


def power(spread: Spread, times: i64, top: i64 = MOST) -> Spread:
    """The sum of so many of the same kind."""
    found = nothing()
    factor = spread
    while times > 0:
        if times & 1 == 1:
            found = convolve(found, factor, top)
        times >>= 1
        if times > 0:
            factor = convolve(factor, factor, top)
    return found


def mean(spread: Spread) -> float:
    found = 0.0
    for place in range(len(spread.mass)):
        found += spread.mass[place] * float(spread.low + place)
    return found


def variance(spread: Spread) -> float:
    middle = mean(spread)
    found = 0.0
    for place in range(len(spread.mass)):
        off = float(spread.low + place) - middle
        found += spread.mass[place] * off * off
    return found


def quantile(spread: Spread, share: float) -> i64:
    """The fewest coins that are not exceeded in this share of all cases."""
    found = 0.0
    for place in range(len(spread.mass)):
        found += spread.mass[place]
        if found >= share - 1e-12:
            return spread.low + place
    return spread.low + len(spread.mass) - 1


def tail(spread: Spread, coins: i64) -> float:
    """How likely at least so many coins are."""
    found = 0.0
    for place in range(len(spread.mass)):
        if spread.low + place >= coins:
            found += spread.mass[place]
    return found
