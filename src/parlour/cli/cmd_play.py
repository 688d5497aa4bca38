"""`parlour play` and `parlour learn`: matches in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour import games as game_list
from parlour.cli.output import print_notices
from parlour.cli.run_options import Flag, Options, WholeNumber
from parlour.kernel.options import parse_option_pairs

MatchSeed = Annotated[WholeNumber | None, Parameter(help="A number; matches with the same seed have the same dice.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PlayerOptions:
    """The options that say who plays, and under which names."""

    seats: Annotated[str, Parameter(help="The players: human or names of bots, separated by commas.")] = ""
    name: Annotated[list[str] | None, Parameter(negative=(), help="The name of a player; repeat it for each seat.")] = (
        None
    )


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DisplayOptions:
    """The options that say how a match is shown."""

    plain: Annotated[bool, Flag] = False
    fast: Annotated[bool, Flag] = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class MatchFileOptions:
    """The options that name the files a match is read from and written to."""

    load: Annotated[Path | None, Parameter(help="Resume a save or an unfinished match.")] = None
    at: Annotated[
        WholeNumber | None,
        Parameter(help="Start after this many answers and outcomes of the loaded record, with new dice."),
    ] = None
    save: Annotated[Path | None, Parameter(help="The file to save the match to when you leave.")] = None
    events: Annotated[Path | None, Parameter(help="Write every event to a .jsonl file.")] = None


PLAYER_DEFAULTS = PlayerOptions()
DISPLAY_DEFAULTS = DisplayOptions()
MATCH_FILE_DEFAULTS = MatchFileOptions()


def play(
    game: str | None = None,
    /,
    *,
    players: PlayerOptions = PLAYER_DEFAULTS,
    option: Options = None,
    seed: MatchSeed = None,
    daily: Annotated[bool, Flag, Parameter(help="Play the match of the day: today (UTC) everybody has these dice.")] = (
        False
    ),
    display: DisplayOptions = DISPLAY_DEFAULTS,
    files: MatchFileOptions = MATCH_FILE_DEFAULTS,
) -> int:
    """Play in the terminal. Without a game: the menu."""
    from parlour import terminal
    from parlour.play.play_setup import split_players
    from parlour.store.files import embed_files

    is_new_match = files.load is None and files.at is None
    if game is None and is_new_match:
        return terminal.menu(plain=display.plain)
    found = None if game is None else game_list.find(game)
    options = parse_option_pairs(option or [])
    if found is not None:
        options = embed_files(found, options)
    setup = terminal.PlaySetup(
        game=found,
        options=options,
        seats=split_players(players.seats),
        names=players.name,
        seed=seed,
        daily=daily,
        plain=display.plain,
        fast=display.fast,
        load=files.load,
        at=files.at,
        save=files.save,
        events=files.events,
    )
    if found is not None and is_new_match:
        print_notices(found, len(setup.seats) or found.seats[0], options)
    return terminal.play(setup)


def learn(
    game: str,
    lesson: Annotated[str, Parameter(help="The lesson; default: the first.")] = "",
    /,
    *,
    name: Annotated[str, Parameter(help="Your name.")] = "",
    display: DisplayOptions = DISPLAY_DEFAULTS,
) -> int:
    """Play a guided first match, step by step."""
    from parlour import terminal
    from parlour.table.lesson import lesson_names, load_lesson

    found = game_list.find(game)
    lesson_name = load_lesson(found, lesson or next(iter(lesson_names(found)), "")).name
    names = [name] if name else None
    return terminal.play(
        terminal.PlaySetup(game=found, lesson=lesson_name, names=names, plain=display.plain, fast=display.fast)
    )
