"""The objects of a match of Stumped as contest clients know them: their ids, classes and attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.games.stumped.rules import wire_changes as changes
from parlour.games.stumped.rules.actions import BRANCHES, DIRECTIONS
from parlour.games.stumped.rules.book import TITLES, Book
from parlour.games.stumped.rules.state import WATER, Valley
from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, Document, Json

GOODS = ("branches", "food")
GROUNDS = ("land", "water")
FLOWS = ("North", "East", "South", "West", "")  # the last one for NOWHERE
NEIGHBOURS = ("tileNorth", "tileEast", "tileSouth", "tileWest")
PLAYER, TILE, JOB, SPAWNER, BEAVER = "Player", "Tile", "Job", "Spawner", "Beaver"
NUMBER, FLAG = "number", "flag"  # types of attributes besides references

# By attribute of rules/wire_changes.py: class, name and type.
ATTRIBUTES: dict[int, tuple[str, str, str]] = {
    changes.TILE_BRANCHES: (TILE, "branches", NUMBER),
    changes.TILE_FOOD: (TILE, "food", NUMBER),
    changes.TILE_LODGE: (TILE, "lodgeOwner", PLAYER),
    changes.TILE_BEAVER: (TILE, "beaver", BEAVER),
    changes.SPAWNER_HEALTH: (SPAWNER, "health", NUMBER),
    changes.SPAWNER_MARK: (SPAWNER, "hasBeenHarvested", FLAG),
    changes.BEAVER_PLACE: (BEAVER, "tile", TILE),
    changes.BEAVER_HEALTH: (BEAVER, "health", NUMBER),
    changes.BEAVER_MOVES: (BEAVER, "moves", NUMBER),
    changes.BEAVER_ACTIONS: (BEAVER, "actions", NUMBER),
    changes.BEAVER_BRANCHES: (BEAVER, "branches", NUMBER),
    changes.BEAVER_FOOD: (BEAVER, "food", NUMBER),
    changes.BEAVER_DISTRACTED: (BEAVER, "turnsDistracted", NUMBER),
    changes.BEAVER_RECRUITED: (BEAVER, "recruited", FLAG),
}


class ObjectKey(NamedTuple):
    """The class of a game object of the contest, and its number in it: seat, tile, job, spawner or beaver number."""

    kind: str
    number: int


class ObjectRegistry:
    """A table of the ids by which contest clients know game objects.

    Beavers get an id when they are recruited and keep it after death."""

    def __init__(
        self, players: Sequence[str], tiles: Sequence[str], jobs: Sequence[str], spawners: Sequence[str]
    ) -> None:
        self.ids: dict[str, list[str]] = {
            PLAYER: list(players),
            TILE: list(tiles),
            JOB: list(jobs),
            SPAWNER: list(spawners),
            BEAVER: [],
        }
        self.objects = {
            name: ObjectKey(kind, index) for kind, names in self.ids.items() for index, name in enumerate(names)
        }
        self.next_id = max(int(name) for name in self.objects) + 1
        self.owners: list[int] = []  # of beavers, by number
        self.jobs: list[int] = []

    def add_beaver(self, name: str, owner: int, job: int) -> None:
        self.objects[name] = ObjectKey(BEAVER, len(self.owners))
        self.ids[BEAVER].append(name)
        self.owners.append(owner)
        self.jobs.append(job)
        self.next_id = max(self.next_id, int(name) + 1)

    def reference(self, kind: str, index: int) -> Document | None:
        """Returns a reference to a game object, {"id": ...}, for contest clients; None for NOBODY and NOWHERE."""
        return None if index < 0 else {"id": self.ids[kind][index]}

    def value(self, what: str, number: int) -> Json:
        """Returns the value of a game object's attribute as contest clients see it: a number, a flag or a reference."""
        if what == NUMBER:
            return number
        if what == FLAG:
            return number == 1
        return self.reference(what, number)


def default_registry(valley: Valley) -> ObjectRegistry:
    """Returns a registry with new client ids for players, tiles (column by column), jobs, spawners and beavers."""
    width, height = int(valley.book.width), int(valley.book.height)
    seats = int(valley.seats)
    tiles = [str(seats + x * height + y) for y in range(height) for x in range(width)]
    first_job = seats + width * height
    first_spawner = first_job + len(TITLES)
    registry = ObjectRegistry(
        [str(seat) for seat in range(seats)],
        tiles,
        [str(first_job + job) for job in range(len(TITLES))],
        [str(first_spawner + spawner) for spawner in range(len(valley.spawner_tile))],
    )
    for owner, job in zip(valley.owner, valley.job, strict=True):
        registry.add_beaver(str(registry.next_id), owner, job)
    return registry


# Constant attributes.


def constant_attributes(registry: ObjectRegistry, valley: Valley, kind: str, index: int) -> Document:
    name = registry.ids[kind][index]
    return {"gameObjectName": kind, "id": name, **CONSTANT_ATTRIBUTES[kind](registry, valley, index)}


def tile_constants(registry: ObjectRegistry, valley: Valley, tile: int) -> Document:
    book = valley.book
    width = int(book.width)
    beside = [int(book.beside[tile * int(DIRECTIONS) + side]) for side in range(int(DIRECTIONS))]
    return {
        "x": tile % width,
        "y": tile // width,
        "type": GROUNDS[1 if valley.ground[tile] == WATER else 0],
        "flowDirection": FLOWS[int(valley.flow[tile])],
        "spawner": registry.reference(SPAWNER, int(valley.spawner_at[tile])),
        **{key: registry.reference(TILE, there) for key, there in zip(NEIGHBOURS, beside, strict=True)},
    }


def spawner_constants(registry: ObjectRegistry, valley: Valley, spawner: int) -> Document:
    goods = GOODS[0 if valley.spawner_goods[spawner] == BRANCHES else 1]
    return {"tile": registry.reference(TILE, int(valley.spawner_tile[spawner])), "type": goods}


def beaver_constants(registry: ObjectRegistry, valley: Valley, number: int) -> Document:
    return {
        "owner": registry.reference(PLAYER, registry.owners[number]),
        "job": registry.reference(JOB, registry.jobs[number]),
    }


def job_constants(registry: ObjectRegistry, valley: Valley, job: int) -> Document:
    return job_figures(valley.book, job)


def job_figures(book: Book, job: int) -> Document:
    return {
        "title": TITLES[job],
        "cost": int(book.cost[job]),
        "damage": int(book.damage[job]),
        "health": int(book.health[job]),
        "moves": int(book.moves[job]),
        "actions": int(book.actions[job]),
        "chopping": int(book.chopping[job]),
        "munching": int(book.munching[job]),
        "distractionPower": int(book.distraction[job]),
        "carryLimit": int(book.carry[job]),
    }


def player_constants_of(registry: ObjectRegistry, valley: Valley, seat: int) -> Document:
    return {"opponent": registry.reference(PLAYER, 1 - seat)}


CONSTANT_ATTRIBUTES = {
    PLAYER: player_constants_of,
    TILE: tile_constants,
    JOB: job_constants,
    SPAWNER: spawner_constants,
    BEAVER: beaver_constants,
}


# Lists.


def as_list(items: Sequence[Json]) -> Document:
    """Returns a list in the form that contest clients expect in a delta: items by index, and the length."""
    return {**{str(index): item for index, item in enumerate(items)}, LENGTH_MARK: len(items)}


def list_change(old: Sequence[Json], new: Sequence[Json]) -> Document:
    """Returns how a list has changed, as contest clients expect it: new, changed and removed items by index."""
    changed: Document = {str(index): item for index, item in enumerate(new) if index >= len(old) or old[index] != item}
    for index in range(len(new), len(old)):
        changed[str(index)] = REMOVED_MARK
    changed[LENGTH_MARK] = len(new)
    return changed
