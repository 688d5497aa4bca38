"""The non-blocking channel between lobby and match process of a contest. A message is a letter, a body and EOT."""

from __future__ import annotations

import select
import socket
from typing import Final

from parlour.contest.engine.framing import EOT, FrameBuffer

READ_SIZE: Final = 1 << 18
BACKLOG_LIMIT: Final = 1 << 20  # unsent bytes at which no more gamelog entries are sent

# Messages of a match process. PERSON_UPDATE has the seat after the letter.
GAMELOG_ENTRY: Final = b"e"
STATUS: Final = b"s"
PERSON_UPDATE: Final = b"t"
DONE: Final = b"d"


class MatchChannel:
    """One end of the channel between lobby and match process; the owner polls its socket."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end
        self.descriptor = end.fileno()
        self.incoming = FrameBuffer(size_limit=1 << 30)  # trusted, so practically unlimited
        self.unsent = bytearray()
        self.closed = False
        end.setblocking(False)

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
        """Returns the messages that have arrived from the other process, lobby or match process."""
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
