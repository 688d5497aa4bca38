"""Section 8: stats, levels, abilities."""

from __future__ import annotations

import pytest

from parlour.games.bones.rules import events as ev
from parlour.games.bones.tests.positions import (
    ALL_GAMES,
    LOSING_LINES,
    WINNING_LINES,
    ability_pool,
    at_place,
    campaign_without_tutorial,
    event_kinds,
    event_sentences,
    move_to,
    play_lines,
    recorded_events,
    stats,
)
from parlour.games.bones.text.texts import texts
from parlour.kernel.journal import Journal


def test_s8_win() -> None:
    state = play_lines(at_place("C7"), "fight", *WINNING_LINES)
    assert (stats(state), ability_pool(state), state.wins, state.losses) == ((3, 1, 1), (1, 1, 0), 1, 0)


def test_s8_loss() -> None:
    state = play_lines(at_place("C7"), "fight", *LOSING_LINES)
    assert (stats(state), ability_pool(state), state.wins, state.losses) == ((2, 1, 0), (1, 1, 0), 0, 1)


def test_s8_three_wins_to_level_2_then_five_to_level_3() -> None:
    state = campaign_without_tutorial()
    found = []
    for label in ALL_GAMES[:10]:
        play_lines(move_to(state, label), "fight", *WINNING_LINES)
        found.append((*stats(state), ability_pool(state)))
    assert found == [
        (3, 1, 1, (1, 1, 0)),
        (3, 1, 2, (1, 1, 0)),
        (4, 2, 0, (2, 2, 1)),
        (4, 2, 1, (2, 2, 1)),
        (4, 2, 2, (2, 2, 1)),
        (4, 2, 3, (2, 2, 1)),
        (4, 2, 4, (2, 2, 1)),
        (5, 3, 0, (3, 3, 2)),
        (5, 3, 1, (3, 3, 2)),
        (5, 3, 2, (3, 3, 2)),
    ]


def test_s8_level_up_adds_to_whatever_is_left() -> None:
    state = play_lines(at_place("C7", wins=2, health=1, add=0, subtract=1, reroll=0), "fight", *WINNING_LINES)
    assert (stats(state), ability_pool(state)) == ((2, 2, 0), (1, 2, 1))


def test_s8_no_upper_limit_on_health() -> None:
    state = play_lines(at_place("D7", wins=2, health=40), "fight", *WINNING_LINES)
    assert state.health == 41


def test_r25_level_3_is_the_highest_and_wins_only_count() -> None:
    state = at_place("G5", wins=16)
    state.journal = Journal()
    play_lines(state, "fight", *WINNING_LINES)
    assert (stats(state), ability_pool(state)) == ((5, 3, 9), (3, 3, 2))
    assert event_kinds(state)[-1] == ev.REMINDED
    assert event_sentences(state)[-1] == texts()["level_three_reminder"].replace("{boss}", "Volo")


def test_r25_every_fight_of_the_city_can_be_won() -> None:
    state = campaign_without_tutorial()
    for label in ALL_GAMES:
        play_lines(move_to(state, label), "fight", *WINNING_LINES)
    assert (stats(state), state.wins) == ((5, 3, 18), 26)


@pytest.mark.parametrize("health", [1, 2, 3])
def test_s8_at_0_the_game_is_lost(health: int) -> None:
    state = play_lines(at_place("C7", health=health), "fight", *LOSING_LINES)
    assert state.over() == (health == 1)
    assert state.ending == (2 if health == 1 else 0)
    assert state.standing(0) == 0


def test_r13_abilities_are_one_pool_for_the_whole_campaign() -> None:
    state = play_lines(at_place("C7"), "fight", "1 1 1", "add", "hold", "low", "go west", "go east", "fight")
    assert ability_pool(state) == (0, 1, 0)
    play_lines(state, "6 6 6", "subtract", "hold", "low")
    assert (ability_pool(state), state.wins) == ((0, 0, 0), 1)
    play_lines(move_to(state, "D7"), "fight", "1 1 1")
    assert ability_pool(state) == (0, 0, 0)


def test_r12_at_most_3_3_2_over_a_campaign() -> None:
    state = campaign_without_tutorial()
    for label in ALL_GAMES:
        play_lines(move_to(state, label), "fight", *WINNING_LINES)
    assert ability_pool(state) == (3, 3, 2)


def test_r26_experience_then_level_then_text_and_never_on_a_loss() -> None:
    state = at_place("C7", wins=2)
    state.journal = Journal()
    play_lines(state, "fight", *WINNING_LINES)
    assert event_kinds(state)[-3:] == [ev.GAME_WON, ev.GAINED, ev.ROSE]
    lost = at_place("C7", wins=2)
    lost.journal = Journal()
    play_lines(lost, "fight", *LOSING_LINES)
    assert stats(lost) == (2, 1, 2)
    assert ev.ROSE not in event_kinds(lost)


@pytest.mark.parametrize(
    ("wins", "shown"), [(0, (1, 1, 3, 2)), (1, (2, 1, 3, 1)), (3, (1, 2, 4, 4)), (6, (4, 2, 4, 1)), (8, (1, 3, 5, 0))]
)
def test_s8_after_a_win_level_experience_health_and_wins_missing(wins: int, shown: tuple[int, ...]) -> None:
    label = "C1"
    state = at_place(label, wins)
    state.journal = Journal()
    play_lines(state, "fight", *WINNING_LINES)
    gained = [event for event in recorded_events(state) if event.kind == ev.GAINED]
    assert [event.arguments[:4] for event in gained] == [shown]


def test_s8_after_a_loss_the_remaining_health() -> None:
    state = at_place("C7")
    state.journal = Journal()
    play_lines(state, "fight", *LOSING_LINES)
    assert event_sentences(state)[-1] == "Your credibility falls to 2."
    play_lines(state, "go west", "go east", "fight", *LOSING_LINES)
    assert event_sentences(state)[-1].startswith("Your credibility falls to 1. One more public defeat")


def test_s8_the_level_up_says_what_was_gained() -> None:
    state = at_place("C7", wins=2)
    state.journal = Journal()
    play_lines(state, "fight", *WINNING_LINES)
    assert event_sentences(state)[-1] == texts()["level_up"]["2"]
