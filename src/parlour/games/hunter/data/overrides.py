"""Changes of single figures in the printed tables of Hunter & Apprentice for one match, and in texts naming them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path

from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.study import DataOverrides
from parlour.kernel.table_overrides import (
    Bounds,
    PrintedTable,
    PrintedTables,
    Row,
    add_overrides,
    check_override,
    parse_overrides,
    read_table,
)

DATA = Path(__file__).parent
EXAMPLE = "weapons.Plasma.capacity=6"
KEY_COLUMNS = {"weapons": "name", "monsters": "id", "items": "name"}  # by table: the column that identifies a row
TABLES = tuple(KEY_COLUMNS)
FIGURE_BOUNDS: Mapping[str, Mapping[str, tuple[int, int]]] = {  # by table and column: lowest and highest value
    "weapons": {
        "attack_exp_cost": (1, 15),
        "defense_exp_cost": (1, 15),
        "capacity": (1, 16),
        "start_money": (0, 15),
        "attack_dice": (2, 7),
        "defense_dice": (0, 3),
        **{f"dmg_{face}": (0, 9) for face in range(1, 7)},
        **{f"power{level}_value": (1, 9) for level in (1, 2, 3)},
    },
    "monsters": {
        "hp": (1, 30),
        "att": (0, 9),
        "money": (0, 15),
        "beer": (0, 9),
        "blood_bags": (0, 9),
        "points": (0, 50),
        "effect_value": (1, 9),
    },
    "items": {"size": (1, 9), "price": (1, 15), "max_held": (1, 99), "effect_value": (1, 9)},
}
POWER_BOUNDS = {"pip_kill": (2, 42), "defense_threshold": (2, 6), "kill_money": (1, 15), "start_defense_dice": (1, 3)}
CODES_WITHOUT_FIGURE = (  # powers and effects whose value cannot be changed
    "none",
    "ammo",
    "beer_to_blood",
    "double_rewards",
    "double_loot",
    "double_once",
    "rage_kill_score",
    "round_start_hp_or_ep",
    "immune",
    "bonus_points_flat",
    "restore_ep",
    "restore_hp",
)
EFFECT_BOUNDS = {"exp_cap": (0, 9)}
PLURALS = {"Beer": "Beers", "Blood Bag": "Blood Bags", "point": "points", "defense die": "defense dice"}
Table = tuple[dict[str, str], ...]


@lru_cache(maxsize=256)
def table_with_overrides(name: str, is_2026: bool, overrides: str) -> Table:
    """Returns the weapons, monsters or items table of 2025 or 2026 with a match's changed figures, also in texts."""
    tables = printed_tables(is_2026)
    found = [dict(row) for row in tables[name].rows]
    for change in parse_overrides(overrides, EXAMPLE):
        at = check_override(tables, change)
        if change.table == name:
            _set_figure(found[at], change.column, str(change.value))
    return tuple(found)


@lru_cache(maxsize=2)
def printed_tables(is_2026: bool) -> PrintedTables:
    """Returns the weapons, monsters and items tables of 2025 or 2026; both have the monsters of 2026 (section 18)."""
    return {
        name: PrintedTable(
            key, read_table(DATA / table_file(name, is_2026 or name == "monsters")), partial(bounds, name)
        )
        for name, key in KEY_COLUMNS.items()
    }


def table_file(table: str, is_2026: bool) -> str:
    return f"{table}_2026.csv" if is_2026 else f"{table}.csv"


def _set_figure(row: dict[str, str], column: str, value: str) -> None:
    text = column.replace("_value", "_text")
    if text != column:
        row[text] = replace_figure(row[text], row[column], value)
    row[column] = value


def bounds(table: str, row: Row) -> Bounds:
    """Returns by column the lowest and highest value allowed for each changeable figure in a row of a printed table."""
    found = {}
    for column, usual in FIGURE_BOUNDS[table].items():
        if _is_figure(row, column):
            low, high = (POWER_BOUNDS | EFFECT_BOUNDS).get(row.get(column.replace("_value", "_code"), ""), usual)
            found[column] = (0, high) if column == "size" and row["effect_code"] == "ammo" else (low, high)
    return found


def _is_figure(row: Row, column: str) -> bool:
    """Returns whether this column of a printed table's row holds a number the rules read, which may be changed."""
    code = row.get(column.replace("_value", "_code"))
    return column == "max_held" or (row[column].isdecimal() and code not in CODES_WITHOUT_FIGURE)


def replace_figure(text: str, before: str, after: str) -> str:
    """Replaces a changed figure in a printed text, with plurals; appends a note if it does not occur exactly once."""
    changed, times = re.subn(rf"(?<!\d){before}(?!\d)", after, text)
    if times != 1:
        return f"{text} (Here {after} instead of {before}.)"
    for one, many in PLURALS.items():
        changed = changed.replace(f"{after} {many}", f"{after} {one}") if after == "1" else changed
        changed = re.sub(rf"\b{after} {one}\b", f"{after} {many}", changed) if after != "1" else changed
    return changed


def add_data_overrides(is_2026: bool, options: Options, data: DataOverrides) -> Options:
    """Returns the options with changes of data files added; raises a Problem for a file that is not in play."""
    files, others = ({table: table_file(table, year) for table in KEY_COLUMNS} for year in (is_2026, not is_2026))
    for file in data:
        for table in KEY_COLUMNS:
            if file == others[table] != files[table]:
                year = "2026" if is_2026 else "2025"
                raise Problem(
                    f"The data file {file} is not used with the tables of {year}; change {files[table]} instead."
                )
    return add_overrides(printed_tables(is_2026), files, options, data)
