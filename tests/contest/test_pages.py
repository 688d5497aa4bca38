"""Gamelogs and the HTTP pages of a contest server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.contest.contest_server import SMALL_MAP, ContestServer, connected_pair, play_match, session_names
from tests.contest.joueur_client import MatchOver
from tests.contest.protocol_checker import VERSION
from tests.contest.raw_requests import fetch_gamelog, run_raw_order, send_finished
from tests.contest.turn_strategies import idle, random_player

SHORT = f"{SMALL_MAP}&maxTurns=6"


def test_a_gamelog_has_all_its_keys(contest: ContestServer) -> None:
    first, _ = play_match(contest, random_player(5, 4), idle(), settings=SHORT)
    log = fetch_gamelog(contest, first.outcome.gamelog)
    keys = "gamelogVersion gameName gameSession gameVersion constants settings epoch winners losers deltas"
    assert log.keys() >= set(keys.split())
    assert (log["gamelogVersion"], log["gameName"], log["gameVersion"]) == ("2.2.0", "Stumped", VERSION)
    assert log["gameSession"] == first.outcome.session
    assert log["constants"] == {"DELTA_REMOVED": "&RM", "DELTA_LIST_LENGTH": "&LEN"}
    assert (log["settings"]["maxTurns"], log["settings"]["mapWidth"], log["settings"]["randomSeed"]) == (6, 16, "7")
    assert log["settings"].keys() >= {"playerStartingTime", "playerNames", "timeAddedPerTurn", "maxSpawnerHealth"}
    assert log["winners"][0].keys() == {"index", "id", "name", "reason", "disconnected", "timedOut"}
    kinds = [entry["type"] for entry in log["deltas"]]
    assert (kinds[0], kinds[-1], kinds.count("order"), kinds.count("finished")) == ("start", "over", 6, 6)
    for entry in log["deltas"]:
        assert ("data" in entry) == (entry["type"] not in ("start", "over"))
        if entry["type"] == "finished":
            assert entry["data"]["order"].keys() == {"name", "index", "args", "errors"}
            assert entry["data"]["returned"] is True


def test_refused_orders_are_in_the_gamelog_with_their_reason(contest: ContestServer) -> None:
    with connected_pair(contest, f"{SMALL_MAP}&maxTurns=1") as (first, second):
        order = first.receive_until("order")
        beaver = first.me.beavers[0]
        run_raw_order(first, beaver, "drop", tile={"id": beaver.tile.id}, resource="Twigs", amount="7", more=[1])
        run_raw_order(first, first.game.jobs[3], "recruit", tile={"id": beaver.tile.id})
        beaver.log("hello")
        send_finished(first, order)
        with pytest.raises(MatchOver):
            first.receive_until(None)
        with pytest.raises(MatchOver):
            second.receive_until(None)
    entries = [entry for entry in fetch_gamelog(contest, first.outcome().gamelog)["deltas"] if entry["type"] == "ran"]
    dropped, recruited, logged = (entry["data"] for entry in entries)
    assert dropped["run"]["functionName"] == "drop"
    assert dropped["run"]["caller"] == {"id": beaver.id}
    assert dropped["run"]["args"]["resource"] == "Twigs"
    assert dropped["returned"] is False
    assert (dropped["invalid"], recruited["invalid"]) == tuple(first.refusals)
    assert recruited.get("returned") is None
    assert logged.get("returned") is None
    assert "invalid" not in logged


def test_finished_games_are_served(contest: ContestServer) -> None:
    first, _ = play_match(contest, idle(), idle(), settings=SHORT)
    name = first.outcome.gamelog.rsplit("/", 1)[1]
    assert name.startswith(f"Stumped-{first.outcome.session}-")
    page = contest.get(f"/gamelog/{name}")
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["content-type"].startswith("application/json")
    assert page.headers["access-control-allow-origin"] == "*"
    assert contest.get("/gamelog/latest").body == page.body
    assert name in contest.get("/gamelogs").body.decode()
    assert contest.get("/gamelog/nothing-of-this-name").status == 404
    assert contest.get("/gamelog/..%2F..%2Fcontest.log").status in (400, 404)


def test_the_status_of_a_session(contest: ContestServer) -> None:
    def status() -> dict[str, Any]:
        page = contest.get(f"/status/Stumped/{name}")
        found: dict[str, Any] = json.loads(page.body)
        return found

    name = next(session_names)
    assert status()["status"] == "empty"
    with contest.client() as first, contest.client() as second:
        first.join("Oak", name, SHORT)
        assert status()["status"] == "open"
        second.join("Elm", name)
        first.wait_for_start()
        second.wait_for_start()
        running = status()
        assert running["status"] == "running"
        assert [(each["name"], each["index"]) for each in running["clients"]] == [("Oak", 0), ("Elm", 1)]
        first.receive_until("order")
        first.close()
        with pytest.raises(MatchOver):
            second.receive_until(None)
    over = status()
    assert over["status"] == "over"
    assert [(each["won"], each["lost"], each["disconnected"]) for each in over["clients"]] == [
        (False, True, True),
        (True, False, False),
    ]
    assert over["gamelogFilename"] in contest.get("/gamelogs").body.decode()
