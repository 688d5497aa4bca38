"""Every event of a match to a file, one JSON object a line, as it happens."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from parlour.kernel.game import event_row
from parlour.kernel.journal import EVERYONE
from parlour.kernel.problem import Problem
from parlour.table.table import Table
from parlour.table.table_types import Notice


class EventLog:
    """Follows a table's story. What only one seat may know is in it too: it is for whoever asked for the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.story_count = 0  # of the story, told so far
        self.next_number = 0
        try:
            self.file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Problem(f"{path} cannot be written: {error.strerror}.") from None

    def append_new(self, table: Table) -> None:
        try:
            if self.story_count == 0 and self.path.is_file():
                self.file.truncate(0)  # what an older match left stays until this one is told
            for event in table.event_history[self.story_count :]:
                told = notice_row(event) if isinstance(event, Notice) else event_row(table.game, table.context, event)
                self.file.write(json.dumps({"n": self.next_number, **told}) + "\n")
                self.next_number += 1
            self.file.flush()
        except OSError as error:
            raise Problem(f"{self.path} cannot be written: {error.strerror}.") from None
        self.story_count = len(table.event_history)

    def close(self) -> None:
        """What could not be written has been complained of."""
        with contextlib.suppress(OSError):
            self.file.close()


def notice_row(notice: Notice) -> dict[str, object]:
    """What the table itself said: a default answer, a bot's remark, who plays for whom."""
    return {"kind": "notice", "category": "system", "audience": int(EVERYONE), "arguments": {}, "text": notice.text}
