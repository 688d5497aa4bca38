"""How far a match has come in its lesson, and what the lesson allows next."""

from __future__ import annotations

from typing import NamedTuple

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import DEALT, RecordEntry, parse_outcome
from parlour.kernel.state import State
from parlour.table.lesson import ANSWER, ASK, DEAL, SAY, WAIT_SENTENCE, Lesson, LessonStep

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
        """Returns the dealer's outcome that the lesson's script gives now; None if its step is not a deal.

        Raises Problem if the outcome cannot be dealt in this position."""
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
