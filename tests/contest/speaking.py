"""What tests say to a contest server word by word, and what they read of it afterwards."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.contest.board import Board
from tests.contest.checker import Checker
from tests.contest.client import Client, Fatal, Over
from tests.contest.house import Contest
from tests.contest.line import Line


def gamelog(contest: Contest, url: str) -> dict[str, Any]:
    assert url.startswith(f"http://127.0.0.1:{contest.web_port}/gamelog/"), url
    page = contest.get(url.removeprefix(f"http://127.0.0.1:{contest.web_port}"))
    assert page.status == 200
    found: dict[str, Any] = json.loads(gzip.decompress(page.body))
    return found


def board_of(log: dict[str, Any]) -> Board:
    """The last state of a gamelog: all its entries merged."""
    board = Board()
    for entry in log["deltas"]:
        if entry["game"]:
            board.take(entry["game"])
    assert board.faults == []
    return board


def ran(client: Client, caller: Any, function: str, **arguments: Any) -> tuple[Any, str]:
    """What a raw order gives, and the reason if it was refused."""
    before = len(client.refusals)
    client.say("run", {"caller": {"id": caller.id}, "functionName": function, "args": arguments})
    value = client.hear("ran")
    return value, client.refusals[-1] if len(client.refusals) > before else ""


def finish(client: Client, order: dict[str, Any], returned: Any = True) -> None:
    client.say("finished", {"orderIndex": order["index"], "returned": returned})


def broken_off(client: Client) -> Fatal:
    """How the server says that it is about to close."""
    with pytest.raises(Fatal) as raised:
        client.hear(None)
    assert raised.value.message
    return raised.value


def refused_entry(contest: Contest, session: str = "new", settings: str = "", **rest: Any) -> str:
    with contest.client(checker=Checker()) as client, pytest.raises(Fatal) as raised:
        client.enter("Oak", session, settings, **rest)
    assert not raised.value.timed_out
    return raised.value.message


def outlasts(client: Client) -> None:
    """The client hears the end of the match, and that it has won."""
    with pytest.raises(Over):
        client.hear(None)
    assert client.me.won
    assert client.me.opponent.lost
    assert client.me.reason_won
    assert client.me.opponent.reason_lost


@contextlib.contextmanager
def stranger(contest: Contest) -> Iterator[Line]:
    """Somebody who has connected and said nothing yet."""
    line = Line("127.0.0.1", contest.port)
    try:
        yield line
    finally:
        line.close()


def told_off(line: Line) -> str:
    """What the server says before it closes; it never closes without a word."""
    while (message := line.hear())["event"] != "fatal":
        assert message["event"] in ("named", "lobbied", "delta", "start", "order", "invalid", "ran"), message
    assert message["data"]["timedOut"] is False
    return str(message["data"]["message"])


def sensible(contest: Contest) -> None:
    """A newcomer is still welcome."""
    with contest.client() as client:
        assert client.alias() == "Stumped"
