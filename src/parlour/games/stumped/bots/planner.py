"""A player that plans its whole turn at once, on a copy, and then says it order by order."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.bots.scouting import Scout
from parlour.games.stumped.rules.actions import AMOUNT, DROP, END, MOVE, NOWHERE, PICKUP, PLACES, RECRUIT, TILES
from parlour.games.stumped.rules.orders import can_recruit, largest
from parlour.games.stumped.rules.state import CHOOSING, Valley
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.match import Bot
from parlour.kernel.state import NOBODY, State


class Planner(Bot):
    """The hands of all players of this game: a subclass writes `plan`."""

    def __init__(self) -> None:
        super().__init__()
        self.read_only = True
        self.queue = vec[i64]()  # answers yet to be given
        self.told: i64 = 0  # how many of them were
        self.turn: i64 = -1  # of which turn
        self.orders: i64 = 0  # orders given in it when the plan is where it is
        self.scout = Scout()
        self.seat: i64 = 0

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Stumped)
        if world.phase == CHOOSING and not self.is_on_course(world):
            self.think(world, seat)
        elif self.told >= len(self.queue):
            return world.default_answer(seat)  # somebody else began this order
        action = self.queue[self.told]
        self.told += 1
        return action

    def is_on_course(self, world: Stumped) -> bool:
        """Whether the world is where the plan left it."""
        if self.turn != world.turn or self.told >= len(self.queue):
            return False
        return self.orders_before(self.told) == world.orders - self.orders

    def orders_before(self, told: i64) -> i64:
        """Whole orders among the first answers of the plan."""
        found: i64 = 0
        for at in range(told):
            if self.queue[at] >= TILES:
                found += 1
        return found

    def think(self, world: Stumped, seat: i64) -> None:
        self.queue = vec[i64](capacity=128)
        self.told = 0
        self.turn = world.turn
        self.orders = world.orders
        self.seat = seat
        copy = world.clone()
        self.plan(copy, seat)
        self.queue = append(self.queue, END)

    def plan(self, world: Stumped, seat: i64) -> None:
        """Gives the orders of a turn, each played in `world` as it is said."""
        raise NotImplementedError

    # Orders.

    def say(self, world: Stumped, tile: i64, order: i64, amount: i64 = 0) -> bool:
        """One order, if it is legal; amount 0 is all."""
        seat = self.seat
        if world.phase != CHOOSING or world.unit_objection(seat, tile) != 0:
            return False
        world.unit = tile
        allowed = world.order_objection(seat, order) == 0
        world.unit = NOWHERE
        if not allowed:
            return False
        most = largest(world, tile, order)
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
        """To a neighbour."""
        here = world.place[beaver]
        direction = world.direction(here, tile)
        return direction != NOWHERE and self.say(world, here, MOVE + direction)

    def go(self, world: Stumped, beaver: i64, tile: i64) -> bool:
        """As far on the scouted way as this turn allows; true if it got there."""
        while world.place[beaver] != tile:
            there = self.scout.next_step(tile)
            if there == NOWHERE or not self.step(world, beaver, there):
                return False
            self.scout.start = there
        return True

    def aim(self, world: Stumped, beaver: i64, deed: i64, tile: i64) -> bool:
        """A harvest or an attack of what is on a neighbouring tile."""
        here = world.place[beaver]
        direction = world.direction(here, tile)
        return direction != NOWHERE and self.say(world, here, deed + direction)

    def put(self, world: Stumped, beaver: i64, tile: i64, goods: i64, amount: i64 = 0) -> bool:
        """Drops goods on its own tile or a neighbour."""
        here = world.place[beaver]
        place = 0 if tile == here else world.direction(here, tile) + 1
        if tile != here and place == 0:
            return False
        return self.say(world, here, DROP + goods * PLACES + place, amount)

    def take(self, world: Stumped, beaver: i64, tile: i64, goods: i64, amount: i64 = 0) -> bool:
        here = world.place[beaver]
        place = 0 if tile == here else world.direction(here, tile) + 1
        if tile != here and place == 0:
            return False
        return self.say(world, here, PICKUP + goods * PLACES + place, amount)

    def hire(self, world: Stumped, tile: i64, job: i64) -> bool:
        """At a lodge of its own, if nobody stands in the door."""
        return can_recruit(world, self.seat, tile) and self.say(world, tile, RECRUIT + job)


def mine(valley: Valley, seat: i64) -> vec[i64]:
    """The rows of a seat's beavers that hear orders, in the order of the lists."""
    found = vec[i64](capacity=valley.living[seat])
    for beaver in range(valley.listed):
        if valley.owner[beaver] == seat and valley.health[beaver] > 0 and valley.recruited[beaver] == 1:
            found = append(found, beaver)
    return found


def is_free(valley: Valley, tile: i64) -> bool:
    """Whether a lodge could be built there."""
    return valley.lodge[tile] == NOBODY and valley.spawner_at[tile] == NOBODY
