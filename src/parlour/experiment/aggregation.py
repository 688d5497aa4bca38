"""The figures of an experiment as exact sums, so that matches need not be kept in memory.

A figure is a ratio, such as wins per player, points per player or answers per match. Every match adds to its numerator
and denominator. The sums of these, of their squares and of their products, also with those of the same match of the
baseline, are enough for means, differences and intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import NamedTuple

from parlour.arena.balance import MAX_VALUES, SOURCE_PREFIX
from parlour.arena.card_figures import card_counts
from parlour.arena.summary import NORMAL_95, Row, shares_per_win, wilson_interval
from parlour.kernel.problem import Problem

ALL = ""  # the column of figures of all players together
LENGTH_COLUMNS = ("rounds", "turns", "games")  # columns of a game for the length of a match, besides its answers
CARD = "card"  # the column of figures of a card
CARD_WINS, CARD_COINS, CARD_FIRINGS = "card_won", "card_coins", "card_fired"  # per owner, coin spent, copy bought
MIN_EVENTS = 5  # wins or losses; with fewer, the interval of a difference is not computed from pairs
FigureKey = tuple[str, str, int | str]  # what is counted, the column that groups players, and its value
MatchFigures = dict[FigureKey, tuple[int, int]]  # numerator and denominator, of one match


@dataclass(slots=True)
class RatioSums:
    """The sums of one figure (a ratio, as wins per player) over matches, and of its products with the baseline's."""

    num: int = 0
    den: int = 0
    num_num: int = 0
    num_den: int = 0
    den_den: int = 0
    num_base_num: int = 0  # products with the baseline
    num_base_den: int = 0
    den_base_num: int = 0
    den_base_den: int = 0

    def add_match(self, mine: tuple[int, int], base: tuple[int, int]) -> None:
        n, d = mine
        self.num += n
        self.den += d
        self.num_num += n * n
        self.num_den += n * d
        self.den_den += d * d
        self.num_base_num += n * base[0]
        self.num_base_den += n * base[1]
        self.den_base_num += d * base[0]
        self.den_base_den += d * base[1]


@dataclass(slots=True)
class VariationSums:
    """The sums of all figures of one variation in an experiment: matches, faults, wins, points, lengths."""

    matches: int = 0
    unfinished: int = 0
    faults: int = 0
    cells: dict[FigureKey, RatioSums] = field(default_factory=dict)
    distributions: dict[str, Counter[int]] = field(
        default_factory=dict
    )  # counts of each number of points, answers, rounds

    def add_match(self, mine: MatchFigures, base: MatchFigures) -> None:
        for key, ratio in mine.items():
            self.cells.setdefault(key, RatioSums()).add_match(ratio, base.get(key, (0, 0)))

    def document(self) -> Row:
        """Returns the sums of a variation's figures as JSON, from which an interrupted experiment resumes."""
        return {
            "matches": self.matches,
            "unfinished": self.unfinished,
            "faults": self.faults,
            "cells": [[*key, *astuple(cell)] for key, cell in self.cells.items()],
            "spread": {name: sorted(counts.items()) for name, counts in self.distributions.items()},
        }


def parse_sums(document: Row) -> VariationSums:
    """Reads the sums of a variation's figures from the JSON that `VariationSums.document` has returned."""
    found = VariationSums(document["matches"], document["unfinished"], document["faults"])  # type: ignore[arg-type]
    cells, spread = document["cells"], document["spread"]
    assert isinstance(cells, list)
    assert isinstance(spread, dict)
    found.cells = {(row[0], row[1], row[2]): RatioSums(*row[3:]) for row in cells}
    found.distributions = {name: Counter(dict(counts)) for name, counts in spread.items()}
    return found


class MatchCounter:
    """Turns table rows of matches into the figures of an experiment: wins, points and lengths by group of players."""

    def __init__(self, by: Sequence[str], most_seats: int, players: bool) -> None:
        self.columns = [*dict.fromkeys(["seat", "bot", *(name for name in by if not name.endswith("*"))])]
        self.column_prefixes = [name[:-1] for name in by if name.endswith("*")]
        self.shares_per_win = shares_per_win(most_seats)  # the same at tables of all sizes
        self.by_player = players  # also count by place in the list of bots

    def split_matches(self, rows: Sequence[Row]) -> Iterator[list[Row]]:
        """Yields the table rows of each match as a list with one row per seat."""
        at = 0
        while at < len(rows):
            seats = rows[at]["player_count"]
            assert isinstance(seats, int)
            yield [*rows[at : at + seats]]
            at += seats

    def match_figures(self, rows: Sequence[Row], rotate: bool) -> MatchFigures:
        """Returns what one match adds to the figures of an experiment: a numerator and a denominator for each."""
        found: MatchFigures = {}
        first = require_int(rows[0]["match"]) % len(rows) if rotate else 0
        for row in rows:
            shares = round(require_number(row["won"]) * self.shares_per_win)
            points = require_int(row["points"])
            groups: list[tuple[str, int | str]] = [(ALL, ALL)]
            groups += [(column, require_value(row[column])) for column in self.columns]
            if self.by_player:
                groups.append(("player", (first + require_int(row["seat"])) % len(rows)))
            for prefix in self.column_prefixes:
                groups += [
                    (f"{prefix}*", name) for name in row if name.startswith(prefix) and require_int(row[name]) > 0
                ]
            for group in groups:
                add_part(found, ("won", *group), shares)
                add_part(found, ("points", *group), points)
            for name in row:
                if name.startswith(SOURCE_PREFIX):
                    for group in groups[: 1 + len(self.columns)]:
                        if group[0] not in ("seat", "bot"):
                            add_part(found, (name, *group), require_int(row[name]))
            for card, counts in card_counts(row):
                add_part(found, (CARD_COINS, CARD, card), counts.earned, counts.spent)
                add_part(found, (CARD_FIRINGS, CARD, card), counts.fired, counts.bought)
                if counts.held:
                    add_part(found, (CARD_WINS, CARD, card), shares)
        for name, length in match_lengths(rows).items():
            add_part(found, (name, ALL, ALL), length)
        return found

    def add_distributions(self, sums: VariationSums, rows: Sequence[Row]) -> None:
        for name, length in match_lengths(rows).items():
            sums.distributions.setdefault(name, Counter())[length] += 1
        points = sums.distributions.setdefault("points", Counter())
        for row in rows:
            points[require_int(row["points"])] += 1

    def check_value_counts(self, sums: VariationSums) -> None:
        """Raises a Problem if a column by which players are grouped has too many different values to compare."""
        for column, times in Counter(key[1] for key in sums.cells if key[0] == "won").items():
            if times > MAX_VALUES:
                raise Problem(
                    f"The column {column} has more than {MAX_VALUES} different values, which is too many to compare "
                    "players by; leave it out of the key 'by' of the experiment file."
                )


def match_lengths(rows: Sequence[Row]) -> dict[str, int]:
    """Returns the length of a match in rounds, turns and games, as far as its game counts them, and in players'
    answers."""
    own = {name: require_int(rows[0][name]) for name in LENGTH_COLUMNS if name in rows[0]}
    return {**own, "answers": sum(require_int(row["answers"]) for row in rows)}


def add_part(found: MatchFigures, key: FigureKey, part: int, of: int = 1) -> None:
    n, d = found.get(key, (0, 0))
    found[key] = n + part, d + of


def require_int(value: object) -> int:
    if not isinstance(value, int):
        raise Problem(
            f"The game gave {value!r} for a column of the results that takes whole numbers; correct the game."
        )
    return value


def require_number(value: object) -> float:
    assert isinstance(value, (int, float))
    return value


def require_value(found: object) -> int | str:
    assert isinstance(found, (int, str))
    return found


# From sums to figures.


class Estimate(NamedTuple):
    """An estimated figure, such as a win rate, and its 95 % interval."""

    value: float
    low: float
    high: float


def win_rate(cell: RatioSums, win: int) -> Estimate:
    """Returns a group's win rate with its Wilson 95 % interval; `win` is the number of shares in a win."""
    wins = cell.num / win
    return Estimate(wins / cell.den, *wilson_interval(wins, cell.den))


def mean_estimate(cell: RatioSums, matches: int) -> Estimate:
    """Returns a mean, such as points per player, with its 95 % interval; players of a match are not independent."""
    mean = cell.num / cell.den
    margin = NORMAL_95 * math.sqrt(_variance(cell, matches))
    return Estimate(mean, mean - margin, mean + margin)


def estimate_difference(cell: RatioSums, base: RatioSums, matches: int, scale: int = 1) -> Estimate:
    """Returns how a figure differs from the baseline's, with a 95 % interval, over pairs of matches with the same
    seed and seats."""
    found = (cell.num / cell.den - base.num / base.den) / scale
    covariance = (
        cell.num_base_num * base.den * cell.den
        - cell.num_base_den * base.num * cell.den
        - cell.den_base_num * base.den * cell.num
    )
    covariance += cell.den_base_den * cell.num * base.num
    shared = covariance / (cell.den * base.den) ** 2 * _bessel_factor(matches)
    variance = _variance(cell, matches) + _variance(base, matches) - 2 * shared
    margin = NORMAL_95 * math.sqrt(max(0.0, variance)) / scale
    return Estimate(found, found - margin, found + margin)


def estimate_rate_difference(cell: RatioSums, base: RatioSums, matches: int, win: int) -> Estimate:
    """Returns how a win rate differs from the baseline's, with a 95 % interval: from pairs of matches, or with few
    wins or losses from both Wilson intervals."""
    if min(cell.num, base.num, cell.den * win - cell.num, base.den * win - base.num) >= MIN_EVENTS * win:
        return estimate_difference(cell, base, matches, win)
    mine, other = win_rate(cell, win), win_rate(base, win)
    found = mine.value - other.value
    down = math.hypot(mine.value - mine.low, other.high - other.value)
    up = math.hypot(mine.high - mine.value, other.value - other.low)
    return Estimate(found, found - down, found + up)


def _variance(cell: RatioSums, matches: int) -> float:
    """Returns the variance of a figure that is a ratio of sums over matches; the sum of squares is exact."""
    squares = cell.num_num * cell.den**2 - 2 * cell.num * cell.num_den * cell.den + cell.num**2 * cell.den_den
    return squares / cell.den**4 * _bessel_factor(matches)


def _bessel_factor(matches: int) -> float:
    return matches / (matches - 1) if matches > 1 else 1.0


def quantile(counts: Mapping[int, int], share: float) -> int:
    """Returns a quantile of counted numbers: the smallest that at least this share of all values does not exceed."""
    wanted = share * sum(counts.values())
    passed = 0
    for number in sorted(counts):
        passed += counts[number]
        if passed >= wanted:
            return number
    raise ValueError("nothing was counted")
