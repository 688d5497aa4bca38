"""The ledger: many deeds in one commit, each waiter told the truth, and a schema that is what it says."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from parlour.kernel.problem import Problem
from parlour.kernel.record import record_lines
from parlour.store import database as ledger_module
from parlour.store import server_rows
from parlour.store.database import MAX_BATCH, Database, Transaction, open_engine
from parlour.store.schema import keepers, metadata, settings, tables
from parlour.store.server_rows import PLAYING, ChatRow, OwnershipLost, ResultRow, SeatRow, TableRow
from parlour.tournament.ratings import count_pending, rating_table
from tests.postgres import Cluster, running
from tests.tables import magpie_table, play_out

HUNG = 60.0  # seconds
LEASE = 300.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'parlour.db'}"
    found: Cluster = request.getfixturevalue("cluster")
    return found.database()


@pytest.fixture
def ledger(url: str) -> Iterator[Database]:
    found = Database(url)
    yield found
    if found.thread.is_alive():
        found.close()


def put(name: str, value: str = "there") -> Transaction[str]:
    def deed(db: Connection) -> str:
        db.execute(insert(settings).values(name=name, value=value))
        return name

    return deed


def names(ledger: Database) -> set[str]:
    return set(ledger.read_sync(lambda db: db.scalars(select(settings.c.name)).all()))


class Gate:
    """A deed that stops the ledger until it is opened, so that others pile up behind it."""

    def __init__(self, ledger: Database) -> None:
        self.begun, self.opened = threading.Event(), threading.Event()
        self.done = ledger.submit(self._wait)
        assert self.begun.wait(HUNG)

    def _wait(self, db: Connection) -> None:
        self.begun.set()
        assert self.opened.wait(HUNG)

    def open(self) -> None:
        self.opened.set()
        self.done.result(HUNG)


def table_row(name: str = "T", keeper: str | None = "A") -> TableRow:
    return TableRow(name, "magpie", 1, PLAYING, True, {}, None, b"secret", 1.0, 1.0, keeper=keeper)


def silent(db: Connection, keeper: str, seconds: float) -> None:
    """As if it had given its last sign of life so much earlier."""
    db.execute(update(keepers).where(keepers.c.id == keeper).values(seen=keepers.c.seen - seconds))


# Deeds.


def test_deeds_that_wait_together_are_one_commit(ledger: Database) -> None:
    gate = Gate(ledger)
    before = ledger.commits
    waiting = [ledger.submit(put(f"n{number}")) for number in range(2 * MAX_BATCH)]
    gate.open()
    assert [done.result(HUNG) for done in waiting] == [f"n{number}" for number in range(2 * MAX_BATCH)]
    assert ledger.commits - before == 1 + 2
    assert names(ledger) == {f"n{number}" for number in range(2 * MAX_BATCH)}


def test_who_waits_is_told_after_the_commit_and_not_before(ledger: Database) -> None:
    async def writes() -> None:
        for number in range(5):
            await ledger.write(put(f"n{number}"))
            assert f"n{number}" in await ledger.read(lambda db: db.scalars(select(settings.c.name)).all())

    asyncio.run(writes())


def test_a_failing_deed_sinks_nobody_else_and_its_waiter_hears_why(ledger: Database) -> None:
    async def together() -> list[str | BaseException]:
        gate = Gate(ledger)
        waiting = [ledger.write(put(name)) for name in ("a", "b", "a", "c")]
        gathered = asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.sleep(0)
        gate.open()
        return await gathered

    first, second, again, third = asyncio.run(together())
    assert (first, second, third) == ("a", "b", "c")
    assert isinstance(again, IntegrityError)
    assert names(ledger) == {"a", "b", "c"}


def test_half_a_deed_is_none(ledger: Database) -> None:
    def half(db: Connection) -> None:
        put("half")(db)
        raise KeyError("no")

    gate = Gate(ledger)
    failed, well = ledger.submit(half), ledger.submit(put("well"))
    gate.open()
    with pytest.raises(KeyError):
        failed.result(HUNG)
    assert well.result(HUNG) == "well"
    with pytest.raises(KeyError):
        ledger.submit(half).result(HUNG)
    assert names(ledger) == {"well"}


def test_who_no_longer_waits_stops_nobody(ledger: Database) -> None:
    """A task is cancelled while its deed waits, or while it is done: the ledger goes on."""

    async def impatient() -> None:
        gate = Gate(ledger)
        one = asyncio.create_task(ledger.write(put("cancelled")))
        other = asyncio.create_task(ledger.write(put("stays")))
        await asyncio.sleep(0)
        one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await one
        gate.done.cancel()
        gate.opened.set()
        assert await asyncio.wait_for(other, HUNG) == "stays"

    asyncio.run(impatient())
    assert ledger.submit(put("later")).result(HUNG) == "later"
    assert names(ledger) == {"stays", "later"}


def test_closing_does_what_was_asked_for_and_nothing_after(ledger: Database, url: str) -> None:
    gate = Gate(ledger)
    waiting = [ledger.submit(put(f"n{number}")) for number in range(20)]
    closing = threading.Thread(target=ledger.close)
    closing.start()
    gate.open()
    closing.join(HUNG)
    assert [done.result(0) for done in waiting] == [f"n{number}" for number in range(20)]
    with pytest.raises(CancelledError):
        ledger.submit(put("late")).result(HUNG)
    ledger.close()
    again = Database(url)
    assert names(again) == {f"n{number}" for number in range(20)}
    again.close()


def test_errors_of_the_database_surface(ledger: Database) -> None:
    def wrong(db: Connection) -> None:
        db.execute(text("SELECT * FROM nowhere"))

    with pytest.raises(DBAPIError, match="nowhere"):
        ledger.submit(wrong).result(HUNG)
    with pytest.raises(DBAPIError, match="nowhere"):
        ledger.read_sync(wrong)
    assert ledger.submit(put("after")).result(HUNG) == "after"


def test_the_ledger_goes_on_when_postgresql_does(cluster: Cluster) -> None:
    ledger = Database(cluster.database())
    ledger.submit(put("before")).result(HUNG)
    cluster.stop()
    try:
        with pytest.raises(OperationalError):
            ledger.submit(put("meanwhile")).result(HUNG)
        with pytest.raises(OperationalError):
            ledger.read_sync(lambda db: db.scalar(select(func.count()).select_from(settings)))
    finally:
        cluster.start()
    assert ledger.submit(put("after")).result(HUNG) == "after"
    assert names(ledger) == {"before", "after"}
    ledger.close()


def test_who_freezes_in_the_middle_of_a_deed_holds_up_nobody_for_long(cluster: Cluster) -> None:
    url = cluster.database()
    ledger, frozen = Database(url), open_engine(url)
    ledger.submit(put("key", "before")).result(HUNG)
    change = update(settings).where(settings.c.name == "key")
    with frozen.connect() as held:
        held.execute(change.values(value="frozen"))
        ledger.submit(lambda db: db.execute(change.values(value="after")).rowcount).result(HUNG)
        with pytest.raises(DBAPIError):
            held.commit()
    assert ledger.read_sync(lambda db: server_rows.get_or_create_setting(db, "key", "")) == "after"
    frozen.dispose()
    ledger.close()


# Rows whose keeper matters.


def test_only_the_keeper_writes(ledger: Database) -> None:
    def add(db: Connection) -> None:
        server_rows.add_table(db, table_row(), [SeatRow("Ann", "human")], ["first"])

    def keep(keeper: str, first: int) -> None:
        def deed(db: Connection) -> None:
            server_rows.append_to_record(db, "T", keeper, first, [f"by {keeper}"], {"touched": 2.0})

        ledger.submit(deed).result(HUNG)

    def lines() -> list[str]:
        return ledger.read_sync(lambda db: server_rows.record_lines(db, "T"))

    ledger.submit(add).result(HUNG)
    keep("A", 1)
    with pytest.raises(OwnershipLost):
        keep("B", 2)
    assert lines() == ["first", "by A"]
    ledger.submit(partial(server_rows.record_heartbeat, keeper="A")).result(HUNG)
    ledger.submit(partial(silent, keeper="A", seconds=LEASE / 2)).result(HUNG)
    assert ledger.submit(lambda db: server_rows.claim_table(db, "T", "B", LEASE)).result(HUNG) == "A"
    ledger.submit(partial(silent, keeper="A", seconds=LEASE)).result(HUNG)
    assert ledger.submit(lambda db: server_rows.claim_table(db, "T", "B", LEASE)).result(HUNG) == "B"
    with pytest.raises(OwnershipLost):
        keep("A", 2)
    keep("B", 2)
    with pytest.raises(IntegrityError):
        keep("B", 2)
    assert lines() == ["first", "by A", "by B"]
    assert ledger.submit(lambda db: server_rows.claim_table(db, "none", "B", LEASE)).result(HUNG) is None


def test_who_wins_a_table_without_a_keeper_is_one(ledger: Database, url: str) -> None:
    """Two processes claim thirty orphans at the same time: each of them has one keeper."""
    ids = [f"T{number}" for number in range(30)]

    def add(db: Connection) -> None:
        for name in ids:
            server_rows.add_table(db, table_row(name, "gone"), [SeatRow("Ann", "human")])
        server_rows.record_heartbeat(db, "A")
        server_rows.record_heartbeat(db, "B")

    ledger.submit(add).result(HUNG)
    other = Database(url)

    def claims(which: Database, keeper: str, order: list[str]) -> list[Future[str | None]]:
        return [
            which.submit(partial(server_rows.claim_table, table=name, keeper=keeper, lease=LEASE)) for name in order
        ]

    mine, theirs = claims(ledger, "A", ids), claims(other, "B", ids[::-1])
    found = [done.result(HUNG) for done in mine], [done.result(HUNG) for done in theirs][::-1]
    other.close()
    assert found[0] == found[1]
    kept = ledger.read_sync(lambda db: dict(db.execute(select(tables.c.id, tables.c.keeper)).all()))
    assert [kept[name] for name in ids] == found[0]
    assert set(found[0]) <= {"A", "B"}


def test_keepers_that_are_long_gone_are_forgotten(ledger: Database) -> None:
    for name, seconds in (("old", server_rows.DAY + LEASE), ("late", server_rows.DAY - LEASE), ("new", 0.0)):
        ledger.submit(partial(server_rows.record_heartbeat, keeper=name)).result(HUNG)
        ledger.submit(partial(silent, keeper=name, seconds=seconds)).result(HUNG)
    ledger.submit(partial(server_rows.record_heartbeat, keeper="new")).result(HUNG)
    assert ledger.read_sync(lambda db: server_rows.live_keepers(db, 2 * server_rows.DAY)) == {"late", "new"}
    assert ledger.read_sync(lambda db: server_rows.live_keepers(db, LEASE)) == {"new"}
    ledger.submit(server_rows.delete_keepers).result(HUNG)
    assert ledger.read_sync(lambda db: server_rows.live_keepers(db, 2 * server_rows.DAY)) == set()


def test_a_sign_of_life_has_the_time_of_the_database(ledger: Database) -> None:
    """The second is later than the first, and whoever calls has no say in it."""
    first = ledger.submit(partial(server_rows.record_heartbeat, keeper="A")).result(HUNG)
    time.sleep(0.02)
    second = ledger.submit(partial(server_rows.record_heartbeat, keeper="A")).result(HUNG)
    assert first < second < first + HUNG
    assert abs(second - time.time()) < HUNG
    assert ledger.read_sync(lambda db: db.scalar(select(keepers.c.seen))) == second


def test_orphans_are_tables_in_play_of_keepers_that_give_no_sign(ledger: Database) -> None:
    def add(db: Connection) -> None:
        for name, keeper in (("T", "A"), ("U", "B"), ("V", None)):
            server_rows.add_table(db, table_row(name, keeper), [SeatRow("Ann", "human")])
        for keeper in ("A", "B"):
            server_rows.record_heartbeat(db, keeper)

    ledger.submit(add).result(HUNG)
    ledger.submit(partial(silent, keeper="B", seconds=2 * LEASE)).result(HUNG)
    assert set(ledger.read_sync(lambda db: server_rows.orphaned_tables(db, LEASE, 0.0))) == {"U", "V"}
    assert set(ledger.read_sync(lambda db: server_rows.orphaned_tables(db, 3 * LEASE, 0.0))) == {"V"}
    assert ledger.read_sync(lambda db: server_rows.orphaned_tables(db, LEASE, 2.0)) == []


def test_banks_are_noted_by_the_keeper_alone(ledger: Database) -> None:
    def add(db: Connection) -> None:
        for name in ("T", "U"):
            server_rows.add_table(db, table_row(name, "A" if name == "T" else "B"), [SeatRow("Ann", "human")])

    def banks() -> list[object]:
        found = [ledger.read_sync(partial(server_rows.find_table, table=name)) for name in ("T", "U")]
        return [each[0].banks for each in found if each is not None]

    ledger.submit(add).result(HUNG)
    left = {"T": [1.5], "U": [2.5]}
    ledger.submit(partial(server_rows.set_banks, keeper="A", left=left)).result(HUNG)
    assert banks() == [(1.5,), ()]
    assert ledger.read_sync(partial(server_rows.tables_kept_by, keeper="A")) == {"T"}


def test_a_setting_is_decided_once(ledger: Database, url: str) -> None:
    other = Database(url)
    both = [
        which.submit(partial(server_rows.get_or_create_setting, name="key", fresh=name))
        for which, name in ((ledger, "one"), (other, "two"))
    ]
    assert len({done.result(HUNG) for done in both}) == 1
    other.close()


def test_a_chat_line_has_its_number_once(ledger: Database) -> None:
    row = ChatRow(1, 0, "Ann", "Good luck!", 1.0)
    ledger.submit(lambda db: server_rows.add_table(db, table_row(), [SeatRow("Ann", "human")])).result(HUNG)
    ledger.submit(lambda db: server_rows.add_chat(db, "T", "A", row)).result(HUNG)
    with pytest.raises(IntegrityError):
        ledger.submit(lambda db: server_rows.add_chat(db, "T", "A", row)).result(HUNG)
    assert ledger.read_sync(lambda db: server_rows.chat_lines(db, "T")) == [row]


def test_chat_and_rematch_are_the_keepers_too(ledger: Database) -> None:
    row = ChatRow(1, 0, "Ann", "Good luck!", 1.0)
    ledger.submit(lambda db: server_rows.add_table(db, table_row(), [SeatRow("Ann", "human")])).result(HUNG)
    with pytest.raises(OwnershipLost):
        ledger.submit(partial(server_rows.add_chat, table="T", keeper="B", row=row)).result(HUNG)
    with pytest.raises(OwnershipLost):
        ledger.submit(partial(server_rows.set_rematch, table="T", keeper="B", rematch="U")).result(HUNG)
    found = ledger.read_sync(partial(server_rows.find_table, table="T"))
    assert found is not None
    assert (found[0].rematch, ledger.read_sync(partial(server_rows.chat_lines, table="T"))) == (None, [])
    ledger.submit(partial(server_rows.set_rematch, table="T", keeper="A", rematch="V")).result(HUNG)
    found = ledger.read_sync(partial(server_rows.find_table, table="T"))
    assert found is not None
    assert (found[0].rematch, found[0].keeper) == ("V", "A")


# The schema.


def test_migrations_make_the_schema_that_the_program_knows(ledger: Database) -> None:
    def differences(db: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(db, opts={"compare_type": True}), metadata))

    assert ledger.read_sync(differences) == []


def test_migrating_again_changes_nothing(ledger: Database, url: str) -> None:
    ledger.submit(put("kept")).result(HUNG)
    ledger.close()
    again = Database(url)
    assert names(again) == {"kept"}
    assert len(again.read_sync(lambda db: db.execute(text("SELECT version_num FROM alembic_version")).all())) == 1
    again.close()


def old_database(url: str) -> None:
    """As the first version left it, with a finished match, a save, talk and a setting."""
    engine = open_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(ledger_module.__file__).parent / "migrations"))
    table = magpie_table(["human", "greedy"])
    play_out(table)
    row = table_row()._replace(state=server_rows.OVER, secret=table.secret)
    ended = [ResultRow(seat, name, player, 1, 1, 0.5, True) for seat, (name, player) in enumerate(SEATED.items())]
    with engine.begin() as db:
        config.attributes["connection"] = db
        command.upgrade(config, "0001")
        server_rows.add_table(db, row, [SeatRow(*seat) for seat in SEATED.items()], record_lines(table.record()))
        server_rows.append_to_record(db, "T", "A", 0, (), {"touched": 2.0}, {}, ended)
        server_rows.add_chat(db, "T", "A", ChatRow(1, 0, "Ann", "Good luck!", 1.0))
        server_rows.add_save(db, "guest", "before", "magpie", ["Ann"], "a record", 1.0, False)
        put("kept")(db)
    engine.dispose()


def content(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every table that there is, and all that is in it."""
    engine = open_engine(url)
    there = MetaData()
    with engine.connect() as db:
        there.reflect(db)
        found = {name: [tuple(row) for row in db.execute(select(each))] for name, each in there.tables.items()}
    engine.dispose()
    return found


SEATED = {"Ann": "human", "Bob": "greedy"}


def test_an_old_database_loses_nothing_and_its_matches_count(url: str) -> None:
    old_database(url)
    before = content(url)
    assert before.pop("alembic_version") == [("0001",)]
    assert sum(map(len, before.values())) > 30
    ledger = Database(url)
    after = content(url)
    assert after.pop("alembic_version") == [("0002",)]
    assert {name: after.pop(name) for name in before} == before
    assert set(after) == {"tournaments", "matches", "counted", "doubts", "pairs", "ratings"}
    assert not any(after.values())
    assert list(ledger.read_sync(lambda db: compare_metadata(MigrationContext.configure(db), metadata))) == []
    assert count_pending(ledger.engine).results == 1
    rated = ledger.read_sync(rating_table)
    assert {row["player"]: row["matches"] for row in rated} == {"people": 1, "greedy": 1}
    ledger.close()


def test_many_migrate_at_once(cluster: Cluster) -> None:
    url = cluster.database()
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
        thread.join(HUNG)
    for each in opened:
        each.close()
    assert (len(opened), faults) == (4, [])


def test_a_database_from_the_future_is_refused_in_one_sentence(ledger: Database, url: str) -> None:
    revision = text("UPDATE alembic_version SET version_num = '9999'")
    ledger.submit(lambda db: db.execute(revision).rowcount).result(HUNG)
    ledger.submit(lambda db: db.execute(update(tables).values(state="x")).rowcount).result(HUNG)
    ledger.close()
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
        ("", "--db takes an address"),
        ("parlour.db", "--db takes an address"),
        ("mysql://127.0.0.1/parlour", "--db knows sqlite and postgresql, not mysql."),
        ("nonsense://x", "--db knows sqlite and postgresql, not nonsense."),
        ("sqlite://", "--db needs a file"),
        ("sqlite:///:memory:", "--db needs a file"),
        ("sqlite:////nowhere/at/all/parlour.db", "The database cannot be used: unable to open database file"),
        ("postgresql+psycopg://127.0.0.1:1/parlour", "The database cannot be used: .*refused"),
        ("postgresql://127.0.0.1:1/parlour?bogus=1", "The database cannot be used: .*bogus"),
        ("postgresql+asyncpg://127.0.0.1:1/parlour", "The database cannot be used: "),
        ("postgresql://127.0.0.1:port/parlour", "--db takes an address"),
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
    with pytest.raises(Problem, match=r"^The database cannot be used: file is not a database$"):
        Database(f"sqlite:///{tmp_path / 'parlour.db'}")


def test_a_password_is_not_told(cluster: Cluster) -> None:
    with pytest.raises(Problem) as found:
        Database(cluster.database().replace("@", ":hush@").replace("/postgres", "/nowhere"))
    assert "hush" not in str(found.value)
    assert "nowhere" in str(found.value)
