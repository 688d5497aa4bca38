"""Edge cases of a server: slow readers, forged origins, unreadable messages, and responses that must not be cached."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gzip
import json
import os
import resource
import socket
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from parlour.kernel.problem import Problem
from parlour.server.app_context import is_allowed_host
from parlour.server.rate_limits import Limits, client_network
from parlour.server.run_server import LOOPBACK_HOSTS, allowed_hosts, lock_database, parse_proxies
from parlour.server.worker_pool import WorkerPool
from parlour.store import database
from tests.server_harness import (
    HIGH_LIMITS,
    ServerProcess,
    ServerUnderTest,
    SocketClient,
    headers_dict,
    legal_actions,
    running_server,
)

DEEP_JSON = b"[" * 60_000
SMALL_SEGMENT = 536  # bytes of a packet; keeps the buffers in between small, too


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    with running_server(f"sqlite:///{tmp_path_factory.mktemp('edges') / 'parlour.db'}") as found:
        yield found


def client_without_reading(port: int, table: str, hello: dict[str, Any]) -> socket.socket:
    """Connects a client that sends hello and then reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL_SEGMENT)
    line.settimeout(30)
    line.connect(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    while not line.recv(4096, socket.MSG_PEEK).endswith(b"\r\n\r\n"):
        pass
    line.recv(4096)
    body, mask = json.dumps(hello).encode(), os.urandom(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(body))
    line.sendall(bytes([0x81, 0x80 | len(body)]) + mask + masked)
    return line


async def wait_for_presence(client: SocketClient, seat: int, there: bool) -> None:
    """Waits until the others are notified that a seat's player is present, or is not."""
    while True:
        message = await client.next("welcome", "presence")
        seats = message["table"]["seats"] if message["type"] == "welcome" else message["seats"]
        if seats[seat]["here"] is there:
            return


# Slow readers.


@pytest.mark.parametrize("narrow", [{"socket_queue": 20}, {"socket_bytes": 20_000}, {"send_timeout": 0.2}])
def test_a_client_that_never_reads_is_disconnected(tmp_path: Path, narrow: dict[str, Any]) -> None:
    limits = HIGH_LIMITS._replace(close_timeout=0.2, chat_lines=100_000, **narrow)
    with running_server(f"sqlite:///{tmp_path / 'parlour.db'}", limits) as game_server:
        table, (ann, bob) = game_server.create_full_table("magpie", ["open", "open"])

        async def chat_often() -> None:
            async with game_server.connect(table, 0, ann) as client:
                line = await asyncio.to_thread(
                    client_without_reading, game_server.port, table, {"type": "hello", "seat": 1, "token": bob}
                )
                await wait_for_presence(client, 1, True)
                notified = asyncio.create_task(wait_for_presence(client, 1, False))
                while not notified.done():
                    await client.send("chat", text="語" * 300)
                    await asyncio.wait([notified], timeout=0.002)
                assert game_server.context is not None
                assert "parlour_sockets 1.0" in game_server.context.services.metrics.render().decode()
                with contextlib.suppress(ConnectionResetError):  # the connection is reset, not only abandoned
                    while await asyncio.to_thread(line.recv, 65_536):
                        pass
                line.close()

        asyncio.run(asyncio.wait_for(chat_often(), 60))


def test_a_full_chat_fits_into_the_send_queue() -> None:
    limits = Limits()
    assert limits.socket_queue > 2 * limits.chat_lines  # all chat lines are sent at once to a new connection
    assert limits.socket_bytes > limits.chat_lines * (4 * limits.chat_length + 300)


# Unreadable messages.


def test_a_body_too_deep_is_malformed(game_server: ServerUnderTest) -> None:
    for body in (DEEP_JSON, b'{"game":"magpie","seats":["open","open"],"x":' + DEEP_JSON):
        answer = game_server.http("POST", "/api/tables", body)
        assert (answer.status, answer.body["code"]) == (400, "malformed")


def test_a_message_too_deep_is_malformed(game_server: ServerUnderTest) -> None:
    table, (ann,) = game_server.create_full_table("magpie", ["open", "greedy"])

    async def say() -> None:
        async with game_server.connect(table, 0, ann) as client:
            await client.next("update")
            for raw in ("[" * 16_000, '{"type":"chat","text":' + "[" * 16_000):
                await client.connection.send(raw)
                assert (await client.next("refused"))["code"] == "malformed"
            assert (await client.request("pages"))["type"] == "pages"  # the socket still works
        async with connect(f"ws://127.0.0.1:{game_server.port}/api/tables/{table}/socket") as connection:
            await connection.send("[" * 16_000)
            assert (await SocketClient(connection).next())["code"] == "malformed"

    asyncio.run(say())


# Origins and hosts.


def test_tables_per_network_are_limited(tmp_path: Path) -> None:
    with running_server(
        f"sqlite:///{tmp_path / 'parlour.db'}", HIGH_LIMITS._replace(tables_per_address=2)
    ) as game_server:
        wish = {"game": "magpie", "seats": ["open", "open"]}
        found = [
            game_server.http("POST", "/api/tables", wish, x_forwarded_for=f"2001:db8::{number}").status
            for number in range(1, 5)
        ]
        assert found == [201, 201, 429, 429]
        assert game_server.http("POST", "/api/tables", wish, x_forwarded_for="2001:db8:0:1::1").status == 201
    assert client_network(client_network("2001:db8::1")) == client_network("2001:db8::2")


def test_a_socket_is_a_request_too(tmp_path: Path) -> None:
    with running_server(f"sqlite:///{tmp_path / 'parlour.db'}", Limits(requests_per_minute=6)) as game_server:
        table = game_server.create_table("magpie", ["open", "open"])

        async def knock() -> str:
            async with connect(f"ws://127.0.0.1:{game_server.port}/api/tables/{table}/socket") as connection:
                with contextlib.suppress(ConnectionClosed):  # refused before it sent anything
                    await connection.send('{"type": "hello"}')
                message = await SocketClient(connection).next()
                if message["type"] == "refused":
                    await connection.wait_closed()
                    assert connection.close_code == 1008
                return str(message.get("code", message["type"]))

        async def all_at_once() -> list[str]:
            return [await knock() for _ in range(20)]

        found = asyncio.run(all_at_once())
        assert found[:5] == ["welcome"] * 5
        assert "rate" in found
        assert game_server.http("GET", "/api/games").body["code"] == "rate"


def test_forwarded_headers_are_trusted_only_from_the_proxy(tmp_path: Path) -> None:
    """The same goes for host names: a page under another name must not act on this server."""
    wish = {"game": "magpie", "seats": ["open", "open"]}
    with ServerProcess(tmp_path) as server:
        game_server = server.server
        near, far = f"LocalHost:{game_server.port}", f"evil.example:{game_server.port}"
        table = game_server.create_table("magpie", ["open", "open"])
        cookie = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}, x_forwarded_proto="https")
        assert cookie.status == 201
        assert "secure" not in cookie.headers["set-cookie"].lower()
        assert game_server.http("POST", "/api/tables", wish, host=near, origin=f"http://{near}").status == 201
        refused = game_server.http("POST", "/api/tables", wish, host=far, origin=f"http://{far}")
        assert (refused.status, refused.body["code"]) == (403, "origin")
        assert game_server.http("POST", "/api/tables", wish, host=far).status == 403
        for path in ("/", "/api/tables", f"/api/tables/{table}/mine"):
            assert game_server.http("GET", path, host=far).status == 403
            assert game_server.http("GET", path, host=near).status == 200
        assert asyncio.run(first_message(game_server, table, far)) == "origin"
    with ServerProcess(tmp_path, "--proxy", "127.0.0.1") as server:
        game_server = server.server
        far = "tables.example"
        cookie = game_server.http(
            "POST", f"/api/tables/{table}/seats", {"name": "Bob"}, x_forwarded_proto="https", host=far
        )
        assert cookie.status == 201
        assert "secure" in cookie.headers["set-cookie"].lower()
        assert asyncio.run(first_message(game_server, table, far)) == "welcome"


async def first_message(game_server: ServerUnderTest, table: str, host: str) -> str:
    """Returns the first message of a socket that is opened under a host name."""
    url, origin = f"ws://{host}/api/tables/{table}/socket", f"http://{host}"
    async with connect(url, host="127.0.0.1", port=game_server.port, origin=origin, proxy=None) as connection:  # type: ignore[arg-type]
        with contextlib.suppress(ConnectionClosed):  # it may already be closed
            await connection.send('{"type": "hello"}')
        message = await SocketClient(connection).next()
        return str(message.get("code", message["type"]))


def test_the_names_of_a_server_on_this_machine() -> None:
    assert allowed_hosts("127.0.0.1", "127.0.0.1", None) == LOOPBACK_HOSTS
    assert allowed_hosts("my.box", "127.0.1.1", None) == LOOPBACK_HOSTS | {"my.box"}
    assert allowed_hosts("0.0.0.0", "0.0.0.0", None) is None
    assert allowed_hosts("127.0.0.1", "127.0.0.1", "10.0.0.1") is None
    for host in ("127.0.0.1", "localhost:80", "LOCALHOST", "[::1]", "[::1]:8000", "127.0.0.1:"):
        assert is_allowed_host(host, LOOPBACK_HOSTS), host
    for host in ("", "evil.example", "127.0.0.1.evil.example:80", "localhost.", "[::1", "[::2]:80", "[::1].evil:80"):
        assert not is_allowed_host(host, LOOPBACK_HOSTS), host
        assert is_allowed_host(host, None)


@pytest.mark.parametrize("word", ["", "*", "tables.example", "10.0.0.1,", "10.0.0.0/40"])
def test_a_proxy_is_an_address(word: str) -> None:
    with pytest.raises(Problem, match="--proxy"):
        parse_proxies(word)


def test_a_proxy_may_be_several() -> None:
    assert parse_proxies("127.0.0.1, ::1,10.0.0.0/8") == ["127.0.0.1", "::1", "10.0.0.0/8"]


def test_a_process_can_use_a_database_again_when_its_server_has_stopped(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'parlour.db'}"
    for _ in range(2):
        with lock_database(url), pytest.raises(Problem, match="Another server uses the database"), lock_database(url):
            pass


# Caching and names.


def test_save_names_cannot_escape_their_folder(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "greedy"])
    cookie = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}).cookie()
    for name in (".", "..", " .. "):
        answer = game_server.http("POST", f"/api/tables/{table}/saves", {"name": name}, cookie=cookie)
        assert (answer.status, answer.body["code"]) == (400, "setup")
    assert game_server.http("POST", f"/api/tables/{table}/saves", {"name": "..."}, cookie=cookie).status == 201


def test_api_answers_are_not_cached(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"])
    answers = [game_server.http("GET", f"/api/{path}") for path in ("games", "tables", f"tables/{table}/mine", "saves")]
    answers += [
        game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}),
        game_server.http("GET", "/api/nothing"),
    ]
    assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * len(answers)


def raw_answer(game_server: ServerUnderTest, path: str, encodings: str) -> tuple[Mapping[str, str], bytes]:
    """Returns the headers and the body of an answer as they came, still compressed."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{game_server.port}{path}", headers={"accept-encoding": encodings}
    )
    with urllib.request.urlopen(request, timeout=300) as answer:
        return headers_dict(answer.headers), answer.read()


def test_long_json_answers_are_compressed_for_clients_that_accept_it(game_server: ServerUnderTest) -> None:
    headers, body = raw_answer(game_server, "/api/games", "br, gzip")
    assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")
    assert int(headers["content-length"]) == len(body)
    plain_headers, plain = raw_answer(game_server, "/api/games", "identity")
    assert "content-encoding" not in plain_headers
    assert gzip.decompress(body) == plain
    assert len(body) < len(plain) / 3


def test_a_short_answer_is_not_compressed(game_server: ServerUnderTest) -> None:
    headers, body = raw_answer(game_server, "/healthz", "gzip")
    assert (headers.get("content-encoding"), body) == (None, b'{"ok":true}')


def health_becomes(server: ServerUnderTest, status: int) -> Any:
    """Waits until /healthz has this status, and returns its body; a check is repeated after a second."""
    for _ in range(200):
        answer = server.http("GET", "/healthz")
        if answer.status == status:
            return answer.body
        time.sleep(0.1)
    raise AssertionError(f"the status stays {answer.status}")


def test_a_server_whose_database_file_is_gone_is_not_healthy(tmp_path: Path) -> None:
    with running_server(f"sqlite:///{tmp_path / 'a.db'}") as server:
        assert health_becomes(server, 200) == {"ok": True}
        (tmp_path / "a.db").rename(tmp_path / "b.db")
        found = health_becomes(server, 503)
        assert (found["code"], found["sentence"].split(";")[0]) == ("storage", "The database file is missing")
        (tmp_path / "b.db").rename(tmp_path / "a.db")
        assert health_becomes(server, 200) == {"ok": True}


def test_a_server_that_cannot_write_is_not_healthy(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as process:
        assert health_becomes(process.server, 200) == {"ok": True}
        for most, status in ((0, 503), (resource.RLIM_INFINITY, 200)):  # bytes of a file, as if the disk were full
            resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
            health_becomes(process.server, status)


def test_a_server_with_little_room_on_its_disk_is_not_healthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LEAST_FREE_BYTES", 1 << 60)
    with running_server(f"sqlite:///{tmp_path / 'a.db'}") as server:
        assert health_becomes(server, 503)["sentence"] == "The disk of the database is full; make room on it."


def test_many_questions_for_health_are_one_check(game_server: ServerUnderTest) -> None:
    assert game_server.context is not None
    game_server.http("GET", "/healthz")
    first, begun = game_server.context.health_check, game_server.context.health_checked_at
    for _ in range(5):
        game_server.http("GET", "/healthz")
    again = game_server.context.health_checked_at
    assert (game_server.context.health_check is first) == (again == begun)
    assert again == begun or again - begun >= 1


def test_a_file_is_compressed_once_and_has_one_etag(game_server: ServerUnderTest) -> None:
    cover = game_server.http("GET", "/api/games/magpie").body["cover"]
    headers, body = raw_answer(game_server, cover, "gzip")
    plain_headers, plain = raw_answer(game_server, cover, "identity")
    assert (headers["content-encoding"], headers["etag"]) == ("gzip", plain_headers["etag"])
    assert gzip.decompress(body) == plain
    for encodings in ("gzip", "identity"):
        again = game_server.http("GET", cover, if_none_match=headers["etag"], accept_encoding=encodings)
        assert (again.status, again.body) == (304, None)


def test_a_film_timeout_is_not_reported_as_an_old_match(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    with running_server(db, pool=WorkerPool(0.0)) as game_server:
        table, tokens = game_server.create_full_table("magpie", ["open", "open"])
        asyncio.run(play_to_end_online(game_server, table, tokens))
        answer = game_server.http("GET", f"/api/records/{table}/film")
        assert (answer.status, answer.body["code"]) == (503, "storage")
        assert "too long" in answer.body["sentence"]
    with running_server(db) as game_server:
        for headers in ({}, {"accept_encoding": "gzip"}):
            answer = game_server.http("GET", f"/api/records/{table}/film", **headers)
            assert (answer.status, answer.headers["vary"]) == (200, "Accept-Encoding")
        _, body = raw_answer(game_server, f"/api/records/{table}/film", "gzip")
        assert json.loads(gzip.decompress(body))["id"] == table


async def play_to_end_online(game_server: ServerUnderTest, table: str, tokens: list[str]) -> None:
    async def play(seat: int) -> None:
        async with game_server.connect(table, seat, tokens[seat]) as client:
            while (update := await client.next("update"))["result"] is None:
                question = update["question"]
                if question is not None:
                    await client.send("answer", question=question["number"], action=legal_actions(question)[seat])

    await asyncio.gather(*(play(seat) for seat in range(len(tokens))))
