"""`parlour backup` and `parlour restore`: nothing is lost on the way from one database to another."""

from __future__ import annotations

import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from parlour.cli import run
from parlour.kernel.problem import Problem
from parlour.store.backup import COPIED_TABLES, back_up, restore
from parlour.store.database import migrate, open_engine
from parlour.store.schema import keepers, lines, settings
from parlour.tournament.archive import open_database
from tests.postgres_cluster import PostgresCluster, running_postgres

pytestmark = pytest.mark.usefixtures("home")
KINDS = ["sqlite", "postgresql"]


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresCluster]:
    with running_postgres() as found:
        yield found


def empty_database(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'database.db'}"
    found: PostgresCluster = request.getfixturevalue("postgres")
    return found.empty_database()


def play_ladder(url: str) -> None:
    words = ["ladder", "magpie", "--entrants", "thrifty,random", "--games", "8", "--jobs", "1", "--db", url]
    assert run(words) == 0


def all_rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    with open_database(url) as database, database.connect() as connection:
        return {table.name: sorted(tuple(row) for row in connection.execute(select(table))) for table in COPIED_TABLES}


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_restored_backup_has_every_row(
    source: str, to: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, backup = empty_database(source, request, tmp_path), tmp_path / "kept.backup"
    play_ladder(url)
    with open_database(url) as database, database.begin() as connection:
        connection.execute(insert(keepers).values(id="a server", seen=1.0))
        connection.execute(insert(lines), [{"table_id": "t", "number": n, "text": "ü" * n} for n in range(2500)])
    assert run(["backup", str(backup), "--db", url]) == 0
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    (tmp_path / "new").mkdir()
    other = empty_database(to, request, tmp_path / "new")
    assert run(["restore", str(backup), "--db", other]) == 0
    assert all_rows(other) == all_rows(url)
    assert len(all_rows(other)["matches"]) == 8
    capsys.readouterr()
    assert run(["ratings", "rebuild", "--check", "--db", other]) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_while_others_write_is_of_one_moment(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Each transaction writes the same number to two tables, of which one is copied long before the other."""
    url = empty_database(kind, request, tmp_path)
    engine = open_engine(url)
    migrate(engine)
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            with engine.begin() as connection:
                connection.execute(insert(lines).values(table_id="t", number=number, text=""))
                connection.execute(insert(settings).values(name=str(number), value=""))
            number += 1

    counts = []
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        try:
            for number in range(5):
                back_up(url, tmp_path / f"{number}.backup")
                rows = all_rows(f"sqlite:///{tmp_path / f'{number}.backup'}")
                assert len(rows["lines"]) == len(rows["settings"])
                counts.append(len(rows["lines"]))
        finally:
            stop.set()
        writing.result()
    engine.dispose()
    assert counts[-1] > counts[0]


def test_mistakes_are_one_sentence_and_lose_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'database.db'}"
    with open_database(url):
        pass
    kept = tmp_path / "kept.backup"
    back_up(url, kept)
    before = kept.read_bytes()
    with pytest.raises(Problem, match="exists; name a file that does not exist yet"):
        back_up(url, kept)
    assert kept.read_bytes() == before
    with pytest.raises(Problem, match="cannot be written: No such file or directory"):
        back_up(url, tmp_path / "nowhere" / "x.backup")
    with pytest.raises(Problem, match="There is no database"):
        back_up(f"sqlite:///{tmp_path / 'nosuch.db'}", tmp_path / "x.backup")
    with pytest.raises(Problem, match="There is no backup"):
        restore(tmp_path / "missing.backup", f"sqlite:///{tmp_path / 'new.db'}")
    (tmp_path / "diary.txt").write_text("Dear diary, " * 100)
    with pytest.raises(Problem, match=r"diary\.txt cannot be read: file is not a database"):
        restore(tmp_path / "diary.txt", f"sqlite:///{tmp_path / 'new.db'}")
    play_ladder(url)
    with pytest.raises(Problem, match="The database is not empty"):
        restore(kept, url)
    assert len(all_rows(url)["matches"]) == 8


def test_a_database_of_another_version_is_not_half_understood(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'database.db'}"
    with open_database(url) as database, database.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Problem, match="of another version of Parlour"):
        back_up(url, tmp_path / "x.backup")
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == []
