"""The line between the lobby and a match: words that never block, each a letter, a body and an end."""

from __future__ import annotations

import select
import socket
from typing import Final

from parlour.contest.framing import EOT, Frames

PIECE = 1 << 18
BEHIND = 1 << 20  # bytes that may wait before no more news are sent

# What a match says. What a person is told has its seat behind the letter.
ENTRY: Final = b"e"
STATUS: Final = b"s"
TELL: Final = b"t"
DONE: Final = b"d"


class Channel:
    """One end. Whoever owns it says when it can be read or written."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.number = line.fileno()
        self.frames = Frames(largest=1 << 30)  # it is our own: messages are as long as they are
        self.behind = bytearray()
        self.closed = False
        line.setblocking(False)

    def send(self, body: bytes) -> None:
        if not self.closed:
            self.behind += body
            self.behind += EOT
            self.flush()

    def is_behind(self) -> bool:
        return len(self.behind) > BEHIND

    def flush(self) -> None:
        try:
            while self.behind:
                del self.behind[: self.line.send(self.behind)]
        except BlockingIOError:
            return
        except OSError:
            self.closed = True
            self.behind.clear()

    def read(self) -> list[bytes]:
        """The words that have come."""
        try:
            piece = self.line.recv(PIECE)
        except BlockingIOError:
            return []
        except OSError:
            piece = b""
        if not piece:
            self.closed = True
        self.frames.take(piece)
        return list(self.frames)

    def ready(self, events: int) -> list[bytes]:
        if events & select.EPOLLOUT:
            self.flush()
        return self.read() if events & ~select.EPOLLOUT else []
