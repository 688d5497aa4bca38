"""Who meets whom in a Swiss: shuffled pairs, then neighbours in Elo, at tables that grow (rulebook 17.3)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import count, islice

from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.tournament.entrants import Entrant

PADDING_LABEL = "RandomBot"
DAY_SIZES = (2, 2, 3, 4)  # the sizes of the tables, round by round
TWO_DAY_FIELD = 24  # from so large a field on
MAX_ROUNDS = 100
SOLO_ROUNDS = 12  # of a solitaire: so many common seeds


def table_sizes(seats: Sequence[int], wanted: Sequence[int] = ()) -> list[int]:
    """The sizes of a day's tables, for a game with so many seats: as wished, or the usual day as far as it fits.

    One number wishes for so many rounds, several say the size of each."""
    if len(wanted) > 1:
        for size in wanted:
            if size not in seats:
                raise Problem(f"A table of {size} does not go with this game; {_join_sizes(seats)} do.")
        day = list(wanted)
    else:
        usual = [min(seats, key=lambda count: (abs(count - size), count)) for size in DAY_SIZES]
        rounds = wanted[0] if wanted else SOLO_ROUNDS if max(seats) == 1 else len(usual)
        day = [usual[number % len(usual)] for number in range(rounds)]
    if not 1 <= len(day) <= MAX_ROUNDS:
        raise Problem(f"A day has 1 to {MAX_ROUNDS} rounds, not {len(day)}.")
    return day


def _join_sizes(seats: Sequence[int]) -> str:
    return " or ".join(str(count) for count in seats)


def pad_entrants(entrants: Sequence[Entrant], sizes: Sequence[int]) -> list[Entrant]:
    """The field: filled with random bots until tables of all sizes come out even."""
    missing = -len(entrants) % math.lcm(*sizes)
    taken = {entrant.label for entrant in entrants}
    names = (f"{PADDING_LABEL} {number}" for number in count(1) if f"{PADDING_LABEL} {number}" not in taken)
    labels = [PADDING_LABEL] if missing == 1 and PADDING_LABEL not in taken else islice(names, missing)
    return [*entrants, *(Entrant(label, "random") for label in labels)]


def count_days(field: int) -> int:
    return 2 if field >= TWO_DAY_FIELD else 1


def shuffle_tables(labels: Sequence[str], size: int, seed: int) -> list[list[str]]:
    """Tables by lot; the order at a table is the order of the seats."""
    rng = Rng(seed)
    drawn = list(labels)
    for last in range(len(drawn) - 1, 0, -1):
        other = int(rng.below(last + 1))
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return _split_tables(drawn, size)


def seed_tables(ranking: Sequence[str], size: int, met: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Neighbours of a ranking from the best down, the best of a table in its last seat. Pairs that have met, that
    day, are taken apart where that is possible."""
    tables = _split_tables(ranking, size)
    if size == 2:
        _separate_repeats(tables, met)
    places = {label: place for place, label in enumerate(ranking)}
    return [sorted(table, key=lambda label: -places[label]) for table in tables]


def _split_tables(labels: Sequence[str], size: int) -> list[list[str]]:
    return [list(labels[first : first + size]) for first in range(0, len(labels), size)]


def _separate_repeats(tables: list[list[str]], met: Mapping[str, Collection[str]]) -> None:
    """The lower of a repeated pair changes places with somebody of the next table, if that makes no new repeat."""
    for number, pair in enumerate(tables):
        if pair[0] not in met[pair[1]] or len(tables) == 1:
            continue
        beside = tables[number + 1 if number + 1 < len(tables) else number - 1]
        for chair in range(2):
            mine, theirs = [pair[0], beside[chair]], [pair[1], beside[1 - chair]]
            if mine[0] not in met[mine[1]] and theirs[0] not in met[theirs[1]]:
                pair[1], beside[chair] = beside[chair], pair[1]
                break
