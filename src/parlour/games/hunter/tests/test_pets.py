"""Section 12: pets and taming."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import NO_PET, NOT_NOW, NOT_TAME, TAME_EP, TOO_TIRED
from parlour.games.hunter.rules.state import AFTER, SELECTION
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
)

COSTS = {1: 2, 2: 3, 3: 4}
DAMAGES = {1: 1, 2: 3, 3: 5}


def pets_of_level(level: int, number: int = 1) -> dict[int, list[int]]:
    """Pets of one level."""
    return {0: [number if at == level else 0 for at in (1, 2, 3)]}


# 12.1.


@pytest.mark.parametrize("level", [1, 2, 3])
def test_12_1_what_a_pet_costs(level: int) -> None:
    at = duel_position("Bat", ep=6, pets=pets_of_level(level))
    play_fight(at, f"bring pet {level}")
    assert first_seat_value(at, "ep") == 6  # paid with the monster
    assert last_event(at, "brought") == (0, level, COSTS[level])
    play_fight(at, "hunt level 1")
    assert first_seat_value(at, "ep") == 6 - 2 - COSTS[level]
    assert last_event(at, "hunted") == (0, 1, 2 + COSTS[level], DAMAGES[level])


@pytest.mark.parametrize("level", [1, 2, 3])
def test_r21_what_a_pet_adds_to_every_attack(level: int) -> None:
    at = duel_position("Bat", 25, pets=pets_of_level(level), party=(level,), **STRONG_HUNTER)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "struck") == (0, 0, DAMAGES[level], 13 - DAMAGES[level], 0)
    play_fight(at, "attack", "4 1")
    assert at.state.monster_hp == 13 - 2 * DAMAGES[level] - 1


def test_12_1_any_number_at_once() -> None:
    at = duel_position("Bat", 25, ep=10, ep_max=10, pets={0: [3, 0, 0]}, party=(1, 1, 1))
    assert first_seat_value(at, "ep") == 0
    play_fight(at, "attack", "1 1")
    assert last_event(at, "struck") == (0, 0, 3, 10, 0)


@pytest.mark.parametrize(
    ("ep", "level", "hunts", "brings"),
    [(4, 1, {1}, False), (5, 1, {1, 2}, False), (6, 1, {1, 2, 3}, True), (6, 3, {1}, False), (8, 2, {1, 2, 3}, True)],
)
def test_12_1_monster_and_pets_are_paid_together(ep: int, level: int, hunts: set[int], brings: bool) -> None:
    at = duel_position("Bat", ep=ep, ep_max=8, pets=pets_of_level(level, 2))
    play_fight(at, f"bring pet {level}")
    expected = {f"hunt level {number}" for number in hunts} | ({f"bring pet {level}"} if brings else set())
    assert legal_in_window(at) == expected


def test_12_1_a_pet_that_is_not_there_or_too_dear_stays_at_home() -> None:
    at = duel_position("Bat", ep=4, pets={0: [1, 1, 0]})
    assert at.refusal_reason(0, "bring pet 3") == NO_PET
    assert at.refusal_reason(0, "bring pet 2") == TOO_TIRED  # 2 + 3 of 4
    play_fight(at, "bring pet 1")
    assert at.refusal_reason(0, "bring pet 1") == NO_PET
    assert at.refusal_reason(0, "hunt level 2") == TOO_TIRED


def test_12_1_pets_never_die_and_come_again() -> None:
    at = forest_position(("Bat", "Bow"), 25, pets={0: [1, 0, 0]}, party=(1,), ep=10, ep_max=10, hp=1)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "lost") == (0, 24)
    assert at.row("pets", 0) == [1, 0, 0]
    assert list(at.state.party) == [0, 0, 0]
    assert at.phase == SELECTION
    meet_monster(next_forest_visit(at), 12, party=(1,))
    play_fight(at, "attack", "4 1")
    assert is_fight_over(at)


def test_12_1_pets_left_at_home_do_not_help() -> None:
    at = duel_position("Bat", 25, pets={0: [1, 1, 1]}, **STRONG_HUNTER)
    play_fight(at, "attack", "1 1")
    assert at.state.monster_hp == 13


# 12.2.


@pytest.mark.parametrize(("monster", "level"), [(5, 1), (22, 2), (36, 3)])
def test_r20_every_weapon_tames_at_exactly_1_hp_for_the_level(monster: int, level: int) -> None:
    for weapon in ("Bat", "Katana", "Rifle", "Plasma", "Axe", "Bow", "Sword", "Knife", "Gloves"):
        at = duel_position(weapon, monster, ep=9, ep_max=9)
        at.state.monster_hp = 2
        assert at.refusal_reason(0, "tame") == NOT_TAME
        at.state.monster_hp = 1
        play_fight(at, "tame")
        assert is_fight_over(at)
        assert first_seat_value(at, "ep") == 9 - (level + 1) - level
        assert at.row("pets", 0) == [1 if number == level else 0 for number in (1, 2, 3)]


def test_12_2_taming_needs_its_ep_and_beer_helps() -> None:
    at = duel_position("Bat", 25, ep=6, items={0: ["beer"]})
    at.state.monster_hp = 1
    assert first_seat_value(at, "ep") == 2
    assert at.refusal_reason(0, "tame") == TAME_EP
    play_fight(at, "drink", "tame")
    assert first_seat_value(at, "ep") == 0
    assert at.row("pets", 0) == [0, 0, 1]


def test_12_2_taming_wins_with_all_rewards() -> None:
    at = duel_position("Katana", 16, ep=9, ep_max=9, power=2, exp=0, money=0, items={0: ["fake-blood"]})
    at.state.monster_hp = 1
    play_fight(at, "use fake-blood", "tame")
    assert first_seat_value(at, "money") == 2
    assert at.items_of(0) == ["beer", "beer", "blood-bag"]
    assert at.row("sources", 0) == [6, 0, 0, 0, 2, 0]
    assert (first_seat_value(at, "exp"), first_seat_value(at, "track")) == (2, 5)
    assert at.row("kills", 0) == [0, 1, 0]
    assert [fact[0] for fact in at.events("tamed", "won")] == ["tamed", "won"]


def test_r19_taming_is_for_the_window_before_the_attack() -> None:
    at = duel_position("Chain", 5, items={0: ["grenade"]})
    assert at.refusal_reason(0, "tame") == 0
    play_fight(at, "attack", "4 1")
    assert at.phase == AFTER
    assert at.refusal_reason(0, "tame") == NOT_NOW
    play_fight(at, "go on")
    assert at.refusal_reason(0, "tame") == 0


def test_r5_taming_is_possible_without_ammunition() -> None:
    at = duel_position("Rifle", 12, items={0: ["grenade"]}, helped=(0,))
    assert legal_in_window(at) == {"tame", "use grenade", "go on"}
    play_fight(at, "tame")
    assert at.row("pets", 0) == [1, 0, 0]


def test_12_2_an_item_may_bring_it_to_1_hp() -> None:
    at = duel_position("Bat", 12, items={0: ["grenade"]})
    assert "tame" not in legal_in_window(at)
    play_fight(at, "use grenade", "tame")
    assert at.row("pets", 0) == [1, 0, 0]


def test_12_2_a_wounded_monster_is_tamed_in_the_next_battle_round() -> None:
    at = duel_position("Bat", 12, **STRONG_HUNTER)
    play_fight(at, "attack", "4 1")
    assert at.state.battle_round == 2
    assert first_seat_value(at, "hp") == 7  # it struck before
    play_fight(at, "tame")
    assert is_fight_over(at)


def test_12_2_a_tamed_monster_is_a_pet_from_the_next_battle_on() -> None:
    at = forest_position(("Chain", "Bow"), 5, **STRONG_HUNTER)
    play_fight(at, "tame")
    assert at.phase == SELECTION
    meet_monster(next_forest_visit(at.set_column("ep", 10)), 25, party=(1,))
    play_fight(at, "attack", "1 1")
    assert last_event(at, "struck") == (0, 0, 1, 12, 0)


@pytest.mark.parametrize(("hp", "tame"), [(1, True), (2, True), (3, True), (4, False)])
def test_12_2_a_chain_tames_at_3_hp_in_both_years(hp: int, tame: bool) -> None:
    for rules in ("default", "2026"):
        at = duel_position("Chain", 1, rules=rules)
        at.state.monster_hp = hp
        assert ("tame" in legal_in_window(at)) == tame


@pytest.mark.parametrize("cost", ["level", "1"])
def test_18b_the_cost_of_taming_is_a_switch(cost: str) -> None:
    at = duel_position("Bat", 25, tame_cost=cost, **STRONG_HUNTER)
    at.state.monster_hp = 1
    play_fight(at, "tame")
    assert last_event(at, "tamed") == (0, 3, 3 if cost == "level" else 1)


@pytest.mark.parametrize(("damages", "damage"), [("1-3-5", 1 + 3 + 5), ("1-2-4", 1 + 2 + 4)])
def test_18b_what_pets_add_is_a_switch(damages: str, damage: int) -> None:
    at = duel_position("Whip", 25, power=3, pet_damage=damages, pets={0: [1, 1, 1]}, party=(1, 2, 3), **STRONG_HUNTER)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "struck") == (0, 0, damage, 13 - damage, 0)


def test_18_pets_cost_the_same_in_2026() -> None:
    for level in (1, 2, 3):
        at = duel_position("Bat", ep=6, pets=pets_of_level(level), **RULES_2026)
        play_fight(at, f"bring pet {level}", "hunt level 1")
        assert first_seat_value(at, "ep") == 6 - 2 - COSTS[level]


@pytest.mark.parametrize(("power", "damage"), [(2, 3), (3, 6)])
def test_9_3_chain_3_the_doubled_damage_is_shown_before_the_hunt_too(power: int, damage: int) -> None:
    """The hunt's panel reads `party_damage` and `pet_damage`; the fight uses the same figures."""
    at = forest_position(("Chain", "Axe"), power={0: power}, ep={0: 10}, ep_max={0: 10}, pets={0: (0, 1, 0)})
    assert at.view().pet_damage[0][1] == damage
    assert f"(damage +{damage}, 1 at home)" in at.words.label(at.context, at.view(0), at.action_number("bring pet 2"))
    at.answer(0, "bring pet 2")
    assert at.view().party_damage == damage
    assert f"with {damage} damage" in at.words.board(at.context, at.view(0))
    at.answer(0, "hunt level 1")
    assert last_event(at, "hunted")[-1] == damage
