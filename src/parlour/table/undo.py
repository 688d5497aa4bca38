"""Decides whether a seat may undo its last answer: only while the answer had no consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.game import Game
from parlour.kernel.journal import Journal
from parlour.kernel.rng import Rng
from parlour.kernel.state import State
from parlour.kernel.text import Event, visible_events
from parlour.table.undo_history import Move, history_of_record

if TYPE_CHECKING:
    from parlour.table.table import Table

IMAGINED_WORLDS = 5  # imagined worlds in which the answer must have had the same visible effect


def undo_refusal(table: Table, seat: int) -> str:
    """Returns why a seat's last answer cannot be undone; empty: it can.

    An answer can be undone while it is hidden. Otherwise nothing may have been dealt since, other seats may only have
    answered the same common question, and the seat may have learned nothing that it could not foresee. Default answers
    cannot be undone."""
    if seat not in table.undo_history.last_undoable and (
        table.undo_history.boundary_undone or table.state.sealed(seat)
    ):
        table.undo_history = history_of_record(table.game, len(table.seats), table.options, table.entries)
    history = table.undo_history
    own = history.last_answer(seat)
    if own is None or (table.header is not None and own.record_index < table.header.given):
        return "You have not answered anything yet."
    if own.record_index < table.reseated_at[seat]:
        return "The seat has changed hands since."
    if table.lesson_progress is not None and (
        table.lesson_progress.step is not None or own.record_index < table.lesson_progress.ended_at
    ):
        return "What was answered in a lesson stands."
    if own.entry.why:
        return "The default answer was given for you."
    if table.state.sealed(seat):
        return ""
    if own.record_index < history.last_dealt_index:
        return "The dealer has dealt since."
    if own is not history.last_undoable.get(seat):
        return "Somebody else has answered since."
    later = history.undoable[history.undoable.index(own) + 1 :]
    if any((own.owing >> move.entry.seat) & 1 == 0 for move in later):
        return "Somebody else has answered since."
    if not _was_foreseeable(table.game, history.position_before(own), seat, own, later):
        return "You have seen something new since."
    return ""


def _was_foreseeable(game: Game, state: State, seat: int, own: Move, later: list[Move]) -> bool:
    """Returns whether a seat's answer showed it nothing new, compared in worlds that it could imagine."""
    truth = state.clone()
    seen, heard = _visible_after(game, truth, seat, [own, *later])
    if truth.outcomes > 0 or any(game.text.events[event.kind].reveals for event in heard):
        return False
    worlds = [state.imagine(seat, Rng(number, seat)) for number in range(IMAGINED_WORLDS)]
    return all(_visible_after(game, world, seat, [own]) == (seen, heard) for world in worlds)


def _visible_after(game: Game, world: State, seat: int, moves: list[Move]) -> tuple[object, list[Event]]:
    """Plays answers in a position. Returns what a seat then sees: its view, and the events it may know."""
    journal = Journal()
    world.journal = journal
    for move in moves:
        for action in move.actions:
            world.play(move.entry.seat, action)
    return game.view(world, seat), visible_events(journal, 0, seat)
