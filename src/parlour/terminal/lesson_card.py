"""The card with a lesson's text in the full-screen terminal client."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static

from parlour.table.lesson_page import LessonPage


class LessonCard(Static):
    """The box above the question that shows the current page of a guided lesson."""

    def show_page(self, page: LessonPage | None) -> None:
        self.display = page is not None
        if page is not None:
            self.border_title = page.heading()
            self.border_subtitle = "x: leave the lesson and play on"
            self.update(Content("\n\n".join(page.paragraphs())))


def highlight_names(painted: Content, looks: Sequence[str]) -> Content:
    """Returns the board's text with the names highlighted that the lesson's page points at."""
    for look in looks:
        _, _, name = look.partition(":")
        if name:
            word = re.compile(rf"(?<!\w){re.escape(name).replace('-', '[ -]').replace('_', '[ _]')}", re.I)
            for found in word.finditer(painted.plain):
                painted = painted.stylize("bold reverse", *found.span())
    return painted
