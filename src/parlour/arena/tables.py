"""Results as files for other programs: a row at a time, in the order of the matches."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from parlour.arena.summary import Row
from parlour.kernel.problem import Problem

Write = Callable[[Sequence[Row]], object]
SUFFIXES = (".csv", ".jsonl", ".parquet")
WORDS = {"bot"}  # columns that hold text
FRACTIONS = {"won"}  # columns that hold parts of one; all others hold whole numbers
PART_BYTES = 4_000_000  # of text, for each part of a .parquet file


def check_table(path: Path | None) -> None:
    """Whether a table can be written in the form that the name of its file asks for."""
    if path is None:
        return
    if path.suffix not in SUFFIXES:
        raise Problem(f"A table is written to a file ending in {', '.join(SUFFIXES)}, not to {path.name}.")
    if path.is_dir():
        raise Problem(f"{path} is a folder; a table is written to a file.")
    if path.suffix == ".parquet":
        try:
            import polars  # noqa: F401
        except ImportError as error:
            raise Problem("A .parquet table needs polars: pip install 'parlour[tables]'.") from error


def check_lines(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix != ".jsonl":
        raise Problem(f"Events are written to a file ending in .jsonl, not to {path.name}.")
    if path.is_dir():
        raise Problem(f"{path} is a folder; events are written to a file.")


def check_folder(path: Path | None) -> None:
    if path is not None and path.exists() and not path.is_dir():
        raise Problem(f"{path} is a file; records are written to a folder.")


@contextmanager
def open_table(path: Path | None) -> Iterator[Write]:
    """Where the rows go; nowhere without a path. A .parquet file leaves its parts beside it."""
    if path is None:
        yield _nowhere
    elif path.suffix == ".jsonl":
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield LinesTable(file).write
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            yield CsvTable(file).write
    else:
        plain = path.with_suffix(".csv")
        with plain.open("w", encoding="utf-8", newline="") as file:
            table = CsvTable(file)
            yield table.write
        _to_parquet(plain, path, table.columns)


@contextmanager
def open_lines(path: Path | None) -> Iterator[Callable[[str], object]]:
    """Where lines that are already written go; nowhere without a path."""
    if path is None:
        yield _nowhere
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file.write


def _nowhere(rows: object) -> None:
    """Nobody wants them."""


class CsvTable:
    """Comma-separated rows under a line of names."""

    def __init__(self, file: TextIO) -> None:
        self.file = csv.writer(file, lineterminator="\n")
        self.columns: list[str] = []

    def write(self, rows: Sequence[Row]) -> None:
        if not self.columns and rows:
            self.columns = list(rows[0])
            self.file.writerow(self.columns)
        for row in rows:
            if list(row) != self.columns:
                raise Problem(
                    f"A row has the columns {', '.join(row)} where the first had {', '.join(self.columns)}."
                )
            self.file.writerow(row.values())


class LinesTable:
    """One JSON object a line."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, rows: Sequence[Row]) -> None:
        self.file.writelines(json.dumps(row) + "\n" for row in rows)


def _to_parquet(plain: Path, path: Path, columns: Sequence[str]) -> None:
    """The same table in columns, made of parts: a scan of the whole text would take memory that grows with it."""
    import polars

    kinds: dict[str, type[polars.DataType]] = dict.fromkeys(columns, polars.Int64)
    kinds |= dict.fromkeys(WORDS, polars.String) | dict.fromkeys(FRACTIONS, polars.Float64)
    parts: list[Path] = []
    try:
        with plain.open("rb") as file:
            file.readline()
            while lines := file.readlines(PART_BYTES):
                parts.append(path.with_suffix(f".{len(parts)}"))
                polars.read_csv(b"".join(lines), has_header=False, schema=kinds).write_parquet(parts[-1])
        polars.scan_parquet(parts).sink_parquet(path)
    except polars.exceptions.PolarsError as error:
        raise Problem(f"The .parquet table cannot be written: {error}") from error
