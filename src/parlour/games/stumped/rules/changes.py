"""What changed since clients were last told: the hottest part of a contest, in numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import NOWHERE
from parlour.games.stumped.rules.state import GONE, Valley
from parlour.kernel.state import NOBODY

UNTOLD: Final[i64] = -2  # no attribute is ever this

TILE_BRANCHES: Final[i64] = 0  # attributes; those of one kind of thing follow each other
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


class Told:
    """The position as it was last told, a row a thing. Beavers go by their numbers, so that the dead stay."""

    def __init__(self, valley: Valley) -> None:
        self.tiles = vec[i64]([UNTOLD] * (valley.book.tiles * TILE_ATTRIBUTES))
        self.spawners = vec[i64]([UNTOLD] * (len(valley.spawner_tile) * SPAWNER_ATTRIBUTES))
        self.beavers = vec[i64]()
        self.found = vec[i64]()

    def catch_up(self, valley: Valley) -> vec[i64]:
        """All that differs, told from now on: attribute, thing, value, one after the other."""
        self.found = vec[i64]()
        self.look_at_tiles(valley)
        self.look_at_spawners(valley)
        self.look_at_beavers(valley)
        return self.found

    def note(self, attribute: i64, thing: i64, value: i64) -> None:
        self.found = append(append(append(self.found, attribute), thing), value)

    def look_at_tiles(self, valley: Valley) -> None:
        told = self.tiles
        branches = valley.branches
        food = valley.food
        lodge = valley.lodge
        beaver_at = valley.beaver_at
        for tile in range(valley.book.tiles):
            at = tile * TILE_ATTRIBUTES
            if told[at] != branches[tile]:
                told[at] = branches[tile]
                self.note(TILE_BRANCHES, tile, branches[tile])
            if told[at + 1] != food[tile]:
                told[at + 1] = food[tile]
                self.note(TILE_FOOD, tile, food[tile])
            if told[at + 2] != lodge[tile]:
                told[at + 2] = lodge[tile]
                self.note(TILE_LODGE, tile, lodge[tile])
            row = beaver_at[tile]
            number = NOBODY if row == NOBODY else valley.number[row]
            if told[at + 3] != number:
                told[at + 3] = number
                self.note(TILE_BEAVER, tile, number)

    def look_at_spawners(self, valley: Valley) -> None:
        told = self.spawners
        for spawner in range(len(valley.spawner_tile)):
            at = spawner * SPAWNER_ATTRIBUTES
            health = valley.spawner_health[spawner]
            if told[at] != health:
                told[at] = health
                self.note(SPAWNER_HEALTH, spawner, health)
            mark: i64 = 1 if valley.spawner_pause[spawner] > 0 else 0
            if told[at + 1] != mark:
                told[at + 1] = mark
                self.note(SPAWNER_MARK, spawner, mark)

    def look_at_beavers(self, valley: Valley) -> None:
        """Numbers ascend with the rows; one that is missing among them is of the dead."""
        while len(self.beavers) < valley.born * BEAVER_ATTRIBUTES:
            self.beavers = append(self.beavers, UNTOLD)
        next_number: i64 = 0
        for row in range(len(valley.number)):
            number = valley.number[row]
            while next_number < number:
                self.bury(next_number)
                next_number += 1
            next_number = number + 1
            self.look(BEAVER_PLACE, number, valley.place[row])
            self.look(BEAVER_HEALTH, number, valley.health[row])
            self.look(BEAVER_MOVES, number, valley.moves[row])
            self.look(BEAVER_ACTIONS, number, valley.actions[row])
            self.look(BEAVER_BRANCHES, number, valley.held_branches[row])
            self.look(BEAVER_FOOD, number, valley.held_food[row])
            self.look(BEAVER_DISTRACTED, number, valley.distracted[row])
            self.look(BEAVER_RECRUITED, number, valley.recruited[row])
        while next_number < valley.born:
            self.bury(next_number)
            next_number += 1

    def bury(self, number: i64) -> None:
        """Section 9: what is left of a beaver. Only the recruited can be attacked, so it was one."""
        if self.beavers[number * BEAVER_ATTRIBUTES] == NOWHERE:
            return
        self.look(BEAVER_PLACE, number, NOWHERE)
        self.look(BEAVER_HEALTH, number, 0)
        self.look(BEAVER_MOVES, number, GONE)
        self.look(BEAVER_ACTIONS, number, GONE)
        self.look(BEAVER_BRANCHES, number, GONE)
        self.look(BEAVER_FOOD, number, GONE)
        self.look(BEAVER_DISTRACTED, number, GONE)
        self.look(BEAVER_RECRUITED, number, 1)

    def look(self, attribute: i64, number: i64, value: i64) -> None:
        at = number * BEAVER_ATTRIBUTES + attribute - BEAVER_PLACE
        if self.beavers[at] != value:
            self.beavers[at] = value
            self.note(attribute, number, value)


def row_of(valley: Valley, number: i64) -> i64:
    """The row of a beaver; NOBODY if it lies in none any more."""
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


def listed(valley: Valley, seat: i64) -> vec[i64]:
    """The numbers of the beavers in a seat's list, or in the game's for NOBODY."""
    found = vec[i64](capacity=valley.listed)
    for row in range(valley.listed):
        if seat == NOBODY or valley.owner[row] == seat:
            found = append(found, valley.number[row])
    return found


def lodges_of(valley: Valley, seat: i64) -> vec[i64]:
    """The tiles of a seat's lodges, in the order they were built."""
    found = vec[i64](capacity=valley.lodge_count[seat])
    for tile in valley.lodges:
        if valley.lodge[tile] == seat:
            found = append(found, tile)
    return found
