"""The match log in the full-screen terminal client: newest lines at the bottom, marked and coloured by category."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Label, Static

from parlour.kernel.text import Category
from parlour.table.table_types import TableLogLine
from parlour.terminal.popups import Popup
from parlour.terminal.theme import LOG_MARKS

MOST_LINES = 100  # lines shown
NO_VIEWER = -2
LineStyler = Callable[[str], Content]


class LogLineWidget(Static):
    """One line of the match log on the screen. Mark and colour show its category."""

    def __init__(self, line: TableLogLine, new: bool, paint: LineStyler) -> None:
        super().__init__(paint(f"{LOG_MARKS[line.category.icon]} {line.text}"), classes=f"line {line.category.colour}")
        self.set_class(new, "new")


class LogView(VerticalScroll, can_focus=False):
    """A scrolling view of the match log, at its end. New lines are highlighted."""

    def __init__(self, paint: LineStyler = Content, **more: Any) -> None:
        super().__init__(**more)
        self.style_line = paint
        self.followed = NO_VIEWER, 0  # whose log is shown, and up to which line

    def follow(self, viewer: int, lines: Sequence[TableLogLine], new: int) -> None:
        """Adds a viewer's lines that are not shown yet; for another viewer, shows all, the last `new` as new."""
        if self.followed[0] == viewer:
            self.add_lines([line for line in lines if line.number > self.followed[1]])
        else:
            self.set_lines(lines, new)
        self.followed = viewer, lines[-1].number if lines else 0

    def set_lines(self, lines: Sequence[TableLogLine], new: int = 0) -> None:
        new = min(new, len(lines))
        self.remove_children()
        self.add_lines(lines[: len(lines) - new], False)
        self.add_lines(lines[len(lines) - new :])

    def add_lines(self, lines: Sequence[TableLogLine], new: bool = True) -> None:
        self.mount_all([LogLineWidget(line, new, self.style_line) for line in lines[-MOST_LINES:]])
        for old in self.children[: max(0, len(self.children) - MOST_LINES)]:
            old.remove()
        if not self.has_class("-strip"):
            self.call_after_refresh(self.scroll_end, animate=False)

    def clear_new_marks(self) -> None:
        """Removes the highlight of new lines from the match log, because the player has read them."""
        self.query(".new").remove_class("new")


class LogPopup(Popup[None]):
    """A popup with the match log, for screens too narrow to show it beside the board."""

    BINDINGS = [Binding("escape,enter,space,l,q", "close", "Close")]

    def __init__(
        self,
        lines: Sequence[TableLogLine],
        categories: Sequence[Category],
        turn_lines: Callable[[int], Sequence[TableLogLine]],
        paint: LineStyler = Content,
    ) -> None:
        super().__init__()
        self.lines = lines
        self.turn_lines = turn_lines  # the lines of the last turns
        self.legend = (
            "  ".join(f"{LOG_MARKS[one.icon]} {one.heading}" for one in categories) + "  (ctrl+r: reasons of bots)"
        )
        self.style_line = paint

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label("What has happened (1 to 9: in the last turns, 0: all)", classes="title")
            with LogView(self.style_line, can_focus=True):
                for line in self.lines:
                    yield LogLineWidget(line, False, self.style_line)
            yield Static(self.legend, classes="soft", markup=False)

    def on_mount(self) -> None:
        view = self.query_one(LogView)
        view.focus()
        view.call_after_refresh(view.scroll_end, animate=False)

    def on_key(self, event: events.Key) -> None:
        digit = event.character or ""
        if digit.isascii() and digit.isdigit():
            event.stop()
            self.query_one(LogView).set_lines(self.turn_lines(int(digit)) if int(digit) else self.lines)

    def action_close(self) -> None:
        self.dismiss(None)
