"""A slow second solution of a battle: every action in every window and every roll, in fractions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product

from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, BEFORE_ATTACK, STRUCK_FIRST, UNUSED, Fight, Worth

ROUNDS = 20
Pair = tuple[Fraction, Fraction]  # worth, chance of winning


@dataclass(frozen=True)
class BattleConstants:
    """The values that stay constant in a battle."""

    faces: tuple[int, ...]
    dice: int
    max_rolls: int
    pip_kill: int
    damage_factor: int
    triple_factor: int
    second_blow: bool
    rage_taken: int
    rage_low: int
    rage_hits: int
    retaliate_factor: int
    retaliate_flat: int
    exp_less: int
    pets: int
    trades_beer: bool
    tame_hp: int
    tame_ep: int
    defense: int
    block_face: int
    max_hp: int
    max_ep: int
    rage_threshold: int
    printed_hp: int
    att: int
    rage_half: int
    death_burst: int
    exp_cap: int
    damage_cap: int
    ep_drain: int
    regen: int
    blast: tuple[int, ...]


@dataclass(frozen=True)
class BattleState:
    """The values that change in a battle."""

    hp: int
    ep: int
    exp_room: int
    beers: int
    bags: int
    bombs: tuple[int, ...]
    fakes: int
    fakes_used: int
    shots: int
    taken: int
    hits_taken: int
    knife: int
    dice_damage: int
    attack_damage: int
    monster_hp: int
    round: int
    moment: int


def split_fight(fight: Fight) -> tuple[BattleConstants, BattleState]:
    def field(name: str) -> object:
        value = getattr(fight, name)
        return tuple(int(one) for one in value) if name in ("faces", "blast", "bombs") else value

    card = BattleConstants(**{name: field(name) for name in BattleConstants.__dataclass_fields__})  # type: ignore[arg-type]
    return card, BattleState(**{name: field(name) for name in BattleState.__dataclass_fields__})  # type: ignore[arg-type]


@cache
def damage_chances(card: BattleConstants, rage: int, dice: int, rolls: int) -> dict[tuple[int, bool], Fraction]:
    """The distribution of the damage, and of pips that kill at once."""
    out: dict[tuple[int, bool], Fraction] = {}
    for thrown in product(range(6), repeat=dice):
        hits = [card.faces[die] + rage for die in thrown if card.faces[die] > 0]
        felled = 0 < card.pip_kill <= sum(thrown) + dice
        more = damage_chances(card, rage, len(hits), rolls - 1) if rolls > 1 and hits else {(0, False): Fraction(1)}
        for (damage, _), chance in more.items():
            key = (sum(hits) + damage, felled)
            out[key] = out.get(key, Fraction(0)) + chance / 6**dice
    return out


class NaiveBattle:
    """The best worth, or the best chance, with ties broken by the other, over all legal play."""

    def __init__(self, fight: Fight, worth: Worth, by_chance: bool) -> None:
        self.card, self.now = split_fight(fight)
        self.worth = worth
        self.by_chance = by_chance
        self.known: dict[BattleState, Pair] = {}

    def value(self) -> Pair:
        return self.best_from(self.now)

    def better(self, pairs: list[Pair]) -> Pair:
        return max(pairs, key=lambda pair: (pair[1], pair[0]) if self.by_chance else pair)

    def best_from(self, now: BattleState) -> Pair:
        if now not in self.known:
            if now.moment == STRUCK_FIRST:
                self.known[now] = self.monster_attacks(now, now.round)
            else:
                self.known[now] = self.better(
                    [self.best_from(after) for after in self.items(now)] + self.decisive_actions(now)
                )
        return self.known[now]

    def items(self, now: BattleState) -> list[BattleState]:
        """The states after items that do not end the battle."""
        card, out = self.card, []
        if now.bags and now.hp < card.max_hp:
            out.append(replace(now, bags=now.bags - 1, hp=now.hp + 1))
        if now.beers and now.ep < card.max_ep:
            out.append(replace(now, beers=now.beers - 1, ep=now.ep + 1))
        if now.beers and card.trades_beer:
            out.append(replace(now, beers=now.beers - 1, bags=now.bags + 1))
        if now.fakes:
            out.append(replace(now, fakes=now.fakes - 1, fakes_used=now.fakes_used + 1))
        if card.triple_factor and now.knife == UNUSED and now.moment == BEFORE_ATTACK:
            out.append(replace(now, knife=1))
        for kind in range(3):
            if now.bombs[kind] and card.blast[kind] < now.monster_hp:
                out.append(replace(self.without(now, kind), monster_hp=now.monster_hp - card.blast[kind]))
        if card.second_blow and now.moment == AFTER_ATTACK and now.knife == UNUSED and now.dice_damage > 0:
            left = now.monster_hp - min(now.dice_damage, card.damage_cap - now.attack_damage)
            if left > 0:
                out.append(replace(now, knife=2, monster_hp=left))
        return out

    def without(self, now: BattleState, kind: int) -> BattleState:
        return replace(now, bombs=tuple(held - (at == kind) for at, held in enumerate(now.bombs)))

    def decisive_actions(self, now: BattleState) -> list[Pair]:
        """The values of actions that end the battle or roll dice."""
        card, out = self.card, []
        for kind in range(3):
            if now.bombs[kind] and card.blast[kind] >= now.monster_hp:
                out.append(self.victory(self.without(now, kind), False))
        if now.moment == AFTER_ATTACK:
            second = min(now.dice_damage, card.damage_cap - now.attack_damage)
            if card.second_blow and now.knife == UNUSED and now.dice_damage > 0 and second >= now.monster_hp:
                out.append(self.victory(now, False))
            return [*out, self.monster_attacks(now, now.round + 1)]
        if now.monster_hp <= card.tame_hp and now.ep >= card.tame_ep:
            out.append(self.victory(replace(now, ep=now.ep - card.tame_ep), True))
        return [*out, self.attack(now)]

    def attack(self, now: BattleState) -> Pair:
        card = self.card
        if now.shots == 0:
            return self.best_from(replace(now, moment=AFTER_ATTACK, dice_damage=0, attack_damage=0))
        rage = (
            card.rage_taken * now.taken + card.rage_hits * now.hits_taken + card.rage_low * (now.hp * 2 < card.max_hp)
        )
        shots = max(now.shots - 1, -1) if now.shots > 0 else now.shots
        now = replace(now, shots=shots, ep=max(0, now.ep - card.ep_drain), moment=AFTER_ATTACK)
        worth, chance = Fraction(self.worth.die_shows_one) * card.dice / 6, Fraction(0)
        for (damage, felled), likely in damage_chances(card, rage, card.dice, card.max_rolls).items():
            then = now
            if now.knife == 1 and damage > 0:
                damage *= card.triple_factor
                then = replace(now, knife=2)
            damage *= card.damage_factor
            total = min(card.damage_cap, damage + card.pets)
            left = now.monster_hp - total
            if felled or left <= 0:
                pair = self.victory(then, False)
            else:
                left += card.regen if total > 0 else 0
                blow = damage if card.second_blow else 0
                pair = self.best_from(
                    replace(then, monster_hp=left, dice_damage=blow, attack_damage=total if card.second_blow else 0)
                )
            worth += likely * pair[0]
            chance += likely * pair[1]
        return worth, chance

    def monster_attacks(self, now: BattleState, then: int) -> Pair:
        card = self.card
        att = card.att + card.rage_half * (now.monster_hp <= card.printed_hp // 2)
        worth, chance = Fraction(0), Fraction(0)
        for thrown in product(range(1, 7), repeat=card.defense):
            damage = max(0, att - sum(die >= card.block_face for die in thrown))
            exp = max(0, damage - card.exp_less)
            exp = min(exp if card.exp_cap < 0 else min(exp, card.exp_cap), now.exp_room)
            after = replace(now, hp=now.hp - damage, taken=now.taken + damage, hits_taken=now.hits_taken + (damage > 0))
            after = replace(
                after, exp_room=now.exp_room - exp, round=then, moment=BEFORE_ATTACK, dice_damage=0, attack_damage=0
            )
            back = min(card.damage_cap, damage * card.retaliate_factor + card.retaliate_flat) if damage else 0
            if after.hp <= 0:
                pair = self.defeat(after)
            elif now.monster_hp - back <= 0:
                pair = self.victory(after, False)
            elif then > ROUNDS:
                pair = self.defeat(after)
            else:
                pair = self.best_from(replace(after, monster_hp=now.monster_hp - back))
            worth += (pair[0] + exp * Fraction(self.worth.exp)) / 6**card.defense
            chance += pair[1] / 6**card.defense
        return worth, chance

    def victory(self, now: BattleState, tamed: bool) -> Pair:
        worth = Fraction(self.worth.victory) + now.fakes_used * Fraction(self.worth.fake_used)
        if tamed:
            worth += Fraction(self.worth.pet)
        else:
            now = replace(now, hp=max(1, now.hp - self.card.death_burst) if self.card.death_burst else now.hp)
        if now.taken >= self.card.rage_threshold:
            worth += Fraction(self.worth.rage)
        return worth + self.remaining_worth(now), Fraction(1)

    def defeat(self, now: BattleState) -> Pair:
        return Fraction(self.worth.defeat) + self.remaining_worth(replace(now, hp=1)), Fraction(0)

    def remaining_worth(self, now: BattleState) -> Fraction:
        """The worth of what is left, used in the best way after the battle."""
        worth, card = self.worth, self.card
        sums = [
            Fraction(worth.hp) * now.hp
            + Fraction(worth.ep) * now.ep
            + Fraction(worth.beer) * now.beers
            + Fraction(worth.bag) * now.bags
            + sum((Fraction(worth.bombs[kind]) * now.bombs[kind] for kind in range(3)), Fraction(0))
            + Fraction(worth.fake) * now.fakes
            + Fraction(worth.shot) * max(0, now.shots)
        ]
        if now.bags and now.hp < card.max_hp:
            sums.append(self.remaining_worth(replace(now, bags=now.bags - 1, hp=now.hp + 1)))
        if now.beers and now.ep < card.max_ep:
            sums.append(self.remaining_worth(replace(now, beers=now.beers - 1, ep=now.ep + 1)))
        if now.beers and card.trades_beer:
            sums.append(self.remaining_worth(replace(now, beers=now.beers - 1, bags=now.bags + 1)))
        return max(sums)
