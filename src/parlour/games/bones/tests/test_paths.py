"""Counts the ways to play n answers from fixed positions, chance included."""

from __future__ import annotations

import pytest

from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.positions import (
    at_place,
    campaign_with_tutorial,
    campaign_without_tutorial,
    in_game,
    play_lines,
)


def count_paths(state: Bones, answers: int) -> int:
    """Follows every answer and every outcome, also those that the dealer owes after the last answer."""
    if state.outcomes > 0:
        return sum(count_paths(state_after(state, outcome), answers) for outcome in range(state.outcomes))
    if answers == 0:
        return 1
    return sum(count_paths(state_after(state, action), answers - 1) for action in state.legal(0))


def state_after(state: Bones, what: int) -> Bones:
    world = state.clone()
    if world.outcomes > 0:
        world.deal_outcome(what)
    else:
        world.play(0, what)
    return world


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (campaign_without_tutorial(), (1, 2, 6, 450, 6108)),
        (at_place("D4"), (1, 4, 448, 6544)),
        (at_place("C7"), (1, 219, 2602)),
        (campaign_with_tutorial(), (216,)),
        (in_game("C7", "6 6 5"), (1, 10, 82, 1480, 19367)),
        (in_game("D7", "6 6 6", wins=3), (1, 16, 191, 2440)),
        (play_lines(in_game("G5", "6 6 6", wins=8), "roll", "6", "roll", "5"), (1, 15, 153, 2505)),
        (play_lines(at_place("G1", wins=8, health=2), "fight", "1 1 1", "hold", "low", "6 6 6"), (1, 16, 1511)),
        (at_place("G1"), (1, 2, 6, 450, 6108)),
        (play_lines(at_place("C7", health=1), "fight", "1 1 1"), (1, 10, 78)),
    ],
    ids=[
        "set out",
        "middle",
        "at a fight",
        "lesson",
        "game",
        "level 2",
        "near 31",
        "round 2",
        "back room",
        "last health",
    ],
)
def test_path_counts(state: Bones, counts: tuple[int, ...]) -> None:
    assert tuple(count_paths(state, answers) for answers in range(len(counts))) == counts


def test_the_first_counts_by_hand() -> None:
    """From the landing: two ways; then three each; then two open fights with 216 openings and three ways on."""
    assert count_paths(campaign_without_tutorial(), 1) == 2
    assert count_paths(campaign_without_tutorial(), 2) == 3 + 3
    assert count_paths(campaign_without_tutorial(), 3) == 2 * ((3 + 216) + 4 + 2)
