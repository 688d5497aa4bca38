"""Reads the texts file of Baldur's Bones, and fills its placeholders."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from parlour.kernel.text import MatchContext


@cache
def texts() -> dict[str, Any]:
    text = (files("parlour.games.bones") / "data" / "texts.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def places() -> tuple[dict[str, Any], ...]:
    """Returns the texts of all places of the city, in the order row * 7 + column."""
    return tuple(sorted(texts()["locations"], key=lambda place: (place["row"], place["col"])))


def fill_in(text: str, context: MatchContext, **more: object) -> str:
    """Returns a story text with its placeholders, such as the names of the player, the boss and the city, replaced."""
    found: dict[str, object] = {
        "player": context.names[0],
        "boss": context.options["boss"],
        "city": texts()["city"],
        "mentor": texts()["mentor"],
        **more,
    }
    for name, value in found.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def opponent_at(place: int) -> str:
    """Returns the name of the opponent at a place of the city, empty if there is none."""
    return str(places()[place].get("opponent", ""))


def as_subject(name: str) -> str:
    """Returns a name as the subject of a sentence; a title after a comma is closed by another comma."""
    return f"{name}," if "," in name else name


def pick_line(lines: list[str], mark: int) -> str:
    """Picks one of several lines of text by a number; the same number always picks the same line."""
    return lines[mark % len(lines)]
