"""When an answer may be taken back: only while nothing has come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.journal import Journal, heard
from parlour.kernel.match import step
from parlour.kernel.record import ANSWER, effective, number_of
from parlour.kernel.rng import Rng

if TYPE_CHECKING:
    from parlour.table.table import Table

WORLDS = 5  # imagined ones in which the answer must have shown its giver the same


def undo_refusal(table: Table, seat: int) -> str:
    """Why a seat's last answer stands; empty if it may be taken back.

    Since that answer no outcome was dealt, no other seat has answered anything but the same common question, and
    nothing was shown to the one who asks that could not have been foreseen."""
    entries = effective(table.entries)
    mine = [index for index, entry in enumerate(entries) if entry.kind == ANSWER and entry.seat == seat]
    if not mine or mine[-1] < table.record().header.given:
        return "You have not answered anything yet."
    game = table.game
    state = game.start(len(table.seats), table.options, None)
    for entry in entries[: mine[-1]]:
        step(state, entry.seat, number_of(game, state, entry))
    later = entries[mine[-1] + 1 :]
    if any(entry.kind != ANSWER for entry in later):
        return "The dealer has dealt since."
    if any(not state.owes(entry.seat) for entry in later):
        return "Somebody else has answered since."
    action = number_of(game, state, entries[mine[-1]])
    now = game.view(table.state, seat)
    for number in range(WORLDS):
        world = state.imagine(seat, Rng(number, seat))
        journal = Journal()
        world.journal = journal
        world.play(seat, action)
        if world.fan > 0 or game.view(world, seat) != now or _reveals(table, journal, seat):
            return "You have seen something new since."
    return ""


def _reveals(table: Table, journal: Journal, seat: int) -> bool:
    rows = [journal.row(index) for index in range(journal.count())]
    return any(heard(row[0], seat) and table.game.words.events[row[1]].reveals for row in rows)
