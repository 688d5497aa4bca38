"""Writes every event of a match to a file, one JSON object per line."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from parlour.kernel.problem import Problem
from parlour.table.presenter import event_header, event_row
from parlour.table.table import Table


class EventLog:
    """The file to which all events of a match are written, including private ones, for the person who asked for it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.story_count = 0  # number of events written
        self.next_number = 0
        if path.suffix != ".jsonl" and (path.is_file() or not path.exists()):  # pipes and devices may have any name
            raise Problem(f"The events cannot be written to {path.name}; name a file ending in .jsonl.")
        try:
            self.file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Problem(
                f"The events file {path} cannot be written: {error.strerror}; name another file with --events."
            ) from None

    def append_new(self, table: Table) -> None:
        try:
            if self.story_count == 0:
                if self.path.is_file():
                    self.file.truncate(0)  # keeps the events of an older match until this one has events
                players = [
                    {"seat": number, "name": seat.name, "player": seat.player}
                    for number, seat in enumerate(table.match.seats)
                ]
                self.file.write(json.dumps(event_header(table.game, table.options, players=players)) + "\n")
            for event in table.match.event_history[self.story_count :]:
                row = event_row(table.game, table.match.context, event)
                self.file.write(json.dumps({"n": self.next_number, **row}) + "\n")
                self.next_number += 1
            self.file.flush()
        except OSError as error:
            raise Problem(f"The events file {self.path} cannot be written: {error.strerror}; check the disk.") from None
        self.story_count = len(table.match.event_history)

    def close(self) -> None:
        """Closes the file of events; ignores write errors, which were reported before."""
        with contextlib.suppress(OSError):
            self.file.close()
