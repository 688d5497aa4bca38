"""The contest over WebSocket: those who look on, and people on their seats."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from parlour.contest.framing import packed
from parlour.contest.gamelog import file_of, head_of, read_gamelog
from parlour.contest.host import Host, Running
from parlour.contest.lobby import OPEN, OVER, Player, Session
from parlour.contest.sessions import host_of, session_of
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import Document
from parlour.server.app_context import client_address, is_own_origin
from parlour.server.errors import Refused
from parlour.server.observability import log_event
from parlour.server.rate_limits import TokenBucket

UNWELCOME, DONE = 1008, 1000
SAID = 16_384  # bytes of one message of a browser
RATE, BURST = 50.0, 200  # messages of one browser: a second, and at once


@contextlib.asynccontextmanager
async def _welcomed(socket: WebSocket[Any, Any, Any], name: str) -> AsyncIterator[Session | None]:
    """The session a socket asks for, while it is open; if it cannot be, it is told so and closed."""
    found = await _asked_for(socket, name)
    try:
        yield found
    finally:
        if found is not None:
            socket.app.state.addresses.close_socket(client_address(socket))


async def _asked_for(socket: WebSocket[Any, Any, Any], name: str) -> Session | None:
    await socket.accept()
    try:
        if not is_own_origin(socket):
            raise Refused("origin", "Only pages of this server may open its sockets.")
        if not socket.app.state.addresses.request(client_address(socket)):
            raise Refused("rate", "Too many requests come from your address; wait a little.")
        found = session_of(socket, name)
        if not socket.app.state.addresses.open_socket(client_address(socket)):
            raise Refused("limit", "Too many connections come from your address.")
        return found
    except Refused as no:
        await _refuse(socket, no)
        return None


async def _refuse(socket: WebSocket[Any, Any, Any], no: Refused) -> None:
    await socket.send_data(packed({"type": "refused", "id": None, **no.document()}).decode())
    await socket.close(UNWELCOME)


@websocket("/watch/{session:str}")
async def watch(socket: WebSocket[Any, Any, Any], session: FromPath[str]) -> None:
    """Every entry of the gamelog, those so far and those to come."""
    async with _welcomed(socket, session) as found:
        if found is not None:
            await _shown(socket, found)


async def _shown(socket: WebSocket[Any, Any, Any], found: Session) -> None:
    gone = asyncio.create_task(_until_gone(socket))
    showing = asyncio.create_task(_show(socket, found))
    try:
        await asyncio.wait([gone, showing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (gone, showing):
            task.cancel()
        faults = await asyncio.gather(gone, showing, return_exceptions=True)
        for fault in faults:
            if isinstance(fault, Exception) and not isinstance(fault, WebSocketDisconnect | RuntimeError):
                log_event("fault", error=fault)


async def _until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data(mode="text")


async def _show(socket: WebSocket[Any, Any, Any], session: Session) -> None:
    host = host_of(socket)
    while session.state == OPEN:
        if host.lobby.find(session.name) is not session:
            await _refuse(socket, Refused("missing", "Nobody is in that session any more."))
            return
        await asyncio.sleep(0.2)
    running = host.watch(session)
    while running is None and session.state != OVER:  # about to begin
        await asyncio.sleep(0.02)
        running = host.watch(session)
    wiring = host.lobby.wiring
    head = head_of(wiring.NAME, session.name, wiring.VERSION, dict(session.settings))
    await socket.send_data(packed({"type": "head", **head}).decode())
    if running is not None:
        await _follow(socket, running)
    elif session.outcome["gamelog"]:
        await _tell_again(socket, host.house.gamelogs, str(session.outcome["gamelog"]))
    outcome = {key: session.outcome.get(key) for key in ("winners", "losers", "gamelog", "record", "failure")}
    await socket.send_data(packed({"type": "end", **outcome}).decode())
    await socket.close(DONE)


async def _follow(socket: WebSocket[Any, Any, Any], running: Running) -> None:
    at, entries = 0, running.entries
    assert entries is not None
    while True:
        while at < len(entries):
            await socket.send_data(f'{{"type":"entry","entry":{entries[at].decode()}}}')
            at += 1
        if running.over:
            return
        await running.changed()


async def _tell_again(socket: WebSocket[Any, Any, Any], folder: Path, name: str) -> None:
    path = file_of(folder, name)
    gamelog = {} if path is None else await asyncio.to_thread(read_gamelog, path)
    entries = gamelog.get("deltas", [])
    for entry in entries if isinstance(entries, list) else []:
        await socket.send_data(packed({"type": "entry", "entry": entry}).decode())


@websocket("/sit/{session:str}")
async def sit(
    socket: WebSocket[Any, Any, Any],
    session: FromPath[str],
    seat: FromQuery[int | None] = None,
    token: FromQuery[str] = "",
    name: FromQuery[str] = "",
) -> None:
    """A person's seat. With a token it is the one the token holds; without, a free one of an open session."""
    host = host_of(socket)
    async with _welcomed(socket, session) as found:
        if found is None:
            return
        try:
            player = _seated(host, found, seat, token, name)
        except (Refused, Problem) as no:
            await _refuse(socket, no if isinstance(no, Refused) else Refused("full", str(no)))
            return
        await Sitting(host, socket, found, player).run()


def _seated(host: Host, session: Session, seat: int | None, token: str, name: str) -> Player:
    if token:
        for player in session.players:
            if player.token and player.token == token:
                return player
        raise Refused("token", "This token holds no seat here.")
    if session.state != OPEN:
        raise Refused("begun", "The match has begun.")
    player = host.lobby.person(name, seat if seat is not None and 0 <= seat < host.lobby.size else None)
    host.lobby.sit(session, player)
    return player


class Sitting:
    """A person at a browser, from sitting down until the end of the match or of the connection."""

    def __init__(self, host: Host, socket: WebSocket[Any, Any, Any], session: Session, player: Player) -> None:
        self.host = host
        self.socket = socket
        self.session = session
        self.player = player
        self.running: Running | None = None
        self.waiting: list[bytes | None] = []
        self.awake = asyncio.Event()
        self.bucket = TokenBucket(RATE, BURST)
        self.send: Callable[[bytes | None], None] = self._put
        self.called: Callable[[Running | None], None] = self._begin

    def seat(self) -> int:
        seats = self.session.seats or self.host.lobby.placed(self.session)
        return seats.index(self.player)

    async def run(self) -> None:
        hearing = asyncio.create_task(self._hear())
        telling = asyncio.create_task(self._tell())
        try:
            self._put(packed({"type": "seated", "token": self.player.token, **self._where()}))
            self.host.come(self.session, self.player, self.called)
            await asyncio.wait([hearing, telling], return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.running is None:
                self.host.leave(self.session, self.player, self.called)
            else:
                self.host.go(self.session, self.seat(), self.send)
            for task in (hearing, telling):
                task.cancel()
            await asyncio.gather(hearing, telling, return_exceptions=True)
            with contextlib.suppress(Exception):
                await self.socket.close(DONE)

    def _where(self) -> Document:
        return {"seat": self.seat(), "session": self.session.name, "state": self.session.state}

    def _begin(self, running: Running | None) -> None:
        self.running = running
        if running is None:
            self._put(None)
        else:
            self.host.sit(running, self.seat(), self.send)

    def _put(self, body: bytes | None) -> None:
        """Only the newest update matters to who is slow, but lines are in every one: all are kept, up to a point."""
        self.waiting.append(body if len(self.waiting) < BURST else None)
        self.awake.set()

    async def _tell(self) -> None:
        while True:
            await self.awake.wait()
            self.awake.clear()
            while self.waiting:
                body = self.waiting.pop(0)
                if body is None:
                    await self._farewell()
                    return
                await self.socket.send_data(body.decode())

    async def _farewell(self) -> None:
        if self.session.state == OVER:
            outcome = {key: self.session.outcome.get(key) for key in ("winners", "losers", "gamelog", "record")}
            await self.socket.send_data(packed({"type": "end", **outcome}).decode())

    async def _hear(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self.socket.receive_data(mode="text")
                if len(text) > SAID or not self.bucket.take():
                    return
                if self.running is not None:
                    self.host.hear(self.running, self.seat(), text.encode())
