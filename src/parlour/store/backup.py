"""Backups of a database: one SQLite file with every row as of one moment, from SQLite or PostgreSQL, to either."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, func, insert, select
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
        with _new_file(path) as unfinished, _engine_of(unfinished) as target:
            migrate(target)
            with _snapshot(source) as rows:
                revision = read_revision(rows)
                if revision is None:
                    raise Problem("The database has no tables of Parlour; check its address (--db).")
                if revision != _revision(target):
                    raise Problem(
                        "The database is of another version of Parlour; start that version's server once with it, or"
                        " back it up with the version that wrote it."
                    )
                return _copy_rows(rows, target)
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
        migrate(target)
        _check_empty(target)
        with _upgraded_copy(path) as source, _snapshot(source) as rows:
            return _copy_rows(rows, target)
    except SQLAlchemyError as error:
        raise unusable(target, error) from None
    finally:
        target.dispose()


@contextmanager
def _upgraded_copy(path: Path) -> Iterator[Engine]:
    """Opens a temporary copy of a backup, upgraded to this version of Parlour: the backup itself stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "backup.db")
        shutil.copyfile(path, copy)
        with _engine_of(copy) as engine:
            try:
                if _revision(engine) is None:
                    raise Problem(f"{path} is no backup of Parlour; name a file that `parlour backup` wrote.")
            except SQLAlchemyError as error:
                reason = getattr(error, "orig", error)
                raise Problem(f"{path} cannot be read: {reason}; name another backup.") from None
            migrate(engine)
            yield engine


@contextmanager
def _engine_of(path: Path) -> Iterator[Engine]:
    engine = create_engine(URL.create("sqlite", database=str(path)))
    try:
        yield engine
    finally:
        engine.dispose()


def _revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return read_revision(connection)


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """Opens a connection that sees the database as of one moment, whatever others write meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")  # the target may be slow
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yields a file to write, readable by its owner alone, which takes the wanted name when it is complete."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # for its owner alone
        os.close(handle)
        unfinished = Path(name)
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
