"""The bot `chief`, the strongest of Stumped: scores every possible task of a beaver, and fights when it pays."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.stumped.bots.planner import own_beavers
from parlour.games.stumped.bots.tasks import FIERCE_DAMAGE, TaskBot
from parlour.games.stumped.rules.book import BULKY, FIGHTER
from parlour.games.stumped.rules.turns import Stumped

NEAR: Final[i64] = 9  # distance in tiles at which an enemy is a threat
FAR: Final[i64] = 1000
FEW_FREE: Final[i64] = 4  # it gathers food if no more beavers than these are free


class Chief(TaskBot):
    """A bot whose beavers each take their best task; its lodges recruit builders, or guards when raiders come near."""

    def __init__(self) -> None:
        super().__init__()
        self.recycles = True
        self.steals = True
        self.kill_worth = 12.0
        self.guards = 1.0  # own fierce beavers wanted per threat

    def plan(self, world: Stumped, seat: i64) -> None:
        self.gathers = world.book.free_beavers <= FEW_FREE
        self.reset_claims(world)
        for beaver in own_beavers(world, seat):
            self.work(world, beaver)
        for tile in world.lodges[:]:
            if world.lodge[tile] == seat:
                self.recruit(world, tile, self.job_to_recruit(world))

    def job_to_recruit(self, world: Stumped) -> i64:
        """Returns the job a lodge should recruit: a guard if too few face the enemy fighters nearby, else a worker."""
        threats: i64 = 0
        guards: i64 = 0
        for beaver in range(len(world.owner)):
            if world.health[beaver] <= 0 or world.book.damage[world.job[beaver]] < FIERCE_DAMAGE:
                continue
            if world.owner[beaver] == self.seat:
                guards += 1
            elif self.distance_to_us(world, beaver) <= NEAR:
                threats += 1
        guard = FIGHTER if guards % 2 == 0 else BULKY
        if float(int(guards)) < self.guards * float(int(threats)) and world.book.damage[guard] >= FIERCE_DAMAGE:
            return guard
        return self.worker_to_recruit(world)

    def distance_to_us(self, world: Stumped, enemy: i64) -> i64:
        """Returns the distance in tiles from an enemy beaver to the bot's nearest lodge; FAR if the bot has none."""
        width = world.book.width
        there = world.place[enemy]
        best: i64 = FAR
        for tile in world.lodges:
            if world.lodge[tile] == self.seat:
                across = tile % width - there % width
                down = tile // width - there // width
                away = (across if across > 0 else -across) + (down if down > 0 else -down)
                if away < best:
                    best = away
        return best
