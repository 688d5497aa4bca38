"""The list of games. Games of other packages join it through the entry point group `parlour.games`."""

from __future__ import annotations

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
    outside = {entry.name for entry in entry_points(group="parlour.games")}
    return [*BUILT_IN, *sorted(outside - BUILT_IN.keys())]


def find(name: str) -> Game:
    """Returns the game with this name. Raises Problem if there is none or if it cannot be loaded."""
    name = next((known for known in BUILT_IN if known == name.lower()), name)
    if name in BUILT_IN:
        game: Game = import_module(BUILT_IN[name]).GAME
        return game
    for entry in entry_points(group="parlour.games"):
        if entry.name == name:
            return _load_outside_game(name, entry.value)
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
