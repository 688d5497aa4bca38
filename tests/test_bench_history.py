"""Tests of the history of benchmark ratios: kept by line, compared with the last entry, never judged."""

from __future__ import annotations

from pathlib import Path

from bench.history import HISTORY, Entry, change_text, describe_machine, keep_entry, last_entry

OLD = Entry("2026-11-01", "a laptop", "abc1234", {"magpie": 20.0}, {})
NEW = Entry("2026-11-18", "a server", "def5678", {"magpie": 25.0}, {"magpie, matches": 0.5})


def test_an_entry_reads_back_and_the_last_one_counts(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    assert last_entry(path) is None
    keep_entry(path, OLD)
    keep_entry(path, NEW)
    assert last_entry(path) == NEW
    assert len(path.read_text().splitlines()) == 2


def test_the_change_is_told_in_percent_with_both_machines() -> None:
    text = change_text(OLD, NEW)
    assert "2026-11-18, def5678, on a server" in text
    assert "compared with 2026-11-01, abc1234, on a laptop" in text
    assert "magpie, compiled to plain" in text
    assert "25.000     20.000   +25.0%" in text
    assert text.splitlines()[-1].endswith("0.500  new")
    assert "compared" not in change_text(None, NEW)


def test_the_history_of_the_repository_is_readable_and_names_no_host() -> None:
    entry = last_entry(HISTORY)
    assert entry is not None
    assert entry.compiled_to_pure
    assert entry.share_of_cpp
    assert "Python" in describe_machine()
