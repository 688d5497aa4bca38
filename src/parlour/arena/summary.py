"""Summaries of many matches: wins, intervals, points and lengths, in exact sums that may be added in any order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

NORMAL_95 = (
    1.959963984540054  # standard deviations on either side of the mean that contain 95 % of a normal distribution
)
Row = dict[str, object]


@dataclass(slots=True)
class ScoreTotals:
    """The matches, wins, ranks, points and faults of a seat, bot or player. Wins are counted in whole shares, so
    that sums are exact."""

    games: int = 0
    win_shares: int = 0
    rank_sum: int = 0  # of the ranks, 1 for the first place
    points: int = 0
    faults: int = 0

    def add(self, other: ScoreTotals) -> None:
        self.games += other.games
        self.win_shares += other.win_shares
        self.rank_sum += other.rank_sum
        self.points += other.points
        self.faults += other.faults


@dataclass(slots=True)
class Summary:
    """The wins, points and lengths of some matches, by seat, bot and player. A bot named twice is two players."""

    seats: list[ScoreTotals]
    bots: dict[str, ScoreTotals]
    players: list[ScoreTotals]  # in the order in which the bots were named
    lengths: Counter[int] = field(default_factory=Counter)  # matches, by number of answers
    turns: Counter[int] = field(default_factory=Counter)  # matches, by number of the game's own turns
    unfinished: int = 0  # matches called off, which have no winner

    def add(self, other: Summary) -> None:
        for mine, more in zip(self.seats, other.seats, strict=True):
            mine.add(more)
        for bot, more in other.bots.items():
            self.bots[bot].add(more)
        for mine, more in zip(self.players, other.players, strict=True):
            mine.add(more)
        self.lengths.update(other.lengths)
        self.turns.update(other.turns)
        self.unfinished += other.unfinished


def blank_summary(bots: Sequence[str]) -> Summary:
    return Summary([ScoreTotals() for _ in bots], {bot: ScoreTotals() for bot in bots}, [ScoreTotals() for _ in bots])


def shares_per_win(seats: int) -> int:
    """Returns how many shares make a win at a table of this size: a number that any number of tied winners divides."""
    return math.lcm(*range(1, seats + 1))


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Returns the Wilson 95 % interval of a win rate."""
    rate = wins / games
    square = NORMAL_95**2 / games
    centre = rate + square / 2
    margin = NORMAL_95 * math.sqrt(rate * (1 - rate) / games + square / (4 * games))
    return max(0.0, (centre - margin) / (1 + square)), min(1.0, (centre + margin) / (1 + square))


def mean(counts: Mapping[int, int]) -> float:
    return sum(number * times for number, times in counts.items()) / sum(counts.values())


def median(counts: Mapping[int, int]) -> float:
    games = sum(counts.values())
    return (_nth(counts, (games - 1) // 2) + _nth(counts, games // 2)) / 2


def _nth(counts: Mapping[int, int], place: int) -> int:
    passed = 0
    for number in sorted(counts):
        passed += counts[number]
        if passed > place:
            return number
    raise IndexError(place)


def length_row(unit: str, answers: Mapping[int, int], turns: Mapping[int, int]) -> Row:
    """Returns the mean and median length of matches, in answers and in the game's own unit; None without matches."""
    return {**turns_row("answers", answers), "turns": turns_row(unit, turns)}


def turns_row(unit: str, counts: Mapping[int, int]) -> Row:
    figures = {"mean": mean(counts), "median": median(counts)} if counts else {"mean": None, "median": None}
    return {"unit": unit, **figures}


def seat_rows(summary: Summary, bots: Sequence[str]) -> list[Row]:
    win = shares_per_win(len(bots))
    return [
        {"seat": seat, "bot": bot, **win_rate_row(score, win)}
        for seat, (bot, score) in enumerate(zip(bots, summary.seats, strict=True))
    ]


def bot_rows(summary: Summary) -> list[Row]:
    """Returns each bot's wins, win rate and mean points in a run; a match counts once for every seat the bot had."""
    win = shares_per_win(len(summary.seats))
    return [
        {"bot": bot, "games": score.games, **win_rate_row(score, win), "faults": score.faults}
        for bot, score in summary.bots.items()
    ]


def win_rate_row(score: ScoreTotals, win: int) -> Row:
    """Returns a seat's or bot's wins, win rate with interval and mean points; `win` is the shares in a win."""
    wins = score.win_shares / win
    low, high = wilson_interval(wins, score.games)
    rate = wins / score.games
    return {"wins": wins, "win_rate": rate, "low": low, "high": high, "mean_score": score.points / score.games}
