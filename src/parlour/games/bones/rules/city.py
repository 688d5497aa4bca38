"""The city map of Baldur's Bones (Marrowport) as numbers: area and type of every place."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SIDE: Final[i64] = 7
PLACES: Final[i64] = 49
START: Final[i64] = 42  # A7: row 6, column 0
BACK_ROOM: Final[i64] = 6  # G1: row 0, column 6

LANDING: Final[i64] = 0  # areas, the first digit of a code
EASY: Final[i64] = 1
MEDIUM: Final[i64] = 2
HARD: Final[i64] = 3
END: Final[i64] = 4
BOSS: Final[i64] = 5

GAME_TYPE: Final[i64] = 1  # the second digit of a code; the other type is a place to explore

UNFOUND: Final[i64] = 1  # statuses, the third digit
FOUND: Final[i64] = 2
BEATEN: Final[i64] = 3

COUNTS: Final = ((1, 0), (7, 3), (8, 7), (11, 8), (0, 3), (1, 0))  # games and explores, by area: rule 3.3


def _rows() -> list[list[str]]:
    text = (files("parlour.games.bones") / "data" / "map.csv").read_text("utf-8")
    return list(csv.reader(text.splitlines()))


def read_city(rows: list[list[str]]) -> tuple[list[int], list[int]]:
    """Returns the area and the type of every place from rows of map codes; raises ValueError unless there are 49 places
    with the documented counts (rule 3.3, R7)."""
    codes = [code for row in rows for code in row]
    areas = [int(code[0]) for code in codes]
    types = [int(code[1]) for code in codes]
    found = [
        tuple(sum(a == area and t == kind for a, t in zip(areas, types, strict=True)) for kind in (1, 2))
        for area in range(6)
    ]
    if len(codes) != PLACES or tuple(found) != COUNTS or any(code[2] != "1" for code in codes):
        raise ValueError("map.csv does not contain the city of rule 3.3")
    return areas, types


_AREAS, _TYPES = read_city(_rows())
AREA: Final = vec[i64](_AREAS)  # by place
TYPE: Final = vec[i64](_TYPES)  # by place

BOSS_EVEN: Final[i64] = 4  # foes: an area plays by its own number, the boss has one for each score
BOSS_AHEAD: Final[i64] = 5
BOSS_BEHIND: Final[i64] = 6


def distance(one: i64, other: i64) -> i64:
    """Returns the number of steps between two places of the city."""
    rows = one // SIDE - other // SIDE
    columns = one % SIDE - other % SIDE
    return (rows if rows > 0 else -rows) + (columns if columns > 0 else -columns)
