"""Checks that a map of Stumped can be played; run on every map that is dealt."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import BRANCHES, DIRECTIONS, EAST, FOOD, NORTH, NOWHERE, SOUTH, WEST
from parlour.games.stumped.rules.map_half import Half
from parlour.games.stumped.rules.state import LAND, WATER, Valley
from parlour.kernel.state import NOBODY

FEWEST_RIVERS: Final[i64] = 2
MOST_RIVERS: Final[i64] = 8


def is_sound(valley: Valley) -> bool:
    """Whether a map is playable: mirrored, 2 to 8 rivers into one pond, trees on land and cattails in water as many as
    demanded, and all of them and the opponent in a beaver's reach."""
    rivers = count_river_mouths(valley) if valley.book.server_rivers else count_rivers(valley)
    return (
        (is_mirrored(valley, Half(valley.book, False)) or is_mirrored(valley, Half(valley.book, True)))
        and rivers_reach_pond(valley)
        and (valley.book.server_rivers or count_waters(valley, False) == 1)
        and FEWEST_RIVERS <= rivers <= MOST_RIVERS
        and spawners_fit(valley)
        and all_in_reach(valley)
    )


def is_mirrored(valley: Valley, half: Half) -> bool:
    for tile in range(valley.book.tiles):
        other = half.mirrored(tile)
        if valley.ground[other] != valley.ground[tile] or valley.flow[other] != half.mirrored_flow(valley.flow[tile]):
            return False
        one = valley.spawner_at[tile]
        two = valley.spawner_at[other]
        if (one == NOBODY) != (two == NOBODY):
            return False
        if one != NOBODY and valley.spawner_goods[one] != valley.spawner_goods[two]:
            return False
    return True


def rivers_reach_pond(valley: Valley) -> bool:
    """Whether every river tile of the map is water and its current leads to the pond."""
    for tile in range(valley.book.tiles):
        flow = valley.flow[tile]
        if flow == NOWHERE:
            continue
        if flow not in (NORTH, EAST, SOUTH, WEST) or valley.ground[tile] != WATER or not reaches_pond(valley, tile):
            return False
    return True


def reaches_pond(valley: Valley, tile: i64) -> bool:
    """Whether the river's current, followed from this tile, leads to still water (the pond)."""
    here = tile
    for _ in range(valley.book.tiles):
        flow = valley.flow[here]
        if flow == NOWHERE:
            return valley.ground[here] == WATER
        here = valley.book.beside[here * DIRECTIONS + flow]
        if here == NOWHERE:
            return False
    return False


def count_rivers(valley: Valley) -> i64:
    """Returns the number of rivers on the map: a river is all flowing water that hangs together (rule R6)."""
    return count_waters(valley, True)


def count_waters(valley: Valley, flowing: bool) -> i64:
    """Returns the number of rivers (flowing) or ponds on the map, each being all such water that hangs together."""
    found: i64 = 0
    seen = vec[i64]([0] * valley.book.tiles)
    for tile in range(valley.book.tiles):
        if seen[tile] == 1 or not is_water(valley, tile, flowing):
            continue
        found += 1
        seen[tile] = 1
        waiting = vec[i64]([tile])
        at: i64 = 0
        while at < len(waiting):
            for direction in range(DIRECTIONS):
                there = valley.book.beside[waiting[at] * DIRECTIONS + direction]
                if there != NOWHERE and seen[there] == 0 and is_water(valley, there, flowing):
                    seen[there] = 1
                    waiting = append(waiting, there)
            at += 1
    return found


def is_water(valley: Valley, tile: i64, flowing: bool) -> bool:
    return valley.ground[tile] == WATER and (valley.flow[tile] != NOWHERE) == flowing


def count_river_mouths(valley: Valley) -> i64:
    """Returns the number of river tiles that flow into the pond; the contest server's rivers have one each."""
    found: i64 = 0
    for tile in range(valley.book.tiles):
        flow = valley.flow[tile]
        if flow != NOWHERE:
            there = valley.book.beside[tile * DIRECTIONS + flow]
            if there != NOWHERE and valley.flow[there] == NOWHERE and valley.ground[there] == WATER:
                found += 1
    return found


def spawners_fit(valley: Valley) -> bool:
    """Whether trees are on land and cattails in water, one per tile, as many as the match's rules demand (R11, R12)."""
    book = valley.book
    trees: i64 = 0
    cattails: i64 = 0
    for spawner in range(len(valley.spawner_tile)):
        tile = valley.spawner_tile[spawner]
        goods = valley.spawner_goods[spawner]
        if valley.spawner_at[tile] != spawner or valley.ground[tile] != (LAND if goods == BRANCHES else WATER):
            return False
        if goods == FOOD:
            cattails += 1
        else:
            trees += 1
    in_range = 2 * book.trees_min <= trees <= 2 * book.trees_max
    return in_range and 2 * book.cattails_min <= cattails <= 2 * book.cattails_max


def all_in_reach(valley: Valley) -> bool:
    """Whether the first player's beaver can walk to the other one's tile and stand beside every tree and cattails."""
    seen = reachable_tiles(valley, valley.place[0])
    if seen[valley.place[1]] == 0:
        return False
    for tile in valley.spawner_tile:
        near: i64 = 0
        for direction in range(DIRECTIONS):
            there = valley.book.beside[tile * DIRECTIONS + direction]
            if there != NOWHERE:
                near += seen[there]
        if near == 0:
            return False
    return True


def reachable_tiles(valley: Valley, start: i64) -> vec[i64]:
    """Returns, by tile, 1 if a beaver can walk there from `start`, else 0; only trees and cattails block the way."""
    seen = vec[i64]([0] * valley.book.tiles)
    seen[start] = 1
    waiting = vec[i64]([start])
    at: i64 = 0
    while at < len(waiting):
        here = waiting[at]
        at += 1
        for direction in range(DIRECTIONS):
            there = valley.book.beside[here * DIRECTIONS + direction]
            if there != NOWHERE and seen[there] == 0 and valley.spawner_at[there] == NOBODY:
                seen[there] = 1
                waiting = append(waiting, there)
    return seen
