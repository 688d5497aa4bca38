"""Section 8.2 in battle: the effects of items, and ammunition."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import EP_FULL, HP_FULL, NO_AMMUNITION, NONE_HELD
from parlour.games.hunter.rules.state import AFTER, BEFORE
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
    play_fight,
)
from parlour.games.hunter.text.game_text import ITEM_WORDS

BLASTS = {"grenade": 1, "bomb": 2, "dynamite": 3}


# Explosives.


@pytest.mark.parametrize("item", BLASTS)
def test_8_2_an_explosive_before_the_attack(item: str) -> None:
    at = duel_position("Bat", 25, items={0: [item, item]}, **STRONG_HUNTER)
    play_fight(at, f"use {item}")
    assert (at.phase, at.state.monster_hp) == (BEFORE, 13 - BLASTS[item])
    assert at.items_of(0) == [item]
    assert last_event(at, "used") == (0, ITEM_WORDS.index(item), BLASTS[item], 13 - BLASTS[item])
    play_fight(at, f"use {item}")
    assert at.refusal_reason(0, f"use {item}") == NONE_HELD


@pytest.mark.parametrize("item", BLASTS)
def test_8_2_an_explosive_after_the_attack(item: str) -> None:
    at = duel_position("Bat", 25, items={0: [item, item]}, **STRONG_HUNTER)
    play_fight(at, "attack", "1 1", f"use {item}")
    assert (at.phase, at.state.monster_hp) == (AFTER, 13 - BLASTS[item])
    assert at.events("hit") == []


@pytest.mark.parametrize("item", BLASTS)
def test_11_3_a_monster_at_0_hp_is_defeated_at_once(item: str) -> None:
    at = duel_position("Bat", 12, items={0: [item, "grenade"]}, hp=1)
    at.state.monster_hp = 1
    play_fight(at, f"use {item}")
    assert is_fight_over(at)
    assert at.items_of(0) == ["grenade"]
    assert (first_seat_value(at, "hp"), first_seat_value(at, "score")) == (1, 3)
    after = duel_position("Bat", 24, items={0: [item]}, **STRONG_HUNTER)
    after.state.monster_hp = 2
    play_fight(after, "attack", "4 1", f"use {item}")
    assert after.row("kills", 0) == [0, 1, 0]
    assert after.events("hit") == []


def test_11_3_any_number_in_one_window() -> None:
    at = duel_position("Bat", 25, items={0: ["grenade", "bomb", "dynamite", "bomb"]}, **STRONG_HUNTER)
    play_fight(at, "use bomb", "use dynamite", "use grenade", "use bomb")
    assert at.state.monster_hp == 13 - 8
    assert at.items_of(0) == []


def test_11_3_windows_come_again_after_the_monsters_attack() -> None:
    at = duel_position("Bat", 25, items={0: ["grenade", "grenade"]}, **STRONG_HUNTER)
    play_fight(at, "attack", "1 1", "go on")
    assert legal_in_window(at) == {"attack", "use grenade"}
    play_fight(at, "use grenade", "attack", "1 1", "use grenade")
    assert at.state.monster_hp == 11


def test_8_2_explosives_are_for_battles() -> None:
    at = duel_position("Bat", items={0: ["grenade", "fake-blood"]})
    assert at.refusal_reason(0, "use grenade") != 0
    assert at.refusal_reason(0, "use fake-blood") != 0


# Fake Blood.


@pytest.mark.parametrize(("monster", "level"), [(5, 1), (22, 2), (36, 3)])
def test_r6_fake_blood_is_worth_the_level_of_the_monster(monster: int, level: int) -> None:
    at = duel_position("Bat", monster, items={0: ["fake-blood", "fake-blood"]}, **STRONG_HUNTER)
    points = int(at.state.book.points[monster - 1])
    play_fight(at, "use fake-blood")
    assert last_event(at, "bleeding") == (0, level)
    play_fight(at, "use fake-blood")
    assert at.state.bonus == 2 * level
    assert first_seat_value(at, "score") == 0  # paid with the victory
    at.state.monster_hp = 1
    play_fight(at, "attack", "4 1")
    assert first_seat_value(at, "score") == points + 2 * level
    assert at.row("sources", 0) == [points, 0, 0, 0, 2 * level, 0]
    assert last_event(at, "fake_paid") == (0, 2 * level)


def test_r6_fake_blood_of_a_lost_battle_is_gone() -> None:
    at = duel_position("Bat", 36, items={0: ["fake-blood"]}, hp=1)
    play_fight(at, "use fake-blood", "attack", "1 1")
    assert (first_seat_value(at, "score"), at.items_of(0)) == (0, [])
    assert at.events("fake_paid") == []


def test_r6_fake_blood_works_in_the_window_after_the_attack_and_must_be_used() -> None:
    at = duel_position("Bat", 12, items={0: ["fake-blood", "fake-blood"]}, **STRONG_HUNTER)
    play_fight(at, "attack", "4 1", "use fake-blood", "go on", "attack", "4 1")
    assert first_seat_value(at, "score") == 3 + 1
    assert "fake-blood" in at.items_of(0)  # the other one was only carried


@pytest.mark.parametrize("monster", [5, 22, 34])
def test_18_fake_blood_is_worth_2_in_2026(monster: int) -> None:
    at = duel_position("Bat", monster, items={0: ["fake-blood"]}, **STRONG_HUNTER, **RULES_2026)
    at.state.monster_hp = 1
    play_fight(at, "use fake-blood", "attack", "4 1")
    assert at.row("sources", 0)[4] == 2


# Blood Bags and Beers.


def test_11_3_a_blood_bag_gives_1_hp_below_the_maximum() -> None:
    at = duel_position("Bat", 25, items={0: ["blood-bag"] * 3}, hp=9, hp_max=10)
    play_fight(at, "heal")
    assert (first_seat_value(at, "hp"), at.items_of(0)) == (10, ["blood-bag", "blood-bag"])
    assert at.refusal_reason(0, "heal") == HP_FULL
    play_fight(at, "attack", "1 1")
    assert first_seat_value(at, "hp") == 7
    play_fight(at, "heal")
    assert (at.phase, first_seat_value(at, "hp")) == (BEFORE, 8)
    play_fight(at, "attack", "1 1", "heal")
    assert last_event(at, "healed") == (0, 9, 10)
    assert (first_seat_value(at, "hp"), at.items_of(0)) == (6, [])


def test_r18_a_beer_gives_1_ep_below_the_maximum_in_both_windows() -> None:
    at = duel_position("Bat", 25, items={0: ["beer"] * 5}, ep=6, hp=10, hp_max=10)
    assert first_seat_value(at, "ep") == 2
    play_fight(at, "drink", "drink")
    assert first_seat_value(at, "ep") == 4
    play_fight(at, "attack", "1 1", "drink", "drink")
    assert (first_seat_value(at, "ep"), at.items_of(0)) == (6, ["beer"])
    assert at.phase == BEFORE  # full again: nothing left to choose
    assert at.refusal_reason(0, "drink") == EP_FULL


def test_r18_no_surplus_in_a_battle_even_in_2026() -> None:
    at = duel_position("Bat", 25, items={0: ["beer"] * 2}, ep=7, ep_max=4, **RULES_2026)
    at.set_column("ep", 4)
    assert at.refusal_reason(0, "drink") == EP_FULL


# Ammunition.


def test_r5_without_ammunition_the_attack_is_skipped() -> None:
    at = duel_position("Rifle", 25, items={0: ["grenade", "blood-bag"]}, **STRONG_HUNTER)
    assert legal_in_window(at) == {"use grenade", "go on"}
    assert at.refusal_reason(0, "attack") == NO_AMMUNITION
    play_fight(at, "go on")
    assert at.phase == AFTER
    assert last_event(at, "empty") == (0, ITEM_WORDS.index("bullet"))
    play_fight(at, "go on")
    assert first_seat_value(at, "hp") == 7
    assert at.events("rolled", "struck") == []


def test_r5_pets_do_not_hit_without_an_attack() -> None:
    at = duel_position("Plasma", 25, pets={0: [1, 0, 0]}, party=(1,), **STRONG_HUNTER)
    play_fight(at, "go on")
    assert at.state.monster_hp == 13


def test_r15_a_rifle_without_bullets_may_enter_the_forest() -> None:
    at = forest_position(("Rifle", "Bat"))
    meet_monster(at, 1)
    assert legal_in_window(at) == {"go on"}


def test_r5_ammunition_gone_in_mid_battle() -> None:
    at = duel_position("Plasma", 25, items={0: ["battery"]}, **STRONG_HUNTER)
    play_fight(at, "attack", "1 1")
    assert legal_in_window(at) == {"go on"}


def test_18b_ammunition_per_battle_is_a_switch_of_its_own() -> None:
    at = duel_position("Rifle", 25, items={0: ["bullet", "bullet"]}, ammo="per_battle", **STRONG_HUNTER)
    assert at.items_of(0) == ["bullet"]
    play_fight(at, "attack", "1 1", "attack", "1 1")
    assert at.items_of(0) == ["bullet"]
    free = duel_position("Plasma", 25, items={0: ["battery"]}, ammo="per_battle", power=3, **STRONG_HUNTER)
    assert free.items_of(0) == ["battery"]
    play_fight(free, "attack", "1 1")
    assert free.items_of(0) == ["battery"]
    later = duel_position(
        "Rifle", 25, items={0: ["bullet", "bullet"]}, ammo="per_attack", **STRONG_HUNTER, **RULES_2026
    )
    play_fight(later, "attack", "1 1", "attack", "1 1")
    assert later.items_of(0) == []


@pytest.mark.parametrize(("switch", "points"), [("level", 3), ("2", 2)])
def test_18b_fake_blood_is_a_switch_of_its_own(switch: str, points: int) -> None:
    at = duel_position("Bat", 36, items={0: ["fake-blood"]}, fake_blood=switch, **STRONG_HUNTER)
    play_fight(at, "use fake-blood")
    assert at.state.bonus == points
