"""The table of enemies, and which of its figures may be changed for a match."""

from __future__ import annotations

import csv
from pathlib import Path

from parlour.kernel import table_overrides
from parlour.kernel.game import DataOverrides
from parlour.kernel.table_overrides import Bounds, PrintedTable, Row

EXAMPLE = "enemies.easy.low_roll=14"
LOW = "low_roll"
COST = "health_lost_on_defeat_of_fight_or_match"
ROLLS = (3, 20)  # the lowest opening does not beat the least, and 21 beats the most
COSTS = (1, 3)
NO_COST = ("boss_one_up", "boss_one_down")  # a lost match costs what boss even says, whichever round was its last
FILES = {"enemies": "enemies.csv"}


def rows() -> list[dict[str, str]]:
    """Enemies by foe."""
    with (Path(__file__).parent / FILES["enemies"]).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def bounds(row: Row) -> Bounds:
    """Where a defeat costs nothing, it never does."""
    free = row[COST] == "0" or row["difficulty"] in NO_COST
    return {LOW: ROLLS} if free else {LOW: ROLLS, COST: COSTS}


TABLES = {"enemies": PrintedTable("difficulty", rows(), bounds)}


def changed(overrides: str) -> list[dict[str, str]]:
    """The enemies with what `table_overrides` says, or a Problem."""
    return table_overrides.apply_overrides(TABLES, overrides, EXAMPLE)["enemies"]


def amended(overrides: str, data: DataOverrides) -> str:
    """`table_overrides` with the changes of data files added; a Problem says what there is."""
    return table_overrides.add_overrides(TABLES, FILES, overrides, data)
