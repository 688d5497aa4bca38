"""Section 7: the rolls of the opponents."""

from __future__ import annotations

import csv
from importlib.resources import files

import pytest

from parlour.games.bones.options import PRINTED_BOOK
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.events import PRACTICE_ENDED
from parlour.games.bones.tests.positions import (
    EASY_GAMES,
    HARD_GAMES,
    LOSING_LINES,
    MEDIUM_GAMES,
    WINNING_LINES,
    at_place,
    campaign_with_tutorial,
    play_lines,
    recorded_events,
)
from parlour.kernel.journal import Journal

LOWS = {"tutorial": 14, "easy": 15, "medium": 17, "hard": 18, "even": 19, "ahead": 18, "behind": 20}
DICE = {13: "6 6 1", 14: "6 6 2", 15: "6 6 3", 16: "6 6 4", 17: "6 6 5", 18: "6 6 6"}
SCORES = {"even": ((), (WINNING_LINES, LOSING_LINES)), "ahead": ((LOSING_LINES,),), "behind": ((WINNING_LINES,),)}


def reach_total(state: Bones, total: int) -> Bones:
    """Plays an opening, and a die if needed, that give this total."""
    if total <= 18:
        return play_lines(state, DICE[total])
    return play_lines(state, "6 6 6", "roll", str(total - 18))


def wins_at(state: Bones, total: int, enemy: str) -> bool:
    """Returns whether holding a total beats the low or the high roll of the fight that waits for its opening."""
    trial = reach_total(state.clone(), total)
    before = (trial.wins, trial.rounds_won)
    play_lines(trial, "hold", enemy)
    return (trial.wins, trial.rounds_won) != before


def check_enemy(state: Bones, low: int) -> None:
    """Low is tied by low and beaten by low + 1; high by low + 2; each face as section 7 says."""
    assert not wins_at(state, low, "low")
    assert wins_at(state, low + 1, "low")
    assert not wins_at(state, low + 1, "high")
    if low + 2 <= 21:
        assert wins_at(state, low + 2, "high")


@pytest.mark.parametrize(
    ("label", "low"),
    [(label, low) for labels, low in ((EASY_GAMES, 15), (MEDIUM_GAMES, 17), (HARD_GAMES, 18)) for label in labels],
)
def test_r11_easy_medium_and_hard_rolls(label: str, low: int) -> None:
    check_enemy(play_lines(at_place(label), "fight"), low)


@pytest.mark.parametrize(("score", "before"), [(score, lines) for score, found in SCORES.items() for lines in found])
def test_r23_the_boss_plays_higher_behind_and_lower_ahead(score: str, before: tuple[tuple[str, ...], ...]) -> None:
    state = play_lines(at_place("G1", wins=8), "fight")
    for lines in before:
        play_lines(state, *lines)
    check_enemy(state, LOWS[score])


def test_s7_tutorial_and_introductory_rolls() -> None:
    for practice, low in (((), 14), (LOSING_LINES, 15)):
        for total, enemy, won in ((low, 0, 0), (low + 1, 0, 1), (low + 1, 1, 0), (low + 2, 1, 1)):
            state = play_lines(campaign_with_tutorial(Journal()), *practice)
            play_lines(reach_total(state, total), "hold", ("low", "high")[enemy])
            ended = [event for event in recorded_events(state) if event.kind == PRACTICE_ENDED][-1]
            assert (ended.arguments[1], ended.arguments[3:5]) == (won, (total, low + enemy))


def test_r10_the_enemy_is_drawn_after_hold_with_equal_chances_whatever_the_total() -> None:
    for total in range(14, 22):
        state = reach_total(play_lines(at_place("C7"), "fight"), total)
        assert state.outcomes == 0
        play_lines(state, "hold")
        assert (state.outcomes, list(state.odds())) == (2, [])


def test_s7_the_table_of_enemies() -> None:
    text = (files("parlour.games.bones") / "data" / "enemies.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    foes = ["tutorial", "easy", "medium", "hard", "boss_even", "boss_one_up", "boss_one_down"]
    assert [row["difficulty"] for row in rows] == foes
    assert [int(row["low_roll"]) for row in rows] == list(PRINTED_BOOK.low) == list(LOWS.values())
    assert list(PRINTED_BOOK.cost) == [0, 1, 1, 1, 2, 2, 2]
    for row in rows:
        assert int(row["high_roll"]) == int(row["low_roll"]) + 1
        assert (row["p_low"], row["p_high"]) == ("0.5", "0.5")
