"""Console output during a tournament: the standings after every round, in colour where the terminal has it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from parlour.tournament.tournament_text import closing_lines, rank_colour, round_heading, split_padding, standings_lines

PRINT_INTERVAL = 5.0  # seconds between two tables of standings of a ladder
ShowDocument = Callable[[Mapping[str, Any]], None]


def print_standings(document: Mapping[str, Any]) -> None:
    """Prints the standings of a tournament after a round, coloured by rank."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    head, rule, *lines = standings_lines(document)
    entrants = len(split_padding(document)[0])
    console.print(Text(round_heading(document), "bold"))
    console.print(Text(f"{head}\n{rule}"))
    for rank, line in enumerate(lines[:entrants], 1):
        red, green, blue = rank_colour(rank, entrants)
        console.print(Text(line, f"rgb({red},{green},{blue})"))
    for line in lines[entrants:]:
        console.print(Text(line, "dim"))
    console.print()


def throttle(show: ShowDocument, pause: float = PRINT_INTERVAL) -> ShowDocument:
    """Wraps a function that shows a tournament's document, so that it is called at most once per `pause` seconds, not
    in the first ones; documents in between are not shown."""
    last = time.monotonic()

    def show_throttled(document: Mapping[str, Any]) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= pause:
            last = now
            show(document)

    return show_throttled


def print_tests(document: Mapping[str, Any]) -> None:
    """Prints a sentence about each test of who is stronger between neighbours on a ladder."""
    print("\n".join([*(test["text"] for test in document["tests"]), ""]))


def print_closing(document: Mapping[str, Any]) -> None:
    """Prints the final summary of a tournament, the results that do not count and the address of its web page."""
    print("\n".join(closing_lines(document)))
    for doubt in document["doubts"]:
        print(f"Not counted: {doubt['id']}. {doubt['what']}")
    if document["id"] is not None:
        print(f"`parlour serve` shows it at /tournaments/{document['id']}")
