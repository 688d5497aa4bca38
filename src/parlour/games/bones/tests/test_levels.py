"""Section 8: stats, levels, abilities."""

from __future__ import annotations

import pytest

from parlour.games.bones.rules import events as ev
from parlour.games.bones.tests.sheets import (
    ALL_GAMES,
    LOSE,
    WIN,
    come_to,
    events,
    kinds,
    pool,
    said,
    set_out,
    standing,
    stats,
    tell,
)
from parlour.games.bones.text.texts import texts
from parlour.kernel.journal import Journal


def test_s8_win() -> None:
    state = tell(standing("C7"), "fight", *WIN)
    assert (stats(state), pool(state), state.wins, state.losses) == ((3, 1, 1), (1, 1, 0), 1, 0)


def test_s8_loss() -> None:
    state = tell(standing("C7"), "fight", *LOSE)
    assert (stats(state), pool(state), state.wins, state.losses) == ((2, 1, 0), (1, 1, 0), 0, 1)


def test_s8_three_wins_to_level_2_then_five_to_level_3() -> None:
    state = set_out()
    found = []
    for label in ALL_GAMES[:10]:
        tell(come_to(state, label), "fight", *WIN)
        found.append((*stats(state), pool(state)))
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
    state = tell(standing("C7", wins=2, health=1, add=0, subtract=1, reroll=0), "fight", *WIN)
    assert (stats(state), pool(state)) == ((2, 2, 0), (1, 2, 1))


def test_s8_no_upper_limit_on_health() -> None:
    state = tell(standing("D7", wins=2, health=40), "fight", *WIN)
    assert state.health == 41


def test_r25_level_3_is_the_highest_and_wins_only_count() -> None:
    state = standing("G5", wins=16)
    state.journal = Journal()
    tell(state, "fight", *WIN)
    assert (stats(state), pool(state)) == ((5, 3, 9), (3, 3, 2))
    assert kinds(state)[-1] == ev.REMINDED
    assert said(state)[-1] == texts()["level_three_reminder"].replace("{boss}", "Volo")


def test_r25_every_fight_of_the_city_can_be_won() -> None:
    state = set_out()
    for label in ALL_GAMES:
        tell(come_to(state, label), "fight", *WIN)
    assert (stats(state), state.wins) == ((5, 3, 18), 26)


@pytest.mark.parametrize("health", [1, 2, 3])
def test_s8_at_0_the_game_is_lost(health: int) -> None:
    state = tell(standing("C7", health=health), "fight", *LOSE)
    assert state.over() == (health == 1)
    assert state.ending == (2 if health == 1 else 0)
    assert state.standing(0) == 0


def test_r13_abilities_are_one_pool_for_the_whole_campaign() -> None:
    state = tell(standing("C7"), "fight", "1 1 1", "add", "hold", "low", "go west", "go east", "fight")
    assert pool(state) == (0, 1, 0)
    tell(state, "6 6 6", "subtract", "hold", "low")
    assert (pool(state), state.wins) == ((0, 0, 0), 1)
    tell(come_to(state, "D7"), "fight", "1 1 1")
    assert pool(state) == (0, 0, 0)


def test_r12_at_most_3_3_2_over_a_campaign() -> None:
    state = set_out()
    for label in ALL_GAMES:
        tell(come_to(state, label), "fight", *WIN)
    assert pool(state) == (3, 3, 2)


def test_r26_experience_then_level_then_text_and_never_on_a_loss() -> None:
    state = standing("C7", wins=2)
    state.journal = Journal()
    tell(state, "fight", *WIN)
    assert kinds(state)[-3:] == [ev.GAME_WON, ev.GAINED, ev.ROSE]
    lost = standing("C7", wins=2)
    lost.journal = Journal()
    tell(lost, "fight", *LOSE)
    assert stats(lost) == (2, 1, 2)
    assert ev.ROSE not in kinds(lost)


@pytest.mark.parametrize(
    ("wins", "shown"), [(0, (1, 1, 3, 2)), (1, (2, 1, 3, 1)), (3, (1, 2, 4, 4)), (6, (4, 2, 4, 1)), (8, (1, 3, 5, 0))]
)
def test_s8_after_a_win_level_experience_health_and_wins_missing(wins: int, shown: tuple[int, ...]) -> None:
    label = "C1"
    state = standing(label, wins)
    state.journal = Journal()
    tell(state, "fight", *WIN)
    gained = [event for event in events(state) if event.kind == ev.GAINED]
    assert [event.arguments[:4] for event in gained] == [shown]


def test_s8_after_a_loss_the_remaining_health() -> None:
    state = standing("C7")
    state.journal = Journal()
    tell(state, "fight", *LOSE)
    assert said(state)[-1] == "Your credibility falls to 2."
    tell(state, "go west", "go east", "fight", *LOSE)
    assert said(state)[-1].startswith("Your credibility falls to 1. One more public defeat")


def test_s8_the_level_up_says_what_was_gained() -> None:
    state = standing("C7", wins=2)
    state.journal = Journal()
    tell(state, "fight", *WIN)
    assert said(state)[-1] == texts()["level_up"]["2"]
