"""A copy of a contest match's game objects built from deltas (state changes), and the comparison of two copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, Document, Json

OBJECTS_KEY = "gameObjects"
GAME_ID = ""  # id of the game object
GAME_LABEL = "the game"
MISSING = "(nothing)"  # stands for an absent attribute


class AttributeDifference(NamedTuple):
    """An attribute of a game object whose value in a replayed contest match differs from the expected one."""

    object_label: str
    attribute: str
    expected: Json
    actual: Json


class GameReplica:
    """The game objects of a contest match by id, merged from deltas (state changes) as a client does it."""

    def __init__(self) -> None:
        self.objects: dict[str, Document] = {GAME_ID: {}}

    def apply_delta(self, delta: Document) -> set[str]:
        """Merges a delta into the game objects and returns the changed ids. Ignores numeric keys at the root, a quirk
        of old servers."""
        objects = delta.get(OBJECTS_KEY, {})
        assert isinstance(objects, dict)
        for name, changed in objects.items():
            self._merge_table(self.objects.setdefault(name, {}), changed)
        root = {key: value for key, value in delta.items() if key != OBJECTS_KEY and not key.isdigit()}
        self._merge_table(self.objects[GAME_ID], root)
        return {*objects, GAME_ID} if root else set(objects)

    def _merge_table(self, table: Document, changed: Document) -> None:
        for key, value in changed.items():
            if value == REMOVED_MARK:
                table.pop(key, None)
            else:
                table[key] = self._merge_value(table.get(key), value)

    def _merge_value(self, old: Json, value: Json) -> Json:
        if not isinstance(value, dict) or value.keys() == {"id"}:
            return value
        if LENGTH_MARK in value:
            return self._merge_list(old if isinstance(old, list) else [], value)
        table = old if isinstance(old, dict) else {}
        self._merge_table(table, value)
        return table

    def _merge_list(self, old: list[Json], changed: Document) -> list[Json]:
        length = changed[LENGTH_MARK]
        assert isinstance(length, int)
        items = old[:length] + [None] * (length - len(old))
        for key, value in changed.items():
            if key != LENGTH_MARK and value != REMOVED_MARK:
                items[int(key)] = self._merge_value(items[int(key)], value)
        return items


def compare_replicas(
    expected: GameReplica, got: GameReplica, ids: Iterable[str], left_out: frozenset[str] = frozenset()
) -> Iterator[AttributeDifference]:
    """Yields the attributes, except those `left_out`, in which the game objects `ids` differ between two copies. Of the
    game itself, only expected keys are compared, since old servers send fewer."""
    for name in ids:
        wanted, found = expected.objects.get(name), got.objects.get(name)
        if wanted == found:
            continue
        if wanted is None or found is None:
            yield AttributeDifference(
                f"#{name}", "", MISSING if wanted is None else wanted, MISSING if found is None else found
            )
            continue
        thing = f"{wanted.get('gameObjectName', '')} #{name}" if name != GAME_ID else GAME_LABEL
        keys = wanted.keys() | found.keys() if name != GAME_ID else wanted.keys()
        for key in sorted(keys - left_out):
            if wanted.get(key, MISSING) != found.get(key, MISSING):
                yield AttributeDifference(thing, key, wanted.get(key, MISSING), found.get(key, MISSING))
