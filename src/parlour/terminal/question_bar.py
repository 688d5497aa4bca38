"""The lower part of the match screen, where the player is asked: choices, input line, keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from parlour.kernel.problem import Problem
from parlour.play.choice_menu import ChoiceMenu
from parlour.play.choices import NumberedChoice, format_reason, matches_later_word, matches_word_starts
from parlour.terminal.lesson_card import LessonCard
from parlour.terminal.log_view import LineStyler, LogView

COMMAND_LETTERS = "uspqrvldx"  # letters that are commands, not input
KEY_BINDINGS = (  # key, its label, its meaning, its action
    ("question_mark", "?", "Hint", "hint"),
    ("u", "u", "Undo", "undo"),
    ("s", "s", "Save", "save"),
    ("p", "p", "Pages", "pages"),
    ("r", "r", "Rules", "rules"),
    ("v", "v", "Review", "review"),
    ("slash", "/", "Type", "type"),
    ("l", "l", "Log", "log"),
    ("x", "x", "Leave the lesson", "leave_lesson"),
    ("q", "q", "Quit", "quit"),
)
QUESTION_ACTIONS = ("hint", "undo", "type")
LESSON_ACTIONS, NON_LESSON_ACTIONS = ("leave_lesson",), ("hint", "undo")


class KeyHints(Static):
    """The line on the match screen that says which key does what; keys can be clicked too."""

    def show_keys(self, reading: bool, review: bool, width: int, led: bool = False) -> None:
        hidden = {*([] if review else ["review"]), *(NON_LESSON_ACTIONS if led else LESSON_ACTIONS)}
        shown = [(key, label, f"screen.{action}") for _, key, label, action in KEY_BINDINGS if action not in hidden]
        if reading:
            usable = [key for key in shown if key[2].removeprefix("screen.") not in QUESTION_ACTIONS]
            shown = [("Enter", "Go on", "screen.go_on"), *usable]
        shown.append(("d", "Light", "app.light"))
        length = sum(len(key) + len(label) + 3 for key, label, _ in shown)
        words = [f"[@click={action}][bold $accent]{key}[/] {label}[/]" for key, label, action in shown]
        self.update(Content.from_markup(("  " if length <= width else " ").join(words)))


class ChoiceList(OptionList, inherit_bindings=False):
    """The list of the player's numbered choices. The page keys scroll the board instead of this list."""

    BINDINGS = [
        Binding("down", "cursor_down", "Down"),
        Binding("up", "cursor_up", "Up"),
        Binding("home", "first", "First"),
        Binding("end", "last", "Last"),
        Binding("enter", "select", "Choose"),
    ]


class QuestionBar(Vertical):
    """The part of the match screen where the player is asked: question, note, choices, and a line to type in."""

    BINDINGS = [Binding("escape", "stop_typing", "Back"), Binding("down,up", "to_choices", "To the list")]

    def __init__(self, submit: Callable[[int | list[int]], None], paint: LineStyler) -> None:
        super().__init__(id="bar")
        self.submit = submit  # plays an answer
        self.paint = paint
        self.menu: ChoiceMenu | None = None  # of the open question
        self.typed_digits = ""

    def compose(self) -> ComposeResult:
        yield LogView(self.paint, id="story")
        yield LessonCard(id="coach", markup=False)
        yield Static("", id="question", markup=False)
        yield Static("", id="note", markup=False)
        yield ChoiceList(id="choices", markup=False)
        yield Input(id="typing", placeholder="type a choice, Escape goes back")

    def show_text(self, text: str) -> None:
        """Shows a text in place of a question; the player cannot answer."""
        self.menu, self.typed_digits = None, ""
        self.show_note("")
        self.query_one("#question", Static).update(text)
        self.query_one("#choices").display = self.query_one("#typing").display = False

    def show_note(self, text: str, kind: str = "") -> None:
        note = self.query_one("#note", Static)
        note.update(text)
        note.display = bool(text)
        note.set_classes(kind)

    def ask(self, menu: ChoiceMenu, highlight: bool) -> None:
        """Lets the player answer a question whose text is shown already; `highlight`: Enter takes the first choice."""
        self.menu = menu
        self.list_choices(menu.choices)
        if not highlight:
            self.query_one("#choices", OptionList).highlighted = None

    def list_choices(self, choices: Sequence[NumberedChoice]) -> None:
        self.list_options(
            Option(choice_text(choice), id=str(choice.action), disabled=choice.refusal is not None)
            for choice in choices
        )

    def list_options(self, rows: Iterable[Option]) -> None:
        """Lists options for the player to select, the first one highlighted."""
        options = self.query_one("#choices", OptionList)
        options.display = True
        options.set_options(rows)
        options.action_first()
        if not self.query_one("#typing").display:
            options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.menu is not None:
            event.stop()
            self.submit(int(str(event.option_id)))

    # Typing.

    def type_key(self, event: events.Key) -> None:
        """Handles a key while the player is asked: digits choose by number, letters start typing a choice."""
        character = event.character or ""
        if self.menu is None or self.query_one("#typing").display or not character.isprintable():
            return
        if character.isascii() and character.isdigit():
            event.stop()
            self.type_digit(self.menu, character)
        elif character.isalpha() and character.lower() not in COMMAND_LETTERS:
            event.stop()
            self.start_typing(character)

    def type_digit(self, menu: ChoiceMenu, digit: str) -> None:
        """Adds a digit to the number of a choice, and takes the choice at once unless more digits can follow."""
        typed = self.typed_digits + digit
        if not any(str(choice.number).startswith(typed) for choice in menu.choices):
            typed = digit
        self.typed_digits = typed
        fitting = [choice for choice in menu.choices if str(choice.number).startswith(typed)]
        exact = [choice for choice in fitting if str(choice.number) == typed]
        if not fitting:
            self.show_note(f"There is no choice {typed}.")
        elif exact and (len(fitting) == 1 or exact[0].refusal):
            self.submit(exact[0].action)
        elif exact:
            options = self.query_one("#choices", OptionList)
            options.highlighted = options.get_option_index(str(exact[0].action))
            self.show_note(f"{typed} ... Enter takes {exact[0].label}, or type on.", "-info")

    def start_typing(self, letter: str = "") -> None:
        if self.menu is not None:
            line = self.query_one("#typing", Input)
            line.display = True
            line.value = letter
            line.focus()
            line.select_on_focus = False
            line.cursor_position = len(letter)

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.menu is not None:
            lists = (self.menu.choices, self.menu.all_choices)
            fitting = [found for one in lists if (found := [row for row in one if choice_matches(row, event.value)])]
            self.list_choices(fitting[0] if fitting else self.menu.choices)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.menu is None:
            return
        fitting = [choice for choice in self.menu.choices if choice_matches(choice, event.value)]
        try:
            action = fitting[0].action if len(fitting) == 1 else self.menu.parse_answer(event.value)
        except Problem as problem:
            self.show_note(str(problem))
            return
        self.submit(action)

    def action_stop_typing(self) -> None:
        if self.menu is not None:
            self.query_one("#typing").display = False
            self.list_choices(self.menu.choices)

    def action_to_choices(self) -> None:
        self.query_one("#choices").focus()


def choice_text(choice: NumberedChoice) -> Content:
    """Returns the text of a player's choice in the list: number, label and, if it is forbidden now, the reason."""
    text = f"{choice.number:>2}  {choice.label}"
    return Content(f"{text}   no: {format_reason(choice.refusal)}" if choice.refusal else text)


def choice_matches(choice: NumberedChoice, text: str) -> bool:
    """Returns whether a choice fits what the player has typed so far: by its number, or by the beginning of a word."""
    wanted = " ".join(text.lower().split())
    label = f" {choice.label.lower()}"
    typed = matches_later_word(choice, wanted) or matches_word_starts(choice, wanted)
    return str(choice.number).startswith(wanted) or typed or f" {wanted}" in label
