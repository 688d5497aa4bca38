"""Section 9: the powers of Axe, Whip, Bow, Sword, Knife and Gloves, in 2025."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import NO_POWER, POWER_SPENT
from parlour.games.hunter.rules.book import POINTS, WEAPON_NAMES
from parlour.games.hunter.rules.state import SELECTION
from parlour.games.hunter.tests.positions import (
    duel_position,
    first_seat_value,
    forest_position,
    is_fight_over,
    last_event,
    legal_in_window,
    meet_monster,
    next_forest_visit,
    play_fight,
    round_start_position,
    selection_position,
)

# Axe.


def test_9_3_axe_1_gives_back_what_it_took() -> None:
    at = duel_position("Axe", 25, hp=10, hp_max=10, defense=1)
    play_fight(at, "attack", "1 1", "6")
    assert first_seat_value(at, "hp") == 8
    assert at.state.monster_hp == 11
    assert last_event(at, "retaliated") == (0, 2, 11)
    play_fight(at, "attack", "1 1", "1")
    assert at.state.monster_hp == 8
    blocked = duel_position("Axe", 25, hp=10, hp_max=10, defense=3)
    play_fight(blocked, "attack", "1 1", "4 5 6")
    assert blocked.events("retaliated") == []


def test_9_3_axe_2_two_blood_bags_at_the_start_of_a_round() -> None:
    assert round_start_position("Axe", 1).items_of(0) == []
    assert round_start_position("Axe", 2).items_of(0) == ["blood-bag", "blood-bag"]
    assert round_start_position("Axe", 3).items_of(0) == ["blood-bag", "blood-bag"]


def test_9_3_axe_3_gives_back_twice_as_much_instead() -> None:
    at = duel_position("Axe", 25, power=3, hp=10, hp_max=10)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "retaliated") == (0, 6, 7)


def test_r34_an_axe_wins_by_striking_back_and_only_survivors_strike_back() -> None:
    at = duel_position("Axe", 9, hp=4)
    play_fight(at, "attack", "1 1")
    assert is_fight_over(at)
    assert at.row("kills", 0) == [1, 0, 0]
    assert first_seat_value(at, "hp") == 1  # 4 - 3: won, not fallen
    for rules in ("default", "classic"):
        fallen = duel_position("Axe", 9, hp=3, rules=rules)
        play_fight(fallen, "attack", "1 1")
        assert fallen.events("retaliated", "won") == []
        assert last_event(fallen, "lost") == (0, 8)


# Whip.


@pytest.mark.parametrize(("power", "costs"), [(1, (1, 2, 3)), (2, (1, 2, 3)), (3, (0, 0, 0))])
def test_9_3_whip_1_and_3_what_pets_cost(power: int, costs: tuple[int, int, int]) -> None:
    for level in (1, 2, 3):
        pets = [1 if number == level else 0 for number in (1, 2, 3)]
        at = duel_position("Whip", power=power, ep=6, pets={0: pets})
        play_fight(at, f"bring pet {level}", "hunt level 1")
        assert first_seat_value(at, "ep") == 6 - 2 - costs[level - 1]


@pytest.mark.parametrize(("power", "costs"), [(1, (0, 1, 2)), (2, (0, 1, 2)), (3, (0, 0, 0))])
def test_9_3_whip_1_and_3_what_taming_costs(power: int, costs: tuple[int, int, int]) -> None:
    for level, monster in enumerate((1, 13, 25), 1):
        at = duel_position("Whip", monster, power=power, ep=8, ep_max=8)
        at.state.monster_hp = 1
        play_fight(at, "tame")
        assert first_seat_value(at, "ep") == 8 - (level + 1) - costs[level - 1]
        assert last_event(at, "tamed") == (0, level, costs[level - 1])


def test_9_3_whip_2_two_beers_at_the_start_of_a_round() -> None:
    assert round_start_position("Whip", 1).items_of(0) == []
    assert round_start_position("Whip", 2).items_of(0) == ["beer", "beer"]
    assert round_start_position("Whip", 3).items_of(0) == ["beer", "beer"]


# Bow.


@pytest.mark.parametrize(("weapon", "blocking"), [("Bow", {3, 4, 5, 6}), ("Chain", {4, 5, 6})])
def test_r31_bow_1_blocks_with_a_three_too(weapon: str, blocking: set[int]) -> None:
    for face in range(1, 7):
        at = duel_position(weapon, 25, defense=1, hp=10, hp_max=10)
        play_fight(at, "attack", "1 1", str(face))
        assert first_seat_value(at, "hp") == 10 - 3 + (1 if face in blocking else 0)
        assert last_event(at, "defended") == (0, 1, face - 1, 1 if face in blocking else 0)


def test_9_3_bow_2_two_exp_at_the_start_of_a_round() -> None:
    for power, exp in ((1, 3), (2, 5), (3, 5)):
        assert first_seat_value(round_start_position("Bow", power, exp=3), "exp") == exp


def test_9_3_bow_3_dice_damage_doubled() -> None:
    for power, damage in ((2, 4), (3, 8)):
        at = duel_position("Bow", 25, power=power)
        play_fight(at, "attack", "6 5")
        assert last_event(at, "struck") == (0, damage, 0, 13 - damage, 0)


# Sword.


def test_9_3_sword_1_starts_with_a_defense_die() -> None:
    assert selection_position(weapons=("Sword", "Bat")).column("defense") == [1, 0]


def test_9_3_sword_2_two_exp_for_a_defeat() -> None:
    for power, exp in ((1, 0), (2, 2), (3, 2)):
        at = duel_position("Sword", 12, power=power, exp=0)
        play_fight(at, "attack", "6 6")
        assert is_fight_over(at)
        assert first_seat_value(at, "exp") == exp


def test_9_3_sword_3_a_point_for_every_one_even_in_a_lost_battle() -> None:
    at = duel_position("Sword", 36, power=3, attack=4, defense=0)
    play_fight(at, "attack", "1 1 1 6")
    assert last_event(at, "lost") == (0, 35)
    assert first_seat_value(at, "score") == 3
    assert at.row("sources", 0) == [0, 0, 0, 0, 0, 3]
    single = duel_position("Sword", 36, power=3, defense=0)
    assert first_seat_value(play_fight(single, "attack", "2 1"), "score") == 1
    below = duel_position("Sword", 36, power=2, attack=4, defense=0)
    play_fight(below, "attack", "1 1 1 6")
    assert (first_seat_value(below, "score"), below.events("ones")) == (0, [])


# Knife.


def test_9_3_knife_1_the_reward_token_never_moves_down() -> None:
    at = selection_position(weapons=("Knife", "Bat"), reward=3, fame=3, dummies="none").send_tokens(
        "bar dojo", "bar plaza"
    )
    assert at.column("reward") == [3, 2]


def test_9_3_knife_2_triples_one_attack_of_a_battle() -> None:
    at = duel_position("Knife", 25, power=2, hp=10, hp_max=10)
    play_fight(at, "arm")
    assert at.refusal_reason(0, "arm") == POWER_SPENT
    play_fight(at, "attack", "5 6")
    assert last_event(at, "multiplied") == (0, WEAPON_NAMES.index("Knife"), 2, 6)
    assert at.state.monster_hp == 7
    assert at.refusal_reason(0, "arm") == POWER_SPENT
    play_fight(at, "attack", "5 6")
    assert at.state.monster_hp == 5
    assert duel_position("Knife", 25, power=1).refusal_reason(0, "arm") == NO_POWER
    assert duel_position("Bat", 25, power=3).refusal_reason(0, "arm") == NO_POWER


def test_r33_knife_2_stays_armed_while_the_dice_miss_and_leaves_pets_alone() -> None:
    at = duel_position("Knife", 25, power=2, hp=10, hp_max=10, ep=9, ep_max=9, pets={0: [0, 1, 0]}, party=(2,))
    play_fight(at, "arm", "attack", "1 1")
    assert at.state.monster_hp == 10  # the pet's 3, not tripled
    assert at.events("multiplied") == []
    play_fight(at, "attack", "5 1")
    assert last_event(at, "struck") == (0, 3, 3, 4, 0)
    play_fight(at, "attack", "5 1")
    assert last_event(at, "struck") == (0, 1, 3, 0, 0)


def test_r33_knife_2_is_there_again_in_the_next_battle() -> None:
    at = forest_position(("Knife", "Bat"), 5, power=2)
    play_fight(at, "arm", "attack", "5 5")
    assert at.phase == SELECTION
    meet_monster(next_forest_visit(at.set_column("ep", 6)), 25)
    assert "arm" in legal_in_window(at)


def test_9_3_knife_3_doubles_money_items_and_points() -> None:
    at = duel_position("Knife", 16, power=3, money=0, items={0: ["fake-blood"]})
    at.state.monster_hp = 1
    play_fight(at, "use fake-blood", "attack", "5 1")
    assert first_seat_value(at, "money") == 4
    assert at.items_of(0) == ["beer"] * 4 + ["blood-bag"] * 2
    assert first_seat_value(at, "score") == 2 * (6 + 2)
    assert at.row("sources", 0) == [12, 0, 0, 0, 4, 0]
    below = duel_position("Knife", 16, power=2, money=0)
    below.state.monster_hp = 1
    play_fight(below, "attack", "5 1")
    assert (first_seat_value(below, "money"), first_seat_value(below, "score"), below.items_of(0)) == (
        2,
        6,
        ["beer", "beer", "blood-bag"],
    )


# Gloves.


def test_r32_gloves_1_deal_one_and_all_the_damage_taken() -> None:
    at = duel_position("Gloves", 25, hp=10, hp_max=10, defense=1)
    play_fight(at, "attack", "5 6")
    assert at.state.monster_hp == 11
    play_fight(at, "4")  # blocked: 2 of 3 arrive
    play_fight(at, "attack", "4 6", "1")
    assert last_event(at, "struck") == (0, 1 + 2, 0, 8, 0)
    play_fight(at, "attack", "5 1")
    assert last_event(at, "struck") == (0, 1 + 2 + 3, 0, 2, 0)


def test_r32_gloves_1_forget_the_damage_of_the_last_battle() -> None:
    at = forest_position(("Gloves", "Bat"), 25, hp=10, hp_max=10, ep=10, ep_max=10)
    play_fight(at, "attack", "1 1")
    at.state.monster_hp = 1
    play_fight(at, "attack", "5 1")
    assert at.phase == SELECTION
    meet_monster(next_forest_visit(at), 25)
    play_fight(at, "attack", "5 1")
    assert last_event(at, "struck") == (0, 1, 0, 12, 0)


def test_9_3_gloves_2_two_blood_bags_at_the_start_of_a_round() -> None:
    assert round_start_position("Gloves", 1).items_of(0) == []
    assert round_start_position("Gloves", 2).items_of(0) == ["blood-bag", "blood-bag"]
    assert round_start_position("Gloves", 3).items_of(0) == ["blood-bag", "blood-bag"]


@pytest.mark.parametrize(("power", "defense", "points"), [(3, "1", 6), (3, "4", 0), (2, "1", 0)])
def test_r32_gloves_3_six_points_when_hits_deal_six(power: int, defense: str, points: int) -> None:
    at = duel_position("Gloves", 36, power=power, hp=10, hp_max=10, defense=1)
    play_fight(at, "attack", "1 1", defense)  # 5 or 4 damage
    at.state.monster_hp = 1
    play_fight(at, "attack", "5 1")
    assert is_fight_over(at)
    assert first_seat_value(at, "score") == 16 + points
    assert at.row("sources", 0) == [16, 0, 0, 0, 0, points]
    gains = [("power_gain", 0, WEAPON_NAMES.index("Gloves"), POINTS, 6, 3)]
    assert at.events("power_gain") == (gains if points else [])
