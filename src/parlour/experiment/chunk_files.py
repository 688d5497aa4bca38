"""The rows of an experiment on their way into one table: a part for every chunk of every variation."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.arena.summary import Row
from parlour.kernel.problem import Problem

if TYPE_CHECKING:
    import polars

ROW_GROUP_SIZE = 100_000  # rows of the table that lie together; with another number the file has other bytes


def check_libraries() -> None:
    try:
        import altair  # noqa: F401
        import polars  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError as error:
        raise Problem("Experiments need polars and altair: pip install 'parlour[reports]'.") from error


class ChunkFiles:
    """Where the parts lie, and which columns they have."""

    def __init__(self, folder: Path, columns: Sequence[Mapping[str, type]], names: Sequence[str]) -> None:
        self.folder = folder
        self.columns = columns  # by variation
        self.names = names

    def path(self, number: int, chunk: int, kind: str) -> Path:
        return self.folder / f"{number}-{chunk:06}.{kind}"

    def write_chunk(self, number: int, chunk: int, rows: Sequence[Row], digests: bytes) -> None:
        """The rows of a chunk, and the digests of its matches."""
        import polars

        columns, name = self.columns[number], self.names[number]
        for row in rows:
            if list(row) != list(columns)[1:]:
                raise Problem(f"A row has the columns {', '.join(row)} where others have {', '.join(columns)}.")
        try:
            frame = polars.DataFrame([(name, *row.values()) for row in rows], polars_schema(columns), orient="row")
            frame.write_parquet(self.path(number, chunk, "parquet"))
            self.path(number, chunk, "digests").write_bytes(digests)
        except (polars.exceptions.PolarsError, TypeError, OverflowError, OSError) as error:
            raise Problem(f"The rows cannot be written to {self.folder}: {error}") from error

    def digest(self, number: int, chunks: int) -> str:
        """Over the digests of all matches of a variation in order: what `parlour simulate` prints for them."""
        sum_ = hashlib.sha256()
        for chunk in range(chunks):
            sum_.update(self.path(number, chunk, "digests").read_bytes())
        return sum_.hexdigest()


def polars_schema(columns: Mapping[str, type]) -> polars.Schema:
    import polars

    kinds = {str: polars.String(), float: polars.Float64()}
    return polars.Schema({name: kinds.get(kind, polars.Int64()) for name, kind in columns.items()})


def write_table(parts: ChunkFiles, chunks: int, target: Path) -> int:
    """All parts as one file, variation after variation, whole or not at all. Columns that one lacks are empty."""
    import polars

    everything = {name: kind for columns in parts.columns for name, kind in columns.items()}
    paths = [parts.path(number, chunk, "parquet") for number in range(len(parts.names)) for chunk in range(chunks)]
    draft = parts.folder / target.name
    try:
        table = polars.scan_parquet(paths, schema=polars_schema(everything), missing_columns="insert")
        table.sink_parquet(draft, row_group_size=ROW_GROUP_SIZE)
        rows = int(polars.scan_parquet(draft).select(polars.len()).collect().item())
        draft.replace(target)
    except (polars.exceptions.PolarsError, OSError) as error:
        raise Problem(f"{target} cannot be written: {error}") from error
    return rows
