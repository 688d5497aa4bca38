"""The best plan for a battle in a few steps: items to use at once, and items to keep for later."""

from __future__ import annotations

from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import BATTLE_ROUNDS, ITEM_NAMES
from parlour.games.hunter.study.odds.battle_odds import (
    ARM_KNIFE,
    GO_ON,
    HEAL,
    KILL,
    STRIKE_AGAIN,
    TAME,
    THROW,
    USE_FAKE_BLOOD,
    Odds,
)
from parlour.games.hunter.study.odds.dice_odds import WIDTH
from parlour.games.hunter.study.odds.ends import EXPLOSIVE_KINDS, explosives_to_throw
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, BEFORE_ATTACK, READY, SPENT, UNUSED, Fight, Worth

RARE = 1e-4  # steps less likely than this are not mentioned
NEGLIGIBLE = 1e-10  # positions less likely than this are not followed
Spot = tuple[int, int, int, int, int, int, int]  # monster's HP, hunter's HP, stock, pouch, Fake Blood used, knife, hits


class Step(NamedTuple):
    """One step of a battle plan: an action, how often it is taken (before any roll, and on average in a battle), and
    the most HP of both sides at which it is taken."""

    action: int  # of the solver: HEAL, USE_FAKE_BLOOD, ARM_KNIFE, STRIKE_AGAIN, TAME, KILL, THROW + kind
    at_once: int  # pieces used, or 1, before anything is rolled
    monster_hp: int  # the most HP of the monster at which the step is taken
    hp: int  # the most HP of the hunter
    bombs: tuple[int, int, int]  # Grenades, Bombs, Dynamites thrown for it at that HP of the monster
    likely: float  # how often the step is taken in a battle, on average


class PlanWalk:
    """A walk by the best battle plan through all outcomes of the dice, which collects the steps of the plan."""

    def __init__(self, fight: Fight, worth: Worth, by_chance: bool) -> None:
        self.odds = Odds(fight, worth, by_chance, keep_rounds=True)
        self.fight = fight
        self.worth = worth
        self.steps: dict[int, Step] = {}
        self.won = 0.0  # probability
        self.first = True  # until the first roll
        self.before: dict[Spot, float] = {}
        self.after: dict[Spot, float] = {}
        self.walk()

    def walk(self) -> None:
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
        for turn in range(int(fight.round), int(odds.last_round) + 1):
            odds.select_round(turn)
            odds.ends.select_round(turn, False)
            self.walk_window(self.before, False, turn)
            self.before = {}
            self.walk_window(self.after, True, turn)
            self.after = {}

    def second_blow(self, start: Spot) -> dict[Spot, float]:
        """Returns the battle positions, with their chances, after the Knife's second blow if the plan begins with it,
        else the start alone; empty if the blow kills the monster."""
        if self.odds.choice != STRIKE_AGAIN:
            return {start: 1.0}
        self.add_step(STRIKE_AGAIN, start, 1.0)
        left = start[0] - min(int(self.fight.dice_damage), int(self.fight.damage_cap) - int(self.fight.attack_damage))
        if left > 0:
            return {(left, *start[1:5], int(SPENT), start[6]): 1.0}
        self.won = 1.0
        return {}

    def walk_window(self, spots: dict[Spot, float], after: bool, turn: int) -> None:
        """Follows the battle plan from these positions: actions before or after the hunter's attack, then dice."""
        odds = self.odds
        waiting = list(spots.items())
        while waiting:
            spot, likely = waiting.pop()
            if likely < NEGLIGIBLE:
                continue
            place = odds.round_start + odds.index(*spot)
            if after:
                odds.solve_after_attack(place, *spot)
            else:
                odds.solve_before_attack(place, *spot)
            what = int(odds.best_choice)
            if what == GO_ON:
                self.roll(spot, likely, after, turn)
            else:
                self.add_step(what, spot, likely)
                if what in (TAME, KILL):
                    self.won += likely
                else:
                    waiting.append((self.spot_after(what, spot), likely))

    def roll(self, spot: Spot, likely: float, after: bool, turn: int) -> None:
        self.first = False
        if after:
            self.endure(spot, likely, turn + 1)
        elif self.odds.ends.fired == 1:
            self.attack(spot, likely)
        else:
            self.after[spot] = self.after.get(spot, 0.0) + likely

    def spot_after(self, what: int, spot: Spot) -> Spot:
        """Returns the battle position after an action without dice that leaves the battle open, as using an item."""
        monster, hp, stock, pouch, fake, knife, hits = spot
        if what == HEAL:
            return monster, hp + 1, stock - 1, pouch, fake, knife, hits
        if what == USE_FAKE_BLOOD:
            return monster, hp, stock, pouch, 1, knife, hits
        if what == ARM_KNIFE:
            return monster, hp, stock, pouch, fake, int(READY), hits
        kind = what - int(THROW)
        left = monster - int(self.fight.blast[kind])
        return left, hp, stock, pouch - int(self.odds.ends.steps[kind]), fake, knife, hits

    def add_step(self, what: int, spot: Spot, likely: float) -> None:
        monster, hp, _, pouch, *_ = spot
        counts = self.odds.ends.counts
        held = vec[i64]([counts[pouch * int(EXPLOSIVE_KINDS) + kind] for kind in range(EXPLOSIVE_KINDS)])
        bombs = [0, 0, 0]
        if what in (TAME, KILL):
            bombs = [int(one) for one in explosives_to_throw(self.fight, self.worth, held, monster, what == TAME)]
        elif what >= THROW:
            bombs[what - int(THROW)] = 1
        old = self.steps.get(what, Step(what, 0, 0, 0, (0, 0, 0), 0.0))
        thrown = (bombs[0], bombs[1], bombs[2]) if monster >= old.monster_hp else old.bombs
        self.steps[what] = Step(
            what,
            old.at_once + int(self.first),
            max(old.monster_hp, monster),
            max(old.hp, hp),
            thrown,
            old.likely + likely,
        )

    def attack(self, spot: Spot, likely: float) -> None:
        """Follows the hunter's attack through all results of the dice, and the second blow if the plan wants it."""
        fight, odds, dice = self.fight, self.odds, self.odds.dice
        monster, hp, stock, pouch, fake, knife, hits = spot
        rage = int(odds.rage_bonus(hp, stock, hits))
        self.won += likely * dice.felled
        for at in range(rage * int(WIDTH), rage * int(WIDTH) + int(dice.outcomes[rage])):
            damage = int(dice.damage[at]) * int(fight.damage_factor)
            then = knife
            if fight.triple_factor > 0 and knife == READY and damage > 0:
                damage *= int(fight.triple_factor)
                then = int(SPENT)
            total = min(damage + int(fight.pets), int(fight.damage_cap))
            left = monster - total
            if left <= 0:
                self.won += likely * dice.at_least[at]
                break
            left += int(fight.regen) if total > 0 else 0
            here: Spot = (left, hp, stock, pouch, fake, then, hits)
            if fight.second_blow and knife == UNUSED and damage > 0:
                rest = odds.ends.kept_pouch[pouch] + odds.ends.kill_after[hp * int(odds.stocks) + stock]
                place = odds.round_start + odds.index(*here)
                if odds.strike_again(place, left, damage, total, odds.ends.closed[fake] + rest):
                    self.add_step(STRIKE_AGAIN, here, likely * dice.likely[at])
                    left -= min(damage, int(fight.damage_cap) - total)
                    here = (left, hp, stock, pouch, fake, int(SPENT), hits)
            if left > 0:
                self.after[here] = self.after.get(here, 0.0) + likely * dice.likely[at]
            else:
                self.won += likely * dice.likely[at]

    def endure(self, spot: Spot, likely: float, turn: int) -> None:
        """Follows the monster's attack through all results of the dice; a hunter who survives goes on into battle round
        `turn`."""
        fight, dice = self.fight, self.odds.dice
        monster, hp, stock, pouch, fake, knife, hits = spot
        enraged = int(fight.rage_half > 0 and monster <= fight.printed_hp // 2)
        for at in range(enraged * 8, enraged * 8 + int(dice.blow_counts[enraged])):
            damage = int(dice.blow_damage[at])
            back = damage * int(fight.retaliate_factor) + int(fight.retaliate_flat) if damage > 0 else 0
            left = monster - min(back, int(fight.damage_cap))
            if hp > damage and left <= 0:
                self.won += likely * dice.blow_likely[at]
            elif hp > damage and turn <= BATTLE_ROUNDS:
                more = hits + int(damage > 0 and self.odds.hits > 1)
                here = (left, hp - damage, stock, pouch, fake, knife, more)
                self.before[here] = self.before.get(here, 0.0) + likely * dice.blow_likely[at]


def plan_steps(fight: Fight, worth: Worth, by_chance: bool) -> list[Step]:
    """Returns the likely steps of the best battle plan: those to take at once first, then by likelihood."""
    steps = [step for step in PlanWalk(fight, worth, by_chance).steps.values() if step.at_once or step.likely >= RARE]
    return sorted(steps, key=lambda step: (step.at_once == 0, -step.likely, step.action))


def describe_plan(fight: Fight, steps: list[Step], plain: str = "attack") -> str:
    """Describes a battle plan in one short text for the player; without steps the text is `plain`, or to hold out if
    there is no ammunition."""
    parts = [step_text(fight, step) for step in steps]
    text = "; ".join(part for part in parts if part) or (plain if fight.shots != 0 else "hold out")
    return text[0].upper() + text[1:] + "."


def step_text(fight: Fight, step: Step) -> str:
    its_hp = f"when it is at {step.monster_hp} HP{' or less' if step.monster_hp > 1 else ''}"
    when = "now" if step.at_once else its_hp
    if step.action == HEAL:
        if step.at_once:
            return f"use {count_pieces(step.at_once, 'Blood Bag')} now"
        if fight.bags == 0:
            return f"trade Beer for blood after your attack when you are at {step.hp} HP or less"
        return f"use Blood Bags after your attack when you are at {step.hp} HP{' or less' if step.hp > 1 else ''}"
    if step.action == USE_FAKE_BLOOD:
        return f"use {'all ' if fight.fakes > 1 else ''}your Fake Blood {when}"
    if step.action == ARM_KNIFE:
        return f"ready the Knife {'now' if step.at_once else 'later'}"
    if step.action == STRIKE_AGAIN:
        return f"strike again {when}"
    thrown = " and ".join(count_pieces(step.bombs[kind], ITEM_NAMES[2 + kind]) for kind in range(3) if step.bombs[kind])
    if step.action == TAME:
        return f"throw {thrown} and tame it {when}" if thrown else f"tame it {when}"
    return f"throw {thrown} {when}"


def count_pieces(count: int, name: str) -> str:
    return f"a {name}" if count == 1 else f"{count} {name}s"
