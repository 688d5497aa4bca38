"""Deltas for contest clients: the whole game once, then what changed (section 5 of the protocol)."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.stumped import wire as wiring
from parlour.games.stumped.tests.positions import draw_position
from parlour.games.stumped.tests.wire_client import SECOND, DeltaMerger, WireClient
from parlour.games.stumped.wire.settings import HIGHEST
from parlour.kernel.match import apply_log
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import RunResult

ROOT = """beavers currentPlayer currentTurn freeBeaversCount gameObjects jobs lodgeCostConstant lodgesToWin mapHeight
mapWidth maxTurns players session spawner spawnerHarvestConstant spawnerTypes tiles timeAddedPerTurn"""
CLASSES = {
    "Player": """beavers branchesToBuildLodge clientType lodges lost name opponent reasonLost reasonWon timeRemaining
    won""",
    "Tile": "beaver branches flowDirection food lodgeOwner spawner tileEast tileNorth tileSouth tileWest type x y",
    "Spawner": "hasBeenHarvested health tile type",
    "Beaver": "actions branches food health job moves owner recruited tile turnsDistracted",
    "Job": "actions carryLimit chopping cost damage distractionPower health moves munching title",
}
POND = """
.  .  .  T5
>  >  ~  ~
>  >  ~  C3
.  .  .  T5
"""
FIELD = ". . . .\n" * 4


def pond_client(**options: Any) -> WireClient:
    """Two beavers on a small map, as a match begins."""
    at = draw_position(POND, "server", **options)
    at.add_beaver(0, "Basic", 0, 0, branches=1)
    at.add_beaver(1, "Basic", 0, 3, branches=1)
    return WireClient(at)


def field_client(turn: int = 0, **options: Any) -> WireClient:
    return WireClient(draw_position(FIELD, "server", turn, **options))


# The whole.


def test_the_whole_has_every_attribute_and_no_other() -> None:
    whole: dict[str, Any] = pond_client().wire.full_delta()
    assert whole.keys() == set(ROOT.split())
    for thing in whole["gameObjects"].values():
        assert thing.keys() == {"id", "gameObjectName", "logs", *CLASSES[thing["gameObjectName"]].split()}
    assert {thing["gameObjectName"] for thing in whole["gameObjects"].values()} == CLASSES.keys()


def test_ids_are_numbered_through_and_tiles_column_by_column() -> None:
    whole: dict[str, Any] = pond_client().wire.full_delta()
    objects = whole["gameObjects"]
    assert list(map(int, sorted(objects, key=int))) == list(range(2 + 16 + 7 + 3 + 2))
    assert [objects[name]["gameObjectName"] for name in ("0", "1", "2", "17", "18", "24", "25", "28")] == [
        "Player", "Player", "Tile", "Tile", "Job", "Job", "Spawner", "Beaver",
    ]  # fmt: skip
    assert (objects["3"]["x"], objects["3"]["y"]) == (0, 1)
    assert (objects["6"]["x"], objects["6"]["y"]) == (1, 0)
    assert whole["tiles"]["1"] == {"id": "6"}, "the list itself goes row by row"
    assert whole["tiles"]["&LEN"] == 16
    assert all(thing["id"] == name for name, thing in objects.items())


def test_the_whole_says_what_is_where() -> None:
    client = pond_client()
    whole: dict[str, Any] = client.wire.full_delta()
    objects = whole["gameObjects"]
    assert objects[client.tile(1, 1)] == {
        "gameObjectName": "Tile", "id": "7", "logs": {"&LEN": 0}, "x": 1, "y": 1, "type": "water",
        "flowDirection": "East", "branches": 0, "food": 0, "beaver": None, "lodgeOwner": None, "spawner": None,
        "tileNorth": {"id": "6"}, "tileEast": {"id": "11"}, "tileSouth": {"id": "8"}, "tileWest": {"id": "3"},
    }  # fmt: skip
    assert objects[client.tile(0, 0)]["tileNorth"] is None
    assert objects[client.tile(2, 1)]["flowDirection"] == ""
    assert objects[client.tile(3, 2)]["spawner"] == {"id": client.spawner(3, 2)}
    assert objects[client.spawner(3, 2)] == {
        "gameObjectName": "Spawner", "id": "26", "logs": {"&LEN": 0}, "tile": {"id": "16"}, "type": "food",
        "health": 3, "hasBeenHarvested": False,
    }  # fmt: skip
    assert objects["22"] == {
        "gameObjectName": "Job", "id": "22", "logs": {"&LEN": 0}, "title": "Hot Lady", "cost": 15, "damage": 1,
        "health": 3, "moves": 3, "actions": 1, "chopping": 1, "munching": 1, "distractionPower": 3, "carryLimit": 1,
    }  # fmt: skip
    assert objects["1"] == {
        "gameObjectName": "Player", "id": "1", "logs": {"&LEN": 0}, "beavers": {"0": {"id": "29"}, "&LEN": 1},
        "branchesToBuildLodge": 1, "clientType": "JS", "lodges": {"&LEN": 0}, "lost": False, "name": "Elm",
        "opponent": {"id": "0"}, "reasonLost": "", "reasonWon": "", "timeRemaining": 60 * SECOND, "won": False,
    }  # fmt: skip
    assert whole["spawnerTypes"] == {"0": "branches", "1": "food", "&LEN": 2}
    assert (whole["lodgeCostConstant"], whole["spawnerHarvestConstant"]) == (1.618033988749895, 2)
    assert (whole["mapWidth"], whole["mapHeight"], whole["maxTurns"], whole["lodgesToWin"]) == (4, 4, 500, 10)
    assert (whole["session"], whole["timeAddedPerTurn"], whole["freeBeaversCount"]) == ("friday", SECOND, 10)
    assert (whole["currentTurn"], whole["currentPlayer"]) == (0, {"id": "0"})


# The examples of section 5.


def test_a_beaver_moves_downstream() -> None:
    client = WireClient(draw_position("> > ~ ~\n" * 4, "server"))
    oak = client.position.add_beaver(0, "Basic", 0, 1)
    client = WireClient(client.position)
    client.wire.full_delta()
    assert client.move(oak, 1, 1) == RunResult(True)
    client.wire.set_time_left(0, 60_871_000_000)
    beaver = client.beaver(oak)
    assert client.changes() == {
        "gameObjects": {
            "0": {"timeRemaining": 60_871_000_000},
            client.tile(0, 1): {"beaver": None},
            client.tile(1, 1): {"beaver": {"id": beaver}},
            beaver: {"tile": {"id": client.tile(1, 1)}, "moves": 2},
        }
    }
    assert client.changes() == {}


def test_a_recruit_is_told_whole_and_is_in_no_list_yet() -> None:
    client = field_client()
    client.position.add_beaver(0, "Basic", 3, 3)
    client.position.add_lodge(0, 1, 1)
    client = WireClient(client.position)
    client.wire.full_delta()
    ran = client.recruit("Builder", 1, 1)
    new = client.beaver(1)
    assert ran == RunResult({"id": new})
    assert client.changes() == {
        "gameObjects": {
            client.tile(1, 1): {"beaver": {"id": new}},
            new: {
                "actions": 1, "branches": 0, "food": 0, "health": 3, "job": {"id": client.job("Builder")}, "moves": 3,
                "owner": {"id": "0"}, "recruited": False, "tile": {"id": client.tile(1, 1)}, "turnsDistracted": 0,
                "gameObjectName": "Beaver", "id": new, "logs": {"&LEN": 0},
            },
        }
    }  # fmt: skip


def test_the_upkeep_closes_the_ranks() -> None:
    """The third of four beavers died, the fourth moves up, a new one joins."""
    client = field_client()
    mine = [client.position.add_beaver(0, "Basic", x, 0) for x in range(4)]
    client.position.add_beaver(1, "Basic", 0, 3)
    client.position.add_lodge(0, 0, 1)
    client.position.state.health[client.position.beaver_row(mine[2])] = 1
    client = WireClient(client.position)
    client.wire.full_delta()
    assert client.attack(mine[1], mine[2]).returned is True
    dead = client.changes()["gameObjects"][client.beaver(mine[2])]
    assert dead == {"health": 0, "tile": None, "branches": -1, "food": -1, "actions": -1, "moves": -1,
                    "turnsDistracted": -1}  # fmt: skip
    new = client.recruit("Swift", 0, 1).returned
    client.changes()
    client.end_turn()
    client.wire.set_time_left(1, 61 * SECOND)
    last = {"id": client.beaver(mine[3])}
    assert client.changes() == {
        "currentTurn": 1,
        "currentPlayer": {"id": "1"},
        "beavers": {"2": last, "3": {"id": client.beaver(4)}, "4": new, "&LEN": 5},
        "gameObjects": {
            "0": {"beavers": {"2": last, "3": new, "&LEN": 4}},
            "1": {"timeRemaining": 61 * SECOND},
            client.beaver(mine[1]): {"actions": 1},
        },
    }


def test_what_is_cut_off_a_list_is_removed() -> None:
    client = field_client()
    raider = client.position.add_beaver(0, "Basic", 2, 3)
    client.position.add_beaver(1, "Basic", 0, 0)
    for x in range(3):
        client.position.add_lodge(1, x + 1, 2, 3)
    client = WireClient(client.position)
    client.wire.full_delta()
    assert client.pickup(raider, (2, 2)).returned is True
    assert client.changes()["gameObjects"]["1"] == {
        "lodges": {"1": {"id": client.tile(3, 2)}, "2": "&RM", "&LEN": 2}, "branchesToBuildLodge": 3
    }  # fmt: skip
    client.end_turn()
    client.end_turn()
    client.changes()
    client.position.state.held_branches[client.position.beaver_row(raider)] = 0
    client.move(raider, 3, 3)
    client.changes()
    assert client.pickup(raider, (3, 2)).returned is True
    assert client.changes() == {
        "gameObjects": {
            "1": {"lodges": {"1": "&RM", "&LEN": 1}, "branchesToBuildLodge": 2},
            client.tile(3, 2): {"branches": 0, "lodgeOwner": None},
            client.beaver(raider): {"branches": 3, "actions": 0},
        }
    }


# More of changes.


def test_nothing_is_told_twice_and_a_refusal_tells_nothing() -> None:
    client = pond_client()
    client.wire.full_delta()
    assert client.changes() == {}
    assert client.move(0, 3, 3).returned is False
    assert client.changes() == {}
    client.wire.set_time_left(0, 60 * SECOND)
    assert client.changes() == {}, "the clock stands where it stood"


def skirmish_client() -> WireClient:
    """Fighter 2 stands between two enemies: 1, and 3, the latest recruit."""
    client = pond_client()
    client.position.add_beaver(0, "Fighter", 1, 3)
    client.position.add_beaver(1, "Basic", 1, 2)
    return WireClient(client.position)


@pytest.mark.parametrize("victim", [1, 3])
def test_a_death_that_nobody_was_told_of_is_told_after_the_upkeep(victim: int) -> None:
    client = skirmish_client()
    merger = DeltaMerger(client.wire.full_delta())
    assert client.attack(2, victim).returned is True
    client.end_turn()
    merger.apply_delta(client.changes())
    assert merger.game["gameObjects"][client.beaver(victim)]["turnsDistracted"] == -1
    assert merger.game["gameObjects"][client.beaver(victim)]["tile"] is None
    assert merger.game == DeltaMerger(client.wire.full_delta()).game


@pytest.mark.parametrize("victim", [1, 3])
def test_the_whole_of_a_later_moment_has_the_dead(victim: int) -> None:
    client = skirmish_client()
    client.attack(2, victim)
    client.end_turn()
    whole: dict[str, Any] = client.wire.full_delta()
    assert whole["gameObjects"][client.beaver(victim)] == {
        "gameObjectName": "Beaver", "id": client.beaver(victim), "logs": {"&LEN": 0}, "owner": {"id": "1"},
        "job": {"id": client.job("Basic")}, "tile": None, "health": 0, "moves": -1, "actions": -1, "branches": -1,
        "food": -1, "turnsDistracted": -1, "recruited": True,
    }  # fmt: skip
    living = [{"id": client.beaver(number)} for number in range(4) if number != victim]
    assert whole["beavers"] == {"0": living[0], "1": living[1], "2": living[2], "&LEN": 3}


def test_logs_grow_and_are_told_by_what_is_new() -> None:
    client = pond_client()
    client.wire.full_delta()
    assert client.run_order("5", "log", message="first") == RunResult(None, False)
    assert client.changes() == {"gameObjects": {"5": {"logs": {"0": "first", "&LEN": 1}}}}
    client.run_order("5", "log", message="second")
    client.run_order("5", "log", message=3)
    client.run_order("1", "log", message="")
    assert client.changes() == {
        "gameObjects": {"5": {"logs": {"1": "second", "2": "3", "&LEN": 3}}, "1": {"logs": {"0": "", "&LEN": 1}}}
    }
    assert client.wire.log.count() == 0, "no other effect"
    whole: dict[str, Any] = client.wire.full_delta()
    assert whole["gameObjects"]["5"]["logs"] == {"0": "first", "1": "second", "2": "3", "&LEN": 3}
    assert client.changes() == {}


def test_a_recruit_may_be_written_on_before_it_is_told() -> None:
    client = field_client()
    client.position.add_lodge(0, 1, 1)
    client = WireClient(client.position)
    client.wire.full_delta()
    client.recruit("Basic", 1, 1)
    client.run_order(client.beaver(0), "log", message="hello")
    assert client.changes()["gameObjects"][client.beaver(0)]["logs"] == {"0": "hello", "&LEN": 1}
    assert client.changes() == {}


# Ends.


def test_the_end_is_told_with_its_reasons() -> None:
    client = pond_client(turns=1)
    client.position.add_lodge(1, 0, 0, 2)
    client = WireClient(client.position)
    client.wire.full_delta()
    client.end_turn()
    delta = client.changes()
    assert client.wire.winner() == 1
    lost, won = client.wire.end_reasons()
    assert delta["gameObjects"]["0"] == {"lost": True, "reasonLost": lost}
    assert delta["gameObjects"]["1"] == {"won": True, "reasonWon": won}
    assert won.endswith("1 against 0 lodges")
    assert "currentTurn" not in delta
    assert "turn" in client.move(0, 1, 0).invalid


@pytest.mark.parametrize("outcome", [0, 1])
def test_a_coin_waits_for_the_dealer(outcome: int) -> None:
    client = pond_client(turns=1)
    merger = DeltaMerger(client.wire.full_delta())
    client.end_turn()
    assert client.position.state.outcomes == 2
    merger.apply_delta(client.changes())
    assert not merger.game["gameObjects"]["0"]["won"]
    client.wire.deal(outcome)
    merger.apply_delta(client.changes())
    assert client.wire.winner() == outcome
    assert merger.game["gameObjects"][str(outcome)]["won"]
    assert merger.game["gameObjects"][str(1 - outcome)]["lost"]
    assert "coin" in merger.game["gameObjects"][str(outcome)]["reasonWon"]


@pytest.mark.parametrize("seat", [0, 1])
def test_who_gives_up_has_lost(seat: int) -> None:
    client = pond_client()
    client.wire.full_delta()
    client.wire.forfeit(seat, "too late", "waited well")
    delta = client.changes()["gameObjects"]
    assert delta == {
        str(seat): {"lost": True, "reasonLost": "too late"},
        str(1 - seat): {"won": True, "reasonWon": "waited well"},
    }
    assert client.wire.winner() == 1 - seat
    copy = pond_client()
    apply_log(copy.position.state, client.wire.log)
    assert copy.position.state.pack() == client.position.state.pack()


def test_extinction_and_lodges_have_reasons_of_their_own() -> None:
    client = pond_client()
    client.position.add_beaver(0, "Fighter", 1, 3)
    client = WireClient(client.position)
    client.attack(2, 1)
    client.end_turn()
    assert client.wire.end_reasons() == ("The opponent has no beavers and no lodges", "No beavers and no lodges left")
    client = pond_client(turn=0, lodges=2)
    for x in range(2):
        client.position.add_lodge(0, x, 0)
    client = WireClient(client.position)
    client.end_turn()
    client.end_turn()
    assert client.wire.winner() == 0
    assert "Lodges enough" in client.wire.end_reasons()[0]


# Settings.


def default_settings() -> dict[str, Any]:
    return {setting.key: setting.default for setting in wiring.SETTINGS}


def test_the_usual_settings_are_the_rulebook() -> None:
    assert wiring.options_of(default_settings()) == {
        "turns": 500, "width": 32, "height": 20, "spawner_health": 5, "trees_min": 4, "trees_max": 12,
        "cattails_min": 1, "cattails_max": 3, "lodges": 10,
    }  # fmt: skip


def test_upper_ends_are_excluded() -> None:
    most = HIGHEST["trees_max"]
    found = wiring.options_of(
        {**default_settings(), "minFoodSpawners": 2, "maxFoodSpawners": 2, "maxBranchSpawners": most + 1}
    )
    assert (found["cattails_min"], found["cattails_max"], found["trees_max"]) == (2, 2, most)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("mapWidth", HIGHEST["width"] + 1), ("mapHeight", 21), ("mapHeight", HIGHEST["height"] + 2),
        ("maxTurns", 10**9), ("maxBranchSpawners", 3), ("maxFoodSpawners", HIGHEST["cattails_max"] + 2),
        ("lodgesToWin", HIGHEST["lodges"] + 1),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_named(key: str, value: int) -> None:
    with pytest.raises(Problem, match=key):
        wiring.options_of({**default_settings(), key: value})
