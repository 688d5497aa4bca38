"""Makes the map of Stumped from one dealt number (section 3), in integers, so that it is the same on every machine."""

from __future__ import annotations

from math import isqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import BRANCHES, EAST, FOOD, NORTH, NOWHERE, SOUTH, WEST
from parlour.games.stumped.rules.book import BASIC
from parlour.games.stumped.rules.map_checks import FEWEST_RIVERS, MOST_RIVERS, count_rivers, is_sound
from parlour.games.stumped.rules.map_half import Half
from parlour.games.stumped.rules.state import LAND, WATER, Valley, rivers_of
from parlour.kernel.rng import Rng
from parlour.kernel.state import NOBODY

MAPS: Final[i64] = 1048576  # how many map numbers can be dealt
MAP_ATTEMPTS: Final[i64] = 40  # R31: maps made until one is sound
PATIENCE: Final[i64] = 8  # maps made with the wanted number of rivers before one river is given up
TILE_DRAWS: Final[i64] = 200  # random tiles tried for a spawner before all fitting tiles are listed

LINE_GAP: Final[i64] = 2  # rows between the mirror line and the sources of the rivers that do not follow it
POND_SHARE: Final[i64] = 6  # the middles of the pond's blobs keep within this part of the mirror line, on both sides

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
    book = valley.book
    choice = Rng(number, MAP_ATTEMPTS)
    rivers = random_between(choice, FEWEST_RIVERS, MOST_RIVERS)
    half = Half(book, not book.server_rivers and book.width % 2 == 0 and choice.below(2) == 1)  # R25
    for attempt in range(MAP_ATTEMPTS):
        if attempt > 0 and attempt % PATIENCE == 0 and rivers > FEWEST_RIVERS:
            rivers -= 1
        draw_map(valley, half, Rng(number, attempt), rivers)
        if is_sound(valley) and (book.server_rivers or count_rivers(valley) == rivers):
            break


def draw_map(valley: Valley, half: Half, rng: Rng, rivers: i64) -> None:
    """Draws a random map: one half with this number of rivers on the whole board (R6), then its mirror image."""
    book = valley.book
    clear_map(valley)
    if book.server_rivers:
        fill_pond(valley, half, rng, 2 * UNIT, 2 * UNIT)
        draw_rays(valley, rng)
    else:
        fill_pond(valley, half, rng, half.length * UNIT // POND_SHARE, UNIT)
        draw_rivers(valley, half, rng, rivers)
    plant(valley, half, rng, BRANCHES, book.trees_min, book.trees_max)
    plant(valley, half, rng, FOOD, book.cattails_min, book.cattails_max)
    mirror(valley, half)
    place_first_beavers(valley, half, rng)


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


def fill_pond(valley: Valley, half: Half, rng: Rng, along: i64, away: i64) -> None:
    """Fills this half's part of the pond with six random blobs, their middles at most `along` and `away` (65536 is one
    tile) from the middle of the mirror line (rule 3.2)."""
    centre_x = half.length // 2 * UNIT
    centre_y = half.depth * UNIT
    xs = vec[i64]([centre_x])
    ys = vec[i64]([centre_y])
    radii = vec[i64]([random_between(rng, UNIT // 2, 5 * UNIT)])
    for _ in range(1, BLOBS):
        xs = append(xs, centre_x + random_between(rng, -along, along))
        ys = append(ys, centre_y - random_between(rng, 0, away))
        radii = append(radii, random_between(rng, UNIT // 2, 5 * UNIT))
    for row in range(half.depth):
        for x in range(half.length):
            if energy(x * UNIT, row * UNIT, xs, ys, radii) > ENERGY:
                valley.ground[half.tile(x, row)] = WATER


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


def draw_rivers(valley: Valley, half: Half, rng: Rng, rivers: i64) -> None:
    """Draws this many rivers into the pond: pairs, one of each in this half, and, two tiles wide with its mirror image,
    a river along the mirror line if the number is odd, none or two if it is even (rules 3.3 and R6)."""
    inner = half.depth - 1
    pond = vec[i64]([x for x in range(half.length) if valley.ground[half.tile(x, inner)] == WATER])
    if len(pond) == 0:
        return
    on_line: i64 = 1 if rivers % 2 == 1 else 2 * rng.below(2)
    side = rng.below(2)
    for end in range(side, side + on_line):
        draw_course(valley, half, pond[len(pond) // 2], inner, (half.length - 1) * (end % 2), inner)
    pairs = (rivers - on_line) // 2
    rim = half.length + 2 * half.depth - 2 * LINE_GAP  # left side, top and right side of the half
    if pairs == 0 or rim < pairs:
        return
    sector = rim // pairs
    for river in range(pairs):
        at = LINE_GAP + river * sector + random_between(rng, sector // 6, sector - 1 - sector // 6)
        mouth = pond[(2 * river + 1) * len(pond) // (2 * pairs)]
        if at < half.depth:
            draw_course(valley, half, mouth, inner, 0, inner - at)
        elif at < half.depth + half.length:
            draw_course(valley, half, mouth, inner, at - half.depth, 0)
        else:
            draw_course(valley, half, mouth, inner, half.length - 1, at - half.depth - half.length)


def draw_course(valley: Valley, half: Half, x: i64, y: i64, source_x: i64, source_y: i64) -> None:
    """Draws one river in a half from a pond tile to its source, never diagonally, or until it meets another river; its
    water flows to the pond (rule 3.4)."""
    across = source_x - x if source_x >= x else x - source_x
    up = y - source_y
    outward: i64 = 1 if source_x >= x else -1
    gone_across: i64 = 0
    gone_up: i64 = 0
    while gone_across + gone_up < across + up:
        if (2 * gone_across + 1) * up < (2 * gone_up + 1) * across:
            gone_across += 1
            flow = WEST if outward > 0 else EAST
        else:
            gone_up += 1
            flow = SOUTH
        tile = half.tile(x + outward * gone_across, y - gone_up)
        if valley.ground[tile] == LAND:
            valley.ground[tile] = WATER
            valley.flow[tile] = half.direction(flow)
        elif valley.flow[tile] != NOWHERE:
            return


# The contest server's rivers.


def draw_rays(valley: Valley, rng: Rng) -> None:
    """Draws two or three rivers on the upper half of the map, from the middle upwards at random angles (R6)."""
    angle: i64 = 15 * UNIT
    while True:
        angle += random_between(rng, 30 * UNIT, 45 * UNIT)
        if angle >= 135 * UNIT:
            return
        draw_ray(valley, angle)


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


def draw_ray(valley: Valley, angle: i64) -> None:
    """Draws one river on the upper half from the middle of the map outwards, at this angle (65536 is one degree), until
    it meets another river; its water flows back to the middle (R6)."""
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


# Plants and beavers.


def plant(valley: Valley, half: Half, rng: Rng, goods: i64, least: i64, most: i64) -> None:
    """Plants a random number, from least to most, of trees or cattails on a half; fewer if no tile fits, and one tile
    stays free (R32; 3.5, R11, R12)."""
    tiles = half.length * half.depth
    left = random_between(rng, least, most)
    while left > 0 and len(valley.spawner_tile) < tiles - 1:
        left -= 1
        tile = NOWHERE
        for _ in range(TILE_DRAWS):
            drawn = half.numbered_tile(rng.below(tiles))
            if can_plant(valley, drawn, goods):
                tile = drawn
                break
        if tile == NOWHERE:
            fitting = vec[i64](
                [other for other in range(valley.book.tiles) if half.holds(other) and can_plant(valley, other, goods)]
            )
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


def mirror(valley: Valley, half: Half) -> None:
    """Copies the half of the map to the other half, mirrored: ground, rivers, trees and cattails (rule 3.6)."""
    for number in range(half.length * half.depth):
        tile = half.numbered_tile(number)
        other = half.mirrored(tile)
        valley.ground[other] = valley.ground[tile]
        valley.flow[other] = half.mirrored_flow(valley.flow[tile])
    for spawner in range(len(valley.spawner_tile)):
        put_spawner(valley, half.mirrored(valley.spawner_tile[spawner]), valley.spawner_goods[spawner])
    valley.rivers = rivers_of(valley.flow)


def place_first_beavers(valley: Valley, half: Half, rng: Rng) -> None:
    """Places each player's first beaver, on mirrored tiles, with one branch and ready to act (rule 3.7)."""
    while True:
        tile = half.numbered_tile(rng.below(half.length * half.depth))
        if valley.spawner_at[tile] == NOBODY:
            break
    for seat in range(2):
        beaver = valley.add_beaver(seat, BASIC, tile if seat == 0 else half.mirrored(tile))
        valley.held_branches[beaver] = 1
        valley.recruited[beaver] = 1
    valley.listed = 2
