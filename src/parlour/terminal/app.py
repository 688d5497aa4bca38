"""The full screen: the menu, and the table over it."""

from __future__ import annotations

import os
from multiprocessing import resource_tracker
from pathlib import Path

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Footer, Label, OptionList, Static
from textual.widgets.option_list import Option

from parlour import games
from parlour.kernel.problem import Problem
from parlour.store.files import Save
from parlour.table.lesson import load_lessons
from parlour.terminal.form import Form
from parlour.terminal.match import Match
from parlour.terminal.popups import Ask, Read
from parlour.terminal.setup import Setup, blurb_of
from parlour.terminal.shelf import Saves, Unfinished
from parlour.terminal.sitting import Sitting, notices, sit_down
from parlour.terminal.theme import DARK, LIGHT, STYLE
from parlour.terminal.unfinished import title_of, unfinished

INTERRUPTED = 130
FEW = 3  # unfinished matches named in the menu


class Menu(Screen[None]):
    """Where a stranger begins: a game is one choice away."""

    BINDINGS = [Binding("q", "app.exit", "Quit"), Binding("r", "rules", "Rules"), Binding("s", "saves", "Saves")]

    def __init__(self) -> None:
        super().__init__()
        self.left: list[Save] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label("P A R L O U R", classes="name")
            yield Label("What shall we play?", classes="welcome")
            yield OptionList(id="menu", markup=False)
            yield Static("", id="note", classes="error", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.fill()

    def on_screen_resume(self) -> None:
        if self.query("#menu"):  # it is cleared away already when the program ends
            self.fill()

    def fill(self) -> None:
        self.left = unfinished()
        shelf, _ = games.shelf()
        options = [Option(f"Go on with {title_of(one)}", id=f"go-{n}") for n, one in enumerate(self.left[:FEW])]
        if self.left:
            options.append(Option(f"All unfinished matches ({len(self.left)})", id="left"))
        options += [Option(f"{game.title}\n  {blurb_of(game)}", id=f"game-{game.name}") for game in shelf]
        options += [
            Option(f"Learn {game.title}: {lesson.title}", id=f"learn-{game.name}/{lesson.name}")
            for game in shelf
            for lesson in load_lessons(game)[0]
        ]
        options += [Option("Load a saved game", id="load"), Option("Rules", id="rules"), Option("Quit", id="quit")]
        menu = self.query_one("#menu", OptionList)
        menu.set_options(options)
        menu.action_first()
        menu.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        word, _, rest = str(event.option_id).partition("-")
        self.query_one("#note", Static).update("")
        if word == "go":
            self.load(self.left[int(rest)].path)
        elif word == "left":
            self.app.push_screen(Unfinished(), self.shelved)
        elif word == "game":
            self.parlour.new_game(Setup(game=games.find(rest)))
        elif word == "learn":
            self.parlour.learn(*rest.split("/"))
        elif word == "load":
            self.action_saves()
        elif word == "rules":
            self.action_rules()
        else:
            self.app.exit(0)

    @property
    def parlour(self) -> ParlourApp:
        assert isinstance(self.app, ParlourApp)
        return self.app

    def load(self, path: Path | None) -> None:
        if path is not None:
            self.parlour.load(path)

    def shelved(self, path: Path | None) -> None:
        self.fill()
        self.load(path)

    def action_saves(self) -> None:
        self.app.push_screen(Saves(), self.shelved)

    def action_rules(self) -> None:
        titles = {game.name: game.title for game in games.shelf()[0]}
        self.app.push_screen(Ask("Whose rules?", "", {"": "Back", **titles}), self.show_rules)

    def show_rules(self, name: str | None) -> None:
        if name:
            game = games.find(name)
            text = game.words.rules({option.name: option.default for option in game.options})
            self.app.push_screen(Read(f"The rules of {game.title}", {"Rules": text}))


class ParlourApp(App[int]):
    """One room: the menu lies under every table."""

    CSS = STYLE
    TITLE = "Parlour"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("d", "light", "Light"), Binding("ctrl+c", "interrupt", "Leave", show=False, priority=True)]

    def __init__(self, sitting: Sitting | None = None, fast: bool = False) -> None:
        super().__init__()
        self.sitting = sitting  # the last one
        self.fast = fast
        self.animation_level = "none"
        if os.name == "posix":
            resource_tracker.ensure_running()  # cannot be started any more once the screen owns the output

    def get_default_screen(self) -> Menu:
        return Menu()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables

    def on_mount(self) -> None:
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name
        if self.sitting is not None:
            self.sit(self.sitting, self.fast, greeting(self.sitting))

    def action_light(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_interrupt(self) -> None:
        self.exit(INTERRUPTED)

    def new_game(self, before: Setup) -> None:
        assert before.game is not None
        form = Form(before.game, before)

        def filled(sitting: Sitting | None) -> None:
            if sitting is not None:
                self.sit(sitting, form.fast, " ".join(notices(sitting)))

        self.push_screen(form, filled)

    def learn(self, game: str, lesson: str) -> None:
        self.try_to_sit(Setup(game=games.find(game), lesson=lesson))

    def load(self, path: Path) -> None:
        self.try_to_sit(Setup(load=path))

    def try_to_sit(self, setup: Setup) -> None:
        try:
            self.sit(sit_down(setup), self.fast)
        except Problem as problem:
            self.notify(str(problem), severity="error", timeout=10, markup=False)

    def sit(self, sitting: Sitting, fast: bool, greeting: str = "") -> None:
        self.sitting = sitting
        self.push_screen(Match(sitting, fast, greeting), self.left_table)

    def left_table(self, wish: str | Sitting | None) -> None:
        """What somebody who leaves a table wants next; nothing: the menu."""
        assert self.sitting is not None
        if isinstance(wish, Sitting):
            self.sit(wish, self.fast)
        elif wish == "new":
            self.new_game(self.sitting.again())
        elif wish == "quit":
            self.exit(0)


def greeting(sitting: Sitting) -> str:
    """What the game has to say before such a match, and a word about those that were left in the middle."""
    left = [] if sitting.table.resumed else unfinished(sitting.game)
    said = [] if sitting.table.resumed else notices(sitting)
    if left:
        said.append(f"Unfinished: {title_of(left[0])}. The main menu (q) goes on with it.")
    return " ".join(said)


def show(app: ParlourApp) -> int:
    """Opens the screen; gives the exit code, or raises KeyboardInterrupt after Ctrl-C."""
    first = app.sitting
    try:
        code = app.run()
    finally:
        if app.sitting is not None:
            app.sitting.close()
        if first is not None:
            first.file_away()
    if app.sitting is not None and app.sitting.how_to_go_on():
        print(app.sitting.how_to_go_on())
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    return app.return_code or 0
