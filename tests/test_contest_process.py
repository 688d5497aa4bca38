"""The inside of a match process, run in a thread: its loop, its connections, its people, and its last messages."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.contest.engine.client_connection import BACKLOG_LIMIT, ClientConnection, ClientHandover
from parlour.contest.engine.contest_match import MOST_GAMELOG_BYTES
from parlour.contest.engine.framing import EOT, FrameBuffer, encode_json
from parlour.contest.engine.game_wire import load_wire_module
from parlour.contest.engine.match_channel import MatchChannel
from parlour.contest.engine.match_setup import ContestMatchSetup, SeatSetup
from parlour.contest.lobby import Lobby
from parlour.contest.match_process import FAILURE_MESSAGE, MatchProcess, Paths
from parlour.contest.match_settings import complete_settings, parse_settings_query
from parlour.games.stumped import GAME
from parlour.kernel.record import read_record
from parlour.table.verify import verify

WIRING = load_wire_module(GAME)
SMALL = "mapWidth=12&mapHeight=8&randomSeed=a&maxTurns=2"


class ChannelClient:
    """The client end of a socket."""

    def __init__(self, line: socket.socket) -> None:
        self.socket = line
        self.frames = FrameBuffer(size_limit=1 << 30)
        self.state: dict[str, Any] = {}
        self.order: int | None = None  # the open order
        line.settimeout(30)

    def send(self, event: str, data: object) -> None:
        self.socket.sendall(encode_json({"event": event, "data": data}) + EOT)

    def receive(self, event: str) -> Any:
        """Returns the data of the next such event, or None if the connection is closed first."""
        while True:
            for body in self.frames:
                found = json.loads(body)
                if found["event"] == "delta" and not self.state:
                    self.state = found["data"]
                if found["event"] == "order":
                    self.order = found["data"]["index"]
                if found["event"] == event:
                    return found.get("data", {})
            piece = self.socket.recv(1 << 16)
            if not piece:
                return None
            self.frames.feed(piece)

    def run(self, seat: int, function: str, **args: object) -> Any:
        beaver = self.state["gameObjects"][str(seat)]["beavers"]["0"]
        self.send("run", {"caller": beaver, "functionName": function, "args": args})
        return self.receive("ran")

    def finish(self) -> None:
        if self.order is None:
            self.receive("order")
        self.send("finished", {"orderIndex": self.order, "returned": True})
        self.order = None


class MatchThread:
    """A match in a thread, two clients, a spectator, and the lobby's end of the channel."""

    def __init__(self, folder: Path, query: str, kinds: tuple[str, str], begun: bytes = b"") -> None:
        settings = complete_settings(WIRING.SETTINGS, parse_settings_query(WIRING.SETTINGS, query))
        options = Lobby(GAME, WIRING, {}).options_for(settings)
        seat_setups = tuple(
            SeatSetup(kind, f"{kind} {seat}", "x", "builder" * (kind == "bot")) for seat, kind in enumerate(kinds)
        )
        seats = [seat for seat, kind in enumerate(kinds) if kind == "client"]
        pairs = [(seat, *socket.socketpair()) for seat in [*seats, None]]
        ours, theirs = socket.socketpair()
        self.clients = [ChannelClient(mine) for _, mine, _ in pairs]
        self.channel = MatchChannel(ours)
        self.folder = folder
        handovers = [ClientHandover(other, seat, False, begun if seat == 0 else b"") for seat, _, other in pairs]
        setup = ContestMatchSetup(GAME.home, options, settings, "friday", seat_setups)
        self.process = MatchProcess(setup, handovers, theirs, Paths(folder, folder, 3080))
        self.thread = threading.Thread(target=self._play, daemon=True)
        self.thread.start()

    def _play(self) -> None:
        self.process.run()
        self.process.finish()

    def next_channel_message(self, letter: bytes) -> bytes:
        """Returns the next message with this tag on the channel."""
        for _ in range(3000):
            for body in self.channel.receive():
                self.channel_messages.append(body)
            for body in self.channel_messages:
                if body.startswith(letter):
                    self.channel_messages.remove(body)
                    return body[len(letter) :]
            time.sleep(0.01)
        raise AssertionError(f"no word {letter!r}")

    channel_messages: list[bytes]

    def receive_as_person(self, seat: int, kind: str) -> Any:
        while True:
            found = json.loads(self.next_channel_message(b"t%d" % seat))
            if found["type"] == kind:
                return found

    def send_as_person(self, seat: int, /, **message: object) -> None:
        self.channel.send(b"s%d" % seat + encode_json(message))

    def wait_for_result(self) -> Any:
        found = json.loads(self.next_channel_message(b"d"))
        self.thread.join(30)
        assert not self.thread.is_alive()
        return found

    def load_gamelog(self) -> Any:
        return json.loads(gzip.decompress(next(self.folder.glob("*.json.gz")).read_bytes()))


@contextlib.contextmanager
def running_match(
    folder: Path, query: str = SMALL, kinds: tuple[str, str] = ("client", "client"), begun: bytes = b""
) -> Iterator[MatchThread]:
    found = MatchThread(folder, query, kinds, begun)
    found.channel_messages = []
    try:
        yield found
    finally:
        found.channel.socket.close()
        for client in found.clients:
            client.socket.close()
        found.thread.join(30)
        assert not found.thread.is_alive()


def test_a_whole_match(tmp_path: Path) -> None:
    with running_match(tmp_path) as match:
        first, second, watcher = match.clients
        match.channel.send(b"w")
        assert first.receive("start") == {"playerID": "0"}
        assert watcher.receive("start") == {}
        first.finish()
        second.finish()
        outcome = match.wait_for_result()
        for client in match.clients:
            over = client.receive("over")
            assert over["gamelogURL"] == f"http://__HOSTNAME__:3080/gamelog/{outcome['gamelog']}"
            assert client.receive("nothing more") is None
        entries = [message[1:] for message in match.channel_messages if message.startswith(b"e")]
        assert [json.loads(entry) for entry in entries] == match.load_gamelog()["deltas"]
        assert any(message.startswith(b"s") for message in match.channel_messages)
    record = read_record((tmp_path / f"{outcome['record']}.parlour").read_text())
    assert verify(lambda _: GAME, record).summary() == "holds"
    assert {path.suffix for path in tmp_path.iterdir()} == {".gz", ".parlour"}


def test_messages_sent_before_the_match_are_handled_in_it(tmp_path: Path) -> None:
    early_message = encode_json({"event": "finished", "data": {"orderIndex": 0, "returned": True}})
    with running_match(tmp_path, begun=early_message + EOT) as match:
        assert match.clients[1].receive("order")["index"] == 0


def test_a_flood_is_answered_in_turn_with_the_other(tmp_path: Path) -> None:
    with running_match(tmp_path) as match:
        first, second, _ = match.clients
        for client in (first, second):
            client.receive("start")
        beaver = second.state["gameObjects"]["1"]["beavers"]["0"]
        message = encode_json({"event": "run", "data": {"caller": beaver, "functionName": "harvest", "args": {}}}) + EOT
        flood = threading.Thread(target=second.socket.sendall, args=(message * 3000,), daemon=True)
        flood.start()
        for _ in range(3):
            first.run(0, "buildLodge")
        runs = sum(seat.run_count for seat in match.process.match.seats)
        assert runs < 3000  # the other client did not wait for the end of the flood
        first.finish()
        for _ in range(3000):
            assert second.receive("ran") is False
        flood.join()


def test_a_client_that_never_reads_gets_back_pressure_and_loses(tmp_path: Path) -> None:
    with running_match(tmp_path, f"{SMALL}&playerStartingTime=1500000000&timeAddedPerTurn=0") as match:
        first, second, _ = match.clients
        second.receive("start")
        first.receive("order")
        long = encode_json(
            {"event": "run", "data": {"caller": {"id": "0"}, "functionName": "log", "args": {"message": "x" * 9000}}}
        )
        first.socket.settimeout(0.5)
        with pytest.raises(TimeoutError):
            first.socket.sendall((long + EOT) * 5000)
        assert second.receive("over")
        assert match.wait_for_result()["losers"][0]["timedOut"] is True


def test_a_connection_too_far_behind_is_dropped(tmp_path: Path) -> None:
    with running_match(tmp_path) as match:
        first, second, watcher = match.clients
        first.receive("order")
        second.receive("start")
        line = match.process.connections[2]
        assert line.seat is None
        line.send(b"x" * (BACKLOG_LIMIT + 10_000_000))
        assert line.peer_closed
        first.run(0, "buildLodge")
        for _ in range(100):
            if line not in match.process.connections:
                break
            time.sleep(0.05)
        assert line not in match.process.connections
        assert first.run(0, "buildLodge") is False
        assert watcher.socket.recv(10)


def test_who_sends_garbage_or_leaves_loses_alone(tmp_path: Path) -> None:
    with running_match(tmp_path) as match:
        first, second, watcher = match.clients
        watcher.socket.close()
        first.receive("order")
        first.socket.sendall(b"x" * (1 << 20))
        assert "at most" in first.receive("fatal")["message"]
        assert second.receive("over")
        assert match.wait_for_result()["losers"][0]["disconnected"] is True
    with running_match(tmp_path / "..") as match:
        first, second, _ = match.clients
        first.receive("order")
        second.socket.close()
        assert first.receive("over")
        assert match.wait_for_result()["winners"][0]["index"] == 0


def test_a_client_that_sends_too_much_is_disconnected(tmp_path: Path) -> None:
    with running_match(tmp_path) as match:
        first, second, _ = match.clients
        first.receive("order")
        match.process.match.seats[0].gamelog_bytes = MOST_GAMELOG_BYTES
        assert first.run(0, "buildLodge") is True
        assert first.receive("fatal")["message"].startswith("The player gave too many orders")
        assert second.receive("over")


def test_the_lobby_ends_a_match_with_or_without_a_message(tmp_path: Path) -> None:
    with running_match(tmp_path) as match:
        first, second, _ = match.clients
        first.receive("order")
        match.channel.send(b"x-Good night.")
        for client in (first, second):
            assert client.receive("fatal")["message"] == "Good night."
        assert match.wait_for_result()["failure"] == "Good night."
        assert match.load_gamelog()["winners"] == []
    with running_match(tmp_path) as match:
        match.clients[0].receive("order")
        match.channel.socket.close()
        assert match.clients[0].receive("fatal")


def test_bots_play_by_themselves(tmp_path: Path) -> None:
    with running_match(tmp_path, kinds=("bot", "bot")) as match:
        assert match.wait_for_result()["winners"][0]["name"] in ("bot 0", "bot 1")
        kinds = {entry["type"] for entry in match.load_gamelog()["deltas"]}
        assert kinds == {"start", "order", "ran", "finished", "over"}


def test_a_person_gets_updates_and_questions_and_answers_them(tmp_path: Path) -> None:
    with running_match(tmp_path, kinds=("human", "client")) as match:
        client = match.clients[0]
        match.channel.send(b"c0")
        update = match.receive_as_person(0, "update")
        question = update["question"]
        assert (update["state"], update["lights"], update["names"]) == ("playing", [0], ["human 0", "client 1"])
        tile = next(choice["action"] for choice in question["choices"] if choice["action"] != "end")
        for message, code in (
            ({"type": "answer", "question": question["number"], "action": f"{tile} dance"}, "illegal"),
            ({"type": "answer", "question": question["number"], "action": f"{tile} build end"}, "illegal"),
            ({"type": "answer", "question": question["number"], "action": f"{tile} attack east"}, "illegal"),
            ({"type": "answer", "question": 99, "action": "end"}, "stale"),
            ({"type": "undo", "question": question["number"]}, "undo"),
            ({"type": "vote", "seat": 0, "yes": True}, "malformed"),
            ({"type": "nonsense"}, "malformed"),
        ):
            match.send_as_person(0, **message)
            assert match.receive_as_person(0, "refused")["code"] == code, message
        match.send_as_person(0, type="ping")
        match.receive_as_person(0, "pong")
        match.send_as_person(0, type="pages")
        assert match.receive_as_person(0, "pages")["pages"] is not None
        match.send_as_person(0, type="answer", question=question["number"], action=tile)
        match.receive_as_person(0, "receipt")
        staged = match.receive_as_person(0, "update")
        assert staged["undo"] == staged["question"]["number"]
        match.send_as_person(0, type="undo", question=staged["undo"])
        question = match.receive_as_person(0, "update")["question"]
        match.send_as_person(0, type="answer", question=question["number"], action=f"{tile} build")
        assert client.receive("delta")
        question = match.receive_as_person(0, "update")["question"]
        match.send_as_person(0, type="answer", question=question["number"], action="end")
        assert match.receive_as_person(0, "update")["question"] is None
        match.channel.send(b"g0")
        client.run(1, "buildLodge")
        match.channel.send(b"c0")
        back = match.receive_as_person(0, "update")
        assert len(back["lines"]) > 2
        client.finish()
        over = match.receive_as_person(0, "update")
        while over["state"] != "over":
            over = match.receive_as_person(0, "update")
        assert over["result"]["winners"]
        match.wait_for_result()


def test_updates_to_a_person_are_paced(tmp_path: Path) -> None:
    with running_match(tmp_path, kinds=("client", "human")) as match:
        client = match.clients[0]
        match.channel.send(b"c1")
        match.receive_as_person(1, "update")
        client.receive("start")
        for _ in range(30):
            client.run(0, "harvest")
        time.sleep(0.3)
        client.run(0, "buildLodge")
        client.finish()
        person_update = match.receive_as_person(1, "update")
        updates = 1
        while person_update["question"] is None:
            person_update = match.receive_as_person(1, "update")
            updates += 1
        assert updates < 25
        match.send_as_person(1, type="answer", question=person_update["question"]["number"], action="end")
        match.wait_for_result()


def test_a_gamelog_that_cannot_be_stored_does_not_stop_the_match(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with running_match(folder) as match:
        folder.rmdir()
        first, second, _ = match.clients
        first.finish()
        second.finish()
        assert first.receive("over") == {}
        outcome = match.wait_for_result()
        assert (outcome["gamelog"], outcome["record"]) == (None, None)


def test_connections_close_cleanly(tmp_path: Path) -> None:
    with running_match(tmp_path) as match:
        first = match.clients[0]
        first.receive("order")
        line = match.process.connections[0]
        assert isinstance(line, ClientConnection)
        match.process.match.abort(FAILURE_MESSAGE)
        match.channel.send(b"x-")
        assert first.receive("fatal")["message"] == FAILURE_MESSAGE
        first.send("run", {})
        assert match.wait_for_result()["failure"] == FAILURE_MESSAGE
        assert first.receive("nothing") is None
