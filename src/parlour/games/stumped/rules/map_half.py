"""The half of a Stumped map that is drawn by chance, and the mirror that makes the other half."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE
from parlour.games.stumped.rules.book import Book


class Half:
    """Half of a map, addressed with the mirror line below it: a place along the line, and a row (0: farthest from it).

    The mirror line is level and the half is the upper one, or (`upright`) it is upright and the half is the left one:
    the same drawing with columns and rows exchanged."""

    def __init__(self, book: Book, upright: bool) -> None:
        self.upright = upright
        self.width: i64 = book.width
        self.height: i64 = book.height
        self.length: i64 = book.height if upright else book.width  # of the mirror line
        self.depth: i64 = (book.width if upright else book.height) // 2  # rows of the half

    def tile(self, along: i64, row: i64) -> i64:
        return row + along * self.width if self.upright else along + row * self.width

    def numbered_tile(self, number: i64) -> i64:
        """Returns a tile of the half by its number, counted along the rows."""
        return self.tile(number % self.length, number // self.length)

    def holds(self, tile: i64) -> bool:
        return (tile % self.width if self.upright else tile // self.width) < self.depth

    def direction(self, drawn: i64) -> i64:
        """Returns the direction on the map of a direction in the half: south is always towards the mirror line."""
        return DIRECTIONS - 1 - drawn if self.upright else drawn

    def mirrored(self, tile: i64) -> i64:
        """Returns the tile that mirrors a tile of the map."""
        x = tile % self.width
        y = tile // self.width
        if self.upright:
            return self.width - 1 - x + y * self.width
        return x + (self.height - 1 - y) * self.width

    def mirrored_flow(self, flow: i64) -> i64:
        """Returns the flow of the mirrored tile: the two directions across the mirror line are exchanged."""
        if flow == NOWHERE or flow % 2 != (1 if self.upright else 0):
            return flow
        return (flow + 2) % DIRECTIONS
