"""The bot `raider` of Stumped: a few builders for the first lodges, then fighters that raid the other side."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.stumped.bots.habits import HabitBot
from parlour.games.stumped.rules.book import BASIC, BUILDER, BULKY, FIGHTER
from parlour.games.stumped.rules.turns import Stumped

BUILDERS: Final[i64] = 3  # kept at home
FIGHTERS_PER_BULKY: Final[i64] = 3  # one Bulky beaver is recruited per this many fighters


class Raider(HabitBot):
    """A bot whose Basic beavers and builders build lodges, while all its other beavers raid the enemy."""

    def plan(self, world: Stumped, seat: i64) -> None:
        self.act_with_all(world)
        for tile in world.lodges[:]:
            if world.lodge[tile] == seat:
                self.recruit(world, tile, self.job_to_recruit(world))

    def act(self, world: Stumped, beaver: i64) -> None:
        if world.job[beaver] != BASIC and world.job[beaver] != BUILDER:
            self.raid(world, beaver)
        elif not self.strike(world, beaver):
            self.chop_and_build(world, beaver)

    def job_to_recruit(self, world: Stumped) -> i64:
        """Returns the job a lodge should recruit next: a few builders first, then fighters and some Bulky beavers."""
        builders: i64 = 0
        fighters: i64 = 0
        for beaver in range(len(world.owner)):
            if world.owner[beaver] == self.seat and world.health[beaver] > 0:
                if world.job[beaver] == BUILDER:
                    builders += 1
                elif world.job[beaver] == FIGHTER:
                    fighters += 1
        if builders < BUILDERS:
            return BUILDER
        return BULKY if fighters % FIGHTERS_PER_BULKY == FIGHTERS_PER_BULKY - 1 else FIGHTER
