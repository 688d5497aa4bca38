"""A gamelog told again as the conversation one of its players had."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.contest.checker import Checker


class Word(NamedTuple):
    own: bool  # said by the client, not by the server
    message: dict[str, Any]


def conversation(log: dict[str, Any], player: str) -> Iterator[Word]:
    """All that this player said and was told."""
    yield Word(True, {"event": "alias", "data": "Stumped"})
    yield Word(False, {"event": "named", "data": "Stumped"})
    yield Word(True, {"event": "play", "data": {}})
    lobbied = {key: log[key] for key in ("gameName", "gameVersion", "gameSession", "constants")}
    yield Word(False, {"event": "lobbied", "data": lobbied})
    for entry in log["deltas"]:
        mine = entry.get("data", {}).get("player") == {"id": player}
        if mine:
            yield from _before(entry["type"], entry["data"])
        if entry["game"]:
            yield Word(False, {"event": "delta", "data": entry["game"]})
        if entry["type"] == "start":
            yield Word(False, {"event": "start", "data": {"playerID": player}})
        elif entry["type"] == "over":
            yield Word(False, {"event": "over", "data": {}})
        elif mine:
            yield from _after(entry["type"], entry["data"])


def _before(kind: str, told: dict[str, Any]) -> Iterator[Word]:
    if kind == "ran":
        yield Word(True, {"event": "run", "data": told["run"]})
        if "invalid" in told:
            yield Word(False, {"event": "invalid", "data": {"message": told["invalid"]}})
    elif kind == "finished":
        yield Word(True, {"event": "finished", "data": {"orderIndex": told["order"]["index"], "returned": True}})


def _after(kind: str, told: dict[str, Any]) -> Iterator[Word]:
    if kind == "order":
        yield Word(False, {"event": "order", "data": told["order"]})
    elif kind == "ran":
        returned = told.get("returned")
        yield Word(False, {"event": "ran"} if returned is None else {"event": "ran", "data": returned})


def overhear(words: Iterable[Word], checker: Checker) -> Checker:
    for own, message in words:
        if own:
            checker.said(message["event"], message["data"])
        else:
            checker.heard(json.dumps(message))
    return checker
