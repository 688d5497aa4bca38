"""Strategies for the contest client: random orders, building lodges, and doing nothing."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from tests.contest.joueur_client import JoueurClient, TurnFunction

ORDERS_PER_TURN: Final = 24  # of the random player: 500 turns are 12,000 orders
GOODS: Final = ("branches", "food")


def idle(seed: int = 0) -> TurnFunction:
    return lambda client: True


def random_player(seed: int = 0, tries: int = ORDERS_PER_TURN) -> TurnFunction:
    """Sends random orders; about three of four are refused, as in the recorded match of two such players."""
    rng = random.Random(seed)

    def turn(client: JoueurClient) -> bool:
        for _ in range(tries):
            _give_random_order(client, rng)
        return True

    return turn


def _give_random_order(client: JoueurClient, rng: random.Random) -> None:
    game, me = client.game, client.me
    choice = rng.randrange(7)
    if choice == 0 or not me.beavers:
        homes = me.lodges or game.tiles
        rng.choice(game.jobs).recruit(rng.choice(homes))
        return
    beaver = rng.choice(me.beavers)
    if choice == 1:
        beaver.build_lodge()
        return
    around = beaver.tile.neighbours() if beaver.tile else game.tiles
    if choice == 2:
        beaver.move(rng.choice(around))
    elif choice == 3:
        near = [tile.spawner for tile in around if tile.spawner]
        beaver.harvest(rng.choice(near or game.spawner))
    elif choice == 4:
        near = [tile.beaver for tile in around if tile.beaver]
        beaver.attack(rng.choice(near or game.beavers))
    elif choice == 5:
        beaver.drop(rng.choice([*around, beaver.tile or around[0]]), rng.choice(GOODS), rng.randrange(3))
    else:
        beaver.pickup(rng.choice([*around, beaver.tile or around[0]]), rng.choice(GOODS), rng.randrange(3))


def builder(seed: int = 0) -> TurnFunction:
    """Recruits Builders, fells trees, and piles branches on one tile until the next lodge can be paid."""

    def turn(client: JoueurClient) -> bool:
        game, me = client.game, client.me
        trade = next(job for job in game.jobs if job.title == "Builder")
        for lodge in me.lodges:
            if lodge.beaver is None and len(me.beavers) < game.free_beavers_count // 2:
                trade.recruit(lodge)
        for beaver in list(me.beavers):
            if beaver.health > 0 and beaver.recruited and not beaver.turns_distracted:
                _work(client, beaver)
        return True

    return turn


def _work(client: JoueurClient, beaver: Any) -> None:
    site = _building_site(client)
    here = beaver.tile
    if _can_build(beaver, client.me.branches_to_build_lodge):
        beaver.build_lodge()
        return
    if _can_build_at(site, beaver, client.me.branches_to_build_lodge):
        _walk(beaver, lambda tile: tile is site)
        if beaver.tile is site:
            beaver.build_lodge()
            return
    elif beaver.branches + beaver.food < beaver.job.carry_limit:
        _walk(beaver, lambda tile: any(_is_harvestable(near) for near in tile.neighbours()), site)
        tree = next((near.spawner for near in beaver.tile.neighbours() if _is_harvestable(near)), None)
        if tree is not None and beaver.actions:
            beaver.harvest(tree)
            return
    elif here is not site:
        _walk(beaver, lambda tile: site in tile.neighbours(), site)
        if site in beaver.tile.neighbours() and beaver.actions and beaver.branches:
            beaver.drop(site, "branches")


def _is_harvestable(tile: Any) -> bool:
    return bool(tile.spawner and tile.spawner.type == "branches" and tile.spawner.health > 1)


def _can_build(beaver: Any, price: int) -> bool:
    here = beaver.tile
    return here.lodge_owner is None and beaver.branches + here.branches >= price and beaver.actions > 0


def _can_build_at(site: Any, beaver: Any, price: int) -> bool:
    return site.branches + beaver.branches >= price and site.beaver in (None, beaver)


def _building_site(client: JoueurClient) -> Any:
    """Returns the free land tile nearest to the first lodge or beaver, most branches first; the same for all
    beavers."""
    me = client.me
    home = (me.lodges or [beaver.tile for beaver in me.beavers if beaver.tile])[0]
    free = [tile for tile in client.game.tiles if _is_free(tile)]
    return min(free, key=lambda tile: (-tile.branches, abs(tile.x - home.x) + abs(tile.y - home.y), tile.y, tile.x))


def _is_free(tile: Any) -> bool:
    return tile.type == "land" and tile.spawner is None and tile.lodge_owner is None


def _walk(beaver: Any, arrived: Callable[[Any], bool], avoid: Any = None) -> None:
    """Walks along the shortest path as far as the beaver's moves last."""
    for step in _shortest_path(beaver, arrived, avoid):
        if beaver.moves < _step_cost(beaver.tile, step) or not beaver.move(step):
            return


def _shortest_path(beaver: Any, arrived: Callable[[Any], bool], avoid: Any) -> list[Any]:
    came: dict[str, Any] = {beaver.tile.id: None}
    queue = deque([beaver.tile])
    while queue:
        tile = queue.popleft()
        if arrived(tile) and tile is not avoid:
            way = []
            while tile is not beaver.tile:
                way.append(tile)
                tile = came[tile.id]
            return way[::-1]
        for near in tile.neighbours():
            if near.id not in came and not (near.beaver or near.spawner or near.lodge_owner):
                came[near.id] = tile
                queue.append(near)
    return []


def _step_cost(tile: Any, target: Any) -> int:
    if _downstream(tile) is target:
        return 1
    return 3 if _downstream(target) is tile else 2


def _downstream(tile: Any) -> Any:
    return getattr(tile, f"tile_{tile.flow_direction.lower()}") if tile.flow_direction else None


PLAYERS: dict[str, Callable[[int], TurnFunction]] = {"random": random_player, "builder": builder, "idle": idle}
