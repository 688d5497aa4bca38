"""What a game's own board in the window is made of: the base class, and what it gets to draw."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.kernel.game import Game
from parlour.table.presenter import Choice, ChoiceHint
from parlour.table.table_types import TableLogLine
from parlour.window.frame import Frame
from parlour.window.layout import Box


@dataclass(frozen=True)
class Sight:
    """Everything that a board draws: the position as the viewer sees it, the question, and how to answer."""

    game: Game
    names: Sequence[str]
    viewer: int
    view: Any
    captions: Mapping[str, str]
    choices: Mapping[str, Choice]  # by notation; empty while the viewer is not asked
    hints: Sequence[ChoiceHint]
    lights: Sequence[int]  # seats that must answer
    art: Mapping[str, Path]
    looks: Sequence[str]  # what the lesson points at
    answer: Callable[[str], object]  # by notation
    ask_hints: Callable[[], object]
    lines: Sequence[TableLogLine] = ()  # what just happened, while it moves
    progress: float = 1.0  # of that movement, from 0 to 1
    log: Sequence[TableLogLine] = ()
    question: tuple[int, int] = (0, 0)  # the seat and the number of the open question
    lit: Sequence[Collection[tuple[str, int]]] = ()  # things of the log line hovered, or of what moves: ("card", 3)

    def hue(self, seat: int) -> int:
        """Returns the number of a seat's colour and token: the one it was dealt, else its own."""
        dealt = getattr(self.view, "colours", ())
        return int(dealt[seat]) if seat < len(dealt) and dealt[seat] >= 0 else seat

    def is_open(self, notation: str) -> bool:
        choice = self.choices.get(notation)
        return choice is not None and choice.refusal is None

    def reason(self, notation: str) -> str:
        """Returns why a choice is closed now, empty if it is open or not offered."""
        choice = self.choices.get(notation)
        return "" if choice is None or choice.refusal is None else choice.refusal.sentence

    def ring(self, frame: Frame, box: Box, *looks: str) -> None:
        """Draws a ring around a box if the lesson points at one of these names."""
        if any(look in self.looks for look in looks):
            frame.canvas.fill(box.inset(-2), "", 12, "gold", 4)

    def glow(self, frame: Frame, box: Box, *things: tuple[str, int]) -> None:
        """Draws a ring around a box if the log line that is hovered, or something that moves, is about all of these."""
        if any(all(thing in line for thing in things) for line in self.lit):
            frame.canvas.fill(box.inset(-2), "", 10, "gold", 3)

    def hint(self, notation: str) -> ChoiceHint | None:
        return next((hint for hint in self.hints if hint.action == notation), None)

    def events(self) -> list[tuple[str, tuple[int, ...]]]:
        """Returns what just happened: the kind of every event, and its arguments."""
        kinds = self.game.text.events
        return [(kinds[line.event.kind].name, line.event.arguments) for line in self.lines if line.event is not None]


def things_in(game: Game, lines: Sequence[TableLogLine]) -> list[set[tuple[str, int]]]:
    """Returns what each log line is about: seats and things by kind and number."""
    events = [line.event for line in lines if line.event is not None]
    return [set(zip(game.text.events[event.kind].arguments, event.arguments, strict=False)) for event in events]


class WindowBoard:
    """Draws the board of one game in the window. A game brings its own as the class `Board` in its `window.py`."""

    keys: Mapping[str, Sequence[str]] = {}  # notations that a key stands for; the first open one is played

    @property
    def shows_hints(self) -> bool:
        """Returns whether the board itself shows what the coach says, so that the panel below need not."""
        return False

    def draw(self, frame: Frame, area: Box, sight: Sight) -> None:
        raise NotImplementedError

    def drawn(self, sight: Sight) -> set[str]:
        """Returns the notations of choices that the board draws itself; the others become buttons below it."""
        return set()

    def escape(self) -> bool:
        """Gives up what was selected on the board; returns whether there was anything."""
        return False

    def confirm(self, sight: Sight) -> bool:
        """Plays what was selected on the board; returns whether there was anything."""
        return False


def load_board(game: Game, fallback: Callable[[], WindowBoard]) -> tuple[WindowBoard, str]:
    """Returns the board of a game, its own or the default one, and a sentence if its own board cannot be loaded."""
    name = f"{game.home}.window"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # the game is one file
        found = None
    if found is None:
        return fallback(), ""
    try:
        board: WindowBoard = importlib.import_module(name).Board()
    except Exception as error:
        return fallback(), f"The board of {game.title} did not load ({error!r}); this is the plain one."
    return board, ""
