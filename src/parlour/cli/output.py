"""Printing and exit codes of all `parlour` commands."""

from __future__ import annotations

import json as json_format
import os
import sys
from collections.abc import Callable, Mapping
from typing import TypeVar

from parlour.kernel.extras import missing_package
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem

Document = TypeVar("Document")
EXIT_DIFFERS = 1  # a record, a gamelog or a rating is wrong
EXIT_USER_ERROR = 2  # the user can correct it: a wrong option, a missing file


def print_json(document: object) -> int:
    """Prints a command's result as a JSON document and returns exit code 0."""
    print(json_format.dumps(document, indent=1))
    return 0


def print_document(document: Document, json: bool, text: Callable[[Document], str]) -> int:
    """Prints the result of a command, as JSON or as text, and returns exit code 0."""
    if json:
        return print_json(document)
    print(text(document))
    return 0


def print_notices(game: Game, seats: int, options: Mapping[str, Value]) -> None:
    """Prints a game's notices about these seats and options to stderr; raises a Problem if there is no such match."""
    for notice in game.text.notices(prepare_options(game, seats, options)):
        print(f"Note: {notice}", file=sys.stderr)


def exit_code_of(command: Callable[[], int]) -> int:
    """Runs a command and returns its exit code: 2 after an error that the user can correct, 130 after Ctrl-C."""
    try:
        code = command()
        sys.stdout.flush()
        return code
    except Problem as problem:
        message = str(problem)
    except ModuleNotFoundError as error:
        if (error.name or "parlour").startswith("parlour"):
            raise
        message = str(missing_package("This command", error.name or ""))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _discard_output()
        return 0
    except OSError as error:
        _discard_output()
        message = f"{error.filename or 'The output'} cannot be used: {error.strerror}."
    print(f"parlour: {' '.join(message.split())}", file=sys.stderr)
    return EXIT_USER_ERROR


def _discard_output() -> None:
    """Redirects stdout to the null device if it cannot be written, so that Python does not try again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
