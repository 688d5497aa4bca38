"""Exact chances to win in Baldur's Bones, by dynamic programming over every dice fight and over the whole campaign."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.rules.book import Book
from parlour.games.bones.rules.campaign import (
    ADD,
    BEST_TOTAL,
    END_TOTAL,
    HOLD,
    REROLL,
    ROLL,
    SUBTRACT,
    TOP_LEVEL,
    Bones,
    foe_at,
)
from parlour.games.bones.rules.city import (
    AREA,
    BEATEN,
    BOSS,
    BOSS_EVEN,
    EASY,
    GAME_TYPE,
    HARD,
    LANDING,
    MEDIUM,
    PLACES,
    TYPE,
)
from parlour.games.bones.rules.state import GAME, MATCH, RETHROW, WALKING

ADDS: Final[i64] = 4  # a pool holds 0 to 3 adds, 0 to 3 subtracts, 0 to 2 re-rolls
SUBTRACTS: Final[i64] = 4
REROLLS: Final[i64] = 3
POOLS: Final[i64] = 48
FACES: Final[i64] = 6
ROW_SIZE: Final[i64] = 7  # last rolls 0 to 6
POOL_SIZE: Final[i64] = 217  # totals 0 to 30, by last roll
EASY_GAMES: Final[i64] = 7
WINS_TO_LEVEL_2: Final[i64] = 3
WINS_TO_BOSS: Final[i64] = 8
IMPOSSIBLE: Final = -1.0
TOLERANCE: Final = 1e-12  # values that differ by less are equal


EVERY_ANSWER: Final = vec[i64]([31] * (POOLS * POOL_SIZE))  # by position: the answers allowed, a bit for each


def answer_bit(action: i64) -> i64:
    return 1 << (action - ROLL)


HOLD_BIT: Final[i64] = 1 << (HOLD - ROLL)
ROLL_BIT: Final[i64] = 1 << (ROLL - ROLL)
ADD_BIT: Final[i64] = 1 << (ADD - ROLL)
SUBTRACT_BIT: Final[i64] = 1 << (SUBTRACT - ROLL)
REROLL_BIT: Final[i64] = 1 << (REROLL - ROLL)


def pool_of(add: i64, subtract: i64, reroll: i64) -> i64:
    return (add * SUBTRACTS + subtract) * REROLLS + reroll


class FightSolution:
    """The value of every position of one dice fight with best play, given what a win and a loss are worth, by the pool
    of tricks left. In each position only the allowed answers count. Pools that the player's level does not allow are
    left out: their values are 0."""

    def __init__(
        self,
        low: i64,
        won: vec[float],
        lost: vec[float],
        allowed: vec[i64] = EVERY_ANSWER,
        level: i64 = TOP_LEVEL,
    ) -> None:
        self.low = low
        self.won = won  # what a win is worth, by pool left
        self.lost = lost
        self.allowed = allowed  # bits of answers, by position
        self.values = vec[float]([0.0] * (POOLS * POOL_SIZE))
        self.rolls = vec[float]([0.0] * (POOLS * END_TOTAL))  # of rolling one more die, by pool and total
        self.openings = vec[float]([0.0] * POOLS)  # before the three dice fall, by pool
        for add in range(level + 1):
            for subtract in range(level + 1):
                for reroll in range(level):
                    self.solve_pool(add, subtract, reroll)
                    pool = pool_of(add, subtract, reroll)
                    self.openings[pool] = self.opening_value(pool)

    def solve_pool(self, add: i64, subtract: i64, reroll: i64) -> None:
        """Computes the values of all positions of a dice fight with these tricks left; the pools with fewer tricks must
        be computed before. Dice only raise the total, so one pass from the highest total down is enough."""
        pool = pool_of(add, subtract, reroll)
        without_add, without_subtract = pool_of(add - 1, subtract, reroll), pool_of(add, subtract - 1, reroll)
        without_reroll = pool_of(add, subtract, reroll - 1) * END_TOTAL
        for total in range(END_TOTAL - 1, -1, -1):
            hold = self.hold_value(pool, total)
            roll = self.roll_value(pool, total)
            self.rolls[pool * END_TOTAL + total] = roll
            for last in range(1, FACES + 1):
                position = pool * POOL_SIZE + total * ROW_SIZE + last
                allowed = self.allowed[position]
                value = hold if allowed & HOLD_BIT else IMPOSSIBLE
                if allowed & ROLL_BIT:
                    value = max(value, roll)
                if add > 0 and allowed & ADD_BIT:
                    value = max(value, self.value_at(without_add, total + 1, last))
                if subtract > 0 and total > 0 and allowed & SUBTRACT_BIT:
                    value = max(value, self.value_at(without_subtract, total - 1, last))
                if reroll > 0 and total >= last and allowed & REROLL_BIT:
                    value = max(value, self.rolls[without_reroll + total - last])
                self.values[position] = value

    def value_at(self, pool: i64, total: i64, last: i64) -> float:
        """Returns the value, with best play, of a position of a dice fight: the pool of tricks left, the total (31 or
        more is lost) and the last roll."""
        if total >= END_TOTAL:
            return self.lost[pool]
        return self.values[pool * POOL_SIZE + total * ROW_SIZE + last]

    def hold_value(self, pool: i64, total: i64) -> float:
        """Returns the value of holding at this total. The opponent's total is one of two fixed numbers, equally likely;
        only a higher total of at most 21 wins."""
        if total > BEST_TOTAL or total <= self.low:
            return self.lost[pool]
        if total > self.low + 1:
            return self.won[pool]
        return (self.won[pool] + self.lost[pool]) / 2.0

    def roll_value(self, pool: i64, total: i64) -> float:
        """Returns the value of rolling one more die on this total, as the mean over its faces."""
        value = 0.0
        for die in range(1, FACES + 1):
            value += self.value_at(pool, total + die, die)
        return value / 6.0

    def action_value(self, add: i64, subtract: i64, reroll: i64, total: i64, last: i64, action: i64) -> float:
        """Returns the value of an action in a dice fight, then best play; IMPOSSIBLE for a trick without a use left."""
        if action == HOLD:
            return self.hold_value(pool_of(add, subtract, reroll), total)
        if action == ROLL:
            return self.roll_value(pool_of(add, subtract, reroll), total)
        if action == ADD and add > 0:
            return self.value_at(pool_of(add - 1, subtract, reroll), total + 1, last)
        if action == SUBTRACT and subtract > 0:
            return self.value_at(pool_of(add, subtract - 1, reroll), total - 1, last)
        if action == REROLL and reroll > 0:
            return self.roll_value(pool_of(add, subtract, reroll - 1), total - last)
        return IMPOSSIBLE

    def opening_value(self, pool: i64) -> float:
        """Returns the value of a dice fight before it opens: the mean over the 216 results of three opening dice."""
        value = 0.0
        start = pool * POOL_SIZE
        for third in range(1, FACES + 1):
            for first in range(1, FACES + 1):
                for second in range(1, FACES + 1):
                    value += self.values[start + (first + second + third) * ROW_SIZE + third]
        return value / 216.0


class Solver:
    """The chances to win from all campaign positions, each computed at its first use and kept.

    Walking is free and lost fights may be repeated, so a campaign position is: wins so far, whether all of them
    were easy (the seven easy opponents alone are not enough), health, and the pool."""

    def __init__(self, low: vec[i64], cost: vec[i64]) -> None:
        self.low = low  # by foe
        self.cost = cost
        self.alone: dict[i64, FightSolution] = {}
        self.games: dict[i64, FightSolution] = {}
        self.rounds: dict[i64, FightSolution] = {}
        self.campaigns: dict[i64, vec[float]] = {}

    def answers_against(self, low: i64) -> vec[i64]:
        """Returns for every position of a fight a bit mask of the answers that count, if the opponent's lower total is
        `low`: here all answers; the coach's solver allows fewer."""
        return EVERY_ANSWER

    def solve_alone(self, low: i64) -> FightSolution:
        """Solves a dice fight by itself, without the campaign: a win is worth 1, a loss 0, tricks left nothing."""
        solution = self.alone.get(low)
        if solution is None:
            solution = FightSolution(low, vec[float]([1.0] * POOLS), vec[float]([0.0] * POOLS))
            self.alone[low] = solution
        return solution

    def solve_round(self, rounds_won: i64, rounds_lost: i64, health: i64) -> FightSolution:
        """Solves a round of the match against the boss, for the rounds won and lost before it and the health left; its
        values are chances to win the campaign."""
        key = (health * 2 + rounds_won) * 2 + rounds_lost
        solution = self.rounds.get(key)
        if solution is None:
            won = (
                vec[float]([1.0] * POOLS)
                if rounds_won == 1
                else self.solve_round(rounds_won + 1, rounds_lost, health).openings
            )
            lost = (
                self.boss_chances(health - self.cost[BOSS_EVEN])
                if rounds_lost == 1
                else self.solve_round(rounds_won, rounds_lost + 1, health).openings
            )
            low = self.low[foe_at(rounds_won, rounds_lost)]
            solution = FightSolution(low, won, lost, self.answers_against(low))
            self.rounds[key] = solution
        return solution

    def boss_chances(self, health: i64) -> vec[float]:
        """Returns the chances to beat the boss in the end with this health, by the pool of tricks left."""
        if health <= 0:
            return vec[float]([0.0] * POOLS)
        return self.solve_round(0, 0, health).openings

    def solve_game(self, area: i64, wins: i64, easy_only: bool, health: i64) -> FightSolution:
        """Solves a dice fight with an opponent in the city; its values are chances to win the whole campaign."""
        key = ((min(wins, WINS_TO_BOSS) * 2 + int(easy_only)) * 64 + health) * 4 + area
        solution = self.games.get(key)
        if solution is None:
            won = self.chances_after_win(wins + 1, easy_only and area == EASY, health)
            lost = self.campaign_chances(wins, easy_only, health - self.cost[area])
            low = self.low[area]
            solution = FightSolution(low, won, lost, self.answers_against(low), level_after(wins))
            self.games[key] = solution
        return solution

    def chances_after_win(self, wins: i64, easy_only: bool, health: i64) -> vec[float]:
        """Returns the chances to win the campaign after a city game is won (`wins` counts it), by the pool of tricks
        before; wins 3 and 8 raise the level, which gives one more of each trick and of health (section 8)."""
        if wins != WINS_TO_LEVEL_2 and wins != WINS_TO_BOSS:
            return self.campaign_chances(wins, easy_only, health)
        return before_level_up(self.campaign_chances(wins, easy_only, health + 1))

    def campaign_chances(self, wins: i64, easy_only: bool, health: i64) -> vec[float]:
        """Returns the chances to win the campaign from a position between fights, by the pool of tricks left."""
        if health <= 0:
            return vec[float]([0.0] * POOLS)
        if wins >= WINS_TO_BOSS:
            return self.boss_chances(health)
        key = (wins * 2 + int(easy_only)) * 64 + health
        values = self.campaigns.get(key)
        if values is None:
            values = vec[float]([0.0] * POOLS)
            for area in range(EASY, HARD + 1):
                if area == EASY and easy_only and wins == EASY_GAMES:
                    continue
                raise_values(values, self.solve_game(area, wins, easy_only, health).openings)
            self.campaigns[key] = values
        return values


def level_after(wins: i64) -> i64:
    """Returns the level of a player with this many wins in the city (section 8)."""
    return 1 if wins < WINS_TO_LEVEL_2 else 2 if wins < WINS_TO_BOSS else TOP_LEVEL


def raise_values(values: vec[float], others: vec[float]) -> None:
    for pool in range(POOLS):
        values[pool] = max(values[pool], others[pool])


def before_level_up(values: vec[float]) -> vec[float]:
    """Returns the value of each pool of tricks just before a new level adds one of each; full pools do not occur."""
    out = vec[float]([0.0] * POOLS)
    for add in range(ADDS - 1):
        for subtract in range(SUBTRACTS - 1):
            for reroll in range(REROLLS - 1):
                out[pool_of(add, subtract, reroll)] = values[pool_of(add + 1, subtract + 1, reroll + 1)]
    return out


def solver_of(book: Book) -> Solver:
    """Returns the solver for the figures of a match, made at its first use and kept in their book."""
    solver = book.solver
    if solver is None:
        solver = Solver(book.low, book.cost)
        book.solver = solver
    return solver


def pool_left(state: Bones) -> i64:
    return pool_of(state.add, state.subtract, state.reroll)


def easy_only(state: Bones) -> bool:
    """Returns whether every win so far was over an easy opponent."""
    for place in range(PLACES):
        if state.status[place] == BEATEN and (AREA[place] == MEDIUM or AREA[place] == HARD):
            return False
    return True


def solution_of(state: Bones) -> FightSolution:
    """Solves the running dice fight; values are chances to win the campaign, in a practice game to win that game."""
    return solution_by(solver_of(state.book), state)


def solution_by(solver: Solver, state: Bones) -> FightSolution:
    if state.bout == GAME:
        return solver.solve_game(AREA[state.place], state.wins, easy_only(state), state.health)
    if state.bout == MATCH:
        return solver.solve_round(state.rounds_won, state.rounds_lost, state.health)
    return solution_alone(state)


def solution_alone(state: Bones) -> FightSolution:
    """Solves the running dice fight by itself; its values are chances to win this fight."""
    return solver_of(state.book).solve_alone(state.book.low[state.foe])


def value_of_game(solver: Solver, state: Bones, area: i64) -> float:
    """Returns the chance to win the campaign if the next game is against an opponent of this area of the city."""
    if area == BOSS:
        return solver.boss_chances(state.health)[pool_left(state)]
    return solver.solve_game(area, state.wins, easy_only(state), state.health).openings[pool_left(state)]


def campaign_chance(state: Bones) -> float:
    """Returns the chance to win the campaign with best play; in a practice game, to win that game."""
    return chance_by(solver_of(state.book), state)


def chance_by(solver: Solver, state: Bones) -> float:
    if state.ending != 0:
        return 1.0 if state.standing(0) > 0 else 0.0
    if state.bout == WALKING:
        return solver.campaign_chances(state.wins, easy_only(state), state.health)[pool_left(state)]
    return state_value(solution_by(solver, state), state)


def fight_chance(state: Bones) -> float:
    """Returns the chance to win the running dice fight if only this fight counts."""
    return state_value(solution_alone(state), state)


def state_value(solution: FightSolution, state: Bones) -> float:
    """Returns the value of a position during a dice fight by its solution, also while dice are still to be rolled."""
    pool = pool_left(state)
    if state.outcomes == 216:
        return solution.openings[pool]
    if state.outcomes == 6:
        base = state.total - state.last if state.due == RETHROW else state.total
        return solution.roll_value(pool, base)
    if state.outcomes == 2:
        return solution.hold_value(pool, state.total)
    return solution.value_at(pool, state.total, state.last)


def answer_value(solution: FightSolution, state: Bones, action: i64) -> float:
    """Returns the value of one answer of the player in a dice fight, by the fight's solution."""
    return solution.action_value(state.add, state.subtract, state.reroll, state.total, state.last, action)


def open_areas(state: Bones) -> vec[i64]:
    """Returns for each area of the city 1 if it has an unbeaten opponent, else 0."""
    found = vec[i64]([0] * (BOSS + 1))
    for place in range(PLACES):
        if TYPE[place] == GAME_TYPE and AREA[place] != LANDING and state.status[place] != BEATEN:
            found[AREA[place]] = 1
    return found


def best_area_by(solver: Solver, state: Bones) -> i64:
    """Returns the area of the city with the best opponent to play next: the boss's at level 3; among equals, the weaker
    one."""
    if state.level == TOP_LEVEL:
        return BOSS
    unbeaten = open_areas(state)
    best = MEDIUM
    value = IMPOSSIBLE
    for area in range(EASY, HARD + 1):
        if unbeaten[area] == 1:
            other = value_of_game(solver, state, area)
            if other > value + TOLERANCE:
                value = other
                best = area
    return best
