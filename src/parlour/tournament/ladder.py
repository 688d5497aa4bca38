"""A ladder that never ends: which set is the most useful one to play next, and how everybody stands.

A ladder plays nothing itself: it names the sets of a wave, and is told how they ended, in order. What it has been
told is all it knows, so that it goes on from stored sets as if it had never stopped."""

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
UNDECIDED_WEIGHT: Final = 4.0  # how much more a set is worth between two of whom it is open who is stronger

Pair = tuple[str, str]
IndexPair = tuple[int, int]  # two entrants by number, the lower one first
OPPOSITE_VERDICT: Final = {"stronger": "weaker", "weaker": "stronger"}


class LadderStanding(NamedTuple):
    """How an entrant stands."""

    rank: int
    label: str
    elo: float
    low: float
    high: float
    mu: float
    sigma: float
    games: int


class NeighbourTest(NamedTuple):
    """The test whether the upper of two neighbours is stronger."""

    a: str
    b: str
    sets: int
    score: float
    llr: float
    lower: float
    upper: float
    verdict: str | None
    text: str


def set_results(meeting: MatchSet, standings: Sequence[Sequence[int]]) -> dict[Pair, PairScore]:
    """What every two at the table made of each other in a set: standings by seat, match by match."""
    matches = _match_standings(meeting, standings)
    return {
        (a, b): _count_score([(match[a], match[b]) for match in matches]) for a, b in combinations(meeting.table, 2)
    }


def _match_standings(meeting: MatchSet, standings: Sequence[Sequence[int]]) -> list[dict[str, int]]:
    """The standings of a set by entrant, match by match; alone on one seed, all of them are one match."""
    seatings = meeting.seatings()
    if [len(seats) for seats in seatings] != [len(match) for match in standings]:
        raise ValueError(f"Set {meeting.number} has other matches than these: one for every seating, by seat.")
    matches = [dict(zip(seats, match, strict=True)) for seats, match in zip(seatings, standings, strict=True)]
    if not meeting.solo:
        return matches
    return [{who: standing for match in matches for who, standing in match.items()}]


def _count_score(couples: Sequence[tuple[int, int]]) -> PairScore:
    wins = sum(a > b for a, b in couples)
    ties = sum(a == b for a, b in couples)
    return PairScore(wins, ties, len(couples) - wins - ties)


class Ladder:
    """Entrants, what they have made of each other, and the tests between them."""

    def __init__(
        self,
        labels: Sequence[str] = (),
        seats: int = 2,
        error: float = DEFAULT_ERROR,
        margin: float = DEFAULT_MARGIN,
        most: int = 0,
        wave_size: int = SETS_PER_WAVE,
    ) -> None:
        self.solo = seats == 1
        self.set_size = max(2, seats)  # entrants in a set
        self.results_per_pair = 1 if self.solo else seats  # results of every two of them
        self.test_settings = (error, margin, self.results_per_pair, most)
        self.wave_size = wave_size
        self.sets_played = 0
        self.active: list[str] = []
        self.games: dict[str, int] = {}
        self.skills: dict[str, Skill] = {}
        self.scores: dict[Pair, PairScore] = {}  # in whole results; the first label comes first in the alphabet
        self.pair_tests: dict[Pair, SequentialTest] = {}
        self._wave_basis = self._snapshot()
        for label in labels:
            self.join(label)

    def join(self, label: str) -> None:
        """From the next wave on, sets are chosen with this entrant too."""
        self._register(label)
        if label not in self.active:
            self.active = sorted([*self.active, label])

    def leave(self, label: str) -> None:
        """No more sets for this entrant; its results stay."""
        self.active = [other for other in self.active if other != label]

    def _register(self, label: str) -> None:
        self.games.setdefault(label, 0)
        self.skills.setdefault(label, INITIAL_SKILL)

    def _snapshot(self) -> tuple[dict[Pair, PairScore], set[Pair]]:
        """What waves are chosen from: the results, and which tests are over."""
        return dict(self.scores), {pair for pair, test in self.pair_tests.items() if test.verdict is not None}

    def next_sets(self) -> list[MatchSet]:
        """The sets still to be played of the present wave; a new one begins when all have been told."""
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

    def add_set(self, meeting: MatchSet, standings: Sequence[Sequence[int]]) -> None:
        """Hears how the next set ended: standings by seat of each of its matches. A higher standing is better."""
        if meeting.number != self.sets_played:
            raise ValueError(f"Set {self.sets_played} comes next, not {meeting.number}.")
        for match in _match_standings(meeting, standings):
            for who in match:
                self._register(who)
                self.games[who] += 1
            rated = update_skills([self.skills[who] for who in match], list(match.values()))
            self.skills.update(zip(match, rated, strict=True))
        for (a, b), score in set_results(meeting, standings).items():
            pair, mine = ((a, b), score) if a < b else ((b, a), PairScore(*reversed(score)))
            self.scores[pair] = PairScore(*map(sum, zip(self.scores.get(pair, PairScore()), mine, strict=True)))
            test = self.pair_tests.setdefault(pair, SequentialTest(*self.test_settings))
            test.add((mine.wins + mine.ties / 2) / self.results_per_pair)
        self.sets_played += 1
        if self.sets_played % self.wave_size == 0:
            self._wave_basis = self._snapshot()

    def standings(self) -> list[LadderStanding]:
        """Everybody, the strongest first."""
        order = sorted(elo_estimates(self._fit(self.scores)), key=lambda mine: (-mine.elo, mine.label))
        return [
            LadderStanding(rank, *mine, *self.skills[mine.label], self.games[mine.label])
            for rank, mine in enumerate(order, start=1)
        ]

    def _fit(self, scores: Mapping[Pair, PairScore]) -> BradleyTerryFit:
        """A result between two at a table of N weighs 1/(N-1)."""
        shares = {
            pair: PairScore(*(number / (self.set_size - 1) for number in score)) for pair, score in scores.items()
        }
        return fit_bradley_terry(list(self.games), shares, self.set_size)

    def neighbour_tests(self) -> list[NeighbourTest]:
        """The tests between neighbours on the ladder, from the top."""
        order = [rung.label for rung in self.standings()]
        return [self.test_between(a, b) for a, b in pairwise(order)]

    def test_between(self, a: str, b: str) -> NeighbourTest:
        """The test whether a is stronger than b."""
        one, two = sorted((a, b))
        test = self.pair_tests.get((one, two), SequentialTest(*self.test_settings))
        lower, upper = test.bounds
        score, llr, verdict = test.score, test.llr, test.verdict
        if a != one:
            score, llr, verdict = 1 - score, -llr, OPPOSITE_VERDICT.get(verdict or "", verdict)
        told = describe_test(a, b, test.sets, score, verdict, self.test_settings[0], llr / upper)
        return NeighbourTest(a, b, test.sets, score, llr, lower, upper, verdict, told)

    def cross_table(self) -> dict[str, dict[str, PairScore]]:
        """What everybody made of everybody, in whole results."""
        table: dict[str, dict[str, PairScore]] = {label: {} for label in sorted(self.games)}
        for (a, b), score in sorted(self.scores.items()):
            table[a][b] = score
            table[b][a] = PairScore(*reversed(score))
        return table


def choose_tables(
    fit: BradleyTerryFit, present: Sequence[str], over: set[Pair], size: int, weight: float, count: int
) -> list[tuple[str, ...]]:
    """The most useful tables, one after the other: each is chosen as if those before it had been played.

    A set between two tells the more, the closer they are and the less is known of their difference. Every other time
    those come first whose test is open; if they always did, sets would stop where luck had just spoken, and what it
    said would stand."""
    number = {label: index for index, label in enumerate(fit.labels)}
    here = sorted(number[label] for label in present)
    urgent = _undecided_pairs(fit, here, over)
    told: dict[IndexPair, float] = {}  # what a set tells of every two
    for a, b in combinations(here, 2):
        lead = fit.skill[a] - fit.skill[b]
        told[a, b] = weight * logistic(lead) * logistic(-lead)
    errors = [list(row) for row in fit.covariance]
    tables: list[tuple[str, ...]] = []
    for turn in range(count):
        use: dict[IndexPair, float] = {}
        for (a, b), more in told.items():
            unknown = errors[a][a] + errors[b][b] - 2 * errors[a][b]
            use[a, b] = math.log1p(more * unknown) * (UNDECIDED_WEIGHT if turn % 2 and (a, b) in urgent else 1.0)
        table = _most_useful_table(use, here, size)
        for a, b in combinations(table, 2):
            _update_covariance(errors, a, b, told[a, b])
        names = [fit.labels[index] for index in table]
        tables.append(tuple(names if turn // 2 % 2 == 0 else names[::-1]))
    return tables


def _undecided_pairs(fit: BradleyTerryFit, here: Sequence[int], over: set[Pair]) -> set[IndexPair]:
    """Every two whose test is open, and of whom the fit cannot tell either who is stronger."""
    found: set[IndexPair] = set()
    for a, b in combinations(here, 2):
        unknown = fit.covariance[a][a] + fit.covariance[b][b] - 2 * fit.covariance[a][b]
        unclear = abs(fit.skill[a] - fit.skill[b]) <= NORMAL_95 * math.sqrt(max(0.0, unknown))
        if unclear and (fit.labels[a], fit.labels[b]) not in over:
            found.add((a, b))
    return found


def _most_useful_table(use: Mapping[IndexPair, float], here: Sequence[int], size: int) -> list[int]:
    """The most useful two, and whoever is of most use with those at the table already."""
    best = max(use, key=lambda couple: use[couple])
    table = list(best)
    while len(table) < size:
        rest = [one for one in here if one not in table]
        table.append(max(rest, key=lambda one: math.fsum(use[min(one, two), max(one, two)] for two in table)))
    return sorted(table)


def _update_covariance(errors: Matrix, a: int, b: int, told: float) -> None:
    """What is not known of everybody's strength, after a and b have met once more."""
    towards = [row[a] - row[b] for row in errors]
    share = told / (1 + told * (towards[a] - towards[b]))
    for row, mine in zip(errors, towards, strict=True):
        for index, other in enumerate(towards):
            row[index] -= share * mine * other
