"""Metrics that are separate for each server, and a log that never contains a secret."""

from __future__ import annotations

import json
import logging
import os
import secrets
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import parlour
from parlour.server.cookies import CookieSigner
from parlour.server.observability import (
    MAX_TEXT,
    MAX_TRACE,
    REDACTED,
    ConsoleLogFormatter,
    JsonLogFormatter,
    Metrics,
    log_entry,
    redact_text,
    redact_value,
)
from parlour.table.dealer import fresh_nonce, fresh_secret
from parlour.table.seat import Seat

# Metrics.


def metric_values(watch: Metrics) -> dict[str, float]:
    rows = [row for row in watch.render().decode().splitlines() if not row.startswith("#")]
    return {name: float(value) for name, _, value in (row.rpartition(" ") for row in rows)}


def test_everything_is_counted() -> None:
    watch = Metrics()
    watch.record_answer(watch.now())
    watch.record_update(watch.now() - 0.3)
    watch.record_refusal("stale")
    watch.record_refusal("stale")
    watch.record_refusal("rate")
    watch.record_bot_answer(0.02, "")
    watch.record_bot_answer(10.0, "its bot overran its time")
    watch.sockets.inc()
    watch.watchers.inc()
    watch.live_tables.set(3)
    for counter in (watch.messages_in, watch.messages_out, watch.tables_set_up, watch.tables_finished):
        counter.inc()
    watch.tables_closed.inc()
    found = metric_values(watch)
    for name, value in {
        "answers_total": 1,
        "answer_stored_seconds_count": 1,
        'answer_told_seconds_bucket{le="0.25"}': 0,
        'answer_told_seconds_bucket{le="+Inf"}': 1,
        'refusals_total{code="stale"}': 2,
        'refusals_total{code="rate"}': 1,
        "bot_thoughts_total": 2,
        "bot_faults_total": 1,
        'bot_seconds_bucket{le="0.025"}': 1,
        'bot_seconds_bucket{le="10.0"}': 2,
        "sockets": 1,
        "watchers": 1,
        "live_tables": 3,
        "messages_in_total": 1,
        "messages_out_total": 1,
        "tables_set_up_total": 1,
        "tables_finished_total": 1,
        "tables_closed_total": 1,
    }.items():
        assert found[f"parlour_{name}"] == value, name


def test_two_servers_in_one_process_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.answers.inc()
    assert metric_values(one)["parlour_answers_total"] == 1
    assert metric_values(other)["parlour_answers_total"] == 0


# Redaction.


def sample_secrets() -> list[str]:
    """Returns one secret of every kind."""
    guest_token = secrets.token_urlsafe(18)
    return [
        Seat("Ann").token,
        fresh_nonce(),
        fresh_secret().hex(),
        guest_token,
        CookieSigner("key").sign("guest", guest_token),
    ]


@pytest.mark.parametrize("secret", sample_secrets(), ids=["token", "nonce", "secret", "guest", "cookie"])
@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "/t/TABLE#0.{}",
        "/api/tables/{}/socket",
        "GET /api?token={}&x=1 HTTP/1.1",
        "https://parlour.example/x?a={}",
        'refused: "{}" (no such token)',
        "[(b'cookie', b'seats={}; guest={}')]",
        "Cookie: seats={}",
        "seat0.{}.x",
        "x_{}",
    ],
)
def test_a_secret_is_hidden_wherever_it_stands(text: str, secret: str) -> None:
    parts = [part for part in secret.split(".") if len(part) > 3]
    redacted = redact_text(text.replace("{}", secret))
    assert not any(part in redacted for part in parts), redacted
    assert REDACTED in redacted or "?" in text


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("nonce=9f0c31a7, seat=1", f"nonce={REDACTED}, seat=1"),
        ('{"nonce": "9f0c", "name": "Ann"}', f'{{"nonce": {REDACTED}, "name": "Ann"}}'),
        ("Set-Cookie: a=b; Path=/", f"Set-Cookie: {REDACTED}"),
        ("postgresql+psycopg://ann:wrong@db.example/parlour", f"postgresql+psycopg://{REDACTED}@db.example/parlour"),
        ("/api/tables?game=magpie", "/api/tables"),
        ('"/a?b="c"', '"/a'),
        ("Is it over? Yes.", "Is it over? Yes."),
        ("in a_worker_that_is_not_ready_in_time_gives_no_wrong_answers", None),
        ("The table kQ3_x-9aZb1f is closed.", None),
    ],
)
def test_which_texts_are_redacted(text: str, redacted: str | None) -> None:
    assert redact_text(text) == (text if redacted is None else redacted)


@settings(deadline=None)
@given(st.integers(0, 2 * MAX_TEXT), st.sampled_from(" /x?=\"'"))
def test_a_token_at_the_edge_of_a_long_text_is_not_cut_in_half(before: int, filler: str) -> None:
    token = Seat("Ann").token
    redacted = redact_text(filler * before + " " + token + " " + "y" * MAX_TEXT)
    assert token[:12] not in redacted
    assert len(redacted) <= MAX_TEXT + 200


def test_a_hostile_text_costs_no_time() -> None:
    for text in ("/" * 10**6, "token" * 10**5, "cookie'" * 10**5, "://" * 10**5, "a?" * 10**5, "-" * 10**6):
        assert len(redact_text(text)) <= 10 * MAX_TEXT


class BrokenStr:
    def __str__(self) -> str:
        raise RuntimeError("no")


def test_fields_are_hidden_by_their_name_and_their_looks() -> None:
    token = Seat("Ann").token
    redacted = redact_value(
        {
            "token": "short",
            "Seat-Token": 5,
            "X-Api-Key": "k",
            "query_string": b"a=b",
            "guest": "g",
            "headers": [(b"cookie", b"guest=short"), (b"host", b"parlour.example"), ("Authorization", "x y")],
            "deep": {"in": [{"nonce": "9f"}, ("at", token), {token}, {token: 1}]},
            "deeper": [[[[[[{"nonce": "9f"}]]]]]],
            "error": ValueError(f"bad token {token}"),
            "raw": token.encode(),
            "keeper": "4f",
            "seat": 1,
            "rate": 0.5,
            "nan": float("nan"),
            "over": True,
            "result": None,
            "mute": BrokenStr(),
        }
    )
    assert redacted["headers"] == [["cookie", REDACTED], ["host", "parlour.example"], ["Authorization", REDACTED]]
    assert [redacted[name] for name in ("token", "Seat-Token", "X-Api-Key", "query_string", "guest")] == [REDACTED] * 5
    assert redacted["deep"] == {"in": [{"nonce": REDACTED}, ["at", REDACTED], [REDACTED], {REDACTED: 1}]}
    assert [redacted[name] for name in ("keeper", "seat", "rate", "over", "result")] == ["4f", 1, 0.5, True, None]
    assert redacted["error"] == f"ValueError: bad token {REDACTED}"
    assert redacted["mute"] == "<BrokenStr>"
    text = json.dumps(redacted, allow_nan=False)
    assert token not in text
    assert "9f" not in text


# Log lines.


def log_record(message: object, *args: object, name: str = "parlour", **extra: object) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.INFO, "", 0, message, args, None)
    made.__dict__.update(extra)
    return made


def test_an_access_record_keeps_the_path_and_loses_the_query() -> None:
    line = log_entry(
        log_record(
            '%s - "%s %s HTTP/%s" %d', "192.0.2.1:5", "GET", "/api/records?a=b", "1.1", 200, name="uvicorn.access"
        )
    )
    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "info",
        "event": "request",
        "client": "192.0.2.1:5",
        "method": "GET",
        "path": "/api/records",
        "status": 200,
    }


def test_a_record_of_others_is_a_note_even_a_broken_one() -> None:
    line = log_entry(log_record('%s - "WebSocket %s" [accepted]', "192.0.2.1:5", '/api?x="hush"', name="uvicorn.error"))
    assert (line["event"], line["from"]) == ("note", "uvicorn.error")
    assert line["text"] == '192.0.2.1:5 - "WebSocket /api" [accepted]'
    assert log_entry(log_record("%d of %d", "x", name="other"))["text"] == "%d of %d"


def test_a_field_does_not_replace_what_every_line_has() -> None:
    line = log_entry(log_record("seated", fields={"level": "hard", "time": 3, "seat": 1}))
    assert (line["level"], line["level_"], line["time_"], line["event"]) == ("info", "hard", 3, "seated")


def test_one_line_is_one_line_whatever_is_in_it() -> None:
    text = JsonLogFormatter().format(
        log_record("chat\n{}", fields={"name": "Ann\r\n\x1b[2J\u202e\u2028", "text": "b\nb"})
    )
    assert len(text.splitlines()) == 1
    assert text.isascii()
    assert json.loads(text)["text"] == "b\nb"
    prose = ConsoleLogFormatter().format(log_record("chat", fields={"name": "Ann\r\n\x1b[2J\u202e", "seats": [1, 2]}))
    assert prose.isprintable()
    assert prose[8:] == " chat name=Ann\ufffd\ufffd\ufffd[2J\ufffd seats=[1, 2]"


def test_a_trace_is_kept_at_its_end_and_cleaned() -> None:
    token = Seat("Ann").token

    def deeper(depth: int) -> None:
        if depth:
            deeper(depth - 1)
        else:
            raise RuntimeError(f"deep down with {token}" + "\n filler" * 1500 + f"\nthe end of {token}")

    try:
        deeper(20)
    except RuntimeError as error:
        made = log_record("fault", fields={"error": error})
        made.levelname = "ERROR"
        made.exc_info = (type(error), error, error.__traceback__)
    line = log_entry(made)
    assert line["trace"].endswith(f"the end of {REDACTED}")
    assert len(line["trace"]) <= MAX_TRACE
    assert token not in json.dumps(line)
    prose = ConsoleLogFormatter().format(made)
    assert token not in prose
    assert prose.splitlines()[-1] == f"    the end of {REDACTED}"
    assert " ERROR fault " in prose.splitlines()[0]


# A real server.

SERVER_SCRIPT = """
import logging, socket, sys
import uvicorn
from parlour.server.observability import log_config, log_event

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    log_event("asked", path=scope["path"], query=scope["query_string"], headers=scope["headers"])
    if scope["path"].startswith("/fault"):
        token = dict(scope["headers"])[b"x-seat"]
        try:
            raise ValueError(f"who holds {token}?")
        except ValueError as error:
            log_event("fault", error=error, token=token)
        logging.getLogger("somebody.else").warning("strange header %r in %s", scope["headers"], scope["query_string"])
        raise RuntimeError(f"{scope['headers']} {token} {scope['query_string']}")
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        log_event("heard", message=await receive())
        await send({"type": "websocket.close", "code": 1000})
        return
    if scope["path"] == "/stop":
        server.should_exit = True
    await send({"type": "http.response.start", "status": 204, "headers": [(b"set-cookie", b"seats=" + b"A1" * 40)]})
    await send({"type": "http.response.body", "body": b""})

listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
server = uvicorn.Server(uvicorn.Config(app, log_config=log_config(), ws="websockets-sansio"))
server.run(sockets=[listening])
"""


class LogServer:
    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port

    def get(self, path: str, **headers: str) -> int:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def send_bytes(self, content: bytes) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as line:
            line.sendall(content)
            while line.recv(4096):
                pass

    def stop(self) -> str:
        self.get("/stop")
        assert self.process.stderr is not None
        log_text = self.process.stderr.read().decode()
        assert self.process.wait() == 0
        return log_text


@pytest.fixture
def log_server(tmp_path: Path) -> Iterator[LogServer]:
    (tmp_path / "app.py").write_text(SERVER_SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "app.py")],
        env={**os.environ, "PYTHONPATH": str(Path(parlour.__file__).parent.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    yield LogServer(process, int(process.stdout.readline()))
    process.kill()
    process.communicate()


def test_no_secret_of_any_request_reaches_the_log(log_server: LogServer) -> None:
    token, nonce, secret_word = Seat("Ann").token, secrets.token_hex(4), "hush" + secrets.token_hex(3)
    headers = {
        "X-Seat": token,
        "Cookie": f"guest={secret_word}; seats={token}",
        "Authorization": f"Bearer {secret_word}",
    }
    query = f"?token={token}&nonce={nonce}&w={secret_word}"
    assert log_server.get(f"/api/tables{query}", **headers) == 204
    assert log_server.get(f"/api/{token}/x{query}", **headers) == 204
    assert log_server.get(f"/fault{query}", **headers) == 500
    quoted = (
        f"GET /api?\"{secret_word}'{token} HTTP/1.1\r\nHost: x\r\nCookie: {secret_word}\r\nConnection: close\r\n\r\n"
    )
    log_server.send_bytes(quoted.encode())
    log_server.send_bytes(f"GET /{secret_word} {token} nonsense\r\n\r\n".encode())
    address = f"ws://127.0.0.1:{log_server.port}"
    with connect(f"{address}/api/tables/x/socket{query}", additional_headers=headers) as line:
        line.send(json.dumps({"type": "hello", "token": token, "nonce": nonce}))
        with pytest.raises(Exception, match="1000"):
            line.recv()
    with pytest.raises(InvalidStatus):
        connect(f"{address}/fault{query}", additional_headers=headers).__enter__()
    log_text = log_server.stop()
    for secret in (token, nonce, secret_word):
        assert secret not in log_text
    lines: list[dict[str, Any]] = [json.loads(row) for row in log_text.splitlines()]
    assert all(line.keys() >= {"time", "level", "event"} for line in lines)
    requests = [(line["method"], line["path"], line["status"]) for line in lines if line["event"] == "request"]
    assert requests[:3] == [("GET", "/api/tables", 204), ("GET", f"/api/{REDACTED}/x", 204), ("GET", "/fault", 500)]
    notes = [line["text"] for line in lines if line["event"] == "note"]
    assert any("WebSocket /api/tables/x/socket" in text for text in notes)
    faults = [line for line in lines if line["level"] == "error"]
    assert {line["event"] for line in faults} == {"fault", "note"}
    assert all("Traceback" in line["trace"] for line in faults)
    assert "somebody.else" in {line.get("from") for line in lines}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_on_a_terminal_the_log_is_terse(tmp_path: Path) -> None:
    import pty

    script = tmp_path / "says.py"
    script.write_text(
        "import logging.config\n"
        "from parlour.server.observability import log_config, log_event\n"
        "logging.config.dictConfig(log_config())\n"
        "log_event('set up', table='kQ3', token='short')\n"
        "logging.getLogger('uvicorn.error').info('small talk')\n"
    )
    ours, theirs = pty.openpty()
    path = str(Path(parlour.__file__).parent.parent)
    subprocess.run(
        [sys.executable, str(script)], stderr=theirs, env={**os.environ, "PYTHONPATH": path}, check=True, timeout=60
    )
    redacted = os.read(ours, 10_000).decode()
    os.close(ours)
    os.close(theirs)
    assert redacted[8:].strip() == f"set up table=kQ3 token={REDACTED}"
