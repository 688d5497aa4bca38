"""The numbers of all answers that a player can give in Stumped: end of the turn, orders, amounts, then tiles."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NORTH: Final[i64] = 0  # directions, and the flow of rivers
EAST: Final[i64] = 1
SOUTH: Final[i64] = 2
WEST: Final[i64] = 3
DIRECTIONS: Final[i64] = 4
NOWHERE: Final[i64] = -1  # no flow, no tile

HERE: Final[i64] = 0  # places of goods: the beaver's own tile, then its neighbours
PLACES: Final[i64] = 5

BRANCHES: Final[i64] = 0  # goods, and kinds of spawner
FOOD: Final[i64] = 1

END: Final[i64] = 0
MOVE: Final[i64] = 1  # + direction
HARVEST: Final[i64] = 5  # + direction
ATTACK: Final[i64] = 9  # + direction
BUILD: Final[i64] = 13
DROP: Final[i64] = 14  # + goods * PLACES + place
PICKUP: Final[i64] = 24  # + goods * PLACES + place
RECRUIT: Final[i64] = 34  # + job
AMOUNT: Final[i64] = 40  # + amount, from 1
MAX_AMOUNT: Final[i64] = 15  # the largest load of any job
TILES: Final[i64] = 56  # + x + y * width


def action_count(width: i64, height: i64) -> i64:
    """Returns how many different answers players can give in Stumped on a map of this width and height."""
    return TILES + width * height
