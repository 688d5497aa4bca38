"""Tournament formats: which tables are played in each round, and how their results are rated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, Protocol

from parlour.arena.summary import NORMAL_95, Row
from parlour.kernel.rng import match_seed
from parlour.tournament.bradley_terry import PairScore, fit_elo
from parlour.tournament.elo import compare_standings, elo_changes, luck_variance
from parlour.tournament.round_robin_schedule import round_robin
from parlour.tournament.scoreboard import Scoreboard, TournamentMatch
from parlour.tournament.skill import INITIAL_SKILL, Skill, update_skills
from parlour.tournament.swiss_pairing import count_days, seat_tables, shuffle_labels

SOLO_WIN_SCORE = 1_000_000  # in a solitaire a win counts more than all points


class Seating(NamedTuple):
    """The entrants' labels at one table of a tournament, by seat, and its dice: match number `match_number` of the
    series `seed`."""

    seats: tuple[str, ...]
    seed: int
    match_number: int


class TournamentRound(NamedTuple):
    """One round of a tournament: the tables that are played at the same time."""

    day: int
    number: int  # in its day
    size: int
    tables: list[Seating]


class TournamentFormat(Protocol):
    """The rules of a kind of tournament (Swiss, round-robin or ladder): its rounds, and how their matches are rated."""

    name: str
    scoreboard: Scoreboard

    def next_round(self) -> TournamentRound | None:
        """Returns the tournament's next round to play; None when the tournament is over."""

    def record_round(self, matches: Sequence[TournamentMatch]) -> list[Row]:
        """Rates the matches of a tournament's round and returns its tables for the JSON document."""

    def extra_fields(self) -> Row:
        """Returns the fields of the tournament's JSON document that only this format has."""


def solo_scores(matches: Sequence[TournamentMatch]) -> list[int]:
    """Returns a score for each solitaire match, by which its players are compared: a win first, then points."""
    return [match.result.standings[0] * SOLO_WIN_SCORE + match.result.points[0] for match in matches]


def compare_solo(scoreboard: Scoreboard, matches: Sequence[TournamentMatch]) -> None:
    """Adds to the scoreboard a comparison of all who played a solitaire on one seed, as if they had met at a table."""
    scored = list(zip([match.seats[0] for match in matches], solo_scores(matches), strict=True))
    for label, mine in scored:
        for other, theirs in scored:
            if label != other:
                scoreboard.add_comparison(label, other, mine, theirs)


class SwissFormat:
    """A Swiss tournament: all entrants play every round, and the ratings so far decide the next tables."""

    name = "swiss"

    def __init__(self, scoreboard: Scoreboard, sizes: Sequence[int], seed: int) -> None:
        self.scoreboard = scoreboard
        self.sizes = sizes
        self.seed = seed
        self.solo = max(sizes) == 1
        self.rounds = len(sizes) * (1 if self.solo else count_days(len(scoreboard.entrants)))
        self.rounds_played = 0
        self.luck = 0.0  # the variance of an Elo if all results were luck

    def next_round(self) -> TournamentRound | None:
        if self.rounds_played == self.rounds:
            return None
        day, number = divmod(self.rounds_played, len(self.sizes))
        size = self.sizes[number]
        seed = match_seed(match_seed(self.seed, day + 1), number + 1)
        if self.solo:
            return TournamentRound(1, number + 1, 1, [Seating((label,), seed, 0) for label in self.scoreboard.entrants])
        ranking = [player.label for player in self.scoreboard.ranking()]
        order = ranking if number else shuffle_labels(list(self.scoreboard.entrants), seed)
        opponents = {label: player.opponents for label, player in self.scoreboard.entrants.items()}
        tables = seat_tables(order, size, opponents, self.sizes[number + 1 :])
        if number:  # the best of a table in its last seat
            tables = [table[::-1] for table in tables]
        seatings = [Seating(tuple(table), seed, place + 1) for place, table in enumerate(tables)]
        return TournamentRound(day + 1, number + 1, size, seatings)

    def record_round(self, matches: Sequence[TournamentMatch]) -> list[Row]:
        self.rounds_played += 1
        for match in matches:
            self.scoreboard.add_match(match)
        if self.solo:
            rows = self._record_solo(matches)
        else:
            rows = [match.row(self._update_elo(match.seats, match.result.standings)) for match in matches]
        self.luck += luck_variance(len(matches) if self.solo else len(matches[0].seats))
        for player in self.scoreboard.entrants.values():
            reach = NORMAL_95 * math.sqrt(self.luck)
            player.low, player.high = player.elo - reach, player.elo + reach
        return rows

    def _record_solo(self, matches: Sequence[TournamentMatch]) -> list[Row]:
        compare_solo(self.scoreboard, matches)
        changes = self._update_elo([match.seats[0] for match in matches], solo_scores(matches))
        return [match.row([change]) for match, change in zip(matches, changes, strict=True)]

    def _update_elo(self, labels: Sequence[str], standings: Sequence[int]) -> list[float]:
        players = [self.scoreboard.entrants[label] for label in labels]
        changes = elo_changes(standings, [player.elo for player in players])
        for player, change in zip(players, changes, strict=True):
            player.elo += change
            player.delta = change
        return changes

    def extra_fields(self) -> Row:
        """Returns how many points of Elo luck alone may put between equals, how many neighbours in the order are
        further apart and so decided, of how many, and a sentence about it."""
        margin = NORMAL_95 * math.sqrt(2 * self.luck)  # between two equal players, 95 times in 100
        rivals = [player for player in self.scoreboard.standings() if player.label not in self.scoreboard.padding]
        decided = sum(above.elo - below.elo > margin for above, below in pairwise(rivals))
        text = describe_order(self.rounds_played, margin, decided, len(rivals) - 1)
        row = {"games": self.rounds_played, "margin": margin, "decided": decided, "neighbours": len(rivals) - 1}
        return {"order": {**row, "text": text}}


def describe_order(games: int, margin: float, decided: int, neighbours: int) -> str:
    """Returns a sentence on how much of a Swiss order may be luck; `decided` neighbours are further apart than that."""
    each = (
        f"{games} game{'' if games == 1 else 's'} each, and luck alone puts {margin:.0f} points of Elo between equals"
    )
    if decided == neighbours:
        return f"{each}: the order is decided."
    part = f" (of {decided} of {neighbours} neighbours it is)" if decided else ""
    return f"{each}: the order is not decided{part}; `--format round-robin` or `parlour duel` decides."


class FittedRatings:
    """The ratings of a tournament's entrants: Elo fitted to all results so far, and OpenSkill."""

    def __init__(self, seats: int) -> None:
        self.seats = seats  # at every table
        self.pairs: dict[tuple[str, str], list[float]] = {}  # wins, ties, losses
        self.skills: dict[str, Skill] = {}

    def add_table(self, labels: Sequence[str], standings: Sequence[int]) -> None:
        """Adds the results of one table to the ratings, standings by label: higher is better, equal a tie. All pairs of
        a player together weigh as much as one game."""
        for one, other in combinations(range(len(labels)), 2):
            scores = self.pairs.setdefault((labels[one], labels[other]), [0.0, 0.0, 0.0])
            scores[compare_standings(standings[one], standings[other])] += 1 / (len(labels) - 1)
        known = [self.skills.get(label, INITIAL_SKILL) for label in labels]
        self.skills.update(zip(labels, update_skills(known, standings), strict=True))

    def update_scoreboard(self, scoreboard: Scoreboard) -> None:
        """Writes the current Elo and OpenSkill ratings of all entrants to the tournament's scoreboard."""
        scores = {pair: PairScore(*numbers) for pair, numbers in self.pairs.items()}
        for estimate in fit_elo(list(scoreboard.entrants), scores, self.seats):
            player, skill = scoreboard.entrants[estimate.label], self.skills.get(estimate.label, INITIAL_SKILL)
            player.delta = estimate.elo - player.elo
            player.elo, player.low, player.high = estimate.elo, estimate.low, estimate.high
            player.mu, player.sigma = skill.mu, skill.sigma


class RoundRobinFormat:
    """A round-robin tournament: each round, all pairs meet equally often, in all rotations of seats on equal dice."""

    name = "round-robin"

    def __init__(self, scoreboard: Scoreboard, size: int, rounds: int, seed: int) -> None:
        self.scoreboard = scoreboard
        self.size = size
        self.seed = seed
        self.ratings = FittedRatings(size if size > 1 else len(scoreboard.entrants))
        self.rounds_played = 0
        self.rounds = rounds
        match_sets = round_robin(list(scoreboard.entrants), size, rounds)
        per_round = len(match_sets) // rounds
        self.cycles = [match_sets[first : first + per_round] for first in range(0, len(match_sets), per_round)]

    def next_round(self) -> TournamentRound | None:
        if self.rounds_played == self.rounds:
            return None
        tables = [
            Seating(seats, self.seed, match_set.seed_number)
            for match_set in self.cycles[self.rounds_played]
            for seats in match_set.seatings()
        ]
        return TournamentRound(1, self.rounds_played + 1, self.size, tables)

    def record_round(self, matches: Sequence[TournamentMatch]) -> list[Row]:
        self.rounds_played += 1
        for match in matches:
            self.scoreboard.add_match(match)
            if self.size > 1:
                self.ratings.add_table(match.seats, match.result.standings)
        if self.size == 1:
            compare_solo(self.scoreboard, matches)
            self.ratings.add_table([match.seats[0] for match in matches], solo_scores(matches))
        self.ratings.update_scoreboard(self.scoreboard)
        return [match.row([]) for match in matches]

    def extra_fields(self) -> Row:
        return {}
