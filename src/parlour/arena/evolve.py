"""A search for good numbers: a cloud of candidates that moves towards the best of them, and narrows as they agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.game import Dial
from parlour.kernel.rng import Rng

Values = tuple[float, ...]  # by dial

FEWEST = 4  # candidates of a generation
BEST = 4  # one of so many is listened to
FIRST_REACH = 0.25  # of a dial's range
SMALLEST_REACH = 0.01
HASTE = 0.35  # how much of a reach is made anew in each generation
DIGITS = 5  # that count, of a value that plays


class Cloud(NamedTuple):
    """Where candidates are drawn: around the middle, about so far from it."""

    middle: Values
    reach: Values  # standard deviations


def first_cloud(dials: Sequence[Dial]) -> Cloud:
    return Cloud(tuple(dial.start for dial in dials), tuple(FIRST_REACH * (dial.high - dial.low) for dial in dials))


def draw(dials: Sequence[Dial], cloud: Cloud, rng: Rng) -> Values:
    """One candidate."""
    return fit(dials, [middle + reach * normal(rng) for middle, reach in zip(*cloud, strict=True)])


def fit(dials: Sequence[Dial], values: Sequence[float]) -> Values:
    """Values as they play: within their ranges, and short enough to be written down whole."""
    return tuple(
        min(dial.high, max(dial.low, float(f"{value:.{DIGITS}g}"))) for dial, value in zip(dials, values, strict=True)
    )


def normal(rng: Rng) -> float:
    """A number from a normal curve, nearly: twelve even ones from 0 to 1, summed, less six. It needs no logarithm,
    so it is the same on every machine."""
    return sum(int(rng.next()) for _ in range(12)) / 2**32 - 6


def weights(population: int) -> list[float]:
    """How much the best are listened to, the first most; together 1."""
    count = max(2, population // BEST)
    raw = [math.log(count + 0.5) - math.log(place) for place in range(1, count + 1)]
    return [weight / sum(raw) for weight in raw]


def moved(dials: Sequence[Dial], cloud: Cloud, ranked: Sequence[Values]) -> Cloud:
    """The cloud after a generation, its candidates ranked from the best on. The middle goes to the best of them; the
    reach becomes how far from the old middle they were, but slowly."""
    shares = weights(len(ranked))
    middle: list[float] = []
    reach: list[float] = []
    for at, dial in enumerate(dials):
        best = [values[at] for values in ranked[: len(shares)]]
        away = math.sqrt(_mean(shares, [(value - cloud.middle[at]) ** 2 for value in best]))
        middle.append(_mean(shares, best))
        reach.append(max(SMALLEST_REACH * (dial.high - dial.low), cloud.reach[at] + HASTE * (away - cloud.reach[at])))
    return Cloud(tuple(middle), tuple(reach))


def _mean(shares: Sequence[float], numbers: Sequence[float]) -> float:
    return sum(share * number for share, number in zip(shares, numbers, strict=True))
