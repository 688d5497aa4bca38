"""Which tables a round-robin plays."""

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
def test_there_are_no_more_tables_than_that_needs(entrants: int, size: int, tables: int) -> None:
    assert len(balanced_tables(entrants, size)) == tables


def test_pairs_meet_in_rounds() -> None:
    """Six entrants: in every three meetings in a row everybody plays once."""
    meetings = round_robin([*NAMES, "flo"], 2)
    for first in range(0, 15, 3):
        assert len({who for meeting in meetings[first : first + 3] for who in meeting.table}) == 6


def test_a_set_is_every_rotation_on_one_seed() -> None:
    meeting = round_robin(NAMES[:3], 3)[0]
    assert meeting.seatings() == [("ann", "bo", "cy"), ("bo", "cy", "ann"), ("cy", "ann", "bo")]
    assert MatchSet(4, ("ann", "bo"), 4).seatings() == [("ann", "bo"), ("bo", "ann")]
    assert MatchSet(4, ("ann", "bo"), 4, solo=True).seatings() == [("ann",), ("bo",)]


def test_every_meeting_has_a_seed_of_its_own_and_comes_again_on_others() -> None:
    meetings = round_robin(NAMES, 2, sets=3)
    assert [meeting.number for meeting in meetings] == list(range(30))
    assert len({meeting.seed_number for meeting in meetings}) == 30
    met = Counter(tuple(sorted(meeting.table)) for meeting in meetings)
    assert set(met.values()) == {3}


def test_the_second_time_everybody_sits_the_other_way_round() -> None:
    first, second = round_robin(NAMES[:3], 3, sets=2)
    assert second.table == first.table[::-1]


def test_alone_everybody_plays_the_same_seeds() -> None:
    meetings = round_robin(NAMES, 1, sets=2)
    assert [(meeting.table, meeting.seed_number) for meeting in meetings] == [
        ((name,), seed) for seed in (0, 1) for name in NAMES
    ]
    assert meetings[0].seatings() == [("ann",)]


def test_the_order_of_the_labels_is_all_that_matters() -> None:
    assert round_robin(NAMES, 3, 2) == round_robin(NAMES, 3, 2)


def test_too_few_or_the_same_twice_is_told_in_a_sentence() -> None:
    with pytest.raises(Problem, match=r"^A table of 4 needs at least 4 entrants; there are 3\.$"):
        round_robin(NAMES[:3], 4)
    with pytest.raises(Problem, match="its own label"):
        round_robin(["ann", "ann"], 2)
