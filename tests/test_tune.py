"""Tests of tuning: a known optimum is found and measured, independent of the workers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec, play_batch
from parlour.arena.evolve import (
    SearchDistribution,
    Values,
    approximate_normal,
    clamp_values,
    draw_candidate,
    elite_weights,
    initial_distribution,
    update_distribution,
)
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.arena.summary import ScoreTotals, wilson_interval
from parlour.arena.tune import CandidateEvaluator, rival_tables, run_batches_unordered, tune
from parlour.cli import run
from parlour.games import find
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.study import Dial, Tuning
from tests.doc_commands import CODE_BLOCK, PackageWorkspace
from tests.run_builders import split_settings
from tests.tunable_game import DIALS, GAME, OPTIMUM, RecordingBot, distance_to_optimum, format_bot_name

SMALL_SEARCH: dict[str, Any] = {"options": {"stones": 9}, "games": 4, "generations": 2, "population": 4, "seed": 5}


def run_tuning(against: Sequence[str] = ("thrifty",), **change: Any) -> dict[str, Any]:
    settings, rest = split_settings(GAME, {**SMALL_SEARCH, "jobs": 1, **change})
    return tune(settings, against, **rest)


def test_the_guide_shows_a_tuning() -> None:
    guide = (Path(__file__).parent.parent / "docs" / "tuning.md").read_text("utf-8")
    (code,) = [found[3] for found in CODE_BLOCK.finditer(guide) if found[1] == "python"]
    shown = eval(code, {"Tuning": Tuning, "Dial": Dial})
    assert shown.bot([1.5, 0.25]) == "weights:1.5/0.25"
    assert shown.text([1.5, 0.25]) == "thrift = 1.5\nnerve = 0.25\n"
    assert shown.dials[1] == Dial("nerve", low=0.0, high=1.0, start=0.5)


# The search.


def test_deviates_are_normal() -> None:
    rng = Rng(1)
    numbers = [approximate_normal(rng) for _ in range(20_000)]
    assert sum(numbers) / len(numbers) == pytest.approx(0, abs=0.03)
    assert sum(number**2 for number in numbers) / len(numbers) == pytest.approx(1, abs=0.03)
    assert sum(abs(number) < 1 for number in numbers) / len(numbers) == pytest.approx(0.683, abs=0.015)
    assert sum(abs(number) < 2 for number in numbers) / len(numbers) == pytest.approx(0.954, abs=0.015)


def test_the_first_distribution_is_a_quarter_of_the_range_around_the_start() -> None:
    assert initial_distribution(DIALS) == SearchDistribution((0.2, 2.0), (0.25, 2.5))


def test_candidates_keep_to_their_ranges() -> None:
    rng = Rng(3)
    drawn = [draw_candidate(DIALS, SearchDistribution((0.9, -5.0), (0.5, 5.0)), rng) for _ in range(200)]
    for at, dial in enumerate(DIALS):
        values = [values[at] for values in drawn]
        assert all(dial.low <= value <= dial.high for value in values)
        assert len(set(values)) > 50
    assert max(values[0] for values in drawn) == 1.0
    assert min(values[1] for values in drawn) == -5.0


def test_values_are_rounded_for_the_file() -> None:
    assert clamp_values(DIALS, (1 / 3, -math.pi)) == (0.33333, -3.1416)
    assert clamp_values([Dial("deep", 0.0, 0.123456789, 0.1)], (0.2,)) == (0.123456789,)


def test_the_best_quarter_is_weighted_by_rank() -> None:
    assert len(elite_weights(16)) == 4
    assert len(elite_weights(4)) == 2
    assert sum(elite_weights(16)) == pytest.approx(1)
    assert elite_weights(16) == sorted(elite_weights(16), reverse=True)
    first, second = elite_weights(8)
    assert first / second == pytest.approx(math.log(2.5) / math.log(1.25))


def test_the_mean_moves_to_the_best_and_the_deviation_follows() -> None:
    dial = Dial("x", 0.0, 10.0, 5.0)
    ranked: list[Values] = [(7.0,), (7.0,), *[(0.0,)] * 6]
    after = update_distribution([dial], SearchDistribution((5.0,), (1.0,)), ranked)
    assert after.mean == pytest.approx((7.0,))
    assert after.deviations == pytest.approx((1.35,))  # they were 2 away, and the learning rate is 0.35
    distribution = after
    for _ in range(50):
        distribution = update_distribution([dial], distribution, [(7.0,)] * 8)
    assert distribution.deviations == (0.1,)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_quadratic_is_minimised(seed: int) -> None:
    dials = [Dial(f"d{number}", -1.0, 1.0, 0.0) for number in range(6)]
    target = (0.7, -0.7, 0.3, -0.9, 0.0, 0.5)
    distribution = initial_distribution(dials)
    rng = Rng(seed)
    for _ in range(40):
        candidates = [draw_candidate(dials, distribution, rng) for _ in range(24)]
        distribution = update_distribution(
            dials, distribution, sorted(candidates, key=lambda values: math.dist(values, target))
        )
    assert distribution.mean == pytest.approx(target, abs=0.05)


# Opponents and seats.


def test_every_opponent_gets_equally_many_seats() -> None:
    assert rival_tables(["a", "b", "c"], 4) == [("a", "b", "c")]
    assert rival_tables(["a"], 4) == [("a", "a", "a")]
    assert rival_tables(["a", "b"], 4) == [("a", "b", "a"), ("b", "a", "b")]
    assert rival_tables(["a", "b", "c"], 2) == [("a",), ("b",), ("c",)]
    assert rival_tables([], 1) == [()]


def test_matches_come_in_whole_rounds_of_seats_and_tables() -> None:
    assert run_tuning(games=5)["games"] == 6
    assert run_tuning(["thrifty", "random"], seats=2, games=5)["games"] == 8
    assert run_tuning(["thrifty", "random"], games=5)["seats"] == 3


def test_all_candidates_of_a_generation_play_the_same_seeds_and_every_generation_others() -> None:
    RecordingBot.matches.clear()
    run_tuning(["witness"], games=6)
    groups = [RecordingBot.matches[first : first + 6] for first in range(0, len(RecordingBot.matches), 6)]
    assert len(groups) == 2 * 5 + 2 * 4
    assert [seen.seat for seen in groups[0]] == [1, 0] * 3
    for generation in (groups[:5], groups[5:10]):
        assert generation == [generation[0]] * 5
    assert groups[10:14] == groups[14:]  # the final test, of the start and of the result
    prizes = [tuple(seen.prizes) for part in (groups[0], groups[5], *groups[10:14]) for seen in part]
    assert len(set(prizes)) == len(prizes)


def test_without_opponents_it_plays_against_its_own_start() -> None:
    document = run_tuning([], games=10)
    assert document["against"] == [document["start"]["bot"]] == [format_bot_name((0.2, 2.0))]
    assert document["seats"] == 2
    assert 0 < document["start"]["win_rate"] < 1  # counted for the candidate alone, though both have one name


def test_a_solitaire_is_tuned_alone() -> None:
    tuning = GAME.study.tuning
    assert tuning is not None
    bones = find("bones")
    holding = tuning._replace(dials=(Dial("hold", 4.0, 21.0, 8.0),), bot=lambda values: f"hold:{round(values[0])}")
    game = bones._replace(study=bones.study._replace(tuning=holding))
    settings, rest = split_settings(game, {**SMALL_SEARCH, "options": {}, "jobs": 1})
    document: dict[str, Any] = tune(settings, [], **rest)
    assert (document["seats"], document["against"]) == (1, [])
    assert document["result"]["games"] == 16
    with pytest.raises(Problem, match="without opponents; leave --against out"):
        tune(settings, ["random"], **rest, seats=1)


# The result.


def test_a_win_counts_ten_times_a_place() -> None:
    assert GAME.study.tuning is not None
    trials = CandidateEvaluator(GAME.study.tuning, {}, 3, [("random", "random")], FailingExecutor(), 0, None)
    assert trials.fitness(ScoreTotals(games=10, win_shares=60, rank_sum=10)) == pytest.approx(1.1)
    assert trials.fitness(ScoreTotals(games=10, win_shares=30, rank_sum=20)) == pytest.approx(0.5 + 0.05)
    assert trials.fitness(ScoreTotals(games=10, win_shares=0, rank_sum=30)) == pytest.approx(0)


def test_a_known_optimum_is_found(tmp_path: Path) -> None:
    out = tmp_path / "archer.toml"
    document = run_tuning(games=12, generations=7, population=12, out=out)
    start, result = document["start"], document["result"]
    values = list(result["values"].values())
    assert distance_to_optimum(values) < 0.2 < distance_to_optimum([dial.start for dial in DIALS])
    assert result["low"] > start["high"]
    assert document["generations"][-1]["mean"] > document["generations"][0]["mean"]
    assert out.read_text("utf-8") == f"aim = {values[0]:g}\nwindage = {values[1]:g}\n"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_result_does_not_depend_on_workers(jobs: int) -> None:
    assert run_tuning(["thrifty", "random"], jobs=jobs) == run_tuning(["thrifty", "random"])


def test_the_seed_matters_and_the_document_can_be_repeated() -> None:
    assert run_tuning() == run_tuning()
    assert run_tuning(seed=6)["result"]["values"] != run_tuning()["result"]["values"]


def test_the_document_has_all_fields() -> None:
    document = run_tuning(out=None)
    assert json.loads(json.dumps(document)) == document
    assert (document["game"], document["version"], document["seed"]) == ("archery", 1, 5)
    assert (document["against"], document["options"], document["out"]) == (["thrifty"], {"stones": 9}, None)
    assert (document["games"], document["population"]) == (4, 4)
    assert [list(row) for row in document["generations"]] == [["best", "mean"]] * 2
    for row in (document["start"], document["result"]):
        assert list(row) == ["values", "bot", "games", "wins", "win_rate", "low", "high", "faults"]
        assert list(row["values"]) == ["aim", "windage"]
        assert row["bot"] == format_bot_name(list(row["values"].values()))
        assert row["games"] == 16
        assert row["win_rate"] == row["wins"] / 16
        assert (row["low"], row["high"]) == wilson_interval(row["wins"], 16)
        assert row["faults"] == 0


def test_the_final_test_agrees_with_a_simulation() -> None:
    """The totals of each player are those of `parlour simulate --rotate`."""
    spec = MatchSpec((format_bot_name(OPTIMUM), "thrifty", "random"), {"stones": 9}, 77, rotate=True)
    played = play_batch(GAME, MatchSpec((), {}, 1), Batch(0, 30, spec))
    assert isinstance(played, BatchResult)
    document = simulate(RunSettings(GAME, spec.options, seed=77, jobs=1), spec.bots, 30, rotate=True)
    rows = document["bots"]
    assert isinstance(rows, list)
    players = played.summary.players
    assert [player.win_shares / 6 for player in players] == [row["wins"] for row in rows]
    assert [player.points / 30 for player in players] == [row["mean_score"] for row in rows]
    assert sum(player.rank_sum for player in players) <= 30 * (1 + 2 + 3)


def test_progress_is_reported_to_the_end() -> None:
    reports: list[tuple[int, int]] = []
    run_tuning(progress=lambda done, total: reports.append((done, total)))
    assert reports == sorted(reports)
    assert reports[-1] == (4 * (5 * 2 + 8),) * 2


# Errors.


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"against": ["nemo"]}, "no bot 'nemo'"),
        ({"against": ["archer:lame"]}, "lame archer"),
        ({"seats": 9}, "with 9 seats"),
        ({"seats": 0}, "with 0 seats"),
        ({"options": {"stones": 99}}, "from 1 to 30"),
        ({"games": 0}, "number of games is 0; give at least 1"),
        ({"generations": 0}, "number of generations is 0; give at least 1"),
        ({"population": 3}, "number of candidates is 3; give at least 4"),
        ({"jobs": 0}, "number of jobs is 0; give at least 1"),
        ({"seed": 2**63}, "The seed 9223372036854775808 is out of range"),
        ({"out": "folder"}, "is a folder"),
        ({"out": "nowhere/t.toml"}, "No such file or directory"),
    ],
)
def test_wrong_settings_are_refused_before_any_match(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    if "out" in change:
        change = {"out": tmp_path / change["out"]}
    played: list[int] = []
    with pytest.raises(Problem, match=sentence):
        run_tuning(**{"progress": lambda done, total: played.append(done), **change})
    assert played == []
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


class FailingExecutor:
    """Returns the latest batch first; some batches fail."""

    parallelism = 3
    target_seconds = 1.0

    def __init__(self) -> None:
        self.pending: list[Batch] = []
        self.submitted = 0

    def submit(self, batch: Batch) -> None:
        self.pending.append(batch)
        self.submitted += 1
        assert len(self.pending) <= self.parallelism

    def result(self) -> BatchResult | BatchFailure:
        batch = self.pending.pop()
        if batch.first >= 1:
            return BatchFailure(batch, f"batch {batch.first}")
        return play_batch(GAME, MatchSpec(("random", "random"), {"stones": 9}, 1), batch)


def test_the_first_failure_in_order_is_raised_and_nothing_more_submitted() -> None:
    executor = FailingExecutor()
    with pytest.raises(Problem, match="batch 1"):
        list(run_batches_unordered(executor, [Batch(first, 1) for first in range(20)]))
    assert executor.pending == []
    assert executor.submitted == executor.parallelism


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_fails_keeps_an_older_file(tmp_path: Path, jobs: int) -> None:
    bot = tmp_path / "leaver.py"
    bot.write_text(
        "import sys\nfrom parlour.kernel.match import Bot\n"
        "class Leaves(Bot):\n    def choose(self, world, seat):\n        sys.exit('enough')\n"
    )
    out = tmp_path / "t.toml"
    out.write_text("older")
    with pytest.raises(Problem, match="Match 0 of Archery failed with SystemExit: enough"):
        run_tuning([f"py:{bot}:Leaves"], jobs=jobs, out=out)
    assert out.read_text() == "older"
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix) == ["leaver.py", "t.toml"]


# The command.


@pytest.fixture
def _tunable_game_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = PackageWorkspace(tmp_path)
    workspace.install("archery", "1.0", {"archery": "tests.tunable_game"})
    monkeypatch.syspath_prepend(workspace.site_packages)
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))


COMMAND = ["tune", "archery", "-n", "4", "--generations", "2", "--population", "4", "--seed", "5", "--jobs", "1"]


@pytest.mark.usefixtures("_tunable_game_installed")
def test_the_command_prints_tables_or_one_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "archer.toml"
    words = [*COMMAND, "--against", "thrifty,random", "--option", "stones=9", "--out", str(out)]
    assert run([*words, "--json"]) == 0
    printed, errors = capsys.readouterr()
    assert errors == ""
    expected = run_tuning(["thrifty", "random"])
    assert json.loads(printed) == {**expected, "out": str(out)}
    assert run(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "archery: 4 candidates per generation, 6 matches each, seed 5"
    assert lines[1] == "3 seats, against thrifty, random"
    assert lines[-1] == f"written to {out}"
    aim = expected["result"]["values"]["aim"]
    assert [line.split() for line in lines if line.startswith("aim")] == [["aim", "0.2", f"{aim:g}"]]
    proof = expected["result"]
    assert [line.split()[:4] for line in lines if line.startswith("result")] == [
        ["result", "24", f"{proof['wins']:.10g}", f"{proof['win_rate']:.4f}"]
    ]


@pytest.mark.usefixtures("_tunable_game_installed")
def test_opponents_are_given_one_by_one_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*COMMAND, "--bot", "archer:0.8/-3", "--bot", "random", "--seats", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["against"], document["seats"]) == (["archer:0.8/-3", "random"], 2)


@pytest.mark.usefixtures("_tunable_game_installed")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tune", "magpie"], r"^parlour: The game magpie has no bot with weights to tune; choose another game\.$"),
        (["tune", "chess"], "no game 'chess'"),
        (["tune", "archery", "--against", "nemo"], "no bot 'nemo'"),
        (["tune", "archery", "--seats", "9"], "with 9 seats"),
        (["tune", "archery", "--seed", str(2**63)], "seed .* is out of range"),
        (["tune", "archery", "--population", "few"], "few"),
        (["tune", "archery", "--option", "dragons=1"], "no option 'dragons'"),
        (["tune", "archery", "--out", "/nowhere/at/all/t.toml"], "/nowhere/at/all"),
        (["tune", "archery", "--slowly"], "slowly"),
    ],
)
def test_a_mistake_gets_one_sentence_and_exit_code_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    printed, errors = capsys.readouterr()
    assert printed == ""
    assert errors.count("\n") == 1
    assert re.search(sentence, errors), errors
