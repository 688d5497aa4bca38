"""The course of a match in the window, without drawing: what is shown now, and what comes next."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from parlour.kernel.problem import Problem
from parlour.play.choice_menu import ChoiceMenu
from parlour.play.local_match import LocalMatch
from parlour.table.bot_worker import BotAnswer
from parlour.table.presenter import ChoiceHint, PresentedPosition
from parlour.table.table_types import BotTask, TableLogLine
from parlour.window.jobs import Jobs
from parlour.window.sounds import play
from parlour.window.window_settings import WindowSettings

CURTAIN, MOVING, READING, LEARNING = "curtain", "moving", "reading", "learning"
ASKING, THINKING, OVER = "asking", "thinking", "over"
OWN_STEP = 0.4  # seconds at most for what the player did
BURST = 5  # in games with long turns, a step takes a part of the usual time


class Step(NamedTuple):
    """What happened since the last drawing, shown while it moves."""

    lines: list[TableLogLine]
    started: float
    seconds: float

    def progress(self, now: float) -> float:
        return min(1.0, (now - self.started) / self.seconds)


class MatchFlow:
    """Leads through a match: steps that move, stories to read, questions, bots that think, the end."""

    def __init__(self, local_match: LocalMatch, jobs: Jobs, settings: WindowSettings) -> None:
        self.match = local_match
        self.jobs = jobs
        self.settings = settings
        self.clock: Callable[[], float] = time.monotonic
        self.on_curtain: Callable[[], None] = lambda: None  # called whenever the device is passed on
        self.stage = ""
        self.note = ""  # why something was refused, or news for the player
        self.menu: ChoiceMenu | None = None  # of the open question
        self.step: Step | None = None
        self.position: PresentedPosition = local_match.shown()  # as it is drawn now
        self.to_read: list[TableLogLine] = []
        self.fresh = 0  # log lines since the player's last answer
        self.hints: list[ChoiceHint] = []
        self.is_hinting = False
        self.review: list[str] = []
        self.pending_task: BotTask | None = None
        self.by_bot = False
        self.advance()

    # The next stage.

    def advance(self) -> None:
        """Shows what happened, then the end, a lesson page or a question, or asks a bot."""
        self.menu, self.hints = None, []
        if self.match.bring_next_to_front() is not None:
            self.stage, self.step = CURTAIN, None
            self.on_curtain()
            return
        lines = self.match.take_news(pausing=True)
        self.fresh += len(lines)
        seconds = self.step_seconds() if lines else 0.0
        if seconds > 0:
            self.stage, self.step = MOVING, Step(lines, self.clock(), seconds)
            self._play_sound_of(lines)
        else:
            self._show_step_done(lines)

    def step_seconds(self) -> float:
        seconds = self.settings.step_seconds() / (BURST if self.match.game.traits.bursts else 1)
        return seconds if self.by_bot else min(seconds, OWN_STEP)

    def _play_sound_of(self, lines: list[TableLogLine]) -> None:
        icons = {line.category.icon for line in lines}
        play("dice" if "dice" in icons else "coin" if icons & {"gain", "store"} else "move", self.settings.sound)

    def tick(self) -> bool:
        """Ends a step whose time is over; returns whether something changed."""
        if self.step is None or self.step.progress(self.clock()) < 1:
            return False
        self.end_step()
        return True

    def end_step(self) -> None:
        if self.step is not None:
            lines, self.step = self.step.lines, None
            self._show_step_done(lines)

    def _show_step_done(self, lines: list[TableLogLine]) -> None:
        self.step = None
        if lines and lines[-1].pause:
            state = self.match.positions.state_at(lines[-1].event)
            self.position = self.match.table.presenter(self.match.front_seat).show(state)
            self.stage, self.to_read = READING, [line for line in lines if line.pause or line is lines[-1]]
            return
        self.position = self.match.shown()
        page = self.position.lesson_page()
        if self.match.is_over():
            if self.stage != OVER:
                play("end", self.settings.sound)
                self.jobs.start(self.match.review_lines, self._keep_review, self._show_problem)
            self.stage = OVER
        elif page is not None and page.text_only:
            self.stage = LEARNING
        elif self.match.asked_person() is not None:
            if self.stage == THINKING or self.by_bot:
                play("turn", self.settings.sound)
            self.stage, self.menu = ASKING, self.match.question()
        else:
            self._start_bot()

    def _keep_review(self, lines: list[str]) -> None:
        self.review = lines

    def _show_problem(self, problem: Problem) -> None:
        self.note, self.is_hinting = str(problem), False

    # Bots.

    def _start_bot(self) -> None:
        task = self.match.next_bot_task()
        self.stage = THINKING
        if task is not None and task != self.pending_task:
            self.pending_task = task
            self.jobs.start(
                lambda: self.match.ask_bot(task), lambda answer: self._apply_bot(task, answer), self._show_bot_problem
            )

    def _show_bot_problem(self, problem: Problem) -> None:
        self.pending_task, self.note = None, f"{problem} Enter tries again."

    def _apply_bot(self, task: BotTask, answer: BotAnswer) -> None:
        if self.pending_task != task or self.match.is_closed:
            return  # the player has undone meanwhile, or left
        self.pending_task = None
        try:
            self.match.apply_bot_answer(task, answer)
        except Problem as problem:
            self.note = f"{problem} Enter tries again."
            return
        self.by_bot = True
        self.advance()

    # What the player does.

    def acknowledge(self) -> None:
        """Goes on after the curtain or after reading, skips what moves, or lets a bot try again."""
        if self.stage == CURTAIN:
            self.match.lift_curtain()
            self.position, self.note = self.match.shown(), ""  # nothing of the one before stays on the screen
            self.advance()
        elif self.stage == MOVING:
            self.end_step()
        elif self.stage == READING:
            self.advance()
        elif self.stage == LEARNING:
            self._change(self.match.turn_lesson_page)
        elif self.stage == THINKING:
            self._start_bot()

    def answer(self, action: int | list[int]) -> None:
        """Plays an answer of the current player; if it is refused, the note says why."""
        if self.stage != ASKING:
            return
        try:
            self.match.answer(action)
        except Problem as problem:
            self.note = str(problem)
            return
        self.note = ""
        if isinstance(action, int) and action < 0:
            self.menu = self.match.question()
            return
        self.by_bot, self.fresh = False, 0
        self.advance()

    def answer_notation(self, notation: str) -> None:
        """Plays the choice with this notation; a closed one says why."""
        for choice in self.position.choices() if self.stage == ASKING else ():
            if choice.notation == notation:
                self.answer(choice.action)
                return

    def undo(self) -> None:
        self._change(self.match.undo)

    def leave_lesson(self) -> None:
        self._change(lambda: self.match.turn_lesson_page(leave=True))

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except Problem as problem:
            self.note = str(problem)
            return
        self.note, self.by_bot, self.fresh, self.step, self.pending_task = "", False, 0, None, None
        self.advance()

    def ask_hints(self) -> None:
        """Asks the coach; the answer comes later."""
        if self.stage == ASKING and not self.is_hinting:
            question = self.match.question_id()
            try:
                find_hints = self.match.prepare_hints()
            except Problem as problem:
                self._show_problem(problem)
                return
            self.is_hinting, self.note = True, ""

            def keep(hints: list[ChoiceHint]) -> None:
                self.is_hinting = False
                if self.stage == ASKING and self.match.question_id() == question:
                    self.hints = hints
                    self.note = "" if hints else "The coach has no advice here."

            self.jobs.start(find_hints, keep, self._show_problem)

    def close(self) -> None:
        self.match.close()
