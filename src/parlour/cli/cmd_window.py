"""`parlour window`: matches in a native window."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from parlour import games as game_list
from parlour.cli.cmd_play import MATCH_FILE_DEFAULTS, PLAYER_DEFAULTS, MatchFileOptions, MatchSeed, PlayerOptions
from parlour.cli.run_options import Flag, Options
from parlour.kernel.options import parse_option_pairs


def window(
    game: str | None = None,
    /,
    *,
    players: PlayerOptions = PLAYER_DEFAULTS,
    option: Options = None,
    seed: MatchSeed = None,
    daily: Annotated[bool, Flag, Parameter(help="Play the match of the day: today (UTC) everybody has these dice.")] = (
        False
    ),
    lesson: Annotated[str, Parameter(help="Start this guided lesson of the game instead of a free match.")] = "",
    files: MatchFileOptions = MATCH_FILE_DEFAULTS,
) -> int:
    """Play in a window of its own. Without a game: the start page."""
    from parlour.play.play_setup import PlaySetup, split_players
    from parlour.store.files import embed_files
    from parlour.window import run_window

    if game is None and files.load is None and files.at is None:
        return run_window(None)
    found = None if game is None else game_list.find(game)
    options = parse_option_pairs(option or [])
    setup = PlaySetup(
        game=found,
        options=options if found is None else embed_files(found, options),
        seats=split_players(players.seats),
        names=players.name,
        seed=seed,
        daily=daily,
        lesson=lesson,
        load=files.load,
        at=files.at,
        save=files.save,
        events=files.events,
    )
    return run_window(setup)
