"""Section 3.5: how the status and the symbol of a place change; one test a row of the table."""

from __future__ import annotations

import pytest

from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.sheets import (
    ALL_GAMES,
    ENDS,
    EXPLORES,
    LOSE,
    WIN,
    code,
    come_to,
    new_game,
    set_out,
    standing,
    symbol,
    tell,
)


def mark(state: Bones, label: str) -> tuple[str, str]:
    """Status digit and symbol."""
    return code(state, label)[2], symbol(state, label)


@pytest.mark.parametrize("label", [*EXPLORES, *ENDS])
def test_s3_5_explore_first_arrival(label: str) -> None:
    state = set_out()
    assert mark(state, label) == ("1", "?")
    assert mark(come_to(state, label), label) == ("2", "#")
    assert mark(come_to(state, label), label) == ("2", "#")  # 3.2: never status 3


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_first_arrival(label: str) -> None:
    state = set_out()
    assert mark(state, label) == ("1", "?")
    assert mark(come_to(state, label), label) == ("2", "!")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_left_without_playing(label: str) -> None:
    state = come_to(set_out(), label)
    come_to(state, "B7")
    assert mark(state, label) == ("2", "!")
    assert state.health == 3


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_lost(label: str) -> None:
    state = tell(come_to(set_out(), label), "fight", *LOSE)
    assert mark(state, label) == ("2", "!")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_fight_won(label: str) -> None:
    state = tell(come_to(set_out(), label), "fight", *WIN)
    assert mark(state, label) == ("3", "#")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s3_5_beaten_fight_any_later_visit(label: str) -> None:
    state = tell(come_to(set_out(), label), "fight", *WIN)
    for _ in range(2):
        come_to(state, "B7")
        come_to(state, label)
        assert mark(state, label) == ("3", "#")


def test_s3_5_tutorial_after_it_or_skipped() -> None:
    state = new_game()
    assert (code(state, "A7"), symbol(state, "A7")) == ("011", "0")
    tell(state, *LOSE)
    assert (code(state, "A7"), symbol(state, "A7")) == ("011", "0")
    tell(state, *WIN)
    assert (code(state, "A7"), symbol(state, "A7")) == ("013", "0")
    assert (code(set_out(), "A7"), symbol(set_out(), "A7")) == ("013", "0")


def test_s3_5_boss_first_arrival() -> None:
    state = set_out()
    assert (code(state, "G1"), symbol(state, "G1")) == ("511", "X")
    come_to(state, "G1")
    assert (code(state, "G1"), symbol(state, "G1")) == ("512", "X")


def test_s3_5_boss_match_lost() -> None:
    state = tell(standing("G1", wins=8), "fight", *LOSE, *LOSE)
    assert (code(state, "G1"), symbol(state, "G1")) == ("512", "X")
    assert not state.over()


def test_s3_5_boss_match_won() -> None:
    state = tell(standing("G1", wins=8), "fight", *WIN, *WIN)
    assert (code(state, "G1"), symbol(state, "G1")) == ("513", "X")
    assert state.over()
