"""The default answers are legal, do not use the hidden map, and lead to an end."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules.city import TYPE
from parlour.games.bones.tests.positions import (
    ALL_GAMES,
    LOSING_LINES,
    at_place,
    campaign_with_tutorial,
    in_game,
    play_lines,
)
from parlour.kernel.match import draw_outcome
from parlour.kernel.rng import Rng


def test_in_a_game_hold() -> None:
    for dice in ("1 1 1", "6 6 6"):
        assert GAME.text.notation(in_game("C7", dice).default_answer(0)) == "hold"
    assert GAME.text.notation(play_lines(in_game("C7", "6 6 6"), "roll", "6").default_answer(0)) == "hold"
    assert GAME.text.notation(play_lines(campaign_with_tutorial(), "1 1 1").default_answer(0)) == "hold"


def test_where_somebody_will_play_fight() -> None:
    for label in ALL_GAMES:
        assert GAME.text.notation(at_place(label).default_answer(0)) == "fight"
    assert GAME.text.notation(at_place("G1", wins=8).default_answer(0)) == "fight"


@pytest.mark.parametrize(
    ("label", "wins", "way"),
    [
        ("A7", 0, "north"),
        ("A1", 0, "east"),
        ("G1", 0, "west"),
        ("F1", 8, "west"),
        ("G2", 8, "north"),
        ("B5", 3, "north"),
    ],
)
def test_else_one_step_to_the_nearest_place_with_something_left_to_do(label: str, wins: int, way: str) -> None:
    assert GAME.text.notation(at_place(label, wins).default_answer(0)) == f"go {way}"


@pytest.mark.parametrize("wins", [0, 3, 7, 8, 26])
@pytest.mark.parametrize("label", ["A7", "G7", "G1", "A1", "F6", "D4"])
def test_default_answers_come_to_an_end(label: str, wins: int) -> None:
    state = at_place(label, wins, health=9)
    rng = Rng(7)
    for _ in range(3000):
        if state.over():
            break
        if state.outcomes > 0:
            state.deal_outcome(draw_outcome(state, rng))
        else:
            action = state.default_answer(0)
            assert state.refusal(0, action) == 0
            state.play(0, action)
    assert state.over()


def test_a_lost_game_is_left_and_played_again() -> None:
    """Every place is visited, all games but this one are won, and the boss does not play yet."""
    state = at_place("D7", level=2)
    for number in range(49):
        if number != state.place:
            state.status[number] = 3 if TYPE[number] == 1 else 2
    play_lines(state, "fight", *LOSING_LINES)
    for _ in range(2):
        state.play(0, state.default_answer(0))
    assert GAME.text.notation(state.default_answer(0)) == "fight"
