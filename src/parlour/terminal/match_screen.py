"""The match in the full-screen terminal client: board, log, one question at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from parlour.kernel.problem import Problem
from parlour.play.local_match import LocalMatch, result_lines
from parlour.table.table_types import BotTask, TableLogLine
from parlour.terminal.board_view import BoardView
from parlour.terminal.lesson_card import LessonCard
from parlour.terminal.log_view import MOST_LINES, NO_VIEWER, LogView
from parlour.terminal.lookup_screen import LookupScreen
from parlour.terminal.popups import PassCurtain, QuestionPopup
from parlour.terminal.question_bar import KEY_BINDINGS, KeyHints
from parlour.terminal.saves_screen import SavesPopup

READING, LEARNING, ASKING, THINKING, OVER = "reading", "learning", "asking", "thinking", "over"
LOG_BESIDE_WIDTH = 116  # columns from which the log is shown beside the board
STRIP_ROWS = 3  # rows of the log above the question on narrow screens
BOT_PAUSE = 0.7  # seconds between the moves of bots
END_CHOICES = {"new": "New game", "load": "Load a saved game", "menu": "Main menu", "quit": "Quit"}


class MatchScreen(LookupScreen):
    """The screen of one match. On closing it returns what the player wants next: new, menu, quit, or a match."""

    AUTO_FOCUS = ""
    BINDINGS = [
        *(Binding(key, action, label) for key, _, label, action in KEY_BINDINGS),
        Binding("enter,space", "go_on", "Go on"),
        Binding("ctrl+r", "reasons", "Reasons"),
        Binding("pageup", "scroll_board(0, -10)", "Up the board"),
        Binding("pagedown", "scroll_board(0, 10)", "Down the board"),
        Binding("left", "scroll_board(-10, 0)", "Left on the board"),
        Binding("right", "scroll_board(10, 0)", "Right on the board"),
    ]

    def __init__(self, local_match: LocalMatch, fast: bool = False, greeting: str = "") -> None:
        super().__init__(local_match)
        self.board = BoardView(self.painter)
        self.fast = fast
        self.greeting = greeting
        self.stage = ""
        self.last_viewer = NO_VIEWER  # whose news were shown last
        self.recent_lines: list[TableLogLine] = []  # shown since the last answer
        self.lines_to_read: list[TableLogLine] = []  # waiting for the player to read them
        self.log_closed = False
        self.pending_task: BotTask | None = None

    def compose(self) -> ComposeResult:
        yield Label("", id="title", classes="title", markup=False)
        with Horizontal(id="middle"):
            yield LogView(self.painter.paint_names, id="log")
            with Vertical(id="table"):
                yield self.board
                yield self.bar
        yield KeyHints("")

    def on_mount(self) -> None:
        self.advance()
        self.bar.show_note(self.greeting, "-info")

    def on_unmount(self) -> None:
        self.local_match.close()

    def on_resize(self) -> None:
        self.lay_out_log()
        self.call_after_refresh(lambda: self.board.show_text(self.board.text))

    def lay_out_log(self) -> None:
        """Shows the match log beside the board if there is room, else its last lines above the question."""
        beside = self.size.width >= LOG_BESIDE_WIDTH and not self.log_closed
        self.set_class(beside, "-log")
        if beside:
            lines = self.local_match.recent_lines(MOST_LINES)
            self.query_one("#log", LogView).follow(self.local_match.front_seat, lines, len(self.recent_lines))
        story = self.query_one("#story", LogView)
        story.set_class(self.stage != READING, "-strip")
        lines = self.lines_to_read if self.stage == READING else last_lines_that_fit(self.recent_lines, self.size.width)
        story.display = self.stage == READING or (self.stage != OVER and not beside and bool(lines))
        if story.display:
            story.set_lines(lines, 1)

    # The next stage.

    def advance(self) -> None:
        """Shows what happened since the last answer, then the end, a lesson page or a question, or asks a bot."""
        local_match = self.local_match
        if local_match.bring_next_to_front() is not None:
            self.show_curtain()
            return
        lines = self.take_news()
        if lines and lines[-1].pause and not self.fast:
            self.lines_to_read = lines
            self.enter_stage(READING, "Enter to go on", lines[-1])
        elif local_match.is_over():
            self.show_end()
        elif (page := local_match.shown().lesson_page()) is not None and page.text_only:
            self.enter_stage(LEARNING, page.continue_prompt())
        elif local_match.asked_person() is not None:
            self.show_question()
        else:
            self.start_bot()

    def take_news(self) -> list[TableLogLine]:
        lines = self.local_match.take_news(pausing=not self.fast)
        if self.last_viewer != self.local_match.front_seat:
            self.last_viewer = self.local_match.front_seat
            self.recent_lines = []
        self.recent_lines = [*self.recent_lines, *lines]
        return lines

    def advance_after_answer(self) -> None:
        self.recent_lines = []
        self.query_one("#log", LogView).clear_new_marks()
        self.advance()

    def enter_stage(self, stage: str, text: str, line: TableLogLine | None = None) -> None:
        """Switches to another stage, such as reading or asking, and shows its text and the board, now or at a line."""
        local_match, table, shown = self.local_match, self.local_match.table, self.local_match.shown()
        self.stage = stage
        self.bar.show_text(text)
        if stage not in (ASKING, OVER):
            self.set_focus(None)
        self.painter.set_seat_colours([seat.name for seat in table.match.seats], shown.view)
        self.query_one("#title", Label).update(self.painter.paint_names(self.headline()))
        page = None if stage == READING else shown.lesson_page()
        self.query_one(LessonCard).show_page(page)
        reading = stage in (READING, LEARNING)
        self.query_one(KeyHints).show_keys(
            reading, local_match.can_review(), self.size.width, table.match.is_scripted()
        )
        self.board.highlights = page.highlights if page else ()
        self.board.show_text(local_match.board_text(line))
        self.lay_out_log()

    def headline(self) -> str:
        """Returns the screen's title: the game and, with several seats, the players who must answer."""
        title = self.local_match.game.title
        owing = [self.local_match.seat_name(seat) for seat in self.local_match.table.match.owing()]
        return (
            f"{title}    to answer: {', '.join(owing)}"
            if owing and len(self.local_match.table.match.seats) > 1
            else title
        )

    # The stages.

    def show_question(self) -> None:
        people = len(self.local_match.human_seats)
        name = f"{self.local_match.seat_name(self.local_match.front_seat)}: " if people > 1 else ""
        has_read = self.stage == READING
        question = self.local_match.question()
        self.enter_stage(ASKING, name + question.text())
        self.bar.ask(question, highlight=not has_read)  # so that an extra Enter chooses nothing

    def start_bot(self) -> None:
        task = self.local_match.next_bot_task()
        if task is None:
            return
        self.enter_stage(THINKING, f"{self.local_match.seat_name(task.seat)} is thinking ...")
        if self.pending_task != task:
            self.pending_task = task
            self.run_worker(self.run_bot(task))

    async def run_bot(self, task: BotTask) -> None:
        """Waits for a bot's answer and plays it, after a pause so that people can follow."""
        answer = await asyncio.to_thread(self.local_match.ask_bot, task)
        if not self.fast:
            await asyncio.sleep(BOT_PAUSE)
        self.pending_task = None
        try:
            self.local_match.apply_bot_answer(task, answer)
        except Problem as problem:
            self.bar.show_note(f"{problem} Enter tries again.")
            return
        self.advance()

    def show_end(self) -> None:
        self.enter_stage(OVER, "The match is over.")
        rows = [self.board.text, "", *result_lines(self.local_match)]
        if self.local_match.files.record_path:
            rows += ["", f"To see it again: parlour replay {self.local_match.files.record_path}"]
        self.board.show_text("\n".join(rows))
        self.bar.list_options(Option(label, id=name) for name, label in END_CHOICES.items())
        self.run_worker(self.show_review_below())

    async def show_review_below(self) -> None:
        """Shows the review of luck and choices below the match result as soon as it is computed."""
        review = await asyncio.to_thread(self.local_match.review_lines)
        if review:
            self.board.show_text("\n".join([self.board.text, "", "Looking back:", *review]))

    # The curtain.

    def show_curtain(self) -> None:
        """Closes all popups and hides the match until the next person has the device."""
        seat = self.local_match.pass_device_to()
        assert seat is not None
        while self.app.screen is not self:
            self.app.pop_screen()
        self.app.push_screen(PassCurtain(self.local_match.seat_name(seat)), self.handle_curtain_closed)

    def handle_curtain_closed(self, how: str | None) -> None:
        if how == "undo":
            self.action_undo()
            if self.local_match.pass_device_to() is not None:
                self.app.notify(str(self.query_one("#note", Static).content), severity="warning")
                self.show_curtain()
        elif how == "quit":
            self.action_quit()
        else:
            self.local_match.lift_curtain()
            self.advance()

    # Answers.

    def submit_answer(self, action: int | list[int]) -> None:
        try:
            self.local_match.answer(action)
        except Problem as problem:
            self.bar.show_note(f"No: {problem}")
            return
        if isinstance(action, int) and action < 0:
            self.show_question()
        else:
            self.advance_after_answer()

    def change_match(self, change: Callable[[], None]) -> None:
        """Changes the match, such as by an undo, and shows the next stage, or the problem."""
        try:
            change()
        except Problem as problem:
            self.bar.show_note(str(problem))
        else:
            self.advance_after_answer()

    def on_key(self, event: events.Key) -> None:
        self.bar.type_key(event)

    def action_type(self, letter: str = "") -> None:
        self.bar.start_typing(letter)

    def action_undo(self) -> None:
        self.change_match(self.local_match.undo)

    def action_go_on(self) -> None:
        if self.stage == READING:
            self.recent_lines = []
            self.advance()
        elif self.stage == LEARNING:
            self.change_match(self.local_match.turn_lesson_page)
        elif self.stage == THINKING:
            self.start_bot()  # asks a bot again if its answer could not be stored

    def on_click(self, event: events.Click) -> None:
        if not isinstance(event.widget, KeyHints):
            self.action_go_on()

    def action_scroll_board(self, across: int, down: int) -> None:
        self.board.scroll_relative(across, down)

    def action_log(self) -> None:
        if self.size.width >= LOG_BESIDE_WIDTH:
            self.log_closed = not self.log_closed
            self.on_resize()
        else:
            self.show_log_popup()

    def action_reasons(self) -> None:
        self.notify(self.local_match.switch_reasons())
        self.query_one("#log", LogView).followed = NO_VIEWER, 0
        self.lay_out_log()

    # Leaving.

    def action_leave_lesson(self) -> None:
        if not self.local_match.table.match.is_scripted():
            self.action_type("x")
            return
        text = "From here on nobody tells you what to do: a bot plays against you, and luck is luck."
        self.app.push_screen(
            QuestionPopup("Leave the lesson?", text, {"stay": "Stay", "leave": "Play on"}), self.handle_leave_lesson
        )

    def handle_leave_lesson(self, answer: str | None) -> None:
        if answer == "leave":
            self.change_match(partial(self.local_match.turn_lesson_page, leave=True))

    def action_quit(self) -> None:
        if self.local_match.files.is_saved():
            text = "The match is over." if self.local_match.is_over() else "The match is saved."
        else:
            text = "This match is not saved under a name. It is kept as it stands: the menu goes on with it."
        answers = {"stay": "Stay", "menu": "Main menu", "quit": "Quit"}
        self.app.push_screen(QuestionPopup("Leave the table?", text, answers), self.handle_quit)

    def handle_quit(self, answer: str | None) -> None:
        if answer in ("menu", "quit"):
            self.dismiss(answer)
        elif self.local_match.pass_device_to() is not None:
            self.show_curtain()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does what the player chose after the match; the choices during the match belong to the bar."""
        if event.option_id == "load":
            self.app.push_screen(SavesPopup(), self.load_match)
        else:
            self.dismiss(str(event.option_id))


def last_lines_that_fit(lines: list[TableLogLine], width: int) -> list[TableLogLine]:
    """Returns the last log lines that fit into the few rows above the question on a screen this wide, at least one."""
    rows = 0
    for count, line in enumerate(reversed(lines)):
        rows += -(-(len(line.text) + 2) // max(width - 7, 1))
        if rows > STRIP_ROWS and count:
            return lines[-count:]
    return lines
