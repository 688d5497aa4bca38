"""`parlour doctor`: looks for what would trouble a server here, and says what to do about it."""

from __future__ import annotations

import platform
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter

import parlour
from parlour.arena.executors import usable_cores
from parlour.cli.output import print_json
from parlour.cli.run_options import Db, Json, WholeNumber
from parlour.kernel.build import is_compiled
from parlour.kernel.extras import missing_package
from parlour.kernel.problem import Problem
from parlour.store.files import data_folder
from parlour.workers.worker import Worker

EXIT_TROUBLE = 1
MIN_FREE_BYTES = 1 << 30
DAY = 86_400.0
WORKER_SECONDS = 60.0


class Finding(NamedTuple):
    """What the doctor found out about one part of the installation."""

    part: str
    ok: bool
    text: str  # with advice if it is not ok


def doctor(
    *,
    db: Db = None,
    port: Annotated[WholeNumber, Parameter(help="The port that the server shall use.")] = 8000,
    json: Json = False,
) -> int:
    """Check version, build, database and clock, disk, port and worker processes; exit 1 if one needs attention."""
    findings = list(examine(db, port))
    if json:
        print_json([finding._asdict() for finding in findings])
    else:
        for finding in findings:
            print(f"{'ok ' if finding.ok else '!! '} {finding.part:<9} {finding.text}")
    return 0 if all(finding.ok for finding in findings) else EXIT_TROUBLE


def examine(db: str | None, port: int) -> Iterator[Finding]:
    checks: dict[str, Callable[[], str]] = {
        "version": _check_version,
        "build": _check_build,
        "database": lambda: _check_database(db),
        "disk": _check_disk,
        "port": lambda: _check_port(port),
        "workers": _check_workers,
    }
    for part, check in checks.items():
        try:
            yield Finding(part, True, check())
        except Problem as problem:
            yield Finding(part, False, str(problem))
        except OSError as error:
            yield Finding(part, False, f"{error.filename or 'A file'} cannot be used: {error.strerror}.")
        except ModuleNotFoundError as error:
            yield Finding(part, False, str(missing_package("This check", error.name or "")))


def _check_version() -> str:
    return f"Parlour {parlour.__version__}, Python {platform.python_version()}, {platform.platform(terse=True)}"


def _check_build() -> str:
    if not is_compiled():
        raise Problem(
            "The rules run as plain Python files, about thirty times slower; install a compiled package, or install a "
            "C compiler and the Python headers and build Parlour again."
        )
    return "The rules are compiled."


def _check_database(db: str | None) -> str:
    from sqlalchemy import func, select
    from sqlalchemy.exc import SQLAlchemyError

    from parlour.store.database import database_url, open_engine, read_revision, unusable
    from parlour.store.schema import tables

    engine = open_engine(database_url(db))
    place = engine.url.database if engine.dialect.name == "sqlite" else engine.url.render_as_string()
    if engine.dialect.name == "sqlite" and not Path(place or "").exists():
        return f"{place} does not exist yet; the first start of a server or a tournament creates it."
    try:
        with engine.connect() as connection:
            if read_revision(connection) is None:
                return f"{place} is empty; the first start of a server or a tournament fills it."
            count, newest = connection.execute(select(func.count(), func.max(tables.c.touched))).one()
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None
    finally:
        engine.dispose()
    if newest is not None and newest > time.time() + DAY:
        raise Problem(
            f"{place} was used at {time.strftime('%Y-%m-%d', time.localtime(newest))}, by the clock of that day, which"
            " is in the future; set the clock of this machine, or bots and clocks of matches will not move."
        )
    return f"{place}, tables of matches: {count}"


def _check_disk() -> str:
    folder = data_folder()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        raise Problem(
            f"Only {free // 1_000_000} MB are free in {folder}; make room, because matches cannot be stored on a full"
            " disk."
        )
    return f"{free / 1e9:.0f} GB are free in {folder}."


def _check_port(port: int) -> str:
    with socket.socket() as trial:
        if sys.platform != "win32":  # where it would share a taken port
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            reason = error.strerror if isinstance(error, OSError) else "there is no such port"
            raise Problem(
                f"Port {port} cannot be used: {reason}; a server may be running there already, else choose another"
                " with --port."
            ) from None
    return f"Port {port} is free."


def _check_workers() -> str:
    worker = Worker(deadline=WORKER_SECONDS)
    try:
        reply = worker.call(platform.python_version)
    finally:
        worker.close()
    if reply.fault or reply.value != platform.python_version():
        raise Problem(
            f"A worker process {reply.fault or 'gave a wrong answer'}; bots cannot think without one: check the limits"
            " of processes and memory for this user."
        )
    return f"Worker processes start and answer; {usable_cores()} cores can be used."
