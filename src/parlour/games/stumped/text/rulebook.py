"""The rulebook of Stumped for players, adapted to the options of a match; refused orders quote its chapters."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from parlour.games.stumped.options import OPTIONS, book_of
from parlour.games.stumped.rules.book import Book
from parlour.games.stumped.text.chapters import chapters
from parlour.games.stumped.text.pages import job_rows, price_rows
from parlour.kernel.options import Options

WIDTH = 74


def rules(options: Options) -> str:
    printed = book_of(options)
    rows = ["Stumped"]
    for number, text in chapters(printed):
        rows += ["", *textwrap.wrap(f"{number}  {text}", WIDTH)]
        rows += TABLES[number](printed) if number in TABLES else []
    return "\n".join([*rows, *option_rows(options)]) + "\n"


def indented_prices(printed: Book) -> list[str]:
    return [f"  {row}" for row in price_rows(printed)]


TABLES = {"5": job_rows, "7 build": indented_prices}


def option_rows(options: Options) -> Iterator[str]:
    """Yields the rulebook's lines about the options of this match that differ from their defaults."""
    unusual = [option for option in OPTIONS if options[option.name] != option.default]
    if unusual:
        yield from ("", "AGREED FOR THIS GAME")
    for option in unusual:
        text = f"{option.name} {options[option.name]}: {option.help}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
