"""The scoreboard of a tournament: its entrants and their results so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from parlour.arena.simulated_match import MatchResult
from parlour.arena.summary import Row
from parlour.tournament.elo import START_ELO, compare_standings
from parlour.tournament.entrants import Entrant

MAX_COMPLAINTS = 200  # in a document
RANKING_DIGITS = 9  # smaller differences in Elo are rounding errors


@dataclass(slots=True)
class EntrantStats:
    """The ratings and totals of one tournament entrant: Elo, opponents, games, wins, points and faults."""

    label: str
    bot: str
    elo: float = START_ELO
    delta: float = 0.0  # the change in the last round
    low: float | None = None  # 95 % interval of the Elo, if the format has one
    high: float | None = None
    mu: float | None = None  # OpenSkill, if the format uses it
    sigma: float | None = None
    opponents: list[str] = field(default_factory=list)  # in the order of the matches
    games: int = 0
    wins: float = 0.0  # a shared win counts as a fraction
    points: int = 0
    faults: int = 0

    def row(self, rank: int, padding: bool = False) -> Row:
        return {
            "rank": rank,
            "entrant": self.label,
            "elo": self.elo,
            "delta": self.delta,
            "opponents": self.opponents,
            "distinct": len(set(self.opponents)),
            "low": self.low,
            "high": self.high,
            "mu": self.mu,
            "sigma": self.sigma,
            "games": self.games,
            "wins": self.wins,
            "mean_score": self.points / self.games if self.games else None,
            "faults": self.faults,
            "padding": padding,
        }


class TournamentMatch(NamedTuple):
    """A finished match of a tournament: the entrants' labels by seat, and the result."""

    seats: tuple[str, ...]  # labels
    result: MatchResult
    match_id: str = ""  # if it is stored

    def finishing_order(self) -> list[int]:
        """Returns the seats of a match from the first place to the last; tied seats in the order of the seats."""
        return sorted(range(len(self.seats)), key=lambda seat: -self.result.standings[seat])

    def row(self, changes: Sequence[float]) -> Row:
        seats, outcome = self.seats, self.result
        return {
            "table": [seats[seat] for seat in self.finishing_order()],
            "seats": list(seats),
            "finish_scores": dict(zip(seats, outcome.points, strict=True)),
            "standings": dict(zip(seats, outcome.standings, strict=True)),
            "winners": [seats[seat] for seat in winning_seats(outcome)],
            "elo_deltas": dict(zip(seats, changes, strict=False)),
            "match": self.match_id,
            "seed": outcome.seed,
            "digest": outcome.digest,
            "faults": {label: count for label, count in zip(seats, outcome.faults, strict=True) if count},
        }


def winning_seats(outcome: MatchResult) -> list[int]:
    """Returns the seats that share the win of a match; none if the match was called off or nobody won."""
    best = max(outcome.standings)
    return [seat for seat, standing in enumerate(outcome.standings) if standing == best > 0 and outcome.over]


class Scoreboard:
    """The scoreboard of a tournament: all entrants and their results against each other."""

    def __init__(self, entrants: Iterable[Entrant], endless: bool = False, padding: Collection[Entrant] = ()) -> None:
        self.endless = endless  # True: opponents are not listed, since the list would grow without end
        self.padding = {entrant.label for entrant in padding}  # of bots that only fill the tables
        self.entrants = {entrant.label: EntrantStats(*entrant) for entrant in (*entrants, *padding)}
        self.cross_table: dict[str, dict[str, list[int]]] = {}  # wins, ties, losses
        self.complaints: list[Row] = []
        self.games = 0
        self.without_winner = 0  # games that nobody won
        self.answers = 0
        self.turns: Counter[int] = Counter()  # games, by number of the game's own turns

    def ranking(self) -> list[EntrantStats]:
        """Returns the tournament's entrants by Elo, the best first; ties in the order of entry."""
        return sorted(self.entrants.values(), key=lambda player: -round(player.elo, RANKING_DIGITS))

    def standings(self) -> list[EntrantStats]:
        """Returns the tournament's entrants by Elo, the best first; bots that only fill the tables are last."""
        return sorted(self.ranking(), key=lambda player: player.label in self.padding)

    def add_match(self, match: TournamentMatch) -> None:
        """Adds the result of a match to the totals of its entrants, and lists what their bots did wrong."""
        outcome, won = match.result, winning_seats(match.result)
        self.games += 1
        self.without_winner += not won
        self.answers += outcome.answers
        if outcome.turns is not None:
            self.turns[outcome.turns] += 1
        for seat, label in enumerate(match.seats):
            player = self.entrants[label]
            player.games += 1
            player.wins += 1 / len(won) if seat in won else 0.0
            player.points += outcome.points[seat]
            player.faults += outcome.faults[seat]
            for place, other in enumerate(match.seats):
                if place != seat:
                    if not self.endless:
                        player.opponents.append(other)
                    self.add_comparison(label, other, outcome.standings[seat], outcome.standings[place])
        for seat, what in outcome.complaints[: MAX_COMPLAINTS - len(self.complaints)]:
            self.complaints.append({"entrant": match.seats[seat], "match": match.match_id, "what": what})

    def add_comparison(self, label: str, other: str, mine: int, theirs: int) -> None:
        """Counts a win, tie or loss of the entrant `label` against `other`, according to their standings `mine` and
        `theirs`: the higher one wins."""
        row = self.cross_table.setdefault(label, {}).setdefault(other, [0, 0, 0])
        row[compare_standings(mine, theirs)] += 1

    def document(self) -> Row:
        return {
            "standings": [
                player.row(rank, player.label in self.padding) for rank, player in enumerate(self.standings(), 1)
            ],
            "cross": {
                label: {other: dict(zip(("wins", "ties", "losses"), row, strict=True)) for other, row in rows.items()}
                for label, rows in self.cross_table.items()
            },
            "complaints": self.complaints,
        }
