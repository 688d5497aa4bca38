"""Elo ratings fitted to all results at once (Bradley-Terry model), with 95 % intervals."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from parlour.arena.summary import NORMAL_95

MEAN_ELO: Final = 1500.0  # of all entrants
ELO_PER_NAT: Final = 400.0 / math.log(10.0)  # Elo per unit of the natural logarithm of the odds
PHANTOM_GAMES: Final = 1.0  # tied with one phantom player by everybody, so that 100 % is a finite lead
PRIOR_DISPERSION: Final = 1.0  # the assumed dispersion of results weighs as much as four games won or lost
TOLERANCE: Final = 1e-10  # the fit ends when its last step was smaller
MAX_STEPS: Final = 200
ELO_DIGITS: Final = 3

Matrix = list[list[float]]


class PairScore(NamedTuple):
    """The wins, ties and losses of one entrant against another. They may be fractions."""

    wins: float = 0.0
    ties: float = 0.0
    losses: float = 0.0


class EloEstimate(NamedTuple):
    """An entrant's estimated Elo rating and its 95 % interval."""

    label: str
    elo: float
    low: float
    high: float


class BradleyTerryFit(NamedTuple):
    """A Bradley-Terry fit in natural units: entrants' skills, with mean zero, and the covariance of their errors."""

    labels: list[str]  # sorted
    skill: list[float]
    covariance: Matrix


def logistic(difference: float) -> float:
    """Returns the expected result of a game, from 0 to 1, for a player with this lead in skill (in natural units)."""
    if difference >= 0:
        return 1.0 / (1.0 + math.exp(-difference))
    odds = math.exp(difference)
    return odds / (1.0 + odds)


def fit_elo(labels: Sequence[str], pairs: Mapping[tuple[str, str], PairScore], seats: int = 2) -> list[EloEstimate]:
    """Returns the Elo ratings that fit all results best, in the order of the labels. The order of the results does
    not change a bit of them.

    A result between two players at a table of N weighs 1/(N-1). `seats` narrows the intervals where all tables have
    that many seats."""
    estimates = {estimate.label: estimate for estimate in elo_estimates(fit_bradley_terry(labels, pairs, seats))}
    return [estimates[label] for label in labels]


def elo_estimates(fit: BradleyTerryFit) -> list[EloEstimate]:
    """Converts a Bradley-Terry fit to Elo ratings with 95 % intervals, in the order of its labels."""
    found: list[EloEstimate] = []
    for index, label in enumerate(fit.labels):
        elo = MEAN_ELO + ELO_PER_NAT * fit.skill[index]
        margin = NORMAL_95 * ELO_PER_NAT * math.sqrt(fit.covariance[index][index])
        found.append(EloEstimate(label, *(round(number, ELO_DIGITS) for number in (elo, elo - margin, elo + margin))))
    return found


def fit_bradley_terry(
    labels: Sequence[str], pairs: Mapping[tuple[str, str], PairScore], seats: int = 2
) -> BradleyTerryFit:
    """Returns the entrants' most likely skills, given all results; odds are logistic, and a tie is half a win."""
    names = sorted(set(labels))
    games = _sum_games(names, pairs)
    skill = [0.0] * len(names)
    best = _log_likelihood(skill, games)
    root: Matrix = []
    for _ in range(MAX_STEPS):
        gradient, root = _gradient(skill, games), _cholesky(_information_matrix(skill, games))
        step = _solve_cholesky(root, gradient)
        tried, value = _line_search(skill, step, games, best)
        skill, best = tried, max(best, value)
        if max(map(abs, step), default=0.0) < TOLERANCE:
            break
    spread = _dispersion(skill, games) * (seats + 1) / (3 * (seats - 1))  # see docs/ladder.md
    mean = math.fsum(skill) / max(1, len(skill))
    return BradleyTerryFit(names, [mine - mean for mine in skill], _centred_covariance(_invert_cholesky(root), spread))


class _PairGames(NamedTuple):
    """The games of two entrants, given by number: the points of the first one, the number of games and of ties."""

    a: int
    b: int
    points: float
    played: float
    ties: float


def _sum_games(names: Sequence[str], pairs: Mapping[tuple[str, str], PairScore]) -> list[_PairGames]:
    """Returns the games of every pair of entrants that has met, in a fixed order; results of (a, b) and (b, a) are
    added."""
    number = {name: index for index, name in enumerate(names)}
    sums: dict[tuple[int, int], list[float]] = {}
    for a, b in sorted(pairs):
        if a == b or a not in number or b not in number:
            raise ValueError(f"{a!r} against {b!r}: a pair is two different entrants of the field.")
        wins, ties, losses = map(float, pairs[a, b])
        if min(wins, ties, losses) < 0 or not math.isfinite(wins + ties + losses):
            raise ValueError(f"{a!r} against {b!r}: numbers of results are never negative.")
        first, second = number[a], number[b]
        if first > second:
            first, second, wins, losses = second, first, losses, wins
        pair_sums = sums.setdefault((first, second), [0.0, 0.0, 0.0])
        for index, count in enumerate((wins, ties, losses)):
            pair_sums[index] += count
    return [
        _PairGames(first, second, wins + ties / 2, wins + ties + losses, ties)
        for (first, second), (wins, ties, losses) in sorted(sums.items())
        if wins + ties + losses > 0
    ]


def _log_likelihood(skill: Sequence[float], games: Sequence[_PairGames]) -> float:
    """Returns the log-likelihood of all results, given the skills. Everybody also has PHANTOM_GAMES tied games with a
    phantom player, whose skill is 0, as only differences of skills count."""
    parts = [_log_logistic(mine) + _log_logistic(-mine) for mine in skill]
    total = PHANTOM_GAMES / 2 * math.fsum(parts)
    return total + math.fsum(
        g.points * _log_logistic(skill[g.a] - skill[g.b])
        + (g.played - g.points) * _log_logistic(skill[g.b] - skill[g.a])
        for g in games
    )


def _log_logistic(difference: float) -> float:
    """Returns the logarithm of the expected result of a game for this lead in skill, without overflow."""
    return min(difference, 0.0) - math.log1p(math.exp(-abs(difference)))


def _gradient(skill: Sequence[float], games: Sequence[_PairGames]) -> list[float]:
    """Returns how much more each entrant has won than its skill predicts: the gradient of the log-likelihood."""
    gradient = [PHANTOM_GAMES * (0.5 - logistic(mine)) for mine in skill]
    for g in games:
        surplus = g.points - g.played * logistic(skill[g.a] - skill[g.b])
        gradient[g.a] += surplus
        gradient[g.b] -= surplus
    return gradient


def _information_matrix(skill: Sequence[float], games: Sequence[_PairGames]) -> Matrix:
    matrix = [[0.0] * len(skill) for _ in skill]
    for index, mine in enumerate(skill):
        matrix[index][index] = PHANTOM_GAMES * _variance(mine)
    for g in games:
        information = g.played * _variance(skill[g.a] - skill[g.b])
        matrix[g.a][g.a] += information
        matrix[g.b][g.b] += information
        matrix[g.a][g.b] -= information
        matrix[g.b][g.a] -= information
    return matrix


def _variance(difference: float) -> float:
    """Returns the variance of the result of one game without a tie, for this difference in skill."""
    return logistic(difference) * logistic(-difference)


def _line_search(
    skill: Sequence[float], step: Sequence[float], games: Sequence[_PairGames], best: float
) -> tuple[list[float], float]:
    """Halves a step in fitting skills until it raises the likelihood; returns the new skills and log-likelihood."""
    share = 1.0
    while True:
        tried = [mine + share * more for mine, more in zip(skill, step, strict=True)]
        value = _log_likelihood(tried, games)
        if value >= best or share < 1e-6:
            return tried, value
        share /= 2


def _dispersion(skill: Sequence[float], games: Sequence[_PairGames]) -> float:
    """Returns how much the results of games vary compared with games that are only won or lost: ties reduce it."""
    plain = math.fsum(g.played * _variance(skill[g.a] - skill[g.b]) for g in games)
    steadier = math.fsum(g.ties / 4 for g in games)
    return (max(0.0, plain - steadier) + PRIOR_DISPERSION) / (plain + PRIOR_DISPERSION)


def _centred_covariance(inverse: Matrix, spread: float) -> Matrix:
    """Returns the covariance of the errors of skills relative to the mean of all entrants, which removes the error
    of the phantom player."""
    size = len(inverse)
    rows = [math.fsum(row) / size for row in inverse]
    overall = math.fsum(rows) / size if size else 0.0
    return [
        [spread * max(0.0 if a == b else -math.inf, inverse[a][b] - rows[a] - rows[b] + overall) for b in range(size)]
        for a in range(size)
    ]


def _cholesky(matrix: Matrix) -> Matrix:
    """Returns the Cholesky factor: the lower triangular matrix whose product with its transpose is the given matrix."""
    root: Matrix = []
    for a, row in enumerate(matrix):
        mine: list[float] = []
        for b in range(a):
            other = root[b]
            mine.append((row[b] - sum(map(operator.mul, mine, other))) / other[b])
        mine.append(math.sqrt(row[a] - sum(map(operator.mul, mine, mine))))
        root.append(mine)
    return root


def _solve_cholesky(root: Matrix, right: Sequence[float]) -> list[float]:
    half: list[float] = []
    for mine, wanted in zip(root, right, strict=True):
        half.append((wanted - sum(map(operator.mul, mine, half))) / mine[-1])
    for a in reversed(range(len(root))):
        known = half[a] = half[a] / root[a][a]
        for b in range(a):
            half[b] -= root[a][b] * known
    return half


def _invert_cholesky(root: Matrix) -> Matrix:
    size = len(root)
    return [_solve_cholesky(root, [float(a == b) for b in range(size)]) for a in range(size)]
