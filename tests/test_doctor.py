"""`parlour doctor`: one line for each part, with advice where something needs attention."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path

import pytest
from sqlalchemy import insert

from parlour.cli import run
from parlour.kernel.build import is_compiled
from parlour.store.schema import tables
from parlour.tournament.archive import open_database

pytestmark = pytest.mark.usefixtures("home")
TABLE = {"game": "magpie", "version": 1, "state": "over", "listed": True, "options": "{}", "clock": "null",
         "given": "[]", "secret": b"", "origin": "null", "banks": "[]", "rated": False, "address": ""}  # fmt: skip


def findings(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, tuple[bool, str]]:
    code = run(["doctor", "--json", *words])
    found = {row["part"]: (row["ok"], row["text"]) for row in json.loads(capsys.readouterr().out)}
    assert code == (0 if all(ok for ok, _ in found.values()) else 1)
    return found


def test_a_healthy_machine(capsys: pytest.CaptureFixture[str]) -> None:
    found = findings(capsys, "--port", "0")
    assert {part for part, (ok, _) in found.items() if not ok} == (set() if is_compiled() else {"build"})
    assert "does not exist yet" in found["database"][1]
    assert "start and answer" in found["workers"][1]
    assert run(["doctor", "--port", "0"]) == (0 if is_compiled() else 1)
    assert len(capsys.readouterr().out.splitlines()) == len(found)


def test_a_taken_port_and_a_file_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary, " * 100)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = findings(capsys, "--port", str(port), "--db", f"sqlite:///{tmp_path / 'diary.txt'}")
    assert found["port"][0] is False
    assert f"Port {port} cannot be used: " in found["port"][1]
    assert found["database"][0] is False
    assert "diary.txt cannot be used: file is not a database" in found["database"][1]


def test_a_database_is_counted_and_its_future_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'parlour.db'}"
    with open_database(url) as database, database.begin() as connection:
        connection.execute(insert(tables).values(id="a", created=1.0, touched=1.0, **TABLE))
    found = findings(capsys, "--port", "0", "--db", url)
    assert found["database"] == (True, f"{tmp_path / 'parlour.db'}, tables of matches: 1")
    with open_database(url) as database, database.begin() as connection:
        connection.execute(insert(tables).values(id="b", created=1.0, touched=time.time() + 1e7, **TABLE))
    found = findings(capsys, "--port", "0", "--db", url)
    assert found["database"][0] is False
    assert "set the clock of this machine" in found["database"][1]
