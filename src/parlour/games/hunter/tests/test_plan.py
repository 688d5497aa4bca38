"""Plans in words: every step is one the solver takes, and together they win as often as it says."""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.study.odds.battle_odds import HEAL, KILL, STRIKE_AGAIN, TAME, Odds
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, Fight, Worth, tie_break_worth
from parlour.games.hunter.study.plan import PlanWalk, describe_plan, plan_steps
from parlour.games.hunter.tests.positions import random_fight, random_worth


def plan_text(fight: Fight, worth: Worth | None = None) -> str:
    plan = plan_steps(fight, worth or tie_break_worth(), worth is None)
    return describe_plan(fight, plan)


def hard_fight() -> Fight:
    fight = Fight()
    fight.monster_hp, fight.printed_hp, fight.att, fight.hp = 4, 4, 3, 4
    return fight


@pytest.mark.parametrize("block", range(8))
def test_a_plan_walked_through_wins_as_often_as_foretold(block: int) -> None:
    for seed in range(block * 40, block * 40 + 40):
        random = Random(seed)
        fight, worth, by_chance = random_fight(random), random_worth(random), random.random() < 0.5
        walk, odds = PlanWalk(fight, worth, by_chance), Odds(fight, worth, by_chance)
        assert walk.won == pytest.approx(odds.chance, abs=1e-6), seed


def test_grenades_are_held_for_the_moment_they_kill() -> None:
    fight = hard_fight()
    fight.bombs = vec[i64]([2, 0, 0])
    (step,) = plan_steps(fight, tie_break_worth(), True)
    assert (step.action, step.at_once, step.monster_hp, step.bombs) == (KILL, 0, 2, (2, 0, 0))
    assert plan_text(fight) == "Throw 2 Grenades when it is at 2 HP or less."


def test_what_is_done_at_once_comes_first() -> None:
    fight = hard_fight()
    fight.monster_hp, fight.hp, fight.bombs = 3, 1, vec[i64]([0, 0, 1])
    fight.moment = AFTER_ATTACK
    assert plan_text(fight) == "Throw a Dynamite now."
    fight.bombs, fight.bags, fight.att, fight.monster_hp = vec[i64]([0, 0, 0]), 2, 2, 2
    step = plan_steps(fight, tie_break_worth(), True)[0]
    assert (step.action, step.at_once) == (HEAL, 2)
    assert step.likely == pytest.approx(2)
    assert plan_text(fight).startswith("Use 2 Blood Bags now")


def test_taming_takes_what_it_needs() -> None:
    fight = hard_fight()
    fight.monster_hp, fight.bombs, fight.ep = 2, vec[i64]([1, 0, 0]), 1
    worth = Worth()
    worth.victory, worth.pet = 1.0, 9.0
    step = plan_steps(fight, worth, False)[0]
    assert (step.action, step.at_once, step.bombs) == (TAME, 1, (1, 0, 0))
    assert plan_text(fight, worth) == "Throw a Grenade and tame it now."


def test_a_knife_says_when() -> None:
    fight = hard_fight()
    fight.triple_factor = 3
    assert plan_text(fight).startswith("Ready the Knife now")
    fight.triple_factor, fight.second_blow, fight.moment, fight.dice_damage, fight.monster_hp = (
        0,
        True,
        AFTER_ATTACK,
        2,
        2,
    )
    assert [step.action for step in plan_steps(fight, tie_break_worth(), True)] == [STRIKE_AGAIN]
    assert plan_text(fight) == "Strike again now."


def test_fake_blood_and_traded_beer_are_named() -> None:
    fight = hard_fight()
    fight.monster_hp, fight.fakes = 1, 2
    worth = Worth()
    worth.victory, worth.fake_used = 3.0, 1.0
    assert plan_text(fight, worth).startswith("Use all your Fake Blood now")
    fight = hard_fight()
    fight.trades_beer, fight.beers, fight.att = True, 2, 2
    assert "rade Beer for blood after your attack when you are at 2 HP or less" in plan_text(fight)


def test_without_items_there_is_only_the_attack() -> None:
    fight = hard_fight()
    assert plan_text(fight) == "Attack."
    fight.shots = 0
    assert plan_text(fight) == "Hold out."
