"""Section 18: effects during a battle, and their order (R57)."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.state import AFTER, BEFORE
from parlour.games.hunter.tests.positions import (
    EFFECTS_ONLY,
    RULES_2026,
    STRONG_HUNTER,
    duel_position,
    event_order,
    first_seat_value,
    is_fight_over,
    last_event,
    legal_in_window,
    play_fight,
)

# damage_cap.


def test_18_damage_cap_bounds_dice_and_pets_together() -> None:
    at = duel_position("Bat", 14, attack=4, pets={0: [0, 1, 0]}, party=(2,), **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "4 4 4 1")
    assert last_event(at, "struck") == (0, 3, 2, 3, 1)


@pytest.mark.parametrize(("item", "damage"), [("grenade", 1), ("bomb", 2), ("dynamite", 2)])
def test_18_damage_cap_bounds_each_item(item: str, damage: int) -> None:
    at = duel_position("Bat", 6, items={0: [item]}, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, f"use {item}")
    assert last_event(at, "used")[2:] == (damage, 3 - damage)


def test_18_damage_cap_bounds_each_item_on_its_own() -> None:
    at = duel_position("Bat", 14, items={0: ["dynamite", "dynamite"]}, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "use dynamite", "use dynamite")
    assert at.state.monster_hp == 1


def test_18_damage_cap_bounds_a_retaliation() -> None:
    at = duel_position("Axe", 6, power=3, **STRONG_HUNTER, **EFFECTS_ONLY)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "retaliated") == (0, 2, 1)


def test_18_damage_cap_does_not_save_from_an_instant_kill() -> None:
    at = duel_position("Katana", 30, power=3, attack=5, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "6 6 6 6 3")
    assert is_fight_over(at)


def test_r57_damage_cap_counts_both_blows_of_a_knife_together() -> None:
    at = duel_position("Knife", 14, power=3, attack=4, pets={0: [1, 0, 0]}, party=(1,), **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "5 5 1 1")
    assert at.state.monster_hp == 7 - 3
    play_fight(at, "strike again")
    assert last_event(at, "struck_again") == (0, 1, 3)
    full = duel_position("Knife", 14, power=3, attack=5, **STRONG_HUNTER, **RULES_2026)
    play_fight(full, "attack", "5 5 5 5 5", "strike again")
    assert last_event(full, "struck_again") == (0, 0, 3)


def test_r57_the_cap_is_counted_afresh_in_the_next_attack() -> None:
    at = duel_position("Bat", 14, attack=5, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "4 4 4 4 4", "attack", "4 4 1 1 1")
    assert at.state.monster_hp == 7 - 4 - 2


# first_strike.


def test_18_first_strike_leaves_no_window_before_it() -> None:
    at = duel_position("Bat", 35, items={0: ["blood-bag", "grenade"]}, hp=5, hp_max=10, **RULES_2026)
    assert event_order(at, "fought", "hit") == ["fought", "hit"]
    assert (first_seat_value(at, "hp"), at.phase, at.state.battle_round) == (1, BEFORE, 1)


def test_18_first_strike_may_fell_the_hunter() -> None:
    at = duel_position("Bat", 35, hp=4, exp=0, **RULES_2026)
    assert last_event(at, "lost") == (0, 34)
    assert (first_seat_value(at, "hp"), first_seat_value(at, "exp")) == (1, 4)


def test_18_first_strike_is_defended_and_struck_back() -> None:
    at = duel_position("Axe", 17, defense=2, power=3, **STRONG_HUNTER, **RULES_2026)
    assert at.events("hit") == []
    play_fight(at, "4 1")
    assert (first_seat_value(at, "hp"), at.state.monster_hp) == (9, 5)
    killed = duel_position("Axe", 7, power=3, **STRONG_HUNTER, monster_effects="on", helped=(0,))
    assert killed.row("kills", 0) == [1, 0, 0]  # 2 HP left, struck back twice the one damage


def test_18_first_strike_makes_gloves_rage() -> None:
    at = duel_position("Gloves", 18, **STRONG_HUNTER, **EFFECTS_ONLY)
    play_fight(at, "attack", "5 1")
    assert last_event(at, "struck")[1] == 1 + 3


def test_r57_ammunition_is_loaded_before_a_first_strike() -> None:
    at = duel_position("Rifle", 7, items={0: ["bullet"]}, **STRONG_HUNTER, **RULES_2026)
    assert event_order(at, "loaded", "hit") == ["loaded", "hit"]


# ep_drain.


def test_18_ep_drain_after_each_attack_if_any_is_left() -> None:
    at = duel_position("Bat", 19, ep=4, hp=10, hp_max=10, **RULES_2026)
    assert first_seat_value(at, "ep") == 1
    play_fight(at, "attack", "1 1", "attack", "1 1")
    assert first_seat_value(at, "ep") == 0
    assert at.events("drained") == [("drained", 0, 18, 1)]


def test_18_ep_drain_not_after_items_and_not_without_an_attack() -> None:
    at = duel_position("Rifle", 19, items={0: ["grenade"]}, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "use grenade", "go on")
    assert at.events("drained") == []


def test_r57_ep_drain_after_a_killing_attack_before_the_victory() -> None:
    at = duel_position("Bat", 10, **STRONG_HUNTER, **RULES_2026)
    ep = first_seat_value(at, "ep")
    play_fight(at, "attack", "4 4")
    assert first_seat_value(at, "ep") == ep - 1
    assert event_order(at, "struck", "drained", "won") == ["struck", "drained", "won"]
    felled = duel_position("Katana", 29, power=3, attack=5, **STRONG_HUNTER, **RULES_2026)
    play_fight(felled, "attack", "6 6 6 6 6")
    assert event_order(felled, "felled", "drained", "won") == ["felled", "drained", "won"]


def test_r57_the_second_blow_of_a_knife_is_no_new_attack() -> None:
    drained = duel_position("Knife", 19, power=3, **STRONG_HUNTER, **RULES_2026)
    play_fight(drained, "attack", "5 5", "strike again")
    assert len(drained.events("drained")) == 1
    grown = duel_position("Knife", 11, power=3, **STRONG_HUNTER, **RULES_2026)
    grown.state.monster_hp = 6
    play_fight(grown, "attack", "5 5")
    assert grown.state.monster_hp == 5
    play_fight(grown, "strike again")
    assert last_event(grown, "struck_again") == (0, 2, 3)
    assert len(grown.events("regrown")) == 1


# regen.


def test_r57_regen_after_an_attack_that_hurt_before_the_window() -> None:
    at = duel_position("Bat", 11, items={0: ["grenade"]}, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "4 1")
    assert (at.phase, at.state.monster_hp) == (AFTER, 2)
    assert last_event(at, "regrown") == (0, 10, 2)
    play_fight(at, "use grenade")
    assert at.state.monster_hp == 1
    assert len(at.events("regrown")) == 1


def test_18_regen_not_after_a_miss_nor_after_striking_back() -> None:
    at = duel_position("Bat", 11, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert at.events("regrown") == []
    axe = duel_position("Axe", 11, **STRONG_HUNTER, **RULES_2026)
    play_fight(axe, "attack", "1 1")
    assert (axe.state.monster_hp, axe.events("regrown")) == (1, [])


def test_18_regen_after_pets_alone_and_beyond_the_printed_hp() -> None:
    at = duel_position("Bat", 11, pets={0: [1, 0, 0]}, party=(1,), **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert at.state.monster_hp == 2
    at.state.monster_hp = 4
    play_fight(at, "attack", "1 1")
    assert at.state.monster_hp == 4


def test_18_regen_not_after_a_kill() -> None:
    at = duel_position("Bat", 11, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "4 4")
    assert is_fight_over(at)
    assert at.events("regrown") == []


# immune.


def test_18_an_immune_monster_uses_items_up_and_feels_attacks() -> None:
    at = duel_position(
        "Bat", 36, items={0: ["grenade", "bomb", "dynamite", "fake-blood"]}, **STRONG_HUNTER, **RULES_2026
    )
    play_fight(at, "use grenade", "use bomb", "use dynamite", "use fake-blood")
    assert (at.state.monster_hp, at.items_of(0), at.state.bonus) == (10, [], 2)
    assert legal_in_window(at) == {"attack"}
    play_fight(at, "attack", "4 4")
    assert at.state.monster_hp == 8


@pytest.mark.parametrize(("monster", "useless"), [(12, {"grenade"}), (15, {"grenade", "bomb"})])
def test_r52_what_monsters_12_and_15_do_not_feel(monster: int, useless: set[str]) -> None:
    for item in ("grenade", "bomb", "dynamite"):
        at = duel_position("Bat", monster, items={0: [item]}, **STRONG_HUNTER, **RULES_2026)
        play_fight(at, f"use {item}")
        assert (last_event(at, "used")[2] == 0) == (item in useless)
