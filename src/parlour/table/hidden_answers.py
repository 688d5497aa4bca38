"""Decides how long an answer stays hidden; log notices about a hidden answer wait until it is revealed."""

from __future__ import annotations

from collections.abc import Container, Sequence

from parlour.kernel.game import Game
from parlour.kernel.journal import WATCHER
from parlour.kernel.record import FORFEITED, RecordEntry
from parlour.kernel.rng import Rng
from parlour.kernel.state import State
from parlour.kernel.text import Event
from parlour.table.table_types import Notice

TIMEOUT_REASON = "time is gone"


def answer_notices(name: str, entry: RecordEntry) -> list[str]:
    """Returns the log notices about a seat's answer: of a default answer or a forfeit; none for any other answer."""
    if entry.kind == FORFEITED:
        if entry.why == TIMEOUT_REASON:
            return [f"{name} ran out of time and loses."]
        return [f"{name} loses: {entry.why}." if entry.why else f"{name} gives up."]
    return [f"{name}: {entry.text}, the default answer ({entry.why})."] if entry.why else []


def reason_notice(name: str, entry: RecordEntry) -> Notice:
    """Returns a bot's reason for an answer, to be shown on the line of what the bot did."""
    return Notice(f"{name}: {entry.remark}.", entry.seat, entry.remark)


def index_of_own_line(game: Game, events: Sequence[Event | Notice], seat: int, start: int = 0) -> int:
    """Returns the index of the first event of a seat from `start` on that has no reason yet; -1 if there is none."""
    for index in range(start, len(events)):
        event = events[index]
        if isinstance(event, Event) and not event.reason:
            names = game.text.events[event.kind].arguments
            if "seat" in names and event.arguments[names.index("seat")] == seat:
                return index
    return -1


def watcher_position(state: State) -> bytes:
    """Returns the packed position as a watcher would imagine it. An answer that does not change it is hidden."""
    return state.imagine(WATCHER, Rng(0)).pack()


def is_still_hidden(state: State, seat: int, answerer: int, owed: Container[int]) -> bool:
    """Returns whether a seat's hidden answer stays hidden after `answerer` has answered; the seats `owed` owed one.

    It is hidden while its seat is sealed. A half answer is hidden while the seat owes the rest. But the seat's own next
    answer may have closed the question, unless another seat still owes an answer or is sealed."""
    if state.sealed(seat):
        return True
    if seat not in owed or not state.owes(seat):
        return False
    others = [other for other in range(state.seats) if other != seat]
    return answerer != seat or any(state.sealed(other) or (other in owed and state.owes(other)) for other in others)
