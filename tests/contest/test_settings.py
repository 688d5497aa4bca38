"""The effects of settings on a match."""

from __future__ import annotations

import pytest

from tests.contest.contest_server import SMALL_MAP, ContestServer, connected_pair, session_names
from tests.contest.protocol_checker import VERSION
from tests.contest.raw_requests import expect_refused_entry, send_finished

SHORT = f"{SMALL_MAP}&maxTurns=6"


def test_settings_are_applied_to_the_match(contest: ContestServer) -> None:
    settings = (
        "mapWidth=12&mapHeight=8&maxTurns=44&lodgesToWin=3&playerStartingTime=5000000000&timeAddedPerTurn=7000000"
        "&playerNames[]=Ada&playerNames[]=Bob&maxSpawnerHealth=2&randomSeed=abc"
    )
    with connected_pair(contest, settings) as (first, second):
        game = first.game
        assert (game.map_width, game.map_height, len(game.tiles)) == (12, 8, 96)
        assert (game.max_turns, game.lodges_to_win, game.time_added_per_turn) == (44, 3, 7_000_000)
        assert [player.name for player in game.players] == ["Ada", "Bob"]
        assert [player.time_remaining for player in game.players] == [5_000_000_000] * 2
        for turn in range(6):
            mover = (first, second)[turn % 2]
            send_finished(mover, mover.receive_until("order"))
        first.receive_until("order")
        assert max(spawner.health for spawner in game.spawner) == 2


def test_the_defaults_are_those_of_the_rulebook_or_the_server(contest: ContestServer) -> None:
    with connected_pair(contest, "randomSeed=7") as (first, _):
        game = first.game
        assert (game.map_width, game.map_height, game.max_turns) in {(32, 20, 500), (32, 16, 200)}
        assert (game.free_beavers_count, game.spawner_harvest_constant, game.lodges_to_win) == (10, 2, 10)
        assert game.lodge_cost_constant == pytest.approx(1.618033988749895)
        assert game.time_added_per_turn == 1_000_000_000
        assert game.current_turn == 0
        assert game.current_player is game.players[0]
        assert first.me.time_remaining == 60_000_000_000
        assert [job.title for job in game.jobs] == [
            "Basic", "Builder", "Bulky", "Fighter", "Hot Lady", "Hungry", "Swift",
        ]  # fmt: skip
        assert first.lobby_data["gameVersion"] == VERSION


def test_one_seed_is_one_map(contest: ContestServer) -> None:
    def shape(settings: str) -> list[tuple[str, str, bool]]:
        with connected_pair(contest, settings) as (first, _):
            return [(tile.type, tile.flow_direction, tile.spawner is None) for tile in first.game.tiles]

    assert shape("randomSeed=maple") == shape("randomSeed=maple") != shape("randomSeed=birch")


def test_the_later_settings_replace_the_earlier(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as first, contest.client() as second:
        first.join("Oak", name, "maxTurns=33&mapWidth=20")
        second.join("Elm", name, "maxTurns=44")
        first.wait_for_start()
        assert first.game.max_turns == 44
        assert first.game.map_width == 32


@pytest.mark.parametrize(
    "settings",
    ["colour=red", "maxTurns=0", "maxTurns=many", "mapWidth=1", "playerStartingTime=0", "lodgesToWin=1",
     "maxSpawnerHealth=0", "minBranchSpawners=0", "timeAddedPerTurn=-1", "maxTurns=1e3000", "mapWidth=99999999"],
)  # fmt: skip
def test_bad_settings_are_fatal_and_explained(contest: ContestServer, settings: str) -> None:
    assert settings.split("=")[0] in expect_refused_entry(contest, settings=settings)
