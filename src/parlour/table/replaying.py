"""Replays the lines of a match's record as if they were played live."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.match import digest
from parlour.kernel.record import (
    ANSWER,
    DEALT,
    LESSON,
    MOVE_KINDS,
    OVER,
    SEATED,
    SEED,
    UNDO,
    RecordEntry,
    impossible_line,
    parse_moves,
)
from parlour.table.answering import apply_answer, register_answer
from parlour.table.lesson_play import advance_lesson, check_lesson_entry, check_scripted_entry
from parlour.table.match_progress import MatchProgress
from parlour.table.seating import can_be_seated, reseat
from parlour.table.undo import take_back, undo_refusal


def replay_entry(match: MatchProgress, entry: RecordEntry) -> None:
    """Replays one line of a match's record as if played live; raises Problem if the line is impossible."""
    has_seat = 0 <= entry.seat < len(match.seats)
    if match.over() and not (entry.kind == SEED and match.entries[-1].kind == OVER):
        raise impossible_line(entry, "follows the end of the match")
    if entry.kind == UNDO:
        reason = undo_refusal(match, entry.seat) if has_seat else "There is no such seat."
        if reason:
            raise impossible_line(entry, f"takes back an answer that could not be taken back ({reason})")
        take_back(match, entry)
    elif entry.kind == SEATED:
        if not has_seat or not can_be_seated(entry.text):
            raise impossible_line(entry, "names a seat or a player that the match cannot have")
        reseat(match, entry)
    elif entry.kind == LESSON:
        check_lesson_entry(match, entry)
        advance_lesson(match, entry)
        match.open_questions()
    else:
        if entry.kind in MOVE_KINDS:
            _replay_move(match, entry)
        elif entry.kind == OVER and (not match.state.over() or entry.text != digest(match.state, match.log)):
            raise impossible_line(entry, "ends the match in another way than its moves do")
        elif entry.kind == SEED and (not match.over() or match.header is None or match.header.dealer != "committed"):
            raise impossible_line(entry, "reveals a seed, but only a committed dealer does so, after the match")
        match.append_entry(entry)


def _replay_move(match: MatchProgress, entry: RecordEntry) -> None:
    if entry.kind == DEALT:
        match.apply_moves(entry, _checked_moves(match, entry))
    else:
        hidden = apply_answer(match, entry, _checked_moves(match, entry))
        register_answer(match, entry, match.new_moves[-1].actions, hidden)
    match.update_undo_history()
    match.open_questions()


def _checked_moves(match: MatchProgress, entry: RecordEntry) -> Iterator[int]:
    """Yields the moves of a record line; raises Problem if one is against rules, lesson or the dealer's seed."""
    taken = match.header is not None and len(match.entries) < match.header.given
    for what in parse_moves(match.game, match.state, entry):
        if entry.kind == ANSWER and entry.why and what != match.state.default_answer(entry.seat):
            raise impossible_line(entry, f"gives {entry.text!r} for seat {entry.seat}, which is not its default answer")
        if match.is_scripted():
            check_scripted_entry(match, entry, what)
        elif entry.kind == DEALT and not taken and match.dealer and match.dealer.draw(match.state) != what:
            raise impossible_line(entry, f"deals {entry.text!r}, which the dealer's seed does not give")
        yield what
