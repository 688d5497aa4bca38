"""What the coach says in a lesson, on any text screen."""

from __future__ import annotations

import re
from typing import NamedTuple

from parlour.table.lesson import SAY
from parlour.table.table import Table


class LessonPage(NamedTuple):
    """One page of a lesson as it is read."""

    title: str
    number: int
    page_count: int
    text: str
    highlights: tuple[str, ...]
    text_only: bool  # it is only read; else an answer is awaited, from the learner or from somebody else

    def heading(self) -> str:
        return f"{self.title} ({self.number} of {self.page_count})"

    def paragraphs(self) -> list[str]:
        return [" ".join(part.split()) for part in re.split(r"\n\s*\n", self.text)]

    def continue_prompt(self) -> str:
        return "Enter: play on" if self.number == self.page_count else "Enter: next"


def current_page(table: Table) -> LessonPage | None:
    """What the coach says now; None where nobody is led."""
    guide = table.lesson_progress
    if guide is None or guide.step is None or not table.is_scripted():
        return None
    said, lesson = guide.page_step(), guide.lesson
    return LessonPage(
        lesson.title, guide.page_number(), len(lesson.page_steps()), said.say, said.look, guide.step.kind == SAY
    )
