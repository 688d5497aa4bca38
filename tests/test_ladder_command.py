"""Tests of `parlour ladder`: resuming, newcomers, verdicts and conflicting options."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from parlour.cli import run
from parlour.store.schema import matches
from parlour.store.tournament_rows import find_tournament, newest_matches
from parlour.tournament.archive import open_database
from tests.test_tournament import run_for_document

COMMAND = ["ladder", "magpie", "--jobs", "1", "--option", "stones=9"]
ENTRANTS = ["--entrants", "thrifty,greedy,random"]
pytestmark = pytest.mark.usefixtures("home")


def without_times(document: dict[str, Any], id_: str) -> dict[str, Any]:
    totals = {name: number for name, number in document["totals"].items() if name != "seconds"}
    text = json.dumps({**document, "created": 0, "totals": totals}).replace(id_, "ID")
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_resumed_ladder_gives_the_same_document(capsys: pytest.CaptureFixture[str]) -> None:
    full = run_for_document(capsys, *COMMAND, *ENTRANTS, "--name", "whole", "--games", "192")
    run_for_document(capsys, *COMMAND, *ENTRANTS, "--name", "parted", "--games", "64")
    run_for_document(capsys, *COMMAND, *ENTRANTS, "--name", "parted", "--games", "128")
    parted = run_for_document(capsys, *COMMAND, *ENTRANTS, "--name", "parted", "--games", "192")
    assert without_times(parted, "parted") == without_times(full, "whole")
    assert full["totals"]["games"] == 192
    assert run(["ratings", "rebuild", "--check"]) == 0


def test_a_ladder_stops_after_the_wanted_matches(capsys: pytest.CaptureFixture[str]) -> None:
    full = run_for_document(capsys, *COMMAND, *ENTRANTS, "--name", "whole", "--games", "64")
    cut = run_for_document(capsys, *COMMAND, *ENTRANTS, "--name", "cut", "--games", "3")
    assert cut["totals"]["games"] == 4  # two sets of two matches
    continued = run_for_document(capsys, *COMMAND, *ENTRANTS, "--name", "cut", "--games", "64")
    ratings = [[(row["entrant"], row["elo"], row["games"]) for row in each["standings"]] for each in (full, continued)]
    assert ratings[0] == ratings[1]


def test_seeds_are_paired_and_seats_rotated(capsys: pytest.CaptureFixture[str]) -> None:
    run_for_document(capsys, *COMMAND, *ENTRANTS, "--games", "64")
    with open_database(None) as db, db.connect() as connection:
        rows = newest_matches(connection, "magpie-ladder", None, 1000)[::-1]
    assert len(rows) == 64
    for one, other in zip(rows[::2], rows[1::2], strict=True):
        assert one.seed == other.seed
        assert one.names == other.names[::-1]
    assert len({row.seed for row in rows}) == 32


def test_a_newcomer_joins_and_results_stay(capsys: pytest.CaptureFixture[str]) -> None:
    before = run_for_document(capsys, *COMMAND, *ENTRANTS, "--games", "64")
    after = run_for_document(capsys, *COMMAND, "--entrants", "thrifty,random,New=rollout:2", "--games", "128")
    assert [one["label"] for one in after["entrants"]] == ["thrifty", "greedy", "random", "New"]
    games = {row["entrant"]: row["games"] for row in after["standings"]}
    assert games["New"] > 0
    assert games["greedy"] == next(row["games"] for row in before["standings"] if row["entrant"] == "greedy")


def test_decided_stops_when_all_neighbour_tests_are_over(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_for_document(capsys, *COMMAND, "--entrants", "thrifty,random", "--decided")
    (test,) = document["tests"]
    assert (test["a"], test["b"], test["verdict"]) == ("thrifty", "random", "stronger")
    assert document["state"] == "over"


def test_the_document_holds_only_the_newest_tables(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_for_document(capsys, *COMMAND, *ENTRANTS, "--games", "64")
    assert document["rounds"] == []
    assert [table["match"] for table in document["recent"]] == [f"magpie-ladder-{n}" for n in range(64, 14, -1)]
    assert all(row["low"] < row["elo"] < row["high"] and row["opponents"] == [] for row in document["standings"])
    assert [row["round"] for row in document["history"]] == [1]


def test_larger_tables_and_solitaires(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_for_document(capsys, *COMMAND, *ENTRANTS, "--seats", "3", "--games", "96")
    assert {len(table["seats"]) for table in document["recent"]} == {3}
    alone = run_for_document(capsys, "ladder", "bones", "--entrants", "hold18,random", "--games", "64", "--jobs", "1")
    assert {len(table["seats"]) for table in alone["recent"]} == {1}
    assert sum(alone["cross"]["hold18"]["random"].values()) == 32


def test_a_ladder_stored_before_an_option_existed_can_be_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "bones", "--entrants", "hold18,random", "--jobs", "1"]
    run_for_document(capsys, *words, "--games", "64")
    with open_database(None) as db, db.begin() as change:
        assert all("table_overrides" in kept for kept in change.scalars(select(matches.c.options)))
        change.execute(update(matches).values(options=json.dumps({"boss": "Volo", "tutorial": True})))
    assert run_for_document(capsys, *words, "--games", "128")["totals"]["games"] == 128
    assert run(["ratings", "rebuild", "--check"]) == 0


def test_ctrl_c_stops_a_ladder_and_prints_its_standings(tmp_path: Path) -> None:
    words = [*COMMAND[:2], *ENTRANTS, "--option", "stones=9", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "parlour", *words]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().endswith("matches\n")
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (0, "")
    assert "thrifty is stronger than" in out or "is not decided yet" in out
    with open_database(None) as db, db.connect() as connection:
        kept = find_tournament(connection, "magpie-ladder")
    assert kept is not None
    assert kept.state == "stopped"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--entrants", "random"], "has 1 entrants, but tables of 2 need at least 2"),
        (["--entrants", "random,greedy", "--name", "No Name"], "lower-case letters"),
        (["--entrants", "random,greedy", "--games", "-1"], "at least 1, or 0"),
        (["--entrants", "random,greedy", "--error", "0.9"], "between 0 and 0.5"),
        (["--entrants", "random,greedy", "--games", "64", "--seed", "2"], "is played with seed 1, not 2"),
        (["--entrants", "random,greedy", "--games", "64", "--margin", "5"], "is played with margin 20.0, not 5.0"),
        (
            ["--entrants", "random,greedy", "--games", "64", "--option", "stones=10"],
            "other game options or another number of seats",
        ),
        (
            ["--entrants", "random,greedy,thrifty", "--games", "64", "--seats", "3"],
            "other game options or another number of seats",
        ),
        (["--entrants", "greedy=random,thrifty", "--games", "64"], "choose another label"),
    ],
)
def test_conflicting_options_are_refused(words: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_for_document(capsys, "ladder", "magpie", "--jobs", "1", "--option", "stones=9", *ENTRANTS, "--games", "64")
    given = [] if "stones=10" in words else ["--option", "stones=9"]
    assert run(["ladder", "magpie", *words, *given]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert fault in captured.err
