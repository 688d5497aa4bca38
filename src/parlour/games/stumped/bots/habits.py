"""Simple habits of the weaker bots of Stumped: walk to the nearest tree, building site or enemy, and act there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.stumped.bots.planner import Planner, is_building_site, own_beavers
from parlour.games.stumped.rules.actions import ATTACK, BRANCHES, BUILD, DIRECTIONS, FOOD, HARVEST, NOWHERE
from parlour.games.stumped.rules.checks import build_objection
from parlour.games.stumped.rules.state import Valley
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.state import NOBODY

TREE: Final[i64] = 0  # kinds of tiles to look for: beside a tree with health
CATTAILS: Final[i64] = 1  # beside cattails
SITE: Final[i64] = 2  # where a lodge could be built
STORE: Final[i64] = 3  # on or beside an own lodge
ENEMY: Final[i64] = 4  # beside an enemy beaver
PREY: Final[i64] = 5  # from where an enemy lodge can be emptied


class HabitBot(Planner):
    """A base class for the weaker bots of Stumped: simple habits of beavers, from which subclasses choose in `act`."""

    def act_with_all(self, world: Stumped) -> None:
        """Makes every beaver of the bot act as many times as its job has actions per turn."""
        for beaver in own_beavers(world, self.seat):
            for _ in range(world.book.actions[world.job[beaver]]):
                self.act(world, beaver)

    def act(self, world: Stumped, beaver: i64) -> None:
        """Uses one action of one beaver; each bot implements this in its own way."""
        raise NotImplementedError

    def nearest(self, world: Stumped, beaver: i64, wanted: i64) -> i64:
        """Returns the tile of a wanted kind (beside a tree, ...) that the beaver reaches first; NOWHERE if none."""
        self.scout.explore(world, beaver)
        best = NOWHERE
        for at in range(len(self.scout.entry)):
            tile = self.scout.entry[at]
            other = world.beaver_at[tile]
            if other != NOBODY and other != beaver:
                continue
            if best != NOWHERE and self.scout.arrival[tile] >= self.scout.arrival[best]:
                continue
            if is_wanted(world, self.seat, tile, wanted):
                best = tile
        return best

    def chop_and_build(self, world: Stumped, beaver: i64) -> None:
        """Makes a beaver build a lodge if it can, else chop wood; when fully loaded, pile it up at a building site."""
        here = world.place[beaver]
        if build_objection(world, self.seat, beaver) == 0 and world.actions[beaver] > 0:
            self.give_order(world, here, BUILD)
        elif world.held_branches[beaver] >= world.price(self.seat):
            site = self.nearest(world, beaver, SITE)
            if site != NOWHERE and self.walk_to(world, beaver, site):
                self.give_order(world, site, BUILD)
        elif world.room(beaver) > 0:
            self.harvest_nearest(world, beaver, TREE)
        elif is_building_site(world, here):
            self.drop_goods(world, beaver, here, BRANCHES)
        else:
            site = self.nearest(world, beaver, SITE)
            if site != NOWHERE and self.walk_to(world, beaver, site):
                self.drop_goods(world, beaver, site, BRANCHES)

    def harvest_nearest(self, world: Stumped, beaver: i64, wanted: i64) -> None:
        tile = self.nearest(world, beaver, wanted)
        if tile == NOWHERE or not self.walk_to(world, beaver, tile):
            return
        best = NOWHERE
        for direction in range(DIRECTIONS):
            there = world.book.beside[tile * DIRECTIONS + direction]
            if there != NOWHERE and is_spawner(world, there, BRANCHES if wanted == TREE else FOOD):
                health = world.spawner_health[world.spawner_at[there]]
                if best == NOWHERE or health > world.spawner_health[world.spawner_at[best]]:
                    best = there
        self.act_on(world, beaver, HARVEST, best)

    def strike(self, world: Stumped, beaver: i64) -> bool:
        """Makes a beaver attack the weakest enemy beside it, unless it deals no damage; returns whether it attacked."""
        if world.actions[beaver] <= 0 or world.book.damage[world.job[beaver]] <= 0:
            return False
        here = world.place[beaver]
        best = NOBODY
        for direction in range(DIRECTIONS):
            there = world.book.beside[here * DIRECTIONS + direction]
            if there != NOWHERE and is_enemy(world, self.seat, there):
                victim = world.beaver_at[there]
                if best == NOBODY or world.health[victim] < world.health[best]:
                    best = victim
        return best != NOBODY and self.act_on(world, beaver, ATTACK, world.place[best])

    def raid(self, world: Stumped, beaver: i64) -> None:
        """Makes a beaver attack an enemy beside it; else walk to the nearest enemy or enemy lodge to attack or loot."""
        if self.strike(world, beaver):
            return
        prey = self.nearest(world, beaver, PREY) if world.load(beaver) == 0 else NOWHERE
        prey_turns = self.scout.turns(prey) if prey != NOWHERE else 0
        enemy = self.nearest(world, beaver, ENEMY)
        if prey != NOWHERE and (enemy == NOWHERE or prey_turns <= self.scout.turns(enemy)):
            if self.walk_to(world, beaver, prey):
                self.loot(world, beaver)
        elif enemy != NOWHERE and self.walk_to(world, beaver, enemy):
            self.strike(world, beaver)
        elif world.load(beaver) > 0 and enemy == NOWHERE:
            self.drop_goods(world, beaver, world.place[beaver], BRANCHES)

    def loot(self, world: Stumped, beaver: i64) -> None:
        here = world.place[beaver]
        if world.lodge[here] == 1 - self.seat:
            self.pick_up_goods(world, beaver, here, BRANCHES)
            return
        for direction in range(DIRECTIONS):
            there = world.book.beside[here * DIRECTIONS + direction]
            if there != NOWHERE and world.lodge[there] == 1 - self.seat:
                self.pick_up_goods(world, beaver, there, BRANCHES)
                return

    def recruit_everywhere(self, world: Stumped, job: i64) -> None:
        """Recruits a beaver of this job at every lodge of the bot that can recruit."""
        for tile in world.lodges[:]:
            if world.lodge[tile] == self.seat:
                self.recruit(world, tile, job)


def is_spawner(valley: Valley, tile: i64, goods: i64) -> bool:
    """Returns whether a tile has something with health left that yields these goods: a tree for branches, cattails for
    food."""
    spawner = valley.spawner_at[tile]
    return spawner != NOBODY and valley.spawner_goods[spawner] == goods and valley.spawner_health[spawner] > 0


def is_enemy(valley: Valley, seat: i64, tile: i64) -> bool:
    """Whether this tile has a beaver of the seat's opponent that can be attacked (not one just recruited)."""
    beaver = valley.beaver_at[tile]
    return beaver != NOBODY and valley.owner[beaver] != seat and valley.recruited[beaver] == 1


def is_wanted(valley: Valley, seat: i64, tile: i64, wanted: i64) -> bool:
    if wanted == SITE:
        return is_building_site(valley, tile) and valley.flow[tile] == NOWHERE
    if wanted == PREY and not valley.book.pickup_from_beside:
        return valley.lodge[tile] == 1 - seat
    if wanted == STORE and valley.lodge[tile] == seat:
        return True
    for direction in range(DIRECTIONS):
        there = valley.book.beside[tile * DIRECTIONS + direction]
        if there == NOWHERE:
            continue
        if wanted == TREE and is_spawner(valley, there, BRANCHES):
            return True
        if wanted == CATTAILS and is_spawner(valley, there, FOOD):
            return True
        if wanted == STORE and valley.lodge[there] == seat:
            return True
        if wanted == ENEMY and is_enemy(valley, seat, there):
            return True
        if wanted == PREY and valley.lodge[there] == 1 - seat:
            return True
    return False
