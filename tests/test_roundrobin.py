"""Tests of the schedule of a round-robin."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from parlour.kernel.problem import Problem
from parlour.tournament.round_robin_schedule import MatchSet, balanced_tables, round_robin

NAMES = ["ann", "bo", "cy", "dee", "eli"]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_every_two_meet_equally_often(size: int) -> None:
    for entrants in range(size, 21):
        met: Counter[tuple[int, int]] = Counter()
        tables = balanced_tables(entrants, size)
        for table in tables:
            assert len(set(table)) == size
            met.update(combinations(sorted(table), 2))
        assert set(met) == set(combinations(range(entrants), 2))
        assert len(set(met.values())) == 1


@pytest.mark.parametrize(
    ("entrants", "size", "tables"),
    [(7, 3, 7), (13, 3, 26), (13, 4, 13), (12, 4, 33), (16, 4, 60), (21, 5, 21), (4, 4, 1), (6, 2, 15), (48, 4, 564)],
)
def test_the_number_of_tables_is_minimal(entrants: int, size: int, tables: int) -> None:
    assert len(balanced_tables(entrants, size)) == tables


def test_pairs_meet_in_rounds() -> None:
    """With six entrants, all play once in every three sets."""
    match_sets = round_robin([*NAMES, "flo"], 2)
    for first in range(0, 15, 3):
        assert len({who for match_set in match_sets[first : first + 3] for who in match_set.table}) == 6


def test_a_set_is_every_rotation_on_one_seed() -> None:
    match_set = round_robin(NAMES[:3], 3)[0]
    assert match_set.seatings() == [("ann", "bo", "cy"), ("bo", "cy", "ann"), ("cy", "ann", "bo")]
    assert MatchSet(4, ("ann", "bo"), 4).seatings() == [("ann", "bo"), ("bo", "ann")]
    assert MatchSet(4, ("ann", "bo"), 4, solo=True).seatings() == [("ann",), ("bo",)]


def test_every_set_has_its_own_seed_in_every_cycle() -> None:
    match_sets = round_robin(NAMES, 2, sets=3)
    assert [match_set.number for match_set in match_sets] == list(range(30))
    assert len({match_set.seed_number for match_set in match_sets}) == 30
    met = Counter(tuple(sorted(match_set.table)) for match_set in match_sets)
    assert set(met.values()) == {3}


def test_the_second_cycle_reverses_the_seats() -> None:
    first, second = round_robin(NAMES[:3], 3, sets=2)
    assert second.table == first.table[::-1]


def test_in_a_solitaire_all_play_the_same_seeds() -> None:
    match_sets = round_robin(NAMES, 1, sets=2)
    assert [(match_set.table, match_set.seed_number) for match_set in match_sets] == [
        ((name,), seed) for seed in (0, 1) for name in NAMES
    ]
    assert match_sets[0].seatings() == [("ann",)]


def test_the_schedule_is_reproducible() -> None:
    assert round_robin(NAMES, 3, 2) == round_robin(NAMES, 3, 2)


def test_too_few_or_repeated_entrants_are_refused() -> None:
    with pytest.raises(
        Problem, match=r"^A round-robin at tables of 4 needs at least 4 entrants, but there are 3; name more\.$"
    ):
        round_robin(NAMES[:3], 4)
    with pytest.raises(Problem, match="have the same label"):
        round_robin(["ann", "ann"], 2)
