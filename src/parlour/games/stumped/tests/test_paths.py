"""Path counts: the number of sequences of n answers from fixed positions, also counted by the twin."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest

from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests.naive import Naive
from parlour.games.stumped.tests.positions import Position, draw_position


def count_paths(state: Stumped, length: int) -> int:
    """Outcomes of the coin are answers too."""
    if length == 0 or state.over():
        return 1
    found = 0
    for action in range(int(state.outcomes)) if state.outcomes else list(state.legal(state.player)):
        copy = state.clone()
        if state.outcomes:
            copy.deal_outcome(action)
        else:
            copy.play(copy.player, action)
        found += count_paths(copy, length - 1)
    return found


def count_twin_paths(twin: Naive, length: int) -> int:
    if length == 0 or twin.over:
        return 1
    found = 0
    for action in range(2) if twin.tossing else twin.legal():
        copy = deepcopy(twin)
        if twin.tossing:
            copy.toss(action)
        else:
            copy.answer(action)
        found += count_twin_paths(copy, length - 1)
    return found


def opening_position() -> Position:
    """A beaver each, a tree and a river."""
    at = draw_position(". T1 > ~\n. . . .")
    at.add_beaver(0, "Basic", 0, 0, branches=1)
    at.add_beaver(1, "Basic", 2, 1, branches=1)
    return at


def raid_position() -> Position:
    """Goods, lodges and fighters within reach of each other."""
    at = draw_position(". C2 ~ .\n. . . .", "server", free_beavers=2)
    at.add_lodge(1, 1, 1, branches=2, food=4).add_lodge(0, 3, 1, food=3)
    at.add_beaver(0, "Hungry", 0, 1, branches=2)
    at.add_beaver(1, "Hot Lady", 0, 0, food=1)
    return at


def last_turn_position() -> Position:
    """Equal lodges at the limit: the coin may have to decide."""
    at = draw_position(". . . .\n. . . .", turn=499).add_lodge(0, 0, 0).add_lodge(1, 3, 1)
    at.add_beaver(0, "Basic", 0, 1)
    at.add_beaver(1, "Basic", 2, 1, food=1)
    return at


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        # End or the unit; then end or the other's unit, or five orders: south, harvest, build, a branch here, south;
        # then twice two, or the other's eight orders, or after each of the five end or go on.
        (opening_position, [2, 2 + 5, 2 + 8 + 5 * 2, 41, 125, 273]),
        (raid_position, [3, 17, 43, 152, 463, 1086]),
        (last_turn_position, [3, 16, 36, 137, 238, 584]),
    ],
)
def test_path_counts(position: Callable[[], Position], counts: list[int]) -> None:
    at = position()
    assert [count_paths(at.state, length) for length in range(1, len(counts) + 1)] == counts
    assert [count_twin_paths(Naive(at.state), length) for length in range(1, 5)] == counts[:4]
