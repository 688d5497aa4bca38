"""The files of an experiment's chunks (groups of matches), and the table of results that is made from them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.arena.summary import Row
from parlour.kernel.extras import missing_package
from parlour.kernel.problem import Problem

if TYPE_CHECKING:
    import polars

ROW_GROUP_SIZE = 100_000  # rows; another number would change the bytes of the file


def check_libraries() -> None:
    try:
        import altair  # noqa: F401
        import polars  # noqa: F401
        import vl_convert  # noqa: F401
    except ModuleNotFoundError as error:
        raise missing_package("An experiment's report", error.name or "altair") from error


class ChunkFiles:
    """The files in an experiment's work folder: the rows and digests of each chunk of matches, by variation."""

    def __init__(self, folder: Path, columns: Sequence[Mapping[str, type]], names: Sequence[str]) -> None:
        self.folder = folder
        self.columns = columns  # by variation
        self.names = names

    def path(self, number: int, chunk: int, kind: str) -> Path:
        return self.folder / f"{number}-{chunk:06}.{kind}"

    def write_chunk(self, number: int, chunk: int, rows: Sequence[Row], digests: bytes) -> None:
        """Writes the table rows and the digests of a chunk of matches of one variation to files."""
        import polars

        columns, name = self.columns[number], self.names[number]
        for row in rows:
            if list(row) != list(columns)[1:]:
                raise Problem(
                    f"The game gave a row of the results the columns {', '.join(row)}, but other rows "
                    f"{', '.join(columns)}; correct the game, so that all rows have the same."
                )
        try:
            frame = polars.DataFrame([(name, *row.values()) for row in rows], polars_schema(columns), orient="row")
            frame.write_parquet(self.path(number, chunk, "parquet"))
            self.path(number, chunk, "digests").write_bytes(digests)
        except (polars.exceptions.PolarsError, TypeError, OverflowError, OSError) as error:
            raise Problem(
                f"The results cannot be written to the folder {self.folder}: {error}; check the disk."
            ) from error

    def digest(self, number: int, chunks: int) -> str:
        """Returns a hash over all matches of a variation in order, as `parlour simulate` prints it."""
        hasher = hashlib.sha256()
        for chunk in range(chunks):
            hasher.update(self.path(number, chunk, "digests").read_bytes())
        return hasher.hexdigest()


def polars_schema(columns: Mapping[str, type]) -> polars.Schema:
    import polars

    kinds = {str: polars.String(), float: polars.Float64()}
    return polars.Schema({name: kinds.get(kind, polars.Int64()) for name, kind in columns.items()})


def write_table(parts: ChunkFiles, chunks: int, target: Path) -> int:
    """Joins all chunks of an experiment to one .parquet table, atomically, and returns its number of rows. Missing
    columns are empty."""
    import polars

    all_columns = {name: kind for columns in parts.columns for name, kind in columns.items()}
    paths = [parts.path(number, chunk, "parquet") for number in range(len(parts.names)) for chunk in range(chunks)]
    temp_path = parts.folder / target.name
    try:
        table = polars.scan_parquet(paths, schema=polars_schema(all_columns), missing_columns="insert")
        table.sink_parquet(temp_path, row_group_size=ROW_GROUP_SIZE)
        rows = int(polars.scan_parquet(temp_path).select(polars.len()).collect().item())
        temp_path.replace(target)
    except (polars.exceptions.PolarsError, OSError) as error:
        raise Problem(f"The results table {target} cannot be written: {error}; check the disk.") from error
    return rows
