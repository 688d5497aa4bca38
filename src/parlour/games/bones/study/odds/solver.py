"""The exact player: dynamic programming over every fight, and over the whole campaign."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.rules.book import Book
from parlour.games.bones.rules.campaign import ADD, GOOD, HOLD, LIMIT, REROLL, ROLL, SUBTRACT, Bones, foe_at
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
ROW: Final[i64] = 7  # last rolls 0 to 6
POOL: Final[i64] = 217  # totals 0 to 30, by last roll
EASY_GAMES: Final[i64] = 7
WINS_TO_BOSS: Final[i64] = 8
IMPOSSIBLE: Final = -1.0


def pool_of(add: i64, subtract: i64, reroll: i64) -> i64:
    return (add * SUBTRACTS + subtract) * REROLLS + reroll


class Ladder:
    """One fight solved: the value of every position in it, given what its ends are worth, by pool."""

    def __init__(self, low: i64, won: vec[float], lost: vec[float]) -> None:
        self.low = low
        self.won = won  # what a win is worth, by pool left
        self.lost = lost
        self.values = vec[float]([0.0] * (POOLS * POOL))
        for add in range(ADDS):
            for subtract in range(SUBTRACTS):
                for reroll in range(REROLLS):
                    self.solve(add, subtract, reroll)
        self.openings = vec[float]([0.0] * POOLS)  # before the three dice fall, by pool
        for pool in range(POOLS):
            self.openings[pool] = self.opening(pool)

    def solve(self, add: i64, subtract: i64, reroll: i64) -> None:
        """Tricks only shrink the pool and dice only raise the total, so one pass is enough."""
        pool = pool_of(add, subtract, reroll)
        for total in range(LIMIT - 1, -1, -1):
            best = max(self.hold(pool, total), self.roll(pool, total))
            for last in range(1, FACES + 1):
                value = best
                if add > 0:
                    value = max(value, self.at(pool_of(add - 1, subtract, reroll), total + 1, last))
                if subtract > 0 and total > 0:
                    value = max(value, self.at(pool_of(add, subtract - 1, reroll), total - 1, last))
                if reroll > 0 and total >= last:
                    value = max(value, self.roll(pool_of(add, subtract, reroll - 1), total - last))
                self.values[pool * POOL + total * ROW + last] = value

    def at(self, pool: i64, total: i64, last: i64) -> float:
        """The value of a position under best play."""
        if total >= LIMIT:
            return self.lost[pool]
        return self.values[pool * POOL + total * ROW + last]

    def hold(self, pool: i64, total: i64) -> float:
        """A tie loses; low and high are alike."""
        if total > GOOD or total <= self.low:
            return self.lost[pool]
        if total > self.low + 1:
            return self.won[pool]
        return (self.won[pool] + self.lost[pool]) / 2.0

    def roll(self, pool: i64, total: i64) -> float:
        """A new die on this total."""
        value = 0.0
        for die in range(1, FACES + 1):
            value += self.at(pool, total + die, die)
        return value / 6.0

    def after(self, add: i64, subtract: i64, reroll: i64, total: i64, last: i64, action: i64) -> float:
        """The value of an action, best play behind it; impossible without a use left."""
        if action == HOLD:
            return self.hold(pool_of(add, subtract, reroll), total)
        if action == ROLL:
            return self.roll(pool_of(add, subtract, reroll), total)
        if action == ADD and add > 0:
            return self.at(pool_of(add - 1, subtract, reroll), total + 1, last)
        if action == SUBTRACT and subtract > 0:
            return self.at(pool_of(add, subtract - 1, reroll), total - 1, last)
        if action == REROLL and reroll > 0:
            return self.roll(pool_of(add, subtract, reroll - 1), total - last)
        return IMPOSSIBLE

    def opening(self, pool: i64) -> float:
        """The mean over the 216 ways the three dice fall."""
        value = 0.0
        for third in range(1, FACES + 1):
            for first in range(1, FACES + 1):
                for second in range(1, FACES + 1):
                    value += self.at(pool, first + second + third, third)
        return value / 216.0


class Solver:
    """Every campaign position, solved when first asked for and kept.

    Walking is free and lost fights may be repeated, so a campaign is: wins so far, whether all of them
    were easy (the seven easy opponents alone are not enough), health, and the pool."""

    def __init__(self, low: vec[i64], cost: vec[i64]) -> None:
        self.low = low  # by foe
        self.cost = cost
        self.alone: dict[i64, Ladder] = {}
        self.games: dict[i64, Ladder] = {}
        self.rounds: dict[i64, Ladder] = {}
        self.campaigns: dict[i64, vec[float]] = {}

    def single(self, low: i64) -> Ladder:
        """A fight for itself: a win is worth 1, a loss 0, tricks nothing."""
        ladder = self.alone.get(low)
        if ladder is None:
            ladder = Ladder(low, vec[float]([1.0] * POOLS), vec[float]([0.0] * POOLS))
            self.alone[low] = ladder
        return ladder

    def round(self, rounds_won: i64, rounds_lost: i64, health: i64) -> Ladder:
        """A round of the boss's match."""
        key = (health * 2 + rounds_won) * 2 + rounds_lost
        ladder = self.rounds.get(key)
        if ladder is None:
            won = (
                vec[float]([1.0] * POOLS)
                if rounds_won == 1
                else self.round(rounds_won + 1, rounds_lost, health).openings
            )
            lost = (
                self.boss(health - self.cost[BOSS_EVEN])
                if rounds_lost == 1
                else self.round(rounds_won, rounds_lost + 1, health).openings
            )
            ladder = Ladder(self.low[foe_at(rounds_won, rounds_lost)], won, lost)
            self.rounds[key] = ladder
        return ladder

    def boss(self, health: i64) -> vec[float]:
        """The chance to beat the boss in the end, by pool."""
        if health <= 0:
            return vec[float]([0.0] * POOLS)
        return self.round(0, 0, health).openings

    def game(self, area: i64, wins: i64, easy_only: bool, health: i64) -> Ladder:
        """A fight in the city, with all that hangs on it."""
        key = ((min(wins, WINS_TO_BOSS) * 2 + int(easy_only)) * 64 + health) * 4 + area
        ladder = self.games.get(key)
        if ladder is None:
            won = self.after_win(wins + 1, easy_only and area == EASY, health)
            lost = self.campaign(wins, easy_only, health - self.cost[area])
            ladder = Ladder(self.low[area], won, lost)
            self.games[key] = ladder
        return ladder

    def after_win(self, wins: i64, easy_only: bool, health: i64) -> vec[float]:
        """Rule 8: levels after wins 3 and 8 bring one more of everything."""
        if wins != 3 and wins != WINS_TO_BOSS:
            return self.campaign(wins, easy_only, health)
        return lifted(self.campaign(wins, easy_only, health + 1))

    def campaign(self, wins: i64, easy_only: bool, health: i64) -> vec[float]:
        """The chance to win the campaign from a free position, by pool."""
        if health <= 0:
            return vec[float]([0.0] * POOLS)
        if wins >= WINS_TO_BOSS:
            return self.boss(health)
        key = (wins * 2 + int(easy_only)) * 64 + health
        values = self.campaigns.get(key)
        if values is None:
            values = vec[float]([0.0] * POOLS)
            for area in range(EASY, HARD + 1):
                if area == EASY and easy_only and wins == EASY_GAMES:
                    continue
                raise_to(values, self.game(area, wins, easy_only, health).openings)
            self.campaigns[key] = values
        return values


def raise_to(values: vec[float], others: vec[float]) -> None:
    for pool in range(POOLS):
        values[pool] = max(values[pool], others[pool])


def lifted(values: vec[float]) -> vec[float]:
    """What a pool is worth if one more of each trick comes at once; pools that cannot rise are never asked."""
    out = vec[float]([0.0] * POOLS)
    for add in range(ADDS - 1):
        for subtract in range(SUBTRACTS - 1):
            for reroll in range(REROLLS - 1):
                out[pool_of(add, subtract, reroll)] = values[pool_of(add + 1, subtract + 1, reroll + 1)]
    return out


def solver_of(book: Book) -> Solver:
    """The solver of these figures, one for all who share the book."""
    solver = book.solver
    if solver is None:
        solver = Solver(book.low, book.cost)
        book.solver = solver
    return solver


def pool_left(state: Bones) -> i64:
    return pool_of(state.add, state.subtract, state.reroll)


def easy_only(state: Bones) -> bool:
    """Whether every win so far was over an easy opponent."""
    for place in range(PLACES):
        if state.status[place] == BEATEN and (AREA[place] == MEDIUM or AREA[place] == HARD):
            return False
    return True


def ladder_of(state: Bones) -> Ladder:
    """The running fight, with all that hangs on it."""
    solver = solver_of(state.book)
    if state.bout == GAME:
        return solver.game(AREA[state.place], state.wins, easy_only(state), state.health)
    if state.bout == MATCH:
        return solver.round(state.rounds_won, state.rounds_lost, state.health)
    return alone(state)


def alone(state: Bones) -> Ladder:
    """The running fight, played for itself."""
    return solver_of(state.book).single(state.book.low[state.foe])


def open_value(state: Bones, area: i64) -> float:
    """What it is worth to sit down now with somebody of this area."""
    solver = solver_of(state.book)
    if area == BOSS:
        return solver.boss(state.health)[pool_left(state)]
    return solver.game(area, state.wins, easy_only(state), state.health).openings[pool_left(state)]


def chance(state: Bones) -> float:
    """The chance to win the campaign with best play from here; in a practice game, to win that game."""
    if state.ending != 0:
        return 1.0 if state.standing(0) > 0 else 0.0
    if state.bout == WALKING:
        return solver_of(state.book).campaign(state.wins, easy_only(state), state.health)[pool_left(state)]
    return position(ladder_of(state), state)


def game_chance(state: Bones) -> float:
    """The chance to win the running fight, played for itself."""
    return position(alone(state), state)


def position(ladder: Ladder, state: Bones) -> float:
    """The value of a state in the middle of a fight, dealer's turns included."""
    pool = pool_left(state)
    if state.outcomes == 216:
        return ladder.openings[pool]
    if state.outcomes == 6:
        base = state.total - state.last if state.due == RETHROW else state.total
        return ladder.roll(pool, base)
    if state.outcomes == 2:
        return ladder.hold(pool, state.total)
    return ladder.at(pool, state.total, state.last)


def choices(ladder: Ladder, state: Bones, action: i64) -> float:
    """The value of one answer in a fight."""
    return ladder.after(state.add, state.subtract, state.reroll, state.total, state.last, action)


def open_areas(state: Bones) -> vec[i64]:
    """Whether somebody of each area is still unbeaten, by area."""
    found = vec[i64]([0] * (BOSS + 1))
    for place in range(PLACES):
        if TYPE[place] == GAME_TYPE and AREA[place] != LANDING and state.status[place] != BEATEN:
            found[AREA[place]] = 1
    return found
