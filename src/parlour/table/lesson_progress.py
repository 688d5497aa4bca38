"""Where a match stands in its lesson, and what that allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.game import Game, MatchContext, Why, explain_refusal
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER as ANSWERED
from parlour.kernel.record import DEALT, RecordEntry, parse_outcome
from parlour.kernel.state import State
from parlour.table.lesson import ANSWER, ASK, DEAL, SAY, WAIT_SENTENCE, Lesson, LessonStep
from parlour.table.table_types import TableRefusal

NOT_ENDED = -1
LESSON_NEXT, LESSON_OVER = "next", "over"  # what a record says of a lesson: a step was read; it is over


class LessonProgress(NamedTuple):
    lesson: Lesson
    steps_done: int = 0  # steps that are done
    ended_at: int = NOT_ENDED  # how many lines the record had when the lesson was over

    @property
    def step(self) -> LessonStep | None:
        """The step that is due; None when the lesson is over."""
        return self.lesson.steps[self.steps_done] if self.ended_at == NOT_ENDED else None

    def is_last(self) -> bool:
        return self.steps_done == len(self.lesson.steps) - 1

    def advance(self) -> LessonProgress:
        return self._replace(steps_done=self.steps_done + 1)

    def scripted_answer(self, seat: int) -> int | None:
        """What a seat has to answer now by the script."""
        step = self.step
        return step.answer if step is not None and step.kind == ANSWER and step.seat == seat else None

    def objection(self, seat: int, action: int) -> str:
        """Why a legal answer is not the one the lesson waits for; empty if it is."""
        step = self.step
        if step is None:
            return ""
        if seat != self.lesson.learner:
            return "" if self.scripted_answer(seat) == action else "The lesson answers for this seat."
        return "" if step.kind == ASK and (not step.allow or action in step.allow) else self.closed_reason()

    def closed_reason(self) -> str:
        """What is said to the learner about everything that is closed now."""
        return (self.step.wrong if self.step is not None else "") or WAIT_SENTENCE

    def scripted_outcome(self, game: Game, state: State) -> int | None:
        """What the dealer deals now by the script; None where something is to be read first."""
        step = self.step
        if step is None or step.kind != DEAL:
            return None
        return parse_outcome(game, state, RecordEntry(DEALT, text=step.deal))

    def is_off_script(self, game: Game, state: State) -> bool:
        """Whether the script cannot go on here: its step does not fit the position."""
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
        """The number of what was said last, from 1."""
        return sum(at <= self.steps_done for at in self.lesson.page_steps())

    def page_step(self) -> LessonStep:
        """What was said last: it stands until something else is said."""
        return self.lesson.steps[self.lesson.page_steps()[self.page_number() - 1]]

    def is_page_done(self, page: int) -> bool:
        """Whether a page has been read, or answered."""
        return self.step is None or any(at < self.steps_done for at in self.lesson.page_steps()[page - 1 : page])


def refuse_page_turn(guide: LessonProgress | None, seat: int, page: int, leave: bool) -> TableRefusal | None:
    """Why a seat may not go on from this page, or leave there; one that is past may be turned again."""
    if guide is None or seat != guide.lesson.learner:
        return TableRefusal("stale", "lesson", "No lesson is given to this seat.")
    if guide.step is None or (guide.is_page_done(page) and not leave):
        return None
    if page != guide.page_number():
        return TableRefusal("stale", "lesson", "The lesson is at another page.")
    if not leave and guide.step.kind != SAY:
        return TableRefusal("illegal", "lesson", "Here the lesson waits for an answer.")
    return None


def explain_objection(
    game: Game, context: MatchContext, state: State, guide: LessonProgress | None, seat: int, actions: Sequence[int]
) -> Why | None:
    """Why a seat may not give this answer, said in one action or several; None if it may."""
    for index, action in enumerate(actions):
        if index > 0 and (state.outcomes > 0 or not state.midway(seat)):
            said = " ".join(game.words.notation(earlier) for earlier in actions[:index])
            return Why("kernel", f"{said!r} is a whole answer; what follows it is another.")
        why = explain_refusal(game, context, state, seat, action)
        if why is None and guide is not None and guide.objection(seat, action):
            why = Why("lesson", guide.objection(seat, action))
        if why is not None:
            return why if len(actions) == 1 else why._replace(sentence=_stage_sentence(game, action, why))
        if index + 1 < len(actions):
            state = state.clone()
            state.play(seat, action)
            guide = None if guide is None else guide.advance()
    return None if actions else Why("kernel", "Nothing was answered.")


def _stage_sentence(game: Game, action: int, why: Why) -> str:
    named = 0 <= action < game.actions
    return f"At {game.words.notation(action)!r}: {why.sentence}" if named else why.sentence


# Records.


def check_lesson_entry(guide: LessonProgress | None, entry: RecordEntry) -> None:
    """A line that says a step was read, or the lesson is over; a Problem if it cannot be there."""
    if guide is not None and guide.step is not None and entry.seat == guide.lesson.learner:
        read = guide.step.kind == SAY and not guide.is_last()
        if entry.text == LESSON_OVER or (entry.text == LESSON_NEXT and read):
            return
    raise Problem(f"Line {entry.line}: no lesson is given there.")


def check_scripted_entry(guide: LessonProgress, game: Game, state: State, entry: RecordEntry, what: int) -> None:
    """An answer or an outcome in a lesson; a Problem if its script says otherwise."""
    if entry.kind == DEALT and guide.scripted_outcome(game, state) != what:
        raise Problem(f"Line {entry.line}: {entry.text!r} is not what the lesson deals.")
    if entry.kind == ANSWERED and guide.objection(entry.seat, what):
        raise Problem(f"Line {entry.line}: {entry.text!r} is not what the lesson waits for.")
