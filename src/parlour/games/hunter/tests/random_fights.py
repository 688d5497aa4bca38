"""Fights made up at random, small enough to be played out in every way."""

from __future__ import annotations

from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, STRUCK_FIRST, Fight, Worth

DIE_FACES = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 4], [0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 1, 1])


def random_fight(random: Random) -> Fight:
    """A fight with one weapon's powers, at most one monster effect, and few items."""
    pick = random.choice
    fight = Fight()
    fight.faces = vec[i64](pick(DIE_FACES))
    fight.dice = pick([1, 2, 2, 3])
    fight.max_hp = random.randint(2, 5)
    fight.hp = random.randint(1, fight.max_hp)
    fight.defense, fight.block, fight.att = random.randint(0, 2), pick([4, 3]), random.randint(1, 4)
    fight.monster_hp = random.randint(1, 6)
    fight.printed_hp = fight.monster_hp + random.randint(0, 2)
    fight.round = pick([1, 18, 19, 20]) if fight.att > fight.defense + 1 else pick([18, 19, 19, 20])
    fight.ep, fight.tame_ep, fight.tame_hp = random.randint(0, 3), random.randint(0, 4), pick([1, 1, 3])
    fight.bags, fight.beers, fight.fakes = pick([0, 0, 1, 2]), pick([0, 0, 1, 2]), pick([0, 0, 1, 2])
    fight.bombs = vec[i64]([pick([0, 0, 1, 2]), pick([0, 0, 1]), pick([0, 0, 0, 1])])
    fight.bleeding, fight.taken, fight.hits = pick([0, 1]), pick([0, 0, 2]), pick([0, 1])
    fight.room, fight.pets = pick([15, 3]), pick([0, 0, 0, 1, 3])
    add_weapon_power(fight, random, random.randint(0, 12))
    add_monster_effect(fight, random, random.randint(0, 12))
    if fight.moment != STRUCK_FIRST and random.random() < 0.3:
        fight.moment = AFTER_ATTACK
        if fight.again:
            fight.blow = random.randint(0, 2)
            fight.dealt = min(fight.cap, fight.blow + fight.pets)
    return fight


def add_weapon_power(fight: Fight, random: Random, power: int) -> None:
    if power == 0:
        fight.rolls, fight.dice = random.choice([(2, 2), (10, 1)])
    elif power == 1:
        fight.felling, fight.trade = random.choice([6, 9, 11]), True
    elif power == 2:
        fight.times = 2
    elif power == 3:
        fight.triple, fight.knife = 3, random.randint(0, 2)
    elif power == 4:
        fight.again, fight.knife = True, random.choice([0, 2])
    elif power == 5:
        fight.rage_taken = 1
    elif power in (6, 7):
        fight.rage_low, fight.rage_hits = 1, power - 6
    elif power == 8:
        fight.back_times = random.choice([1, 2])
    elif power == 9:
        fight.back_flat, fight.exp_less, fight.room = 1, 1, 15
    elif power == 10:
        fight.shots = random.randint(0, 3)


def add_monster_effect(fight: Fight, random: Random, effect: int) -> None:
    if effect == 0:
        fight.rage_half = 1
    elif effect == 1:
        fight.burst = 1
    elif effect == 2:
        fight.exp_cap, fight.room = random.choice([0, 2]), 15
    elif effect == 3:
        fight.cap, fight.blast = 2, vec[i64]([1, 2, 2])
    elif effect == 4:
        fight.drain = 1
    elif effect == 5:
        fight.regen = 1
    elif effect == 6:
        fight.blast = vec[i64]([0, 2, 3])
    elif effect == 7:
        fight.moment = STRUCK_FIRST


def random_worth(random: Random) -> Worth:
    """What somebody might make of it, in whole numbers."""

    def pick(*amounts: int) -> float:
        return float(random.choice(amounts))

    worth = Worth()
    worth.victory, worth.defeat = pick(0, 1, 5, 10, 20), pick(0, -3, -10)
    worth.bait, worth.rage, worth.one, worth.pet = pick(0, 1, 3), pick(0, 6), pick(0, 1), pick(0, 2, 8)
    worth.exp, worth.hp, worth.ep = pick(0, 0, 1, 3), pick(0, 1, 2, 3), pick(0, 1, 2, 3)
    worth.beer, worth.bag, worth.fake, worth.shot = pick(0, 1, 2), pick(0, 1, 2), pick(0, 1, 2), pick(0, 1)
    worth.bombs = vec[float]([pick(0, 1, 2), pick(0, 2, 3), pick(0, 3, 6)])
    return worth
