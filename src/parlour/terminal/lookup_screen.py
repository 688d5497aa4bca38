"""What a player can look up during a match in the full-screen client: hints, review, pages, rules, log, saves."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from textual.content import Content
from textual.screen import Screen

from parlour.kernel.problem import Problem
from parlour.kernel.text import log_categories
from parlour.play.local_match import LocalMatch
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup
from parlour.terminal.log_view import MOST_LINES, LogPopup
from parlour.terminal.popups import PagesPopup, format_hints
from parlour.terminal.question_bar import QuestionBar
from parlour.terminal.saves_screen import SavesPopup
from parlour.terminal.text_painter import TextPainter


class LookupScreen(Screen[str | LocalMatch]):
    """A screen of one match with the commands that open popups. It closes with a match that the player loads."""

    def __init__(self, local_match: LocalMatch) -> None:
        super().__init__()
        self.local_match = local_match
        self.painter = TextPainter(local_match.game)
        self.bar = QuestionBar(self.submit_answer, self.painter.paint_names)

    def submit_answer(self, action: int | list[int]) -> None:
        raise NotImplementedError

    def show_pages(self, title: str, pages: Mapping[str, str | Content]) -> None:
        self.app.push_screen(PagesPopup(title, pages))

    def action_hint(self) -> None:
        if self.bar.menu is not None:
            self.bar.show_note("A moment ...", "-info")
            self.run_worker(self.show_hint(), group="hint", exclusive=True)
        else:
            self.bar.show_note("A hint helps when you are asked something.")

    async def show_hint(self) -> None:
        """Shows the player hints from the game or its strongest bot, unless the question was answered meanwhile."""
        asked = self.local_match.question_id()
        try:
            hints = await asyncio.to_thread(self.local_match.prepare_hints())
        except Problem as problem:
            self.bar.show_note(str(problem))
            return
        if self.bar.menu is not None and self.local_match.question_id() == asked:
            self.bar.show_note("")
            self.show_pages("What the choices are worth", {"Hint": format_hints(hints)})

    def action_review(self) -> None:
        if not self.local_match.can_review():
            self.bar.show_note("There is nothing to look back on before the end.")
            return
        self.bar.show_note("A moment ...", "-info")
        self.run_worker(self.show_review(), group="review", exclusive=True)

    async def show_review(self) -> None:
        lines = await asyncio.to_thread(self.local_match.review_lines)
        self.bar.show_note("")
        text = "\n".join(lines) or "There is nothing to look back on yet."
        self.show_pages("Looking back: luck and choices", {"Review": text})

    def action_save(self) -> None:
        match_files = None if self.local_match.is_over() else self.local_match.files
        self.app.push_screen(SavesPopup(match_files), self.load_match)

    def load_match(self, path: Path | None) -> None:
        """Leaves this match, which is kept, for a match loaded from a file; does nothing without a file."""
        try:
            if path is not None:
                self.dismiss(open_match(PlaySetup(load=path)))
        except Problem as problem:
            self.bar.show_note(str(problem))

    def action_pages(self) -> None:
        pages = {title: self.painter(text) for title, text in self.local_match.shown().pages().items()}
        if pages:
            self.show_pages(self.local_match.game.title, pages)
        else:
            self.bar.show_note("There is nothing to look up now.")

    def action_rules(self) -> None:
        rules = self.painter(self.local_match.rules())
        self.show_pages(f"The rules of {self.local_match.game.title}", {"Rules": rules})

    def show_log_popup(self) -> None:
        lines, categories = self.local_match.recent_lines(MOST_LINES), log_categories(self.local_match.game.text)
        self.app.push_screen(LogPopup(lines, categories, self.local_match.turn_lines, self.painter.paint_names))
