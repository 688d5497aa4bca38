"""One socket: a viewer of a table. Nothing it says can hurt anybody but itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.server import messages as said
from parlour.server.desk import Line
from parlour.server.front import Front, address_of, is_ours
from parlour.server.guests import tokens_of
from parlour.server.limits import Bucket
from parlour.server.live import DONE, RESTART
from parlour.server.messages import write
from parlour.server.refused import Refused

TOO_BIG, UNWELCOME = 1009, 1008
ABORT = "parlour.abort"  # in a socket's scope: what tears the line


class Wire:
    """The near end of a socket: what is to be sent waits in line; who does not read it is cut off.

    Nobody stands by while there is nothing to send: an idle socket costs little."""

    __slots__ = ("abort", "closing", "front", "limits", "socket", "waiting", "weight", "writing")

    def __init__(self, socket: WebSocket[Any, Any, Any], front: Front) -> None:
        self.socket = socket
        self.front = front
        self.limits = front.house.limits
        self.abort: Callable[[], None] = cast(Any, socket.scope)[ABORT]
        self.waiting: list[bytes | int] = []  # messages, and the code to hang up with
        self.weight = 0  # bytes that wait
        self.writing: asyncio.Task[None] | None = None
        self.closing = False

    def send(self, body: bytes) -> None:
        if self.closing:
            return
        if len(self.waiting) >= self.limits.socket_queue or self.weight + len(body) > self.limits.socket_bytes:
            self.waiting.clear()
            self.hang_up(UNWELCOME)
        else:
            self.weight += len(body)
            self._put(body)

    def hang_up(self, code: int) -> None:
        """After what still waits; if that takes too long, in the middle of it."""
        if not self.closing:
            self.closing = True
            self._put(code)
            asyncio.get_running_loop().call_later(self.limits.last_words, self.abort)

    def refuse(self, no: Refused) -> None:
        self.front.house.watch.refused(no.code)
        self.send(write({"type": "refused", "id": None, **no.document()}))

    def _put(self, item: bytes | int) -> None:
        self.waiting.append(item)
        if self.writing is None:
            self.writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        try:
            while self.waiting:
                item = self.waiting.pop(0)
                if isinstance(item, int):
                    await self.socket.close(item)
                    return
                self.weight -= len(item)
                self.front.house.watch.messages_out.inc()
                async with asyncio.timeout(self.limits.patience):
                    await self.socket.send_data(item.decode(), mode="text")
            self.writing = None
        except Exception:  # the other end is gone, or as good as gone
            self.abort()

    async def done(self) -> None:
        """All that was to be sent is sent, or cannot be."""
        if self.writing is not None:
            await asyncio.wait([self.writing], timeout=self.limits.last_words)
            self.writing.cancel()


def with_abort(app: ASGIApp) -> ASGIApp:
    """A line that is closed stays until all is sent, to who never reads for ever: it must be possible to tear it.
    Whoever waits for the other end then finds it gone."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        cast(Any, scope)[ABORT] = cast(Any, receive).__self__.transport.abort  # uvicorn's end of the line
        await app(scope, receive, send)

    return call


@websocket("/api/tables/{table:str}/socket", middleware=[with_abort])
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Views, events, questions, answers, chat and presence of one table, for one viewer."""
    front: Front = socket.app.state.front
    address = address_of(socket)
    await socket.accept()
    wire = Wire(socket, front)
    no = _unwelcome(socket, front, address)
    if no is not None:
        wire.refuse(no)
        wire.hang_up(UNWELCOME)
        await wire.done()
        return
    front.house.watch.sockets.inc()
    line: Line | None = None
    try:
        line = await _greet(wire, front, table)
        if line is not None:
            await _listen(wire, front, line)
    except (WebSocketDisconnect, RuntimeError):
        wire.hang_up(DONE)
    finally:
        if line is not None:
            line.leave()
        front.addresses.close_socket(address)
        front.house.watch.sockets.dec()
        wire.hang_up(DONE)
        await wire.done()


def _unwelcome(socket: WebSocket[Any, Any, Any], front: Front, address: str) -> Refused | None:
    """Why this socket may not be; if it may, it is counted until it is closed."""
    if not is_ours(socket):
        return Refused("origin", "Only pages of this server may open its sockets.")
    if not front.addresses.request(address):
        return Refused("rate", "Too many requests come from your address; wait a little.")
    if not front.addresses.open_socket(address):
        return Refused("limit", "Too many connections come from your address.")
    return None


async def _greet(wire: Wire, front: Front, table: str) -> Line | None:
    """The first message says who is looking."""
    try:
        async with asyncio.timeout(front.house.limits.hello_seconds):
            raw = await _next(wire, front)
        hello = said.read(raw)
        if not isinstance(hello, said.Hello):
            raise Refused("malformed", "Say hello first.")
        tokens = tokens_of(front.signer, wire.socket.cookies, table)
        return await front.desk.attach(table, hello, tokens, wire.send, wire.hang_up)
    except TimeoutError:
        wire.refuse(Refused("malformed", "Nobody said hello."))
    except (msgspec.MsgspecError, RecursionError):
        wire.refuse(Refused("malformed", "That is no message of this protocol."))
    except Refused as no:
        wire.refuse(no)
        wire.hang_up(TOO_BIG if no.code == "oversized" else RESTART if no.code == "storage" else UNWELCOME)
    wire.hang_up(UNWELCOME)
    return None


async def _listen(wire: Wire, front: Front, line: Line) -> None:
    limits = front.house.limits
    bucket = Bucket(limits.messages_per_second, limits.messages_burst)
    slips = 0
    while not wire.closing:
        try:
            raw = await _next(wire, front)
            if not bucket.take():
                slips += 1
                raise Refused("rate", "Too many messages at once; wait a little.")
            said.read(raw)
            await line.hear(raw)
            slips = 0
        except (msgspec.MsgspecError, RecursionError):
            wire.refuse(Refused("malformed", "That is no message of this protocol."))
        except Refused as no:
            wire.refuse(no)
            if no.code == "oversized":
                wire.hang_up(TOO_BIG)
        if slips > limits.messages_burst:
            wire.hang_up(UNWELCOME)


async def _next(wire: Wire, front: Front) -> bytes:
    """The next message; binary or text, it is read the same way."""
    event: Any = await wire.socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=event.get("code", DONE))
    front.house.watch.messages_in.inc()
    text, raw = event.get("text"), event.get("bytes")
    body: bytes = text.encode("utf-8", "surrogatepass") if text is not None else raw or b""
    if len(body) > front.house.limits.message_bytes:
        raise Refused("oversized", f"A message has at most {front.house.limits.message_bytes} bytes.")
    return body
