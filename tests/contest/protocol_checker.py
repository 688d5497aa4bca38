"""Checks all messages of a contest client against the protocol page, and records every violation."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.contest.checker_board import LIST_LENGTH, REMOVED, CheckerBoard, JsonObject

VERSION: Final = "7de307cae4a9a163a9b3600cb20c4b376b9f9cc42f1b990852878fea0127eed3"
SERVER_EVENTS: Final = (
    "named",
    "lobbied",
    "delta",
    "meta-delta",
    "start",
    "order",
    "invalid",
    "ran",
    "over",
    "fatal",
)
GAMELOG_ENTRIES: Final = ("start", "order", "ran", "finished", "disconnect", "over")
NO_DATA: Final = object()


class ProtocolChecker(CheckerBoard):
    def __init__(self, allow_stray_ids: bool = False) -> None:
        super().__init__(allow_stray_ids)
        self.player_id: str | None = None
        self.started = False
        self.ended = ""
        self.next_order = 0
        self.pending: list[str] = []  # unanswered requests: alias, play, run
        self.run: JsonObject = {}
        self.refused = False
        self.deltas = 0  # since the last `run` or `finished`
        self.open_order: int | None = None
        self.finishing = False
        self.spectating = False
        self.meta = False

    # Messages of the client

    def client_sent(self, event: str, data: Any) -> None:
        if event in ("alias", "play", "run"):
            self.pending.append(event)
        if event == "play" and isinstance(data, dict):
            self.spectating = bool(data.get("spectating"))
            self.meta = bool(data.get("metaDeltas"))
        if event == "run":
            self.run = data
            self.refused, self.deltas = False, 0
        if event == "finished":
            self.refused, self.deltas = False, 0
            self.finishing = data.get("returned") is True

    # Messages of the server

    def server_sent(self, text: str) -> None:
        self.count += 1
        if not text.isascii():
            self.fault("not pure ASCII")
        message = json.loads(text)
        if not isinstance(message, dict) or not isinstance(message.get("event"), str):
            self.fault("no event")
            return
        if message.keys() - {"event", "data"}:
            self.fault(f"keys {sorted(message)}")
        event = message["event"]
        if event not in SERVER_EVENTS:
            self.fault(f"unknown event {event}")
            return
        if self.ended:
            self.fault(f"{event} after {self.ended}")
        getattr(self, "on_" + event.replace("-", "_"))(message.get("data", NO_DATA))

    def expect_pending(self, wanted: str, event: str) -> None:
        if wanted in self.pending:
            self.pending.remove(wanted)
        else:
            self.fault(f"{event} though nobody asked")

    def on_named(self, data: Any) -> None:
        self.expect_pending("alias", "named")
        if data != "Stumped":
            self.fault(f"named {data!r}")

    def on_lobbied(self, data: Any) -> None:
        self.expect_pending("play", "lobbied")
        if not self.has_fields(data, "lobbied", gameName=str, gameVersion=str, gameSession=str, constants=dict):
            return
        if data["gameVersion"] != VERSION:
            self.fault(f"gameVersion {data['gameVersion']}")
        if data["constants"] != {"DELTA_REMOVED": REMOVED, "DELTA_LIST_LENGTH": LIST_LENGTH}:
            self.fault(f"constants {data['constants']}")

    def on_start(self, data: Any) -> None:
        if not self.root:
            self.fault("start before the first delta")
        if self.started:
            self.fault("a second start")
        self.started = True
        if self.spectating:
            if isinstance(data, dict) and "playerID" in data:
                self.fault("a spectator was given a player")
        elif self.has_fields(data, "start", playerID=str):
            self.player_id = data["playerID"]
            if self.class_of(self.player_id) != "Player":
                self.fault(f"playerID {self.player_id} is no player")

    def on_order(self, data: Any) -> None:
        if not self.started or self.spectating:
            self.fault("an order to one who does not play")
        if not self.has_fields(data, "order", name=str, index=int, args=list):
            return
        if data["name"] != "runTurn" or data["args"]:
            self.fault(f"order {data['name']} {data['args']}")
        wanted = (self.next_order, self.open_order)
        if data["index"] not in wanted or self.pending:
            self.fault(f"order index {data['index']} where {wanted[0]} is next, waiting for {self.pending}")
        self.open_order = data["index"]
        self.next_order = max(self.next_order, data["index"] + 1)
        if self.root.get("currentPlayer") != {"id": self.player_id}:
            self.fault("an order while the other player is current")
        self.finishing = False

    def on_invalid(self, data: Any) -> None:
        self.has_fields(data, "invalid", message=str)
        if self.refused:
            self.fault("two refusals of one order")
        if self.deltas and "run" in self.pending:
            self.fault("invalid after the delta")
        self.refused = True

    def on_ran(self, data: Any) -> None:
        self.expect_pending("run", "ran")
        if not isinstance(self.run, dict):
            return
        function = self.run.get("functionName")
        if function == "log":
            right = data is NO_DATA
        elif function == "recruit":
            right = data is NO_DATA if self.refused else self.is_reference(data, "Beaver")
        else:
            right = data is (not self.refused)
        if not right:
            shown = "nothing" if data is NO_DATA else repr(data)
            self.fault(f"{function} ran with {shown}, refused: {self.refused}")
        self.refused = False

    def on_over(self, data: Any) -> None:
        self.ended = "over"
        if not isinstance(data, dict) or any(not isinstance(value, str) for value in data.values()):
            self.fault(f"over with {data!r}")
            return
        if data.keys() - {"gamelogURL", "visualizerURL", "message"}:
            self.fault(f"over with {sorted(data)}")
        players = [thing for thing in self.objects.values() if thing.get("gameObjectName") == "Player"]
        if sorted((player["won"], player["lost"]) for player in players) != [(False, True), (True, False)]:
            self.fault("over without one winner and one loser")
        for player in players:
            if bool(player["reasonWon"]) != player["won"] or bool(player["reasonLost"]) != player["lost"]:
                self.fault(f"reasons of player {player['id']} do not fit its result")

    def on_fatal(self, data: Any) -> None:
        self.ended = "fatal"
        self.has_fields(data, "fatal", message=str, timedOut=bool)

    def on_meta_delta(self, data: Any) -> None:
        if not self.meta:
            self.fault("a meta-delta nobody asked for")
        if not self.has_fields(data, "meta-delta", type=str, game=dict):
            return
        if data["type"] not in GAMELOG_ENTRIES:
            self.fault(f"entry of type {data['type']}")
        if ("data" not in data) != (data["type"] in ("start", "over")):
            self.fault(f"data of entry {data['type']}")
        if data["game"]:
            self.apply_delta(data["game"])

    def on_delta(self, data: Any) -> None:
        if self.meta:
            self.fault("a delta to one who asked for meta-deltas")
        if not isinstance(data, dict) or not data:
            self.fault("an empty delta")
            return
        self.deltas += 1
        if self.root and self.deltas == 1 and self.finishing:
            self.check_finished_delta(data)
        self.apply_delta(data)

    def check_finished_delta(self, data: JsonObject) -> None:
        changed = data.get("gameObjects", {})
        if any(player.keys() & {"won", "lost"} for player in changed.values()):
            return  # the other player left at this moment
        clock = {
            "gameObjects": {self.player_id: {"timeRemaining": changed.get(self.player_id, {}).get("timeRemaining")}}
        }
        if data != clock:
            self.fault("the first delta after finished is not the clock alone")

    def has_fields(self, data: Any, event: str, **kinds: type) -> bool:
        if not isinstance(data, dict):
            self.fault(f"{event} without data")
            return False
        for key, kind in kinds.items():
            if type(data.get(key)) is not kind:
                self.fault(f"{event} with {key} {data.get(key)!r}")
                return False
        return True
