"""The table on the full screen: board, log, one question at a time."""

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
from parlour.table.table_types import BotTask, TableLogLine
from parlour.terminal.bar import COMMANDS, KEYS, AnswerLine, Choices, Keys, choice_text, matches
from parlour.terminal.choices import Choice
from parlour.terminal.coach import Coach, marked
from parlour.terminal.lesson import Page, page_of
from parlour.terminal.logview import LONGEST, LogPage, LogView
from parlour.terminal.paint import Paint
from parlour.terminal.popups import Ask, Curtain, Read, hint_text
from parlour.terminal.setup import Setup
from parlour.terminal.shelf import Saves
from parlour.terminal.sitting import Sitting, sit_down
from parlour.terminal.talk import fitted

READING, LEARNING, ASKING, THINKING, OVER = "reading", "learning", "asking", "thinking", "over"
WIDE = 116  # columns from which the log stands beside the board
STRIP = 3  # rows of the log over the question where the log is out of sight
PACE = 0.7  # seconds between what bots do
END = {"new": "New game", "load": "Load a saved game", "menu": "Main menu", "quit": "Quit"}


class Match(Screen[str | Sitting]):
    """One match; left with what is wanted next: new, menu, quit, or another match."""

    AUTO_FOCUS = ""
    BINDINGS = [
        *(Binding(key, action, label) for key, _, label, action in KEYS),
        Binding("enter,space", "go_on", "Go on"),
        Binding("pageup", "scroll_board(0, -10)", "Up the board"),
        Binding("pagedown", "scroll_board(0, 10)", "Down the board"),
        Binding("left", "scroll_board(-10, 0)", "Left on the board"),
        Binding("right", "scroll_board(10, 0)", "Right on the board"),
    ]

    def __init__(self, sitting: Sitting, fast: bool = False, greeting: str = "") -> None:
        super().__init__()
        self.sitting = sitting
        self.paint = Paint(sitting.game)
        self.fast = fast
        self.greeting = greeting
        self.stage = ""
        self.shown = -2  # who was told last
        self.logged = -2, 0  # whose log is on the screen, and how far
        self.since: list[TableLogLine] = []  # told since the last answer
        self.page: list[TableLogLine] = []  # to be read now
        self.board = ""
        self.digits = ""
        self.log_closed = False
        self.pondered: BotTask | None = None
        self.page_now: Page | None = None  # of a lesson

    def compose(self) -> ComposeResult:
        yield Label("", id="title", classes="title", markup=False)
        with Horizontal(id="middle"):
            yield LogView(id="log")
            with Vertical(id="table"):
                with ScrollableContainer(id="felt", can_focus=False):
                    yield Static("", id="board", markup=False)
                with Vertical(id="bar"):
                    yield LogView(id="story")
                    yield Coach(id="coach", markup=False)
                    yield Static("", id="question", markup=False)
                    yield Static("", id="note", markup=False)
                    yield Choices(id="choices", markup=False)
                    yield AnswerLine(id="typing", placeholder="type a choice, Escape goes back")
        yield Keys("")

    def on_mount(self) -> None:
        self.query_one("#typing").display = False
        self.advance()
        self.note(self.greeting, "-info")

    def on_unmount(self) -> None:
        self.sitting.close()

    def on_resize(self) -> None:
        self.make_room()
        self.call_after_refresh(lambda: self.lay_out(self.board))

    def make_room(self) -> None:
        """The log beside the board where there is room for both, else its last lines over the question."""
        beside = self.size.width >= WIDE and not self.log_closed
        self.set_class(beside, "-log")
        if beside:
            self.fill_log()
        story = self.query_one("#story", LogView)
        story.paint = self.paint.names
        story.set_class(self.stage != READING, "-strip")
        lines = self.page if self.stage == READING else newest(self.since, self.size.width)
        story.display = self.stage == READING or (self.stage != OVER and not beside and bool(lines))
        if story.display:
            story.fill(lines, 1)

    def fill_log(self) -> None:
        lines = self.sitting.lately(LONGEST)
        log = self.query_one("#log", LogView)
        log.paint = self.paint.names
        if self.logged[0] == self.sitting.front:
            log.add([line for line in lines if line.number > self.logged[1]])
        else:
            log.fill(lines, len(self.since))
        self.logged = self.sitting.front, lines[-1].number if lines else 0

    # What happens next.

    def advance(self) -> None:
        """Tells what is new, then asks whoever is next."""
        sitting = self.sitting
        if sitting.forward() is not None:
            self.lower_curtain()
            return
        lines = self.tell()
        if lines and lines[-1].pause and not self.fast:
            self.read(lines)
        elif sitting.over():
            self.end()
        elif (page := page_of(sitting.table)) is not None and page.reading:
            self.learn(page)
        elif sitting.asked() is not None:
            self.ask()
        else:
            self.think()

    def tell(self) -> list[TableLogLine]:
        lines = self.sitting.news(pausing=not self.fast)
        if self.shown != self.sitting.front:
            self.shown = self.sitting.front
            self.since = []
        self.since = [*self.since, *lines]
        return lines

    def stand(self, stage: str, question: str, line: TableLogLine | None = None) -> None:
        """A new stage: what is asked, over the board as it is or as it was when a line was told."""
        self.stage = stage
        self.note("")
        self.digits = ""
        self.query_one("#question", Static).update(question)
        self.query_one("#choices").display = stage in (ASKING, OVER)
        self.query_one("#typing").display = False
        self.paint.meet([seat.name for seat in self.sitting.table.seats], self.sitting.table.view(self.sitting.front))
        self.query_one("#title", Label).update(self.paint.names(self.headline()))
        self.page_now = None if stage == READING else page_of(self.sitting.table)
        self.query_one(Coach).tell(self.page_now)
        reading = stage in (READING, LEARNING)
        self.query_one(Keys).offer(
            reading, self.sitting.may_review(), self.size.width, self.sitting.table.is_scripted()
        )
        self.lay_out(self.sitting.board(line))
        self.make_room()

    def lay_out(self, board: str) -> None:
        """The board, as wide as there is room for."""
        self.board = board
        room = self.query_one("#felt").size.width - 4
        painted = self.paint(fitted(board, room) if room > 0 else board)
        self.query_one("#board", Static).update(marked(painted, self.page_now.look if self.page_now else ()))

    def headline(self) -> str:
        """The game, and whose answer is awaited."""
        title = self.sitting.game.title
        owing = [self.sitting.name(seat) for seat in self.sitting.table.owing()]
        return f"{title}    to answer: {', '.join(owing)}" if owing and len(self.sitting.table.seats) > 1 else title

    def note(self, text: str, kind: str = "") -> None:
        note = self.query_one("#note", Static)
        note.update(text)
        note.display = bool(text)
        note.set_classes(kind)

    # The stages.

    def read(self, lines: list[TableLogLine]) -> None:
        """Something to be read before the next choice; the board waits too."""
        self.page = lines
        self.stand(READING, "Enter to go on", lines[-1])
        self.set_focus(None)

    def learn(self, page: Page) -> None:
        """A page of the lesson to be read, over the board it speaks of."""
        self.stand(LEARNING, page.how_to_go_on())
        self.set_focus(None)

    def ask(self) -> None:
        people = len(self.sitting.people)
        name = f"{self.sitting.name(self.sitting.front)}: " if people > 1 else ""
        read = self.stage == READING
        self.stand(ASKING, name + self.sitting.question())
        self.offer(self.sitting.choices())
        choices = self.query_one("#choices", OptionList)
        choices.focus()
        if read:
            choices.highlighted = None  # one Enter too many chooses nothing

    def offer(self, choices: list[Choice]) -> None:
        shown = self.query_one("#choices", OptionList)
        shown.set_options(
            Option(choice_text(choice), id=str(choice.action), disabled=choice.closed is not None)
            for choice in choices
        )
        shown.action_first()

    def think(self) -> None:
        job = self.sitting.job()
        if job is None:
            return
        self.stand(THINKING, f"{self.sitting.name(job.seat)} is thinking ...")
        self.set_focus(None)
        if self.pondered != job:
            self.pondered = job
            self.run_worker(self.wait_for(job))

    async def wait_for(self, job: BotTask) -> None:
        """A bot's answer, from its own process, at a pace one can follow."""
        thought = await asyncio.to_thread(self.sitting.ponder, job)
        if not self.fast:
            await asyncio.sleep(PACE)
        self.pondered = None
        try:
            self.sitting.settle(job, thought)
        except Problem as problem:
            self.note(f"{problem} Enter tries again.")
            return
        self.advance()

    def end(self) -> None:
        self.stand(OVER, "The match is over.")
        rows = ["", *self.sitting.result()]
        rows += ["", f"To see it again: parlour replay {self.sitting.record}"] if self.sitting.record else []
        self.lay_out("\n".join([self.sitting.board(), *rows]))
        choices = self.query_one("#choices", OptionList)
        choices.set_options(Option(label, id=name) for name, label in END.items())
        choices.action_first()
        choices.focus()
        self.run_worker(self.look_back())

    async def look_back(self) -> None:
        """How it went goes under the result as soon as it is worked out."""
        review = await asyncio.to_thread(self.sitting.review)
        if review:
            self.lay_out("\n".join([self.board, "", "Looking back:", *review]))

    # The curtain.

    def lower_curtain(self) -> None:
        """Nothing that was open stays open for the next person."""
        seat = self.sitting.curtain()
        assert seat is not None
        while self.app.screen is not self:
            self.app.pop_screen()
        self.app.push_screen(Curtain(self.sitting.name(seat)), self.curtain_lifted)

    def curtain_lifted(self, how: str | None) -> None:
        if how == "undo":
            self.action_undo()
            if self.sitting.curtain() is not None:
                self.app.notify(str(self.query_one("#note", Static).content), severity="warning")
                self.lower_curtain()
        elif how == "quit":
            self.action_quit()
        else:
            self.sitting.lift()
            self.advance()

    # Answers.

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.stage == OVER:
            self.leave(event.option_id)
        elif self.stage == ASKING:
            self.answer(int(str(event.option_id)))

    def answer(self, action: int | list[int]) -> None:
        try:
            self.sitting.answer(action)
        except Problem as problem:
            self.note(f"No: {problem}")
            return
        if isinstance(action, int) and action < 0:
            self.ask()
        else:
            self.moved()

    def moved(self) -> None:
        self.since = []
        self.query_one("#log", LogView).settle()
        self.advance()

    def on_key(self, event: events.Key) -> None:
        """Numbers choose; other letters begin to type a choice."""
        character = event.character or ""
        if self.stage != ASKING or self.query_one("#typing").display or not character.isprintable():
            return
        if character.isascii() and character.isdigit():
            event.stop()
            self.dial(character)
        elif character.isalpha() and character.lower() not in COMMANDS:
            event.stop()
            self.action_type(character)

    def dial(self, digit: str) -> None:
        """A number key: chooses at once unless the number may go on."""
        choices = self.sitting.choices()
        typed = self.digits + digit
        if not any(str(choice.number).startswith(typed) for choice in choices):
            typed = digit
        self.digits = typed
        fitting = [choice for choice in choices if str(choice.number).startswith(typed)]
        exact = [choice for choice in fitting if str(choice.number) == typed]
        if not fitting:
            self.note(f"There is no choice {typed}.")
        elif exact and (len(fitting) == 1 or exact[0].closed):
            self.answer(exact[0].action)
        elif exact:
            options = self.query_one("#choices", OptionList)
            options.highlighted = options.get_option_index(str(exact[0].action))
            self.note(f"{typed} ... Enter takes {exact[0].label}, or type on.", "-info")

    def action_type(self, letter: str = "") -> None:
        if self.stage == ASKING:
            line = self.query_one("#typing", AnswerLine)
            line.display = True
            line.value = letter
            line.focus()
            line.select_on_focus = False
            line.cursor_position = len(letter)

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.stage == ASKING:
            choices = self.sitting.choices()
            lists = (choices, self.sitting.all_choices())
            fitting = [found for one in lists if (found := [row for row in one if matches(row, event.value)])]
            self.offer(fitting[0] if fitting else choices)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        fitting = [choice for choice in self.sitting.choices() if matches(choice, event.value)]
        try:
            action = fitting[0].action if len(fitting) == 1 else self.sitting.read(event.value)
        except Problem as problem:
            self.note(str(problem))
            return
        self.answer(action)

    def action_stop_typing(self) -> None:
        self.query_one("#typing").display = False
        self.offer(self.sitting.choices())
        self.query_one("#choices").focus()

    def action_to_choices(self) -> None:
        self.query_one("#choices").focus()

    # Keys.

    def action_go_on(self) -> None:
        if self.stage == READING:
            self.since = []
            self.advance()
        elif self.stage == LEARNING:
            self.turn_page()
        elif self.stage == THINKING:
            self.think()  # a bot whose answer could not be kept is asked again

    def turn_page(self, leave: bool = False) -> None:
        try:
            self.sitting.turn(leave)
        except Problem as problem:
            self.note(str(problem))
            return
        self.moved()

    def action_leave_lesson(self) -> None:
        if not self.sitting.table.is_scripted():
            self.action_type("x")
            return
        text = "From here on nobody tells you what to do: a bot plays against you, and luck is luck."
        self.app.push_screen(Ask("Leave the lesson?", text, {"stay": "Stay", "leave": "Play on"}), self.lesson_left)

    def lesson_left(self, answer: str | None) -> None:
        if answer == "leave":
            self.turn_page(leave=True)

    def action_scroll_board(self, across: int, down: int) -> None:
        self.query_one("#felt").scroll_relative(across, down)

    def on_click(self, event: events.Click) -> None:
        if not isinstance(event.widget, Keys):
            self.action_go_on()

    def action_undo(self) -> None:
        try:
            self.sitting.undo()
        except Problem as problem:
            self.note(str(problem))
            return
        self.moved()

    def action_hint(self) -> None:
        if self.stage == ASKING:
            self.note("A moment ...", "-info")
            self.run_worker(self.show_hint(), group="hint", exclusive=True)
        else:
            self.note("A hint helps when you are asked something.")

    async def show_hint(self) -> None:
        """From the game itself, or from its best bot; not if the question has passed meanwhile."""
        sitting, job = self.sitting, self.sitting.hint_job()
        try:
            advice = await asyncio.to_thread(sitting.hints)
            advice = advice or sitting.advice(job, await asyncio.to_thread(sitting.ponder, job))
        except Problem as problem:
            self.note(str(problem))
            return
        if (
            self.stage == ASKING
            and sitting.front == job.seat
            and sitting.table.question_number[job.seat] == job.question
        ):
            self.note("")
            self.app.push_screen(Read("What the choices are worth", {"Hint": hint_text(advice)}))

    def action_review(self) -> None:
        if not self.sitting.may_review():
            self.note("There is nothing to look back on before the end.")
            return
        self.note("A moment ...", "-info")
        self.run_worker(self.show_review(), group="review", exclusive=True)

    async def show_review(self) -> None:
        lines = await asyncio.to_thread(self.sitting.review)
        self.note("")
        text = "\n".join(lines) or "There is nothing to look back on yet."
        self.app.push_screen(Read("Looking back: luck and choices", {"Review": text}))

    def action_save(self) -> None:
        self.app.push_screen(Saves(None if self.sitting.over() else self.sitting), self.load)

    def load(self, path: Path | None) -> None:
        """Another match takes the place of this one, which is kept."""
        try:
            if path is not None:
                self.dismiss(sit_down(Setup(load=path)))
        except Problem as problem:
            self.note(str(problem))

    def action_pages(self) -> None:
        pages = {title: self.paint(text) for title, text in self.sitting.pages().items()}
        if pages:
            self.app.push_screen(Read(self.sitting.game.title, pages))
        else:
            self.note("There is nothing to look up now.")

    def action_rules(self) -> None:
        rules = self.paint(self.sitting.rules())
        self.app.push_screen(Read(f"The rules of {self.sitting.game.title}", {"Rules": rules}))

    def action_log(self) -> None:
        if self.size.width >= WIDE:
            self.log_closed = not self.log_closed
            self.on_resize()
        else:
            self.app.push_screen(LogPage(self.sitting.lately(LONGEST), self.paint.names))

    def action_quit(self) -> None:
        if self.sitting.is_saved():
            text = "The match is over." if self.sitting.over() else "The match is saved."
        else:
            text = "This match is not saved under a name. It is kept as it stands: the menu goes on with it."
        answers = {"stay": "Stay", "menu": "Main menu", "quit": "Quit"}
        self.app.push_screen(Ask("Leave the table?", text, answers), self.quit_answered)

    def quit_answered(self, answer: str | None) -> None:
        if answer in ("menu", "quit"):
            self.leave(answer)
        elif self.sitting.curtain() is not None:
            self.lower_curtain()

    def leave(self, how: str | None) -> None:
        if how == "load":
            self.app.push_screen(Saves(), self.load)
        else:
            self.dismiss(str(how))


def newest(lines: list[TableLogLine], width: int) -> list[TableLogLine]:
    """As many of the last lines as the strip over the question has room for, and at least one."""
    rows = 0
    for count, line in enumerate(reversed(lines)):
        rows += -(-(len(line.text) + 2) // max(width - 7, 1))
        if rows > STRIP and count:
            return lines[-count:]
    return lines
