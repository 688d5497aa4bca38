"""Reads the table of the beavers' jobs (cost, damage, health, ...), whose figures a match may change."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import MAX_AMOUNT
from parlour.games.stumped.rules.book import ACROSS, TITLES, Book
from parlour.kernel.table_overrides import PrintedTable, PrintedTables, apply_overrides, read_table

DATA = Path(__file__).parent
FILES = {"jobs": "jobs.csv"}
EXAMPLE = "jobs.Fighter.damage=2"
FIGURES = {  # by column: lowest and highest value allowed
    "cost": (0, 60),
    "damage": (0, 20),
    "health": (1, 60),
    "moves": (int(ACROSS), 9),  # with fewer moves no beaver could leave its lodge
    "actions": (1, 5),
    "chopping": (1, 20),  # without chopping no second lodge could be built
    "munching": (0, 20),
    "distraction": (0, 9),
    "carry": (1, int(MAX_AMOUNT)),
}
Table = list[dict[str, str]]


@lru_cache(maxsize=1)
def printed_tables() -> PrintedTables:
    rows = read_table(DATA / FILES["jobs"])
    assert tuple(row["title"] for row in rows) == TITLES
    return {"jobs": PrintedTable("title", rows, lambda row: FIGURES)}


def job_table(overrides: str) -> Table:
    """Returns the table of the beavers' jobs (section 5) with these changed figures; raises Problem for bad changes."""
    return apply_overrides(printed_tables(), overrides, EXAMPLE)["jobs"]


def write_jobs(book: Book, overrides: str) -> None:
    table = job_table(overrides)
    book.overrides = overrides
    book.cost = column(table, "cost")
    book.damage = column(table, "damage")
    book.health = column(table, "health")
    book.moves = column(table, "moves")
    book.actions = column(table, "actions")
    book.chopping = column(table, "chopping")
    book.munching = column(table, "munching")
    book.distraction = column(table, "distraction")
    book.carry = column(table, "carry")
    book.lowest_cost = min(int(cost) for cost in book.cost)


def column(table: Table, name: str) -> vec[i64]:
    return vec[i64]([int(row[name]) for row in table])
