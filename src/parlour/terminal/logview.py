"""The log on the full screen: newest at the bottom, marked and coloured by category."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Label, Static

from parlour.table.table_types import TableLogLine
from parlour.terminal.popups import Popup
from parlour.terminal.theme import MARKS

LONGEST = 100  # lines kept in sight
Paint = Callable[[str], Content]
LEGEND = "  ".join(f"{mark} {category}" for category, mark in MARKS.items())


class LogLine(Static):
    """One line: its category shows in mark and colour."""

    def __init__(self, line: TableLogLine, new: bool, paint: Paint) -> None:
        super().__init__(paint(f"{MARKS[line.category]} {line.text}"), classes=f"line {line.category}")
        self.set_class(new, "new")


class LogView(VerticalScroll, can_focus=False):
    """Lines, scrolled to the last; the new ones stand out."""

    paint: Paint = Content

    def fill(self, lines: Sequence[TableLogLine], new: int = 0) -> None:
        new = min(new, len(lines))
        self.remove_children()
        self.add(lines[: len(lines) - new], False)
        self.add(lines[len(lines) - new :])

    def add(self, lines: Sequence[TableLogLine], new: bool = True) -> None:
        self.mount_all([LogLine(line, new, self.paint) for line in lines[-LONGEST:]])
        for old in self.children[: max(0, len(self.children) - LONGEST)]:
            old.remove()
        if not self.has_class("-strip"):
            self.call_after_refresh(self.scroll_end, animate=False)

    def settle(self) -> None:
        """What was new is read."""
        self.query(".new").remove_class("new")


class LogPage(Popup[None]):
    """The log where there is no room beside the board."""

    BINDINGS = [Binding("escape,enter,space,l,q", "close", "Close")]

    def __init__(self, lines: Sequence[TableLogLine], paint: Paint = Content) -> None:
        super().__init__()
        self.lines = lines
        self.paint = paint

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label("What has happened", classes="title")
            with LogView(can_focus=True):
                for line in self.lines:
                    yield LogLine(line, False, self.paint)
            yield Static(LEGEND, classes="soft", markup=False)

    def on_mount(self) -> None:
        view = self.query_one(LogView)
        view.focus()
        view.call_after_refresh(view.scroll_end, animate=False)

    def action_close(self) -> None:
        self.dismiss(None)
