"""Computes best play a second time from section 15 of the README, without any code of the game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

Pool = tuple[int, int, int]  # uses of add, subtract, re-roll
Chances = dict[Pool, float]

AREAS = ("easy", "medium", "hard")
FACES = range(1, 7)
OPENINGS = [(first + second, third) for first, second, third in product(FACES, FACES, FACES)]


@cache
def win_chance_without_abilities(low: int, total: int) -> Fraction:
    """Returns the exact chance to win without tricks, with best play from this total."""
    return max(hold_chance(low, total), roll_chance(low, total))


def hold_chance(low: int, total: int) -> Fraction:
    """15: bust and ties lose; low and high are equally likely."""
    return Fraction(sum(enemy < total <= 21 for enemy in (low, low + 1)), 2)


def roll_chance(low: int, total: int) -> Fraction:
    """Returns the chance after one more die; a total over 21 is lost."""
    if total >= 21:
        return Fraction(0)
    return sum((win_chance_without_abilities(low, total + die) for die in FACES), Fraction(0)) / 6


def opening_chance_without_abilities(low: int) -> Fraction:
    return sum((win_chance_without_abilities(low, two + third) for two, third in OPENINGS), Fraction(0)) / 216


@cache
def threshold_chance(least: int, low: int | None, total: int) -> Fraction:
    """Roll below a number, then hold: the chance to win, or with no opponent the chance to go bust."""
    if total < least:
        return sum((threshold_chance(least, low, total + die) for die in FACES), Fraction(0)) / 6
    return Fraction(total > 21) if low is None else hold_chance(low, total)


def opening_threshold_chance(least: int, low: int | None) -> Fraction:
    return sum((threshold_chance(least, low, two + third) for two, third in OPENINGS), Fraction(0)) / 216


@dataclass(frozen=True)
class RulesVariant:
    """The documented game, one of the variants at the end of 15.4, or one with other enemies."""

    start: Pool = (1, 1, 0)
    limit: int = 31
    areas: tuple[str, ...] = AREAS
    lows: tuple[int, int, int] = (15, 17, 18)  # easy, medium, hard
    costs: tuple[int, int, int] = (1, 1, 1)
    boss: tuple[int, int, int] = (19, 20, 18)  # level, behind, ahead
    boss_cost: int = 2


class ExactSolution:
    """The chances of a perfect player, by pool, for any moment of the campaign."""

    def __init__(self, variant: RulesVariant) -> None:
        self.variant = variant
        self.campaigns: dict[tuple[int, bool, int], Chances] = {}
        self.bosses: dict[int, Chances] = {}

    def pools(self, level: int) -> list[Pool]:
        add, subtract, reroll = (uses + level for uses in self.variant.start)
        return list(product(range(add), range(subtract), range(reroll)))

    def campaign(self, wins: int, easy_only: bool, health: int) -> Chances:
        level = 1 if wins < 3 else 2 if wins < 8 else 3
        if health <= 0:
            return dict.fromkeys(self.pools(level), 0.0)
        if level == 3:
            return self.boss(-(-health // self.variant.boss_cost))
        key = (wins, easy_only, health)
        if key not in self.campaigns:
            found = [self.game(area, *key) for area in self.variant.areas if not self.is_exhausted(area, *key)]
            self.campaigns[key] = {pool: max(game[pool] for game in found) for pool in self.pools(level)}
        return self.campaigns[key]

    def is_exhausted(self, area: str, wins: int, easy_only: bool, health: int) -> bool:
        """3.3: there are seven easy opponents."""
        return area == "easy" and easy_only and wins == 7

    def game(self, area: str, wins: int, easy_only: bool, health: int) -> Chances:
        rises = wins + 1 in (3, 8)
        number = AREAS.index(area)
        lost = self.campaign(wins, easy_only, health - self.variant.costs[number])
        after = self.campaign(wins + 1, easy_only and area == "easy", health + rises)
        won = {pool: after[add_to_pool(pool, int(rises))] for pool in lost}
        return fight_chances(self.variant.lows[number], self.variant.limit, won, lost)

    def boss(self, attempts: int) -> Chances:
        """A lost match always costs the same, so only the number of attempts counts."""
        nothing = dict.fromkeys(self.pools(3), 0.0)
        if attempts == 0:
            return nothing
        if attempts not in self.bosses:
            certain = dict.fromkeys(self.pools(3), 1.0)
            again = self.boss(attempts - 1)
            level, behind, ahead = self.variant.boss
            limit = self.variant.limit
            decider = fight_chances(level, limit, certain, again)
            one_up = fight_chances(behind, limit, certain, decider)
            one_down = fight_chances(ahead, limit, decider, again)
            self.bosses[attempts] = fight_chances(level, limit, one_up, one_down)
        return self.bosses[attempts]


def add_to_pool(pool: Pool, more: int) -> Pool:
    return pool[0] + more, pool[1] + more, pool[2] + more


def fight_chances(low: int, limit: int, won: Chances, lost: Chances) -> Chances:
    """Returns the value of a fight before its opening dice, given the values of its two ends."""
    rows: dict[Pool, list[list[float]]] = {}  # by total and last roll
    rolls: dict[Pool, list[float]] = {}  # one more die, by total
    for pool in won:  # in product order: every pool after those it can shrink to
        fill_pool(low, limit, won, lost, pool, rows, rolls)
    return {pool: sum(rows[pool][two + third][third] for two, third in OPENINGS) / 216 for pool in won}


def fill_pool(
    low: int,
    limit: int,
    won: Chances,
    lost: Chances,
    pool: Pool,
    rows: dict[Pool, list[list[float]]],
    rolls: dict[Pool, list[float]],
) -> None:
    add, subtract, reroll = pool
    end = lost[pool]
    here = [[end] * 7 for _ in range(limit + 7)]
    roll = [end] * (limit + 7)
    upwards = rows.get((add - 1, subtract, reroll))
    downwards = rows.get((add, subtract - 1, reroll))
    again = rolls.get((add, subtract, reroll - 1))
    for total in range(limit - 1, -1, -1):
        roll[total] = sum(here[total + die][die] for die in FACES) / 6
        share = sum(enemy < total <= 21 for enemy in (low, low + 1)) / 2
        best = max(roll[total], share * won[pool] + (1 - share) * end)
        for last in FACES:
            value = best
            if upwards is not None:
                value = max(value, upwards[total + 1][last])
            if downwards is not None and total > 0:
                value = max(value, downwards[total - 1][last])
            if again is not None and total >= last:
                value = max(value, again[total - last])
            here[total][last] = value
    rows[pool] = here
    rolls[pool] = roll
