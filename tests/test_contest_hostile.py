"""Whatever a contest client does, it alone suffers: a match of others at the same server goes on to its end."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.contest.checker import Checker
from tests.contest.client import Client, Fatal, Over
from tests.contest.house import SMALL, Contest, bystanders, names, opened, pair, play, sound
from tests.contest.line import Hung, Line
from tests.contest.players import idle, random_player
from tests.contest.speaking import broken_off, finish, gamelog, outlasts, ran, sensible, stranger, told_off

SHORT = f"{SMALL}&maxTurns=6"
GARBAGE = [
    b"\x04", b"hello\x04", b"{\x04", b"[]\x04", b"null\x04", b"17\x04", b'"alias"\x04', b"{}\x04",
    b'{"event": 3}\x04', b'{"event": null, "data": {}}\x04', b'{"event": ["alias"]}\x04', b"\xff\xfe\x00\x04",
    b'{"event": "alias", "data": "\xc3"}\x04', b"GET / HTTP/1.1\r\nHost: here\r\n\r\n\x04", b"[" * 100_000 + b"\x04",
    b'{"event":' * 20_000 + b"\x04", b'{"event": "alias", "data": 1e999999}\x04', b"\x00" * 4096 + b"\x04",
    b'{"event": "alias", "data": ' + b"9" * 10_000 + b"}\x04",
]  # fmt: skip
UNKNOWN = ["hello", "over", "delta", "__init__", "on_play", "", "PLAY", "x" * 10_000, "\x04", "🦫"]


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contest]:
    with opened(tmp_path_factory.mktemp("hostile")) as found:
        yield found


# Bytes


def test_garbage_is_told_off(contest: Contest) -> None:
    with bystanders(contest), contextlib.ExitStack() as stack:
        lines = [stack.enter_context(stranger(contest)) for _ in GARBAGE]
        for line, garbage in zip(lines, GARBAGE, strict=True):
            line.raw(garbage + b'{"event": "nonsense"}\x04')
        for line in lines:
            assert told_off(line)
            assert line.closed()
        sensible(contest)


def test_garbage_in_the_midst_of_a_match_loses_it(contest: Contest) -> None:
    with bystanders(contest):
        for garbage in (b"hello\x04", b"\xff\x04", b'{"event": "hello"}\x04'):
            with pair(contest) as (first, second):
                first.hear("order")
                first.line.raw(garbage)
                broken_off(first)
                outlasts(second)
                assert first.line.closed()
                assert second.line.closed()


def test_garbage_while_the_other_thinks_loses_too(contest: Contest) -> None:
    with bystanders(contest), pair(contest) as (first, second):
        first.hear("order")
        second.line.raw(b"{]\x04")
        broken_off(second)
        outlasts(first)


def test_unknown_events_are_told_off(contest: Contest) -> None:
    with bystanders(contest), contextlib.ExitStack() as stack:
        lines = [stack.enter_context(stranger(contest)) for _ in UNKNOWN]
        for line, event in zip(lines, UNKNOWN, strict=True):
            line.say(event, {"data": 1})
        for line in lines:
            assert told_off(line)
            assert line.closed()


def test_messages_may_come_in_crumbs_and_in_heaps(contest: Contest) -> None:
    name = next(names)
    asked = {"gameName": "Stumped", "requestedSession": name, "playerName": "Ö", "gameSettings": SHORT}
    alias = b'{"event": "alias", "data": "stumped"}\x04'
    play_message = json.dumps({"event": "play", "data": asked}, ensure_ascii=False).encode() + b"\x04"
    with bystanders(contest), stranger(contest) as crumbs, stranger(contest) as heaps:
        for letter in alias + play_message:
            crumbs.raw(bytes([letter]))
        assert [crumbs.hear()["event"] for _ in range(2)] == ["named", "lobbied"]
        heaps.raw(alias * 20 + play_message)
        assert [heaps.hear()["event"] for _ in range(21)] == ["named"] * 20 + ["lobbied"]
        first = crumbs.hear()
        assert first["event"] == "delta"
        assert [first["data"]["gameObjects"][each]["name"] for each in "01"] == ["Ö", "Ö"]


def test_a_message_without_end_is_cut_off(contest: Contest) -> None:
    with bystanders(contest):
        for start in (b"", b'{"event": "alias", "data": "'):
            with stranger(contest) as line:
                line.raw(start + b"a" * 2**20)
                assert told_off(line)
            with stranger(contest) as line:
                before = memory(contest)
                pour(line, start, 64)
                assert memory(contest) - before < 32 * 2**20
        sensible(contest)


def pour(line: Line, start: bytes, most: int) -> None:
    """Sends so many megabytes, or as many as the server takes."""
    line.socket.settimeout(10)
    with contextlib.suppress(OSError):
        line.raw(start)
        for _ in range(most):
            line.raw(b"a" * 2**20)


def memory(contest: Contest) -> int:
    """The most bytes the server's first process has ever held, where the system tells."""
    status = Path(f"/proc/{contest.process.pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)


def test_a_huge_order_is_no_way_to_win(contest: Contest) -> None:
    with bystanders(contest), pair(contest) as (first, second):
        first.hear("order")
        beaver = first.me.beavers[0]
        assert ran(first, beaver, "log", message="x" * 16_385)[0] is None
        assert len("".join(beaver.logs)) <= 16_384
        pour(first.line, b'{"event": "run", "data": "', 64)
        outlasts(second)


# Floods


def test_a_flood_of_questions_without_an_ear(contest: Contest) -> None:
    with bystanders(contest):
        with stranger(contest) as line:
            line.socket.settimeout(3)
            with contextlib.suppress(OSError):
                for _ in range(200):
                    line.raw(b'{"event": "alias", "data": "stumped"}\x04' * 1000)
        sensible(contest)


def test_a_flood_of_orders_out_of_turn(contest: Contest) -> None:
    with bystanders(contest), pair(contest, SHORT) as (first, second):
        order = first.hear("order")
        run = {"caller": {"id": second.me.beavers[0].id}, "functionName": "buildLodge", "args": {}}
        second.line.raw((json.dumps({"event": "run", "data": run}).encode() + b"\x04") * 2000)
        assert first.me.beavers[0].build_lodge()
        finish(first, order)
        for _ in range(2000):
            assert second.line.hear()["event"] in ("invalid", "ran", "delta", "order")


def test_many_who_only_connect(contest: Contest) -> None:
    with bystanders(contest), contextlib.ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(stranger(contest))
        sensible(contest)


def test_a_spectator_who_never_listens_holds_up_nobody(contest: Contest) -> None:
    name = next(names)
    with socket.socket() as deaf, ThreadPoolExecutor(2) as pool:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", contest.port))
        asked = {"gameName": "Stumped", "requestedSession": name, "spectating": True, "gameSettings": "maxTurns=20"}
        deaf.sendall(json.dumps({"event": "play", "data": asked}).encode() + b"\x04")
        assert deaf.recv(16)
        seats = [pool.submit(play, contest, random_player(seed), name) for seed in (1, 2)]
        first, second = (sound(seat) for seat in seats)
        assert first.outcome.won != second.outcome.won


def test_a_player_who_never_listens_loses_on_time(contest: Contest) -> None:
    settings = f"{SMALL}&playerStartingTime=2000000000&timeAddedPerTurn=0"
    with bystanders(contest), pair(contest, settings) as (first, second):
        finish(first, first.hear("order"))
        outlasts(first)
        assert broken_off(second).timed_out


# Deaths


def life(client: Client, session: str) -> Iterator[str]:
    """A client's first turn, moment by moment."""
    yield "connected"
    client.say("alias", "stumped")
    yield "alias said"
    client.hear("named")
    yield "named"
    client.say("play", {"gameName": "Stumped", "requestedSession": session, "playerName": "Oak", "playerIndex": 0})
    yield "play said"
    client.game.announce(client.hear("lobbied")["constants"])
    yield "lobbied"
    client.start()
    yield "started"
    order = client.hear("order")
    yield "ordered"
    run = {"caller": {"id": client.me.beavers[0].id}, "functionName": "buildLodge", "args": {}}
    client.say("run", run)
    yield "run said"
    client.hear("ran")
    yield "ran"
    whole = json.dumps({"event": "run", "data": run}).encode() + b"\x04"
    client.line.raw(whole[:40])
    yield "half a run said"
    client.line.raw(whole[40:])
    client.hear("ran")
    finish(client, order)
    yield "finished said"
    while client.game.current_turn == 0:
        client.game.merge(client.hear("delta"))
    yield "waiting"


MOMENTS = [
    "connected", "alias said", "named", "play said", "lobbied", "started", "ordered", "run said", "ran",
    "half a run said", "finished said", "waiting",
]  # fmt: skip


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_death_at_any_moment(contest: Contest, moment: str, reset: bool) -> None:
    name = next(names)
    with contest.client(checker=Checker()) as other:
        other.enter("Elm", name, SHORT, 1)
        victim = contest.client()
        assert moment in (reached for reached in life(victim, name))
        if reset:
            victim.line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        victim.close()
        if MOMENTS.index(moment) <= MOMENTS.index("play said"):
            with contest.client() as substitute, contextlib.suppress(Fatal):
                substitute.enter("Ash", name, index=0)
        other.start()
        outlasts(other)
        assert other.checker is not None
        assert other.checker.faults == []


def test_death_of_both_and_of_the_watchers(contest: Contest) -> None:
    with bystanders(contest):
        name = next(names)
        with contest.client() as watcher:
            watcher.enter("Owl", name, spectating=True)
            with pair(contest, session=name) as (first, second):
                first.hear("order")
                watcher.close()
                assert first.me.beavers[0].build_lodge()
                first.close()
                second.close()
        with pair(contest) as (first, _):
            first.hear("order")


# Clocks


def test_a_busy_client_runs_out_of_time_all_the_same(contest: Contest) -> None:
    with (
        bystanders(contest),
        pair(contest, f"{SMALL}&playerStartingTime=200000000&timeAddedPerTurn=0") as (first, second),
    ):
        first.hear("order")
        with pytest.raises(Fatal) as raised:
            _order_for_ever(first)
        assert raised.value.timed_out
        assert first.line.closed()
        outlasts(second)
        assert second.me.opponent.time_remaining <= 200_000_000


def _order_for_ever(client: Client) -> None:
    beaver = client.me.beavers[0]
    while True:
        ran(client, beaver, "attack", beaver={"id": beaver.id})
        time.sleep(0.005)


def test_an_answer_too_late_is_no_answer(contest: Contest) -> None:
    with (
        bystanders(contest),
        pair(contest, f"{SMALL}&playerStartingTime=300000000&timeAddedPerTurn=0") as (first, second),
    ):
        order = first.hear("order")
        outlasts(second)
        with contextlib.suppress(OSError):
            finish(first, order)
        with pytest.raises(Fatal) as raised:
            first.hear(None)
        assert raised.value.timed_out


def test_words_after_over_fall_on_deaf_ears(contest: Contest) -> None:
    with bystanders(contest), pair(contest, f"{SMALL}&maxTurns=1") as (first, second):
        order = first.hear("order")
        beaver = first.me.beavers[0]
        finish(first, order)
        for client in (first, second):
            with pytest.raises(Over):
                client.hear(None)
        first.line.say("finished", {"orderIndex": 0, "returned": True})
        first.line.say("run", {"caller": {"id": beaver.id}, "functionName": "buildLodge", "args": {}})
        with contextlib.suppress(OSError):
            first.line.raw(b"garbage\x04")
        with contextlib.suppress(Hung, OSError):
            assert first.line.hear()["event"] == "fatal"
        assert first.line.closed()
        assert second.line.closed()
        log = gamelog(contest, first.outcome().gamelog)
        assert log["deltas"][-1]["type"] == "over"


# Web sockets


def test_odd_frames_hurt_nobody(contest: Contest) -> None:
    where = f"ws://127.0.0.1:{contest.socket_port}"
    with bystanders(contest):
        for frame in ("hello", "", "[]", b"\x00\xff", '{"event": "hello"}', '{"event": "alias", "data": "chess"}'):
            with connect(where) as wire:
                wire.send(frame)
                with contextlib.suppress(ConnectionClosed):
                    assert json.loads(wire.recv(30))["event"] == "fatal"
        with socket.create_connection(("127.0.0.1", contest.socket_port)) as bare:
            bare.sendall(b'{"event": "alias", "data": "stumped"}\x04')
        with connect(where) as wire:
            wire.send('{"event": "alias", "data": "stumped"}')
            assert json.loads(wire.recv(30)) == {"event": "named", "data": "Stumped"}


def test_idle_players_outlive_all_this(contest: Contest) -> None:
    name = next(names)
    with ThreadPoolExecutor(2) as pool:
        seats = [pool.submit(play, contest, idle(), name, f"{SMALL}&maxTurns=40") for _ in range(2)]
        first, second = (sound(seat) for seat in seats)
    assert {first.outcome.turn, second.outcome.turn} == {39}
