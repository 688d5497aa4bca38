"""The schedule of a round-robin tournament: tables at which every two entrants meet equally often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng

MAX_EXCHANGES: Final = 20_000  # tried before more meetings are allowed

IndexTable = tuple[int, ...]  # entrants by number


class MatchSet(NamedTuple):
    """A set of matches: the entrants at a table play every rotation of the seats on one seed, or each plays alone."""

    number: int  # in the order of play
    table: tuple[str, ...]
    seed_number: int  # the set's seed is match_seed(seed of the tournament, seed_number)
    solo: bool = False

    def seatings(self) -> list[tuple[str, ...]]:
        """Returns the entrants' labels by seat for each match of a set: all move up one seat from match to match."""
        if self.solo:
            return [(who,) for who in self.table]
        return [(*self.table[first:], *self.table[:first]) for first in range(len(self.table))]


def round_robin(labels: Sequence[str], size: int, sets: int = 1) -> list[MatchSet]:
    """Returns the sets of matches of `sets` round-robins at tables of this size, each round-robin on new seeds.

    In a solitaire every entrant plays alone, all on the same seeds."""
    if len(set(labels)) != len(labels):
        raise Problem("Two entrants of the round-robin have the same label; give each its own.")
    if len(labels) < size:
        raise Problem(
            f"A round-robin at tables of {size} needs at least {size} entrants, but there are {len(labels)}; name more."
        )
    tables = balanced_tables(len(labels), size)
    match_sets: list[MatchSet] = []
    for cycle in range(sets):
        for table in tables:
            order = table if cycle % 2 == 0 else table[::-1]  # so that each follows each other one in turn order
            number = len(match_sets)
            match_sets.append(MatchSet(number, tuple(labels[who] for who in order), cycle if size == 1 else number))
    return match_sets


@cache
def balanced_tables(entrants: int, size: int) -> tuple[IndexTable, ...]:
    """Returns tables at which every two entrants, given by number, meet equally often; as few tables as are found."""
    if size == 1:
        return tuple((who,) for who in range(entrants))
    if size == 2:
        return tuple(_circle_pairs(entrants))
    if size == entrants:
        return (tuple(range(size)),)
    for meetings in range(1, comb(entrants - 2, size - 2)):
        tables = _rotated_tables(entrants, size, meetings, fixed=False) or _rotated_tables(
            entrants, size, meetings, fixed=True
        )
        if tables:
            return tuple(tables)
    return tuple(combinations(range(entrants), size))


def _circle_pairs(entrants: int) -> Iterator[IndexTable]:
    """Yields every pair of a round-robin's entrants once, in rounds that leave out nobody, or one entrant if their
    number is odd."""
    around = entrants + entrants % 2
    for turn in range(around - 1):
        ring = [(turn + step) % (around - 1) for step in range(around - 1)]
        pairs = [(ring[0], around - 1)] + [(ring[step], ring[-step]) for step in range(1, around // 2)]
        for a, b in pairs:
            if max(a, b) < entrants:
                yield (a, b) if turn % 2 == 0 else (b, a)


def _rotated_tables(entrants: int, size: int, meetings: int, fixed: bool) -> list[IndexTable]:
    """Returns round-robin tables made by rotating a few first tables around a ring of entrants; with `fixed`, the
    last entrant is outside it.

    Two entrants meet once for every pair at the first tables with their distance on the ring. So these tables are
    chosen such that every distance occurs equally often. Empty if none were found."""
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


def _first_tables(ring: int, sizes: Sequence[int], meetings: int) -> list[IndexTable]:
    """Returns tables on a ring of entrants in which every distance between two entrants occurs `meetings` times.
    Replaces one entrant after the other, as long as the distances do not become less even; empty if that fails."""
    rng = Rng(ring, meetings)
    tables = [list(range(size)) for size in sizes]
    used = [0] * ring  # times, by distance
    for table in tables:
        for place in range(1, len(table)):
            _count_distances(used, table[:place], table[place], 1)
    astray = _imbalance(used, meetings)
    for _ in range(MAX_EXCHANGES):
        if astray == 0:
            return [tuple(table) for table in tables]
        table = tables[rng.below(len(tables))]
        place, who = int(rng.below(len(table))), int(rng.below(ring))
        if who in table:
            continue
        others = [*table[:place], *table[place + 1 :]]
        _count_distances(used, others, table[place], -1)
        _count_distances(used, others, who, 1)
        now = _imbalance(used, meetings)
        if now <= astray:
            table[place], astray = who, now
        else:
            _count_distances(used, others, who, -1)
            _count_distances(used, others, table[place], 1)
    return []


def _count_distances(used: list[int], others: Sequence[int], who: int, times: int) -> None:
    """Adds `times` to the counts of the distances between an entrant and others on a ring, both ways around."""
    for other in others:
        used[(who - other) % len(used)] += times
        used[(other - who) % len(used)] += times


def _imbalance(used: Sequence[int], meetings: int) -> int:
    return sum((times - meetings) ** 2 for times in used[1:])
