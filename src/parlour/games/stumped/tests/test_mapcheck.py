"""The map checker refuses valleys with one planted fault each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped.options import OPTIONS, make_book
from parlour.games.stumped.rules.actions import NORTH, NOWHERE, SOUTH
from parlour.games.stumped.rules.map_checks import is_sound
from parlour.games.stumped.rules.map_half import Half
from parlour.games.stumped.rules.map_making import make_map
from parlour.games.stumped.rules.state import LAND, WATER, rivers_of
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.options import resolve_options


def dry_mouth(state: Stumped) -> None:
    """A river ends on land."""
    tile = next(int(tile) for tile in state.rivers if is_river_mouth(state, int(tile)))
    there = downstream(state, tile)
    for one in (there, mirror_tile(state, there)):
        state.ground[one] = LAND


def turned_river(state: Stumped) -> None:
    """A river tile flows back where the water comes from."""
    tile = next(
        int(tile) for tile in state.rivers if is_river_mouth(state, int(tile)) and state.flow[tile] in (NORTH, SOUTH)
    )
    for one in (tile, mirror_tile(state, tile)):
        state.flow[one] = (state.flow[one] + 2) % 4


def off_the_board(state: Stumped) -> None:
    """A river runs over the edge, in both halves."""
    tile = next(tile for tile in range(32) if state.ground[tile] == LAND and state.spawner_at[tile] < 0)
    for one, flow in ((tile, NORTH), (mirror_tile(state, tile), half_of(state).mirrored_flow(NORTH))):
        state.ground[one] = WATER
        state.flow[one] = flow


def second_pond(state: Stumped) -> None:
    """A puddle, in both halves."""
    dry = [tile for tile in range(len(state.ground)) if state.ground[tile] == LAND and state.spawner_at[tile] < 0]
    tile = next(tile for tile in dry if all(state.ground[there] == LAND for there in neighbours(state, tile)))
    for one in (tile, mirror_tile(state, tile)):
        state.ground[one] = WATER


def one_sided_water(state: Stumped) -> None:
    tile = next(tile for tile in range(len(state.ground)) if state.ground[tile] == LAND)
    state.ground[tile] = WATER


def one_sided_flow(state: Stumped) -> None:
    tile = int(state.rivers[0])
    state.flow[tile] = NOWHERE


def river_on_land(state: Stumped) -> None:
    tile = next(int(tile) for tile in state.rivers if is_river_mouth(state, int(tile)))
    for one in (tile, mirror_tile(state, tile)):
        state.ground[one] = LAND


def tree_in_the_water(state: Stumped) -> None:
    """Its mirror image too."""
    tile = int(state.spawner_tile[0])
    for one in (tile, mirror_tile(state, tile)):
        state.ground[one] = WATER


def one_sided_spawner(state: Stumped) -> None:
    state.spawner_at[int(state.spawner_tile[0])] = -1


def other_kind_of_spawner(state: Stumped) -> None:
    state.spawner_goods[0] = 1 - state.spawner_goods[0]


def no_spawners(state: Stumped) -> None:
    state.spawner_at = vec[i64]([-1] * len(state.ground))
    state.spawner_tile = vec[i64]()
    state.spawner_goods = vec[i64]()


def no_rivers(state: Stumped) -> None:
    for tile in state.rivers:
        state.flow[tile] = NOWHERE
        state.ground[tile] = LAND
    state.rivers = rivers_of(state.flow)
    for spawner in range(len(state.spawner_tile)):
        tile = int(state.spawner_tile[spawner])
        if state.spawner_goods[spawner] == 1:
            state.ground[tile] = WATER


def walled_in(state: Stumped) -> None:
    """Trees all around the first beaver and its mirror image; as many as one may have."""
    state.book.trees_max = 40
    for seat in range(2):
        start = int(state.place[seat])
        for direction in range(4):
            tile = int(state.book.beside[start * 4 + direction])
            if tile >= 0 and state.spawner_at[tile] < 0:
                state.ground[tile] = LAND
                state.spawner_at[tile] = len(state.spawner_tile)
                state.spawner_tile = vec[i64]([*state.spawner_tile, tile])
                state.spawner_goods = vec[i64]([*state.spawner_goods, 0])


FAULTS: tuple[Callable[[Stumped], None], ...] = (
    dry_mouth,
    turned_river,
    off_the_board,
    second_pond,
    one_sided_water,
    one_sided_flow,
    river_on_land,
    tree_in_the_water,
    one_sided_spawner,
    other_kind_of_spawner,
    no_spawners,
    no_rivers,
    walled_in,
)


def is_river_mouth(state: Stumped, tile: int) -> bool:
    there = downstream(state, tile)
    return bool(state.flow[there] == NOWHERE and state.spawner_at[there] < 0 and state.spawner_at[tile] < 0)


def downstream(state: Stumped, tile: int) -> int:
    return int(state.book.beside[tile * 4 + int(state.flow[tile])])


def neighbours(state: Stumped, tile: int) -> list[int]:
    return [int(there) for there in state.book.beside[tile * 4 : tile * 4 + 4] if there >= 0]


def half_of(state: Stumped) -> Half:
    """Returns the half of the first beaver, whose mirror line is level or upright."""
    first, second = (int(place) // int(state.book.width) for place in state.place[:2])
    return Half(state.book, first == second)


def mirror_tile(state: Stumped, tile: int) -> int:
    return int(half_of(state).mirrored(tile))


def fresh_map(number: int) -> Stumped:
    """Returns a map with its own book."""
    state = Stumped(2, make_book(resolve_options(OPTIONS, {})))
    make_map(state, number)
    return state


@pytest.mark.parametrize("fault", FAULTS)
def test_the_checker_refuses_a_planted_fault(fault: Callable[[Stumped], None]) -> None:
    for number in range(8):
        state = fresh_map(number)
        assert is_sound(state)
        fault(state)
        assert not is_sound(state), f"map {number}"
