"""Plays one random match with the real rules and with the twin, and finds their first difference."""

from __future__ import annotations

from collections import Counter
from random import Random

from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules.actions import action_count
from parlour.games.stumped.rules.checks import check_order
from parlour.games.stumped.rules.order_effects import apply_order
from parlour.games.stumped.rules.state import CHOOSING, TOSSING
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests.naive import (
    FOOD,
    GOODS,
    STEPS,
    Beaver,
    Caller,
    Job,
    Naive,
    Order,
    Spawner,
    Target,
    Tile,
)
from parlour.games.stumped.tests.positions import deal_match, random_options, randomize
from parlour.kernel.journal import Journal
from parlour.kernel.table_overrides import OVERRIDES_OPTION

TwinResult = tuple[str, list[str], Counter[str]]  # the first difference, what was done, what was met

NONSENSE_ORDERS_PER_STEP = 3  # orders asked about at every step
ORDER_KINDS = {
    "move": int(a.MOVE),
    "harvest": int(a.HARVEST),
    "attack": int(a.ATTACK),
    "build": int(a.BUILD),
    "drop": int(a.DROP),
    "pickup": int(a.PICKUP),
    "recruit": int(a.RECRUIT),
}
AMOUNTS = (-7, 0, 0, 1, 1, 2, 3, 4, 15, 1000)
TEMPERS = (
    {"move": 4, "harvest": 6, "attack": 1, "build": 30, "drop": 2, "pickup": 2, "recruit": 9},
    {"move": 5, "harvest": 2, "attack": 30, "build": 1, "drop": 1, "pickup": 9, "recruit": 3},
    {"move": 1, "harvest": 1, "attack": 1, "build": 1, "drop": 1, "pickup": 1, "recruit": 1},
    {"move": 2, "harvest": 9, "attack": 1, "build": 0, "drop": 9, "pickup": 9, "recruit": 1},
)


# Snapshots.


def snapshot(state: Stumped) -> dict[str, object]:
    """Returns every object of the position."""
    rows = range(len(state.owner))
    names = ("number", "owner", "job", "place", "health", "moves", "actions")
    columns = (*(getattr(state, name) for name in names), state.held_branches, state.held_food)
    return {
        "turn": (int(state.turn), int(state.player), int(state.orders_given), int(state.next_beaver_number)),
        "beavers": [
            [*(int(column[row]) for column in columns), int(state.distracted[row]), int(state.recruited[row])]
            for row in rows
        ],
        "listed": int(state.listed),
        "living": [int(number) for number in state.living],
        "standing": [[int(state.beaver_at[tile]) for tile in range(len(state.ground))]],
        "branches": [int(number) for number in state.branches],
        "food": [int(number) for number in state.food],
        "lodge": [int(number) for number in state.lodge],
        "lodges": [[int(tile) for tile in state.lodges if state.lodge[tile] == seat] for seat in range(2)],
        "price": [int(state.price(seat)) for seat in range(2)],
        "points": [int(state.points(seat)) for seat in range(2)],
        "stored": [[int(state.stored_branches(seat)), int(state.stored_food(seat))] for seat in range(2)],
        "spawners": [
            [int(state.spawner_health[one]), int(state.spawner_pause[one] > 0)]
            for one in range(len(state.spawner_tile))
        ],
        "history": [int(number) for number in state.history],
        "end": (int(state.ended), int(state.decided), int(state.winner)),
    }


def twin_snapshot(twin: Naive) -> dict[str, object]:
    everyone = [*twin.beavers, *twin.newcomers]
    return {
        "turn": (twin.turn, twin.player.index, twin.orders_given, twin.next_beaver_number),
        "beavers": [twin_beaver(twin, beaver) for beaver in everyone],
        "listed": len(twin.beavers),
        "living": [twin.living(player) for player in twin.players],
        "standing": [[-1 if tile.beaver is None else everyone.index(tile.beaver) for tile in twin.tiles]],
        "branches": [tile.holds["branches"] for tile in twin.tiles],
        "food": [tile.holds[FOOD] for tile in twin.tiles],
        "lodge": [-1 if tile.lodge_owner is None else tile.lodge_owner.index for tile in twin.tiles],
        "lodges": [[tile.index for tile in player.lodges] for player in twin.players],
        "price": [player.price for player in twin.players],
        "points": [len(player.lodges) for player in twin.players],
        "stored": [[twin.stored(player, goods) for goods in GOODS] for player in twin.players],
        "spawners": [[spawner.health, int(spawner.harvested)] for spawner in twin.spawners],
        "history": [number for row in twin.rounds for number in row],
        "end": (twin.ended, twin.decided, -1 if twin.winner is None else twin.winner.index),
    }


def twin_beaver(twin: Naive, beaver: Beaver) -> list[int]:
    return [
        beaver.number,
        beaver.owner.index,
        twin.jobs.index(beaver.job),
        -1 if beaver.tile is None else beaver.tile.index,
        beaver.health,
        beaver.moves,
        beaver.actions,
        *(beaver.carried[goods] for goods in GOODS),
        beaver.distracted,
        int(beaver.recruited),
    ]


def state_difference(state: Stumped, twin: Naive) -> str:
    mine, its = snapshot(state), twin_snapshot(twin)
    return "; ".join(f"{name}: {mine[name]}, by the twin {its[name]}" for name in mine if mine[name] != its[name])


def answer_difference(state: Stumped, twin: Naive) -> str:
    """Returns the first difference in the seats asked and their legal answers."""
    asked = -1 if twin.over or twin.tossing else twin.player.index
    for seat in range(2):
        legal = [int(action) for action in state.legal(seat)] if state.owes(seat) else []
        wanted = twin.legal() if seat == asked else []
        if legal != wanted:
            return f"asked of {seat}: {legal}, by the twin {wanted}"
        if state.midway(seat) != (seat == twin.player.index and twin.chosen is not None):
            return f"midway for {seat}: {state.midway(seat)}"
    if int(state.outcomes) != (2 if twin.tossing else 0):
        return f"outcomes: {state.outcomes}"
    return ""


# Random orders.


def random_order(twin: Naive, rng: Random) -> Order:
    """Returns a random order, often absurd, sometimes legal."""
    kind = rng.choice(list(ORDER_KINDS))
    goods, amount = rng.choice(GOODS), rng.choice(AMOUNTS)
    if kind == "recruit":
        own = [tile for tile in twin.tiles if tile.lodge_owner is not None]
        return Order(kind, rng.choice(twin.jobs), rng.choice(own if own and rng.random() < 0.7 else twin.tiles))
    everyone = [*twin.beavers, *twin.newcomers]
    mine = [beaver for beaver in everyone if beaver.owner is twin.player and beaver.actions > 0]
    caller = rng.choice(mine if mine and rng.random() < 0.7 else everyone)
    near = [tile for way in STEPS if caller.tile and (tile := twin.neighbour(caller.tile, way))]
    tile = rng.choice(near if near and rng.random() < 0.7 else twin.tiles)
    if caller.tile is not None and rng.random() < 0.2:
        tile = caller.tile
    target: Target = tile
    if kind == "harvest":
        target = tile.spawner or rng.choice(twin.spawners)
    elif kind == "attack":
        target = tile.beaver or rng.choice(everyone)
    return Order(kind, caller, target, goods, amount)


def order_numbers(twin: Naive, order: Order) -> tuple[int, int, int, int, int]:
    """Returns the order in the numbers of the rules: kind, caller, target, goods, amount."""
    everyone = [*twin.beavers, *twin.newcomers]
    caller: Caller = order.caller
    row = twin.jobs.index(caller) if isinstance(caller, Job) else everyone.index(caller)
    target = -1
    if isinstance(order.target, Tile):
        target = order.target.index
    elif isinstance(order.target, Spawner):
        target = twin.spawners.index(order.target)
    elif isinstance(order.target, Beaver):
        target = everyone.index(order.target)
    return ORDER_KINDS[order.kind], row, target, GOODS.index(order.goods), order.amount


def reason_difference(state: Stumped, twin: Naive, rng: Random, met: Counter[str]) -> str:
    for _ in range(NONSENSE_ORDERS_PER_STEP):
        order = random_order(twin, rng)
        seat = twin.player.index if rng.random() < 0.95 else 1 - twin.player.index
        mine, its = int(check_order(state, seat, *order_numbers(twin, order))), twin.reason(seat, order)
        met[f"reason {its}"] += 1
        if mine != its:
            return f"reason: {mine}, by the twin {its}, for {order.kind} {order_numbers(twin, order)} of {seat}"
        action = rng.randrange(56) if rng.random() < 0.7 else rng.randrange(int(action_count(twin.width, twin.height)))
        mine, its = int(state.refusal(seat, action)), twin.refusal(seat, action)
        met[f"refusal {its}"] += 1
        if mine != its:
            return f"refusal: {mine}, by the twin {its}, for {action} of {seat}"
    return ""


# A match.


def order_kind(order: int) -> str:
    return [kind for kind, base in ORDER_KINDS.items() if base <= order][-1]


def random_answer(rng: Random, legal: list[int], temper: dict[str, int], patience: float) -> int:
    """Returns a random answer: first its kind, by temper, then any of that kind."""
    if legal[0] == a.END:
        return legal[0] if len(legal) == 1 or rng.random() > patience else rng.choice(legal[1:])
    if legal[0] > a.AMOUNT:
        return rng.choice(legal)
    kinds = sorted({order_kind(order) for order in legal})
    weights = [temper[kind] + 0.01 for kind in kinds]
    kind = rng.choices(kinds, weights)[0]
    return rng.choice([order for order in legal if order_kind(order) == kind])


def play_both(number: int, kind: type[Naive] = Naive, changes: str = "") -> TwinResult:
    """Plays one match on both; returns the first difference, the answers given, and the cases met."""
    rng = Random(number)
    state = deal_match(
        {**random_options(number), OVERRIDES_OPTION: changes},
        rng.randrange(1 << 20),
        Journal() if number % 3 else None,
    )  # a listener changes nothing
    if number % 5:
        randomize(state, rng)
    twin = kind(state)
    tempers = [rng.choice(TEMPERS), rng.choice(TEMPERS)]
    patience = rng.choice((0.7, 0.9, 0.97))
    done: list[str] = []
    met: Counter[str] = Counter()
    while len(done) < 5000:
        found = answer_difference(state, twin) or state_difference(state, twin)
        if found or state.over():
            met[f"end {twin.ended} {twin.decided}"] += 1
            return found, done, met
        if state.phase == TOSSING:
            side = rng.randrange(2)
            state.deal_outcome(side)
            twin.toss(side)
            continue
        if found := reason_difference(state, twin, rng, met):
            return found, done, met
        seat = twin.player.index
        if rng.random() < 0.003:
            done.append(f"{seat} forfeits")
            state.forfeit(seat)
            twin.forfeit(seat)
        elif state.phase == CHOOSING and twin.reason(seat, order := random_order(twin, rng)) == 0:
            done.append(f"{order.kind} {order_numbers(twin, order)}")
            apply_order(state, *order_numbers(twin, order))
            twin.apply_order(order)
        else:
            action = random_answer(rng, twin.legal(), tempers[seat], patience)
            done.append(str(action))
            state.play(seat, action)
            twin.answer(action)
    return "no end", done, met
