"""Reads the fields of a game state by name, whether or not its class is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from parlour.kernel.state import State


@cache
def native_field_names(kind: type[Any]) -> tuple[str, ...]:
    """Returns the names of a compiled class's fields; its objects have no `__dict__`."""
    found: dict[str, None] = {}
    for base in kind.__mro__:
        found.update(dict.fromkeys(base.__dict__.get("__mypyc_attrs__", ())))
    return tuple(found)


def field_values(thing: object) -> dict[str, object]:
    """Returns the attributes of an object, by name; empty for plain values."""
    kind: Any = type(thing)
    held = {name: getattr(thing, name, None) for name in native_field_names(kind)}
    return {**held, **getattr(thing, "__dict__", {})}


def state_fields(state: State) -> dict[str, object]:
    """Returns the fields of a game state by name, without the journal."""
    held = field_values(state)
    held.pop("journal", None)
    return held


def same_values(one: object, other: object) -> bool:
    """Returns whether two values of state fields are equal, compared row by row and field by field."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, int) or is_column(one):
        return one == other
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same_values, one, other))
    mine = field_values(one)
    if not mine:
        return one == other
    theirs = field_values(other)
    return mine.keys() == theirs.keys() and all(same_values(value, theirs[name]) for name, value in mine.items())


def differing_fields(mine: dict[str, object], other: State) -> list[str]:
    """Returns the names of the fields in which another state differs from the given fields."""
    theirs = state_fields(other)
    names = mine.keys() | theirs.keys()
    return sorted(name for name in names if not same_values(mine.get(name), theirs.get(name)))


def shared_fields(mine: dict[str, object], other: State) -> list[str]:
    """Returns the names of fields whose number columns or rows are shared between two states."""
    theirs = state_fields(other)
    held = {name: value for name, value in mine.items() if not isinstance(value, int)}
    return [name for name, value in held.items() if any(find_shared_columns(value, theirs.get(name)))]


def find_shared_columns(one: object, other: object) -> Iterator[bool]:
    if isinstance(one, list) and isinstance(other, list):
        yield one is other
        for row, copy in zip(one, other, strict=False):
            held = field_values(row)
            yield bool(held) and row is copy
            yield from (is_shared_column(value, field_values(copy).get(name)) for name, value in held.items())
    else:
        yield is_shared_column(one, other)


def is_shared_column(one: Any, other: Any) -> bool:
    """Returns whether two number columns share memory: writes to one, looks at the other, restores the value."""
    if not is_column(one) or not is_column(other) or not len(one) or not len(other):
        return False
    old, mark = one[0], other[0]
    if not isinstance(mark, int | float):
        return False
    other[0] = type(mark)(not mark)
    moved: bool = one[0] != old
    other[0] = mark
    return moved


def is_column(value: object) -> bool:
    return type(value).__name__.startswith("vec[")
