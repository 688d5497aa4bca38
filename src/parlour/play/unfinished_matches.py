"""Matches that were left before the end, and how to resume them."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from parlour import games
from parlour.bots import is_external
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import Record
from parlour.store.files import RunningRecord, Save, describe_save, load_running_record, running_matches


def list_unfinished(game: Game | None = None) -> list[Save]:
    """Returns the unfinished matches of one game or of all games that no process has open, newest first."""
    found = [describe_save(path, _load_playable) for path in running_matches() if _is_free(path)]
    return [left for left in found if game is None or left.game == game.name]


def _is_free(path: Path) -> bool:
    running = RunningRecord(path)
    try:
        running.lock()
    except Problem:
        return False
    running.unlock()
    return True


def _load_playable(path: Path) -> Record:
    record = load_running_record(path)
    games.find(record.header.game)
    return record


def delete_unfinished(path: Path) -> None:
    """Deletes the file of an unfinished match; raises Problem if another process has it open."""
    running = RunningRecord(path)
    running.lock()
    running.discard()


def save_title(save: Save) -> str:
    """Returns a line that describes a saved or unfinished match: game, players, date, or what is wrong."""
    if save.problem:
        return f"{save.name}, {save.date}: {save.problem}"
    return f"{games.find(save.game).title}: {save.players}, {save.date}"


def load_command(game: str, path: Path, players: Sequence[str] = (), at: int | None = None) -> str:
    """Returns the `parlour play` command that resumes a match from its file; it names bots that are programs."""
    words = ["parlour", "play", game, "--load", str(path)]
    words += [] if at is None else ["--at", str(at)]
    words += ["--seats", ",".join(players)] if any(is_external(player) for player in players) else []
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
