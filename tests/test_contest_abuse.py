"""Abuse of a contest server: clients that leave at the worst moment, send endless or deeply nested messages, or join
twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from parlour.contest import lobby as lobbies
from parlour.contest.engine.contest_match import MOST_RUNS
from parlour.contest.engine.framing import (
    DEEPEST_NESTING,
    EOT,
    ContestProtocolError,
    FrameBuffer,
    decode_message,
    encode_json,
)
from parlour.contest.engine.game_wire import load_wire_module
from parlour.contest.engine.match_setup import id_text
from parlour.contest.lobby import Lobby
from parlour.contest.match_process import Paths
from parlour.contest.match_settings import LONGEST_CLOCK_TIME
from parlour.contest.match_supervisor import MatchHandle, MatchSupervisor
from parlour.games.stumped import GAME
from parlour.kernel.problem import Problem
from parlour.server.errors import Refused
from parlour.server.film_renderer import MOST_UPLOADS, UPLOADS_PER_ADDRESS, FilmRenderer
from parlour.server.rate_limits import Limits
from tests.contest.contest_server import running_contest
from tests.test_contest import MatchFixture, join_session, make_lobby

PLAY = {"gameName": "Stumped", "requestedSession": "q"}


def run_with_nested_lists(depth: int) -> bytes:
    run = b'{"event":"run","data":{"caller":{"id":"0"},"functionName":"log","args":{"message":"x","a":%b}}}'
    return run % (b"[" * depth + b"]" * depth)


@pytest.mark.parametrize("depth", [DEEPEST_NESTING, 900, 994, 100_000])
def test_a_message_nested_too_deep_loses_the_match(depth: int) -> None:
    fixture = MatchFixture()
    fixture.match.handle_message(fixture.clients[0], run_with_nested_lists(depth))
    assert fixture.clients[0].messages[-1]["event"] == "fatal"
    assert fixture.match.results()[0][0]["index"] == 1


def test_brackets_side_by_side_are_not_deep() -> None:
    assert decode_message(run_with_nested_lists(DEEPEST_NESTING // 2))[0] == "run"
    assert decode_message(encode_json({"event": "run", "data": {"args": {"message": "[{" * 1000}}}))[0] == "run"
    with pytest.raises(ContestProtocolError, match="deep"):
        decode_message(run_with_nested_lists(DEEPEST_NESTING))


def test_a_client_that_never_finishes_is_disconnected() -> None:
    fixture = MatchFixture()
    for number in range(MOST_RUNS + 1):
        assert not fixture.match.is_over
        fixture.finish(0, False, number)
        for client in fixture.clients:
            client.messages.clear()
    assert fixture.clients[0].closed
    assert fixture.match.results()[0][0]["index"] == 1


def test_runs_are_counted_by_the_turn() -> None:
    fixture = MatchFixture()
    for seat in (0, 1, 0):
        fixture.run(seat, "buildLodge")
        assert fixture.match.seats[seat].run_count == 1
        fixture.finish(seat, False)
        fixture.finish(seat)
        assert fixture.match.seats[seat].run_count == 0


def test_an_empty_list_is_no_arguments() -> None:
    """Clients in languages without a difference between lists and objects write an empty object as a list."""
    fixture = MatchFixture()
    beaver = fixture.full_state()["gameObjects"]["0"]["beavers"]["0"]
    fixture.clients[0].events()
    fixture.receive(0, "run", {"caller": beaver, "functionName": "buildLodge", "args": []})
    assert fixture.clients[0].events() in ("ran", "delta ran")
    assert json.loads(fixture.match.entries[-1])["data"]["run"]["args"] == {}


def test_whole_numbers_are_whole_however_they_are_written() -> None:
    assert [id_text(value) for value in (0, 0.0, "0", 1.5, True, None)] == ["0", "0", "0", "", "", ""]
    lobby = make_lobby()
    assert join_session(lobby, playerIndex=1.0)[1].wanted_seat == 1


def test_only_plain_bot_names_are_accepted() -> None:
    lobby = make_lobby()
    for name in ("chief", "hard", "random"):
        assert lobby.make_bot_participant(name).bot_spec == name
    for name in ("mcts:100000000", "rollout:5", "py:bots.py:Mine", "nobody"):
        with pytest.raises(Problem):
            lobby.make_bot_participant(name)


# The server, with real processes.


class AbuseClient:
    """The client end of a socket."""

    def __init__(self, host: MatchSupervisor) -> None:
        self.socket, theirs = socket.socketpair()
        self.socket.setblocking(False)
        self.frames = FrameBuffer(size_limit=1 << 30)
        host.listener.add_client(theirs)

    def send(self, event: str, data: object) -> None:
        self.socket.send(encode_json({"event": event, "data": data}) + EOT)

    async def receive(self, event: str) -> Any:
        while True:
            for body in self.frames:
                found = json.loads(body)
                if found["event"] == event:
                    return found.get("data")
            piece = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self.socket, 1 << 16), 60)
            assert piece, f"closed before {event}"
            self.frames.feed(piece)


def with_local_contest(work: Callable[[MatchSupervisor], Any], folder: Path) -> None:
    async def main() -> None:
        host = MatchSupervisor(Lobby(GAME, load_wire_module(GAME), {}), Paths(folder, folder, 0))
        await work(host)
        await host.close()

    asyncio.run(main())


def test_leaving_as_the_match_begins_loses(tmp_path: Path) -> None:
    async def work(host: MatchSupervisor) -> None:
        first, second = AbuseClient(host), AbuseClient(host)
        first.send("play", PLAY)
        await first.receive("lobbied")
        second.send("play", PLAY)
        first.socket.close()
        await second.receive("over")
        assert host.lobby.find_session("q") is not None
        assert "q" not in host.lobby.active_sessions

    with_local_contest(work, tmp_path)


def test_the_number_of_matches_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "MOST_RUNNING", 1)

    async def work(host: MatchSupervisor) -> None:
        lines = [AbuseClient(host) for _ in range(4)]
        for number, line in enumerate(lines):
            line.send("play", {**PLAY, "requestedSession": "qr"[number // 2]})
            await line.receive("lobbied")
        await lines[0].receive("start")
        assert [host.lobby.active_sessions[name].state for name in "qr"] == ["running", "open"]
        lines[0].socket.close()
        await lines[1].receive("over")
        await lines[2].receive("start")

    with_local_contest(work, tmp_path)


def test_no_clock_holds_a_match_for_ever() -> None:
    for key in ("playerStartingTime", "timeAddedPerTurn"):
        lobby = make_lobby()
        assert join_session(lobby, gameSettings=f"{key}={LONGEST_CLOCK_TIME}")
        with pytest.raises(Problem, match=f"{key} is .* to {LONGEST_CLOCK_TIME}"):
            join_session(lobby, gameSettings=f"{key}={LONGEST_CLOCK_TIME + 1}")


def test_a_second_browser_keeps_the_seat_when_the_first_leaves(tmp_path: Path) -> None:
    async def work(host: MatchSupervisor) -> None:
        session = host.lobby.open_session("friday", {})
        person = host.lobby.make_person("Ann")
        host.lobby.add_participant(session, person)
        outcomes: list[tuple[str, MatchHandle | None]] = []

        def first(running: MatchHandle | None) -> None:
            outcomes.append(("first", running))

        def second(running: MatchHandle | None) -> None:
            outcomes.append(("second", running))

        host.await_match_start(session, person, first)
        host.await_match_start(session, person, second)
        assert outcomes == [("first", None)]
        host.cancel_waiting(session, person, first)
        assert person.is_present
        assert session.players == [person]
        host.cancel_waiting(session, person, second)
        assert not person.is_present
        assert session.players == []

    with_local_contest(work, tmp_path)


def test_a_film_that_takes_too_long_is_broken_off() -> None:
    async def main() -> None:
        studio = FilmRenderer(timeout=0.0)
        with pytest.raises(Refused, match="too long"):
            await studio.render("")
        assert studio.worker.process is None
        studio.worker.deadline = 60.0
        with pytest.raises(Refused) as no:
            await studio.render("no record")
        assert no.value.code == "setup"
        studio.close()

    asyncio.run(main())


def test_uploads_are_limited_by_address_and_in_all() -> None:
    renderer = FilmRenderer()
    with contextlib.ExitStack() as uploads:
        for number in range(MOST_UPLOADS):
            uploads.enter_context(renderer.count_upload(f"192.0.2.{number // UPLOADS_PER_ADDRESS}"))
        for address, sentence in (("192.0.2.0", "for your address"), ("192.0.2.99", "just now")):
            with pytest.raises(Refused, match=sentence), renderer.count_upload(address):
                pass
    assert not renderer.uploads
    with renderer.count_upload("192.0.2.0"):
        assert renderer.uploads.total() == 1


def test_spectators_per_address_are_limited(tmp_path: Path) -> None:
    most = Limits().sockets_per_address
    with running_contest(tmp_path) as contest, contest.client() as client, contextlib.ExitStack() as stack:
        client.join("Oak", "friday")
        address = f"ws://127.0.0.1:{contest.web_port}/api/contest/watch/friday"
        for _ in range(most):
            stack.enter_context(connect(address, open_timeout=60))
        with connect(address, open_timeout=60) as late:
            assert json.loads(late.recv(60))["code"] == "limit"
        stack.close()
        assert any(stays_connected(address) for _ in range(100))


def stays_connected(address: str) -> bool:
    """Returns whether a connection waits for the match and is not closed."""
    with connect(address, open_timeout=60) as line:
        try:
            line.recv(0.3)
        except TimeoutError:
            return True
    return False
