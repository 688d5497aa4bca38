"""The commands that run without loading the parser: `parlour` alone and `parlour games`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from parlour import games as game_list
from parlour.bots import available_bots
from parlour.cli.output import print_json
from parlour.kernel.game import Game
from parlour.kernel.options import Option, describe_option, offered_options
from parlour.table.lesson import Lesson, load_lessons

OVERVIEW = """Parlour: tabletop games, in full.

  parlour serve --open             in the browser, with friends and bots
  parlour play                     in the terminal: choose a game, the seats and the bots
  parlour play bones               Baldur's Bones, at once
  parlour window                   in a window of its own, with mouse and keyboard
  parlour learn GAME               a guided first match, step by step
  parlour games                    what there is to play, with options and bots
  parlour rules GAME               how it is played
  parlour contest stumped          a server for contest clients, and for people and bots
  parlour simulate GAME --bots a,b -n 1000
  parlour tournament GAME --entrants a,b,c
  parlour duel GAME A B            is A stronger than B?
  parlour ladder GAME              a ladder that never ends
  parlour ratings                  how strong everybody is
  parlour stats                    what you have played and won, and your favourite cards
  parlour experiment FILE.toml     what does a change do to a game?
  parlour balance GAME             who wins how often, and what for
  parlour tune GAME --against a,b  better weights for a game's bot
  parlour train GAME               a bot that learns by self-play
  parlour replay FILE              look at a match again
  parlour play --load FILE --at N  play another match from its middle
  parlour verify FILE...           prove a match from its record
  parlour check GAME               does a game keep the contract?
  parlour backup FILE              copy the server's database, also while it runs
  parlour doctor                   would a server be well here?
  parlour bench                    how fast it is here

  parlour COMMAND --help           more about a command
"""


def find_fast_command(words: Sequence[str]) -> Callable[[], int] | None:
    """Returns the function that runs a command line without the slow parser; None if it needs the parser."""
    if not words:
        return print_overview
    if list(words) in (["games"], ["games", "--json"]):
        return partial(print_games, "--json" in words)
    return None


def print_overview() -> int:
    """Prints the most important `parlour` commands on one screen."""
    print(OVERVIEW, end="")
    return 0


def print_games(json: bool) -> int:
    """Prints every game with its seats, options, bots and lessons."""
    found = load_games()
    rows: list[dict[str, Any]] = [
        {
            "id": game.name,
            "title": game.title,
            "version": game.version,
            "seats": list(game.seats),
            "options": [describe_option(option) for option in offered_options(game.options)],
            "bots": [*game.coach.levels, *available_bots(game)],
            "lessons": [{"id": one.name, "title": one.title, "about": one.about} for one in _load_lessons(game)],
        }
        for game in found
    ]
    if json:
        return print_json(rows)
    for game, row in zip(found, rows, strict=True):
        seats = "1 seat" if game.seats == (1,) else f"{game.seats[0]} to {game.seats[-1]} seats"
        print(f"{game.name}: {game.title}, version {game.version}, {seats}\n  {game.text.blurb}")
        for option in offered_options(game.options):
            print(f"  --option {option.name}={_format_default(option)}  {option.help}")
        print(f"  bots: {', '.join(row['bots'])}")
        for lesson in row["lessons"]:
            print(f"  parlour learn {game.name} {lesson['id']}  {lesson['title']}")
        print()
    return 0


def _load_lessons(game: Game) -> list[Lesson]:
    """Returns the guided lessons of a game, and reports lessons that cannot be loaded on stderr."""
    found, complaints = load_lessons(game)
    for complaint in complaints:
        print(f"parlour: {complaint}", file=sys.stderr)
    return found


def _format_default(option: Option) -> str:
    """Returns the default of a game option as the user would type it; FILE if it takes a file and has no default."""
    if option.kind == "file" and not option.default:
        return "FILE"
    return {"True": "yes", "False": "no"}.get(str(option.default), str(option.default))


def load_games() -> list[Game]:
    """Returns every installed game that can be loaded, and reports the others on stderr."""
    found, complaints = game_list.load_games()
    for complaint in complaints:
        print(f"parlour: {complaint}", file=sys.stderr)
    return found
