"""Accepts contest clients, as plain sockets or WebSockets, and handles their messages until their match begins."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from parlour.contest.engine.framing import (
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
ACCEPT_BATCH = 64  # connections accepted per event
LONGEST_MESSAGE = 65_536  # bytes, before the match
MOST_UNJOINED = 1000  # clients that have not sent `play`; beyond it the oldest is dropped
MOST_MESSAGES = 100  # of one client before its match
MOST_CLIENTS = 5000  # waiting for their match
JOIN_TIMEOUT = 30.0  # seconds until `play` must arrive
DRAIN_LIMIT = 1 << 20  # bytes that are still read from a disconnected client
LINGER_SECONDS = 1.0  # between the last message and closing


class Client:
    """A client program connected to the contest that waits for its match to begin."""

    def __init__(self, client_socket: socket.socket) -> None:
        self.socket = client_socket
        self.incoming = FrameBuffer(size_limit=LONGEST_MESSAGE)
        self.session: Session | None = None
        self.participant: Participant | None = None
        self.join_timer: asyncio.TimerHandle | None = None
        self.message_count = 0


class ClientListener:
    def __init__(self, lobby: Lobby, ready: Callable[[Session], None]) -> None:
        self.lobby = lobby
        self.on_join = ready  # called when a client has joined a session
        self.loop = asyncio.get_running_loop()
        self.clients: dict[Client, None] = {}  # oldest first
        self.unjoined: dict[Client, None] = {}  # have not sent `play` yet
        self.listening_socket: socket.socket | None = None

    # Accepting.

    def start(self, listening: socket.socket) -> None:
        self.listening_socket = listening
        listening.setblocking(False)
        self.loop.add_reader(listening, self._accept)

    def close(self, sentence: str) -> None:
        """Stops accepting contest clients and disconnects all that wait, with `sentence` as the reason."""
        if self.listening_socket is not None:
            self.loop.remove_reader(self.listening_socket)
            self.listening_socket.close()
        for client in list(self.clients):
            self.disconnect(client, sentence)

    def _accept(self) -> None:
        for _ in range(ACCEPT_BATCH):
            try:
                client_socket, _ = self.listening_socket.accept()  # type: ignore[union-attr]
            except BlockingIOError:
                return
            except OSError:  # out of file descriptors
                self._pause_accepting()
                return
            client_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client_socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            self.add_client(client_socket)

    def _pause_accepting(self) -> None:
        if self.listening_socket is not None:
            self.loop.remove_reader(self.listening_socket)
            self.loop.call_later(LINGER_SECONDS, self.start, self.listening_socket)

    def add_client(self, client_socket: socket.socket) -> None:
        client_socket.setblocking(False)
        client = Client(client_socket)
        self.clients[client] = self.unjoined[client] = None
        self.loop.add_reader(client_socket, self._receive, client)
        client.join_timer = self.loop.call_later(
            JOIN_TIMEOUT, self.disconnect, client, f"The message play did not come within {JOIN_TIMEOUT:.0f} seconds."
        )
        if len(self.unjoined) > MOST_UNJOINED:
            self.disconnect(next(iter(self.unjoined)), "Too many clients wait without having sent play; connect again.")
        elif len(self.clients) > MOST_CLIENTS:
            self.disconnect(client, "Too many clients are connected; try again later.")

    # Messages before the match.

    def _receive(self, client: Client) -> None:
        try:
            piece = client.socket.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._remove(client)
            client.socket.close()
            return
        try:
            client.incoming.feed(piece)
            while client in self.clients and (body := client.incoming.next()) is not None:
                self._handle_message(client, *decode_message(body))
        except (ContestProtocolError, Problem) as error:
            self.disconnect(client, str(error))

    def _handle_message(self, client: Client, event: str, data: Json) -> None:
        client.message_count += 1
        if client.message_count > MOST_MESSAGES:
            raise ContestProtocolError(
                f"The client sent too many messages before its match; send at most {MOST_MESSAGES}."
            )
        if event == "alias":
            self._send(client, encode_message("named", encode_json(self.lobby.official_game_name(data))))
        elif event == "play" and client.session is None:
            session, player = self.lobby.join(require_object(data, event), client)
            client.session, client.participant = session, player
            self.unjoined.pop(client, None)
            if client.join_timer is not None:
                client.join_timer.cancel()
            self._send(client, encode_message("lobbied", encode_json(lobbied_document(self.lobby, session))))
            self.on_join(session)
        else:
            raise ContestProtocolError(
                f"The event {event[:80]!r} is not allowed before the match; send alias, or play once."
            )

    def _send(self, client: Client, body: bytes) -> None:
        """Sends a short message to a waiting contest client; drops a client whose send buffer is already full."""
        try:
            gone = client.socket.send(body) < len(body)
        except OSError:
            gone = True
        if gone:
            self._remove(client)
            client.socket.close()

    # Leaving.

    def hand_over(self, client: Client) -> bytes:
        """Stops listening to a client whose match process takes over its socket; returns the bytes not handled yet."""
        self._unregister(client)
        return client.incoming.unread_bytes()

    def disconnect(self, client: Client, sentence: str) -> None:
        """Removes a waiting client, sends it the reason as the last message, and closes its socket a little later."""
        if client in self.clients:
            self._remove(client)
            close_after_message(client.socket, encode_fatal(sentence))

    def _remove(self, client: Client) -> None:
        self._unregister(client)
        if client.session is not None and client.participant is not None:
            self.lobby.remove_participant(client.session, client.participant)

    def _unregister(self, client: Client) -> None:
        self.clients.pop(client, None)
        self.unjoined.pop(client, None)
        self.loop.remove_reader(client.socket)
        if client.join_timer is not None:
            client.join_timer.cancel()


def lobbied_document(lobby: Lobby, session: Session) -> dict[str, Json]:
    return {
        "gameName": lobby.wire_module.NAME,
        "gameVersion": lobby.wire_module.VERSION,
        "gameSession": session.name,
        "constants": dict(DELTA_CONSTANTS),
    }


def close_after_message(client_socket: socket.socket, last: bytes) -> None:
    """Sends a client its last message and closes the socket after LINGER_SECONDS. Until then input is read and ignored,
    because unread input would reset the connection."""
    if client_socket.fileno() < 0:
        return  # already closed
    loop = asyncio.get_running_loop()
    left = DRAIN_LIMIT

    def drain() -> None:
        nonlocal left
        try:
            piece = client_socket.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        left -= len(piece)
        if not piece or left < 0:
            loop.remove_reader(client_socket)

    def end() -> None:
        loop.remove_reader(client_socket)
        with contextlib.suppress(OSError):
            client_socket.shutdown(socket.SHUT_RDWR)
        client_socket.close()

    with contextlib.suppress(OSError):
        client_socket.setblocking(False)
        client_socket.send(last)
    loop.add_reader(client_socket, drain)
    loop.call_later(LINGER_SECONDS, end)


async def bridge_websocket(web: ServerConnection, listener: ClientListener) -> None:
    """Connects a client's WebSocket with a socket pair, whose other end the listener treats as a plain client."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    listener.add_client(theirs)
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
