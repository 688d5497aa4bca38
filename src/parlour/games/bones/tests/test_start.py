"""Section 4: the start of a game, the lesson and the practice game."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import events as ev
from parlour.games.bones.rules.state import LESSON, PRACTICE, WALKING
from parlour.games.bones.tests.positions import (
    CONTEXT,
    LOSING_LINES,
    WINNING_LINES,
    WITH_TUTORIAL,
    WITHOUT_TUTORIAL,
    ability_pool,
    campaign_with_tutorial,
    campaign_without_tutorial,
    event_kinds,
    event_sentences,
    legal_answers,
    move_to,
    place_code,
    play_lines,
    player_view,
    recorded_events,
    stats,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.game import prepare_options
from parlour.kernel.journal import Journal
from parlour.kernel.problem import Problem

BUST = ("6 6 6", "roll", "6", "hold")
OVER = ("6 6 6", "roll", "6", "roll", "6", "roll", "1")


def test_s4_1_a_name_has_at_most_twelve_characters() -> None:
    assert GAME.traits.longest_name == 12


def test_s4_2_fresh_state() -> None:
    for state in (campaign_with_tutorial(), campaign_without_tutorial()):
        assert stats(state) == (3, 1, 0)
        assert ability_pool(state) == (1, 1, 0)
        assert state.place == 42
        assert (state.wins, state.losses, state.matches) == (0, 0, 0)


def test_r12_starting_abilities_are_the_documents() -> None:
    assert ability_pool(campaign_without_tutorial()) == (1, 1, 0)


def test_r33_a_second_game_has_maps_of_its_own() -> None:
    first = play_lines(campaign_without_tutorial(), "go east", "go east", "fight", *WINNING_LINES)
    second = campaign_without_tutorial()
    assert place_code(first, "C7") == "113"
    assert player_view(second).symbols.count("?") == 47
    assert [place_code(second, label) for label in ("B7", "C7")] == ["121", "111"]


def test_s4_3_prologue_then_the_lesson_against_14_or_15() -> None:
    state = campaign_with_tutorial(Journal())
    assert event_kinds(state)[:3] == [ev.PROLOGUE] * 3
    assert ev.LESSON_BEGAN in event_kinds(state)
    assert (state.bout, state.book.low[state.foe], state.outcomes) == (LESSON, 14, 216)


def test_s4_3_the_lesson_explains_step_by_step() -> None:
    state = campaign_with_tutorial(Journal())
    play_lines(state, "6 6 6", "roll", "6", "subtract", "hold")
    taught = [event.arguments[0] for event in recorded_events(state) if event.kind == ev.TAUGHT]
    assert taught == [
        ev.BEFORE_OPENING,
        ev.AFTER_OPENING,
        ev.OFFER_ROLL,
        ev.OFFER_TRICKS,
        ev.OFFER_HOLD,
        ev.OVER_21,
    ]
    assert GAME.text.events[ev.TAUGHT].pause
    tie = play_lines(campaign_with_tutorial(Journal()), "6 6 3", "hold", "high")
    assert ev.LEVEL_TOTALS in [event.arguments[0] for event in recorded_events(tie) if event.kind == ev.TAUGHT]


def test_s4_3_the_explanations_stand_in_the_order_of_the_texts_file() -> None:
    steps = [step["when"] for step in texts()["tutorial"]["steps"]]
    wanted = {
        "before_opening_roll": ev.BEFORE_OPENING,
        "after_opening_roll": ev.AFTER_OPENING,
        "offer_roll": ev.OFFER_ROLL,
        "offer_abilities": ev.OFFER_TRICKS,
        "total_over_21": ev.OVER_21,
        "offer_hold": ev.OFFER_HOLD,
        "tie": ev.LEVEL_TOTALS,
    }
    assert {when: steps.index(when) for when in steps} == wanted


def test_s4_3_abilities_may_be_used_in_the_lesson() -> None:
    state = play_lines(campaign_with_tutorial(), "1 1 1")
    assert legal_answers(state) == {"roll", "hold", "add", "subtract"}


def test_r15_then_a_second_game_at_easy_strength_without_explanations() -> None:
    state = play_lines(campaign_with_tutorial(Journal()), *WINNING_LINES)
    assert (state.bout, state.book.low[state.foe], state.outcomes) == (PRACTICE, 15, 216)
    before = event_kinds(state).count(ev.TAUGHT)
    play_lines(state, *BUST)
    assert event_kinds(state).count(ev.TAUGHT) == before


@pytest.mark.parametrize("first", [WINNING_LINES, LOSING_LINES, BUST, OVER], ids=["win", "lose", "bust", "31"])
@pytest.mark.parametrize("second", [WINNING_LINES, LOSING_LINES, BUST, OVER], ids=["win", "lose", "bust", "31"])
def test_s4_5_both_fights_have_no_effect(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    state = play_lines(campaign_with_tutorial(), *first)
    assert (stats(state), ability_pool(state), state.bout) == ((3, 1, 0), (1, 1, 0), PRACTICE)
    play_lines(state, *second)
    assert (stats(state), ability_pool(state), state.bout) == ((3, 1, 0), (1, 1, 0), WALKING)
    assert (state.wins, state.losses, state.done) == (0, 0, 0)


def test_r14_spent_tricks_come_back_after_each_of_the_two() -> None:
    state = play_lines(campaign_with_tutorial(), "1 1 1", "add", "subtract")
    assert ability_pool(state) == (0, 0, 0)
    play_lines(state, "hold", "low")
    assert ability_pool(state) == (1, 1, 0)
    play_lines(state, "1 1 1", "add", "subtract", "hold", "low")
    assert ability_pool(state) == (1, 1, 0)


def test_s4_5_win_and_loss_choose_the_text() -> None:
    lesson, intro = texts()["tutorial"], texts()["introductory_fight"]
    for lines, words, practice in (
        (WINNING_LINES, "win", "win"),
        (LOSING_LINES, "lose", "lose"),
        (BUST, "bust", "lose"),
    ):
        state = play_lines(campaign_with_tutorial(Journal()), *lines, *lines)
        endings = [
            line for event, line in zip(recorded_events(state), event_sentences(state), strict=True) if event.kind == 4
        ]
        assert len(endings) == 2
        assert lesson[words] in endings[0]
        assert intro[practice] in endings[1]


def test_s4_6_the_start_becomes_013_and_a_direction_must_be_chosen() -> None:
    state = play_lines(campaign_with_tutorial(Journal()), *WINNING_LINES, *WINNING_LINES)
    assert place_code(state, "A7") == "013"
    assert legal_answers(state) == {"go north", "go east"}
    assert ev.SET_OUT in event_kinds(state)


def test_s4_7_skipping_leaves_out_prologue_lesson_and_practice() -> None:
    state = campaign_without_tutorial(Journal())
    assert place_code(state, "A7") == "013"
    assert legal_answers(state) == {"go north", "go east"}
    left_out = {ev.PROLOGUE, ev.LESSON_BEGAN, ev.TAUGHT, ev.PRACTICE_BEGAN, ev.PRACTICE_ENDED, ev.SET_OUT}
    assert not left_out & set(event_kinds(state))
    assert ev.LESSON_SKIPPED in event_kinds(state)


def test_r27_the_landing_shows_its_first_text_at_the_start() -> None:
    first = places()[42]["first"]
    for state in (campaign_with_tutorial(Journal()), campaign_without_tutorial(Journal())):
        assert sum(first in line for line in event_sentences(state)) == 1
    assert first[:40] in GAME.text.board(CONTEXT, player_view(campaign_without_tutorial()))


def test_s4_coming_back_to_the_landing_shows_the_again_text_and_offers_nothing() -> None:
    again = places()[42]["again"]
    state = campaign_without_tutorial(Journal())
    assert not any(again in line for line in event_sentences(state))
    move_to(state, "B7")
    play_lines(state, "go west")
    assert event_sentences(state)[-1] == f"Gullwing Landing. {again}"
    assert again[:40] in GAME.text.board(CONTEXT, player_view(state))
    assert legal_answers(state) == {"go north", "go east"}


def test_s4_options_are_checked_in_one_sentence() -> None:
    assert prepare_options(GAME, 1, {}) == {**WITH_TUTORIAL, "enemies": "usual", "table_overrides": ""}
    assert prepare_options(GAME, 1, {"tutorial": "no", "boss": " Mira "}) == {
        **WITHOUT_TUTORIAL,
        "boss": "Mira",
        "enemies": "usual",
        "table_overrides": "",
    }
    for wrong in ({"boss": ""}, {"boss": "x" * 13}, {"tutorial": "maybe"}, {"dice": 7}):
        with pytest.raises(Problem):
            prepare_options(GAME, 1, wrong)
    with pytest.raises(Problem, match="with 2 seats; choose 1 seat"):
        prepare_options(GAME, 2, {})
