"""Features: a position as a row of named 32-bit floats, seen from one seat, for programs that learn."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from parlour.kernel.state import State

MANTISSA: Final[i64] = 23  # bits of a float after its leading bit; whole numbers below 2**24 are exact
EXACT: Final[i64] = 1 << 24
NEGATIVE: Final[i64] = -(1 << 31)  # the sign bit of a float, as a signed 32-bit number
TABLE_SIZE: Final[i64] = 1 << 11  # numbers below it are looked up, ...
SHIFTS: Final[i64] = 8  # ... if they are shifted by less than this
SPARE_CELLS: Final = 64  # so that a game which writes more features than it names is told how many
if TYPE_CHECKING:  # compiled code cannot evaluate vec[i64] as a type
    ReadFeatures = Callable[[State, int], Sequence[int] | vec[i64]]


def table_of_float_bits(count: int, shifts: int) -> vec[i32]:
    """Returns the bits of number / 2**shift as 32-bit floats, by shift * count + number."""
    size = count * shifts
    quotients = [number / (1 << shift) for shift in range(shifts) for number in range(count)]
    return vec[i32](list(struct.unpack(f"={size}i", struct.pack(f"={size}f", *quotients))))


FLOAT_BITS: Final = table_of_float_bits(TABLE_SIZE, SHIFTS)


class FeatureRow:
    """Rows of 32-bit floats in one block of memory, which NumPy reads without a copy; `put` fills the next cell.

    The cells hold the bits of the floats, because compiled Python has no 32-bit float."""

    def __init__(self, size: i64) -> None:
        self.cells = vec[i32]([0] * size)
        self.position: i64 = 0

    def put(self, number: i64, shift: i64 = 0) -> None:
        """Writes a whole number, divided by 2**shift, to the next cell; beyond 2**24 it loses its lowest bits."""
        self.put_at(self.position, number, shift)
        self.position += 1

    def put_at(self, cell: i64, number: i64, shift: i64 = 0) -> None:
        """Writes a whole number, divided by 2**shift, to any cell, and stays where the row was."""
        if 0 <= number < TABLE_SIZE and shift < SHIFTS:
            self.cells[cell] = FLOAT_BITS[shift * TABLE_SIZE + number]
        else:
            self.cells[cell] = i32(float_bits(number, shift))

    def put_zeros(self, count: i64) -> i64:
        """Writes zeros to the next cells and returns the first of them; `put_at` then fills those that differ."""
        first = self.position
        self.position += count
        for cell in range(first, self.position):
            self.cells[cell] = 0
        return first

    def put_flag(self, flag: bool) -> None:
        self.put(i64(flag))

    def put_one_hot(self, index: i64, count: i64) -> None:
        """Writes `count` cells: 1 at the index, 0 elsewhere; all are 0 if the index is outside."""
        first = self.put_zeros(count)
        if 0 <= index < count:
            self.put_at(first + index, 1)

    def put_bits(self, mask: i64, count: i64) -> None:
        """Writes the lowest `count` bits of a mask, a cell for each."""
        for bit in range(count):
            self.put((mask >> bit) & 1)

    def put_column(self, column: vec[i64], shift: i64 = 0) -> None:
        self.put_part(column, 0, len(column), shift)

    def put_part(self, column: vec[i64], first: i64, count: i64, shift: i64 = 0) -> None:
        """Writes `count` numbers of a column, from index `first` on, each divided by 2**shift."""
        cell = self.position
        for index in range(first, first + count):
            self.put_at(cell, column[index], shift)
            cell += 1
        self.position = cell

    def skip(self, count: i64) -> None:
        """Leaves the next cells as they are: zero, unless an earlier position of another setup was written there."""
        self.position += count

    def clear(self) -> None:
        """Sets all cells to zero and goes back to the first."""
        for cell in range(len(self.cells)):
            self.cells[cell] = 0
        self.position = 0


def float_bits(number: i64, shift: i64) -> i64:
    """Returns the bits of a whole number, divided by 2**shift, as a 32-bit float; from 2**24 on, its lowest bits are
    cut off."""
    if number == 0:
        return 0
    if number < 0:
        return float_bits(-number, shift) + NEGATIVE
    exponent = MANTISSA - shift
    while number >= EXACT:
        number >>= 1
        exponent += 1
    while number < EXACT >> 1:
        number <<= 1
        exponent -= 1
    return ((exponent + 127) << MANTISSA) | (number & ((1 << MANTISSA) - 1))


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """How a game writes a position as named numbers; like views, they contain only what the seat may know.

    A game gives a function that returns whole numbers, or overrides `write`, which is faster and may scale them.
    The seat's own numbers come first, then those of the others in turn order; whatever is not in play is zero."""

    def __init__(
        self, names: Sequence[str], read: ReadFeatures | None = None, *, text_fields: Sequence[str] = ()
    ) -> None:
        self.names = tuple(names)
        self.read = read
        self.text_fields = frozenset(text_fields)  # fields of the view that features leave out, as they are mere text

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        """Writes the features of a position, as the seat knows it, to the next cells of the row."""
        if self.read is not None:
            for number in self.read(state, seat):
                row.put(number)


NO_FEATURES: Final = Features(())


def feature_bytes(features: Features, state: State, seat: i64) -> bytes:
    """Returns the features of one position as the bytes of 32-bit floats; to compare them, or to read with NumPy."""
    row = FeatureRow(2 * len(features.names) + SPARE_CELLS)
    features.write(state, seat, row)
    return bytes(memoryview(row.cells))[: 4 * int(row.position)]


def feature_values(features: Features, state: State, seat: i64) -> list[float]:
    """Returns the features of one position as numbers, in the order of their names."""
    packed = feature_bytes(features, state, seat)
    return list(struct.unpack(f"={len(packed) // 4}f", packed))
