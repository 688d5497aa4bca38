"""The line between the lobby and a match: words that never block, each a letter, a body and an end."""

from __future__ import annotations

import select
import socket
from typing import Final

from parlour.contest.framing import EOT, FrameBuffer

READ_SIZE = 1 << 18
BACKLOG_LIMIT = 1 << 20  # bytes that may wait before no more news are sent

# What a match says. What a person is told has its seat behind the letter.
GAMELOG_ENTRY: Final = b"e"
STATUS: Final = b"s"
PERSON_UPDATE: Final = b"t"
DONE: Final = b"d"


class MatchChannel:
    """One end. Whoever owns it says when it can be read or written."""

    def __init__(self, line: socket.socket) -> None:
        self.socket = line
        self.descriptor = line.fileno()
        self.incoming = FrameBuffer(size_limit=1 << 30)  # it is our own: messages are as long as they are
        self.unsent = bytearray()
        self.closed = False
        line.setblocking(False)

    def send(self, body: bytes) -> None:
        if not self.closed:
            self.unsent += body
            self.unsent += EOT
            self.flush()

    def is_backlogged(self) -> bool:
        return len(self.unsent) > BACKLOG_LIMIT

    def flush(self) -> None:
        try:
            while self.unsent:
                del self.unsent[: self.socket.send(self.unsent)]
        except BlockingIOError:
            return
        except OSError:
            self.closed = True
            self.unsent.clear()

    def receive(self) -> list[bytes]:
        """The words that have come."""
        try:
            piece = self.socket.recv(READ_SIZE)
        except BlockingIOError:
            return []
        except OSError:
            piece = b""
        if not piece:
            self.closed = True
        self.incoming.feed(piece)
        return list(self.incoming)

    def handle_events(self, events: int) -> list[bytes]:
        if events & select.EPOLLOUT:
            self.flush()
        return self.receive() if events & ~select.EPOLLOUT else []
