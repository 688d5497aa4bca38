"""A contest client written from the protocol page alone: what Joueur.py does, in small.

python -m tests.contest.client --host 127.0.0.1 --port 3000 --session friday --player random
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.contest.checker import Checker
from tests.contest.line import Line
from tests.contest.mirror import Game, Thing

Message = dict[str, Any]


class Fatal(Exception):
    """The server broke off, and said why."""

    def __init__(self, message: str, timed_out: bool) -> None:
        super().__init__(message)
        self.message = message
        self.timed_out = timed_out


class Unknown(Exception):
    """An event no client knows."""


class Over(Exception):
    """The match has ended as matches should."""


class Outcome(NamedTuple):
    name: str
    session: str
    player: str | None  # the id of this client's player; spectators have none
    won: bool
    lost: bool
    reason: str
    turn: int
    orders: int
    refused: int
    gamelog: str
    message: str


Turn = Callable[["Client"], bool]  # gives its orders; True ends the turn


class Client:
    def __init__(
        self, host: str, port: int, keep: bool = False, patience: float = 60.0, checker: Checker | None = None
    ) -> None:
        self.line = Line(host, port, patience)
        self.checker = checker
        self.game = Game(self.run)
        self.me: Any = None  # the own player, a Thing
        self.turn: Turn = lambda client: True
        self.keep = keep
        self.kept: list[Message] = []
        self.lobbied: Message = {}
        self.farewell: Message = {}
        self.refusals: list[str] = []
        self.orders = 0
        self.name = ""

    def say(self, event: str, data: Any = None) -> None:
        if self.checker is not None:
            self.checker.said(event, data)
        self.line.say(event, data)

    def take(self) -> Message:
        text = self.line.text()
        if self.checker is not None:
            self.checker.heard(text)
        message: Message = json.loads(text)
        if self.keep:
            self.kept.append(message)
        return message

    def hear(self, wanted: str | None) -> Any:
        """Waits for an event; what comes before it is dealt with as it comes."""
        while True:
            message = self.take()
            event: str = message["event"]
            data: Any = message.get("data")
            if event == wanted:
                return data
            if event == "delta":
                self.game.merge(data)
            elif event == "meta-delta":
                self.game.merge(data["game"])
            elif event == "order":
                self.obey(data)
            elif event == "invalid":
                self.refusals.append(data["message"])
            elif event == "over":
                host = self.line.host
                self.farewell = {key: text.replace("__HOSTNAME__", host) for key, text in data.items()}
                raise Over
            elif event == "fatal":
                raise Fatal(data["message"], data.get("timedOut", False))
            else:
                raise Unknown(str(event))

    def obey(self, order: Message) -> None:
        if order["name"] != "runTurn" or order["args"] != []:
            raise Unknown(f"order {order}")
        self.say("finished", {"orderIndex": order["index"], "returned": self.turn(self)})

    def run(self, caller: Thing, function: str, arguments: dict[str, Any]) -> Any:
        """One order of a player, and what came of it."""
        named = {key: {"id": value.id} if isinstance(value, Thing) else value for key, value in arguments.items()}
        self.orders += 1
        self.say("run", {"caller": {"id": caller.id}, "functionName": function, "args": named})
        value = self.hear("ran")
        return self.game.game_objects[value["id"]] if isinstance(value, dict) else value

    def alias(self, name: str = "stumped") -> str:
        self.say("alias", name)
        return str(self.hear("named"))

    def enter(self, name: str, session: str | None = "*", settings: str = "", index: int | str | None = None,
              **rest: Any) -> str:  # fmt: skip
        """Takes a seat, and gives the name of the session."""
        self.name = name
        asked = {
            "gameName": self.alias(), "requestedSession": session, "clientType": "Python", "playerName": name,
            "playerIndex": index, "password": None, "gameSettings": settings or None, **rest,
        }  # fmt: skip
        self.say("play", asked)
        self.lobbied = self.hear("lobbied")
        self.game.announce(self.lobbied["constants"])
        _ = self.lobbied["gameVersion"], self.lobbied["gameName"]
        return str(self.lobbied["gameSession"])

    def start(self) -> None:
        """Waits for the other player and the first state."""
        told = self.hear("start") or {}
        if "playerID" in told:
            self.me = self.game.game_objects[told["playerID"]]

    def play(self, turn: Turn) -> Outcome:
        """Plays to the end."""
        self.turn = turn
        try:
            if self.me is None:
                self.start()
            self.hear(None)
        except Over:
            return self.outcome()
        raise AssertionError("a wait for nothing ended")

    def outcome(self) -> Outcome:
        me = self.me
        return Outcome(
            self.name, str(self.lobbied["gameSession"]), me.id if me else None, bool(me and me.won),
            bool(me and me.lost), (me.reason_won or me.reason_lost) if me else "", self.game.current_turn,
            self.orders, len(self.refusals), self.farewell.get("gamelogURL", ""), self.farewell.get("message", ""),
        )  # fmt: skip

    def close(self) -> None:
        self.line.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def main() -> None:
    from tests.contest.players import PLAYERS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=3000)
    parser.add_argument("--session", default="*")
    parser.add_argument("--index", default=None)
    parser.add_argument("--player", choices=sorted(PLAYERS), default="random")
    parser.add_argument("--name", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--settings", default="")
    parser.add_argument("--spectate", action="store_true")
    words = parser.parse_args()
    extra = {"spectating": True} if words.spectate else {}
    with Client(words.host, words.port) as client:
        try:
            client.enter(words.name or words.player, words.session, words.settings, words.index, **extra)
            print(json.dumps(client.play(PLAYERS[words.player](words.seed))._asdict()))
        except Fatal as fatal:
            raise SystemExit(f"The server broke off: {fatal.message}") from None


if __name__ == "__main__":
    main()
