"""The end of a turn of Stumped: the upkeep (section 8), and whether and how the match ends (section 10)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE
from parlour.games.stumped.rules.state import (
    BY_BRANCHES,
    BY_COIN,
    BY_FOOD,
    BY_ITSELF,
    BY_LODGES,
    EXTINCTION,
    LAND,
    LODGES,
    TURN_LIMIT,
    Valley,
)
from parlour.kernel.state import NOBODY


def run_upkeep(valley: Valley) -> None:
    """Updates the beaver list, refreshes beavers, moves goods downstream, rots food (not in profile `server`) and grows
    plants (8.1 to 8.4)."""
    update_beaver_list(valley)
    refresh(valley)
    drift(valley)
    if not valley.book.food_persists:
        rot(valley)
    grow(valley)


def update_beaver_list(valley: Valley) -> None:
    """Removes dead beavers from the beaver list and adds new recruits to it; all others keep their order (rule 8.1)."""
    kept: i64 = 0
    for beaver in range(len(valley.owner)):
        if valley.health[beaver] <= 0:
            continue
        if kept != beaver:
            move_row(valley, beaver, kept)
        kept += 1
    if kept != len(valley.owner):
        valley.number = valley.number[:kept]
        valley.owner = valley.owner[:kept]
        valley.job = valley.job[:kept]
        valley.place = valley.place[:kept]
        valley.health = valley.health[:kept]
        valley.moves = valley.moves[:kept]
        valley.actions = valley.actions[:kept]
        valley.held_branches = valley.held_branches[:kept]
        valley.held_food = valley.held_food[:kept]
        valley.distracted = valley.distracted[:kept]
        valley.recruited = valley.recruited[:kept]
    valley.listed = kept


def move_row(valley: Valley, beaver: i64, row: i64) -> None:
    """Copies a beaver's data to an earlier row of the beaver list, except its moves and actions."""
    valley.number[row] = valley.number[beaver]
    valley.owner[row] = valley.owner[beaver]
    valley.job[row] = valley.job[beaver]
    valley.place[row] = valley.place[beaver]
    valley.health[row] = valley.health[beaver]
    valley.held_branches[row] = valley.held_branches[beaver]
    valley.held_food[row] = valley.held_food[beaver]
    valley.distracted[row] = valley.distracted[beaver]
    valley.recruited[row] = valley.recruited[beaver]
    valley.beaver_at[valley.place[row]] = row


def refresh(valley: Valley) -> None:
    """Restores every beaver's moves and actions; shortens the distraction of the beavers whose turn it was by 1, by the
    contest server's rule that of all (8.2 and R18)."""
    book = valley.book
    for beaver in range(len(valley.owner)):
        if valley.distracted[beaver] > 0 and (book.server_distraction or valley.owner[beaver] == valley.player):
            valley.distracted[beaver] -= 1
        job = valley.job[beaver]
        valley.moves[beaver] = book.moves[job]
        valley.actions[beaver] = book.actions[job]


def drift(valley: Valley) -> None:
    """Moves loose branches (in profile `server` also food) on rivers one tile downstream, all at once; goods in lodges
    stay (rules 8.3 and R19)."""
    carry_downstream(valley, valley.branches)
    if valley.book.food_persists:
        carry_downstream(valley, valley.food)


def drifting_goods(valley: Valley, goods: vec[i64]) -> vec[i64]:
    """Returns the goods on rivers that drift downstream, as a flat list of tile, amount, tile, amount, ..."""
    found = vec[i64]()
    for tile in valley.rivers:
        if goods[tile] > 0 and valley.lodge[tile] == NOBODY and downstream(valley, tile) != NOWHERE:
            found = append(found, tile)
            found = append(found, goods[tile])
    return found


def downstream(valley: Valley, tile: i64) -> i64:
    return valley.book.beside[tile * DIRECTIONS + valley.flow[tile]]


def carry_downstream(valley: Valley, goods: vec[i64]) -> None:
    moving = drifting_goods(valley, goods)
    for at in range(0, len(moving), 2):
        goods[moving[at]] -= moving[at + 1]
        goods[downstream(valley, moving[at])] += moving[at + 1]


def rot(valley: Valley) -> None:
    """Takes 1 food from every land tile that has food and no lodge (rules 8.3 and R8)."""
    kept: i64 = 0
    for tile in valley.food_tiles:
        if valley.food[tile] > 0 and valley.ground[tile] == LAND and valley.lodge[tile] == NOBODY:
            valley.food[tile] -= 1
        if valley.food[tile] > 0:
            valley.food_tiles[kept] = tile
            kept += 1
    if kept < len(valley.food_tiles):
        valley.food_tiles = valley.food_tiles[:kept]


def grow(valley: Valley) -> None:
    """Adds 1 health to each tree and cattails below the limit; just harvested ones pause first (rules 8.4 and R7).

    One that its tile does not point to never grows (section 13)."""
    most = valley.book.most_health
    for spawner in range(len(valley.spawner_tile)):
        pause = valley.spawner_pause[spawner]
        if pause == 0 and valley.spawner_health[spawner] >= most:
            continue
        if valley.spawner_at[valley.spawner_tile[spawner]] != spawner:
            continue
        if pause > 0:
            valley.spawner_pause[spawner] = pause - 1
        else:
            valley.spawner_health[spawner] += 1


# The end.


def is_extinct(valley: Valley, seat: i64) -> bool:
    return valley.living[seat] == 0 and valley.lodge_count[seat] == 0


def find_ending(valley: Valley) -> i64:
    """Returns how the match ends after this turn's upkeep (EXTINCTION, LODGES or TURN_LIMIT), or 0 if it goes on (rules
    R15 and R16)."""
    if is_extinct(valley, 0) or is_extinct(valley, 1):
        return EXTINCTION
    win = valley.book.lodges_to_win
    if valley.player == 1 and (valley.lodge_count[0] >= win or valley.lodge_count[1] >= win):
        return LODGES
    if valley.turn + 1 >= valley.book.turns:
        return TURN_LIMIT
    return 0


def decide_winner(valley: Valley, how: i64) -> None:
    """Sets the winner and which tie-break decided; if all are equal, leaves the winner to a coin toss (R17, R26)."""
    valley.ended = how
    valley.decided = BY_ITSELF
    valley.winner = NOBODY
    if how == EXTINCTION and is_extinct(valley, 0) != is_extinct(valley, 1):
        valley.winner = 1 if is_extinct(valley, 0) else 0
        return
    if decide_by(valley, BY_LODGES, valley.lodge_count[0], valley.lodge_count[1]):
        return
    if decide_by(valley, BY_BRANCHES, valley.stored_branches(0), valley.stored_branches(1)):
        return
    if decide_by(valley, BY_FOOD, valley.stored_food(0), valley.stored_food(1)):
        return
    valley.decided = BY_COIN


def decide_by(valley: Valley, by: i64, first: i64, second: i64) -> bool:
    if first == second:
        return False
    valley.decided = by
    valley.winner = 0 if first > second else 1
    return True
