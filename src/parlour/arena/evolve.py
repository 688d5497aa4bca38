"""A search for good numbers: a cloud of candidates that moves towards the best of them, and narrows as they agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.game import Dial
from parlour.kernel.rng import Rng

Values = tuple[float, ...]  # by dial

MIN_POPULATION = 4  # candidates of a generation
ELITE_DIVISOR = 4  # one of so many is listened to
INITIAL_DEVIATION = 0.25  # of a dial's range
MIN_DEVIATION = 0.01
LEARNING_RATE = 0.35  # how much of a reach is made anew in each generation
SIGNIFICANT_DIGITS = 5  # that count, of a value that plays


class SearchDistribution(NamedTuple):
    """Where candidates are drawn: around the middle, about so far from it."""

    mean: Values
    deviations: Values  # standard deviations


def initial_distribution(dials: Sequence[Dial]) -> SearchDistribution:
    return SearchDistribution(
        tuple(dial.start for dial in dials), tuple(INITIAL_DEVIATION * (dial.high - dial.low) for dial in dials)
    )


def draw_candidate(dials: Sequence[Dial], cloud: SearchDistribution, rng: Rng) -> Values:
    """One candidate."""
    return clamp_values(dials, [middle + reach * approximate_normal(rng) for middle, reach in zip(*cloud, strict=True)])


def clamp_values(dials: Sequence[Dial], values: Sequence[float]) -> Values:
    """Values as they play: within their ranges, and short enough to be written down whole."""
    return tuple(
        min(dial.high, max(dial.low, float(f"{value:.{SIGNIFICANT_DIGITS}g}")))
        for dial, value in zip(dials, values, strict=True)
    )


def approximate_normal(rng: Rng) -> float:
    """A number from a normal curve, nearly: twelve even ones from 0 to 1, summed, less six. It needs no logarithm,
    so it is the same on every machine."""
    return sum(int(rng.next()) for _ in range(12)) / 2**32 - 6


def elite_weights(population: int) -> list[float]:
    """How much the best are listened to, the first most; together 1."""
    count = max(2, population // ELITE_DIVISOR)
    raw = [math.log(count + 0.5) - math.log(place) for place in range(1, count + 1)]
    return [weight / sum(raw) for weight in raw]


def update_distribution(
    dials: Sequence[Dial], cloud: SearchDistribution, ranked: Sequence[Values]
) -> SearchDistribution:
    """The cloud after a generation, its candidates ranked from the best on. The middle goes to the best of them; the
    reach becomes how far from the old middle they were, but slowly."""
    shares = elite_weights(len(ranked))
    middle: list[float] = []
    reach: list[float] = []
    for at, dial in enumerate(dials):
        best = [values[at] for values in ranked[: len(shares)]]
        away = math.sqrt(_weighted_mean(shares, [(value - cloud.mean[at]) ** 2 for value in best]))
        middle.append(_weighted_mean(shares, best))
        reach.append(
            max(
                MIN_DEVIATION * (dial.high - dial.low),
                cloud.deviations[at] + LEARNING_RATE * (away - cloud.deviations[at]),
            )
        )
    return SearchDistribution(tuple(middle), tuple(reach))


def _weighted_mean(shares: Sequence[float], numbers: Sequence[float]) -> float:
    return sum(share * number for share, number in zip(shares, numbers, strict=True))
