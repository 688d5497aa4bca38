"""Tests of `parlour balance`: figures that agree with the rows, independence of workers, error sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from parlour.arena.balance import MAX_VALUES, BalanceTally, measure_balance
from parlour.arena.output_files import OutputFiles
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.arena.summary import wilson_interval
from parlour.arena.text_report import balance_text
from parlour.bots import make_bot
from parlour.cli import run
from parlour.games import find, load_games
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.study import Study
from tests.doc_commands import CODE_BLOCK, PackageWorkspace, matches_output, parse_commands
from tests.factor_game import GAME as HATS
from tests.run_builders import split_settings

MAGPIE = find("magpie")


def run_balance(game: Game, **settings: Any) -> dict[str, Any]:
    run, rest = split_settings(game, {"jobs": 1, **settings})
    return measure_balance(run, **rest)


def balance_of_magpie(**change: Any) -> dict[str, Any]:
    return run_balance(HATS, **{"options": {"stones": 6}, "seats": [2, 3], "games": 60, "seed": 4, **change})


def rows_of_simulation(folder: Path, seats: int, games: int = 60) -> tuple[str, list[dict[str, Any]]]:
    """Simulates the same matches; returns the digest and the rows."""
    out = folder / f"{seats}.jsonl"
    bots = [HATS.coach.best] * seats
    document = simulate(RunSettings(HATS, {"stones": 6}, seed=4, jobs=1), bots, games, files=OutputFiles(out=out))
    return str(document["digest"]), [json.loads(line) for line in out.read_text("utf-8").splitlines()]


# The figures.


@pytest.mark.parametrize("column", ["hat", "seat"])
def test_every_figure_agrees_with_the_rows_of_a_simulation(tmp_path: Path, column: str) -> None:
    document = balance_of_magpie()
    for table in document["tables"]:
        seats = table["seats"]
        digest, rows = rows_of_simulation(tmp_path, seats)
        assert table["digest"] == digest
        assert table["fair"] == 1 / seats
        assert table["length"]["turns"] == {"unit": "rounds", "mean": 12.0, "median": 12.0}
        assert table["mean_score"] == sum(row["points"] for row in rows) / len(rows)
        assert {row["value"] for row in table["by"][column]} == {row[column] for row in rows}
        for found in table["by"][column]:
            mine = [row for row in rows if row[column] == found["value"]]
            wins = float(sum(Fraction(row["won"]).limit_denominator(seats) for row in mine))
            points = sum(row["points"] for row in mine)
            shiny = sum(row["points"] // 3 for row in mine)
            assert found["times"] == len(mine)
            assert found["wins"] == pytest.approx(wins, abs=1e-12)
            assert found["win_rate"] == pytest.approx(wins / len(mine), abs=1e-12)
            assert (found["low"], found["high"]) == pytest.approx(wilson_interval(wins, len(mine)))
            assert found["mean_score"] == points / len(mine)
            assert found["sources"] == {
                "score_shiny": {"mean": shiny / len(mine), "share": shiny / points},
                "score_plain": {"mean": (points - shiny) / len(mine), "share": (points - shiny) / points},
            }


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_document_does_not_depend_on_the_workers(jobs: int) -> None:
    assert balance_of_magpie(jobs=jobs) == balance_of_magpie()


def test_seeds_and_options_matter() -> None:
    digests = {
        balance_of_magpie(seats=[2], games=5, **change)["tables"][0]["digest"]
        for change in ({}, {"seed": 5}, {"options": {"stones": 7}}, {"bot": "random"})
    }
    assert len(digests) == 4


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_the_rows_of_all_tables_go_to_one_file(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"rows{suffix}"
    document = balance_of_magpie(out=out, jobs=2)
    assert document["out"] == str(out)
    lines = out.read_text("utf-8").splitlines()
    if suffix == ".csv":
        assert len(lines) == 1 + 60 * 2 + 60 * 3
        assert lines[0].endswith(",hat,score_shiny,score_plain,scored")
    else:
        rows = [json.loads(line) for line in lines]
        assert rows == [row for seats in (2, 3) for row in rows_of_simulation(tmp_path, seats)[1]]
        assert len({row["game_id"] for row in rows}) == 120


def test_text_values_are_ordered_by_wins_and_numbers_by_size() -> None:
    for table in balance_of_magpie()["tables"]:
        rates = [row["win_rate"] for row in table["by"]["hat"]]
        assert rates == sorted(rates, reverse=True)
    (table,) = balance_of_magpie(seats=[3], by="rank")["tables"]
    assert [row["value"] for row in table["by"]["rank"]] == [1, 2, 3]
    assert list(table["by"]) == ["rank", "seat"]


def test_intervals_off_the_fair_share_are_marked() -> None:
    (table,) = balance_of_magpie(seats=[3], by="rank")["tables"]
    assert [row["stands"] for row in table["by"]["rank"]] == ["above", "below", "below"]
    for row in table["by"]["seat"]:
        fair_within = row["low"] <= table["fair"] <= row["high"]
        assert (row["stands"] is None) == fair_within


def make_row(**change: object) -> dict[str, object]:
    return {"seat": 0, "points": 0, "won": 0.0, **change}


def test_the_fair_share_is_the_mean_win_rate() -> None:
    tally = BalanceTally(2, ["seat"])
    for won in (1.0, 0.0, 0.0, 0.0):
        tally.add_row(make_row(won=won))
        tally.add_row(make_row(seat=1))
    assert tally.overall_figures()["fair"] == 1 / 8
    assert [found["win_rate"] for found in tally.rows("seat")] == [1 / 4, 0.0]


def test_thirds_of_wins_add_up_exactly() -> None:
    tally = BalanceTally(3, ["seat"])
    for _ in range(30_000):
        tally.add_row(make_row(won=1 / 3))
    assert tally.rows("seat")[0]["wins"] == 10_000


def test_without_points_there_are_no_shares_of_them() -> None:
    tally = BalanceTally(2, ["seat"])
    tally.add_row(make_row(score_luck=0))
    assert tally.rows("seat")[0]["sources"] == {"score_luck": {"mean": 0.0, "share": None}}


# Defaults and settings.


def test_defaults_are_the_games_own_bot_factor_and_seats() -> None:
    document = run_balance(HATS, games=2)
    assert (document["bot"], document["by"]) == (HATS.coach.best, "hat")
    assert [table["seats"] for table in document["tables"]] == list(HATS.seats)
    assert run_balance(MAGPIE, games=2)["by"] == "seat"


@pytest.mark.parametrize(("options", "seats"), [({}, [2, 3, 4]), ({"harbor": "yes"}, [2, 3, 4, 5])])
def test_numbers_of_seats_that_the_options_exclude_are_left_out(options: dict[str, str], seats: list[int]) -> None:
    game = find("harmonictook")
    document = run_balance(game, options={**options, "max_turns": 10}, bot="random", games=1)
    assert [table["seats"] for table in document["tables"]] == seats
    assert document["options"]["max_turns"] == 10
    assert {table["fair"] for table in document["tables"]} == {0.0}


def test_every_game_has_the_factor_column_and_timed_bots_it_names() -> None:
    for game in load_games()[0]:
        seats = game.study.usual_seats or game.seats[0]
        if game.study.factor:
            document = run_balance(game, bot="random", seats=[seats], games=1)
            assert document["by"] == game.study.factor
        for bot in game.study.timed:
            make_bot(game, bot)


def test_progress_is_reported_over_all_tables() -> None:
    reports: list[tuple[int, int]] = []
    balance_of_magpie(games=6, jobs=2, progress=lambda done, total: reports.append((done, total)))
    assert reports == sorted(reports)
    assert reports[-1] == (12, 12)
    assert (6, 12) in reports


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seats": [2, 9]}, "with 9 seats"),
        ({"bot": "nemo"}, "no bot 'nemo'"),
        ({"options": {"stones": 99}}, "from 1 to 30"),
        ({"options": {"stones": 99}, "seats": []}, "from 1 to 30"),
        ({"games": 0}, "number of games is 0; give at least 1"),
        ({"jobs": 0}, "number of jobs is 0; give at least 1"),
        ({"seed": 2**63}, "The seed 9223372036854775808 is out of range"),
        ({"by": "nose"}, "no column 'nose'; choose from match, game_id, .*scored"),
        ({"by": "seed", "games": MAX_VALUES + 1}, f"The column seed has more than {MAX_VALUES} different values"),
        ({"out": "t.xlsx"}, r"cannot be written to t\.xlsx"),
        ({"out": "nowhere/t.csv"}, "No such file or directory"),
    ],
)
def test_wrong_settings_are_one_sentence_and_write_nothing(
    tmp_path: Path, change: Mapping[str, Any], sentence: str
) -> None:
    out = tmp_path / change.get("out", "t.csv")
    with pytest.raises(Problem, match=sentence):
        balance_of_magpie(**{**change, "out": out})
    assert list(tmp_path.iterdir()) == []


def test_points_that_are_not_numbers_are_one_sentence() -> None:
    def textual(context: object, state: object, seat: int) -> dict[str, str]:
        return {"score_luck": "much"}

    with pytest.raises(Problem, match="The game gave 'much' as a number of points"):
        run_balance(MAGPIE._replace(study=Study(tally=textual)), seats=[2], games=1)


# The text report.


def test_the_text_report() -> None:
    document = balance_of_magpie()
    text = balance_text(document)
    lines = text.splitlines()
    assert lines[0] == "hats: 60 matches of thrifty per table, seed 4"
    assert "2 seats, fair share 0.5000" in lines
    best = document["tables"][0]["by"]["hat"][0]
    (line,) = [line for line in lines if line.startswith(best["value"]) and f"{best['high']:.4f}" in line]
    assert f"{best['win_rate']:.4f}  {best['low']:.4f} to {best['high']:.4f}" in line
    shiny = best["sources"]["score_shiny"]
    assert any(f"{shiny['mean']:.2f} ({shiny['share']:4.0%})" in line for line in lines)
    assert [line.split() for line in lines if line.startswith("(fair share)")] == [
        ["(fair", "share)", "0.5000", "0.3333"]
    ]
    assert sum(line.startswith("stands out by hat: ") for line in lines) == 2
    assert [line.split()[0] for line in lines[-2:]] == ["2", "3"]


def test_seats_are_counted_from_one_in_the_text_report() -> None:
    text = balance_text(run_balance(MAGPIE, seats=[3], games=20))
    assert [line[0] for line in text.splitlines() if " to 0." in line] == ["1", "2", "3"]


def test_faults_are_reported(tmp_path: Path) -> None:
    bot = tmp_path / "late.py"
    bot.write_text("from parlour.kernel.match import Bot\nclass Late(Bot):\n    pass\n")
    document = run_balance(MAGPIE, bot=f"py:{bot}:Late", seats=[2], games=2)
    assert document["tables"][0]["faults"] == 2 * 2 * 12
    assert "48 answers of bots were replaced by default ones." in balance_text(document)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["balance", "magpie", "--bot", "random", "--seats", "2,3", "-n", "20", "--seed", "5", "--jobs", "1"]
    assert run([*words, "--option", "stones=9", "--by", "rank", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == run_balance(
        MAGPIE, options={"stones": 9}, bot="random", seats=[2, 3], games=20, by="rank", seed=5, jobs=1
    )
    assert run([*words, "--out", str(tmp_path / "rows.csv")]) == 0
    assert f"written to {tmp_path / 'rows.csv'}" in capsys.readouterr().out
    assert len((tmp_path / "rows.csv").read_text("utf-8").splitlines()) == 1 + 20 * 2 + 20 * 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["magpie", "--seats", "2,x"], "--seats is '2,x'; give whole numbers, separated by commas"),
        (["magpie", "--seats", "7"], "with 7 seats"),
        (["magpie", "--option", "dragons=1"], "no option 'dragons'"),
        (["chess"], "no game 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert run(["balance", *words]) == 2
    errors = capsys.readouterr().err
    assert sentence in errors
    assert errors.count("\n") == 1


def test_the_commands_of_the_guide_give_the_output_shown(tmp_path: Path) -> None:
    guide = (Path(__file__).parent.parent / "docs" / "balance.md").read_text("utf-8")
    shown = [
        command for block in CODE_BLOCK.finditer(guide) if block[1] == "console" for command in parse_commands(block[3])
    ]
    assert len(shown) >= 2
    workspace = PackageWorkspace(tmp_path)
    for command in shown:
        output = workspace.run(["-m", *command.words])
        assert matches_output(command.shown, output), output
    assert (
        (workspace.package_folder / "rows.csv")
        .read_text("utf-8")
        .startswith("player_id,bot,player_count,rank\n1,thrifty,2,")
    )
