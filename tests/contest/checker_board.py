"""The game state as the protocol checker keeps it: plain dicts with references by id, merged from deltas and
checked."""

from __future__ import annotations

from typing import Any, Final

from tests.contest.protocol_types import CLASS_FIELDS, GAME_FIELDS, OBJECT_FIELDS

JsonObject = dict[str, Any]
REMOVED: Final = "&RM"
LIST_LENGTH: Final = "&LEN"
PLAIN_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "int": (int,),
    "real": (int, float),
    "flag": (bool,),
    "text": (str,),
}


class CheckerBoard:
    """`faults` are violations of the protocol page; `warnings` are values sent again without a change."""

    def __init__(self, strays: bool = False) -> None:
        self.allow_stray_ids = strays  # allows stray ids at the root, which the old server sends
        self.faults: list[str] = []
        self.warnings: list[str] = []
        self.count = 0  # messages received
        self.root: JsonObject = {}
        self.objects: dict[str, JsonObject] = {}

    def fault(self, text: str) -> None:
        self.faults.append(f"message {self.count}: {text}")

    def warn(self, text: str) -> None:
        self.warnings.append(f"message {self.count}: {text}")

    def apply_delta(self, delta: JsonObject) -> None:
        first = not self.root
        objects = delta.get("gameObjects", {})
        for number, changed in objects.items():
            if number not in self.objects:
                self.check_new_object(number, changed)
        for number, changed in objects.items():
            kinds = CLASS_FIELDS.get(str(self.class_of(number)), {})
            self.merge(self.objects[number], changed, {**OBJECT_FIELDS, **kinds}, f"#{number}")
        if objects == {} and "gameObjects" in delta:
            self.fault("an empty table of objects")
        turn = self.root.get("currentTurn", 0)
        rest = {key: value for key, value in delta.items() if key != "gameObjects"}
        if self.allow_stray_ids:
            rest = {key: value for key, value in rest.items() if not key.isdigit()}
        if first and delta.keys() != GAME_FIELDS.keys():
            self.fault(
                f"root keys missing {sorted(GAME_FIELDS.keys() - delta.keys())}, "
                f"more {sorted(delta.keys() - GAME_FIELDS.keys())}"
            )
        if rest:
            self.merge(self.root, rest, GAME_FIELDS, "game")
        if first:
            self.check_tiles()
        elif "currentTurn" in delta:
            if delta["currentTurn"] != turn + 1:
                self.fault(f"turn {turn} is followed by {delta['currentTurn']}")
            if "currentPlayer" not in delta:
                self.fault("the turn changed and the player did not")
            self.check_consistency()

    def check_new_object(self, number: str, changed: JsonObject) -> None:
        self.objects[number] = {}
        wanted = {**OBJECT_FIELDS, **CLASS_FIELDS.get(str(changed.get("gameObjectName")), {})}
        if changed.get("gameObjectName") not in CLASS_FIELDS:
            self.fault(f"#{number} is new and a {changed.get('gameObjectName')!r}")
        if changed.get("id") != number or not number.isdecimal():
            self.fault(f"#{number} is new with the id {changed.get('id')!r}")
        if changed.keys() != wanted.keys():
            self.fault(f"#{number} is new; keys missing or too many: {sorted(changed.keys() ^ wanted.keys())}")
        self.objects[number]["gameObjectName"] = changed.get("gameObjectName")

    def merge(self, table: JsonObject, changed: JsonObject, kinds: dict[str, str], where: str) -> None:
        if not isinstance(changed, dict) or not changed:
            self.fault(f"{where} changes to {changed!r}")
            return
        fresh = len(table) <= 1
        for key, value in changed.items():
            kind = kinds.get(key)
            if kind is None:
                self.fault(f"{where} has no {key}")
            elif kind.startswith("["):
                self.merge_list(table, key, value, kind[1:-1], f"{where}.{key}")
            else:
                if not self.matches_kind(value, kind):
                    self.fault(f"{where}.{key} is {value!r}, not {kind}")
                if not fresh and key in table and table[key] == value:
                    self.warn(f"{where}.{key} again {value!r}")
                table[key] = value

    def merge_list(self, table: JsonObject, key: str, value: Any, kind: str, where: str) -> None:
        if not isinstance(value, dict) or type(value.get(LIST_LENGTH)) is not int:
            self.fault(f"{where} is a list without its length: {value!r}")
            return
        old: list[Any] = table.get(key, [])
        length: int = value[LIST_LENGTH]
        entries = {int(index): entry for index, entry in value.items() if index != LIST_LENGTH and index.isdecimal()}
        if len(entries) != len(value) - 1:
            self.fault(f"{where} has keys that are no index")
        for index in range(len(old), length):
            if index not in entries:
                self.fault(f"{where} grows and entry {index} is missing")
        for index in range(length, len(old)):
            if entries.get(index) != REMOVED:
                self.fault(f"{where} shrinks and entry {index} is not removed")
        new = [*old[:length], *([None] * (length - len(old)))]
        for index, entry in entries.items():
            if index >= length:
                if entry != REMOVED:
                    self.fault(f"{where} lists entry {index} of {length}")
                elif index >= len(old):
                    self.warn(f"{where} removes entry {index}, which was never there")
                continue
            if not self.matches_kind(entry, kind):
                self.fault(f"{where}[{index}] is {entry!r}, not {kind}")
            if index < len(old) and old[index] == entry:
                self.warn(f"{where}[{index}] again {entry!r}")
            new[index] = entry
        if key in table and not entries:
            self.warn(f"{where} is mentioned and did not change")
        table[key] = new

    def matches_kind(self, value: Any, kind: str) -> bool:
        if kind in PLAIN_TYPES:
            return type(value) in PLAIN_TYPES[kind]
        if "|" in kind:
            return value in kind.split("|")
        if value is None:
            return kind.endswith("?")
        return self.is_reference(value, kind.rstrip("?"))

    def is_reference(self, value: Any, kind: str) -> bool:
        return isinstance(value, dict) and value.keys() == {"id"} and self.class_of(value["id"]) == kind

    def class_of(self, number: Any) -> Any:
        return (
            self.objects[number].get("gameObjectName") if isinstance(number, str) and number in self.objects else None
        )

    # Invariants of the board

    def check_tiles(self) -> None:
        """Checks that the tiles are in row order and refer to their neighbours."""
        if self.faults:
            return
        width, height, tiles = self.root["mapWidth"], self.root["mapHeight"], self.root["tiles"]
        if len(tiles) != width * height:
            self.fault(f"{len(tiles)} tiles on {width} x {height}")
            return
        for index, reference in enumerate(tiles):
            x, y, tile = index % width, index // width, self.objects[reference["id"]]
            around = {
                "tileNorth": tiles[index - width] if y else None,
                "tileSouth": tiles[index + width] if y < height - 1 else None,
                "tileWest": tiles[index - 1] if x else None,
                "tileEast": tiles[index + 1] if x < width - 1 else None,
            }
            if (tile["x"], tile["y"]) != (x, y) or any(tile[side] != near for side, near in around.items()):
                self.fault(f"tile {index} is not at {x}, {y} or has wrong neighbours")
        self.check_consistency()

    def check_consistency(self) -> None:
        """Checks at the start of a turn that beavers and tiles refer to each other, and that lists and objects
        agree."""
        if self.faults:
            return
        listed = [reference["id"] for reference in self.root["beavers"]]
        for number, thing in self.objects.items():
            if thing["gameObjectName"] != "Beaver":
                continue
            if (thing["tile"] is not None) != (thing["health"] > 0) or (thing["health"] > 0) != (number in listed):
                self.fault(f"beaver {number} has health {thing['health']}, tile {thing['tile']}")
            elif thing["tile"] is not None and self.objects[thing["tile"]["id"]]["beaver"] != {"id": number}:
                self.fault(f"beaver {number} stands on a tile that does not know it")
        for reference in self.root["players"]:
            player = self.objects[reference["id"]]
            own = [number for number in listed if self.objects[number]["owner"] == reference]
            if sorted(own) != sorted(beaver["id"] for beaver in player["beavers"]):
                self.fault(f"the beavers of player {reference['id']} are not its own")
            if any(self.objects[tile["id"]]["lodgeOwner"] != reference for tile in player["lodges"]):
                self.fault(f"a lodge of player {reference['id']} is not its own")
