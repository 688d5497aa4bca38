"""Features of a position of Stumped for learning bots: both sides in full, and the surroundings of the chosen unit."""

from __future__ import annotations

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE
from parlour.games.stumped.rules.book import JOBS, TITLES
from parlour.games.stumped.rules.state import Valley
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.state import NOBODY, State

TABLE = ("phase", "turn", "turns left", "to move", "orders", "order", "loose branches", "loose food")
GROWTH = ("trees", "health of trees", "cattails", "health of cattails")
OWN = ("lodges", "price", "branches in lodges", "food in lodges", "beavers", "free", "held branches", "held food")
MORE = ("moves", "actions", "health", "distracted")
UNIT = ("x", "y", "job", "health", "moves", "actions", "branches", "food", "room")
AROUND = ("open", "cost", "lodge", "branches", "food", "spawner", "spawner health", "beaver", "job", "health")
SIDES = ("here", "north", "east", "south", "west")
NAMES = (
    *TABLE,
    *GROWTH,
    *(f"{name} {side}" for side in range(2) for name in (*OWN, *MORE, *TITLES)),
    *(f"unit {name}" for name in UNIT),
    *(f"{side} {name}" for side in SIDES for name in AROUND),
)


def read(state: State, seat: int) -> vec[i64]:
    """Returns a position as numbers for a learning bot: match, both sides (own first), chosen unit and five tiles."""
    assert isinstance(state, Stumped)
    own: i64 = max(0, seat)
    to_move = (state.player + state.seats - own) % state.seats
    left = state.book.turns - state.turn
    numbers = vec[i64]([state.phase, state.turn, left, to_move, state.orders_given, state.order])
    numbers = append(numbers, loose(state, state.branches))
    numbers = append(numbers, loose(state, state.food))
    for goods in range(2):
        count: i64 = 0
        health: i64 = 0
        for spawner in range(len(state.spawner_goods)):
            if state.spawner_goods[spawner] == goods:
                count += 1
                health += state.spawner_health[spawner]
        numbers = append(numbers, count)
        numbers = append(numbers, health)
    for distance in range(2):
        numbers = extend(numbers, side_features(state, (own + distance) % 2))
    return extend(numbers, surroundings(state, own))


def loose(valley: Valley, goods: vec[i64]) -> i64:
    """Returns the total amount of one kind of goods (branches or food) that lies on the map outside of lodges."""
    total: i64 = 0
    for tile in range(len(goods)):
        if valley.lodge[tile] == NOBODY:
            total += goods[tile]
    return total


def side_features(valley: Valley, seat: i64) -> vec[i64]:
    """Returns one player's features for a learning bot: lodges and stores, sums over the beavers, beavers per job."""
    sums = vec[i64]([0] * (len(MORE) + 2))
    jobs = vec[i64]([0] * JOBS)
    for beaver in range(len(valley.owner)):
        if valley.owner[beaver] == seat and valley.health[beaver] > 0:
            jobs[valley.job[beaver]] += 1
            sums[0] += valley.held_branches[beaver]
            sums[1] += valley.held_food[beaver]
            sums[2] += valley.moves[beaver]
            sums[3] += valley.actions[beaver]
            sums[4] += valley.health[beaver]
            sums[5] += 1 if valley.distracted[beaver] > 0 else 0
    numbers = vec[i64](
        [valley.lodge_count[seat], valley.price(seat), valley.stored_branches(seat), valley.stored_food(seat)]
    )
    numbers = append(numbers, valley.living[seat])
    numbers = append(numbers, 1 if valley.recruits_free(seat) else 0)
    return extend(extend(numbers, sums), jobs)


def surroundings(valley: Valley, own: i64) -> vec[i64]:
    """Returns the features of the chosen unit, its own tile and the four beside it; all NOWHERE if none is chosen."""
    here = valley.unit
    if here == NOWHERE:
        return vec[i64]([NOWHERE] * (len(UNIT) + len(SIDES) * len(AROUND)))
    width = valley.book.width
    numbers = vec[i64]([here % width, here // width])
    beaver = valley.beaver_at[here]
    if beaver == NOBODY:
        numbers = extend(numbers, vec[i64]([NOWHERE] * (len(UNIT) - 2)))
    else:
        numbers = append(numbers, valley.job[beaver])
        for column in (valley.health, valley.moves, valley.actions, valley.held_branches, valley.held_food):
            numbers = append(numbers, column[beaver])
        numbers = append(numbers, valley.room(beaver))
    numbers = extend(numbers, tile_features(valley, own, here, 0))
    for direction in range(DIRECTIONS):
        there = valley.book.beside[here * DIRECTIONS + direction]
        if there == NOWHERE:
            numbers = extend(numbers, vec[i64]([NOWHERE] * len(AROUND)))
        else:
            numbers = extend(numbers, tile_features(valley, own, there, valley.step_cost(here, there, direction)))
    return numbers


def tile_features(valley: Valley, own: i64, tile: i64, cost: i64) -> vec[i64]:
    """Returns a learning bot's features of one tile; owners are 0 (own side), 1 (the other side) or -1 (none)."""
    owner = valley.lodge[tile]
    spawner = valley.spawner_at[tile]
    beaver = valley.beaver_at[tile]
    free = beaver == NOBODY and spawner == NOBODY and not (valley.book.lodges_shut and owner != NOBODY)
    numbers = vec[i64]([1 if free else 0, cost, relative_owner(owner, own), valley.branches[tile], valley.food[tile]])
    numbers = append(numbers, valley.spawner_goods[spawner] if spawner != NOBODY else NOBODY)
    numbers = append(numbers, valley.spawner_health[spawner] if spawner != NOBODY else NOBODY)
    numbers = append(numbers, relative_owner(valley.owner[beaver], own) if beaver != NOBODY else NOBODY)
    numbers = append(numbers, valley.job[beaver] if beaver != NOBODY else NOBODY)
    return append(numbers, valley.health[beaver] if beaver != NOBODY else NOBODY)


def relative_owner(owner: i64, own: i64) -> i64:
    return NOBODY if owner == NOBODY else (owner + 2 - own) % 2
