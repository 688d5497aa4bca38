"""Where a match stands in its lesson, and what that allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.game import Game, MatchContext, Why, explain_refusal
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER as ANSWERED
from parlour.kernel.record import DEALT, RecordEntry, parse_outcome
from parlour.kernel.state import State
from parlour.table.lesson import ANSWER, ASK, DEAL, SAY, WAIT, Lesson, Step
from parlour.table.messages import Refusal

ON = -1
NEXT, OVER = "next", "over"  # what a record says of a lesson: a step was read; it is over


class Guide(NamedTuple):
    lesson: Lesson
    at: int = 0  # steps that are done
    ended: int = ON  # how many lines the record had when the lesson was over

    @property
    def step(self) -> Step | None:
        """The step that is due; None when the lesson is over."""
        return self.lesson.steps[self.at] if self.ended == ON else None

    def is_last(self) -> bool:
        return self.at == len(self.lesson.steps) - 1

    def done(self) -> Guide:
        return self._replace(at=self.at + 1)

    def answer_of(self, seat: int) -> int | None:
        """What a seat has to answer now by the script."""
        step = self.step
        return step.answer if step is not None and step.kind == ANSWER and step.seat == seat else None

    def objection(self, seat: int, action: int) -> str:
        """Why a legal answer is not the one the lesson waits for; empty if it is."""
        step = self.step
        if step is None:
            return ""
        if seat != self.lesson.learner:
            return "" if self.answer_of(seat) == action else "The lesson answers for this seat."
        return "" if step.kind == ASK and (not step.allow or action in step.allow) else self.reason()

    def reason(self) -> str:
        """What is said to the learner about everything that is closed now."""
        return (self.step.wrong if self.step is not None else "") or WAIT

    def outcome(self, game: Game, state: State) -> int | None:
        """What the dealer deals now by the script; None where something is to be read first."""
        step = self.step
        if step is None or step.kind != DEAL:
            return None
        return parse_outcome(game, state, RecordEntry(DEALT, text=step.deal))

    def is_lost(self, game: Game, state: State) -> bool:
        """Whether the script cannot go on here: its step does not fit the position."""
        step = self.step
        if step is None or step.kind == SAY or state.over():
            return False
        if step.kind == DEAL:
            try:
                return self.outcome(game, state) is None
            except Problem:
                return True
        if state.outcomes > 0:
            return True
        if step.kind == ANSWER:
            return bool(state.refusal(step.seat, step.answer) != 0)
        learner = self.lesson.learner
        return not any(
            state.owes(learner) and not self.objection(learner, int(each)) for each in state.legal(learner)
        )

    def page(self) -> int:
        """The number of what was said last, from 1."""
        return sum(at <= self.at for at in self.lesson.pages())

    def said(self) -> Step:
        """What was said last: it stands until something else is said."""
        return self.lesson.steps[self.lesson.pages()[self.page() - 1]]

    def is_past(self, page: int) -> bool:
        """Whether a page has been read, or answered."""
        return self.step is None or any(at < self.at for at in self.lesson.pages()[page - 1 : page])


def turn_refusal(guide: Guide | None, seat: int, page: int, leave: bool) -> Refusal | None:
    """Why a seat may not go on from this page, or leave there; one that is past may be turned again."""
    if guide is None or seat != guide.lesson.learner:
        return Refusal("stale", "lesson", "No lesson is given to this seat.")
    if guide.step is None or (guide.is_past(page) and not leave):
        return None
    if page != guide.page():
        return Refusal("stale", "lesson", "The lesson is at another page.")
    if not leave and guide.step.kind != SAY:
        return Refusal("illegal", "lesson", "Here the lesson waits for an answer.")
    return None


def objection(
    game: Game, room: MatchContext, state: State, guide: Guide | None, seat: int, actions: Sequence[int]
) -> Why | None:
    """Why a seat may not give this answer, said in one action or several; None if it may."""
    for index, action in enumerate(actions):
        if index > 0 and (state.outcomes > 0 or not state.midway(seat)):
            said = " ".join(game.words.notation(earlier) for earlier in actions[:index])
            return Why("kernel", f"{said!r} is a whole answer; what follows it is another.")
        why = explain_refusal(game, room, state, seat, action)
        if why is None and guide is not None and guide.objection(seat, action):
            why = Why("lesson", guide.objection(seat, action))
        if why is not None:
            return why if len(actions) == 1 else why._replace(sentence=_stage(game, action, why))
        if index + 1 < len(actions):
            state = state.clone()
            state.play(seat, action)
            guide = None if guide is None else guide.done()
    return None if actions else Why("kernel", "Nothing was answered.")


def _stage(game: Game, action: int, why: Why) -> str:
    named = 0 <= action < game.actions
    return f"At {game.words.notation(action)!r}: {why.sentence}" if named else why.sentence


# Records.


def check_turn(guide: Guide | None, entry: RecordEntry) -> None:
    """A line that says a step was read, or the lesson is over; a Problem if it cannot be there."""
    if guide is not None and guide.step is not None and entry.seat == guide.lesson.learner:
        read = guide.step.kind == SAY and not guide.is_last()
        if entry.text == OVER or (entry.text == NEXT and read):
            return
    raise Problem(f"Line {entry.line}: no lesson is given there.")


def check_entry(guide: Guide, game: Game, state: State, entry: RecordEntry, what: int) -> None:
    """An answer or an outcome in a lesson; a Problem if its script says otherwise."""
    if entry.kind == DEALT and guide.outcome(game, state) != what:
        raise Problem(f"Line {entry.line}: {entry.text!r} is not what the lesson deals.")
    if entry.kind == ANSWERED and guide.objection(entry.seat, what):
        raise Problem(f"Line {entry.line}: {entry.text!r} is not what the lesson waits for.")
