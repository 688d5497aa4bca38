"""Input and output line by line, for playing in simple terminals and over pipes."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TextIO

from parlour.kernel.game import Game
from parlour.terminal.inks import AnsiPainter, ansi, ansi_bold, has_colours

CONSOLE_WIDTH = 78


class LineConsole:
    """A console that writes and reads text line by line. Characters that the output cannot encode are replaced."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self.input = source
        self.output = out
        self.is_interactive = source.isatty()  # a person types
        self.is_coloured = has_colours(out)
        self.paint: Callable[[str], str] = str

    def use_game(self, game: Game) -> None:
        """Colours the names and signs of this game from now on, if the output has colours."""
        if self.is_coloured:
            self.paint = AnsiPainter(game)

    def write(self, text: str = "", end: str = "\n") -> None:
        code = self.output.encoding or "utf-8"
        self.output.write((self.paint(text) + end).encode(code, "replace").decode(code))
        self.output.flush()

    def write_bold(self, text: str) -> None:
        """Writes a wrapped paragraph in bold letters, if the output has them."""
        lines = textwrap.fill(text, CONSOLE_WIDTH, break_long_words=False, break_on_hyphens=False)
        self.write(ansi_bold(lines) if self.is_coloured else lines)

    def write_log_line(self, text: str, colour: str) -> None:
        """Writes a line of the match log; its mark has the colour of its category."""
        mark = ansi("*", colour) if self.is_coloured else "*"
        self.write(mark, end="")
        self.write_wrapped(text, "* ", "  ", skip=1)

    def write_wrapped(self, text: str, first: str = "", rest: str = "", skip: int = 0) -> None:
        """Writes a paragraph, from its character `skip` on, wrapped without breaking long words such as file paths."""
        wrapped = textwrap.TextWrapper(
            CONSOLE_WIDTH,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self.write(wrapped.fill(text)[skip:])

    def ask(self, prompt: str = "> ") -> str | None:
        """Writes a prompt and returns the line that is typed; None at the end of the input."""
        self.write(prompt, end="")
        line = self.input.readline()
        if not line:
            self.write()
            return None
        if not self.is_interactive:
            self.write(line.rstrip("\r\n"))  # so that a transcript contains the answers
        return line.strip()

    def confirm(self, question: str) -> bool:
        return (self.ask(f"{question} [y/n] ") or "").lower() in ("y", "yes")

    def clear(self) -> None:
        """Scrolls the terminal until nothing written before can be seen; does nothing if the input is no terminal."""
        if self.is_interactive:
            self.write("\n" * 60)


def wrap_board(board: str, width: int) -> str:
    """Returns a board's text with long sentences wrapped to this width; rows with columns stay as they are."""
    return "\n".join(_wrap_row(row, width) for row in board.split("\n"))


def _wrap_row(row: str, width: int) -> str:
    text = row.strip()
    if len(row) <= width or "  " in text:
        return row
    blank = row[: len(row) - len(row.lstrip())]
    return textwrap.fill(text, width, initial_indent=blank, subsequent_indent=f"{blank}  ")
