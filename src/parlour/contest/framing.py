"""Messages of the contest: one JSON object in pure ASCII, and one byte that ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from parlour.kernel.wire_types import Document, Json

EOT: Final = b"\x04"
LARGEST_MESSAGE: Final = 1 << 19  # bytes of one message of a client: a long line to be logged, every letter escaped

DEEPEST_NESTING: Final = 64  # objects and lists in each other, in a message of a client

_ENCODE = msgspec.json.Encoder().encode
_DECODE = msgspec.json.Decoder().decode
_NON_ASCII = re.compile("[^\x00-\x7f]")


class ContestProtocolError(Exception):
    """Bytes that are no message; the sentence goes to who sent them."""


def encode_json(value: Json) -> bytes:
    """JSON in pure ASCII: clients read in pieces, and a letter of two bytes on an edge would kill them."""
    body = _ENCODE(value)
    if body.isascii():
        return body
    return _NON_ASCII.sub(_escape_character, body.decode()).encode()


def _escape_character(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 | code >> 10:04x}\\u{0xDC00 | code & 0x3FF:04x}"


def encode_message(event: str, data: bytes = b"") -> bytes:
    """A message, its data already packed; none if there is nothing to say."""
    if not data:
        return b'{"event":"%b"}\x04' % event.encode()
    return b'{"event":"%b","data":%b}\x04' % (event.encode(), data)


def encode_fatal(sentence: str, timed_out: bool = False) -> bytes:
    """The last message before a socket is closed."""
    return encode_message("fatal", encode_json({"message": sentence, "timedOut": timed_out}))


def decode_message(body: bytes) -> tuple[str, Json]:
    """The event and the data of a message, without its last byte."""
    try:
        found = _DECODE(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise ContestProtocolError("That is no JSON.") from None
    if not isinstance(found, dict) or not isinstance(found.get("event"), str):
        raise ContestProtocolError("A message is a JSON object with an event.")
    if body.count(b"{") + body.count(b"[") > DEEPEST_NESTING and _is_too_deep(found):
        raise ContestProtocolError("That is nested too deep.")
    return found["event"], found.get("data")


def _is_too_deep(value: Json) -> bool:
    """Deeper than anybody needs, and than everybody can write down again."""
    level = [value]
    for _ in range(DEEPEST_NESTING):
        level = [
            part
            for whole in level
            if isinstance(whole, dict | list)
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
    return bool(level)


def require_object(data: Json, event: str) -> Document:
    """The data of an event that needs an object."""
    if not isinstance(data, dict):
        raise ContestProtocolError(f"The data of {event} is an object.")
    return data


class FrameBuffer:
    """What came in and is not read yet, cut at its ends. No message may be longer than a client's longest."""

    __slots__ = ("complete", "partial", "size_limit")

    def __init__(self, begun: bytes = b"", size_limit: int = LARGEST_MESSAGE) -> None:
        self.partial = bytearray()  # a message that has no end yet
        self.complete: list[bytes] = []  # whole ones, the next one last
        self.size_limit = size_limit
        if begun:
            self.feed(begun)

    def feed(self, piece: bytes) -> None:
        if not self.partial and not self.complete and 0 <= piece.find(EOT) == len(piece) - 1 < self.size_limit:
            self.complete = [piece[:-1]]  # as nearly always: one message, and nothing else
            return
        *whole, rest = piece.split(EOT)
        if whole:
            whole[0] = bytes(self.partial) + whole[0]
            self.partial.clear()
            self.complete = whole[::-1] + self.complete
        self.partial += rest
        if len(self.partial) > self.size_limit or any(len(body) > self.size_limit for body in whole):
            raise ContestProtocolError(f"A message has at most {self.size_limit} bytes.")

    def next(self) -> bytes | None:
        """The next whole message, if one has come."""
        return self.complete.pop() if self.complete else None

    def __iter__(self) -> Iterator[bytes]:
        while self.complete:
            yield self.complete.pop()

    def unread_bytes(self) -> bytes:
        """All that was not read, as it came."""
        return b"".join(body + EOT for body in reversed(self.complete)) + bytes(self.partial)
