"""The database: one thread writes, many deeds in one commit; whoever waits is told when theirs is stored."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from parlour.kernel.problem import Problem

T = TypeVar("T")
Deed = Callable[[Connection], T]  # looks and writes; called again, alone, if the commit it shared failed
MOST = 256  # deeds in one commit
MIGRATING = 7_405_925  # names the lock that PostgreSQL gives to one migrating process


class Ledger:
    """Deeds in, results out. A deed is stored for good when its result comes back."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.deeds: queue.SimpleQueue[tuple[Deed[Any], Future[Any]] | None] = queue.SimpleQueue()
        self.commits = 0
        migrate(self.engine)
        self.thread = threading.Thread(target=self._run, name="ledger", daemon=True)
        self.thread.start()

    async def write(self, deed: Deed[T]) -> T:
        """Done and committed; an error means that nothing of it was."""
        return await asyncio.wrap_future(self.begin(deed))

    def begin(self, deed: Deed[T]) -> Future[T]:
        done: Future[T] = Future()
        self.deeds.put((deed, done))
        return done

    async def read(self, deed: Deed[T]) -> T:
        """Looks only; does not wait for those who write."""
        return await asyncio.to_thread(self.look, deed)

    def look(self, deed: Deed[T]) -> T:
        with self.engine.connect() as connection:
            return deed(connection)

    def close(self) -> None:
        """After what was asked for is done."""
        self.deeds.put(None)
        self.thread.join()
        self.engine.dispose()

    def _run(self) -> None:
        while True:
            batch, last = self._batch()
            if len(batch) > 1 and not self._together(batch):
                for one in batch:
                    self._alone(*one)
            elif len(batch) == 1:
                self._alone(*batch[0])
            if last:
                return

    def _batch(self) -> tuple[list[tuple[Deed[Any], Future[Any]]], bool]:
        """What has come in since, and whether it was the last."""
        batch: list[tuple[Deed[Any], Future[Any]]] = []
        item = self.deeds.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MOST or self.deeds.empty():
                return batch, False
            item = self.deeds.get()
        return batch, True

    def _together(self, batch: list[tuple[Deed[Any], Future[Any]]]) -> bool:
        try:
            with self.engine.begin() as connection:
                found = [deed(connection) for deed, _ in batch]
        except Exception:
            return False
        self.commits += 1
        for (_, done), result in zip(batch, found, strict=True):
            done.set_result(result)
        return True

    def _alone(self, deed: Deed[Any], done: Future[Any]) -> None:
        try:
            with self.engine.begin() as connection:
                result = deed(connection)
        except Exception as error:
            done.set_exception(error)
            return
        self.commits += 1
        done.set_result(result)


def open_engine(url: str) -> Engine:
    """SQLite or PostgreSQL by its address; a Problem if it is neither, or not there."""
    try:
        kind = make_url(url)
    except ArgumentError:
        raise Problem("--db takes an address such as sqlite:///parlour.db or postgresql+psycopg://...") from None
    if kind.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})
        event.listen(engine, "connect", _set_up_sqlite)
        return engine
    if kind.get_backend_name() != "postgresql":
        raise Problem(f"--db knows sqlite and postgresql, not {kind.get_backend_name()}.")
    try:
        return create_engine(kind.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    except (ImportError, NoSuchModuleError):
        raise Problem("PostgreSQL needs the extra `postgres`: pip install 'parlour[postgres]'.") from None


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Readers never wait for writers, and a commit is on the disk when it says so."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def migrate(engine: Engine) -> None:
    """The schema of this version, made or brought up to date; what is newer than this program is left alone."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise Problem(f"The database cannot be used: {str(error.orig).strip().splitlines()[0]}") from None
    except (SQLAlchemyError, CommandError) as error:
        raise Problem(f"The database cannot be used: {error}") from None
