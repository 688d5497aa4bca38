"""Describes the fields of a game's view, so that screens without a board for the game can draw it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from parlour.kernel.game import Game

TYPE_NAMES: dict[object, str] = {bool: "bool", int: "int", str: "text", list: "list", tuple: "list"}
INDEX_PREFIX = "by "


def view_fields(game: Game) -> list[dict[str, Any]]:
    """Describes the fields of the dataclass that `game.view` returns, the game as one seat sees it, for clients.

    `Annotated[int, "trinket"]`, or an int field called like a kind of things, is a number of such a thing;
    `Annotated[list[int], "by seat"]` names the index of a list."""
    try:
        view = get_type_hints(game.view).get("return")
        hints = get_type_hints(view, include_extras=True) if isinstance(view, type) else {}
    except (NameError, TypeError):
        return []
    if not is_dataclass(view):
        return []
    return [_view_field(game, field.name, hints[field.name]) for field in fields(view)]


def _view_field(game: Game, name: str, hint: object) -> dict[str, Any]:
    notes: tuple[object, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        notes = tuple(rest)
    if isinstance(hint, UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not NoneType)
    things, labels = game.text.things, [note for note in notes if isinstance(note, str)]
    kind = TYPE_NAMES.get(get_origin(hint) or hint, "other")
    of = next((note for note in labels if note in things), name if kind == "int" and name in things else None)
    by = next((note.removeprefix(INDEX_PREFIX) for note in labels if note.startswith(INDEX_PREFIX)), None)
    return {"name": name, "type": kind, "of": of, "by": by if by == "seat" or by in things else None}
