"""Backups of a database: one SQLite file with every row as of one moment, from SQLite or PostgreSQL, to either."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.kernel.problem import Problem
from parlour.store.database import migrate, open_engine, read_revision, require_file, unusable
from parlour.store.schema import keepers, metadata

ROWS_AT_ONCE = 1000
COPIED_TABLES = [table for table in metadata.sorted_tables if table is not keepers]  # heartbeats mean nothing elsewhere


def back_up(url: str, path: Path) -> int:
    """Copies all rows of a database, which may be in use, to a new SQLite file. Returns how many there are."""
    if path.exists():
        raise Problem(f"{path} exists; name a file that does not exist yet.")
    source = open_engine(url)
    require_file(source)
    try:
        with _snapshot(source) as rows:
            if read_revision(rows) is None:
                raise Problem("The database has no tables of Parlour; check its address (--db).")
            with _new_file(path) as unfinished:
                target = create_engine(f"sqlite:///{unfinished}")
                migrate(target)
                if read_revision(rows) != _revision(target):
                    raise Problem(
                        "The database is of another version of Parlour; start that version's server once with it, or"
                        " back it up with the version that wrote it."
                    )
                count = _copy_rows(rows, target)
                target.dispose()
                return count
    except SQLAlchemyError as error:
        raise unusable(source, error) from None
    finally:
        source.dispose()


def restore(path: Path, url: str) -> int:
    """Copies all rows of a backup to an empty database, and upgrades it if the backup is older. Returns how many."""
    if not path.is_file():
        raise Problem(f"There is no backup {path}; check the path.")
    target = open_engine(url)
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, "backup.db")
            copy.write_bytes(path.read_bytes())
            source = open_engine(f"sqlite:///{copy}")
            try:
                with source.connect() as rows:
                    if read_revision(rows) is None:
                        raise Problem(f"{path} is no backup of Parlour; name a file that `parlour backup` wrote.")
                migrate(source)
                with _snapshot(source) as rows:
                    migrate(target)
                    _check_empty(target)
                    return _copy_rows(rows, target)
            except SQLAlchemyError as error:
                raise Problem(f"{path} cannot be read: {getattr(error, 'orig', error)}; name another backup.") from None
            finally:
                source.dispose()
    finally:
        target.dispose()


def _revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return read_revision(connection)


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """Opens a connection that sees the database as of one moment, whatever others write meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            yield connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("BEGIN")
            yield connection


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yields a file to write, readable by its owner alone, which takes the wanted name when it is complete."""
    unfinished = path.with_name(f".{path.name}.part")
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise Problem(f"{path} cannot be written: {error.strerror}; name another file.") from None
    try:
        yield unfinished
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _check_empty(engine: Engine) -> None:
    with engine.connect() as connection:
        for table in COPIED_TABLES:
            if connection.scalar(select(func.count()).select_from(table)):
                raise Problem("The database is not empty; name a new file or an empty database with --db.")


def _copy_rows(source: Connection, target: Engine) -> int:
    count = 0
    with target.begin() as connection:
        for table in COPIED_TABLES:
            found = source.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
            for rows in found.mappings().partitions():
                connection.execute(insert(table), [dict(row) for row in rows])
                count += len(rows)
    return count
