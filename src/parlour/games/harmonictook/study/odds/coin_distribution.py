"""Probability distributions of coins: the chance of every number of coins."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MAX_COINS: Final[i64] = 255  # more coins count as this many
MIN_COINS: Final[i64] = -255


@final
class CoinDistribution:
    """A probability distribution of coins: chances by number of coins, the first being the chance of `low` coins."""

    def __init__(self, low: i64, width: i64) -> None:
        self.low = low
        self.chances = vec[float]([0.0] * width)

    def add(self, coins: float, chance: float) -> None:
        """Adds a chance to this number of coins; a fraction is split between the nearest numbers, keeping the mean, and
        coins beyond either end count as that end."""
        at = coins - float(self.low)
        last = len(self.chances) - 1
        whole = floor_of(at)
        if whole >= last:
            self.chances[last] += chance
        elif whole < 0:
            self.chances[0] += chance
        else:
            part = at - float(whole)
            after = whole + 1
            self.chances[whole] += chance * (1.0 - part)
            self.chances[after] += chance * part


def floor_of(number: float) -> i64:
    """Returns the largest whole number that is not above this number."""
    whole = i64(number)
    return whole - 1 if float(whole) > number else whole


def no_coins() -> CoinDistribution:
    """Returns the probability distribution of exactly 0 coins."""
    spread = CoinDistribution(0, 1)
    spread.chances[0] = 1.0
    return spread


def convolve(one: CoinDistribution, two: CoinDistribution, top: i64 = MAX_COINS) -> CoinDistribution:
    """Returns the distribution of the sum of two independent numbers of coins; sums above `top` count as `top`."""
    low = one.low + two.low
    if low > top:
        low = top
    if low < MIN_COINS:
        low = MIN_COINS
    high = one.low + two.low + len(one.chances) + len(two.chances) - 2
    if high > top:
        high = top
    if high < low:
        high = low
    found = CoinDistribution(low, high - low + 1)
    last = high - low
    shift = one.low + two.low - low
    for first in range(len(one.chances)):
        chance = one.chances[first]
        if chance == 0.0:
            continue
        for second in range(len(two.chances)):
            at = first + second + shift
            if at > last:
                at = last
            if at < 0:
                at = 0
            found.chances[at] += chance * two.chances[second]
    return found


def repeat(spread: CoinDistribution, times: i64, top: i64 = MAX_COINS) -> CoinDistribution:
    """Returns the distribution of the coins of this many rounds, each with the given distribution."""
    found = no_coins()
    factor = spread
    while times > 0:
        if times & 1 == 1:
            found = convolve(found, factor, top)
        times >>= 1
        if times > 0:
            factor = convolve(factor, factor, top)
    return found


def mean(spread: CoinDistribution) -> float:
    found = 0.0
    for place in range(len(spread.chances)):
        found += spread.chances[place] * float(spread.low + place)
    return found


def variance(spread: CoinDistribution) -> float:
    middle = mean(spread)
    found = 0.0
    for place in range(len(spread.chances)):
        off = float(spread.low + place) - middle
        found += spread.chances[place] * off * off
    return found


def quantile(spread: CoinDistribution, share: float) -> i64:
    """Returns the smallest number of coins such that the chance of at most that many reaches this share."""
    found = 0.0
    for place in range(len(spread.chances)):
        found += spread.chances[place]
        if found >= share - 1e-12:
            return spread.low + place
    return spread.low + len(spread.chances) - 1


def chance_of_at_least(spread: CoinDistribution, coins: i64) -> float:
    """Returns the chance of at least this many coins in a probability distribution."""
    found = 0.0
    for place in range(len(spread.chances)):
        if spread.low + place >= coins:
            found += spread.chances[place]
    return found
