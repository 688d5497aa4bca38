"""Boxes in logical pixels, and how they are cut into parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle in logical pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, point: Point) -> bool:
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def inset(self, across: float, down: float | None = None) -> Box:
        down = across if down is None else down
        return Box(self.x + across, self.y + down, max(0, self.w - 2 * across), max(0, self.h - 2 * down))

    def moved(self, dx: float, dy: float) -> Box:
        return self._replace(x=self.x + dx, y=self.y + dy)

    def cut_top(self, height: float, gap: float = 0) -> tuple[Box, Box]:
        """Returns the upper part of this height, and the rest below the gap."""
        return self._replace(h=height), Box(self.x, self.y + height + gap, self.w, max(0, self.h - height - gap))

    def cut_bottom(self, height: float, gap: float = 0) -> tuple[Box, Box]:
        """Returns the lower part of this height, and the rest above the gap."""
        return self._replace(y=self.bottom - height, h=height), self._replace(h=max(0, self.h - height - gap))

    def cut_left(self, width: float, gap: float = 0) -> tuple[Box, Box]:
        return self._replace(w=width), Box(self.x + width + gap, self.y, max(0, self.w - width - gap), self.h)

    def cut_right(self, width: float, gap: float = 0) -> tuple[Box, Box]:
        return self._replace(x=self.right - width, w=width), self._replace(w=max(0, self.w - width - gap))

    def columns(self, count: int, gap: float = 0) -> list[Box]:
        width = (self.w - gap * (count - 1)) / max(1, count)
        return [Box(self.x + (width + gap) * n, self.y, width, self.h) for n in range(count)]

    def rows(self, count: int, gap: float = 0) -> list[Box]:
        height = (self.h - gap * (count - 1)) / max(1, count)
        return [Box(self.x, self.y + (height + gap) * n, self.w, height) for n in range(count)]

    def middle(self, width: float, height: float) -> Box:
        """Returns a box of this size in the middle."""
        return Box(self.x + (self.w - width) / 2, self.y + (self.h - height) / 2, width, height)

    def fitted(self, shape: float) -> Box:
        """Returns the largest box inside with this ratio of width to height, in the middle."""
        width = min(self.w, self.h * shape)
        return self.middle(width, width / shape)

    def overlap(self, other: Box) -> Box:
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, max(0, min(self.right, other.right) - x), max(0, min(self.bottom, other.bottom) - y))


class CardGrid(NamedTuple):
    """How many columns and rows a number of cards takes, and the size of one card."""

    columns: int
    rows: int
    w: float
    h: float

    def cell(self, area: Box, number: int, gap: float) -> Box:
        row, column = divmod(number, self.columns)
        return Box(area.x + column * (self.w + gap), area.y + row * (self.h + gap), self.w, self.h)


def fit_cards(count: int, area: Box, gap: float, shape: float, widest: float) -> CardGrid:
    """Returns the grid in which so many cards are as large as possible, in as few and even rows as that allows.

    `shape` is width by height of a good card. A card may become flatter, but never wider than `widest`."""
    best = CardGrid(1, max(1, count), 0, 0)
    for columns in range(1, max(1, count) + 1):
        rows = -(-count // columns)
        width = min((area.w - gap * (columns - 1)) / columns, widest)
        height = min((area.h - gap * (rows - 1)) / max(1, rows), width / shape)
        size, largest = min(width, height * shape), min(best.w, best.h * shape)
        if size > largest + 0.5 or (size >= largest and rows < best.rows):
            best = CardGrid(columns, rows, width, height)
    return best


def flow(widths: Sequence[float], area: Box, height: float, gap: float) -> list[Box]:
    """Returns boxes of these widths set like words, from left to right, in lines of this height."""
    boxes: list[Box] = []
    x, y = area.x, area.y
    for wanted in widths:
        width = min(wanted, area.w)
        if x > area.x and x + width > area.right + 0.5:
            x, y = area.x, y + height + gap
        boxes.append(Box(x, y, width, height))
        x += width + gap
    return boxes


def nearest_box(boxes: Sequence[Box], at: int, arrow: str, detour: float = 2) -> int:
    """Returns the number of the nearest box in an arrow key's direction, -1: none; sideways counts `detour` times."""
    x, y = boxes[at].centre
    best, found = float("inf"), -1
    for number, box in enumerate(boxes):
        dx, dy = box.centre[0] - x, box.centre[1] - y
        along, aside = {"right": (dx, dy), "left": (-dx, dy), "down": (dy, dx), "up": (-dy, dx)}[arrow]
        way = along + detour * abs(aside)
        if number != at and along > 1 and way < best:
            best, found = way, number
    return found
