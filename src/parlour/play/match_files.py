"""The files of a match on this device: its running record, its saves, and the file of its events."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from parlour.kernel.problem import Problem
from parlour.play.event_log import EventLog
from parlour.play.unfinished_matches import load_command
from parlour.store import files
from parlour.store.best_results import BestResult, keep_result
from parlour.store.files import RunningRecord
from parlour.table.table import Table


@contextlib.contextmanager
def storage_errors() -> Iterator[None]:
    """Turns a failure to store a change of the match into a Problem."""
    try:
        yield
    except OSError as error:
        raise Problem(
            f"The match cannot be written to {files.data_folder()}: {error.strerror}; check the disk, then answer "
            "again."
        ) from None


class MatchFiles:
    """Keeps the files of one match up to date, and saves the match when the player asks for it."""

    def __init__(self, table: Table, running_record: RunningRecord | None) -> None:
        self.table = table
        self.running_record = running_record
        self.record_path: Path | None = None  # of the finished match
        self.save_file: Path | None = None  # where to save the match when it is left
        self.event_log: EventLog | None = None
        self.result: BestResult | None = None  # of the finished match, if it was stored
        self.saved_entries = -1  # entries of the record at the last save

    def update(self) -> None:
        """Writes the new events; moves the record of a finished match to the folder of records, for replays."""
        if self.event_log is not None:
            self.event_log.append_new(self.table)
        if self.table.match.over() and self.running_record is not None:
            path = files.data_folder() / "records" / self.running_record.path.name
            with storage_errors():
                self.running_record.move_to(path)
            self.record_path, self.running_record = path, None
            self.result = keep_result(self.table)

    def check_savable(self) -> None:
        reason = self.table.game.traits.unsavable(self.table.match.state)
        if reason is not None:
            raise Problem(reason)

    def save(self, name: str, overwrite: bool = False) -> Path:
        """Saves the match under a name in the user's folder of saves, and returns the file's path."""
        path = files.save_match(self.table, name, overwrite)
        self.saved_entries = len(self.table.match.entries)
        return path

    def save_to_file(self) -> Path:
        """Saves the match to the file that the user named when starting it; raises Problem if there is none."""
        self.check_savable()
        if self.save_file is None:
            raise Problem("The save has no name; give it one, as in save NAME.")
        files.save_table(self.table, self.save_file)
        self.saved_entries = len(self.table.match.entries)
        return self.save_file

    def save_on_leaving(self) -> None:
        """Saves the match, even unfinished, to the file that the user named when starting it, if any."""
        if self.save_file is not None:
            files.save_table(self.table, self.save_file)

    def is_saved(self) -> bool:
        return (
            self.table.match.over() or self.save_file is not None or self.saved_entries == len(self.table.match.entries)
        )

    def resume_message(self) -> str:
        """Returns a sentence with the command that resumes this unfinished match; empty if the match is over."""
        if self.running_record is None or self.table.match.over():
            return ""
        players = [seat.player for seat in self.table.match.seats]
        return f"The match is kept. Go on with: {load_command(self.table.game.name, self.running_record.path, players)}"

    def close(self) -> None:
        """Releases the files; an unfinished match can be resumed later."""
        if self.running_record is not None:
            self.running_record.unlock()
        if self.event_log is not None:
            self.event_log.close()
