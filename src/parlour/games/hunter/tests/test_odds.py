"""The battle solver: against the naive solution, by figures computed by hand, and by monotonicity."""

from __future__ import annotations

from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.study.odds.battle_odds import (
    ARM_KNIFE,
    GO_ON,
    HEAL,
    KILL,
    STRIKE_AGAIN,
    TAME,
    USE_FAKE_BLOOD,
    Odds,
)
from parlour.games.hunter.study.odds.dice_odds import attack_odds, block_odds
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, STRUCK_FIRST, Fight, Worth, tie_break_worth
from parlour.games.hunter.tests.naive_battle import NaiveBattle
from parlour.games.hunter.tests.positions import random_fight, random_worth

BAT = vec[i64]([0, 0, 0, 1, 1, 1])


def win_chance(fight: Fight) -> float:
    return Odds(fight, tie_break_worth(), True).chance


def make_fight(monster_hp: int, att: int, hp: int, dice: int = 2) -> Fight:
    fight = Fight()
    fight.monster_hp, fight.printed_hp, fight.att = monster_hp, monster_hp, att
    fight.hp, fight.max_hp, fight.dice = hp, max(hp, 4), dice
    return fight


def check_against_naive(seed: int) -> None:
    random = Random(seed)
    fight, worth, by_chance = random_fight(random), random_worth(random), random.random() < 0.5
    worth_, chance_ = NaiveBattle(fight, worth, by_chance).value()
    odds = Odds(fight, worth, by_chance)
    assert odds.worth == pytest.approx(float(worth_), abs=1e-8), seed
    assert odds.chance == pytest.approx(float(chance_), abs=1e-8), seed


@pytest.mark.parametrize("block", range(11))
def test_small_fights_played_out_in_every_way_agree(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        check_against_naive(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(100))
def test_many_small_fights_agree(block: int) -> None:
    for seed in range(10_000 + block * 20, 10_020 + block * 20):
        check_against_naive(seed)


def test_what_is_left_out_of_the_search_would_not_help() -> None:
    for seed in range(300):
        random = Random(seed)
        fight, worth, by_chance = random_fight(random), random_worth(random), random.random() < 0.5
        short, whole = Odds(fight, worth, by_chance), Odds(fight, worth, by_chance, open_search=True)
        assert short.worth == pytest.approx(whole.worth, abs=1e-8), seed
        assert short.chance == pytest.approx(whole.chance, abs=1e-8), seed


def test_long_battles_are_cut_short_only_where_nothing_moves() -> None:
    """The full search for plans agrees with the shorter one."""
    for seed in range(250):
        random = Random(seed)
        fight, worth, by_chance = random_fight(random), random_worth(random), random.random() < 0.5
        fight.round, fight.att, fight.defense = random.choice([1, 9]), random.randint(0, 2), random.randint(2, 4)
        fight.monster_hp = random.randint(1, 9)
        fight.printed_hp = fight.monster_hp
        short, whole = Odds(fight, worth, by_chance), Odds(fight, worth, by_chance, keep_rounds=True)
        assert short.worth == pytest.approx(whole.worth, abs=1e-8), seed
        assert short.chance == pytest.approx(whole.chance, abs=1e-8), seed


# Dice.


def test_plain_dice_are_counted() -> None:
    row = attack_odds(BAT, 3, 0, 1, 0)
    assert [row[damage] for damage in range(5)] == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8, 0])
    bow = attack_odds(vec[i64]([0, 0, 0, 0, 0, 4]), 2, 0, 1, 0)
    assert (bow[0], bow[4], bow[8]) == pytest.approx((25 / 36, 10 / 36, 1 / 36))


def test_raging_dice_deal_more_a_hit() -> None:
    row = attack_odds(vec[i64]([0, 0, 0, 0, 1, 1]), 3, 2, 1, 0)  # vector 4: 5, 6, 4 with 2 damage taken deal 6
    assert (row[0], row[3], row[6], row[9]) == pytest.approx((8 / 27, 12 / 27, 6 / 27, 1 / 27))


def test_dice_that_hit_are_rolled_ten_times_at_most() -> None:
    row = attack_odds(BAT, 1, 0, 10, 0)
    for damage in range(10):
        assert row[damage] == pytest.approx(0.5 ** (damage + 1))
    assert row[10] == pytest.approx(0.5**10)
    assert sum(row) == pytest.approx(1)
    once = attack_odds(BAT, 1, 0, 2, 0)
    assert (once[0], once[1], once[2]) == pytest.approx((1 / 2, 1 / 4, 1 / 4))


def test_pips_that_fell_a_monster_are_kept_apart() -> None:
    row = attack_odds(vec[i64]([0, 0, 1, 1, 1, 1]), 5, 0, 1, 27)
    fells = sum(comb(3 - short + 4, 4) for short in range(4))  # 30, 29, 28, 27: ways to fall short of 30 by 0 to 3
    assert fells == 56
    assert sum(row) == pytest.approx(1 - 56 / 6**5)


def test_blocks() -> None:
    assert list(block_odds(2, 4)) == pytest.approx([1 / 4, 1 / 2, 1 / 4])
    assert list(block_odds(2, 3)) == pytest.approx([1 / 9, 4 / 9, 4 / 9])
    assert list(block_odds(0, 4)) == [1]


# Figures computed by hand.


def test_a_bat_with_one_blow() -> None:
    assert win_chance(make_fight(2, 4, 4)) == pytest.approx(1 / 4)  # both dice must hit, or it strikes and kills
    assert win_chance(make_fight(1, 4, 4)) == pytest.approx(3 / 4)


def test_a_bat_with_two_blows() -> None:
    """2 HP: 1/4 at once; after one hit (1/2) one more of two dice (3/4); after none (1/4) both (1/4)."""
    assert win_chance(make_fight(2, 2, 4)) == pytest.approx(1 / 4 + 1 / 2 * 3 / 4 + 1 / 4 * 1 / 4)


def test_taming_saves_the_second_blow() -> None:
    fight = make_fight(2, 2, 4)
    fight.ep = 1
    assert win_chance(fight) == pytest.approx(1 / 4 + 1 / 2 + 1 / 4 * 1 / 4)
    fight.monster_hp, fight.att = 1, 4
    assert Odds(fight, tie_break_worth(), True).choice == TAME


def test_a_beer_pays_a_taming() -> None:
    fight = make_fight(1, 9, 1, dice=1)
    fight.tame_ep, fight.ep, fight.beers = 2, 1, 1
    assert win_chance(fight) == 1
    fight.beers = 0
    assert win_chance(fight) == pytest.approx(1 / 2)


def test_a_grenade_waits_for_the_attack() -> None:
    fight = make_fight(2, 9, 1, dice=1)
    fight.bombs = vec[i64]([1, 0, 0])
    odds = Odds(fight, tie_break_worth(), True)
    assert odds.chance == pytest.approx(1 / 2)
    assert odds.choice == GO_ON
    fight.moment = AFTER_ATTACK
    fight.monster_hp = 1
    odds = Odds(fight, tie_break_worth(), True)
    assert (odds.chance, odds.choice) == (1, KILL)


def test_a_blood_bag_is_used_before_the_blow_that_would_kill() -> None:
    fight = make_fight(1, 2, 2, dice=1)
    fight.moment, fight.bags = AFTER_ATTACK, 1
    odds = Odds(fight, tie_break_worth(), True)
    assert odds.chance == pytest.approx(1 / 2)
    assert odds.choice == HEAL
    fight.hp = 3
    assert Odds(fight, tie_break_worth(), True).choice == GO_ON


def test_a_katana_trades_beer_for_blood() -> None:
    fight = make_fight(1, 2, 2, dice=1)
    fight.moment, fight.beers, fight.trades_beer = AFTER_ATTACK, 1, True
    assert win_chance(fight) == pytest.approx(1 / 2)
    fight.trades_beer = False
    assert win_chance(fight) == 0


def test_an_axe_strikes_back_only_if_it_survives() -> None:
    """Vector 6: HP 3, ATT 4, two defense dice; one block and the Axe falls, two and the monster takes 4."""
    fight = make_fight(4, 4, 3)
    fight.defense, fight.retaliate_factor, fight.moment = 2, 2, AFTER_ATTACK
    assert win_chance(fight) == pytest.approx(1 / 4)


def test_a_bow_with_pets() -> None:
    """Vector 5: power 3 and a level-2 pet: 19 with two sixes of three, 11 with one."""
    fight = make_fight(19, 9, 1, dice=3)
    fight.faces, fight.damage_factor, fight.pets = vec[i64]([0, 0, 0, 0, 0, 4]), 2, 3
    assert win_chance(fight) == pytest.approx((3 * 5 + 1) / 216)
    fight.monster_hp = 11
    assert win_chance(fight) == pytest.approx(91 / 216)


def test_a_knife_is_primed_where_it_helps() -> None:
    fight = make_fight(3, 9, 1)
    fight.faces, fight.triple_factor = vec[i64]([0, 0, 0, 0, 1, 1]), 3
    odds = Odds(fight, tie_break_worth(), True)
    assert odds.chance == pytest.approx(5 / 9)
    assert odds.choice == ARM_KNIFE
    fight.triple_factor, fight.second_blow, fight.moment, fight.monster_hp, fight.dice_damage = (
        0,
        True,
        AFTER_ATTACK,
        1,
        1,
    )
    odds = Odds(fight, tie_break_worth(), True)
    assert (odds.chance, odds.choice) == (1, STRIKE_AGAIN)


def test_a_rifle_without_bullets_lives_by_items() -> None:
    fight = make_fight(3, 1, 4)
    fight.shots = 0
    assert win_chance(fight) == 0
    fight.bombs = vec[i64]([1, 1, 0])
    assert win_chance(fight) == 1


def test_who_cannot_be_hurt_has_twenty_rounds() -> None:
    fight = make_fight(1, 0, 4, dice=1)
    assert win_chance(fight) == pytest.approx(1 - 0.5**20)
    fight.round = 20
    assert win_chance(fight) == pytest.approx(1 / 2)


def test_the_monster_that_strikes_first() -> None:
    fight = make_fight(1, 2, 2)
    fight.moment, fight.defense = STRUCK_FIRST, 1
    assert win_chance(fight) == pytest.approx(1 / 2 * 3 / 4)


def test_fake_blood_is_for_a_victory_likely_enough() -> None:
    worth = Worth()
    worth.victory, worth.fake_used, worth.fake = 10.0, 3.0, 2.0
    fight = make_fight(1, 9, 1)
    fight.fakes = 2
    odds = Odds(fight, worth, False)
    assert odds.choice == USE_FAKE_BLOOD
    assert odds.worth == pytest.approx(3 / 4 * 16)
    worth.fake = 2.5
    odds = Odds(fight, worth, False)
    assert odds.choice == GO_ON
    assert odds.worth == pytest.approx(3 / 4 * 10 + 5)


def test_what_is_learned_ends_at_the_cap() -> None:
    worth = Worth()
    worth.victory, worth.exp = 0.0, 1.0
    fight = make_fight(9, 3, 5, dice=1)
    assert Odds(fight, worth, False).worth == pytest.approx(6)
    fight.exp_room = 4
    assert Odds(fight, worth, False).worth == pytest.approx(4)


def test_a_calm_glove_can_tame_what_a_raging_one_would_kill() -> None:
    worth = Worth()
    worth.victory, worth.pet = 1.0, 9.0
    fight = make_fight(2, 1, 1, dice=1)
    fight.max_hp, fight.bags, fight.rage_low, fight.ep = 3, 1, 1, 1
    odds = Odds(fight, worth, False)
    assert odds.choice == HEAL
    assert odds.worth == pytest.approx(float(NaiveBattle(fight, worth, False).value()[0]))


def test_a_monster_that_bursts_costs_its_killer_hp() -> None:
    worth = Worth()
    worth.victory, worth.hp, worth.shot = 10.0, 1.0, 2.0
    fight = make_fight(1, 9, 3)
    fight.death_burst, fight.bombs, fight.shots = 1, vec[i64]([1, 0, 0]), 1
    odds = Odds(fight, worth, False)
    assert odds.choice == KILL  # the Bullet is kept
    assert odds.worth == pytest.approx(10 + 2 + 2)
    fight.hp = 1
    assert Odds(fight, worth, False).worth == pytest.approx(10 + 1 + 2)


# Changes that never hurt.


def change_fight(fight: Fight, what: str) -> None:
    if what == "hp":
        fight.max_hp += 1
        fight.hp += 1
    elif what in ("grenade", "bomb", "dynamite"):
        kind = ("grenade", "bomb", "dynamite").index(what)
        fight.bombs[kind] += 1
    elif what == "weaker monster":
        fight.att = max(0, fight.att - 1)
    else:
        setattr(fight, what, getattr(fight, what) + 1)


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    what=st.sampled_from(
        ["hp", "bags", "beers", "fakes", "ep", "grenade", "bomb", "dynamite", "dice", "defense", "pets", "tame_hp"]
    ),
)
def test_more_never_hurts_the_chance(seed: int, what: str) -> None:
    """Blocks and HP take hits away that rage or an Axe would have liked, and low HP enrage: those are left out."""
    fight = random_fight(Random(seed))
    likes_hits = fight.rage_taken or fight.rage_low or fight.rage_hits or fight.retaliate_factor or fight.retaliate_flat
    if (what in ("hp", "defense") and likes_hits) or (what == "pets" and fight.regen) or fight.rage_half:
        return
    if what == "ep" and fight.ep == fight.max_ep:
        return
    before = win_chance(fight)
    change_fight(fight, what)
    assert win_chance(fight) >= before - 1e-9


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_who_plays_for_the_chance_wins_most(seed: int) -> None:
    random = Random(seed)
    fight, worth = random_fight(random), random_worth(random)
    best, hoped = Odds(fight, worth, True), Odds(fight, worth, False)
    assert best.chance >= hoped.chance - 1e-9
    assert hoped.worth >= best.worth - 1e-9
    assert -1e-9 <= hoped.chance <= best.chance + 1e-9 <= 1 + 2e-9
