"""Colours the names of players and game pieces in the texts of the full-screen terminal client."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.content import Content

from parlour.kernel.game import Game
from parlour.terminal.inks import WordInks
from parlour.terminal.theme import DARK_SEATS


class TextPainter:
    """Colours game pieces, by name or code, and the board's characters as the game defines, and players' names."""

    def __init__(self, game: Game) -> None:
        self.words = WordInks(game)
        self.seat_colours: dict[str, int] = {}  # palette index, by player name

    def set_seat_colours(self, names: Sequence[str], view: object) -> None:
        """Sets the colour of each player's name from the colours dealt in the game position, if it has any."""
        dealt: Sequence[int] = getattr(view, "colours", ())
        self.seat_colours = {name: hue for name, hue in zip(names, dealt, strict=False) if 0 <= hue < len(DARK_SEATS)}

    def __call__(self, text: str) -> Content:
        painted = Content(text)
        for start, end, ink in self.words.find(text):
            painted = painted.stylize(f"$ink-{ink}", start, end)
        return self._paint_seat_names(painted)

    def paint_names(self, text: str) -> Content:
        """Returns a text with only the players' names coloured, for log lines and titles."""
        return self._paint_seat_names(Content(text))

    def _paint_seat_names(self, painted: Content) -> Content:
        for name, hue in self.seat_colours.items():
            for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", painted.plain):
                painted = painted.stylize(f"$seat-{hue}", *found.span())
        return painted
