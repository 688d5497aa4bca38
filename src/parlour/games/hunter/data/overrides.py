"""Which figures of the printed tables may be changed for a match, and the texts that name them."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path

from parlour.kernel import table_overrides
from parlour.kernel.game import DataOverrides
from parlour.kernel.problem import Problem
from parlour.kernel.table_overrides import Bounds, PrintedTable, PrintedTables, Row, check_override, parse_overrides

DATA = Path(__file__).parent
EXAMPLE = "weapons.Plasma.capacity=6"
KEYS = {"weapons": "name", "monsters": "id", "items": "name"}  # by table: the column that names its rows
TABLES = tuple(KEYS)
FIGURES: Mapping[str, Mapping[str, tuple[int, int]]] = {  # by table and column: what it may be
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
POWERS = {"pip_kill": (2, 42), "defense_threshold": (2, 6), "kill_money": (1, 15), "start_defense_dice": (1, 3)}
FIXED = (  # powers and effects without a figure that stands for itself
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
EFFECTS = {"exp_cap": (0, 9)}
MANY = {"Beer": "Beers", "Blood Bag": "Blood Bags", "point": "points", "defense die": "defense dice"}
Table = tuple[dict[str, str], ...]


def rows(name: str) -> list[dict[str, str]]:
    """A table as it lies in data/."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@lru_cache(maxsize=256)
def changed(name: str, later: bool, overrides: str) -> Table:
    """A table of the earlier or the later year, its figures and the texts that name them changed."""
    tables = printed(later)
    found = [dict(row) for row in tables[name].rows]
    for change in parse_overrides(overrides, EXAMPLE):
        at = check_override(tables, change)
        if change.table == name:
            _write(found[at], change.column, str(change.value))
    return tuple(found)


@lru_cache(maxsize=2)
def printed(later: bool) -> PrintedTables:
    """The tables of a year; monsters are the same in both, and their effects those of the later one (section 18)."""
    return {
        name: PrintedTable(key, rows(file_of(name, later or name == "monsters")), partial(bounds, name))
        for name, key in KEYS.items()
    }


def file_of(table: str, later: bool) -> str:
    return f"{table}_2026" if later else table


def _write(row: dict[str, str], column: str, value: str) -> None:
    text = column.replace("_value", "_text")
    if text != column:
        row[text] = retold(row[text], row[column], value)
    row[column] = value


def bounds(table: str, row: Row) -> Bounds:
    """What the figures of a row may be."""
    found = {}
    for column, usual in FIGURES[table].items():
        if _is_figure(row, column):
            low, high = (POWERS | EFFECTS).get(row.get(column.replace("_value", "_code"), ""), usual)
            found[column] = (0, high) if column == "size" and row["effect_code"] == "ammo" else (low, high)
    return found


def _is_figure(row: Row, column: str) -> bool:
    """Whether a row has a number here that the rules read."""
    code = row.get(column.replace("_value", "_code"))
    return column == "max_held" or (row[column].isdecimal() and code not in FIXED)


def retold(text: str, before: str, after: str) -> str:
    """A text with another figure; where the figure is not to be found, it is added."""
    told, times = re.subn(rf"(?<!\d){before}(?!\d)", after, text)
    if times != 1:
        return f"{text} (Here {after} instead of {before}.)"
    for one, many in MANY.items():
        told = told.replace(f"{after} {many}", f"{after} {one}") if after == "1" else told
        told = re.sub(rf"\b{after} {one}\b", f"{after} {many}", told) if after != "1" else told
    return told


def amended(later: bool, overrides: str, data: DataOverrides) -> str:
    """`table_overrides` with the changes of data files added; a Problem says what there is."""
    files, others = ({table: f"{file_of(table, year)}.csv" for table in KEYS} for year in (later, not later))
    for file in data:
        for table in KEYS:
            if file == others[table] != files[table]:
                year = "2026" if later else "2025"
                raise Problem(f"{file} is not in play with the tables of {year}; change {files[table]} instead.")
    return table_overrides.add_overrides(printed(later), files, overrides, data)
