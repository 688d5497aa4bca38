"""Section 18: the weapons of 2026, and the powers of Bat, Katana, Sword, Bow, Rifle and Plasma that are new."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import NO_AMMUNITION, NO_KATANA
from parlour.games.hunter.rules.book import EP, EXP, HP, MONEY, POINTS, WEAPON_NAMES
from parlour.games.hunter.rules.state import RECOVERING, SELECTION
from parlour.games.hunter.tests.positions import (
    AMMUNITION,
    RULES_2026,
    STRONG_HUNTER,
    Position,
    duel_position,
    first_seat_value,
    forest_position,
    is_fight_over,
    last_event,
    legal_in_window,
    play_fight,
    round_start_position,
    selection_position,
    with_ammunition,
)

MONEY_AT_START = {"Knife": 8}
DAMAGE = {
    "Bat": (0, 0, 0, 1, 1, 1),
    "Katana": (0, 0, 1, 1, 1, 1),
    "Rifle": (0, 0, 0, 1, 2, 2),
    "Plasma": (0, 0, 0, 2, 2, 2),
    "Chain": (0, 0, 0, 1, 1, 1),
    "Axe": (0, 0, 0, 1, 1, 1),
    "Whip": (0, 0, 0, 1, 1, 1),
    "Bow": (0, 0, 0, 0, 0, 3),
    "Sword": (0, 0, 0, 1, 1, 2),
    "Knife": (0, 0, 0, 0, 1, 1),
    "Gloves": (0, 0, 0, 1, 1, 1),
}
ATTACK_COST = {"Katana": 5, "Rifle": 6, "Plasma": 7, "Bow": 5, "Sword": 5, "Knife": 3}  # others 4


def alone_at_dojo(weapon: str, power: int, exp: int = 3) -> Position:
    """The hunter goes to the Dojo alone; the events are those of the reveal."""
    at = selection_position(weapons=(weapon, "Whip"), dummies="none", **RULES_2026, power={0: power}, exp=exp)
    return at.send_tokens("dojo plaza", "hospital work-site")


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_18_what_a_weapon_brings(weapon: str) -> None:
    at = selection_position(2, (weapon,), **RULES_2026)
    assert [first_seat_value(at, name) for name in ("money", "attack", "defense")] == [
        MONEY_AT_START.get(weapon, 4),
        2,
        0,
    ]
    cost = ATTACK_COST.get(weapon, 4)
    assert "attack die" not in selection_position(2, (weapon,), exp=cost - 1, **RULES_2026).legal_answers(0)
    assert (
        first_seat_value(selection_position(2, (weapon,), exp=cost, **RULES_2026).answer(0, "attack die"), "exp") == 0
    )


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_18_what_each_face_deals(weapon: str) -> None:
    for face, damage in enumerate(DAMAGE[weapon], 1):
        at = duel_position(weapon, 25, items=with_ammunition(weapon), **RULES_2026)
        play_fight(at, "attack", f"1 {face}")
        assert last_event(at, "struck") == (0, damage, 0, 13 - damage, 0)


# Bat.


def test_18_bat_2_asks_for_hp_or_ep_when_both_are_low() -> None:
    at = round_start_position("Bat", 2, hp=3, ep=5, **RULES_2026)
    assert at.phase == RECOVERING
    assert at.asked_seats == [0]
    assert at.legal_answers(0) == {"recover hp", "recover ep"}
    twin = at.copy()
    at.answer(0, "recover hp")
    assert (first_seat_value(at, "hp"), first_seat_value(at, "ep"), at.phase) == (4, 5, SELECTION)
    assert last_event(at, "recovered") == (0, HP)
    twin.answer(0, "recover ep")
    assert (first_seat_value(twin, "hp"), first_seat_value(twin, "ep")) == (3, 6)


@pytest.mark.parametrize(("hp", "ep", "recovered"), [(3, 6, [(0, HP)]), (4, 5, [(0, EP)]), (4, 6, [])])
def test_18_bat_2_does_not_ask_when_one_is_full(hp: int, ep: int, recovered: list[tuple[int, int]]) -> None:
    at = round_start_position("Bat", 2, hp=hp, ep=ep, **RULES_2026)
    assert at.phase == SELECTION
    assert (first_seat_value(at, "hp"), first_seat_value(at, "ep")) == (4, 6)
    assert at.events("recovered") == [("recovered", *one) for one in recovered]
    assert at.items_of(0) == []


def test_18_bat_2_comes_after_the_other_round_start_powers_of_all() -> None:
    at = forest_position(("Bat", "Chain"), hunters=(), power=2, hp=3, ep=5, **RULES_2026)
    assert at.phase == RECOVERING
    assert at.items_of(1) == ["beer", "beer"]


def test_18_bat_3_hits_are_rolled_once_more_only() -> None:
    at = duel_position("Bat", 25, power=3, attack=3, **RULES_2026)
    play_fight(at, "attack", "4 5 1")
    assert at.state.outcomes == 6**2
    play_fight(at, "6 6")
    assert at.state.outcomes == 0
    assert last_event(at, "struck") == (0, 4, 0, 9, 0)
    missed = duel_position("Bat", 25, power=3, **RULES_2026)
    play_fight(missed, "attack", "1 2")
    assert missed.state.outcomes == 0


# Katana, Sword and Bow.


def test_18_katana_1_has_no_power() -> None:
    at = selection_position(weapons=("Katana", "Bat"), power=3, items={0: ["beer"]}, **RULES_2026)
    assert at.refusal_reason(0, "trade") == NO_KATANA


@pytest.mark.parametrize("weapon", ["Katana", "Sword", "Bow"])
def test_18_katana_2_sword_2_and_bow_2_two_exp_when_alone(weapon: str) -> None:
    number = WEAPON_NAMES.index(weapon)
    at = alone_at_dojo(weapon, 2, exp=3)
    assert at.events("power_gain", "popularity")[:2] == [
        ("power_gain", 0, number, EXP, 2, 2),
        ("popularity", 0, 0, 1, 1),
    ]
    assert first_seat_value(at, "exp") == 3 + 2 + 4
    assert alone_at_dojo(weapon, 1, exp=3).events("power_gain") == []
    crowded = selection_position(weapons=(weapon, "Whip"), dummies="none", **RULES_2026, power=2)
    assert crowded.send_tokens("dojo plaza", "hospital dojo").events("power_gain") == []
    hidden = selection_position(weapons=(weapon, "Whip"), dummies="none", **RULES_2026, power=2)
    assert hidden.send_tokens("forest plaza", "hospital dojo").events("power_gain") == []


@pytest.mark.parametrize("weapon", ["Katana", "Sword"])
def test_18_katana_and_sword_learn_nothing_from_defeats(weapon: str) -> None:
    at = duel_position(weapon, 12, power=2, exp=0, **RULES_2026)
    play_fight(at, "attack", "6 6")
    assert is_fight_over(at)
    assert first_seat_value(at, "exp") == 0


def test_18_bow_gains_nothing_at_the_start_of_a_round() -> None:
    assert first_seat_value(round_start_position("Bow", 3, exp=3, **RULES_2026), "exp") == 3


def test_18_sword_1_starts_without_a_defense_die() -> None:
    assert first_seat_value(selection_position(weapons=("Sword", "Bat"), **RULES_2026), "defense") == 0


@pytest.mark.parametrize(("monster", "level"), [(5, 1), (22, 2), (34, 3)])
def test_r57_sword_3_points_for_the_level_which_count_as_other(monster: int, level: int) -> None:
    at = duel_position("Sword", monster, power=3, attack=6, **STRONG_HUNTER, **RULES_2026)
    points = int(at.state.book.points[monster - 1])
    play_fight(at, "attack", "6 6 6 6 6 6")
    assert is_fight_over(at)
    assert first_seat_value(at, "score") == points + level
    assert at.row("sources", 0) == [points, 0, 0, 0, 0, level]
    assert last_event(at, "power_gain") == (0, WEAPON_NAMES.index("Sword"), POINTS, level, 3)
    ones = duel_position("Sword", 25, power=3, **STRONG_HUNTER, **RULES_2026)
    assert first_seat_value(play_fight(ones, "attack", "1 1"), "score") == 0


# Rifle and Plasma.


@pytest.mark.parametrize(("weapon", "item"), AMMUNITION.items())
def test_18_ammunition_is_spent_once_when_the_battle_begins(weapon: str, item: str) -> None:
    at = duel_position(weapon, 25, items=with_ammunition(weapon, 2), **STRONG_HUNTER, **RULES_2026)
    assert at.items_of(0) == [item]
    play_fight(at, "attack", "1 1", "attack", "1 1", "attack", "1 1")
    assert at.items_of(0) == [item]
    assert len(at.events("loaded")) == 1


@pytest.mark.parametrize("weapon", AMMUNITION)
def test_18_without_ammunition_there_is_no_attack_in_this_battle(weapon: str) -> None:
    at = duel_position(weapon, 25, items={0: ["grenade"]}, **STRONG_HUNTER, **RULES_2026)
    assert legal_in_window(at) == {"use grenade", "go on"}
    assert at.refusal_reason(0, "attack") == NO_AMMUNITION
    play_fight(at, "go on", "go on")
    assert last_event(at, "hit") == (0, 3, 3, 7, 3)
    assert at.refusal_reason(0, "attack") == NO_AMMUNITION


@pytest.mark.parametrize(("weapon", "item"), AMMUNITION.items())
def test_18_ammunition_costs_2_has_size_1_and_no_limit(weapon: str, item: str) -> None:
    at = selection_position(weapons=(weapon, "Bat"), money=15, items={0: [item] * 8}, **RULES_2026)
    assert at.view().used[0] == 8
    at.send_tokens("forest station", "hospital work-site").answer(0, f"buy {item}")
    assert first_seat_value(at, "money") == 13


@pytest.mark.parametrize("weapon", AMMUNITION)
def test_18_rifle_2_and_plasma_2_two_dollars_at_the_start_of_a_round(weapon: str) -> None:
    assert first_seat_value(round_start_position(weapon, 1, money=1, **RULES_2026), "money") == 1
    assert first_seat_value(round_start_position(weapon, 2, money=1, **RULES_2026), "money") == 3
    assert first_seat_value(round_start_position(weapon, 3, money=14, **RULES_2026), "money") == 15
    assert last_event(round_start_position(weapon, 2, money=14, **RULES_2026), "power_gain") == (
        0,
        WEAPON_NAMES.index(weapon),
        MONEY,
        1,
        2,
    )
    at = duel_position(weapon, 5, power=2, money=0, attack=3, items=with_ammunition(weapon), **RULES_2026)
    play_fight(at, "attack", "5 5 5")
    assert is_fight_over(at)
    assert first_seat_value(at, "money") == 0  # nothing for a defeat any more


def test_18_plasma_3_two_exp_at_the_start_of_a_round_and_batteries_for_ever() -> None:
    assert first_seat_value(round_start_position("Plasma", 2, exp=0, **RULES_2026), "exp") == 0
    assert first_seat_value(round_start_position("Plasma", 3, exp=0, **RULES_2026), "exp") == 2
    at = duel_position("Plasma", 25, power=3, items={0: ["grenade"]}, **STRONG_HUNTER, **RULES_2026)
    assert at.refusal_reason(0, "attack") == NO_AMMUNITION
