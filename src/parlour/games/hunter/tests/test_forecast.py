"""Forecasts against the real rules: battles played by the plan give the forecast results, with every weapon."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest
from librt.vecs import vec

from parlour.games.hunter.bots.prospects import level_chance, prospect_after_store
from parlour.games.hunter.rules import actions as act
from parlour.games.hunter.rules import book as b
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, ENDLESS, STRUCK_FIRST
from parlour.games.hunter.study.odds.forecast import (
    best_answer,
    chance_against,
    chance_of,
    forecast_fight,
    safest_answer,
)
from parlour.games.hunter.study.odds.matchup import Prices, current_fight, fight_with_party, worth_of
from parlour.games.hunter.tests.positions import (
    enter_battle,
    fight_to_end,
    hunter_before_forest,
    remaining_value,
    selection_position,
    total_value,
)
from parlour.kernel.rng import Rng

BATTLES = 200
SIGMAS = 5


def usual_prices() -> Prices:
    prices = Prices()
    prices.money, prices.exp, prices.hp, prices.ep, prices.step, prices.defeat = 0.5, 0.7, 0.6, 0.3, 0.8, 0.0
    prices.items = vec[float]([0.9, 0.9, 0.7, 1.4, 2.1, 0.8, 0.9, 1.1])
    prices.pets = vec[float]([2.0, 4.0, 6.0])
    return prices


CARRIED_ITEMS = {"Blood Bag": 2, "Grenade": 1, "Beer": 1}
CASES: list[tuple[str, int, int, dict[str, Any]]] = [  # weapon, power, monster, and other settings
    ("Bat", 1, 2, {"items": CARRIED_ITEMS}),
    ("Bat", 3, 30, {"dice": (5, 3), "hp": (6, 8)}),
    ("Katana", 1, 8, {"items": {"Beer": 2, "Grenade": 1}}),
    ("Katana", 3, 31, {"dice": (6, 2), "hp": (7, 8)}),
    ("Rifle", 1, 14, {"dice": (3, 1), "items": {"Bullet": 2, "Bomb": 1, "Grenade": 2}}),
    ("Plasma", 1, 14, {"dice": (3, 2), "items": {"Battery": 3, "Grenade": 1}}),
    ("Plasma", 3, 33, {"dice": (4, 3), "hp": (6, 6)}),
    ("Chain", 1, 14, {"dice": (3, 1), "items": {"Grenade": 1, "Beer": 2}}),
    ("Chain", 3, 28, {"dice": (3, 3), "pets": (1, 0, 0), "hp": (6, 6), "ep": (8, 8)}),
    ("Axe", 1, 13, {"dice": (2, 1), "items": CARRIED_ITEMS}),
    ("Axe", 3, 27, {"dice": (3, 2), "hp": (7, 7), "items": {"Blood Bag": 1, "Fake Blood": 2}}),
    ("Whip", 1, 8, {"items": {"Grenade": 2, "Beer": 1}, "ep": (3, 6)}),
    ("Whip", 3, 23, {"dice": (3, 2), "pets": (1, 1, 0), "hp": (5, 5)}),
    ("Bow", 1, 12, {"dice": (3, 2), "items": CARRIED_ITEMS}),
    ("Bow", 3, 24, {"dice": (4, 3), "hp": (6, 6), "helped": True}),
    ("Sword", 1, 4, {"dice": (2, 1), "items": {"Fake Blood": 1, "Grenade": 1}}),
    ("Sword", 3, 19, {"dice": (4, 2), "items": {"Grenade": 2}}),
    ("Knife", 2, 17, {"dice": (4, 2), "items": {"Blood Bag": 2, "Fake Blood": 2, "Bomb": 1}}),
    ("Knife", 3, 34, {"dice": (6, 3), "hp": (6, 6), "items": {"Fake Blood": 1, "Dynamite": 1}}),
    ("Gloves", 1, 15, {"dice": (3, 1), "hp": (6, 6), "items": CARRIED_ITEMS}),
    ("Gloves", 3, 29, {"dice": (4, 2), "hp": (8, 8), "items": {"Blood Bag": 3}}),
]
CASES_2026: list[tuple[str, int, int, dict[str, Any]]] = [  # the rules of 2026, one monster effect after the other
    ("Bat", 3, 23, {"dice": (4, 1)}),  # rage_half_hp
    ("Gloves", 3, 1, {"dice": (2, 0), "items": {"Blood Bag": 1, "Grenade": 1}}),  # rage_half_hp
    ("Katana", 1, 3, {"items": {"Grenade": 2}}),  # death_burst
    ("Axe", 1, 4, {"items": {"Blood Bag": 1}}),  # exp_cap
    ("Axe", 3, 21, {"dice": (3, 2), "items": {"Blood Bag": 2, "Grenade": 1}}),  # exp_cap
    ("Bow", 3, 5, {"items": {"Dynamite": 1}}),  # damage_cap
    ("Knife", 3, 13, {"dice": (4, 1), "items": {"Fake Blood": 2}}),  # damage_cap
    ("Knife", 3, 20, {"dice": (4, 1), "items": {"Fake Blood": 2, "Grenade": 1}}),  # first_strike
    ("Chain", 1, 9, {"ep": (3, 6), "items": {"Beer": 2}}),  # ep_drain
    ("Whip", 1, 10, {"items": {"Grenade": 2, "Blood Bag": 1}}),  # regen
    ("Rifle", 1, 10, {"items": {"Bullet": 1, "Grenade": 2}}),  # regen
    ("Plasma", 3, 35, {"dice": (5, 3), "hp": (8, 8), "items": {"Battery": 1, "Bomb": 1}}),  # immune
    ("Plasma", 1, 14, {"dice": (2, 2), "items": {"Dynamite": 2}}),  # immune, no Battery
    ("Sword", 3, 19, {"dice": (4, 2), "items": {"Grenade": 1}}),  # tame_cost
    ("Gloves", 1, 17, {"dice": (3, 1), "hp": (5, 6), "items": CARRIED_ITEMS}),  # first_strike
]


def all_pets(state: Hunter) -> tuple[int, ...]:
    return (int(state.pets[0]), int(state.pets[1]), int(state.pets[2]))


def check_forecast(state: Hunter, monster: int, battles: int) -> None:
    prices = usual_prices()
    enter_battle(state, monster, all_pets(state))
    rng = Rng(int(monster) + 1)
    for by_chance in (True, False):
        wins, sums, squares = 0, 0.0, 0.0
        for _ in range(battles):
            match = state.clone()
            assert isinstance(match, Hunter)
            before = total_value(match, prices)
            if by_chance:
                wins += fight_to_end(match, rng, lambda now: int(safest_answer(now)))
                continue
            wins += fight_to_end(match, rng, lambda now: int(best_answer(now, prices)))
            gain = total_value(match, prices) - before
            sums, squares = sums + gain, squares + gain * gain
        fight = current_fight(state)
        worth = worth_of(state, 0, monster, prices)
        chance = chance_of(fight) if by_chance else forecast_fight(fight, worth, False).chance
        assert abs(wins / battles - chance) <= SIGMAS * sqrt(max(chance * (1 - chance), 0.0) / battles) + 1e-9
        if not by_chance:
            foretold = forecast_fight(fight, worth, False).worth - remaining_value(state, prices)
            mean = sums / battles
            spread = sqrt(max(squares / battles - mean * mean, 0.0) / battles)
            assert abs(mean - foretold) <= SIGMAS * spread + 1e-6


@pytest.mark.parametrize(("weapon", "power", "monster", "more"), CASES)
def test_battles_come_out_as_foretold(weapon: str, power: int, monster: int, more: dict[str, Any]) -> None:
    check_forecast(hunter_before_forest(weapon, power, **more), monster, BATTLES)


@pytest.mark.parametrize(("weapon", "power", "monster", "more"), CASES_2026)
def test_battles_of_2026_come_out_as_foretold(weapon: str, power: int, monster: int, more: dict[str, Any]) -> None:
    check_forecast(hunter_before_forest(weapon, power, rules="2026", **more), monster, BATTLES)


@pytest.mark.nightly
@pytest.mark.parametrize(("weapon", "power", "monster", "more"), CASES)
def test_thousands_of_battles_come_out_as_foretold(weapon: str, power: int, monster: int, more: dict[str, Any]) -> None:
    check_forecast(hunter_before_forest(weapon, power, **more), monster, 5000)


# Reading the match.


@pytest.mark.parametrize(("weapon", "power", "monster", "more"), CASES[::3])
def test_one_solution_serves_monsters_that_differ_in_hp(
    weapon: str, power: int, monster: int, more: dict[str, Any]
) -> None:
    state = hunter_before_forest(weapon, power, **more)
    for other in range(monster % 5, b.MONSTERS, 5):
        assert chance_against(state, 0, other) == pytest.approx(chance_of(fight_with_party(state, 0, other)), abs=1e-9)


def test_chances_by_level_are_means_of_those_that_may_come() -> None:
    state = hunter_before_forest("Bat", items={"Grenade": 2})
    found = [chance_against(state, 0, monster) for monster in range(12)]
    by_level = [level_chance(state, 0, level) for level in (1, 2, 3)]
    assert by_level[0] == pytest.approx(sum(found) / 12)
    assert by_level[0] > by_level[1] > by_level[2]
    state.removed_monsters = 0b111111111110
    assert level_chance(state, 0, 1) == pytest.approx(found[0])


def test_the_cost_of_a_hunt_is_paid_before_it() -> None:
    state = hunter_before_forest("Whip", ep=(6, 6), pets=(0, 1, 0))
    state.play(0, act.BRING + 1)
    fight = fight_with_party(state, 0, 24)  # vector 9: 4 EP for the monster, 2 for the pet
    assert (fight.ep, fight.pets, fight.tame_ep) == (0, 3, 2)
    assert fight_with_party(state, 0, 0).tame_ep == 0


def test_an_apprentice_in_the_forest_costs_the_monster_1_hp() -> None:
    assert fight_with_party(hunter_before_forest("Bat", helped=True), 0, 0).monster_hp == 3
    assert fight_with_party(hunter_before_forest("Bat"), 0, 0).monster_hp == 4


def test_effects_are_read_off_the_monster() -> None:
    state = hunter_before_forest("Bat", rules="2026", dice=(2, 1))
    fights = [fight_with_party(state, 0, monster) for monster in range(b.MONSTERS)]
    assert [int(fights[monster].rage_half) for monster in (1, 23, 25)] == [1, 1, 1]
    assert [int(fights[monster].damage_cap) for monster in (5, 13, 29)] == [2, 4, 6]
    assert list(fights[5].blast) == [1, 2, 2]
    assert list(fights[14].blast) == [0, 0, 3]
    assert (fights[3].death_burst, fights[4].exp_cap, fights[9].ep_drain, fights[10].regen) == (1, 0, 1, 1)
    assert (fights[18].tame_ep, fights[19].tame_ep) == (1, 2)
    assert [fight.moment == STRUCK_FIRST for fight in (fights[6], fights[17])] == [False, True]


def test_ammunition_is_counted_by_attack_or_by_battle() -> None:
    assert fight_with_party(hunter_before_forest("Rifle", items={"Bullet": 2}), 0, 0).shots == 2
    assert (
        fight_with_party(hunter_before_forest("Rifle", items={"Bullet": 2}, ammo="per_battle"), 0, 0).shots == ENDLESS
    )
    assert fight_with_party(hunter_before_forest("Rifle"), 0, 0).shots == 0
    assert fight_with_party(hunter_before_forest("Plasma", 3), 0, 0).shots == ENDLESS
    state = hunter_before_forest("Rifle", items={"Bullet": 1}, ammo="per_battle")
    enter_battle(state, 0)
    assert (current_fight(state).shots, state.count(0, b.BULLET)) == (ENDLESS, 0)
    state = hunter_before_forest("Rifle", items={"Grenade": 1}, ammo="per_battle")
    enter_battle(state, 0)
    assert current_fight(state).shots == 0


def test_a_running_battle_is_read_as_it_stands() -> None:
    state = hunter_before_forest("Gloves", hp=(6, 6), items={"Fake Blood": 2, "Blood Bag": 1})
    enter_battle(state, 12)
    state.play(0, act.USE + 3)
    state.play(0, act.ATTACK)
    state.deal_outcome(0)
    fight = current_fight(state)
    assert (fight.moment, fight.fakes_used, fight.fakes, fight.monster_hp) == (AFTER_ATTACK, 1, 1, 7)
    state.play(0, act.ENDURE)
    fight = current_fight(state)
    assert (fight.round, fight.taken, fight.hits_taken, fight.hp, fight.ep) == (2, 2, 1, 4, 3)


def test_the_victory_has_its_price() -> None:
    """Vector 7: a Knife of power 3 gets everything twice, its Fake Blood too."""
    prices = Prices()
    prices.money, prices.items[b.BEER] = 0.5, 0.25
    worth = worth_of(hunter_before_forest("Knife", 3, items={"Fake Blood": 1}), 0, 35, prices)
    assert worth.victory == pytest.approx(32 + 4 * 0.5 + 2 * 0.25)
    assert worth.fake_used == 6
    state = hunter_before_forest("Rifle", 1)
    state.track[0], state.money[0] = 2, 14
    assert worth_of(state, 0, 0, prices).victory == pytest.approx(2 + 0.5 + 0.25)  # $3 and $3 more, but only 1 fits


def test_fake_blood_goes_before_the_grenade_that_kills() -> None:
    state = hunter_before_forest("Bat", items={"Grenade": 2, "Fake Blood": 1})
    enter_battle(state, 10)
    prices = Prices()
    prices.items = vec[float]([0.1] * int(b.ITEMS))
    prices.defeat = 5.0
    assert best_answer(state, prices) in (act.ATTACK, act.USE + 3)
    assert fight_to_end(state, Rng(5), lambda now: int(best_answer(now, prices)))
    assert state.count(0, b.FAKE_BLOOD) == 0
    assert state.score[0] == 4 + 1


@pytest.mark.parametrize("weapon", ["Katana", "Bow"])
def test_a_beer_that_is_drunk_before_the_hunt_neither_heals_nor_takes_room(weapon: str) -> None:
    strong: dict[str, Any] = {"hp": {0: 2}, "attack": {0: 4}, "defense": {0: 3}, "money": {0: 10}}
    thirsty = selection_position(2, (weapon,), ep={0: 2}, items={0: ["beer"] * 4}, **strong)
    rested = selection_position(2, (weapon,), ep={0: 6}, **strong)
    found, wanted = (prospect_after_store(at.state, 0, False, usual_prices()) for at in (thirsty, rested))
    assert (found.level, found.chance, found.value) == (wanted.level, wanted.chance, wanted.value)
