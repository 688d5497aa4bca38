"""Where clients come in: plain sockets until their match begins, and WebSockets that are made to look like them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from parlour.contest.framing import (
    EOT,
    ContestProtocolError,
    FrameBuffer,
    decode_message,
    encode_fatal,
    encode_json,
    encode_message,
    require_object,
)
from parlour.contest.gamelog import DELTA_CONSTANTS
from parlour.contest.lobby import Lobby, Participant, Session
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import Json

READ_SIZE = 16_384
ACCEPT_BATCH = 64  # connections taken in one go
LONGEST_MESSAGE = 65_536  # bytes of one message before the match
MOST_UNJOINED = 1000  # who have not said `play` yet; if more come, who came first has to go
MOST_MESSAGES = 100  # messages of one client before its match
MOST_CLIENTS = 5000  # who wait for their match
JOIN_TIMEOUT = 30.0  # seconds until `play` must have been said
DRAIN_LIMIT = 1 << 20  # bytes that are still taken from who was sent away
LINGER_SECONDS = 1.0  # seconds between the last message and the end of a connection


class Client:
    """A connection that waits for its match."""

    def __init__(self, line: socket.socket) -> None:
        self.socket = line
        self.incoming = FrameBuffer(size_limit=LONGEST_MESSAGE)
        self.session: Session | None = None
        self.participant: Participant | None = None
        self.join_timer: asyncio.TimerHandle | None = None
        self.message_count = 0  # messages


class ClientListener:
    def __init__(self, lobby: Lobby, ready: Callable[[Session], None]) -> None:
        self.lobby = lobby
        self.on_join = ready  # is told of a session when somebody has come into it
        self.loop = asyncio.get_running_loop()
        self.clients: dict[Client, None] = {}  # who came first is first
        self.unjoined: dict[Client, None] = {}  # those that have not said `play` yet
        self.listening_socket: socket.socket | None = None

    # Coming in.

    def start(self, listening: socket.socket) -> None:
        self.listening_socket = listening
        listening.setblocking(False)
        self.loop.add_reader(listening, self._accept)

    def close(self, sentence: str) -> None:
        """Nobody comes in any more, and who waits is sent home."""
        if self.listening_socket is not None:
            self.loop.remove_reader(self.listening_socket)
            self.listening_socket.close()
        for guest in list(self.clients):
            self.disconnect(guest, sentence)

    def _accept(self) -> None:
        for _ in range(ACCEPT_BATCH):
            try:
                line, _ = self.listening_socket.accept()  # type: ignore[union-attr]
            except BlockingIOError:
                return
            except OSError:  # no more descriptors: later there may be
                self._pause_accepting()
                return
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            self.add_client(line)

    def _pause_accepting(self) -> None:
        if self.listening_socket is not None:
            self.loop.remove_reader(self.listening_socket)
            self.loop.call_later(LINGER_SECONDS, self.start, self.listening_socket)

    def add_client(self, line: socket.socket) -> None:
        line.setblocking(False)
        guest = Client(line)
        self.clients[guest] = self.unjoined[guest] = None
        self.loop.add_reader(line, self._receive, guest)
        guest.join_timer = self.loop.call_later(
            JOIN_TIMEOUT, self.disconnect, guest, "Nothing was played for too long."
        )
        if len(self.unjoined) > MOST_UNJOINED:
            self.disconnect(next(iter(self.unjoined)), "Others came, and nothing was played.")
        elif len(self.clients) > MOST_CLIENTS:
            self.disconnect(guest, "Too many clients are here already.")

    # What is said before a match.

    def _receive(self, guest: Client) -> None:
        try:
            piece = guest.socket.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._remove(guest)
            guest.socket.close()
            return
        try:
            guest.incoming.feed(piece)
            while guest in self.clients and (body := guest.incoming.next()) is not None:
                self._handle_message(guest, *decode_message(body))
        except (ContestProtocolError, Problem) as no:
            self.disconnect(guest, str(no))

    def _handle_message(self, guest: Client, event: str, data: Json) -> None:
        guest.message_count += 1
        if guest.message_count > MOST_MESSAGES:
            raise ContestProtocolError("Nobody needs that many words before a match.")
        if event == "alias":
            self._send(guest, encode_message("named", encode_json(self.lobby.official_game_name(data))))
        elif event == "play" and guest.session is None:
            session, player = self.lobby.join(require_object(data, event), guest)
            guest.session, guest.participant = session, player
            self.unjoined.pop(guest, None)
            if guest.join_timer is not None:
                guest.join_timer.cancel()
            self._send(guest, encode_message("lobbied", encode_json(lobbied_document(self.lobby, session))))
            self.on_join(session)
        else:
            raise ContestProtocolError(f"{event[:80]!r} is not to be said before the match.")

    def _send(self, guest: Client, body: bytes) -> None:
        """Little is said here: who does not even take that is not there."""
        try:
            gone = guest.socket.send(body) < len(body)
        except OSError:
            gone = True
        if gone:
            self._remove(guest)
            guest.socket.close()

    # Going out.

    def hand_over(self, guest: Client) -> bytes:
        """From here on its match listens. What it has said already is given back."""
        self._unregister(guest)
        return guest.incoming.unread_bytes()

    def disconnect(self, guest: Client, sentence: str) -> None:
        """The last message, and a little later the end; until then nothing that is said is read."""
        if guest in self.clients:
            self._remove(guest)
            close_after_message(guest.socket, encode_fatal(sentence))

    def _remove(self, guest: Client) -> None:
        self._unregister(guest)
        if guest.session is not None and guest.participant is not None:
            self.lobby.remove_participant(guest.session, guest.participant)

    def _unregister(self, guest: Client) -> None:
        self.clients.pop(guest, None)
        self.unjoined.pop(guest, None)
        self.loop.remove_reader(guest.socket)
        if guest.join_timer is not None:
            guest.join_timer.cancel()


def lobbied_document(lobby: Lobby, session: Session) -> dict[str, Json]:
    return {
        "gameName": lobby.wire_module.NAME,
        "gameVersion": lobby.wire_module.VERSION,
        "gameSession": session.name,
        "constants": dict(DELTA_CONSTANTS),
    }


def close_after_message(line: socket.socket, last: bytes) -> None:
    """A last message, time to read it, and the end. What still comes in is taken: unread, it would undo the rest."""
    if line.fileno() < 0:
        return  # it is closed already
    loop = asyncio.get_running_loop()
    left = DRAIN_LIMIT

    def drain() -> None:
        nonlocal left
        try:
            piece = line.recv(READ_SIZE)
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
    loop.call_later(LINGER_SECONDS, end)


async def bridge_websocket(web: ServerConnection, door: ClientListener) -> None:
    """A WebSocket as the door knows clients: the same messages, each with its end."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    door.add_client(theirs)
    inward = asyncio.create_task(_copy_from_websocket(web, ours))
    try:
        await _copy_to_websocket(web, ours)
    except (OSError, ConnectionClosed):
        pass
    finally:
        inward.cancel()
        await asyncio.gather(inward, return_exceptions=True)
        ours.close()


async def _copy_from_websocket(web: ServerConnection, ours: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    try:
        async for text in web:
            body = text.encode() if isinstance(text, str) else text
            await loop.sock_sendall(ours, body.replace(EOT, b" ") + EOT)
    except (OSError, ConnectionClosed):
        pass
    with contextlib.suppress(OSError):
        ours.shutdown(socket.SHUT_WR)


async def _copy_to_websocket(web: ServerConnection, ours: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    frames = FrameBuffer(size_limit=1 << 30)
    while piece := await loop.sock_recv(ours, READ_SIZE):
        frames.feed(piece)
        for body in frames:
            await web.send(body.decode())
