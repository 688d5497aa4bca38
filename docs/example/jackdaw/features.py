"""Jackdaw as numbers, for programs that learn."""

from __future__ import annotations

from jackdaw.rules import KINDS, NAMES, Jackdaw
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import NOBODY, State

SEATS = 5


class JackdawFeatures(Features):
    def write(self, state: State, seat: int, row: FeatureRow) -> None:
        assert isinstance(state, Jackdaw)
        own = max(0, seat)
        bid = NOBODY if seat == WATCHER else state.cups[own]
        row.put_flag(state.over())
        row.put(bid + 1, 4)
        row.put_one_hot(state.prize, KINDS)
        row.put_column(state.bag, 1)
        for distance in range(state.seats):
            other = (own + distance) % state.seats
            row.put(1)
            row.put(state.purse[other], 4)
            row.put(state.hoard[other], 5)
        row.skip(3 * (SEATS - state.seats))


FEATURES = JackdawFeatures(
    (
        "over",
        "own bid",
        *(f"prize: {name}" for name in NAMES),
        *(f"in the bag: {name}" for name in NAMES),
        *(f"{name} {distance}" for distance in range(SEATS) for name in ("present", "stones", "points")),
    )
)
