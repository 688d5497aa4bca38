"""Section 15.5, last part: the rule tests that need no probability, one test for each item."""

from __future__ import annotations

import pytest

from parlour.games.bones.tests.positions import (
    ALL_GAMES,
    LOSING_LINES,
    WINNING_LINES,
    ability_pool,
    at_place,
    campaign_with_tutorial,
    campaign_without_tutorial,
    in_game,
    legal_answers,
    map_symbol,
    move_to,
    place_code,
    play_lines,
    stats,
)


@pytest.mark.parametrize("enemy", ["low", "high"])
def test_s15_5_three_sixes_held_beat_easy_always_and_hard_never(enemy: str) -> None:
    easy = play_lines(in_game("C7", "6 6 6"), "hold", enemy)
    hard = play_lines(in_game("E3", "6 6 6"), "hold", enemy)
    assert (easy.wins, easy.losses) == (1, 0)
    assert (hard.wins, hard.losses) == (0, 1)


def test_s15_5_seventeen_held_against_medium_17_ties_and_loses() -> None:
    state = play_lines(in_game("A2", "6 6 5"), "hold", "low")
    assert (state.wins, state.losses, state.health) == (0, 1, 2)


@pytest.mark.parametrize(("enemy", "score"), [("high", (1, 1)), ("low", (2, 0))])
def test_s15_5_twenty_one_against_the_boss_behind(enemy: str, score: tuple[int, int]) -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *WINNING_LINES, "6 6 6", "roll", "3", "hold", enemy)
    assert (state.rounds_won, state.rounds_lost) == score
    assert state.over() == (score == (2, 0))


def test_s15_5_thirty_is_open_and_add_to_31_loses_at_once_with_the_use() -> None:
    state = play_lines(in_game("C7", "6 6 6"), "roll", "6", "roll", "6")
    assert state.total == 30
    assert legal_answers(state) == {"roll", "hold", "add", "subtract"}
    play_lines(state, "add")
    assert (state.losses, state.health, ability_pool(state), state.outcomes) == (1, 2, (0, 1, 0), 0)


def test_s15_5_add_subtract_and_re_roll_around_21() -> None:
    state = play_lines(in_game("D7", "5 5 5", wins=3), "roll", "6")
    assert (state.total, state.last) == (21, 6)
    assert (play_lines(state, "add").total, state.last) == (22, 6)
    assert (play_lines(state, "subtract").total, state.last) == (21, 6)
    assert (play_lines(state, "re-roll", "2").total, state.last) == (17, 2)


def test_s15_5_two_wins_no_level_up_the_third_brings_it() -> None:
    state = campaign_without_tutorial()
    for label in ALL_GAMES[:2]:
        play_lines(move_to(state, label), "fight", *WINNING_LINES)
    assert (stats(state), ability_pool(state)) == ((3, 1, 2), (1, 1, 0))
    play_lines(move_to(state, ALL_GAMES[2]), "fight", *WINNING_LINES)
    assert (stats(state), ability_pool(state)) == ((4, 2, 0), (2, 2, 1))


def test_s15_5_match_lost_with_health_2_and_3() -> None:
    lost = play_lines(at_place("G1", wins=8, health=2), "fight", *LOSING_LINES, *LOSING_LINES)
    assert (lost.over(), lost.ending) == (True, 3)
    state = play_lines(at_place("G1", wins=8, health=3), "fight", *LOSING_LINES, *LOSING_LINES)
    assert (state.over(), state.health) == (False, 1)
    assert "fight" not in legal_answers(state)
    assert "fight" in legal_answers(play_lines(state, "go south", "go north"))


def test_s15_5_arrive_leave_return_win_return() -> None:
    state = move_to(campaign_without_tutorial(), "C7")
    play_lines(state, "go west")
    assert (place_code(state, "C7"), map_symbol(state, "C7"), state.health) == ("112", "!", 3)
    play_lines(state, "go east", "fight", *WINNING_LINES)
    assert (place_code(state, "C7"), map_symbol(state, "C7")) == ("113", "#")
    play_lines(state, "go west", "go east")
    assert "fight" not in legal_answers(state)


def test_s15_5_boss_place_at_level_2() -> None:
    state = at_place("F1", wins=7)
    before = (stats(state), ability_pool(state))
    play_lines(state, "go east")
    assert "fight" not in legal_answers(state)
    assert (map_symbol(state, "G1"), stats(state), ability_pool(state)) == ("X", *before)


def test_s15_5_tutorial_spend_both_abilities_and_lose() -> None:
    state = campaign_with_tutorial()
    for _ in range(2):
        play_lines(state, "1 1 1", "add", "subtract", "hold", "low")
    assert (stats(state), ability_pool(state)) == ((3, 1, 0), (1, 1, 0))
