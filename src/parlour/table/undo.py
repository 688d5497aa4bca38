"""Undoes a seat's last answer, which is allowed only while the answer had no consequences."""

from __future__ import annotations

from parlour.kernel.game import Game
from parlour.kernel.journal import Journal
from parlour.kernel.record import RecordEntry
from parlour.kernel.rng import Rng
from parlour.kernel.state import State
from parlour.kernel.text import Event, visible_events
from parlour.table.match_progress import MatchProgress
from parlour.table.table_types import TableRefusal
from parlour.table.undo_history import Move, history_of_record

IMAGINED_WORLDS = 5  # imagined worlds in which the answer must have had the same visible effect


def refuse_undo(match: MatchProgress, seat: int, question: int | None) -> TableRefusal | None:
    """Returns why a seat may not undo its last answer; None if it may.

    If a question is given, the last answer must be the answer to it."""
    last = match.last_answer[seat]
    if question is not None and (last is None or last[0] != question):
        return TableRefusal(
            "stale", "kernel", "That answer was not your last one; only the last one can be taken back."
        )
    reason = "The match is over." if match.over() else undo_refusal(match, seat)
    clock, withdrawn = match.clock, _withdrawn_seats(match, seat)
    if not reason and clock is not None and withdrawn and clock.seconds_left(seat) <= clock.undo_cost(withdrawn):
        reason = "You have no time left on the clock to take an answer back."
    return TableRefusal("undo", "kernel", reason) if reason else None


def undo_refusal(match: MatchProgress, seat: int) -> str:
    """Returns why a seat's last answer cannot be undone; empty: it can.

    An answer can be undone while it is hidden. Otherwise nothing may have been dealt since, other seats may only have
    answered the same common question, and the seat may have learned nothing that it could not foresee. Default answers
    cannot be undone."""
    history = match.undo_history
    if seat not in history.last_undoable and (history.boundary_undone or match.state.sealed(seat)):
        history = match.undo_history = history_of_record(match.game, len(match.seats), match.options, match.entries)
    own = history.last_answer(seat)
    if own is None or (match.header is not None and own.record_index < match.header.given):
        return "You have not answered anything yet."
    if own.record_index < match.reseated_at[seat]:
        return "The seat has changed hands since."
    progress = match.lesson_progress
    if progress is not None and (progress.step is not None or own.record_index < progress.ended_at):
        return "What was answered in a lesson stands."
    if own.entry.why:
        return "The default answer was given for you."
    if match.state.sealed(seat):
        return ""
    if own.record_index < history.last_dealt_index:
        return "The dealer has dealt since."
    if own is not history.last_undoable.get(seat):
        return "Somebody else has answered since."
    later = history.undoable[history.undoable.index(own) + 1 :]
    if any((own.owing >> move.entry.seat) & 1 == 0 for move in later):
        return "Somebody else has answered since."
    if not _was_foreseeable(match.game, history.position_before(own), seat, own, later):
        return "You have seen something new since."
    return ""


def take_back(match: MatchProgress, entry: RecordEntry) -> None:
    """Undoes a seat's last answer: the position goes back; question numbers and match log continue."""
    seat, withdrawn = entry.seat, _withdrawn_seats(match, entry.seat)
    same_turn = match.game.traits.loses_on_time and match.pending[seat]
    match.append_entry(entry)
    last = match.last_answer[seat]
    match.undone_question[seat] = last[0] if last is not None else 0
    *earlier, match.last_answer[seat] = match.earlier_answers[seat] or (None,)
    match.earlier_answers[seat] = tuple(earlier)
    match.undo_count[seat] += 1
    match.state = match.undo_history.take_back(seat, match.log)
    match.notify(f"{match.seats[seat].name} takes the last answer back.")
    match.pending[seat] = False
    if match.clock is not None and not same_turn:
        match.clock.undo_answer(seat, withdrawn)
    match.open_questions(taken_back=True)


def _withdrawn_seats(match: MatchProgress, seat: int) -> list[int]:
    """Returns the seats whose open questions would vanish if this seat's last answer were undone."""
    own = match.undo_history.last_answer(seat)
    return [] if own is None else [other for other in match.owing() if (own.owing >> other) & 1 == 0]


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
