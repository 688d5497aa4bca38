"""The list of games: one line a game. Games from other packages join through the entry point `parlour.games`."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem

OURS = {
    "bones": "parlour.games.bones",
    "harmonictook": "parlour.games.harmonictook",
    "hunter": "parlour.games.hunter",
    "magpie": "parlour.games.magpie",
    "stumped": "parlour.games.stumped",
}


def names() -> list[str]:
    """Every game there is, ours first."""
    outside = {entry.name for entry in entry_points(group="parlour.games")}
    return [*OURS, *sorted(outside - OURS.keys())]


def find(name: str) -> Game:
    """A game by its name."""
    if name in OURS:
        game: Game = import_module(OURS[name]).GAME
        return game
    for entry in entry_points(group="parlour.games"):
        if entry.name == name:
            return _load_outside_game(name, entry.value)
    raise Problem(f"There is no game {name!r}; there is {', '.join(names())}.")


def load_games() -> tuple[list[Game], list[str]]:
    """Returns the games that load, and one sentence for each that does not."""
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
        raise Problem(f"The game {name!r} of another package cannot be loaded: {error}") from error
    if not isinstance(game, Game):
        raise Problem(f"The game {name!r} of another package has no GAME of the right kind in {home}.")
    if game.name != name:
        raise Problem(f"The game {name!r} of another package calls itself {game.name!r}; its entry point must too.")
    return game
