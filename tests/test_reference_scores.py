"""Tests of bench/reference_scores.py, which plays every bot against every other, and of the page that it printed."""

from __future__ import annotations

import re
from pathlib import Path

from bench.reference_scores import PREFACE, TABLES, ScoreTable, named_bots, play_table, table_text

from parlour.games import find, names

PAGE = Path(__file__).parent.parent / "docs" / "reference-scores.md"


def test_reference_scores_are_the_same_with_the_same_seed() -> None:
    table = ScoreTable("magpie", 2, {"stones": 3}, {"greedy": 2, "rollout mcts": 0})
    played = play_table(table, 6, seed=1, jobs=1)
    assert play_table(table, 6, seed=1, jobs=1) == played
    assert play_table(table, 6, seed=2, jobs=1).digest != played.digest
    assert played.games == {"random": 6, "greedy": 2, "thrifty": 6}
    assert played.shares["thrifty", "random"] + played.shares["random", "thrifty"] == 1
    text = table_text(played, seed=1)
    assert "Too slow for this table: `rollout`, `mcts`." in text
    assert text.splitlines()[5] == "| | bot | games | 1 | 2 | 3 |"


def test_the_page_of_reference_scores_has_every_table_game_and_bot() -> None:
    page = PAGE.read_text("utf-8")
    assert page.startswith(PREFACE)
    titles = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert titles == [table.title() for table in TABLES]
    assert {table.game for table in TABLES} == set(names())
    for table, section in zip(TABLES, page.split("\n## ")[1:], strict=True):
        game = find(table.game)
        assert f"Version {game.version} of the rules" in section
        assert all(f"`{bot}`" in section for bot in named_bots(game))
