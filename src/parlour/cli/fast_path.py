"""The door: what is answered before the house is lit. It loads no parser, so that a look inside costs no wait."""

from __future__ import annotations

import json as jsons
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from parlour.bots import roster
from parlour.games import shelf as bookcase
from parlour.kernel.game import Game
from parlour.kernel.options import Option, describe
from parlour.kernel.problem import Problem
from parlour.table.lesson import Lesson, lessons_of

Document = TypeVar("Document")
OVERVIEW = """Parlour: tabletop games, in full.

  parlour serve --open             in the browser, with friends and bots
  parlour play                     in the terminal: choose a game, the seats and the bots
  parlour play bones               Baldur's Bones, at once
  parlour learn GAME               a guided first match, step by step
  parlour games                    what there is to play, with options and bots
  parlour rules GAME               how it is played
  parlour contest stumped          a server for contest clients, and for people and bots
  parlour simulate GAME --bots a,b -n 1000
  parlour tournament GAME --entrants a,b,c
  parlour duel GAME A B            is A stronger than B?
  parlour ladder GAME              a ladder that never ends
  parlour ratings                  how strong everybody is
  parlour experiment FILE.toml     what does a change do to a game?
  parlour balance GAME             who wins how often, and what for
  parlour tune GAME --against a,b  better weights for a game's bot
  parlour replay FILE              look at a match again
  parlour play --load FILE --at N  play another match from its middle
  parlour verify FILE...           prove a match from its record
  parlour check GAME               does a game keep the contract?
  parlour bench                    how fast it is here

  parlour COMMAND --help           more about a command
"""

DIFFERS, MENDABLE = 1, 2  # exit codes: a record or a game that does not hold; what the user can mend


def overview() -> int:
    """What there is to do, in one screen."""
    print(OVERVIEW, end="")
    return 0


def games(json: bool) -> int:
    """Games, versions, seats, options, bots."""
    found = shelf()
    rows: list[dict[str, Any]] = [
        {
            "id": game.name,
            "title": game.title,
            "version": game.version,
            "seats": list(game.seats),
            "options": [describe(option) for option in game.options],
            "bots": [*game.levels, *roster(game)],
            "lessons": [{"id": one.name, "title": one.title, "about": one.about} for one in lessons(game)],
        }
        for game in found
    ]
    if json:
        return print_json(rows)
    for game, row in zip(found, rows, strict=True):
        seats = "1 seat" if game.seats == (1,) else f"{game.seats[0]} to {game.seats[-1]} seats"
        print(f"{game.name}: {game.title}, version {game.version}, {seats}\n  {game.blurb}")
        for option in game.options:
            print(f"  --option {option.name}={_shown(option)}  {option.help}")
        print(f"  bots: {', '.join(row['bots'])}")
        for lesson in row["lessons"]:
            print(f"  parlour learn {game.name} {lesson['id']}  {lesson['title']}")
        print()
    return 0


def lessons(game: Game) -> list[Lesson]:
    """The lessons of a game; what is wrong with a broken one goes to stderr."""
    found, complaints = lessons_of(game)
    for complaint in complaints:
        print(f"parlour: {complaint}", file=sys.stderr)
    return found


def _shown(option: Option) -> str:
    """The default; of a file what to write instead."""
    if option.kind == "file" and not option.default:
        return "FILE"
    return {"True": "yes", "False": "no"}.get(str(option.default), str(option.default))


def shelf() -> list[Game]:
    """Every game; what is wrong with a broken guest goes to stderr."""
    found, complaints = bookcase()
    for complaint in complaints:
        print(f"parlour: {complaint}", file=sys.stderr)
    return found


def print_json(document: object) -> int:
    print(jsons.dumps(document, indent=1))
    return 0


def tell(document: Document, json: bool, text: Callable[[Document], str]) -> int:
    """What a command came to: the document itself, or what it says in words."""
    if json:
        return print_json(document)
    print(text(document))
    return 0


def guarded(do: Callable[[], int]) -> int:
    """The exit code of a command: 2 for what the user can mend, 130 for Ctrl-C."""
    try:
        code = do()
        sys.stdout.flush()
        return code
    except Problem as problem:
        message = str(problem)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        message = f"{error.filename or 'The output'} cannot be used: {error.strerror}."
    print(f"parlour: {' '.join(message.split())}", file=sys.stderr)
    return MENDABLE


def _drop_output() -> None:
    """What could not be written is not tried again when the program ends."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
