"""Elo fitted to all results at once: how strong everybody is on one scale, and how sure that is."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from parlour.arena.summary import NORMAL_95

MEAN_ELO: Final = 1500.0  # the mean of a field
ELO_PER_NAT: Final = 400.0 / math.log(10.0)  # Elo in one unit of the natural logarithm of the odds
PHANTOM_GAMES: Final = 1.0  # games that everybody has tied with one phantom, so that 100 % is a finite lead
PRIOR_DISPERSION: Final = (
    1.0  # what is assumed of the spread of results before any is seen: as much as four games won or lost
)
TOLERANCE: Final = 1e-10  # the fit is settled when its last step was smaller
MAX_STEPS: Final = 200
ELO_DIGITS: Final = 3

Matrix = list[list[float]]


class PairScore(NamedTuple):
    """What one entrant made of another. Weights may be fractions."""

    wins: float = 0.0
    ties: float = 0.0
    losses: float = 0.0


class EloEstimate(NamedTuple):
    """An entrant's Elo, and the interval that holds it in 95 of 100 cases."""

    label: str
    elo: float
    low: float
    high: float


class BradleyTerryFit(NamedTuple):
    """A fit in natural units: `skill` around a mean of zero, and how the errors of two entrants go together."""

    labels: list[str]  # sorted
    skill: list[float]
    covariance: Matrix


def logistic(difference: float) -> float:
    """What a lead in natural units is worth: the mean result of a game."""
    if difference >= 0:
        return 1.0 / (1.0 + math.exp(-difference))
    odds = math.exp(difference)
    return odds / (1.0 + odds)


def fit_elo(labels: Sequence[str], pairs: Mapping[tuple[str, str], PairScore], seats: int = 2) -> list[EloEstimate]:
    """Everybody's Elo, in the order of the labels: the same to the bit in whatever order the results came.

    A result between two at a table of N weighs 1/(N-1). If all tables have that many seats, naming them narrows the
    intervals to what is true there."""
    mine = {strength.label: strength for strength in elo_estimates(fit_bradley_terry(labels, pairs, seats))}
    return [mine[label] for label in labels]


def elo_estimates(fit: BradleyTerryFit) -> list[EloEstimate]:
    """A fit on the scale of Elo, in the order of its labels."""
    found: list[EloEstimate] = []
    for index, label in enumerate(fit.labels):
        elo = MEAN_ELO + ELO_PER_NAT * fit.skill[index]
        reach = NORMAL_95 * ELO_PER_NAT * math.sqrt(fit.covariance[index][index])
        found.append(EloEstimate(label, *(round(number, ELO_DIGITS) for number in (elo, elo - reach, elo + reach))))
    return found


def fit_bradley_terry(
    labels: Sequence[str], pairs: Mapping[tuple[str, str], PairScore], seats: int = 2
) -> BradleyTerryFit:
    """The most likely strengths, each game a toss with logistic odds and a tie half a win."""
    names = sorted(set(labels))
    games = _sum_games(names, pairs)
    skill = [0.0] * len(names)
    best = _log_likelihood(skill, games)
    root: Matrix = []
    for _ in range(MAX_STEPS):
        pull, root = _gradient(skill, games), _cholesky(_information_matrix(skill, games))
        step = _solve_cholesky(root, pull)
        tried, value = _line_search(skill, step, games, best)
        skill, best = tried, max(best, value)
        if max(map(abs, step), default=0.0) < TOLERANCE:
            break
    spread = _dispersion(skill, games) * (seats + 1) / (3 * (seats - 1))  # see docs/ladder.md
    mean = math.fsum(skill) / max(1, len(skill))
    return BradleyTerryFit(names, [mine - mean for mine in skill], _centred_covariance(_invert_cholesky(root), spread))


class _PairGames(NamedTuple):
    """What two entrants, by number, played: the first one's points, how many games, and how many of them ties."""

    a: int
    b: int
    points: float
    played: float
    ties: float


def _sum_games(names: Sequence[str], pairs: Mapping[tuple[str, str], PairScore]) -> list[_PairGames]:
    """The games of every two in a fixed order; both ways of naming two entrants are added."""
    number = {name: index for index, name in enumerate(names)}
    sums: dict[tuple[int, int], list[float]] = {}
    for a, b in sorted(pairs):
        if a == b or a not in number or b not in number:
            raise ValueError(f"{a!r} against {b!r}: a pair is two different entrants of the field.")
        wins, ties, losses = map(float, pairs[a, b])
        if min(wins, ties, losses) < 0 or not math.isfinite(wins + ties + losses):
            raise ValueError(f"{a!r} against {b!r}: numbers of results are never negative.")
        one, two = number[a], number[b]
        if one > two:
            one, two, wins, losses = two, one, losses, wins
        mine = sums.setdefault((one, two), [0.0, 0.0, 0.0])
        for index, more in enumerate((wins, ties, losses)):
            mine[index] += more
    return [
        _PairGames(one, two, wins + ties / 2, wins + ties + losses, ties)
        for (one, two), (wins, ties, losses) in sorted(sums.items())
        if wins + ties + losses > 0
    ]


def _log_likelihood(skill: Sequence[float], games: Sequence[_PairGames]) -> float:
    """The logarithm of how likely these results are. The phantom stands at zero: only differences count."""
    parts = [_log_logistic(mine) + _log_logistic(-mine) for mine in skill]
    total = PHANTOM_GAMES / 2 * math.fsum(parts)
    return total + math.fsum(
        g.points * _log_logistic(skill[g.a] - skill[g.b])
        + (g.played - g.points) * _log_logistic(skill[g.b] - skill[g.a])
        for g in games
    )


def _log_logistic(difference: float) -> float:
    """The logarithm of `expected`, without overflow."""
    return min(difference, 0.0) - math.log1p(math.exp(-abs(difference)))


def _gradient(skill: Sequence[float], games: Sequence[_PairGames]) -> list[float]:
    """How much more everybody has won than expected."""
    pull = [PHANTOM_GAMES * (0.5 - logistic(mine)) for mine in skill]
    for g in games:
        surplus = g.points - g.played * logistic(skill[g.a] - skill[g.b])
        pull[g.a] += surplus
        pull[g.b] -= surplus
    return pull


def _information_matrix(skill: Sequence[float], games: Sequence[_PairGames]) -> Matrix:
    matrix = [[0.0] * len(skill) for _ in skill]
    for index, mine in enumerate(skill):
        matrix[index][index] = PHANTOM_GAMES * _variance(mine)
    for g in games:
        known = g.played * _variance(skill[g.a] - skill[g.b])
        matrix[g.a][g.a] += known
        matrix[g.b][g.b] += known
        matrix[g.a][g.b] -= known
        matrix[g.b][g.a] -= known
    return matrix


def _variance(difference: float) -> float:
    """Of the result of one game without a tie."""
    return logistic(difference) * logistic(-difference)


def _line_search(
    skill: Sequence[float], step: Sequence[float], games: Sequence[_PairGames], best: float
) -> tuple[list[float], float]:
    """A step along the way, halved until it leads upwards."""
    share = 1.0
    while True:
        tried = [mine + share * more for mine, more in zip(skill, step, strict=True)]
        value = _log_likelihood(tried, games)
        if value >= best or share < 1e-6:
            return tried, value
        share /= 2


def _dispersion(skill: Sequence[float], games: Sequence[_PairGames]) -> float:
    """How much results vary, beside games that are only won or lost: ties make them steadier."""
    plain = math.fsum(g.played * _variance(skill[g.a] - skill[g.b]) for g in games)
    steadier = math.fsum(g.ties / 4 for g in games)
    return (max(0.0, plain - steadier) + PRIOR_DISPERSION) / (plain + PRIOR_DISPERSION)


def _centred_covariance(inverse: Matrix, spread: float) -> Matrix:
    """The errors beside the mean of the field, so that nobody carries the phantom's."""
    size = len(inverse)
    rows = [math.fsum(row) / size for row in inverse]
    whole = math.fsum(rows) / size if size else 0.0
    return [
        [spread * max(0.0 if a == b else -math.inf, inverse[a][b] - rows[a] - rows[b] + whole) for b in range(size)]
        for a in range(size)
    ]


def _cholesky(matrix: Matrix) -> Matrix:
    """The triangle which, times its mirror image, is the matrix."""
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
