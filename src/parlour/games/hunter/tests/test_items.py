"""Section 8.2 in battle: what every item does there, and ammunition."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import EP_FULL, HP_FULL, NO_AMMUNITION, NONE_HELD
from parlour.games.hunter.rules.state import AFTER, BEFORE
from parlour.games.hunter.tests.duels import LATER, STRONG, duel, ended, fight, last, own, windows
from parlour.games.hunter.tests.sheets import in_forest, meet
from parlour.games.hunter.text.words import ITEM_WORDS

BLASTS = {"grenade": 1, "bomb": 2, "dynamite": 3}


# Explosives.


@pytest.mark.parametrize("item", BLASTS)
def test_8_2_an_explosive_before_the_attack(item: str) -> None:
    at = duel("Bat", 25, items={0: [item, item]}, **STRONG)
    fight(at, f"use {item}")
    assert (at.phase, at.state.monster_hp) == (BEFORE, 13 - BLASTS[item])
    assert at.items(0) == [item]
    assert last(at, "used") == (0, ITEM_WORDS.index(item), BLASTS[item], 13 - BLASTS[item])
    fight(at, f"use {item}")
    assert at.refused(0, f"use {item}") == NONE_HELD


@pytest.mark.parametrize("item", BLASTS)
def test_8_2_an_explosive_after_the_attack(item: str) -> None:
    at = duel("Bat", 25, items={0: [item, item]}, **STRONG)
    fight(at, "attack", "1 1", f"use {item}")
    assert (at.phase, at.state.monster_hp) == (AFTER, 13 - BLASTS[item])
    assert at.story("hit") == []


@pytest.mark.parametrize("item", BLASTS)
def test_11_3_a_monster_at_0_hp_is_defeated_at_once(item: str) -> None:
    at = duel("Bat", 12, items={0: [item, "grenade"]}, hp=1)
    at.state.monster_hp = 1
    fight(at, f"use {item}")
    assert ended(at)
    assert at.items(0) == ["grenade"]
    assert (own(at, "hp"), own(at, "score")) == (1, 3)
    after = duel("Bat", 24, items={0: [item]}, **STRONG)
    after.state.monster_hp = 2
    fight(after, "attack", "4 1", f"use {item}")
    assert after.row("kills", 0) == [0, 1, 0]
    assert after.story("hit") == []


def test_11_3_any_number_in_one_window() -> None:
    at = duel("Bat", 25, items={0: ["grenade", "bomb", "dynamite", "bomb"]}, **STRONG)
    fight(at, "use bomb", "use dynamite", "use grenade", "use bomb")
    assert at.state.monster_hp == 13 - 8
    assert at.items(0) == []


def test_11_3_windows_come_again_after_the_monsters_attack() -> None:
    at = duel("Bat", 25, items={0: ["grenade", "grenade"]}, **STRONG)
    fight(at, "attack", "1 1", "go on")
    assert windows(at) == {"attack", "use grenade"}
    fight(at, "use grenade", "attack", "1 1", "use grenade")
    assert at.state.monster_hp == 11


def test_8_2_explosives_are_for_battles() -> None:
    at = duel("Bat", items={0: ["grenade", "fake-blood"]})
    assert at.refused(0, "use grenade") != 0
    assert at.refused(0, "use fake-blood") != 0


# Fake Blood.


@pytest.mark.parametrize(("monster", "level"), [(5, 1), (22, 2), (36, 3)])
def test_r6_fake_blood_is_worth_the_level_of_the_monster(monster: int, level: int) -> None:
    at = duel("Bat", monster, items={0: ["fake-blood", "fake-blood"]}, **STRONG)
    points = int(at.state.book.points[monster - 1])
    fight(at, "use fake-blood")
    assert last(at, "bleeding") == (0, level)
    fight(at, "use fake-blood")
    assert at.state.bonus == 2 * level
    assert own(at, "score") == 0  # paid with the victory
    at.state.monster_hp = 1
    fight(at, "attack", "4 1")
    assert own(at, "score") == points + 2 * level
    assert at.row("sources", 0) == [points, 0, 0, 0, 2 * level, 0]
    assert last(at, "fake_paid") == (0, 2 * level)


def test_r6_fake_blood_of_a_lost_battle_is_gone() -> None:
    at = duel("Bat", 36, items={0: ["fake-blood"]}, hp=1)
    fight(at, "use fake-blood", "attack", "1 1")
    assert (own(at, "score"), at.items(0)) == (0, [])
    assert at.story("fake_paid") == []


def test_r6_fake_blood_works_in_the_window_after_the_attack_and_must_be_used() -> None:
    at = duel("Bat", 12, items={0: ["fake-blood", "fake-blood"]}, **STRONG)
    fight(at, "attack", "4 1", "use fake-blood", "go on", "attack", "4 1")
    assert own(at, "score") == 3 + 1
    assert "fake-blood" in at.items(0)  # the other one was only carried


@pytest.mark.parametrize("monster", [5, 22, 34])
def test_18_fake_blood_is_worth_2_in_2026(monster: int) -> None:
    at = duel("Bat", monster, items={0: ["fake-blood"]}, **STRONG, **LATER)
    at.state.monster_hp = 1
    fight(at, "use fake-blood", "attack", "4 1")
    assert at.row("sources", 0)[4] == 2


# Blood Bags and Beers.


def test_11_3_a_blood_bag_gives_1_hp_below_the_maximum() -> None:
    at = duel("Bat", 25, items={0: ["blood-bag"] * 3}, hp=9, hp_max=10)
    fight(at, "heal")
    assert (own(at, "hp"), at.items(0)) == (10, ["blood-bag", "blood-bag"])
    assert at.refused(0, "heal") == HP_FULL
    fight(at, "attack", "1 1")
    assert own(at, "hp") == 7
    fight(at, "heal")
    assert (at.phase, own(at, "hp")) == (BEFORE, 8)
    fight(at, "attack", "1 1", "heal")
    assert last(at, "healed") == (0, 9, 10)
    assert (own(at, "hp"), at.items(0)) == (6, [])


def test_r18_a_beer_gives_1_ep_below_the_maximum_in_both_windows() -> None:
    at = duel("Bat", 25, items={0: ["beer"] * 5}, ep=6, hp=10, hp_max=10)
    assert own(at, "ep") == 2
    fight(at, "drink", "drink")
    assert own(at, "ep") == 4
    fight(at, "attack", "1 1", "drink", "drink")
    assert (own(at, "ep"), at.items(0)) == (6, ["beer"])
    assert at.phase == BEFORE  # full again: nothing left to choose
    assert at.refused(0, "drink") == EP_FULL


def test_r18_no_surplus_in_a_battle_even_in_2026() -> None:
    at = duel("Bat", 25, items={0: ["beer"] * 2}, ep=7, ep_max=4, **LATER)
    at.write("ep", 4)
    assert at.refused(0, "drink") == EP_FULL


# Ammunition.


def test_r5_without_ammunition_the_attack_is_skipped() -> None:
    at = duel("Rifle", 25, items={0: ["grenade", "blood-bag"]}, **STRONG)
    assert windows(at) == {"use grenade", "go on"}
    assert at.refused(0, "attack") == NO_AMMUNITION
    fight(at, "go on")
    assert at.phase == AFTER
    assert last(at, "empty") == (0, ITEM_WORDS.index("bullet"))
    fight(at, "go on")
    assert own(at, "hp") == 7
    assert at.story("rolled", "struck") == []


def test_r5_pets_do_not_hit_without_an_attack() -> None:
    at = duel("Plasma", 25, pets={0: [1, 0, 0]}, party=(1,), **STRONG)
    fight(at, "go on")
    assert at.state.monster_hp == 13


def test_r15_a_rifle_without_bullets_may_enter_the_forest() -> None:
    at = in_forest(("Rifle", "Bat"))
    meet(at, 1)
    assert windows(at) == {"go on"}


def test_r5_ammunition_gone_in_mid_battle() -> None:
    at = duel("Plasma", 25, items={0: ["battery"]}, **STRONG)
    fight(at, "attack", "1 1")
    assert windows(at) == {"go on"}


def test_18b_ammunition_per_battle_is_a_switch_of_its_own() -> None:
    at = duel("Rifle", 25, items={0: ["bullet", "bullet"]}, ammo="per_battle", **STRONG)
    assert at.items(0) == ["bullet"]
    fight(at, "attack", "1 1", "attack", "1 1")
    assert at.items(0) == ["bullet"]
    free = duel("Plasma", 25, items={0: ["battery"]}, ammo="per_battle", power=3, **STRONG)
    assert free.items(0) == ["battery"]
    fight(free, "attack", "1 1")
    assert free.items(0) == ["battery"]
    later = duel("Rifle", 25, items={0: ["bullet", "bullet"]}, ammo="per_attack", **STRONG, **LATER)
    fight(later, "attack", "1 1", "attack", "1 1")
    assert later.items(0) == []


@pytest.mark.parametrize(("switch", "points"), [("level", 3), ("2", 2)])
def test_18b_fake_blood_is_a_switch_of_its_own(switch: str, points: int) -> None:
    at = duel("Bat", 36, items={0: ["fake-blood"]}, fake_blood=switch, **STRONG)
    fight(at, "use fake-blood")
    assert at.state.bonus == points
