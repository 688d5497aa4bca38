"""Finds the names and signs in a text that have a colour of their own, such as those of cards, for all terminals."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TextIO

from parlour.kernel.game import Game

INKS = ("red", "blue", "green", "purple", "orange")  # colours of things
ANSI_COLOURS = {  # of 256; readable on black and on white
    "orange": 208,
    "yellow": 178,
    "green": 34,
    "blue": 33,
    "purple": 134,
    "red": 167,
    "grey": 244,
}


def whole_word_pattern(word: str) -> str:
    """Returns a regular expression that finds a name only as a whole word; names of punctuation match anywhere."""
    before, after = (r"(?<!\w)" if re.match(r"\w", word) else ""), (r"(?!\w)" if re.search(r"\w$", word) else "")
    return f"{before}{re.escape(word)}{after}"


class WordInks:
    """The coloured words of a game: names and codes of its things, and characters of its text board."""

    def __init__(self, game: Game) -> None:
        self.inks = {sign: ink for sign, ink in game.text.inks.items() if ink in INKS}
        for kind, rows in game.text.facts.items():
            for name, fact in zip(game.text.things[kind], rows, strict=True):
                ink = str(fact.get("colour", ""))
                if ink in INKS:
                    self.inks |= {ink: ink, name: ink, str(fact.get("code", name)): ink}
        words = sorted(self.inks, key=len, reverse=True)
        self.pattern = re.compile(rf"({'|'.join(map(whole_word_pattern, words))})\1*")

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yields the start, end and colour of each coloured word in a text."""
        for found in self.pattern.finditer(text) if self.inks else ():
            yield *found.span(), self.inks[found[1]]


# Colours by ANSI escape sequences.


def has_colours(out: TextIO) -> bool:
    """Returns whether a text may be written in colours: to a terminal, unless NO_COLOR is set."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def ansi(text: str, colour: str) -> str:
    return f"\x1b[38;5;{ANSI_COLOURS[colour]}m{text}\x1b[0m"


def ansi_bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m"


class AnsiPainter:
    """Colours the names and signs of a game in a text with ANSI escape sequences."""

    def __init__(self, game: Game) -> None:
        self.words = WordInks(game)

    def __call__(self, text: str) -> str:
        parts, last = [], 0
        for start, end, ink in self.words.find(text):
            parts += [text[last:start], ansi(text[start:end], ink)]
            last = end
        return "".join([*parts, text[last:]])
