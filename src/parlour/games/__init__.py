"""The list of games. Games of other packages join it through the entry point group `parlour.games`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem

BUILT_IN = {
    "bones": "parlour.games.bones",
    "harmonictook": "parlour.games.harmonictook",
    "hunter": "parlour.games.hunter",
    "magpie": "parlour.games.magpie",
    "stumped": "parlour.games.stumped",
}


def names() -> list[str]:
    """Returns the names of all installed games, the built-in ones first."""
    return [*BUILT_IN, *sorted(_outside_games().keys() - BUILT_IN.keys())]


def find(name: str) -> Game:
    """Returns the game with this name. Raises Problem if there is none or if it cannot be loaded."""
    name = next((known for known in BUILT_IN if known == name.lower()), name)
    if name in BUILT_IN:
        game: Game = import_module(BUILT_IN[name]).GAME
        return game
    home = _outside_games().get(name)
    if home is not None:
        return _load_outside_game(name, home)
    raise Problem(f"There is no game {name!r}; choose one of {', '.join(names())}.")


def load_games() -> tuple[list[Game], list[str]]:
    """Returns the games that can be loaded, and a sentence of complaint for each that cannot."""
    found: list[Game] = []
    complaints: list[str] = []
    for name in names():
        try:
            found.append(find(name))
        except Problem as problem:
            complaints.append(str(problem))
    return found, complaints


def _outside_games() -> dict[str, str]:
    """Returns the modules of the games that other packages add, by name."""
    folders = []
    for folder in sys.path:
        with suppress(OSError):
            folders.append((folder, os.stat(folder or ".").st_mtime_ns))
    return _search_outside_games(tuple(folders))


@lru_cache(maxsize=1)
def _search_outside_games(folders: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """Searches all installed packages for games. It takes milliseconds: only if a folder of the search path changed."""
    found = tuple(entry_points(group="parlour.games"))
    return {entry.name: entry.value for entry in reversed(found)}  # the first of one name counts, as for imports


def _load_outside_game(name: str, home: str) -> Game:
    try:
        game = import_module(home).GAME
    except (Exception, SystemExit) as error:
        raise Problem(
            f"The game {name!r}, which another package adds, cannot be loaded: {str(error).rstrip('.')}; correct or "
            "remove that package."
        ) from error
    if not isinstance(game, Game):
        raise Problem(
            f"The game {name!r}, which another package adds, defines no Game in {home}; correct its GAME there."
        )
    if game.name != name:
        raise Problem(
            f"The game {name!r}, which another package adds, calls itself {game.name!r}; give its entry point that "
            "name."
        )
    return game
