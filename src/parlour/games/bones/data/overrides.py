"""The table of enemies of Baldur's Bones, and which of its figures may be changed for a match."""

from __future__ import annotations

import csv
from pathlib import Path

from parlour.kernel import table_overrides
from parlour.kernel.study import DataOverrides
from parlour.kernel.table_overrides import Bounds, PrintedTable, Row

EXAMPLE = "enemies.easy.low_roll=14"
LOW_COLUMN = "low_roll"
COST_COLUMN = "health_lost_on_defeat_of_fight_or_match"
ROLL_BOUNDS = (3, 20)  # an opening of 3 cannot beat the lowest, and 21 beats the highest
COST_BOUNDS = (1, 3)
NO_COST = ("boss_one_up", "boss_one_down")  # the row boss_even has the cost of a lost match
FILES = {"enemies": "enemies.csv"}


def read_enemies() -> list[dict[str, str]]:
    """Returns the rows of the printed enemy table, read from its CSV file."""
    with (Path(__file__).parent / FILES["enemies"]).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def figure_bounds(row: Row) -> Bounds:
    """Returns the columns of an enemy's row that may be changed for a match, with bounds; a cost of 0 may not."""
    free = row[COST_COLUMN] == "0" or row["difficulty"] in NO_COST
    return {LOW_COLUMN: ROLL_BOUNDS} if free else {LOW_COLUMN: ROLL_BOUNDS, COST_COLUMN: COST_BOUNDS}


TABLES = {"enemies": PrintedTable("difficulty", read_enemies(), figure_bounds)}


def enemies_with_overrides(overrides: str) -> list[dict[str, str]]:
    """Returns the enemy table with its figures changed by a text of overrides; raises Problem if the text is wrong."""
    return table_overrides.apply_overrides(TABLES, overrides, EXAMPLE)["enemies"]


def add_enemy_overrides(overrides: str, data: DataOverrides) -> str:
    """Returns a text of overrides with changes to the enemy file in data/ added; raises Problem if they are wrong."""
    return table_overrides.add_overrides(TABLES, FILES, overrides, data)
