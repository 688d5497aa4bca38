"""Sections 11.4 to 11.6: attack and defense, victory and defeat, and the limit of 20 battle rounds."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.book import BATTLE_ROUNDS, WEAPON_NAMES
from parlour.games.hunter.tests.positions import (
    RULES_2026,
    STRONG_HUNTER,
    Position,
    duel_position,
    first_seat_value,
    is_fight_over,
    last_event,
    meet_monster,
    play_fight,
)

# 11.4.


def test_11_4_damage_is_what_the_dice_add_up_to() -> None:
    at = duel_position("Sword", 25, attack=5)
    play_fight(at, "attack", "6 5 4 3 2")
    assert last_event(at, "struck") == (0, 4, 0, 9, 0)


def test_11_4_monster_hp_ends_at_nothing() -> None:
    at = duel_position("Bow", 12, items={0: ["grenade"]})
    play_fight(at, "attack", "6 6")
    assert last_event(at, "struck") == (0, 8, 0, 0, 0)


@pytest.mark.parametrize(
    ("dice", "damage"), [("1 1 1 1", 3), ("4 1 1 1", 2), ("5 6 1 1", 1), ("4 5 6 3", 0), ("4 4 5 6", 0)]
)
def test_11_4_each_4_5_and_6_of_the_defense_blocks_one(dice: str, damage: int) -> None:
    at = duel_position("Bat", 25, defense=4, exp=0, **STRONG_HUNTER)
    play_fight(at, "attack", "1 1", dice)
    assert (first_seat_value(at, "hp"), first_seat_value(at, "exp")) == (10 - damage, damage)
    assert last_event(at, "hit") == (0, 3, damage, 10 - damage, damage)


def test_11_4_without_defense_dice_nothing_is_rolled() -> None:
    at = duel_position("Bat", 25, defense=0, **STRONG_HUNTER)
    play_fight(at, "attack", "1 1")
    assert at.events("defended") == []
    assert first_seat_value(at, "hp") == 7


def test_r22_exp_for_all_the_damage_even_beyond_the_last_hp() -> None:
    at = duel_position("Bat", 36, hp=2, exp=0)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "hit") == (0, 5, 5, 0, 5)
    assert (first_seat_value(at, "exp"), first_seat_value(at, "hp")) == (5, 1)
    capped = duel_position("Bat", 36, hp=2, exp=13)
    play_fight(capped, "attack", "1 1")
    assert last_event(capped, "hit") == (0, 5, 5, 0, 2)
    assert first_seat_value(capped, "exp") == 15


# 11.5.


def test_11_5_rewards_come_in_this_order() -> None:
    at = duel_position("Katana", 16, track=2, attack=5, items={0: ["fake-blood"]}, exp=0, money=0)
    at.state.monster_hp = 1
    play_fight(at, "use fake-blood", "attack", "3 1 1 1 1")
    katana = WEAPON_NAMES.index("Katana")
    assert at.events("won", "fake_paid", "track", "power", "power_gain") == [
        ("won", 0, 15, 2, 2, 1, 6),
        ("fake_paid", 0, 2),
        ("track", 0, 2, 4),
        ("power", 0, katana, 2),
        ("power_gain", 0, katana, 3, 2, 2),
    ]
    assert at.items_of(0) == ["beer", "beer", "blood-bag"]  # R56: Beers before Blood Bags
    assert at.row("sources", 0) == [6, 0, 0, 0, 2, 0]


def test_11_5_money_stops_at_15_and_items_may_exceed_the_capacity() -> None:
    at = duel_position("Katana", 16, money=14, items={0: ["beer"] * 4})
    at.state.monster_hp = 1
    play_fight(at, "attack", "3 1")
    assert first_seat_value(at, "money") == 15
    assert last_event(at, "won")[2] == 1
    assert at.view().used[0] == 7  # of 4: nothing is enforced before 4.6 of the next round (R25)


def test_11_5_hp_and_ep_stay_as_they_are() -> None:
    at = duel_position("Bat", 12, hp=2, ep=5)
    play_fight(at, "attack", "4 4")
    assert (first_seat_value(at, "hp"), first_seat_value(at, "ep")) == (2, 3)


@pytest.mark.parametrize(
    ("stage", "kills", "monster", "now"),
    [
        (1, [0, 0, 0], 12, 1),
        (1, [1, 0, 0], 12, 2),
        (1, [1, 5, 5], 24, 1),
        (2, [9, 1, 0], 24, 3),
        (2, [9, 0, 0], 24, 2),
        (2, [9, 1, 0], 12, 2),
        (3, [9, 9, 9], 12, 3),
    ],
)
def test_r65_the_monster_is_counted_and_two_of_a_stage_lead_to_the_next(
    stage: int, kills: list[int], monster: int, now: int
) -> None:
    at = duel_position("Bow", monster, kills={0: kills}, stage={0: stage}, attack=3)
    play_fight(at, "attack", "6 6 1")
    assert is_fight_over(at)
    assert at.row("kills", 0) == [count + (level == (monster - 1) // 12) for level, count in enumerate(kills)]
    assert first_seat_value(at, "stage") == now
    assert at.events("fake_paid") == []


# 11.6.


def test_11_6_a_defeat_costs_nothing_but_the_entry_and_what_was_used() -> None:
    at = duel_position(
        "Knife", 36, power=2, hp=3, ep=9, ep_max=9, exp=1, money=7, pets={0: [1, 1, 0]}, party=(1, 2),
        items={0: ["fake-blood", "grenade"]}, score={0: 20, 1: 30},
    )  # fmt: skip
    assert first_seat_value(at, "ep") == 9 - 4 - 2 - 3 + 0
    play_fight(at, "use fake-blood", "arm", "attack", "1 1", "go on")
    assert last_event(at, "lost") == (0, 35)
    assert first_seat_value(at, "hp") == 1
    assert [first_seat_value(at, name) for name in ("ep", "money", "score", "exp", "track")] == [0, 7, 20, 6, 3]
    assert at.items_of(0) == ["grenade"]
    assert at.row("pets", 0) == [1, 1, 0]
    assert at.row("kills", 0) == [0, 0, 0]
    assert at.events("won", "fake_paid") == []
    assert at.state.fighter == 1


# R23, R60.


def stalemate_position(rounds: int, **given: object) -> Position:
    """A Rifle without Bullets that cannot be hurt, in this battle round."""
    at = duel_position("Rifle", 1, defense=6, hp=3, exp=0, items={0: ["grenade"]}, **given)
    for _ in range(rounds):
        play_fight(at, "go on", "go on", "4 4 4 4 4 4")
    return at


def test_r23_after_20_battle_rounds_the_hunter_is_defeated() -> None:
    at = stalemate_position(19)
    assert at.state.battle_round == BATTLE_ROUNDS == 20
    assert not is_fight_over(at)
    play_fight(at, "go on", "go on", "4 4 4 4 4 4")
    assert is_fight_over(at)
    assert at.events("worn_out", "lost") == [("worn_out", 0, 20), ("lost", 0, 0)]
    assert first_seat_value(at, "hp") == 1  # R60
    assert at.items_of(0) == ["grenade"]


def test_r60_the_twentieth_round_is_fought_to_its_end() -> None:
    at = stalemate_position(19)
    at.state.monster_hp = 1
    play_fight(at, "go on", "use grenade")
    assert at.row("kills", 0) == [1, 0, 0]
    axe = duel_position("Axe", 25, **STRONG_HUNTER)
    axe.state.battle_round = 20
    axe.state.monster_hp = 3
    play_fight(axe, "attack", "1 1")
    assert axe.row("kills", 0) == [0, 0, 1]  # struck back in time
    fallen = duel_position("Bat", 25, hp=3)
    fallen.state.battle_round = 20
    play_fight(fallen, "attack", "1 1")
    assert fallen.events("worn_out") == []  # fallen, not worn out


def test_r60_a_first_strike_counts_for_no_round() -> None:
    at = duel_position("Bat", 7, **STRONG_HUNTER, **RULES_2026)
    assert len(at.events("hit")) == 1
    assert at.state.battle_round == 1


# R58, where the first to have 50 ends the game.


def test_r58_a_victory_is_wholly_carried_out_before_the_game_ends() -> None:
    at = duel_position("Katana", 16, finish="first", score={0: 45, 1: 49}, track=2, exp=0, money=0)
    at.state.monster_hp = 1
    play_fight(at, "attack", "3 1")
    assert at.state.over()
    assert first_seat_value(at, "score") == 51
    assert (first_seat_value(at, "money"), first_seat_value(at, "exp"), at.items_of(0)) == (
        2,
        2,
        ["beer", "beer", "blood-bag"],
    )
    assert at.ranks == [1, 2]
    assert at.events("winner") == [("winner", 0, 51)]


def test_r58_a_point_for_a_one_ends_the_game_before_the_monster_strikes() -> None:
    at = duel_position("Sword", 25, finish="first", power=3, score={0: 48, 1: 49}, hp=1, defense=0)
    play_fight(at, "attack", "1 1")
    assert at.state.over()
    assert (first_seat_value(at, "hp"), at.events("hit")) == (1, [])


def test_r58_a_roll_that_brings_a_victory_brings_all_of_it() -> None:
    at = duel_position("Sword", 36, finish="first", power=3, attack=3, score={0: 48, 1: 49})
    at.state.monster_hp = 1
    play_fight(at, "attack", "1 1 6")
    assert at.state.over()
    assert first_seat_value(at, "score") == 50 + 16


def test_r2_by_default_the_next_hunter_still_fights() -> None:
    at = duel_position("Katana", 16, score={0: 45, 1: 49})
    at.state.monster_hp = 1
    play_fight(at, "attack", "3 1")
    assert not at.state.over()
    assert at.state.fighter == 1
    meet_monster(at, 12)
    play_fight(at, "attack", "6 6")
    assert at.state.over()
    assert at.column("score") == [51, 52]
    assert at.ranks == [2, 1]
