"""A match is open in one window at a time."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

from parlour import games
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record
from parlour.store.files import SECRET, Running, Save, running_matches

if sys.platform != "win32":
    import fcntl


def claim(path: Path) -> int:
    """Holds a running match for this window; a Problem if another one has it."""
    handle = os.open(path.with_suffix(SECRET), os.O_RDWR)
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise Problem("This match is being played in another window.") from None
    return handle


def unfinished(game: Game | None = None) -> list[Save]:
    """Matches that were left in the middle and that nobody has open, newest first."""
    found = []
    for path in running_matches():
        try:
            os.close(claim(path))
        except (Problem, OSError):
            continue
        found.append(_described(path))
    return [left for left in found if game is None or left.game == game.name]


def _described(path: Path) -> Save:
    date = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    try:
        text = path.read_text("utf-8")
        header = read_record(text[: text.rfind("\n") + 1], path.name).header
        games.find(header.game)
    except (OSError, ValueError) as problem:
        return Save(path.stem, path, "", "", date, str(problem))
    return Save(path.stem, path, header.game, ", ".join(header.names), date)


def give_up(path: Path) -> None:
    """An unfinished match, thrown away."""
    os.close(claim(path))
    Running(path).discard()


def title_of(save: Save) -> str:
    """A save or an unfinished match in a line."""
    if save.problem:
        return f"{save.name}, {save.date}: {save.problem}"
    return f"{games.find(save.game).title}: {save.players}, {save.date}"
