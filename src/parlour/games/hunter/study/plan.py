"""A battle plan in a few steps: what is used at once, and what is held for which moment."""

from __future__ import annotations

from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import BATTLE_ROUNDS, ITEM_NAMES
from parlour.games.hunter.study.odds.battle_odds import (
    BAIT,
    GO_ON,
    HEAL,
    KILL,
    PRIME,
    STRIKE_AGAIN,
    TAME,
    THROW,
    Odds,
)
from parlour.games.hunter.study.odds.dice_odds import WIDTH
from parlour.games.hunter.study.odds.ends import KINDS, to_throw
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, BEFORE_ATTACK, PRIMED, READY, SPENT, Fight, Worth

RARE = 1e-4  # what happens less often is not worth a word
FORGOTTEN = 1e-10  # nor what follows from it a step
Spot = tuple[int, int, int, int, int, int, int]  # monster's HP, hunter's HP, stock, pouch, bait, knife, hits


class Step(NamedTuple):
    """One thing the plan may do."""

    deed: int  # as the solver calls it: HEAL, BAIT, PRIME, STRIKE_AGAIN, TAME, KILL, THROW + kind
    now: int  # pieces, or 1: at once, before anything is rolled
    monster_hp: int  # the most HP of the monster at which it is done
    hp: int  # the most HP of the hunter
    bombs: tuple[int, int, int]  # Grenades, Bombs, Dynamites thrown for it at that HP of the monster
    likely: float  # how often it is done in a battle, on average


class Walk:
    """Follows a plan through all that may happen."""

    def __init__(self, fight: Fight, worth: Worth, by_chance: bool) -> None:
        self.odds = Odds(fight, worth, by_chance, keep=True)
        self.fight = fight
        self.worth = worth
        self.steps: dict[int, Step] = {}
        self.won = 0.0  # how often
        self.first = True  # nothing is rolled yet
        self.before: dict[Spot, float] = {}
        self.after: dict[Spot, float] = {}
        self.go()

    def go(self) -> None:
        fight, odds = self.fight, self.odds
        knife = int(fight.knife) if odds.knives == 3 else 0
        start = (int(fight.monster_hp), int(fight.hp), int(odds.stock), int(odds.pouches) - 1, 0, knife, 0)
        if fight.moment == BEFORE_ATTACK:
            self.before = {start: 1.0}
        elif fight.moment == AFTER_ATTACK:
            self.after = self.second_blow(start)
        else:
            self.first = False
            self.endure(start, 1.0, int(fight.round))
        for turn in range(int(fight.round), int(odds.last) + 1):
            odds.turn_to(turn)
            odds.ends.turn_to(turn, False)
            self.open(self.before, False, turn)
            self.before = {}
            self.open(self.after, True, turn)
            self.after = {}

    def second_blow(self, start: Spot) -> dict[Spot, float]:
        """The second blow of an attack just made, if that is what to do first."""
        if self.odds.choice != STRIKE_AGAIN:
            return {start: 1.0}
        self.note(STRIKE_AGAIN, start, 1.0)
        left = start[0] - min(int(self.fight.blow), int(self.fight.cap) - int(self.fight.dealt))
        if left > 0:
            return {(left, *start[1:5], int(SPENT), start[6]): 1.0}
        self.won = 1.0
        return {}

    def open(self, spots: dict[Spot, float], after: bool, turn: int) -> None:
        """One window: all that is done in it, then the dice."""
        odds = self.odds
        waiting = list(spots.items())
        while waiting:
            spot, likely = waiting.pop()
            if likely < FORGOTTEN:
                continue
            place = odds.here + odds.at(*spot)
            if after:
                odds.look_after(place, *spot)
            else:
                odds.look_before(place, *spot)
            what = int(odds.what)
            if what == GO_ON:
                self.roll(spot, likely, after, turn)
            else:
                self.note(what, spot, likely)
                if what in (TAME, KILL):
                    self.won += likely
                else:
                    waiting.append((self.moved(what, spot), likely))

    def roll(self, spot: Spot, likely: float, after: bool, turn: int) -> None:
        self.first = False
        if after:
            self.endure(spot, likely, turn + 1)
        elif self.odds.ends.fired == 1:
            self.attack(spot, likely)
        else:
            self.after[spot] = self.after.get(spot, 0.0) + likely

    def moved(self, what: int, spot: Spot) -> Spot:
        """After something that leaves the window open."""
        monster, hp, stock, pouch, bait, knife, hits = spot
        if what == HEAL:
            return monster, hp + 1, stock - 1, pouch, bait, knife, hits
        if what == BAIT:
            return monster, hp, stock, pouch, 1, knife, hits
        if what == PRIME:
            return monster, hp, stock, pouch, bait, int(PRIMED), hits
        kind = what - int(THROW)
        left = monster - int(self.fight.blast[kind])
        return left, hp, stock, pouch - int(self.odds.ends.steps[kind]), bait, knife, hits

    def note(self, what: int, spot: Spot, likely: float) -> None:
        monster, hp, _, pouch, *_ = spot
        counts = self.odds.ends.counts
        held = vec[i64]([counts[pouch * int(KINDS) + kind] for kind in range(KINDS)])
        bombs = [0, 0, 0]
        if what in (TAME, KILL):
            bombs = [int(one) for one in to_throw(self.fight, self.worth, held, monster, what == TAME)]
        elif what >= THROW:
            bombs[what - int(THROW)] = 1
        old = self.steps.get(what, Step(what, 0, 0, 0, (0, 0, 0), 0.0))
        thrown = (bombs[0], bombs[1], bombs[2]) if monster >= old.monster_hp else old.bombs
        self.steps[what] = Step(
            what,
            old.now + int(self.first),
            max(old.monster_hp, monster),
            max(old.hp, hp),
            thrown,
            old.likely + likely,
        )

    def attack(self, spot: Spot, likely: float) -> None:
        """The dice, and the second blow where the plan wants it."""
        fight, odds, dice = self.fight, self.odds, self.odds.dice
        monster, hp, stock, pouch, bait, knife, hits = spot
        rage = int(odds.rage(hp, stock, hits))
        self.won += likely * dice.felled
        for at in range(rage * int(WIDTH), rage * int(WIDTH) + int(dice.outcomes[rage])):
            damage = int(dice.damage[at]) * int(fight.times)
            then = knife
            if fight.triple > 0 and knife == PRIMED and damage > 0:
                damage *= int(fight.triple)
                then = int(SPENT)
            total = min(damage + int(fight.pets), int(fight.cap))
            left = monster - total
            if left <= 0:
                self.won += likely * dice.at_least[at]
                break
            left += int(fight.regen) if total > 0 else 0
            here: Spot = (left, hp, stock, pouch, bait, then, hits)
            if fight.again and knife == READY and damage > 0:
                rest = odds.ends.whole[pouch] + odds.ends.kill_after[hp * int(odds.stocks) + stock]
                place = odds.here + odds.at(*here)
                if odds.strike_again(place, left, damage, total, odds.ends.closed[bait] + rest):
                    self.note(STRIKE_AGAIN, here, likely * dice.likely[at])
                    left -= min(damage, int(fight.cap) - total)
                    here = (left, hp, stock, pouch, bait, int(SPENT), hits)
            if left > 0:
                self.after[here] = self.after.get(here, 0.0) + likely * dice.likely[at]
            else:
                self.won += likely * dice.likely[at]

    def endure(self, spot: Spot, likely: float, turn: int) -> None:
        """The monster's attack; who still stands opens the window of that battle round."""
        fight, dice = self.fight, self.odds.dice
        monster, hp, stock, pouch, bait, knife, hits = spot
        enraged = int(fight.rage_half > 0 and monster <= fight.printed_hp // 2)
        for at in range(enraged * 8, enraged * 8 + int(dice.blows[enraged])):
            damage = int(dice.blow[at])
            back = damage * int(fight.back_times) + int(fight.back_flat) if damage > 0 else 0
            left = monster - min(back, int(fight.cap))
            if hp > damage and left <= 0:
                self.won += likely * dice.blow_likely[at]
            elif hp > damage and turn <= BATTLE_ROUNDS:
                more = hits + int(damage > 0 and self.odds.hits > 1)
                here = (left, hp - damage, stock, pouch, bait, knife, more)
                self.before[here] = self.before.get(here, 0.0) + likely * dice.blow_likely[at]


def explain(fight: Fight, worth: Worth, by_chance: bool) -> list[Step]:
    """The steps of the best plan that are likely enough to be told: those at once first, then by likelihood."""
    steps = [step for step in Walk(fight, worth, by_chance).steps.values() if step.now or step.likely >= RARE]
    return sorted(steps, key=lambda step: (step.now == 0, -step.likely, step.deed))


def in_words(fight: Fight, steps: list[Step], plain: str = "attack") -> str:
    """A plan as one short text; plain where there is nothing to plan."""
    parts = [phrase(fight, step) for step in steps]
    text = "; ".join(part for part in parts if part) or (plain if fight.shots != 0 else "hold out")
    return text[0].upper() + text[1:] + "."


def phrase(fight: Fight, step: Step) -> str:
    its_hp = f"when it is at {step.monster_hp} HP{' or less' if step.monster_hp > 1 else ''}"
    when = "now" if step.now else its_hp
    if step.deed == HEAL:
        if step.now:
            return f"use {pieces(step.now, 'Blood Bag')} now"
        if fight.bags == 0:
            return f"trade Beer for blood after your attack when you are at {step.hp} HP or less"
        return f"use Blood Bags after your attack when you are at {step.hp} HP{' or less' if step.hp > 1 else ''}"
    if step.deed == BAIT:
        return f"use {'all ' if fight.fakes > 1 else ''}your Fake Blood {when}"
    if step.deed == PRIME:
        return f"ready the Knife {'now' if step.now else 'later'}"
    if step.deed == STRIKE_AGAIN:
        return f"strike again {when}"
    thrown = " and ".join(pieces(step.bombs[kind], ITEM_NAMES[2 + kind]) for kind in range(3) if step.bombs[kind])
    if step.deed == TAME:
        return f"throw {thrown} and tame it {when}" if thrown else f"tame it {when}"
    return f"throw {thrown} {when}"


def pieces(count: int, name: str) -> str:
    return f"a {name}" if count == 1 else f"{count} {name}s"
