"""What players see of a position of Stumped: everything, in compact lists because it is sent after every order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE, TILES
from parlour.games.stumped.rules.orders import open_orders
from parlour.games.stumped.rules.state import CHOOSING, COUNTED, MAPPING, MEASURING, ORDERING
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.sheet import from_bytes, to_bytes
from parlour.kernel.state import State

TERRAIN = "nesw.~"  # rivers by direction, land, pond


@dataclass(frozen=True)
class View:
    """One position of Stumped in numbers, the same for every viewer. A tile is x + y * width everywhere."""

    width: int
    height: int
    turn: int  # from 0, counted over both players
    turns: int  # number of turns after which the lodges are counted
    player: int  # whose turn it is
    phase: int  # 0 no map yet, 1 choosing a unit, 2 an order, 3 an amount, 4 tossing the coin, 5 over
    unit: int  # tile of the chosen unit, -1: none
    order: int  # the order that still needs its amount, 0: none
    given: int  # orders given in this turn
    land: str  # one letter per tile, row by row: `.` land, `~` pond, `nesw` river by flow
    spawners: list[tuple[int, int, int, int]]  # tile, 0 tree or 1 cattails, health, 1 if marked as harvested
    goods: list[tuple[int, int, int]]  # tile, branches, food; only tiles that hold some, lodges included
    lodges: list[tuple[int, int]]  # tile, owner; in the order they were built
    beavers: list[tuple[int, int, int, int, int, int, int, int, int, int, int]]
    # number, owner, job, tile, health, moves, actions, branches, food, turns distracted, 1 if recruited; only living
    open: list[list[int]]  # tile, then the legal orders of its unit; of the player whose turn it is
    lodge_count: list[int]  # by seat, as are the lists below
    price: list[int]  # of the next lodge
    beaver_count: list[int]
    stored_branches: list[int]  # in lodges
    stored_food: list[int]
    free_beavers: int  # recruits are free for a player with fewer beavers
    lodges_to_win: int
    most_health: int
    profile: str
    ended: int  # 0 running, 1 extinction, 2 lodges, 3 turn limit, 4 forfeit
    decided: int  # 0 no tie-break, 1 lodges, 2 branches, 3 food, 4 coin
    winner: int  # -1: none yet
    history: list[list[int]]  # one row per round: lodges, beavers, branches in lodges, each by seat


def view(state: State, viewer: int) -> View:
    """Returns a whole position of Stumped in numbers, as players and spectators see it."""
    assert isinstance(state, Stumped)
    book = state.book
    seats = range(2)
    tiles = range(len(state.ground))
    living = [row for row in range(len(state.owner)) if state.health[row] > 0]
    return View(
        width=int(book.width),
        height=int(book.height),
        turn=int(state.turn),
        turns=int(book.turns),
        player=int(state.player),
        phase=int(state.phase),
        unit=int(state.unit),
        order=int(state.order),
        given=int(state.orders_given),
        land=land_letters(to_bytes(state.ground), to_bytes(state.flow)),
        spawners=[
            (int(tile), int(goods), int(health), int(pause > 0))
            for tile, goods, health, pause in zip(
                state.spawner_tile, state.spawner_goods, state.spawner_health, state.spawner_pause, strict=True
            )
        ],
        goods=[
            (tile, int(state.branches[tile]), int(state.food[tile]))
            for tile in tiles
            if state.branches[tile] or state.food[tile]
        ],
        lodges=[(int(tile), int(state.lodge[tile])) for tile in state.lodges],
        beavers=[beaver_row(state, row) for row in living],
        open=open_units(state) if state.phase in (CHOOSING, ORDERING, MEASURING) else [],
        lodge_count=[int(state.lodge_count[seat]) for seat in seats],
        price=[int(state.price(seat)) for seat in seats],
        beaver_count=[int(state.living[seat]) for seat in seats],
        stored_branches=[int(state.stored_branches(seat)) for seat in seats],
        stored_food=[int(state.stored_food(seat)) for seat in seats],
        free_beavers=int(book.free_beavers),
        lodges_to_win=int(book.lodges_to_win),
        most_health=int(book.most_health),
        profile="server" if book.pickup_from_beside else "document",
        ended=int(state.ended),
        decided=int(state.decided),
        winner=int(state.winner),
        history=[
            [int(number) for number in state.history[at : at + COUNTED]] for at in range(0, len(state.history), COUNTED)
        ],
    )


@lru_cache(maxsize=64)
def land_letters(ground: bytes, flow: bytes) -> str:
    """Returns the terrain of the map as one letter per tile; cached because it never changes during a match."""
    letters = [
        TERRAIN[int(DIRECTIONS) + water] if to == NOWHERE else TERRAIN[to]
        for water, to in zip(from_bytes(ground), from_bytes(flow), strict=True)
    ]
    return "".join(letters)


def beaver_row(state: Stumped, row: int) -> tuple[int, int, int, int, int, int, int, int, int, int, int]:
    return (
        int(state.number[row]),
        int(state.owner[row]),
        int(state.job[row]),
        int(state.place[row]),
        int(state.health[row]),
        int(state.moves[row]),
        int(state.actions[row]),
        int(state.held_branches[row]),
        int(state.held_food[row]),
        int(state.distracted[row]),
        int(state.recruited[row]),
    )


def open_units(state: Stumped) -> list[list[int]]:
    """Returns a list for every unit of the player on turn that can act: its tile, then its legal orders."""
    if state.phase == MAPPING:
        return []
    units = [int(tile) for tile in state.unit_answers()]
    return [[tile - int(TILES), *(int(order) for order in open_orders(state, tile - int(TILES)))] for tile in units]
