"""An endless ladder of bots: chooses the most useful sets of matches to play next, and ranks the entrants.

A ladder plays nothing itself: it names the sets of a wave, and receives their results in order. Its state depends on
these results alone, so it can be restored from stored sets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from parlour.arena.summary import NORMAL_95
from parlour.tournament.bradley_terry import (
    BradleyTerryFit,
    Matrix,
    PairScore,
    elo_estimates,
    fit_bradley_terry,
    logistic,
)
from parlour.tournament.round_robin_schedule import MatchSet
from parlour.tournament.sequential_testing import DEFAULT_ERROR, DEFAULT_MARGIN, SequentialTest, describe_test
from parlour.tournament.skill import INITIAL_SKILL, Skill, update_skills

SETS_PER_WAVE: Final = 32  # sets that are chosen together
UNDECIDED_WEIGHT: Final = 4.0  # a set is worth so much more between two entrants whose test is open

Pair = tuple[str, str]
IndexPair = tuple[int, int]  # two entrants by number, the lower one first
OPPOSITE_VERDICT: Final = {"stronger": "weaker", "weaker": "stronger"}


class LadderStanding(NamedTuple):
    """One line of a ladder's standings: an entrant's rank, Elo with interval, OpenSkill rating and number of games."""

    rank: int
    label: str
    elo: float
    low: float
    high: float
    mu: float
    sigma: float
    games: int


class NeighbourTest(NamedTuple):
    """The state of the test whether the higher of two neighbours on a ladder is stronger."""

    a: str
    b: str
    sets: int
    score: float
    llr: float
    lower: float
    upper: float
    verdict: str | None
    text: str


def set_results(match_set: MatchSet, standings: Sequence[Sequence[int]]) -> dict[Pair, PairScore]:
    """Returns wins, ties and losses of every pair of entrants in a set of matches; `standings` are by seat, one
    sequence per match, and a higher standing is better."""
    matches = _match_standings(match_set, standings)
    return {
        (a, b): _count_score([(match[a], match[b]) for match in matches]) for a, b in combinations(match_set.table, 2)
    }


def _match_standings(match_set: MatchSet, standings: Sequence[Sequence[int]]) -> list[dict[str, int]]:
    """Returns each entrant's standing in each match of a set; the solitaires of a set count as one match."""
    seatings = match_set.seatings()
    if [len(seats) for seats in seatings] != [len(match) for match in standings]:
        raise ValueError(f"Set {match_set.number} needs the standings of one match for every seating, by seat.")
    matches = [dict(zip(seats, match, strict=True)) for seats, match in zip(seatings, standings, strict=True)]
    if not match_set.solo:
        return matches
    return [{who: standing for match in matches for who, standing in match.items()}]


def _count_score(couples: Sequence[tuple[int, int]]) -> PairScore:
    wins = sum(a > b for a, b in couples)
    ties = sum(a == b for a, b in couples)
    return PairScore(wins, ties, len(couples) - wins - ties)


class Ladder:
    """A ladder of bots: the entrants, their results against each other, and the tests of who is stronger."""

    def __init__(
        self,
        labels: Sequence[str] = (),
        seats: int = 2,
        error: float = DEFAULT_ERROR,
        margin: float = DEFAULT_MARGIN,
        max_sets: int = 0,
        wave_size: int = SETS_PER_WAVE,
    ) -> None:
        self.solo = seats == 1
        self.set_size = max(2, seats)  # entrants in a set
        self.results_per_pair = 1 if self.solo else seats  # in a set
        self.test_settings = (error, margin, self.results_per_pair, max_sets)
        self.wave_size = wave_size
        self.sets_played = 0
        self.active: list[str] = []
        self.games: dict[str, int] = {}
        self.skills: dict[str, Skill] = {}
        self.scores: dict[Pair, PairScore] = {}  # in whole results; the two labels are sorted
        self.pair_tests: dict[Pair, SequentialTest] = {}
        self._wave_basis = self._snapshot()
        for label in labels:
            self.join(label)

    def join(self, label: str) -> None:
        """Adds an entrant to the ladder, so that sets of matches chosen from now on may include it."""
        self._register(label)
        if label not in self.active:
            self.active = sorted([*self.active, label])

    def leave(self, label: str) -> None:
        """Removes an entrant from the ladder's future sets of matches; its results stay."""
        self.active = [other for other in self.active if other != label]

    def _register(self, label: str) -> None:
        self.games.setdefault(label, 0)
        self.skills.setdefault(label, INITIAL_SKILL)

    def _snapshot(self) -> tuple[dict[Pair, PairScore], set[Pair]]:
        """Returns the basis for choosing a ladder's next sets of matches: results, and the pairs whose test is over."""
        return dict(self.scores), {pair for pair, test in self.pair_tests.items() if test.verdict is not None}

    def next_sets(self) -> list[MatchSet]:
        """Returns the sets of matches in the ladder's current wave that are still to be played; a new wave starts after
        the last. Empty if there are too few entrants for a table."""
        if len(self.active) < self.set_size:
            return []
        scores, over = self._wave_basis
        begun = self.sets_played // self.wave_size * self.wave_size
        fit = self._fit(scores)
        tables = choose_tables(
            fit, self.active, over, self.set_size, self.results_per_pair / (self.set_size - 1), self.wave_size
        )
        meetings = [MatchSet(begun + n, table, begun + n, self.solo) for n, table in enumerate(tables)]
        return meetings[self.sets_played - begun :]

    def add_set(self, match_set: MatchSet, standings: Sequence[Sequence[int]]) -> None:
        """Adds the results of the next set of matches to the ladder: the standings by seat of each match. A higher
        standing is better."""
        if match_set.number != self.sets_played:
            raise ValueError(f"Set {self.sets_played} comes next, not {match_set.number}.")
        for match in _match_standings(match_set, standings):
            for who in match:
                self._register(who)
                self.games[who] += 1
            rated = update_skills([self.skills[who] for who in match], list(match.values()))
            self.skills.update(zip(match, rated, strict=True))
        for (a, b), score in set_results(match_set, standings).items():
            pair, mine = ((a, b), score) if a < b else ((b, a), PairScore(*reversed(score)))
            self.scores[pair] = PairScore(*map(sum, zip(self.scores.get(pair, PairScore()), mine, strict=True)))
            test = self.pair_tests.setdefault(pair, SequentialTest(*self.test_settings))
            test.add((mine.wins + mine.ties / 2) / self.results_per_pair)
        self.sets_played += 1
        if self.sets_played % self.wave_size == 0:
            self._wave_basis = self._snapshot()

    def standings(self) -> list[LadderStanding]:
        """Returns all entrants of the ladder with their ranks and ratings, the strongest first."""
        order = sorted(elo_estimates(self._fit(self.scores)), key=lambda estimate: (-estimate.elo, estimate.label))
        return [
            LadderStanding(rank, *estimate, *self.skills[estimate.label], self.games[estimate.label])
            for rank, estimate in enumerate(order, start=1)
        ]

    def _fit(self, scores: Mapping[Pair, PairScore]) -> BradleyTerryFit:
        """Fits the entrants' skills to their results; a result between two players at a table of N weighs 1/(N-1)."""
        shares = {
            pair: PairScore(*(number / (self.set_size - 1) for number in score)) for pair, score in scores.items()
        }
        return fit_bradley_terry(list(self.games), shares, self.set_size)

    def neighbour_tests(self) -> list[NeighbourTest]:
        """Returns the tests of who is stronger between neighbours on the ladder, from the top."""
        order = [standing.label for standing in self.standings()]
        return [self.test_between(a, b) for a, b in pairwise(order)]

    def test_between(self, a: str, b: str) -> NeighbourTest:
        """Returns the state of the test whether entrant a is stronger than entrant b."""
        one, two = sorted((a, b))
        test = self.pair_tests.get((one, two), SequentialTest(*self.test_settings))
        lower, upper = test.bounds
        score, llr, verdict = test.score, test.llr, test.verdict
        if a != one:
            score, llr, verdict = 1 - score, -llr, OPPOSITE_VERDICT.get(verdict or "", verdict)
        text = describe_test(a, b, test.sets, score, verdict, self.test_settings[0], llr / upper)
        return NeighbourTest(a, b, test.sets, score, llr, lower, upper, verdict, text)

    def cross_table(self) -> dict[str, dict[str, PairScore]]:
        """Returns the wins, ties and losses of each entrant against each other, as whole numbers."""
        table: dict[str, dict[str, PairScore]] = {label: {} for label in sorted(self.games)}
        for (a, b), score in sorted(self.scores.items()):
            table[a][b] = score
            table[b][a] = PairScore(*reversed(score))
        return table


def choose_tables(
    fit: BradleyTerryFit, active: Sequence[str], over: set[Pair], size: int, weight: float, count: int
) -> list[tuple[str, ...]]:
    """Returns the most useful tables for a ladder to play next; each is chosen as if those before it had been played.

    A set between two entrants is the more useful, the closer they are and the less is known of their difference.
    Only every second table prefers pairs whose test is open: if all did, a pair that luck has decided would not be
    played again, and the error would stay."""
    number = {label: index for index, label in enumerate(fit.labels)}
    present = sorted(number[label] for label in active)
    urgent = _undecided_pairs(fit, present, over)
    information: dict[IndexPair, float] = {}  # of a set, by pair
    for a, b in combinations(present, 2):
        lead = fit.skill[a] - fit.skill[b]
        information[a, b] = weight * logistic(lead) * logistic(-lead)
    errors = [list(row) for row in fit.covariance]
    tables: list[tuple[str, ...]] = []
    for turn in range(count):
        usefulness: dict[IndexPair, float] = {}
        for (a, b), gain in information.items():
            variance = errors[a][a] + errors[b][b] - 2 * errors[a][b]
            usefulness[a, b] = math.log1p(gain * variance) * (
                UNDECIDED_WEIGHT if turn % 2 and (a, b) in urgent else 1.0
            )
        table = _most_useful_table(usefulness, present, size)
        for a, b in combinations(table, 2):
            _update_covariance(errors, a, b, information[a, b])
        names = [fit.labels[index] for index in table]
        tables.append(tuple(names if turn // 2 % 2 == 0 else names[::-1]))
    return tables


def _undecided_pairs(fit: BradleyTerryFit, present: Sequence[int], over: set[Pair]) -> set[IndexPair]:
    """Returns the pairs of entrants of whom neither the test of who is stronger nor the ratings decide the order."""
    found: set[IndexPair] = set()
    for a, b in combinations(present, 2):
        variance = fit.covariance[a][a] + fit.covariance[b][b] - 2 * fit.covariance[a][b]
        unclear = abs(fit.skill[a] - fit.skill[b]) <= NORMAL_95 * math.sqrt(max(0.0, variance))
        if unclear and (fit.labels[a], fit.labels[b]) not in over:
            found.add((a, b))
    return found


def _most_useful_table(usefulness: Mapping[IndexPair, float], present: Sequence[int], size: int) -> list[int]:
    """Returns the entrants of a ladder's next table: the pair most useful to compare, filled up with those most
    useful to compare with them."""
    best = max(usefulness, key=lambda pair: usefulness[pair])
    table = list(best)
    while len(table) < size:
        rest = [a for a in present if a not in table]
        table.append(max(rest, key=lambda a: math.fsum(usefulness[min(a, b), max(a, b)] for b in table)))
    return sorted(table)


def _update_covariance(errors: Matrix, a: int, b: int, information: float) -> None:
    """Changes the covariance of the errors of skills as if entrants a and b had played one more set of matches."""
    difference = [row[a] - row[b] for row in errors]
    share = information / (1 + information * (difference[a] - difference[b]))
    for row, mine in zip(errors, difference, strict=True):
        for index, other in enumerate(difference):
            row[index] -= share * mine * other
