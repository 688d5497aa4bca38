"""Packs a game state into one row of numbers, for equality, hashing and transport."""

from __future__ import annotations

import sys
from array import array

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from parlour.kernel.problem import Problem


class Sheet:
    """The row of numbers of a packed game state, written one after another and read back in the same order."""

    def __init__(self, numbers: vec[i64]) -> None:
        self.numbers = numbers
        self.position: i64 = 0

    def put(self, number: i64) -> None:
        self.numbers = append(self.numbers, number)

    def put_column(self, column: vec[i64]) -> None:
        self.numbers = append(self.numbers, len(column))
        self.numbers = extend(self.numbers, column)

    def take(self) -> i64:
        if self.position >= len(self.numbers):
            raise Problem("The stored bytes of a position end too early; pack the position again.")
        number = self.numbers[self.position]
        self.position += 1
        return number

    def take_column(self) -> vec[i64]:
        length = self.take()
        if length < 0 or self.position + length > len(self.numbers):
            raise Problem("The stored bytes of a position end too early; pack the position again.")
        column = self.numbers[self.position : self.position + length]
        self.position += length
        return column


def to_bytes(numbers: vec[i64]) -> bytes:
    """Returns the numbers as bytes, eight for each, least significant byte first on every machine."""
    if sys.byteorder == "little":
        return bytes(memoryview(numbers))
    swapped = array("q", numbers)
    swapped.byteswap()
    return swapped.tobytes()


def from_bytes(packed: bytes) -> vec[i64]:
    if len(packed) % 8 != 0:
        raise Problem(
            "The stored bytes of a position are not a whole number of 8-byte numbers; pack the position again."
        )
    numbers = array("q", packed)
    if sys.byteorder != "little":
        numbers.byteswap()
    return vec[i64](numbers)
