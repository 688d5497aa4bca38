"""The current page of a guided lesson, as its learner reads it."""

from __future__ import annotations

import re
from typing import NamedTuple

from parlour.table.lesson import SAY
from parlour.table.lesson_progress import LessonProgress


class LessonPage(NamedTuple):
    """One page of a guided lesson: title, page number, text, what it highlights, and whether it is only read."""

    title: str
    number: int
    page_count: int
    text: str
    highlights: tuple[str, ...]
    text_only: bool  # it is only read; otherwise the learner or another seat must answer

    def heading(self) -> str:
        return f"{self.title} ({self.number} of {self.page_count})"

    def paragraphs(self) -> list[str]:
        return [" ".join(part.split()) for part in re.split(r"\n\s*\n", self.text)]

    def continue_prompt(self) -> str:
        return "Enter: play on" if self.number == self.page_count else "Enter: next"


def lesson_page(progress: LessonProgress) -> LessonPage | None:
    """Returns the page at which a lesson is; None after the lesson."""
    if progress.step is None:
        return None
    step, lesson = progress.page_step(), progress.lesson
    return LessonPage(
        lesson.title, progress.page_number(), len(lesson.page_steps()), step.say, step.look, progress.step.kind == SAY
    )
