"""Positions at random: beavers of all jobs, goods, lodges, tired spawners; so short matches meet everything."""

from __future__ import annotations

from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped.house import OPTIONS
from parlour.games.stumped.rules import Stumped, start
from parlour.games.stumped.state import WATER
from parlour.kernel.journal import Journal
from parlour.kernel.options import Options, Value, settle
from parlour.kernel.state import NOBODY

SIZES = ((4, 4), (6, 4), (8, 6), (8, 8), (12, 8), (16, 10), (32, 20))


def dealt(options: Options, number: int, journal: Journal | None = None) -> Stumped:
    """A match whose map is dealt."""
    state = start(2, options, journal)
    state.settle(number)
    return state


def mix(number: int) -> dict[str, Value]:
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
    return settle(OPTIONS, given)


def scatter(state: Stumped, rng: Random) -> None:
    """Fills the valley as it might be in the middle of a match; the turn is somebody's."""
    tiles = range(len(state.ground))
    crowd = rng.choice((0, 1, 3, 8))
    settled = rng.choice((0, 0, 1, 3))
    free = [tile for tile in tiles if state.spawner_at[tile] == NOBODY and state.beaver_at[tile] == NOBODY]
    rng.shuffle(free)
    for seat in range(2):
        for _ in range(min(rng.randint(0, settled), len(free) // 4)):
            put_lodge(state, seat, free.pop(), rng)
    litter(state, rng)
    state.turn = rng.randrange(max(1, int(state.book.turns) - 4))
    state.player = state.turn % 2
    sites = [tile for tile in state.lodges if state.beaver_at[tile] == NOBODY]
    for seat in range(2):
        for _ in range(min(rng.randint(0, crowd), len(free) // 4)):
            tile = int(sites.pop()) if sites and rng.random() < 0.3 else free.pop()
            put_beaver(state, seat, tile, rng)
    for spawner in range(len(state.spawner_tile)):
        state.spawner_health[spawner] = rng.randint(0, int(state.book.most_health))
        state.spawner_pause[spawner] = rng.randint(0, int(state.book.pause))
    state.listed = len(state.owner)
    state.begin_turn()


def put_lodge(state: Stumped, seat: int, tile: int, rng: Random) -> None:
    state.lodge[tile] = seat
    state.lodges = vec[i64]([*state.lodges, tile])
    state.lodge_count[seat] += 1
    state.branches[tile] = rng.choice((1, 2, 3, 12))
    state.food[tile] = rng.choice((0, 0, 5, 20))


def litter(state: Stumped, rng: Random) -> None:
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
    state.actions[row] = rng.randint(0, 1)
    state.distracted[row] = rng.choice((0, 0, 0, 1, 2, 3))
    state.recruited[row] = int(rng.random() < 0.8)
