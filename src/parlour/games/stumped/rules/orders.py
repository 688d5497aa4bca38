"""Lists the beavers and lodges that may act and their legal orders (section 7). Hot code in random play."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import (
    AMOUNT,
    ATTACK,
    BRANCHES,
    BUILD,
    DIRECTIONS,
    DROP,
    FOOD,
    HARVEST,
    HERE,
    MOVE,
    NOWHERE,
    PICKUP,
    PLACES,
    RECRUIT,
    TILES,
)
from parlour.games.stumped.rules.book import JOBS
from parlour.games.stumped.rules.checks import build_objection
from parlour.games.stumped.rules.order_effects import pickup_amount
from parlour.games.stumped.rules.state import Valley
from parlour.kernel.action_list import ActionList
from parlour.kernel.state import NOBODY


def takes_orders(valley: Valley, beaver: i64) -> bool:
    """Whether a beaver can take orders: it is alive, recruited before this turn, and not distracted."""
    return valley.health[beaver] > 0 and valley.distracted[beaver] == 0 and valley.recruited[beaver] == 1


def can_enter(valley: Valley, tile: i64) -> bool:
    if valley.beaver_at[tile] != NOBODY or valley.spawner_at[tile] != NOBODY:
        return False
    return not (valley.book.lodges_shut and valley.lodge[tile] != NOBODY)


def can_step(valley: Valley, beaver: i64) -> bool:
    """Whether a beaver can move to at least one neighbouring tile with the moves it has left."""
    moves = valley.moves[beaver]
    if moves <= 0:
        return False
    here = valley.place[beaver]
    beside = valley.book.beside
    for direction in range(DIRECTIONS):
        there = beside[here * DIRECTIONS + direction]
        if there == NOWHERE or not can_enter(valley, there):
            continue
        if moves >= 3 or valley.step_cost(here, there, direction) <= moves:
            return True
    return False


def can_be_attacked(valley: Valley, tile: i64) -> bool:
    victim = valley.beaver_at[tile]
    return victim != NOBODY and valley.recruited[victim] == 1


def can_act(valley: Valley, beaver: i64) -> bool:
    """Whether a beaver has a legal order other than a move."""
    if valley.actions[beaver] <= 0:
        return False
    if valley.load(beaver) > 0:
        return True  # it can drop its load here
    here = valley.place[beaver]
    if valley.branches[here] > 0 or valley.food[here] > 0:
        return True  # it can pick up these goods
    book = valley.book
    for direction in range(DIRECTIONS):
        there = book.beside[here * DIRECTIONS + direction]
        if there == NOWHERE:
            continue
        if valley.spawner_at[there] != NOBODY:
            return True  # it can harvest: its hands are empty
        if can_be_attacked(valley, there):
            return True
        if book.pickup_from_beside and (valley.branches[there] > 0 or valley.food[there] > 0):
            return True
    return False


def can_recruit(valley: Valley, seat: i64, tile: i64) -> bool:
    """Whether this lodge of the seat can recruit a beaver of at least one job."""
    if valley.beaver_at[tile] != NOBODY:
        return False
    return valley.recruits_free(seat) or valley.food[tile] >= valley.book.lowest_cost


def open_orders(valley: Valley, tile: i64) -> vec[i64]:
    """Returns the legal orders of the unit on this tile (a beaver of the player on turn, or an empty lodge)."""
    found = ActionList()
    list_orders(valley, tile, found)
    return found.to_vec()


def list_orders(valley: Valley, tile: i64, found: ActionList) -> None:
    """Lists the legal orders of the unit on this tile, as `open_orders` returns them."""
    beaver = valley.beaver_at[tile]
    if beaver == NOBODY:
        list_recruits(valley, tile, found)
    elif valley.owner[beaver] == valley.player and takes_orders(valley, beaver):
        if valley.moves[beaver] > 0:
            list_steps(valley, beaver, found)
        if valley.actions[beaver] > 0:
            list_actions(valley, beaver, found)


def list_steps(valley: Valley, beaver: i64, found: ActionList) -> None:
    here = valley.place[beaver]
    beside = valley.book.beside
    moves = valley.moves[beaver]
    for direction in range(DIRECTIONS):
        there = beside[here * DIRECTIONS + direction]
        if there != NOWHERE and can_enter(valley, there) and valley.step_cost(here, there, direction) <= moves:
            found.add(MOVE + direction)


def list_actions(valley: Valley, beaver: i64, found: ActionList) -> None:
    """Lists the legal orders of a beaver that cost an action, which it must have left."""
    here = valley.place[beaver]
    beside = valley.book.beside
    room = valley.room(beaver)
    if room > 0:
        for direction in range(DIRECTIONS):
            there = beside[here * DIRECTIONS + direction]
            if there != NOWHERE and valley.spawner_at[there] != NOBODY:
                found.add(HARVEST + direction)
    for direction in range(DIRECTIONS):
        there = beside[here * DIRECTIONS + direction]
        if there != NOWHERE and can_be_attacked(valley, there):
            found.add(ATTACK + direction)
    if build_objection(valley, valley.player, beaver) == 0:
        found.add(BUILD)
    if valley.held_branches[beaver] > 0:
        list_goods_orders(valley, DROP, BRANCHES, beaver, found)
    if valley.held_food[beaver] > 0:
        list_goods_orders(valley, DROP, FOOD, beaver, found)
    if valley.book.pickup_from_beside:
        if room > 0:
            list_goods_orders(valley, PICKUP, BRANCHES, beaver, found)
            list_goods_orders(valley, PICKUP, FOOD, beaver, found)
    elif valley.load(beaver) == 0:
        if valley.branches[here] > 0:
            found.add(PICKUP + BRANCHES * PLACES)
        if valley.food[here] > 0:
            found.add(PICKUP + FOOD * PLACES)


def list_recruits(valley: Valley, tile: i64, found: ActionList) -> None:
    seat = valley.player
    if valley.lodge[tile] != seat:
        return
    free = valley.recruits_free(seat)
    for job in range(JOBS):
        if free or valley.food[tile] >= valley.book.cost[job]:
            found.add(RECRUIT + job)


def list_goods_orders(valley: Valley, kind: i64, goods: i64, beaver: i64, found: ActionList) -> None:
    """Lists a beaver's legal drops or pickups of one kind of goods, here and on the four sides; it must be able to."""
    here = valley.place[beaver]
    for place in range(PLACES):
        tile = here
        if place > 0:
            tile = valley.book.beside[here * DIRECTIONS + place - 1]
        if tile == NOWHERE or valley.spawner_at[tile] != NOBODY:
            continue
        if kind == PICKUP:
            lying = valley.branches[tile] if goods == BRANCHES else valley.food[tile]
            if lying <= 0:
                continue
        found.add(kind + goods * PLACES + place)


def kind_of_order(order: i64) -> i64:
    """Returns the kind of an order (MOVE, DROP, ...), without its direction, goods, place or job."""
    if order >= RECRUIT:
        return RECRUIT
    if order >= PICKUP:
        return PICKUP
    if order >= DROP:
        return DROP
    if order >= BUILD:
        return BUILD
    if order >= ATTACK:
        return ATTACK
    if order >= HARVEST:
        return HARVEST
    return MOVE


def target_tile(valley: Valley, tile: i64, order: i64) -> i64:
    """Returns the tile that an order to the unit on this tile refers to; NOWHERE beyond the edge of the map."""
    kind = kind_of_order(order)
    if kind == RECRUIT or kind == BUILD:
        return tile
    if kind == DROP or kind == PICKUP:
        place = (order - kind) % PLACES
        return tile if place == 0 else valley.book.beside[tile * DIRECTIONS + place - 1]
    return valley.book.beside[tile * DIRECTIONS + order - kind]


def goods_of(order: i64) -> i64:
    """Returns the goods that a drop or pickup concerns, BRANCHES or FOOD; BRANCHES for all other orders."""
    kind = kind_of_order(order)
    if kind == DROP or kind == PICKUP:
        return (order - kind) // PLACES
    return BRANCHES


def largest_amount(valley: Valley, tile: i64, order: i64) -> i64:
    """Returns the largest amount of goods that an order to drop or pick up may name; 0 if an order takes no amount."""
    kind = kind_of_order(order)
    if kind != DROP and not (kind == PICKUP and valley.book.pickup_from_beside):
        return 0
    beaver = valley.beaver_at[tile]
    goods = goods_of(order)
    if kind == DROP:
        return valley.held_branches[beaver] if goods == BRANCHES else valley.held_food[beaver]
    return pickup_amount(valley, beaver, target_tile(valley, tile, order), goods, 0)


def order_answers(valley: Valley, kind: i64, caller: i64, target: i64, goods: i64, amount: i64) -> vec[i64]:
    """Returns the answers (unit, order and, if more than 1 is possible, amount) that give a legal order; the arguments
    are those of check_order."""
    if kind == RECRUIT:
        return vec[i64]([TILES + target, RECRUIT + caller])
    here = valley.place[caller]
    order = kind
    if kind == MOVE:
        order += valley.direction(here, target)
    elif kind == HARVEST:
        order += valley.direction(here, valley.spawner_tile[target])
    elif kind == ATTACK:
        order += valley.direction(here, valley.place[target])
    elif kind != BUILD:
        order += goods * PLACES + (HERE if target == here else 1 + valley.direction(here, target))
    most = largest_amount(valley, here, order)
    if most <= 1:
        return vec[i64]([TILES + here, order])
    return vec[i64]([TILES + here, order, AMOUNT + (amount if amount > 0 else most)])
