"""Result files of simulations for other programs: tables, events, records and bundles, in the order of the matches."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TextIO

from parlour.arena.summary import Row
from parlour.kernel.extras import missing_package
from parlour.kernel.problem import Problem
from parlour.store.bundle import BundleHeader, is_bundle

WriteRows = Callable[[Sequence[Row]], object]
SUFFIXES = (".csv", ".jsonl", ".parquet")
CELLS_PER_PART = 400_000  # of a .parquet file


class OutputFiles(NamedTuple):
    """The files that a simulation writes besides its summary."""

    out: Path | None = None  # a table with a row for each player and match
    columns: Sequence[str] = ()  # of the table, in this order; empty: all
    records: Path | None = None  # a folder, or one file ending in .bundle
    events: Path | None = None

    def check(self) -> None:
        """Raises a Problem if one of the files cannot be written."""
        check_table_path(self.out)
        check_columns(self.columns, self.out)
        check_events_path(self.events)
        check_records_path(self.records)


def check_table_path(path: Path | None) -> None:
    """Raises a Problem if a results table cannot be written here: wrong ending, a folder, no library for .parquet."""
    if path is None:
        return
    if path.suffix not in SUFFIXES:
        raise Problem(
            f"The results table cannot be written to {path.name}; name a file ending in {', '.join(SUFFIXES)}."
        )
    if path.is_dir():
        raise Problem(f"{path} is a folder; name a file for the results table.")
    if path.suffix == ".parquet":
        try:
            import polars  # noqa: F401
        except ImportError as error:
            raise missing_package("A .parquet table", "polars") from error


def check_events_path(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix != ".jsonl":
        raise Problem(f"The events cannot be written to {path.name}; name a file ending in .jsonl.")
    if path.is_dir():
        raise Problem(f"{path} is a folder; name a file for the events.")


def check_records_path(path: Path | None) -> None:
    if path is None:
        return
    if is_bundle(path) and path.is_dir():
        raise Problem(f"{path} is a folder; name a file for the bundle of match records.")
    if is_bundle(path) and path.exists():
        raise Problem(f"{path} exists, and its match records would be lost; name another file, or delete it first.")
    if not is_bundle(path) and path.exists() and not path.is_dir():
        raise Problem(f"{path} is a file; name a folder for the match records, or a file ending in .bundle.")


def check_columns(columns: Sequence[str], out: Path | None) -> None:
    """Raises a Problem if --columns has repeated or empty names, or there is no table; unknown names are found with
    the first rows."""
    if columns and out is None:
        raise Problem(
            "--columns chooses the columns of the results table, but no table is written; name its file with --out."
        )
    for name in columns:
        if not name or columns.count(name) > 1:
            raise Problem(
                f"--columns names the column {name} twice; name it once."
                if name
                else "--columns has an empty name; write the names with one comma between them."
            )


def select_columns(rows: Sequence[Row], columns: Sequence[str]) -> Sequence[Row]:
    """Returns table rows with only the named columns, in the order given; without names, the rows as they are."""
    if not columns:
        return rows
    for name in columns:
        if rows and name not in rows[0]:
            raise unknown_column(name, rows[0])
    return [{name: row[name] for name in columns} for row in rows]


def unknown_column(name: str, row: Row) -> Problem:
    return Problem(f"The results table has no column {name!r}; choose from {', '.join(row)}.")


@contextmanager
def open_table_file(path: Path | None) -> Iterator[WriteRows]:
    """Yields a function that writes table rows to a .jsonl, .csv or .parquet file; without a path it drops them.

    The parts of which a .parquet file is made stay beside it."""
    if path is None:
        yield _discard
    elif path.suffix == ".jsonl":
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield JsonLinesWriter(file).write
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            yield CsvWriter(file).write
    else:
        parquet = ParquetWriter(path)
        yield parquet.write
        parquet.close()


@contextmanager
def open_events_file(path: Path | None, header: Row) -> Iterator[Callable[[str], object]]:
    """Yields a function that writes events of matches, as lines of text, to a file, or drops them without a path."""
    if path is None:
        yield _discard
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(header) + "\n")
            yield file.write


@contextmanager
def open_record_folder(path: Path | None) -> Iterator[Callable[[Sequence[tuple[str, str]]], object]]:
    """Yields a function that writes match records (names and texts) to a new folder, or drops them without a path."""
    if path is None:
        yield _discard
        return
    path.mkdir()

    def write(files: Sequence[tuple[str, str]]) -> None:
        for name, text in files:
            (path / name).write_text(text, "utf-8", newline="\n")

    yield write


@contextmanager
def open_bundle_file(path: Path | None, header: BundleHeader) -> Iterator[Callable[[bytes], object]]:
    """Yields a function that writes packed match records to one bundle file; without a path it drops them."""
    if path is None:
        yield _discard
        return
    with path.open("wb") as file:
        file.write(header.encode())
        yield file.write


def _discard(output: object) -> None:
    """Ignores its argument: takes the place of the function that writes an output file, if that file is not wanted."""


class ColumnSchema:
    """The column names and types of a table of results, taken from its first row."""

    def __init__(self) -> None:
        self.types: dict[str, type] = {}

    def check_row(self, row: Row) -> None:
        if not self.types:
            self.types = {name: type(value) for name, value in row.items()}
        elif list(row) != list(self.types):
            raise Problem(
                f"The game gave a row of the results the columns {', '.join(row)}, but the first row "
                f"{', '.join(self.types)}; correct the game, so that all rows have the same."
            )


class CsvWriter:
    """Writes table rows to a CSV file, below a header line."""

    def __init__(self, file: TextIO) -> None:
        self.writer = csv.writer(file, lineterminator="\n")
        self.columns = ColumnSchema()

    def write(self, rows: Sequence[Row]) -> None:
        if not self.columns.types and rows:
            self.writer.writerow(rows[0])
        for row in rows:
            self.columns.check_row(row)
            self.writer.writerow(row.values())


class JsonLinesWriter:
    """Writes table rows to a .jsonl file, one JSON object per line."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, rows: Sequence[Row]) -> None:
        self.file.writelines(json.dumps(row) + "\n" for row in rows)


class ParquetWriter:
    """Writes table rows to a .parquet file in parts, so that memory does not grow with the table."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.columns = ColumnSchema()
        self.rows: list[tuple[object, ...]] = []  # of the next part
        self.parts: list[Path] = []

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self.columns.check_row(row)
            self.rows.append(tuple(row.values()))
            if len(self.rows) * len(row) >= CELLS_PER_PART:
                self._flush_part()

    def close(self) -> None:
        import polars

        self._flush_part()
        try:
            polars.scan_parquet(self.parts).sink_parquet(self.path)
        except polars.exceptions.PolarsError as error:
            raise Problem(
                f"The .parquet table cannot be written ({error}); name a file ending in .csv or .jsonl instead."
            ) from error

    def _flush_part(self) -> None:
        import polars

        kinds = {str: polars.String, float: polars.Float64}
        schema = {name: kinds.get(kind, polars.Int64) for name, kind in self.columns.types.items()}
        part = self.path.with_suffix(f".{len(self.parts)}")
        try:
            polars.DataFrame(self.rows, schema, orient="row").write_parquet(part)
        except (polars.exceptions.PolarsError, TypeError, OverflowError) as error:
            raise Problem(
                f"The .parquet table cannot be written ({error}); name a file ending in .csv or .jsonl instead."
            ) from error
        self.parts.append(part)
        self.rows = []
