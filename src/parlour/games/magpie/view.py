"""The view of one seat of Magpie: what that player may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from parlour.games.magpie.rules import Magpie
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import NOBODY, State


@dataclass(frozen=True)
class MagpieView:
    prize: Annotated[int, "trinket"]  # the kind on offer, -1 between rounds
    bag: Annotated[list[int], "by trinket"]  # trinkets left
    purse: Annotated[list[int], "by seat"]  # stones
    hoard: Annotated[list[int], "by seat"]  # points
    mine: int | None  # the seat's own bid, if it has bid
    over: bool


def view(state: State, seat: int) -> MagpieView:
    assert isinstance(state, Magpie)
    return MagpieView(
        prize=int(state.prize),
        bag=list(state.bag),
        purse=list(state.purse),
        hoard=list(state.hoard),
        mine=None if seat == WATCHER or state.cups[seat] == NOBODY else state.cups[seat],
        over=state.over(),
    )
