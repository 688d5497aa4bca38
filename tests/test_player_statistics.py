"""Tests of the statistics of people: from their records, by game, opponent, length and favourite choice."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from parlour import games
from parlour.cli import run
from parlour.kernel.record import read_record, record_text
from parlour.play.play_setup import PlaySetup
from parlour.store.database import migrate, open_engine
from parlour.store.files import data_folder
from parlour.table.table import Table
from parlour.terminal.plain_match import play_plain
from parlour.tournament.player_statistics import person_results, statistics_document
from tests.table_builders import magpie_table, play_to_end
from tests.test_ratings import store_finished_table

pytestmark = pytest.mark.usefixtures("home")


def finished_table(*players: str) -> Table:
    table = magpie_table(list(players))
    play_to_end(table)
    return table


def test_a_match_counts_for_its_people_only() -> None:
    table = finished_table("human", "greedy", "random")
    (result,) = person_results(games.find, read_record(record_text(table.record())))
    assert (result.game, result.seat, result.opponents, result.turns) == ("magpie", 0, ("greedy", "random"), 12)
    assert 0 <= result.win <= 1
    assert person_results(games.find, finished_table("greedy", "random").record()) == []


def test_unfinished_matches_do_not_count() -> None:
    table = finished_table("human", "greedy")
    record = table.record()
    assert person_results(games.find, record._replace(entries=record.entries[:5])) == []
    assert person_results(games.find, record._replace(header=record.header._replace(given=3))) == []


def test_wins_are_summed_by_game_and_opponent() -> None:
    results = [
        result
        for players in (("human", "greedy"), ("human", "random"), ("human", "human"))
        for result in person_results(games.find, finished_table(*players).record())
    ]
    document: Any = statistics_document(games.find, results)
    (row,) = document["games"]
    assert (document["matches"], row["matches"]) == (4, 4)  # two of them are the seats of one match
    assert {one["bot"]: one["matches"] for one in row["bots"]} == {"greedy": 1, "random": 1, "people": 2}
    assert row["wins"] == pytest.approx(sum(result.win for result in results))
    assert row["length"] == {"turns": {"unit": "rounds", "mean": 12.0, "median": 12.0}}
    mine: Any = statistics_document(games.find, results, name=results[0].name.upper())
    assert 0 < mine["matches"] < 4


def play_in_terminal(game: str, *lines: str) -> None:
    setup = PlaySetup(game=games.find(game), seats=["human", "random"], names=["Ann", "Bo"], seed=1, fast=True)
    play_plain(setup, io.StringIO("\n".join(lines) + "\n"), io.StringIO())


def test_the_command_counts_matches_of_the_terminal_with_favourite_cards(capsys: pytest.CaptureFixture[str]) -> None:
    play_in_terminal("harmonictook", *["buy wheat_field", "1", "2", "pass"] * 400)
    assert len(list((data_folder() / "records").iterdir())) == 1
    capsys.readouterr()
    assert run(["stats", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (row,) = document["games"]
    assert (document["players"], row["game"], row["matches"]) == (["Ann"], "harmonictook", 1)
    assert [one["bot"] for one in row["bots"]] == ["random"]
    times = {one["name"]: one["times"] for one in row["favourites"] if one["kind"] == "card"}
    assert times["Wheat Field"] > 0
    assert list(times.values()) == sorted(times.values(), reverse=True)
    assert run(["stats", "harmonictook"]) == 0
    text = capsys.readouterr().out
    assert f"Wheat Field ({times['Wheat Field']})" in text
    assert "matches: 1, of Ann" in text
    assert run(["stats", "magpie", "--name", "Ann"]) == 0
    assert "There are no finished matches of people yet" in capsys.readouterr().out


def test_a_damaged_record_is_counted_as_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    folder = data_folder() / "records"
    folder.mkdir(parents=True)
    (folder / "bad.parlour").write_text("nonsense\n", "utf-8")
    (folder / "good.parlour").write_text(record_text(finished_table("human", "greedy").record()), "utf-8")
    assert run(["stats"]) == 0
    assert "records that could not be read or replayed, and do not count: 1" in capsys.readouterr().out


def test_matches_at_the_server_count_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'server.db'}"
    engine = open_engine(url)
    migrate(engine)
    store_finished_table(engine, finished_table("human", "greedy"), "T")
    engine.dispose()
    assert run(["stats", "--db", url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 1
