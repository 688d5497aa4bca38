"""The view of one seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jackdaw.rules import Jackdaw
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import NOBODY, State


@dataclass(frozen=True)
class JackdawView:
    prize: Annotated[int, "trinket"]  # the kind on offer, -1 before the first
    bag: Annotated[tuple[int, ...], "by trinket"]  # trinkets left
    purse: Annotated[tuple[int, ...], "by seat"]  # stones
    hoard: Annotated[tuple[int, ...], "by seat"]  # points
    mine: int | None  # the seat's own bid, if it has bid
    over: bool


def view(state: State, seat: int) -> JackdawView:
    assert isinstance(state, Jackdaw)
    return JackdawView(
        prize=state.prize,
        bag=tuple(state.bag),
        purse=tuple(state.purse),
        hoard=tuple(state.hoard),
        mine=None if seat == WATCHER or state.cups[seat] == NOBODY else state.cups[seat],
        over=state.over(),
    )
