"""The database: many transactions in one commit, correct results for every waiter, and a schema that matches its
version."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, MetaData, event, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from parlour.kernel.problem import Problem
from parlour.kernel.record import record_lines
from parlour.store import database as ledger_module
from parlour.store import server_rows
from parlour.store.database import MAX_BATCH, Database, Transaction, migrate, open_engine
from parlour.store.schema import keepers, metadata, settings, tables
from parlour.store.server_rows import PLAYING, ChatRow, OwnershipLost, ResultRow, SeatRow, TableRow
from parlour.tournament.ratings import rating_table
from tests.postgres_cluster import PostgresCluster, running_postgres
from tests.table_builders import magpie_table, play_to_end
from tests.test_ratings import count_pending

TIMEOUT = 60.0  # seconds
LEASE = 300.0


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresCluster]:
    with running_postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'parlour.db'}"
    found: PostgresCluster = request.getfixturevalue("postgres")
    return found.empty_database()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    found = Database(url)
    yield found
    if found.thread.is_alive():
        found.close()


def insert_setting(name: str, value: str = "there") -> Transaction[str]:
    def transaction(db: Connection) -> str:
        db.execute(insert(settings).values(name=name, value=value))
        return name

    return transaction


def setting_names(database: Database) -> set[str]:
    return set(database.read_sync(lambda db: db.scalars(select(settings.c.name)).all()))


class BlockingTransaction:
    """A transaction that blocks the database thread until released, so that others queue up behind it."""

    def __init__(self, database: Database) -> None:
        self.started, self.released = threading.Event(), threading.Event()
        self.done = database.submit(self._wait)
        assert self.started.wait(TIMEOUT)

    def _wait(self, db: Connection) -> None:
        self.started.set()
        assert self.released.wait(TIMEOUT)

    def release(self) -> None:
        self.released.set()
        self.done.result(TIMEOUT)


def table_row(name: str = "T", keeper: str | None = "A") -> TableRow:
    return TableRow(name, "magpie", 1, PLAYING, True, {}, None, b"secret", 1.0, 1.0, keeper=keeper)


def age_heartbeat(db: Connection, keeper: str, seconds: float) -> None:
    """Makes the last heartbeat of a process this much older."""
    db.execute(update(keepers).where(keepers.c.id == keeper).values(seen=keepers.c.seen - seconds))


# Transactions.


def test_queued_transactions_share_one_commit(database: Database) -> None:
    gate = BlockingTransaction(database)
    before = database.commits
    waiting = [database.submit(insert_setting(f"n{number}")) for number in range(2 * MAX_BATCH)]
    gate.release()
    assert [done.result(TIMEOUT) for done in waiting] == [f"n{number}" for number in range(2 * MAX_BATCH)]
    assert database.commits - before == 1 + 2
    assert setting_names(database) == {f"n{number}" for number in range(2 * MAX_BATCH)}


def test_waiters_are_notified_only_after_the_commit(database: Database) -> None:
    async def writes() -> None:
        for number in range(5):
            await database.write(insert_setting(f"n{number}"))
            assert f"n{number}" in await database.read(lambda db: db.scalars(select(settings.c.name)).all())

    asyncio.run(writes())


def test_a_failing_transaction_fails_only_its_own_waiter(database: Database) -> None:
    async def together() -> list[str | BaseException]:
        gate = BlockingTransaction(database)
        waiting = [database.write(insert_setting(name)) for name in ("a", "b", "a", "c")]
        gathered = asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.sleep(0)
        gate.release()
        return await gathered

    first, second, again, third = asyncio.run(together())
    assert (first, second, third) == ("a", "b", "c")
    assert isinstance(again, IntegrityError)
    assert setting_names(database) == {"a", "b", "c"}


def test_a_failed_transaction_is_rolled_back(database: Database) -> None:
    def half(db: Connection) -> None:
        insert_setting("half")(db)
        raise KeyError("no")

    gate = BlockingTransaction(database)
    failed, well = database.submit(half), database.submit(insert_setting("well"))
    gate.release()
    with pytest.raises(KeyError):
        failed.result(TIMEOUT)
    assert well.result(TIMEOUT) == "well"
    with pytest.raises(KeyError):
        database.submit(half).result(TIMEOUT)
    assert setting_names(database) == {"well"}


def test_a_cancelled_waiter_stops_nobody(database: Database) -> None:
    """A task is cancelled while its transaction is queued or running: the database thread continues."""

    async def impatient() -> None:
        gate = BlockingTransaction(database)
        one = asyncio.create_task(database.write(insert_setting("cancelled")))
        other = asyncio.create_task(database.write(insert_setting("stays")))
        await asyncio.sleep(0)
        one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await one
        gate.done.cancel()
        gate.released.set()
        assert await asyncio.wait_for(other, TIMEOUT) == "stays"

    asyncio.run(impatient())
    assert database.submit(insert_setting("later")).result(TIMEOUT) == "later"
    assert setting_names(database) == {"stays", "later"}


def test_closing_runs_queued_transactions_and_no_more(database: Database, url: str) -> None:
    gate = BlockingTransaction(database)
    waiting = [database.submit(insert_setting(f"n{number}")) for number in range(20)]
    closing = threading.Thread(target=database.close)
    closing.start()
    gate.release()
    closing.join(TIMEOUT)
    assert [done.result(0) for done in waiting] == [f"n{number}" for number in range(20)]
    with pytest.raises(CancelledError):
        database.submit(insert_setting("late")).result(TIMEOUT)
    database.close()
    again = Database(url)
    assert setting_names(again) == {f"n{number}" for number in range(20)}
    again.close()


def test_errors_of_the_database_surface(database: Database) -> None:
    def wrong(db: Connection) -> None:
        db.execute(text("SELECT * FROM nowhere"))

    with pytest.raises(DBAPIError, match="nowhere"):
        database.submit(wrong).result(TIMEOUT)
    with pytest.raises(DBAPIError, match="nowhere"):
        database.read_sync(wrong)
    assert database.submit(insert_setting("after")).result(TIMEOUT) == "after"


def test_the_database_recovers_with_postgresql(postgres: PostgresCluster) -> None:
    database = Database(postgres.empty_database())
    database.submit(insert_setting("before")).result(TIMEOUT)
    postgres.stop()
    try:
        with pytest.raises(OperationalError):
            database.submit(insert_setting("meanwhile")).result(TIMEOUT)
        with pytest.raises(OperationalError):
            database.read_sync(lambda db: db.scalar(select(func.count()).select_from(settings)))
    finally:
        postgres.start()
    assert database.submit(insert_setting("after")).result(TIMEOUT) == "after"
    assert setting_names(database) == {"before", "after"}
    database.close()


def test_a_frozen_transaction_delays_others_only_briefly(postgres: PostgresCluster) -> None:
    url = postgres.empty_database()
    database, frozen = Database(url), open_engine(url)
    database.submit(insert_setting("key", "before")).result(TIMEOUT)
    change = update(settings).where(settings.c.name == "key")
    with frozen.connect() as held:
        held.execute(change.values(value="frozen"))
        database.submit(lambda db: db.execute(change.values(value="after")).rowcount).result(TIMEOUT)
        with pytest.raises(DBAPIError):
            held.commit()
    assert database.read_sync(lambda db: server_rows.get_or_create_setting(db, "key", "")) == "after"
    frozen.dispose()
    database.close()


# Rows that only the keeper of a table (the server process that holds it) may write.


def test_only_the_keeper_writes(database: Database) -> None:
    def add(db: Connection) -> None:
        server_rows.add_table(db, table_row(), [SeatRow("Ann", "human")], ["first"])

    def keep(keeper: str, first: int) -> None:
        def transaction(db: Connection) -> None:
            server_rows.append_to_record(db, "T", keeper, first, [f"by {keeper}"], {"touched": 2.0})

        database.submit(transaction).result(TIMEOUT)

    def lines() -> list[str]:
        return database.read_sync(lambda db: server_rows.record_lines(db, "T"))

    database.submit(add).result(TIMEOUT)
    keep("A", 1)
    with pytest.raises(OwnershipLost):
        keep("B", 2)
    assert lines() == ["first", "by A"]
    database.submit(partial(server_rows.record_heartbeat, server_id="A")).result(TIMEOUT)
    database.submit(partial(age_heartbeat, keeper="A", seconds=LEASE / 2)).result(TIMEOUT)
    assert database.submit(lambda db: server_rows.claim_table(db, "T", "B", LEASE)).result(TIMEOUT) == "A"
    database.submit(partial(age_heartbeat, keeper="A", seconds=LEASE)).result(TIMEOUT)
    assert database.submit(lambda db: server_rows.claim_table(db, "T", "B", LEASE)).result(TIMEOUT) == "B"
    with pytest.raises(OwnershipLost):
        keep("A", 2)
    keep("B", 2)
    with pytest.raises(IntegrityError):
        keep("B", 2)
    assert lines() == ["first", "by A", "by B"]
    assert database.submit(lambda db: server_rows.claim_table(db, "none", "B", LEASE)).result(TIMEOUT) is None


def test_only_one_process_adopts_a_table(database: Database, url: str) -> None:
    """Two processes claim thirty orphaned tables at the same time: each table has one keeper afterwards."""
    ids = [f"T{number}" for number in range(30)]

    def add(db: Connection) -> None:
        for name in ids:
            server_rows.add_table(db, table_row(name, "gone"), [SeatRow("Ann", "human")])
        server_rows.record_heartbeat(db, "A")
        server_rows.record_heartbeat(db, "B")

    database.submit(add).result(TIMEOUT)
    other = Database(url)

    def claims(which: Database, keeper: str, order: list[str]) -> list[Future[str | None]]:
        return [
            which.submit(partial(server_rows.claim_table, table=name, server_id=keeper, lease=LEASE)) for name in order
        ]

    mine, theirs = claims(database, "A", ids), claims(other, "B", ids[::-1])
    found = [done.result(TIMEOUT) for done in mine], [done.result(TIMEOUT) for done in theirs][::-1]
    other.close()
    assert found[0] == found[1]
    keeper_of = database.read_sync(lambda db: dict(db.execute(select(tables.c.id, tables.c.keeper)).all()))
    assert [keeper_of[name] for name in ids] == found[0]
    assert set(found[0]) <= {"A", "B"}


def test_keepers_that_are_long_gone_are_forgotten(database: Database) -> None:
    for name, seconds in (("old", server_rows.DAY + LEASE), ("late", server_rows.DAY - LEASE), ("new", 0.0)):
        database.submit(partial(server_rows.record_heartbeat, server_id=name)).result(TIMEOUT)
        database.submit(partial(age_heartbeat, keeper=name, seconds=seconds)).result(TIMEOUT)
    database.submit(partial(server_rows.record_heartbeat, server_id="new")).result(TIMEOUT)
    assert database.read_sync(lambda db: server_rows.live_servers(db, 2 * server_rows.DAY)) == {"late", "new"}
    assert database.read_sync(lambda db: server_rows.live_servers(db, LEASE)) == {"new"}
    database.submit(server_rows.delete_servers).result(TIMEOUT)
    assert database.read_sync(lambda db: server_rows.live_servers(db, 2 * server_rows.DAY)) == set()


def test_heartbeats_use_the_database_clock(database: Database) -> None:
    """The second heartbeat is later than the first, whatever the clock of the process says."""
    first = database.submit(partial(server_rows.record_heartbeat, server_id="A")).result(TIMEOUT)
    time.sleep(0.02)
    second = database.submit(partial(server_rows.record_heartbeat, server_id="A")).result(TIMEOUT)
    assert first < second < first + TIMEOUT
    assert abs(second - time.time()) < TIMEOUT
    assert database.read_sync(lambda db: db.scalar(select(keepers.c.seen))) == second


def test_orphans_are_live_tables_of_keepers_without_heartbeat(database: Database) -> None:
    def add(db: Connection) -> None:
        for name, keeper in (("T", "A"), ("U", "B"), ("V", None)):
            server_rows.add_table(db, table_row(name, keeper), [SeatRow("Ann", "human")])
        for keeper in ("A", "B"):
            server_rows.record_heartbeat(db, keeper)

    database.submit(add).result(TIMEOUT)
    database.submit(partial(age_heartbeat, keeper="B", seconds=2 * LEASE)).result(TIMEOUT)
    assert set(database.read_sync(lambda db: server_rows.orphaned_tables(db, LEASE, 0.0))) == {"U", "V"}
    assert set(database.read_sync(lambda db: server_rows.orphaned_tables(db, 3 * LEASE, 0.0))) == {"V"}
    assert database.read_sync(lambda db: server_rows.orphaned_tables(db, LEASE, 2.0)) == []


def test_only_the_keeper_stores_time_banks(database: Database) -> None:
    def add(db: Connection) -> None:
        for name in ("T", "U"):
            server_rows.add_table(db, table_row(name, "A" if name == "T" else "B"), [SeatRow("Ann", "human")])

    def banks() -> list[object]:
        found = [database.read_sync(partial(server_rows.find_table, table=name)) for name in ("T", "U")]
        return [each[0].banks for each in found if each is not None]

    database.submit(add).result(TIMEOUT)
    left = {"T": [1.5], "U": [2.5]}
    database.submit(partial(server_rows.set_banks, server_id="A", left=left)).result(TIMEOUT)
    assert banks() == [(1.5,), ()]
    assert database.read_sync(partial(server_rows.tables_kept_by, server_id="A")) == {"T"}


def test_a_setting_is_decided_once(database: Database, url: str) -> None:
    other = Database(url)
    both = [
        which.submit(partial(server_rows.get_or_create_setting, name="key", fresh=name))
        for which, name in ((database, "one"), (other, "two"))
    ]
    assert len({done.result(TIMEOUT) for done in both}) == 1
    other.close()


def test_a_chat_line_has_its_number_once(database: Database) -> None:
    row = ChatRow(1, 0, "Ann", "Good luck!", 1.0)
    database.submit(lambda db: server_rows.add_table(db, table_row(), [SeatRow("Ann", "human")])).result(TIMEOUT)
    database.submit(lambda db: server_rows.add_chat(db, "T", "A", row)).result(TIMEOUT)
    with pytest.raises(IntegrityError):
        database.submit(lambda db: server_rows.add_chat(db, "T", "A", row)).result(TIMEOUT)
    assert database.read_sync(lambda db: server_rows.chat_lines(db, "T")) == [row]


def test_only_the_keeper_stores_chat_and_rematches(database: Database) -> None:
    row = ChatRow(1, 0, "Ann", "Good luck!", 1.0)
    database.submit(lambda db: server_rows.add_table(db, table_row(), [SeatRow("Ann", "human")])).result(TIMEOUT)
    with pytest.raises(OwnershipLost):
        database.submit(partial(server_rows.add_chat, table="T", server_id="B", row=row)).result(TIMEOUT)
    with pytest.raises(OwnershipLost):
        database.submit(partial(server_rows.set_rematch, table="T", server_id="B", rematch="U")).result(TIMEOUT)
    found = database.read_sync(partial(server_rows.find_table, table="T"))
    assert found is not None
    assert (found[0].rematch, database.read_sync(partial(server_rows.chat_lines, table="T"))) == (None, [])
    database.submit(partial(server_rows.set_rematch, table="T", server_id="A", rematch="V")).result(TIMEOUT)
    found = database.read_sync(partial(server_rows.find_table, table="T"))
    assert found is not None
    assert (found[0].rematch, found[0].keeper) == ("V", "A")


# The schema.


def test_migrations_make_the_schema_that_the_program_knows(database: Database) -> None:
    def differences(db: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(db, opts={"compare_type": True}), metadata))

    assert database.read_sync(differences) == []


def test_migrating_again_changes_nothing(database: Database, url: str) -> None:
    database.submit(insert_setting("kept")).result(TIMEOUT)
    database.close()
    again = Database(url)
    assert setting_names(again) == {"kept"}
    assert len(again.read_sync(lambda db: db.execute(text("SELECT version_num FROM alembic_version")).all())) == 1
    again.close()


def test_a_known_database_opens_without_alembic_and_without_the_other_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'parlour.db'}"
    Database(url).close()
    script = (
        "import sys\n"
        "import parlour.server.app\n"
        "from parlour.store import server_rows\n"
        "from parlour.store.database import Database\n"
        f"database = Database({url!r})\n"
        "made = database.submit(lambda db: server_rows.get_or_create_setting(db, 'key', 'new')).result()\n"
        "database.close()\n"
        "print(made, *{'alembic', 'psycopg', 'sqlalchemy.dialects.postgresql'} & set(sys.modules))"
    )
    source = str(Path(ledger_module.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "new\n"


def run_migrations(db: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(ledger_module.__file__).parent / "migrations"))
    config.attributes["connection"] = db
    command.upgrade(config, revision)


def create_old_schema(url: str) -> None:
    """Creates the schema of the first version, with a finished match, a save, a chat line and a setting."""
    engine = open_engine(url)
    table = magpie_table(["human", "greedy"])
    play_to_end(table)
    row = table_row()._replace(state=server_rows.OVER, secret=table.secret)
    ended = [ResultRow(seat, name, player, 1, 1, 0.5, True) for seat, (name, player) in enumerate(PLAYERS.items())]
    with engine.begin() as db:
        run_migrations(db, "0001")
        server_rows.add_table(db, row, [SeatRow(*seat) for seat in PLAYERS.items()], record_lines(table.record()))
        server_rows.append_to_record(db, "T", "A", 0, (), {"touched": 2.0}, {}, ended)
        server_rows.add_chat(db, "T", "A", ChatRow(1, 0, "Ann", "Good luck!", 1.0))
        server_rows.add_save(db, "guest", "before", "magpie", ["Ann"], "a record", 1.0, False)
        insert_setting("kept")(db)
    engine.dispose()


def all_rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Returns every table of the database with all its rows."""
    engine = open_engine(url)
    there = MetaData()
    with engine.connect() as db:
        there.reflect(db)
        found = {name: [tuple(row) for row in db.execute(select(each))] for name, each in there.tables.items()}
    engine.dispose()
    return found


PLAYERS = {"Ann": "human", "Bob": "greedy"}


def test_an_old_database_loses_nothing_and_its_matches_count(url: str) -> None:
    create_old_schema(url)
    before = all_rows(url)
    assert before.pop("alembic_version") == [("0001",)]
    assert sum(map(len, before.values())) > 30
    database = Database(url)
    after = all_rows(url)
    assert after.pop("alembic_version") == [("0003",)]
    assert {name: after.pop(name) for name in before} == before
    assert set(after) == {"tournaments", "matches", "counted", "doubts", "pairs", "ratings"}
    assert not any(after.values())
    assert list(database.read_sync(lambda db: compare_metadata(MigrationContext.configure(db), metadata))) == []
    assert count_pending(database.engine).results == 1
    rated = database.read_sync(rating_table)
    assert {row["player"]: row["matches"] for row in rated} == {"people": 1, "greedy": 1}
    database.close()


def killed_at_statement(url: str, number: int, upgrade: Callable[[Engine], None]) -> bool:
    """Upgrades the database in a process that dies before its SQL statement or commit of this number; false if there
    are not as many."""
    child = os.fork()
    if child == 0:
        try:
            engine, count = open_engine(url), itertools.count()
            event.listen(engine, "before_cursor_execute", lambda *_: next(count) == number and os._exit(KILLED))
            event.listen(engine, "commit", lambda *_: next(count) == number and os._exit(KILLED))
            upgrade(engine)
            os._exit(0)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED)
    return code == KILLED


def migrate_as_older_releases(engine: Engine) -> None:
    """Runs the migrations without a transaction around them, which left parts of them after a crash."""
    with engine.begin() as db:
        run_migrations(db, "head")


KILLED = 9


@pytest.mark.parametrize("upgrade", [migrate, migrate_as_older_releases])
@pytest.mark.parametrize("start", [None, "0001", "0002"])
def test_a_kill_at_any_statement_of_a_migration_leaves_a_database_that_starts(
    tmp_path: Path, start: str | None, upgrade: Callable[[Engine], None]
) -> None:
    old = tmp_path / "old.db"
    if start is not None:
        create_old_schema(f"sqlite:///{old}")
        engine = open_engine(f"sqlite:///{old}")
        with engine.begin() as db:
            run_migrations(db, start)
        engine.dispose()
    for number in itertools.count():
        path = tmp_path / f"{number}.db"
        if start is not None:
            shutil.copy(old, path)
        url = f"sqlite:///{path}"
        killed = killed_at_statement(url, number, upgrade)
        if killed and upgrade is migrate:
            assert all_rows(url).get("alembic_version") == (None if start is None else [(start,)])
        database = Database(url)
        assert list(database.read_sync(lambda db: compare_metadata(MigrationContext.configure(db), metadata))) == []
        assert setting_names(database) == (set() if start is None else {"kept"})
        database.close()
        if not killed:
            break
    assert number > 5


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_only_the_owner_reads_a_new_database_and_its_other_files(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'parlour.db'}")
    database.submit(insert_setting("key")).result(TIMEOUT)
    files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    database.close()
    assert files == {"parlour.db": 0o600, "parlour.db-wal": 0o600, "parlour.db-shm": 0o600}


def test_many_migrate_at_once(postgres: PostgresCluster) -> None:
    url = postgres.empty_database()
    opened: list[Database] = []
    faults: list[BaseException] = []

    def one() -> None:
        try:
            opened.append(Database(url))
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
    for each in opened:
        each.close()
    assert (len(opened), faults) == (4, [])


def test_a_newer_schema_is_refused_in_one_sentence(database: Database, url: str) -> None:
    revision = text("UPDATE alembic_version SET version_num = '9999'")
    database.submit(lambda db: db.execute(revision).rowcount).result(TIMEOUT)
    database.submit(lambda db: db.execute(update(tables).values(state="x")).rowcount).result(TIMEOUT)
    database.close()
    with pytest.raises(Problem, match=r"^The database was made by a newer Parlour; .*\.$"):
        Database(url)
    engine = open_engine(url)
    with engine.connect() as db:
        assert db.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()


def test_a_folder_with_a_percent_sign(tmp_path: Path) -> None:
    folder = tmp_path / "100%s"
    folder.mkdir()
    Database(f"sqlite:///{folder / 'parlour.db'}").close()
    assert (folder / "parlour.db").exists()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", "--db is not the address of a database"),
        ("parlour.db", "--db is not the address of a database"),
        ("mysql://127.0.0.1/parlour", "--db names a database of the kind mysql; use sqlite or postgresql."),
        ("nonsense://x", "--db names a database of the kind nonsense; use sqlite or postgresql."),
        ("sqlite://", "--db names no file"),
        ("sqlite:///:memory:", "--db names no file"),
        (
            "sqlite:////nowhere/at/all/parlour.db",
            "The database /nowhere/at/all/parlour.db cannot be used: unable to open database file",
        ),
        ("postgresql+psycopg://127.0.0.1:1/parlour", "The database postgresql.* cannot be used: .*refused"),
        ("postgresql://127.0.0.1:1/parlour?bogus=1", "The database postgresql.* cannot be used: .*bogus"),
        ("postgresql+asyncpg://127.0.0.1:1/parlour", "The database postgresql.* cannot be used: "),
        ("postgresql://127.0.0.1:port/parlour", "--db is not the address of a database"),
    ],
)
def test_a_bad_address_is_one_sentence(
    url: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problem, match=sentence) as found:
        Database(url)
    assert "\n" not in str(found.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "parlour.db").write_text("Once upon a time there was a file that was no database. " * 40)
    with pytest.raises(
        Problem, match=r"^The database .*\.db cannot be used: file is not a database; check its address \(--db\)\.$"
    ):
        Database(f"sqlite:///{tmp_path / 'parlour.db'}")


def test_passwords_are_not_shown(postgres: PostgresCluster) -> None:
    with pytest.raises(Problem) as found:
        Database(postgres.empty_database().replace("@", ":hush@").replace("/postgres", "/nowhere"))
    assert "hush" not in str(found.value)
    assert "nowhere" in str(found.value)
