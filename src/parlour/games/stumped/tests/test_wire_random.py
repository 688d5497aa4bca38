"""Random orders, legal and not: a client that merges all deltas knows the exact state."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

from parlour.games.stumped.rules.actions import NOWHERE, TILES
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests.positions import deal_match, random_options, randomize
from parlour.games.stumped.tests.wire_client import DeltaMerger, PlayedWire
from parlour.games.stumped.wire.adapter import ORDERS
from parlour.games.stumped.wire.deltas import DeltaEncoder
from parlour.games.stumped.wire.objects import BEAVER, JOB, PLAYER, SPAWNER, TILE
from parlour.kernel.match import apply_log
from parlour.kernel.wire_types import MalformedRun

STEPS = 60
JUNK: list[Any] = [None, 7, "x", [], {}, {"id": None}, {"id": "99999"}, {"id": "0"}]
AMOUNTS: list[Any] = [0, 1, 2, 3, 15, -1, "2", None, 2**40, "many"]


def random_wire(number: int, rng: Random) -> PlayedWire:
    """Returns the wire of a random position, on any map but the largest."""
    options = random_options(number % 12)
    state = deal_match(options, number)
    if rng.random() < 0.8:
        randomize(state, rng)
    return PlayedWire(state, "s", ("A", "B"), ("x", "y"), (5, 5), 1)


def random_event(wire: PlayedWire, rng: Random) -> None:
    """Makes one random event happen."""
    chance = rng.random()
    state = wire.valley
    seat = int(state.player)
    if chance < 0.12:
        wire.finish_turn(seat)
        if state.outcomes > 0:
            wire.deal(rng.randrange(2))
    elif chance < 0.13:
        wire.forfeit(rng.randrange(2), "left", "stayed")
    elif chance < 0.5:
        give_legal_order(wire, seat, rng)
    else:
        give_random_order(wire, seat if rng.random() < 0.9 else 1 - seat, rng)
    if rng.random() < 0.5:
        wire.set_time_left(rng.randrange(2), rng.randrange(100))


def give_legal_order(wire: PlayedWire, seat: int, rng: Random) -> None:
    """Gives a legal order, as a bot does."""
    copy = wire.valley.clone()
    actions: list[int] = []
    while not actions or copy.midway(seat):
        choices = [int(action) for action in copy.legal(seat) if actions or action >= TILES]
        if not choices:
            return
        actions.append(rng.choice(choices))
        copy.play(seat, actions[-1])
    assert not wire.act(seat, actions).result.invalid
    assert wire.state.pack() == copy.pack()


def give_random_order(wire: PlayedWire, seat: int, rng: Random) -> None:
    """Sends a random order as a client might, most often a refused one."""
    ids = wire.registry.ids
    (kind, function), (_, argument, target) = rng.choice(list(ORDERS.items()))
    args: dict[str, Any] = {
        "resource": rng.choice(("branches", "food", "Food", "wood")), "amount": rng.choice(AMOUNTS)
    }  # fmt: skip
    if argument:
        args[argument] = {"id": rng.choice(ids[target])} if rng.random() < 0.9 and ids[target] else rng.choice(JUNK)
    if rng.random() < 0.15:
        kind, function, args["message"] = rng.choice(list(ids)), "log", rng.choice(("hm", "x" * 20_000, None, "ha"))
    if rng.random() < 0.05:
        kind = rng.choice(list(ids))
    if not ids[kind]:
        return
    before = wire.state.pack()
    try:
        ran = wire.run(seat, rng.choice(ids[kind]), function, args)
    except MalformedRun:
        assert wire.state.pack() == before
        return
    if ran.invalid:
        assert wire.state.pack() == before


def merger_from_scratch(wire: PlayedWire) -> DeltaMerger:
    """Returns a client that merged only the full delta of a new encoder."""
    known = wire.encoder
    encoder = DeltaEncoder(wire.valley, wire.registry, known.constants, known.player_constants, known.times)
    encoder.logs = known.logs
    encoder.reasons = known.reasons
    return DeltaMerger(encoder.encode_full())


def check_columns(state: Stumped, wire: PlayedWire, game: dict[str, Any]) -> None:
    """Checks that the client's state equals the columns."""
    objects, ids = game["gameObjects"], wire.registry.ids
    for tile, name in enumerate(ids[TILE]):
        known = objects[name]
        assert (known["branches"], known["food"]) == (state.branches[tile], state.food[tile])
        assert known["lodgeOwner"] == (None if state.lodge[tile] < 0 else {"id": ids[PLAYER][int(state.lodge[tile])]})
        row = int(state.beaver_at[tile])
        assert known["beaver"] == (None if row < 0 else {"id": ids[BEAVER][int(state.number[row])]})
    for spawner, name in enumerate(ids[SPAWNER]):
        assert objects[name]["health"] == state.spawner_health[spawner]
        assert objects[name]["hasBeenHarvested"] == (state.spawner_pause[spawner] > 0)
    rows = {ids[BEAVER][int(number)]: row for row, number in enumerate(state.number)}
    for name in ids[BEAVER]:
        known = objects[name]
        if name not in rows:
            assert (known["health"], known["tile"], known["moves"], known["food"]) == (0, None, -1, -1)
            continue
        row = rows[name]
        place = int(state.place[row])
        assert known["tile"] == (None if place == NOWHERE else {"id": ids[TILE][place]})
        assert known["owner"] == {"id": ids[PLAYER][int(state.owner[row])]}
        assert known["job"] == {"id": ids[JOB][int(state.job[row])]}
        assert known["recruited"] == (state.recruited[row] == 1)
        assert (known["health"], known["moves"], known["actions"], known["branches"], known["food"]) == (
            state.health[row], state.moves[row], state.actions[row], state.held_branches[row], state.held_food[row]
        )  # fmt: skip
        assert known["turnsDistracted"] == state.distracted[row]
    lists = [game["beavers"], *(objects[name]["beavers"] for name in ids[PLAYER])]
    assert lists[0]["&LEN"] == state.listed == lists[1]["&LEN"] + lists[2]["&LEN"]
    for seat, name in enumerate(ids[PLAYER]):
        assert objects[name]["lodges"]["&LEN"] == state.lodge_count[seat]
        assert objects[name]["branchesToBuildLodge"] == state.price(seat)
    assert (game["currentTurn"], game["currentPlayer"]) == (state.turn, {"id": ids[PLAYER][int(state.player)]})


@settings(max_examples=30, deadline=None, derandomize=True)
@given(some.integers(0, 10**6))
def test_all_deltas_merged_are_the_whole(number: int) -> None:
    rng = Random(number)
    wire = random_wire(number, rng)
    first = wire.valley.clone()
    client = DeltaMerger(wire.full_delta())
    for _ in range(STEPS):
        if wire.state.over():
            break
        random_event(wire, rng)
        if rng.random() < 0.1:
            continue  # changes may pile up before they are told
        client.apply_delta(wire.next_delta())
        assert wire.next_delta() == {}
        assert client.game == merger_from_scratch(wire).game
        check_columns(wire.valley, wire, client.game)
    apply_log(first, wire.log)
    assert first.pack() == wire.state.pack()
