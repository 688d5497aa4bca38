"""Finds what changed on the map since the last message to contest clients. Compiled: the hottest code of a contest."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import NOWHERE
from parlour.games.stumped.rules.state import GONE, Valley
from parlour.kernel.state import NOBODY

UNSENT: Final[i64] = -2  # no attribute ever has this value

TILE_BRANCHES: Final[i64] = 0  # attributes, grouped by class of object
TILE_FOOD: Final[i64] = 1
TILE_LODGE: Final[i64] = 2  # its owner's seat
TILE_BEAVER: Final[i64] = 3  # its number
TILE_ATTRIBUTES: Final[i64] = 4

SPAWNER_HEALTH: Final[i64] = 4
SPAWNER_MARK: Final[i64] = 5
SPAWNER_ATTRIBUTES: Final[i64] = 2

BEAVER_PLACE: Final[i64] = 6
BEAVER_HEALTH: Final[i64] = 7
BEAVER_MOVES: Final[i64] = 8
BEAVER_ACTIONS: Final[i64] = 9
BEAVER_BRANCHES: Final[i64] = 10
BEAVER_FOOD: Final[i64] = 11
BEAVER_DISTRACTED: Final[i64] = 12
BEAVER_RECRUITED: Final[i64] = 13
BEAVER_ATTRIBUTES: Final[i64] = 8


class SentState:
    """The position as last sent to contest clients: tiles, spawners, and beavers by number, dead ones included."""

    def __init__(self, valley: Valley) -> None:
        self.tiles = vec[i64]([UNSENT] * (valley.book.tiles * TILE_ATTRIBUTES))
        self.spawners = vec[i64]([UNSENT] * (len(valley.spawner_tile) * SPAWNER_ATTRIBUTES))
        self.beavers = vec[i64]()
        self.changed = vec[i64]()
        self.turn: i64 = UNSENT
        self.orders_given: i64 = UNSENT
        self.phase: i64 = UNSENT

    def is_current(self, valley: Valley) -> bool:
        """Whether nothing was played or dealt since the last call of `collect_changes`."""
        return self.turn == valley.turn and self.orders_given == valley.orders_given and self.phase == valley.phase

    def collect_changes(self, valley: Valley) -> vec[i64]:
        """Returns what changed since the last call, flat (attribute, object, value, ...), and remembers it as sent."""
        self.changed = vec[i64]()
        self.compare_tiles(valley)
        self.compare_spawners(valley)
        self.compare_beavers(valley)
        self.turn = valley.turn
        self.orders_given = valley.orders_given
        self.phase = valley.phase
        return self.changed

    def add_change(self, attribute: i64, index: i64, value: i64) -> None:
        self.changed = append(append(append(self.changed, attribute), index), value)

    def compare_tiles(self, valley: Valley) -> None:
        sent = self.tiles
        branches = valley.branches
        food = valley.food
        lodge = valley.lodge
        beaver_at = valley.beaver_at
        for tile in range(valley.book.tiles):
            at = tile * TILE_ATTRIBUTES
            if sent[at] != branches[tile]:
                sent[at] = branches[tile]
                self.add_change(TILE_BRANCHES, tile, branches[tile])
            if sent[at + 1] != food[tile]:
                sent[at + 1] = food[tile]
                self.add_change(TILE_FOOD, tile, food[tile])
            if sent[at + 2] != lodge[tile]:
                sent[at + 2] = lodge[tile]
                self.add_change(TILE_LODGE, tile, lodge[tile])
            row = beaver_at[tile]
            number = NOBODY if row == NOBODY else valley.number[row]
            if sent[at + 3] != number:
                sent[at + 3] = number
                self.add_change(TILE_BEAVER, tile, number)

    def compare_spawners(self, valley: Valley) -> None:
        sent = self.spawners
        for spawner in range(len(valley.spawner_tile)):
            at = spawner * SPAWNER_ATTRIBUTES
            health = valley.spawner_health[spawner]
            if sent[at] != health:
                sent[at] = health
                self.add_change(SPAWNER_HEALTH, spawner, health)
            mark: i64 = 1 if valley.spawner_pause[spawner] > 0 else 0
            if sent[at + 1] != mark:
                sent[at + 1] = mark
                self.add_change(SPAWNER_MARK, spawner, mark)

    def compare_beavers(self, valley: Valley) -> None:
        """Notes the changed attributes of all beavers by number; a number missing among the rows is a dead beaver."""
        while len(self.beavers) < valley.next_beaver_number * BEAVER_ATTRIBUTES:
            self.beavers = append(self.beavers, UNSENT)
        next_number: i64 = 0
        for row in range(len(valley.number)):
            number = valley.number[row]
            while next_number < number:
                self.compare_dead_beaver(next_number)
                next_number += 1
            next_number = number + 1
            self.compare_beaver(BEAVER_PLACE, number, valley.place[row])
            self.compare_beaver(BEAVER_HEALTH, number, valley.health[row])
            self.compare_beaver(BEAVER_MOVES, number, valley.moves[row])
            self.compare_beaver(BEAVER_ACTIONS, number, valley.actions[row])
            self.compare_beaver(BEAVER_BRANCHES, number, valley.held_branches[row])
            self.compare_beaver(BEAVER_FOOD, number, valley.held_food[row])
            self.compare_beaver(BEAVER_DISTRACTED, number, valley.distracted[row])
            self.compare_beaver(BEAVER_RECRUITED, number, valley.recruited[row])
        while next_number < valley.next_beaver_number:
            self.compare_dead_beaver(next_number)
            next_number += 1

    def compare_dead_beaver(self, number: i64) -> None:
        """Notes the changed attributes of a dead beaver, with recruited set: only such ones can die (section 9)."""
        if self.beavers[number * BEAVER_ATTRIBUTES] == NOWHERE:
            return
        self.compare_beaver(BEAVER_PLACE, number, NOWHERE)
        self.compare_beaver(BEAVER_HEALTH, number, 0)
        self.compare_beaver(BEAVER_MOVES, number, GONE)
        self.compare_beaver(BEAVER_ACTIONS, number, GONE)
        self.compare_beaver(BEAVER_BRANCHES, number, GONE)
        self.compare_beaver(BEAVER_FOOD, number, GONE)
        self.compare_beaver(BEAVER_DISTRACTED, number, GONE)
        self.compare_beaver(BEAVER_RECRUITED, number, 1)

    def compare_beaver(self, attribute: i64, number: i64, value: i64) -> None:
        at = number * BEAVER_ATTRIBUTES + attribute - BEAVER_PLACE
        if self.beavers[at] != value:
            self.beavers[at] = value
            self.add_change(attribute, number, value)


def row_of_beaver(valley: Valley, number: i64) -> i64:
    """Returns the row of the beaver with this permanent number, by binary search; NOBODY if its row is gone."""
    low: i64 = 0
    high: i64 = len(valley.number)
    while low < high:
        middle = (low + high) // 2
        if valley.number[middle] < number:
            low = middle + 1
        else:
            high = middle
    if low < len(valley.number) and valley.number[low] == number:
        return low
    return NOBODY


def listed_beavers(valley: Valley, seat: i64) -> vec[i64]:
    """Returns the permanent numbers of a seat's beavers in the contest's list; of both seats' for NOBODY."""
    found = vec[i64](capacity=valley.listed)
    for row in range(valley.listed):
        if seat == NOBODY or valley.owner[row] == seat:
            found = append(found, valley.number[row])
    return found


def lodges_of(valley: Valley, seat: i64) -> vec[i64]:
    """Returns the tiles of a seat's lodges, in the order they were built."""
    found = vec[i64](capacity=valley.lodge_count[seat])
    for tile in valley.lodges:
        if valley.lodge[tile] == seat:
            found = append(found, tile)
    return found
