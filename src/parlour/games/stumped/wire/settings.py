"""The settings of a match that contest clients may choose, and Stumped's names (protocol sections 1, 3 and 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.games.stumped.options import OPTIONS
from parlour.games.stumped.wire.objects import SPAWNER
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import ADDED_TIME_KEY, NAMES_KEY, SEED_KEY, TIME_KEY, Document, Setting, SettingValue

NAME = "Stumped"
ALIASES = ("MegaMinerAI-19-Stumped", "MegaMiner-AI-19-Stumped")
VERSION = "7de307cae4a9a163a9b3600cb20c4b376b9f9cc42f1b990852878fea0127eed3"
GOLDEN_RATIO = 1.618033988749895  # the base of lodge prices
PROFILE: Mapping[str, Value] = {"profile": "server"}

HEIGHT = "mapHeight"
SPAWNER_HEALTH = "maxSpawnerHealth"
MIN_TREES, MIN_CATTAILS = "minBranchSpawners", "minFoodSpawners"
LEAST_OF = {"maxBranchSpawners": MIN_TREES, "maxFoodSpawners": MIN_CATTAILS}  # upper bounds, exclusive in settings
HIGHEST = {option.name: option.high for option in OPTIONS}

SETTINGS = (
    Setting(SEED_KEY, "text", "", help="The seed of the map and of the coin."),
    Setting(NAMES_KEY, "texts", (), help="Names that replace those of the players."),
    Setting(TIME_KEY, "number", 60_000_000_000, 1, help="The clock each player starts with, in nanoseconds."),
    Setting(
        ADDED_TIME_KEY, "number", 1_000_000_000, 0, help="Nanoseconds added to a clock when its player's turn begins."
    ),
    Setting(
        "maxTurns", "number", 500, 1, "turns", "The turn limit, counted over both players; then the lodges are counted."
    ),
    Setting("mapWidth", "number", 32, 2, "width", "Tiles from West to East."),
    Setting(HEIGHT, "number", 20, 2, "height", "Tiles from North to South, an even number."),
    Setting(SPAWNER_HEALTH, "number", 5, 1, "spawner_health", "How far trees and cattails grow."),
    Setting(MIN_TREES, "number", 4, 1, "trees_min", "The fewest trees in each half."),
    Setting("maxBranchSpawners", "number", 13, 1, "trees_max", "In each half there are fewer trees than this."),
    Setting(MIN_CATTAILS, "number", 1, 1, "cattails_min", "The fewest groups of cattails in each half."),
    Setting("maxFoodSpawners", "number", 4, 1, "cattails_max", "In each half there are fewer groups of cattails."),
    Setting("lodgesToWin", "number", 10, 2, "lodges", "The number of lodges that wins."),
)


def options_of(settings: Mapping[str, SettingValue]) -> dict[str, Value]:
    """Returns the options of Stumped for a contest client's settings; raises Problem that names an invalid setting."""
    found: dict[str, Value] = {}
    for setting in SETTINGS:
        if not setting.option:
            continue
        chosen, highest = number(settings[setting.key]), HIGHEST[setting.option]
        least = LEAST_OF.get(setting.key)
        if least is not None:
            if chosen < number(settings[least]):
                raise Problem(
                    f"The setting {setting.key} is {chosen}; send at least the value of {least}, {settings[least]}."
                )
            chosen, highest = max(chosen - 1, number(settings[least])), highest + 1
        if chosen > HIGHEST[setting.option]:
            raise Problem(f"The setting {setting.key} is {settings[setting.key]}; send at most {highest}.")
        found[setting.option] = chosen
    if number(settings[HEIGHT]) % 2:
        raise Problem(f"The setting {HEIGHT} is {settings[HEIGHT]}; send an even number, as maps are mirrored.")
    return found


def infer_settings(entries: Sequence[Document]) -> dict[str, SettingValue]:
    """Returns the settings that can be seen in a gamelog without settings: only how far spawners grow, taken as the
    highest health of any; empty if no spawner is seen with health."""
    highest = 0
    spawners: set[str] = set()
    for entry in entries:
        game = entry.get("game")
        objects = game.get("gameObjects") if isinstance(game, dict) else None
        for name, changed in objects.items() if isinstance(objects, dict) else ():
            if isinstance(changed, dict):
                if changed.get("gameObjectName") == SPAWNER:
                    spawners.add(name)
                health = changed.get("health")
                if name in spawners and isinstance(health, int):
                    highest = max(highest, health)
    return {SPAWNER_HEALTH: highest} if highest > 0 else {}


def number(value: SettingValue) -> int:
    assert isinstance(value, int)
    return value
