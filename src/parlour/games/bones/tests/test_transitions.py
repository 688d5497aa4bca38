"""Section 3.5: how the status and the symbol of a place change; one test for each row of the table."""

from __future__ import annotations

import pytest

from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.positions import (
    ALL_GAMES,
    END_PLACES,
    EXPLORE_PLACES,
    LOSING_LINES,
    WINNING_LINES,
    at_place,
    campaign_with_tutorial,
    campaign_without_tutorial,
    map_symbol,
    move_to,
    place_code,
    play_lines,
)


def status_and_symbol(state: Bones, label: str) -> tuple[str, str]:
    """Status digit and symbol."""
    return place_code(state, label)[2], map_symbol(state, label)


@pytest.mark.parametrize("label", [*EXPLORE_PLACES, *END_PLACES])
def test_s3_5_explore_first_arrival(label: str) -> None:
    state = campaign_without_tutorial()
    assert status_and_symbol(state, label) == ("1", "?")
    assert status_and_symbol(move_to(state, label), label) == ("2", "#")
    assert status_and_symbol(move_to(state, label), label) == ("2", "#")  # 3.2: never status 3


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_first_arrival(label: str) -> None:
    state = campaign_without_tutorial()
    assert status_and_symbol(state, label) == ("1", "?")
    assert status_and_symbol(move_to(state, label), label) == ("2", "!")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_left_without_playing(label: str) -> None:
    state = move_to(campaign_without_tutorial(), label)
    move_to(state, "B7")
    assert status_and_symbol(state, label) == ("2", "!")
    assert state.health == 3


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_lost(label: str) -> None:
    state = play_lines(move_to(campaign_without_tutorial(), label), "fight", *LOSING_LINES)
    assert status_and_symbol(state, label) == ("2", "!")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_won(label: str) -> None:
    state = play_lines(move_to(campaign_without_tutorial(), label), "fight", *WINNING_LINES)
    assert status_and_symbol(state, label) == ("3", "#")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_beaten_fight_any_later_visit(label: str) -> None:
    state = play_lines(move_to(campaign_without_tutorial(), label), "fight", *WINNING_LINES)
    for _ in range(2):
        move_to(state, "B7")
        move_to(state, label)
        assert status_and_symbol(state, label) == ("3", "#")


def test_s3_5_tutorial_after_it_or_skipped() -> None:
    state = campaign_with_tutorial()
    assert (place_code(state, "A7"), map_symbol(state, "A7")) == ("011", "0")
    play_lines(state, *LOSING_LINES)
    assert (place_code(state, "A7"), map_symbol(state, "A7")) == ("011", "0")
    play_lines(state, *WINNING_LINES)
    assert (place_code(state, "A7"), map_symbol(state, "A7")) == ("013", "0")
    assert (place_code(campaign_without_tutorial(), "A7"), map_symbol(campaign_without_tutorial(), "A7")) == (
        "013",
        "0",
    )


def test_s3_5_boss_first_arrival() -> None:
    state = campaign_without_tutorial()
    assert (place_code(state, "G1"), map_symbol(state, "G1")) == ("511", "X")
    move_to(state, "G1")
    assert (place_code(state, "G1"), map_symbol(state, "G1")) == ("512", "X")


def test_s3_5_boss_match_lost() -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *LOSING_LINES, *LOSING_LINES)
    assert (place_code(state, "G1"), map_symbol(state, "G1")) == ("512", "X")
    assert not state.over()


def test_s3_5_boss_match_won() -> None:
    state = play_lines(at_place("G1", wins=8), "fight", *WINNING_LINES, *WINNING_LINES)
    assert (place_code(state, "G1"), map_symbol(state, "G1")) == ("513", "X")
    assert state.over()
