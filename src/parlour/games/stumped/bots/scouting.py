"""Path finding for the bots of Stumped: how soon a beaver can reach each tile, with the true costs of rivers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE
from parlour.games.stumped.rules.state import Valley
from parlour.kernel.state import NOBODY

NEVER: Final[i64] = 1000000
HORIZON: Final[i64] = 24  # turns that a search looks ahead


class Scout:
    """A search for the fastest paths of one beaver from its tile to all others.

    Time is counted in moves: a beaver with three moves has three units per turn, and loses the rest of a turn when the
    next step costs more. A beaver in the way is assumed to be gone in the next turn, or is walked around."""

    def __init__(self) -> None:
        self.arrival = vec[i64]()  # by tile: time of arrival
        self.origin = vec[i64]()  # by tile: the previous tile of the path
        self.head = vec[i64]()  # by time: the last entry of the bucket
        self.entry = vec[i64]()  # by entry: its tile
        self.link = vec[i64]()  # by entry: the previous entry of its bucket
        self.moves_per_turn: i64 = 1
        self.start: i64 = NOWHERE

    def explore(self, valley: Valley, beaver: i64, turns: i64 = HORIZON) -> None:
        """Finds a beaver's fastest paths `turns` turns ahead: sets each tile's arrival time and previous tile."""
        book = valley.book
        self.moves_per_turn = book.moves[valley.job[beaver]]
        self.start = valley.place[beaver]
        self.clear(book.tiles, (turns + 1) * self.moves_per_turn + 8)
        self.push(self.start, self.moves_per_turn - valley.moves[beaver], NOWHERE)
        time: i64 = 0
        while time < turns * self.moves_per_turn:
            at = self.head[time]
            while at != NOBODY:
                here = self.entry[at]
                if self.arrival[here] == time:
                    self.expand(valley, here, time)
                at = self.link[at]
            time += 1

    def clear(self, tiles: i64, times: i64) -> None:
        self.arrival = vec[i64]([NEVER] * tiles)
        self.origin = vec[i64]([NOWHERE] * tiles)
        self.head = vec[i64]([NOBODY] * times)
        self.entry = vec[i64](capacity=256)
        self.link = vec[i64](capacity=256)

    def push(self, tile: i64, time: i64, origin: i64) -> None:
        self.arrival[tile] = time
        self.origin[tile] = origin
        self.link = append(self.link, self.head[time])
        self.head[time] = len(self.entry)
        self.entry = append(self.entry, tile)

    def expand(self, valley: Valley, here: i64, time: i64) -> None:
        moves_per_turn = self.moves_per_turn
        beside = valley.book.beside
        for direction in range(DIRECTIONS):
            there = beside[here * DIRECTIONS + direction]
            if there == NOWHERE or valley.spawner_at[there] != NOBODY:
                continue
            if valley.book.lodges_shut and valley.lodge[there] != NOBODY:
                continue
            cost = valley.step_cost(here, there, direction)
            if cost > moves_per_turn:
                continue
            arrived = time + cost
            if cost > moves_per_turn - time % moves_per_turn:
                arrived = (time // moves_per_turn + 1) * moves_per_turn + cost
            if valley.beaver_at[there] != NOBODY:
                if arrived <= moves_per_turn:
                    continue
                arrived += moves_per_turn
            if arrived < self.arrival[there]:
                self.push(there, arrived, here)

    def turns(self, tile: i64) -> i64:
        """Returns the number of turns until the beaver arrives at a tile: 0 in this turn, NEVER if there is no path."""
        time = self.arrival[tile]
        if time >= NEVER:
            return NEVER
        if tile == self.start:
            return 0
        return (time - 1) // self.moves_per_turn

    def next_step(self, tile: i64) -> i64:
        """Returns the first tile on the beaver's path to a tile; NOWHERE if there is no path or it is there already."""
        if self.arrival[tile] >= NEVER or tile == self.start:
            return NOWHERE
        here = tile
        while self.origin[here] != self.start:
            here = self.origin[here]
        return here
