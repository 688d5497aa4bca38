"""Checks the documents of Swiss tournaments that the command plays, with tests/swiss_checker.py."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import run
from tests.swiss_checker import find_violations

SOURCE = str(Path(__file__).parents[1] / "src")
TIMEOUT = 300.0  # seconds

BUILDERS = ["thoughtful", "random", "conservative", "impatient", "pass"]
TOURNAMENTS: dict[str, tuple[str, list[str], list[str]]] = {
    "one short": ("harmonictook", ["thoughtful"] * 2 + ["random"] * 9, []),
    "a full dozen": ("harmonictook", BUILDERS[:4] * 3, []),
    "two days": ("harmonictook", ["thoughtful", "random", "pass"] * 6, []),
    "three dozen": ("harmonictook", ["random", "thoughtful"] * 13, []),
    "nobody wins": ("harmonictook", ["pass"] * 8 + ["random"] * 2, ["--option", "max_turns=40"]),
    "all alike": ("harmonictook", ["pass"] * 12, ["--option", "max_turns=10"]),
    "an expansion": ("harmonictook", BUILDERS[:2], ["--option", "harbor=yes"]),
    "birds": ("magpie", ["thrifty", "random", "random"], []),
    "many ties": ("magpie", ["thrifty"] * 40, []),
    "hunters": ("hunter", ["random", "scout", "random"], []),
    "hunters in pairs": ("hunter", ["random"] * 6, ["--option", "rules=classic"]),
    "two beavers": ("stumped", ["random", "pass=random"], []),
    "odd beavers": ("stumped", ["random"] * 3, []),
    "dice": ("bones", ["hold18", "thumb", "random", "hold18"], []),
    "much dice": ("bones", ["hold18", "random", "thumb"] * 9, []),
}


def command_words(game: str, entrants: list[str], *more: str) -> list[str]:
    return ["tournament", game, "--entrants", ",".join(entrants), "--format", "swiss", "--json", *more]


def checked_document(printed: str, entrants: list[str]) -> dict[str, Any]:
    """Returns a document without violations, after checking that it lists the entrants first and in order."""
    document: dict[str, Any] = json.loads(printed)
    assert find_violations(document) == []
    bots = [entrant["bot"] for entrant in document["entrants"]]
    assert bots[: len(entrants)] == [entrant.rpartition("=")[2] for entrant in entrants]
    return document


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_documents_follow_the_rulebook(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, entrants, more = TOURNAMENTS[name]
    assert run(command_words(game, entrants, *more, "--seed", "7", "--jobs", "1", "--no-keep")) == 0
    checked_document(capsys.readouterr().out, entrants)


def test_s17_3_parallel_tables_give_the_same_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *command_words("harmonictook", BUILDERS, "--jobs", "2")],
        env={**os.environ, "PYTHONPATH": SOURCE, "PARLOUR_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kept = checked_document(done.stdout, BUILDERS)
    assert run(command_words("harmonictook", BUILDERS, "--jobs", "1", "--no-keep")) == 0
    serial = checked_document(capsys.readouterr().out, BUILDERS)
    for table in (table for played in kept["rounds"] for table in played["tables"]):
        assert table["match"].startswith(kept["id"])
        table["match"] = ""
    for key in ("entrants", "rounds", "standings", "history", "cross"):
        assert kept[key] == serial[key]
