"""A match played on this device, independent of its display: whose turn it is, news, choices, undo, hints, saves."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from parlour.kernel.answers import explain_misread, read_answers, unread_rest
from parlour.kernel.coach import no_review
from parlour.kernel.game import Game, review_match
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER, effective_entries
from parlour.kernel.state import ranks, winners
from parlour.kernel.text import Why
from parlour.store import files
from parlour.store.files import RunningRecord
from parlour.table.bot_worker import BotAnswer, BotWorker, apply_bot_answer, compute_hints
from parlour.table.lesson import ASK
from parlour.table.lesson import lesson_seats as lesson_seats
from parlour.table.lesson_page import LessonPage
from parlour.table.presenter import ChoiceHint, PresentedPosition
from parlour.table.seat import HUMAN
from parlour.table.table import Table
from parlour.table.table_types import BotTask, TableLogLine, TableRefusal
from parlour.terminal.choice_folding import BACK_ACTION, fold_choices, unfold_choices
from parlour.terminal.choices import NumberedChoice, clip, find_choice, format_reason, number_choices, number_range
from parlour.terminal.event_log import EventLog
from parlour.terminal.event_positions import EventPositions
from parlour.terminal.play_setup import PlaySetup
from parlour.terminal.unfinished_matches import load_command


class LocalMatch:
    """A match in which people share this device and play with bots.

    The person who answered last stays the current player until another person must answer. In between, a curtain hides
    the screen if the game has secrets. People are asked before bots, so that the same seed and answers give the same
    record."""

    def __init__(self, table: Table, running: RunningRecord | None) -> None:
        self.table = table
        self.game: Game = table.game
        self.running_record = running
        self.human_seats = [number for number, seat in enumerate(table.seats) if seat.player == HUMAN]
        self.front_seat = self.human_seats[0] if len(self.human_seats) == 1 else int(WATCHER)
        self.was_resumed = table.resumed or bool(table.given_entries)  # earlier events are not shown again
        self.lines_told = {viewer: self._lines_before_start(viewer) for viewer in (*self.human_seats, int(WATCHER))}
        self.positions = EventPositions(table)
        if not self.was_resumed:
            self.positions.replay_opening()
        self.bot_worker = BotWorker()
        self.is_closed = False
        self.save_file: Path | None = None  # where to save the match when it is left
        self.event_log: EventLog | None = None
        self.saved_entries = -1  # entries of the record at the last save
        self.open_fold = 0, 0, 0  # the chosen first half of a double choice: seat, question, fold
        self.record_path: Path | None = None  # of the finished match

    def _lines_before_start(self, viewer: int) -> int:
        return len(self.table.lines(viewer)) if self.was_resumed else 0

    # Players and views.

    def is_over(self) -> bool:
        return self.table.over()

    def seat_name(self, seat: int) -> str:
        return self.table.seats[seat].name

    def asked_person(self) -> int | None:
        """Returns the seat of the person who must answer: the current player or the next around; None: nobody."""
        step = (
            self.table.lesson_progress.step
            if self.table.lesson_progress is not None and self.table.is_scripted()
            else None
        )
        if step is not None and step.kind != ASK:
            return None
        owing = [seat for seat in self.table.owing() if seat in self.human_seats]
        later = [seat for seat in owing if seat >= self.front_seat]
        return next(iter(later or owing), None)

    def pass_device_to(self) -> int | None:
        """Returns the seat of the person who must get the device before anything secret is shown; None: nobody."""
        seat = self.asked_person()
        return None if seat == self.front_seat or not self.game.traits.secrets else seat

    def bring_next_to_front(self) -> int | None:
        """Makes the next person current if the game has no secrets; else returns the seat that must get the device."""
        if not self.game.traits.secrets:
            self.lift_curtain()
        return self.pass_device_to()

    def lift_curtain(self) -> None:
        """Makes the person who must answer current. Without secrets, log lines that others have read count as read."""
        seat = self.asked_person()
        if seat is not None:
            if not self.game.traits.secrets:
                self.lines_told[seat] = max(self.lines_told.values())
            self.front_seat = seat

    def shown(self) -> PresentedPosition:
        """Returns the match now, as the current player sees it."""
        return self.table.present(self.front_seat)

    def question_id(self) -> tuple[int, int]:
        """Returns the current player's seat and the number of the last question to it."""
        return self.front_seat, self.table.question_number[self.front_seat]

    def board_text(self, line: TableLogLine | None = None) -> str:
        """Returns the board as text, as the current player sees it, now or at the time of a log line."""
        state = self.table.state if line is None else self.positions.state_at(line.event)
        return self.table.presenter(self.front_seat).show(state).board()

    def question_text(self) -> str:
        """Returns the text of the question to the current player, with the half of the answer chosen so far."""
        fold = self.current_fold()
        halves = [one.label for one in fold_choices(self.all_choices()) if one.action == fold] if fold else []
        return " ".join([self.shown().question(), *halves])

    def current_fold(self) -> int:
        """Returns which first half of a two-part choice the player has chosen, as a negative number; 0: none."""
        seat, question, fold = self.open_fold
        return (
            fold
            if self.front_seat >= 0
            and (seat, question) == (self.front_seat, self.table.question_number[self.front_seat])
            else 0
        )

    def all_choices(self) -> list[NumberedChoice]:
        return number_choices(self.shown().choices())

    def shown_choices(self) -> list[NumberedChoice]:
        """Returns the choices to show to the current player; a long list of two-part choices comes half by half."""
        choices, fold = self.all_choices(), self.current_fold()
        return unfold_choices(choices, fold) if fold else fold_choices(choices)

    def lesson_page(self) -> LessonPage | None:
        return self.shown().lesson_page()

    def pages(self) -> Mapping[str, str]:
        """Returns the game's reference pages that the current player can open now, as texts by title."""
        return self.shown().pages()

    def rules(self) -> str:
        return self.game.text.rules(self.table.options)

    def take_news(self, pausing: bool = False) -> list[TableLogLine]:
        """Returns the current player's unread log lines, now read; with `pausing`, only up to a line to wait at."""
        fresh: list[TableLogLine] = []
        for line in self.table.lines(self.front_seat, self.lines_told[self.front_seat]):
            self.lines_told[self.front_seat] = line.number
            if line.text:
                fresh.append(line)
                if pausing and line.pause:
                    break
        return fresh

    def recent_lines(self, count: int) -> list[TableLogLine]:
        """Returns the last `count` log lines that the current player has read."""
        lines = [
            line
            for line in self.table.lines(self.front_seat)
            if line.text and line.number <= self.lines_told[self.front_seat]
        ]
        return lines[-count:]

    def result_lines(self) -> list[str]:
        """Returns the lines of the match result: the winners, then places and points, best player first."""
        state, names = self.table.state, [seat.name for seat in self.table.seats]
        best = [int(seat) for seat in winners(state)]
        if len(names) == 1:
            return [f"{names[0]} has {'won' if best else 'lost'}."]
        headline = f"{' and '.join(names[seat] for seat in best)} win{'' if len(best) > 1 else 's'}."
        order = sorted(range(len(names)), key=lambda seat: -state.standing(seat))
        width = max(len(name) for name in names)
        places = ranks(state)
        rows = [f"{places[seat]}. {names[seat]:<{width}}  {state.points(seat):>5} points" for seat in order]
        return [headline if best else "Nobody wins.", *rows]

    def can_review(self) -> bool:
        """Returns whether the player may see a review of luck and choices: against others only after the match."""
        return self.game.coach.review is not no_review and (self.is_over() or len(self.table.seats) == 1)

    def review_lines(self) -> list[str]:
        """Returns the lines of a review of luck and choices in this match; computing them may take a moment."""
        if not self.can_review():
            return []
        return review_match(self.game, self.table.context, self.table.log.moves())

    # Answers.

    def parse_answer(self, text: str) -> int | list[int]:
        """Returns the action that a player typed, or several if the answer has parts; raises Problem if it is none."""
        choices = self.shown_choices()
        choice = find_choice(choices, text)
        if choice is None and len(choices) < len(all_choices := self.all_choices()):
            choice = find_choice(all_choices, text)
        if choice is not None:
            return choice.action
        actions = read_answers(self.game, text)
        if actions is None:
            if unread_rest(self.game, text) != " ".join(text.split()):
                raise Problem(explain_misread(self.game, text))
            raise Problem(
                f"{clip(text.strip())!r} is none of the choices; type {number_range(choices)}, or first letters."
            )
        return actions

    def answer(self, action: int | list[int]) -> None:
        """Plays the current player's answer; raises Problem with the rule if refused. A first half is only stored."""
        if isinstance(action, int) and action < 0:
            self.open_fold = (
                self.front_seat,
                self.table.question_number[self.front_seat],
                0 if action == BACK_ACTION else action,
            )
            return
        with self._storage_errors():
            result = self.table.answer(self.front_seat, self.table.question_number[self.front_seat], action)
        if isinstance(result, TableRefusal):
            raise Problem(format_reason(Why(result.rule, result.sentence)))
        self.after_change()

    def turn_lesson_page(self, leave: bool = False) -> None:
        """Goes to the next page of the guided lesson or, with `leave`, turns the lesson into a free match."""
        progress = self.table.lesson_progress
        if progress is None or progress.step is None:
            raise Problem("No lesson is running here; answer the question.")
        with self._storage_errors():
            result = self.table.turn_page(progress.lesson.learner, progress.page_number(), leave)
        if isinstance(result, TableRefusal):
            raise Problem(result.sentence)
        self.after_change()

    def undo(self) -> None:
        """Takes back the current player's last answer; without secrets or between turns, that of any person."""
        seat = self.front_seat
        if self.pass_device_to() is not None or seat not in self.human_seats or not self.game.traits.secrets:
            given = [entry.seat for entry in effective_entries(self.table.entries) if entry.kind == ANSWER]
            mine = [seat for seat in given if seat in self.human_seats]
            seat = mine[-1] if mine else -1
        with self._storage_errors():
            result = self.table.undo(seat)
        if isinstance(result, TableRefusal):
            raise Problem("You have not answered anything yet." if result.code == "seat" else result.sentence)
        self.front_seat = seat
        self.after_change()

    @contextlib.contextmanager
    def _storage_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Problem(
                f"The match cannot be written to {files.data_folder()}: {error.strerror}. Correct that first."
            ) from None

    def after_change(self) -> None:
        """Updates the stored positions and the match's files after an answer, an undo or a turned lesson page."""
        self.open_fold = 0, 0, 0
        self.positions.update()
        self.write_files()

    def write_files(self) -> None:
        if self.event_log is not None:
            self.event_log.append_new(self.table)
        if self.is_over():
            self._store_record()

    # Bots.

    def next_bot_task(self) -> BotTask | None:
        """Returns the next question that a bot must answer; None while a person must answer, or after the match."""
        jobs = [] if self.asked_person() is not None or self.is_over() else self.table.bot_tasks()
        return jobs[0] if jobs else None

    def ask_bot(self, task: BotTask) -> BotAnswer:
        """Lets a bot answer a question and returns its answer; may take long, and may be called from another thread."""
        return BotAnswer(0) if self.is_closed else self.bot_worker.answer_task(self.game, self.table.options, task)

    def apply_bot_answer(self, task: BotTask, answer: BotAnswer) -> None:
        if not self.is_closed:
            with self._storage_errors():
                apply_bot_answer(self.table, task, answer)
            self.after_change()

    def hints(self) -> list[ChoiceHint]:
        """Returns the hints of the game, or what its strongest bot would do; may take long; raises Problem if none."""
        if self.table.is_scripted():
            raise Problem("The coach has said what to do; hints come when the lesson is over.")
        shown, task = self.shown(), self.table.hint_task(self.front_seat)
        if self.is_closed:
            return []
        reply = self.bot_worker.run(compute_hints, self.game, self.table.context, task)
        if reply.fault:
            raise Problem(f"There is no hint now: {reply.fault}.")
        return shown.hints(reply.value)

    # Saving and leaving.

    def check_savable(self) -> None:
        reason = self.game.traits.unsavable(self.table.state)
        if reason is not None:
            raise Problem(reason)

    def save(self, name: str, overwrite: bool = False) -> Path:
        """Saves the match under a name in the user's folder of saves, and returns the file's path."""
        path = files.save_match(self.table, name, overwrite)
        self.saved_entries = len(self.table.entries)
        return path

    def save_to_file(self) -> Path:
        """Saves the match to the file that the user named when starting it; raises Problem if there is none."""
        self.check_savable()
        if self.save_file is None:
            raise Problem("Give the save a name: save NAME.")
        files.save_table(self.table, self.save_file)
        self.saved_entries = len(self.table.entries)
        return self.save_file

    def is_saved(self) -> bool:
        return self.is_over() or self.save_file is not None or self.saved_entries == len(self.table.entries)

    def resume_message(self) -> str:
        """Returns a sentence with the command that resumes this unfinished match; empty if the match is over."""
        if self.running_record is None or self.is_over():
            return ""
        players = [seat.player for seat in self.table.seats]
        return f"The match is kept. Go on with: {load_command(self.game.name, self.running_record.path, players)}"

    def rematch_setup(self) -> PlaySetup:
        """Returns the setup of another match with the same game, options, players and names, but new dice."""
        seats, options = self.table.seats, dict(self.table.options)
        players, names = [seat.player for seat in seats], [seat.name for seat in seats]
        return PlaySetup(game=self.game, options=options, seats=players, names=names)

    def _store_record(self) -> None:
        """Moves the file of the finished match to the folder of records, where it can be replayed."""
        if self.running_record is None:
            return
        path = files.data_folder() / "records" / self.running_record.path.name
        with self._storage_errors():
            self.running_record.move_to(path)
        self.record_path = path
        self.running_record = None

    def close(self) -> None:
        """Stops the match's bots and releases its files; an unfinished match can be resumed later."""
        if self.is_closed:
            return
        self.is_closed = True
        self.bot_worker.shut_down()
        self.bot_worker.close()
        if self.running_record is not None:
            self.running_record.unlock()
        if self.event_log is not None:
            self.event_log.close()

    def save_on_leaving(self) -> None:
        """Saves the match, even unfinished, to the file that the user named when starting it, if any."""
        if self.save_file is not None:
            files.save_table(self.table, self.save_file)
