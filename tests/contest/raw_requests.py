"""Requests that tests send to a contest server message by message, and checks of its answers."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.contest.checker_board import CheckerBoard
from tests.contest.contest_server import ContestServer
from tests.contest.joueur_client import FatalError, JoueurClient, MatchOver
from tests.contest.joueur_socket import JoueurSocket
from tests.contest.protocol_checker import ProtocolChecker


def fetch_gamelog(contest: ContestServer, url: str) -> dict[str, Any]:
    assert url.startswith(f"http://127.0.0.1:{contest.web_port}/gamelog/"), url
    page = contest.get(url.removeprefix(f"http://127.0.0.1:{contest.web_port}"))
    assert page.status == 200
    found: dict[str, Any] = json.loads(gzip.decompress(page.body))
    return found


def final_board(log: dict[str, Any]) -> CheckerBoard:
    """Returns the last state of a gamelog: all its deltas merged."""
    board = CheckerBoard()
    for entry in log["deltas"]:
        if entry["game"]:
            board.apply_delta(entry["game"])
    assert board.faults == []
    return board


def run_raw_order(client: JoueurClient, caller: Any, function: str, **arguments: Any) -> tuple[Any, str]:
    """Sends an order and returns its value, with the reason if it was refused."""
    before = len(client.refusals)
    client.send("run", {"caller": {"id": caller.id}, "functionName": function, "args": arguments})
    value = client.receive_until("ran")
    return value, client.refusals[-1] if len(client.refusals) > before else ""


def send_finished(client: JoueurClient, order: dict[str, Any], returned: Any = True) -> None:
    client.send("finished", {"orderIndex": order["index"], "returned": returned})


def expect_fatal(client: JoueurClient) -> FatalError:
    """Expects a `fatal` message and returns it."""
    with pytest.raises(FatalError) as raised:
        client.receive_until(None)
    assert raised.value.message
    return raised.value


def expect_refused_entry(contest: ContestServer, session: str = "new", settings: str = "", **rest: Any) -> str:
    with contest.client(checker=ProtocolChecker()) as client, pytest.raises(FatalError) as raised:
        client.join("Oak", session, settings, **rest)
    assert not raised.value.timed_out
    return raised.value.message


def expect_win(client: JoueurClient) -> None:
    """Expects the end of the match and a win of this client."""
    with pytest.raises(MatchOver):
        client.receive_until(None)
    assert client.me.won
    assert client.me.opponent.lost
    assert client.me.reason_won
    assert client.me.opponent.reason_lost


@contextlib.contextmanager
def raw_connection(contest: ContestServer) -> Iterator[JoueurSocket]:
    """Opens a connection that has not sent anything yet."""
    line = JoueurSocket("127.0.0.1", contest.port)
    try:
        yield line
    finally:
        line.close()


def expect_fatal_message(line: JoueurSocket) -> str:
    """Expects a `fatal` message before the connection closes, and returns its text."""
    while (message := line.receive())["event"] != "fatal":
        assert message["event"] in ("named", "lobbied", "delta", "start", "order", "invalid", "ran"), message
    assert message["data"]["timedOut"] is False
    return str(message["data"]["message"])


def check_server_accepts(contest: ContestServer) -> None:
    """Checks that the server still accepts new clients."""
    with contest.client() as client:
        assert client.request_alias() == "Stumped"
