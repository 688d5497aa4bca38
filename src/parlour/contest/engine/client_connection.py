"""The non-blocking socket of a contest client in the process of its match."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from typing import Final, NamedTuple

from parlour.contest.engine.framing import ContestProtocolError, FrameBuffer
from parlour.contest.engine.match_setup import SECOND_NS

READ_SIZE: Final = 65_536  # bytes
MOST_QUEUED: Final = 4  # unhandled messages at which reading pauses
BACKLOG_PAUSE: Final = 1 << 18  # unsent bytes at which reading pauses
BACKLOG_LIMIT: Final = 1 << 23  # unsent bytes at which the client is dropped
BUFFER_LIMIT: Final = 1 << 14  # buffered bytes at which they are sent
DRAIN_LIMIT: Final = 1 << 20  # bytes that are still read after the last message
LINGER_NANOSECONDS: Final = SECOND_NS  # between the last message and closing
READ: Final = select.EPOLLIN
WRITE: Final = select.EPOLLOUT
HUNG_UP: Final = select.EPOLLHUP | select.EPOLLERR


class ClientHandover(NamedTuple):
    """A contest client that the lobby hands over to the process of its match: its socket, seat and unread bytes."""

    socket: socket.socket
    seat: int | None
    meta_deltas: bool
    unread_bytes: bytes  # received by the lobby, not handled yet


class ClientConnection:
    """A contest client's socket in the process of its match: receives its messages and sends it the match's news."""

    def __init__(self, handover: ClientHandover, poll: select.epoll) -> None:
        self.socket = handover.socket
        self.seat = handover.seat
        self.meta_deltas = handover.meta_deltas
        self.epoll = poll
        self.incoming = FrameBuffer()
        self.unread_bytes = handover.unread_bytes
        self.unsent = bytearray()
        self.buffered = bytearray()  # not urgent: sent with the next message
        self.peer_closed = False  # the client closed its side or is gone
        self.protocol_error = ""  # why its input cannot be read any more
        self.closes_at: int | None = None  # monotonic nanoseconds
        self.drained_bytes = 0  # received after the last message
        self.event_mask = READ
        self.socket.setblocking(False)
        self.descriptor = self.socket.fileno()
        poll.register(self.descriptor, READ)

    def buffer(self, body: bytes, /) -> None:
        if self.closes_at is None:
            self.buffered += body
            if len(self.buffered) > BUFFER_LIMIT:
                self.send(b"")

    def send(self, body: bytes, /) -> None:
        if self.closes_at is not None:
            return
        if self.buffered:
            body = bytes(self.buffered) + body
            self.buffered.clear()
        if self.unsent:
            self.unsent += body
        else:
            try:
                sent = self.socket.send(body)
            except BlockingIOError:
                sent = 0
            except OSError:
                self.peer_closed = True
                return
            if sent == len(body):
                return
            self.unsent += body[sent:]
        if len(self.unsent) > BACKLOG_LIMIT:
            self.peer_closed = True
            self.unsent.clear()
        self.update_event_mask()

    def send_and_close(self, last: bytes, /) -> None:
        self.send(last)
        if self.closes_at is None:
            self.closes_at = time.monotonic_ns() + LINGER_NANOSECONDS
        self.update_event_mask()

    def update_event_mask(self) -> None:
        """Stops polling a client's socket for input while the client sends too much or does not read."""
        if self.closes_at is None:
            full = len(self.incoming.complete) >= MOST_QUEUED or len(self.unsent) > BACKLOG_PAUSE
        else:
            full = self.drained_bytes > DRAIN_LIMIT
        mask = (0 if self.peer_closed or full else READ) | (WRITE if self.unsent else 0)
        if mask != self.event_mask:
            self.event_mask = mask
            self.epoll.modify(self.descriptor, mask)

    def handle_events(self, events: int) -> None:
        if events & WRITE and self.unsent:
            self._flush()
        if events & READ:
            self._receive()
        elif events & HUNG_UP:
            self.peer_closed = True
        if (
            self.event_mask != READ
            or self.peer_closed
            or self.closes_at is not None
            or len(self.incoming.complete) >= MOST_QUEUED
        ):
            self.update_event_mask()

    def _receive(self) -> None:
        try:
            piece = self.socket.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self.peer_closed = True
        elif self.closes_at is None:
            self.feed(piece)
        else:
            self.drained_bytes += len(piece)

    def feed(self, piece: bytes) -> None:
        try:
            self.incoming.feed(piece)
        except ContestProtocolError as error:
            self.protocol_error = str(error)

    def _flush(self) -> None:
        try:
            del self.unsent[: self.socket.send(self.unsent)]
        except BlockingIOError:
            return
        except OSError:
            self.peer_closed = True
            self.unsent.clear()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.epoll.unregister(self.descriptor)
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
