"""The server's metrics for Prometheus, and its log, which hides secrets such as tokens and cookies."""

from __future__ import annotations

import json
import logging
import math
import re
import string
import sys
import time
from collections.abc import Mapping, Sequence, Set
from datetime import UTC, datetime
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

EXPOSITION_TYPE = CONTENT_TYPE_LATEST
LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
BOT_LATENCY_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The Prometheus metrics of one server process: counts and latencies of answers, tables, sockets and bots."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.answers = self._counter("answers", "Answers taken and stored.")
        self.refusals = Counter("parlour_refusals", "Refusals by their code.", ["code"], registry=self.registry)
        self.messages_in = self._counter("messages_in", "Messages received over sockets.")
        self.messages_out = self._counter("messages_out", "Messages sent over sockets.")
        self.tables_set_up = self._counter("tables_set_up", "Tables set up.")
        self.tables_finished = self._counter("tables_finished", "Matches played to their end.")
        self.tables_closed = self._counter("tables_closed", "Tables closed because they were unvisited for too long.")
        self.bot_questions = self._counter("bot_thoughts", "Questions that bots were asked.")
        self.bot_faults = self._counter("bot_faults", "Questions that bots failed to answer.")
        self.live_tables = self._gauge("live_tables", "Tables in the memory of this process.")
        self.sockets = self._gauge("sockets", "Sockets that are open.")
        self.watchers = self._gauge("watchers", "Sockets that hold no seat.")
        self.store_latency = self._histogram(
            "answer_stored_seconds", "From an answer until it is stored.", LATENCY_BUCKETS
        )
        self.update_latency = self._histogram(
            "answer_told_seconds", "From an answer until all viewers are updated.", LATENCY_BUCKETS
        )
        self.bot_latency = self._histogram(
            "bot_seconds", "From a bot's question to its answer, queues too.", BOT_LATENCY_BUCKETS
        )

    def _counter(self, name: str, help: str) -> Counter:
        return Counter(f"parlour_{name}", help, registry=self.registry)

    def _gauge(self, name: str, help: str) -> Gauge:
        return Gauge(f"parlour_{name}", help, registry=self.registry)

    def _histogram(self, name: str, help: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"parlour_{name}", help, registry=self.registry, buckets=buckets)

    def now(self) -> float:
        """Returns a monotonic time in seconds, the start for the latencies of `record_answer` and `record_update`."""
        return time.perf_counter()

    def record_answer(self, begun: float) -> None:
        self.answers.inc()
        self.store_latency.observe(self.now() - begun)

    def record_update(self, begun: float) -> None:
        self.update_latency.observe(self.now() - begun)

    def record_refusal(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def record_bot_answer(self, seconds: float, fault: str) -> None:
        """Counts in the metrics a question that a bot was asked, its fault if any, and the seconds until the answer."""
        self.bot_questions.inc()
        if fault:
            self.bot_faults.inc()
        self.bot_latency.observe(seconds)

    def render(self) -> bytes:
        return generate_latest(self.registry)


# The log.

LOGGER = logging.getLogger("parlour")
REDACTED = "[hidden]"
MAX_TEXT = 2000  # characters
MAX_TRACE = 8000
MAX_DEPTH = 4  # of nested lists and mappings

SECRET_NAMES = "token|cookie|nonce|secret|seed|passw|authori[sz]ation|signature|credential|session|query"
SECRET_FIELD = re.compile(rf"{SECRET_NAMES}|guest|\bkey\b", re.I)
SECRET_HEADER = re.compile(r"(cookie|authori[sz]ation)(?:[\"']?\s*[:=]|[\"']\s*,)[^\r\n]*", re.I)
NAMED_SECRET = re.compile(
    rf"((?:{SECRET_NAMES})[\w-]*(?:[\"']?\s*[:=]|[\"']\s*,)\s*)(b?\"[^\"]*\"|b?'[^']*'|[^\s,;&)}}\]]+)", re.I
)
URL_LOGIN = re.compile(r"://[^/\s@]*@")
WORD = re.compile(r"\S+")
TOKEN_LETTERS = string.ascii_letters + string.digits + "_-"
TOKEN_LIKE = re.compile(r"[A-Za-z0-9_-]{24,}")  # seat tokens, nonces and seeds have 32 characters, guest ids 24
PLAIN_NAME = re.compile(r"[a-z_]+")  # such as a function name


def log_event(event: str, /, **fields: object) -> None:
    """Writes one line to the server's log; an exception among the fields makes it an error with a traceback."""
    found = next((value for value in fields.values() if isinstance(value, BaseException)), None)
    LOGGER.log(logging.ERROR if found else logging.INFO, event, extra={"fields": fields}, exc_info=found)


def redact_text(text: str, longest: int = MAX_TEXT) -> str:
    """Returns a text for the log, cut to `longest` characters, without URL queries and logins, named secrets, and
    whatever looks like a token."""
    if len(text) > longest:
        text = text[:longest].rstrip(TOKEN_LETTERS) + "..."  # never half a token
    text = WORD.sub(_strip_query, text)
    text = URL_LOGIN.sub(f"://{REDACTED}@", text)
    text = NAMED_SECRET.sub(rf"\1{REDACTED}", text)
    text = SECRET_HEADER.sub(rf"\1: {REDACTED}", text)
    return TOKEN_LIKE.sub(lambda found: found[0] if PLAIN_NAME.fullmatch(found[0]) else REDACTED, text)


def _strip_query(word: re.Match[str]) -> str:
    path, mark, _ = word[0].partition("?")
    return path if mark and "/" in path else word[0]


def redact_value(value: object, depth: int = 0) -> Any:
    """Returns the value of a log field as JSON values, with all secrets in it hidden."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, BaseException):
        return redact_text(f"{type(value).__name__}: {_text(value)}")
    if depth < MAX_DEPTH and isinstance(value, Mapping):
        return {
            redact_text(_text(name)): REDACTED if SECRET_FIELD.search(_text(name)) else redact_value(inner, depth + 1)
            for name, inner in value.items()
        }
    if depth < MAX_DEPTH and isinstance(value, Sequence | Set) and not isinstance(value, str | bytes | bytearray):
        items = list(value)
        if len(items) == 2 and isinstance(items[0], str | bytes) and SECRET_FIELD.search(_text(items[0])):
            return [redact_value(items[0]), REDACTED]  # a header
        return [redact_value(inner, depth + 1) for inner in items]
    return redact_text(_text(value))


def _text(value: object) -> str:
    try:
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    except Exception:
        return f"<{type(value).__name__}>"


def log_entry(record: logging.LogRecord) -> dict[str, Any]:
    """Returns time, level, event and fields of a Python log record, also of another library, with secrets hidden."""
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    line: dict[str, Any] = {"time": when, "level": record.levelname.lower()}
    fields = getattr(record, "fields", None)
    if isinstance(fields, Mapping):
        line["event"] = redact_text(_text(record.msg))
    elif record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
        client, method, path, _, status = record.args
        line["event"] = "request"
        fields = {"client": client, "method": method, "path": _strip_path_query(path), "status": status}
    else:
        line["event"] = "note"
        fields = {"from": record.name, "text": _format_message(record)}
    line |= {f"{name}_" if name in line else name: value for name, value in redact_value(fields).items()}
    if record.exc_info and record.exc_info[0] is not None:
        trace = logging.Formatter().formatException(record.exc_info)
        line["trace"] = redact_text(
            trace[-MAX_TRACE:].partition("\n")[2] if len(trace) > MAX_TRACE else trace, MAX_TRACE
        )
    return line


def _strip_path_query(value: object) -> str:
    return _text(value).partition("?")[0]


def _format_message(record: logging.LogRecord) -> str:
    """Formats a log message of another library; arguments that may be URLs lose their query first."""
    args = record.args
    if isinstance(args, tuple):
        args = tuple(_strip_path_query(arg) if isinstance(arg, str) and "/" in arg else arg for arg in args)
    try:
        return str(record.msg) % args if args else str(record.msg)
    except Exception:
        return _text(record.msg)


class JsonLogFormatter(logging.Formatter):
    """Formats a log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(log_entry(record))


class ConsoleLogFormatter(logging.Formatter):
    """Formats a log record as text for a terminal: time of day, event, fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = log_entry(record)
        level, trace = line.pop("level"), line.pop("trace", "")
        day = datetime.fromisoformat(line.pop("time")).astimezone()
        words = [f"{day:%H:%M:%S}", *([] if level == "info" else [level.upper()]), _printable(line.pop("event"))]
        words += [f"{_printable(name)}={_printable(value)}" for name, value in line.items()]
        return "\n".join([" ".join(words), *(f"    {_printable(row)}" for row in trace.splitlines())])


def _printable(value: object) -> str:
    """Returns a log value as text without control characters, which could move the cursor or reverse the text."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def log_config(terminal: bool | None = None) -> dict[str, Any]:
    """Returns the logging configuration of the server for `logging.config.dictConfig` and uvicorn: all goes to stderr,
    as text if that is a terminal, else as JSON lines. On a terminal uvicorn logs warnings only."""
    if terminal is None:
        terminal = sys.stderr.isatty()
    uvicorn_level = "WARNING" if terminal else "INFO"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": ConsoleLogFormatter if terminal else JsonLogFormatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "parlour": {"level": "INFO"},
            "uvicorn": {"level": uvicorn_level, "handlers": [], "propagate": True},
            "uvicorn.error": {"level": uvicorn_level, "handlers": [], "propagate": True},
            "uvicorn.access": {"level": uvicorn_level, "handlers": [], "propagate": True},
        },
    }
