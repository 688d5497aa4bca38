"""`parlour games` lists the games; `parlour rules` prints a game's rulebook."""

from __future__ import annotations

from parlour import games as game_list
from parlour.cli.fast_path import print_games
from parlour.cli.run_options import Json


def games(*, json: Json = False) -> int:
    """List the games with versions, seats, options and bots."""
    return print_games(json)


def rules(game: str, /) -> int:
    """Print the rulebook of a game."""
    found = game_list.find(game)
    print(found.text.rules({option.name: option.default for option in found.options}), end="")
    return 0
