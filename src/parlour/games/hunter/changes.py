"""Single figures of the printed tables, changed for a match: weapons.Plasma.capacity=6 monsters.12.hp=9."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from parlour.kernel.game import Data
from parlour.kernel.problem import Problem

DATA = Path(__file__).parent / "data"
OPTION = "table_overrides"
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


class Change(NamedTuple):
    """One figure."""

    table: str
    row: str
    column: str
    value: int


def rows(name: str) -> list[dict[str, str]]:
    """A table as it lies in data/."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_changes(text: str) -> list[Change]:
    """What `table_overrides` says, or a Problem; whether it fits the tables, `changed` will tell."""
    found: dict[tuple[str, str, str], Change] = {}
    for word in text.split():
        parts = re.fullmatch(r"([^.=]+)\.([^.=]+)\.([^.=]+)=(.*)", word)
        if parts is None:
            raise Problem(
                f"{OPTION}: {word!r} is not understood; write table.row.column=number, "
                f"as in weapons.Plasma.capacity=6."
            )
        table, row, column, value = parts.groups()
        change = Change(table, row.replace("_", " "), column, _number(f"{table}.{row}.{column}", value))
        if found.setdefault((table, row.lower(), column), change) is not change:
            raise Problem(f"{OPTION}: {table}.{row}.{column} is set twice; set it once.")
    return [*found.values()]


def _number(spot: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise Problem(f"{OPTION}: {spot} is {text!r}; it takes a whole number.")
    return int(text)


@lru_cache(maxsize=256)
def changed(name: str, later: bool, overrides: str) -> Table:
    """A table of the earlier or the later year, its figures and the texts that name them changed."""
    found = rows(file_of(name, later))
    for change in read_changes(overrides):
        if change.table not in KEYS:
            raise Problem(f"{OPTION}: there is no table {change.table!r}; there is {', '.join(KEYS)}.")
        if change.table == name:
            _apply(f"{OPTION}: {name}", ".", name, found, change)
    return tuple(found)


def file_of(table: str, later: bool) -> str:
    return f"{table}_2026" if later else table


def _apply(spot: str, sign: str, table: str, printed: list[dict[str, str]], change: Change) -> None:
    row = next((row for row in printed if row[KEYS[table]].lower() == change.row.lower()), None)
    if row is None:
        raise Problem(f"{spot} has no row {change.row!r}; {where(table, change.row)}.")
    low, high = bounds(f"{spot}{sign}{change.row}", table, row, change.column)
    if not low <= change.value <= high:
        place = f"{spot}{sign}{change.row}.{change.column}"
        raise Problem(f"{place} is {change.value}; it takes a whole number from {low} to {high}.")
    value, text = str(change.value), change.column.replace("_value", "_text")
    if text != change.column:
        row[text] = retold(row[text], row[change.column], value)
    row[change.column] = value


def bounds(spot: str, table: str, row: Mapping[str, str], column: str) -> tuple[int, int]:
    """What a figure may be, or a Problem that says which figures there are."""
    known = FIGURES[table]
    there = [name for name in known if _is_figure(row, name)]
    if column not in there:
        raise Problem(f"{spot} has no figure {column!r} that can be changed; there is {', '.join(there)}.")
    code = row.get(column.replace("_value", "_code"), "")
    low, high = (POWERS | EFFECTS).get(code, known[column])
    return (0, high) if column == "size" and row["effect_code"] == "ammo" else (low, high)


def _is_figure(row: Mapping[str, str], column: str) -> bool:
    """Whether a row has a number here that the rules read."""
    code = row.get(column.replace("_value", "_code"))
    return column == "max_held" or (row[column].isdecimal() and code not in FIXED)


def where(table: str, row: str) -> str:
    """Where a row lies that is not in this table, or what this table has."""
    for other, key in KEYS.items():
        if other != table and row.lower() in (one[key].lower() for one in rows(other)):
            return f"{other} has one"
    return f"it has {_listed(one[KEYS[table]] for one in rows(table))}"


def _listed(names: Iterable[str]) -> str:
    listed = list(names)
    return f"{listed[0]} to {listed[-1]}" if listed[0].isdecimal() else ", ".join(listed)


def retold(text: str, before: str, after: str) -> str:
    """A text with another figure; where the figure is not to be found, it is added."""
    told, times = re.subn(rf"(?<!\d){before}(?!\d)", after, text)
    if times != 1:
        return f"{text} (Here {after} instead of {before}.)"
    for one, many in MANY.items():
        told = told.replace(f"{after} {many}", f"{after} {one}") if after == "1" else told
        told = re.sub(rf"\b{after} {one}\b", f"{after} {many}", told) if after != "1" else told
    return told


def amended(later: bool, overrides: str, data: Data) -> str:
    """`table_overrides` with the changes of data files added; a Problem says what there is."""
    words = overrides.split()
    for file, changes in data.items():
        table = _table_of(file, later)
        for row, figures in changes.items():
            for column, value in figures.items():
                if isinstance(value, bool) or not isinstance(value, int):
                    raise Problem(f"{file}: {row}.{column} is {value!r}; it takes a whole number.")
                printed = rows(file_of(table, later or table == "monsters"))
                try:
                    _apply(file, ": ", table, printed, Change(table, row, column, value))
                except Problem as problem:
                    raise Problem(_with_files(str(problem), later)) from None
                spot = f"{table}.{row.replace(' ', '_')}.{column}="
                words = [word for word in words if not word.lower().startswith(spot.lower())]
                words.append(f"{spot}{value}")
    return " ".join(words)


def _table_of(file: str, later: bool) -> str:
    files = {f"{file_of(table, later)}.csv": table for table in KEYS}
    if file in files:
        return files[file]
    others = {f"{file_of(table, not later)}.csv": table for table in KEYS}
    if file in others:
        year = "2026" if later else "2025"
        raise Problem(
            f"{file} is not in play with the tables of {year}; change {file_of(others[file], later)}.csv instead."
        )
    raise Problem(f"There is no file {file!r} whose figures can be changed; there is {', '.join(files)}.")


def _with_files(sentence: str, later: bool) -> str:
    """Another table is named by its file here."""
    for table in KEYS:
        sentence = sentence.replace(f"; {table} has one.", f"; {file_of(table, later)}.csv has one.")
    return sentence
