"""Numbers for the kinds of events in the journal of a match of Stumped, with the arguments of each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

GAME_BEGINS: Final[i64] = 0  # map number, trees, cattails, river tiles, pond tiles
STARTS_AT: Final[i64] = 1  # seat, tile
TURN: Final[i64] = 2  # seat, turn
MOVED: Final[i64] = 3  # seat, beaver, from, to, cost
HARVESTED: Final[i64] = 4  # seat, beaver, spawner's tile, goods, gained, health left
ATTACKED: Final[i64] = 5  # seat, beaver, victim, victim's tile, damage, turns distracted by it
DIED: Final[i64] = 6  # seat of the victim, victim, tile, branches that fell, food that fell
BUILT: Final[i64] = 7  # seat, beaver, tile, price, lodges now
DROPPED: Final[i64] = 8  # seat, beaver, tile, goods, amount
PICKED_UP: Final[i64] = 9  # seat, beaver, tile, goods, amount
DESTROYED: Final[i64] = 10  # seat whose lodge it was, tile, lodges left, seat that emptied it
RECRUITED: Final[i64] = 11  # seat, beaver, tile, job, food paid
LOST_FOOD: Final[i64] = 12  # tile, amount: vanished in the water
TURN_ENDS: Final[i64] = 13  # seat, turn, orders given
FORFEITED: Final[i64] = 14  # seat
GAME_OVER: Final[i64] = 15  # how it ended (state.py), what decided it (state.py)
WINNER: Final[i64] = 16  # seat, lodges, branches in them, food in them
