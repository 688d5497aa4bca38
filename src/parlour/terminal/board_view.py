"""The text board in the full-screen terminal client."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widgets import Static

from parlour.terminal.line_console import wrap_board
from parlour.terminal.text_painter import TextPainter

PADDING = 4  # columns beside the board


class BoardView(ScrollableContainer, can_focus=False):
    """Shows a board in colour, with long sentences wrapped to the available width."""

    def __init__(self, painter: TextPainter) -> None:
        super().__init__(Static("", id="board", markup=False), id="felt")
        self.painter = painter
        self.text = ""
        self.highlights: Sequence[str] = ()  # what the lesson points at

    def show_text(self, text: str) -> None:
        self.text = text
        width = self.size.width - PADDING
        painted = self.painter(wrap_board(text, width) if width > 0 else text)
        self.query_one("#board", Static).update(highlight_names(painted, self.highlights))


def highlight_names(painted: Content, looks: Sequence[str]) -> Content:
    """Returns the board's text with the names highlighted that the lesson's page points at."""
    for look in looks:
        _, _, name = look.partition(":")
        if name:
            word = re.compile(rf"(?<!\w){re.escape(name).replace('-', '[ -]').replace('_', '[ _]')}", re.I)
            for found in word.finditer(painted.plain):
                painted = painted.stylize("bold reverse", *found.span())
    return painted
