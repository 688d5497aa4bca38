"""The table of enemies of Baldur's Bones, and which of its figures may be changed for a match."""

from __future__ import annotations

from pathlib import Path

from parlour.kernel.table_overrides import Bounds, PrintedTable, Row, apply_overrides, read_table

EXAMPLE = "enemies.easy.low_roll=14"
LOW_COLUMN = "low_roll"
COST_COLUMN = "health_lost_on_defeat_of_fight_or_match"
ROLL_BOUNDS = (3, 20)  # an opening of 3 cannot beat the lowest, and 21 beats the highest
COST_BOUNDS = (1, 3)
NO_COST = ("boss_one_up", "boss_one_down")  # the row boss_even has the cost of a lost match
FILES = {"enemies": "enemies.csv"}


def figure_bounds(row: Row) -> Bounds:
    """Returns the columns of an enemy's row that may be changed for a match, with bounds; a cost of 0 may not."""
    free = row[COST_COLUMN] == "0" or row["difficulty"] in NO_COST
    return {LOW_COLUMN: ROLL_BOUNDS} if free else {LOW_COLUMN: ROLL_BOUNDS, COST_COLUMN: COST_BOUNDS}


TABLES = {"enemies": PrintedTable("difficulty", read_table(Path(__file__).parent / FILES["enemies"]), figure_bounds)}


def enemies_with_overrides(overrides: str) -> list[dict[str, str]]:
    """Returns the enemy table with its figures changed by a text of overrides; raises Problem if the text is wrong."""
    return apply_overrides(TABLES, overrides, EXAMPLE)["enemies"]
