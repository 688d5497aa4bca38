"""Makes the map of Stumped from one dealt number (section 3), in integers, so that it is the same on every machine."""

from __future__ import annotations

from math import isqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import BRANCHES, EAST, FOOD, NORTH, NOWHERE, SOUTH, WEST
from parlour.games.stumped.rules.book import BASIC
from parlour.games.stumped.rules.map_checks import is_sound
from parlour.games.stumped.rules.state import LAND, WATER, Valley, rivers_of
from parlour.kernel.rng import Rng
from parlour.kernel.state import NOBODY

MAPS: Final[i64] = 1048576  # how many map numbers can be dealt
MAP_ATTEMPTS: Final[i64] = 40  # R31: maps made until one is sound
TILE_DRAWS: Final[i64] = 200  # random tiles tried for a spawner before all fitting tiles are listed

UNIT: Final[i64] = 65536  # fixed point: one tile, or one degree
BLOBS: Final[i64] = 6
ENERGY: Final[i64] = 229376  # 3.5
SMALLEST_DISTANCE: Final[i64] = 7  # 0.0001
RAY_UNIT: Final[i64] = 1073741824  # fixed point with more bits, for following a ray
RAY_BITS: Final[i64] = 30
HALF_CIRCLE: Final[i64] = 3373259426  # pi in ray units


def make_map(valley: Valley, number: i64) -> None:
    """Makes the map with this number: random maps until one is playable; on boards too small for any, the last one."""
    valley.map_number = number
    for attempt in range(MAP_ATTEMPTS):
        rng = Rng(number, attempt)
        draw_map(valley, rng)
        if is_sound(valley):
            break


def draw_map(valley: Valley, rng: Rng) -> None:
    clear_map(valley)
    fill_pond(valley, rng)
    draw_rivers(valley, rng)
    plant(valley, rng, BRANCHES, valley.book.trees_min, valley.book.trees_max)
    plant(valley, rng, FOOD, valley.book.cattails_min, valley.book.cattails_max)
    mirror(valley)
    place_first_beavers(valley, rng)


def clear_map(valley: Valley) -> None:
    """Makes every tile of the map empty land, without plants, goods, lodges or beavers (rule 3.1)."""
    tiles = valley.book.tiles
    valley.ground = vec[i64]([LAND] * tiles)
    valley.flow = vec[i64]([NOWHERE] * tiles)
    valley.spawner_at = vec[i64]([NOBODY] * tiles)
    valley.spawner_tile = vec[i64]()
    valley.spawner_goods = vec[i64]()
    valley.spawner_health = vec[i64]()
    valley.spawner_pause = vec[i64]()
    valley.branches = vec[i64]([0] * tiles)
    valley.food = vec[i64]([0] * tiles)
    valley.lodge = vec[i64]([NOBODY] * tiles)
    valley.beaver_at = vec[i64]([NOBODY] * tiles)
    valley.number = vec[i64]()
    valley.owner = vec[i64]()
    valley.job = vec[i64]()
    valley.place = vec[i64]()
    valley.health = vec[i64]()
    valley.moves = vec[i64]()
    valley.actions = vec[i64]()
    valley.held_branches = vec[i64]()
    valley.held_food = vec[i64]()
    valley.distracted = vec[i64]()
    valley.recruited = vec[i64]()
    valley.listed = 0
    valley.next_beaver_number = 0
    valley.living = vec[i64]([0, 0])


def random_between(rng: Rng, low: i64, high: i64) -> i64:
    """Returns a random whole number from low to high, both included, all equally likely."""
    return low + rng.below(high - low + 1)


def fill_pond(valley: Valley, rng: Rng) -> None:
    """Makes the pond: turns land into water in six random blobs around the middle of the map's mirror line (3.2)."""
    book = valley.book
    centre_x = book.width // 2 * UNIT
    centre_y = book.height // 2 * UNIT
    xs = vec[i64]([centre_x])
    ys = vec[i64]([centre_y])
    radii = vec[i64]([random_between(rng, UNIT // 2, 5 * UNIT)])
    for _ in range(1, BLOBS):
        xs = append(xs, centre_x + random_between(rng, -2 * UNIT, 2 * UNIT))
        ys = append(ys, centre_y - random_between(rng, 0, 2 * UNIT))
        radii = append(radii, random_between(rng, UNIT // 2, 5 * UNIT))
    for y in range(book.height // 2):
        for x in range(book.width):
            if energy(x * UNIT, y * UNIT, xs, ys, radii) > ENERGY:
                valley.ground[x + y * book.width] = WATER


def energy(x: i64, y: i64, xs: vec[i64], ys: vec[i64], radii: vec[i64]) -> i64:
    total: i64 = 0
    for blob in range(BLOBS):
        across = xs[blob] - x
        down = ys[blob] - y
        distance = isqrt(across * across + down * down)
        if distance < SMALLEST_DISTANCE:
            distance = SMALLEST_DISTANCE
        total += radii[blob] * UNIT // distance
    return total


def draw_rivers(valley: Valley, rng: Rng) -> None:
    """Draws two or three rivers on the upper half of the map, from the middle upwards at random angles (rule 3.3)."""
    angle: i64 = 15 * UNIT
    while True:
        angle += random_between(rng, 30 * UNIT, 45 * UNIT)
        if angle >= 135 * UNIT:
            return
        draw_river(valley, angle)


def sine(radians: i64) -> i64:
    """Returns the sine of an angle from 0 to pi as a fixed-point integer (2**30 is 1), by ten terms of its series."""
    half = HALF_CIRCLE // 2
    x = radians if radians <= half else HALF_CIRCLE - radians
    square = (x * x) >> RAY_BITS
    term = x
    total = x
    for n in range(1, 10):
        term = -((term * square) >> RAY_BITS) // (2 * n * (2 * n + 1))
        total += term
    return total


def draw_river(valley: Valley, angle: i64) -> None:
    """Draws one river from the middle of the map outwards at this angle; its water flows back to the middle (3.4)."""
    book = valley.book
    half = book.height // 2
    radians = (HALF_CIRCLE // 180) * angle // UNIT
    rise = -sine(radians)
    quarter = HALF_CIRCLE // 2
    run = -sine(quarter - radians) if radians <= quarter else sine(radians - quarter)
    longest = -rise  # the angle is never below 45 degrees nor above 135
    step_x = run * RAY_UNIT // longest
    step_y = rise * RAY_UNIT // longest
    x = book.width // 2 * RAY_UNIT
    y = half * RAY_UNIT
    last_x = book.width // 2  # R36: a ray that begins on land flows back to the middle
    last_y = half
    steps: i64 = 0
    while steps * RAY_UNIT < (book.width + book.height) * longest:
        steps += 1
        x += step_x
        y += step_y
        at_x = x >> RAY_BITS
        at_y = y >> RAY_BITS
        if 0 <= at_x < book.width and 0 <= at_y < half:
            if (x + step_x) >> RAY_BITS != at_x and (y + step_y) >> RAY_BITS != at_y:
                y -= step_y
            tile = at_x + at_y * book.width
            if valley.ground[tile] == LAND:
                valley.ground[tile] = WATER
                valley.flow[tile] = flow_back(at_x, at_y, last_x, last_y)
            elif valley.flow[tile] != NOWHERE:
                return
        last_x = at_x
        last_y = at_y


def flow_back(x: i64, y: i64, last_x: i64, last_y: i64) -> i64:
    if y > last_y:
        return NORTH
    if y < last_y:
        return SOUTH
    return EAST if x < last_x else WEST


def plant(valley: Valley, rng: Rng, goods: i64, least: i64, most: i64) -> None:
    """Plants a random number of trees or cattails on the upper half, but leaves one tile free (R32; 3.5, R11, R12)."""
    half = valley.book.tiles // 2
    left = random_between(rng, least, most)
    while left > 0 and len(valley.spawner_tile) < half - 1:
        left -= 1
        tile = NOWHERE
        for _ in range(TILE_DRAWS):
            drawn = rng.below(half)
            if can_plant(valley, drawn, goods):
                tile = drawn
                break
        if tile == NOWHERE:
            fitting = vec[i64]([other for other in range(half) if can_plant(valley, other, goods)])
            if len(fitting) == 0:
                return
            tile = rng.pick(fitting)
        put_spawner(valley, tile, goods)


def can_plant(valley: Valley, tile: i64, goods: i64) -> bool:
    """Whether a tree (on land) or cattails (in water) can be planted on a tile where nothing grows yet."""
    wanted = WATER if goods == FOOD else LAND
    return valley.spawner_at[tile] == NOBODY and valley.ground[tile] == wanted


def put_spawner(valley: Valley, tile: i64, goods: i64) -> None:
    valley.spawner_at[tile] = len(valley.spawner_tile)
    valley.spawner_tile = append(valley.spawner_tile, tile)
    valley.spawner_goods = append(valley.spawner_goods, goods)
    valley.spawner_health = append(valley.spawner_health, 1)
    valley.spawner_pause = append(valley.spawner_pause, 0)


def mirror_tile(valley: Valley, tile: i64) -> i64:
    """Returns the tile that mirrors this one in the other half of the map (north and south swapped)."""
    width = valley.book.width
    return tile % width + (valley.book.height - 1 - tile // width) * width


def mirror(valley: Valley) -> None:
    """Copies the top half of the map to the bottom half, mirrored: ground, rivers, trees and cattails (rule 3.6)."""
    for tile in range(valley.book.tiles // 2):
        other = mirror_tile(valley, tile)
        valley.ground[other] = valley.ground[tile]
        flow = valley.flow[tile]
        if flow == NORTH:
            flow = SOUTH
        elif flow == SOUTH:
            flow = NORTH
        valley.flow[other] = flow
    for spawner in range(len(valley.spawner_tile)):
        put_spawner(valley, mirror_tile(valley, valley.spawner_tile[spawner]), valley.spawner_goods[spawner])
    valley.rivers = rivers_of(valley.flow)


def place_first_beavers(valley: Valley, rng: Rng) -> None:
    """Places each player's first beaver, on mirrored tiles, with one branch and ready to act (rule 3.7)."""
    while True:
        tile = rng.below(valley.book.tiles // 2)
        if valley.spawner_at[tile] == NOBODY:
            break
    for seat in range(2):
        beaver = valley.add_beaver(seat, BASIC, tile if seat == 0 else mirror_tile(valley, tile))
        valley.held_branches[beaver] = 1
        valley.recruited[beaver] = 1
    valley.listed = 2
