"""Carries out orders to beavers and lodges (sections 7 and 9). Callers have checked them with checks.py."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import ATTACK, BRANCHES, BUILD, DROP, FOOD, HARVEST, MOVE, NOWHERE, PICKUP
from parlour.games.stumped.rules.events import (
    ATTACKED,
    BUILT,
    DESTROYED,
    DIED,
    DROPPED,
    HARVESTED,
    LOST_FOOD,
    MOVED,
    PICKED_UP,
    RECRUITED,
)
from parlour.games.stumped.rules.state import GONE, WATER, Valley
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


def apply_order(valley: Valley, kind: i64, caller: i64, target: i64, goods: i64, amount: i64) -> None:
    """Carries out one order to a beaver or lodge; it must be legal. The arguments are those of checks.check_order."""
    if kind == MOVE:
        move(valley, caller, target)
    elif kind == HARVEST:
        harvest(valley, caller, target)
    elif kind == ATTACK:
        attack(valley, caller, target)
    elif kind == BUILD:
        build(valley, caller)
    elif kind == DROP:
        drop(valley, caller, target, goods, amount)
    elif kind == PICKUP:
        pick_up(valley, caller, target, goods, amount)
    else:
        recruit(valley, caller, target)
    valley.orders_given += 1


def move(valley: Valley, beaver: i64, tile: i64) -> None:
    here = valley.place[beaver]
    cost = valley.step_cost(here, tile, valley.direction(here, tile))
    valley.beaver_at[here] = NOBODY
    valley.beaver_at[tile] = beaver
    valley.place[beaver] = tile
    valley.moves[beaver] -= cost
    if valley.journal is not None:
        valley.journal.add(EVERYONE, MOVED, valley.owner[beaver], valley.number[beaver], here, tile, cost)


def harvest(valley: Valley, beaver: i64, spawner: i64) -> None:
    """Lets a beaver harvest a tree or cattails, which lose 1 health; a bare one gives nothing, excess is lost (R5,
    R21)."""
    book = valley.book
    goods = valley.spawner_goods[spawner]
    job = valley.job[beaver]
    health = valley.spawner_health[spawner]
    skill = book.chopping[job] if goods == BRANCHES else book.munching[job]
    gained = book.harvest_factor * health * skill
    room = valley.room(beaver)
    if gained > room:
        gained = room
    if goods == BRANCHES:
        valley.held_branches[beaver] += gained
    else:
        valley.held_food[beaver] += gained
    if health > 0:
        valley.spawner_health[spawner] = health - 1
    valley.spawner_pause[spawner] = book.regrowth_pause
    valley.actions[beaver] -= 1
    if valley.journal is not None:
        left = valley.spawner_health[spawner]
        tile = valley.spawner_tile[spawner]
        valley.journal.add(EVERYONE, HARVESTED, valley.owner[beaver], valley.number[beaver], tile, goods, gained, left)


def attack(valley: Valley, beaver: i64, victim: i64) -> None:
    """Lets a beaver take health from another, which may die, and distract it unless it is distracted already (R18,
    R20)."""
    book = valley.book
    job = valley.job[beaver]
    damage = book.damage[job]
    if damage > valley.health[victim]:
        damage = valley.health[victim]
    valley.health[victim] -= damage
    fresh: i64 = 0
    if valley.distracted[victim] == 0:
        fresh = book.distraction[job]
        valley.distracted[victim] = fresh
    valley.actions[beaver] -= 1
    if valley.journal is not None:
        seat = valley.owner[beaver]
        number = valley.number[victim]
        tile = valley.place[victim]
        valley.journal.add(EVERYONE, ATTACKED, seat, valley.number[beaver], number, tile, damage, fresh)
    if valley.health[victim] == 0:
        die(valley, victim)


def die(valley: Valley, beaver: i64) -> None:
    """Drops a dead beaver's goods on its tile and frees the tile; its row stays until the upkeep (section 9, R23)."""
    tile = valley.place[beaver]
    branches = valley.held_branches[beaver]
    food = valley.held_food[beaver]
    valley.beaver_at[tile] = NOBODY
    valley.living[valley.owner[beaver]] -= 1
    if valley.journal is not None:
        valley.journal.add(EVERYONE, DIED, valley.owner[beaver], valley.number[beaver], tile, branches, food)
    valley.branches[tile] += branches
    put_food(valley, tile, food)
    valley.place[beaver] = NOWHERE
    valley.held_branches[beaver] = GONE
    valley.held_food[beaver] = GONE
    valley.actions[beaver] = GONE
    valley.moves[beaver] = GONE
    valley.distracted[beaver] = GONE


def put_food(valley: Valley, tile: i64, food: i64) -> None:
    """Puts food on a tile; in the profile `document` food on water outside of lodges is lost at once (rule R8)."""
    if food <= 0:
        return
    if valley.ground[tile] == WATER and valley.lodge[tile] == NOBODY and not valley.book.food_persists:
        if valley.journal is not None:
            valley.journal.add(EVERYONE, LOST_FOOD, tile, food)
        return
    if valley.food[tile] == 0:
        valley.note_food(tile)
    valley.food[tile] += food


def build(valley: Valley, beaver: i64) -> None:
    """Lets a beaver build a lodge from the branches on its tile, then its own; the tile then holds just the price
    (R14)."""
    seat = valley.owner[beaver]
    tile = valley.place[beaver]
    price = valley.price(seat)
    lying = valley.branches[tile]
    if lying < price:
        valley.held_branches[beaver] -= price - lying
    valley.branches[tile] = price
    valley.lodge[tile] = seat
    valley.lodges = append(valley.lodges, tile)
    valley.lodge_count[seat] += 1
    valley.actions[beaver] -= 1
    if valley.journal is not None:
        count = valley.lodge_count[seat]
        valley.journal.add(EVERYONE, BUILT, seat, valley.number[beaver], tile, price, count)


def drop(valley: Valley, beaver: i64, tile: i64, goods: i64, amount: i64) -> None:
    dropped = amount
    if dropped <= 0:
        dropped = valley.held_branches[beaver] if goods == BRANCHES else valley.held_food[beaver]
    valley.actions[beaver] -= 1
    if valley.journal is not None:
        seat = valley.owner[beaver]
        valley.journal.add(EVERYONE, DROPPED, seat, valley.number[beaver], tile, goods, dropped)
    if goods == BRANCHES:
        valley.held_branches[beaver] -= dropped
        valley.branches[tile] += dropped
    else:
        valley.held_food[beaver] -= dropped
        put_food(valley, tile, dropped)


def pickup_amount(valley: Valley, beaver: i64, tile: i64, goods: i64, amount: i64) -> i64:
    """Returns how many branches or how much food a pickup takes: the amount if one is given (profile `server`), else
    all that lies there or all that the beaver can carry, whichever is less (rule R9)."""
    if valley.book.pickup_from_beside and amount > 0:
        return amount
    there = valley.branches[tile] if goods == BRANCHES else valley.food[tile]
    room = valley.room(beaver)
    return there if there < room else room


def pick_up(valley: Valley, beaver: i64, tile: i64, goods: i64, amount: i64) -> None:
    taken = pickup_amount(valley, beaver, tile, goods, amount)
    valley.actions[beaver] -= 1
    if valley.journal is not None:
        seat = valley.owner[beaver]
        valley.journal.add(EVERYONE, PICKED_UP, seat, valley.number[beaver], tile, goods, taken)
    if goods == FOOD:
        valley.held_food[beaver] += taken
        valley.food[tile] -= taken
        return
    valley.held_branches[beaver] += taken
    valley.branches[tile] -= taken
    if valley.branches[tile] == 0 and valley.lodge[tile] != NOBODY:
        destroy(valley, tile, valley.owner[beaver])


def destroy(valley: Valley, tile: i64, by: i64) -> None:
    """Removes a lodge that has no branches left; its food stays, except on open water (R8; rule R28, section 9)."""
    seat = valley.lodge[tile]
    valley.lodge[tile] = NOBODY
    valley.lodge_count[seat] -= 1
    kept = vec[i64](capacity=len(valley.lodges))
    for other in valley.lodges:
        if other != tile:
            kept = append(kept, other)
    valley.lodges = kept
    if valley.journal is not None:
        valley.journal.add(EVERYONE, DESTROYED, seat, tile, valley.lodge_count[seat], by)
    food = valley.food[tile]
    valley.food[tile] = 0
    put_food(valley, tile, food)


def recruit(valley: Valley, job: i64, tile: i64) -> None:
    """Adds a beaver at a lodge, paid with food from the lodge, or free while its player has few beavers (rule R4)."""
    seat = valley.lodge[tile]
    paid: i64 = 0
    if not valley.recruits_free(seat):
        paid = valley.book.cost[job]
        valley.food[tile] -= paid
    beaver = valley.add_beaver(seat, job, tile)
    if valley.journal is not None:
        valley.journal.add(EVERYONE, RECRUITED, seat, valley.number[beaver], tile, job, paid)
