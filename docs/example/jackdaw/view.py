"""What one seat may see."""

from __future__ import annotations

from dataclasses import dataclass

from jackdaw.rules import Jackdaw
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import NOBODY, State


@dataclass(frozen=True)
class JackdawView:
    prize: int  # the kind on offer, -1 before the first
    bag: tuple[int, ...]  # trinkets left, by kind
    purse: tuple[int, ...]  # stones, by seat
    hoard: tuple[int, ...]  # points, by seat
    mine: int  # the bid in one's own cup, -1 while it is empty
    over: bool


def view(state: State, seat: int) -> JackdawView:
    assert isinstance(state, Jackdaw)
    return JackdawView(
        prize=state.prize,
        bag=tuple(state.bag),
        purse=tuple(state.purse),
        hoard=tuple(state.hoard),
        mine=NOBODY if seat == WATCHER else state.cups[seat],
        over=state.over(),
    )
