"""Sets up a match of Jackdaw."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from jackdaw.rules import COPIES, KINDS, Jackdaw
from parlour.kernel.journal import Journal
from parlour.kernel.options import Options
from parlour.kernel.state import NOBODY


def start(seats: int, options: Options, journal: Journal | None) -> Jackdaw:
    """Rule 0: two of each trinket in the bag, the same number of stones in each purse."""
    state = Jackdaw(seats)
    state.journal = journal
    stones = options["stones"]
    assert isinstance(stones, int)
    state.bag = vec[i64]([COPIES] * KINDS)
    state.purse = vec[i64]([stones] * seats)
    state.hoard = vec[i64]([0] * seats)
    state.cups = vec[i64]([NOBODY] * seats)
    state.ask_dealer(KINDS)
    return state
