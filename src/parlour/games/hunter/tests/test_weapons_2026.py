"""Section 18: the weapons of 2026, and the powers of Bat, Katana, Sword, Bow, Rifle and Plasma that are new."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import NO_AMMUNITION, NO_KATANA
from parlour.games.hunter.rules.book import EP, EXP, HP, MONEY, POINTS, WEAPON_NAMES
from parlour.games.hunter.rules.state import RECOVERING, SELECTION
from parlour.games.hunter.tests.duels import (
    AMMUNITION,
    LATER,
    STRONG,
    awoken,
    duel,
    ended,
    fight,
    last,
    loaded,
    own,
    windows,
)
from parlour.games.hunter.tests.sheets import Sheet, hunt, in_forest

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


def alone(weapon: str, power: int, exp: int = 3) -> Sheet:
    """The hunter goes to the Dojo, where nobody else is; the story is that of the reveal."""
    at = hunt(weapons=(weapon, "Whip"), dummies="none", **LATER, power={0: power}, exp=exp)
    return at.send("dojo plaza", "hospital work-site")


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_18_what_a_weapon_brings(weapon: str) -> None:
    at = hunt(2, (weapon,), **LATER)
    assert [own(at, name) for name in ("money", "attack", "defense")] == [MONEY_AT_START.get(weapon, 4), 2, 0]
    cost = ATTACK_COST.get(weapon, 4)
    assert "attack die" not in hunt(2, (weapon,), exp=cost - 1, **LATER).answers(0)
    assert own(hunt(2, (weapon,), exp=cost, **LATER).tell(0, "attack die"), "exp") == 0


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_18_what_each_face_deals(weapon: str) -> None:
    for face, damage in enumerate(DAMAGE[weapon], 1):
        at = duel(weapon, 25, items=loaded(weapon), **LATER)
        fight(at, "attack", f"1 {face}")
        assert last(at, "struck") == (0, damage, 0, 13 - damage, 0)


# Bat.


def test_18_bat_2_asks_for_hp_or_ep_when_both_are_low() -> None:
    at = awoken("Bat", 2, hp=3, ep=5, **LATER)
    assert at.phase == RECOVERING
    assert at.owing == [0]
    assert at.answers(0) == {"recover hp", "recover ep"}
    twin = at.copy()
    at.tell(0, "recover hp")
    assert (own(at, "hp"), own(at, "ep"), at.phase) == (4, 5, SELECTION)
    assert last(at, "recovered") == (0, HP)
    twin.tell(0, "recover ep")
    assert (own(twin, "hp"), own(twin, "ep")) == (3, 6)


@pytest.mark.parametrize(("hp", "ep", "told"), [(3, 6, [(0, HP)]), (4, 5, [(0, EP)]), (4, 6, [])])
def test_18_bat_2_does_not_ask_when_one_is_full(hp: int, ep: int, told: list[tuple[int, int]]) -> None:
    at = awoken("Bat", 2, hp=hp, ep=ep, **LATER)
    assert at.phase == SELECTION
    assert (own(at, "hp"), own(at, "ep")) == (4, 6)
    assert at.story("recovered") == [("recovered", *one) for one in told]
    assert at.items(0) == []


def test_18_bat_2_comes_after_the_other_round_start_powers_of_all() -> None:
    at = in_forest(("Bat", "Chain"), hunters=(), power=2, hp=3, ep=5, **LATER)
    assert at.phase == RECOVERING
    assert at.items(1) == ["beer", "beer"]


def test_18_bat_3_hits_are_rolled_once_more_only() -> None:
    at = duel("Bat", 25, power=3, attack=3, **LATER)
    fight(at, "attack", "4 5 1")
    assert at.state.outcomes == 6**2
    fight(at, "6 6")
    assert at.state.outcomes == 0
    assert last(at, "struck") == (0, 4, 0, 9, 0)
    missed = duel("Bat", 25, power=3, **LATER)
    fight(missed, "attack", "1 2")
    assert missed.state.outcomes == 0


# Katana, Sword and Bow.


def test_18_katana_1_has_no_power() -> None:
    at = hunt(weapons=("Katana", "Bat"), power=3, items={0: ["beer"]}, **LATER)
    assert at.refused(0, "trade") == NO_KATANA


@pytest.mark.parametrize("weapon", ["Katana", "Sword", "Bow"])
def test_18_katana_2_sword_2_and_bow_2_two_exp_when_alone(weapon: str) -> None:
    number = WEAPON_NAMES.index(weapon)
    at = alone(weapon, 2, exp=3)
    assert at.story("power_gain", "popularity")[:2] == [
        ("power_gain", 0, number, EXP, 2, 2),
        ("popularity", 0, 0, 1, 1),
    ]
    assert own(at, "exp") == 3 + 2 + 4
    assert alone(weapon, 1, exp=3).story("power_gain") == []
    crowded = hunt(weapons=(weapon, "Whip"), dummies="none", **LATER, power=2)
    assert crowded.send("dojo plaza", "hospital dojo").story("power_gain") == []
    hidden = hunt(weapons=(weapon, "Whip"), dummies="none", **LATER, power=2)
    assert hidden.send("forest plaza", "hospital dojo").story("power_gain") == []


@pytest.mark.parametrize("weapon", ["Katana", "Sword"])
def test_18_katana_and_sword_learn_nothing_from_defeats(weapon: str) -> None:
    at = duel(weapon, 12, power=2, exp=0, **LATER)
    fight(at, "attack", "6 6")
    assert ended(at)
    assert own(at, "exp") == 0


def test_18_bow_gains_nothing_at_the_start_of_a_round() -> None:
    assert own(awoken("Bow", 3, exp=3, **LATER), "exp") == 3


def test_18_sword_1_starts_without_a_defense_die() -> None:
    assert own(hunt(weapons=("Sword", "Bat"), **LATER), "defense") == 0


@pytest.mark.parametrize(("monster", "level"), [(5, 1), (22, 2), (34, 3)])
def test_r57_sword_3_points_for_the_level_which_count_as_other(monster: int, level: int) -> None:
    at = duel("Sword", monster, power=3, attack=6, **STRONG, **LATER)
    points = int(at.state.book.points[monster - 1])
    fight(at, "attack", "6 6 6 6 6 6")
    assert ended(at)
    assert own(at, "score") == points + level
    assert at.row("sources", 0) == [points, 0, 0, 0, 0, level]
    assert last(at, "power_gain") == (0, WEAPON_NAMES.index("Sword"), POINTS, level, 3)
    ones = duel("Sword", 25, power=3, **STRONG, **LATER)
    assert own(fight(ones, "attack", "1 1"), "score") == 0


# Rifle and Plasma.


@pytest.mark.parametrize(("weapon", "item"), AMMUNITION.items())
def test_18_ammunition_is_spent_once_when_the_battle_begins(weapon: str, item: str) -> None:
    at = duel(weapon, 25, items=loaded(weapon, 2), **STRONG, **LATER)
    assert at.items(0) == [item]
    fight(at, "attack", "1 1", "attack", "1 1", "attack", "1 1")
    assert at.items(0) == [item]
    assert len(at.story("loaded")) == 1


@pytest.mark.parametrize("weapon", AMMUNITION)
def test_18_without_ammunition_there_is_no_attack_in_this_battle(weapon: str) -> None:
    at = duel(weapon, 25, items={0: ["grenade"]}, **STRONG, **LATER)
    assert windows(at) == {"use grenade", "go on"}
    assert at.refused(0, "attack") == NO_AMMUNITION
    fight(at, "go on", "go on")
    assert last(at, "hit") == (0, 3, 3, 7, 3)
    assert at.refused(0, "attack") == NO_AMMUNITION


@pytest.mark.parametrize(("weapon", "item"), AMMUNITION.items())
def test_18_ammunition_costs_2_has_size_1_and_no_limit(weapon: str, item: str) -> None:
    at = hunt(weapons=(weapon, "Bat"), money=15, items={0: [item] * 8}, **LATER)
    assert at.seen().used[0] == 8
    at.send("forest station", "hospital work-site").tell(0, f"buy {item}")
    assert own(at, "money") == 13


@pytest.mark.parametrize("weapon", AMMUNITION)
def test_18_rifle_2_and_plasma_2_two_dollars_at_the_start_of_a_round(weapon: str) -> None:
    assert own(awoken(weapon, 1, money=1, **LATER), "money") == 1
    assert own(awoken(weapon, 2, money=1, **LATER), "money") == 3
    assert own(awoken(weapon, 3, money=14, **LATER), "money") == 15
    assert last(awoken(weapon, 2, money=14, **LATER), "power_gain") == (0, WEAPON_NAMES.index(weapon), MONEY, 1, 2)
    at = duel(weapon, 5, power=2, money=0, attack=3, items=loaded(weapon), **LATER)
    fight(at, "attack", "5 5 5")
    assert ended(at)
    assert own(at, "money") == 0  # nothing for a defeat any more


def test_18_plasma_3_two_exp_at_the_start_of_a_round_and_batteries_for_ever() -> None:
    assert own(awoken("Plasma", 2, exp=0, **LATER), "exp") == 0
    assert own(awoken("Plasma", 3, exp=0, **LATER), "exp") == 2
    at = duel("Plasma", 25, power=3, items={0: ["grenade"]}, **STRONG, **LATER)
    assert at.refused(0, "attack") == NO_AMMUNITION
