"""Path counts: the number of different next n lines from fixed positions, computed by hand."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.tests.positions import WITH_HARBOR, WITH_ROW, Position, opening_position, position


def count_paths(state: Harmonictook, lines: int) -> int:
    """Counts the paths over every answer and every possible outcome."""
    if lines == 0:
        return 1
    found = 0
    if state.outcomes > 0:
        odds = state.odds()
        for outcome in range(state.outcomes):
            if len(odds) == 0 or odds[outcome] > 0:
                world = state.clone()
                world.deal_outcome(outcome)
                found += count_paths(world, lines - 1)
    elif state.owing:
        for action in state.legal(state.active):
            world = state.clone()
            world.play(state.active, action)
            found += count_paths(world, lines - 1)
    return found


def swap_position() -> Position:
    cities = {0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}
    return position(coins=[0, 0], cards=cities, offer={}).roll(6)


def dice_position() -> Position:
    return position(
        coins=[0, 0], cards={}, landmarks={0: ["train_station", "radio_tower", "harbor"]}, offer={}, **WITH_HARBOR
    )


def demolition_position() -> Position:
    landmarks = {0: ["shopping_mall", "amusement_park", "radio_tower"]}
    at = position(coins=[0, 0], cards={0: {"demolition_company": 2}}, landmarks=landmarks, offer={}, **WITH_ROW)
    return at.roll(4).play_lines("keep")


POSITIONS = {
    # Ten cards cost up to 3 coins, with 4 there is the station, with 5 the cheese factory. After a 1, a 2 or a 3
    # seat 1 has 4 coins, else 3; after a 1 so has seat 2. Its own 1, 2 and 3 bring one more, but not the 3 when
    # seat 1 has bought a cafe: 899 ways after a 1, 827 after a 2 or a 3, 758 after a 4, a 5 or a 6.
    "two players begin": (opening_position(2), (6, 3 * 12 + 3 * 11, 6 * 69, 899 + 2 * 827 + 3 * 758)),
    # Decline, or seat 2; then six faces of the next roll, or decline and one card; then six more of each face, or
    # six faces, or decline and two cards.
    "a swap": (swap_position(), (2, 6 + 2, 36 + 6 + 3)),
    # One or two dice; faces; kept or not; then the next seat's die, one die or two, to raise or not.
    "dice": (dice_position(), (2, 6 + 36, 84, 6 * 6 + 6 * 2 + 30 * 6 + 6 * 2 + 36 * 2)),
    # Three ruins, then two; of the 16 coins the station and what fell can be paid, but for the tower.
    "demolition": (demolition_position(), (3, 6, 2 * (3 + 3 + 4))),
    # Fifteen cards; only the third copy of a purple card is not there.
    "a market laid out": (opening_position(2, market="variable", market_size=5), (15, 225, 15**3 - 3)),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_path_counts(name: str) -> None:
    at, counts = POSITIONS[name]
    packed = at.state.pack()
    assert tuple(count_paths(at.state, lines) for lines in range(1, len(counts) + 1)) == counts
    assert at.state.pack() == packed
