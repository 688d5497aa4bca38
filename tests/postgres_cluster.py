"""A real PostgreSQL server for tests, in a temporary folder, on 127.0.0.1 and a free port."""

from __future__ import annotations

import contextlib
import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

TIMEOUT = 60.0  # seconds
SETTINGS = {"listen_addresses": "127.0.0.1", "fsync": "on", "shared_buffers": "16MB", "log_min_messages": "fatal"}


def find_server_binaries() -> Path | None:
    """Returns the folder of the newest installed server: Debian's, or the one on the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    found = [str(file) for file in debian] or [shutil.which("initdb") or ""]
    return Path(found[-1]).parent if found[-1] else None


class PostgresCluster:
    """One server with one database; it can be stopped and started again."""

    def __init__(self, bin: Path, folder: Path) -> None:
        self.bin, self.folder = bin, folder
        self.user = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        self.role = self.user or getpass.getuser()
        if self.user is not None:
            owner = pwd.getpwnam(self.user)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        words = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", f"--pgdata={folder / 'data'}"]
        subprocess.run([bin / "initdb", *words], user=self.user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        settings = {**SETTINGS, "port": str(self.port), "unix_socket_directories": str(self.folder)}
        words = [f"--{name}={value}" for name, value in settings.items()]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.folder / "data", *words],
                user=self.user, cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip
        begun = time.monotonic()
        while True:
            try:
                psycopg.connect(self.dsn, connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                alive = self.process.poll() is None and time.monotonic() < begun + TIMEOUT
                assert alive, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops the server like `pg_ctl stop -m fast`: all connections are closed."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(TIMEOUT)
            self.process = None

    def empty_database(self) -> str:
        """Empties the database and returns its address; nobody may be connected."""
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self.dsn.replace("postgresql", "postgresql+psycopg", 1)

    @property
    def dsn(self) -> str:
        return f"postgresql://{self.role}@127.0.0.1:{self.port}/postgres"


@contextlib.contextmanager
def running_postgres() -> Iterator[PostgresCluster]:
    """Runs a server, and deletes it afterwards; skips the test if PostgreSQL is not installed."""
    bin = find_server_binaries()
    if bin is None:
        if os.environ.get("PARLOUR_REQUIRE") == "all":
            pytest.fail("no PostgreSQL server")
        pytest.skip("no PostgreSQL server on this machine")
    folder = Path(tempfile.mkdtemp(prefix="parlour-postgres-"))
    try:
        cluster = PostgresCluster(bin, folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop(signal.SIGQUIT)  # fastest; the files are deleted anyway
    finally:
        shutil.rmtree(folder, ignore_errors=True)
