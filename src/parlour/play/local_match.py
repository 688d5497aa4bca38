"""A match played on this device, independent of its display: whose turn it is, what they read, answers and undo."""

from __future__ import annotations

from collections.abc import Callable

from parlour.kernel.coach import no_review
from parlour.kernel.game import Game, review_match
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER, effective_entries, rematch_options
from parlour.kernel.state import ranks, winners
from parlour.kernel.text import Why
from parlour.play.choice_folding import BACK_ACTION
from parlour.play.choice_menu import ChoiceMenu
from parlour.play.choices import format_reason
from parlour.play.event_positions import EventPositions
from parlour.play.match_files import MatchFiles, storage_errors
from parlour.play.play_setup import PlaySetup
from parlour.store.best_results import comparison_lines
from parlour.store.files import RunningRecord
from parlour.table.bot_worker import BotAnswer, BotWorker, apply_bot_answer, compute_hints
from parlour.table.lesson import ASK
from parlour.table.presenter import ChoiceHint, PresentedPosition
from parlour.table.seat import HUMAN
from parlour.table.table import Table
from parlour.table.table_types import BotTask, TableLogLine, TableRefusal

NO_FOLD = (0, 0), 0


class LocalMatch:
    """A match in which people share this device and play with bots.

    The person who answered last stays the current player until another person must answer, or, in a game with a turn
    order, until a lower seat must. In between, a curtain hides the screen if the game has secrets. People are asked
    before bots, so that the same seed and answers give the same record."""

    def __init__(self, table: Table, running: RunningRecord | None) -> None:
        self.table = table
        self.game: Game = table.game
        self.files = MatchFiles(table, running)
        self.bot_worker = BotWorker()
        self.is_closed = False
        self.human_seats = [number for number, seat in enumerate(table.match.seats) if seat.player == HUMAN]
        self.front_seat = self.human_seats[0] if len(self.human_seats) == 1 else int(WATCHER)
        self.shows_reasons = True  # of bots, in the log
        self.fold = NO_FOLD  # the question whose first half was answered, and the action of that half
        self.lines_told = dict.fromkeys([*self.human_seats, int(WATCHER)], 0)  # by viewer
        is_new = not table.match.resumed and table.record().header.given == 0
        self.positions = EventPositions(table, is_new)
        if not is_new:  # earlier events are not shown again
            self.lines_told = {viewer: len(table.visible_indexes(viewer)) for viewer in self.lines_told}

    # Players.

    def is_over(self) -> bool:
        return self.table.match.over()

    def seat_name(self, seat: int) -> str:
        return self.table.match.seats[seat].name

    def asked_person(self) -> int | None:
        """Returns the seat of the person who must answer, None: nobody. It is the current player or the next around, or
        the first by seat order if the game has a turn order."""
        progress = self.table.match.lesson_progress
        step = None if progress is None or not self.table.match.is_scripted() else progress.step
        if step is not None and step.kind != ASK:
            return None
        owing = [seat for seat in self.table.match.owing() if seat in self.human_seats]
        later = [] if self.game.traits.seat_order else [seat for seat in owing if seat >= self.front_seat]
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

    # What the current player reads.

    def shown(self) -> PresentedPosition:
        """Returns the match as the current player sees it now: board, question, choices."""
        return self.table.present(self.front_seat)

    def question_id(self) -> tuple[int, int]:
        """Returns the current player's seat and the number of the last question to it."""
        return self.front_seat, self.table.match.question_number[self.front_seat]

    def open_fold(self) -> int:
        """Returns the first half of a two-part choice that the player has chosen, a negative action; 0: none."""
        question, fold = self.fold
        return fold if question == self.question_id() else 0

    def question(self) -> ChoiceMenu:
        return ChoiceMenu(self.shown(), self.open_fold())

    def board_text(self, line: TableLogLine | None = None) -> str:
        """Returns the board as text, as the current player sees it, now or at the time of a log line."""
        state = self.table.match.state if line is None else self.positions.state_at(line.event)
        return self.table.presenter(self.front_seat).show(state).board()

    def rules(self) -> str:
        return self.game.text.rules(self.table.options)

    def take_news(self, pausing: bool = False) -> list[TableLogLine]:
        """Returns the current player's unread log lines, now read; with `pausing`, only up to a line to wait at."""
        fresh: list[TableLogLine] = []
        for line in self.table.lines(self.front_seat, self.lines_told[self.front_seat]):
            self.lines_told[self.front_seat] = line.number
            if line.text:
                fresh.append(self.told(line))
                if pausing and line.pause:
                    break
        return fresh

    def recent_lines(self, count: int) -> list[TableLogLine]:
        """Returns the last `count` log lines that the current player has read."""
        told = self.table.lines(self.front_seat)[: self.lines_told[self.front_seat]]
        return [self.told(line) for line in told if line.text][-count:]

    def told(self, line: TableLogLine) -> TableLogLine:
        """Returns a log line with the bot's reason in its text, unless the player has switched reasons off."""
        return line._replace(text=line.with_reason()) if self.shows_reasons else line

    def switch_reasons(self) -> str:
        """Shows or hides the reasons of bots from now on; returns a sentence that says which."""
        self.shows_reasons = not self.shows_reasons
        return f"The log {'tells' if self.shows_reasons else 'no longer tells'} why bots do what they do."

    def turn_lines(self, turns: int) -> list[TableLogLine]:
        """Returns the log lines of the last turns that the current player has read; in a game whose log marks no turns,
        that many lines."""
        told = self.recent_lines(len(self.table.match.event_history))
        kinds, starts = self.game.text.events, self.game.study.turns.starts
        places = [n for n, line in enumerate(told) if line.event and kinds[line.event.kind].name in starts]
        return told[places[-turns] if len(places) >= turns else 0 :] if starts else told[-turns:]

    def hints(self) -> list[ChoiceHint]:
        """Returns hints from the game or its strongest bot; may take long; raises Problem if there are none."""
        return self.prepare_hints()()

    def prepare_hints(self) -> Callable[[], list[ChoiceHint]]:
        """Returns the work that finds hints on the open question, for another thread: it does not touch the table."""
        if self.table.match.is_scripted():
            raise Problem(
                "There are no hints during a lesson; do what the coach says, or type skip to leave the lesson."
            )
        shown, context, task = self.shown(), self.table.match.context, self.table.hint_task(self.front_seat)

        def find_hints() -> list[ChoiceHint]:
            if self.is_closed:
                return []
            reply = self.bot_worker.run(compute_hints, self.game, context, task)
            if reply.fault:
                raise Problem(f"The coach has no hint now ({reply.fault}); answer the question without one.")
            return shown.hints(reply.value)

        return find_hints

    def can_review(self) -> bool:
        """Returns whether the player may see a review of luck and choices: against others only after the match."""
        return self.game.coach.review is not no_review and (self.is_over() or len(self.table.match.seats) == 1)

    def review_lines(self) -> list[str]:
        """Returns the lines of a review of luck and choices in this match, empty if there may be none yet; computing
        them may take a moment."""
        if not self.can_review():
            return []
        return review_match(self.game, self.table.match.context, self.table.match.log.moves())

    # Answers.

    def answer(self, action: int | list[int]) -> None:
        """Plays the current player's answer; raises Problem with the rule if refused. A first half is only stored."""
        seat, question = self.question_id()
        if isinstance(action, int) and action < 0:
            self.fold = (seat, question), 0 if action == BACK_ACTION else action
            return
        with storage_errors():
            result = self.table.answer(seat, question, action)
        if isinstance(result, TableRefusal):
            raise Problem(format_reason(Why(result.rule, result.sentence)))
        self.after_change()

    def turn_lesson_page(self, leave: bool = False) -> None:
        """Goes to the next page of the guided lesson or, with `leave`, turns the lesson into a free match."""
        progress = self.table.match.lesson_progress
        if progress is None or progress.step is None:
            raise Problem("No lesson is running here; answer the question.")
        with storage_errors():
            result = self.table.turn_page(progress.lesson.learner, progress.page_number(), leave)
        if isinstance(result, TableRefusal):
            raise Problem(result.sentence)
        self.after_change()

    def undo(self) -> None:
        """Takes back the current player's last answer; without secrets, or while the device is passed on, the last
        answer that any person gave."""
        seat = self.front_seat
        if self.pass_device_to() is not None or seat not in self.human_seats or not self.game.traits.secrets:
            given = [entry.seat for entry in effective_entries(self.table.match.entries) if entry.kind == ANSWER]
            seat = next((giver for giver in reversed(given) if giver in self.human_seats), -1)
        with storage_errors():
            result = self.table.undo(seat)
        if isinstance(result, TableRefusal):
            raise Problem(
                "You have not answered anything yet, so nothing can be taken back; answer first."
                if result.code == "seat"
                else result.sentence
            )
        self.front_seat = seat
        self.after_change()

    def next_bot_task(self) -> BotTask | None:
        """Returns the next question that a bot must answer; None while a person must answer, or after the match."""
        tasks = [] if self.asked_person() is not None or self.is_over() else self.table.bot_tasks()
        return tasks[0] if tasks else None

    def ask_bot(self, task: BotTask) -> BotAnswer:
        """Lets a bot answer a question and returns its answer; may take long, and may be called from another thread."""
        return BotAnswer(0) if self.is_closed else self.bot_worker.answer_task(self.game, self.table.options, task)

    def apply_bot_answer(self, task: BotTask, answer: BotAnswer) -> None:
        if not self.is_closed:
            with storage_errors():
                apply_bot_answer(self.table, task, answer)
            self.after_change()

    def after_change(self) -> None:
        """Updates the stored positions and the match's files after an answer, an undo or a turned lesson page."""
        self.fold = NO_FOLD
        self.positions.update()
        self.files.update()

    # The end.

    def rematch_setup(self) -> PlaySetup:
        """Returns the setup of another match with the same game, options, players and names, but new dice."""
        seats, options = self.table.match.seats, rematch_options(self.game, self.table.record().header)
        players, names = [seat.player for seat in seats], [seat.name for seat in seats]
        return PlaySetup(game=self.game, options=options, seats=players, names=names)

    def close(self) -> None:
        """Stops the match's bots and releases its files; an unfinished match can be resumed later."""
        if not self.is_closed:
            self.is_closed = True
            self.bot_worker.shut_down()
            self.bot_worker.close()
            self.files.close()


def result_lines(local_match: LocalMatch) -> list[str]:
    """Returns the lines of the match result: the winners, then places and points, best player first. Alone: won or
    lost, and the comparison with earlier results."""
    match, stored = local_match.table.match, local_match.files.result
    state, names = match.state, [seat.name for seat in match.seats]
    best = [int(seat) for seat in winners(state)]
    if len(names) == 1:
        headline = f"{names[0]} has {'won' if best else 'lost'}."
        return [headline, *(comparison_lines(local_match.game, stored) if stored else [])]
    headline = f"{' and '.join(names[seat] for seat in best)} win{'' if len(best) > 1 else 's'}."
    order = sorted(range(len(names)), key=lambda seat: -state.standing(seat))
    width = max(len(name) for name in names)
    places = ranks(state)
    rows = [f"{places[seat]}. {names[seat]:<{width}}  {state.points(seat):>5} points" for seat in order]
    return [headline if best else "Nobody wins.", *rows]
