"""The objects of Stumped and their attributes, as sections 3 and 4 of the protocol and the rulebook list them.

A kind is `int`, `real`, `flag`, `text`, a word list `north|south`, a class (`Tile`), a class or nothing (`Tile?`), or
a list of one of these (`[Tile]`)."""

from __future__ import annotations

from typing import Final

OBJECT_FIELDS: Final = {"id": "text", "gameObjectName": "text", "logs": "[text]"}

GAME_FIELDS: Final = {
    "beavers": "[Beaver]", "currentPlayer": "Player", "currentTurn": "int", "freeBeaversCount": "int",
    "gameObjects": "objects", "jobs": "[Job]", "lodgeCostConstant": "real", "lodgesToWin": "int", "mapHeight": "int",
    "mapWidth": "int", "maxTurns": "int", "players": "[Player]", "session": "text", "spawner": "[Spawner]",
    "spawnerHarvestConstant": "int", "spawnerTypes": "[branches|food]", "tiles": "[Tile]", "timeAddedPerTurn": "int",
}  # fmt: skip

CLASS_FIELDS: Final = {
    "Player": {
        "beavers": "[Beaver]", "branchesToBuildLodge": "int", "clientType": "text", "lodges": "[Tile]",
        "lost": "flag", "name": "text", "opponent": "Player", "reasonLost": "text", "reasonWon": "text",
        "timeRemaining": "int", "won": "flag",
    },
    "Tile": {
        "beaver": "Beaver?", "branches": "int", "flowDirection": "North|East|South|West|", "food": "int",
        "lodgeOwner": "Player?", "spawner": "Spawner?", "tileEast": "Tile?", "tileNorth": "Tile?",
        "tileSouth": "Tile?", "tileWest": "Tile?", "type": "land|water", "x": "int", "y": "int",
    },
    "Spawner": {"hasBeenHarvested": "flag", "health": "int", "tile": "Tile", "type": "branches|food"},
    "Beaver": {
        "actions": "int", "branches": "int", "food": "int", "health": "int", "job": "Job", "moves": "int",
        "owner": "Player", "recruited": "flag", "tile": "Tile?", "turnsDistracted": "int",
    },
    "Job": {
        "actions": "int", "carryLimit": "int", "chopping": "int", "cost": "int", "damage": "int",
        "distractionPower": "int", "health": "int", "moves": "int", "munching": "int", "title": "text",
    },
}  # fmt: skip

FUNCTIONS: Final = {
    "Beaver": ("move", "harvest", "attack", "buildLodge", "drop", "pickup", "log"),
    "Job": ("recruit", "log"),
}
