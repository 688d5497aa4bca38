"""How a tournament goes on: round after round, whom it seats together and what it makes of the results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, Protocol

from parlour.arena.summary import Row
from parlour.kernel.rng import match_seed
from parlour.tournament.bradley_terry import PairScore, fit_elo
from parlour.tournament.elo import compare_standings, elo_changes
from parlour.tournament.round_robin_schedule import round_robin
from parlour.tournament.scoreboard import Scoreboard, TournamentMatch
from parlour.tournament.skill import INITIAL_SKILL, Skill, update_skills
from parlour.tournament.swiss_pairing import count_days, seed_tables, shuffle_tables

SOLO_WIN_SCORE = 1_000_000  # in a solitaire a win counts more than any points


class Seating(NamedTuple):
    """Who sits where at one table, and its dice: match number `place` of the series `seed`."""

    seats: tuple[str, ...]
    seed: int
    match_number: int


class TournamentRound(NamedTuple):
    """Tables that are played at the same time."""

    day: int
    number: int  # of that day
    size: int
    tables: list[Seating]


class TournamentFormat(Protocol):
    """The rules of a tournament."""

    name: str
    scoreboard: Scoreboard

    def next_round(self) -> TournamentRound | None:
        """The round to play; none when it is over."""

    def record_round(self, bouts: Sequence[TournamentMatch]) -> list[Row]:
        """Rates what came of the round; its tables as documents show them."""

    def extra_fields(self) -> Row:
        """What only this format has to tell."""


def solo_scores(bouts: Sequence[TournamentMatch]) -> list[int]:
    """What solitary players are compared by: a win, then points."""
    return [bout.result.standings[0] * SOLO_WIN_SCORE + bout.result.points[0] for bout in bouts]


def compare_solo(field: Scoreboard, bouts: Sequence[TournamentMatch]) -> None:
    """All who played alone on the same seed have met, as if at one table."""
    scored = list(zip([bout.seats[0] for bout in bouts], solo_scores(bouts), strict=True))
    for one, mine in scored:
        for other, theirs in scored:
            if one != other:
                field.add_comparison(one, other, mine, theirs)


class SwissFormat:
    """Everybody plays every round; the ratings of the day seat the next one."""

    name = "swiss"

    def __init__(self, field: Scoreboard, sizes: Sequence[int], seed: int) -> None:
        self.scoreboard = field
        self.sizes = sizes
        self.seed = seed
        self.solo = max(sizes) == 1
        self.rounds = len(sizes) * (1 if self.solo else count_days(len(field.entrants)))
        self.rounds_played = 0
        self.met_today: dict[str, set[str]] = {}  # today

    def next_round(self) -> TournamentRound | None:
        if self.rounds_played == self.rounds:
            return None
        day, number = divmod(self.rounds_played, len(self.sizes))
        size = self.sizes[number]
        seed = match_seed(match_seed(self.seed, day + 1), number + 1)
        if number == 0:
            self.met_today = {label: set() for label in self.scoreboard.entrants}
        if self.solo:
            return TournamentRound(1, number + 1, 1, [Seating((label,), seed, 0) for label in self.scoreboard.entrants])
        if number == 0:
            tables = shuffle_tables(list(self.scoreboard.entrants), size, seed)
        else:
            tables = seed_tables([player.label for player in self.scoreboard.ranking()], size, self.met_today)
        seatings = [Seating(tuple(table), seed, place + 1) for place, table in enumerate(tables)]
        return TournamentRound(day + 1, number + 1, size, seatings)

    def record_round(self, bouts: Sequence[TournamentMatch]) -> list[Row]:
        self.rounds_played += 1
        for bout in bouts:
            self.scoreboard.add_match(bout)
            for label in bout.seats:
                self.met_today[label].update(bout.seats)
        if self.solo:
            return self._record_solo(bouts)
        return [bout.row(self._update_elo(bout.seats, bout.result.standings)) for bout in bouts]

    def _record_solo(self, bouts: Sequence[TournamentMatch]) -> list[Row]:
        """All who played alone on the same seed are compared with each other."""
        compare_solo(self.scoreboard, bouts)
        changes = self._update_elo([bout.seats[0] for bout in bouts], solo_scores(bouts))
        return [bout.row([change]) for bout, change in zip(bouts, changes, strict=True)]

    def _update_elo(self, labels: Sequence[str], standings: Sequence[int]) -> list[float]:
        players = [self.scoreboard.entrants[label] for label in labels]
        changes = elo_changes(standings, [player.elo for player in players])
        for player, change in zip(players, changes, strict=True):
            player.elo += change
            player.delta = change
        return changes

    def extra_fields(self) -> Row:
        return {}


class FittedRatings:
    """Elo fitted to all results so far, and OpenSkill beside it."""

    def __init__(self, seats: int) -> None:
        self.seats = seats  # at every table
        self.pairs: dict[tuple[str, str], list[float]] = {}  # wins, ties, losses
        self.skills: dict[str, Skill] = {}

    def add_table(self, labels: Sequence[str], standings: Sequence[int]) -> None:
        """A table's results: all its pairs together weigh as much as one game for everybody."""
        for one, other in combinations(range(len(labels)), 2):
            scores = self.pairs.setdefault((labels[one], labels[other]), [0.0, 0.0, 0.0])
            scores[compare_standings(standings[one], standings[other])] += 1 / (len(labels) - 1)
        known = [self.skills.get(label, INITIAL_SKILL) for label in labels]
        self.skills.update(zip(labels, update_skills(known, standings), strict=True))

    def update_scoreboard(self, field: Scoreboard) -> None:
        """Everybody's ratings as they are now."""
        scores = {pair: PairScore(*numbers) for pair, numbers in self.pairs.items()}
        fitted = fit_elo(list(field.entrants), scores, self.seats)
        for strength in fitted:
            player, skill = field.entrants[strength.label], self.skills.get(strength.label, INITIAL_SKILL)
            player.delta = strength.elo - player.elo
            player.elo, player.low, player.high = strength.elo, strength.low, strength.high
            player.mu, player.sigma = skill.mu, skill.sigma


class RoundRobinFormat:
    """Every two meet equally often, in every rotation of the seats on the same dice; a round is all of that once."""

    name = "round-robin"

    def __init__(self, field: Scoreboard, size: int, rounds: int, seed: int) -> None:
        self.scoreboard = field
        self.size = size
        self.seed = seed
        self.ratings = FittedRatings(size if size > 1 else len(field.entrants))
        self.rounds_played = 0
        self.rounds = rounds
        meetings = round_robin(list(field.entrants), size, rounds)
        each = len(meetings) // rounds
        self.cycles = [meetings[first : first + each] for first in range(0, len(meetings), each)]

    def next_round(self) -> TournamentRound | None:
        if self.rounds_played == self.rounds:
            return None
        tables = [
            Seating(seats, self.seed, meeting.seed_number)
            for meeting in self.cycles[self.rounds_played]
            for seats in meeting.seatings()
        ]
        return TournamentRound(1, self.rounds_played + 1, self.size, tables)

    def record_round(self, bouts: Sequence[TournamentMatch]) -> list[Row]:
        self.rounds_played += 1
        for bout in bouts:
            self.scoreboard.add_match(bout)
            if self.size > 1:
                self.ratings.add_table(bout.seats, bout.result.standings)
        if self.size == 1:
            compare_solo(self.scoreboard, bouts)
            self.ratings.add_table([bout.seats[0] for bout in bouts], solo_scores(bouts))
        self.ratings.update_scoreboard(self.scoreboard)
        return [bout.row([]) for bout in bouts]

    def extra_fields(self) -> Row:
        return {}
