"""A gamelog told again as the conversation one of its players had."""

from __future__ import annotations

import json
from typing import Any

from tests.contest.checker import Checker

Entry = dict[str, Any]


def retell(log: dict[str, Any], player: str, checker: Checker) -> None:
    """Lets a checker hear all that this player said and was told."""

    def told(event: str, **data: Any) -> None:
        checker.heard(json.dumps({"event": event, **data}))

    checker.said("alias", "Stumped")
    told("named", data="Stumped")
    checker.said("play", {})
    told("lobbied", data={key: log[key] for key in ("gameName", "gameVersion", "gameSession", "constants")})
    for entry in log["deltas"]:
        mine = entry.get("data", {}).get("player") == {"id": player}
        if mine and entry["type"] == "ran":
            checker.said("run", entry["data"]["run"])
            if "invalid" in entry["data"]:
                told("invalid", data={"message": entry["data"]["invalid"]})
        if mine and entry["type"] == "finished":
            checker.said("finished", {"orderIndex": entry["data"]["order"]["index"], "returned": True})
        if entry["game"]:
            told("delta", data=entry["game"])
        if entry["type"] == "start":
            told("start", data={"playerID": player})
        elif entry["type"] == "over":
            told("over", data={})
        elif mine and entry["type"] == "order":
            told("order", data=entry["data"]["order"])
        elif mine and entry["type"] == "ran":
            returned = entry["data"].get("returned")
            told("ran", **({} if returned is None else {"data": returned}))
