"""How far a match has come in its lesson, and what the lesson allows next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.answers import explain_refusal
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER as ANSWERED
from parlour.kernel.record import DEALT, RecordEntry, parse_outcome
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext, Why
from parlour.table.lesson import ANSWER, ASK, DEAL, SAY, WAIT_SENTENCE, Lesson, LessonStep
from parlour.table.table_types import TableRefusal

NOT_ENDED = -1
LESSON_NEXT, LESSON_OVER = "next", "over"  # texts of lesson entries in records: a step was read; the lesson ended


class LessonProgress(NamedTuple):
    lesson: Lesson
    steps_done: int = 0  # completed steps
    ended_at: int = NOT_ENDED  # number of record entries when the lesson ended

    @property
    def step(self) -> LessonStep | None:
        """Returns the current step of the lesson, or None when the lesson is over."""
        return self.lesson.steps[self.steps_done] if self.ended_at == NOT_ENDED else None

    def is_last(self) -> bool:
        return self.steps_done == len(self.lesson.steps) - 1

    def advance(self) -> LessonProgress:
        return self._replace(steps_done=self.steps_done + 1)

    def scripted_answer(self, seat: int) -> int | None:
        """Returns the action that the lesson's script gives for a seat now; None if it gives none."""
        step = self.step
        return step.answer if step is not None and step.kind == ANSWER and step.seat == seat else None

    def objection(self, seat: int, action: int) -> str:
        """Returns why the lesson does not accept a seat's legal action; empty if it does."""
        step = self.step
        if step is None:
            return ""
        if seat != self.lesson.learner:
            return "" if self.scripted_answer(seat) == action else "The lesson answers for this seat."
        return "" if step.kind == ASK and (not step.allow or action in step.allow) else self.closed_reason()

    def closed_reason(self) -> str:
        """Returns the sentence shown to the learner for actions that the lesson does not allow now."""
        return (self.step.wrong if self.step is not None else "") or WAIT_SENTENCE

    def scripted_outcome(self, game: Game, state: State) -> int | None:
        """Returns the dealer's outcome that the lesson's script gives now; None if its step is not a deal."""
        step = self.step
        if step is None or step.kind != DEAL:
            return None
        return parse_outcome(game, state, RecordEntry(DEALT, text=step.deal))

    def is_off_script(self, game: Game, state: State) -> bool:
        """Returns whether the lesson's current step is impossible in this position."""
        step = self.step
        if step is None or step.kind == SAY or state.over():
            return False
        if step.kind == DEAL:
            try:
                return self.scripted_outcome(game, state) is None
            except Problem:
                return True
        if state.outcomes > 0:
            return True
        if step.kind == ANSWER:
            return bool(state.refusal(step.seat, step.answer) != 0)
        learner = self.lesson.learner
        return not any(state.owes(learner) and not self.objection(learner, int(each)) for each in state.legal(learner))

    def page_number(self) -> int:
        """Returns the number of the lesson's current page, from 1."""
        return sum(at <= self.steps_done for at in self.lesson.page_steps())

    def page_step(self) -> LessonStep:
        """Returns the lesson step whose text is shown to the learner now."""
        return self.lesson.steps[self.lesson.page_steps()[self.page_number() - 1]]

    def is_page_done(self, page: int) -> bool:
        """Returns whether the learner has read or answered this page of the lesson."""
        return self.step is None or any(at < self.steps_done for at in self.lesson.page_steps()[page - 1 : page])


def refuse_page_turn(progress: LessonProgress | None, seat: int, page: int, leave: bool) -> TableRefusal | None:
    """Returns why a seat may not turn this lesson page or leave the lesson; None if it may.

    A page that is done may be turned again."""
    if progress is None or seat != progress.lesson.learner:
        return TableRefusal("stale", "lesson", "No lesson is given to this seat.")
    if progress.step is None or (progress.is_page_done(page) and not leave):
        return None
    if page != progress.page_number():
        return TableRefusal("stale", "lesson", "The lesson is at another page.")
    if not leave and progress.step.kind != SAY:
        return TableRefusal("illegal", "lesson", "Here the lesson waits for an answer.")
    return None


def explain_objection(
    game: Game, context: MatchContext, state: State, progress: LessonProgress | None, seat: int, actions: Sequence[int]
) -> Why | None:
    """Returns why rules or lesson refuse a seat's answer of one or more actions; None if they accept it."""
    for index, action in enumerate(actions):
        if index > 0 and (state.outcomes > 0 or not state.midway(seat)):
            actions_text = " ".join(game.text.notation(earlier) for earlier in actions[:index])
            return Why("kernel", f"{actions_text!r} is a whole answer; what follows it is another.")
        why = explain_refusal(game, context, state, seat, action)
        if why is None and progress is not None and progress.objection(seat, action):
            why = Why("lesson", progress.objection(seat, action))
        if why is not None:
            return why if len(actions) == 1 else why._replace(sentence=_stage_sentence(game, action, why))
        if index + 1 < len(actions):
            state = state.clone()
            state.play(seat, action)
            progress = None if progress is None else progress.advance()
    return None if actions else Why("kernel", "Nothing was answered.")


def _stage_sentence(game: Game, action: int, why: Why) -> str:
    named = 0 <= action < game.actions
    return f"At {game.text.notation(action)!r}: {why.sentence}" if named else why.sentence


# Records.


def check_lesson_entry(progress: LessonProgress | None, entry: RecordEntry) -> None:
    """Raises Problem if a record line about the lesson (page read, lesson over) cannot occur at this point."""
    if progress is not None and progress.step is not None and entry.seat == progress.lesson.learner:
        read = progress.step.kind == SAY and not progress.is_last()
        if entry.text == LESSON_OVER or (entry.text == LESSON_NEXT and read):
            return
    raise Problem(
        f"Line {entry.line} of the record turns a page or ends a lesson, but no lesson is given at this point."
    )


def check_scripted_entry(progress: LessonProgress, game: Game, state: State, entry: RecordEntry, what: int) -> None:
    """Raises Problem if a recorded answer or outcome is not the one that the lesson's script has at this point."""
    if entry.kind == DEALT and progress.scripted_outcome(game, state) != what:
        raise Problem(f"Line {entry.line} of the record: {entry.text!r} is not what the lesson deals.")
    if entry.kind == ANSWERED and progress.objection(entry.seat, what):
        raise Problem(f"Line {entry.line} of the record: {entry.text!r} is not what the lesson waits for.")
