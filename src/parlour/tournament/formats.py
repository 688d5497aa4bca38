"""How a tournament goes on: round after round, whom it seats together and what it makes of the results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, Protocol

from parlour.arena.summary import Row
from parlour.kernel.rng import match_seed
from parlour.tournament.elo import deltas, verdict
from parlour.tournament.field import Bout, Field
from parlour.tournament.roundrobin import round_robin
from parlour.tournament.skill import NEWCOMER, Skill, rate
from parlour.tournament.strength import Score, fit
from parlour.tournament.swiss import days_of, seeded, shuffled

SOLVED = 1_000_000  # in a solitaire a win counts more than any points


class Seating(NamedTuple):
    """Who sits where at one table, and its dice: match number `place` of the series `seed`."""

    seats: tuple[str, ...]
    seed: int
    place: int


class Round(NamedTuple):
    """Tables that are played at the same time."""

    day: int
    number: int  # of that day
    size: int
    tables: list[Seating]


class Format(Protocol):
    """The rules of a tournament."""

    name: str
    field: Field

    def next(self) -> Round | None:
        """The round to play; none when it is over."""

    def take(self, bouts: Sequence[Bout]) -> list[Row]:
        """Rates what came of the round; its tables as documents show them."""

    def more(self) -> Row:
        """What only this format has to tell."""


def alone_scores(bouts: Sequence[Bout]) -> list[int]:
    """What solitary players are compared by: a win, then points."""
    return [bout.outcome.standings[0] * SOLVED + bout.outcome.points[0] for bout in bouts]


def compare_alone(field: Field, bouts: Sequence[Bout]) -> None:
    """All who played alone on the same seed have met, as if at one table."""
    scored = list(zip([bout.seats[0] for bout in bouts], alone_scores(bouts), strict=True))
    for one, mine in scored:
        for other, theirs in scored:
            if one != other:
                field.score(one, other, mine, theirs)


class Swiss:
    """Everybody plays every round; the ratings of the day seat the next one."""

    name = "swiss"

    def __init__(self, field: Field, sizes: Sequence[int], seed: int) -> None:
        self.field = field
        self.sizes = sizes
        self.seed = seed
        self.alone = max(sizes) == 1
        self.rounds = len(sizes) * (1 if self.alone else days_of(len(field.players)))
        self.played = 0
        self.met: dict[str, set[str]] = {}  # today

    def next(self) -> Round | None:
        if self.played == self.rounds:
            return None
        day, number = divmod(self.played, len(self.sizes))
        size = self.sizes[number]
        seed = match_seed(match_seed(self.seed, day + 1), number + 1)
        if number == 0:
            self.met = {label: set() for label in self.field.players}
        if self.alone:
            return Round(1, number + 1, 1, [Seating((label,), seed, 0) for label in self.field.players])
        if number == 0:
            tables = shuffled(list(self.field.players), size, seed)
        else:
            tables = seeded([player.label for player in self.field.ranking()], size, self.met)
        seatings = [Seating(tuple(table), seed, place + 1) for place, table in enumerate(tables)]
        return Round(day + 1, number + 1, size, seatings)

    def take(self, bouts: Sequence[Bout]) -> list[Row]:
        self.played += 1
        for bout in bouts:
            self.field.enter(bout)
            for label in bout.seats:
                self.met[label].update(bout.seats)
        if self.alone:
            return self._take_alone(bouts)
        return [bout.row(self._rate(bout.seats, bout.outcome.standings)) for bout in bouts]

    def _take_alone(self, bouts: Sequence[Bout]) -> list[Row]:
        """All who played alone on the same seed are compared with each other."""
        compare_alone(self.field, bouts)
        changes = self._rate([bout.seats[0] for bout in bouts], alone_scores(bouts))
        return [bout.row([change]) for bout, change in zip(bouts, changes, strict=True)]

    def _rate(self, labels: Sequence[str], standings: Sequence[int]) -> list[float]:
        players = [self.field.players[label] for label in labels]
        changes = deltas(standings, [player.elo for player in players])
        for player, change in zip(players, changes, strict=True):
            player.elo += change
            player.delta = change
        return changes

    def more(self) -> Row:
        return {}


class Strengths:
    """Elo fitted to all results so far, and OpenSkill beside it."""

    def __init__(self, seats: int) -> None:
        self.seats = seats  # at every table
        self.pairs: dict[tuple[str, str], list[float]] = {}  # wins, ties, losses
        self.skills: dict[str, Skill] = {}

    def enter(self, labels: Sequence[str], standings: Sequence[int]) -> None:
        """A table's results: all its pairs together weigh as much as one game for everybody."""
        for one, other in combinations(range(len(labels)), 2):
            scores = self.pairs.setdefault((labels[one], labels[other]), [0.0, 0.0, 0.0])
            scores[verdict(standings[one], standings[other])] += 1 / (len(labels) - 1)
        known = [self.skills.get(label, NEWCOMER) for label in labels]
        self.skills.update(zip(labels, rate(known, standings), strict=True))

    def apply(self, field: Field) -> None:
        """Everybody's ratings as they are now."""
        scores = {pair: Score(*numbers) for pair, numbers in self.pairs.items()}
        fitted = fit(list(field.players), scores, self.seats)
        for strength in fitted:
            player, skill = field.players[strength.label], self.skills.get(strength.label, NEWCOMER)
            player.delta = strength.elo - player.elo
            player.elo, player.low, player.high = strength.elo, strength.low, strength.high
            player.mu, player.sigma = skill.mu, skill.sigma


class RoundRobin:
    """Every two meet equally often, in every rotation of the seats on the same dice; a round is all of that once."""

    name = "round-robin"

    def __init__(self, field: Field, size: int, rounds: int, seed: int) -> None:
        self.field = field
        self.size = size
        self.seed = seed
        self.strengths = Strengths(size if size > 1 else len(field.players))
        self.played = 0
        self.rounds = rounds
        meetings = round_robin(list(field.players), size, rounds)
        each = len(meetings) // rounds
        self.cycles = [meetings[first : first + each] for first in range(0, len(meetings), each)]

    def next(self) -> Round | None:
        if self.played == self.rounds:
            return None
        tables = [
            Seating(seats, self.seed, meeting.seed)
            for meeting in self.cycles[self.played]
            for seats in meeting.seatings()
        ]
        return Round(1, self.played + 1, self.size, tables)

    def take(self, bouts: Sequence[Bout]) -> list[Row]:
        self.played += 1
        for bout in bouts:
            self.field.enter(bout)
            if self.size > 1:
                self.strengths.enter(bout.seats, bout.outcome.standings)
        if self.size == 1:
            compare_alone(self.field, bouts)
            self.strengths.enter([bout.seats[0] for bout in bouts], alone_scores(bouts))
        self.strengths.apply(self.field)
        return [bout.row([]) for bout in bouts]

    def more(self) -> Row:
        return {}
