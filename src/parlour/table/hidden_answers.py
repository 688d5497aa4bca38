"""What nobody may hear yet: whatever is said about an answer waits until the answer is turned up."""

from __future__ import annotations

from collections.abc import Container

from parlour.kernel.journal import WATCHER
from parlour.kernel.record import FORFEITED, RecordEntry
from parlour.kernel.rng import Rng
from parlour.kernel.state import State

TIMEOUT_REASON = "time is gone"


def answer_notices(name: str, entry: RecordEntry) -> list[str]:
    """What the table itself tells about an answer: that a default stood in for it, or why a bot gave it."""
    if entry.kind == FORFEITED:
        if entry.why == TIMEOUT_REASON:
            return [f"{name} ran out of time and loses."]
        return [f"{name} loses: {entry.why}." if entry.why else f"{name} gives up."]
    lapsed = [f"{name}: {entry.text}, the default answer ({entry.why})."] if entry.why else []
    return [*lapsed, f"{name}: {entry.remark}."] if entry.remark else lapsed


def watcher_position(state: State) -> bytes:
    """The position as who only looks on imagines it. An answer that does not change it was given face down."""
    return state.imagine(WATCHER, Rng(0)).pack()


def is_still_hidden(state: State, seat: int, spoke: int, owed: Container[int]) -> bool:
    """Whether an answer that was given face down still lies so, now that `spoke` has answered and `owed` did owe.

    It does while its seat is sealed. Half an answer does as long as the seat owes the rest: its own next answer may
    have closed the question, unless somebody else is waited for, or sealed, as before."""
    if state.sealed(seat):
        return True
    if seat not in owed or not state.owes(seat):
        return False
    others = [other for other in range(state.seats) if other != seat]
    return spoke != seat or any(state.sealed(other) or (other in owed and state.owes(other)) for other in others)
