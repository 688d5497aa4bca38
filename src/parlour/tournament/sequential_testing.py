"""A statistical test that stops as soon as "bot A is stronger than bot B" is decided at a stated rate of error."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

DEFAULT_ERROR: Final = 0.05
DEFAULT_MARGIN: Final = 20.0  # Elo
CAUTION_DEVIATIONS: Final = 2.0  # standard deviations that are subtracted from a lead before it raises a bet
MAX_BET: Final = 0.9  # of the stake that the worst score may cost
PRIOR_SETS: Final = 4.0  # the assumed variance weighs as much as so many sets


def score_lead(margin: float) -> float:
    """Returns by how much the expected score of a player with this lead in Elo exceeds one half."""
    return 1.0 / (1.0 + math.pow(10.0, -margin / 400.0)) - 0.5


def fixed_sample_size(error: float = DEFAULT_ERROR, margin: float = DEFAULT_MARGIN, variance: float = 0.125) -> int:
    """Returns how many sets of matches a fixed-length test needs to tell a lead of `margin` Elo from an equal lag."""
    deviations = 2 * NormalDist().inv_cdf(1 - error)
    return math.ceil(variance * (deviations / (2 * score_lead(margin))) ** 2)


class SequentialTest:
    """Tests A against B, set by set. A score is A's mean result in one set: all rotations of the seats on a seed.

    This is testing by betting: one gambler bets against "A lags by the margin", another against "A leads by it". A
    gambler who bets against a true statement gains nothing on average, whatever the distribution of scores and the
    bets; so the stake grows by a factor M in at most 1/M of all tests. The test is decided when a stake has grown by
    (1 - error)/error."""

    def __init__(
        self, error: float = DEFAULT_ERROR, margin: float = DEFAULT_MARGIN, games: int = 2, max_sets: int = 0
    ) -> None:
        if not 0 < error < 0.5:
            raise ValueError(f"The error rate of the test is {error}; give a number between 0 and 0.5.")
        if not 0 < margin <= 800:
            raise ValueError(f"The margin of the test is {margin}; give a number of Elo points above 0, up to 800.")
        if games < 1 or max_sets < 0:
            raise ValueError(
                f"The test has {games} games per set and at most {max_sets} sets; give at least 1 game, and 0 or more "
                "sets."
            )
        self.error = error
        self.score_lead = score_lead(margin)
        self.prior_variance = 0.25 / games  # of a set of so many games without ties
        self.max_sets = max_sets or 4 * fixed_sample_size(error, margin, self.prior_variance)
        self.sets = 0
        self.score_sum = 0.0
        self.score_squares = 0.0
        self.log_wealth = [0.0, 0.0]  # logarithms of the stakes' growth: on A, on B
        self.verdict: str | None = None

    @property
    def score(self) -> float:
        """Returns A's mean score in a set against B, from 0 to 1; one half before the first set."""
        return self.score_sum / self.sets if self.sets else 0.5

    @property
    def variance(self) -> float:
        """Returns the variance of A's score in a set of matches: the observed and the assumed one, weighted."""
        seen = max(0.0, self.score_squares - self.score_sum * self.score)
        return (seen + PRIOR_SETS * self.prior_variance) / (self.sets + PRIOR_SETS)

    @property
    def llr(self) -> float:
        """Returns the evidence that A is stronger than B as a log-likelihood ratio, negative for B. If both gamblers
        win, A neither leads nor lags by the margin; if both lose, nothing is known."""
        on_a, on_b = self.log_wealth
        return max(0.0, on_a) - max(0.0, on_b)

    @property
    def bounds(self) -> tuple[float, float]:
        """Returns the log-likelihood ratios, for B and for A, at which the test of who is stronger is decided."""
        upper = math.log((1 - self.error) / self.error)
        return -upper, upper

    def add(self, score: float) -> str | None:
        """Adds A's score in one set and returns the test's verdict: A is stronger, weaker, or undecided for good; None
        if the test goes on. A finished test ignores further scores."""
        if not 0 <= score <= 1:
            raise ValueError(f"A set's score lies between 0 and 1, not at {score}.")
        if self.verdict is not None:
            return self.verdict
        for side, (mean, result) in enumerate(((self.score, score), (1 - self.score, 1 - score))):
            self.log_wealth[side] += math.log1p(self._bet_fraction(mean) * (result - 0.5 + self.score_lead))
        self.sets += 1
        self.score_sum += score
        self.score_squares += score * score
        lower, upper = self.bounds
        if self.llr >= upper:
            self.verdict = "stronger"
        elif self.llr <= lower:
            self.verdict = "weaker"
        elif min(self.log_wealth) >= upper or self.sets >= self.max_sets:
            self.verdict = "undecided"
        return self.verdict

    def _bet_fraction(self, mean: float) -> float:
        """Returns the part of a gambler's stake to bet on a player with this mean score: the part that grows fastest
        if the player leads by the margin, or by more if the scores show it."""
        doubted = 0.5 - self.score_lead
        cautious = mean - CAUTION_DEVIATIONS * math.sqrt(self.variance / self.sets) if self.sets else 0.0
        edge = max(0.5 + self.score_lead, cautious) - doubted
        return min(MAX_BET / doubted, edge / (self.variance + edge * edge))

    def describe(self, a: str, b: str) -> str:
        """Returns a sentence about the test whether a is stronger than b: its verdict or progress, and the score."""
        return describe_test(a, b, self.sets, self.score, self.verdict, self.error, self.llr / self.bounds[1])


def describe_test(a: str, b: str, sets: int, score: float, verdict: str | None, error: float, progress: float) -> str:
    """Returns a sentence about the test whether a is stronger than b; `progress` is the part of the way to a bound,
    from -1 to 1."""
    seen = f"{100 * score:.1f} % for {a} in {sets} {'set' if sets == 1 else 'sets'}"
    if verdict == "undecided":
        return f"{a} and {b} are too close to tell apart: {seen}."
    if verdict is not None:
        better, other = (a, b) if verdict == "stronger" else (b, a)
        return f"{better} is stronger than {other}: {seen}, error at most {100 * error:g} %."
    if progress == 0:
        return f"{a} against {b} is not decided yet: {seen}."
    leader = a if progress > 0 else b
    return f"{a} against {b} is not decided yet: {seen}, {100 * abs(progress):.0f} % of the way to {leader}."
