"""The bot `forager` of Stumped: stores food in its lodges and recruits many beavers with it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.stumped.bots.habits import CATTAILS, STORE, HabitBot
from parlour.games.stumped.rules.actions import BRANCHES, DIRECTIONS, FOOD, NOWHERE
from parlour.games.stumped.rules.book import BUILDER, HUNGRY
from parlour.games.stumped.rules.turns import Stumped

HUNGRY_SHARE: Final[i64] = 3  # one in this many beavers is a Hungry one


class Forager(HabitBot):
    """A bot whose Hungry beavers harvest cattails and store the food, while the others chop wood and build lodges; all
    of them first attack enemies beside them."""

    def plan(self, world: Stumped, seat: i64) -> None:
        self.act_with_all(world)
        for tile in world.lodges[:]:
            if world.lodge[tile] == seat:
                self.recruit(world, tile, self.job_to_recruit(world))

    def act(self, world: Stumped, beaver: i64) -> None:
        if self.strike(world, beaver):
            return
        if world.job[beaver] == HUNGRY:
            self.forage(world, beaver)
        else:
            self.chop_and_build(world, beaver)

    def forage(self, world: Stumped, beaver: i64) -> None:
        if world.held_branches[beaver] > 0:
            self.drop_goods(world, beaver, world.place[beaver], BRANCHES)
        elif world.room(beaver) > 0:
            self.harvest_nearest(world, beaver, CATTAILS)
        else:
            tile = self.nearest(world, beaver, STORE)
            if tile != NOWHERE and self.walk_to(world, beaver, tile):
                self.store(world, beaver)

    def store(self, world: Stumped, beaver: i64) -> None:
        here = world.place[beaver]
        if world.lodge[here] == self.seat:
            self.drop_goods(world, beaver, here, FOOD)
            return
        for direction in range(DIRECTIONS):
            there = world.book.beside[here * DIRECTIONS + direction]
            if there != NOWHERE and world.lodge[there] == self.seat:
                self.drop_goods(world, beaver, there, FOOD)
                return

    def job_to_recruit(self, world: Stumped) -> i64:
        hungry: i64 = 0
        for beaver in range(len(world.owner)):
            if world.owner[beaver] == self.seat and world.health[beaver] > 0 and world.job[beaver] == HUNGRY:
                hungry += 1
        return HUNGRY if (hungry + 1) * HUNGRY_SHARE <= world.living[self.seat] + 1 else BUILDER
