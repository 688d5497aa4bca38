"""The pairings of a Swiss tournament: shuffled pairs, then neighbours in Elo who have not met, at growing tables
(rulebook 17.3)."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, islice, permutations

from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.tournament.entrants import Entrant

PADDING_LABEL = "RandomBot"
DAY_SIZES = (2, 2, 3, 4)  # table sizes, by round
TWO_DAY_FIELD = 24  # entrants from which on a tournament has two days
MAX_ROUNDS = 100
SOLO_ROUNDS = 12  # of a solitaire, each on a common seed
EXACT_FIELD = 12  # players up to which the tables of a round are the best of all that are possible
MAX_TABLES_TRIED = 20_000  # in a round of a larger field
MAX_ROUNDS_TRIED = 20_000  # when the possibility of later rounds is checked

Table = tuple[int, ...]  # places in the order, ascending
Matrix = list[list[int]]


def table_sizes(seats: Sequence[int], wanted: Sequence[int] = ()) -> list[int]:
    """Returns the table size of each round in a day of a Swiss tournament: as wanted, or the usual day adapted to
    the game's seats.

    A single wanted number is the number of rounds; several are the table sizes."""
    if len(wanted) > 1:
        for size in wanted:
            if size not in seats:
                raise Problem(
                    f"The game cannot be played at tables of {size}; choose from the sizes {_join_sizes(seats)}."
                )
        day = list(wanted)
    else:
        usual = [min(seats, key=lambda count: (abs(count - size), count)) for size in DAY_SIZES]
        rounds = wanted[0] if wanted else SOLO_ROUNDS if max(seats) == 1 else len(usual)
        day = [usual[number % len(usual)] for number in range(rounds)]
    if not 1 <= len(day) <= MAX_ROUNDS:
        raise Problem(f"A day of the tournament has {len(day)} rounds; give 1 to {MAX_ROUNDS}.")
    return day


def _join_sizes(seats: Sequence[int]) -> str:
    return ", ".join(str(count) for count in seats)


def padding_entrants(entrants: Sequence[Entrant], sizes: Sequence[int]) -> list[Entrant]:
    """Returns as many random bots as it takes to fill tables of all sizes in a Swiss tournament."""
    missing = -len(entrants) % math.lcm(*sizes)
    taken = {entrant.label for entrant in entrants}
    names = (f"{PADDING_LABEL} {number}" for number in count(1) if f"{PADDING_LABEL} {number}" not in taken)
    labels = [PADDING_LABEL] if missing == 1 and PADDING_LABEL not in taken else islice(names, missing)
    return [Entrant(label, "random") for label in labels]


def count_days(field: int) -> int:
    return 2 if field >= TWO_DAY_FIELD else 1


def shuffle_labels(labels: Sequence[str], seed: int) -> list[str]:
    rng = Rng(seed)
    shuffled = list(labels)
    for last in range(len(shuffled) - 1, 0, -1):
        other = int(rng.below(last + 1))
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


def seat_tables(
    order: Sequence[str], size: int, opponents: Mapping[str, Sequence[str]], later: Sequence[int] = ()
) -> list[list[str]]:
    """Returns the Swiss tables of a round: as few meetings of players who have met as possible, then as close as
    possible to tables of neighbours in this order.

    `opponents` lists everybody's opponents so far, and `later` the table sizes of the rounds that follow: in a field of
    at most EXACT_FIELD players, tables that leave these possible without a repeat are preferred."""
    counts = {label: Counter(opponents[label]) for label in order}
    meetings = [[counts[one][other] for other in order] for one in order]
    fewest = min((meetings[a][b] for a, b in combinations(range(len(order)), 2)), default=0)
    repeats = [[count - fewest for count in row] for row in meetings]  # all have met so often: begin again
    found = _find_tables(repeats, size, later if len(order) <= EXACT_FIELD else ())
    return [[order[player] for player in table] for table in found]


def _find_tables(repeats: Matrix, size: int, later: Sequence[int]) -> list[Table]:
    for most_repeats in count():
        for rounds in range(len(later), -1, -1):
            search = _TableSearch(repeats, size, most_repeats, later[:rounds])
            if search.best is not None:
                return search.best
    raise AssertionError


class _TableSearch:
    """Searches the tables with the smallest spread that have at most `most_repeats` repeated meetings and leave `later`
    rounds possible. The spread is the sum of squared distances in the order of all who meet.

    A player is a place in the order, 0 for the first. In fields above EXACT_FIELD the search ends with the best found
    after MAX_TABLES_TRIED tables."""

    def __init__(self, repeats: Matrix, size: int, most_repeats: int, later: Sequence[int]) -> None:
        self.repeats = repeats
        self.size = size
        self.later = later
        self.best: list[Table] | None = None
        self.best_spread = sys.maxsize
        self.tables_left = sys.maxsize if len(repeats) <= EXACT_FIELD else MAX_TABLES_TRIED
        self.rounds_left = MAX_ROUNDS_TRIED
        self._extend([], tuple(range(len(repeats))), most_repeats, 0)

    def _extend(self, tables: list[Table], rest: Table, repeats_left: int, spread: int) -> None:
        if not rest:
            if self._can_go_on(_after(self.repeats, tables), self.later):
                self.best, self.best_spread = tables, spread
            return
        for own_spread, own_repeats, table in self._tables_of_first(rest, repeats_left):
            self.tables_left -= 1
            others = tuple(player for player in rest if player not in table)
            total = spread + own_spread
            if total + _smallest_spread(others, self.size) < self.best_spread:
                self._extend([*tables, table], others, repeats_left - own_repeats, total)
            if self.tables_left <= 0:
                return

    def _can_go_on(self, repeats: Matrix, sizes: Sequence[int]) -> bool:
        """Returns whether rounds with tables of these sizes are possible in which nobody meets anybody again. After
        MAX_ROUNDS_TRIED rounds the search gives up and returns false."""
        for tables in _fresh_rounds(repeats, tuple(range(len(repeats))), sizes[0]) if sizes else ():
            self.rounds_left -= 1
            if self.rounds_left < 0 or self._can_go_on(_after(repeats, tables), sizes[1:]):
                return self.rounds_left >= 0
        return not sizes

    def _tables_of_first(self, rest: Table, repeats_left: int) -> list[tuple[int, int, Table]]:
        """Returns the tables at which the first of these players can sit with at most `repeats_left` repeated meetings,
        each with its spread and repeats, the smallest spread first."""
        grown: list[tuple[int, Table]] = [(0, rest[:1])]
        for _ in range(self.size - 1):
            grown = [
                (repeats + more, (*table, player))
                for repeats, table in grown
                for player in rest
                if player > table[-1]
                and repeats + (more := sum(self.repeats[player][other] for other in table)) <= repeats_left
            ]
        return sorted((_table_spread(table), repeats, table) for repeats, table in grown)


def _fresh_rounds(repeats: Matrix, rest: Table, size: int) -> Iterator[list[Table]]:
    """Yields the ways to seat players at tables at which nobody has met anybody."""
    if not rest:
        yield []
        return
    fresh = [player for player in rest[1:] if not repeats[rest[0]][player]]
    for others in combinations(fresh, size - 1):
        if not any(repeats[a][b] for a, b in combinations(others, 2)):
            left = tuple(player for player in rest[1:] if player not in others)
            for tables in _fresh_rounds(repeats, left, size):
                yield [(rest[0], *others), *tables]


def _after(repeats: Matrix, tables: Sequence[Table]) -> Matrix:
    """Returns who has met whom how often after a further round."""
    changed = [list(row) for row in repeats]
    for table in tables:
        for one, other in permutations(table, 2):
            changed[one][other] += 1
    return changed


def _table_spread(table: Table) -> int:
    return sum((one - other) ** 2 for one, other in combinations(table, 2))


def _smallest_spread(players: Table, size: int) -> int:
    """Returns the spread of tables of neighbours, which is the smallest for these players."""
    return sum(_table_spread(players[first : first + size]) for first in range(0, len(players), size))
