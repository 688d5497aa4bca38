"""Section 9: the figures of the eleven weapons, the power track, and powers reached by a victory."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import NEEDS_EXP
from parlour.games.hunter.rules.book import WEAPON_NAMES
from parlour.games.hunter.rules.state import SELECTION
from parlour.games.hunter.tests.positions import (
    duel_position,
    first_seat_value,
    forest_position,
    is_fight_over,
    last_event,
    play_fight,
    selection_position,
    with_ammunition,
)

# 9.1: priority, start money, capacity, attack dice, defense dice at the start, damage of 1 to 6, EXP for dice.
FIGURES = {
    "Bat": (3, 4, 6, 2, 0, (0, 0, 0, 1, 1, 1), 4, 3),
    "Katana": (8, 4, 4, 2, 0, (0, 0, 1, 1, 1, 1), 5, 3),
    "Rifle": (10, 2, 8, 2, 0, (0, 0, 0, 1, 2, 2), 6, 3),
    "Plasma": (11, 0, 8, 2, 0, (0, 0, 0, 2, 2, 2), 7, 3),
    "Chain": (6, 4, 6, 2, 0, (0, 0, 0, 1, 1, 1), 4, 3),
    "Axe": (4, 4, 6, 2, 0, (0, 0, 0, 1, 1, 1), 4, 3),
    "Whip": (5, 4, 6, 2, 0, (0, 0, 0, 1, 1, 1), 4, 3),
    "Bow": (1, 4, 6, 2, 0, (0, 0, 0, 0, 0, 4), 4, 3),
    "Sword": (9, 4, 4, 2, 1, (0, 0, 0, 1, 1, 2), 5, 3),
    "Knife": (2, 8, 10, 2, 0, (0, 0, 0, 0, 1, 1), 3, 3),
    "Gloves": (7, 4, 6, 2, 0, (0, 0, 0, 0, 1, 1), 4, 3),
}

# 9.1 and 9.2.


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_9_1_what_a_weapon_brings(weapon: str) -> None:
    at = selection_position(2, (weapon,))
    _, money, capacity, attack, defense, _, _, _ = FIGURES[weapon]
    assert [first_seat_value(at, name) for name in ("money", "attack", "defense")] == [money, attack, defense]
    assert at.view().capacity[0] == capacity


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_9_1_what_each_face_deals(weapon: str) -> None:
    for face, damage in enumerate(FIGURES[weapon][5], 1):
        at = duel_position(weapon, 25, items=with_ammunition(weapon))
        play_fight(at, "attack", f"1 {face}")
        assert last_event(at, "struck") == (0, damage, 0, 13 - damage, 0)
        again = duel_position(weapon, 25, items=with_ammunition(weapon))
        play_fight(again, "attack", f"{face} {face}")
        assert last_event(again, "struck") == (0, 2 * damage, 0, 13 - 2 * damage, 0)


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_9_1_what_dice_cost(weapon: str) -> None:
    *_, attack, defense = FIGURES[weapon]
    assert selection_position(2, (weapon,), exp=attack - 1).refusal_reason(0, "attack die") == NEEDS_EXP
    rich = selection_position(2, (weapon,), exp=attack).answer(0, "attack die")
    assert (first_seat_value(rich, "exp"), first_seat_value(rich, "attack")) == (0, 3)
    assert selection_position(2, (weapon,), exp=defense - 1).refusal_reason(0, "defense die") == NEEDS_EXP
    rich = selection_position(2, (weapon,), exp=defense).answer(0, "defense die")
    assert (first_seat_value(rich, "exp"), first_seat_value(rich, "defense")) == (0, FIGURES[weapon][4] + 1)


@pytest.mark.parametrize("one", WEAPON_NAMES)
def test_9_1_the_lower_priority_number_fights_first_at_equal_scores(one: str) -> None:
    for other in WEAPON_NAMES:
        if other != one:
            at = forest_position((one, other), hunters=(0, 1), score=7)
            assert list(at.state.queue) == ([0, 1] if FIGURES[one][0] < FIGURES[other][0] else [1, 0])


@pytest.mark.parametrize(("space", "power"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 2), (7, 3)])
def test_9_2_power_levels_by_space(space: int, power: int) -> None:
    assert selection_position(track=space).view().power == [power, power]


@pytest.mark.parametrize(("monster", "spaces"), [(5, 1), (21, 2), (36, 3)])
def test_9_2_a_defeat_moves_the_token_by_the_level_of_the_monster(monster: int, spaces: int) -> None:
    at = duel_position("Katana", monster, hp=10, hp_max=10)
    play_fight(at, "attack", "3 1")
    assert first_seat_value(at, "track") == 1  # nothing for a wound
    at.state.monster_hp = 1
    play_fight(at, "attack", "3 1")
    assert is_fight_over(at)
    assert first_seat_value(at, "track") == 1 + spaces
    assert at.events("track") == [("track", 0, 1, 1 + spaces)]


@pytest.mark.parametrize(("monster", "spaces"), [(5, 1), (21, 2), (36, 3)])
def test_9_2_so_does_a_taming_and_a_lost_battle_does_not(monster: int, spaces: int) -> None:
    at = duel_position("Bat", monster, ep=8, ep_max=8)
    at.state.monster_hp = 1
    play_fight(at, "tame")
    assert first_seat_value(at, "track") == 1 + spaces
    at = duel_position("Bat", monster, hp=1)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "lost") == (0, monster - 1)
    assert first_seat_value(at, "track") == 1


def test_9_2_the_track_ends_at_7_and_powers_are_told_once() -> None:
    at = duel_position("Bow", 36, track=2, attack=3)
    play_fight(at, "attack", "6 6 6")
    assert first_seat_value(at, "track") == 5
    assert at.events("track", "power") == [("track", 0, 2, 5), ("power", 0, WEAPON_NAMES.index("Bow"), 2)]
    at = duel_position("Bow", 36, track=6, attack=3)
    play_fight(at, "attack", "6 6 6")
    assert first_seat_value(at, "track") == 7
    assert at.events("track", "power") == [("track", 0, 6, 7), ("power", 0, WEAPON_NAMES.index("Bow"), 3)]
    at = duel_position("Bow", 36, track=7, attack=3)
    play_fight(at, "attack", "6 6 6")
    assert first_seat_value(at, "track") == 7
    assert at.events("track", "power") == []


# Powers reached by this very victory.


@pytest.mark.parametrize(
    ("weapon", "track", "column", "before", "after"),
    [
        ("Katana", 2, "exp", 0, 2),
        ("Sword", 2, "exp", 0, 2),
        ("Rifle", 2, "money", 0, 3),
        ("Plasma", 2, "money", 0, 4),
        ("Gloves", 6, "score", 0, 2 + 6),
        ("Knife", 6, "score", 0, 2),
    ],
)
def test_r35_a_power_that_rewards_a_defeat_pays_for_the_one_that_reached_it(
    weapon: str, track: int, column: str, before: int, after: int
) -> None:
    at = duel_position(weapon, 5, track=track, money=0, exp=0, items=with_ammunition(weapon))
    assert first_seat_value(at, column) == before
    at.state.monster_hp = 1
    at.state.taken = 5
    play_fight(at, "attack", "6 1")
    assert is_fight_over(at)
    assert first_seat_value(at, column) == after


def test_r35_round_start_powers_fire_first_in_the_next_round() -> None:
    at = forest_position(("Chain", "Bat"), 5, track=2)
    at.state.monster_hp = 1
    play_fight(at, "attack", "6 1")
    assert at.phase == SELECTION
    assert at.items_of(0) == ["blood-bag", "beer", "beer"]  # loot, then the power
    assert at.events("power_gain") == [("power_gain", 0, WEAPON_NAMES.index("Chain"), 1, 2, 2)]
