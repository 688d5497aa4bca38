"""Popups over a match in the full-screen client: questions, pages, and a curtain that hides secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Label, OptionList, Static, TabbedContent, TabPane
from textual.widgets.option_list import Option

from parlour.play.choices import format_chance
from parlour.table.presenter import ChoiceHint

BAR_WIDTH = 24  # characters for a chance of 1
T = TypeVar("T")


class Popup(ModalScreen[T]):
    """A window over the match screen that takes all input until it is closed."""


class QuestionPopup(Popup[str]):
    """A popup that asks a question with a few answers. Escape chooses the first, which changes nothing."""

    BINDINGS = [Binding("escape", "first", "Back")]

    def __init__(self, title: str, text: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.heading = title
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self.heading, classes="title", markup=False)
            if self.text:
                yield Static(self.text, classes="text", markup=False)
            yield OptionList(*(Option(label, id=name) for name, label in self.answers.items()), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(str(event.option_id))

    def action_first(self) -> None:
        self.dismiss(next(iter(self.answers)))


class PagesPopup(Popup[None]):
    """A popup with texts to read, such as the rules; several texts are in tabs."""

    BINDINGS = [Binding("escape,enter,space,q", "close", "Close")]

    def __init__(self, title: str, pages: Mapping[str, str | Content]) -> None:
        super().__init__()
        self.heading = title
        self.page_texts = pages

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self.heading, classes="title", markup=False)
            if len(self.page_texts) == 1:
                yield from self._compose_page(next(iter(self.page_texts.values())))
            else:
                with TabbedContent():
                    for title, text in self.page_texts.items():
                        with TabPane(title):
                            yield from self._compose_page(text)

    def _compose_page(self, text: str | Content) -> ComposeResult:
        with VerticalScroll():
            yield Static(text, classes="text", markup=False)

    def on_mount(self) -> None:
        turn = "left and right turn the page, " if len(self.page_texts) > 1 else ""
        self.query_one(Vertical).border_subtitle = f"{turn}Escape closes"
        tabs = self.query("Tabs")
        (tabs.first() if tabs else self.query_one(VerticalScroll)).focus()

    def action_close(self) -> None:
        self.dismiss(None)


def format_hints(hints: Sequence[ChoiceHint]) -> str:
    """Returns hints for the player as text: each choice with its chance as a bar, and a sentence."""
    rows = []
    for one in hints:
        chance = "" if one.chance is None else f"  {chance_bar(one.chance)} {format_chance(one.chance)}\n"
        rows.append(f"{one.label}\n{chance}  {one.text}\n")
    return "\n".join(rows)


def chance_bar(chance: float) -> str:
    full = round(chance * BAR_WIDTH)
    return "█" * full + "░" * (BAR_WIDTH - full)


class PassCurtain(Screen[str]):
    """A screen that hides the match while the device is passed to another person."""

    BINDINGS = [
        Binding("enter,space", "leave('lift')", "I am here"),
        Binding("u", "leave('undo')", "Undo"),
        Binding("q", "leave('quit')", "Quit"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.person_name = name

    def compose(self) -> ComposeResult:
        yield Static(
            f"Pass the device to\n\n{self.person_name}\n\n{self.person_name}, press Enter when nobody else looks.",
            id="curtain",
            markup=False,
        )
        yield Footer(show_command_palette=False)

    def on_click(self) -> None:
        self.action_leave("lift")

    def action_leave(self, how: str) -> None:
        self.dismiss(how)
