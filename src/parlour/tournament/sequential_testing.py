"""A test that stops as soon as "A is stronger than B" is decided at a stated rate of error."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

DEFAULT_ERROR: Final = 0.05
DEFAULT_MARGIN: Final = 20.0  # Elo
CAUTION_DEVIATIONS: Final = 2.0  # standard deviations by which a lead must be more than the margin to be believed
MAX_BET: Final = 0.9  # of the stake, should the worst score come
PRIOR_SETS: Final = 4.0  # so many sets the variance assumed beforehand weighs


def score_lead(margin: float) -> float:
    """What a lead in Elo is worth above one half of the points."""
    return 1.0 / (1.0 + math.pow(10.0, -margin / 400.0)) - 0.5


def fixed_sample_size(error: float = DEFAULT_ERROR, margin: float = DEFAULT_MARGIN, variance: float = 0.125) -> int:
    """Sets that a plan of fixed length needs to tell a lead of the margin from an equal lag, at the same error."""
    reach = 2 * NormalDist().inv_cdf(1 - error)
    return math.ceil(variance * (reach / (2 * score_lead(margin))) ** 2)


class SequentialTest:
    """A against B, set by set. A score is A's mean result against B in one set: all rotations of the seats on a seed.

    Two gamblers bet against what they doubt: one that A lags by the margin, the other that A leads by it. If what one
    doubts is true it wins nothing on average, however the scores are spread and however it bets; so it multiplies
    its stake by M in at most 1/M of all tests. Who reaches (1 - error)/error has decided the test."""

    def __init__(
        self, error: float = DEFAULT_ERROR, margin: float = DEFAULT_MARGIN, games: int = 2, most: int = 0
    ) -> None:
        if not 0 < error < 0.5:
            raise ValueError("The error rate of a test lies between 0 and 0.5.")
        if not 0 < margin <= 800:
            raise ValueError("The margin of a test lies between 0 and 800 Elo.")
        if games < 1 or most < 0:
            raise ValueError("A set is at least one game, and a test at least one set.")
        self.error = error
        self.score_lead = score_lead(margin)
        self.prior_variance = 0.25 / games  # the variance of a set of that many games, none of them tied
        self.max_sets = most or 4 * fixed_sample_size(error, margin, self.prior_variance)
        self.sets = 0
        self.score_sum = 0.0
        self.score_squares = 0.0
        self.log_wealth = [0.0, 0.0]  # the logarithm of what became of a stake: on A, on B
        self.verdict: str | None = None

    @property
    def score(self) -> float:
        """A's mean score; one half before the first set."""
        return self.score_sum / self.sets if self.sets else 0.5

    @property
    def variance(self) -> float:
        """Of a set's score: as seen, and as assumed beforehand."""
        seen = max(0.0, self.score_squares - self.score_sum * self.score)
        return (seen + PRIOR_SETS * self.prior_variance) / (self.sets + PRIOR_SETS)

    @property
    def llr(self) -> float:
        """The logarithm of how much likelier the scores are if A leads: negative if B does. Where both gamblers win,
        A neither leads nor lags by the margin; where both lose, nothing is known."""
        on_a, on_b = self.log_wealth
        return max(0.0, on_a) - max(0.0, on_b)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where a verdict is reached."""
        upper = math.log((1 - self.error) / self.error)
        return -upper, upper

    def add(self, score: float) -> str | None:
        """Hears one set's score and gives the verdict, if there is one. A test that is over hears nothing more."""
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
        """What part of the stake goes on a player with this mean: as much as lets it grow fastest, should the player
        lead by the margin, or by more where the scores already say so."""
        doubted = 0.5 - self.score_lead
        surely = mean - CAUTION_DEVIATIONS * math.sqrt(self.variance / self.sets) if self.sets else 0.0
        edge = max(0.5 + self.score_lead, surely) - doubted
        return min(MAX_BET / doubted, edge / (self.variance + edge * edge))

    def describe(self, a: str, b: str) -> str:
        """How it stands, in one sentence."""
        return describe_test(a, b, self.sets, self.score, self.verdict, self.error, self.llr / self.bounds[1])


def describe_test(a: str, b: str, sets: int, score: float, verdict: str | None, error: float, way: float) -> str:
    """How a test of a against b stands, in one sentence; `way` is the part of the way to a bound."""
    seen = f"{100 * score:.1f} % for {a} in {sets} {'set' if sets == 1 else 'sets'}"
    if verdict == "undecided":
        return f"{a} and {b} are too close to tell apart: {seen}."
    if verdict is not None:
        better, other = (a, b) if verdict == "stronger" else (b, a)
        return f"{better} is stronger than {other}: {seen}, error at most {100 * error:g} %."
    if way == 0:
        return f"{a} against {b} is open: {seen}."
    return f"{a} against {b} is open: {seen}, {100 * abs(way):.0f} % of the way to {a if way > 0 else b}."
