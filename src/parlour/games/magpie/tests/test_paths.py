"""Counts the ways to play n answers from fixed positions, chance included."""

from __future__ import annotations

import pytest

from parlour.games.magpie.rules import Magpie
from parlour.games.magpie.tests.positions import BUTTON, RING, leave_only, new_match, play_round
from parlour.kernel.state import first_owing


def count_paths(state: Magpie, answers: int) -> int:
    """Follows every answer of the first seat that owes one, and every possible outcome."""
    if state.outcomes > 0:
        odds = state.odds()
        return sum(count_paths(after_deal(state, kind), answers) for kind in range(state.outcomes) if odds[kind] > 0)
    if answers == 0:
        return 1
    if state.over():
        return 0
    seat = first_owing(state.owing)
    return sum(count_paths(after_answer(state, seat, stones), answers - 1) for stones in state.legal(seat))


def after_deal(state: Magpie, kind: int) -> Magpie:
    world = state.clone()
    world.deal_outcome(kind)
    return world


def after_answer(state: Magpie, seat: int, stones: int) -> Magpie:
    world = state.clone()
    world.play(seat, stones)
    return world


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (new_match(2, stones=1), (6, 12, 144, 252)),
        (new_match(3, stones=2), (6, 18, 54, 972)),
        (play_round(leave_only(new_match(2, stones=2), RING), RING, 1, 0), (1, 0)),
        (leave_only(new_match(2, stones=3), BUTTON), (1, 4, 16, 0)),
    ],
    ids=["two birds", "three birds", "over", "last trinket"],
)
def test_path_counts(state: Magpie, counts: tuple[int, ...]) -> None:
    assert tuple(count_paths(state, answers) for answers in range(len(counts))) == counts


def test_the_first_counts_by_hand() -> None:
    """Six trinkets; two birds with one stone bid in four ways; two ways leave one bird without a stone."""
    assert count_paths(new_match(2, stones=1), 2) == 6 * 4 * 6
    assert count_paths(new_match(2, stones=1), 3) == 6 * 6 * (2 + 2 + 1 + 2)
