"""Finds the files of a game."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from parlour.kernel.game import Game


def game_folder(game: Game) -> Path | None:
    """Returns the folder of the module that defines GAME."""
    home = importlib.util.find_spec(game.home)
    return None if home is None or home.origin is None else Path(home.origin).parent
