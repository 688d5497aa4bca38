"""Section 18: the powers of Axe, Chain, Whip, Knife and Gloves in 2026."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import NO_POWER, POWER_SPENT
from parlour.games.hunter.rules.book import POINTS, WEAPON_NAMES
from parlour.games.hunter.rules.state import AFTER
from parlour.games.hunter.tests.positions import (
    RULES_2026,
    STRONG_HUNTER,
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


def test_18_axe_1_strikes_one_back_and_learns_one_less() -> None:
    at = duel_position("Axe", 25, exp=0, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "retaliated") == (0, 1, 12)
    assert first_seat_value(at, "exp") == 2
    weak = duel_position("Axe", 1, exp=0, **STRONG_HUNTER, **RULES_2026)
    play_fight(weak, "attack", "1 1")
    assert last_event(weak, "hit") == (0, 1, 1, 9, 0)


def test_18_axe_1_learns_nothing_from_a_blocked_blow_and_one_less_at_its_last_hp() -> None:
    blocked = duel_position("Axe", 25, exp=5, defense=3, **STRONG_HUNTER, **RULES_2026)
    play_fight(blocked, "attack", "1 1", "4 5 6")
    assert first_seat_value(blocked, "exp") == 5
    last_hp = duel_position("Axe", 25, exp=0, hp=4, **RULES_2026)
    play_fight(last_hp, "attack", "1 1")
    assert (first_seat_value(last_hp, "hp"), first_seat_value(last_hp, "exp")) == (1, 2)


def test_18_axe_1_learns_all_from_the_blow_that_fells_it() -> None:
    at = duel_position("Axe", 25, exp=0, **RULES_2026, hp=3)
    play_fight(at, "attack", "1 1")
    assert at.events("retaliated") == []
    assert first_seat_value(at, "exp") == 3  # the malus is the survivor's


def test_18_axe_2_one_blood_bag_at_the_start_of_a_round() -> None:
    assert round_start_position("Axe", 2, **RULES_2026).items_of(0) == ["blood-bag"]


def test_18_axe_3_strikes_back_what_it_took_and_still_learns_one_less() -> None:
    at = duel_position("Axe", 25, power=3, exp=0, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "retaliated") == (0, 3, 10)
    assert first_seat_value(at, "exp") == 2


# Chain and Whip.


@pytest.mark.parametrize(("weapon", "power", "cost"), [("Chain", 3, 1), ("Whip", 1, 0), ("Whip", 3, 0)])
def test_18_taming_costs_one_ep_and_nothing_with_a_whip(weapon: str, power: int, cost: int) -> None:
    for monster in (1, 13, 25):
        at = duel_position(weapon, monster, power=power, **STRONG_HUNTER, **RULES_2026)
        at.state.monster_hp = 1
        play_fight(at, "tame")
        assert last_event(at, "tamed") == (0, (monster - 1) // 12 + 1, cost)


def test_18_pets_add_1_2_and_4() -> None:
    for weapon, power, times in (("Whip", 3, 1), ("Chain", 3, 2)):
        at = duel_position(weapon, 25, power=power, pets={0: [1, 1, 0]}, party=(1, 2), **STRONG_HUNTER, **RULES_2026)
        play_fight(at, "attack", "1 1")
        assert last_event(at, "struck")[:3] == (0, 0, times * (1 + 2))
        at = duel_position(weapon, 25, power=power, pets={0: [0, 0, 1]}, party=(3,), **STRONG_HUNTER, **RULES_2026)
        play_fight(at, "attack", "1 1")
        assert last_event(at, "struck")[:3] == (0, 0, times * 4)


# Knife.


def test_18_knife_1_doubles_loot_but_not_points() -> None:
    at = duel_position("Knife", 16, money=0, items={0: ["fake-blood"]}, **RULES_2026)
    at.state.monster_hp = 1
    play_fight(at, "use fake-blood", "attack", "5 1")
    assert first_seat_value(at, "money") == 4
    assert at.items_of(0) == ["beer"] * 4 + ["blood-bag"] * 2
    assert at.row("sources", 0) == [6, 0, 0, 0, 2, 0]


def test_18_knife_1_lets_the_reward_token_fall() -> None:
    at = selection_position(weapons=("Knife", "Bat"), reward=3, fame=3, dummies="none", **RULES_2026).send_tokens(
        "bar dojo", "bar plaza"
    )
    assert first_seat_value(at, "reward") == 2


def test_18_knife_2_a_point_when_alone() -> None:
    at = selection_position(weapons=("Knife", "Whip"), dummies="none", power=2, **RULES_2026).send_tokens(
        "dojo plaza", "hospital work-site"
    )
    assert last_event(at, "power_gain") == (0, WEAPON_NAMES.index("Knife"), POINTS, 1, 2)
    assert at.row("sources", 0) == [0, 0, 1, 0, 0, 1]
    below = selection_position(weapons=("Knife", "Whip"), dummies="none", **RULES_2026).send_tokens(
        "dojo plaza", "hospital work-site"
    )
    assert below.events("power_gain") == []
    assert duel_position("Knife", 25, power=2, **RULES_2026).refusal_reason(0, "arm") == NO_POWER


def test_18_knife_3_strikes_again_once_a_battle() -> None:
    at = duel_position("Knife", 25, power=3, attack=3, pets={0: [0, 1, 0]}, party=(2,), **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "5 6 1")
    assert at.phase == AFTER
    assert legal_in_window(at) == {"go on", "strike again"}
    assert at.state.monster_hp == 13 - 2 - 2
    play_fight(at, "strike again")
    assert last_event(at, "struck_again") == (0, 2, 7)  # the dice again, not the pet
    play_fight(at, "attack", "5 6 1")
    assert at.phase != AFTER
    assert at.state.monster_hp == 3


def test_18_knife_3_needs_dice_damage_and_may_wait() -> None:
    at = duel_position(
        "Knife", 25, power=3, pets={0: [0, 1, 0]}, party=(2,), items={0: ["grenade"]}, **STRONG_HUNTER, **RULES_2026
    )
    play_fight(at, "attack", "1 1")
    assert legal_in_window(at) == {"go on", "use grenade"}
    assert at.refusal_reason(0, "strike again") == POWER_SPENT
    play_fight(at, "go on", "attack", "5 1")
    assert legal_in_window(at) == {"go on", "use grenade", "strike again"}
    play_fight(at, "use grenade")
    assert legal_in_window(at) == {"go on", "strike again"}
    play_fight(at, "go on", "attack", "5 1", "strike again")
    assert last_event(at, "struck_again")[1] == 1
    assert (
        duel_position("Knife", 25, power=2, items={0: ["grenade"]}, **STRONG_HUNTER, **RULES_2026).refusal_reason(
            0, "strike again"
        )
        != 0
    )


def test_18_knife_3_kills_and_is_there_again_in_the_next_battle() -> None:
    at = forest_position(("Knife", "Bat"), 5, power=3, **STRONG_HUNTER, **RULES_2026)
    at.state.monster_hp = 2
    play_fight(at, "attack", "5 1", "strike again")
    assert at.row("kills", 0) == [1, 0, 0]
    meet_monster(next_forest_visit(at), 25)
    play_fight(at, "attack", "5 1")
    assert "strike again" in legal_in_window(at)


# Gloves.


@pytest.mark.parametrize(
    ("hp", "maximum", "more"), [(4, 10, 1), (5, 10, 0), (4, 9, 1), (5, 9, 0), (1, 4, 1), (2, 4, 0)]
)
def test_18_gloves_1_hit_harder_below_half_of_their_hp(hp: int, maximum: int, more: int) -> None:
    at = duel_position("Gloves", 25, **RULES_2026, hp=hp, hp_max=maximum)
    play_fight(at, "attack", "4 1")
    assert last_event(at, "struck")[1] == 1 + more


def test_18_gloves_2_one_blood_bag_at_the_start_of_a_round() -> None:
    assert round_start_position("Gloves", 2, **RULES_2026).items_of(0) == ["blood-bag"]


def test_18_gloves_3_hit_harder_with_every_blow_that_cost_hp() -> None:
    at = duel_position("Gloves", 25, power=3, defense=3, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "4 1", "1 1 1")
    assert first_seat_value(at, "hp") == 7
    play_fight(at, "attack", "4 1")
    assert last_event(at, "struck")[1] == 2
    play_fight(at, "4 5 6")  # all blocked: it counts for nothing
    play_fight(at, "attack", "4 1", "1 1 1")
    assert last_event(at, "struck")[1] == 2
    assert first_seat_value(at, "hp") == 4
    play_fight(at, "attack", "4 4")
    assert last_event(at, "struck")[1] == 2 * (1 + 2 + 1)  # two blows, and less than half of 10 HP
    assert first_seat_value(at, "score") == 15


def test_18_gloves_3_a_blow_of_one_hp_is_enough() -> None:
    at = duel_position("Gloves", 25, power=3, defense=2, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "1 1", "4 4", "attack", "4 1")
    assert last_event(at, "struck")[1] == 2


def test_18_gloves_3_gives_no_points_for_rage() -> None:
    at = duel_position("Gloves", 36, power=3, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "1 1")
    at.state.monster_hp = 1
    play_fight(at, "attack", "4 1")
    assert is_fight_over(at)
    assert first_seat_value(at, "score") == 16
