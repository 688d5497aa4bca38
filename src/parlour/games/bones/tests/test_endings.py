"""Section 10: the endings and the statistics."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.positions import (
    CONTEXT,
    LOSING_LINES,
    WINNING_LINES,
    at_place,
    event_sentences,
    play_lines,
    player_view,
)
from parlour.games.bones.text.texts import texts
from parlour.kernel.journal import Journal
from parlour.kernel.state import winners
from parlour.kernel.text import MatchContext


def finished_game(name: str) -> Bones:
    """Returns a finished game: won, lost to a citizen, or lost to the boss."""
    if name == "lose":
        state = at_place("C7", health=1)
        lines = ("fight", *LOSING_LINES)
    else:
        state = at_place("G1", wins=8, health=5 if name == "win" else 2)
        lines = ("fight", *(WINNING_LINES * 2 if name == "win" else LOSING_LINES * 2))
    state.journal = Journal()
    return play_lines(state, *lines)


@pytest.mark.parametrize(("name", "ending"), [("win", 1), ("lose", 2), ("lose_to_boss", 3)])
def test_s10_each_ending_has_title_and_text(name: str, ending: int) -> None:
    state = finished_game(name)
    assert (state.ending, state.over(), list(state.legal(0))) == (ending, True, [])
    found = texts()["endings"][name]
    assert event_sentences(state)[-1].startswith(found["title"] + ". ")
    board = GAME.text.board(CONTEXT, player_view(state))
    assert board.startswith(found["title"].upper())
    assert "Ann" in board


def test_s10_only_beating_the_boss_is_a_win() -> None:
    assert list(winners(finished_game("win"))) == [0]
    assert list(winners(finished_game("lose"))) == []
    assert list(winners(finished_game("lose_to_boss"))) == []


def test_s10_statistics() -> None:
    board = GAME.text.board(CONTEXT, player_view(finished_game("win")))
    assert "Games won 8, lost 0.   Matches with Volo: 1." in board
    assert "Credibility left 5.   Tricks left: Add 3, Subtract 3, Re-Roll 2." in board
    assert "Credibility left 0." in GAME.text.board(CONTEXT, player_view(finished_game("lose")))


def test_s10_the_tally_counts_the_same() -> None:
    assert GAME.study.tally(CONTEXT, finished_game("win"), 0) == {
        "beat_the_boss": 1,
        "reputation": 3,
        "credibility": 5,
        "games_won": 8,
        "games_lost": 0,
        "matches": 1,
        "tricks_left": 8,
    }
    assert GAME.study.tally(CONTEXT, finished_game("lose"), 0)["beat_the_boss"] == 0


def test_r29_end_choices() -> None:
    assert texts()["endings"]["choices"] == ["New game", "Load a saved game", "Main menu", "Quit"]


@pytest.mark.parametrize("name", ["win", "lose", "lose_to_boss"])
def test_s10_nothing_can_be_answered_any_more(name: str) -> None:
    state = finished_game(name)
    assert all(state.refusal(0, action) != 0 for action in range(GAME.actions))


def test_r40_results_compare_by_boss_then_credibility_then_tricks() -> None:
    ends = [
        play_lines(at_place("C7", wins=5, health=1), "fight", *LOSING_LINES),
        play_lines(at_place("G5", wins=25, health=1), "fight", *LOSING_LINES),
        play_lines(at_place("G1", wins=8, health=1), "fight", *WINNING_LINES, *WINNING_LINES),
        play_lines(at_place("G1", wins=8, health=2, add=0), "fight", *WINNING_LINES, *WINNING_LINES),
        play_lines(at_place("G1", wins=8, health=2), "fight", *WINNING_LINES, *WINNING_LINES),
    ]
    scores = [GAME.study.score(CONTEXT, end) for end in ends]
    values = [score.value for score in scores if score is not None]
    assert values == sorted(set(values))
    assert [score.text for score in scores if score is not None][1:3] == [
        "25 games won",
        "beat Volo with 1 credibility and 8 tricks left",
    ]
    changed = MatchContext(("Ann",), {**CONTEXT.options, "table_overrides": "enemies.easy.low_roll=3"})
    assert GAME.study.score(changed, ends[0]) is None
