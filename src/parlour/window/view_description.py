"""Reads a view by its fields, for boards that know nothing about the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from parlour.kernel.game import Game
from parlour.table.view_fields import view_fields

ARTICLE = re.compile(r"^(an?|the) ", re.I)


class Fact(NamedTuple):
    label: str
    text: str
    title: str = ""  # what is printed on the thing
    field: str = ""  # of the view


class SeatColumn(NamedTuple):
    label: str
    cells: list[str]  # by seat
    is_number: bool
    field: str = ""


class FactList(NamedTuple):
    label: str
    items: list[Fact]
    field: str = ""


class Description(NamedTuple):
    """All fields of a view, grouped by how they are best shown."""

    facts: list[Fact]
    columns: list[SeatColumn]
    lists: list[FactList]


def humanise(name: str) -> str:
    """`cards_left` becomes `Cards left`."""
    words = re.sub(r"[_-]+", " ", name).strip().lower()
    return words[:1].upper() + words[1:]


def in_words(value: object, kind: str | None, game: Game) -> str:
    """Returns one value in words: things by name, -1 as none, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        things: Sequence[str] = game.text.things.get(kind or "", ())
        if things and value == -1:
            return "none"
        return things[value] if 0 <= value < len(things) else str(value)
    if isinstance(value, list | tuple):
        return ", ".join(in_words(one, kind, game) for one in value) or "none"
    return str(value) if value not in ("", None) else "none"


def printed(game: Game, kind: str | None, number: object) -> str:
    """Returns the text printed on a thing; empty if there is none."""
    rows = game.text.facts.get(kind or "", ())
    found = rows[number].get("text") if isinstance(number, int) and 0 <= number < len(rows) else None
    return found if isinstance(found, str) else ""


def describe_view(game: Game, view: object, seats: int) -> Description:
    """Returns all fields of a view in words: single facts, columns by seat, and lists."""
    description = Description([], [], [])
    if not is_dataclass(view):
        return description
    known = {row["name"]: row for row in view_fields(game)}
    for one in fields(view):
        value, row = getattr(view, one.name), known.get(one.name, {})
        of, by, label = row.get("of"), row.get("by"), humanise(one.name)
        if isinstance(value, list | tuple) and by == "seat" and len(value) == seats:
            cells = [in_words(cell, of, game) for cell in value]
            is_number = of is None and all(isinstance(cell, int) for cell in value)
            description.columns.append(SeatColumn(label, cells, is_number, one.name))
        elif isinstance(value, list | tuple):
            names = game.text.things.get(by or "", ())
            items = [
                Fact(
                    ARTICLE.sub("", names[number]) if number < len(names) else "",
                    in_words(item, of, game),
                    printed(game, by, number) or printed(game, of, item),
                )
                for number, item in enumerate(value)
            ]
            description.lists.append(FactList(label, items, one.name))
        else:
            description.facts.append(Fact(label, in_words(value, of, game), printed(game, of, value), one.name))
    return description
