"""A match line by line: for pipes, dumb terminals and whoever prefers it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from parlour.kernel.problem import Problem
from parlour.store import files
from parlour.table.table_types import TableLogLine
from parlour.terminal.choices import Choice
from parlour.terminal.lesson import Page, page_of
from parlour.terminal.setup import Setup
from parlour.terminal.sitting import Advice, Sitting, sit_down
from parlour.terminal.talk import WIDTH, Talk, fitted
from parlour.terminal.unfinished import load_command, title_of, unfinished

LEFT, OVER = "left", "over"
RECENT = 6  # lines shown again when a match is gone on with
LOG = 100
MANY = 9  # choices, above which short ones stand side by side
BAR = 20

HELP = """Answer with the number of a choice, or type it: the first letters of its words are enough.
?            a hint
undo         take your last answer back, if nothing has come of it
save NAME    save the match under a name
load NAME    go on with a saved match; without a name: which there are
board        the board; with --fast it is shown only now
pages        what else can be looked up now; "pages NAME", or just its name, shows it
rules        the rulebook
log          what has happened
review       how much was luck and how much was choice, where the game can tell
skip         leave a lesson, and play on from there
help         this
quit         leave; the match is kept, and you can go on with it later"""


class Host:
    """Leads one match over a talk; loading another takes its place. In haste the board is shown only on request."""

    def __init__(self, sitting: Sitting, talk: Talk, fast: bool = False) -> None:
        self.sitting = sitting
        self.talk = talk
        self.fast = fast
        self.drawn = ""  # the board that was shown last
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.hint,
            "hint": self.hint,
            "undo": self.undo,
            "save": self.save,
            "load": self.load,
            "board": lambda _: self.board(),
            "pages": self.pages,
            "map": lambda _: self.page("map"),
            "rules": lambda _: self.talk.say(self.sitting.rules()),
            "log": self.log,
            "review": self.review,
            "skip": lambda _: self.sitting.turn(leave=True),
            "help": lambda _: self.talk.say(HELP),
        }

    def run(self) -> str:
        """Plays until the match is over, or somebody leaves."""
        try:
            self.welcome()
            while not self.sitting.over():
                if not self.turn():
                    self.farewell()
                    return LEFT
            self.end()
            return OVER
        except KeyboardInterrupt:
            self.talk.say()
            self.farewell()
            raise
        finally:
            self.leave_table()

    def leave_table(self) -> None:
        self.sitting.close()
        self.sitting.file_away()

    def welcome(self) -> None:
        self.talk.say(f"== {self.sitting.game.title} ==   (help tells what you can type)")
        if len(self.sitting.people) == 1:
            self.recall()

    def recall(self) -> None:
        self.tell(self.sitting.lately(RECENT))

    def farewell(self) -> None:
        if self.sitting.how_to_go_on():
            self.talk.say(self.sitting.how_to_go_on())

    # Taking turns.

    def turn(self) -> bool:
        """One answer, by a bot or a person; false if the person leaves."""
        sitting = self.sitting
        if sitting.forward() is not None:
            return self.pass_on()
        self.tell(sitting.news())
        job = sitting.job()
        if job is not None:
            sitting.settle(job, sitting.ponder(job))
            return True
        page = page_of(sitting.table)
        if page is not None:
            self.coach(page)
        if page is None or not page.reading:
            self.show()
        return self.hear("> " if page is None or not page.reading else f"-- {page.how_to_go_on()} -- ")

    def coach(self, page: Page) -> None:
        """What is to be read; the board first where the page is about it."""
        if page.reading and page.look and not self.fast and self.sitting.board() != self.drawn:
            self.board()
        self.talk.say(f"[{page.heading()}]")
        for paragraph in page.paragraphs():
            self.talk.say_wrapped(paragraph, "  ", "  ")

    def pass_on(self) -> bool:
        """The curtain: nothing of the last person's is in sight while the device is handed over."""
        seat = self.sitting.curtain()
        assert seat is not None
        self.talk.clear()
        name = self.sitting.name(seat)
        said = self.talk.ask(f"---- Pass the device to {name}. {name}, press Enter. ---- ")
        if said is None or said.lower() == "quit":
            return False
        if said.lower() == "undo":
            self.tried(self.undo, "")
        elif said:
            self.talk.say("Press Enter, or type undo or quit.")
        else:
            self.sitting.lift()
        return True

    def tell(self, lines: Sequence[TableLogLine]) -> None:
        for line in lines:
            self.talk.say_wrapped(line.text, "* ", "  ")

    def show(self) -> None:
        """The board, the question and the choices; in haste, or midway, the question and what is open."""
        midway = self.sitting.front >= 0 and self.sitting.table.state.midway(self.sitting.front)
        if not self.fast and not self.sitting.opened() and not midway:
            self.board()
        if len(self.sitting.people) > 1:
            self.talk.say(f"{self.sitting.name(self.sitting.front)}:")
        self.talk.say_wrapped(self.sitting.question())
        brief = self.fast or self.sitting.table.is_scripted()
        choices = [choice for choice in self.sitting.choices() if choice.closed is None or not brief]
        for row in rows_of(choices):
            self.talk.say(row)

    def board(self) -> None:
        self.drawn = self.sitting.board()
        self.talk.say(f"\n{fitted(self.drawn, WIDTH)}\n")

    def hear(self, prompt: str = "> ") -> bool:
        """Lines until one of them is an answer or changes what is asked; false to leave."""
        while True:
            before = self.progress()
            line = self.talk.ask(prompt)
            if line is None or line.lower() == "quit":
                return False
            self.tried(self.obey, line)
            if self.progress() != before:
                return True

    def progress(self) -> tuple[Sitting, int, int]:
        return self.sitting, len(self.sitting.table.entries), self.sitting.opened()

    def tried(self, command: Callable[[str], None], line: str) -> None:
        try:
            command(line)
        except Problem as problem:
            self.talk.say_wrapped(str(problem))

    def obey(self, line: str) -> None:
        """A command or an answer; what a choice is called goes first."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        page = page_of(self.sitting.table)
        if page is not None and page.reading and word.lower() in ("", "next"):
            self.sitting.turn()
            return
        if any(choice.notation.lower() == line.lower() for choice in self.sitting.choices()):
            command = None
        if command is not None:
            self.tried(command, rest.strip())
        elif line.lower() in [title.lower() for title in self.sitting.pages()]:
            self.page(line)
        elif page is not None and page.reading:
            raise Problem("Press Enter to read on, or type skip to leave the lesson.")
        else:
            self.sitting.answer(self.sitting.read(line))

    # Commands.

    def hint(self, rest: str) -> None:
        advice = self.sitting.hints()
        if not advice:
            job = self.sitting.hint_job()
            advice = self.sitting.advice(job, self.sitting.ponder(job))
        for row in hint_rows(advice):
            self.talk.say(row)

    def undo(self, rest: str) -> None:
        self.sitting.undo()

    def save(self, name: str) -> None:
        self.sitting.check_savable()
        if not name:
            path = self.sitting.save_to_file()
        elif not files.save_path(name).exists():
            path = self.sitting.save(name)
        elif self.talk.agree(f"A save named {name} exists already; overwrite?"):
            path = self.sitting.save(name, overwrite=True)
        else:
            self.talk.say("Nothing was saved.")
            return
        self.talk.say(f"Saved: {path}")

    def load(self, name: str) -> None:
        if not name:
            self.talk.say("\n".join(save_rows()))
            return
        loaded = sit_down(Setup(load=found_save(name)))
        self.farewell()
        self.leave_table()
        self.sitting = loaded
        self.welcome()

    def pages(self, name: str) -> None:
        titles = list(self.sitting.pages())
        if name:
            self.page(name)
        elif titles:
            self.talk.say(f"There is: {', '.join(titles)}. Type the name of a page.")
        else:
            self.talk.say("There is nothing to look up now.")

    def page(self, name: str) -> None:
        for title, text in self.sitting.pages().items():
            if title.lower().startswith(name.lower()):
                self.talk.say(text)
                return
        self.talk.say(f"There is no page {name!r} now.")

    def log(self, rest: str) -> None:
        self.tell(self.sitting.lately(LOG))

    def review(self, rest: str) -> None:
        lines = self.sitting.review()
        for line in lines or ["There is nothing to look back on now."]:
            self.talk.say_wrapped(line, "* ", "  ")

    # The end.

    def end(self) -> None:
        sitting = self.sitting
        self.tell(sitting.news())
        self.board()
        for line in sitting.result():
            self.talk.say(line)
        if sitting.may_review():
            self.talk.say("\nLooking back:")
            self.review("")
        if sitting.record is not None:
            self.talk.say(f"\nTo see it again: parlour replay {sitting.record}")


def rows_of(choices: Sequence[Choice]) -> list[str]:
    """The choices, one a line; many short ones side by side."""
    rows = [f"{choice.number:>3}  {choice.label}{closed(choice)}" for choice in choices]
    width = max(len(row) for row in rows) + 2
    across = WIDTH // width
    if len(rows) <= MANY or across < 2:
        return rows
    down = -(-len(rows) // across)
    return ["".join(f"{row:<{width}}" for row in rows[first::down]).rstrip() for first in range(down)]


def closed(choice: Choice) -> str:
    if choice.closed is None:
        return ""
    return f"  (no: {choice.closed.sentence.rstrip('.')}, rule {choice.closed.rule})"


def hint_rows(advice: Sequence[Advice]) -> list[str]:
    width = max(len(one.label) for one in advice)
    return [f"  {one.label:<{width}}  {bar(one.chance)}{one.text}" for one in advice]


def bar(chance: float | None) -> str:
    """A chance as a picture and as a number."""
    if chance is None:
        return ""
    full = round(chance * BAR)
    return f"[{'#' * full}{'.' * (BAR - full)}] {chance * 100:6.2f} %  "


def save_rows() -> list[str]:
    """The named saves, the damaged ones with what is wrong."""
    found = files.list_saves()
    if not found:
        return ["There are no saves yet."]
    width = max(len(save.name) for save in found)
    return [
        f"  {save.name:<{width}}  {save.problem or f'{save.game}: {save.players}, {save.date}'}" for save in found
    ]


def found_save(name: str) -> Path:
    path = files.save_path(name)
    if not path.exists():
        raise Problem(f"There is no save named {name}.")
    return path


def play_plain(setup: Setup, source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Plays a match over lines of text; gives the exit code."""
    talk = Talk(source or sys.stdin, out or sys.stdout)
    waiting = unfinished(setup.game) if setup.load is None else []
    sitting = sit_down(setup)
    for left in waiting[:3]:
        talk.say(f"Unfinished: {title_of(left)}. Go on with: {load_command(left.game, left.path)}")
    return play_on(talk, sitting, setup.fast)


def play_on(talk: Talk, sitting: Sitting, fast: bool = False) -> int:
    """A match, and another if somebody is there to want one."""
    host = Host(sitting, talk, fast)
    while host.run() == OVER and talk.live:
        again = another(talk, host.sitting)
        if again is None:
            break
        host = Host(again, talk, fast)
    return 0


def another(talk: Talk, sitting: Sitting) -> Sitting | None:
    """After the end: the same people and bots once more, or goodbye."""
    while True:
        said = talk.ask("\nnew for a new game, load NAME for a saved one, or quit: ")
        word, _, name = (said or "quit").partition(" ")
        try:
            if word == "quit":
                return None
            if word == "load":
                return sit_down(Setup(load=found_save(name)))
            if word == "new":
                return sit_down(sitting.again())
        except Problem as problem:
            talk.say(str(problem))
