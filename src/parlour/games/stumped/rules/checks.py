"""Checks whether an order may be given, in the order of section 7, for players' answers and for contest clients."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.stumped.rules.actions import ATTACK, BRANCHES, BUILD, DROP, HARVEST, MOVE, NOWHERE, RECRUIT
from parlour.games.stumped.rules.reasons import (
    ALREADY_A_LODGE,
    DEAD,
    DISTRACTED,
    DROP_ON_SPAWNER,
    DROP_TOO_FAR,
    FULL,
    HANDS_FULL,
    LODGE_IN_THE_WAY,
    LODGE_OCCUPIED,
    NO_ACTIONS,
    NO_MOVES,
    NO_ROOM_FOR_SO_MUCH,
    NOT_ADJACENT,
    NOT_RECRUITED,
    NOT_SO_MUCH_HELD,
    NOT_SO_MUCH_THERE,
    NOT_YOUR_LODGE,
    NOT_YOUR_TURN,
    NOT_YOURS,
    NOTHING_THERE,
    NOTHING_TO_DROP,
    OCCUPIED,
    PICKUP_ON_SPAWNER,
    PICKUP_TOO_FAR,
    SPAWNER_IN_THE_WAY,
    SPAWNER_NOT_ADJACENT,
    SPAWNER_ON_SITE,
    TARGET_NOT_ADJACENT,
    TARGET_NOT_RECRUITED,
    TOO_FAR,
    TOO_FEW_BRANCHES,
    TOO_LITTLE_FOOD,
)
from parlour.games.stumped.rules.state import Valley
from parlour.kernel.state import NOBODY


def check_order(valley: Valley, seat: i64, kind: i64, caller: i64, target: i64, goods: i64, amount: i64) -> i64:
    """Returns the number of the reason why an order is refused (the first check that fails), or 0 if it is legal.

    `kind` is MOVE, HARVEST and so on without direction; `caller` is a beaver's row, or a job for RECRUIT; `target` is
    a tile, a spawner for HARVEST, a beaver's row for ATTACK; an amount of 0 or less means all."""
    if valley.player != seat:
        return NOT_YOUR_TURN
    if kind == RECRUIT:
        return recruit_objection(valley, seat, caller, target)
    reason = beaver_objection(valley, seat, kind, caller)
    if reason != 0:
        return reason
    if kind == MOVE:
        return move_objection(valley, caller, target)
    if kind == HARVEST:
        return harvest_objection(valley, caller, target)
    if kind == ATTACK:
        return attack_objection(valley, caller, target)
    if kind == BUILD:
        return build_objection(valley, seat, caller)
    if kind == DROP:
        return drop_objection(valley, caller, target, goods, amount)
    if valley.book.pickup_from_beside:
        return reach_objection(valley, caller, target, goods, amount)
    return pickup_objection(valley, caller, target, goods)


def beaver_objection(valley: Valley, seat: i64, kind: i64, beaver: i64) -> i64:
    """Returns the reason why a beaver may get no order of this kind, by the checks common to all orders, or 0."""
    if valley.owner[beaver] != seat:
        return NOT_YOURS
    if valley.health[beaver] <= 0:
        return DEAD
    if valley.distracted[beaver] > 0:
        return DISTRACTED
    if valley.recruited[beaver] == 0:
        return NOT_RECRUITED
    if kind != MOVE and valley.actions[beaver] <= 0:
        return NO_ACTIONS
    return 0


def move_objection(valley: Valley, beaver: i64, tile: i64) -> i64:
    moves = valley.moves[beaver]
    if moves <= 0:
        return NO_MOVES
    if valley.beaver_at[tile] != NOBODY:
        return OCCUPIED
    if valley.book.lodges_shut and valley.lodge[tile] != NOBODY:
        return LODGE_IN_THE_WAY
    if valley.spawner_at[tile] != NOBODY:
        return SPAWNER_IN_THE_WAY
    here = valley.place[beaver]
    direction = valley.direction(here, tile)
    if direction == NOWHERE:
        return NOT_ADJACENT
    return TOO_FAR if valley.step_cost(here, tile, direction) > moves else 0


def harvest_objection(valley: Valley, beaver: i64, spawner: i64) -> i64:
    if valley.direction(valley.place[beaver], valley.spawner_tile[spawner]) == NOWHERE:
        return SPAWNER_NOT_ADJACENT
    return FULL if valley.room(beaver) <= 0 else 0


def attack_objection(valley: Valley, beaver: i64, victim: i64) -> i64:
    if valley.recruited[victim] == 0:
        return TARGET_NOT_RECRUITED
    there = valley.place[victim]
    if there == NOWHERE or valley.direction(valley.place[beaver], there) == NOWHERE:
        return TARGET_NOT_ADJACENT
    return 0


def build_objection(valley: Valley, seat: i64, beaver: i64) -> i64:
    here = valley.place[beaver]
    if valley.held_branches[beaver] + valley.branches[here] < valley.price(seat):
        return TOO_FEW_BRANCHES
    if valley.lodge[here] != NOBODY:
        return ALREADY_A_LODGE
    return SPAWNER_ON_SITE if valley.spawner_at[here] != NOBODY else 0


def is_near(valley: Valley, beaver: i64, tile: i64) -> bool:
    """Whether a tile is the beaver's own or one of the four beside it."""
    here = valley.place[beaver]
    return here == tile or valley.direction(here, tile) != NOWHERE


def drop_objection(valley: Valley, beaver: i64, tile: i64, goods: i64, amount: i64) -> i64:
    held = valley.held_branches[beaver] if goods == BRANCHES else valley.held_food[beaver]
    wanted = amount
    if wanted <= 0:
        wanted = held
    if wanted <= 0:
        return NOTHING_TO_DROP
    if wanted > held:
        return NOT_SO_MUCH_HELD
    if not is_near(valley, beaver, tile):
        return DROP_TOO_FAR
    return DROP_ON_SPAWNER if valley.spawner_at[tile] != NOBODY else 0


def pickup_objection(valley: Valley, beaver: i64, tile: i64, goods: i64) -> i64:
    """Returns why a pickup is refused in profile `document` (own tile, empty-handed, all it can carry), or 0 (R9)."""
    if tile != valley.place[beaver]:
        return PICKUP_TOO_FAR
    if valley.load(beaver) > 0:
        return HANDS_FULL
    there = valley.branches[tile] if goods == BRANCHES else valley.food[tile]
    return NOTHING_THERE if there <= 0 else 0


def reach_objection(valley: Valley, beaver: i64, tile: i64, goods: i64, amount: i64) -> i64:
    """Returns why a pickup is refused in profile `server` (own or adjacent tile, any amount that fits), or 0 (R9)."""
    if not is_near(valley, beaver, tile):
        return PICKUP_TOO_FAR
    if valley.spawner_at[tile] != NOBODY:
        return PICKUP_ON_SPAWNER
    there = valley.branches[tile] if goods == BRANCHES else valley.food[tile]
    room = valley.room(beaver)
    wanted = amount
    if wanted <= 0:
        wanted = there if there < room else room
    if wanted <= 0:
        return NOTHING_THERE
    if wanted > there:
        return NOT_SO_MUCH_THERE
    return NO_ROOM_FOR_SO_MUCH if wanted > room else 0


def recruit_objection(valley: Valley, seat: i64, job: i64, tile: i64) -> i64:
    if valley.lodge[tile] != seat:
        return NOT_YOUR_LODGE
    if valley.beaver_at[tile] != NOBODY:
        return LODGE_OCCUPIED
    if not valley.recruits_free(seat) and valley.food[tile] < valley.book.cost[job]:
        return TOO_LITTLE_FOOD
    return 0
