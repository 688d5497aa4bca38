"""Plays a match with typed lines instead of a full screen, for pipes, simple terminals and people who prefer it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from parlour.kernel.problem import Problem
from parlour.play.choices import NumberedChoice, format_chance
from parlour.play.local_match import LocalMatch, result_lines
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup
from parlour.play.unfinished_matches import list_unfinished, load_command, save_title
from parlour.store import files
from parlour.store.best_results import result_notes
from parlour.table.lesson_page import LessonPage
from parlour.table.presenter import ChoiceHint
from parlour.table.table_types import TableLogLine
from parlour.terminal.line_console import CONSOLE_WIDTH, LineConsole, wrap_board

MATCH_LEFT, MATCH_OVER = "left", "over"
RECENT_LINES = 6  # lines shown again when a match is resumed
LOG_LINES = 100
COLUMNS_ABOVE = 9  # more choices than this are shown in columns
BAR_WIDTH = 20

HELP_TEXT = """Answer with the number of a choice, or type it: the first letters of its words are enough.
?            a hint
undo         take back your last answer, if it has had no consequences
save NAME    save the match under a name
load NAME    load a saved match; without a name: list the saves
board        the board; with --fast it is shown only on request
pages        the pages of this game; "pages NAME", or just its name, shows one
rules        the rulebook
log N        what has happened in the last N turns; without a number: the last 100 lines
reasons      show or hide, in the log, why bots do what they do
review       how much was luck and how much was choice, where the game can tell
skip         leave the lesson and play on
help         this list
quit         leave; the match is kept, and you can resume it later"""


class PlainMatch:
    """A match played with typed lines; loading another match replaces it. With `fast` the board is shown on request."""

    def __init__(self, local_match: LocalMatch, console: LineConsole, fast: bool = False) -> None:
        self.local_match = local_match
        self.console = console
        self.fast = fast
        self.waits = console.is_interactive and not fast  # for the reader, between explanations
        self.last_board = ""  # the board that was shown last
        self.commands: dict[str, Callable[[str], None]] = {
            "?": lambda _: self.show_hint(),
            "hint": lambda _: self.show_hint(),
            "undo": lambda _: self.local_match.undo(),
            "save": self.save,
            "load": self.load,
            "board": lambda _: self.show_board(),
            "pages": self.show_page,
            "map": lambda _: self.show_page("map"),
            "rules": lambda _: self.console.write(self.local_match.rules()),
            "log": self.show_log,
            "reasons": lambda _: self.console.write(self.local_match.switch_reasons()),
            "review": lambda _: self.show_review(),
            "skip": lambda _: self.local_match.turn_lesson_page(leave=True),
            "help": lambda _: self.console.write(HELP_TEXT),
        }

    def run(self) -> str:
        """Plays until the match is over or the player leaves; returns which of the two, and closes the match."""
        try:
            self.show_welcome()
            while not self.local_match.is_over():
                if not self.play_turn():
                    self.show_resume_message()
                    return MATCH_LEFT
            self.show_end()
            return MATCH_OVER
        except KeyboardInterrupt:
            self.console.write()
            self.show_resume_message()
            raise
        finally:
            self.close_match()

    def close_match(self) -> None:
        self.local_match.close()
        self.local_match.files.save_on_leaving()

    def show_welcome(self) -> None:
        self.console.use_game(self.local_match.game)
        self.console.write(f"== {self.local_match.game.title} ==   (help tells what you can type)")
        if len(self.local_match.human_seats) == 1:
            self.write_lines(self.local_match.recent_lines(RECENT_LINES))

    def show_resume_message(self) -> None:
        if message := self.local_match.files.resume_message():
            self.console.write(message)

    # Turns.

    def play_turn(self) -> bool:
        """Shows the news and lets the next bot or person answer. Returns False if the person leaves the match."""
        local_match = self.local_match
        if local_match.bring_next_to_front() is not None:
            return self.pass_device()
        if not self.show_news():
            return False
        task = local_match.next_bot_task()
        if task is not None:
            local_match.apply_bot_answer(task, local_match.ask_bot(task))
            return True
        page = local_match.shown().lesson_page()
        if page is not None:
            self.show_lesson_page(page)
        if page is not None and page.text_only:
            return self.read_until_progress(f"-- {page.continue_prompt()} -- ")
        self.show_question()
        return self.read_until_progress("> ")

    def show_news(self) -> bool:
        """Writes the unread log lines; between two that a reader should take in, a person at a terminal presses Enter.

        Returns False if the person leaves the match."""
        lines = self.local_match.take_news(pausing=True)
        while lines:
            self.write_lines(lines)
            following = self.local_match.take_news(pausing=True)
            if self.waits and lines[-1].pause and following and following[-1].pause:
                reply = (self.console.ask("-- Enter: read on; skip: do not wait again -- ") or "").lower()
                if reply == "quit":
                    return False
                self.waits = reply != "skip"
            lines = following
        return True

    def show_lesson_page(self, page: LessonPage) -> None:
        """Writes a page of a guided lesson, after the board if the page points at something on it."""
        if page.text_only and page.highlights and not self.fast and self.local_match.board_text() != self.last_board:
            self.show_board()
        self.console.write(f"[{page.heading()}]")
        for paragraph in page.paragraphs():
            self.console.write_wrapped(paragraph, "  ", "  ")

    def pass_device(self) -> bool:
        """Hides what was written until the next person has the device. Returns False if someone leaves the match."""
        seat = self.local_match.pass_device_to()
        assert seat is not None
        self.console.clear()
        name = self.local_match.seat_name(seat)
        reply = self.console.ask(f"---- Pass the device to {name}. {name}, press Enter. ---- ")
        if reply is None or reply.lower() == "quit":
            return False
        if reply.lower() == "undo":
            self.run_command(self.commands["undo"], "")
        elif reply:
            self.console.write("Press Enter, or type undo or quit.")
        else:
            self.local_match.lift_curtain()
        return True

    def write_lines(self, lines: Sequence[TableLogLine]) -> None:
        for line in lines:
            self.console.write_log_line(line.text, line.category.colour)

    def show_question(self) -> None:
        """Writes the board, the question and the choices; with `fast` or midway through an answer, no board."""
        local_match, seat = self.local_match, self.local_match.front_seat
        midway = seat >= 0 and local_match.table.match.state.midway(seat)
        if not self.fast and not local_match.open_fold() and not midway:
            self.show_board()
        if len(local_match.human_seats) > 1:
            self.console.write(f"{local_match.seat_name(seat)}:")
        question = local_match.question()
        self.console.write_bold(question.text())
        brief = self.fast or local_match.table.match.is_scripted()
        choices = [choice for choice in question.choices if choice.refusal is None or not brief]
        for row in choice_rows(choices):
            self.console.write(row)

    def show_board(self) -> None:
        self.last_board = self.local_match.board_text()
        self.console.write(f"\n{wrap_board(self.last_board, CONSOLE_WIDTH)}\n")

    def read_until_progress(self, prompt: str) -> bool:
        """Reads typed lines until one changes the match, such as an answer. Returns False if the player leaves."""
        while True:
            before = self.progress()
            line = self.console.ask(prompt)
            if line is None or line.lower() == "quit":
                return False
            self.run_command(self.handle_line, line)
            if self.progress() != before:
                return True

    def progress(self) -> tuple[LocalMatch, int, int]:
        return self.local_match, len(self.local_match.table.match.entries), self.local_match.open_fold()

    def run_command(self, command: Callable[[str], None], line: str) -> None:
        try:
            command(line)
        except Problem as problem:
            self.console.write_wrapped(str(problem))

    def handle_line(self, line: str) -> None:
        """Runs the command or plays the answer that the player typed. A choice's notation precedes commands."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        page = self.local_match.shown().lesson_page()
        if page is not None and page.text_only and word.lower() in ("", "next"):
            self.local_match.turn_lesson_page()
            return
        question = self.local_match.question()
        if any(choice.notation.lower() == line.lower() for choice in question.choices):
            command = None
        if command is not None:
            self.run_command(command, rest.strip())
        elif line.lower() in [title.lower() for title in self.local_match.shown().pages()]:
            self.show_page(line)
        elif page is not None and page.text_only:
            raise Problem(
                "Nothing is asked on this page of the lesson; press Enter to read on, or type skip to leave the lesson."
            )
        else:
            self.local_match.answer(question.parse_answer(line))

    # Commands.

    def show_log(self, turns: str) -> None:
        """Writes the newest lines of the match log; with a number, those of so many turns."""
        self.write_lines(
            self.local_match.turn_lines(parse_turns(turns)) if turns else self.local_match.recent_lines(LOG_LINES)
        )

    def show_hint(self) -> None:
        for row in hint_rows(self.local_match.hints()):
            self.console.write(row)

    def save(self, name: str) -> None:
        match_files = self.local_match.files
        match_files.check_savable()
        if not name:
            path = match_files.save_to_file()
        elif not files.save_path(name).exists():
            path = match_files.save(name)
        elif self.console.confirm(f"A save named {name} exists already; overwrite?"):
            path = match_files.save(name, overwrite=True)
        else:
            self.console.write("Nothing was saved.")
            return
        self.console.write(f"Saved: {path}")

    def load(self, name: str) -> None:
        if not name:
            self.console.write("\n".join(save_rows()))
            return
        loaded = open_match(PlaySetup(load=find_save(name)))
        self.show_resume_message()
        self.close_match()
        self.local_match = loaded
        self.show_welcome()

    def show_page(self, name: str) -> None:
        """Writes the page whose title begins like this; without a name, lists the titles."""
        pages = self.local_match.shown().pages()
        found = [text for title, text in pages.items() if name and title.lower().startswith(name.lower())]
        titles = f"There is: {', '.join(pages)}. Type the name of a page."
        missing = f"There is no page {name!r} now." if name else "There is nothing to look up now."
        self.console.write(found[0] if found else titles if pages and not name else missing)

    def show_review(self) -> None:
        lines = self.local_match.review_lines()
        for line in lines or ["There is nothing to look back on now."]:
            self.console.write_wrapped(line, "* ", "  ")

    # The end.

    def show_end(self) -> None:
        local_match = self.local_match
        self.write_lines(local_match.take_news())
        self.show_board()
        for line in result_lines(local_match):
            self.console.write(line)
        if local_match.can_review():
            self.console.write("\nLooking back:")
            self.show_review()
        if local_match.files.record_path is not None:
            self.console.write(f"\nTo see it again: parlour replay {local_match.files.record_path}")


def parse_turns(text: str) -> int:
    """Returns a typed number of turns; raises Problem if it is none."""
    if not text.isdecimal() or not 0 < int(text) < 10**9:
        raise Problem(f"{text!r} is no number of turns; type log and a number from 1 on, as in log 3.")
    return int(text)


def choice_rows(choices: Sequence[NumberedChoice]) -> list[str]:
    """Returns the lines that list a player's numbered choices; many short ones share lines in columns."""
    rows = [f"{choice.number:>3}  {choice.label}{closed_note(choice)}" for choice in choices]
    width = max(len(row) for row in rows) + 2
    across = CONSOLE_WIDTH // width
    if len(rows) <= COLUMNS_ABOVE or across < 2:
        return rows
    down = -(-len(rows) // across)
    return ["".join(f"{row:<{width}}" for row in rows[first::down]).rstrip() for first in range(down)]


def closed_note(choice: NumberedChoice) -> str:
    if choice.refusal is None:
        return ""
    return f"  (no: {choice.refusal.sentence.rstrip('.')}, rule {choice.refusal.rule})"


def hint_rows(hints: Sequence[ChoiceHint]) -> list[str]:
    """Returns the lines that show hints: each choice with its chance as a bar, and its text beside or below it."""
    longest = max(len(one.label) for one in hints)
    heads = [f"{one.label:<{longest}}  {chance_bar(one.chance)}".rstrip() for one in hints]
    width = max(len(head) for head in heads)
    if width + max(len(one.text) for one in hints) + 4 <= CONSOLE_WIDTH:
        return [f"  {head:<{width}}  {one.text}" for head, one in zip(heads, hints, strict=True)]
    return [row for head, one in zip(heads, hints, strict=True) for row in (f"  {head}", f"      {one.text}")]


def chance_bar(chance: float | None) -> str:
    """Returns the chance of a hint as a bar of characters and a percentage; empty if the chance is unknown."""
    if chance is None:
        return ""
    full = round(chance * BAR_WIDTH)
    return f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {format_chance(chance)}"


def save_rows() -> list[str]:
    """Returns the lines that list the user's saved matches; damaged ones with what is wrong."""
    found = files.list_saves()
    if not found:
        return ["There are no saves yet."]
    width = max(len(save.name) for save in found)
    return [f"  {save.name:<{width}}  {save.problem or f'{save.game}: {save.players}, {save.date}'}" for save in found]


def find_save(name: str) -> Path:
    path = files.save_path(name)
    if not path.exists():
        known = ", ".join(save.name for save in files.list_saves())
        raise Problem(f"There is no save called {name}; choose from the saves: {known or 'none'}.")
    return path


def play_plain(setup: PlaySetup, source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Opens a match and plays it with typed lines, after a reminder of unfinished ones. Returns the exit code."""
    console = LineConsole(source or sys.stdin, out or sys.stdout)
    waiting = list_unfinished(setup.game) if setup.load is None else []
    local_match = open_match(setup)
    for left in waiting[:3]:
        console.write(f"Unfinished: {save_title(left)}. Go on with: {load_command(left.game, left.path)}")
    for note in result_notes(setup.game) if setup.game is not None and setup.load is None else []:
        console.write_wrapped(note)
    return play_matches(console, local_match, setup.fast)


def play_matches(console: LineConsole, local_match: LocalMatch, fast: bool = False) -> int:
    """Plays a match with typed lines, then further ones if a person asks for them. Returns the exit code."""
    plain_match = PlainMatch(local_match, console, fast)
    while plain_match.run() == MATCH_OVER and console.is_interactive:
        again = ask_for_another_match(console, plain_match.local_match)
        if again is None:
            break
        plain_match = PlainMatch(again, console, fast)
    return 0


def ask_for_another_match(console: LineConsole, local_match: LocalMatch) -> LocalMatch | None:
    """Asks after a match whether to play a new or a saved one, and returns it opened; None: the person quits."""
    while True:
        reply = console.ask("\nnew for a new game, load NAME for a saved one, or quit: ")
        word, _, name = (reply or "quit").partition(" ")
        try:
            if word == "quit":
                return None
            if word == "load":
                return open_match(PlaySetup(load=find_save(name)))
            if word == "new":
                return open_match(local_match.rematch_setup())
        except Problem as problem:
            console.write(str(problem))
