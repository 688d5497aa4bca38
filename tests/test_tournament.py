"""Tests of `parlour tournament`: formats, misbehaving bots, storage and output."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.arena.run_settings import RunSettings
from parlour.cli import run
from parlour.games import find, names
from parlour.store.tournament_rows import find_tournament, newest_matches
from parlour.tournament.archive import entrant_rating_name, open_database
from parlour.tournament.console import print_standings
from parlour.tournament.entrants import Entrant
from parlour.tournament.ratings import rebuild
from parlour.tournament.tournament import play_tournament
from parlour.tournament.tournament_text import rank_colour, round_heading, standings_lines
from tests.doc_commands import CODE_BLOCK, PackageWorkspace, matches_output, parse_commands

MAGPIE = find("magpie")
COMMAND = ["tournament", "magpie", "--jobs", "1"]
MISBEHAVING_BOTS = """
import os, time
from parlour.kernel.match import Bot

class Crasher(Bot):
    def choose(self, world, seat):
        raise RuntimeError("no idea")

class Cheat(Bot):
    def choose(self, world, seat):
        return 10**6

class Sleeper(Bot):
    def choose(self, world, seat):
        time.sleep(60)

class Quitter(Bot):
    def choose(self, world, seat):
        os._exit(3)
"""


pytestmark = pytest.mark.usefixtures("home")


def run_for_document(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run([*words, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps({**document, "created": 0, "totals": {**document["totals"], "seconds": 0}})
    found: dict[str, Any] = json.loads(text.replace(str(document["id"]), "ID") if document["id"] else text)
    return found


# Formats.


def test_the_length_is_in_the_games_own_unit(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*COMMAND, "--entrants", "thrifty,random", "--no-keep"]
    document = run_for_document(capsys, *words)
    turns = {"unit": "rounds", "mean": 12.0, "median": 12.0, "counts": [[12, 19]]}
    answers = document["totals"]["answers"] / 19
    assert document["length"] == {"unit": "answers", "mean": answers, "turns": turns}
    assert run(words) == 0
    assert "19 games of 12.0 rounds on average (median 12), " in capsys.readouterr().out
    assert run([*COMMAND, "--entrants", "thrifty,random"]) == 0
    capsys.readouterr()
    assert run(["ratings", "magpie"]) == 0
    assert "length: 12.0 rounds on average, median 12" in capsys.readouterr().out


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("format", ["swiss", "round-robin"])
def test_every_game_has_both_formats(name: str, format: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", name, "--entrants", "random,random", "--format", format, "--rounds", "1", "--no-keep"]
    if name == "stumped":
        words += ["--option", "turns=20"]
    document = run_for_document(capsys, *words, "--jobs", "1")
    assert document["state"] == "over"
    assert document["id"] is None
    assert [row["rank"] for row in document["standings"]] == list(range(1, len(document["entrants"]) + 1))
    assert sum(row["elo"] for row in document["standings"]) == pytest.approx(1500 * len(document["entrants"]))


def test_the_result_depends_only_on_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "magpie", "--entrants", "random,greedy,thrifty", "--no-keep", "--seed", "9"]
    one = run_for_document(capsys, *words, "--jobs", "1")
    two = run_for_document(capsys, *words, "--jobs", "2")
    other = run_for_document(capsys, *words[:-1], "10", "--jobs", "1")
    assert without_time(one) == without_time(two)
    assert without_time(one)["rounds"] != without_time(other)["rounds"]


def test_a_swiss_never_reads_stored_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*COMMAND, "--entrants", "random,greedy"]
    first, second = run_for_document(capsys, *words), run_for_document(capsys, *words)
    assert first["id"] != second["id"]
    assert without_time(first) == without_time(second)


def test_a_round_robin_pairs_seeds_and_rotates_seats(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*COMMAND, "--entrants", "random,greedy,thrifty", "--format", "round-robin", "--rounds", "2"]
    document = run_for_document(capsys, *words)
    assert [len(row["tables"]) for row in document["rounds"]] == [6, 6]
    sets: dict[int, list[list[str]]] = {}
    for row in document["rounds"]:
        for table in row["tables"]:
            sets.setdefault(table["seed"], []).append(table["seats"])
    assert len(sets) == 6
    assert all(one == other[::-1] for one, other in sets.values())
    for row in document["standings"]:
        assert row["low"] < row["elo"] < row["high"]
        assert row["sigma"] < 25 / 3
        assert row["games"] == 8
    assert {label: sum(sum(row.values()) for row in rows.values()) for label, rows in document["cross"].items()} == {
        "random": 8, "greedy": 8, "thrifty": 8
    }  # fmt: skip


def test_a_round_robin_of_larger_tables(capsys: pytest.CaptureFixture[str]) -> None:
    entrants = "random,greedy,thrifty,random"
    words = [
        *COMMAND,
        "--entrants",
        entrants,
        "--format",
        "round-robin",
        "--rounds",
        "1",
        "--seats",
        "3",
        "--no-keep",
    ]
    document = run_for_document(capsys, *words)
    met = {tuple(sorted((a, b))): sum(row.values()) for a, rows in document["cross"].items() for b, row in rows.items()}
    assert len(met) == 6
    assert len(set(met.values())) == 1


# External bots.


@pytest.mark.parametrize(
    ("rascal", "what"),
    [
        ("Crasher", "no idea"),
        ("Cheat", "not legal"),
        ("Sleeper", "within 0.5 seconds"),
        ("Quitter", "ended|died|exit|gone|code"),
    ],
)
def test_a_misbehaving_bot_forfeits_decisions_and_stops_nothing(
    rascal: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rascals.py").write_text(MISBEHAVING_BOTS)
    words = ["--bot", f"{tmp_path / 'rascals.py'}:{rascal}", "--bot", "thrifty", "--rounds", "1", "--deadline", "0.5"]
    document = run_for_document(capsys, *COMMAND, *words, "--option", "stones=9")
    row = next(row for row in document["standings"] if row["entrant"].startswith(rascal))
    assert document["state"] == "over"
    assert row["faults"] > 0
    assert all(other["faults"] == 0 for other in document["standings"] if other is not row)
    complaints = [one for one in document["complaints"] if one["entrant"] == row["entrant"]]
    assert complaints
    assert any(word in complaints[0]["what"] for word in what.split("|")), complaints[0]["what"]
    assert complaints[0]["match"].startswith(document["id"])


# Storage.


def test_a_tournament_is_kept_and_counted_and_can_be_rebuilt(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_for_document(capsys, *COMMAND, "--entrants", "random,greedy,thrifty")
    ratings = run_for_document(capsys, "ratings", "magpie")
    assert {row["player"] for row in ratings["ratings"]} == {"random", "greedy", "thrifty"}
    assert ratings["counted"] == document["totals"]["games"] == 19
    with open_database(None) as db, db.connect() as connection:
        kept = find_tournament(connection, document["id"])
        assert kept is not None
        assert json.loads(kept.document) == document
        assert len(newest_matches(connection, document["id"], None, 100)) == 19
    assert run(["ratings", "rebuild", "--check"]) == 0
    assert "agree with the records exactly" in capsys.readouterr().out


def test_a_tampered_rating_is_named_and_rebuilt(capsys: pytest.CaptureFixture[str]) -> None:
    run_for_document(capsys, *COMMAND, "--entrants", "random,greedy")
    with open_database(None) as db:
        with db.begin() as write:
            write.exec_driver_sql("UPDATE ratings SET elo = elo + 100 WHERE entrant = 'greedy'")
        assert run(["ratings", "rebuild", "--check"]) == 1
        assert "greedy" in capsys.readouterr().out
        assert run(["ratings", "rebuild"]) == 0
        assert rebuild(db, check=True).difference == ""


def test_a_tampered_match_is_doubted(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_for_document(capsys, *COMMAND, "--entrants", "random,greedy")
    with open_database(None) as db, db.begin() as write:
        write.exec_driver_sql(f"UPDATE matches SET digest = 'x' WHERE id = '{document['id']}-3'")
    assert run(["ratings", "rebuild", "--check"]) == 1
    assert f"{document['id']}-3" in capsys.readouterr().out


def test_a_bot_from_a_file_is_rated_by_its_hash_however_often_it_takes_part() -> None:
    assert entrant_rating_name(Entrant("Clever#3fa2c1", "py:clever.py:Clever")) == "Clever#3fa2c1"
    assert entrant_rating_name(Entrant("Clever#3fa2c1 (2)", "py:clever.py:Clever")) == "Clever#3fa2c1"
    assert entrant_rating_name(Entrant("Mine", "ev:3")) == entrant_rating_name(Entrant("ev:3 (2)", "ev:3")) == "ev:3"


def test_no_keep_stores_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_for_document(capsys, *COMMAND, "--entrants", "random,greedy", "--no-keep")
    assert not (tmp_path / "home").exists()


def test_an_interrupted_tournament_keeps_its_finished_rounds(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlour", "tournament", "magpie", "--entrants", "random,greedy", "--jobs", "2"]
    command += ["--format", "round-robin", "--rounds", "5000"]
    source = Path(__file__).parents[1] / "src"
    environment = {**os.environ, "PYTHONPATH": str(source)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Round 1")
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "Traceback" not in out + error
    with open_database(None) as db, db.connect() as connection:
        (id_, state, text) = connection.exec_driver_sql("SELECT id, state, document FROM tournaments").one()
        games = len(newest_matches(connection, id_, None, 100_000))
    assert state == "stopped"
    assert json.loads(text)["totals"]["games"] == games > 0
    assert run(["ratings", "rebuild", "--check"]) == 0


# Output.


def test_the_printed_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*COMMAND, "--entrants", "random,greedy", "--no-keep"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Round 1: random pairs"
    assert lines[1].split() == ["Rank", "Player", "Elo", "Δ", "95", "%", "interval", "Opponents", "faced"]
    assert lines[2].startswith("  ----  ----------------  ------  -----  --------------  ---------------")
    assert lines[3].startswith("     1  ")
    assert any(line.startswith("Round 4: seeded quads") for line in lines)
    assert lines[5].startswith("        10 random bots fill the tables: Elo ")
    assert lines[-2].startswith("19 games of 12.0 rounds")
    assert lines[-1].startswith("4 games each, and luck alone puts 80 points of Elo between equals: the order is ")


def test_round_headings_name_the_day_of_a_two_day_tournament() -> None:
    entrants = [Entrant(f"bot {n}", "random") for n in range(24)]
    seen: list[str] = []
    document = play_tournament(
        RunSettings(MAGPIE, jobs=1), entrants, on_update=lambda row: seen.append(round_heading(row))
    )
    assert seen[0] == "Round 1: random pairs"
    assert seen[-1] == "Day 2, round 4: seeded quads"
    assert len(seen) == 8
    rows: Any = document["standings"]
    assert {row["distinct"] for row in rows} == {14}  # nobody meets anybody twice
    rows[0]["opponents"] += rows[0]["opponents"][:1]
    assert "(2)" in standings_lines(document)[2]


def test_the_last_entrant_is_red_and_bots_that_fill_the_tables_have_no_rank(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entrants = [Entrant(f"bot {n}", "random") for n in range(2)]
    document = play_tournament(RunSettings(MAGPIE, jobs=1), entrants)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    print_standings(document)
    lines = capsys.readouterr().out.splitlines()
    assert f"38;2;{';'.join(map(str, rank_colour(2, 2)))}m" in next(line for line in lines if "     2  " in line)
    assert "38;2;" not in next(line for line in lines if "10 random bots fill the tables" in line)


def test_the_colours_run_from_cyan_to_red() -> None:
    colours = [rank_colour(rank, 10) for rank in range(1, 11)]
    assert colours[0][2] > colours[0][0]
    assert colours[3][1] == max(colours[3])
    assert colours[6][0] > 150 < colours[6][1]
    assert colours[-1][0] == max(colours[-1])
    assert len(set(colours)) == 10
    assert rank_colour(1, 1) == colours[0]


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_a_tournament_is_written_to_a_file(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / f"standings{suffix}"
    document = run_for_document(capsys, *COMMAND, "--entrants", "random,greedy", "--no-keep", "--out", str(out))
    if suffix == ".json":
        assert json.loads(out.read_text("utf-8")) == document
        return
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert [row["entrant"] for row in rows] == [row["entrant"] for row in document["standings"]]
    assert float(rows[0]["elo"]) == document["standings"][0]["elo"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--entrants", ""], "No entrants are named"),
        (["--entrants", "random,nobody"], "no bot 'nobody'"),
        (["--entrants", "random,greedy", "--format", "knock-out"], "no tournament format 'knock-out'"),
        (["--entrants", "random,greedy", "--rounds", "two"], "whole numbers"),
        (["--entrants", "random,greedy", "--rounds", "2,9"], "cannot be played at tables of 9"),
        (["--entrants", "random,greedy", "--format", "round-robin", "--seats", "7"], "cannot be played at tables of 7"),
        (["--entrants", "random,greedy", "--format", "round-robin", "--seats", "3"], "needs at least 3"),
        (["--entrants", "random,greedy", "--format", "round-robin", "--rounds", "2,2"], "one number from 1"),
        (["--entrants", "random,greedy", "--seats", "2"], "the size for each round with --rounds"),
        (["--entrants", "random,greedy", "--deadline", "0"], "deadline"),
        (["--entrants", "random,greedy", "--jobs", "0"], "at least 1"),
        (["--entrants", "random,greedy", "--out", "x.txt"], ".csv or .json"),
        (["--entrants", "random,greedy", "--db", "mysql://x"], "use sqlite or postgresql"),
        (["--entrants", "random,greedy", "--option", "stones=no"], "stones"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "magpie", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert fault in captured.err


def test_a_tournament_needs_two_entrants(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "bones", "--entrants", "random"]) == 2
    assert "two entrants" in capsys.readouterr().err


def test_without_matches_there_are_no_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ratings"]) == 0
    assert "There are no ratings yet" in capsys.readouterr().out


def test_the_commands_of_the_page_give_the_output_shown(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "docs" / "tournaments.md").read_text("utf-8")
    shown = [
        command for kind, _, block in CODE_BLOCK.findall(text) if kind == "console" for command in parse_commands(block)
    ]
    assert len(shown) == 6
    workspace = PackageWorkspace(tmp_path)
    for command in shown:
        output = workspace.run(["-m", *command.words])
        assert matches_output(command.shown, output), output
