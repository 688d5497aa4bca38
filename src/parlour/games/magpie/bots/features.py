"""Positions of Magpie as numbers, for programs that learn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.magpie.rules import KINDS, Magpie
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import NOBODY, State

SEATS: Final[i64] = 5
SEAT_NAMES: Final = ("present", "stones", "points")
NAMES: Final = (
    "over",
    "bid given",
    "bid",
    *(f"prize is {kind}" for kind in range(KINDS)),
    *(f"left of {kind}" for kind in range(KINDS)),
    *(f"{name} {distance}" for distance in range(SEATS) for name in SEAT_NAMES),
)


class MagpieFeatures(Features):
    """Writes what a seat of Magpie knows as numbers: its own bid, the trinkets, then the stones and points of itself
    and of the others."""

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        assert isinstance(state, Magpie)
        own: i64 = 0 if seat == WATCHER else seat
        bid: i64 = NOBODY if seat == WATCHER else state.cups[own]
        row.put_flag(state.over())
        row.put_flag(bid != NOBODY)
        row.put(bid if bid != NOBODY else 0, 4)
        row.put_one_hot(state.prize, KINDS)
        row.put_column(state.bag, 1)
        for distance in range(SEATS):
            if distance >= state.seats:
                row.skip(len(SEAT_NAMES))
                continue
            other = (own + distance) % state.seats
            row.put(1)
            row.put(state.purse[other], 4)
            row.put(state.hoard[other], 5)


FEATURES: Final = MagpieFeatures(NAMES)
