"""A game as somebody has it who hears all deltas, and how two of them differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, Document, Json

OBJECTS = "gameObjects"
ITSELF = ""  # the id of the game among its objects
GAME = "the game"
NOTHING = "(nothing)"  # an attribute that is not there


class Unlike(NamedTuple):
    """One attribute that is not what it should be."""

    thing: str
    attribute: str
    expected: Json
    got: Json


class Mirror:
    """Deltas, merged: tables stay tables, lists become lists, references stay what they are."""

    def __init__(self) -> None:
        self.objects: dict[str, Document] = {ITSELF: {}}

    def hear(self, delta: Document) -> set[str]:
        """Merges a delta; gives the ids it was about. Numbers at the root are a quirk of the old servers."""
        objects = delta.get(OBJECTS, {})
        assert isinstance(objects, dict)
        for name, changed in objects.items():
            self._merge(self.objects.setdefault(name, {}), changed)
        root = {key: value for key, value in delta.items() if key != OBJECTS and not key.isdigit()}
        self._merge(self.objects[ITSELF], root)
        return {*objects, ITSELF} if root else set(objects)

    def _merge(self, table: Document, changed: Document) -> None:
        for key, value in changed.items():
            if value == REMOVED_MARK:
                table.pop(key, None)
            else:
                table[key] = self._merged(table.get(key), value)

    def _merged(self, old: Json, value: Json) -> Json:
        if not isinstance(value, dict) or value.keys() == {"id"}:
            return value
        if LENGTH_MARK in value:
            return self._list(old if isinstance(old, list) else [], value)
        table = old if isinstance(old, dict) else {}
        self._merge(table, value)
        return table

    def _list(self, old: list[Json], changed: Document) -> list[Json]:
        length = changed[LENGTH_MARK]
        assert isinstance(length, int)
        items = old[:length] + [None] * (length - len(old))
        for key, value in changed.items():
            if key != LENGTH_MARK and value != REMOVED_MARK:
                items[int(key)] = self._merged(items[int(key)], value)
        return items


def compared(
    expected: Mirror, got: Mirror, ids: Iterable[str], left_out: frozenset[str] = frozenset()
) -> Iterator[Unlike]:
    """How these objects differ; of the game itself, in what is expected of it: old servers tell less."""
    for name in ids:
        wanted, found = expected.objects.get(name), got.objects.get(name)
        if wanted == found:
            continue
        if wanted is None or found is None:
            yield Unlike(f"#{name}", "", NOTHING if wanted is None else wanted, NOTHING if found is None else found)
            continue
        thing = f"{wanted.get('gameObjectName', '')} #{name}" if name != ITSELF else GAME
        keys = wanted.keys() | found.keys() if name != ITSELF else wanted.keys()
        for key in sorted(keys - left_out):
            if wanted.get(key, NOTHING) != found.get(key, NOTHING):
                yield Unlike(thing, key, wanted.get(key, NOTHING), found.get(key, NOTHING))
