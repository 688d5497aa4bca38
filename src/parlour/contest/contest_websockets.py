"""WebSockets of the contest server for browsers of spectators and of people who play."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from parlour.contest.engine.framing import encode_json
from parlour.contest.gamelog import find_file, gamelog_header, read_gamelog
from parlour.contest.lobby import OPEN, OVER, Participant, Session
from parlour.contest.match_supervisor import MatchHandle, MatchSupervisor
from parlour.contest.session_routes import require_session, supervisor_of
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import Document
from parlour.server.app_context import client_address, is_own_origin
from parlour.server.errors import Refused
from parlour.server.observability import log_event
from parlour.server.rate_limits import TokenBucket

CLOSE_POLICY_VIOLATION, CLOSE_NORMAL = 1008, 1000
LARGEST_BROWSER_MESSAGE = 16_384  # bytes
MESSAGE_RATE, MESSAGE_BURST = 50.0, 200  # of one browser: per second, and at once


@contextlib.asynccontextmanager
async def _session_socket(socket: WebSocket[Any, Any, Any], name: str) -> AsyncIterator[Session | None]:
    """Yields the session that a browser's WebSocket asks for, while it is open; None if the socket was refused."""
    found = await _accept_socket(socket, name)
    try:
        yield found
    finally:
        if found is not None:
            socket.app.state.rate_limiter.close_socket(client_address(socket))


async def _accept_socket(socket: WebSocket[Any, Any, Any], name: str) -> Session | None:
    await socket.accept()
    try:
        if not is_own_origin(socket):
            raise Refused("origin", "The connection comes from another website; only pages of this server may open it.")
        if not socket.app.state.rate_limiter.allow_request(client_address(socket)):
            raise Refused("rate", "Too many requests come from your address; wait a little.")
        found = require_session(socket, name)
        if not socket.app.state.rate_limiter.open_socket(client_address(socket)):
            raise Refused("limit", "Too many connections come from your address; close one first.")
        return found
    except Refused as refusal:
        await _refuse(socket, refusal)
        return None


async def _refuse(socket: WebSocket[Any, Any, Any], refusal: Refused) -> None:
    await socket.send_data(encode_json({"type": "refused", "id": None, **refusal.document()}).decode())
    await socket.close(CLOSE_POLICY_VIOLATION)


@websocket("/watch/{session:str}")
async def watch_session(socket: WebSocket[Any, Any, Any], session: FromPath[str]) -> None:
    """Sends a spectator's browser all gamelog entries of a session's match over a WebSocket, past and future."""
    async with _session_socket(socket, session) as found:
        if found is not None:
            await _stream_until_closed(socket, found)


async def _stream_until_closed(socket: WebSocket[Any, Any, Any], found: Session) -> None:
    gone = asyncio.create_task(_wait_for_disconnect(socket))
    showing = asyncio.create_task(_stream_session(socket, found))
    try:
        await asyncio.wait([gone, showing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (gone, showing):
            task.cancel()
        faults = await asyncio.gather(gone, showing, return_exceptions=True)
        for fault in faults:
            if isinstance(fault, Exception) and not isinstance(fault, WebSocketDisconnect | RuntimeError):
                log_event("fault", error=fault)


async def _wait_for_disconnect(socket: WebSocket[Any, Any, Any]) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data(mode="text")


async def _stream_session(socket: WebSocket[Any, Any, Any], session: Session) -> None:
    supervisor = supervisor_of(socket)
    while session.state == OPEN:
        if supervisor.lobby.find_session(session.name) is not session:
            await _refuse(socket, Refused("missing", "The session was closed because everybody left; open a new one."))
            return
        await asyncio.sleep(0.2)
    handle = supervisor.watch_entries(session)
    while handle is None and session.state != OVER:  # about to start
        await asyncio.sleep(0.02)
        handle = supervisor.watch_entries(session)
    wire_module = supervisor.lobby.wire_module
    head = gamelog_header(wire_module.NAME, session.name, wire_module.VERSION, dict(session.settings))
    await socket.send_data(encode_json({"type": "head", **head}).decode())
    if handle is not None:
        await _stream_live_entries(socket, handle)
    elif session.outcome["gamelog"]:
        await _stream_stored_entries(socket, supervisor.paths.gamelogs, str(session.outcome["gamelog"]))
    outcome = {key: session.outcome.get(key) for key in ("winners", "losers", "gamelog", "record", "failure")}
    await socket.send_data(encode_json({"type": "end", **outcome}).decode())
    await socket.close(CLOSE_NORMAL)


async def _stream_live_entries(socket: WebSocket[Any, Any, Any], handle: MatchHandle) -> None:
    at, entries = 0, handle.entries
    assert entries is not None
    while True:
        while at < len(entries):
            await socket.send_data(f'{{"type":"entry","entry":{entries[at].decode()}}}')
            at += 1
        if handle.is_over:
            return
        await handle.wait_for_change()


async def _stream_stored_entries(socket: WebSocket[Any, Any, Any], folder: Path, name: str) -> None:
    path = find_file(folder, name)
    gamelog = {} if path is None else await asyncio.to_thread(read_gamelog, path)
    entries = gamelog.get("deltas", [])
    for entry in entries if isinstance(entries, list) else []:
        await socket.send_data(encode_json({"type": "entry", "entry": entry}).decode())


@websocket("/sit/{session:str}")
async def play_seat(
    socket: WebSocket[Any, Any, Any],
    session: FromPath[str],
    seat: FromQuery[int | None] = None,
    token: FromQuery[str] = "",
    name: FromQuery[str] = "",
) -> None:
    """Lets a person play over a WebSocket: on the token's seat, or without token on a free seat of an open session."""
    supervisor = supervisor_of(socket)
    async with _session_socket(socket, session) as found:
        if found is None:
            return
        try:
            player = _claim_seat(supervisor, found, seat, token, name)
        except (Refused, Problem) as refusal:
            await _refuse(socket, refusal if isinstance(refusal, Refused) else Refused("full", str(refusal)))
            return
        await PersonConnection(supervisor, socket, found, player).run()


def _claim_seat(supervisor: MatchSupervisor, session: Session, seat: int | None, token: str, name: str) -> Participant:
    if token:
        for player in session.players:
            if player.token and player.token == token:
                return player
        raise Refused("token", "This seat token belongs to no seat in this session; take a seat again.")
    if session.state != OPEN:
        raise Refused("begun", "The match has begun, so you cannot take a seat; you may watch.")
    player = supervisor.lobby.make_person(
        name, seat if seat is not None and 0 <= seat < supervisor.lobby.seat_count else None
    )
    supervisor.lobby.add_participant(session, player)
    return player


class PersonConnection:
    """The WebSocket of a person who plays in a contest, from waiting until the match or the connection ends."""

    def __init__(
        self, supervisor: MatchSupervisor, socket: WebSocket[Any, Any, Any], session: Session, player: Participant
    ) -> None:
        self.supervisor = supervisor
        self.socket = socket
        self.session = session
        self.participant = player
        self.match: MatchHandle | None = None
        self.outbox: list[bytes | None] = []
        self.outbox_ready = asyncio.Event()
        self.rate_limit = TokenBucket(MESSAGE_RATE, MESSAGE_BURST)
        self.send_callback: Callable[[bytes | None], None] = self._enqueue
        self.start_callback: Callable[[MatchHandle | None], None] = self._on_match_start

    def seat_index(self) -> int:
        seats = self.session.seats or self.supervisor.lobby.assign_seats(self.session)
        return seats.index(self.participant)

    async def run(self) -> None:
        receiving = asyncio.create_task(self._receive())
        sending = asyncio.create_task(self._send_outbox())
        try:
            self._enqueue(encode_json({"type": "seated", "token": self.participant.token, **self._seat_document()}))
            self.supervisor.await_match_start(self.session, self.participant, self.start_callback)
            await asyncio.wait([receiving, sending], return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.match is None:
                self.supervisor.cancel_waiting(self.session, self.participant, self.start_callback)
            else:
                self.supervisor.disconnect_person(self.session, self.seat_index(), self.send_callback)
            for task in (receiving, sending):
                task.cancel()
            await asyncio.gather(receiving, sending, return_exceptions=True)
            with contextlib.suppress(Exception):
                await self.socket.close(CLOSE_NORMAL)

    def _seat_document(self) -> Document:
        return {"seat": self.seat_index(), "session": self.session.name, "state": self.session.state}

    def _on_match_start(self, handle: MatchHandle | None) -> None:
        self.match = handle
        if handle is None:
            self._enqueue(None)
        else:
            self.supervisor.connect_person(handle, self.seat_index(), self.send_callback)

    def _enqueue(self, body: bytes | None) -> None:
        """Queues a message to a person's browser, or the end of the connection if too many wait: no update may be
        skipped, since each has new log lines."""
        self.outbox.append(body if len(self.outbox) < MESSAGE_BURST else None)
        self.outbox_ready.set()

    async def _send_outbox(self) -> None:
        while True:
            await self.outbox_ready.wait()
            self.outbox_ready.clear()
            while self.outbox:
                body = self.outbox.pop(0)
                if body is None:
                    await self._send_outcome()
                    return
                await self.socket.send_data(body.decode())

    async def _send_outcome(self) -> None:
        if self.session.state == OVER:
            outcome = {key: self.session.outcome.get(key) for key in ("winners", "losers", "gamelog", "record")}
            await self.socket.send_data(encode_json({"type": "end", **outcome}).decode())

    async def _receive(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self.socket.receive_data(mode="text")
                if len(text) > LARGEST_BROWSER_MESSAGE or not self.rate_limit.take():
                    return
                if self.match is not None:
                    self.supervisor.forward_message(self.match, self.seat_index(), text.encode())
