"""A ladder that never ends: which set is the most useful one to play next, and how everybody stands.

A ladder plays nothing itself: it names the sets of a wave, and is told how they ended, in order. What it has been
told is all it knows, so that it goes on from stored sets as if it had never stopped."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from parlour.arena.summary import NORMAL_95
from parlour.tournament.roundrobin import Meeting
from parlour.tournament.sequential import ERROR, MARGIN, Test, tell
from parlour.tournament.skill import NEWCOMER, Skill, rate
from parlour.tournament.strength import Fit, Matrix, Score, expected, settle, strengths

WAVE: Final = 32  # sets that are chosen together
URGENT: Final = 4.0  # how much more a set is worth between two of whom it is open who is stronger

Pair = tuple[str, str]
Couple = tuple[int, int]  # two entrants by number, the lower one first
OTHER: Final = {"stronger": "weaker", "weaker": "stronger"}


class Rung(NamedTuple):
    """How an entrant stands."""

    rank: int
    label: str
    elo: float
    low: float
    high: float
    mu: float
    sigma: float
    games: int


class Trial(NamedTuple):
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


def results(meeting: Meeting, standings: Sequence[Sequence[int]]) -> dict[Pair, Score]:
    """What every two at the table made of each other in a set: standings by seat, match by match."""
    matches = _matches(meeting, standings)
    return {(a, b): _compare([(match[a], match[b]) for match in matches]) for a, b in combinations(meeting.table, 2)}


def _matches(meeting: Meeting, standings: Sequence[Sequence[int]]) -> list[dict[str, int]]:
    """The standings of a set by entrant, match by match; alone on one seed, all of them are one match."""
    seatings = meeting.seatings()
    if [len(seats) for seats in seatings] != [len(match) for match in standings]:
        raise ValueError(f"Set {meeting.number} has other matches than these: one for every seating, by seat.")
    matches = [dict(zip(seats, match, strict=True)) for seats, match in zip(seatings, standings, strict=True)]
    if not meeting.alone:
        return matches
    return [{who: standing for match in matches for who, standing in match.items()}]


def _compare(couples: Sequence[tuple[int, int]]) -> Score:
    wins = sum(a > b for a, b in couples)
    ties = sum(a == b for a, b in couples)
    return Score(wins, ties, len(couples) - wins - ties)


class Ladder:
    """Entrants, what they have made of each other, and the tests between them."""

    def __init__(
        self,
        labels: Sequence[str] = (),
        seats: int = 2,
        error: float = ERROR,
        margin: float = MARGIN,
        most: int = 0,
        wave: int = WAVE,
    ) -> None:
        self.alone = seats == 1
        self.size = max(2, seats)  # entrants in a set
        self.matches = 1 if self.alone else seats  # results of every two of them
        self.terms = (error, margin, self.matches, most)
        self.length = wave
        self.sets = 0
        self.present: list[str] = []
        self.games: dict[str, int] = {}
        self.skills: dict[str, Skill] = {}
        self.scores: dict[Pair, Score] = {}  # in whole results; the first label comes first in the alphabet
        self.trials: dict[Pair, Test] = {}
        self._eve = self._known()
        for label in labels:
            self.join(label)

    def join(self, label: str) -> None:
        """From the next wave on, sets are chosen with this entrant too."""
        self._meet(label)
        if label not in self.present:
            self.present = sorted([*self.present, label])

    def leave(self, label: str) -> None:
        """No more sets for this entrant; its results stay."""
        self.present = [other for other in self.present if other != label]

    def _meet(self, label: str) -> None:
        self.games.setdefault(label, 0)
        self.skills.setdefault(label, NEWCOMER)

    def _known(self) -> tuple[dict[Pair, Score], set[Pair]]:
        """What waves are chosen from: the results, and which tests are over."""
        return dict(self.scores), {pair for pair, test in self.trials.items() if test.verdict is not None}

    def wave(self) -> list[Meeting]:
        """The sets still to be played of the present wave; a new one begins when all have been told."""
        if len(self.present) < self.size:
            return []
        scores, over = self._eve
        begun = self.sets // self.length * self.length
        fit = self._fit(scores)
        tables = choose(fit, self.present, over, self.size, self.matches / (self.size - 1), self.length)
        meetings = [Meeting(begun + n, table, begun + n, self.alone) for n, table in enumerate(tables)]
        return meetings[self.sets - begun :]

    def add(self, meeting: Meeting, standings: Sequence[Sequence[int]]) -> None:
        """Hears how the next set ended: standings by seat of each of its matches. A higher standing is better."""
        if meeting.number != self.sets:
            raise ValueError(f"Set {self.sets} comes next, not {meeting.number}.")
        for match in _matches(meeting, standings):
            for who in match:
                self._meet(who)
                self.games[who] += 1
            rated = rate([self.skills[who] for who in match], list(match.values()))
            self.skills.update(zip(match, rated, strict=True))
        for (a, b), score in results(meeting, standings).items():
            pair, mine = ((a, b), score) if a < b else ((b, a), Score(*reversed(score)))
            self.scores[pair] = Score(*map(sum, zip(self.scores.get(pair, Score()), mine, strict=True)))
            test = self.trials.setdefault(pair, Test(*self.terms))
            test.add((mine.wins + mine.ties / 2) / self.matches)
        self.sets += 1
        if self.sets % self.length == 0:
            self._eve = self._known()

    def rungs(self) -> list[Rung]:
        """Everybody, the strongest first."""
        order = sorted(strengths(self._fit(self.scores)), key=lambda mine: (-mine.elo, mine.label))
        return [
            Rung(rank, *mine, *self.skills[mine.label], self.games[mine.label])
            for rank, mine in enumerate(order, start=1)
        ]

    def _fit(self, scores: Mapping[Pair, Score]) -> Fit:
        """A result between two at a table of N weighs 1/(N-1)."""
        shares = {pair: Score(*(number / (self.size - 1) for number in score)) for pair, score in scores.items()}
        return settle(list(self.games), shares, self.size)

    def tests(self) -> list[Trial]:
        """The tests between neighbours on the ladder, from the top."""
        order = [rung.label for rung in self.rungs()]
        return [self.trial(a, b) for a, b in pairwise(order)]

    def trial(self, a: str, b: str) -> Trial:
        """The test whether a is stronger than b."""
        one, two = sorted((a, b))
        test = self.trials.get((one, two), Test(*self.terms))
        lower, upper = test.bounds
        score, llr, verdict = test.score, test.llr, test.verdict
        if a != one:
            score, llr, verdict = 1 - score, -llr, OTHER.get(verdict or "", verdict)
        told = tell(a, b, test.sets, score, verdict, self.terms[0], llr / upper)
        return Trial(a, b, test.sets, score, llr, lower, upper, verdict, told)

    def cross(self) -> dict[str, dict[str, Score]]:
        """What everybody made of everybody, in whole results."""
        table: dict[str, dict[str, Score]] = {label: {} for label in sorted(self.games)}
        for (a, b), score in sorted(self.scores.items()):
            table[a][b] = score
            table[b][a] = Score(*reversed(score))
        return table


def choose(
    fit: Fit, present: Sequence[str], over: set[Pair], size: int, weight: float, count: int
) -> list[tuple[str, ...]]:
    """The most useful tables, one after the other: each is chosen as if those before it had been played.

    A set between two tells the more, the closer they are and the less is known of their difference. Every other time
    those come first whose test is open; if they always did, sets would stop where luck had just spoken, and what it
    said would stand."""
    number = {label: index for index, label in enumerate(fit.labels)}
    here = sorted(number[label] for label in present)
    urgent = _urgent(fit, here, over)
    told: dict[Couple, float] = {}  # what a set tells of every two
    for a, b in combinations(here, 2):
        lead = fit.skill[a] - fit.skill[b]
        told[a, b] = weight * expected(lead) * expected(-lead)
    errors = [list(row) for row in fit.covariance]
    tables: list[tuple[str, ...]] = []
    for turn in range(count):
        use: dict[Couple, float] = {}
        for (a, b), more in told.items():
            unknown = errors[a][a] + errors[b][b] - 2 * errors[a][b]
            use[a, b] = math.log1p(more * unknown) * (URGENT if turn % 2 and (a, b) in urgent else 1.0)
        table = _table(use, here, size)
        for a, b in combinations(table, 2):
            _learn(errors, a, b, told[a, b])
        names = [fit.labels[index] for index in table]
        tables.append(tuple(names if turn // 2 % 2 == 0 else names[::-1]))
    return tables


def _urgent(fit: Fit, here: Sequence[int], over: set[Pair]) -> set[Couple]:
    """Every two whose test is open, and of whom the fit cannot tell either who is stronger."""
    found: set[Couple] = set()
    for a, b in combinations(here, 2):
        unknown = fit.covariance[a][a] + fit.covariance[b][b] - 2 * fit.covariance[a][b]
        unclear = abs(fit.skill[a] - fit.skill[b]) <= NORMAL_95 * math.sqrt(max(0.0, unknown))
        if unclear and (fit.labels[a], fit.labels[b]) not in over:
            found.add((a, b))
    return found


def _table(use: Mapping[Couple, float], here: Sequence[int], size: int) -> list[int]:
    """The most useful two, and whoever is of most use with those at the table already."""
    best = max(use, key=lambda couple: use[couple])
    table = list(best)
    while len(table) < size:
        rest = [one for one in here if one not in table]
        table.append(max(rest, key=lambda one: math.fsum(use[min(one, two), max(one, two)] for two in table)))
    return sorted(table)


def _learn(errors: Matrix, a: int, b: int, told: float) -> None:
    """What is not known of everybody's strength, after a and b have met once more."""
    towards = [row[a] - row[b] for row in errors]
    share = told / (1 + told * (towards[a] - towards[b]))
    for row, mine in zip(errors, towards, strict=True):
        for index, other in enumerate(towards):
            row[index] -= share * mine * other
