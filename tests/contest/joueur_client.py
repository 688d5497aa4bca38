"""A contest client written from the protocol page alone: a small Joueur.py.

python -m tests.contest.joueur_client --host 127.0.0.1 --port 3000 --session friday --player random"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.contest.client_objects import ClientGame, GameObject
from tests.contest.joueur_socket import JoueurSocket
from tests.contest.protocol_checker import ProtocolChecker

Message = dict[str, Any]


class FatalError(Exception):
    """The server closed the connection with a `fatal` message."""

    def __init__(self, message: str, timed_out: bool) -> None:
        super().__init__(message)
        self.message = message
        self.timed_out = timed_out


class UnknownEvent(Exception):
    """An event that is not in the protocol."""


class MatchOver(Exception):
    """The match ended regularly."""


class ClientOutcome(NamedTuple):
    name: str
    session: str
    player: str | None  # the id of this client's player; None for spectators
    won: bool
    lost: bool
    reason: str
    turn: int
    orders: int
    refused: int
    gamelog: str
    message: str


TurnFunction = Callable[["JoueurClient"], bool]  # sends orders; returns True to end the turn


class JoueurClient:
    def __init__(
        self, host: str, port: int, keep: bool = False, patience: float = 60.0, checker: ProtocolChecker | None = None
    ) -> None:
        self.socket = JoueurSocket(host, port, patience)
        self.checker = checker
        self.game = ClientGame(self.run_order)
        self.me: Any = None  # this client's Player
        self.turn: TurnFunction = lambda client: True
        self.keep_messages = keep
        self.messages: list[Message] = []
        self.lobby_data: Message = {}
        self.over_data: Message = {}
        self.refusals: list[str] = []
        self.orders = 0
        self.name = ""

    def send(self, event: str, data: Any = None) -> None:
        if self.checker is not None:
            self.checker.client_sent(event, data)
        self.socket.send(event, data)

    def receive(self) -> Message:
        text = self.socket.receive_text()
        if self.checker is not None:
            self.checker.server_sent(text)
        message: Message = json.loads(text)
        if self.keep_messages:
            self.messages.append(message)
        return message

    def receive_until(self, wanted: str | None) -> Any:
        """Waits for an event, and handles the messages before it."""
        while True:
            message = self.receive()
            event: str = message["event"]
            data: Any = message.get("data")
            if event == wanted:
                return data
            if event == "delta":
                self.game.merge(data)
            elif event == "meta-delta":
                self.game.merge(data["game"])
            elif event == "order":
                self.run_turn(data)
            elif event == "invalid":
                self.refusals.append(data["message"])
            elif event == "over":
                host = self.socket.host
                self.over_data = {key: text.replace("__HOSTNAME__", host) for key, text in data.items()}
                raise MatchOver
            elif event == "fatal":
                raise FatalError(data["message"], data.get("timedOut", False))
            else:
                raise UnknownEvent(str(event))

    def run_turn(self, order: Message) -> None:
        if order["name"] != "runTurn" or order["args"] != []:
            raise UnknownEvent(f"order {order}")
        self.send("finished", {"orderIndex": order["index"], "returned": self.turn(self)})

    def run_order(self, caller: GameObject, function: str, arguments: dict[str, Any]) -> Any:
        """Sends one order and returns its result."""
        named = {key: {"id": value.id} if isinstance(value, GameObject) else value for key, value in arguments.items()}
        self.orders += 1
        self.send("run", {"caller": {"id": caller.id}, "functionName": function, "args": named})
        value = self.receive_until("ran")
        return self.game.game_objects[value["id"]] if isinstance(value, dict) else value

    def request_alias(self, name: str = "stumped") -> str:
        self.send("alias", name)
        return str(self.receive_until("named"))

    def join(self, name: str, session: str | None = "*", settings: str = "", index: int | str | None = None,
              **rest: Any) -> str:  # fmt: skip
        """Takes a seat and returns the name of the session."""
        self.name = name
        request = {
            "gameName": self.request_alias(), "requestedSession": session, "clientType": "Python", "playerName": name,
            "playerIndex": index, "password": None, "gameSettings": settings or None, **rest,
        }  # fmt: skip
        self.send("play", request)
        self.lobby_data = self.receive_until("lobbied")
        self.game.set_constants(self.lobby_data["constants"])
        _ = self.lobby_data["gameVersion"], self.lobby_data["gameName"]
        return str(self.lobby_data["gameSession"])

    def wait_for_start(self) -> None:
        """Waits for the other player and the first delta."""
        start_data = self.receive_until("start") or {}
        if "playerID" in start_data:
            self.me = self.game.game_objects[start_data["playerID"]]

    def play(self, turn: TurnFunction) -> ClientOutcome:
        """Plays the match to its end."""
        self.turn = turn
        try:
            if self.me is None:
                self.wait_for_start()
            self.receive_until(None)
        except MatchOver:
            return self.outcome()
        raise AssertionError("a wait for nothing ended")

    def outcome(self) -> ClientOutcome:
        me = self.me
        return ClientOutcome(
            self.name, str(self.lobby_data["gameSession"]), me.id if me else None, bool(me and me.won),
            bool(me and me.lost), (me.reason_won or me.reason_lost) if me else "", self.game.current_turn,
            self.orders, len(self.refusals), self.over_data.get("gamelogURL", ""), self.over_data.get("message", ""),
        )  # fmt: skip

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> JoueurClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def main() -> None:
    from tests.contest.turn_strategies import PLAYERS

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
    options = parser.parse_args()
    extra = {"spectating": True} if options.spectate else {}
    with JoueurClient(options.host, options.port) as client:
        try:
            client.join(options.name or options.player, options.session, options.settings, options.index, **extra)
            print(json.dumps(client.play(PLAYERS[options.player](options.seed))._asdict()))
        except FatalError as fatal:
            raise SystemExit(f"The server broke off: {fatal.message}") from None


if __name__ == "__main__":
    main()
