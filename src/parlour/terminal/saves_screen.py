"""Popups with saved and unfinished matches, to save, load and delete them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, DataTable, Input, Label, Static

from parlour.kernel.problem import Problem
from parlour.play.match_files import MatchFiles
from parlour.play.unfinished_matches import delete_unfinished, list_unfinished
from parlour.store import files
from parlour.store.files import Save
from parlour.terminal.popups import Popup, QuestionPopup


class MatchListPopup(Popup[Path | None]):
    """A popup that lists stored matches, to load or delete them. It returns the file of the match to load."""

    BINDINGS = [Binding("escape", "close", "Close"), Binding("delete", "delete", "Delete")]
    heading = "Matches"

    def __init__(self) -> None:
        super().__init__()
        self.listed_saves: list[Save] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self.heading, classes="title")
            yield from self.compose_form()
            yield DataTable(cursor_type="row")
            yield Static("", id="note", markup=False)
            with Horizontal():
                yield Button("Load", id="load")
                yield Button("Delete", id="delete")
                yield Button("Close", id="close")

    def compose_form(self) -> ComposeResult:
        yield from ()

    def find_saves(self) -> list[Save]:
        raise NotImplementedError

    def delete_match(self, save: Save) -> None:
        raise NotImplementedError

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("File", "Game", "Players", "Date")
        self.fill_table()
        lines = self.query(Input)
        if lines:
            lines.first().focus()
        elif self.listed_saves:
            table.focus()

    def fill_table(self) -> None:
        table = self.query_one(DataTable)
        table.clear()
        self.listed_saves = self.find_saves()
        for save in self.listed_saves:
            table.add_row(save.name, save.game, save.players if not save.problem else f"! {save.problem}", save.date)
        if not self.listed_saves:
            self.show_note("There is nothing here yet.")

    def show_note(self, text: str) -> None:
        self.query_one("#note", Static).update(text)

    def selected_save(self) -> Save | None:
        row = self.query_one(DataTable).cursor_row
        return self.listed_saves[row] if 0 <= row < len(self.listed_saves) else None

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
        """Does nothing; a list with a save button overrides it."""

    def action_load(self) -> None:
        save = self.selected_save()
        if save is None:
            self.show_note("Choose a match first.")
        elif save.problem:
            self.show_note(save.problem)
        else:
            self.dismiss(save.path)

    def action_delete(self) -> None:
        save = self.selected_save()
        if save is None:
            self.show_note("Choose a match first.")
            return
        answers = {"keep": "Keep it", "delete": "Delete it for good"}

        def delete(answer: str | None) -> None:
            if answer == "delete":
                self.delete_match(save)
                self.fill_table()
                self.show_note(f"{save.name} is deleted.")

        self.app.push_screen(QuestionPopup(f"Delete {save.name}?", "", answers), delete)


class UnfinishedPopup(MatchListPopup):
    heading = "Unfinished matches"

    def find_saves(self) -> list[Save]:
        return list_unfinished()

    def delete_match(self, save: Save) -> None:
        delete_unfinished(save.path)


class SavesPopup(MatchListPopup):
    """A popup that lists the matches saved under a name, to load or delete them; during a match, also to save it."""

    heading = "Saved matches"

    def __init__(self, match_files: MatchFiles | None = None) -> None:
        super().__init__()
        self.match_files = match_files

    def compose_form(self) -> ComposeResult:
        if self.match_files is not None:
            with Horizontal():
                yield Input(placeholder="a name for this match", id="save-name")
                yield Button("Save", id="save")

    def find_saves(self) -> list[Save]:
        return files.list_saves()

    def delete_match(self, save: Save) -> None:
        save.path.unlink(missing_ok=True)

    def on_input_submitted(self) -> None:
        self.action_save()

    def action_save(self) -> None:
        assert self.match_files is not None
        name = self.query_one(Input).value
        try:
            self.match_files.check_savable()
            path = files.save_path(name)
            if not path.exists():
                self.match_files.save(name)
                self.show_saved(path)
                return
        except Problem as problem:
            self.show_note(str(problem))
            return
        answers = {"keep": "Keep the old one", "overwrite": "Overwrite it"}
        self.app.push_screen(
            QuestionPopup(f"A save named {path.stem} exists already.", "", answers), self.handle_overwrite
        )

    def handle_overwrite(self, answer: str | None) -> None:
        assert self.match_files is not None
        if answer == "overwrite":
            self.show_saved(self.match_files.save(self.query_one(Input).value, overwrite=True))
        else:
            self.show_note("Nothing was saved.")

    def show_saved(self, path: Path) -> None:
        self.fill_table()
        self.show_note(f"Saved as {path.stem}.")
