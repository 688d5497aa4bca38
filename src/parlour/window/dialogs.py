"""The dialogs of the window: pages to read, a question with buttons, the name of a save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from parlour.kernel.problem import Problem
from parlour.window.frame import Act, Frame
from parlour.window.layout import Box
from parlour.window.scene import Key, WindowDialog
from parlour.window.tokens import LARGE, NORMAL, SMALL
from parlour.window.typefaces import MONO, SERIF

PAGE_WIDTH = 860
QUESTION_WIDTH = 480


class PagesDialog(WindowDialog):
    """Pages of text, such as the rules, with a tab for each."""

    def __init__(self, title: str, pages: Mapping[str, str]) -> None:
        self.title = title
        self.pages = dict(pages)
        self.shown = next(iter(self.pages))

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        paper = frame.box.middle(min(PAGE_WIDTH, frame.box.w - 48), frame.box.h - 48)
        canvas.panel(paper)
        head, body = paper.inset(20).cut_top(36, 8)
        canvas.text(self.title, (head.x, head.y), LARGE + 4, "ink", SERIF)
        frame.button(head.cut_right(36)[0], "", self.close, "close", kind="quiet", icon="close", tip="Close (Escape)")
        if len(self.pages) > 1:
            tabs, body = body.cut_top(34, 10)
            x = tabs.x
            for title in self.pages:
                width = frame.button_width(title, SMALL)
                kind = "chosen" if title == self.shown else "plain"
                frame.button(Box(x, tabs.y, width, 32), title, partial(self.turn_to, title, frame), kind=kind,
                             size=SMALL)  # fmt: skip
                x += width + 8
        lines = self.pages[self.shown].split("\n")
        rows: list[str] = []
        for line in lines:
            rows += canvas.wrap(line, body.w - 14, SMALL, MONO) if line.strip() else [""]
        step = canvas.line_height(SMALL)
        with frame.scrolling(body, "pages", len(rows) * step) as content:
            for number, row in enumerate(rows):
                y = content.y + number * step
                if body.y - step < y < body.bottom:
                    canvas.text(row, (content.x, y), SMALL, "ink", MONO)

    def turn_to(self, page: str, frame: Frame) -> None:
        self.shown = page
        frame.hands.scrolled["pages"] = 0

    def key(self, key: Key) -> bool:
        titles = list(self.pages)
        step = {"right": 1, "left": -1}.get(key.name, 0)
        if step:
            self.shown = titles[(titles.index(self.shown) + step) % len(titles)]
            return True
        if key.name == "enter":
            self.close()
            return True
        return super().key(key)


class QuestionDialog(WindowDialog):
    """A question with a button for each answer; the first is what Escape does."""

    def __init__(self, title: str, text: str, answers: Mapping[str, Act]) -> None:
        self.title = title
        self.text = text
        self.answers = dict(answers)

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        inside = QUESTION_WIDTH - 48
        height = canvas.paragraph_height(self.text, inside) if self.text else 0
        paper = frame.box.middle(QUESTION_WIDTH, height + 140)
        canvas.panel(paper)
        area = paper.inset(24)
        canvas.text(self.title, (area.x, area.y - 4), LARGE + 4, "ink", SERIF)
        if self.text:
            canvas.paragraph(self.text, Box(area.x, area.y + 38, inside, height), NORMAL, "soft")
        kinds = ["plain"] * (len(self.answers) - 1) + ["strong"]
        rows = [
            (label, kind, self.answered(act)) for (label, act), kind in zip(self.answers.items(), kinds, strict=True)
        ]
        frame.buttons(Box(area.x, paper.bottom - 60, area.w, 38), rows)

    def answered(self, act: Act) -> Act:
        def close_and_act() -> None:
            self.close()
            act()

        return close_and_act

    def key(self, key: Key) -> bool:
        if key.name == "enter":
            self.answered(list(self.answers.values())[-1])()
            return True
        return super().key(key)


class SaveDialog(WindowDialog):
    """Asks for the name of a save."""

    def __init__(self, save: Callable[[str], object], done: Callable[[str], None]) -> None:
        self.save = save
        self.done = done
        self.name = ""
        self.problem = ""

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        paper = frame.box.middle(QUESTION_WIDTH, 220)
        canvas.panel(paper)
        area = paper.inset(24)
        canvas.text("Save the match", (area.x, area.y - 4), LARGE + 4, "ink", SERIF)
        box = Box(area.x, area.y + 40, area.w, 36)
        if not self.name and not self.problem:
            frame.hands.field = "save name"
        frame.text_field(box, "save name", self.name, self.keep_name, "A name for the save")
        canvas.paragraph(self.problem, Box(area.x, area.y + 84, area.w, 40), SMALL, "act")
        rows: list[tuple[str, str, Act]] = [("Cancel", "plain", self.close), ("Save", "strong", self.store)]
        frame.buttons(Box(area.x, paper.bottom - 60, area.w, 38), rows)

    def keep_name(self, name: str) -> None:
        self.name = name

    def store(self) -> None:
        try:
            path = self.save(self.name)
        except Problem as problem:
            self.problem = str(problem)
            return
        self.close()
        self.done(f"Saved as {path}.")

    def key(self, key: Key) -> bool:
        if key.name == "enter":
            self.store()
            return True
        return super().key(key)
