"""Reads the first state of a match of Stumped from a gamelog of any contest server."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.data.tables import FIGURES, FILES, job_table
from parlour.games.stumped.options import OPTIONS, make_book, with_overrides
from parlour.games.stumped.rules.book import JOBS, MOST_LODGES, Book
from parlour.games.stumped.rules.state import CHOOSING, rivers_of, tiles_with
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.wire.objects import FLOWS, GOODS, GROUNDS, JOB, PLAYER, SPAWNER, TILE, ObjectRegistry
from parlour.games.stumped.wire.settings import GOLDEN_RATIO
from parlour.kernel.options import Options, resolve_options
from parlour.kernel.problem import Problem
from parlour.kernel.state import NOBODY
from parlour.kernel.table_overrides import OVERRIDES_OPTION
from parlour.kernel.wire_types import LENGTH_MARK, Document

SENT_OPTIONS = {  # options that the gamelog states
    "width": "mapWidth",
    "height": "mapHeight",
    "turns": "maxTurns",
    "lodges": "lodgesToWin",
    "free_beavers": "freeBeaversCount",
}
RENAMED = {"distraction": "distractionPower", "carry": "carryLimit"}  # figures of jobs with other names in gamelogs
CONSTANTS = ("lodgeCostConstant", "spawnerTypes", "session", "timeAddedPerTurn")  # sent again unchanged


class GameStart(NamedTuple):
    """The beginning of a match read from a contest gamelog: position, object ids, players, clocks and constants."""

    state: Stumped
    registry: ObjectRegistry
    names: list[str]
    client_types: list[str]
    times: list[int]
    constants: Document


def read_start(game: Document, options: Options) -> GameStart:
    """Returns the beginning of a match from the `start` entry of a contest gamelog; raises Problem if it is invalid."""
    try:
        return _read_start(game, options)
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError) as error:
        if isinstance(error, Problem):
            raise
        raise Problem(
            f"The first entry of the gamelog file is not a position of Stumped ({error}); choose another gamelog."
        ) from None


def _read_start(game: dict[str, Any], options: Options) -> GameStart:
    objects: dict[str, dict[str, Any]] = game["gameObjects"]
    state = Stumped(2, book_from(game, options))
    width = int(state.book.width)
    tiles = sorted(ids_in(game["tiles"]), key=lambda name: objects[name]["x"] + objects[name]["y"] * width)
    assert len(tiles) == state.book.tiles, "the number of its tiles"
    assert len(ids_in(game["players"])) == state.seats, "the number of its players"
    assert len(ids_in(game["jobs"])) == JOBS, "the number of its jobs"
    registry = ObjectRegistry(ids_in(game["players"]), tiles, ids_in(game["jobs"]), ids_in(game["spawner"]))
    read_tiles(state, [objects[name] for name in tiles], registry)
    read_spawners(state, [objects[name] for name in ids_in(game["spawner"])], registry)
    players = [objects[name] for name in registry.ids[PLAYER]]
    for seat, player in enumerate(players):
        for entry in entries(player["lodges"]):
            state.lodges = append(state.lodges, index_of(registry, TILE, entry))
            state.lodge_count[seat] += 1
    for name in ids_in(game["beavers"]):
        add_beaver(state, objects[name], registry, name)
    state.listed = len(state.owner)
    state.turn = int(game["currentTurn"])
    state.player = index_of(registry, PLAYER, game["currentPlayer"])
    state.phase = CHOOSING
    state.ask(state.player)
    return GameStart(
        state,
        registry,
        [str(player["name"]) for player in players],
        [str(player["clientType"]) for player in players],
        [int(player["timeRemaining"]) for player in players],
        {key: game[key] for key in CONSTANTS if key in game},
    )


def book_from(game: dict[str, Any], options: Options) -> Book:
    """Returns the rules of a match in numbers, with the constants that the contest gamelog states, not our own."""
    sent = {option: int(game[key]) for option, key in SENT_OPTIONS.items()}
    book = make_book(resolve_options(OPTIONS, {**options, **sent, **job_changes(game)}))
    book.harvest_factor = int(game["spawnerHarvestConstant"])
    base = float(game["lodgeCostConstant"])
    if base != GOLDEN_RATIO:
        book.prices = vec[i64]([math.ceil(base**lodges) for lodges in range(int(MOST_LODGES) + 1)])
    return book


def job_changes(game: dict[str, Any]) -> Options:
    """Returns the option `table_overrides` with the figures of jobs in a contest gamelog that differ from our table."""
    sent = [game["gameObjects"][name] for name in ids_in(game["jobs"])]
    found = {
        row["title"]: {
            column: figure
            for column in FIGURES
            if (figure := int(job[RENAMED.get(column, column)])) != int(row[column])
        }
        for row, job in zip(job_table(""), sent, strict=False)
    }
    return with_overrides({OVERRIDES_OPTION: ""}, {FILES["jobs"]: found})


def read_tiles(state: Stumped, tiles: list[dict[str, Any]], registry: ObjectRegistry) -> None:
    state.ground = vec[i64]([GROUNDS.index(tile["type"]) for tile in tiles])
    state.flow = vec[i64]([flow_of(tile["flowDirection"]) for tile in tiles])
    state.rivers = rivers_of(state.flow)
    state.spawner_at = vec[i64]([index_or_none(registry, SPAWNER, tile["spawner"]) for tile in tiles])
    state.branches = vec[i64]([int(tile["branches"]) for tile in tiles])
    state.food = vec[i64]([int(tile["food"]) for tile in tiles])
    state.food_tiles = tiles_with(state.food)
    state.lodge = vec[i64]([index_or_none(registry, PLAYER, tile["lodgeOwner"]) for tile in tiles])
    state.beaver_at = vec[i64]([NOBODY] * len(tiles))


def read_spawners(state: Stumped, spawners: list[dict[str, Any]], registry: ObjectRegistry) -> None:
    """Reads all trees and cattails of a contest gamelog into the position, also any that their tile does not name."""
    state.spawner_tile = vec[i64]([index_of(registry, TILE, spawner["tile"]) for spawner in spawners])
    state.spawner_goods = vec[i64]([GOODS.index(spawner["type"]) for spawner in spawners])
    state.spawner_health = vec[i64]([int(spawner["health"]) for spawner in spawners])
    pause = int(state.book.regrowth_pause)
    state.spawner_pause = vec[i64]([pause if spawner["hasBeenHarvested"] else 0 for spawner in spawners])


def add_beaver(state: Stumped, beaver: dict[str, Any], registry: ObjectRegistry, name: str) -> None:
    owner, job = index_of(registry, PLAYER, beaver["owner"]), index_of(registry, JOB, beaver["job"])
    row = state.add_beaver(owner, job, index_of(registry, TILE, beaver["tile"]))
    state.health[row] = int(beaver["health"])
    state.moves[row] = int(beaver["moves"])
    state.actions[row] = int(beaver["actions"])
    state.held_branches[row] = int(beaver["branches"])
    state.held_food[row] = int(beaver["food"])
    state.distracted[row] = int(beaver["turnsDistracted"])
    state.recruited[row] = 1 if beaver["recruited"] else 0
    registry.add_beaver(name, owner, job)


def entries(items: dict[str, Any]) -> list[Any]:
    """Returns the items of a list that a contest gamelog writes in the form of deltas (by index, with the length)."""
    return [items[str(index)] for index in range(items[LENGTH_MARK])]


def ids_in(items: dict[str, Any]) -> list[str]:
    return [str(entry["id"]) for entry in entries(items)]


def index_of(registry: ObjectRegistry, kind: str, reference: dict[str, str]) -> int:
    """Returns the number of the game object that a reference in a contest gamelog names; it must be of this class."""
    found = registry.objects[reference["id"]]
    assert found.kind == kind, f"{found.kind} #{reference['id']} in place of a {kind}"
    return found.number


def index_or_none(registry: ObjectRegistry, kind: str, reference: dict[str, str] | None) -> int:
    return int(NOBODY) if reference is None else index_of(registry, kind, reference)


def flow_of(direction: str) -> int:
    return FLOWS.index(direction) if direction else -1
