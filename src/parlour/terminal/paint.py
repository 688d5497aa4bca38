"""Things in the colour that is printed on them, wherever a board or a page speaks of them."""

from __future__ import annotations

import re

from textual.content import Content

from parlour.kernel.game import Game
from parlour.terminal.theme import INKS


class Paint:
    """The coloured things of a game, by name and by code, as its facts tell them; a game without any stays plain."""

    def __init__(self, game: Game) -> None:
        self.inks: dict[str, str] = {}
        for kind, rows in game.words.facts.items():
            for name, fact in zip(game.words.things[kind], rows, strict=True):
                ink = str(fact.get("colour", ""))
                if ink in INKS:
                    self.inks |= {ink: ink, name: ink, str(fact.get("code", name)): ink}
        words = sorted(self.inks, key=len, reverse=True)
        self.words = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)")

    def __call__(self, text: str) -> Content:
        painted = Content(text)
        if self.inks:
            for found in self.words.finditer(text):
                painted = painted.stylize(f"$ink-{self.inks[found[1]]}", *found.span())
        return painted
