"""Odd names, sessions, indices, settings and orders: refused, or fatal for their sender alone."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest

from tests.contest.contest_server import SMALL_MAP, ContestServer, connected_pair, session_names, unrelated_match
from tests.contest.joueur_client import FatalError, JoueurClient, MatchOver
from tests.contest.protocol_checker import ProtocolChecker
from tests.contest.raw_requests import (
    check_server_accepts,
    expect_fatal,
    expect_fatal_message,
    expect_win,
    fetch_gamelog,
    raw_connection,
    run_raw_order,
    send_finished,
)

NAMES = [
    "\u202eevil", "\x04", "\x00", "a\nb", '"};', "𝕆" * 60, "é" * 80, " ", "<script>", "&RM", 17, [1],
    {"a": 1},
]  # fmt: skip
SESSIONS = [
    "../../up", "/etc/passwd", "a/b", "a\\b", "..", ".", "%2e%2e", "s" * 3000, "ñandú", "a b", "\x00", "\n", "?x=1#y",
    17, [1],
]  # fmt: skip
SETTINGS = [17, ["maxTurns=3"], {"maxTurns": 3}, "maxTurns", "&&&", "%zz=%00", "a=b" * 100_000, "=", True]
JUNK = [
    None, 7, -1, 1.5, True, "", "x", "690", [], {}, [{"id": "0"}], {"id": None}, {"id": 7}, {"id": "99999"},
    {"id": {"id": "0"}}, {"id": "0"}, {"id": "-1"}, {"ID": "2"}, {"id": "2 "}, {"id": ["2"]}, "&RM", "x" * 5000,
]  # fmt: skip
CALLERS: list[Any] = [
    None,
    [],
    "OWN",
    {},
    {"id": None},
    {"id": 0},
    {"id": ["OWN"]},
    {"id": "99999"},
    {"id": "0"},
    {"id": "2"},
]
FUNCTIONS: list[Any] = [None, "", "recruit", "fly", "__init__", "Move", ["move"], 17]
BROKEN_ORDERS: list[Any] = [
    *[None, 17, [], {}, {"functionName": "move", "args": {}}],
    *[{"caller": caller, "functionName": "move", "args": {}} for caller in CALLERS],
    *[{"caller": {"id": "OWN"}, "functionName": function, "args": {}} for function in FUNCTIONS],
]


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_hurt_nobody(contest: ContestServer, name: Any) -> None:
    session = next(session_names)
    with contest.client(checker=ProtocolChecker()) as odd, contest.client(checker=ProtocolChecker()) as other:
        odd.join("", session, f"{SMALL_MAP}&maxTurns=2", 0, playerName=name, clientType=name)
        other.join("Elm", session)
        send_finished(odd, _wait_for_order(odd))
        send_finished(other, _wait_for_order(other))
        for client in (odd, other):
            with pytest.raises(MatchOver):
                client.receive_until(None)
            assert client.checker is not None
            assert client.checker.faults == []
            assert isinstance(client.game.players[0].name, str)
        fetch_gamelog(contest, odd.outcome().gamelog)


def test_a_lone_surrogate_is_accepted_or_refused(contest: ContestServer) -> None:
    with contest.client(checker=ProtocolChecker()) as client, contextlib.suppress(FatalError):
        client.join("", "new", playerName="\ud800")
    check_server_accepts(contest)


def _wait_for_order(client: JoueurClient) -> dict[str, Any]:
    client.wait_for_start()
    order: dict[str, Any] = client.receive_until("order")
    return order


@pytest.mark.parametrize("session", SESSIONS)
def test_odd_sessions_stay_in_their_folder(contest: ContestServer, session: Any) -> None:
    above = {path.name for path in contest.log.parent.iterdir()}
    with contest.client() as first, contest.client() as second:
        try:
            name = first.join("Oak", session, f"{SMALL_MAP}&maxTurns=1")
        except FatalError:
            return
        second.join("Elm", name)
        send_finished(first, _wait_for_order(first))
        with pytest.raises(MatchOver):
            first.receive_until(None)
        fetch_gamelog(contest, first.outcome().gamelog)
    assert {path.name for path in contest.log.parent.iterdir()} == above


@pytest.mark.parametrize("index", [2, -5, 1.5, "two", "2", 2**70])
def test_wrong_indices_are_refused(contest: ContestServer, index: Any) -> None:
    with contest.client() as client, pytest.raises(FatalError):
        client.join("Oak", "new", "", index)


@pytest.mark.parametrize("index", [True, [], {}, [0], "", "-1"])
def test_odd_indices_are_accepted_or_refused(contest: ContestServer, index: Any) -> None:
    with contest.client() as client, contextlib.suppress(FatalError):
        client.join("Oak", "new", "", index)
    check_server_accepts(contest)


@pytest.mark.parametrize(
    "settings", [17, ["maxTurns=3"], {"maxTurns": 3}, "maxTurns", "&&&", "%zz=%00", "a=b" * 100_000, "=", True]
)
def test_odd_settings_are_accepted_or_refused(contest: ContestServer, settings: Any) -> None:
    with contest.client() as client, contextlib.suppress(FatalError):
        client.join("Oak", "new", "", gameSettings=settings)
    check_server_accepts(contest)


@pytest.mark.parametrize("data", [None, 17, "Stumped", [], {}, {"gameName": None}, {"gameName": ["Stumped"]}])
def test_odd_play_requests_are_refused(contest: ContestServer, data: Any) -> None:
    with raw_connection(contest) as line:
        line.send("play", data)
        assert expect_fatal_message(line)


@pytest.mark.parametrize("data", [None, 17, [], {}, "", "x" * 100_000])
def test_odd_aliases_are_refused(contest: ContestServer, data: Any) -> None:
    with raw_connection(contest) as line:
        line.send("alias", data)
        assert expect_fatal_message(line)


def test_every_argument_of_a_wrong_kind_is_refused(contest: ContestServer) -> None:
    with (
        unrelated_match(contest),
        connected_pair(contest, f"{SMALL_MAP}&playerStartingTime=600000000000") as (first, second),
    ):
        first.receive_until("order")
        beaver, job, here = first.me.beavers[0], first.game.jobs[0], {"id": first.me.beavers[0].tile.id}
        orders: list[tuple[Any, str, dict[str, Any], list[str]]] = [
            (beaver, "move", {}, ["tile"]),
            (beaver, "harvest", {}, ["spawner"]),
            (beaver, "attack", {}, ["beaver"]),
            (beaver, "drop", {"tile": here, "resource": "food", "amount": 1}, ["tile", "resource", "amount"]),
            (beaver, "pickup", {"tile": here, "resource": "food", "amount": 1}, ["tile", "resource", "amount"]),
            (job, "recruit", {}, ["tile"]),
        ]
        for caller, function, arguments, tested in orders:
            for argument in tested:
                for junk in JUNK:
                    value, reason = run_raw_order(first, caller, function, **{**arguments, argument: junk})
                    assert value is (None if function == "recruit" else False), (function, argument, junk)
                    assert reason, (function, argument, junk)
        for junk in JUNK:
            run_raw_order(first, beaver, "log", message=junk)
        assert beaver.branches == 1
        assert first.checker is not None
        assert first.checker.faults == []
        second.close()
        expect_win(first)


@pytest.mark.parametrize("run", BROKEN_ORDERS)
def test_broken_orders_are_fatal_for_their_sender(contest: ContestServer, run: Any) -> None:
    with connected_pair(contest) as (first, second):
        first.receive_until("order")
        first.socket.send_bytes(
            json.dumps({"event": "run", "data": run}).replace("OWN", first.me.beavers[0].id).encode() + b"\x04"
        )
        assert not expect_fatal(first).timed_out
        expect_win(second)


@pytest.mark.parametrize("arguments", [None, 17, "tile", [], [{"id": "2"}]])
def test_arguments_that_are_no_table_are_refused_or_fatal(contest: ContestServer, arguments: Any) -> None:
    with connected_pair(contest) as (first, second):
        first.receive_until("order")
        run = {"caller": {"id": first.me.beavers[0].id}, "functionName": "move", "args": arguments}
        first.send("run", run)
        try:
            assert first.receive_until("ran") is False
            first.close()
        except FatalError:
            pass
        expect_win(second)


@pytest.mark.parametrize("event", ["run", "finished"])
def test_only_players_may_give_orders(contest: ContestServer, event: str) -> None:
    data = {"caller": {"id": "0"}, "functionName": "log", "args": {}, "orderIndex": 0, "returned": True}
    with raw_connection(contest) as line:
        line.send(event, data)
        assert expect_fatal_message(line)
    with contest.client() as client:
        client.join("Oak", "new")
        client.socket.send(event, data)
        expect_fatal(client)
    name = next(session_names)
    with contest.client() as watcher:
        watcher.join("Owl", name, spectating=True)
        with connected_pair(contest, session=name) as (first, second):
            watcher.wait_for_start()
            watcher.socket.send(event, data)
            expect_fatal(watcher)
            send_finished(first, first.receive_until("order"))
            second.receive_until("order")


@pytest.mark.parametrize("index", [1, -1, 99, None, "zero", [], {}, 0.5])
def test_finishing_an_unknown_order_is_fatal(contest: ContestServer, index: Any) -> None:
    with connected_pair(contest) as (first, second):
        first.receive_until("order")
        first.socket.send("finished", {"orderIndex": index, "returned": True})
        expect_fatal(first)
        expect_win(second)


@pytest.mark.parametrize("data", [None, 17, [], {}, "0"])
def test_finishing_without_data_is_fatal(contest: ContestServer, data: Any) -> None:
    with connected_pair(contest) as (first, second):
        first.receive_until("order")
        first.socket.send("finished", data)
        expect_fatal(first)
        expect_win(second)


def test_finishing_twice_or_out_of_turn_is_fatal(contest: ContestServer) -> None:
    with unrelated_match(contest):
        with connected_pair(contest) as (first, second):
            order = first.receive_until("order")
            send_finished(first, order)
            send_finished(first, order)
            expect_fatal(first)
            expect_win(second)
        with connected_pair(contest) as (first, second):
            first.receive_until("order")
            send_finished(second, {"index": 0})
            expect_fatal(second)
            expect_win(first)


def test_a_second_play_request_changes_nothing_for_others(contest: ContestServer) -> None:
    request = {"gameName": "Stumped", "requestedSession": "new"}
    with unrelated_match(contest), connected_pair(contest) as (first, second):
        first.receive_until("order")
        first.socket.send("alias", "stumped")
        first.socket.send("play", request)
        expect_fatal(first)
        expect_win(second)
