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
    """Returns the columns of an enemy's row that may be changed for a match, with bounds; the cost of a defeat is not
    among them where it is 0, nor for the boss ahead or behind."""
    free = row[COST_COLUMN] == "0" or row["difficulty"] in NO_COST
    return {LOW_COLUMN: ROLL_BOUNDS} if free else {LOW_COLUMN: ROLL_BOUNDS, COST_COLUMN: COST_BOUNDS}


PRINTED_ROWS = read_table(Path(__file__).parent / FILES["enemies"])
LEVELS = {"one-down": -1, "usual": 0, "one-up": 1, "two-up": 2}  # added to the opponents' totals


def rows_for_level(level: str) -> list[Row]:
    """Returns the enemy table of a level of difficulty: all opponents' totals but the lesson's are shifted by the
    level, within bounds."""
    low, high = ROLL_BOUNDS
    rows: list[Row] = []
    for row in PRINTED_ROWS:
        shift = 0 if row["difficulty"] == "tutorial" else LEVELS[level]
        roll = min(max(int(row[LOW_COLUMN]) + shift, low), high)
        rows.append({**row, LOW_COLUMN: str(roll), "high_roll": str(roll + 1)})
    return rows


TABLES_BY_LEVEL = {
    level: {"enemies": PrintedTable("difficulty", rows_for_level(level), figure_bounds)} for level in LEVELS
}
TABLES = TABLES_BY_LEVEL["usual"]


def enemies_with_overrides(overrides: str, level: str = "usual") -> list[dict[str, str]]:
    """Returns the enemy table of a level with its figures changed by a text of overrides; raises Problem if the text
    is wrong."""
    return apply_overrides(TABLES_BY_LEVEL[level], overrides, EXAMPLE)["enemies"]
