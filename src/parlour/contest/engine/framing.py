"""Messages between contest server and clients: a JSON object in pure ASCII, followed by the byte EOT."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from parlour.kernel.wire_types import Document, Json

EOT: Final = b"\x04"
LARGEST_MESSAGE: Final = 1 << 19  # bytes of a client's message: room for a long log line with every letter escaped

DEEPEST_NESTING: Final = 64  # of objects and lists in a client's message

_ENCODE: Final = msgspec.json.Encoder().encode
_DECODE: Final = msgspec.json.Decoder().decode
_NON_ASCII: Final = re.compile("[^\x00-\x7f]")


class ContestProtocolError(Exception):
    """The error of a client that broke the contest protocol; its sentence is sent to that client."""


def encode_json(value: Json) -> bytes:
    """Encodes a value as JSON in pure ASCII: clients read in chunks and fail on a multi-byte character split in two."""
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
    """Encodes a message to a contest client, with its ending byte EOT; `data` is encoded JSON, or empty."""
    if not data:
        return b'{"event":"%b"}\x04' % event.encode()
    return b'{"event":"%b","data":%b}\x04' % (event.encode(), data)


def encode_fatal(sentence: str, timed_out: bool = False) -> bytes:
    """Encodes the message `fatal`, the last one to a contest client before its socket is closed, with the reason."""
    return encode_message("fatal", encode_json({"message": sentence, "timedOut": timed_out}))


def decode_message(body: bytes) -> tuple[str, Json]:
    """Returns event and data of a contest client's message, given without its EOT; raises ContestProtocolError."""
    try:
        found = _DECODE(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise ContestProtocolError("The message is not valid JSON; send one JSON object.") from None
    if not isinstance(found, dict) or not isinstance(found.get("event"), str):
        raise ContestProtocolError("The message is not a JSON object with the field event; send one.")
    if body.count(b"{") + body.count(b"[") > DEEPEST_NESTING and _is_too_deep(found):
        raise ContestProtocolError(
            f"The message is nested too deep; send at most {DEEPEST_NESTING} levels of objects and lists."
        )
    return found["event"], found.get("data")


def _is_too_deep(value: Json) -> bool:
    """Whether a client's JSON value is nested deeper than DEEPEST_NESTING; too deep ones cannot be encoded again."""
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
    """Returns the data of a client's message if it is a JSON object; raises ContestProtocolError otherwise."""
    if not isinstance(data, dict):
        raise ContestProtocolError(f"The data of the message {event} is not a JSON object; send one.")
    return data


class FrameBuffer:
    """Splits bytes received from a socket at EOT into messages of at most `size_limit` bytes."""

    def __init__(self, begun: bytes = b"", size_limit: int = LARGEST_MESSAGE) -> None:
        self.partial = bytearray()  # an incomplete message
        self.complete: list[bytes] = []  # messages, the next one last
        self.size_limit = size_limit
        if begun:
            self.feed(begun)

    def feed(self, piece: bytes) -> None:
        if not self.partial and not self.complete and 0 <= piece.find(EOT) == len(piece) - 1 < self.size_limit:
            self.complete = [piece[:-1]]  # the usual case: exactly one message
            return
        *whole, rest = piece.split(EOT)
        if whole:
            whole[0] = bytes(self.partial) + whole[0]
            self.partial.clear()
            self.complete = whole[::-1] + self.complete
        self.partial += rest
        if len(self.partial) > self.size_limit or any(len(body) > self.size_limit for body in whole):
            raise ContestProtocolError(f"The message is too long; send at most {self.size_limit} bytes.")

    def next(self) -> bytes | None:
        """Removes and returns the next complete message received from the socket, or None."""
        return self.complete.pop() if self.complete else None

    def __iter__(self) -> Iterator[bytes]:
        while self.complete:
            yield self.complete.pop()

    def unread_bytes(self) -> bytes:
        """Returns all received bytes that were not handled as messages yet, as they were received."""
        return b"".join(body + EOT for body in reversed(self.complete)) + bytes(self.partial)
