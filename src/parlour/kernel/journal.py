"""The journal: the events of a match (for its log) as rows of numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

EVERYONE: Final[i64] = -1  # audience: all seats and all watchers
WATCHER: Final[i64] = -1  # the seat number of a viewer without a seat
ROW_LENGTH: Final[i64] = 8  # audience, kind, six arguments


@mypyc_attr(acyclic=True)
class Journal:
    """The events of a match in order, as rows of numbers. An event's audience is a bit mask of seats, or EVERYONE."""

    def __init__(self) -> None:
        self.numbers = vec[i64]()

    def add(
        self, audience: i64, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0, f: i64 = 0
    ) -> None:
        numbers = append(self.numbers, audience)
        numbers = append(numbers, kind)
        numbers = append(numbers, a)
        numbers = append(numbers, b)
        numbers = append(numbers, c)
        numbers = append(numbers, d)
        numbers = append(numbers, e)
        self.numbers = append(numbers, f)

    def count(self) -> i64:
        return len(self.numbers) // ROW_LENGTH

    def row(self, index: i64) -> vec[i64]:
        return self.numbers[index * ROW_LENGTH : index * ROW_LENGTH + ROW_LENGTH]


def can_hear(audience: i64, viewer: i64) -> bool:
    """Returns whether a viewer (a seat or a watcher) belongs to the audience of an event."""
    if audience == EVERYONE:
        return True
    return viewer != WATCHER and (audience >> viewer) & 1 == 1
