"""The lower part of the match screen, where the player is asked: choices, input line, keys."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from parlour.terminal.choices import NumberedChoice, format_reason, matches_later_word, matches_word_starts

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


class AnswerInput(Input):
    """The line in which the player types a choice; what is typed filters the list of choices above."""

    BINDINGS = [
        Binding("escape", "screen.stop_typing", "Back"),
        Binding("down,up", "screen.to_choices", "To the list"),
    ]


class ChoiceList(OptionList, inherit_bindings=False):
    """The list of the player's numbered choices. The page keys scroll the board instead of this list."""

    BINDINGS = [
        Binding("down", "cursor_down", "Down"),
        Binding("up", "cursor_up", "Up"),
        Binding("home", "first", "First"),
        Binding("end", "last", "Last"),
        Binding("enter", "select", "Choose"),
    ]


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
