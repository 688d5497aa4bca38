"""Whatever a hostile contest client does, it alone suffers: a match of others on the same server continues to its
end."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.contest.contest_server import (
    SMALL_MAP,
    ContestServer,
    check_and_return,
    connected_pair,
    play_one_client,
    running_contest,
    session_names,
    unrelated_match,
)
from tests.contest.joueur_client import FatalError, JoueurClient, MatchOver
from tests.contest.joueur_socket import ClosedWithoutMessage, JoueurSocket
from tests.contest.protocol_checker import ProtocolChecker
from tests.contest.raw_requests import (
    check_server_accepts,
    expect_fatal,
    expect_fatal_message,
    expect_win,
    fetch_gamelog,
    raw_connection,
    run_raw_order,
    send_finished,
)
from tests.contest.turn_strategies import idle, random_player

SHORT = f"{SMALL_MAP}&maxTurns=6"
GARBAGE = [
    b"\x04", b"hello\x04", b"{\x04", b"[]\x04", b"null\x04", b"17\x04", b'"alias"\x04', b"{}\x04",
    b'{"event": 3}\x04', b'{"event": null, "data": {}}\x04', b'{"event": ["alias"]}\x04', b"\xff\xfe\x00\x04",
    b'{"event": "alias", "data": "\xc3"}\x04', b"GET / HTTP/1.1\r\nHost: here\r\n\r\n\x04", b"[" * 100_000 + b"\x04",
    b'{"event":' * 20_000 + b"\x04", b'{"event": "alias", "data": 1e999999}\x04', b"\x00" * 4096 + b"\x04",
    b'{"event": "alias", "data": ' + b"9" * 10_000 + b"}\x04",
]  # fmt: skip
UNKNOWN = ["hello", "over", "delta", "__init__", "on_play", "", "PLAY", "x" * 10_000, "\x04", "🦫"]


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContestServer]:
    with running_contest(tmp_path_factory.mktemp("hostile")) as found:
        yield found


# Bytes


def test_garbage_is_refused(contest: ContestServer) -> None:
    with unrelated_match(contest), contextlib.ExitStack() as stack:
        lines = [stack.enter_context(raw_connection(contest)) for _ in GARBAGE]
        for line, garbage in zip(lines, GARBAGE, strict=True):
            line.send_bytes(garbage + b'{"event": "nonsense"}\x04')
        for line in lines:
            assert expect_fatal_message(line)
            assert line.closes_within()
        check_server_accepts(contest)


def test_garbage_in_the_midst_of_a_match_loses_it(contest: ContestServer) -> None:
    with unrelated_match(contest):
        for garbage in (b"hello\x04", b"\xff\x04", b'{"event": "hello"}\x04'):
            with connected_pair(contest) as (first, second):
                first.receive_until("order")
                first.socket.send_bytes(garbage)
                expect_fatal(first)
                expect_win(second)
                assert first.socket.closes_within()
                assert second.socket.closes_within()


def test_garbage_while_the_other_thinks_loses_too(contest: ContestServer) -> None:
    with unrelated_match(contest), connected_pair(contest) as (first, second):
        first.receive_until("order")
        second.socket.send_bytes(b"{]\x04")
        expect_fatal(second)
        expect_win(first)


def test_a_body_that_is_not_utf_8_is_malformed(contest: ContestServer) -> None:
    request = urllib.request.Request(
        f"http://127.0.0.1:{contest.web_port}/api/contest/sessions",
        b'{"session": "\xff"}',
        {"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=30)
    assert (refused.value.code, json.load(refused.value)["code"]) == (400, "malformed")


def test_unknown_events_are_refused(contest: ContestServer) -> None:
    with unrelated_match(contest), contextlib.ExitStack() as stack:
        lines = [stack.enter_context(raw_connection(contest)) for _ in UNKNOWN]
        for line, event in zip(lines, UNKNOWN, strict=True):
            line.send(event, {"data": 1})
        for line in lines:
            assert expect_fatal_message(line)
            assert line.closes_within()


def test_messages_may_be_split_or_batched(contest: ContestServer) -> None:
    name = next(session_names)
    request = {"gameName": "Stumped", "requestedSession": name, "playerName": "Ö", "gameSettings": SHORT}
    alias = b'{"event": "alias", "data": "stumped"}\x04'
    play_message = json.dumps({"event": "play", "data": request}, ensure_ascii=False).encode() + b"\x04"
    with unrelated_match(contest), raw_connection(contest) as crumbs, raw_connection(contest) as heaps:
        for letter in alias + play_message:
            crumbs.send_bytes(bytes([letter]))
        assert [crumbs.receive()["event"] for _ in range(2)] == ["named", "lobbied"]
        heaps.send_bytes(alias * 20 + play_message)
        assert [heaps.receive()["event"] for _ in range(21)] == ["named"] * 20 + ["lobbied"]
        first = crumbs.receive()
        assert first["event"] == "delta"
        assert [first["data"]["gameObjects"][each]["name"] for each in "01"] == ["Ö", "Ö"]


def test_a_message_without_end_is_cut_off(contest: ContestServer) -> None:
    with unrelated_match(contest):
        for start in (b"", b'{"event": "alias", "data": "'):
            with raw_connection(contest) as line:
                line.send_bytes(start + b"a" * 2**20)
                assert expect_fatal_message(line)
            with raw_connection(contest) as line:
                before = peak_memory(contest)
                send_until_blocked(line, start, 64)
                assert peak_memory(contest) - before < 32 * 2**20
        check_server_accepts(contest)


def send_until_blocked(line: JoueurSocket, start: bytes, most: int) -> None:
    """Sends this many megabytes, or as many as the server accepts."""
    line.socket.settimeout(10)
    with contextlib.suppress(OSError):
        line.send_bytes(start)
        for _ in range(most):
            line.send_bytes(b"a" * 2**20)


def peak_memory(contest: ContestServer) -> int:
    """Returns the peak memory of the server's main process in bytes, where the system reports it."""
    status = Path(f"/proc/{contest.process.pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)


def test_a_huge_order_does_not_win(contest: ContestServer) -> None:
    with unrelated_match(contest), connected_pair(contest) as (first, second):
        first.receive_until("order")
        beaver = first.me.beavers[0]
        assert run_raw_order(first, beaver, "log", message="x" * 16_385)[0] is None
        assert len("".join(beaver.logs)) <= 16_384
        send_until_blocked(first.socket, b'{"event": "run", "data": "', 64)
        expect_win(second)


# Floods


def test_a_flood_from_a_client_that_never_reads(contest: ContestServer) -> None:
    with unrelated_match(contest):
        with raw_connection(contest) as line:
            line.socket.settimeout(3)
            with contextlib.suppress(OSError):
                for _ in range(200):
                    line.send_bytes(b'{"event": "alias", "data": "stumped"}\x04' * 1000)
        check_server_accepts(contest)


def test_a_flood_of_orders_out_of_turn(contest: ContestServer) -> None:
    with unrelated_match(contest), connected_pair(contest, SHORT) as (first, second):
        order = first.receive_until("order")
        run = {"caller": {"id": second.me.beavers[0].id}, "functionName": "buildLodge", "args": {}}
        second.socket.send_bytes((json.dumps({"event": "run", "data": run}).encode() + b"\x04") * 2000)
        assert first.me.beavers[0].build_lodge()
        send_finished(first, order)
        for _ in range(2000):
            assert second.socket.receive()["event"] in ("invalid", "ran", "delta", "order")


def test_many_idle_connections(contest: ContestServer) -> None:
    with unrelated_match(contest), contextlib.ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(raw_connection(contest))
        check_server_accepts(contest)


def test_a_spectator_who_never_listens_holds_up_nobody(contest: ContestServer) -> None:
    name = next(session_names)
    with socket.socket() as deaf, ThreadPoolExecutor(2) as pool:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", contest.port))
        request = {"gameName": "Stumped", "requestedSession": name, "spectating": True, "gameSettings": "maxTurns=20"}
        deaf.sendall(json.dumps({"event": "play", "data": request}).encode() + b"\x04")
        assert deaf.recv(16)
        seats = [pool.submit(play_one_client, contest, random_player(seed), name) for seed in (1, 2)]
        first, second = (check_and_return(seat) for seat in seats)
        assert first.outcome.won != second.outcome.won


def test_a_player_who_never_listens_loses_on_time(contest: ContestServer) -> None:
    settings = f"{SMALL_MAP}&playerStartingTime=2000000000&timeAddedPerTurn=0"
    with unrelated_match(contest), connected_pair(contest, settings) as (first, second):
        send_finished(first, first.receive_until("order"))
        expect_win(first)
        assert expect_fatal(second).timed_out


# Disconnects


def first_turn_moments(client: JoueurClient, session: str) -> Iterator[str]:
    """Yields the moments of a client's first turn."""
    yield "connected"
    client.send("alias", "stumped")
    yield "alias said"
    client.receive_until("named")
    yield "named"
    client.send("play", {"gameName": "Stumped", "requestedSession": session, "playerName": "Oak", "playerIndex": 0})
    yield "play said"
    client.game.set_constants(client.receive_until("lobbied")["constants"])
    yield "lobbied"
    client.wait_for_start()
    yield "started"
    order = client.receive_until("order")
    yield "ordered"
    run = {"caller": {"id": client.me.beavers[0].id}, "functionName": "buildLodge", "args": {}}
    client.send("run", run)
    yield "run said"
    client.receive_until("ran")
    yield "ran"
    whole = json.dumps({"event": "run", "data": run}).encode() + b"\x04"
    client.socket.send_bytes(whole[:40])
    yield "half a run said"
    client.socket.send_bytes(whole[40:])
    client.receive_until("ran")
    send_finished(client, order)
    yield "finished said"
    while client.game.current_turn == 0:
        client.game.merge(client.receive_until("delta"))
    yield "waiting"


MOMENTS = [
    "connected", "alias said", "named", "play said", "lobbied", "started", "ordered", "run said", "ran",
    "half a run said", "finished said", "waiting",
]  # fmt: skip


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_disconnecting_at_any_moment(contest: ContestServer, moment: str, reset: bool) -> None:
    name = next(session_names)
    with contest.client(checker=ProtocolChecker()) as other:
        other.join("Elm", name, SHORT, 1)
        victim = contest.client()
        assert moment in (reached for reached in first_turn_moments(victim, name))
        if reset:
            victim.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        victim.close()
        if MOMENTS.index(moment) <= MOMENTS.index("play said"):
            with contest.client() as substitute, contextlib.suppress(FatalError):
                substitute.join("Ash", name, index=0)
        other.wait_for_start()
        expect_win(other)
        assert other.checker is not None
        assert other.checker.faults == []


def test_both_players_and_spectators_disconnect(contest: ContestServer) -> None:
    with unrelated_match(contest):
        name = next(session_names)
        with contest.client() as watcher:
            watcher.join("Owl", name, spectating=True)
            with connected_pair(contest, session=name) as (first, second):
                first.receive_until("order")
                watcher.close()
                assert first.me.beavers[0].build_lodge()
                first.close()
                second.close()
        with connected_pair(contest) as (first, _):
            first.receive_until("order")


# Clocks


def test_a_busy_client_runs_out_of_time_all_the_same(contest: ContestServer) -> None:
    with (
        unrelated_match(contest),
        connected_pair(contest, f"{SMALL_MAP}&playerStartingTime=200000000&timeAddedPerTurn=0") as (first, second),
    ):
        first.receive_until("order")
        with pytest.raises(FatalError) as raised:
            _keep_ordering(first)
        assert raised.value.timed_out
        assert first.socket.closes_within()
        expect_win(second)
        assert second.me.opponent.time_remaining <= 200_000_000


def _keep_ordering(client: JoueurClient) -> None:
    beaver = client.me.beavers[0]
    while True:
        run_raw_order(client, beaver, "attack", beaver={"id": beaver.id})
        time.sleep(0.005)


def test_an_answer_too_late_is_no_answer(contest: ContestServer) -> None:
    with (
        unrelated_match(contest),
        connected_pair(contest, f"{SMALL_MAP}&playerStartingTime=300000000&timeAddedPerTurn=0") as (first, second),
    ):
        order = first.receive_until("order")
        expect_win(second)
        with contextlib.suppress(OSError):
            send_finished(first, order)
        with pytest.raises(FatalError) as raised:
            first.receive_until(None)
        assert raised.value.timed_out


def test_messages_after_over_are_ignored(contest: ContestServer) -> None:
    with unrelated_match(contest), connected_pair(contest, f"{SMALL_MAP}&maxTurns=1") as (first, second):
        order = first.receive_until("order")
        beaver = first.me.beavers[0]
        send_finished(first, order)
        for client in (first, second):
            with pytest.raises(MatchOver):
                client.receive_until(None)
        first.socket.send("finished", {"orderIndex": 0, "returned": True})
        first.socket.send("run", {"caller": {"id": beaver.id}, "functionName": "buildLodge", "args": {}})
        with contextlib.suppress(OSError):
            first.socket.send_bytes(b"garbage\x04")
        with contextlib.suppress(ClosedWithoutMessage, OSError):
            assert first.socket.receive()["event"] == "fatal"
        assert first.socket.closes_within()
        assert second.socket.closes_within()
        log = fetch_gamelog(contest, first.outcome().gamelog)
        assert log["deltas"][-1]["type"] == "over"


# WebSockets


def test_odd_frames_hurt_nobody(contest: ContestServer) -> None:
    where = f"ws://127.0.0.1:{contest.socket_port}"
    with unrelated_match(contest):
        for frame in ("hello", "", "[]", b"\x00\xff", '{"event": "hello"}', '{"event": "alias", "data": "chess"}'):
            with connect(where) as connection:
                connection.send(frame)
                with contextlib.suppress(ConnectionClosed):
                    assert json.loads(connection.recv(30))["event"] == "fatal"
        with socket.create_connection(("127.0.0.1", contest.socket_port)) as bare:
            bare.sendall(b'{"event": "alias", "data": "stumped"}\x04')
        with connect(where) as connection:
            connection.send('{"event": "alias", "data": "stumped"}')
            assert json.loads(connection.recv(30)) == {"event": "named", "data": "Stumped"}


def test_idle_players_outlive_all_this(contest: ContestServer) -> None:
    name = next(session_names)
    with ThreadPoolExecutor(2) as pool:
        seats = [pool.submit(play_one_client, contest, idle(), name, f"{SMALL_MAP}&maxTurns=40") for _ in range(2)]
        first, second = (check_and_return(seat) for seat in seats)
    assert {first.outcome.turn, second.outcome.turn} == {39}
