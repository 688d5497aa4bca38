"""The option `table_overrides`: changes figures of a game's tables for one match, as in monsters.12.hp=9."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from parlour.kernel.options import Option, Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.study import DataOverrides

OVERRIDES_OPTION = "table_overrides"
Row = Mapping[str, str]
Bounds = Mapping[str, tuple[int, int]]  # smallest and greatest value, by column


class PrintedTable(NamedTuple):
    """A table of game figures: the column that names its rows, the rows, and the limits of changeable figures."""

    key: str
    rows: Sequence[Row]
    bounds: Callable[[Row], Bounds]


PrintedTables = Mapping[str, PrintedTable]


class TableOverride(NamedTuple):
    """One changed figure of a game's printed table: table, row, column and new value."""

    table: str
    row: str
    column: str
    value: int

    @property
    def option_key(self) -> str:
        """How the option `table_overrides` writes this figure's place, as in `monsters.12.hp=`."""
        return f"{self.table}.{self.row.replace(' ', '_')}.{self.column}="


def read_table(path: Path) -> list[dict[str, str]]:
    """Returns the rows of a CSV file in a game's data folder."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def overrides_option(example: str) -> Option:
    """Returns the option `table_overrides`, by which a match changes figures of a game; its help shows `example`."""
    return Option(OVERRIDES_OPTION, "text", "", f"Changed figures, as in: {example}", 0, 400)


def parse_overrides(text: str, example: str) -> list[TableOverride]:
    """Parses the option `table_overrides`; raises Problem if a word is malformed or a figure is changed twice."""
    found: dict[str, TableOverride] = {}
    for word in text.split():
        parts = re.fullmatch(r"([^.=]+)\.([^.=]+)\.([^.=]+)=(.*)", word)
        if parts is None:
            raise Problem(
                f"{OVERRIDES_OPTION}: {word!r} is not a change of a figure; write table.row.column=number, as in "
                f"{example}."
            )
        table, row, column, value = parts.groups()
        if not re.fullmatch(r"[0-9]{1,4}", value):
            raise Problem(f"{OVERRIDES_OPTION}: {table}.{row}.{column} is {value!r}; write a whole number below 10000.")
        change = TableOverride(table, row.replace("_", " "), column, int(value))
        if found.setdefault(change.option_key.lower(), change) is not change:
            raise Problem(f"{OVERRIDES_OPTION}: the figure {table}.{row}.{column} is changed twice; change it once.")
    return [*found.values()]


def apply_overrides(tables: PrintedTables, text: str, example: str) -> dict[str, list[dict[str, str]]]:
    """Returns the game's tables with the figures changed by `table_overrides`; raises Problem if one does not fit."""
    found = {name: [dict(row) for row in printed.rows] for name, printed in tables.items()}
    for change in parse_overrides(text, example):
        at = check_override(tables, change)
        found[change.table][at][change.column] = str(change.value)
    return found


def check_override(
    tables: PrintedTables, change: TableOverride, file: str = "", files: Mapping[str, str] | None = None
) -> int:
    """Returns the index of the row that an override changes; raises Problem if table, row, column or value is wrong."""
    if change.table not in tables:
        raise Problem(f"{OVERRIDES_OPTION}: there is no table {change.table!r}; choose one of {', '.join(tables)}.")
    printed = tables[change.table]
    place = file or f"{OVERRIDES_OPTION}: {change.table}"
    names = [_normalize_name(row[printed.key]) for row in printed.rows]
    if _normalize_name(change.row) not in names:
        raise Problem(f"{place} is a table without a row {change.row!r}; {_suggest_rows(tables, change, files or {})}.")
    at = names.index(_normalize_name(change.row))
    row = printed.rows[at]
    bounds, spot = printed.bounds(row), f"{place}{': ' if file else '.'}{row[printed.key]}"
    if change.column not in bounds:
        raise Problem(f"{spot} has no figure {change.column!r} that can be changed; choose one of {', '.join(bounds)}.")
    low, high = bounds[change.column]
    if not low <= change.value <= high:
        raise Problem(f"{spot}.{change.column} is {change.value}; write a whole number from {low} to {high}.")
    return at


def _normalize_name(name: str) -> str:
    """Returns a row's name in lower case with blanks for underscores, to compare names."""
    return name.lower().replace("_", " ")


def _suggest_rows(tables: PrintedTables, change: TableOverride, files: Mapping[str, str]) -> str:
    """Returns the end of an error: which other table has the missing row, or which rows this table has."""
    for name, printed in tables.items():
        if name != change.table and _normalize_name(change.row) in (
            _normalize_name(row[printed.key]) for row in printed.rows
        ):
            return f"change it in {files.get(name, name)}, which has one"
    here = tables[change.table]
    return f"choose from {_join_names(row[here.key] for row in here.rows)}"


def _join_names(names: Iterable[str]) -> str:
    listed = list(names)
    return f"{listed[0]} to {listed[-1]}" if listed[0].isdecimal() else ", ".join(listed)


def add_overrides(tables: PrintedTables, files: Mapping[str, str], options: Options, data: DataOverrides) -> Options:
    """Returns a match's options with an experiment's changes to data files added to `table_overrides`.

    `files` maps each table to its data file."""
    words = str(options[OVERRIDES_OPTION]).split()
    for file, rows in data.items():
        table = next((name for name, its in files.items() if its == file), None)
        if table is None:
            there = ", ".join(files.values())
            raise Problem(f"The game has no data file {file!r} with figures to change; choose one of {there}.")
        for row, figures in rows.items():
            for column, value in figures.items():
                change = TableOverride(table, row, column, _require_int(f"{file}: {row}.{column}", value))
                check_override(tables, change, file, files)
                words = [word for word in words if not word.lower().startswith(change.option_key.lower())]
                words.append(f"{change.option_key}{change.value}")
    return {**options, OVERRIDES_OPTION: " ".join(words)}


def _require_int(spot: str, value: Value) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Problem(f"{spot} is {value!r}; write a whole number.")
    return value
