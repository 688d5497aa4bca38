"""Jackdaw as numbers, for programs that learn."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from jackdaw.rules import NAMES, Jackdaw
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import State

FEATURES = (
    "prize",
    *(f"in the bag: {name}" for name in NAMES),
    "own stones",
    "own points",
    "most stones of another",
    "most points of another",
)


def read(state: State, seat: int) -> vec[i64]:
    assert isinstance(state, Jackdaw)
    others = [other for other in range(state.seats) if other != seat]
    own = (0, 0) if seat == WATCHER else (state.purse[seat], state.hoard[seat])
    best = (max([state.purse[other] for other in others]), max([state.hoard[other] for other in others]))
    return vec[i64]([state.prize, *state.bag, *own, *best])
