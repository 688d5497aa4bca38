"""Records in files: running matches that survive a crash, and named saves."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import platformdirs

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import OVER, Record, lines_of, read_record
from parlour.table.loading import resume, saved, unsaved
from parlour.table.table import Table

SUFFIX = ".parlour"
SECRET = ".secret"
SAFE = re.compile(r"[\w][\w \-]{0,39}")
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}

Find = Callable[[str], Game]


def home() -> Path:
    """Where Parlour keeps things: PARLOUR_HOME, or the user's data folder."""
    return Path(os.environ.get("PARLOUR_HOME") or platformdirs.user_data_dir("parlour", appauthor=False))


# Single files.


def write_whole(path: Path, text: str) -> None:
    """All of it or nothing: a reader never sees half a file."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise Problem(f"{path} cannot be written: {error.strerror}.") from None


def load_record(path: Path) -> Record:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Problem(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Problem(f"{path} is no record of Parlour: it is not text.") from None
    return read_record(text, str(path))


def save_table(table: Table, path: Path) -> None:
    """A match in a file of its own, with all that is needed to go on."""
    write_whole(path, "\n".join(lines_of(saved(table))) + "\n")


# Running matches.


class Running:
    """The record of a match in play: every line is on the disk before it is acknowledged.

    The dealer's secret lies beside it until the match is over and the record holds it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.secret = path.with_suffix(SECRET)

    def keep(self, lines: Sequence[str]) -> None:
        text = "".join(line + "\n" for line in lines)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())

    def keep_secret(self, secret: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.secret, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secret.hex())
            file.flush()
            os.fsync(file.fileno())

    def discard(self) -> None:
        self.path.unlink(missing_ok=True)
        self.secret.unlink(missing_ok=True)


def start_running(game: Game) -> Running:
    """A place for a new match."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return Running(home() / "running" / f"{game.name}-{stamp}-{secrets.token_hex(3)}{SUFFIX}")


def reopen(find: Find, path: Path) -> Table:
    """A running match after the program ended under it; what was never acknowledged may be missing."""
    running = Running(path)
    try:
        text = path.read_text("utf-8")
        secret = bytes.fromhex(running.secret.read_text("ascii"))
    except (OSError, ValueError):
        raise Problem(f"{path} cannot be gone on with.") from None
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_whole(path, whole)
    record = read_record(whole, str(path))
    return resume(find(record.header.game), record, secret, keep=running.keep)


def running_matches() -> list[Path]:
    """Matches that were left in the middle, newest first."""
    found = [path for path in (home() / "running").glob(f"*{SUFFIX}") if path.with_suffix(SECRET).exists()]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


# Named saves.


class Save(NamedTuple):
    name: str
    path: Path
    game: str
    players: str
    date: str
    problem: str = ""


def save_path(name: str) -> Path:
    """Names are file-name safe."""
    name = " ".join(name.split())
    if not name:
        raise Problem("Give the save a name.")
    if not SAFE.fullmatch(name) or name.lower() in RESERVED:
        raise Problem("A save's name is made of at most forty letters, digits, blanks, - and _.")
    return home() / "saves" / f"{name}{SUFFIX}"


def save(table: Table, name: str, overwrite: bool = False) -> Path:
    """A named save; an existing one is overwritten only on demand."""
    path = save_path(name)
    reason = table.game.unsavable(table.state)
    if reason is not None:
        raise Problem(reason)
    if path.exists() and not overwrite:
        raise Problem("A save of that name exists already.")
    save_table(table, path)
    return path


def saves() -> list[Save]:
    """All named saves, newest first; a damaged one is listed with what is wrong."""
    paths = sorted((home() / "saves").glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [_described(path) for path in paths]


def _described(path: Path) -> Save:
    date = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    try:
        header = load_record(path).header
    except Problem as problem:
        return Save(path.stem, path, "", "", date, str(problem))
    return Save(path.stem, path, header.game, ", ".join(header.names), date)


def delete_save(name: str) -> None:
    path = save_path(name)
    if not path.exists():
        raise Problem("There is no save of that name.")
    path.unlink()


def load_table(find: Find, path: Path, running: Running | None = None) -> Table:
    """A saved match, checked from its first line to its last, ready to go on."""
    record, secret = unsaved(load_record(path))
    game = find(record.header.game)
    if running is None or any(entry.kind == OVER for entry in record.entries):
        return resume(game, record, secret)
    running.keep_secret(secret)
    running.keep(lines_of(record))
    return resume(game, record, secret, keep=running.keep)
