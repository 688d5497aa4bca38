"""Lines in, lines out: any pipe or terminal will do."""

from __future__ import annotations

import textwrap
from typing import TextIO

WIDTH = 78


class Talk:
    """Says and asks. What the output cannot spell is replaced."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self.source = source
        self.out = out
        self.live = source.isatty()  # somebody types

    def say(self, text: str = "", end: str = "\n") -> None:
        code = self.out.encoding or "utf-8"
        self.out.write((text + end).encode(code, "replace").decode(code))
        self.out.flush()

    def say_wrapped(self, text: str, first: str = "", rest: str = "") -> None:
        """A paragraph; paths stay whole."""
        wrapped = textwrap.TextWrapper(
            WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
        )
        self.say(wrapped.fill(text))

    def ask(self, prompt: str = "> ") -> str | None:
        """The next line; None at the end of the input."""
        self.say(prompt, end="")
        line = self.source.readline()
        if not line:
            self.say()
            return None
        if not self.live:
            self.say(line.rstrip("\r\n"))  # so that a transcript reads like a conversation
        return line.strip()

    def agree(self, question: str) -> bool:
        return (self.ask(f"{question} [y/n] ") or "").lower() in ("y", "yes")

    def clear(self) -> None:
        """Nothing said before is left in sight."""
        if self.live:
            self.say("\n" * 60)


def fitted(board: str, width: int) -> str:
    """A board no wider than this, as far as its sentences go; what stands in columns is left alone."""
    return "\n".join(_fitted(row, width) for row in board.split("\n"))


def _fitted(row: str, width: int) -> str:
    text = row.strip()
    if len(row) <= width or "  " in text:
        return row
    blank = row[: len(row) - len(row.lstrip())]
    return textwrap.fill(text, width, initial_indent=blank, subsequent_indent=f"{blank}  ")
