"""The card with a lesson's text in the full-screen terminal client."""

from __future__ import annotations

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
