"""Magpie in numbers: the trinkets and the purses."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

KINDS: Final[i64] = 6  # a trinket of kind k is worth k + 1
COPIES: Final[i64] = 2  # of each kind in the bag
STONES: Final[i64] = 15  # in each purse at the start

NAMES: Final = ("a button", "a thimble", "a brass key", "a silver spoon", "a pearl", "a gold ring")
