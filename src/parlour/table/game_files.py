"""Finds the folder with a game's files."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from parlour.kernel.game import Game


def game_folder(game: Game) -> Path | None:
    """Returns the folder of the Python module that defines a game; None if it is not found."""
    home = importlib.util.find_spec(game.home)
    return None if home is None or home.origin is None else Path(home.origin).parent
