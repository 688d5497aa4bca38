"""The base of all bots of Stumped: plans a whole turn on a copy of the match, then gives its answers one by one."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.bots.scouting import Scout
from parlour.games.stumped.rules.actions import AMOUNT, DROP, END, MOVE, NOWHERE, PICKUP, PLACES, RECRUIT, TILES
from parlour.games.stumped.rules.orders import can_recruit, largest_amount
from parlour.games.stumped.rules.state import CHOOSING, Valley
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.match import Bot
from parlour.kernel.state import NOBODY, State


class Planner(Bot):
    """A base class for bots of Stumped that plan a whole turn at once; subclasses implement `plan`."""

    def __init__(self) -> None:
        super().__init__()
        self.read_only = True
        self.queue = vec[i64]()  # the answers of the plan
        self.answers_given: i64 = 0  # how many of them are already given
        self.turn: i64 = -1  # the turn of the plan
        self.orders_at_plan: i64 = 0  # orders given in that turn before the plan was made
        self.scout = Scout()
        self.seat: i64 = 0

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Stumped)
        if world.phase == CHOOSING and not self.is_plan_current(world):
            self.make_plan(world, seat)
        elif self.answers_given >= len(self.queue):
            return world.default_answer(seat)  # another player began this order
        action = self.queue[self.answers_given]
        self.answers_given += 1
        return action

    def is_plan_current(self, world: Stumped) -> bool:
        """Whether the bot's plan is for this turn, has answers left, and expects as many orders given as there are."""
        if self.turn != world.turn or self.answers_given >= len(self.queue):
            return False
        return self.orders_before(self.answers_given) == world.orders_given - self.orders_at_plan

    def orders_before(self, count: i64) -> i64:
        """Returns how many orders begin among the first `count` answers of the bot's plan for this turn."""
        found: i64 = 0
        for at in range(count):
            if self.queue[at] >= TILES:
                found += 1
        return found

    def make_plan(self, world: Stumped, seat: i64) -> None:
        self.queue = vec[i64](capacity=128)
        self.answers_given = 0
        self.turn = world.turn
        self.orders_at_plan = world.orders_given
        self.seat = seat
        copy = world.clone()
        self.plan(copy, seat)
        self.queue = append(self.queue, END)

    def plan(self, world: Stumped, seat: i64) -> None:
        """Gives all orders of the bot's turn; each is played at once in `world`, a copy of the match."""
        raise NotImplementedError

    # Orders.

    def give_order(self, world: Stumped, tile: i64, order: i64, amount: i64 = 0) -> bool:
        """Adds an order to the bot's plan and plays it on the copy if legal; returns whether it was. Amount 0: all."""
        seat = self.seat
        if world.phase != CHOOSING or world.unit_objection(seat, tile) != 0:
            return False
        world.unit = tile
        allowed = world.order_objection(seat, order) == 0
        world.unit = NOWHERE
        if not allowed:
            return False
        most = largest_amount(world, tile, order)
        self.queue = append(self.queue, TILES + tile)
        world.play(seat, TILES + tile)
        self.queue = append(self.queue, order)
        world.play(seat, order)
        if most > 1:
            part = amount if 0 < amount < most else most
            self.queue = append(self.queue, AMOUNT + part)
            world.play(seat, AMOUNT + part)
        return True

    def step(self, world: Stumped, beaver: i64, tile: i64) -> bool:
        """Moves a beaver to a neighbouring tile in the bot's plan; returns whether that was legal."""
        here = world.place[beaver]
        direction = world.direction(here, tile)
        return direction != NOWHERE and self.give_order(world, here, MOVE + direction)

    def walk_to(self, world: Stumped, beaver: i64, tile: i64) -> bool:
        """Walks a beaver along the path of the scout's last search, as far as this turn allows; returns whether it
        arrived."""
        while world.place[beaver] != tile:
            there = self.scout.next_step(tile)
            if there == NOWHERE or not self.step(world, beaver, there):
                return False
            self.scout.start = there
        return True

    def act_on(self, world: Stumped, beaver: i64, kind: i64, tile: i64) -> bool:
        """Makes a beaver harvest or attack what is on a neighbouring tile; returns whether that was legal."""
        here = world.place[beaver]
        direction = world.direction(here, tile)
        return direction != NOWHERE and self.give_order(world, here, kind + direction)

    def drop_goods(self, world: Stumped, beaver: i64, tile: i64, goods: i64, amount: i64 = 0) -> bool:
        """Makes a beaver drop branches or food on its own tile or one beside it; returns whether that was legal."""
        here = world.place[beaver]
        place = 0 if tile == here else world.direction(here, tile) + 1
        if tile != here and place == 0:
            return False
        return self.give_order(world, here, DROP + goods * PLACES + place, amount)

    def pick_up_goods(self, world: Stumped, beaver: i64, tile: i64, goods: i64, amount: i64 = 0) -> bool:
        here = world.place[beaver]
        place = 0 if tile == here else world.direction(here, tile) + 1
        if tile != here and place == 0:
            return False
        return self.give_order(world, here, PICKUP + goods * PLACES + place, amount)

    def recruit(self, world: Stumped, tile: i64, job: i64) -> bool:
        """Recruits a beaver of this job at a lodge of the bot, if none is inside; returns whether that was legal."""
        return can_recruit(world, self.seat, tile) and self.give_order(world, tile, RECRUIT + job)


def own_beavers(valley: Valley, seat: i64) -> vec[i64]:
    """Returns the row indices of a seat's living, already recruited beavers, in the order of the beaver list."""
    found = vec[i64](capacity=valley.living[seat])
    for beaver in range(valley.listed):
        if valley.owner[beaver] == seat and valley.health[beaver] > 0 and valley.recruited[beaver] == 1:
            found = append(found, beaver)
    return found


def is_building_site(valley: Valley, tile: i64) -> bool:
    """Whether a tile has no lodge, tree or cattails, so that a lodge could be built there."""
    return valley.lodge[tile] == NOBODY and valley.spawner_at[tile] == NOBODY
