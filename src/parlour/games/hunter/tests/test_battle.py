"""Sections 4.7 and 11.1 to 11.3: the battle order, the choice of a monster, the windows."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import CAN_ATTACK, NEEDS_EP, NOT_NOW, TOO_TIRED
from parlour.games.hunter.rules.state import AFTER, ATTACK_ROLL, BEFORE, DEFENSE_ROLL, HUNTING, SELECTION
from parlour.games.hunter.tests.positions import (
    RULES_2026,
    STRONG_HUNTER,
    Position,
    duel_position,
    first_seat_value,
    forest_position,
    is_fight_over,
    last_event,
    legal_in_window,
    meet_monster,
    play_fight,
    selection_position,
)

CITY_ACTIONS = ("put beer", "put blood-bag", "raise ep", "raise hp", "attack die", "defense die", "discard beer")


def fighting_order(at: Position) -> list[int]:
    return [int(seat) for seat in at.state.queue]


# 4.7.


def test_4_7_the_lowest_score_fights_first() -> None:
    at = forest_position(("Bow", "Knife", "Bat", "Axe"), hunters=(0, 1, 2, 3), score={0: 9, 1: 3, 2: 3, 3: 0})
    assert fighting_order(at) == [3, 1, 2, 0]  # Knife 2 before Bat 3
    assert at.events("battle_order") == [
        ("battle_order", seat, turn, 4) for turn, seat in enumerate(fighting_order(at), 1)
    ]


def test_4_7_only_hunters_in_the_forest_fight() -> None:
    at = forest_position(("Bow", "Knife", "Bat"), hunters=(1,), helped=(1, 2))
    assert fighting_order(at) == [1]
    assert at.events("battle_order") == []
    assert at.asked_seats == [1]


def test_4_7_fighting_is_compulsory() -> None:
    at = selection_position(weapons=("Bow", "Bat")).send_tokens("forest station", "work-site dojo").skip_city()
    assert at.phase == HUNTING
    assert at.legal_answers(0) == {"hunt level 1", "hunt level 2", "hunt level 3"}


@pytest.mark.parametrize(("ep", "reason"), [(0, NEEDS_EP), (1, NEEDS_EP), (2, 0)])
def test_r15_a_hunter_needs_2_ep_for_the_forest_and_nothing_else(ep: int, reason: int) -> None:
    for weapon in ("Bat", "Rifle", "Plasma"):
        at = selection_position(2, (weapon,), ep=ep)
        assert at.refusal_reason(0, "hunter forest, apprentice station") == reason
        assert at.refusal_reason(0, "hunter station, apprentice forest") == 0


def test_r50_the_order_is_fixed_once_with_the_scores_of_that_moment() -> None:
    at = forest_position(("Katana", "Bat", "Axe"), 12, hunters=(0, 1, 2), score={1: 1, 2: 2})
    play_fight(at, "attack", "3 3")
    assert at.column("score") == [3, 1, 2]
    assert at.state.fighter == 1
    meet_monster(at, 12)
    play_fight(at, "attack", "4 4")
    assert at.column("score") == [3, 4, 2]
    assert at.state.fighter == 2
    meet_monster(at, 12)
    play_fight(at, "attack", "4 4")
    assert at.phase == SELECTION  # nobody fights twice
    assert at.state.round == 2


def test_r62_the_order_is_made_among_those_who_are_ready() -> None:
    at = forest_position(("Katana", "Bat", "Axe"), hunters=(0, 1, 2), ep={0: 1}, score={1: 4, 2: 3}, **RULES_2026)
    assert fighting_order(at) == [2, 1]
    assert at.events("cannot_fight", "battle_order") == [
        ("cannot_fight", 0, 0),
        ("battle_order", 2, 1, 2),
        ("battle_order", 1, 2, 2),
    ]


# 11.1.


def test_11_1_1_a_fighter_drinks_and_heals_before_the_choice_within_the_limits() -> None:
    at = duel_position("Bat", hp=3, ep=5, items={0: ["beer", "beer", "blood-bag", "blood-bag"]})
    assert {"drink", "heal"} <= at.legal_answers(0)
    play_fight(at, "drink", "heal")
    assert (first_seat_value(at, "ep"), first_seat_value(at, "hp")) == (6, 4)
    assert at.legal_answers(0) == {"hunt level 1", "hunt level 2", "hunt level 3"}


@pytest.mark.parametrize("action", CITY_ACTIONS)
def test_r24_no_other_board_action_before_the_choice(action: str) -> None:
    at = duel_position("Bat", exp=15, items={0: ["beer"] * 4 + ["blood-bag"] * 4})
    assert at.refusal_reason(0, action) == NOT_NOW


@pytest.mark.parametrize(("ep", "levels"), [(2, {1}), (3, {1, 2}), (4, {1, 2, 3}), (6, {1, 2, 3})])
def test_11_1_2_a_level_costs_one_more_than_its_number(ep: int, levels: set[int]) -> None:
    at = duel_position("Bat", ep=ep)
    assert at.legal_answers(0) == {f"hunt level {level}" for level in levels}
    for level in {1, 2, 3} - levels:
        assert at.refusal_reason(0, f"hunt level {level}") == TOO_TIRED
    for level in levels:
        twin = at.copy()
        play_fight(twin, f"hunt level {level}")
        assert first_seat_value(twin, "ep") == ep - level - 1
        assert last_event(twin, "hunted") == (0, level, level + 1, 0)


@pytest.mark.parametrize("weapon", ["Bat", "Rifle"])
def test_r17_an_apprentice_in_the_forest_costs_the_monster_one_hp(weapon: str) -> None:
    at = duel_position(weapon, 25, helped=(0,))
    assert (at.state.monster_hp, at.state.monster_max) == (12, 13)
    assert last_event(at, "fought") == (0, 24, 12, 1)
    others = duel_position(weapon, 25, helped=(1,))
    assert others.state.monster_hp == 13
    assert last_event(others, "fought") == (0, 24, 13, 0)


def test_r17_not_below_1() -> None:
    at = duel_position("Bat", helped=(0,), **RULES_2026)
    play_fight(at, "hunt level 1", "monster 12")
    at.state.monster_hp = 1
    play_fight(at, "accept")
    assert at.state.monster_hp == 1


def test_11_1_4_every_battle_begins_afresh() -> None:
    at = forest_position(
        ("Gloves", "Bat"), 24, hunters=(0, 1), items={0: ["fake-blood"]}, hp=10, hp_max=10, score={1: 1}
    )
    play_fight(at, "use fake-blood", "attack", "5 1")
    assert (at.state.bonus, at.state.taken, at.state.hits_taken, at.state.battle_round) == (2, 3, 1, 2)
    play_fight(at, "attack", "5 1")  # 1 + 3: dead
    meet_monster(at, 12)
    names = (
        "bonus",
        "taken",
        "hits_taken",
        "knife",
        "ammo_loaded",
        "dice_damage",
        "attack_damage",
        "surplus",
        "shown_monsters",
        "rolls",
    )
    assert [int(getattr(at.state, name)) for name in names] == [0] * len(names)
    assert at.state.battle_round == 1
    play_fight(at, "attack", "4 4")
    assert at.column("score")[1] == 1 + 3  # no Fake Blood of the other


# 11.2.


def test_11_2_the_order_of_a_battle_round() -> None:
    at = duel_position("Bat", 25, hp=9, hp_max=10, defense=2, items={0: ["blood-bag"]})
    assert at.phase == BEFORE
    play_fight(at, "attack")
    assert at.state.deal_kind == ATTACK_ROLL
    assert at.state.outcomes == 36
    play_fight(at, "4 1")
    assert at.phase == AFTER
    play_fight(at, "go on")
    assert at.state.deal_kind == DEFENSE_ROLL
    play_fight(at, "1 2")
    assert at.phase == BEFORE
    assert at.state.battle_round == 2
    kinds = [fact[0] for fact in at.events("fought", "rolled", "struck", "defended", "hit")]
    assert kinds == ["fought", "rolled", "struck", "defended", "hit"]


def test_11_2_the_hunter_strikes_first() -> None:
    at = duel_position("Katana", 35, **STRONG_HUNTER)
    assert at.events("hit") == []
    assert at.phase == BEFORE


def test_11_2_there_is_no_fleeing() -> None:
    at = duel_position("Bat", 25, hp=1)
    assert legal_in_window(at) == {"attack"}
    assert at.refusal_reason(0, "go on") == CAN_ATTACK


def test_11_2_the_window_after_the_attack_is_asked_only_if_there_is_a_choice() -> None:
    bare = duel_position("Bat", 25, **STRONG_HUNTER)
    play_fight(bare, "attack", "1 1")
    assert (bare.phase, len(bare.events("hit"))) == (BEFORE, 1)
    full = duel_position("Bat", 25, items={0: ["blood-bag", "beer"]}, hp=10, hp_max=10)
    full.set_column("ep", 6)
    play_fight(full, "attack", "1 1")
    assert (full.phase, len(full.events("hit"))) == (BEFORE, 1)  # nothing to heal, nothing to restore
    armed = duel_position("Bat", 25, items={0: ["grenade"]}, **STRONG_HUNTER)
    play_fight(armed, "attack", "1 1")
    assert (armed.phase, armed.asked_seats) == (AFTER, [0])
    play_fight(armed, "use grenade")
    assert (armed.phase, len(armed.events("hit"))) == (BEFORE, 1)  # the last choice is gone


def test_11_2_the_window_before_the_attack_is_always_asked() -> None:
    at = duel_position("Bat", 25, **STRONG_HUNTER)
    assert (at.phase, at.asked_seats, legal_in_window(at)) == (BEFORE, [0], {"attack"})
    play_fight(at, "attack", "1 1")
    assert (at.phase, at.asked_seats, legal_in_window(at)) == (BEFORE, [0], {"attack"})


def test_11_2_a_dead_monster_does_not_strike() -> None:
    at = duel_position("Bat", 12, items={0: ["grenade"]}, hp=1)
    play_fight(at, "attack", "4 4")
    assert is_fight_over(at)
    assert at.events("hit") == []
    assert first_seat_value(at, "hp") == 1


def test_11_2_nobody_else_is_asked_during_a_battle() -> None:
    at = duel_position("Bat", 25, items={0: ["grenade"], 1: ["grenade", "beer"]}, hp=3, hp_max=9)
    assert at.legal_answers(1) == set()
    play_fight(at, "attack", "1 1")
    assert at.asked_seats == [0]


# 11.3.


@pytest.mark.parametrize("action", CITY_ACTIONS)
def test_11_3_no_dice_and_no_upgrades_in_a_battle(action: str) -> None:
    at = duel_position("Bat", 25, exp=15, items={0: ["beer"] * 4 + ["blood-bag"] * 4}, hp=9, hp_max=9, ep_max=9)
    assert at.refusal_reason(0, action) == NOT_NOW
    play_fight(at, "attack", "1 1")
    assert at.phase == AFTER
    assert at.refusal_reason(0, action) == NOT_NOW


@pytest.mark.parametrize("answer", ["attack", "tame", "arm"])
def test_r19_the_window_after_the_attack_is_for_items_only(answer: str) -> None:
    at = duel_position("Knife", 5, power=2, items={0: ["grenade"]}, **STRONG_HUNTER)
    play_fight(at, "attack", "5 5")
    assert (at.phase, at.state.monster_hp) == (AFTER, 1)
    assert at.refusal_reason(0, answer) == NOT_NOW
    assert legal_in_window(at) == {"use grenade", "go on"}
