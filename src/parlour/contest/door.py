"""Where clients come in: plain sockets until their match begins, and WebSockets that are made to look like them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from parlour.contest.framing import EOT, Frames, Garbled, document, fatal, message, packed, read
from parlour.contest.gamelog import MARKS
from parlour.contest.lobby import Lobby, Player, Session
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import Json

PIECE = 16_384
AT_ONCE = 64  # connections taken in one go
LONGEST = 65_536  # bytes of one message before the match
MOST_STRANGERS = 1000  # who have not said `play` yet; if more come, who came first has to go
MOST_SAID = 100  # messages of one client before its match
MOST_GUESTS = 5000  # who wait for their match
PATIENCE = 30.0  # seconds until `play` must have been said
DRAINED = 1 << 20  # bytes that are still taken from who was sent away
LINGER = 1.0  # seconds between the last message and the end of a connection


class Guest:
    """A connection that waits for its match."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.frames = Frames(largest=LONGEST)
        self.session: Session | None = None
        self.player: Player | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.said = 0  # messages


class Door:
    def __init__(self, lobby: Lobby, ready: Callable[[Session], None]) -> None:
        self.lobby = lobby
        self.ready = ready  # is told of a session when somebody has come into it
        self.loop = asyncio.get_running_loop()
        self.guests: dict[Guest, None] = {}  # who came first is first
        self.strangers: dict[Guest, None] = {}  # those that have not said `play` yet
        self.listening: socket.socket | None = None

    # Coming in.

    def open(self, listening: socket.socket) -> None:
        self.listening = listening
        listening.setblocking(False)
        self.loop.add_reader(listening, self._accept)

    def close(self, sentence: str) -> None:
        """Nobody comes in any more, and who waits is sent home."""
        if self.listening is not None:
            self.loop.remove_reader(self.listening)
            self.listening.close()
        for guest in list(self.guests):
            self.dismiss(guest, sentence)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                line, _ = self.listening.accept()  # type: ignore[union-attr]
            except BlockingIOError:
                return
            except OSError:  # no more descriptors: later there may be
                self._rest()
                return
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            self.welcome(line)

    def _rest(self) -> None:
        if self.listening is not None:
            self.loop.remove_reader(self.listening)
            self.loop.call_later(LINGER, self.open, self.listening)

    def welcome(self, line: socket.socket) -> None:
        line.setblocking(False)
        guest = Guest(line)
        self.guests[guest] = self.strangers[guest] = None
        self.loop.add_reader(line, self._hear, guest)
        guest.timer = self.loop.call_later(PATIENCE, self.dismiss, guest, "Nothing was played for too long.")
        if len(self.strangers) > MOST_STRANGERS:
            self.dismiss(next(iter(self.strangers)), "Others came, and nothing was played.")
        elif len(self.guests) > MOST_GUESTS:
            self.dismiss(guest, "Too many clients are here already.")

    # What is said before a match.

    def _hear(self, guest: Guest) -> None:
        try:
            piece = guest.line.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._forget(guest)
            guest.line.close()
            return
        try:
            guest.frames.take(piece)
            while guest in self.guests and (body := guest.frames.next()) is not None:
                self._obey(guest, *read(body))
        except (Garbled, Problem) as no:
            self.dismiss(guest, str(no))

    def _obey(self, guest: Guest, event: str, data: Json) -> None:
        guest.said += 1
        if guest.said > MOST_SAID:
            raise Garbled("Nobody needs that many words before a match.")
        if event == "alias":
            self._say(guest, message("named", packed(self.lobby.named(data))))
        elif event == "play" and guest.session is None:
            session, player = self.lobby.join(document(data, event), guest)
            guest.session, guest.player = session, player
            self.strangers.pop(guest, None)
            if guest.timer is not None:
                guest.timer.cancel()
            self._say(guest, message("lobbied", packed(lobbied(self.lobby, session))))
            self.ready(session)
        else:
            raise Garbled(f"{event[:80]!r} is not to be said before the match.")

    def _say(self, guest: Guest, body: bytes) -> None:
        """Little is said here: who does not even take that is not there."""
        try:
            gone = guest.line.send(body) < len(body)
        except OSError:
            gone = True
        if gone:
            self._forget(guest)
            guest.line.close()

    # Going out.

    def hand_over(self, guest: Guest) -> bytes:
        """From here on its match listens. What it has said already is given back."""
        self._unlist(guest)
        return guest.frames.left()

    def dismiss(self, guest: Guest, sentence: str) -> None:
        """The last message, and a little later the end; until then nothing that is said is read."""
        if guest in self.guests:
            self._forget(guest)
            see_off(guest.line, fatal(sentence))

    def _forget(self, guest: Guest) -> None:
        self._unlist(guest)
        if guest.session is not None and guest.player is not None:
            self.lobby.leave(guest.session, guest.player)

    def _unlist(self, guest: Guest) -> None:
        self.guests.pop(guest, None)
        self.strangers.pop(guest, None)
        self.loop.remove_reader(guest.line)
        if guest.timer is not None:
            guest.timer.cancel()


def lobbied(lobby: Lobby, session: Session) -> dict[str, Json]:
    return {
        "gameName": lobby.wiring.NAME,
        "gameVersion": lobby.wiring.VERSION,
        "gameSession": session.name,
        "constants": dict(MARKS),
    }


def see_off(line: socket.socket, last: bytes) -> None:
    """A last message, time to read it, and the end. What still comes in is taken: unread, it would undo the rest."""
    if line.fileno() < 0:
        return  # it is closed already
    loop = asyncio.get_running_loop()
    left = DRAINED

    def drain() -> None:
        nonlocal left
        try:
            piece = line.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        left -= len(piece)
        if not piece or left < 0:
            loop.remove_reader(line)

    def end() -> None:
        loop.remove_reader(line)
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()

    with contextlib.suppress(OSError):
        line.setblocking(False)
        line.send(last)
    loop.add_reader(line, drain)
    loop.call_later(LINGER, end)


async def pump(web: ServerConnection, door: Door) -> None:
    """A WebSocket as the door knows clients: the same messages, each with its end."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    door.welcome(theirs)
    inward = asyncio.create_task(_inward(web, ours))
    try:
        await _outward(web, ours)
    except (OSError, ConnectionClosed):
        pass
    finally:
        inward.cancel()
        await asyncio.gather(inward, return_exceptions=True)
        ours.close()


async def _inward(web: ServerConnection, ours: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    try:
        async for text in web:
            body = text.encode() if isinstance(text, str) else text
            await loop.sock_sendall(ours, body.replace(EOT, b" ") + EOT)
    except (OSError, ConnectionClosed):
        pass
    with contextlib.suppress(OSError):
        ours.shutdown(socket.SHUT_WR)


async def _outward(web: ServerConnection, ours: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    frames = Frames(largest=1 << 30)
    while piece := await loop.sock_recv(ours, PIECE):
        frames.take(piece)
        for body in frames:
            await web.send(body.decode())
