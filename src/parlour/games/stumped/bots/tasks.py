"""The tasks of a bot's beavers (building, harvesting, piling, taking, storing, attacking), scored by worth and time."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped.bots.planner import Planner, is_building_site, own_beavers
from parlour.games.stumped.rules.actions import ATTACK, BRANCHES, BUILD, DIRECTIONS, FOOD, HARVEST, NOWHERE
from parlour.games.stumped.rules.book import BUILDER, HUNGRY
from parlour.games.stumped.rules.state import Valley
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.state import NOBODY

IDLE: Final[i64] = 0  # tasks
BUILDING: Final[i64] = 1
HARVESTING: Final[i64] = 2
PILING: Final[i64] = 3
TAKING: Final[i64] = 4
STRIKING: Final[i64] = 5
STORING: Final[i64] = 6

CREW: Final[i64] = 16  # beavers that a bot wants that gathers food for paid recruits
BUILDERS_FIRST: Final[i64] = 2  # builders it has before it recruits a Hungry beaver
LODGES_WITHOUT_FOOD: Final[i64] = 9  # with so many lodges it gathers no more food

FIERCE_DAMAGE: Final[i64] = 2  # beavers with this damage or more go looking for enemies


def is_tree(valley: Valley, tile: i64) -> bool:
    spawner = valley.spawner_at[tile]
    return spawner != NOBODY and valley.spawner_goods[spawner] == BRANCHES


class TaskBot(Planner):
    """A base class for bots of Stumped that give each beaver the task with the best worth per turn."""

    def __init__(self) -> None:
        super().__init__()
        self.lodge_worth = 60.0  # of one more own lodge
        self.branch_worth = 1.0  # of a carried branch
        self.pile_worth = 1.1  # of a branch on a pile
        self.heap_worth = 1.5  # factor by which a nearly complete pile is worth more
        self.raze_worth = 30.0  # of destroying an enemy lodge
        self.site_worth = 6.0  # of each tree beside a new lodge
        self.food_worth = 1.0  # of a carried food
        self.store_worth = 3.0  # of a food in an own lodge
        self.kill_worth = 0.0  # of killing an enemy, per food it costs
        self.hunt_worth = 0.5  # factor for an enemy not reached in this turn
        self.recycles = False  # whether it takes branches back out of own lodges
        self.steals = False  # whether it empties enemy lodges
        self.gathers = False  # whether it gathers food to pay for recruits
        self.horizon: i64 = 10  # turns to look ahead
        self.claimed = vec[i64]()  # by tile: 1 if an own beaver is going there
        self.harvesters_coming = vec[i64]()  # by spawner: own beavers on the way to it
        self.missing_food: i64 = 0  # still to be gathered

        self.best = 0.0
        self.goal: i64 = NOWHERE  # the tile to stand on
        self.target: i64 = NOWHERE  # the tile to act on
        self.task: i64 = IDLE

    def reset_claims(self, world: Stumped) -> None:
        """Prepares a new turn: forgets which tiles and trees the bot's beavers were heading for, and counts the missing
        food."""
        self.claimed = vec[i64]([0] * world.book.tiles)
        self.harvesters_coming = vec[i64]([0] * len(world.spawner_tile))
        self.missing_food = self.count_missing_food(world) if self.gathers else 0

    def count_missing_food(self, world: Stumped) -> i64:
        """Returns how much food the bot must still gather to pay for all the beavers it wants; 0 or less if it needs
        none."""
        if world.lodge_count[self.seat] >= LODGES_WITHOUT_FOOD:
            return 0
        living = world.living[self.seat]
        free = world.book.free_beavers
        missing = (CREW - (living if living > free else free)) * world.book.cost[BUILDER]
        missing -= world.stored_food(self.seat)
        for beaver in own_beavers(world, self.seat):
            missing -= world.held_food[beaver]
        return missing

    def worker_to_recruit(self, world: Stumped) -> i64:
        """Returns the job of the next worker: a builder, but one Hungry beaver early on if the bot lacks food."""
        builders: i64 = 0
        hungry: i64 = 0
        for beaver in range(len(world.owner)):
            if world.owner[beaver] == self.seat and world.health[beaver] > 0:
                builders += 1 if world.job[beaver] == BUILDER else 0
                hungry += 1 if world.job[beaver] == HUNGRY else 0
        return HUNGRY if self.missing_food > 0 and hungry == 0 and builders >= BUILDERS_FIRST else BUILDER

    def work(self, world: Stumped, beaver: i64) -> None:
        """Plays the whole turn of one of the bot's beavers: chooses its best task and pursues it, again and again."""
        for _ in range(world.book.actions[world.job[beaver]] + 2):
            if world.actions[beaver] <= 0 and world.moves[beaver] <= 0:
                return
            self.scout.explore(world, beaver, self.horizon)
            self.choose_task(world, beaver)
            if self.task == IDLE:
                self.scout.explore(world, beaver)
                self.choose_task(world, beaver)
            if self.task == IDLE:
                self.step_aside(world, beaver)
                return
            if not self.pursue_task(world, beaver):
                return

    def step_aside(self, world: Stumped, beaver: i64) -> None:
        """Moves an idle beaver out of one of the bot's lodges, so that the lodge can recruit."""
        here = world.place[beaver]
        if world.lodge[here] != self.seat:
            return
        for direction in range(DIRECTIONS):
            there = world.book.beside[here * DIRECTIONS + direction]
            if there != NOWHERE and world.lodge[there] == NOBODY and self.step(world, beaver, there):
                return

    def choose_task(self, world: Stumped, beaver: i64) -> None:
        """Sets the beaver's task, the tile to stand on and the tile to act on to those with the bot's best score."""
        self.best = 0.0
        self.task = IDLE
        self.goal = NOWHERE
        for at in range(len(self.scout.entry)):
            tile = self.scout.entry[at]
            other = world.beaver_at[tile]
            if self.claimed[tile] == 1 or (other != NOBODY and other != beaver):
                continue
            turns = self.scout.turns(tile)
            if turns == 0 and world.actions[beaver] <= 0:
                turns = 1
            self.weigh_tile(world, beaver, tile, turns)

    def weigh_tile(self, world: Stumped, beaver: i64, tile: i64, turns: i64) -> None:
        seat = self.seat
        held = world.held_branches[beaver]
        room = world.room(beaver)
        price = world.price(seat)
        free = is_building_site(world, tile)
        if free and held + world.branches[tile] >= price and world.lodge_count[seat] < world.book.lodges_to_win:
            self.consider(self.lodge_worth + self.site_bonus(world, tile), turns, tile, tile, BUILDING)
        if room > 0:
            self.weigh_harvest(world, beaver, tile, turns, room)
            self.weigh_taking(world, beaver, tile, turns, room)
        if 0 < held < price:
            self.weigh_piles(world, tile, turns, held, price)
        if world.held_food[beaver] > 0:
            self.weigh_larders(world, tile, turns, world.held_food[beaver])
        if self.kill_worth > 0.0 and (turns == 0 or world.book.damage[world.job[beaver]] >= FIERCE_DAMAGE):
            self.weigh_strikes(world, beaver, tile, turns)

    def consider(self, worth: float, turns: i64, goal: i64, target: i64, task: i64) -> None:
        score = worth / float(int(turns) + 1)
        if score > self.best:
            self.best = score
            self.goal = goal
            self.target = target
            self.task = task

    def site_bonus(self, world: Stumped, tile: i64) -> float:
        """Returns the extra worth, in the bot's score, of a lodge on this tile: a bonus for each tree beside it."""
        worth = 0.0
        beside = world.book.beside
        for direction in range(DIRECTIONS):
            there = beside[tile * DIRECTIONS + direction]
            if there != NOWHERE and is_tree(world, there):
                worth += self.site_worth
        return worth

    def weigh_harvest(self, world: Stumped, beaver: i64, tile: i64, turns: i64, room: i64) -> None:
        """Scores, for the bot, harvesting each tree beside this tile with the health it will have on arrival; cattails
        too, if food is missing and the beaver carries no branches."""
        book = world.book
        job = world.job[beaver]
        gathers = self.missing_food > 0 and world.held_branches[beaver] == 0
        for direction in range(DIRECTIONS):
            there = book.beside[tile * DIRECTIONS + direction]
            if there == NOWHERE or world.spawner_at[there] == NOBODY:
                continue
            spawner = world.spawner_at[there]
            is_food = world.spawner_goods[spawner] == FOOD
            if is_food and not gathers:
                continue
            health = world.spawner_health[spawner] - self.harvesters_coming[spawner]
            if turns > 0:
                health += 2 * turns - 1 - world.spawner_pause[spawner]
            if health > book.most_health:
                health = book.most_health
            if health <= 0:
                continue
            gain = book.harvest_factor * health * (book.munching[job] if is_food else book.chopping[job])
            if gain > room:
                gain = room
            worth = self.food_worth if is_food else self.branch_worth
            if world.lodge[tile] == self.seat:
                worth *= 0.8  # an occupied lodge cannot recruit
            self.consider(worth * float(int(gain)), turns, tile, there, HARVESTING)

    def weigh_taking(self, world: Stumped, beaver: i64, tile: i64, turns: i64, room: i64) -> None:
        """Scores, for the bot, taking branches from lodges, on this tile or (R9, profile `server`) beside it."""
        if not self.recycles and not self.steals:
            return
        book = world.book
        if not book.pickup_from_beside:
            if world.load(beaver) == 0:
                self.weigh_store(world, tile, tile, turns, room)
            return
        for direction in range(DIRECTIONS):
            there = book.beside[tile * DIRECTIONS + direction]
            if there != NOWHERE:
                self.weigh_store(world, tile, there, turns, room)
        self.weigh_store(world, tile, tile, turns, room)

    def weigh_store(self, world: Stumped, tile: i64, there: i64, turns: i64, room: i64) -> None:
        owner = world.lodge[there]
        if owner == NOBODY:
            return
        lying = world.branches[there]
        if owner == self.seat:
            spare = lying - 1
            if not self.recycles or spare <= 0 or (spare < room and not world.book.pickup_from_beside):
                return
            gain = spare if spare < room else room
            self.consider(self.branch_worth * 0.9 * float(int(gain)), turns, tile, there, TAKING)
        elif self.steals:
            gain = lying if lying < room else room
            worth = self.branch_worth * float(int(gain))
            worth += self.raze_worth * float(int(gain)) / float(int(lying))
            self.consider(worth, turns, tile, there, TAKING)

    def weigh_piles(self, world: Stumped, tile: i64, turns: i64, held: i64, price: i64) -> None:
        self.weigh_pile(world, tile, tile, turns, held, price)
        beside = world.book.beside
        for direction in range(DIRECTIONS):
            there = beside[tile * DIRECTIONS + direction]
            if there != NOWHERE:
                self.weigh_pile(world, tile, there, turns, held, price)

    def weigh_pile(self, world: Stumped, tile: i64, there: i64, turns: i64, held: i64, price: i64) -> None:
        if not is_building_site(world, there) or world.flow[there] != NOWHERE:
            return
        lying = world.branches[there]
        share = float(int(lying)) / float(int(price))
        if share > 1.0:
            share = 1.0
        self.consider(self.pile_worth * float(int(held)) * (1.0 + self.heap_worth * share), turns, tile, there, PILING)

    def weigh_larders(self, world: Stumped, tile: i64, turns: i64, food: i64) -> None:
        """Scores, for the bot, dropping food in own lodges on this tile or beside it, where it pays for recruits."""
        if world.lodge[tile] == self.seat:
            self.consider(self.store_worth * float(int(food)), turns, tile, tile, STORING)
        for direction in range(DIRECTIONS):
            there = world.book.beside[tile * DIRECTIONS + direction]
            if there != NOWHERE and world.lodge[there] == self.seat:
                self.consider(self.store_worth * float(int(food)), turns, tile, there, STORING)

    def weigh_strikes(self, world: Stumped, beaver: i64, tile: i64, turns: i64) -> None:
        """Scores, for the bot, attacking each enemy beside this tile: a kill counts in full, a wound in proportion."""
        book = world.book
        damage = book.damage[world.job[beaver]]
        for direction in range(DIRECTIONS):
            there = book.beside[tile * DIRECTIONS + direction]
            if there == NOWHERE:
                continue
            victim = world.beaver_at[there]
            if victim == NOBODY or world.owner[victim] == self.seat or world.recruited[victim] == 0:
                continue
            worth = self.kill_worth * float(int(book.cost[world.job[victim]]))
            if damage < world.health[victim]:
                worth *= 0.6 * float(int(damage)) / float(int(world.health[victim]))
            if turns > 0:
                worth *= self.hunt_worth
            self.consider(worth, turns, tile, there, STRIKING)

    def pursue_task(self, world: Stumped, beaver: i64) -> bool:
        """Walks a beaver to its goal and does its task there; returns whether it acted, so that another may follow."""
        self.claimed[self.goal] = 1
        spawner = world.spawner_at[self.target]
        if spawner != NOBODY:
            self.harvesters_coming[spawner] += 1
        if not self.walk_to(world, beaver, self.goal) or world.actions[beaver] <= 0:
            return False
        if spawner != NOBODY:
            self.harvesters_coming[spawner] -= 1
        self.claimed[self.goal] = 0
        if self.task == BUILDING:
            return self.give_order(world, self.goal, BUILD)
        if self.task == HARVESTING:
            return self.act_on(world, beaver, HARVEST, self.target)
        if self.task == STRIKING:
            return self.act_on(world, beaver, ATTACK, self.target)
        if self.task == STORING:
            return self.drop_goods(world, beaver, self.target, FOOD)
        if self.task == PILING:
            return self.drop_goods(world, beaver, self.target, BRANCHES)
        return self.pick_up_goods(world, beaver, self.target, BRANCHES, self.amount_to_take(world, beaver, self.target))

    def amount_to_take(self, world: Valley, beaver: i64, tile: i64) -> i64:
        """Returns how many branches a beaver takes from a lodge: 0 (all it can carry) from an enemy's; from an own one
        all but one, at most what it can carry."""
        if world.lodge[tile] != self.seat:
            return 0
        spare = world.branches[tile] - 1
        room = world.room(beaver)
        return spare if spare < room else room
