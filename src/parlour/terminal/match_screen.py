"""The match in the full-screen terminal client: board, log, one question at a time."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import Screen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from parlour.kernel.problem import Problem
from parlour.table.lesson_page import LessonPage
from parlour.table.table_types import BotTask, TableLogLine
from parlour.terminal.choices import NumberedChoice
from parlour.terminal.lesson_card import LessonCard, highlight_names
from parlour.terminal.line_console import wrap_board
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.log_view import MOST_LINES, LogPopup, LogView
from parlour.terminal.open_match import open_match
from parlour.terminal.play_setup import PlaySetup
from parlour.terminal.popups import PagesPopup, PassCurtain, QuestionPopup, format_hints
from parlour.terminal.question_bar import (
    COMMAND_LETTERS,
    KEY_BINDINGS,
    AnswerInput,
    ChoiceList,
    KeyHints,
    choice_matches,
    choice_text,
)
from parlour.terminal.saves_screen import SavesPopup
from parlour.terminal.text_painter import TextPainter

READING, LEARNING, ASKING, THINKING, OVER = "reading", "learning", "asking", "thinking", "over"
LOG_BESIDE_WIDTH = 116  # columns from which the log is shown beside the board
STRIP_ROWS = 3  # rows of the log above the question on narrow screens
BOT_PAUSE = 0.7  # seconds between the moves of bots
END_CHOICES = {"new": "New game", "load": "Load a saved game", "menu": "Main menu", "quit": "Quit"}


class MatchScreen(Screen[str | LocalMatch]):
    """The screen of one match. On closing it returns what the player wants next: new, menu, quit, or a match."""

    AUTO_FOCUS = ""
    BINDINGS = [
        *(Binding(key, action, label) for key, _, label, action in KEY_BINDINGS),
        Binding("enter,space", "go_on", "Go on"),
        Binding("pageup", "scroll_board(0, -10)", "Up the board"),
        Binding("pagedown", "scroll_board(0, 10)", "Down the board"),
        Binding("left", "scroll_board(-10, 0)", "Left on the board"),
        Binding("right", "scroll_board(10, 0)", "Right on the board"),
    ]

    def __init__(self, local_match: LocalMatch, fast: bool = False, greeting: str = "") -> None:
        super().__init__()
        self.local_match = local_match
        self.painter = TextPainter(local_match.game)
        self.fast = fast
        self.greeting = greeting
        self.stage = ""
        self.last_viewer = -2  # whose news were shown last
        self.log_position = -2, 0  # whose log is shown, and up to which line
        self.recent_lines: list[TableLogLine] = []  # shown since the last answer
        self.lines_to_read: list[TableLogLine] = []  # waiting for the player to read them
        self.board_text = ""
        self.typed_digits = ""
        self.log_closed = False
        self.pending_task: BotTask | None = None
        self.lesson_page: LessonPage | None = None  # in a lesson

    def compose(self) -> ComposeResult:
        yield Label("", id="title", classes="title", markup=False)
        with Horizontal(id="middle"):
            yield LogView(id="log")
            with Vertical(id="table"):
                with ScrollableContainer(id="felt", can_focus=False):
                    yield Static("", id="board", markup=False)
                with Vertical(id="bar"):
                    yield LogView(id="story")
                    yield LessonCard(id="coach", markup=False)
                    yield Static("", id="question", markup=False)
                    yield Static("", id="note", markup=False)
                    yield ChoiceList(id="choices", markup=False)
                    yield AnswerInput(id="typing", placeholder="type a choice, Escape goes back")
        yield KeyHints("")

    def on_mount(self) -> None:
        self.query_one("#typing").display = False
        self.advance()
        self.show_note(self.greeting, "-info")

    def on_unmount(self) -> None:
        self.local_match.close()

    def on_resize(self) -> None:
        self.lay_out_log()
        self.call_after_refresh(lambda: self.show_board(self.board_text))

    def lay_out_log(self) -> None:
        """Shows the match log beside the board if there is room, else its last lines above the question."""
        beside = self.size.width >= LOG_BESIDE_WIDTH and not self.log_closed
        self.set_class(beside, "-log")
        if beside:
            self.update_log()
        story = self.query_one("#story", LogView)
        story.style_line = self.painter.paint_names
        story.set_class(self.stage != READING, "-strip")
        lines = self.lines_to_read if self.stage == READING else last_lines_that_fit(self.recent_lines, self.size.width)
        story.display = self.stage == READING or (self.stage != OVER and not beside and bool(lines))
        if story.display:
            story.set_lines(lines, 1)

    def update_log(self) -> None:
        lines = self.local_match.recent_lines(MOST_LINES)
        log = self.query_one("#log", LogView)
        log.style_line = self.painter.paint_names
        if self.log_position[0] == self.local_match.front_seat:
            log.add_lines([line for line in lines if line.number > self.log_position[1]])
        else:
            log.set_lines(lines, len(self.recent_lines))
        self.log_position = self.local_match.front_seat, lines[-1].number if lines else 0

    # The next stage.

    def advance(self) -> None:
        """Shows what happened since the last answer, then the end, a lesson page or a question, or asks a bot."""
        local_match = self.local_match
        if local_match.bring_next_to_front() is not None:
            self.show_curtain()
            return
        lines = self.take_news()
        if lines and lines[-1].pause and not self.fast:
            self.show_lines_to_read(lines)
        elif local_match.is_over():
            self.show_end()
        elif (page := local_match.lesson_page()) is not None and page.text_only:
            self.show_lesson_page(page)
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

    def enter_stage(self, stage: str, question: str, line: TableLogLine | None = None) -> None:
        """Switches the match screen to another stage, such as reading or asking, and shows its question and board."""
        self.stage = stage
        self.show_note("")
        self.typed_digits = ""
        self.query_one("#question", Static).update(question)
        self.query_one("#choices").display = stage in (ASKING, OVER)
        self.query_one("#typing").display = False
        self.painter.set_seat_colours(
            [seat.name for seat in self.local_match.table.seats],
            self.local_match.table.view(self.local_match.front_seat),
        )
        self.query_one("#title", Label).update(self.painter.paint_names(self.headline()))
        self.lesson_page = None if stage == READING else self.local_match.lesson_page()
        self.query_one(LessonCard).show_page(self.lesson_page)
        reading = stage in (READING, LEARNING)
        self.query_one(KeyHints).show_keys(
            reading, self.local_match.can_review(), self.size.width, self.local_match.table.is_scripted()
        )
        self.show_board(self.local_match.board_text(line))
        self.lay_out_log()

    def show_board(self, board: str) -> None:
        """Shows the text of a board in colour, with long sentences wrapped to the available width."""
        self.board_text = board
        context = self.query_one("#felt").size.width - 4
        painted = self.painter(wrap_board(board, context) if context > 0 else board)
        self.query_one("#board", Static).update(
            highlight_names(painted, self.lesson_page.highlights if self.lesson_page else ())
        )

    def headline(self) -> str:
        """Returns the screen's title: the game and, with several seats, the players who must answer."""
        title = self.local_match.game.title
        owing = [self.local_match.seat_name(seat) for seat in self.local_match.table.owing()]
        return f"{title}    to answer: {', '.join(owing)}" if owing and len(self.local_match.table.seats) > 1 else title

    def show_note(self, text: str, kind: str = "") -> None:
        note = self.query_one("#note", Static)
        note.update(text)
        note.display = bool(text)
        note.set_classes(kind)

    # The stages.

    def show_lines_to_read(self, lines: list[TableLogLine]) -> None:
        """Shows log lines that the player must read before the next choice, with the board of that time."""
        self.lines_to_read = lines
        self.enter_stage(READING, "Enter to go on", lines[-1])
        self.set_focus(None)

    def show_lesson_page(self, page: LessonPage) -> None:
        """Shows a page of a guided lesson that asks for no answer, until the player presses Enter."""
        self.enter_stage(LEARNING, page.continue_prompt())
        self.set_focus(None)

    def show_question(self) -> None:
        people = len(self.local_match.human_seats)
        name = f"{self.local_match.seat_name(self.local_match.front_seat)}: " if people > 1 else ""
        read = self.stage == READING
        self.enter_stage(ASKING, name + self.local_match.question_text())
        self.show_choices(self.local_match.shown_choices())
        choices = self.query_one("#choices", OptionList)
        choices.focus()
        if read:
            choices.highlighted = None  # so that an extra Enter chooses nothing

    def show_choices(self, choices: list[NumberedChoice]) -> None:
        shown = self.query_one("#choices", OptionList)
        shown.set_options(
            Option(choice_text(choice), id=str(choice.action), disabled=choice.refusal is not None)
            for choice in choices
        )
        shown.action_first()

    def start_bot(self) -> None:
        task = self.local_match.next_bot_task()
        if task is None:
            return
        self.enter_stage(THINKING, f"{self.local_match.seat_name(task.seat)} is thinking ...")
        self.set_focus(None)
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
            self.show_note(f"{problem} Enter tries again.")
            return
        self.advance()

    def show_end(self) -> None:
        self.enter_stage(OVER, "The match is over.")
        rows = ["", *self.local_match.result_lines()]
        rows += (
            ["", f"To see it again: parlour replay {self.local_match.record_path}"]
            if self.local_match.record_path
            else []
        )
        self.show_board("\n".join([self.local_match.board_text(), *rows]))
        choices = self.query_one("#choices", OptionList)
        choices.set_options(Option(label, id=name) for name, label in END_CHOICES.items())
        choices.action_first()
        choices.focus()
        self.run_worker(self.show_review_below())

    async def show_review_below(self) -> None:
        """Shows the review of luck and choices below the match result as soon as it is computed."""
        review = await asyncio.to_thread(self.local_match.review_lines)
        if review:
            self.show_board("\n".join([self.board_text, "", "Looking back:", *review]))

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

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.stage == OVER:
            self.leave_match(event.option_id)
        elif self.stage == ASKING:
            self.submit_answer(int(str(event.option_id)))

    def submit_answer(self, action: int | list[int]) -> None:
        try:
            self.local_match.answer(action)
        except Problem as problem:
            self.show_note(f"No: {problem}")
            return
        if isinstance(action, int) and action < 0:
            self.show_question()
        else:
            self.advance_after_answer()

    def advance_after_answer(self) -> None:
        self.recent_lines = []
        self.query_one("#log", LogView).clear_new_marks()
        self.advance()

    def on_key(self, event: events.Key) -> None:
        """Handles a key while the player is asked: digits choose by number, letters start typing a choice."""
        character = event.character or ""
        if self.stage != ASKING or self.query_one("#typing").display or not character.isprintable():
            return
        if character.isascii() and character.isdigit():
            event.stop()
            self.type_digit(character)
        elif character.isalpha() and character.lower() not in COMMAND_LETTERS:
            event.stop()
            self.action_type(character)

    def type_digit(self, digit: str) -> None:
        """Adds a digit to the number of a choice, and takes the choice at once unless more digits can follow."""
        choices = self.local_match.shown_choices()
        typed = self.typed_digits + digit
        if not any(str(choice.number).startswith(typed) for choice in choices):
            typed = digit
        self.typed_digits = typed
        fitting = [choice for choice in choices if str(choice.number).startswith(typed)]
        exact = [choice for choice in fitting if str(choice.number) == typed]
        if not fitting:
            self.show_note(f"There is no choice {typed}.")
        elif exact and (len(fitting) == 1 or exact[0].refusal):
            self.submit_answer(exact[0].action)
        elif exact:
            options = self.query_one("#choices", OptionList)
            options.highlighted = options.get_option_index(str(exact[0].action))
            self.show_note(f"{typed} ... Enter takes {exact[0].label}, or type on.", "-info")

    def action_type(self, letter: str = "") -> None:
        if self.stage == ASKING:
            line = self.query_one("#typing", AnswerInput)
            line.display = True
            line.value = letter
            line.focus()
            line.select_on_focus = False
            line.cursor_position = len(letter)

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.stage == ASKING:
            choices = self.local_match.shown_choices()
            lists = (choices, self.local_match.all_choices())
            fitting = [found for one in lists if (found := [row for row in one if choice_matches(row, event.value)])]
            self.show_choices(fitting[0] if fitting else choices)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        fitting = [choice for choice in self.local_match.shown_choices() if choice_matches(choice, event.value)]
        try:
            action = fitting[0].action if len(fitting) == 1 else self.local_match.parse_answer(event.value)
        except Problem as problem:
            self.show_note(str(problem))
            return
        self.submit_answer(action)

    def action_stop_typing(self) -> None:
        self.query_one("#typing").display = False
        self.show_choices(self.local_match.shown_choices())
        self.query_one("#choices").focus()

    def action_to_choices(self) -> None:
        self.query_one("#choices").focus()

    # Keys.

    def action_go_on(self) -> None:
        if self.stage == READING:
            self.recent_lines = []
            self.advance()
        elif self.stage == LEARNING:
            self.turn_page()
        elif self.stage == THINKING:
            self.start_bot()  # asks a bot again if its answer could not be stored

    def turn_page(self, leave: bool = False) -> None:
        try:
            self.local_match.turn_lesson_page(leave)
        except Problem as problem:
            self.show_note(str(problem))
            return
        self.advance_after_answer()

    def action_leave_lesson(self) -> None:
        if not self.local_match.table.is_scripted():
            self.action_type("x")
            return
        text = "From here on nobody tells you what to do: a bot plays against you, and luck is luck."
        self.app.push_screen(
            QuestionPopup("Leave the lesson?", text, {"stay": "Stay", "leave": "Play on"}), self.handle_leave_lesson
        )

    def handle_leave_lesson(self, answer: str | None) -> None:
        if answer == "leave":
            self.turn_page(leave=True)

    def action_scroll_board(self, across: int, down: int) -> None:
        self.query_one("#felt").scroll_relative(across, down)

    def on_click(self, event: events.Click) -> None:
        if not isinstance(event.widget, KeyHints):
            self.action_go_on()

    def action_undo(self) -> None:
        try:
            self.local_match.undo()
        except Problem as problem:
            self.show_note(str(problem))
            return
        self.advance_after_answer()

    def action_hint(self) -> None:
        if self.stage == ASKING:
            self.show_note("A moment ...", "-info")
            self.run_worker(self.show_hint(), group="hint", exclusive=True)
        else:
            self.show_note("A hint helps when you are asked something.")

    async def show_hint(self) -> None:
        """Shows the player hints from the game or its strongest bot, unless the question was answered meanwhile."""
        asked = self.local_match.question_id()
        try:
            hints = await asyncio.to_thread(self.local_match.hints)
        except Problem as problem:
            self.show_note(str(problem))
            return
        if self.stage == ASKING and self.local_match.question_id() == asked:
            self.show_note("")
            self.app.push_screen(PagesPopup("What the choices are worth", {"Hint": format_hints(hints)}))

    def action_review(self) -> None:
        if not self.local_match.can_review():
            self.show_note("There is nothing to look back on before the end.")
            return
        self.show_note("A moment ...", "-info")
        self.run_worker(self.show_review(), group="review", exclusive=True)

    async def show_review(self) -> None:
        lines = await asyncio.to_thread(self.local_match.review_lines)
        self.show_note("")
        text = "\n".join(lines) or "There is nothing to look back on yet."
        self.app.push_screen(PagesPopup("Looking back: luck and choices", {"Review": text}))

    def action_save(self) -> None:
        self.app.push_screen(SavesPopup(None if self.local_match.is_over() else self.local_match), self.load_match)

    def load_match(self, path: Path | None) -> None:
        """Leaves this match, which is kept, for a match loaded from a file; does nothing without a file."""
        try:
            if path is not None:
                self.dismiss(open_match(PlaySetup(load=path)))
        except Problem as problem:
            self.show_note(str(problem))

    def action_pages(self) -> None:
        pages = {title: self.painter(text) for title, text in self.local_match.pages().items()}
        if pages:
            self.app.push_screen(PagesPopup(self.local_match.game.title, pages))
        else:
            self.show_note("There is nothing to look up now.")

    def action_rules(self) -> None:
        rules = self.painter(self.local_match.rules())
        self.app.push_screen(PagesPopup(f"The rules of {self.local_match.game.title}", {"Rules": rules}))

    def action_log(self) -> None:
        if self.size.width >= LOG_BESIDE_WIDTH:
            self.log_closed = not self.log_closed
            self.on_resize()
        else:
            self.app.push_screen(LogPopup(self.local_match.recent_lines(MOST_LINES), self.painter.paint_names))

    def action_quit(self) -> None:
        if self.local_match.is_saved():
            text = "The match is over." if self.local_match.is_over() else "The match is saved."
        else:
            text = "This match is not saved under a name. It is kept as it stands: the menu goes on with it."
        answers = {"stay": "Stay", "menu": "Main menu", "quit": "Quit"}
        self.app.push_screen(QuestionPopup("Leave the table?", text, answers), self.handle_quit)

    def handle_quit(self, answer: str | None) -> None:
        if answer in ("menu", "quit"):
            self.leave_match(answer)
        elif self.local_match.pass_device_to() is not None:
            self.show_curtain()

    def leave_match(self, how: str | None) -> None:
        if how == "load":
            self.app.push_screen(SavesPopup(), self.load_match)
        else:
            self.dismiss(str(how))


def last_lines_that_fit(lines: list[TableLogLine], width: int) -> list[TableLogLine]:
    """Returns the last log lines that fit into the few rows above the question on a screen this wide, at least one."""
    rows = 0
    for count, line in enumerate(reversed(lines)):
        rows += -(-(len(line.text) + 2) // max(width - 7, 1))
        if rows > STRIP_ROWS and count:
            return lines[-count:]
    return lines
