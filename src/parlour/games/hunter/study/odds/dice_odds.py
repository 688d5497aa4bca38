"""The odds of dice in a battle: the damage of one attack, and the number of blocks by defense dice."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.study.odds.fight import Fight

FACES: Final[i64] = 6
MAX_DAMAGE: Final[i64] = 48  # higher damage counts as this: no monster has so many HP
WIDTH: Final[i64] = 49
PIPS: Final[i64] = 43  # totals of up to seven dice
CACHE_LIMIT: Final[i64] = 4096  # rows; a full cache is cleared

ATTACK_CACHE: Final[dict[i64, vec[float]]] = {}
BLOCK_CACHE: Final[dict[i64, vec[float]]] = {}


def convolve(one: vec[float], other: vec[float]) -> vec[float]:
    """Returns the distribution (chances by damage) of the sum of two damages, from the distribution of each."""
    out = vec[float]([0.0] * WIDTH)
    for a in range(WIDTH):
        p = one[a]
        if p > 0.0:
            for b in range(WIDTH):
                if other[b] > 0.0:
                    at: i64 = a + b
                    if at > MAX_DAMAGE:
                        at = MAX_DAMAGE
                    out[at] += p * other[b]
    return out


def die_odds(faces: vec[i64], bonus: i64, rolls: i64) -> vec[float]:
    """Returns the damage distribution of one die rolled again while it hits, up to `rolls` times; hits add `bonus`."""
    out = vec[float]([0.0] * WIDTH)
    out[0] = 1.0
    for _ in range(rolls):
        longer = vec[float]([0.0] * WIDTH)
        for face in range(FACES):
            if faces[face] == 0:
                longer[0] += 1.0 / 6.0
                continue
            hit: i64 = faces[face] + bonus
            for more in range(WIDTH):
                at: i64 = hit + more
                if at > MAX_DAMAGE:
                    at = MAX_DAMAGE
                longer[at] += out[more] / 6.0
        out = longer
    return out


def plain_odds(faces: vec[i64], dice: i64, bonus: i64, felling: i64) -> vec[float]:
    """Returns the chance of each damage of dice rolled once, without rolls of `felling` pips or more (0: with all)."""
    ways = vec[i64]([0] * (WIDTH * PIPS))
    ways[0] = 1
    for rolled in range(dice):
        more = vec[i64]([0] * (WIDTH * PIPS))
        for damage in range(WIDTH):
            for pips in range(rolled, rolled * FACES + 1):
                count = ways[damage * PIPS + pips]
                if count == 0:
                    continue
                for face in range(FACES):
                    at: i64 = damage
                    if faces[face] > 0:
                        at += faces[face] + bonus
                    if at > MAX_DAMAGE:
                        at = MAX_DAMAGE
                    more[at * PIPS + pips + face + 1] += count
        ways = more
    whole: i64 = 1
    for _ in range(dice):
        whole *= 6
    out = vec[float]([0.0] * WIDTH)
    for damage in range(WIDTH):
        left: i64 = 0
        for pips in range(PIPS):
            if felling == 0 or pips < felling:
                left += ways[damage * PIPS + pips]
        out[damage] = float(left) / float(whole)
    return out


def attack_odds(faces: vec[i64], dice: i64, bonus: i64, rolls: i64, felling: i64) -> vec[float]:
    """Returns the damage distribution of an attack, cached; what its chances lack to 1 is the chance to kill at once
    (Katana)."""
    key: i64 = 0
    for face in range(FACES):
        key = key * 16 + faces[face]
    key = (((key * 16 + dice) * 64 + bonus) * 16 + rolls) * 64 + felling
    known = ATTACK_CACHE.get(key)
    if known is not None:
        return known
    if rolls == 1:
        found = plain_odds(faces, dice, bonus, felling)
    else:
        die = die_odds(faces, bonus, rolls)
        found = vec[float]([0.0] * WIDTH)
        found[0] = 1.0
        for _ in range(dice):
            found = convolve(found, die)
    if len(ATTACK_CACHE) > CACHE_LIMIT:
        ATTACK_CACHE.clear()
    ATTACK_CACHE[key] = found
    return found


def block_odds(dice: i64, lowest: i64) -> vec[float]:
    """Returns the chance of each number of blocks, with defense dice that block from face `lowest` on."""
    key: i64 = dice * 8 + lowest
    known = BLOCK_CACHE.get(key)
    if known is not None:
        return known
    p = float(7 - lowest) / 6.0
    out = vec[float]([0.0] * (dice + 1))
    out[0] = 1.0
    for rolled in range(dice):
        for blocks in range(rolled + 1, -1, -1):
            out[blocks] *= 1.0 - p
            if blocks > 0:
                out[blocks] += out[blocks - 1] * p
    BLOCK_CACHE[key] = out
    return out


class Dice:
    """The possible results of both sides' dice in one fight, as damage with its chance, without impossible ones."""

    def __init__(self, fight: Fight, life: i64) -> None:
        most: i64 = fight.rage_low + fight.rage_hits * (fight.hits_taken + life)
        most += fight.rage_taken * (fight.taken + life)
        if most > MAX_DAMAGE:
            most = MAX_DAMAGE
        self.damage = vec[i64]([0] * ((most + 1) * WIDTH))  # of the attack dice, by rage * WIDTH + place
        self.likely = vec[float]([0.0] * ((most + 1) * WIDTH))
        self.at_least = vec[float]([0.0] * ((most + 1) * WIDTH))  # probability of this place or a later one
        self.outcomes = vec[i64]([0] * (most + 1))  # places filled, by rage
        self.felled = 0.0  # probability that the monster dies at once
        for rage in range(most + 1):
            self.fill_attack(fight, rage)
        self.blow_damage = vec[i64]([0] * 16)  # of the monster, by enraged * 8 + place
        self.blow_likely = vec[float]([0.0] * 16)
        self.blow_counts = vec[i64]([0, 0])
        blocks = block_odds(fight.defense, fight.block_face)
        for enraged in range(2):
            self.fill_blows(enraged, fight.att + fight.rage_half * enraged, blocks)

    def fill_attack(self, fight: Fight, rage: i64) -> None:
        row = attack_odds(fight.faces, fight.dice, rage, fight.max_rolls, fight.pip_kill)
        place: i64 = rage * WIDTH
        whole = 0.0
        for damage in range(WIDTH):
            if row[damage] > 0.0:
                whole += row[damage]
                self.damage[place] = damage
                self.likely[place] = row[damage]
                place += 1
        self.outcomes[rage] = place - rage * WIDTH
        more = 0.0
        for at in range(place - 1, rage * WIDTH - 1, -1):
            more += self.likely[at]
            self.at_least[at] = more
        if fight.pip_kill > 0:
            self.felled = 1.0 - whole

    def fill_blows(self, enraged: i64, att: i64, blocks: vec[float]) -> None:
        count: i64 = 0
        for blocked in range(len(blocks)):
            at: i64 = enraged * 8 + count
            if blocked > att:
                self.blow_likely[at - 1] += blocks[blocked]
                continue
            self.blow_damage[at] = att - blocked
            self.blow_likely[at] = blocks[blocked]
            count += 1
        self.blow_counts[enraged] = count
