"""Computes the exact chances of a deterministic bot over all dice and all enemy rolls."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from parlour.games.bones.options import PRINTED_BOOK
from parlour.games.bones.rules.campaign import ADD, HOLD, ROLL, SUBTRACT, Bones
from parlour.games.bones.rules.city import BOSS_AHEAD, BOSS_BEHIND, BOSS_EVEN, EASY, MEDIUM
from parlour.games.bones.rules.state import GAME, MATCH
from parlour.games.bones.tests.positions import at_place
from parlour.kernel.match import Bot

Pool = tuple[int, int, int]
Ends = dict[tuple[bool, Pool], float]  # won and what is left of the pool: how likely
FACES = range(1, 7)
SCORES = {BOSS_EVEN: (0, 0), BOSS_AHEAD: (0, 1), BOSS_BEHIND: (1, 0)}
PLACES = {EASY: "C7", MEDIUM: "A2"}


class PolicyChance(NamedTuple):
    """The chances of a bot to reach level 3 and to beat the boss."""

    top: float
    won: float


class PolicyChances:
    """The chances of one bot in every position; 15.4: seven easy games, one medium, then the boss."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.known: dict[tuple[int, Pool, int, int], Ends] = {}
        self.fights: dict[tuple[int, Pool], Ends] = {}
        self.campaigns: dict[tuple[int, int, Pool], PolicyChance] = {}
        self.matches: dict[tuple[int, int, int, Pool], float] = {}
        self.sheets = {foe: fight_state(foe) for foe in (EASY, MEDIUM, *SCORES)}

    def answer(self, foe: int, pool: Pool, total: int, last: int) -> int:
        state = self.sheets[foe]
        state.add, state.subtract, state.reroll = pool
        state.total, state.last = total, last
        action = self.bot.choose(state, 0)
        assert state.refusal(0, action) == 0
        return action

    def fight_ends(self, foe: int, pool: Pool, total: int, last: int) -> Ends:
        """Returns the chances of each end of a fight from a position in it."""
        if total >= 31:
            return {(False, pool): 1.0}
        key = (foe, pool, total, last)
        if key not in self.known:
            self.known[key] = self.ends_after(foe, pool, total, last, self.answer(foe, pool, total, last))
        return self.known[key]

    def ends_after(self, foe: int, pool: Pool, total: int, last: int, action: int) -> Ends:
        add, subtract, reroll = pool
        if action == HOLD:
            won = sum(PRINTED_BOOK.low[foe] + high < total <= 21 for high in (0, 1)) / 2
            return {(True, pool): won, (False, pool): 1 - won}
        if action == ADD:
            return self.fight_ends(foe, (add - 1, subtract, reroll), total + 1, last)
        if action == SUBTRACT:
            return self.fight_ends(foe, (add, subtract - 1, reroll), total - 1, last)
        if action == ROLL:
            return average_ends([self.fight_ends(foe, pool, total + die, die) for die in FACES])
        left = (add, subtract, reroll - 1)
        return average_ends([self.fight_ends(foe, left, total - last + die, die) for die in FACES])

    def fight(self, foe: int, pool: Pool) -> Ends:
        """Returns the chances of each end of a fight before its opening dice."""
        if (foe, pool) not in self.fights:
            dice = product(FACES, FACES, FACES)
            self.fights[foe, pool] = average_ends([self.fight_ends(foe, pool, a + b + c, c) for a, b, c in dice])
        return self.fights[foe, pool]

    def campaign(self, wins: int = 0, health: int = 3, pool: Pool = (1, 1, 0)) -> PolicyChance:
        if health == 0:
            return PolicyChance(0.0, 0.0)
        if wins == 8:
            return PolicyChance(1.0, self.boss(health, pool))
        key = (wins, health, pool)
        if key not in self.campaigns:
            top = won = 0.0
            for (victory, left), likely in self.fight(EASY if wins < 7 else MEDIUM, pool).items():
                more = int(victory and wins + 1 in (3, 8))
                risen = (left[0] + more, left[1] + more, left[2] + more)
                then = self.campaign(wins + victory, health + more - (not victory), risen)
                top += likely * then.top
                won += likely * then.won
            self.campaigns[key] = PolicyChance(top, won)
        return self.campaigns[key]

    def boss(self, health: int, pool: Pool, won: int = 0, lost: int = 0) -> float:
        """Returns the chance to beat the boss in repeated matches, until no health is left."""
        if won == 2 or health <= 0:
            return float(won == 2)
        if lost == 2:
            return self.boss(health - 2, pool)
        key = (health, won, lost, pool)
        if key not in self.matches:
            foe = BOSS_EVEN if won == lost else BOSS_BEHIND if won > lost else BOSS_AHEAD
            self.matches[key] = sum(
                likely * self.boss(health, left, won + victory, lost + (not victory))
                for (victory, left), likely in self.fight(foe, pool).items()
            )
        return self.matches[key]


def fight_state(foe: int) -> Bones:
    """Returns a state during a fight against this row of the enemy table."""
    state = at_place("G1", wins=8) if foe in SCORES else at_place(PLACES[foe])
    state.bout = MATCH if foe in SCORES else GAME
    state.foe = foe
    state.rounds_won, state.rounds_lost = SCORES.get(foe, (0, 0))
    return state


def average_ends(parts: list[Ends]) -> Ends:
    """Returns the average of equally likely parts."""
    found: Ends = {}
    for part in parts:
        for end, likely in part.items():
            found[end] = found.get(end, 0.0) + likely / len(parts)
    return found
