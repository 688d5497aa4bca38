"""The saved and the unfinished matches: to save, load and delete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, DataTable, Input, Label, Static

from parlour.kernel.problem import Problem
from parlour.store import files
from parlour.store.files import Save
from parlour.terminal.popups import Ask, Popup
from parlour.terminal.sitting import Sitting
from parlour.terminal.unfinished import give_up, unfinished


class Shelf(Popup[Path | None]):
    """A table of matches; gives the one to load."""

    BINDINGS = [Binding("escape", "close", "Close"), Binding("delete", "delete", "Delete")]
    heading = "Matches"

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Save] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self.heading, classes="title")
            yield from self.form()
            yield DataTable(cursor_type="row")
            yield Static("", id="note", markup=False)
            with Horizontal():
                yield Button("Load", id="load")
                yield Button("Delete", id="delete")
                yield Button("Close", id="close")

    def form(self) -> ComposeResult:
        yield from ()

    def found(self) -> list[Save]:
        raise NotImplementedError

    def throw_away(self, save: Save) -> None:
        raise NotImplementedError

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("File", "Game", "Players", "Date")
        self.fill()
        lines = self.query(Input)
        if lines:
            lines.first().focus()
        elif self.rows:
            table.focus()

    def fill(self) -> None:
        table = self.query_one(DataTable)
        table.clear()
        self.rows = self.found()
        for save in self.rows:
            table.add_row(save.name, save.game, save.players if not save.problem else f"! {save.problem}", save.date)
        if not self.rows:
            self.say("There is nothing here yet.")

    def say(self, text: str) -> None:
        self.query_one("#note", Static).update(text)

    def selected(self) -> Save | None:
        row = self.query_one(DataTable).cursor_row
        return self.rows[row] if 0 <= row < len(self.rows) else None

    def on_data_table_row_selected(self) -> None:
        self.action_load()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        actions: dict[str | None, Callable[[], None]] = {
            "load": self.action_load,
            "delete": self.action_delete,
            "close": self.action_close,
            "save": self.action_save,
        }
        actions[event.button.id]()

    def action_close(self) -> None:
        self.dismiss(None)

    def action_save(self) -> None:
        """Only where something can be saved."""

    def action_load(self) -> None:
        save = self.selected()
        if save is None:
            self.say("Choose a match first.")
        elif save.problem:
            self.say(save.problem)
        else:
            self.dismiss(save.path)

    def action_delete(self) -> None:
        save = self.selected()
        if save is None:
            self.say("Choose a match first.")
            return
        answers = {"keep": "Keep it", "delete": "Delete it for good"}

        def delete(answer: str | None) -> None:
            if answer == "delete":
                self.throw_away(save)
                self.fill()
                self.say(f"{save.name} is deleted.")

        self.app.push_screen(Ask(f"Delete {save.name}?", "", answers), delete)


class Unfinished(Shelf):
    heading = "Unfinished matches"

    def found(self) -> list[Save]:
        return unfinished()

    def throw_away(self, save: Save) -> None:
        give_up(save.path)


class Saves(Shelf):
    """Named saves; with a match at hand also to save it."""

    heading = "Saved matches"

    def __init__(self, sitting: Sitting | None = None) -> None:
        super().__init__()
        self.sitting = sitting

    def form(self) -> ComposeResult:
        if self.sitting is not None:
            with Horizontal():
                yield Input(placeholder="a name for this match", id="save-name")
                yield Button("Save", id="save")

    def found(self) -> list[Save]:
        return files.list_saves()

    def throw_away(self, save: Save) -> None:
        save.path.unlink(missing_ok=True)

    def on_input_submitted(self) -> None:
        self.action_save()

    def action_save(self) -> None:
        assert self.sitting is not None
        name = self.query_one(Input).value
        try:
            self.sitting.check_savable()
            path = files.save_path(name)
            if not path.exists():
                self.sitting.save(name)
                self.saved(path)
                return
        except Problem as problem:
            self.say(str(problem))
            return
        answers = {"keep": "Keep the old one", "overwrite": "Overwrite it"}
        self.app.push_screen(Ask(f"A save named {path.stem} exists already.", "", answers), self.overwrite)

    def overwrite(self, answer: str | None) -> None:
        assert self.sitting is not None
        if answer == "overwrite":
            self.saved(self.sitting.save(self.query_one(Input).value, overwrite=True))
        else:
            self.say("Nothing was saved.")

    def saved(self, path: Path) -> None:
        self.fill()
        self.say(f"Saved as {path.stem}.")
