"""Section 9: the boss."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import events as ev
from parlour.games.bones.tests.positions import (
    CONTEXT,
    LOSING_LINES,
    WINNING_LINES,
    ability_pool,
    at_place,
    event_kinds,
    event_sentences,
    legal_answers,
    play_lines,
    player_view,
    recorded_events,
    stats,
)
from parlour.games.bones.text.texts import texts
from parlour.kernel.answers import explain_refusal
from parlour.kernel.journal import Journal

BUST = ("6 6 6", "roll", "6", "hold")
OVER = ("6 6 6", "roll", "6", "roll", "6", "roll", "1")


@pytest.mark.parametrize(("wins", "plays"), [(0, False), (3, False), (7, False), (8, True), (20, True)])
def test_s9_1_only_at_level_3(wins: int, plays: bool) -> None:
    assert ("fight" in legal_answers(at_place("G1", wins))) == plays


@pytest.mark.parametrize(
    ("rounds", "score", "ending"),
    [
        ((WINNING_LINES, WINNING_LINES), (2, 0), 1),
        ((WINNING_LINES, LOSING_LINES, WINNING_LINES), (2, 1), 1),
        ((LOSING_LINES, WINNING_LINES, WINNING_LINES), (2, 1), 1),
        ((LOSING_LINES, LOSING_LINES), (0, 2), 0),
        ((LOSING_LINES, WINNING_LINES, LOSING_LINES), (1, 2), 0),
        ((WINNING_LINES, LOSING_LINES, LOSING_LINES), (1, 2), 0),
    ],
)
def test_s9_2_best_of_three(rounds: tuple[tuple[str, ...], ...], score: tuple[int, int], ending: int) -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *(line for lines in rounds for line in lines))
    assert (state.rounds_won, state.rounds_lost, state.ending) == (*score, ending)
    assert state.matches == 1


def test_s9_2_each_round_starts_with_three_dice() -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *LOSING_LINES)
    assert (state.outcomes, state.total, state.last, list(state.dice)) == (216, 0, 0, [])


def test_s9_2_the_pool_is_shared_by_all_rounds() -> None:
    state = play_lines(at_place("G1", wins=8), "fight", "1 1 1", "add", "re-roll", "2", "hold", "low")
    assert ability_pool(state) == (2, 3, 1)
    play_lines(state, "1 1 1", "subtract", "hold", "low")
    assert ability_pool(state) == (2, 2, 1)


@pytest.mark.parametrize("lines", [LOSING_LINES, BUST, OVER], ids=["lower", "bust", "31"])
def test_s9_3_a_lost_round_costs_nothing_by_itself(lines: tuple[str, ...]) -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *lines)
    assert (state.rounds_won, state.rounds_lost, state.losses) == (0, 1, 0)
    assert stats(state) == (5, 3, 0)


def test_s9_3_a_won_round_gains_nothing_by_itself() -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *WINNING_LINES)
    assert (stats(state), state.wins) == ((5, 3, 0), 8)


def test_s9_4_round_number_and_score_and_how_he_plays_are_shown() -> None:
    state = at_place("G1", wins=8)
    state.journal = Journal()
    play_lines(state, "fight")
    for lines, round_, won, lost in (((), 1, 0, 0), (WINNING_LINES, 2, 1, 0), (LOSING_LINES, 3, 1, 1)):
        play_lines(state, *lines)
        board = GAME.text.board(CONTEXT, player_view(state))
        assert f"Round {round_}, you {won}, Volo {lost}" in board
        assert "A Match with Volo" in board
        assert "He plays higher when behind, lower when ahead." in board
    began = [event.arguments[:3] for event in recorded_events(state) if event.kind == ev.ROUND_BEGAN]
    assert began == [(1, 0, 0), (2, 1, 0), (3, 1, 1)]


def test_s9_4_words_after_each_round() -> None:
    starts = texts()["boss"]["round_start"]
    state = at_place("G1", wins=8)
    state.journal = Journal()
    play_lines(
        state, "fight", *WINNING_LINES, *LOSING_LINES, *LOSING_LINES, "go west", "go east", "fight", *LOSING_LINES
    )
    told = "\n".join(event_sentences(state))
    for words in ("first", "boss_down", "decider", "boss_up"):
        assert starts[words].replace("{boss}", "Volo") in told
    assert event_kinds(state).count(ev.ROUND_WON) == 1
    assert event_kinds(state).count(ev.ROUND_LOST) == 3


def test_s9_5_match_won_wins_the_game() -> None:
    state = at_place("G1", wins=8)
    state.journal = Journal()
    play_lines(state, "fight", *WINNING_LINES, *WINNING_LINES)
    assert state.over()
    assert (state.ending, state.standing(0)) == (1, 1 + 5)
    assert event_kinds(state)[-2:] == [ev.MATCH_WON, ev.ENDED]


@pytest.mark.parametrize(("health", "left", "ending"), [(5, 3, 0), (4, 2, 0), (3, 1, 0), (2, 0, 3), (1, -1, 3)])
def test_r22_match_lost_costs_two(health: int, left: int, ending: int) -> None:
    state = play_lines(at_place("G1", wins=8, health=health), "fight", *LOSING_LINES, *LOSING_LINES)
    assert (state.health, state.ending, state.over()) == (left, ending, ending != 0)


def test_s9_6_the_player_must_leave_before_the_next_match() -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *LOSING_LINES, *LOSING_LINES)
    assert legal_answers(state) == {"go south", "go west"}
    assert explain_refusal(GAME, CONTEXT, state, 0, 4) == ("R20", texts()["boss"]["must_leave"])
    play_lines(state, "go south", "go north")
    assert "fight" in legal_answers(state)


def test_r23_a_new_match_starts_at_0_0_and_spent_abilities_stay_spent() -> None:
    state = at_place("G1", wins=8)
    play_lines(state, "fight", "1 1 1", "add", "add", "re-roll", "1", "hold", "low", *WINNING_LINES, *LOSING_LINES)
    assert (state.rounds_won, state.rounds_lost, state.matches) == (1, 2, 1)
    play_lines(state, "go west", "go east", "fight")
    assert (state.rounds_won, state.rounds_lost, state.matches) == (0, 0, 1)
    assert ability_pool(state) == (1, 3, 1)


def test_s9_the_second_meeting_has_words_of_its_own() -> None:
    state = at_place("G1", wins=8, health=7)
    state.journal = Journal()
    for _ in range(3):
        play_lines(state, "fight", *LOSING_LINES, *LOSING_LINES, "go west", "go east")
    fill = {"{boss}": "Volo", "{player}": "Ann", "{times}": "twice over"}
    boss = texts()["boss"]
    for text in (boss["first_meeting"], *boss["return_after_loss"][:2], *boss["match_lost"]):
        for mark, word in fill.items():
            text = text.replace(mark, word)
        assert event_sentences(state).count(text) == 1


@pytest.mark.parametrize(("health", "attempts"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_s9_attempts_are_half_the_health_rounded_up(health: int, attempts: int) -> None:
    state = at_place("G1", wins=8, health=health)
    while not state.over():
        play_lines(state, "fight", *LOSING_LINES, *LOSING_LINES)
        if not state.over():
            play_lines(state, "go west", "go east")
    assert (state.matches, state.ending) == (attempts, 3)
