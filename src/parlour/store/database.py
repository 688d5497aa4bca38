"""The SQL database: one thread commits queued transactions in batches, then hands their results to the callers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from parlour.kernel.extras import missing_package
from parlour.kernel.problem import Problem
from parlour.store.files import data_folder

T = TypeVar("T")
Transaction = Callable[[Connection], T]  # called again, alone, if its batch failed
MAX_BATCH = 256  # transactions in one commit
IDLE_TIMEOUT_MS = 3_000  # after which PostgreSQL aborts an idle transaction
MIGRATIONS = Path(__file__).parent / "migrations"
LEAST_FREE_BYTES = 16_000_000  # on the disk of an SQLite file, below which it counts as full
MIGRATION_LOCK_KEY = 7_405_925  # of the PostgreSQL lock for one migrating process


class Database:
    """The SQL database and its thread: runs transactions; a written one is stored for good when its result returns."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.queue: queue.SimpleQueue[tuple[Transaction[Any], Future[Any]] | None] = queue.SimpleQueue()
        self.commits = 0
        self.closed = False
        try:
            migrate(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self.file = _sqlite_file(self.engine)
        self.thread = threading.Thread(target=self._run, name="database", daemon=True)
        self.thread.start()

    async def write(self, transaction: Transaction[T]) -> T:
        """Runs and commits a database transaction and returns its result; if it raises, nothing of it is stored."""
        return await asyncio.wrap_future(self.submit(transaction))

    def submit(self, transaction: Transaction[T]) -> Future[T]:
        """Queues a transaction for the database thread and returns its future; once the database is closed, nothing is
        queued and the future is already cancelled."""
        done: Future[T] = Future()
        if self.closed:
            done.cancel()
        else:
            self.queue.put((transaction, done))
        return done

    async def read(self, transaction: Transaction[T]) -> T:
        """Runs a database query in another thread and returns its result, without waiting for queued writes."""
        return await asyncio.to_thread(self.read_sync, transaction)

    def read_sync(self, transaction: Transaction[T]) -> T:
        with self.engine.connect() as connection:
            return transaction(connection)

    def check_file(self) -> None:
        """Raises a Problem if the SQLite file is gone, which its open connections do not notice, or its disk full."""
        if self.file is None:
            return
        if _sqlite_file(self.engine) != self.file:
            raise Problem("The database file is missing; restore it from a backup, and start the server again.")
        if shutil.disk_usage(Path(self.engine.url.database or "").parent).free < LEAST_FREE_BYTES:
            raise Problem("The disk of the database is full; make room on it.")

    def close(self) -> None:
        """Closes the database after all queued transactions are done."""
        self.closed = True
        self.queue.put(None)
        self.thread.join()
        self.engine.dispose()

    def _run(self) -> None:
        while True:
            batch, last = self._next_batch()
            if len(batch) > 1 and not self._commit_together(batch):
                for item in batch:
                    self._commit_one(*item)
            elif len(batch) == 1:
                self._commit_one(*batch[0])
            if last:
                return

    def _next_batch(self) -> tuple[list[tuple[Transaction[Any], Future[Any]]], bool]:
        """Waits for queued transactions; returns those not cancelled, and whether the database is closing."""
        batch: list[tuple[Transaction[Any], Future[Any]]] = []
        item = self.queue.get()
        while item is not None:
            if item[1].set_running_or_notify_cancel():
                batch.append(item)
            if len(batch) == MAX_BATCH or self.queue.empty():
                return batch, False
            item = self.queue.get()
        return batch, True

    def _commit_together(self, batch: list[tuple[Transaction[Any], Future[Any]]]) -> bool:
        try:
            with self.engine.begin() as connection:
                found = [transaction(connection) for transaction, _ in batch]
        except Exception:
            return False
        self.commits += 1
        for (_, done), result in zip(batch, found, strict=True):
            done.set_result(result)
        return True

    def _commit_one(self, transaction: Transaction[Any], done: Future[Any]) -> None:
        try:
            with self.engine.begin() as connection:
                result = transaction(connection)
        except Exception as error:
            done.set_exception(error)
            return
        self.commits += 1
        done.set_result(result)


def database_url(db: str | None) -> str:
    """Returns the given database URL or, for None, that of the SQLite file in the user's data folder."""
    if db is not None:
        return db
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(
            f"The data folder {folder}, where the default database would be, cannot be made: {error.strerror}; "
            f"name a database with --db, as in --db sqlite:///parlour.db."
        ) from None
    return f"sqlite:///{folder / 'parlour.db'}"


def parse_database_url(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise Problem(
            "--db is not the address of a database; write one such as sqlite:///parlour.db or postgresql+psycopg://..."
        ) from None


def open_engine(url: str) -> Engine:
    """Returns an SQLAlchemy engine for a SQLite or PostgreSQL URL; raises Problem for any other URL."""
    kind = parse_database_url(url)
    if kind.get_backend_name() == "sqlite":
        if kind.database in (None, "", ":memory:"):
            raise Problem("--db names no file for the SQLite database; write one, as in sqlite:///parlour.db.")
        sqlite = {"timeout": 30, "check_same_thread": False}
        engine = create_engine(kind.set(drivername="sqlite"), connect_args=sqlite)
        event.listen(engine, "connect", _set_up_sqlite)
        return engine
    if kind.get_backend_name() != "postgresql":
        raise Problem(f"--db names a database of the kind {kind.get_backend_name()}; use sqlite or postgresql.")
    arguments: dict[str, Any] = {"connect_timeout": 5, **kind.query}
    try:
        engine = create_engine(kind.set(drivername="postgresql+psycopg"), pool_pre_ping=True, connect_args=arguments)
    except (ImportError, NoSuchModuleError):
        raise missing_package("PostgreSQL", "psycopg") from None
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _sqlite_file(engine: Engine) -> tuple[int, int] | None:
    """Returns device and number of the SQLite file at the engine's path; None without a file, as in PostgreSQL."""
    try:
        found = os.stat(engine.url.database or "") if engine.dialect.name == "sqlite" else None
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Sets a new SQLite connection to WAL, so that readers never wait for writers, and to fully synchronous commits."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _set_up_postgresql(connection: Any, _: object) -> None:
    """Makes PostgreSQL abort a connection's idle transactions, so that a frozen process blocks others only briefly."""
    connection.execute(f"SET idle_in_transaction_session_timeout = {IDLE_TIMEOUT_MS}")
    connection.commit()


def migrate(engine: Engine) -> None:
    """Creates or upgrades the tables of the database, wholly or not at all; raises Problem if a newer version of the
    program made them."""
    known = sorted(path.stem.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    if engine.dialect.name == "sqlite":
        with contextlib.suppress(OSError):  # SQLite says what is wrong; secrets are in it
            # Only a new file: to close a file drops every lock that other connections of this process hold on it.
            os.close(os.open(engine.url.database or "", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK_KEY})
            found = read_revision(connection)
            if found is not None and found not in known:
                raise Problem(
                    "The database was made by a newer Parlour; update Parlour, or choose another database with --db."
                )
            if found != known[-1]:
                if engine.dialect.name == "sqlite":  # whose driver would commit every CREATE TABLE alone
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                _upgrade(connection)
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None


def require_file(engine: Engine) -> None:
    """Raises a Problem if the database is an SQLite file that does not exist: a reader must not create it."""
    if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").exists():
        raise Problem(f"There is no database {engine.url.database}; check its address (--db).")


def unusable(engine: Engine, error: SQLAlchemyError) -> Problem:
    """Returns the Problem that names a database and says why it cannot be used."""
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    place = engine.url.database if engine.dialect.name == "sqlite" else engine.url.render_as_string()
    return Problem(f"The database {place} cannot be used: {reason}; check its address (--db).")


def read_revision(connection: Connection) -> str | None:
    """Returns the number of the last migration of the database; None if it has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _upgrade(connection: Connection) -> None:
    """Runs the missing migrations. Only then is Alembic loaded, which takes longer than most starts of a server."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
