"""Section 15.5, last part: the rule tests that need no probability, one test an item."""

from __future__ import annotations

import pytest

from parlour.games.bones.tests.sheets import (
    ALL_GAMES,
    LOSE,
    WIN,
    allowed,
    code,
    come_to,
    new_game,
    playing,
    pool,
    set_out,
    standing,
    stats,
    symbol,
    tell,
)


@pytest.mark.parametrize("enemy", ["low", "high"])
def test_s15_5_three_sixes_held_beat_easy_always_and_hard_never(enemy: str) -> None:
    easy = tell(playing("C7", "6 6 6"), "hold", enemy)
    hard = tell(playing("E3", "6 6 6"), "hold", enemy)
    assert (easy.wins, easy.losses) == (1, 0)
    assert (hard.wins, hard.losses) == (0, 1)


def test_s15_5_seventeen_held_against_medium_17_ties_and_loses() -> None:
    state = tell(playing("A2", "6 6 5"), "hold", "low")
    assert (state.wins, state.losses, state.health) == (0, 1, 2)


@pytest.mark.parametrize(("enemy", "score"), [("high", (1, 1)), ("low", (2, 0))])
def test_s15_5_twenty_one_against_the_boss_behind(enemy: str, score: tuple[int, int]) -> None:
    state = tell(standing("G1", wins=8), "fight", *WIN, "6 6 6", "roll", "3", "hold", enemy)
    assert (state.rounds_won, state.rounds_lost) == score
    assert state.over() == (score == (2, 0))


def test_s15_5_thirty_is_open_and_add_to_31_loses_at_once_with_the_use() -> None:
    state = tell(playing("C7", "6 6 6"), "roll", "6", "roll", "6")
    assert state.total == 30
    assert allowed(state) == {"roll", "hold", "add", "subtract"}
    tell(state, "add")
    assert (state.losses, state.health, pool(state), state.outcomes) == (1, 2, (0, 1, 0), 0)


def test_s15_5_add_subtract_and_re_roll_around_21() -> None:
    state = tell(playing("D7", "5 5 5", wins=3), "roll", "6")
    assert (state.total, state.last) == (21, 6)
    assert (tell(state, "add").total, state.last) == (22, 6)
    assert (tell(state, "subtract").total, state.last) == (21, 6)
    assert (tell(state, "re-roll", "2").total, state.last) == (17, 2)


def test_s15_5_two_wins_no_level_up_the_third_brings_it() -> None:
    state = set_out()
    for label in ALL_GAMES[:2]:
        tell(come_to(state, label), "fight", *WIN)
    assert (stats(state), pool(state)) == ((3, 1, 2), (1, 1, 0))
    tell(come_to(state, ALL_GAMES[2]), "fight", *WIN)
    assert (stats(state), pool(state)) == ((4, 2, 0), (2, 2, 1))


def test_s15_5_match_lost_with_health_2_and_3() -> None:
    lost = tell(standing("G1", wins=8, health=2), "fight", *LOSE, *LOSE)
    assert (lost.over(), lost.ending) == (True, 3)
    state = tell(standing("G1", wins=8, health=3), "fight", *LOSE, *LOSE)
    assert (state.over(), state.health) == (False, 1)
    assert "fight" not in allowed(state)
    assert "fight" in allowed(tell(state, "go south", "go north"))


def test_s15_5_arrive_leave_return_win_return() -> None:
    state = come_to(set_out(), "C7")
    tell(state, "go west")
    assert (code(state, "C7"), symbol(state, "C7"), state.health) == ("112", "!", 3)
    tell(state, "go east", "fight", *WIN)
    assert (code(state, "C7"), symbol(state, "C7")) == ("113", "#")
    tell(state, "go west", "go east")
    assert "fight" not in allowed(state)


def test_s15_5_boss_place_at_level_2() -> None:
    state = standing("F1", wins=7)
    before = (stats(state), pool(state))
    tell(state, "go east")
    assert "fight" not in allowed(state)
    assert (symbol(state, "G1"), stats(state), pool(state)) == ("X", *before)


def test_s15_5_tutorial_spend_both_abilities_and_lose() -> None:
    state = new_game()
    for _ in range(2):
        tell(state, "1 1 1", "add", "subtract", "hold", "low")
    assert (stats(state), pool(state)) == ((3, 1, 0), (1, 1, 0))
