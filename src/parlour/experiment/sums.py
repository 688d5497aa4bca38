"""What the matches of an experiment come to, in exact sums: matches that are played are counted and forgotten.

A figure is a part of something that a match has: wins of so many players, points of so many players, answers of one
match. Every match gives both numbers, part and whole. The sums of them, of their squares and of their products, also
with the same match of the baseline, are all that means, differences and intervals need."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import NamedTuple

from parlour.arena.balance import MAX_VALUES, SOURCE_PREFIX
from parlour.arena.summary import NORMAL_95, Row, shares_per_win, wilson_interval
from parlour.kernel.problem import Problem

ALL = ""  # the column of figures of all players together
LENGTHS = ("rounds", "turns")  # columns of a game that say how long a match was, beside its answers
FEW = 5  # wins, or losses, below which an interval of a difference takes no pairs for granted
Key = tuple[str, str, int | str]  # what is counted, the column that players are told apart by, and its value
Parts = dict[Key, tuple[int, int]]  # part and whole, of one match


@dataclass(slots=True)
class Cell:
    """The sums of one figure over all matches: parts `n` and wholes `d`, alone and beside the baseline's."""

    n: int = 0
    d: int = 0
    nn: int = 0
    nd: int = 0
    dd: int = 0
    n_n: int = 0  # products of ours with the baseline's
    n_d: int = 0
    d_n: int = 0
    d_d: int = 0

    def count(self, mine: tuple[int, int], base: tuple[int, int]) -> None:
        n, d = mine
        self.n += n
        self.d += d
        self.nn += n * n
        self.nd += n * d
        self.dd += d * d
        self.n_n += n * base[0]
        self.n_d += n * base[1]
        self.d_n += d * base[0]
        self.d_d += d * base[1]


@dataclass(slots=True)
class Sums:
    """All that is counted of one variation."""

    matches: int = 0
    unfinished: int = 0
    faults: int = 0
    cells: dict[Key, Cell] = field(default_factory=dict)
    spread: dict[str, Counter[int]] = field(default_factory=dict)  # how often which number: points, answers, rounds

    def count(self, mine: Parts, base: Parts) -> None:
        for key, parts in mine.items():
            self.cells.setdefault(key, Cell()).count(parts, base.get(key, (0, 0)))

    def document(self) -> Row:
        """As JSON keeps it."""
        return {
            "matches": self.matches,
            "unfinished": self.unfinished,
            "faults": self.faults,
            "cells": [[*key, *astuple(cell)] for key, cell in self.cells.items()],
            "spread": {name: sorted(counts.items()) for name, counts in self.spread.items()},
        }


def sums_of(document: Row) -> Sums:
    """The inverse."""
    found = Sums(document["matches"], document["unfinished"], document["faults"])  # type: ignore[arg-type]
    cells, spread = document["cells"], document["spread"]
    assert isinstance(cells, list)
    assert isinstance(spread, dict)
    found.cells = {(row[0], row[1], row[2]): Cell(*row[3:]) for row in cells}
    found.spread = {name: Counter(dict(counts)) for name, counts in spread.items()}
    return found


class Counting:
    """Reads the rows of matches as an experiment wants them counted."""

    def __init__(self, by: Sequence[str], most_seats: int, players: bool) -> None:
        self.columns = [*dict.fromkeys(["seat", "bot", *(name for name in by if not name.endswith("*"))])]
        self.families = [name[:-1] for name in by if name.endswith("*")]
        self.win = shares_per_win(most_seats)  # shares that make a win, at any table
        self.players = players  # wanted: figures of players as the bots were named, wherever they sat

    def matches(self, rows: Sequence[Row]) -> Iterator[list[Row]]:
        """The rows of each match."""
        at = 0
        while at < len(rows):
            seats = rows[at]["player_count"]
            assert isinstance(seats, int)
            yield [*rows[at : at + seats]]
            at += seats

    def parts(self, rows: Sequence[Row], rotate: bool) -> Parts:
        """What one match adds to the figures."""
        found: Parts = {}
        first = number(rows[0]["match"]) % len(rows) if rotate else 0
        for row in rows:
            shares = round(real(row["won"]) * self.win)
            points = number(row["points"])
            groups: list[tuple[str, int | str]] = [(ALL, ALL)]
            groups += [(column, value(row[column])) for column in self.columns]
            if self.players:
                groups.append(("player", (first + number(row["seat"])) % len(rows)))
            for family in self.families:
                groups += [(f"{family}*", name) for name in row if name.startswith(family) and number(row[name]) > 0]
            for group in groups:
                add(found, ("won", *group), shares)
                add(found, ("points", *group), points)
            for name in row:
                if name.startswith(SOURCE_PREFIX):
                    for group in groups[: 1 + len(self.columns)]:
                        if group[0] not in ("seat", "bot"):
                            add(found, (name, *group), number(row[name]))
        for name, length in lengths(rows).items():
            add(found, (name, ALL, ALL), length)
        return found

    def spread(self, sums: Sums, rows: Sequence[Row]) -> None:
        for name, length in lengths(rows).items():
            sums.spread.setdefault(name, Counter())[length] += 1
        points = sums.spread.setdefault("points", Counter())
        for row in rows:
            points[number(row["points"])] += 1

    def check(self, sums: Sums) -> None:
        """Whether there are few enough values to compare."""
        for column, times in Counter(key[1] for key in sums.cells if key[0] == "won").items():
            if times > MAX_VALUES:
                raise Problem(f"Column {column} has more than {MAX_VALUES} values: too many to compare.")


def lengths(rows: Sequence[Row]) -> dict[str, int]:
    """How long a match was, in the game's own measure if it has one, and in answers."""
    own = {name: number(rows[0][name]) for name in LENGTHS if name in rows[0]}
    return {**own, "answers": sum(number(row["answers"]) for row in rows)}


def add(found: Parts, key: Key, part: int) -> None:
    n, d = found.get(key, (0, 0))
    found[key] = n + part, d + 1


def number(value: object) -> int:
    if not isinstance(value, int):
        raise Problem(f"Only whole numbers can be counted up, not {value!r}.")
    return value


def real(value: object) -> float:
    assert isinstance(value, (int, float))
    return value


def value(found: object) -> int | str:
    assert isinstance(found, (int, str))
    return found


# From sums to figures.


class Estimate(NamedTuple):
    """A figure with the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float


def rate(cell: Cell, win: int) -> Estimate:
    """How often players won, by Wilson."""
    wins = cell.n / win
    return Estimate(wins / cell.d, *wilson_interval(wins, cell.d))


def average(cell: Cell, matches: int) -> Estimate:
    """A mean over players; those of one match are not taken as independent."""
    middle = cell.n / cell.d
    reach = NORMAL_95 * math.sqrt(_variance(cell, matches))
    return Estimate(middle, middle - reach, middle + reach)


def change(cell: Cell, base: Cell, matches: int, scale: int = 1) -> Estimate:
    """How much a figure is above the baseline's, over pairs of matches with the same seed and seats."""
    found = (cell.n / cell.d - base.n / base.d) / scale
    covariance = cell.n_n * base.d * cell.d - cell.n_d * base.n * cell.d - cell.d_n * base.d * cell.n
    covariance += cell.d_d * cell.n * base.n
    shared = covariance / (cell.d * base.d) ** 2 * _whole(matches)
    variance = _variance(cell, matches) + _variance(base, matches) - 2 * shared
    reach = NORMAL_95 * math.sqrt(max(0.0, variance)) / scale
    return Estimate(found, found - reach, found + reach)


def change_of_rate(cell: Cell, base: Cell, matches: int, win: int) -> Estimate:
    """The same for rates of winning; where wins or losses are few, from both intervals, as if there were no pairs."""
    if min(cell.n, base.n, cell.d * win - cell.n, base.d * win - base.n) >= FEW * win:
        return change(cell, base, matches, win)
    mine, other = rate(cell, win), rate(base, win)
    found = mine.value - other.value
    down = math.hypot(mine.value - mine.low, other.high - other.value)
    up = math.hypot(mine.high - mine.value, other.value - other.low)
    return Estimate(found, found - down, found + up)


def _variance(cell: Cell, matches: int) -> float:
    """Of a quotient of sums, over matches; the sum of squares is exact."""
    squares = cell.nn * cell.d**2 - 2 * cell.n * cell.nd * cell.d + cell.n**2 * cell.dd
    return squares / cell.d**4 * _whole(matches)


def _whole(matches: int) -> float:
    return matches / (matches - 1) if matches > 1 else 1.0


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The number that such a share of all does not exceed."""
    wanted = share * sum(counts.values())
    passed = 0
    for one in sorted(counts):
        passed += counts[one]
        if passed >= wanted:
            return one
    raise ValueError("nothing was counted")
