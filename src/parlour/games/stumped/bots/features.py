"""Features of a position of Stumped for learning bots: numbers of the match, then planes of the map."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE
from parlour.games.stumped.rules.book import JOBS, TITLES
from parlour.games.stumped.rules.state import LAND, OVER, Valley
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.state import NOBODY, State

PHASES: Final[i64] = OVER + 1
ENDINGS: Final[i64] = 5  # running, extinction, lodges, turn limit, forfeit
DECISIONS: Final[i64] = 5  # no tie-break, lodges, branches, food, coin
TABLE_NAMES: Final = ("own turn", "turn", "turns left", "order", "orders given", "won", "lost")
SIDE_NAMES: Final = ("lodges", "price", "beavers", "branches in lodges", "food in lodges")
# One number a tile. Beavers and lodges: of the own side, then of the other.
TERRAIN: Final = ("land", "pond", "flow north", "flow east", "flow south", "flow west")
THINGS: Final = ("tree", "cattails", "harvested", "branches", "food", "chosen")
LODGES: Final = ("own lodge", "other lodge")  # the number of the lodge, in the order they were built
BEAVER: Final = ("beaver", "health", "moves", "actions", "held branches", "held food", "distracted", "recruited")
PLANES: Final = (
    *TERRAIN,
    *THINGS,
    *LODGES,
    *(f"{side} {name}" for side in ("own", "other") for name in (*BEAVER, *(title.lower() for title in TITLES))),
)
FIRST_THING: Final[i64] = len(TERRAIN)
FIRST_LODGE: Final[i64] = FIRST_THING + len(THINGS)
FIRST_BEAVER: Final[i64] = FIRST_LODGE + len(LODGES)
BEAVER_PLANES: Final[i64] = len(BEAVER) + JOBS
NUMBERS: Final = (
    *(f"phase {phase}" for phase in range(PHASES)),
    *(f"ended {ending}" for ending in range(ENDINGS)),
    *(f"decided {decision}" for decision in range(DECISIONS)),
    *TABLE_NAMES,
    *(f"{name} {side}" for side in range(2) for name in SIDE_NAMES),
)


class ValleyFeatures(Features):
    """Writes the numbers of the match, both sides (own first), then the planes of the map, tile by tile."""

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        assert isinstance(state, Stumped)
        own: i64 = max(0, seat)
        row.put_one_hot(state.phase, PHASES)
        row.put_one_hot(state.ended, ENDINGS)
        row.put_one_hot(state.decided, DECISIONS)
        row.put_flag(state.player == own)
        row.put(state.turn, 7)
        row.put(state.book.turns - state.turn, 7)
        row.put(state.order, 2)
        row.put(state.orders_given, 4)
        row.put_flag(state.winner == own)
        row.put_flag(state.winner != NOBODY and state.winner != own)
        for distance in range(2):
            side = (own + distance) % 2
            row.put(state.lodge_count[side], 3)
            row.put(state.price(side), 3)
            row.put(state.living[side], 3)
            row.put(state.stored_branches(side), 4)
            row.put(state.stored_food(side), 4)
        tiles = state.book.width * state.book.height
        first = row.put_zeros(len(PLANES) * tiles)
        if len(state.ground) == tiles:  # not before the map is dealt
            write_land(row, state, first, tiles)
            write_things(row, state, first, tiles, own)
            write_beavers(row, state, first + FIRST_BEAVER * tiles, tiles, own)


def write_land(row: FeatureRow, valley: Valley, first: i64, tiles: i64) -> None:
    """Writes the planes of the terrain: land, pond, and rivers by the direction of their flow."""
    for tile in range(tiles):
        if valley.flow[tile] != NOWHERE:
            row.put_at(first + (2 + valley.flow[tile] % DIRECTIONS) * tiles + tile, 1)
        else:
            row.put_at(first + (0 if valley.ground[tile] == LAND else 1) * tiles + tile, 1)


def write_things(row: FeatureRow, valley: Valley, first: i64, tiles: i64, own: i64) -> None:
    """Writes the planes of trees and cattails, goods, the chosen unit and the lodges."""
    thing = first + FIRST_THING * tiles
    for spawner in range(len(valley.spawner_tile)):
        tile = valley.spawner_tile[spawner]
        row.put_at(thing + valley.spawner_goods[spawner] * tiles + tile, valley.spawner_health[spawner] + 1, 2)
        if valley.spawner_pause[spawner] > 0:
            row.put_at(thing + 2 * tiles + tile, 1)
    for tile in range(tiles):
        if valley.branches[tile] > 0:
            row.put_at(thing + 3 * tiles + tile, valley.branches[tile], 3)
        if valley.food[tile] > 0:
            row.put_at(thing + 4 * tiles + tile, valley.food[tile], 3)
    if valley.unit != NOWHERE:
        row.put_at(thing + 5 * tiles + valley.unit, 1)
    for number in range(len(valley.lodges)):
        tile = valley.lodges[number]
        side: i64 = 0 if valley.lodge[tile] == own else 1
        row.put_at(first + (FIRST_LODGE + side) * tiles + tile, number + 1, 3)


def write_beavers(row: FeatureRow, valley: Valley, first: i64, tiles: i64, own: i64) -> None:
    """Writes the planes of the living beavers: their number, figures and job, on the planes of their side."""
    for beaver in range(len(valley.owner)):
        if valley.health[beaver] <= 0:
            continue
        side: i64 = 0 if valley.owner[beaver] == own else 1
        cell = first + side * BEAVER_PLANES * tiles + valley.place[beaver]
        row.put_at(cell, valley.number[beaver] + 1, 5)
        row.put_at(cell + tiles, valley.health[beaver], 3)
        row.put_at(cell + 2 * tiles, valley.moves[beaver], 1)
        row.put_at(cell + 3 * tiles, valley.actions[beaver])
        row.put_at(cell + 4 * tiles, valley.held_branches[beaver], 2)
        row.put_at(cell + 5 * tiles, valley.held_food[beaver], 2)
        row.put_at(cell + 6 * tiles, valley.distracted[beaver], 1)
        row.put_at(cell + 7 * tiles, valley.recruited[beaver])
        row.put_at(cell + (8 + valley.job[beaver]) * tiles, 1)


def features_for(width: int, height: int) -> Features:
    """Returns the features for a map of this size; the history of the match is left out, as only people read it."""
    tiles = [f"{x},{y}" for y in range(height) for x in range(width)]
    return ValleyFeatures(
        [*NUMBERS, *(f"{plane} {tile}" for plane in PLANES for tile in tiles)], text_fields=["history"]
    )
