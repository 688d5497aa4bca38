"""Every event of a match to a file, one JSON object a line, as it happens."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from parlour.kernel.game import Event
from parlour.kernel.journal import EVERYONE, WATCHER
from parlour.kernel.problem import Problem
from parlour.kernel.state import first_owing
from parlour.table.table import Notice, Table


class EventsFile:
    """Follows a table's story. What only one seat may know is in it too: it is for whoever asked for the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = 0  # of the story, told so far
        self.number = 0
        try:
            self.file = path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Problem(f"{path} cannot be written: {error.strerror}.") from None

    def follow(self, table: Table) -> None:
        try:
            for event in table.story[self.count :]:
                if not isinstance(event, Notice):
                    self.file.write(json.dumps(told(table, self.number, event)) + "\n")
                    self.number += 1
            self.file.flush()
        except OSError as error:
            raise Problem(f"{self.path} cannot be written: {error.strerror}.") from None
        self.count = len(table.story)

    def close(self) -> None:
        self.file.close()


def told(table: Table, number: int, event: Event) -> dict[str, object]:
    kind = table.game.words.events[event.kind]
    viewer = int(WATCHER if event.audience == EVERYONE else first_owing(event.audience))
    return {
        "n": number,
        "kind": kind.name,
        "category": kind.category,
        "audience": event.audience,
        "arguments": dict(zip(apart(kind.arguments), event.arguments, strict=False)),
        "text": table.game.words.sentence(table.room, event, viewer),
    }


def apart(names: Sequence[str]) -> list[str]:
    """Names that come twice are numbered: die, die 2, die 3."""
    counts = [names[: index + 1].count(name) for index, name in enumerate(names)]
    return [name if count == 1 else f"{name} {count}" for name, count in zip(names, counts, strict=True)]
