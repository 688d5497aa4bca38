"""How a tournament goes on: round after round, whom it seats together and what it makes of the results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from parlour.arena.elo import deltas
from parlour.arena.field import Bout, Field
from parlour.arena.summary import Row
from parlour.arena.swiss import days_of, seeded, shuffled
from parlour.kernel.rng import match_seed

WIN = 1_000_000  # in a solitaire a win counts more than any points


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

    def next(self) -> Round | None:
        """The round to play; none when it is over."""

    def take(self, bouts: Sequence[Bout]) -> list[Row]:
        """Rates what came of the round; its tables as documents show them."""

    def more(self) -> Row:
        """What only this format has to tell."""


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
        labels = [bout.seats[0] for bout in bouts]
        scores = [bout.outcome.standings[0] * WIN + bout.outcome.points[0] for bout in bouts]
        for one, mine in zip(labels, scores, strict=True):
            for other, theirs in zip(labels, scores, strict=True):
                if one != other:
                    self.field.score(one, other, mine, theirs)
        changes = self._rate(labels, scores)
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
