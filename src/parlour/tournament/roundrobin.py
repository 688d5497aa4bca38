"""A round-robin: which tables are played, so that every two entrants meet equally often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng

PATIENCE: Final = 20_000  # exchanges tried before more meetings are allowed

Table = tuple[int, ...]  # entrants by number


class Meeting(NamedTuple):
    """One set: those at a table play every rotation of its seats on one seed, or each of them alone."""

    number: int  # in the order of play
    table: tuple[str, ...]
    seed: int  # which seed of the series: match_seed(seed of the tournament, this)
    alone: bool = False

    def seatings(self) -> list[tuple[str, ...]]:
        """Who sits where, match by match: everybody moves up one seat from match to match."""
        if self.alone:
            return [(who,) for who in self.table]
        return [(*self.table[first:], *self.table[:first]) for first in range(len(self.table))]


def round_robin(labels: Sequence[str], size: int, sets: int = 1) -> list[Meeting]:
    """All meetings of a round-robin at tables of this size, the whole of it played so many times, on new seeds each.

    In a solitaire everybody plays alone, all on the same seeds."""
    if len(set(labels)) != len(labels):
        raise Problem("Every entrant of a round-robin needs a label of its own.")
    if len(labels) < size:
        raise Problem(f"A table of {size} needs at least {size} entrants; there are {len(labels)}.")
    tables = design(len(labels), size)
    meetings: list[Meeting] = []
    for again in range(sets):
        for table in tables:
            order = table if again % 2 == 0 else table[::-1]  # so that everybody sits behind everybody
            number = len(meetings)
            meetings.append(Meeting(number, tuple(labels[who] for who in order), again if size == 1 else number))
    return meetings


@cache
def design(entrants: int, size: int) -> tuple[Table, ...]:
    """Tables at which every two of the entrants meet equally often, as few as are found."""
    if size == 1:
        return tuple((who,) for who in range(entrants))
    if size == 2:
        return tuple(_circle(entrants))
    if size == entrants:
        return (tuple(range(size)),)
    for meetings in range(1, comb(entrants - 2, size - 2)):
        tables = _turned(entrants, size, meetings, fixed=False) or _turned(entrants, size, meetings, fixed=True)
        if tables:
            return tuple(tables)
    return tuple(combinations(range(entrants), size))


def _circle(entrants: int) -> Iterator[Table]:
    """Every pair once, in rounds that leave out nobody, or one if their number is odd."""
    around = entrants + entrants % 2
    for turn in range(around - 1):
        ring = [(turn + step) % (around - 1) for step in range(around - 1)]
        pairs = [(ring[0], around - 1)] + [(ring[step], ring[-step]) for step in range(1, around // 2)]
        for a, b in pairs:
            if max(a, b) < entrants:
                yield (a, b) if turn % 2 == 0 else (b, a)


def _turned(entrants: int, size: int, meetings: int, fixed: bool) -> list[Table]:
    """Tables made from a few by moving everybody on around a ring. With `fixed`, the last entrant stands beside it.

    Two entrants then meet once for every time their distance lies between two at one of the first tables: these are
    chosen so that every distance comes equally often. Empty if none were found."""
    ring = entrants - fixed
    beside, odd = divmod(meetings * ring, (size - 1) * ring) if fixed else (0, 0)
    inside, rest = divmod(meetings * (ring - 1) - beside * (size - 1) * (size - 2), size * (size - 1))
    if odd or rest or inside < 0:
        return []
    first = _first_tables(ring, [size - 1] * beside + [size] * inside, meetings)
    return [
        tuple((who + turn) % ring for who in table) + ((ring,) if len(table) < size else ())
        for turn in range(ring)
        for table in first
    ]


def _first_tables(ring: int, sizes: Sequence[int], meetings: int) -> list[Table]:
    """Tables on a ring with every distance between two entrants used so many times: one entrant after the other is
    exchanged for another, as long as the distances do not become less even."""
    rng = Rng(ring, meetings)
    tables = [list(range(size)) for size in sizes]
    used = [0] * ring  # times, by distance
    for table in tables:
        for place in range(1, len(table)):
            _use(used, table[:place], table[place], 1)
    astray = _astray(used, meetings)
    for _ in range(PATIENCE):
        if astray == 0:
            return [tuple(table) for table in tables]
        table = tables[rng.below(len(tables))]
        place, who = int(rng.below(len(table))), int(rng.below(ring))
        if who in table:
            continue
        others = [*table[:place], *table[place + 1 :]]
        _use(used, others, table[place], -1)
        _use(used, others, who, 1)
        now = _astray(used, meetings)
        if now <= astray:
            table[place], astray = who, now
        else:
            _use(used, others, who, -1)
            _use(used, others, table[place], 1)
    return []


def _use(used: list[int], others: Sequence[int], who: int, times: int) -> None:
    """Counts the distances between one entrant and the others, both ways round the ring."""
    for other in others:
        used[(who - other) % len(used)] += times
        used[(other - who) % len(used)] += times


def _astray(used: Sequence[int], meetings: int) -> int:
    return sum((times - meetings) ** 2 for times in used[1:])
