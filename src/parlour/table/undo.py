"""When an answer may be taken back: only while nothing has come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.game import Event, Game, visible_events
from parlour.kernel.journal import Journal
from parlour.kernel.rng import Rng
from parlour.kernel.state import State
from parlour.table.past import Move, past_of

if TYPE_CHECKING:
    from parlour.table.table import Table

WORLDS = 5  # imagined ones in which the answer must have shown its giver the same


def undo_refusal(table: Table, seat: int) -> str:
    """Why a seat's last answer stands; empty if it may be taken back.

    It lies face down still; or since that answer no outcome was dealt, no other seat has answered anything but the
    same common question, and the one who asks saw and heard nothing that could not have been foreseen. A default
    answer stands."""
    if seat not in table.past.speakers and (table.past.parted or table.state.sealed(seat)):
        table.past = past_of(table.game, len(table.seats), table.options, table.entries)
    past = table.past
    own = past.last(seat)
    if own is None or (table.header is not None and own.place < table.header.given):
        return "You have not answered anything yet."
    if own.place < table.changed[seat]:
        return "The seat has changed hands since."
    if table.guide is not None and (table.guide.step is not None or own.place < table.guide.ended):
        return "What was answered in a lesson stands."
    if own.entry.why:
        return "The default answer was given for you."
    if table.state.sealed(seat):
        return ""
    if own.place < past.dealt:
        return "The dealer has dealt since."
    if own is not past.speakers.get(seat):
        return "Somebody else has answered since."
    later = past.loose[past.loose.index(own) + 1 :]
    if any((own.owing >> move.entry.seat) & 1 == 0 for move in later):
        return "Somebody else has answered since."
    if not _foreseen(table.game, past.position(own), seat, own, later):
        return "You have seen something new since."
    return ""


def _foreseen(game: Game, state: State, seat: int, own: Move, later: list[Move]) -> bool:
    """Whether every world the seat could imagine would have shown it just this, and nothing of it reveals."""
    truth = state.clone()
    seen, heard = _shown(game, truth, seat, [own, *later])
    if truth.outcomes > 0 or any(game.words.events[event.kind].reveals for event in heard):
        return False
    worlds = [state.imagine(seat, Rng(number, seat)) for number in range(WORLDS)]
    return all(_shown(game, world, seat, [own]) == (seen, heard) for world in worlds)


def _shown(game: Game, world: State, seat: int, moves: list[Move]) -> tuple[object, list[Event]]:
    """What a seat sees and has heard after these answers."""
    journal = Journal()
    world.journal = journal
    for move in moves:
        for action in move.actions:
            world.play(move.entry.seat, action)
    return game.view(world, seat), visible_events(journal, 0, seat)
