"""One position of Stumped: the map, goods, lodges and beavers, as columns of numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE
from parlour.games.stumped.rules.book import ACROSS, DOWNSTREAM, UPSTREAM, Book
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, State

MAPPING: Final[i64] = 0  # phases: the dealer draws the map
CHOOSING: Final[i64] = 1  # the player chooses a unit, or ends the turn
ORDERING: Final[i64] = 2  # the player chooses an order
MEASURING: Final[i64] = 3  # the player chooses an amount
TOSSING: Final[i64] = 4  # the dealer tosses the coin
OVER: Final[i64] = 5

EXTINCTION: Final[i64] = 1  # how a match ends, section 10
LODGES: Final[i64] = 2
TURN_LIMIT: Final[i64] = 3
FORFEIT: Final[i64] = 4

BY_ITSELF: Final[i64] = 0  # what decides a match: no tie-break (one player extinct or gone), or which tie-break
BY_LODGES: Final[i64] = 1
BY_BRANCHES: Final[i64] = 2
BY_FOOD: Final[i64] = 3
BY_COIN: Final[i64] = 4

LAND: Final[i64] = 0
WATER: Final[i64] = 1
GONE: Final[i64] = -1  # load, moves and actions of a dead beaver
COUNTED: Final[i64] = 6  # numbers per row of the history: lodges, beavers, branches in lodges, each by seat


def rivers_of(flow: vec[i64]) -> vec[i64]:
    found = vec[i64]()
    for tile in range(len(flow)):
        if flow[tile] != NOWHERE:
            found = append(found, tile)
    return found


def tiles_with(goods: vec[i64]) -> vec[i64]:
    """Returns the tiles where branches or food lie, ascending."""
    found = vec[i64]()
    for tile in range(len(goods)):
        if goods[tile] > 0:
            found = append(found, tile)
    return found


class Valley(State):
    """One position of Stumped: terrain, trees and cattails, goods, lodges and beavers.

    The terrain never changes after it was dealt, and clones share it. Beavers are rows of columns in the order of the
    contest's lists. A dead beaver keeps its row until the upkeep; a new one is not listed before."""

    def __init__(self, seats: i64, book: Book) -> None:
        super().__init__(seats)
        self.public = True
        self.book = book
        self.ground = vec[i64]()  # by tile: land or water
        self.flow = vec[i64]()  # by tile: a direction, or NOWHERE
        self.spawner_at = vec[i64]()  # by tile: index of the spawner, or NOBODY
        self.spawner_tile = vec[i64]()
        self.spawner_goods = vec[i64]()  # branches: a tree; food: cattails
        self.rivers = vec[i64]()  # all tiles with a flow

        self.spawner_health = vec[i64]()  # by spawner
        self.spawner_pause = vec[
            i64
        ]()  # by spawner: upkeeps without growth still to come; above 0: marked as harvested

        self.branches = vec[i64]()  # by tile
        self.food = vec[i64]()
        self.food_tiles = vec[i64]()  # all tiles with food, and perhaps others; kept only where food rots
        self.lodge = vec[i64]()  # by tile: its owner, or NOBODY
        self.beaver_at = vec[i64]()  # by tile: the row of the beaver there, or NOBODY

        self.number = vec[i64]()  # by beaver: its permanent number, from 0 in order of recruitment
        self.owner = vec[i64]()
        self.job = vec[i64]()
        self.place = vec[i64]()  # its tile; NOWHERE: dead
        self.health = vec[i64]()
        self.moves = vec[i64]()
        self.actions = vec[i64]()
        self.held_branches = vec[i64]()
        self.held_food = vec[i64]()
        self.distracted = vec[i64]()
        self.recruited = vec[i64]()  # 1: can act and be attacked
        self.listed: i64 = 0  # the number of rows that are in the contest's lists

        self.lodges = vec[i64]()  # tiles, in the order they were built
        self.lodge_count = vec[i64]([0, 0])  # by seat
        self.living = vec[i64]([0, 0])  # by seat: living beavers, this turn's recruits included
        self.history = vec[i64]()  # rows of COUNTED numbers, one per round

        self.phase: i64 = MAPPING
        self.map_number: i64 = 0
        self.turn: i64 = 0
        self.player: i64 = 0  # whose turn it is
        self.orders_given: i64 = 0  # in this turn
        self.unit: i64 = NOWHERE  # tile of the chosen unit
        self.order: i64 = 0  # the order that still needs its amount
        self.next_beaver_number: i64 = 0
        self.ended: i64 = 0  # EXTINCTION and so on; 0: not yet
        self.decided: i64 = BY_ITSELF
        self.winner: i64 = NOBODY

    # The board.

    def step_cost(self, here: i64, there: i64, direction: i64) -> i64:
        """Returns how many of its moves a beaver pays for a step: 1 with the river's flow, 3 against it, else 2."""
        if self.flow[here] == direction:
            return DOWNSTREAM
        if self.flow[there] == direction ^ 2:  # the opposite direction
            return UPSTREAM
        return ACROSS

    def direction(self, here: i64, there: i64) -> i64:
        """Returns in which direction a tile lies from its neighbour; NOWHERE if the two tiles are not neighbours."""
        for direction in range(DIRECTIONS):
            if self.book.beside[here * DIRECTIONS + direction] == there:
                return direction
        return NOWHERE

    def load(self, beaver: i64) -> i64:
        return self.held_branches[beaver] + self.held_food[beaver]

    def room(self, beaver: i64) -> i64:
        """Returns how many more goods (branches and food together) a beaver can carry."""
        return self.book.carry[self.job[beaver]] - self.load(beaver)

    def price(self, seat: i64) -> i64:
        """Returns the price, in branches, of a seat's next lodge."""
        return self.book.price(self.lodge_count[seat])

    def recruits_free(self, seat: i64) -> bool:
        """Whether a seat has so few beavers that its next one costs no food."""
        return self.living[seat] < self.book.free_beavers

    def stored_branches(self, seat: i64) -> i64:
        """Returns the number of branches in all lodges of a seat."""
        total: i64 = 0
        for tile in self.lodges:
            if self.lodge[tile] == seat:
                total += self.branches[tile]
        return total

    def stored_food(self, seat: i64) -> i64:
        total: i64 = 0
        for tile in self.lodges:
            if self.lodge[tile] == seat:
                total += self.food[tile]
        return total

    def note_food(self, tile: i64) -> None:
        """Adds a tile to the list of those that have food."""
        for known in self.food_tiles:
            if known == tile:
                return
        self.food_tiles = append(self.food_tiles, tile)

    # New beavers.

    def add_beaver(self, seat: i64, job: i64, tile: i64) -> i64:
        """Adds a beaver with full health and no goods, not yet listed or able to act; returns its row."""
        book = self.book
        beaver = len(self.owner)
        self.number = append(self.number, self.next_beaver_number)
        self.next_beaver_number += 1
        self.owner = append(self.owner, seat)
        self.job = append(self.job, job)
        self.place = append(self.place, tile)
        self.health = append(self.health, book.health[job])
        self.moves = append(self.moves, book.moves[job])
        self.actions = append(self.actions, book.actions[job])
        self.held_branches = append(self.held_branches, 0)
        self.held_food = append(self.held_food, 0)
        self.distracted = append(self.distracted, 0)
        self.recruited = append(self.recruited, 0)
        self.beaver_at[tile] = beaver
        self.living[seat] += 1
        return beaver

    # Standings.

    def points(self, seat: i64) -> i64:
        return self.lodge_count[seat]

    def standing(self, seat: i64) -> i64:
        """Returns 1 for the winner and 0 for the loser; before the end of the match, the seat's number of lodges."""
        if self.phase == OVER:
            return 1 if self.winner == seat else 0
        return self.lodge_count[seat]

    def outlook(self, seat: i64) -> i64:
        """Returns a score of a seat's position for searching bots: lodges count most, then beavers and branches."""
        if self.phase == OVER:
            return 1_000_000 if self.winner == seat else 0
        worth = self.lodge_count[seat] * 1000 + self.stored_branches(seat) * 4 + self.living[seat] * 40
        for beaver in range(len(self.owner)):
            if self.owner[beaver] == seat and self.health[beaver] > 0:
                worth += self.held_branches[beaver] * 3 + self.held_food[beaver]
        return worth

    def midway(self, seat: i64) -> bool:
        return self.unit != NOWHERE and seat == self.player

    # Copying, writing and reading.

    def copy_valley(self, other: Valley) -> None:
        self.copy_debts(other)
        self.ground = other.ground
        self.flow = other.flow
        self.spawner_at = other.spawner_at
        self.spawner_tile = other.spawner_tile
        self.spawner_goods = other.spawner_goods
        self.rivers = other.rivers
        self.spawner_health = other.spawner_health[:]
        self.spawner_pause = other.spawner_pause[:]
        self.branches = other.branches[:]
        self.food = other.food[:]
        self.food_tiles = other.food_tiles[:]
        self.lodge = other.lodge[:]
        self.beaver_at = other.beaver_at[:]
        self.number = other.number[:]
        self.owner = other.owner[:]
        self.job = other.job[:]
        self.place = other.place[:]
        self.health = other.health[:]
        self.moves = other.moves[:]
        self.actions = other.actions[:]
        self.held_branches = other.held_branches[:]
        self.held_food = other.held_food[:]
        self.distracted = other.distracted[:]
        self.recruited = other.recruited[:]
        self.listed = other.listed
        self.lodges = other.lodges[:]
        self.lodge_count = other.lodge_count[:]
        self.living = other.living[:]
        self.history = other.history[:]
        self.phase = other.phase
        self.map_number = other.map_number
        self.turn = other.turn
        self.player = other.player
        self.orders_given = other.orders_given
        self.unit = other.unit
        self.order = other.order
        self.next_beaver_number = other.next_beaver_number
        self.ended = other.ended
        self.decided = other.decided
        self.winner = other.winner

    def write(self, sheet: Sheet) -> None:
        sheet.put_column(self.ground)
        sheet.put_column(self.flow)
        sheet.put_column(self.spawner_at)
        sheet.put_column(self.spawner_tile)
        sheet.put_column(self.spawner_goods)
        sheet.put_column(self.spawner_health)
        sheet.put_column(self.spawner_pause)
        sheet.put_column(self.branches)
        sheet.put_column(self.food)
        sheet.put_column(self.lodge)
        sheet.put_column(self.beaver_at)
        sheet.put_column(self.number)
        sheet.put_column(self.owner)
        sheet.put_column(self.job)
        sheet.put_column(self.place)
        sheet.put_column(self.health)
        sheet.put_column(self.moves)
        sheet.put_column(self.actions)
        sheet.put_column(self.held_branches)
        sheet.put_column(self.held_food)
        sheet.put_column(self.distracted)
        sheet.put_column(self.recruited)
        sheet.put_column(self.lodges)
        sheet.put_column(self.lodge_count)
        sheet.put_column(self.living)
        sheet.put_column(self.history)
        sheet.put(self.listed)
        sheet.put(self.phase)
        sheet.put(self.map_number)
        sheet.put(self.turn)
        sheet.put(self.player)
        sheet.put(self.orders_given)
        sheet.put(self.unit)
        sheet.put(self.order)
        sheet.put(self.next_beaver_number)
        sheet.put(self.ended)
        sheet.put(self.decided)
        sheet.put(self.winner)

    def read(self, sheet: Sheet) -> None:
        self.ground = sheet.take_column()
        self.flow = sheet.take_column()
        self.rivers = rivers_of(self.flow)
        self.spawner_at = sheet.take_column()
        self.spawner_tile = sheet.take_column()
        self.spawner_goods = sheet.take_column()
        self.spawner_health = sheet.take_column()
        self.spawner_pause = sheet.take_column()
        self.branches = sheet.take_column()
        self.food = sheet.take_column()
        self.food_tiles = tiles_with(self.food)
        self.lodge = sheet.take_column()
        self.beaver_at = sheet.take_column()
        self.number = sheet.take_column()
        self.owner = sheet.take_column()
        self.job = sheet.take_column()
        self.place = sheet.take_column()
        self.health = sheet.take_column()
        self.moves = sheet.take_column()
        self.actions = sheet.take_column()
        self.held_branches = sheet.take_column()
        self.held_food = sheet.take_column()
        self.distracted = sheet.take_column()
        self.recruited = sheet.take_column()
        self.lodges = sheet.take_column()
        self.lodge_count = sheet.take_column()
        self.living = sheet.take_column()
        self.history = sheet.take_column()
        self.listed = sheet.take()
        self.phase = sheet.take()
        self.map_number = sheet.take()
        self.turn = sheet.take()
        self.player = sheet.take()
        self.orders_given = sheet.take()
        self.unit = sheet.take()
        self.order = sheet.take()
        self.next_beaver_number = sheet.take()
        self.ended = sheet.take()
        self.decided = sheet.take()
        self.winner = sheet.take()
