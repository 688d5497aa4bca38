"""Tests of experiments: the same bytes despite workers and interruptions, exact sums, error sentences."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
from pathlib import Path
from statistics import mean
from typing import Any

import polars
import pytest

from parlour.arena.output_files import OutputFiles
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.arena.summary import NORMAL_95, wilson_interval
from parlour.experiment.aggregation import (
    RatioSums,
    estimate_difference,
    estimate_rate_difference,
    mean_estimate,
    quantile,
    win_rate,
)
from parlour.experiment.file import read_plan
from parlour.experiment.run_experiment import MAX_CHUNK_GAMES, MAX_CHUNKS, chunk_size, run_experiment
from parlour.games import find
from parlour.kernel.problem import Problem

MAGPIE_EXPERIMENT = """
title = "More stones"
game = "magpie"
games = 90
seed = 5
bots = ["random", "random", "random"]

[[variations]]
name = "as printed"

[[variations]]
name = "nine stones"
options = { stones = 9 }
"""
HUNTER_EXPERIMENT = """
game = "hunter"
games = 24
bots = ["random", "stage", "random"]
rotate = true
options = { max_rounds = 4 }

[[variations]]
name = "light Plasma"
data = { "weapons.csv" = { Plasma = { capacity = 6 } }, "monsters.csv" = { 1 = { hp = 1 } } }
"""
RUNNER = """
import os, sys
from pathlib import Path
from parlour.experiment.run_experiment import run_experiment

def progress(done, total):
    if done >= 60:
        os.kill(os.getpid(), int(sys.argv[4]))

if __name__ == "__main__":
    run_experiment(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), progress=progress)
"""


def write_experiment(folder: Path, text: str, name: str = "trial.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def run_and_read(folder: Path, text: str, **settings: Any) -> tuple[dict[str, Any], bytes]:
    """Runs an experiment; returns its document and the bytes of its data."""
    path = write_experiment(folder, text)
    document: dict[str, Any] = run_experiment(path, **{"jobs": 1, **settings})
    return document, (Path(document["out"]) / "data.parquet").read_bytes()


def problem_of(folder: Path, text: str) -> str:
    path = write_experiment(folder, text)
    with pytest.raises(Problem) as caught:
        read_plan(path)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"The experiment file {path}: ")


# The data.


def test_the_data_does_not_depend_on_the_workers(tmp_path: Path) -> None:
    alone, data = run_and_read(tmp_path, MAGPIE_EXPERIMENT, out=tmp_path / "one")
    together, same = run_and_read(tmp_path, MAGPIE_EXPERIMENT, out=tmp_path / "two", jobs=2)
    assert data == same
    assert {**alone, "out": ""} == {**together, "out": ""}
    assert (tmp_path / "one" / "report.html").read_bytes() == (tmp_path / "two" / "report.html").read_bytes()


def test_rows_and_digests_equal_those_of_simulations(tmp_path: Path) -> None:
    document, _ = run_and_read(tmp_path, MAGPIE_EXPERIMENT)
    frame = polars.read_parquet(tmp_path / "trial" / "data.parquet")
    assert frame.columns[0] == "variation"
    for one, options in zip(document["variations"], ({}, {"stones": 9}), strict=True):
        out = tmp_path / "rows.parquet"
        row = simulate(
            RunSettings(find("magpie"), options, seed=5, jobs=1), one["bots"], 90, files=OutputFiles(out=out)
        )
        assert one["digest"] == row["digest"]
        mine = frame.filter(polars.col("variation") == one["name"]).drop("variation")
        assert mine.equals(polars.read_parquet(out))
    assert document["data"]["rows"] == frame.height == 2 * 90 * 3


def test_variations_are_paired_by_seed_and_seat(tmp_path: Path) -> None:
    run_and_read(tmp_path, HUNTER_EXPERIMENT)
    frame = polars.read_parquet(tmp_path / "trial" / "data.parquet")
    first, second = (frame.filter(polars.col("variation") == name) for name in ("unchanged", "light Plasma"))
    for column in ("match", "seed", "seat", "bot", "weapon"):
        assert first[column].to_list() == second[column].to_list()
    assert first["bot"].to_list()[:6] == ["random", "stage", "random", "stage", "random", "random"]
    assert first["points"].to_list() != second["points"].to_list()


def test_a_column_that_a_variation_lacks_is_empty_there(tmp_path: Path) -> None:
    text = """
game = "harmonictook"
games = 2
bots = ["random", "random"]
options = { max_turns = 20 }
by = ["own_*"]
[[variations]]
name = "with the harbor"
options = { harbor = true }
"""
    document, _ = run_and_read(tmp_path, text)
    frame = polars.read_parquet(tmp_path / "trial" / "data.parquet")
    fleet = frame.group_by("variation", maintain_order=True).agg(polars.col("own_sushi_bar").null_count())
    assert dict(fleet.iter_rows()) == {"unchanged": 4, "with the harbor": 0}
    assert {row["value"] for row in document["variations"][0]["by"]["own_*"]} <= set(frame.columns)


def test_the_chunk_size_depends_only_on_the_number_of_matches() -> None:
    assert [chunk_size(games) for games in (1, 63, 6400, 10**7)] == [1, 1, 6400 // MAX_CHUNKS, MAX_CHUNK_GAMES]


# Interrupted, changed and finished runs.


def run_interrupted(folder: Path, path: Path, how: int, jobs: int) -> Path:
    """Runs an experiment in a process that is stopped halfway; returns the folder of its results."""
    out = folder / "out"
    runner = write_experiment(folder, RUNNER, "runner.py")
    words = [sys.executable, str(runner), str(path), str(out), str(jobs), str(how)]
    child = subprocess.run(words, stderr=subprocess.DEVNULL, timeout=300, check=False)
    assert child.returncode == (-how if how == signal.SIGKILL else -signal.SIGINT)
    assert not (out / "data.parquet").exists()
    return out


@pytest.mark.parametrize(("how", "jobs"), [(signal.SIGKILL, 2), (signal.SIGKILL, 1), (signal.SIGINT, 2)])
def test_an_interrupted_run_resumes_where_it_stopped(tmp_path: Path, how: int, jobs: int) -> None:
    path = write_experiment(tmp_path, MAGPIE_EXPERIMENT)
    out = run_interrupted(tmp_path, path, how, jobs)
    sentences: list[str] = []
    done: list[int] = []
    document = run_experiment(path, out, 3 - jobs, progress=lambda at, _: done.append(at), notify=sentences.append)
    assert 50 < done[0] < 70
    assert done[-1] == 180
    assert sentences == [f"Resuming after {done[0] // 2} of 90 matches of each variation."]
    assert sorted(file.name for file in out.iterdir()) == ["data.parquet", "report.html", "report.json"]
    full, data = run_and_read(tmp_path, MAGPIE_EXPERIMENT)
    assert {**document, "out": ""} == {**full, "out": ""}
    assert (out / "data.parquet").read_bytes() == data


def test_a_changed_file_starts_again_and_says_so(tmp_path: Path) -> None:
    path = write_experiment(tmp_path, MAGPIE_EXPERIMENT)
    out = run_interrupted(tmp_path, path, signal.SIGKILL, 1)
    write_experiment(tmp_path, MAGPIE_EXPERIMENT.replace("games = 90", "games = 3"))
    sentences: list[str] = []
    document = run_experiment(path, out, 1, notify=sentences.append)
    assert sentences == ["The experiment has changed since it was interrupted; it starts again from the beginning."]
    assert document["games"] == 3
    assert not (out / ".work").exists()


def test_a_finished_experiment_is_played_again_only_on_demand(tmp_path: Path) -> None:
    first, data = run_and_read(tmp_path, MAGPIE_EXPERIMENT)
    sentences: list[str] = []
    done: list[int] = []
    settings: dict[str, Any] = {"notify": sentences.append, "progress": lambda at, _: done.append(at)}
    again, same = run_and_read(tmp_path, MAGPIE_EXPERIMENT, **settings)
    assert (again, same, done) == (json.loads(json.dumps(first)), data, [])
    assert sentences == ["This experiment is already finished, so nothing was played; --fresh plays it again."]
    anew, same = run_and_read(tmp_path, MAGPIE_EXPERIMENT, fresh=True, **settings)
    assert (anew, same) == (first, data)
    assert done[-1] == 180
    table = tmp_path / "trial" / "data.parquet"
    table.write_bytes(data[:-1])
    assert run_and_read(tmp_path, MAGPIE_EXPERIMENT)[1] == data


def test_two_processes_cannot_use_one_folder(tmp_path: Path) -> None:
    path = write_experiment(tmp_path, MAGPIE_EXPERIMENT)

    def meanwhile(done: int, total: int) -> None:
        with pytest.raises(Problem, match="Another process is running an experiment in"):
            run_experiment(path, jobs=1)
        raise Problem("That is enough.")

    with pytest.raises(Problem, match="That is enough"):
        run_experiment(path, jobs=1, progress=meanwhile)
    assert not (tmp_path / "trial" / ".work").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    path = write_experiment(tmp_path, MAGPIE_EXPERIMENT)
    with pytest.raises(
        Problem, match=r"^The folder .*trial.toml/out for the results cannot be written: Not a directory; "
    ):
        run_experiment(path, path / "out")
    with pytest.raises(Problem, match=r"trial.toml is a file; name a folder for the results of the experiment\.$"):
        run_experiment(path, path)
    with pytest.raises(Problem, match=r"^The number of jobs is 0; give at least 1\.$"):
        run_experiment(path, jobs=0)


# Games of other shapes.


def test_a_solitaire(tmp_path: Path) -> None:
    text = 'game = "bones"\ngames = 20\nbots = ["hold18"]\noptions = { tutorial = false }\n'
    document, _ = run_and_read(tmp_path, text + '[[variations]]\nname = "explores"\nbots = ["explorer"]\n')
    sentence = document["headline"][0]["sentences"][0]
    assert sentence.startswith("The player wins ")
    assert " percentage points more often: " in sentence
    assert [one["seats"] for one in document["variations"]] == [1, 1]


def test_two_seats(tmp_path: Path) -> None:
    text = """
game = "stumped"
games = 2
bots = ["raider", "forager"]
rotate = true
options = { width = 8, height = 8, turns = 12, lodges = 3 }
[[variations]]
name = "three free beavers"
options = { free_beavers = 3 }
"""
    document, _ = run_and_read(tmp_path, text)
    assert {row["label"] for row in document["variations"][0]["by"]["bot"]} == {"raider", "forager"}
    assert "player" not in document["variations"][0]["by"]
    assert list(document["variations"][0]["lengths"]) == ["turns", "answers"]


def test_a_bot_in_place_of_another_is_compared_with_it(tmp_path: Path) -> None:
    text = 'game = "magpie"\ngames = 20\nrotate = true\nbots = ["random", "thrifty", "random"]\n'
    document, _ = run_and_read(tmp_path, text + '[[variations]]\nname = "b"\nbots = ["thrifty", "thrifty", "random"]\n')
    first, second = document["variations"]
    assert [row["label"] for row in first["by"]["player"]] == ["random (bot 1)", "thrifty", "random (bot 3)"]
    figure = next(one for one in document["comparisons"][0]["figures"] if one["column"] == "player")
    assert figure["label"] == "thrifty in place of random"
    rows = {row["value"]: row for row in second["by"]["player"]}
    assert figure["after"] == rows[0]["win_rate"]


def test_other_numbers_of_seats_are_not_compared_by_rates(tmp_path: Path) -> None:
    text = MAGPIE_EXPERIMENT.replace("options = { stones = 9 }", 'bots = ["random", "random"]')
    document, _ = run_and_read(tmp_path, text)
    sentences = document["headline"][0]["sentences"]
    assert sentences[0] == "Win rates are not compared, because the numbers of players differ."
    assert {figure["what"] for figure in document["comparisons"][0]["figures"]} == {"points", "rounds", "answers"}


# The sums.


def wins_per_match(frame: polars.DataFrame, name: str, column: str, value: object) -> list[tuple[float, int]]:
    """Returns the wins and the number of the players with this value, for each match."""
    mine = frame.filter(polars.col("variation") == name).with_columns(of=polars.col(column) == value)
    groups = mine.group_by("match", maintain_order=True).agg(
        won=polars.col("won").filter(polars.col("of")).sum(), times=polars.col("of").sum()
    )
    return [(row["won"], row["times"]) for row in groups.iter_rows(named=True)]


def test_differences_and_their_intervals_agree_with_the_rows(tmp_path: Path) -> None:
    """Computes them again from the residuals of both ratios, match by match."""
    document, _ = run_and_read(tmp_path, HUNTER_EXPERIMENT.replace("games = 24", "games = 60"))
    frame = polars.read_parquet(tmp_path / "trial" / "data.parquet")
    checked = 0
    for figure in document["comparisons"][0]["figures"]:
        if figure["what"] != "won" or figure["column"] not in ("weapon", "seat", "bot"):
            continue
        before, after = (
            wins_per_match(frame, name, figure["column"], figure["value"]) for name in ("unchanged", "light Plasma")
        )
        rates = [sum(won for won, _ in one) / sum(times for _, times in one) for one in (before, after)]
        assert math.isclose(figure["change"], rates[1] - rates[0], abs_tol=1e-12)
        players = sum(times for _, times in after)
        wins = [sum(won for won, _ in one) for one in (before, after)]
        if min(*wins, *(players - one for one in wins)) >= 5:
            residuals = [
                (a - rates[1] * n) / (players / 60) - (b - rates[0] * m) / (players / 60)
                for (a, n), (b, m) in zip(after, before, strict=True)
            ]
            assert abs(mean(residuals)) < 1e-12
            margin = NORMAL_95 * math.sqrt(sum(one * one for one in residuals) / 59 / 60)
            assert math.isclose(figure["high"] - figure["change"], margin, rel_tol=1e-9)
            checked += 1
    assert checked >= 4


def test_means_and_rates_agree_with_the_rows(tmp_path: Path) -> None:
    document, _ = run_and_read(tmp_path, HUNTER_EXPERIMENT)
    frame = polars.read_parquet(tmp_path / "trial" / "data.parquet")
    for one in document["variations"]:
        mine = frame.filter(polars.col("variation") == one["name"])
        assert math.isclose(one["points"]["mean"], mean(mine["points"].to_list()))
        assert sum(times for _, times in one["points"]["counts"]) == 72
        assert one["lengths"]["rounds"]["most"] == mine["rounds"].max()
        for row in one["by"]["weapon"]:
            wins = mine.filter(polars.col("weapon") == row["value"])["won"]
            assert (row["times"], row["low"], row["high"]) == (len(wins), *wilson_interval(row["wins"], len(wins)))
            assert math.isclose(row["wins"], wins.sum())
        for source in one["sources"]:
            assert math.isclose(source["value"], mean(mine[f"score_{source['source']}"].to_list()))


def cell_of(pairs: list[tuple[int, int]], base: list[tuple[int, int]]) -> RatioSums:
    cell = RatioSums()
    for mine, other in zip(pairs, base, strict=True):
        cell.add_match(mine, other)
    return cell


def test_paired_matches_narrow_the_interval_of_a_difference() -> None:
    base = [(number % 7, 1) for number in range(50)]
    more = [(n + 1, d) for n, d in base]
    found = estimate_difference(cell_of(more, base), cell_of(base, base), 50)
    assert (found.value, found.low, found.high) == (1.0, 1.0, 1.0)
    apart = mean_estimate(cell_of(more, base), 50)
    assert apart.high - apart.low > 0.5


def test_few_wins_widen_the_interval() -> None:
    base = [(0, 1)] * 40
    found = estimate_rate_difference(cell_of(base, base), cell_of(base, base), 40, 1)
    assert found.value == 0
    assert math.isclose(found.high, win_rate(cell_of(base, base), 1).high)
    assert math.isclose(found.low, -found.high)


def test_quantiles() -> None:
    assert [quantile({1: 1, 2: 2, 9: 1}, share) for share in (0.25, 0.5, 0.75, 1)] == [1, 2, 2, 9]
    with pytest.raises(ValueError, match="nothing was counted"):
        quantile({}, 0.5)


# Files.


@pytest.mark.parametrize(
    ("names", "extra", "base"),
    [
        ([], "", "unchanged"),
        (["a"], "", "unchanged"),
        (["a", "b"], "", "a"),
        (["a", "b"], 'baseline = "b"\n', "b"),
        (["a", "b"], 'baseline = "unchanged"\n', "unchanged"),
        (["b", "unchanged"], "", "b"),
    ],
)
def test_the_baseline(tmp_path: Path, names: list[str], extra: str, base: str) -> None:
    text = 'game = "magpie"\n' + extra + "".join(f'[[variations]]\nname = "{name}"\n' for name in names)
    plan = read_plan(write_experiment(tmp_path, text))
    assert plan.variations[plan.baseline].name == base
    assert {one.name for one in plan.variations} == {*names, base}


def test_missing_fields_have_defaults(tmp_path: Path) -> None:
    plan = read_plan(write_experiment(tmp_path, 'game = "hunter"'))
    assert (plan.title, plan.games, plan.seed, plan.rotate, plan.by) == ("trial", 1000, 1, False, ("weapon",))
    assert plan.variations[0].bots == ("ranger",) * 4
    assert read_plan(write_experiment(tmp_path, 'game = "hunter"\nbots = ["easy", "hard"]')).variations[0].bots == (
        "stage",
        "ranger",
    )


def test_files_of_options_are_relative_to_the_experiment(tmp_path: Path) -> None:
    herbs = Path(find("harmonictook").home.replace(".", "/"))
    source = next(Path(sys.modules["parlour"].__path__[0]).parent.glob(f"{herbs}/tests/herbs.json"))
    (tmp_path / "herbs.json").write_bytes(source.read_bytes())
    plan = read_plan(write_experiment(tmp_path, 'game = "harmonictook"\noptions = { cards = "herbs.json" }\n'))
    assert str(plan.variations[0].options["cards"]).startswith("herbs.json\n{")


HUNTER = 'game = "hunter"\n'
VARIED = f"{HUNTER}[[variations]]\nname = 'a'\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gme = 'x'", "the key 'gme' is not known; the keys are title, game, games, seed, bots, rotate, options, "
        "data, by, "
         "baseline, variations."),
        ("", "the key 'game' is missing; add it."),
        ("game = 3", "the key 'game' is 3; write a text of 1 to 60 printable characters."),
        ("game = 'chess'", "There is no game 'chess'; choose one of bones, harmonictook, hunter, magpie, stumped."),
        (f"{HUNTER}games = 'x'", "the key 'games' is 'x'; write a whole number from 1 to 1000000000."),
        (f"{HUNTER}games = 0", "the key 'games' is 0; write a whole number from 1 to 1000000000."),
        (f"{HUNTER}games = true", "the key 'games' is true; write a whole number from 1 to 1000000000."),
        (f"{HUNTER}rotate = 1", "the key 'rotate' is 1; write true or false."),
        (f"{HUNTER}bots = 'stage'", "the key 'bots' is 'stage'; write a list of texts, as in [\"one\", \"two\"]."),
        (f"{HUNTER}bots = ['stage']", "bots and options: Hunter & Apprentice cannot be played with 1 seat; choose 2 "
        "or 3 or 4 or 5 seats."),
        (f"{HUNTER}by = ['won']",
         "the key 'by' names the column 'won', which holds fractions; choose one with whole numbers or texts."),
        (f"{HUNTER}options = 3", "the key 'options' is 3; write a table, as in options = { name = value }."),
        (f"{HUNTER}options = {{ finish = 1.5 }}", "the key options.finish is 1.5; write a whole number, a text, true "
        "or false."),
        (f"{HUNTER}options = {{ finish = 'x' }}", "options: The option finish is 'x'; choose one of round, first."),
        (f"{HUNTER}variations = 3", "the key 'variations' is not a list of tables; write each variation under a line "
        "[[variations]]."),
        (f"{HUNTER}baseline = 'b'", "the key 'baseline' is 'b', but no variation has that name; write one of "
        "'unchanged'."),
        (f"{HUNTER}[[variations]]\nbots = []", "in variation 1 the key 'name' is missing; add it."),
        (f"{VARIED}foo = 1", "in variation 1 the key 'foo' is not known; the keys are name, options, bots, data."),
        (f"{VARIED}[[variations]]\nname = 'a'", "two variations have the name 'a'; give each its own."),
        (f"{HUNTER}[[variations]]\nname = 'unchanged'\nbots = ['stage', 'stage']",
         "a variation called 'unchanged' may not change anything, as it is the file itself; give it another name."),
        (f"{VARIED}options = {{ finish = 'x' }}",
         "in variation 'a' options: The option finish is 'x'; choose one of round, first."),
        (f"{VARIED}data = {{ 'monsters.csv' = {{ Plasma = {{ capacity = 6 }} }} }}",
         "in variation 'a' data: monsters.csv is a table without a row 'Plasma'; change it in weapons.csv, which has "
         "one."),
        (f"{VARIED}data = {{ 'monsters.csv' = 3 }}", "in variation 'a' the key data.monsters.csv is 3; write rows of "
         "columns, as in \"weapons.csv\" = { Plasma = { capacity = 6 } }."),
        (f"{VARIED}data = {{ 'weapons.csv' = {{ Plasma = {{ capacity = 6.5 }} }} }}",
         "in variation 'a' the key data.weapons.csv.Plasma.capacity is 6.5; write a whole number, a text, or a list "
         "of them."),
        ("game = 'magpie'\n[[variations]]\nname = 'a'\ndata = { 'birds.csv' = { x = { y = 1 } } }",
         "in variation 'a' data: This game has no data file whose figures can be changed; leave the key data out of "
         "the experiment."),
    ],
)  # fmt: skip
def test_a_wrong_file_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    assert problem_of(tmp_path, text) == sentence


def test_unknown_bots_and_columns_are_refused(tmp_path: Path) -> None:
    problem = problem_of(tmp_path, f"{VARIED}bots = ['rnger', 'stage']")
    assert problem.startswith("in variation 'a' bots: There is no bot 'rnger' for Hunter & Apprentice; choose one of ")
    problem = problem_of(tmp_path, f"{HUNTER}by = ['hat']")
    assert problem.startswith("the key 'by' is wrong: The results table has no column 'hat'; choose from match, ")
    assert problem_of(tmp_path, f"{HUNTER}by = ['hat_*']").startswith(
        "the key 'by' names 'hat_*', but no columns with numbers "
    )
    assert problem_of(tmp_path, f"{HUNTER}by = ['b*']").startswith(
        "the key 'by' names 'b*', but no columns with numbers begin so"
    )


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    assert problem_of(tmp_path, "[game").endswith(
        "trial.toml is not valid TOML: expected ']' at the end of a table declaration (at end of document); correct it."
    )
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    for path, sentence in (
        (tmp_path, f"{tmp_path} is a folder; name an experiment file, which ends in .toml."),
        (
            tmp_path / "none.toml",
            f"The file {tmp_path / 'none.toml'} cannot be read: No such file or directory; check the path.",
        ),
        (
            tmp_path / "bytes.toml",
            f"The experiment file {tmp_path / 'bytes.toml'} is not text in UTF-8; save it as UTF-8.",
        ),
    ):
        with pytest.raises(Problem) as caught:
            read_plan(path)
        assert str(caught.value) == sentence


def test_too_many_values_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="The column game_id has more than 200 different values"):
        run_and_read(tmp_path, MAGPIE_EXPERIMENT.replace("games = 90", 'games = 201\nby = ["game_id"]'))
