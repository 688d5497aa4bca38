"""How a lesson guides the match at a table: its pages, its outcomes, its end, and its lines in the record."""

from __future__ import annotations

from parlour.kernel.record import ANSWER, DEALT, LESSON, RecordEntry, impossible_line
from parlour.table.dealer import Dealer
from parlour.table.lesson import SAY
from parlour.table.lesson_progress import LESSON_NEXT, LESSON_OVER, LessonProgress
from parlour.table.match_progress import MatchProgress
from parlour.table.table_types import TableRefusal


def refuse_page_turn(progress: LessonProgress | None, seat: int, page: int, leave: bool) -> TableRefusal | None:
    """Returns why a seat may not turn this lesson page or leave the lesson; None if it may.

    A page that is done may be turned again."""
    if progress is None or seat != progress.lesson.learner:
        return TableRefusal("stale", "lesson", "This seat follows no lesson; answer the question instead.")
    if progress.step is None or (progress.is_page_done(page) and not leave):
        return None
    if page != progress.page_number():
        return TableRefusal("stale", "lesson", "The lesson is at another page; turn that one.")
    if not leave and progress.step.kind != SAY:
        return TableRefusal("illegal", "lesson", "The lesson waits for an answer here; answer the question.")
    return None


def advance_lesson(match: MatchProgress, entry: RecordEntry) -> None:
    """Completes the current step of the lesson, or ends the lesson if `entry` says so; adds `entry` to the record."""
    assert match.lesson_progress is not None
    if entry.text == LESSON_OVER:
        match.lesson_progress = match.lesson_progress._replace(ended_at=len(match.entries))
        match.notify("The lesson is over. From here on luck is luck, and every choice is yours.")
    else:
        match.lesson_progress = match.lesson_progress.advance()
    match.append_entry(entry)


def end_lost_lesson(match: MatchProgress) -> None:
    """Ends the lesson if its script does not fit the position."""
    progress = match.lesson_progress
    if progress is not None and progress.is_off_script(match.game, match.state):
        advance_lesson(match, RecordEntry(LESSON, progress.lesson.learner, LESSON_OVER))


def next_outcome(match: MatchProgress, dealer: Dealer) -> int | None:
    """Returns the dealer's next outcome, by lesson or by chance; None while the lesson waits for the learner."""
    if match.lesson_progress is None or match.lesson_progress.step is None:
        return dealer.draw(match.state)
    return match.lesson_progress.scripted_outcome(match.game, match.state)


def check_lesson_entry(match: MatchProgress, entry: RecordEntry) -> None:
    """Raises Problem if a record line about the lesson (page read, lesson over) cannot occur at this point."""
    progress = match.lesson_progress
    if progress is not None and progress.step is not None and entry.seat == progress.lesson.learner:
        read = progress.step.kind == SAY and not progress.is_last()
        if entry.text == LESSON_OVER or (entry.text == LESSON_NEXT and read):
            return
    raise impossible_line(entry, "turns a page or ends a lesson, but no lesson is given at this point")


def check_scripted_entry(match: MatchProgress, entry: RecordEntry, what: int) -> None:
    """Raises Problem if a recorded answer or outcome is not the one that the lesson's script has at this point."""
    progress = match.lesson_progress
    if progress is None:
        return
    if entry.kind == DEALT and progress.scripted_outcome(match.game, match.state) != what:
        raise impossible_line(entry, f"deals {entry.text!r}, but the lesson deals something else")
    if entry.kind == ANSWER and progress.objection(entry.seat, what):
        raise impossible_line(entry, f"answers {entry.text!r}, but the lesson waits for something else")
