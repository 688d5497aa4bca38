"""What the server counts, and what it says of itself: figures for Prometheus, and a log that holds no secrets."""

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

EXPOSITION_TYPE = CONTENT_TYPE_LATEST  # of the figures
SOON = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
THINKING = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Watch:
    """The figures of one server; another one in the same process has its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.answers = self._counter("answers", "Answers taken and stored.")
        self.refusals = Counter("parlour_refusals", "Refusals by their code.", ["code"], registry=self.registry)
        self.messages_in = self._counter("messages_in", "Messages that came over sockets.")
        self.messages_out = self._counter("messages_out", "Messages that went out over sockets.")
        self.tables_set_up = self._counter("tables_set_up", "Tables set up.")
        self.tables_finished = self._counter("tables_finished", "Matches played to their end.")
        self.tables_closed = self._counter("tables_closed", "Tables closed because nobody was there.")
        self.thoughts = self._counter("bot_thoughts", "Questions that bots were asked.")
        self.faults = self._counter("bot_faults", "Questions that bots had no answer to.")
        self.live_tables = self._gauge("live_tables", "Tables that this process holds.")
        self.sockets = self._gauge("sockets", "Sockets that are open.")
        self.watchers = self._gauge("watchers", "Sockets that hold no seat.")
        self.to_stored = self._histogram("answer_stored_seconds", "From an answer until it is stored.", SOON)
        self.to_told = self._histogram("answer_told_seconds", "From an answer until everybody is told.", SOON)
        self.to_thought = self._histogram("bot_seconds", "From a bot's question to its answer, queues too.", THINKING)

    def _counter(self, name: str, help: str) -> Counter:
        return Counter(f"parlour_{name}", help, registry=self.registry)

    def _gauge(self, name: str, help: str) -> Gauge:
        return Gauge(f"parlour_{name}", help, registry=self.registry)

    def _histogram(self, name: str, help: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"parlour_{name}", help, registry=self.registry, buckets=buckets)

    def clock(self) -> float:
        """Now, for `answered` and `told`."""
        return time.perf_counter()

    def answered(self, begun: float) -> None:
        self.answers.inc()
        self.to_stored.observe(self.clock() - begun)

    def told(self, begun: float) -> None:
        self.to_told.observe(self.clock() - begun)

    def refused(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def thought(self, seconds: float, fault: str) -> None:
        """A bot was asked; what a crew heeds."""
        self.thoughts.inc()
        if fault:
            self.faults.inc()
        self.to_thought.observe(seconds)

    def exposition(self) -> bytes:
        return generate_latest(self.registry)


# The log.

LOGGER = logging.getLogger("parlour")
HIDDEN = "[hidden]"
LONGEST = 2000  # characters of one text in the log
LONGEST_TRACE = 8000
DEEPEST = 4  # lists in lists

NAMES = "token|cookie|nonce|secret|seed|passw|authori[sz]ation|signature|credential|session|query"
SECRET_FIELD = re.compile(rf"{NAMES}|guest|\bkey\b", re.I)
HEADER = re.compile(r"(cookie|authori[sz]ation)(?:[\"']?\s*[:=]|[\"']\s*,)[^\r\n]*", re.I)
NAMED = re.compile(rf"((?:{NAMES})[\w-]*(?:[\"']?\s*[:=]|[\"']\s*,)\s*)(b?\"[^\"]*\"|b?'[^']*'|[^\s,;&)}}\]]+)", re.I)
LOGIN = re.compile(r"://[^/\s@]*@")
WORD = re.compile(r"\S+")
LETTERS = string.ascii_letters + string.digits + "_-"  # of a token
RANDOM = re.compile(r"[A-Za-z0-9_-]{24,}")  # a seat's token has 32 of these, a guest's name 24, a nonce and a seed 32
PLAIN = re.compile(r"[a-z_]+")  # such as the name of a function


def say(event: str, /, **fields: object) -> None:
    """One line of the log. An exception among the fields makes it an error, and shows where it came from."""
    found = next((value for value in fields.values() if isinstance(value, BaseException)), None)
    LOGGER.log(logging.ERROR if found else logging.INFO, event, extra={"fields": fields}, exc_info=found)


def clean(text: str, longest: int = LONGEST) -> str:
    """A text without queries, logins, secrets by their name, and anything that looks like a token."""
    if len(text) > longest:
        text = text[:longest].rstrip(LETTERS) + "..."  # no half of a token
    text = WORD.sub(_without_query, text)
    text = LOGIN.sub(f"://{HIDDEN}@", text)
    text = NAMED.sub(rf"\1{HIDDEN}", text)
    text = HEADER.sub(rf"\1: {HIDDEN}", text)
    return RANDOM.sub(lambda found: found[0] if PLAIN.fullmatch(found[0]) else HIDDEN, text)


def _without_query(word: re.Match[str]) -> str:
    path, mark, _ = word[0].partition("?")
    return path if mark and "/" in path else word[0]


def scrub(value: object, depth: int = 0) -> Any:
    """A field as JSON, cleaned all the way down."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, BaseException):
        return clean(f"{type(value).__name__}: {_text(value)}")
    if depth < DEEPEST and isinstance(value, Mapping):
        return {
            clean(_text(name)): HIDDEN if SECRET_FIELD.search(_text(name)) else scrub(inner, depth + 1)
            for name, inner in value.items()
        }
    if depth < DEEPEST and isinstance(value, Sequence | Set) and not isinstance(value, str | bytes | bytearray):
        items = list(value)
        if len(items) == 2 and isinstance(items[0], str | bytes) and SECRET_FIELD.search(_text(items[0])):
            return [scrub(items[0]), HIDDEN]  # a header
        return [scrub(inner, depth + 1) for inner in items]
    return clean(_text(value))


def _text(value: object) -> str:
    try:
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    except Exception:
        return f"<{type(value).__name__}>"


def line_of(record: logging.LogRecord) -> dict[str, Any]:
    """What a record of anybody's has to say: time, level, event, and fields."""
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    line: dict[str, Any] = {"time": when, "level": record.levelname.lower()}
    fields = getattr(record, "fields", None)
    if isinstance(fields, Mapping):
        line["event"] = clean(_text(record.msg))
    elif record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
        client, method, path, _, status = record.args
        line["event"] = "request"
        fields = {"client": client, "method": method, "path": _path(path), "status": status}
    else:
        line["event"] = "note"
        fields = {"from": record.name, "text": _message(record)}
    line |= {f"{name}_" if name in line else name: value for name, value in scrub(fields).items()}
    if record.exc_info and record.exc_info[0] is not None:
        trace = logging.Formatter().formatException(record.exc_info)
        line["trace"] = clean(
            trace[-LONGEST_TRACE:].partition("\n")[2] if len(trace) > LONGEST_TRACE else trace, LONGEST_TRACE
        )
    return line


def _path(value: object) -> str:
    return _text(value).partition("?")[0]


def _message(record: logging.LogRecord) -> str:
    """What somebody else's code wrote; whatever may be an address loses its query before it is mixed in."""
    args = record.args
    if isinstance(args, tuple):
        args = tuple(_path(arg) if isinstance(arg, str) and "/" in arg else arg for arg in args)
    try:
        return str(record.msg) % args if args else str(record.msg)
    except Exception:
        return _text(record.msg)


class Lines(logging.Formatter):
    """For programs: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(line_of(record))


class Prose(logging.Formatter):
    """For somebody at a terminal: the time of day, what happened, and the fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = line_of(record)
        level, trace = line.pop("level"), line.pop("trace", "")
        day = datetime.fromisoformat(line.pop("time")).astimezone()
        words = [f"{day:%H:%M:%S}", *([] if level == "info" else [level.upper()]), _shown(line.pop("event"))]
        words += [f"{_shown(name)}={_shown(value)}" for name, value in line.items()]
        return "\n".join([" ".join(words), *(f"    {_shown(row)}" for row in trace.splitlines())])


def _shown(value: object) -> str:
    """Nothing in it moves the cursor or turns the text around."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def log_config(terminal: bool | None = None) -> dict[str, Any]:
    """For `logging.config.dictConfig` and for uvicorn: everything goes to stderr, in one form. On a terminal the web
    server's own small talk is left out."""
    if terminal is None:
        terminal = sys.stderr.isatty()
    talk = "WARNING" if terminal else "INFO"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": Prose if terminal else Lines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "parlour": {"level": "INFO"},
            "uvicorn": {"level": talk, "handlers": [], "propagate": True},
            "uvicorn.error": {"level": talk, "handlers": [], "propagate": True},
            "uvicorn.access": {"level": talk, "handlers": [], "propagate": True},
        },
    }
