"""The game in a contest client: objects that are updated by merging deltas."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

RunOrder = Callable[["GameObject", str, dict[str, Any]], Any]


@cache
def to_snake_case(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", key).lower()


class GameObject:
    """An object of the game. Its attributes are those of the protocol, in snake_case."""

    run: RunOrder
    id: str

    def __init__(self, run: RunOrder) -> None:
        self.__dict__["run"] = run

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def __repr__(self) -> str:
        return f"{type(self).__name__} #{self.__dict__.get('id', '?')}"

    def log(self, message: str) -> None:
        self.run(self, "log", {"message": message})


class Player(GameObject):
    pass


class Tile(GameObject):
    def neighbours(self) -> list[Tile]:
        around = (self.tile_north, self.tile_east, self.tile_south, self.tile_west)
        return [tile for tile in around if tile is not None]


class Spawner(GameObject):
    pass


class Beaver(GameObject):
    def move(self, tile: Tile) -> bool:
        return bool(self.run(self, "move", {"tile": tile}))

    def harvest(self, spawner: Spawner) -> bool:
        return bool(self.run(self, "harvest", {"spawner": spawner}))

    def attack(self, beaver: Beaver) -> bool:
        return bool(self.run(self, "attack", {"beaver": beaver}))

    def build_lodge(self) -> bool:
        return bool(self.run(self, "buildLodge", {}))

    def drop(self, tile: Tile, resource: str, amount: int = 0) -> bool:
        return bool(self.run(self, "drop", {"tile": tile, "resource": resource, "amount": amount}))

    def pickup(self, tile: Tile, resource: str, amount: int = 0) -> bool:
        return bool(self.run(self, "pickup", {"tile": tile, "resource": resource, "amount": amount}))


class Job(GameObject):
    def recruit(self, tile: Tile) -> Beaver | None:
        found: Beaver | None = self.run(self, "recruit", {"tile": tile})
        return found


CLASSES: dict[str, type[GameObject]] = {kind.__name__: kind for kind in (Player, Tile, Spawner, Beaver, Job)}


class ClientGame:
    """The game. Its attributes arrive with the first delta: tiles, beavers, players, ..."""

    def __init__(self, run: RunOrder) -> None:
        self.run = run
        self.game_objects: dict[str, GameObject] = {}
        self.removed = ""
        self.length = ""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the game has no {name}")

    def set_constants(self, constants: dict[str, str]) -> None:
        self.removed = constants["DELTA_REMOVED"]
        self.length = constants["DELTA_LIST_LENGTH"]

    def merge(self, delta: dict[str, Any]) -> None:
        """Creates all new objects first, because references may point forward."""
        for number, changed in delta.get("gameObjects", {}).items():
            if number not in self.game_objects:
                self.game_objects[number] = CLASSES[changed["gameObjectName"]](self.run)
        for number, changed in delta.get("gameObjects", {}).items():
            self.merge_table(self.game_objects[number].__dict__, changed, to_snake_case)
        rest = {key: value for key, value in delta.items() if key != "gameObjects"}
        self.merge_table(self.__dict__, rest, to_snake_case)

    def merge_table(self, table: dict[str, Any], changed: dict[str, Any], spell: Callable[[str], str]) -> None:
        for key, value in changed.items():
            name = spell(key)
            if value == self.removed:
                table.pop(name, None)
            else:
                table[name] = self.merge_value(table.get(name), value)

    def merge_list(self, items: list[Any], changed: dict[str, Any]) -> None:
        length = changed[self.length]
        del items[length:]
        items.extend([None] * (length - len(items)))
        for key, value in changed.items():
            if key != self.length and value != self.removed:
                items[int(key)] = self.merge_value(items[int(key)], value)

    def merge_value(self, old: Any, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        if value.keys() == {"id"}:
            return self.game_objects[value["id"]]
        if self.length in value:
            items = old if isinstance(old, list) else []
            self.merge_list(items, value)
            return items
        table = old if isinstance(old, dict) else {}
        self.merge_table(table, value, str)
        return table
