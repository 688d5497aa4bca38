"""The full-screen terminal app: the start menu, and matches over it."""

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
from parlour.play.local_match import LocalMatch
from parlour.play.open_match import game_notices, open_match
from parlour.play.play_setup import PlaySetup, first_sentence
from parlour.play.unfinished_matches import list_unfinished, save_title
from parlour.store.files import Save
from parlour.table.lesson import load_lessons
from parlour.terminal.match_screen import MatchScreen
from parlour.terminal.new_match_form import NewMatchForm
from parlour.terminal.popups import PagesPopup, QuestionPopup
from parlour.terminal.saves_screen import SavesPopup, UnfinishedPopup
from parlour.terminal.theme import DARK, LIGHT, STYLESHEET

INTERRUPTED_EXIT_CODE = 130
MENU_UNFINISHED = 3  # unfinished matches listed in the menu


class MainMenu(Screen[None]):
    """The start menu of the full-screen terminal app."""

    BINDINGS = [Binding("q", "app.exit", "Quit"), Binding("r", "rules", "Rules"), Binding("s", "saves", "Saves")]

    def __init__(self) -> None:
        super().__init__()
        self.unfinished_matches: list[Save] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label("P A R L O U R", classes="name")
            yield Label("What shall we play?", classes="welcome")
            yield OptionList(id="menu", markup=False)
            yield Static("", id="note", classes="error", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.fill_menu()

    def on_screen_resume(self) -> None:
        if self.query("#menu"):  # the menu is already removed when the app ends
            self.fill_menu()

    def fill_menu(self) -> None:
        self.unfinished_matches = list_unfinished()
        all_games, _ = games.load_games()
        options = [
            Option(f"Go on with {save_title(one)}", id=f"go-{n}")
            for n, one in enumerate(self.unfinished_matches[:MENU_UNFINISHED])
        ]
        if self.unfinished_matches:
            options.append(Option(f"All unfinished matches ({len(self.unfinished_matches)})", id="left"))
        options += [Option(f"{game.title}\n  {first_sentence(game)}", id=f"game-{game.name}") for game in all_games]
        options += [
            Option(f"Learn {game.title}: {lesson.title}", id=f"learn-{game.name}/{lesson.name}")
            for game in all_games
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
            self.load_match(self.unfinished_matches[int(rest)].path)
        elif word == "left":
            self.app.push_screen(UnfinishedPopup(), self.handle_saves_closed)
        elif word == "game":
            self.parlour_app.open_new_match_form(PlaySetup(game=games.find(rest)))
        elif word == "learn":
            self.parlour_app.start_lesson(*rest.split("/"))
        elif word == "load":
            self.action_saves()
        elif word == "rules":
            self.action_rules()
        else:
            self.app.exit(0)

    @property
    def parlour_app(self) -> ParlourApp:
        assert isinstance(self.app, ParlourApp)
        return self.app

    def load_match(self, path: Path | None) -> None:
        if path is not None:
            self.parlour_app.load_match(path)

    def handle_saves_closed(self, path: Path | None) -> None:
        self.fill_menu()
        self.load_match(path)

    def action_saves(self) -> None:
        self.app.push_screen(SavesPopup(), self.handle_saves_closed)

    def action_rules(self) -> None:
        titles = {game.name: game.title for game in games.load_games()[0]}
        self.app.push_screen(QuestionPopup("Whose rules?", "", {"": "Back", **titles}), self.show_rules)

    def show_rules(self, name: str | None) -> None:
        if name:
            game = games.find(name)
            text = game.text.rules({option.name: option.default for option in game.options})
            self.app.push_screen(PagesPopup(f"The rules of {game.title}", {"Rules": text}))


class ParlourApp(App[int]):
    """The full-screen terminal app. The start menu is its bottom screen, and a match lies over it."""

    CSS = STYLESHEET
    TITLE = "Parlour"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("d", "light", "Light"), Binding("ctrl+c", "interrupt", "Leave", show=False, priority=True)]

    def __init__(self, local_match: LocalMatch | None = None, fast: bool = False) -> None:
        super().__init__()
        self.local_match = local_match  # the last one shown
        self.fast = fast
        self.animation_level = "none"
        if os.name == "posix":
            resource_tracker.ensure_running()  # impossible once the screen owns the output

    def get_default_screen(self) -> MainMenu:
        return MainMenu()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables

    def on_mount(self) -> None:
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name
        if self.local_match is not None:
            self.show_match(self.local_match, self.fast, greeting_text(self.local_match))

    def action_light(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_interrupt(self) -> None:
        self.exit(INTERRUPTED_EXIT_CODE)

    def open_new_match_form(self, before: PlaySetup) -> None:
        assert before.game is not None
        form = NewMatchForm(before.game, before)

        def filled(local_match: LocalMatch | None) -> None:
            if local_match is not None:
                self.show_match(local_match, form.fast, " ".join(game_notices(local_match)))

        self.push_screen(form, filled)

    def start_lesson(self, game: str, lesson: str) -> None:
        self.try_open_match(PlaySetup(game=games.find(game), lesson=lesson))

    def load_match(self, path: Path) -> None:
        self.try_open_match(PlaySetup(load=path))

    def try_open_match(self, setup: PlaySetup) -> None:
        try:
            self.show_match(open_match(setup), self.fast)
        except Problem as problem:
            self.notify(str(problem), severity="error", timeout=10, markup=False)

    def show_match(self, local_match: LocalMatch, fast: bool, greeting: str = "") -> None:
        self.local_match = local_match
        self.push_screen(MatchScreen(local_match, fast, greeting), self.handle_match_left)

    def handle_match_left(self, choice: str | LocalMatch | None) -> None:
        """Does what the player chose on leaving a match: another match, a new one, quit; otherwise the menu shows."""
        assert self.local_match is not None
        if isinstance(choice, LocalMatch):
            self.show_match(choice, self.fast)
        elif choice == "new":
            self.open_new_match_form(self.local_match.rematch_setup())
        elif choice == "quit":
            self.exit(0)


def greeting_text(local_match: LocalMatch) -> str:
    """Returns the text shown when a match begins: the game's notices, and a reminder of an unfinished match."""
    left = [] if local_match.table.match.resumed else list_unfinished(local_match.game)
    lines = [] if local_match.table.match.resumed else game_notices(local_match)
    if left:
        lines.append(f"Unfinished: {save_title(left[0])}. The main menu (q) goes on with it.")
    return " ".join(lines)


def run_app(app: ParlourApp) -> int:
    """Runs the full-screen terminal app. Returns the exit code; raises KeyboardInterrupt after Ctrl-C."""
    first = app.local_match
    try:
        code = app.run()
    finally:
        if app.local_match is not None:
            app.local_match.close()
        if first is not None:
            first.files.save_on_leaving()
    if app.local_match is not None and app.local_match.files.resume_message():
        print(app.local_match.files.resume_message())
    if code == INTERRUPTED_EXIT_CODE:
        raise KeyboardInterrupt
    return app.return_code or 0
