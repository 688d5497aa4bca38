"""One socket: a viewer of a table. Nothing it says can hurt anybody but itself."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from parlour.server import messages as said
from parlour.server.desk import Line
from parlour.server.front import Front, same_origin
from parlour.server.guests import tokens_of
from parlour.server.limits import Bucket
from parlour.server.messages import write
from parlour.server.refused import Refused

BYE, TOO_BIG, UNWELCOME, RESTART = 1000, 1009, 1008, 1012
LAST_WORDS = 5.0  # seconds for what is still to be sent


class Wire:
    """The near end of a socket: what is to be sent waits in line; who does not read it is cut off.

    Nobody stands by while there is nothing to send: an idle socket costs little."""

    __slots__ = ("closing", "front", "socket", "waiting", "writing")

    def __init__(self, socket: WebSocket[Any, Any, Any], front: Front) -> None:
        self.socket = socket
        self.front = front
        self.waiting: list[bytes | int] = []  # messages, and the code to hang up with
        self.writing: asyncio.Task[None] | None = None
        self.closing = False

    def send(self, body: bytes) -> None:
        if len(self.waiting) >= self.front.house.limits.socket_queue:
            self.hang_up(UNWELCOME)
        elif not self.closing:
            self._put(body)

    def hang_up(self, code: int) -> None:
        if not self.closing:
            self.closing = True
            self._put(code)

    def refuse(self, no: Refused) -> None:
        self.front.house.watch.refused(no.code)
        self.send(write({"type": "refused", "id": None, **no.document()}))

    def _put(self, item: bytes | int) -> None:
        self.waiting.append(item)
        if self.writing is None:
            self.writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        with contextlib.suppress(Exception):  # the other end is gone
            while self.waiting:
                item = self.waiting.pop(0)
                if isinstance(item, int):
                    await self.socket.close(item)
                    return
                self.front.house.watch.messages_out.inc()
                await self.socket.send_data(item.decode(), mode="text")
            self.writing = None

    async def done(self) -> None:
        """All that was to be sent is sent, or cannot be."""
        if self.writing is not None:
            await asyncio.wait([self.writing], timeout=LAST_WORDS)
            self.writing.cancel()


@websocket("/api/tables/{table:str}/socket", opt={"exclude_from_csrf": True})
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Views, events, questions, answers, chat and presence of one table, for one viewer."""
    front: Front = socket.app.state.front
    address = socket.client.host if socket.client else ""
    await socket.accept()
    wire = Wire(socket, front)
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host", "")):
        wire.refuse(Refused("origin", "Only pages of this server may open its sockets."))
        wire.hang_up(UNWELCOME)
        await wire.done()
        return
    if not front.addresses.open_socket(address):
        wire.refuse(Refused("limit", "Too many connections come from your address."))
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
        wire.hang_up(BYE)
    finally:
        if line is not None:
            line.leave()
        front.addresses.close_socket(address)
        front.house.watch.sockets.dec()
        wire.hang_up(BYE)
        await wire.done()


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
    except msgspec.MsgspecError:
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
        except msgspec.MsgspecError:
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
        raise WebSocketDisconnect(detail="gone", code=event.get("code", BYE))
    front.house.watch.messages_in.inc()
    text, raw = event.get("text"), event.get("bytes")
    body: bytes = text.encode("utf-8", "surrogatepass") if text is not None else raw or b""
    if len(body) > front.house.limits.message_bytes:
        raise Refused("oversized", f"A message has at most {front.house.limits.message_bytes} bytes.")
    return body
