"""The search behind the tuning of a bot's weights: candidates come from a normal distribution, which moves towards
the best of them and narrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.rng import Rng
from parlour.kernel.study import Dial

Values = tuple[float, ...]  # by dial

MIN_POPULATION = 4  # candidates per generation
ELITE_DIVISOR = 4  # the best quarter of a generation counts
INITIAL_DEVIATION = 0.25  # of a dial's range
MIN_DEVIATION = 0.01
LEARNING_RATE = 0.35  # how far a deviation moves to its new estimate in each generation
SIGNIFICANT_DIGITS = 5  # of a candidate's values


class SearchDistribution(NamedTuple):
    """The normal distribution (mean and deviation per weight) from which candidates for a bot's weights are drawn."""

    mean: Values
    deviations: Values  # standard deviations


def initial_distribution(dials: Sequence[Dial]) -> SearchDistribution:
    return SearchDistribution(
        tuple(dial.start for dial in dials), tuple(INITIAL_DEVIATION * (dial.high - dial.low) for dial in dials)
    )


def draw_candidate(dials: Sequence[Dial], distribution: SearchDistribution, rng: Rng) -> Values:
    return clamp_values(
        dials, [mean + deviation * approximate_normal(rng) for mean, deviation in zip(*distribution, strict=True)]
    )


def clamp_values(dials: Sequence[Dial], values: Sequence[float]) -> Values:
    """Returns a bot's weights limited to their allowed ranges and rounded, so that a file holds them exactly."""
    return tuple(
        min(dial.high, max(dial.low, float(f"{value:.{SIGNIFICANT_DIGITS}g}")))
        for dial, value in zip(dials, values, strict=True)
    )


def approximate_normal(rng: Rng) -> float:
    """Returns a nearly normal random number: the sum of twelve uniform numbers from 0 to 1, minus six. It needs no
    logarithm, so it is the same on every machine."""
    return sum(int(rng.next()) for _ in range(12)) / 2**32 - 6


def elite_weights(population: int) -> list[float]:
    """Returns how much each of the best candidates counts in the mean of the next generation: the first most; sum 1."""
    count = max(2, population // ELITE_DIVISOR)
    raw = [math.log(count + 0.5) - math.log(place) for place in range(1, count + 1)]
    return [weight / sum(raw) for weight in raw]


def update_distribution(
    dials: Sequence[Dial], distribution: SearchDistribution, ranked: Sequence[Values]
) -> SearchDistribution:
    """Returns the search distribution after a generation of candidates, given best first. The new mean is the
    weighted mean of the best; the deviations move slowly to the distance of these from the old mean."""
    weights = elite_weights(len(ranked))
    means: list[float] = []
    deviations: list[float] = []
    for at, dial in enumerate(dials):
        best = [values[at] for values in ranked[: len(weights)]]
        mean, deviation = distribution.mean[at], distribution.deviations[at]
        distance = math.sqrt(_weighted_mean(weights, [(value - mean) ** 2 for value in best]))
        means.append(_weighted_mean(weights, best))
        deviations.append(
            max(MIN_DEVIATION * (dial.high - dial.low), deviation + LEARNING_RATE * (distance - deviation))
        )
    return SearchDistribution(tuple(means), tuple(deviations))


def _weighted_mean(weights: Sequence[float], numbers: Sequence[float]) -> float:
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))
