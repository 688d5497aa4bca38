"""Match records in files: matches in play, which survive a crash, and saves that a player has named."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import NamedTuple

import platformdirs

from parlour.kernel.game import Game
from parlour.kernel.options import Option, Options, Value, max_length
from parlour.kernel.problem import Problem
from parlour.kernel.record import FORMAT_VERSION, Record, read_record, record_lines, record_text
from parlour.store.bundle import load_bundled_text, parse_bundle_path
from parlour.store.file_lock import try_lock
from parlour.table.loading import make_save, resume_table, split_save
from parlour.table.table import Table

RECORD_SUFFIX = ".parlour"
SECRET_SUFFIX = ".secret"
SAFE_NAME = re.compile(r"[\w][\w \-]{0,39}")
RESERVED_NAMES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}

FindGame = Callable[[str], Game]


def data_folder() -> Path:
    """Returns the folder for Parlour's own files: the environment variable PARLOUR_HOME, or the user's data folder."""
    return Path(os.environ.get("PARLOUR_HOME") or platformdirs.user_data_dir("parlour", appauthor=False))


# Single files.


def open_private(path: str, flags: int) -> int:
    """Opens a file and returns its descriptor; a new file is accessible to its owner only, because it holds a seed."""
    return os.open(path, flags, 0o600)


def write_atomically(path: Path, text: str) -> None:
    """Writes a text to a temporary file and renames it to `path`, so that a reader never sees half a file."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(partial, "x", encoding="utf-8", newline="\n", opener=open_private) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        if isinstance(error, OSError):
            raise Problem(
                f"The file {path} cannot be written: {error.strerror}; check the disk, or choose another folder."
            ) from None
        raise


def append_line(path: Path, line: str) -> None:
    """Appends a line to a file that several windows may write, and makes its folder if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a", encoding="utf-8", newline="\n", opener=open_private) as file:
            file.write(f"{line}\n")
    except OSError as error:
        raise Problem(
            f"The file {path} cannot be written: {error.strerror}; check the disk, or set PARLOUR_HOME to another "
            "folder."
        ) from None


def check_writable(path: Path) -> None:
    """Raises Problem, before anything is written, if no file can be written at this path."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise Problem(
            f"Nothing can be written to {path}, as it is "
            f"{'a folder' if os.path.isdir(path) else 'not a regular file'}; name another file."
        )
    if not os.path.isdir(path.parent):
        raise Problem(f"The file {path} cannot be written, as there is no folder {path.parent}; make it first.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise Problem(
            f"The file {path} cannot be written, as you may not write to {path.parent}; choose another folder."
        )


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problem(f"The file {path} cannot be read: {error.strerror}; check the path.") from None


def load_text(path: Path) -> str:
    """Returns the text of a file with its line ends or, for a path like `FILE.bundle#12`, the record of that match."""
    bundled = parse_bundle_path(path)
    if bundled is not None:
        return load_bundled_text(*bundled)
    return _decode(path, read_bytes(path))


def _decode(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(f"{path} is not a match record, as it is not text; choose another file.") from None


def embed_file(option: Option, value: Value) -> Value:
    """Returns an option's value; a path given for a file option becomes the file's name and content."""
    if option.kind != "file" or not str(value).strip() or "\n" in str(value):
        return value
    path = Path(str(value).strip()).expanduser()
    if path.is_dir():
        raise Problem(f"{path} is a folder; name a file for the option {option.name}.")
    if path.exists() and not path.is_file():
        raise Problem(f"{path} is not a regular file; name one for the option {option.name}.")
    most = max_length(option) - len(path.name) - 1
    try:
        small = path.stat().st_size <= 4 * most
        text = read_bytes(path).decode("utf-8-sig") if small else ""
    except UnicodeDecodeError:
        raise Problem(
            f"{path}, the file for the option {option.name}, is not text in UTF-8; save it as UTF-8."
        ) from None
    except OSError as error:
        raise Problem(
            f"{path}, the file for the option {option.name}, cannot be read: {error.strerror}; check the path."
        ) from None
    if not small or len(text) > most:
        raise Problem(f"{path}, the file for the option {option.name}, is too large; use at most {most} characters.")
    return f"{path.name}\n{text}"


def embed_files(game: Game, given: Options) -> dict[str, Value]:
    """Returns a match's options with every file that they name replaced by its name and content."""
    known = {option.name: option for option in game.options}
    return {name: embed_file(known[name], value) if name in known else value for name, value in given.items()}


def is_record(text: str) -> bool:
    """Whether the first line of a text is the header of a match record of this format; the rest may be damaged."""
    try:
        return bool(json.loads(text.partition("\n")[0])["parlour"] == FORMAT_VERSION)
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def load_record(path: Path) -> Record:
    return read_record(load_text(path), str(path))


def save_table(table: Table, path: Path) -> None:
    """Writes the record of a match to a file, with its seed, so that the match can be continued."""
    write_atomically(path, record_text(make_save(table)))


# Running matches.


class RunningRecord:
    """The record file of a match in play: every line is on the disk before it is acknowledged.

    The dealer's secret is in a file beside it until the finished record contains it. The process that plays the match
    locks that file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.secret = path.with_suffix(SECRET_SUFFIX)
        self.lock_handle: int | None = None
        self.torn = False

    def append(self, lines: Sequence[str]) -> None:
        """Appends all lines to the record file or none: after an error, such as a full disk, it is truncated again."""
        if self.torn:
            raise OSError(errno.EIO, "the record ends in the middle of a line; leave and load the match again")
        with self.path.open("ab", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            try:
                rest = "".join(f"{line}\n" for line in lines).encode()
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
            except BaseException:
                self._truncate(file, size)
                raise

    def _truncate(self, file: FileIO, size: int) -> None:
        try:
            file.truncate(size)
            os.fsync(file.fileno())
        except OSError:
            self.torn = True

    def create_secret(self, secret: bytes) -> None:
        """Creates the file with the dealer's secret of a match and locks it for this process."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.secret, "x", encoding="ascii", opener=open_private) as file:
            file.write(secret.hex())
            file.flush()
            os.fsync(file.fileno())
        self.lock()

    def lock(self) -> None:
        """Locks a match for this process; raises Problem if another process plays it or its secret file is missing."""
        try:
            self.lock_handle = try_lock(self.secret)
        except OSError as error:
            raise Problem(
                f"The match {self.path} cannot be continued, as the file {self.secret.name} with its dealer's secret "
                f"cannot be opened: {error.strerror}; start a new match from one of its positions with --at."
            ) from None
        if self.lock_handle is None:
            raise Problem("This match cannot be continued here, as another window is playing it; leave it there first.")

    def unlock(self) -> None:
        if self.lock_handle is not None:
            os.close(self.lock_handle)
            self.lock_handle = None

    def move_to(self, path: Path) -> None:
        """Moves the record file of a finished match to `path` and deletes the file with the dealer's secret."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path.replace(path)
        self.discard()

    def discard(self) -> None:
        self.path.unlink(missing_ok=True)
        self.unlock()
        self.secret.unlink(missing_ok=True)


def new_running_record(game: Game) -> RunningRecord:
    """Returns a new RunningRecord at an unused path, named after the game and the time; creates no file yet."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return RunningRecord(data_folder() / "running" / f"{game.name}-{stamp}-{secrets.token_hex(3)}{RECORD_SUFFIX}")


def attach_running_record(table: Table, running: RunningRecord) -> None:
    """Writes a new match to its record file, and makes the table append all further lines to it.

    If writing fails, leaves no files behind."""
    try:
        running.create_secret(table.secret)
        running.append(record_lines(table.record()))
    except BaseException as error:
        with contextlib.suppress(OSError):
            running.discard()
        if isinstance(error, OSError):
            raise Problem(
                f"The folder {running.path.parent} for matches in play cannot be written: {error.strerror}; set "
                "PARLOUR_HOME to another folder."
            ) from None
        raise
    table.store_lines = running.append


def load_running_record(path: Path) -> Record:
    """Reads the record file of a match in play, without an incomplete last line (it was never acknowledged)."""
    content = read_bytes(path)
    return read_record(_decode(path, content[: content.rfind(b"\n") + 1]), str(path))


def load_match(path: Path) -> Record:
    """Reads the match record in a file, whether it is a save, a finished match or a match still in play."""
    return load_running_record(path) if is_running(path) else load_record(path)


def resume_running_match(find: FindGame, running: RunningRecord) -> Table:
    """Locks an unfinished match whose program has ended, and returns a table that continues it from its record file."""
    running.lock()
    try:
        record = load_running_record(running.path)
        table = resume_table(find(record.header.game), record, _read_secret(running))
        text = record_text(table.record())
        if text.encode() != read_bytes(running.path):
            write_atomically(running.path, text)
    except BaseException:
        running.unlock()
        raise
    table.store_lines = running.append
    return table


def _read_secret(running: RunningRecord) -> bytes:
    try:
        return bytes.fromhex(running.secret.read_text("ascii"))
    except (OSError, ValueError):
        raise Problem(
            f"The match {running.path} cannot be continued, as {running.secret.name} does not hold its dealer's "
            "secret; start a new match from one of its positions with --at."
        ) from None


def is_running(path: Path) -> bool:
    """Whether a file is the record of a match in play, which means that its secret file is beside it."""
    return path.suffix == RECORD_SUFFIX and os.path.exists(path.with_suffix(SECRET_SUFFIX))


def running_matches() -> list[Path]:
    """Returns the paths of the record files of unfinished matches, newest first."""
    return _newest_first([path for path in (data_folder() / "running").glob(f"*{RECORD_SUFFIX}") if is_running(path)])


def finished_records() -> list[Path]:
    """Returns the paths of the record files of finished matches, newest first."""
    return _newest_first((data_folder() / "records").glob(f"*{RECORD_SUFFIX}"))


def _newest_first(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=modified_time, reverse=True)


def modified_time(path: Path) -> float:
    """Returns the time when a file was last written, in seconds since the epoch; 0 if the file is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


# Named saves.


class Save(NamedTuple):
    name: str
    path: Path
    game: str
    players: str
    date: str
    problem: str = ""


def save_path(name: str) -> Path:
    """Returns the path for a named save; raises Problem for a name that is no safe file name."""
    name = " ".join(name.split())
    if not name:
        raise Problem("The save has no name; give it one.")
    if not SAFE_NAME.fullmatch(name) or name.lower() in RESERVED_NAMES:
        raise Problem(
            f"A save cannot be called {name!r}; use at most 40 letters, digits, spaces, - and _, and do not begin "
            "with -."
        )
    return data_folder() / "saves" / f"{name}{RECORD_SUFFIX}"


def save_match(table: Table, name: str, overwrite: bool = False) -> Path:
    """Saves a match under a name and returns the path.

    Raises Problem if that save exists, unless `overwrite`, or if the game cannot be saved at this point."""
    path = save_path(name)
    reason = table.game.traits.unsavable(table.match.state)
    if reason is not None:
        raise Problem(reason)
    if path.exists() and not overwrite:
        raise Problem(f"There is already a save called {path.stem}; choose another name.")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    save_table(table, path)
    return path


def list_saves() -> list[Save]:
    """Returns the list entries of all named saves, newest first; that of a damaged save says what is wrong with it."""
    return [
        describe_save(path, load_record) for path in _newest_first((data_folder() / "saves").glob(f"*{RECORD_SUFFIX}"))
    ]


def describe_save(path: Path, load: Callable[[Path], Record]) -> Save:
    """Returns the list entry of a saved or running match: name, game, players, date, and why it cannot be read."""
    date = datetime.fromtimestamp(modified_time(path)).strftime("%Y-%m-%d %H:%M")
    try:
        header = load(path).header
    except Problem as problem:
        return Save(path.stem, path, "", "", date, str(problem))
    return Save(path.stem, path, header.game, ", ".join(header.names), date)


def delete_save(name: str) -> None:
    path = save_path(name)
    if not path.exists():
        raise Problem(f"There is no save called {path.stem}; choose one from the list of saves.")
    path.unlink()


def load_saved_table(find: FindGame, path: Path) -> Table:
    """Loads a saved match from a file, checks all its lines, and returns a table to continue it."""
    record, secret = split_save(load_record(path))
    return resume_table(find(record.header.game), record, secret)
