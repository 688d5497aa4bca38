"""A battle in plain numbers, independent of any match: the hunter, the monster and the worth of each end."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import BATTLE_ROUNDS

BEFORE_ATTACK: Final[i64] = 0  # moments
AFTER_ATTACK: Final[i64] = 1
STRUCK_FIRST: Final[i64] = 2  # the monster's attack that opens a battle
UNUSED: Final[i64] = 0  # the Knife's power
READY: Final[i64] = 1
SPENT: Final[i64] = 2
ENDLESS: Final[i64] = -1  # shots without need of ammunition; EXP without a cap


class Fight:
    """One battle of a hunter with a monster as it stands, in numbers. Powers are numbers too, so that new weapons need
    no new code."""

    def __init__(self) -> None:
        self.faces = vec[i64]([0, 0, 0, 1, 1, 1])  # damage, by face - 1
        self.dice: i64 = 2
        self.max_rolls: i64 = 1  # rolls of a die that keeps hitting (Bat)
        self.pip_kill: i64 = 0  # pips that kill at once (Katana), 0: none
        self.damage_factor: i64 = 1  # factor of the dice damage (Bow)
        self.triple_factor: i64 = 0  # factor of the armed attack (Knife), 0: no such power
        self.second_blow = False  # a second blow (Knife)
        self.rage_taken: i64 = 0  # bonus of a hit by damage taken (Gloves)
        self.rage_low: i64 = 0  # while HP is below half
        self.rage_hits: i64 = 0  # by attacks that cost HP
        self.retaliate_factor: i64 = 0  # retaliation by damage taken (Axe)
        self.retaliate_flat: i64 = 0
        self.exp_less: i64 = 0  # EXP lost with every hit (Axe)
        self.pets: i64 = 0  # damage added to every attack
        self.trades_beer = False  # a Beer for a Blood Bag (Katana)
        self.tame_hp: i64 = 1
        self.tame_ep: i64 = 1
        self.defense: i64 = 0
        self.block_face: i64 = 4  # the lowest face that blocks

        self.hp: i64 = 4
        self.max_hp: i64 = 4
        self.ep: i64 = 0
        self.max_ep: i64 = 6
        self.exp_room: i64 = 15  # EXP that can still be gained
        self.beers: i64 = 0
        self.bags: i64 = 0
        self.bombs = vec[i64]([0, 0, 0])  # Grenades, Bombs, Dynamites
        self.blast = vec[i64]([1, 2, 3])  # damage of each to this monster
        self.fakes: i64 = 0
        self.fakes_used: i64 = 0  # Fake Bloods used already
        self.shots: i64 = ENDLESS
        self.taken: i64 = 0  # damage, in this battle
        self.hits_taken: i64 = 0  # attacks that cost HP, in this battle
        self.rage_threshold: i64 = 5  # damage taken at which a victory brings Worth.rage (Gloves)
        self.knife: i64 = UNUSED
        self.dice_damage: i64 = 0  # dice damage of the attack just made, for the second blow
        self.attack_damage: i64 = 0  # all its damage, for a damage cap

        self.monster_hp: i64 = 3
        self.printed_hp: i64 = 3  # half of it enrages some monsters
        self.att: i64 = 2
        self.rage_half: i64 = 0
        self.death_burst: i64 = 0
        self.exp_cap: i64 = ENDLESS
        self.damage_cap: i64 = 1000  # of one attack or item
        self.ep_drain: i64 = 0
        self.regen: i64 = 0

        self.round: i64 = 1
        self.moment: i64 = BEFORE_ATTACK

    def numbers(self) -> tuple[int, ...]:
        """Returns all numbers that describe a battle, as a key for caches."""
        return (
            *self.faces,
            *self.bombs,
            *self.blast,
            *(self.dice, self.max_rolls, self.pip_kill, self.damage_factor, self.triple_factor, int(self.second_blow)),
            *(
                self.rage_taken,
                self.rage_low,
                self.rage_hits,
                self.retaliate_factor,
                self.retaliate_flat,
                self.exp_less,
            ),
            *(self.pets, int(self.trades_beer), self.tame_hp, self.tame_ep, self.defense, self.block_face),
            *(self.hp, self.max_hp, self.ep, self.max_ep, self.exp_room, self.beers, self.bags),
            *(self.fakes, self.fakes_used, self.shots, self.taken, self.hits_taken, self.rage_threshold),
            *(self.knife, self.dice_damage, self.attack_damage),
            *(self.monster_hp, self.printed_hp, self.att, self.rage_half, self.death_burst),
            *(self.exp_cap, self.damage_cap, self.ep_drain, self.regen, self.round, self.moment),
        )


class Worth:
    """What the ends of a battle are worth: victory, defeat, and each item kept. Only a defeat may be worth less than 0.

    Kept items count by their best use right after the battle: a Blood Bag as an HP if one is missing and worth more,
    a Beer as an EP, a Katana's Beer as a Blood Bag."""

    def __init__(self) -> None:
        self.victory = 1.0
        self.defeat = 0.0
        self.fake_used = 0.0  # a Fake Blood used, if the monster is defeated
        self.rage = 0.0  # a victory after 5 or more damage taken (Gloves)
        self.die_shows_one = 0.0  # an attack die that shows a 1 (Sword)
        self.pet = 0.0
        self.exp = 0.0
        self.hp = 0.0  # worth of each piece kept, here and below
        self.ep = 0.0
        self.beer = 0.0
        self.bag = 0.0
        self.bombs = vec[float]([0.0, 0.0, 0.0])  # Grenade, Bomb, Dynamite
        self.fake = 0.0
        self.shot = 0.0

    def numbers(self) -> tuple[float, ...]:
        return (
            *(
                self.victory,
                self.defeat,
                self.fake_used,
                self.rage,
                self.die_shows_one,
                self.pet,
                self.exp,
                self.hp,
                self.ep,
            ),
            *(self.beer, self.bag, *self.bombs, self.fake, self.shot),
        )


def tie_break_worth() -> Worth:
    """Returns the worth of what a hunter keeps, to break ties between battle plans with equal chances to win: items by
    price, HP and EP a little less."""
    worth = Worth()
    worth.victory = 0.0
    worth.hp = 1.5
    worth.ep = 1.5
    worth.beer = 2.0
    worth.bag = 2.0
    worth.bombs = vec[float]([2.0, 4.0, 6.0])
    worth.fake = 2.0
    worth.shot = 2.0
    return worth


def last_round(fight: Fight, life: i64) -> i64:
    """Returns the last battle round that the hunter can live to see, given the damage its dice can never block."""
    sure: i64 = fight.att - fight.defense
    if sure <= 0:
        return BATTLE_ROUNDS
    last: i64 = fight.round + (life - 1) // sure
    if last > BATTLE_ROUNDS:
        return BATTLE_ROUNDS
    return last


def may_throw_early(fight: Fight, last: i64, eager: bool) -> bool:
    """Whether an explosive may be worth throwing before it ends the battle; `eager`: EXP has a worth."""
    if fight.regen > 0:
        return True
    strikes_back = fight.retaliate_factor > 0 or fight.retaliate_flat > 0
    if strikes_back and last == BATTLE_ROUNDS:
        return True
    angry = eager or strikes_back or fight.rage_taken > 0 or fight.rage_low > 0 or fight.rage_hits > 0
    return fight.rage_half > 0 and angry
