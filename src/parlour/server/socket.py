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


class Wire:
    """The near end of a socket: what is to be sent waits in a queue; who does not read it is cut off."""

    def __init__(self, socket: WebSocket[Any, Any, Any], front: Front) -> None:
        self.socket = socket
        self.front = front
        self.queue: asyncio.Queue[bytes | int] = asyncio.Queue()
        self.closing = False

    def send(self, body: bytes) -> None:
        if self.queue.qsize() >= self.front.house.limits.socket_queue:
            self.hang_up(UNWELCOME)
        elif not self.closing:
            self.queue.put_nowait(body)

    def hang_up(self, code: int) -> None:
        if not self.closing:
            self.closing = True
            self.queue.put_nowait(code)

    def refuse(self, no: Refused) -> None:
        self.front.house.watch.refused(no.code)
        self.send(write({"type": "refused", "id": None, **no.document()}))

    async def write(self) -> None:
        """Sends until told to hang up."""
        while True:
            item = await self.queue.get()
            if isinstance(item, int):
                with contextlib.suppress(Exception):
                    await self.socket.close(item)
                return
            self.front.house.watch.messages_out.inc()
            await self.socket.send_data(item.decode(), mode="text")


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
        await wire.write()
        return
    if not front.addresses.open_socket(address):
        wire.refuse(Refused("limit", "Too many connections come from your address."))
        wire.hang_up(UNWELCOME)
        await wire.write()
        return
    front.house.watch.sockets.inc()
    writing = asyncio.create_task(wire.write())
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
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await asyncio.wait_for(writing, 5)


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
