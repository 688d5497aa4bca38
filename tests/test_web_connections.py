"""Connections to a web server: slow clients are disconnected, and there is room for only so many."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from parlour.server import web_connections
from parlour.server.film_renderer import UPLOADS_PER_ADDRESS
from parlour.server.web_connections import HttpConnection
from tests.server_harness import ServerProcess, ServerUnderTest, running_server

TIMEOUT = 60.0  # seconds
HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"


@pytest.fixture
def impatient_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerUnderTest]:
    monkeypatch.setattr(HttpConnection, "check_interval", 0.3)
    with running_server(f"sqlite:///{tmp_path / 'a.db'}") as server:
        yield server


def receive_to_end(connection: socket.socket) -> bytes:
    """Returns all that the server sends until it closes the connection."""
    found = b""
    try:
        while part := connection.recv(65_536):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize(
    "half", [b"", b"GET", HEAD, POST, POST + b'{"game": "magpie"'], ids=["nothing", "line", "headers", "body", "half"]
)
def test_a_half_sent_request_is_disconnected(impatient_server: ServerUnderTest, half: bytes) -> None:
    with socket.create_connection(("127.0.0.1", impatient_server.port), TIMEOUT) as connection:
        connection.sendall(half)
        assert receive_to_end(connection) == b""


def test_a_half_sent_second_request_is_disconnected(impatient_server: ServerUnderTest) -> None:
    with socket.create_connection(("127.0.0.1", impatient_server.port), TIMEOUT) as connection:
        connection.sendall(HEAD + b"\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        connection.sendall(HEAD)
        assert b"200" not in receive_to_end(connection)


def test_a_websocket_is_not_a_slow_request(impatient_server: ServerUnderTest) -> None:
    table, tokens = impatient_server.create_full_table("magpie", ["open", "open"])

    async def ask() -> str:
        async with connect(f"ws://127.0.0.1:{impatient_server.port}/api/tables/{table}/socket") as connection:
            await connection.send(f'{{"type": "hello", "seat": 0, "token": "{tokens[0]}"}}')
            await asyncio.sleep(3 * HttpConnection.check_interval)
            await connection.send('{"type": "ping"}')
            async with asyncio.timeout(TIMEOUT):
                while "pong" not in (message := str(await connection.recv())):
                    pass
            return message

    assert asyncio.run(ask()) == '{"type":"pong"}'


def test_uploads_of_one_address_are_refused_before_their_bodies_are_read(tmp_path: Path) -> None:
    head = POST.replace(b"/api/tables", b"/api/films").replace(b"500", b"7000000")
    with running_server(f"sqlite:///{tmp_path / 'a.db'}") as server, contextlib.ExitStack() as stack:
        for _ in range(UPLOADS_PER_ADDRESS):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), TIMEOUT)).sendall(head)
        while server.http("POST", "/api/films", {"record": ""}).body["code"] != "limit":
            pass
        with stack.enter_context(socket.create_connection(("127.0.0.1", server.port), TIMEOUT)) as late:
            late.sendall(head)
            assert late.recv(65_536).startswith(b"HTTP/1.1 429")
        stack.close()
        while server.http("POST", "/api/films", {"record": ""}).body["code"] != "setup":
            pass


def test_beyond_the_limit_connections_are_refused_until_others_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_connections, "raise_file_limit", lambda: 8)
    with running_server(f"sqlite:///{tmp_path / 'a.db'}") as server:
        held = [socket.create_connection(("127.0.0.1", server.port), TIMEOUT) for _ in range(5)]
        with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as connection:
            assert receive_to_end(connection).startswith(b"HTTP/1.1 503")
        for each in held:
            each.close()
        assert server.http("GET", "/healthz").status == 200


def test_the_server_may_open_as_many_files_as_the_machine_allows(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with ServerProcess(tmp_path) as process:
            found, _ = resource.prlimit(process.process.pid, resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert found > 256
