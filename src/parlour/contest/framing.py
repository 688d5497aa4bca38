"""Messages of the contest: one JSON object in pure ASCII, and one byte that ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from parlour.kernel.wire_types import Document, Json

EOT: Final = b"\x04"
LARGEST: Final = 1 << 19  # bytes of one message of a client: a long line to be logged, every letter escaped

DEEPEST: Final = 64  # objects and lists in each other, in a message of a client

_ENCODE = msgspec.json.Encoder().encode
_DECODE = msgspec.json.Decoder().decode
_BEYOND = re.compile("[^\x00-\x7f]")


class Garbled(Exception):
    """Bytes that are no message; the sentence goes to who sent them."""


def packed(value: Json) -> bytes:
    """JSON in pure ASCII: clients read in pieces, and a letter of two bytes on an edge would kill them."""
    body = _ENCODE(value)
    if body.isascii():
        return body
    return _BEYOND.sub(_escaped, body.decode()).encode()


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 | code >> 10:04x}\\u{0xDC00 | code & 0x3FF:04x}"


def message(event: str, data: bytes = b"") -> bytes:
    """A message, its data already packed; none if there is nothing to say."""
    if not data:
        return b'{"event":"%b"}\x04' % event.encode()
    return b'{"event":"%b","data":%b}\x04' % (event.encode(), data)


def fatal(sentence: str, timed_out: bool = False) -> bytes:
    """The last message before a socket is closed."""
    return message("fatal", packed({"message": sentence, "timedOut": timed_out}))


def read(body: bytes) -> tuple[str, Json]:
    """The event and the data of a message, without its last byte."""
    try:
        found = _DECODE(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Garbled("That is no JSON.") from None
    if not isinstance(found, dict) or not isinstance(found.get("event"), str):
        raise Garbled("A message is a JSON object with an event.")
    if body.count(b"{") + body.count(b"[") > DEEPEST and _is_deep(found):
        raise Garbled("That is nested too deep.")
    return found["event"], found.get("data")


def _is_deep(value: Json) -> bool:
    """Deeper than anybody needs, and than everybody can write down again."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            part
            for whole in level
            if isinstance(whole, dict | list)
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
    return bool(level)


def document(data: Json, event: str) -> Document:
    """The data of an event that needs an object."""
    if not isinstance(data, dict):
        raise Garbled(f"The data of {event} is an object.")
    return data


class Frames:
    """What came in and is not read yet, cut at its ends. No message may be longer than a client's longest."""

    __slots__ = ("held", "largest", "waiting")

    def __init__(self, begun: bytes = b"", largest: int = LARGEST) -> None:
        self.held = bytearray()  # a message that has no end yet
        self.waiting: list[bytes] = []  # whole ones, the next one last
        self.largest = largest
        if begun:
            self.take(begun)

    def take(self, piece: bytes) -> None:
        if not self.held and not self.waiting and 0 <= piece.find(EOT) == len(piece) - 1 < self.largest:
            self.waiting = [piece[:-1]]  # as nearly always: one message, and nothing else
            return
        *whole, rest = piece.split(EOT)
        if whole:
            whole[0] = bytes(self.held) + whole[0]
            self.held.clear()
            self.waiting = whole[::-1] + self.waiting
        self.held += rest
        if len(self.held) > self.largest or any(len(body) > self.largest for body in whole):
            raise Garbled(f"A message has at most {self.largest} bytes.")

    def next(self) -> bytes | None:
        """The next whole message, if one has come."""
        return self.waiting.pop() if self.waiting else None

    def __iter__(self) -> Iterator[bytes]:
        while self.waiting:
            yield self.waiting.pop()

    def left(self) -> bytes:
        """All that was not read, as it came."""
        return b"".join(body + EOT for body in reversed(self.waiting)) + bytes(self.held)
