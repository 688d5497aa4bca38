"""Where a game's own files lie."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from parlour.kernel.game import Game


def game_folder(game: Game) -> Path | None:
    """Beside the module that holds GAME."""
    home = importlib.util.find_spec(game.home)
    return None if home is None or home.origin is None else Path(home.origin).parent
