"""Odd names, sessions, indices, settings and orders: refused, or fatal for their sender alone."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest

from tests.contest.checker import Checker
from tests.contest.client import Client, Fatal, Over
from tests.contest.house import SMALL, Contest, bystanders, names, pair
from tests.contest.speaking import broken_off, finish, gamelog, outlasts, ran, sensible, stranger, told_off

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
BROKEN: list[Any] = [
    *[None, 17, [], {}, {"functionName": "move", "args": {}}],
    *[{"caller": caller, "functionName": "move", "args": {}} for caller in CALLERS],
    *[{"caller": {"id": "OWN"}, "functionName": function, "args": {}} for function in FUNCTIONS],
]


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_hurt_nobody(contest: Contest, name: Any) -> None:
    session = next(names)
    with contest.client(checker=Checker()) as odd, contest.client(checker=Checker()) as other:
        odd.enter("", session, f"{SMALL}&maxTurns=2", 0, playerName=name, clientType=name)
        other.enter("Elm", session)
        finish(odd, _first_order(odd))
        finish(other, _first_order(other))
        for client in (odd, other):
            with pytest.raises(Over):
                client.hear(None)
            assert client.checker is not None
            assert client.checker.faults == []
            assert isinstance(client.game.players[0].name, str)
        gamelog(contest, odd.outcome().gamelog)


def test_half_a_character_is_taken_or_told_off(contest: Contest) -> None:
    with contest.client(checker=Checker()) as client, contextlib.suppress(Fatal):
        client.enter("", "new", playerName="\ud800")
    sensible(contest)


def _first_order(client: Client) -> dict[str, Any]:
    client.start()
    order: dict[str, Any] = client.hear("order")
    return order


@pytest.mark.parametrize("session", SESSIONS)
def test_odd_sessions_stay_in_their_folder(contest: Contest, session: Any) -> None:
    above = {path.name for path in contest.log.parent.iterdir()}
    with contest.client() as first, contest.client() as second:
        try:
            name = first.enter("Oak", session, f"{SMALL}&maxTurns=1")
        except Fatal:
            return
        second.enter("Elm", name)
        finish(first, _first_order(first))
        with pytest.raises(Over):
            first.hear(None)
        gamelog(contest, first.outcome().gamelog)
    assert {path.name for path in contest.log.parent.iterdir()} == above


@pytest.mark.parametrize("index", [2, -5, 1.5, "two", "2", 2**70])
def test_wrong_indices_are_told_off(contest: Contest, index: Any) -> None:
    with contest.client() as client, pytest.raises(Fatal):
        client.enter("Oak", "new", "", index)


@pytest.mark.parametrize("index", [True, [], {}, [0], "", "-1"])
def test_odd_indices_are_taken_or_told_off(contest: Contest, index: Any) -> None:
    with contest.client() as client, contextlib.suppress(Fatal):
        client.enter("Oak", "new", "", index)
    sensible(contest)


@pytest.mark.parametrize(
    "settings", [17, ["maxTurns=3"], {"maxTurns": 3}, "maxTurns", "&&&", "%zz=%00", "a=b" * 100_000, "=", True]
)
def test_odd_settings_are_taken_or_told_off(contest: Contest, settings: Any) -> None:
    with contest.client() as client, contextlib.suppress(Fatal):
        client.enter("Oak", "new", "", gameSettings=settings)
    sensible(contest)


@pytest.mark.parametrize("data", [None, 17, "Stumped", [], {}, {"gameName": None}, {"gameName": ["Stumped"]}])
def test_odd_requests_to_play_are_told_off(contest: Contest, data: Any) -> None:
    with stranger(contest) as line:
        line.say("play", data)
        assert told_off(line)


@pytest.mark.parametrize("data", [None, 17, [], {}, "", "x" * 100_000])
def test_odd_aliases_are_told_off(contest: Contest, data: Any) -> None:
    with stranger(contest) as line:
        line.say("alias", data)
        assert told_off(line)


def test_every_argument_of_a_wrong_kind_is_refused(contest: Contest) -> None:
    with bystanders(contest), pair(contest, f"{SMALL}&playerStartingTime=600000000000") as (first, second):
        first.hear("order")
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
                    value, reason = ran(first, caller, function, **{**arguments, argument: junk})
                    assert value is (None if function == "recruit" else False), (function, argument, junk)
                    assert reason, (function, argument, junk)
        for junk in JUNK:
            ran(first, beaver, "log", message=junk)
        assert beaver.branches == 1
        assert first.checker is not None
        assert first.checker.faults == []
        second.close()
        outlasts(first)


@pytest.mark.parametrize("run", BROKEN)
def test_broken_orders_are_fatal_for_their_sender(contest: Contest, run: Any) -> None:
    with pair(contest) as (first, second):
        first.hear("order")
        first.line.raw(
            json.dumps({"event": "run", "data": run}).replace("OWN", first.me.beavers[0].id).encode() + b"\x04"
        )
        assert not broken_off(first).timed_out
        outlasts(second)


@pytest.mark.parametrize("arguments", [None, 17, "tile", [], [{"id": "2"}]])
def test_arguments_that_are_no_table_are_refused_or_fatal(contest: Contest, arguments: Any) -> None:
    with pair(contest) as (first, second):
        first.hear("order")
        run = {"caller": {"id": first.me.beavers[0].id}, "functionName": "move", "args": arguments}
        first.say("run", run)
        try:
            assert first.hear("ran") is False
            first.close()
        except Fatal:
            pass
        outlasts(second)


@pytest.mark.parametrize("event", ["run", "finished"])
def test_who_does_not_play_gives_no_orders(contest: Contest, event: str) -> None:
    data = {"caller": {"id": "0"}, "functionName": "log", "args": {}, "orderIndex": 0, "returned": True}
    with stranger(contest) as line:
        line.say(event, data)
        assert told_off(line)
    with contest.client() as client:
        client.enter("Oak", "new")
        client.line.say(event, data)
        broken_off(client)
    name = next(names)
    with contest.client() as watcher:
        watcher.enter("Owl", name, spectating=True)
        with pair(contest, session=name) as (first, second):
            watcher.start()
            watcher.line.say(event, data)
            broken_off(watcher)
            finish(first, first.hear("order"))
            second.hear("order")


@pytest.mark.parametrize("index", [1, -1, 99, None, "zero", [], {}, 0.5])
def test_to_finish_an_order_nobody_gave_is_fatal(contest: Contest, index: Any) -> None:
    with pair(contest) as (first, second):
        first.hear("order")
        first.line.say("finished", {"orderIndex": index, "returned": True})
        broken_off(first)
        outlasts(second)


@pytest.mark.parametrize("data", [None, 17, [], {}, "0"])
def test_to_finish_nothing_is_fatal(contest: Contest, data: Any) -> None:
    with pair(contest) as (first, second):
        first.hear("order")
        first.line.say("finished", data)
        broken_off(first)
        outlasts(second)


def test_to_finish_twice_or_out_of_turn_is_fatal(contest: Contest) -> None:
    with bystanders(contest):
        with pair(contest) as (first, second):
            order = first.hear("order")
            finish(first, order)
            finish(first, order)
            broken_off(first)
            outlasts(second)
        with pair(contest) as (first, second):
            first.hear("order")
            finish(second, {"index": 0})
            broken_off(second)
            outlasts(first)


def test_to_ask_for_a_second_seat_changes_nothing_for_others(contest: Contest) -> None:
    asked = {"gameName": "Stumped", "requestedSession": "new"}
    with bystanders(contest), pair(contest) as (first, second):
        first.hear("order")
        first.line.say("alias", "stumped")
        first.line.say("play", asked)
        broken_off(first)
        outlasts(second)
