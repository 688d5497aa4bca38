"""`parlour tune harmonictook` tunes the values of a profile and writes one that plays."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.bots import make_bot
from parlour.cli import run
from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.bots.roster import TUNING
from parlour.games.harmonictook.data.bot_profiles import DIMENSIONS, PHASES, parse_profile, profile_from_argument

GUIDE = (Path(__file__).parents[5] / "docs" / "profiles.md").read_text("utf-8")
SHORT = ["--option", "landmarks_to_win=1"]


@pytest.fixture(scope="module")
def tuning_result(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """Runs a small search; returns its document and the file it wrote."""
    out = tmp_path_factory.mktemp("tuning") / "tuned.toml"
    document = out.with_suffix(".json")
    words = ["tune", "harmonictook", "--against", "random", "-n", "8", "--generations", "1", "--population", "4"]
    with document.open("w", encoding="utf-8") as shown, redirect_stdout(shown):
        assert run([*words, *SHORT, "--jobs", "1", "--out", str(out), "--json"]) == 0
    return json.loads(document.read_text("utf-8")), out


def test_the_game_can_be_tuned() -> None:
    assert GAME.study.tuning is TUNING
    assert [dial.name for dial in TUNING.dials] == [
        *(f"{phase}.{name}" for phase in PHASES for name in DIMENSIONS),
        *("keen", "saving", "late_rounds"),
    ]
    assert all(dial.low <= dial.start <= dial.high and dial.low < dial.high for dial in TUNING.dials)


def test_a_small_search_ends_without_a_fault(tuning_result: tuple[dict[str, Any], Path]) -> None:
    document, out = tuning_result
    assert document["out"] == str(out)
    assert (document["games"], document["population"], len(document["generations"])) == (8, 4, 1)
    for end in ("start", "result"):
        assert document[end]["games"] == 32
        assert document[end]["faults"] == 0
    assert document["start"]["values"] != document["result"]["values"]


def test_the_file_is_a_profile_of_the_values_found(tuning_result: tuple[dict[str, Any], Path]) -> None:
    document, out = tuning_result
    written = profile_from_argument(str(out))
    assert written == parse_profile("tuned.toml", TUNING.text(list(document["result"]["values"].values())))
    for name, value in document["result"]["values"].items():
        phase, _, field = name.rpartition(".")
        found = written.weights[PHASES.index(phase)][DIMENSIONS.index(field)] if phase else written.numbers[field]
        assert found == pytest.approx(value, abs=0.0005)
    plays = profile_from_argument(document["result"]["bot"].removeprefix("profile:"))
    assert plays.habits == written.habits


def test_the_file_plays(tuning_result: tuple[dict[str, Any], Path]) -> None:
    _, out = tuning_result
    assert make_bot(GAME, f"profile:{out}")
    played: Any = simulate(RunSettings(GAME, {"landmarks_to_win": 2}, seed=3, jobs=1), [f"profile:{out}", "random"], 4)
    assert [bot["faults"] for bot in played["bots"]] == [0, 0]
    assert played["unfinished"] == 0


def test_the_guide_tunes_and_tries_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    section = GUIDE.partition("\n## Tuning\n")[2]
    tune, simulation = (shlex.split(line) for line in re.findall(r"^parlour (.*)$", section, re.MULTILINE))
    for words, number in ((tune, "-n"), (simulation, "-n"), (tune, "--generations")):
        words[words.index(number) + 1] = "1"
    assert run([*tune, *SHORT, "--population", "4", "--jobs", "1", "--json"]) == 0
    assert Path("tuned.toml").is_file()
    assert run([*simulation, *SHORT, "--jobs", "1", "--json"]) == 0
