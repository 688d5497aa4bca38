"""The texts file of Baldur's Bones, read once, and filled with names when spoken."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from parlour.kernel.game import MatchContext


@cache
def texts() -> dict[str, Any]:
    text = (files("parlour.games.bones") / "data" / "texts.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def places() -> tuple[dict[str, Any], ...]:
    """By number: row * 7 + column."""
    return tuple(sorted(texts()["locations"], key=lambda place: (place["row"], place["col"])))


def fill(text: str, context: MatchContext, **more: object) -> str:
    """A text with its placeholders spoken out."""
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


def opponent(place: int) -> str:
    """Who plays at a place; empty where nobody does."""
    return str(places()[place].get("opponent", ""))


def spoken(lines: list[str], mark: int) -> str:
    """One line of a pool, the same for the same position."""
    return lines[mark % len(lines)]
