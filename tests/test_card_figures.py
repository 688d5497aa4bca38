"""What cards are worth, from rows of matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour import games
from parlour.arena.balance import measure_balance
from parlour.arena.card_figures import CardFigures
from parlour.arena.card_records import measure_recorded_cards
from parlour.arena.output_files import OutputFiles
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.arena.text_report import balance_text, recorded_cards_text, simulation_text
from parlour.experiment.run_experiment import run_experiment


def test_figures_of_a_card_add_up() -> None:
    figures = CardFigures(1)
    figures.add_row({"bought_mine": 2, "cost_mine": 12, "fired_mine": 4, "paid_mine": 20, "own_mine": 2}, 1)
    figures.add_row({"bought_mine": 1, "cost_mine": 6, "fired_mine": 0, "paid_mine": 0, "own_mine": 0}, 0)
    figures.add_row({"bought_mine": 0, "cost_mine": 0, "fired_mine": 0, "paid_mine": 0, "own_mine": 0}, 0)
    (mine,) = figures.rows()
    assert [mine[name] for name in ("bought", "fired", "earned", "spent", "owners")] == [3, 4, 20, 18, 2]
    assert mine["per_coin"] == pytest.approx(20 / 18)
    assert mine["pays_back"] == pytest.approx(6 / 5)  # a copy costs 6, a firing brings 5
    assert mine["win_rate"] == pytest.approx(0.5)


def test_a_card_that_never_fired_has_not_paid_back() -> None:
    figures = CardFigures(1)
    figures.add_row({"bought_mine": 1, "cost_mine": 6, "own_mine": 1, "bought_ranch": 0, "own_ranch": 0}, 0)
    assert [(row["card"], row["per_coin"], row["pays_back"]) for row in figures.rows()] == [("mine", 0.0, None)]


def test_balance_shows_the_cards_of_harmonictook() -> None:
    document = measure_balance(RunSettings(games.find("harmonictook")), bot="thoughtful", seats=[2], games=4)
    cards = {row["card"]: row for row in document["tables"][0]["cards"]}  # type: ignore[index]
    assert cards["wheat_field"]["owners"] == 8  # everybody starts with one
    assert all(row["bought"] or row["owners"] for row in cards.values())
    assert "pays back" in balance_text(document)
    magpie = measure_balance(RunSettings(games.find("magpie")), bot="greedy", seats=[2], games=4)
    assert magpie["tables"][0]["cards"] == []  # type: ignore[index]


def test_cards_of_records_are_those_of_the_matches(tmp_path: Path) -> None:
    town = games.find("harmonictook")
    run = RunSettings(town)
    simulate(run, ["thoughtful", "thoughtful"], 3, files=OutputFiles(records=tmp_path))
    (tmp_path / "broken.jsonl").write_text("{}", "utf-8")
    found = measure_recorded_cards(town, sorted(tmp_path.iterdir()))
    played = measure_balance(run, bot="thoughtful", seats=[2], games=3)
    assert (found["games"], found["skipped"]) == (3, 1)
    assert found["cards"] == played["tables"][0]["cards"]  # type: ignore[index]
    assert "3 finished matches on record\n1 record could not be read" in recorded_cards_text(found)
    assert "1 finished match on record\n" in recorded_cards_text({**found, "games": 1, "skipped": 0})


CHEAPER_MINE = """
game = "harmonictook"
games = 4
bots = ["thoughtful", "impatient"]

[[variations]]
name = "mine for 4"
data = { "base.json" = { mine = { cost = 4 } } }
"""


def test_simulations_and_experiments_show_the_cards(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(CHEAPER_MINE, "utf-8")
    report: Any = run_experiment(tmp_path / "mine.toml", jobs=1)
    unchanged, cheaper = report["variations"]
    run = RunSettings(games.find("harmonictook"), jobs=1)
    played: Any = simulate(run, ["thoughtful", "impatient"], 4, files=OutputFiles(out=tmp_path / "rows.csv"))
    assert [{name: row[name] for name in played["cards"][0]} for row in unchanged["cards"]] == played["cards"]
    assert "pays back" in simulation_text(played)
    assert all(
        row["per_coin_low"] <= row["per_coin"] <= row["per_coin_high"]
        for row in cheaper["cards"]
        if row["per_coin"] is not None
    )
    page = (tmp_path / "mine" / "report.html").read_text("utf-8")
    assert "What cards are worth" in page
    assert page.count("<td>wheat field</td>") == 2  # in both variations


def test_nothing_is_said_about_cards_without_their_columns(tmp_path: Path) -> None:
    run = RunSettings(games.find("harmonictook"), jobs=1)
    files = OutputFiles(out=tmp_path / "rows.csv", columns=("won", "bought_mine"))
    assert simulate(run, ["impatient", "impatient"], 1, files=files)["cards"] == []
    assert simulate(run, ["impatient", "impatient"], 1)["cards"] == []
