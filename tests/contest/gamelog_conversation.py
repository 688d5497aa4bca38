"""Turns a gamelog into the messages that one of its players sent and received."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.contest.protocol_checker import ProtocolChecker


class ConversationMessage(NamedTuple):
    from_client: bool  # otherwise sent by the server
    message: dict[str, Any]


def conversation(log: dict[str, Any], player: str) -> Iterator[ConversationMessage]:
    """Yields all messages that this player sent and received."""
    yield ConversationMessage(True, {"event": "alias", "data": "Stumped"})
    yield ConversationMessage(False, {"event": "named", "data": "Stumped"})
    yield ConversationMessage(True, {"event": "play", "data": {}})
    lobbied = {key: log[key] for key in ("gameName", "gameVersion", "gameSession", "constants")}
    yield ConversationMessage(False, {"event": "lobbied", "data": lobbied})
    for entry in log["deltas"]:
        mine = entry.get("data", {}).get("player") == {"id": player}
        if mine:
            yield from _messages_before_delta(entry["type"], entry["data"])
        if entry["game"]:
            yield ConversationMessage(False, {"event": "delta", "data": entry["game"]})
        if entry["type"] == "start":
            yield ConversationMessage(False, {"event": "start", "data": {"playerID": player}})
        elif entry["type"] == "over":
            yield ConversationMessage(False, {"event": "over", "data": {}})
        elif mine:
            yield from _messages_after_delta(entry["type"], entry["data"])


def _messages_before_delta(kind: str, data: dict[str, Any]) -> Iterator[ConversationMessage]:
    if kind == "ran":
        yield ConversationMessage(True, {"event": "run", "data": data["run"]})
        if "invalid" in data:
            yield ConversationMessage(False, {"event": "invalid", "data": {"message": data["invalid"]}})
    elif kind == "finished":
        yield ConversationMessage(
            True, {"event": "finished", "data": {"orderIndex": data["order"]["index"], "returned": True}}
        )


def _messages_after_delta(kind: str, data: dict[str, Any]) -> Iterator[ConversationMessage]:
    if kind == "order":
        yield ConversationMessage(False, {"event": "order", "data": data["order"]})
    elif kind == "ran":
        returned = data.get("returned")
        yield ConversationMessage(False, {"event": "ran"} if returned is None else {"event": "ran", "data": returned})


def check_conversation(messages: Iterable[ConversationMessage], checker: ProtocolChecker) -> ProtocolChecker:
    for own, message in messages:
        if own:
            checker.client_sent(message["event"], message["data"])
        else:
            checker.server_sent(json.dumps(message))
    return checker
