"""Positions at random: beavers of all jobs, goods, lodges, tired spawners; so short matches meet everything."""

from __future__ import annotations

from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped.options import OPTIONS
from parlour.games.stumped.rules.state import WATER
from parlour.games.stumped.rules.turns import Stumped, start
from parlour.kernel.journal import Journal
from parlour.kernel.options import Options, Value, resolve_options
from parlour.kernel.state import NOBODY

SIZES = ((4, 4), (6, 4), (8, 6), (8, 8), (12, 8), (16, 10), (32, 20))


def deal_match(options: Options, number: int, journal: Journal | None = None) -> Stumped:
    """A match whose map is dealt."""
    state = start(2, options, journal)
    state.deal_outcome(number)
    return state


def random_options(number: int) -> dict[str, Value]:
    """The options of a match: all sizes, both profiles, few turns, prices that are soon paid."""
    rng = Random(number)
    width, height = SIZES[number // 2 % len(SIZES)]
    given: dict[str, Value] = {
        "profile": ("document", "server")[number % 2],
        "width": width,
        "height": height,
        "turns": rng.choice((6, 12, 20, 40)),
        "lodges": rng.choice((2, 3, 5, 10)),
        "free_beavers": rng.choice((0, 2, 5, 10)),
        "spawner_health": rng.choice((1, 3, 5, 7)),
    }
    if width < 12:
        given |= {"trees_min": 1, "trees_max": 3, "cattails_max": 1}
    return resolve_options(OPTIONS, given)


def randomize(state: Stumped, rng: Random) -> None:
    """Fills the valley as it might be in the middle of a match; the turn is somebody's."""
    state.turn = rng.randrange(max(1, int(state.book.turns) - 4))
    state.player = state.turn % 2
    tiles = range(len(state.ground))
    free = [tile for tile in tiles if state.spawner_at[tile] == NOBODY and state.beaver_at[tile] == NOBODY]
    rng.shuffle(free)
    rng.choice((place_villages, place_villages, place_equal_rivals, place_brawl))(state, free, rng)
    for spawner in range(len(state.spawner_tile)):
        state.spawner_health[spawner] = rng.randint(0, int(state.book.most_health))
        state.spawner_pause[spawner] = rng.randint(0, int(state.book.pause))
    state.listed = len(state.owner)
    state.begin_turn()


def place_villages(state: Stumped, free: list[int], rng: Random) -> None:
    """Some lodges, some beavers, much lying about."""
    settled, crowd = rng.choice((0, 1, 3)), rng.choice((1, 3, 8))
    for seat in range(2):
        for _ in range(min(rng.randint(0, settled), len(free) // 4)):
            put_lodge(state, seat, free.pop(), rng.choice((1, 2, 3, 12)), rng.choice((0, 0, 5, 20)))
    scatter_goods(state, rng)
    sites = [int(tile) for tile in state.lodges]
    for seat in range(2):
        for _ in range(min(rng.randint(0, crowd), len(free) // 4)):
            put_beaver(state, seat, sites.pop() if sites and rng.random() < 0.3 else free.pop(), rng)


def place_equal_rivals(state: Stumped, free: list[int], rng: Random) -> None:
    """Equally many lodges with equally much in them, one or none too few."""
    number = max(1, int(state.book.lodges_to_win) - rng.randint(0, 1))
    for _ in range(min(number, len(free) // 4)):
        branches, food = rng.randint(1, 3), rng.randint(0, 3)
        put_lodge(state, 0, free.pop(), branches, food)
        put_lodge(state, 1, free.pop(), branches, food)
    state.turn = max(0, int(state.book.turns) - rng.randint(1, 3))
    state.player = state.turn % 2


def place_brawl(state: Stumped, free: list[int], rng: Random) -> None:
    """Those who have the turn stand all around the others' last beavers."""
    mine = int(state.player)
    state.health[1 - mine] = 1
    for direction in range(4):
        tile = int(state.book.beside[int(state.place[1 - mine]) * 4 + direction])
        if tile in free:
            put_beaver(state, mine, tile, rng)


def put_lodge(state: Stumped, seat: int, tile: int, branches: int, food: int) -> None:
    state.lodge[tile] = seat
    state.lodges = vec[i64]([*state.lodges, tile])
    state.lodge_count[seat] += 1
    state.branches[tile] = branches
    state.food[tile] = food


def scatter_goods(state: Stumped, rng: Random) -> None:
    for tile in range(len(state.ground)):
        if state.lodge[tile] == NOBODY and rng.random() < 0.25:
            state.branches[tile] = rng.choice((0, 1, 2, 6))
            if state.book.food_keeps or state.ground[tile] != WATER:
                state.food[tile] = rng.choice((0, 1, 4))


def put_beaver(state: Stumped, seat: int, tile: int, rng: Random) -> None:
    job = rng.randrange(7)
    row = int(state.enlist(seat, job, tile))
    room = rng.randint(0, int(state.book.carry[job]))
    state.held_branches[row] = rng.randint(0, room)
    state.held_food[row] = rng.randint(0, room - int(state.held_branches[row]))
    state.health[row] = rng.randint(1, int(state.book.health[job]))
    state.moves[row] = rng.randint(0, int(state.book.moves[job]))
    state.actions[row] = rng.randint(0, int(state.book.actions[job]))
    state.distracted[row] = rng.choice((0, 0, 0, 1, 2, 3))
    state.recruited[row] = int(rng.random() < 0.8)
