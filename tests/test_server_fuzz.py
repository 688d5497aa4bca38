"""Arbitrary input to a server: it stays up, refuses with a documented code, and changes no match."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from parlour.server.cookies import CookieSigner, guest_cookie, seats_cookie
from parlour.server.errors import HTTP_STATUS
from parlour.server.rate_limits import Limits
from parlour.server.services import Timings
from parlour.store import server_rows
from tests.server_harness import HIGH_LIMITS, ServerUnderTest, running_server

SERVER_MESSAGES = {
    "welcome",
    "update",
    "presence",
    "chat",
    "receipt",
    "refused",
    "hints",
    "pages",
    "pong",
    "rematch",
    "closed",
}
ABNORMAL_CLOSE = 1006
ALLOWED_CLOSE_CODES = {1000, 1002, 1003, ABNORMAL_CLOSE, 1007, 1008, 1009, 1012}
FUZZ_SETTINGS = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


class ErrorLogHandler(logging.Handler):
    """Collects the errors that the server logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(f"{record.name}: {record.getMessage()} {getattr(record, 'fields', '')} {record.exc_info}")


class FuzzTarget(NamedTuple):
    """A server with a match of two people, and a match that nobody plays."""

    server: ServerUnderTest
    table: str
    tokens: list[str]
    other: str
    foreign: list[str]
    faults: ErrorLogHandler

    def state(self) -> tuple[Any, ...]:
        """Returns all that the database holds of the two matches."""
        context = self.server.context
        assert context is not None
        return tuple(
            context.services.database.read_sync(
                lambda db, id=table: (
                    server_rows.record_lines(db, id),
                    server_rows.find_table(db, id)[1],  # type: ignore[index]
                    server_rows.chat_lines(db, id),
                )  # type: ignore[misc]
            )
            for table in (self.table, self.other)
        )


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FuzzTarget]:
    faults = ErrorLogHandler()
    logging.getLogger().addHandler(faults)
    with running_server(
        f"sqlite:///{tmp_path_factory.mktemp('server') / 'a.db'}", HIGH_LIMITS, Timings(away_after=1e9)
    ) as game_server:
        table, tokens = game_server.create_full_table("magpie", ["open", "open"])
        other, foreign = game_server.create_full_table("magpie", ["open", "open"])
        yield FuzzTarget(game_server, table, tokens, other, foreign, faults)
    logging.getLogger().removeHandler(faults)


@pytest.fixture(autouse=True)
def check_server_unharmed(target: FuzzTarget) -> Iterator[None]:
    """Checks after every test that nothing was logged, nothing has changed, and the server is up."""
    target.faults.found.clear()
    before = target.state()
    yield
    assert target.server.http("GET", "/healthz").body == {"ok": True}
    assert target.faults.found == []
    assert target.state() == before


# The socket.

Frame = str | bytes


async def send_frames(
    game_server: ServerUnderTest, table: str, frames: list[Frame], hello: dict[str, Any] | None, **headers: str
) -> list[Any]:
    """Sends all frames, and returns the replies and the close code."""
    replies: list[Any] = []
    url = f"ws://127.0.0.1:{game_server.port}/api/tables/{table}/socket"
    async with (
        connect(url, compression=None, max_queue=None, additional_headers=headers) as connection,
        asyncio.timeout(30),
    ):
        try:
            if hello is not None:
                await connection.send(json.dumps({"type": "hello", **hello}))
            for frame in frames:
                await connection.send(frame)
            await connection.send('{"type": "ping"}')
            while not replies or replies[-1]["type"] != "pong":
                replies.append(json.loads(await connection.recv()))
        except ConnectionClosed:
            replies += await receive_all(connection)
    return replies


async def receive_all(connection: ClientConnection) -> list[Any]:
    left: list[Any] = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            left.append(json.loads(await connection.recv()))
    assert connection.close_code in ALLOWED_CLOSE_CODES, connection.close_code
    return [*left, {"type": "hung up", "code": connection.close_code}]


def check_replies(replies: list[Any]) -> list[str]:
    """Checks that every reply is documented, and returns the codes of the refusals."""
    for message in replies[:-1]:
        assert message["type"] in SERVER_MESSAGES, message
    refused = [message for message in replies if message["type"] == "refused"]
    for message in refused:
        assert message["code"] in HTTP_STATUS, message
        assert set(message) == {"type", "id", "code", "rule", "sentence"}, message
    assert replies[-1]["type"] in ("pong", "hung up"), replies[-1]
    return [message["code"] for message in refused]


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
documents = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12)
VALID: list[dict[str, Any]] = [
    {"type": "answer", "id": "a", "question": 2, "action": "bid 4"},
    {"type": "undo", "id": "u", "question": 2},
    {"type": "hint", "id": "h", "question": 2},
    {"type": "pages", "id": "p"},
    {"type": "chat", "id": "c", "text": "\u202ehello"},
    {"type": "return", "id": "r"},
    {"type": "vote", "id": "v", "seat": 1, "yes": True},
    {"type": "ping"},
    {"type": "hello", "seat": 0},
]


@st.composite
def broken_message(draw: st.DrawFn) -> str:
    """Generates invalid protocol messages; never an answer to the open question, nor a chat line."""
    message = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from([*message, "id", "seat", "question", "extra"]))
        if draw(st.booleans()):
            message.pop(name, None)
        else:
            message[name] = draw(documents.filter(lambda value: value != 1))
    if message.get("type") == "chat":
        message["text"] = "\u202e"
    text = json.dumps(message)
    cut = draw(st.integers(0, len(text)))
    return text if draw(st.integers(0, 3)) else text[:cut] + draw(st.text(max_size=3)) + text[cut:]


@FUZZ_SETTINGS
@given(st.lists(st.binary(max_size=200) | st.text(max_size=200), min_size=1, max_size=6), st.booleans())
def test_random_bytes_are_refused(target: FuzzTarget, frames: list[Frame], greeted: bool) -> None:
    hello = {"seat": 0, "token": target.tokens[0]} if greeted else None
    codes = check_replies(asyncio.run(send_frames(target.server, target.table, frames, hello)))
    assert set(codes) == {"malformed"}


@FUZZ_SETTINGS
@given(st.lists(documents, min_size=1, max_size=6), st.booleans())
def test_random_json_is_refused(target: FuzzTarget, bodies: list[Any], greeted: bool) -> None:
    hello = {"seat": 0, "token": target.tokens[0]} if greeted else None
    frames: list[Frame] = [json.dumps(body) for body in bodies]
    assert set(check_replies(asyncio.run(send_frames(target.server, target.table, frames, hello)))) == {"malformed"}


@FUZZ_SETTINGS
@given(st.lists(broken_message(), min_size=1, max_size=8), st.sampled_from([0, None]))
def test_messages_with_something_wrong(target: FuzzTarget, frames: list[str], seat: int | None) -> None:
    hello = {"seat": seat, "token": target.tokens[0] if seat == 0 else None}
    with contextlib.suppress(UnicodeEncodeError):  # a lone surrogate cannot be sent
        check_replies(asyncio.run(send_frames(target.server, target.table, list(frames), hello)))


@FUZZ_SETTINGS
@given(documents, documents, documents)
def test_hello_with_anything(target: FuzzTarget, seat: Any, token: Any, since: Any) -> None:
    hello = {"seat": seat, "token": token, "since": since, "heard": since}
    check_replies(asyncio.run(send_frames(target.server, target.table, [], hello)))


def refusal_codes(
    target: FuzzTarget, hello: dict[str, Any] | None, *frames: Frame, table: str = "", **headers: str
) -> Any:
    """Returns the codes of the refusals and the close code."""
    replies = asyncio.run(send_frames(target.server, table or target.table, list(frames), hello, **headers))
    return check_replies(replies), replies[-1].get("code")


def test_foreign_tokens_and_wrong_seats(target: FuzzTarget) -> None:
    mine, yours = target.tokens
    for seat, token in ((0, yours), (1, mine), (0, target.foreign[0]), (0, ""), (0, None), (2, mine), (63, mine)):
        assert refusal_codes(target, {"seat": seat, "token": token}) == (["token"], 1008)
    assert refusal_codes(target, {"seat": 64, "token": mine}) == (["malformed"], 1008)
    assert refusal_codes(target, {"seat": -1, "token": mine}) == (["malformed"], 1008)
    assert refusal_codes(target, {"seat": 0, "token": mine}, table="nowhere") == (["missing"], 1008)


def test_hello_comes_once_and_first(target: FuzzTarget) -> None:
    hello = {"seat": 0, "token": target.tokens[0]}
    again = json.dumps({"type": "hello", **hello})
    assert refusal_codes(target, hello, again, again) == (["malformed", "malformed"], None)
    assert refusal_codes(target, None, '{"type": "answer", "question": 1, "action": "bid 1"}') == (
        ["malformed"],
        1008,
    )
    assert refusal_codes(target, None) == (["malformed"], 1008)  # a ping is not a hello


def test_a_client_that_never_sends_hello_is_disconnected(target: FuzzTarget, monkeypatch: pytest.MonkeyPatch) -> None:
    assert target.server.context is not None
    monkeypatch.setattr(target.server.context.services, "limits", HIGH_LIMITS._replace(hello_timeout=0.4))

    async def wait() -> list[Any]:
        async with connect(f"ws://127.0.0.1:{target.server.port}/api/tables/{target.table}/socket") as connection:
            return await receive_all(connection)

    replies = asyncio.run(wait())
    assert [message.get("code") for message in replies] == ["malformed", 1008]


def test_stale_illegal_replayed_and_watching(target: FuzzTarget) -> None:
    hello = {"seat": 0, "token": target.tokens[0]}

    def answer(question: int, action: str) -> str:
        return json.dumps({"type": "answer", "question": question, "action": action})

    old, far = answer(0, "bid 1"), answer(2**31 - 1, "bid 1")
    assert refusal_codes(target, hello, old, far, answer(2**31, "bid 1"))[0] == ["stale", "stale", "malformed"]
    for action in ("bid 16", "bid -1", "bid 1e1", "", "\x00", "bid 1; drop table lines", "b" * 200):
        assert refusal_codes(target, hello, answer(1, action))[0] == ["illegal"], action
    assert refusal_codes(target, hello, answer(1, "b" * 201))[0] == ["malformed"]
    assert refusal_codes(target, hello, '{"type": "undo", "question": 1}')[0] == ["stale"]
    assert refusal_codes(target, hello, '{"type": "hint", "question": 9}')[0] == ["stale"]
    assert refusal_codes(target, hello, '{"type": "vote", "seat": 1, "yes": true}')[0] == ["vote"]
    assert refusal_codes(target, hello, '{"type": "vote", "seat": 63, "yes": true}')[0] == ["vote"]
    for type_field in (
        '"answer", "question": 1, "action": "bid 1"',
        '"undo", "question": 1',
        '"hint", "question": 1',
        '"chat", "text": "hi"',
        '"leave"',
        '"return"',
        '"vote", "seat": 1, "yes": true',
    ):
        assert refusal_codes(target, {}, f'{{"type": {type_field}}}')[0] == ["watcher"], type_field


def test_invalid_chat_is_refused(target: FuzzTarget) -> None:
    hello = {"seat": 0, "token": target.tokens[0]}
    for text in ("", "   ", "x" * 301, "a\x00b", "a\u202eb", "a\u200fb", "\x1b[2J", "\ud7ff\u0007"):
        body = json.dumps({"type": "chat", "text": text})
        assert refusal_codes(target, hello, body)[0] == ["malformed"], text


@pytest.mark.parametrize("size", [16_385, 60_000, 70_000, 3_000_000])
def test_oversized_messages_close_the_socket(target: FuzzTarget, size: int) -> None:
    hello = {"seat": 0, "token": target.tokens[0]}
    codes, closed = refusal_codes(target, hello, json.dumps({"type": "chat", "text": "x" * size}))
    assert closed == 1009 or (size > 65_536 and closed == ABNORMAL_CLOSE)  # the connection was cut during sending
    assert codes == (["oversized"] if size < 65_536 else [])


def test_deep_json_is_refused(target: FuzzTarget) -> None:
    for text in ("[" * 8000, '{"a":' * 3000, '{"type":' + "[" * 8000 + "]" * 8000 + "}"):
        assert refusal_codes(target, {"seat": 0, "token": target.tokens[0]}, text)[0] == ["malformed"]


@pytest.mark.parametrize("as_text", [True, False])
def test_frames_that_are_not_utf_8_are_refused_and_the_socket_stays(target: FuzzTarget, as_text: bool) -> None:
    async def ask() -> list[Any]:
        async with connect(f"ws://127.0.0.1:{target.server.port}/api/tables/{target.table}/socket") as connection:
            await connection.send(json.dumps({"type": "hello", "seat": 0, "token": target.tokens[0]}))
            await connection.send(b'{"type": "chat", "text": "\xff"}', text=as_text)
            await connection.send('{"type": "ping"}')
            replies: list[Any] = [{"type": ""}]
            async with asyncio.timeout(30):
                while replies[-1]["type"] != "pong":
                    replies.append(json.loads(await connection.recv()))
        return replies[1:]

    assert check_replies(asyncio.run(ask())) == ["malformed"]


def test_a_flood_is_rate_limited(tmp_path: Path, target: FuzzTarget) -> None:
    with running_server(f"sqlite:///{tmp_path / 'b.db'}", Limits()) as game_server:
        table, tokens = game_server.create_full_table("magpie", ["open", "open"])
        hello = {"seat": 0, "token": tokens[0]}
        replies = asyncio.run(send_frames(game_server, table, ['{"type": "pages"}'] * 600, hello))
        codes = check_replies(replies)
        assert set(codes) == {"rate"}
        assert replies[-1] == {"type": "hung up", "code": 1008}
        replies = asyncio.run(send_frames(game_server, table, [], hello))
        assert replies[-1]["type"] == "pong"


def test_foreign_origins_cannot_open_sockets(target: FuzzTarget) -> None:
    for origin in ("http://evil.example", "null", "https://127.0.0.1", f"http://127.0.0.1:{target.server.port}.evil"):
        assert refusal_codes(target, {}, origin=origin) == (["origin"], 1008), origin
    assert refusal_codes(target, {}, origin=f"http://127.0.0.1:{target.server.port}") == ([], None)


# HTTP.


def send_raw_http(game_server: ServerUnderTest, head: str, body: bytes = b"", **headers: str) -> tuple[int, str]:
    """Sends bytes that no HTTP library would send, and returns the answer."""
    with socket.create_connection(("127.0.0.1", game_server.port), 20) as connection:
        named = {
            "Host": f"127.0.0.1:{game_server.port}",
            "Connection": "close",
            "Content-Length": str(len(body)),
            **headers,
        }
        lines = [head, *(f"{name.replace('_', '-')}: {value}" for name, value in named.items())]
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        with contextlib.suppress(OSError):
            connection.sendall(body)
        found = b""
        with contextlib.suppress(OSError):
            while part := connection.recv(65_536):
                found += part
    top, _, rest = found.partition(b"\r\n\r\n")
    match = re.match(rb"HTTP/1\.1 (\d+)", top)
    assert match is not None, found[:200]
    return int(match[1]), rest.decode("utf-8", "replace")


JSON = "application/json"


def refusal_code(answer: tuple[int, str]) -> str:
    """Returns the code of a refusal over HTTP."""
    status, body = answer
    assert 400 <= status < 500, answer
    document = json.loads(body)
    assert set(document) == {"code", "sentence"}, document
    assert document["code"] in HTTP_STATUS, document
    return str(document["code"])


def test_invalid_bodies_are_refused(target: FuzzTarget) -> None:
    deep = b"[" * 50_000 + b"]" * 50_000
    bodies = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\x00",
        b"\xff\xfe",
        b'{"game": "magpie"',
        b'{"game": "\\ud800"}',
        b'{"game": "\xff"}',
        b'{"game": "magpie", "\xc3": ["open"]}',
        deep,
        b'{"game": "magpie", "seats": ' + deep + b"}",
        b'{"game": 1, "seats": [1]}',
        b'{"game": "magpie", "seats": []}',
        b'{"game": "magpie", "seats": ["open"], "clock": {"bank": NaN}}',
        b'{"game": "magpie", "seats": ["open", "open"], "clock": {"bank": 1e400, "increment": 0}}',
    ]
    for body in bodies:
        for kind in (
            JSON,
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/x-msgpack",
            "nonsense",
            "",
        ):
            found = refusal_code(send_raw_http(target.server, "POST /api/tables HTTP/1.1", body, Content_Type=kind))
            assert found in ("malformed", "setup", "oversized"), (body[:60], kind)


def test_bytes_that_are_not_utf_8_are_malformed_on_every_route(target: FuzzTarget) -> None:
    document = target.server.http("GET", "/docs/openapi.json").body
    routes = [path for path, found in document["paths"].items() if "requestBody" in found.get("post", {})]
    assert len(routes) > 6
    for route in routes:
        path = route.replace("{table}", target.table).replace("{seat}", "0")
        answer = send_raw_http(target.server, f"POST {path} HTTP/1.1", b'{"name": "\xff"}', Content_Type=JSON)
        assert refusal_code(answer) == "malformed", path


def test_huge_bodies_are_not_read(target: FuzzTarget) -> None:
    body = b'{"name": "' + b"x" * 300_000 + b'"}'
    for path in ("/api/tables", f"/api/tables/{target.table}/seats", f"/api/tables/{target.table}/saves"):
        assert (
            refusal_code(send_raw_http(target.server, f"POST {path} HTTP/1.1", body, Content_Type=JSON)) == "oversized"
        )
    file = body[:100_000] + b'"}'  # only a new table may bring a file this long
    assert (
        refusal_code(send_raw_http(target.server, "POST /api/tables HTTP/1.1", file, Content_Type=JSON)) == "malformed"
    )
    seats = f"POST /api/tables/{target.table}/seats HTTP/1.1"
    assert refusal_code(send_raw_http(target.server, seats, file, Content_Type=JSON)) == "oversized"


TRAVERSALS = [
    "/assets/../index.html",
    "/assets/../../../pages.py",
    "/assets/..%2f..%2f..%2f__main__.py",
    "/assets//etc/passwd",
    "/assets/%2e%2e/%2e%2e/%2e%2e/__main__.py",
    "/assets/..\\..\\__main__.py",
    "/assets/%00",
    "/assets/a%00.js",
    "/assets/",
    "/assets/.",
    "/assets/..",
    "/boards/../magpie/rules.py",
    "/boards/..%2fbones%2frules.py",
    "/boards/magpie%00.js",
    "/boards/__init__.py",
    "/boards/..",
    "/boards/",
    "/assets/%ff%fe",
    "/boards/%ff",
    "/api/tables/%00",
    "/api/tables/%ff%fe",
    "/api/records/..%2f..%2fetc",
    "/api/records/%00/film",
    "/api/games/%2e%2e",
    "/assets/" + "a" * 5000,
    "/boards/" + "a" * 5000,
    "/art/hunter/" + "a" * 300 + ".png",
    "/covers/" + "a" * 300,
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_path_traversal_is_refused(target: FuzzTarget, path: str) -> None:
    status, body = send_raw_http(target.server, f"GET {path} HTTP/1.1")
    assert 300 <= status < 500, (status, body)
    assert "root:" not in body
    assert "import " not in body


def test_foreign_origins_cannot_post(target: FuzzTarget) -> None:
    body = b'{"game": "magpie", "seats": ["open", "open"]}'
    for origin in ("http://evil.example", "null", "https://127.0.0.1", "file://", "http://[", ""):
        for method, path in (("POST", "/api/tables"), ("DELETE", "/api/saves/x"), ("POST", "/api/saves/x/tables")):
            answer = send_raw_http(target.server, f"{method} {path} HTTP/1.1", body, Content_Type=JSON, Origin=origin)
            assert refusal_code(answer) == "origin", (origin, path)


def test_forged_cookies_are_refused(target: FuzzTarget) -> None:
    game_server, table = target.server, target.table
    assert game_server.context is not None
    signer, forger = game_server.context.signer, CookieSigner("0" * 64)
    held = {0: target.tokens[0]}
    good = seats_cookie(signer, table, held, False).value or ""
    guest_value = guest_cookie(signer, "somebody", False).value or ""
    wrong = [
        "",
        "x",
        ".",
        "a.b",
        "a." + "0" * 32,
        good[:-1],
        good[:-1] + ("0" if good[-1] != "0" else "1"),
        "A" + good,
        good.replace(".", ""),
        seats_cookie(forger, table, held, False).value or "",
        seats_cookie(signer, target.other, held, False).value or "",
        guest_value,
        "\xff\xfe",
        "x" * 4000,
        signer.sign("seats", "null"),
        signer.sign("seats", "[]"),
        signer.sign("guest", '{"table": "x"}'),
    ]
    mine = f"GET /api/tables/{table}/mine HTTP/1.1"
    assert json.loads(send_raw_http(game_server, mine, Cookie=f"seats={good}")[1]) == [
        {"seat": 0, "token": target.tokens[0]}
    ]
    for cookie in wrong:
        assert send_raw_http(game_server, mine, Cookie=f"seats={cookie}") == (200, "[]"), cookie
        assert (
            refusal_code(
                send_raw_http(
                    game_server,
                    f"POST /api/tables/{table}/saves HTTP/1.1",
                    b'{"name": "x"}',
                    Content_Type=JSON,
                    Cookie=f"seats={cookie}; guest={cookie}",
                )
            )
            == "unsavable"
        )
        assert send_raw_http(game_server, "GET /api/saves HTTP/1.1", Cookie=f"guest={cookie}") == (200, "[]")
        header = {"cookie": f"seats={cookie}"} if cookie.isascii() else {}
        assert refusal_codes(target, {"seat": 0}, **header) == (["token"], 1008), cookie
    assert refusal_codes(target, {"seat": 0}, cookie=f"seats={good}") == ([], None)
    answer = send_raw_http(
        game_server,
        f"POST /api/tables/{table}/seats/0/bot HTTP/1.1",
        b'{"bot": "easy"}',
        Content_Type=JSON,
        Cookie=f"seats={seats_cookie(signer, target.other, held, False).value}",
    )
    assert refusal_code(answer) == "token"


@pytest.mark.parametrize(
    "name", ["a\x00b", "a\nb\x07", "\u202eevil", "a\u200fb", "\x1b[31mred", "", "  ", "x" * 25, "x" * 201]
)
def test_invalid_names_are_refused(target: FuzzTarget, name: str) -> None:
    table = target.server.create_table("magpie", ["open", "open"], listed=False)
    answer = target.server.http("POST", f"/api/tables/{table}/seats", {"name": name})
    assert answer.status == 400, answer
    assert answer.body["code"] in ("setup", "malformed")


def test_a_name_is_text_and_stays_text(target: FuzzTarget) -> None:
    table = target.server.create_table("magpie", ["open", "open"], listed=False)
    name = "<b onclick=x>&\"'"
    answer = target.server.http("POST", f"/api/tables/{table}/seats", {"name": name})
    assert answer.body["table"]["seats"][0]["name"] == name
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_refusals_have_the_same_security_headers(target: FuzzTarget) -> None:
    for path in ("/api/tables/nowhere", "/nowhere", "/api/tables?game=%ff"):
        answer = target.server.http("GET", path)
        assert answer.headers["x-content-type-options"] == "nosniff", (path, answer)
    for path in ("/", "/t/x", "/nowhere"):
        answer = target.server.http("GET", path, accept="text/html")
        assert "default-src 'none'" in answer.headers["content-security-policy"], (path, answer.status)


def test_bot_programs_are_not_accepted_from_clients(target: FuzzTarget) -> None:
    game_server = target.server
    for bot in (
        "py:bot.py:Bot",
        "exec:/bin/sh",
        "py:",
        "exec:",
        "PY:bot.py:Bot",
        " py:x",
        "mcts:-1",
        "mcts:999999999999",
        "human",
        "",
        "\x00",
        "../../x",
        "easy:1",
        "random:" + "9" * 40,
    ):
        answer = game_server.http("POST", "/api/tables", {"game": "magpie", "seats": ["open", bot]})
        assert (answer.status, answer.body["code"]) == (400, "setup"), (bot, answer)
    table = game_server.create_table("magpie", ["open", "open"], listed=False)
    cookie = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}).cookie()
    for bot in ("py:bot.py:Bot", "exec:/bin/sh"):
        answer = game_server.http("POST", f"/api/tables/{table}/seats/1/bot", {"bot": bot}, cookie=cookie)
        assert (answer.status, answer.body["code"]) == (400, "setup"), (bot, answer)


def test_malformed_requests_are_refused(target: FuzzTarget) -> None:
    for line in ("GARBAGE", "GET / HTTP/9.9", "GET nowhere HTTP/1.1", "BREW / HTTP/1.1", "GET /\x00 HTTP/1.1"):
        assert send_raw_http(target.server, line)[0] in (400, 404, 405, 501), line


# The OpenAPI document.


CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def test_http_matches_its_openapi_document(target: FuzzTarget) -> None:
    """Half of the requests are about a table that exists."""
    found = schemathesis.openapi.from_url(f"http://127.0.0.1:{target.server.port}/docs/openapi.json")
    count = 0
    for operation, mode in itertools.product(found.get_all_operations(), GenerationMode):

        @settings(FUZZ_SETTINGS, max_examples=8)
        @given(operation.ok().as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case[Any]) -> None:
            nonlocal count
            count += 1
            places = case.path_parameters or {}
            if "table" in places and count % 2:
                case.path_parameters = {**places, "table": target.other}
            case.call_and_validate(checks=CHECKS)

        with contextlib.suppress(Unsatisfiable):  # an endpoint without input has no invalid input
            ask()
    assert count > 200
