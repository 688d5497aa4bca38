"""One client's socket in a match process: it never blocks, and who does not read is not read from."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from typing import NamedTuple

from parlour.contest.framing import Frames, Garbled
from parlour.contest.setup import SECOND

PIECE = 65_536  # bytes read at once
CROWD = 4  # messages that wait, before no more is read
BEHIND = 1 << 18  # bytes that a client has not taken, before nothing more is read from it
MOST_BEHIND = 1 << 23  # and before it is given up
MOST_HELD = 1 << 14  # bytes that wait to be sent together
DRAINED = 1 << 20  # bytes that are still taken after the last word
LINGER = SECOND  # after the last message, before a socket is closed
READ, WRITE, HUNG_UP = select.EPOLLIN, select.EPOLLOUT, select.EPOLLHUP | select.EPOLLERR


class Handed(NamedTuple):
    """A client as the lobby hands it over."""

    socket: socket.socket
    seat: int | None
    meta: bool
    begun: bytes  # what it has said already


class Line:
    """One client's socket: an Ear of the match."""

    def __init__(self, guest: Handed, poll: select.epoll) -> None:
        self.socket = guest.socket
        self.seat = guest.seat
        self.meta = guest.meta
        self.poll = poll
        self.frames = Frames()
        self.begun = guest.begun
        self.behind = bytearray()  # what is still to be sent
        self.held = bytearray()  # what nobody waits for: it goes along with the next words
        self.ended = False  # the other side has said its last word, or is gone
        self.broken = ""  # why nothing more is to be heard from it
        self.closes: int | None = None  # when
        self.drained = 0  # bytes that came after the last word
        self.mask = READ
        self.socket.setblocking(False)
        self.number = self.socket.fileno()
        poll.register(self.number, READ)

    def hold(self, body: bytes, /) -> None:
        if self.closes is None:
            self.held += body
            if len(self.held) > MOST_HELD:
                self.send(b"")

    def send(self, body: bytes, /) -> None:
        if self.closes is not None:
            return
        if self.held:
            body = bytes(self.held) + body
            self.held.clear()
        if self.behind:
            self.behind += body
        else:
            try:
                sent = self.socket.send(body)
            except BlockingIOError:
                sent = 0
            except OSError:
                self.ended = True
                return
            if sent == len(body):
                return
            self.behind += body[sent:]
        if len(self.behind) > MOST_BEHIND:
            self.ended = True
            self.behind.clear()
        self.look()

    def dismiss(self, last: bytes, /) -> None:
        self.send(last)
        if self.closes is None:
            self.closes = time.monotonic_ns() + LINGER
        self.look()

    def look(self) -> None:
        """What is worth waiting for: who does not read, or says too much at once, is not listened to."""
        if self.closes is None:
            full = len(self.frames.waiting) >= CROWD or len(self.behind) > BEHIND
        else:
            full = self.drained > DRAINED
        mask = (0 if self.ended or full else READ) | (WRITE if self.behind else 0)
        if mask != self.mask:
            self.mask = mask
            self.poll.modify(self.number, mask)

    def ready(self, events: int) -> None:
        if events & WRITE and self.behind:
            self._flush()
        if events & READ:
            self._read()
        elif events & HUNG_UP:
            self.ended = True
        if self.mask != READ or self.ended or self.closes is not None or len(self.frames.waiting) >= CROWD:
            self.look()

    def _read(self) -> None:
        try:
            piece = self.socket.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self.ended = True
        elif self.closes is None:
            self.take(piece)
        else:
            self.drained += len(piece)

    def take(self, piece: bytes) -> None:
        try:
            self.frames.take(piece)
        except Garbled as no:
            self.broken = str(no)

    def _flush(self) -> None:
        try:
            del self.behind[: self.socket.send(self.behind)]
        except BlockingIOError:
            return
        except OSError:
            self.ended = True
            self.behind.clear()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.poll.unregister(self.number)
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
