"""The pairings of a Swiss tournament: shuffled pairs, then neighbours in Elo at growing tables (rulebook 17.3)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import count, islice

from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.tournament.entrants import Entrant

PADDING_LABEL = "RandomBot"
DAY_SIZES = (2, 2, 3, 4)  # table sizes, by round
TWO_DAY_FIELD = 24  # entrants from which on a tournament has two days
MAX_ROUNDS = 100
SOLO_ROUNDS = 12  # of a solitaire, each on a common seed


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


def pad_entrants(entrants: Sequence[Entrant], sizes: Sequence[int]) -> list[Entrant]:
    """Returns a Swiss tournament's entrants, with as many random bots added as it takes to fill tables of all sizes."""
    missing = -len(entrants) % math.lcm(*sizes)
    taken = {entrant.label for entrant in entrants}
    names = (f"{PADDING_LABEL} {number}" for number in count(1) if f"{PADDING_LABEL} {number}" not in taken)
    labels = [PADDING_LABEL] if missing == 1 and PADDING_LABEL not in taken else islice(names, missing)
    return [*entrants, *(Entrant(label, "random") for label in labels)]


def count_days(field: int) -> int:
    return 2 if field >= TWO_DAY_FIELD else 1


def shuffle_tables(labels: Sequence[str], size: int, seed: int) -> list[list[str]]:
    """Returns the entrants at random tables; the order at a table is the order of the seats."""
    rng = Rng(seed)
    shuffled = list(labels)
    for last in range(len(shuffled) - 1, 0, -1):
        other = int(rng.below(last + 1))
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return _split_tables(shuffled, size)


def seed_tables(ranking: Sequence[str], size: int, met: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Returns Swiss tables of neighbours in the ranking, the best of a table in its last seat. At tables of two,
    separates pairs that have met on the same day where that is possible."""
    tables = _split_tables(ranking, size)
    if size == 2:
        _separate_repeats(tables, met)
    places = {label: place for place, label in enumerate(ranking)}
    return [sorted(table, key=lambda label: -places[label]) for table in tables]


def _split_tables(labels: Sequence[str], size: int) -> list[list[str]]:
    return [list(labels[first : first + size]) for first in range(0, len(labels), size)]


def _separate_repeats(tables: list[list[str]], met: Mapping[str, Collection[str]]) -> None:
    """Exchanges the lower player of a pair that met before with one of the next table, if that makes no new repeat."""
    for number, pair in enumerate(tables):
        if pair[0] not in met[pair[1]] or len(tables) == 1:
            continue
        neighbour = tables[number + 1 if number + 1 < len(tables) else number - 1]
        for seat in range(2):
            mine, theirs = [pair[0], neighbour[seat]], [pair[1], neighbour[1 - seat]]
            if mine[0] not in met[mine[1]] and theirs[0] not in met[theirs[1]]:
                pair[1], neighbour[seat] = neighbour[seat], pair[1]
                break
